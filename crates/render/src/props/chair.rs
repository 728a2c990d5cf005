//! The chair.

use crate::pen::Weight::{Fine, Line};
use crate::pen::{Pen, blunt};
use crate::scene::{Path, pt};
use crate::style::Material::Wood;

/// A seat with its back to the north.
pub(super) fn draw(pen: &mut Pen<'_>) {
    let seat = [pt(0.27, 0.27), pt(0.73, 0.27), pt(0.7, 0.74), pt(0.3, 0.74)].map(|p| pen.near(p, 0.01));
    pen.standing(&blunt(&seat, 0.18), Wood, Line);
    let inset: Vec<_> = seat.iter().map(|&p| pt(0.5, 0.53).toward(p, 0.66)).collect();
    pen.line(&blunt(&inset, 0.2), Fine);
    // The back is a bent board, which holds whoever sits there.
    let mut back = Path::new();
    back.move_to(pt(0.21, 0.38)).cubic_to(pt(0.2, 0.12), pt(0.36, 0.13), pt(0.5, 0.13));
    back.cubic_to(pt(0.64, 0.13), pt(0.8, 0.12), pt(0.79, 0.38)).line_to(pt(0.69, 0.38));
    back.cubic_to(pt(0.69, 0.25), pt(0.64, 0.25), pt(0.5, 0.25));
    back.cubic_to(pt(0.36, 0.25), pt(0.31, 0.25), pt(0.31, 0.38)).close();
    pen.standing(&back, Wood, Line);
}
