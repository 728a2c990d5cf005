//! Plants: trees, bushes, mushrooms, reeds and cacti, seen from above.

use crate::pen::Weight::{Fine, Hair, Line};
use crate::pen::{Pen, arc, polar};
use crate::scene::{Path, Point, pt};
use crate::style::Material::{Cloth, Glow, Leaf, Light, Shade};

/// A broad crown of leaves.
pub(super) fn tree(pen: &mut Pen<'_>) {
    let center = pt(0.48, 0.48);
    let crown = leaves(pen, center, 0.33, 9);
    pen.standing(&crown, Leaf, Line);
    pen.lune(center, 0.27, pen.light(0.06) * -1.0, Shade);
    // Boughs within the crown, turned to the light.
    for (radius, count) in [(0.2, 5), (0.09, 2)] {
        let start = pen.between(0.0, 1.0);
        for i in 0..count {
            let at = polar(center, radius, start + (i as f32 + pen.between(-0.2, 0.2)) / count as f32);
            let turn = pen.between(0.45, 0.6);
            pen.line(&arc(at, 0.055, 0.055, turn, turn + 0.42), Fine);
        }
    }
}

/// Two or three low crowns.
pub(super) fn bush(pen: &mut Pen<'_>) {
    let start = pen.between(0.0, 1.0);
    let count = 2 + pen.rng.below(2);
    for i in 0..count {
        let radius = if i == 0 { 0.2 } else { pen.between(0.13, 0.17) };
        let center = polar(pt(0.49, 0.49), 0.17, start + i as f32 / count as f32);
        let crown = leaves(pen, center, radius, 6);
        pen.standing(&crown, Leaf, Fine);
        let turn = pen.between(0.45, 0.6);
        pen.line(&arc(center, radius * 0.4, radius * 0.4, turn, turn + 0.4), Hair);
    }
}

/// Returns an outline with this many lobes around the middle, all within the radius.
fn leaves(pen: &mut Pen<'_>, center: Point, radius: f32, lobes: u32) -> Path {
    let start = pen.between(0.0, 1.0);
    let turns: Vec<f32> = (0..lobes).map(|i| start + (i as f32 + pen.between(-0.16, 0.16)) / lobes as f32).collect();
    let notch = |turn: f32| polar(center, radius * 0.8, turn);
    let mut path = Path::new();
    path.move_to(notch(turns[0]));
    for (i, &turn) in turns.iter().enumerate() {
        let next = turns.get(i + 1).copied().unwrap_or(turns[0] + 1.0);
        let out = radius * pen.between(1.1, 1.2);
        path.quad_to(polar(center, out, (turn + next) / 2.0), notch(next));
    }
    path.close();
    path
}

/// Three caps with spots.
pub(super) fn mushrooms(pen: &mut Pen<'_>) {
    let start = pen.between(0.0, 1.0);
    for (i, radius) in [0.11, 0.14, 0.18].into_iter().enumerate() {
        let turn = start + (i as f32 + pen.between(-0.1, 0.1)) / 3.0;
        let center = polar(pt(0.48, 0.48), 0.21, turn);
        let cap = pen.circle(center, radius);
        pen.standing(&cap, Cloth, Fine);
        let spin = pen.between(0.0, 1.0);
        for spot in 0..3 {
            let at = polar(center, radius * 0.52, spin + spot as f32 / 3.0);
            pen.shape(&Path::circle(at, radius * 0.2), Light, Hair);
        }
        pen.shape(&Path::circle(center, radius * 0.18), Light, Hair);
    }
}

/// Blades leaning to all sides, some of them with a head.
pub(super) fn reeds(pen: &mut Pen<'_>) {
    let start = pen.between(0.0, 1.0);
    for i in 0..9 {
        let turn = start + (i as f32 + pen.between(-0.25, 0.25)) / 9.0;
        let root = polar(pt(0.5, 0.5), pen.between(0.03, 0.09), turn);
        let tip = polar(pt(0.5, 0.5), pen.between(0.26, 0.38), turn);
        let bend = root.toward(tip, 0.55) + (tip - root).right() * pen.between(-0.22, 0.22);
        let mut blade = Path::new();
        blade.move_to(root).quad_to(bend, tip);
        pen.line(&blade, Fine);
        if i % 3 == 0 {
            pen.ink(&Path::circle(tip, 0.04));
        }
    }
}

/// A round cactus with ribs, spines and a flower.
pub(super) fn cactus(pen: &mut Pen<'_>) {
    let center = pt(0.49, 0.49);
    let start = pen.between(0.0, 1.0);
    for i in 0..12 {
        let turn = start + (i as f32 + 0.5) / 12.0;
        let spine = Path::polyline(&[polar(center, 0.27, turn), polar(center, pen.between(0.34, 0.38), turn)]);
        pen.line(&spine, Fine);
    }
    pen.drum(center, 0.28, Leaf, Line);
    for i in 0..12 {
        let rib = pen.ruled(polar(center, 0.1, start + i as f32 / 12.0), polar(center, 0.26, start + i as f32 / 12.0));
        pen.line(&rib, Hair);
    }
    let flower = pen.circle(center, 0.07);
    pen.shape(&flower, Glow, Fine);
}
