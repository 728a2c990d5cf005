//! Barrels.

use crate::pen::Weight::{Fine, Hair, Line};
use crate::pen::{Pen, polar};
use crate::scene::{Point, pt};
use crate::style::Material::{Metal, Wood};

/// Three barrels of three sizes, seen from above.
pub(super) fn draw(pen: &mut Pen<'_>) {
    // Around the middle, so that they touch; the order of their sizes is turned at random.
    let start = pen.between(0.0, 1.0);
    let places = [(0.225, 0.0, 0.2), (0.2, 0.36, 0.225), (0.18, 0.69, 0.24)];
    for (radius, turn, off) in places {
        barrel(pen, polar(pt(0.49, 0.49), off, start + turn), radius - 0.025);
    }
}

fn barrel(pen: &mut Pen<'_>, center: Point, radius: f32) {
    let hoop = pen.circle(center, radius);
    pen.standing(&hoop, Metal, Line);
    let inner = radius - 0.06;
    let lid = pen.circle(center, inner);
    pen.shape(&lid, Wood, Fine);
    let along = polar(pt(0.0, 0.0), 1.0, pen.between(0.0, 0.5));
    for off in [-0.35, 0.35_f32] {
        let half = inner * (1.0 - off * off).sqrt() * 0.92;
        let middle = center + along.right() * (off * inner);
        let joint = pen.ruled(middle - along * half, middle + along * half);
        pen.line(&joint, Hair);
    }
}
