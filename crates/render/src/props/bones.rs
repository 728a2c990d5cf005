//! Bones.

use crate::pen::Weight::Fine;
use crate::pen::{Pen, polar};
use crate::scene::{Path, Point, pt};
use crate::style::Material::Light;

/// A skull over two crossed bones.
pub(super) fn draw(pen: &mut Pen<'_>) {
    let middle = pt(0.5, 0.5);
    let turn = pen.between(0.0, 1.0);
    let spread = pen.between(0.17, 0.3);
    for by in [0.0, spread] {
        bone(pen, polar(middle, 0.33, turn + by), polar(middle, 0.33, turn + by + 0.5));
    }
    // Its face looks away from the bones, between two of their ends.
    let (along, aside) = {
        let face = polar(pt(0.0, 0.0), 1.0, turn + spread / 2.0 + 0.25);
        (face, face.right())
    };
    let center = middle - along * 0.05;
    let at = |x: f32, y: f32| center + aside * x + along * y;
    let mut skull = Path::new();
    skull.move_to(at(-0.09, 0.09)).cubic_to(at(-0.22, 0.05), at(-0.2, -0.21), at(0.0, -0.21));
    skull.cubic_to(at(0.2, -0.21), at(0.22, 0.05), at(0.09, 0.09));
    skull.line_to(at(0.08, 0.19)).line_to(at(-0.08, 0.19)).close();
    pen.shape(&skull, Light, Fine);
    for x in [-0.07, 0.07] {
        pen.ink(&Path::circle(at(x, -0.01), 0.042));
    }
}

fn bone(pen: &mut Pen<'_>, from: Point, to: Point) {
    let along = (to - from) * (1.0 / from.distance(to));
    let side = along.right() * 0.035;
    for (end, back) in [(from, 1.0), (to, -1.0)] {
        for out in [side, side * -1.0] {
            pen.shape(&Path::circle(end + out * 1.1, 0.05), Light, Fine);
        }
        pen.fill(&Path::circle(end + along * (0.02 * back), 0.04), Light);
    }
    let (from, to) = (from + along * 0.03, to - along * 0.03);
    let shaft = pen.polygon(&[from - side, to - side, to + side, from + side]);
    pen.shape(&shaft, Light, Fine);
}
