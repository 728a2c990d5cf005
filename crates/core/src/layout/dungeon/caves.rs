//! Caverns: rooms without straight walls, and rough passages.

use super::network::Link;
use super::occupancy::{BLOCKED, DOOR, MARGIN, NOBODY, Occupancy, ROOM};
use super::orbit::Group;
use super::placement::{Form, Site};
use crate::base::grid::{Dir, Pos, Rect};
use crate::base::tile::Tile;
use crate::map::{CellSet, Map, Shape};
use crate::spatial::value_noise::ValueNoise;

/// Returns the shapes of all rooms. Rooms that are images of each other get shapes that are images
/// too.
pub(super) fn shapes(group: Group, sites: &[Site], grain: &ValueNoise) -> Vec<Shape> {
    // The first room of an orbit is the pattern for the others.
    let mut patterns: Vec<Option<CellSet>> = vec![None; sites.iter().map(|site| site.orbit + 1).max().unwrap_or(0)];
    let mut shapes = Vec::with_capacity(sites.len());
    for site in sites {
        shapes.push(match site.form {
            Form::Straight => Shape::Rect(site.rect),
            Form::Round => Shape::Circle(site.rect),
            Form::Cave => {
                let pattern = patterns[site.orbit].get_or_insert_with(|| cave(site.rect, grain));
                Shape::Cells(Box::new(if site.free { pattern.clone() } else { image(group, pattern, site.rect) }))
            }
        });
    }
    shapes
}

/// Returns a ragged cave that touches the middle of each side of the rectangle.
fn cave(rect: Rect, grain: &ValueNoise) -> CellSet {
    let middle = rect.center();
    let (width, height) = (i64::from(rect.width), i64::from(rect.height));
    let inside = |pos: Pos| {
        let (dx, dy) = (i64::from(pos.x - middle.x) * 2, i64::from(pos.y - middle.y) * 2);
        let away = (dx * dx * 1024 / (width * width)) + (dy * dy * 1024 / (height * height));
        pos.x == middle.x || pos.y == middle.y || away < 420 + i64::from(grain.at(pos)) * 3
    };
    let cells = CellSet::filtered(rect.positions(), inside).and_then(|cells| cells.largest_piece());
    cells.expect("the middle row is one piece")
}

/// Applies every movement that maps the pattern to this rectangle: more than one where the
/// rectangle is its own image.
fn image(group: Group, pattern: &CellSet, rect: Rect) -> CellSet {
    let turns = group.turns.iter().filter(|&&turn| group.rect(turn, pattern.bounds()) == rect);
    let cells = turns.flat_map(|&turn| pattern.positions().map(move |pos| group.pos(turn, pos)));
    CellSet::filtered(cells, |_| true).unwrap_or_else(|| pattern.clone())
}

/// Removes rock beside passages here and there, equally at all images, where it touches nothing
/// else.
pub(super) fn roughen(group: Group, links: &[Link], occupancy: &Occupancy, grain: &ValueNoise, map: &mut Map) {
    let mut taken: Vec<Pos> = Vec::new();
    for (name, link) in (0..).zip(links) {
        let line = &link.way.line;
        for &pos in line.iter().skip(2).rev().skip(2) {
            let around = Dir::ALL.into_iter().map(|dir| pos.step(dir));
            taken.extend(around.filter(|&near| is_rough(group, near, grain) && is_free(occupancy, name, near)));
        }
    }
    taken.sort_unstable();
    taken.dedup();
    let all = taken.clone();
    taken.retain(|&pos| group.turns.iter().all(|&turn| all.binary_search(&group.pos(turn, pos)).is_ok()));
    taken.into_iter().for_each(|pos| map.tiles[pos] = Tile::Floor);
}

/// Returns whether the rock crumbles here; equal at all images.
fn is_rough(group: Group, pos: Pos, grain: &ValueNoise) -> bool {
    if !group.area.contains(pos) {
        return false;
    }
    let first = group.turns.iter().map(|&turn| group.pos(turn, pos)).min().unwrap_or(pos);
    grain.at(first) > 135
}

/// Returns whether nothing is near but rock and the passage itself. Another passage must be far
/// enough away that rock stays between them when it is roughened too.
fn is_free(occupancy: &Occupancy, name: u32, pos: Pos) -> bool {
    let rock = |near: Pos| occupancy.at(near) & (ROOM | MARGIN | BLOCKED | DOOR) == 0;
    let own = |near: Pos| !occupancy.size.contains(near) || [name, NOBODY].contains(&occupancy.owner(near));
    let around = |reach: i32| Rect::new(pos.x - reach, pos.y - reach, 2 * reach + 1, 2 * reach + 1).positions();
    around(1).all(rock) && around(2).all(own)
}
