//! The way in.

use crate::pen::Pen;
use crate::pen::Weight::{Fine, Line};
use crate::scene::pt;
use crate::style::Material::{Light, Stone};

/// Broad steps up from the outside, which is to the south, a threshold, and an arrow that points in.
pub(crate) fn draw(pen: &mut Pen<'_>) {
    for (y, half, material) in [(0.77, 0.42, Stone), (0.65, 0.36, Stone), (0.53, 0.3, Light)] {
        let step = pen.rect(0.5 - half, y, 2.0 * half, 0.12);
        pen.standing(&step, material, Line);
        let edge = pen.ruled(pt(0.54 - half, y + 0.08), pt(0.46 + half, y + 0.08));
        pen.line(&edge, Fine);
    }
    let arrow = [(0.5, 0.08), (0.68, 0.29), (0.565, 0.29), (0.565, 0.46), (0.435, 0.46), (0.435, 0.29), (0.32, 0.29)];
    let arrow = pen.polygon(&arrow.map(|(x, y)| pt(x, y)));
    pen.ink(&arrow);
}
