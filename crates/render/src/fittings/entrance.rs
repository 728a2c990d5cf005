//! The entrance.

use crate::pen::Pen;
use crate::pen::Weight::{Fine, Hair};
use crate::scene::pt;
use crate::style::Material::{Light, Stone};

/// Draws broad steps up from the outside, which is south, a threshold, and an arrow that points in.
pub(crate) fn draw(pen: &mut Pen<'_>) {
    for (y, half, material) in [(0.78, 0.4, Stone), (0.65, 0.35, Stone), (0.52, 0.3, Light)] {
        let step = pen.rect(0.5 - half, y, 2.0 * half, 0.13);
        pen.standing(&step, material, Fine);
        let edge = pen.ruled(pt(0.53 - half, y + 0.095), pt(0.47 + half, y + 0.095));
        pen.line(&edge, Hair);
    }
    let arrow = [(0.5, 0.08), (0.68, 0.29), (0.565, 0.29), (0.565, 0.46), (0.435, 0.46), (0.435, 0.29), (0.32, 0.29)];
    let arrow = pen.polygon(&arrow.map(|(x, y)| pt(x, y)));
    pen.ink(&arrow);
}
