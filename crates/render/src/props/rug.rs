//! The rug.

use crate::pen::Pen;
use crate::pen::Weight::{Fine, Hair, Line};
use crate::scene::pt;
use crate::style::Material::{Cloth, Gold, Light};

/// A rug with a border, a lozenge, and a fringe at both ends.
pub(super) fn draw(pen: &mut Pen<'_>) {
    for (from, to) in [(0.24, 0.12), (2.76, 2.88)] {
        for i in 0..17 {
            let x = 0.24 + 1.52 * i as f32 / 16.0;
            let end = pen.near(pt(x, to), 0.02);
            let thread = pen.ruled(pt(x, from), end);
            pen.line(&thread, Hair);
        }
    }
    let cloth = pen.rect(0.2, 0.24, 1.6, 2.52);
    pen.shape(&cloth, Cloth, Line);
    let border = pen.rect(0.32, 0.36, 1.36, 2.28);
    pen.shape(&border, Light, Fine);
    let field = pen.rect(0.46, 0.5, 1.08, 2.0);
    pen.shape(&field, Cloth, Fine);
    // Small squares on their points run along the border.
    for (x, y) in (0..5).map(|i| 0.39 + 1.22 * i as f32 / 4.0).flat_map(|x| [(x, 0.43), (x, 2.57)]) {
        stud(pen, x, y);
    }
    for (x, y) in (1..8).map(|i| 0.43 + 2.14 * i as f32 / 8.0).flat_map(|y| [(0.39, y), (1.61, y)]) {
        stud(pen, x, y);
    }
    for (by, material) in [(1.0, Light), (0.72, Gold), (0.4, Cloth)] {
        let (x, y) = (0.44 * by, 0.82 * by);
        let lozenge = pen.polygon(&[pt(1.0, 1.5 - y), pt(1.0 + x, 1.5), pt(1.0, 1.5 + y), pt(1.0 - x, 1.5)]);
        pen.shape(&lozenge, material, Fine);
    }
}

fn stud(pen: &mut Pen<'_>, x: f32, y: f32) {
    let r = 0.035;
    let path = pen.polygon(&[pt(x, y - r), pt(x + r, y), pt(x, y + r), pt(x - r, y)]);
    pen.ink(&path);
}
