//! Bridges.

use crate::pen::Pen;
use crate::pen::Weight::{Fine, Line};
use crate::scene::pt;
use crate::style::Material::Wood;

/// About how wide a plank is.
const PLANK: f32 = 0.19;

/// Planks across the way, which runs from north to south, on two beams; as long and as wide as the pen's place.
pub(crate) fn draw(pen: &mut Pen<'_>) {
    let (width, height) = (pen.width, pen.height);
    let (top, bottom) = (0.1, height - 0.1);
    for x in [0.16, width - 0.26] {
        let beam = pen.rect(x, top, 0.1, bottom - top);
        pen.standing(&beam, Wood, Line);
    }
    let count = ((bottom - top) / PLANK).round().max(1.0);
    let pitch = (bottom - top) / count;
    for i in 0..count as u32 {
        let y = top + pitch * i as f32;
        let (left, right) = (0.1 + pen.between(0.0, 0.05), width - 0.1 - pen.between(0.0, 0.05));
        let plank = pen.rect(left, y + 0.012, right - left, pitch - 0.024);
        pen.standing(&plank, Wood, Fine);
        let at = pen.between(left + 0.14, left + 0.3);
        let grain = pen.ruled(pt(at, y + pitch / 2.0), pt(at + pen_length(right - left), y + pitch / 2.0));
        pen.line(&grain, Fine);
    }
}

fn pen_length(width: f32) -> f32 {
    width * 0.25
}
