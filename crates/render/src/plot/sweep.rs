//! [`sweep()`]: how a number follows a parameter.

use super::axis::{Axis, LETTERS};
use super::histogram::empty;
use super::sheet::{LINE, Sheet, Side, Sign};
use super::spread::{Spread, drawable};
use crate::scale::named;
use crate::scene::{Color, Group, Path, Point, Scene, Stroke, pt};
use crate::style::Style;
use crate::ticks::short;

/// A sweep.
#[derive(Clone, Copy, Debug)]
pub struct SweepPlot<'a> {
    /// What stands above it.
    pub title: &'a str,
    /// The parameter, as people write it: `fill_percent`.
    pub parameter: &'a str,
    /// The number that is measured, and its unit.
    pub measured: &'a str,
    /// In what it is counted; empty if it is nothing that has a name.
    pub unit: &'a str,
    /// What was measured for every value of the parameter.
    pub points: &'a [SweepPoint<'a>],
}

/// A value of the parameter, and what came of it.
#[derive(Clone, Copy, Debug)]
pub struct SweepPoint<'a> {
    /// The value.
    pub at: SweepAt<'a>,
    /// The number, of every map.
    pub values: &'a [f64],
}

/// A value of a parameter.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum SweepAt<'a> {
    /// A number, which has its place on an axis.
    Number(f64),
    /// A word: it stands beside others, in the order in which they were given.
    Word(&'a str),
}

/// How large it is.
const SIZE: (f32, f32) = (18.0, 10.0);
/// The most maps of a value that are drawn as points; more are one blot, and large files.
const DOTS: usize = 150;
/// What the two bands hold, from below to above.
const MOST_OF_ALL: [f64; 2] = [0.05, 0.95];
const MIDDLE_HALF: [f64; 2] = [0.25, 0.75];

/// The median of a number for every value of a parameter, in a band of the middle half and a lighter one of all but the outer twentieths, with
/// the maps as points. Numbers are joined by lines; words stand beside each other.
///
/// ```
/// use mapwright_render::{Style, SweepAt, SweepPlot, SweepPoint, sweep};
/// let points = [
///     SweepPoint { at: SweepAt::Number(40.0), values: &[12.0, 14.0, 13.0] },
///     SweepPoint { at: SweepAt::Number(45.0), values: &[9.0, 8.0, 11.0] },
/// ];
/// let plot = SweepPlot { title: "Caves", parameter: "fill_percent", measured: "regions", unit: "", points: &points };
/// let mut picture = Vec::new();
/// sweep(&plot, &Style::default()).write_png(40, &mut picture)?;
/// # Ok::<(), mapwright_render::Error>(())
/// ```
pub fn sweep(plot: &SweepPlot<'_>, style: &Style) -> Scene {
    let mut sheet = Sheet::new(style, SIZE.0, SIZE.1);
    let name = named(plot.measured, plot.unit);
    let all = Spread::of(plot.points.iter().flat_map(|point| point.values).copied());
    let Some(all) = all else { return empty(sheet, plot.title, plot.parameter) };
    let points = plot.points.iter();
    let mut points: Vec<(SweepAt<'_>, Spread)> =
        points.filter_map(|point| Some((point.at, Spread::of(point.values.iter().copied())?))).collect();
    let numbers: Option<Vec<f64>> = points.iter().map(|(at, _)| number(*at)).collect();
    if numbers.is_some() {
        points.sort_by(|(a, _), (b, _)| number(*a).unwrap_or(0.0).total_cmp(&number(*b).unwrap_or(0.0)));
    }
    let frame = sheet.frame;
    let room = (all.high() - all.low()) * 0.04;
    let upward = Axis::upward((all.low() - room, all.high() + room), (frame.to.y, frame.from.y), all.steps());
    sheet.left(&upward, &name);
    let columns = match numbers.and_then(Spread::of) {
        Some(numbers) => numbered(&mut sheet, plot.parameter, &points, &numbers),
        None => worded(&mut sheet, plot.parameter, &points),
    };
    let drawing = Drawing { upward, columns, points: &points };

    let fill = |share: f32| sheet.ground.toward(sheet.accent(), share);
    let (light, strong) = (fill(0.28), fill(0.62));
    let mut bands = Group::named("bands");
    drawing.band(&mut bands, MOST_OF_ALL, light);
    drawing.band(&mut bands, MIDDLE_HALF, strong);
    let mut dots = Group::named("points");
    let dot = sheet.ink.line.faded(0.45);
    dots.fill(drawing.dots(), dot);
    let mut lines = Group::named("median");
    let pen = Stroke::new(sheet.ink.line, 1.6 * LINE);
    drawing.median(&mut lines, pen, sheet.ground);

    let some = points.iter().any(|(_, spread)| spread.values().len() > DOTS);
    sheet.key(&[
        (Sign::Stroke(pen), "median".to_owned()),
        (Sign::Fill(strong), "middle half".to_owned()),
        (Sign::Fill(light), "5 to 95 %".to_owned()),
        (Sign::Dot(dot), if some { "some of the maps" } else { "a map" }.to_owned()),
    ]);
    sheet.title(plot.title);
    sheet.finished(plot.title, vec![bands, dots, lines])
}

fn number(at: SweepAt<'_>) -> Option<f64> {
    match at {
        SweepAt::Number(value) => drawable(value),
        SweepAt::Word(_) => None,
    }
}

/// Where the values of the parameter stand.
struct Columns {
    middles: Vec<f32>,
    /// Half the width of one that stands by itself; `None` where each is joined with the next.
    alone: Option<f32>,
}

/// Along an axis of numbers.
fn numbered(sheet: &mut Sheet<'_>, parameter: &str, points: &[(SweepAt<'_>, Spread)], numbers: &Spread) -> Columns {
    let (left, right) = (sheet.frame.from.x, sheet.frame.to.x);
    let room = (numbers.high() - numbers.low()) * 0.02;
    let ends = (numbers.low() - room, numbers.high() + room);
    let axis = Axis::across(ends, (left, right), numbers.steps(), &mut sheet.font);
    sheet.below(&axis, parameter);
    let middles: Vec<f32> = points.iter().map(|(at, _)| axis.place(number(*at).unwrap_or(numbers.low()))).collect();
    Columns { alone: (middles.len() == 1).then_some(0.6), middles }
}

/// Side by side, with their names as far as there is room.
fn worded(sheet: &mut Sheet<'_>, parameter: &str, points: &[(SweepAt<'_>, Spread)]) -> Columns {
    let (left, bottom, width) = (sheet.frame.from.x, sheet.frame.to.y, sheet.frame.width());
    let step = width / points.len() as f32;
    let middles: Vec<f32> = (0..points.len()).map(|index| left + step * (index as f32 + 0.5)).collect();
    // A name needs some room; of very many only every so manieth is written.
    let skip = (1.2 / step).ceil().max(1.0);
    for (index, (at, _)) in points.iter().enumerate().step_by(skip as usize) {
        let word = match *at {
            SweepAt::Word(word) => word.to_owned(),
            SweepAt::Number(value) => short(value),
        };
        let place = pt(middles[index], bottom + 0.2 + LETTERS);
        sheet.mark(middles[index]);
        sheet.write(&word, Side::Middle, place, LETTERS, step * skip - 0.25);
    }
    sheet.name_below(parameter);
    Columns { alone: Some((0.36 * step).min(0.9)), middles }
}

struct Drawing<'a> {
    upward: Axis,
    columns: Columns,
    points: &'a [(SweepAt<'a>, Spread)],
}

impl Drawing<'_> {
    fn line(&self, share: f64) -> impl DoubleEndedIterator<Item = Point> + '_ {
        let height = move |spread: &Spread| self.upward.place(spread.quantile(share));
        self.columns.middles.iter().zip(self.points).map(move |(&x, (_, spread))| pt(x, height(spread)))
    }

    /// What lies between two quantiles.
    fn band(&self, group: &mut Group, [low, high]: [f64; 2], color: Color) {
        let Some(half) = self.columns.alone else {
            let around: Vec<Point> = self.line(high).chain(self.line(low).rev()).collect();
            group.fill(Path::polygon(&around), color);
            return;
        };
        for (top, bottom) in self.line(high).zip(self.line(low)) {
            group.fill(Path::rect(top.x - half, top.y, 2.0 * half, bottom.y - top.y), color);
        }
    }

    fn median(&self, group: &mut Group, pen: Stroke, ground: Color) {
        let middles: Vec<Point> = self.line(0.5).collect();
        let Some(half) = self.columns.alone else {
            group.stroke(Path::polyline(&middles), pen);
            // Where it was measured; between lies a guess.
            let mut knots = Path::new();
            middles.iter().for_each(|at| {
                knots.append(&Path::circle(*at, 0.1));
            });
            group.shape(knots, Some(ground), Some(Stroke { width: LINE, ..pen }));
            return;
        };
        group.lines(middles.into_iter().map(|at| [at - pt(half, 0.0), at + pt(half, 0.0)]).collect(), pen);
    }

    /// The maps as points. Beside words they stand a little apart, so that more of them are seen.
    fn dots(&self) -> Path {
        let mut path = Path::new();
        for (&x, (_, spread)) in self.columns.middles.iter().zip(self.points) {
            let values = spread.values();
            let shown = values.len().min(DOTS);
            for index in 0..shown {
                // Evenly chosen, both ends among them.
                let value = values[if shown > 1 { index * (values.len() - 1) / (shown - 1) } else { 0 }];
                let aside = (index * 37 % 101) as f32 / 50.0 - 1.0;
                let x = x + 0.7 * aside * self.columns.alone.unwrap_or(0.0);
                path.append(&Path::circle(pt(x, self.upward.place(value)), 0.05));
            }
        }
        path
    }
}
