//! The dais.

use crate::pen::Weight::{Hair, Line};
use crate::pen::{Pen, arc, polar};
use crate::scene::pt;
use crate::style::Material::{Light, Shade, Stone};

/// Three half-round steps up to the wall at its back.
pub(super) fn draw(pen: &mut Pen<'_>) {
    let center = pt(1.5, 0.1);
    let steps = [(1.39, 1.74, Stone), (1.15, 1.45, Stone), (0.91, 1.16, Light)];
    for (i, (rx, ry, material)) in steps.into_iter().enumerate() {
        let mut step = arc(center, rx, ry, 0.0, 0.5);
        step.close();
        if i == 0 {
            pen.shadow(&step);
        } else {
            let by = pen.light(-0.07);
            let fallen = step.mapped(|p| pt((p + by).x, (p + by).y.max(center.y)));
            pen.fill(&fallen, Shade);
        }
        pen.shape(&step, material, Line);
        let Some(&(next_rx, next_ry, _)) = steps.get(i + 1) else { continue };
        // The joints between the stones are staggered from step to step.
        let joints = 9 - i;
        for joint in 1..joints {
            let turn = 0.5 * (joint as f32 + pen.between(-0.2, 0.2)) / joints as f32;
            let along = polar(pt(0.0, 0.0), 1.0, turn);
            let from = center + pt(along.x * next_rx, along.y * next_ry);
            let to = center + pt(along.x * rx, along.y * ry);
            let joint = pen.ruled(from, to);
            pen.line(&joint, Hair);
        }
    }
    // The edge of the highest step, with a gap where the pen was lifted.
    let lifted = pen.between(0.15, 0.35);
    for (from, to) in [(0.02, lifted), (lifted + 0.03, 0.48)] {
        pen.line(&arc(center, 0.83, 1.08, from, to), Hair);
    }
}
