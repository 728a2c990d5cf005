//! The statue.

use crate::pen::Pen;
use crate::pen::Weight::{Fine, Hair, Line};
use crate::scene::{Path, pt};
use crate::style::Material::{Light, Shade, Stone};

/// A winged figure on a plinth, from above.
pub(super) fn draw(pen: &mut Pen<'_>) {
    let plinth = pen.rect(0.12, 0.12, 0.75, 0.75);
    pen.standing(&plinth, Stone, Line);
    let edge = pen.rect(0.19, 0.19, 0.61, 0.61);
    pen.shape(&edge, Shade, Fine);
    for side in [-1.0, 1.0] {
        let at = |x: f32, y: f32| pt(0.495 + side * x, y);
        // A wing is swept back from the shoulder, and ends in three feathers.
        let mut wing = Path::new();
        wing.move_to(at(0.03, 0.56)).cubic_to(at(0.12, 0.58), at(0.27, 0.48), at(0.28, 0.25));
        wing.quad_to(at(0.22, 0.27), at(0.2, 0.33)).quad_to(at(0.18, 0.31), at(0.14, 0.38));
        wing.quad_to(at(0.11, 0.36), at(0.03, 0.46)).close();
        pen.shape(&wing, Light, Fine);
        let mut feather = Path::new();
        feather.move_to(at(0.08, 0.5)).quad_to(at(0.17, 0.46), at(0.2, 0.36));
        pen.line(&feather, Hair);
    }
    let body = Path::ellipse(pt(0.495, 0.59), 0.14, 0.11);
    pen.shape(&body, Light, Fine);
    let head = pen.circle(pt(0.495, 0.57), 0.08);
    pen.shape(&head, Light, Fine);
}
