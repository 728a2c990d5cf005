//! The chest.

use crate::pen::Weight::{Fine, Line};
use crate::pen::{Pen, blunt};
use crate::scene::{Path, pt};
use crate::style::Material::{Dark, Gold, Metal, Wood};

/// A chest with two iron bands; its lock is on its front.
pub(super) fn draw(pen: &mut Pen<'_>) {
    let lid = [pt(0.13, 0.25), pt(0.87, 0.25), pt(0.87, 0.76), pt(0.13, 0.76)].map(|p| pen.near(p, 0.008));
    pen.standing(&blunt(&lid, 0.1), Wood, Line);
    let ridge = pen.ruled(pt(0.15, 0.42), pt(0.85, 0.42));
    pen.line(&ridge, Fine);
    let edge = pen.ruled(pt(0.15, 0.62), pt(0.85, 0.62));
    pen.line(&edge, Fine);
    for x in [0.22, 0.68] {
        let band = pen.rect(x, 0.25, 0.1, 0.51);
        pen.shape(&band, Metal, Fine);
    }
    let plate = [pt(0.41, 0.54), pt(0.59, 0.54), pt(0.59, 0.8), pt(0.41, 0.8)];
    pen.shape(&blunt(&plate, 0.2), Gold, Fine);
    let hole = Path::circle(pt(0.5, 0.66), 0.04);
    pen.fill(&hole, Dark);
}
