//! The trap.

use crate::pen::Pen;
use crate::pen::Weight::{Fine, Line};
use crate::scene::{Path, Point, pt};
use crate::style::Material::{Light, Shade};

/// A plate in the floor with a T that stays upright in every direction.
pub(super) fn draw(pen: &mut Pen<'_>) {
    let middle = pt(0.5, 0.5);
    let upright: Vec<Point> =
        [(-0.26, -0.26), (0.26, -0.26), (0.26, 0.26), (-0.26, 0.26)].map(|(x, y)| middle + pen.page(pt(x, y))).to_vec();
    pen.shape(&Path::polygon(&upright), Shade, Line);
    let plate: Vec<Point> = upright.iter().map(|&p| middle.toward(p, 0.76)).collect();
    pen.shape(&Path::polygon(&plate), Light, Fine);
    let letter = [
        (-0.13, -0.14),
        (0.13, -0.14),
        (0.13, -0.06),
        (0.04, -0.06),
        (0.04, 0.14),
        (-0.04, 0.14),
        (-0.04, -0.06),
        (-0.13, -0.06),
    ];
    let letter = letter.map(|(x, y)| middle + pen.page(pt(x, y)));
    pen.ink(&Path::polygon(&letter));
}
