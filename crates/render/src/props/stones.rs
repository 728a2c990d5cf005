//! Loose stones.

use crate::pen::Weight::{Fine, Line};
use crate::pen::{Pen, polar};
use crate::scene::{Path, Point, pt};
use crate::style::Material::{Light, Stone};

/// A heap of broken stones, larger ones in its middle.
pub(super) fn rubble(pen: &mut Pen<'_>) {
    let start = pen.between(0.0, 1.0);
    for i in 0..7 {
        let turn = start + (i as f32 + pen.between(-0.25, 0.25)) / 7.0;
        let off = pen.between(0.27, 0.33);
        let radius = pen.between(0.05, 0.1);
        stone(pen, polar(pt(0.49, 0.49), off, turn), radius);
    }
    for i in 0..3 {
        let turn = start + (i as f32 + pen.between(-0.15, 0.15)) / 3.0;
        let radius = pen.between(0.12, 0.16);
        stone(pen, polar(pt(0.49, 0.49), 0.14, turn), radius);
    }
    for _ in 0..5 {
        let turn = pen.between(0.0, 1.0);
        let crumb = Path::circle(polar(pt(0.49, 0.49), 0.42, turn), 0.018);
        pen.ink(&crumb);
    }
}

/// Two to four small stones.
pub(super) fn rocks(pen: &mut Pen<'_>) {
    let count = 2 + pen.rng.below(3);
    let start = pen.between(0.0, 1.0);
    for i in 0..count {
        let turn = start + (i as f32 + pen.between(-0.2, 0.2)) / count as f32;
        let off = pen.between(0.18, 0.3);
        let radius = if i == 0 { 0.14 } else { pen.between(0.05, 0.1) };
        stone(pen, polar(pt(0.5, 0.5), off, turn), radius);
    }
}

/// A stone with the edge between its lit and its dark side.
fn stone(pen: &mut Pen<'_>, center: Point, radius: f32) {
    let outline = pen.stone(center, radius);
    let weight = if radius < 0.08 { Fine } else { Line };
    pen.standing(&outline, if radius < 0.08 { Light } else { Stone }, weight);
    if radius >= 0.08 {
        let turn = pen.between(0.0, 1.0);
        let mut ridge = Path::new();
        ridge.move_to(polar(center, radius * 0.6, turn));
        ridge.line_to(polar(center, radius * 0.15, turn + 0.2)).line_to(polar(center, radius * 0.6, turn + 0.45));
        pen.line(&ridge, Fine);
    }
}
