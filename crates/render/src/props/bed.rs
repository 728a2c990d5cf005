//! The bed.

use crate::pen::Weight::{Fine, Hair, Line};
use crate::pen::{Pen, blunt};
use crate::scene::{Path, pt};
use crate::style::Material::{Cloth, Light, Wood};

/// A bed with its head to the north, roughly made.
pub(super) fn draw(pen: &mut Pen<'_>) {
    let frame = pen.rect(0.14, 0.12, 0.72, 1.74);
    pen.standing(&frame, Wood, Line);
    let sheet = pen.rect(0.2, 0.24, 0.6, 1.52);
    pen.shape(&sheet, Light, Fine);
    let pillow = [pt(0.27, 0.32), pt(0.73, 0.32), pt(0.73, 0.6), pt(0.27, 0.6)].map(|p| pen.near(p, 0.02));
    pen.shape(&blunt(&pillow, 0.22), Light, Fine);
    let dent = pen.ruled(pt(0.42, 0.46), pt(0.58, 0.45));
    pen.line(&dent, Hair);
    // The blanket, turned down at a slant.
    let (left, right) = (pen.between(0.72, 0.86), pen.between(0.72, 0.86));
    let blanket = pen.polygon(&[pt(0.16, left), pt(0.84, right), pt(0.84, 1.78), pt(0.16, 1.78)]);
    pen.shape(&blanket, Cloth, Line);
    let fold = pen.polygon(&[pt(0.16, left), pt(0.84, right), pt(0.84, right + 0.16), pt(0.16, left + 0.16)]);
    pen.shape(&fold, Light, Fine);
    for x in [0.34, 0.64] {
        let (x, top) = (x + pen.between(-0.04, 0.04), pen.between(1.2, 1.4));
        let bend = pen.between(-0.06, 0.06);
        let mut crease = Path::new();
        crease.move_to(pt(x, top)).quad_to(pt(x + bend, top + 0.15), pt(x + bend * 0.4, 1.7));
        pen.line(&crease, Hair);
    }
    let board = pen.rect(0.1, 0.1, 0.8, 0.12);
    pen.standing(&board, Wood, Line);
}
