//! The bookshelf.

use crate::pen::Pen;
use crate::pen::Weight::{Hair, Line};
use crate::scene::pt;
use crate::style::Material::{Cloth, Gold, Light, Metal, Shade, Wood};

/// Books of different widths between two boards along the wall, with one gap.
pub(super) fn draw(pen: &mut Pen<'_>) {
    let case = pen.rect(0.1, 0.1, 1.8, 0.42);
    pen.standing(&case, Wood, Line);
    let inside = pen.rect(0.16, 0.2, 1.68, 0.27);
    pen.fill(&inside, Shade);
    // Position of the missing book.
    let gap = pen.between(0.4, 1.6);
    let mut x = 0.17;
    while x < 1.74 {
        let width = pen.between(0.075, 0.13);
        let depth = pen.between(0.2, 0.265);
        let lean = if pen.rng.percent(10) { 0.06 } else { 0.0 };
        let material = *pen.rng.pick(&[Cloth, Cloth, Light, Light, Gold, Metal]).expect("not empty");
        let right = x + width + lean;
        if right > 1.83 {
            break;
        }
        if !(x..right).contains(&gap) {
            let book = [pt(x + lean, 0.2), pt(right, 0.2), pt(x + width, 0.2 + depth), pt(x, 0.2 + depth)];
            let book = pen.polygon(&book);
            pen.shape(&book, material, Hair);
        }
        x = right;
    }
    let front = pen.ruled(pt(0.12, 0.48), pt(1.88, 0.48));
    pen.line(&front, Hair);
}
