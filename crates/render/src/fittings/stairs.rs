//! Stairs.

use crate::pen::Weight::{Bold, Fine, Line};
use crate::pen::{Pen, arc, polar};
use crate::scene::{Path, pt};
use crate::style::Material::{Dark, Light, Shade, Stone};
use mapwright::Level;

/// Draws a straight flight of steps, walked towards the south, up or down. It narrows towards its
/// lower end, and stairs that lead down get darker there.
pub(crate) fn straight(pen: &mut Pen<'_>, dir: Level) {
    let steps = 6;
    let (top, bottom) = (0.1, 0.9);
    let run = (bottom - top) / steps as f32;
    // Half the width of the stairs; `share` is 0 at the upper end.
    let half = |share: f32| 0.4 - 0.2 * share;
    let dark = pen.style().material(Dark);
    let light = pen.style().material(Light);
    for i in 0..steps {
        let (from, to) = (top + run * i as f32, top + run * (i + 1) as f32);
        let share = |y: f32| match dir {
            Level::Down => (y - top) / (bottom - top),
            Level::Up => (bottom - y) / (bottom - top),
        };
        let (a, b) = (half(share(from)), half(share(to)));
        let tread = [pt(0.5 - a, from), pt(0.5 + a, from), pt(0.5 + b, to), pt(0.5 - b, to)];
        let depth = share((from + to) / 2.0);
        let darkness = if dir == Level::Down { depth * depth } else { depth * 0.12 };
        pen.tint(&Path::polygon(&tread), light.toward(dark, darkness));
    }
    for i in 0..=steps {
        let y = top + run * i as f32;
        let share = i as f32 / steps as f32;
        let wide = half(if dir == Level::Down { share } else { 1.0 - share });
        let edge = pen.ruled(pt(0.5 - wide, y), pt(0.5 + wide, y));
        pen.line(&edge, Line);
    }
    let (first, last) = if dir == Level::Down { (half(0.0), half(1.0)) } else { (half(1.0), half(0.0)) };
    for side in [-1.0, 1.0] {
        let string = pen.ruled(pt(0.5 + side * first, top), pt(0.5 + side * last, bottom));
        pen.line(&string, Fine);
    }
}

/// Draws a spiral staircase in a round shaft. From its first step, in the south, it winds
/// counterclockwise; down into the dark, or up out of it.
pub(crate) fn spiral(pen: &mut Pen<'_>, dir: Level) {
    let center = pt(0.5, 0.5);
    let (radius, newel, steps) = (0.38, 0.09, 12);
    let shaft = pen.circle(center, radius);
    pen.standing(&shaft, Stone, Line);
    let dark = pen.style().material(Dark);
    let light = pen.style().material(Light);
    let turn = |i: usize| 0.25 - i as f32 / steps as f32;
    for i in 0..steps {
        let mut step = arc(center, radius, radius, turn(i), turn(i + 1));
        step.line_to(center).close();
        let share = i as f32 / (steps - 1) as f32;
        let darkness = match dir {
            Level::Down => share * share,
            Level::Up => (1.0 - share) * (1.0 - share) * 0.35,
        };
        pen.tint(&step, light.toward(dark, darkness));
    }
    for i in 0..=steps {
        let edge = pen.ruled(polar(center, newel, turn(i)), polar(center, radius, turn(i)));
        pen.line(&edge, Fine);
    }
    pen.line(&shaft, Bold);
    let post = pen.circle(center, newel);
    pen.shape(&post, if dir == Level::Up { Light } else { Shade }, Line);
}
