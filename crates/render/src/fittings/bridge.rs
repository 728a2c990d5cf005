//! Bridges.

use crate::pen::Pen;
use crate::pen::Weight::{Fine, Hair, Line};
use crate::scene::{Path, pt};
use crate::style::Material::Wood;

/// Approximate width of a plank.
const PLANK: f32 = 0.2;

/// Draws a bridge that runs from north to south over the pen's whole area: planks across it and a
/// rail on both sides.
pub(crate) fn draw(pen: &mut Pen<'_>) {
    let (width, height) = (pen.width, pen.height);
    let (top, bottom) = (0.1, height - 0.1);
    pen.shadow(&Path::rect(0.12, top, width - 0.24, bottom - top));
    let count = ((bottom - top) / PLANK).round().max(1.0);
    let pitch = (bottom - top) / count;
    for i in 0..count as u32 {
        let y = top + pitch * i as f32;
        let (left, right) = (0.1 + pen.between(0.0, 0.04), width - 0.1 - pen.between(0.0, 0.04));
        let plank = pen.rect(left, y + 0.01, right - left, pitch - 0.02);
        pen.shape(&plank, Wood, Fine);
        let at = left + pen.between(0.2, 0.4) * (right - left);
        let grain = pen.ruled(pt(at, y + pitch / 2.0), pt(at + 0.25 * (right - left), y + pitch / 2.0));
        pen.line(&grain, Hair);
    }
    for x in [0.18, width - 0.26] {
        let rail = pen.rect(x, top, 0.08, bottom - top);
        pen.shape(&rail, Wood, Line);
    }
}
