//! Cracks.

use crate::pen::Weight::Fine;
use crate::pen::{Pen, polar};
use crate::scene::{Path, Point, pt};

/// A crack through the floor, wide in its middle, with branches.
pub(super) fn draw(pen: &mut Pen<'_>) {
    let turn = pen.between(0.0, 1.0);
    let from = polar(pt(0.5, 0.5), pen.between(0.36, 0.42), turn);
    let to = polar(pt(0.5, 0.5), pen.between(0.36, 0.42), turn + pen.between(0.42, 0.58));
    let aside = (to - from).right() * (1.0 / from.distance(to));
    let count = 6;
    let mut side = if pen.rng.percent(50) { 1.0 } else { -1.0 };
    let middles: Vec<Point> = (0..=count)
        .map(|i| {
            let by = if i == 0 || i == count { 0.0 } else { side * pen.between(0.02, 0.07) };
            side = -side;
            from.toward(to, i as f32 / count as f32) + aside * by
        })
        .collect();
    // Both banks of the crack meet at its ends.
    let half = |i: usize| 0.045 * (1.0 - (i as f32 / count as f32 * 2.0 - 1.0).abs());
    let one = (0..middles.len()).map(|i| middles[i] + aside * half(i));
    let other = (0..middles.len()).rev().map(|i| middles[i] - aside * half(i));
    let banks: Vec<Point> = one.chain(other).collect();
    pen.ink(&Path::polygon(&banks));
    pen.line(&Path::polyline(&middles), Fine);
    for (at, side) in [(1, 1.0), (3, -1.0), (4, 1.0)] {
        let along = (to - from) * (1.0 / from.distance(to));
        let elbow = middles[at] + aside * (side * pen.between(0.07, 0.1)) + along * pen.between(-0.03, 0.06);
        let end = elbow + aside * (side * pen.between(0.03, 0.08)) + along * pen.between(0.04, 0.12);
        pen.line(&Path::polyline(&[middles[at], elbow, end]), Fine);
    }
}
