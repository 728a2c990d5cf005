//! [`sweep()`]: a metric against a parameter.

use super::axis::{Axis, FONT_SIZE};
use super::histogram::empty;
use super::sheet::{LINE, Sheet, Side, Sign};
use super::spread::{Spread, drawable};
use crate::compose::scale::named;
use crate::scene::{Color, Group, Path, Point, Scene, Stroke, pt};
use crate::style::Style;
use crate::ticks::short;

/// Input of [`sweep()`].
#[derive(Clone, Copy, Debug)]
pub struct SweepPlot<'a> {
    /// Title above the plot.
    pub title: &'a str,
    /// Parameter, as people write it: `fill_percent`.
    pub parameter: &'a str,
    /// Name of the metric.
    pub measured: &'a str,
    /// Unit of the metric; empty if it has none.
    pub unit: &'a str,
    /// Measurements for every value of the parameter.
    pub points: &'a [SweepPoint<'a>],
}

/// A value of the parameter and the values of the metric.
#[derive(Clone, Copy, Debug)]
pub struct SweepPoint<'a> {
    /// Value of the parameter.
    pub at: SweepAt<'a>,
    /// One value of the metric per map.
    pub values: &'a [f64],
}

/// A value of a parameter.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum SweepAt<'a> {
    /// A number, placed along an axis.
    Number(f64),
    /// A word. Words are placed side by side, in the given order.
    Word(&'a str),
}

/// Size of the frame.
const SIZE: (f32, f32) = (18.0, 10.0);
/// Maximum number of maps per value that are drawn as points; more would only blur and enlarge the
/// file.
const MAX_DOTS: usize = 150;
/// Quantiles of the two bands, from bottom to top.
const OUTER_BAND: [f64; 2] = [0.05, 0.95];
const INNER_BAND: [f64; 2] = [0.25, 0.75];

/// Draws the median of a metric for every value of a parameter, with a band of the middle half, a
/// lighter band from 5 to 95 %, and the maps as points. Numbers are connected by lines; words are
/// placed side by side.
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
        Some(numbers) => number_columns(&mut sheet, plot.parameter, &points, &numbers),
        None => word_columns(&mut sheet, plot.parameter, &points),
    };
    let drawing = Drawing { upward, columns, points: &points };

    let fill = |share: f32| sheet.ground.toward(sheet.accent(), share);
    let (light, strong) = (fill(0.28), fill(0.62));
    let mut bands = Group::named("bands");
    drawing.band(&mut bands, OUTER_BAND, light);
    drawing.band(&mut bands, INNER_BAND, strong);
    let mut dots = Group::named("points");
    let dot = sheet.ink.line.faded(0.45);
    dots.fill(drawing.dots(), dot);
    let mut lines = Group::named("median");
    let pen = Stroke::new(sheet.ink.line, 1.6 * LINE);
    drawing.median(&mut lines, pen, sheet.ground);

    let some = points.iter().any(|(_, spread)| spread.values().len() > MAX_DOTS);
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

/// Positions of the values of the parameter.
struct Columns {
    middles: Vec<f32>,
    /// Half the width of a separate column; `None` if each is connected to the next.
    half_width: Option<f32>,
}

/// Places the values along a numeric axis.
fn number_columns(
    sheet: &mut Sheet<'_>,
    parameter: &str,
    points: &[(SweepAt<'_>, Spread)],
    numbers: &Spread,
) -> Columns {
    let (left, right) = (sheet.frame.from.x, sheet.frame.to.x);
    let room = (numbers.high() - numbers.low()) * 0.02;
    let ends = (numbers.low() - room, numbers.high() + room);
    let axis = Axis::across(ends, (left, right), numbers.steps(), &mut sheet.font);
    sheet.below(&axis, parameter);
    let middles: Vec<f32> = points.iter().map(|(at, _)| axis.place(number(*at).unwrap_or(numbers.low()))).collect();
    Columns { half_width: (middles.len() == 1).then_some(0.6), middles }
}

/// Places the values side by side, with as many names as fit.
fn word_columns(sheet: &mut Sheet<'_>, parameter: &str, points: &[(SweepAt<'_>, Spread)]) -> Columns {
    let (left, bottom, width) = (sheet.frame.from.x, sheet.frame.to.y, sheet.frame.width());
    let step = width / points.len() as f32;
    let middles: Vec<f32> = (0..points.len()).map(|index| left + step * (index as f32 + 0.5)).collect();
    // Names need some space, so of very many only every n-th is written.
    let skip = (1.2 / step).ceil().max(1.0);
    for (index, (at, _)) in points.iter().enumerate().step_by(skip as usize) {
        let word = match *at {
            SweepAt::Word(word) => word.to_owned(),
            SweepAt::Number(value) => short(value),
        };
        let place = pt(middles[index], bottom + 0.2 + FONT_SIZE);
        sheet.mark(middles[index]);
        sheet.write(&word, Side::Middle, place, FONT_SIZE, step * skip - 0.25);
    }
    sheet.name_below(parameter);
    Columns { half_width: Some((0.36 * step).min(0.9)), middles }
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

    /// Fills the area between two quantiles.
    fn band(&self, group: &mut Group, [low, high]: [f64; 2], color: Color) {
        let Some(half) = self.columns.half_width else {
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
        let Some(half) = self.columns.half_width else {
            group.stroke(Path::polyline(&middles), pen);
            // Marks the measured values; the line between them is interpolated.
            let mut knots = Path::new();
            middles.iter().for_each(|at| {
                knots.append(&Path::circle(*at, 0.1));
            });
            group.shape(knots, Some(ground), Some(Stroke { width: LINE, ..pen }));
            return;
        };
        group.lines(middles.into_iter().map(|at| [at - pt(half, 0.0), at + pt(half, 0.0)]).collect(), pen);
    }

    /// Returns the maps as points. Beside words they are spread sideways, so that more of them are
    /// visible.
    fn dots(&self) -> Path {
        let mut path = Path::new();
        for (&x, (_, spread)) in self.columns.middles.iter().zip(self.points) {
            let values = spread.values();
            let shown = values.len().min(MAX_DOTS);
            for index in 0..shown {
                // Evenly chosen, including both ends.
                let value = values[if shown > 1 { index * (values.len() - 1) / (shown - 1) } else { 0 }];
                let aside = (index * 37 % 101) as f32 / 50.0 - 1.0;
                let x = x + 0.7 * aside * self.columns.half_width.unwrap_or(0.0);
                path.append(&Path::circle(pt(x, self.upward.place(value)), 0.05));
            }
        }
        path
    }
}
