//! Coffins, caskets and graves.

use crate::pen::Weight::{Fine, Hair, Line};
use crate::pen::{Pen, blunt};
use crate::scene::pt;
use crate::style::Material::{Light, Metal, Stone, Wood};

/// A wooden coffin, widest at the shoulders, with a cross on its lid.
pub(super) fn coffin(pen: &mut Pen<'_>) {
    // Half of the outline, from head to foot; the other half mirrors it.
    let outline = |by: f32| {
        let half = [(0.19 - by * 0.7, 0.14 + by), (0.33 - by, 0.62), (0.19 - by * 0.8, 1.86 - by)];
        let left = half.iter().map(|&(x, y)| pt(0.5 - x, y));
        let right = half.iter().rev().map(|&(x, y)| pt(0.5 + x, y));
        left.chain(right).collect::<Vec<_>>()
    };
    let box_ = pen.polygon(&outline(0.0));
    pen.standing(&box_, Wood, Line);
    let lid = pen.polygon(&outline(0.09));
    pen.line(&lid, Fine);
    let cross = [
        (0.46, 0.42),
        (0.54, 0.42),
        (0.54, 0.6),
        (0.66, 0.6),
        (0.66, 0.69),
        (0.54, 0.69),
        (0.54, 1.2),
        (0.46, 1.2),
        (0.46, 0.69),
        (0.34, 0.69),
        (0.34, 0.6),
        (0.46, 0.6),
    ];
    let cross = pen.polygon(&cross.map(|(x, y)| pt(x, y)));
    pen.shape(&cross, Metal, Fine);
}

/// A stone casket whose lid bears a sleeping figure.
pub(super) fn casket(pen: &mut Pen<'_>) {
    let corners = |by: f32| {
        [pt(0.16 + by, 0.12 + by), pt(0.84 - by, 0.12 + by), pt(0.84 - by, 1.86 - by), pt(0.16 + by, 1.86 - by)]
    };
    let (outer, inner) = (corners(0.0), corners(0.12));
    let chest = pen.polygon(&outer);
    pen.standing(&chest, Stone, Line);
    let lid = pen.polygon(&inner);
    pen.shape(&lid, Light, Fine);
    for (from, to) in inner.into_iter().zip(outer) {
        let edge = pen.ruled(from, to);
        pen.line(&edge, Fine);
    }
    let body = [(0.38, 0.66), (0.62, 0.66), (0.66, 0.8), (0.58, 1.6), (0.42, 1.6), (0.34, 0.8)];
    let body = pen.polygon(&body.map(|(x, y)| pt(x, y)));
    pen.shape(&body, Stone, Fine);
    let head = pen.circle(pt(0.5, 0.49), 0.11);
    pen.shape(&head, Stone, Fine);
    // A sword from the hands to the feet.
    let blade = pen.ruled(pt(0.5, 0.84), pt(0.5, 1.46));
    pen.line(&blade, Fine);
    let guard = pen.ruled(pt(0.42, 0.96), pt(0.58, 0.96));
    pen.line(&guard, Fine);
}

/// A headstone at the back, and the mound of the grave before it.
pub(super) fn gravestone(pen: &mut Pen<'_>) {
    let mound = blunt(&[pt(0.27, 0.3), pt(0.73, 0.3), pt(0.7, 0.88), pt(0.3, 0.88)], 0.2);
    pen.line(&mound, Fine);
    for (x, y) in [(0.4, 0.46), (0.58, 0.53), (0.44, 0.62), (0.6, 0.7), (0.42, 0.77)] {
        let from = pen.near(pt(x, y), 0.03);
        let clod = pen.ruled(from, from + pt(0.07, 0.02));
        pen.line(&clod, Hair);
    }
    let stone = pen.rect(0.2, 0.1, 0.6, 0.2);
    pen.standing(&stone, Stone, Line);
    let top = pen.rect(0.26, 0.14, 0.48, 0.1);
    pen.shape(&top, Light, Fine);
}
