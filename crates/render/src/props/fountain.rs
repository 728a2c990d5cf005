//! The fountain.

use crate::pen::Weight::{Fine, Hair, Line};
use crate::pen::{Pen, arc, polar};
use crate::scene::pt;
use crate::style::Material::{Light, Shade, Stone, Water};

/// A basin with a rim of cut stones, and a bowl in its middle.
pub(super) fn draw(pen: &mut Pen<'_>) {
    let center = pt(1.0, 1.0);
    pen.drum(center, 0.86, Stone, Line);
    let start = pen.between(0.0, 1.0);
    for i in 0..14 {
        let turn = start + (i as f32 + pen.between(-0.12, 0.12)) / 14.0;
        let joint = pen.ruled(polar(center, 0.67, turn), polar(center, 0.85, turn));
        pen.line(&joint, Fine);
    }
    let pool = pen.circle(center, 0.66);
    pen.shape(&pool, Water, Line);
    pen.lune(center, 0.635, pen.light(0.08), Shade);
    for (radius, count) in [(0.5, 3), (0.36, 2)] {
        let start = pen.between(0.0, 1.0);
        for i in 0..count {
            let from = start + i as f32 / count as f32;
            let length = pen.between(0.45, 0.75) / count as f32;
            pen.line(&arc(center, radius, radius, from, from + length), Hair);
        }
    }
    pen.drum(center, 0.21, Light, Line);
    let spout = pen.circle(center, 0.1);
    pen.shape(&spout, Water, Fine);
    let drop = pen.circle(center, 0.03);
    pen.ink(&drop);
}
