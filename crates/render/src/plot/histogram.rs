//! [`histogram()`]: the distribution of a metric.

use super::Measured;
use super::axis::Axis;
use super::bins::Bins;
use super::sheet::{LINE, Sheet, Side, Sign};
use super::spread::Spread;
use crate::compose::scale::named;
use crate::scene::{Group, Path, Scene, Stroke, pt};
use crate::style::Style;
use crate::ticks::{Steps, short};

/// Input of [`histogram()`].
#[derive(Clone, Copy, Debug)]
pub struct HistogramPlot<'a> {
    /// Title above the plot.
    pub title: &'a str,
    /// Metric to plot.
    pub measured: Measured<'a>,
}

/// Size of the frame, and maximum number of bars, give or take one.
const SIZE: (f32, f32) = (18.0, 9.0);
const MAX_BARS: usize = 60;

/// Draws a histogram of a metric, with mean and median.
///
/// The width of the bars follows the Freedman–Diaconis rule, rounded up to 1, 2 or 5 times a power
/// of ten, with at most 61 bars. Whole numbers of a small range have one bar each.
///
/// ```
/// use mapwright_render::{HistogramPlot, Measured, Style, histogram};
/// let measured = Measured { title: "rooms", unit: "", values: &[4.0, 5.0, 5.0, 7.0] };
/// let mut picture = Vec::new();
/// histogram(&HistogramPlot { title: "Rooms of four maps", measured }, &Style::default()).write_png(40, &mut picture)?;
/// # Ok::<(), mapwright_render::Error>(())
/// ```
pub fn histogram(plot: &HistogramPlot<'_>, style: &Style) -> Scene {
    let mut sheet = Sheet::new(style, SIZE.0, SIZE.1);
    let name = named(plot.measured.title, plot.measured.unit);
    let Some(spread) = Spread::of(plot.measured.values.iter().copied()) else {
        return empty(sheet, plot.title, &name);
    };
    let bins = Bins::of(&spread, MAX_BARS);
    let mut counts = vec![0u32; bins.count];
    spread.values().iter().for_each(|&value| counts[bins.index(value)] += 1);
    let max_count = counts.iter().copied().max().unwrap_or(0);
    let frame = sheet.frame;
    // A single bar must not fill the whole frame.
    let ends = if bins.count > 2 { (bins.low, bins.high()) } else { (bins.low - bins.width, bins.high() + bins.width) };
    let across = Axis::across(ends, (frame.from.x, frame.to.x), bins.steps, &mut sheet.font);
    let upward = Axis::upward((0.0, f64::from(max_count) * 1.06), (frame.to.y, frame.from.y), Steps::Whole);
    sheet.left(&upward, "maps");
    sheet.below(&across, &name);

    let mut bars = Group::named("bars");
    for (index, &count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
        let (low, high) = bins.span(index);
        let (left, right, top) = (across.place(low), across.place(high), upward.place(f64::from(count)));
        let gap = (0.06 * (right - left)).min(0.05);
        let path = Path::rect(left + gap, top, right - left - 2.0 * gap, frame.to.y - top);
        bars.shape(path, Some(sheet.accent()), Some(Stroke::new(sheet.ink.line, 0.02).sharp()));
    }
    let mut marks = Group::named("marks");
    let (rim, ink) = (sheet.ground, sheet.ink.line);
    let solid = Stroke::new(ink, 1.6 * LINE).sharp();
    let dashed = Stroke { dash: Some([0.2, 0.14]), ..Stroke::new(ink, 1.3 * LINE).sharp() };
    let [median, mean] = [spread.median(), spread.mean()].map(|value| across.place(value));
    // If one line would hide the other, each takes half of the height.
    let close = (median - mean).abs() < 0.2;
    let end = |whole: f32| if close { frame.center().y } else { whole };
    let lines = [
        (solid, [pt(median, frame.to.y), pt(median, end(frame.from.y))]),
        (dashed, [pt(mean, end(frame.to.y)), pt(mean, frame.from.y)]),
    ];
    for (stroke, line) in lines {
        // With a rim in the colour of the paper, to be visible on bars too.
        marks.lines(vec![line], Stroke::new(rim, stroke.width + 0.05).sharp());
        marks.lines(vec![line], stroke);
    }
    let count = spread.values().len();
    let maps = if count == 1 { "1 map".to_owned() } else { format!("{} maps", short(count as f64)) };
    sheet.key(&[
        (Sign::Stroke(solid), format!("median {}", short(spread.median()))),
        (Sign::Stroke(dashed), format!("mean {}", short(spread.mean()))),
        (Sign::Fill(sheet.accent()), maps),
    ]);
    sheet.title(plot.title);
    sheet.finished(plot.title, vec![bars, marks])
}

/// Returns an empty frame that says "nothing to show".
pub(super) fn empty(mut sheet: Sheet<'_>, title: &str, name: &str) -> Scene {
    let at = sheet.frame.center();
    sheet.write("nothing to show", Side::Middle, at, 0.6, sheet.frame.width());
    sheet.name_below(name);
    sheet.title(title);
    sheet.finished(title, Vec::new())
}
