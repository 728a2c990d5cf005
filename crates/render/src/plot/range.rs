//! [`expressive_range()`]: two metrics of many maps against each other, with pictures of some of
//! the maps.

use super::Measured;
use super::axis::{Axis, FONT_SIZE};
use super::bins::Bins;
use super::histogram::empty;
use super::sheet::{LINE, Sheet, Side};
use super::slots::assign;
use super::spread::{Spread, drawable};
use crate::compose::scale::{Scale, named};
use crate::look::Look;
use crate::overview::plan::{Plan, ground};
use crate::scene::{Bounds, Group, Path, Point, Scene, Stroke, pt};
use crate::style::Style;
use crate::style::ramp::Levels;
use crate::ticks::short;
use mapwright::Map;

/// Input of [`expressive_range()`].
#[derive(Clone, Copy, Debug)]
pub struct RangePlot<'a> {
    /// Title above the plot.
    pub title: &'a str,
    /// Metric from left to right.
    pub x: Measured<'a>,
    /// Metric from bottom to top, for the same maps in the same order.
    pub y: Measured<'a>,
    /// Maps to show around the plot, see [`range_picks`](super::range_picks). The first five are
    /// drawn.
    pub thumbnails: &'a [Thumbnail<'a>],
}

/// A small picture beside an expressive range.
#[derive(Clone, Copy, Debug)]
pub struct Thumbnail<'a> {
    /// Index of the map.
    pub index: usize,
    /// Reason why it is shown; written above it.
    pub caption: &'a str,
    /// Instructions to generate it again, such as `seed 17`; written below it.
    pub label: &'a str,
    /// The map.
    pub map: &'a Map,
}

/// Sizes of the frame and of the pictures around it.
const SIZE: (f32, f32) = (15.6, 11.4);
const PICTURE: (f32, f32) = (4.8, 3.6);
/// Space for the text above and below a picture.
const TEXT_HEIGHT: f32 = 0.66;
/// Maximum number of pictures above the frame and beside it.
const ABOVE: usize = 3;
const BESIDE: usize = 2;

/// Draws how often each combination of two metrics occurs, as colours, with small pictures of maps
/// and lines to their positions.
pub fn expressive_range(plot: &RangePlot<'_>, style: &Style) -> Scene {
    let mut sheet = Sheet::new(style, SIZE.0, SIZE.1);
    let both: Vec<Option<(f64, f64)>> =
        plot.x.values.iter().zip(plot.y.values).map(|(&x, &y)| Some((drawable(x)?, drawable(y)?))).collect();
    let names = [&plot.x, &plot.y].map(|measured| named(measured.title, measured.unit));
    let across = Spread::of(both.iter().flatten().map(|(x, _)| *x));
    let upward = Spread::of(both.iter().flatten().map(|(_, y)| *y));
    let (Some(across), Some(upward)) = (across, upward) else {
        return empty(sheet, plot.title, &names.join(", "));
    };
    let count = across.values().len();
    let most = ((count as f32).sqrt() * 0.75).clamp(5.0, 30.0) as usize;
    let bins = [Bins::about(&across, most), Bins::about(&upward, most)];
    let mut counts = vec![0u32; bins[0].count * bins[1].count];
    let cell = |x: f64, y: f64| (bins[0].index(x), bins[1].index(y));
    for &(x, y) in both.iter().flatten() {
        let (column, row) = cell(x, y);
        counts[row * bins[0].count + column] += 1;
    }
    let frame = sheet.frame;
    let x_axis = Axis::across(ends(&bins[0]), (frame.from.x, frame.to.x), bins[0].steps, &mut sheet.font);
    let y_axis = Axis::upward(ends(&bins[1]), (frame.to.y, frame.from.y), bins[1].steps);
    sheet.left(&y_axis, &names[1]);
    sheet.below(&x_axis, &names[0]);
    let square = |(column, row): (usize, usize)| {
        let ((left, right), (low, high)) = (bins[0].span(column), bins[1].span(row));
        Bounds::new(x_axis.place(left), y_axis.place(high), x_axis.place(right), y_axis.place(low))
    };

    let levels = Levels::of(counts.iter().copied().filter(|&count| count > 0));
    let mut cells = Group::named("cells");
    for (index, &count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
        let Some(levels) = &levels else { continue };
        let Bounds { from, to } = square((index % bins[0].count, index / bins[0].count));
        let path = Path::rect(from.x, from.y, to.x - from.x, to.y - from.y);
        let color = levels.color(levels.level(count), sheet.ramp());
        cells.shape(path, Some(color), Some(Stroke::new(color, 0.02).sharp()));
    }
    let bottom = sheet.taken.to.y + 0.55;
    let title = format!("maps in a square, of {}", short(count as f64));
    let over = (sheet.ink.paper, 1.0);
    let scale = Scale { title: &title, unit: "", levels, ramp: sheet.ramp(), over, letters: FONT_SIZE };
    let bar = scale.draw(pt(frame.from.x, bottom), frame.width(), &sheet.ink, &mut sheet.font);
    sheet.take(Bounds::new(frame.from.x, bottom, frame.to.x, bottom + scale.height()));

    let shown = plot.thumbnails.iter().filter_map(|thumbnail| {
        let (x, y) = both.get(thumbnail.index).copied().flatten()?;
        Some((thumbnail, square(cell(x, y)).center()))
    });
    let shown: Vec<(&Thumbnail<'_>, Point)> = shown.take(ABOVE + BESIDE).collect();
    let mut layers = vec![cells];
    layers.extend(thumbnails(&mut sheet, &shown));
    layers.push(bar);
    sheet.title(plot.title);
    sheet.finished(plot.title, layers)
}

/// Returns the ends of an axis. One or two bins are not stretched over the whole frame.
fn ends(bins: &Bins) -> (f64, f64) {
    if bins.count > 2 { (bins.low, bins.high()) } else { (bins.low - bins.width, bins.high() + bins.width) }
}

/// Returns the slots for pictures: above the frame, then to its right.
fn slots(sheet: &Sheet<'_>) -> Vec<Bounds> {
    let (width, height) = PICTURE;
    let frame = sheet.frame;
    let at = |x: f32, y: f32| Bounds::new(x, y, x + width, y + height);
    let top = sheet.taken.from.y - 0.4 - TEXT_HEIGHT - height;
    let step = (frame.width() - width) / (ABOVE - 1) as f32;
    let down = (frame.height() + TEXT_HEIGHT) / BESIDE as f32;
    let above = (0..ABOVE).map(|index| at(frame.from.x + step * index as f32, top));
    let beside = (0..BESIDE).map(|index| at(frame.to.x + 1.1, frame.from.y + TEXT_HEIGHT / 2.0 + down * index as f32));
    above.chain(beside).collect()
}

/// Draws the pictures with their text, and the lines to their positions.
fn thumbnails(sheet: &mut Sheet<'_>, shown: &[(&Thumbnail<'_>, Point)]) -> Vec<Group> {
    let names = ["frames", "floor", "walls", "links"];
    let [mut frames, mut floors, mut walls, mut links] = names.map(Group::named);
    let slots = slots(sheet);
    let middles: Vec<Point> = slots.iter().map(|slot| slot.center()).collect();
    let targets: Vec<Point> = shown.iter().map(|(_, target)| *target).collect();
    let look = Look { style: sheet.style.clone(), ..Look::default() };
    let rim = Stroke::new(sheet.ink.paper.toward(sheet.ink.line, 0.45), 0.03);
    for ((thumbnail, target), index) in shown.iter().zip(assign(&middles, &targets)) {
        let slot = slots[index];
        let Bounds { from, to } = slot;
        let box_of = || Path::rounded(from.x, from.y, slot.width(), slot.height(), 0.2);
        frames.shape(box_of(), Some(ground(sheet.style)), Some(rim));
        if thumbnail.map.size().area() > 0 {
            Plan::of(thumbnail.map, slot.grown(-0.25)).draw(sheet.style, 0.0, &look, [&mut floors, &mut walls]);
        }
        sheet.take(Bounds::new(from.x, from.y - TEXT_HEIGHT, to.x, to.y + TEXT_HEIGHT));
        sheet.write(thumbnail.caption, Side::Left, pt(from.x + 0.05, from.y - 0.27), FONT_SIZE, slot.width());
        let wide = sheet.write(thumbnail.label, Side::Left, pt(from.x + 0.05, to.y + 0.46), FONT_SIZE, slot.width());
        // Start at the edge that faces the frame, beside the text.
        let start = match index < ABOVE {
            true => pt(target.x.clamp((from.x + wide + 0.5).min(to.x - 0.3), to.x - 0.3), to.y),
            false => pt(from.x, target.y.clamp(from.y + 0.3, to.y - 0.3)),
        };
        let line = || vec![[start, *target]];
        links.lines(line(), Stroke::new(sheet.ground.faded(0.7), 2.2 * LINE));
        links.lines(line(), Stroke::new(sheet.ink.line, 0.6 * LINE));
        let ring = Path::circle(*target, 0.13);
        links.shape(ring, Some(sheet.ground), Some(Stroke::new(sheet.ink.line, LINE)));
    }
    vec![frames, floors, walls, links]
}
