//! The throne.

use crate::pen::Pen;
use crate::pen::Weight::{Fine, Line};
use crate::scene::pt;
use crate::style::Material::{Cloth, Gold, Stone};

/// A high back, two arms and a cushion.
pub(super) fn draw(pen: &mut Pen<'_>) {
    let seat = pen.rect(0.2, 0.18, 0.6, 0.62);
    pen.standing(&seat, Stone, Line);
    let cushion = pen.rect(0.33, 0.36, 0.34, 0.38);
    pen.shape(&cushion, Cloth, Fine);
    for x in [0.14, 0.7] {
        let arm = pen.rect(x, 0.3, 0.16, 0.48);
        pen.standing(&arm, Stone, Line);
        let knob = pen.circle(pt(x + 0.08, 0.78), 0.085);
        pen.shape(&knob, Gold, Fine);
    }
    let back = [(0.1, 0.14), (0.3, 0.12), (0.5, 0.1), (0.7, 0.12), (0.9, 0.14), (0.9, 0.34), (0.1, 0.34)];
    let back = pen.polygon(&back.map(|(x, y)| pt(x, y)));
    pen.standing(&back, Stone, Line);
    let gem = [pt(0.5, 0.15), pt(0.58, 0.23), pt(0.5, 0.31), pt(0.42, 0.23)];
    let gem = pen.polygon(&gem);
    pen.shape(&gem, Gold, Fine);
}
