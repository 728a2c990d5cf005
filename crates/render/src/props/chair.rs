//! The chair.

use crate::pen::Weight::{Hair, Line};
use crate::pen::{Pen, blunt};
use crate::scene::{Path, pt};
use crate::style::Material::Wood;

/// A seat with its back to the north.
pub(super) fn draw(pen: &mut Pen<'_>) {
    let seat = [pt(0.28, 0.26), pt(0.71, 0.26), pt(0.73, 0.76), pt(0.26, 0.76)].map(|p| pen.near(p, 0.01));
    pen.standing(&blunt(&seat, 0.12), Wood, Line);
    for x in [0.42, 0.57] {
        let joint = pen.ruled(pt(x, 0.34), pt(x, 0.73));
        pen.line(&joint, Hair);
    }
    // The back is a slightly curved board.
    let mut back = Path::new();
    back.move_to(pt(0.2, 0.23)).quad_to(pt(0.495, 0.1), pt(0.79, 0.23)).line_to(pt(0.77, 0.34));
    back.quad_to(pt(0.495, 0.23), pt(0.22, 0.34)).close();
    pen.standing(&back, Wood, Line);
}
