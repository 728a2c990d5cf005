//! Crystals and stalagmites of caves.

use crate::pen::Weight::{Fine, Hair, Line};
use crate::pen::{Pen, polar};
use crate::scene::{Path, Point, pt};
use crate::style::Material::{Light, Stone, Water};

/// Crystals leaning away from each other.
pub(super) fn crystals(pen: &mut Pen<'_>) {
    let middle = pt(0.48, 0.48);
    let start = pen.between(0.0, 1.0);
    for (i, length) in [0.3, 0.36, 0.27, 0.35, 0.3].into_iter().enumerate() {
        let turn = start + (i as f32 + pen.between(-0.15, 0.15)) / 5.0;
        prism(pen, middle, length, turn);
    }
    // One upright crystal in front of the others.
    let spin = pen.between(0.0, 1.0);
    let corners: Vec<Point> = (0..6).map(|i| polar(middle, 0.115, spin + i as f32 / 6.0)).collect();
    let top = pen.polygon(&corners);
    pen.shape(&top, Light, Fine);
    for i in [0, 2, 4] {
        let edge = pen.ruled(middle, corners[i]);
        pen.line(&edge, Hair);
    }
}

/// A crystal leaning outward, with one of its two faces in the light.
fn prism(pen: &mut Pen<'_>, from: Point, length: f32, turn: f32) {
    let tip = polar(from, length, turn);
    let along = (tip - from) * (1.0 / length);
    let (broad, shoulder) = (0.085, from + along * (length * 0.66));
    let side = along.right() * broad;
    let outline = [from - side * 0.6, shoulder - side, tip, shoulder + side, from + side * 0.6];
    let body = pen.polygon(&outline);
    pen.standing(&body, Water, Fine);
    pen.fill(&Path::polygon(&[from, shoulder - side * 0.8, tip.toward(from, 0.06), shoulder]), Light);
    let ridge = pen.ruled(from, tip);
    pen.line(&ridge, Hair);
}

/// Three cones of stone, the largest with a drop on its peak.
pub(super) fn stalagmites(pen: &mut Pen<'_>) {
    let start = pen.between(0.0, 1.0);
    for (i, radius) in [0.12, 0.15, 0.22].into_iter().enumerate() {
        let center = polar(pt(0.48, 0.48), 0.3 - radius * 0.75, start + (i as f32 + pen.between(-0.08, 0.08)) / 3.0);
        let foot = pen.stone(center, radius);
        pen.standing(&foot, Stone, if radius > 0.2 { Line } else { Fine });
        let peak = center + pen.light(radius * 0.15);
        let spin = pen.between(0.0, 1.0);
        for ridge in 0..5 {
            let turn = spin + ridge as f32 / 5.0;
            let line = pen.ruled(polar(peak, radius * 0.32, turn), polar(center, radius * 0.72, turn));
            pen.line(&line, Hair);
        }
        let top = pen.circle(peak, radius * 0.26);
        pen.shape(&top, Light, Fine);
    }
}
