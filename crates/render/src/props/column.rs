//! Columns.

use crate::pen::Pen;
use crate::pen::Weight::{Bold, Fine};
use crate::scene::pt;
use crate::style::Material::{Light, Shade, Stone};

/// A drum with its lighter top.
pub(super) fn round(pen: &mut Pen<'_>) {
    let center = pt(0.5, 0.5);
    pen.drum(center, 0.31, Stone, Bold);
    let top = pen.circle(center + pen.light(0.03), 0.185);
    pen.shape(&top, Light, Fine);
}

/// A block whose edges are cut off at a slant.
pub(super) fn square(pen: &mut Pen<'_>) {
    let corners = |half: f32| [pt(-half, -half), pt(half, -half), pt(half, half), pt(-half, half)];
    let middle = pt(0.5, 0.5);
    let outer = corners(0.28).map(|p| middle + p);
    let inner = corners(0.155).map(|p| middle + p);
    let block = pen.polygon(&outer);
    pen.standing(&block, Stone, Bold);
    for side in 0..4 {
        let next = (side + 1) % 4;
        let outward = inner[side].toward(inner[next], 0.5) - middle;
        let away = pen.light(1.0);
        if outward.x * away.x + outward.y * away.y < -0.01 {
            let slant =
                [inner[side], inner[next], inner[next].toward(outer[next], 0.7), inner[side].toward(outer[side], 0.7)];
            let slant = pen.polygon(&slant);
            pen.fill(&slant, Shade);
        }
    }
    let top = pen.polygon(&inner);
    pen.shape(&top, Light, Fine);
    for (from, to) in inner.into_iter().zip(outer) {
        let edge = pen.ruled(from, to);
        pen.line(&edge, Fine);
    }
}
