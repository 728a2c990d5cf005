//! Tables with plates, candles and mugs on them.

use crate::pen::Pen;
use crate::pen::Weight::{Fine, Line};
use crate::scene::{Path, Point, pt};
use crate::style::Material::{Glow, Light, Metal, Wood};

/// A long table of planks.
pub(super) fn long(pen: &mut Pen<'_>) {
    let top = pen.rect(0.12, 0.16, 1.74, 0.66);
    pen.standing(&top, Wood, Line);
    for y in [0.38, 0.6] {
        // Planks differ in length.
        let gap = pen.between(0.5, 1.4);
        for (from, to) in [(0.14, gap), (gap + 0.08, 1.84)] {
            let joint = pen.ruled(pt(from, y), pt(to, y));
            pen.line(&joint, Fine);
        }
    }
    let first = pen.between(0.36, 0.6);
    let y = pen.between(0.38, 0.6);
    plate(pen, pt(first, y));
    let second = pen.between(1.3, 1.6);
    let y = pen.between(0.38, 0.6);
    if pen.rng.percent(50) { candle(pen, pt(second, y)) } else { mug(pen, pt(second, y)) }
}

/// A small round table.
pub(super) fn round(pen: &mut Pen<'_>) {
    let center = pt(0.5, 0.5);
    let top = pen.circle(center, 0.37);
    pen.standing(&top, Wood, Line);
    // The joints between the planks are chords.
    for x in [-0.2, 0.0, 0.2_f32] {
        let half = (0.35 * 0.35 - x * x).sqrt() - 0.02;
        let joint = pen.ruled(center + pt(x, -half), center + pt(x, half));
        pen.line(&joint, Fine);
    }
    let at = pen.near(pt(0.42, 0.42), 0.05);
    match pen.rng.below(3) {
        0 => plate(pen, at),
        1 => candle(pen, at),
        _ => mug(pen, at),
    }
}

fn plate(pen: &mut Pen<'_>, at: Point) {
    let rim = pen.circle(at, 0.15);
    pen.shape(&rim, Light, Fine);
    let well = pen.circle(at, 0.08);
    pen.line(&well, Fine);
}

fn candle(pen: &mut Pen<'_>, at: Point) {
    let dish = pen.circle(at, 0.12);
    pen.shape(&dish, Metal, Fine);
    let flame = pen.circle(at, 0.055);
    pen.shape(&flame, Glow, Fine);
}

fn mug(pen: &mut Pen<'_>, at: Point) {
    let mut handle = Path::new();
    handle.move_to(at + pt(0.06, -0.05)).cubic_to(at + pt(0.2, -0.07), at + pt(0.2, 0.07), at + pt(0.06, 0.05));
    pen.line(&handle, Fine);
    let rim = pen.circle(at, 0.095);
    pen.shape(&rim, Metal, Fine);
    let drink = pen.circle(at, 0.045);
    pen.ink(&drink);
}
