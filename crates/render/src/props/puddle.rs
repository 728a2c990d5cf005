//! A puddle.

use crate::pen::Weight::Fine;
use crate::pen::{Pen, arc, blunt, polar};
use crate::scene::{Point, pt};
use crate::style::Material::Water;

/// Still water, with a ring where a drop fell.
pub(super) fn draw(pen: &mut Pen<'_>) {
    let middle = pt(0.5, 0.5);
    let start = pen.between(0.0, 1.0);
    let shore: Vec<Point> = (0..8)
        .map(|i| polar(middle, pen.between(0.27, 0.41), start + (i as f32 + pen.between(-0.15, 0.15)) / 8.0))
        .collect();
    pen.shape(&blunt(&shore, 0.45), Water, Fine);
    let drop = pen.near(middle, 0.05);
    for radius in [0.07, 0.15] {
        let (turn, length) = (pen.between(0.0, 1.0), pen.between(0.5, 0.75));
        pen.line(&arc(drop, radius, radius * 0.8, turn, turn + length), Fine);
    }
}
