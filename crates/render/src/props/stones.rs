//! Loose stones.

use crate::pen::Weight::{Fine, Hair};
use crate::pen::{Pen, polar};
use crate::scene::{Path, Point, pt};
use crate::style::Material::{Light, Stone};

/// A heap of broken stones, larger ones in its middle.
pub(super) fn rubble(pen: &mut Pen<'_>) {
    let middle = pt(0.48, 0.48);
    let start = pen.between(0.0, 1.0);
    for i in 0..6 {
        let turn = start + (i as f32 + pen.between(-0.2, 0.2)) / 6.0;
        let off = pen.between(0.27, 0.32);
        let radius = pen.between(0.055, 0.1);
        stone(pen, polar(middle, off, turn), radius);
    }
    for i in 0..3 {
        let turn = start + (i as f32 + pen.between(-0.12, 0.12)) / 3.0;
        let radius = [0.19, 0.16, 0.13][i] + pen.between(-0.01, 0.01);
        stone(pen, polar(middle, 0.145, turn), radius);
    }
    for _ in 0..4 {
        let crumb = Path::circle(polar(middle, 0.42, pen.between(0.0, 1.0)), 0.02);
        pen.ink(&crumb);
    }
}

/// Two to four small stones.
pub(super) fn rocks(pen: &mut Pen<'_>) {
    let count = 2 + pen.rng.below(3);
    let start = pen.between(0.0, 1.0);
    for i in 0..count {
        let turn = start + (i as f32 + pen.between(-0.2, 0.2)) / count as f32;
        let off = pen.between(0.17, 0.28);
        let radius = if i == 0 { pen.between(0.14, 0.17) } else { pen.between(0.055, 0.1) };
        stone(pen, polar(pt(0.49, 0.49), off, turn), radius);
    }
}

/// A stone; a large one shows the edges between its faces.
fn stone(pen: &mut Pen<'_>, center: Point, radius: f32) {
    let outline = pen.stone(center, radius);
    pen.standing(&outline, if radius < 0.1 { Light } else { Stone }, Fine);
    if radius >= 0.1 {
        let turn = pen.between(0.0, 1.0);
        let peak = polar(center, radius * 0.2, turn + 0.2);
        for by in [0.0, 0.3, 0.55] {
            let edge = pen.ruled(peak, polar(center, radius * 0.62, turn + by));
            pen.line(&edge, Hair);
        }
    }
}
