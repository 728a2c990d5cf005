//! The chair.

use crate::pen::Weight::{Fine, Line};
use crate::pen::{Pen, blunt};
use crate::scene::pt;
use crate::style::Material::Wood;

/// A seat with its back to the north.
pub(super) fn draw(pen: &mut Pen<'_>) {
    let seat = [pt(0.31, 0.3), pt(0.69, 0.3), pt(0.73, 0.76), pt(0.27, 0.76)].map(|p| pen.near(p, 0.01));
    pen.standing(&blunt(&seat, 0.16), Wood, Line);
    for x in [0.43, 0.57] {
        let joint = pen.ruled(pt(x, 0.4), pt(x, 0.72));
        pen.line(&joint, Fine);
    }
    let back = [pt(0.22, 0.2), pt(0.5, 0.15), pt(0.78, 0.2), pt(0.78, 0.33), pt(0.5, 0.29), pt(0.22, 0.33)];
    let back = pen.polygon(&back);
    pen.standing(&back, Wood, Line);
}
