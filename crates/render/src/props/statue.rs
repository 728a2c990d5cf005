//! The statue.

use crate::pen::Pen;
use crate::pen::Weight::{Bold, Fine, Line};
use crate::scene::{Path, pt};
use crate::style::Material::{Light, Shade, Stone};

/// Somebody of stone on a plinth, from above: a cloak, a head, and a spear at the right hand.
pub(super) fn draw(pen: &mut Pen<'_>) {
    let plinth = pen.rect(0.13, 0.13, 0.73, 0.73);
    pen.standing(&plinth, Stone, Line);
    let edge = pen.rect(0.2, 0.2, 0.59, 0.59);
    pen.shape(&edge, Light, Fine);
    let mut cloak = Path::new();
    cloak.move_to(pt(0.25, 0.56)).cubic_to(pt(0.23, 0.38), pt(0.34, 0.28), pt(0.49, 0.28));
    cloak.cubic_to(pt(0.64, 0.28), pt(0.75, 0.38), pt(0.73, 0.56));
    cloak.cubic_to(pt(0.71, 0.68), pt(0.6, 0.62), pt(0.49, 0.62));
    cloak.cubic_to(pt(0.38, 0.62), pt(0.27, 0.68), pt(0.25, 0.56)).close();
    pen.shape(&cloak, Shade, Fine);
    let head = pen.circle(pt(0.49, 0.47), 0.115);
    pen.shape(&head, Light, Fine);
    let spear = pen.ruled(pt(0.29, 0.6), pt(0.29, 0.74));
    pen.line(&spear, Bold);
}
