//! The well.

use crate::pen::Weight::{Fine, Line};
use crate::pen::{Pen, arc, polar};
use crate::scene::pt;
use crate::style::Material::{Dark, Stone, Water};

/// A ring of stones around dark water.
pub(super) fn draw(pen: &mut Pen<'_>) {
    let center = pt(0.5, 0.5);
    pen.drum(center, 0.38, Stone, Line);
    let start = pen.between(0.0, 1.0);
    for i in 0..9 {
        let turn = start + (i as f32 + pen.between(-0.15, 0.15)) / 9.0;
        let joint = pen.ruled(polar(center, 0.25, turn), polar(center, 0.37, turn));
        pen.line(&joint, Fine);
    }
    let shaft = pen.circle(center, 0.245);
    pen.shape(&shaft, Water, Line);
    // The water is deep, so the shaft hides it on the side of the light.
    pen.lune(center, 0.235, pen.light(0.17), Dark);
    let turn = pen.between(0.0, 0.1);
    pen.line(&arc(center + pen.light(-0.05), 0.1, 0.1, turn - 0.1, turn + 0.22), Fine);
}
