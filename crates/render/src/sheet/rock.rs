//! Walls: rock with hatching and a line along open sides.

use super::blob::ALL_SIDES;
use super::outline::{Blob, OutlineLook, distance_to_others, near_others};
use crate::geometry::hatch;
use crate::scene::{Group, Node, Path, Point, Stroke};
use crate::style::Style;
use mapwright::Seed;

/// Largest distance of hatching from open cells. A tile sees no cells farther away.
const MAX_REACH: f32 = 0.96;

/// Strokes of the hatching of one tile, which continue on the next one.
pub(super) struct Hatching(Vec<([Point; 2], f32)>);

impl Hatching {
    pub(super) fn of(style: &Style, seed: Seed) -> Hatching {
        Hatching(hatch::tile_strokes(&style.hatch, seed))
    }
}

/// Draws a wall among other walls.
pub(super) fn draw(style: &Style, hatching: &Hatching, mask: u8, group: &mut Group) {
    let (colors, walls) = (&style.colors, &style.walls);
    let tile = Path::rect(0.0, 0.0, 1.0, 1.0);
    if mask == ALL_SIDES {
        group.fill(tile, colors.paper);
        return;
    }
    group.fill(tile, colors.floor);
    let by_hand = walls.wobble > 0.0;
    let inset = walls.width / 2.0;
    let look = OutlineLook { inset, radius: if by_hand { 0.1 } else { 0.0 }, sway: walls.wobble * 0.8 };
    let blob = Blob::new(mask, look);
    let mut rock = Group { clip: Some(blob.area.clone()), ..Group::default() };
    rock.fill(blob.area.clone(), colors.paper);
    if style.hatch.reach > 0.0 {
        for (share, strength) in [(0.55, 0.3), (0.34, 0.3)] {
            rock.fill(near_others(mask, style.hatch.reach * share), colors.hatch_ground.faded(strength));
        }
        let reach = style.hatch.reach.min(MAX_REACH);
        let is_near = |([a, b], bold): &&([Point; 2], f32)| {
            clipped(*a, *b).is_some_and(|middle| distance_to_others(mask, middle) < reach * bold)
        };
        let strokes = hatching.0.iter().filter(is_near).map(|(ends, _)| *ends).collect();
        rock.lines(strokes, Stroke::new(colors.hatch, style.hatch.width));
    }
    if style.shadow.reach > 0.0 {
        let by = Point { x: 0.3 * style.shadow.reach, y: 0.3 * style.shadow.reach };
        for step in 1..=3 {
            let reach = style.shadow.reach * step as f32 / 3.0;
            rock.fill(near_others(mask, reach).mapped(|p| p + by), colors.shadow.faded(0.8));
        }
    }
    group.nodes.push(Node::Group(rock));
    group.stroke(blob.edges, Stroke::new(colors.wall, walls.width));
}

/// Returns the middle of the part of a line that lies in the tile.
fn clipped(a: Point, b: Point) -> Option<Point> {
    let (mut low, mut high) = (0.0f32, 1.0f32);
    for (from, to) in [(a.x, b.x), (a.y, b.y)] {
        let run = to - from;
        if run.abs() < 1e-6 {
            if !(0.0..=1.0).contains(&from) {
                return None;
            }
            continue;
        }
        let (enter, leave) = ((0.0 - from) / run, (1.0 - from) / run);
        (low, high) = (low.max(enter.min(leave)), high.min(enter.max(leave)));
    }
    (low < high).then(|| a.toward(b, (low + high) / 2.0))
}
