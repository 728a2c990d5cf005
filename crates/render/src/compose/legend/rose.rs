//! The compass rose: a star of eight points, with north at the top.

use super::Ink;
use crate::scene::{Group, Node, Path, Point, Stroke, pt};
use crate::text::{Anchor, Font};

/// Half the square root of two, for the diagonal points.
const DIAGONAL: f32 = std::f32::consts::FRAC_1_SQRT_2;

/// Draws a compass rose, including its letter, within this radius of the middle.
pub(super) fn draw(group: &mut Group, middle: Point, radius: f32, ink: &Ink, font: &mut Font) {
    let pen = |width: f32| Stroke::new(ink.line, width * radius);
    let size = radius * 0.42;
    // The letter is at the top; the star fills the space below it.
    let letter = font.digit_height(size) + 0.06 * radius;
    let reach = radius - letter / 2.0;
    let at = middle + pt(0.0, letter / 2.0);
    for share in [0.62, 0.55] {
        group.stroke(Path::circle(at, reach * share), pen(0.02));
    }
    let directions = [pt(0.0, -1.0), pt(1.0, 0.0), pt(0.0, 1.0), pt(-1.0, 0.0)];
    let between = directions.map(|direction| (direction + direction.right()) * DIAGONAL);
    for (directions, long, broad) in [(between, 0.66, 0.15), (directions, 1.0, 0.2)] {
        for direction in directions {
            let tip = at + direction * (reach * long);
            // The sides of a point start halfway to its neighbours; one is dark, the other light.
            let side = |right: f32| at + (direction + direction.right() * right) * (reach * broad);
            for (side, fill) in [(side(-1.0), ink.paper), (side(1.0), ink.line)] {
                group.shape(Path::polygon(&[at, tip, side]), Some(fill), Some(pen(0.025)));
            }
        }
    }
    group.shape(Path::circle(at, reach * 0.07), Some(ink.paper), Some(pen(0.025)));
    let north = font.text("N", Anchor::Middle, middle - pt(0.0, radius - letter + 0.06 * radius), size, ink.text);
    group.nodes.push(Node::Text(north));
}
