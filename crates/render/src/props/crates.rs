//! Crates.

use crate::pen::Weight::{Fine, Line};
use crate::pen::{Pen, polar};
use crate::scene::{Point, pt};
use crate::style::Material::Wood;

/// Two or three boxes, placed carelessly.
pub(super) fn draw(pen: &mut Pen<'_>) {
    let turn = pen.between(-0.012, 0.012);
    container(pen, pt(0.37, 0.38), 0.25, turn, Lid::Braced);
    let turn = pen.between(-0.05, 0.05);
    let at = pen.near(pt(0.71, 0.7), 0.015);
    container(pen, at, 0.155, turn, Lid::Planks);
    if pen.rng.percent(60) {
        let turn = pen.between(-0.03, 0.03);
        container(pen, pt(0.3, 0.78), 0.1, turn, Lid::Planks);
    }
}

/// Lid of a box, inside its frame.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Lid {
    /// Two planks.
    Planks,
    /// A board from corner to corner.
    Braced,
}

/// A box with a frame around its lid.
fn container(pen: &mut Pen<'_>, center: Point, half: f32, turn: f32, lid: Lid) {
    let corners = |half: f32| {
        [0, 1, 2, 3].map(|i| polar(center, half * std::f32::consts::SQRT_2, turn + 0.125 + i as f32 * 0.25))
    };
    let outer = corners(half);
    let path = pen.polygon(&outer);
    pen.standing(&path, Wood, Line);
    let inner = corners(half - 0.075);
    let path = pen.polygon(&inner);
    pen.line(&path, Fine);
    if lid == Lid::Braced {
        let side = inner[1] - inner[0];
        let down = inner[3] - inner[0];
        let by = 0.2;
        let board = [
            inner[0],
            inner[0] + side * by,
            inner[2] - down * by,
            inner[2],
            inner[2] - side * by,
            inner[0] + down * by,
        ];
        let board = pen.polygon(&board);
        pen.shape(&board, Wood, Fine);
    } else {
        let joint = pen.ruled(inner[0].toward(inner[1], 0.5), inner[3].toward(inner[2], 0.5));
        pen.line(&joint, Fine);
    }
}
