//! A banner.

use crate::pen::Pen;
use crate::pen::Weight::{Fine, Line};
use crate::scene::pt;
use crate::style::Material::{Cloth, Gold};

/// A cloth with two tails on a rod at the wall, folded down to be seen.
pub(super) fn draw(pen: &mut Pen<'_>) {
    let cloth = [(0.26, 0.12), (0.74, 0.12), (0.74, 0.74), (0.5, 0.6), (0.26, 0.74)].map(|(x, y)| pt(x, y));
    let cloth = pen.polygon(&cloth);
    pen.standing(&cloth, Cloth, Fine);
    let middle = pt(0.5, pen.between(0.34, 0.37));
    let arms = [(0.0, -0.13), (0.1, 0.0), (0.0, 0.13), (-0.1, 0.0)].map(|(x, y)| middle + pt(x, y));
    let arms = pen.polygon(&arms);
    pen.shape(&arms, Gold, Fine);
    let rod = pen.ruled(pt(0.18, 0.11), pt(0.82, 0.11));
    pen.line(&rod, Line);
}
