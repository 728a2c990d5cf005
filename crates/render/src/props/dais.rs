//! The dais.

use crate::pen::Weight::{Hair, Line};
use crate::pen::{Pen, arc};
use crate::scene::pt;
use crate::style::Material::{Light, Shade, Stone};

/// Three half-round steps up to the wall at its back.
pub(super) fn draw(pen: &mut Pen<'_>) {
    let center = pt(1.5, 0.08);
    let steps = [(1.4, 1.78, Stone), (1.17, 1.5, Stone), (0.94, 1.22, Light)];
    for (i, (rx, ry, material)) in steps.into_iter().enumerate() {
        let mut step = arc(center, rx, ry, 0.0, 0.5);
        step.close();
        if i == 0 {
            pen.shadow(&step);
        } else {
            let by = pen.light(-0.05);
            let fallen = step.mapped(|p| p + by);
            pen.fill(&fallen, Shade);
        }
        pen.fill(&step, material);
        pen.line(&step, Line);
        // The edge of the tread, with a gap here and there as the pen was lifted.
        let (a, b) = (pen.between(0.1, 0.2), pen.between(0.3, 0.4));
        for (from, to) in [(0.02, a), (a + 0.02, b), (b + 0.02, 0.48)] {
            pen.line(&arc(center, rx - 0.075, ry - 0.075, from, to), Hair);
        }
    }
}
