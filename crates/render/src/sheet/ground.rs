//! Floor, water and bridges: opaque tiles of the ground.

use super::blob::ALL_SIDES;
use super::outline::{Blob, OutlineLook, distance_to_others, near_others, turn};
use crate::band::side;
use crate::fittings::bridge;
use crate::pen::Pen;
use crate::scene::{Group, Node, Path, Point, Stroke, pt};
use crate::style::{GridKind, Style};
use mapwright::{Dir, Seed};

/// Draws floor: a grid line to the tiles above and to the left, the shade of walls there, and the
/// marks of its variant.
pub(super) fn floor(style: &Style, variant: u32, shade: u8, group: &mut Group) {
    let colors = &style.colors;
    group.fill(Path::rect(0.0, 0.0, 1.0, 1.0), colors.floor);
    let reach = style.shadow.inside;
    if reach > 0.0 {
        let mut path = Path::new();
        if shade & side::N != 0 {
            path.append(&Path::rect(0.0, 0.0, 1.0, reach));
        }
        if shade & side::W != 0 {
            path.append(&Path::rect(0.0, 0.0, reach, 1.0));
        }
        if shade == side::NW {
            path.append(&Path::rect(0.0, 0.0, reach, reach));
        }
        group.fill(path, colors.floor_shade);
    }
    marks(style, variant, group);
    grid(style, shade, group);
}

fn grid(style: &Style, shade: u8, group: &mut Group) {
    let look = &style.grid;
    // Half a line, so that two tiles need no more than one between them.
    let at = look.width / 2.0;
    let line = |bit: u8, ends: [Point; 2]| (shade & bit == 0).then_some(ends);
    let lines = [line(side::N, [pt(0.0, at), pt(1.0, at)]), line(side::W, [pt(at, 0.0), pt(at, 1.0)])];
    let lines: Vec<[Point; 2]> = lines.into_iter().flatten().collect();
    match look.kind {
        GridKind::None => {}
        GridKind::Lines => group.lines(lines, Stroke::new(style.colors.grid, look.width).sharp()),
        GridKind::Dots => {
            for [from, to] in lines {
                for i in 0..8 {
                    let p = from.toward(to, (i as f32 + 0.5) / 8.0);
                    group.fill(Path::circle(p, look.width * 0.6), style.colors.grid);
                }
            }
        }
    }
}

/// Draws the marks that tell variants apart: grains, a crack, a worn slab.
fn marks(style: &Style, variant: u32, group: &mut Group) {
    let stroke = Stroke::new(style.colors.pattern, style.lines.fine * 0.9);
    let mut path = Path::new();
    match variant {
        0 => return,
        1 => {
            for (x, y) in [(0.3, 0.36), (0.38, 0.31), (0.68, 0.62), (0.61, 0.71), (0.72, 0.71), (0.34, 0.76)] {
                path.append(&Path::polyline(&[pt(x, y), pt(x + 0.012, y)]));
            }
        }
        2 => {
            let crack = [(0.24, 0.3), (0.37, 0.41), (0.42, 0.56), (0.57, 0.62), (0.66, 0.76)];
            path.append(&Path::polyline(&crack.map(|(x, y)| pt(x, y))));
            path.append(&Path::polyline(&[pt(0.42, 0.56), pt(0.33, 0.67)]));
            path.append(&Path::polyline(&[pt(0.57, 0.62), pt(0.7, 0.56)]));
        }
        _ => {
            for (x, y, r) in [(0.36, 0.38, 0.075), (0.64, 0.57, 0.1), (0.48, 0.74, 0.05)] {
                path.append(&Path::ellipse(pt(x, y), r, r * 0.72));
            }
        }
    }
    group.stroke(path, stroke);
}

/// Distance of deep water from the shore.
const DEEP: f32 = 0.62;

/// Draws water among other water.
pub(super) fn water(style: &Style, mask: u8, group: &mut Group) {
    let (colors, lines) = (&style.colors, &style.lines);
    group.fill(Path::rect(0.0, 0.0, 1.0, 1.0), colors.floor);
    let look = OutlineLook { inset: 0.07, radius: 0.26, sway: if style.walls.wobble > 0.0 { 0.035 } else { 0.0 } };
    let blob = Blob::new(mask, look);
    if style.water.fill {
        let mut wet = Group { clip: Some(blob.area.clone()), ..Group::default() };
        wet.fill(blob.area.clone(), colors.water_deep);
        wet.fill(near_others(mask, DEEP), colors.water);
        group.nodes.push(Node::Group(wet));
    }
    ripples(style, mask, group);
    group.stroke(blob.edges, Stroke::new(colors.shore, lines.fine * 1.6));
}

/// Draws short lines that follow the shore on open sides.
fn ripples(style: &Style, mask: u8, group: &mut Group) {
    let stroke = Stroke::new(style.colors.ripple, style.lines.fine);
    for (quarter, bit) in [side::N, side::E, side::S, side::W].into_iter().enumerate() {
        if mask & bit != 0 {
            continue;
        }
        for ripple in 0..style.water.ripples {
            let (y, half) = (0.26 + 0.17 * ripple as f32, 0.26 - 0.11 * ripple as f32);
            let shift = if ripple % 2 == 0 { -0.05 } else { 0.09 };
            let points = [-1.0, -0.5, 0.0, 0.5, 1.0].map(|t| {
                let p = pt(0.5 + shift + t * half, y + 0.018 * (1.0 - t * t));
                turn(p, quarter)
            });
            // Not in the reach of another shore, where the lines would cross.
            let free = points.iter().all(|p| distance_to_others(mask, *p) > y - 0.06);
            if free && (ripple == 0 || mask != 0) {
                group.stroke(Path::polyline(&points), stroke);
            }
        }
    }
}

/// Draws open water with waves.
pub(super) fn waves(style: &Style, group: &mut Group) {
    water(style, ALL_SIDES, group);
    let stroke = Stroke::new(style.colors.ripple, style.lines.fine);
    for (x, y) in [(0.2, 0.38), (0.48, 0.66)] {
        let mut path = Path::new();
        path.move_to(pt(x, y));
        for i in 0..3 {
            let from = x + 0.11 * i as f32;
            let up = if i % 2 == 0 { -0.06 } else { 0.06 };
            path.quad_to(pt(from + 0.055, y + up), pt(from + 0.11, y));
        }
        group.stroke(path, stroke);
    }
}

/// Draws a piece of a bridge that continues at both ends, over water.
pub(super) fn bridge(style: &Style, line: Dir, group: &mut Group) {
    let color = if style.water.fill { style.colors.water } else { style.colors.floor };
    group.fill(Path::rect(0.0, 0.0, 1.0, 1.0), color);
    // The middle of three squares has no ends.
    let at = if line == Dir::South { pt(0.0, -1.0) } else { pt(-1.0, 0.0) };
    bridge::draw(&mut Pen::new(style, group, (1.0, 3.0), at, line, Seed::new(3)));
}
