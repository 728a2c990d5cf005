//! The throne.

use crate::pen::Weight::{Fine, Line};
use crate::pen::{Pen, blunt};
use crate::scene::pt;
use crate::style::Material::{Cloth, Gold, Stone};

/// A high back with a gem, two arms and a cushion.
pub(super) fn draw(pen: &mut Pen<'_>) {
    let seat = pen.rect(0.2, 0.24, 0.6, 0.56);
    pen.standing(&seat, Stone, Line);
    let cushion = [pt(0.32, 0.42), pt(0.67, 0.42), pt(0.67, 0.74), pt(0.32, 0.74)].map(|p| pen.near(p, 0.01));
    pen.shape(&blunt(&cushion, 0.2), Cloth, Fine);
    for x in [0.14, 0.72] {
        let arm = pen.rect(x, 0.34, 0.13, 0.54);
        pen.standing(&arm, Stone, Fine);
        let knob = pen.circle(pt(x + 0.065, 0.83), 0.045);
        pen.ink(&knob);
    }
    let back = [(0.1, 0.16), (0.3, 0.16), (0.5, 0.09), (0.7, 0.16), (0.9, 0.16), (0.9, 0.35), (0.1, 0.35)];
    let back = pen.polygon(&back.map(|(x, y)| pt(x, y)));
    pen.standing(&back, Stone, Line);
    let gem = pen.polygon(&[pt(0.5, 0.155), pt(0.57, 0.235), pt(0.5, 0.315), pt(0.43, 0.235)]);
    pen.shape(&gem, Cloth, Fine);
    for x in [0.2, 0.8] {
        let stud = pen.circle(pt(x, 0.255), 0.04);
        pen.shape(&stud, Gold, Fine);
    }
}
