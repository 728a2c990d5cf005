//! The statue.

use crate::pen::Pen;
use crate::pen::Weight::{Bold, Fine, Line};
use crate::scene::{Path, pt};
use crate::style::Material::{Light, Shade, Stone};

/// Somebody of stone on a plinth, from above: shoulders, head, and a sword held before them.
pub(super) fn draw(pen: &mut Pen<'_>) {
    let plinth = pen.rect(0.15, 0.15, 0.7, 0.7);
    pen.standing(&plinth, Stone, Line);
    let edge = pen.rect(0.22, 0.22, 0.56, 0.56);
    pen.shape(&edge, Shade, Fine);
    let blade = pen.ruled(pt(0.5, 0.5), pt(0.5, 0.76));
    pen.line(&blade, Bold);
    let mut shoulders = Path::new();
    shoulders.move_to(pt(0.28, 0.52)).cubic_to(pt(0.26, 0.34), pt(0.4, 0.3), pt(0.5, 0.3));
    shoulders.cubic_to(pt(0.6, 0.3), pt(0.74, 0.34), pt(0.72, 0.52)).quad_to(pt(0.7, 0.6), pt(0.62, 0.57));
    shoulders.quad_to(pt(0.5, 0.5), pt(0.38, 0.57)).quad_to(pt(0.3, 0.6), pt(0.28, 0.52)).close();
    pen.shape(&shoulders, Light, Fine);
    let head = pen.circle(pt(0.5, 0.42), 0.105);
    pen.shape(&head, Light, Fine);
    let guard = pen.ruled(pt(0.42, 0.63), pt(0.58, 0.63));
    pen.line(&guard, Line);
}
