//! Doors.
//!
//! The cell of a door is a neck in the wall. It is passed along y, towards the side the door faces.
//! Kinds of doors differ in shape, never only in colour, so that they can be told apart in print.

use crate::pen::Weight::{Bold, Fine, Line};
use crate::pen::{Pen, blunt};
use crate::scene::{Path, Point, pt};
use crate::style::Material::{Dark, Gold, Light, Metal, Stone, Wood};
use mapwright::{DoorKind, DoorState};

/// Distance of the walls of the neck from the sides of the cell.
pub(crate) const JAMB: f32 = 0.16;

/// Start and end of a leaf along the neck.
const LEAF: (f32, f32) = (0.36, 0.64);
/// Distance of a leaf and its posts from the sides of the cell, inside the jambs.
const POST: f32 = 0.07;

/// Draws a door in its cell.
pub(crate) fn draw(pen: &mut Pen<'_>, kind: DoorKind, state: DoorState) {
    match (kind, state) {
        (DoorKind::Archway, _) => archway(pen, state),
        (DoorKind::Double, DoorState::Open) => {
            posts(pen);
            open_leaf(pen, Side::Left);
            open_leaf(pen, Side::Right);
        }
        (DoorKind::Double, _) => double(pen),
        (DoorKind::Secret, _) => secret(pen, state),
        (DoorKind::Portcullis, _) => portcullis(pen, state),
        (DoorKind::OneWay, DoorState::Open) => {
            open_door(pen);
            arrow(pen, pt(0.62, 0.42));
        }
        (DoorKind::OneWay, _) => {
            leaf(pen, POST, 1.0 - POST);
            arrow(pen, pt(0.5, LEAF.1 + 0.03));
        }
        (DoorKind::Barred, DoorState::Open) => {
            open_door(pen);
            // The bar leans beside the passage.
            let bar = pen.rect(0.61, 0.62, 0.12, 0.3);
            pen.shape(&bar, Metal, Line);
        }
        (DoorKind::Barred, _) => {
            leaf(pen, POST, 1.0 - POST);
            bar(pen);
        }
        (_, DoorState::Open) => open_door(pen),
        _ => leaf(pen, POST, 1.0 - POST),
    }
    if state == DoorState::Locked {
        // Beside the part that shows the kind: the letter, the gap between two leaves, the bars.
        match kind {
            DoorKind::Secret => lock(pen, pt(0.69, 0.5), 0.12),
            DoorKind::Portcullis => lock(pen, pt(0.5, 0.5), 0.12),
            DoorKind::Double => lock(pen, pt(0.71, 0.5), 0.15),
            _ => lock(pen, pt(0.5, 0.5), 0.17),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Left,
    Right,
}

/// Draws a leaf across the neck.
fn leaf(pen: &mut Pen<'_>, left: f32, right: f32) {
    let path = pen.rect(left, LEAF.0, right - left, LEAF.1 - LEAF.0);
    pen.shape(&path, Wood, Bold);
}

/// Draws two leaves that meet in the middle, each with a ring.
fn double(pen: &mut Pen<'_>) {
    leaf(pen, POST, 0.5);
    leaf(pen, 0.5, 1.0 - POST);
    for x in [0.41, 0.59] {
        let ring = pen.circle(pt(x, 0.5), 0.03);
        pen.ink(&ring);
    }
}

/// Draws the posts that leaves hang on.
fn posts(pen: &mut Pen<'_>) {
    for x in [POST, 1.0 - POST - 0.16] {
        let post = pen.rect(x, LEAF.0, 0.16, LEAF.1 - LEAF.0);
        pen.shape(&post, Wood, Bold);
    }
}

/// Draws the posts and a leaf that is open along the left jamb.
fn open_door(pen: &mut Pen<'_>) {
    posts(pen);
    open_leaf(pen, Side::Left);
}

/// Draws a leaf that stands ajar, so that it is visible beside the wall.
fn open_leaf(pen: &mut Pen<'_>, side: Side) {
    let leaf = [(0.2, 0.52), (0.31, 0.47), (0.45, 0.85), (0.34, 0.9)];
    let leaf = leaf.map(|(x, y)| if side == Side::Left { pt(x, y) } else { pt(1.0 - x, y) });
    let leaf = pen.polygon(&leaf);
    pen.standing(&leaf, Wood, Line);
}

/// Draws two piers, with a dashed line between them unless the archway is open.
fn archway(pen: &mut Pen<'_>, state: DoorState) {
    for x in [POST, 1.0 - POST - 0.2] {
        let pier = [pt(x, 0.3), pt(x + 0.2, 0.3), pt(x + 0.2, 0.7), pt(x, 0.7)].map(|p| pen.near(p, 0.004));
        pen.shape(&blunt(&pier, 0.14), Stone, Bold);
    }
    if state != DoorState::Open {
        for i in 0..3 {
            let x = 0.34 + 0.13 * i as f32;
            let dash = pen.ruled(pt(x, 0.5), pt(x + 0.06, 0.5));
            pen.line(&dash, Line);
        }
    }
}

/// Draws an S in a piece of wall; it stays upright in every direction.
fn secret(pen: &mut Pen<'_>, state: DoorState) {
    if state == DoorState::Open {
        for x in [POST, 1.0 - POST - 0.16] {
            let stub = pen.rect(x, 0.22, 0.16, 0.56);
            pen.shape(&stub, Stone, Bold);
        }
        letter_s(pen, pt(0.5, 0.5), 0.5);
        return;
    }
    let wall = pen.rect(0.1, 0.2, 0.8, 0.6);
    pen.shape(&wall, Stone, Bold);
    let (x, height) = if state == DoorState::Locked { (0.34, 0.32) } else { (0.5, 0.42) };
    letter_s(pen, pt(x, 0.5), height);
}

fn letter_s(pen: &mut Pen<'_>, middle: Point, height: f32) {
    let at = |pen: &Pen<'_>, x: f32, y: f32| middle + pen.page(pt(x, y) * height);
    let mut path = Path::new();
    path.move_to(at(pen, 0.27, -0.32));
    path.cubic_to(at(pen, 0.18, -0.56), at(pen, -0.3, -0.56), at(pen, -0.29, -0.24));
    path.cubic_to(at(pen, -0.28, 0.06), at(pen, 0.3, -0.06), at(pen, 0.3, 0.24));
    path.cubic_to(at(pen, 0.3, 0.56), at(pen, -0.2, 0.56), at(pen, -0.29, 0.3));
    pen.line(&path, Bold);
}

/// Draws the bars seen from above: dark if they block the passage, hollow and without their beam if
/// they are raised.
fn portcullis(pen: &mut Pen<'_>, state: DoorState) {
    posts(pen);
    if state != DoorState::Open {
        let beam = pen.rect(0.22, 0.43, 0.56, 0.14);
        pen.shape(&beam, Light, Fine);
    }
    for i in 0..4 {
        let bar = Path::circle(pt(0.29 + 0.14 * i as f32, 0.5), 0.05);
        if state == DoorState::Open {
            pen.shape(&bar, Light, Fine);
        } else {
            pen.ink(&bar);
        }
    }
}

/// Draws an arrow head in the direction of passage.
fn arrow(pen: &mut Pen<'_>, base: Point) {
    let head = pen.polygon(&[base + pt(-0.17, 0.0), base + pt(0.17, 0.0), base + pt(0.0, 0.27)]);
    pen.ink(&head);
}

/// Draws a bar in its two brackets, on the side the door faces.
fn bar(pen: &mut Pen<'_>) {
    let bar = pen.rect(0.1, 0.69, 0.8, 0.11);
    pen.standing(&bar, Metal, Line);
    for x in [0.26, 0.66] {
        let bracket = pen.rect(x, 0.64, 0.08, 0.2);
        pen.shape(&bracket, Dark, Fine);
    }
}

/// Draws an upright plate with a keyhole.
fn lock(pen: &mut Pen<'_>, at: Point, radius: f32) {
    let plate = pen.circle(at, radius);
    pen.shape(&plate, Gold, Line);
    let on_plate = |x: f32, y: f32| at + pen.page(pt(x, y) * radius);
    let slot = [on_plate(-0.13, -0.25), on_plate(0.13, -0.25), on_plate(0.32, 0.58), on_plate(-0.32, 0.58)];
    let hole = Path::circle(on_plate(0.0, -0.26), 0.3 * radius);
    pen.ink(&hole);
    pen.ink(&Path::polygon(&slot));
}
