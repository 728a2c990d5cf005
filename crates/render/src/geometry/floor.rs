//! [`Floor`]: the exact outline of the floor, divided at closed doors.

use super::area::Area;
use super::contour::thinned;
use super::natural;
use super::opening::Opening;
use super::wobble::Wobble;
use crate::band;
use crate::fittings::door::JAMB;
use crate::props;
use crate::scene::{Path, Point, pt};
use crate::style::{Smooth, Walls};
use mapwright::{
    BitGrid, Decoration, Dir, EntityKind, Kind, Map, Passage, Pos, Rect, RoomId, Seed, Shape, Step, Tile, decor,
    outlines, registry,
};
use std::collections::BTreeSet;

/// Gap between the floors on both sides of a closed door, hidden by its leaf.
const GAP: f32 = 0.06;
/// Overlap of a doorway with the floors it joins, so that no gap is left.
const OVERLAP: f32 = 0.04;

/// The floor of a map: its exact area and its hand-drawn outline.
pub(crate) struct Floor {
    pub(crate) area: Area,
    pub(crate) path: Path,
    /// The outline with fewer points, for broad and soft strokes.
    pub(crate) soft: Path,
    pub(crate) openings: Vec<Opening>,
}

/// The floor in the cells of closed doors.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Doorways {
    /// Divided at the leaf.
    Divided,
    /// In one piece, as if all doors were open.
    Whole,
}

impl Floor {
    pub(crate) fn of(map: &Map, walls: &Walls, seed: Seed) -> Floor {
        let openings = Opening::all(map);
        let area = Floor::area(map, walls, seed, (&openings, Doorways::Divided));
        Floor { path: area.to_path(), soft: soft(&area), area, openings }
    }

    /// Returns the area of the floor with its hand-drawn outline.
    pub(crate) fn area(map: &Map, walls: &Walls, seed: Seed, (openings, doorways): (&[Opening], Doorways)) -> Area {
        let mut open = BitGrid::from_fn(map.size(), |pos| {
            let tile = map.tiles[pos];
            band::is_open(tile) && !tile.is_door()
        });
        let circles: Vec<Rect> = map.rooms.iter().filter_map(|room| circle(map, &room.shape)).collect();
        let mut lines = Vec::new();
        for &square in &circles {
            lines.push(ring(square));
            let shape = Shape::Circle(square);
            // Cells next to other open cells stay, so that corridors reach the round wall.
            let borders_other_floor = |pos: Pos| {
                Dir::ALL.into_iter().any(|dir| {
                    let beside = pos.step(dir);
                    !shape.contains(beside) && map.tiles.get(beside).is_some_and(|&tile| band::is_open(tile))
                })
            };
            shape.positions().filter(|&pos| !borders_other_floor(pos)).for_each(|pos| open.remove(pos));
        }
        // Obstacles in the middle of a circle are cut out with the rest.
        let smooth = match walls.smooth {
            Smooth::Auto if is_entirely_built(map) => Smooth::Never,
            other => other,
        };
        let fixed = FixedCorners::of(map, openings, smooth);
        lines.extend(fixed.lines(&outlines(&open), smooth));
        lines.extend(openings.iter().flat_map(|opening| doorway(opening, doorways)));
        let area = if circles.is_empty() && openings.is_empty() { Area { lines } } else { Area::united(&lines) };
        wobbled(&area, walls.wobble, Wobble::new(seed.child("walls")))
    }
}

/// Returns the square of a round room whose cells are all open.
fn circle(map: &Map, shape: &Shape) -> Option<Rect> {
    let Shape::Circle(square) = shape else { return None };
    let whole =
        shape.positions().all(|pos| map.tiles.get(pos).is_some_and(|&tile| band::is_open(tile) && !tile.is_door()));
    (whole && square.width == square.height && square.width > 1).then_some(*square)
}

/// Returns the circle in a square, clockwise.
fn ring(square: Rect) -> Vec<Point> {
    let radius = square.width as f32 / 2.0;
    let center = pt(square.x as f32 + radius, square.y as f32 + radius);
    // About two points per square of circumference.
    let count = (radius * 12.0) as usize;
    let angle = |i: usize| i as f32 / count as f32 * core::f32::consts::TAU;
    (0..count).map(|i| center + pt(libm::cosf(angle(i)), libm::sinf(angle(i))) * radius).collect()
}

/// Layouts that build: rooms, houses, mazes, mines. Their walls are straight, however often they
/// turn.
const BUILDERS: [&str; 10] =
    ["arena", "bsp", "bsp-interior", "digger", "house", "maze", "mining", "rogue", "rooms-corridors", "uniform"];
/// Steps that leave walls as they are, or build them too. Steps that only place things need no
/// entry.
const WALL_KEEPERS: [&str; 14] = [
    "border",
    "connect",
    "dead-ends",
    "doors",
    "fill-unreachable",
    "keep-largest",
    "lake",
    "loops",
    "mirror",
    "section",
    "vaults",
    "void",
    "widen",
    "zones",
];

/// Returns whether no step of the recipe makes caves.
fn is_entirely_built(map: &Map) -> bool {
    let Some(recipe) = &map.source.origin.recipe else { return false };
    let is_cavern = |step: &Step| step.with.get("archetype").is_some_and(|archetype| archetype == "cavern");
    let places = |id: &str| registry::find(registry::ALL, id).is_some_and(|entry| entry.kind == Kind::Place);
    recipe.running().all(|step| {
        let uses = step.uses.as_str();
        BUILDERS.contains(&uses)
            || WALL_KEEPERS.contains(&uses)
            || places(uses)
            || uses == "dungeon" && !is_cavern(step)
    })
}

/// Returns the floor in a door's square: one piece, or two if the door is closed and divides it.
fn doorway(opening: &Opening, doorways: Doorways) -> impl Iterator<Item = Vec<Point>> + use<> {
    let Opening { pos, facing, walls, .. } = *opening;
    // Facing south: the left hand is to the east.
    let (left, right) = (if walls[0] { JAMB } else { -OVERLAP }, if walls[1] { JAMB } else { -OVERLAP });
    let spans = if opening.is_shut() && doorways == Doorways::Divided {
        vec![(-OVERLAP, 0.5 - GAP / 2.0), (0.5 + GAP / 2.0, 1.0 + OVERLAP)]
    } else {
        vec![(-OVERLAP, 1.0 + OVERLAP)]
    };
    spans.into_iter().map(move |(from, to)| {
        let place = |p: Point| {
            let p = match facing {
                Dir::South => p,
                Dir::West => pt(1.0 - p.y, p.x),
                Dir::North => pt(1.0 - p.x, 1.0 - p.y),
                Dir::East => pt(p.y, 1.0 - p.x),
            };
            p + pos.into()
        };
        [pt(right, from), pt(1.0 - left, from), pt(1.0 - left, to), pt(right, to)].map(place).to_vec()
    })
}

/// Corners that must not be rounded.
struct FixedCorners(BitGrid);

impl FixedCorners {
    /// Collects the corners of rectangular rooms, doors, stairs, entrances, and of cells where
    /// something was placed.
    fn of(map: &Map, openings: &[Opening], smooth: Smooth) -> FixedCorners {
        let size = map.size();
        let mut fixed = BitGrid::new(mapwright::Size::new(size.width + 1, size.height + 1));
        if smooth == Smooth::Never {
            return FixedCorners(fixed);
        }
        let mut cells = |rect: Rect| fixed.fill_rect(Rect::new(rect.x, rect.y, rect.width + 1, rect.height + 1), true);
        openings.iter().for_each(|opening| cells(Rect::new(opening.pos.x, opening.pos.y, 1, 1)));
        if smooth == Smooth::Auto {
            let built: BTreeSet<RoomId> =
                map.rooms.iter().filter(|room| is_built_room(&room.shape)).map(|room| room.id).collect();
            let passages = map.passages.iter().filter(|passage| is_built(passage, &built));
            passages.flat_map(Passage::legs).for_each(&mut cells);
            for room in &map.rooms {
                match room.shape {
                    Shape::Rect(rect) if rect.width > 1 && rect.height > 1 => cells(rect),
                    Shape::Circle(square) => cells(square),
                    _ => {}
                }
            }
        }
        let one = |pos: Pos| Rect::new(pos.x, pos.y, 1, 1);
        map.exits.iter().for_each(|exit| cells(one(exit.pos)));
        let starts = map.entities.iter().filter(|entity| matches!(entity.kind, EntityKind::Start | EntityKind::Key));
        starts.for_each(|entity| cells(one(entity.pos)));
        // Furniture that was placed needs its space; natural things fit into the space the rock
        // leaves.
        let is_placed = |decoration: &&Decoration| decor::blocks(decoration) && !props::is_natural(&decoration.kind);
        let placed = map.decorations.iter().filter(is_placed);
        placed.for_each(|decoration| cells(decor::footprint(decoration)));
        let stairs = map.tiles.cells().iter().enumerate();
        for (index, _) in stairs.filter(|(_, tile)| matches!(tile, Tile::StairsUp | Tile::StairsDown | Tile::Bridge)) {
            cells(Rect::new(index as i32 % size.width, index as i32 / size.width, 1, 1));
        }
        FixedCorners(fixed)
    }

    /// Returns all outlines, rounded wherever that is allowed.
    fn lines(&self, lines: &[Vec<Pos>], smooth: Smooth) -> Vec<Vec<Point>> {
        let square = |line: &Vec<Pos>| line.iter().map(|&pos| pos.into()).collect();
        let free = |pos: Pos| !self.0.contains(pos);
        match smooth {
            Smooth::Never => lines.iter().map(square).collect(),
            Smooth::Always => lines.iter().map(|line| natural::rounded(line, |_, pos| free(pos))).collect(),
            Smooth::Auto => {
                let natural: Vec<Vec<bool>> = lines.iter().map(|line| natural::corners(line)).collect();
                let count =
                    |natural_corner: bool| natural.iter().flatten().filter(|&&corner| corner == natural_corner).count();
                // If most corners are natural, treat the rest as natural too.
                let all = count(true) > 2 * count(false);
                let round = |(line, natural): (&Vec<Pos>, &Vec<bool>)| match all || natural.contains(&true) {
                    true => natural::rounded(line, |corner, pos| (all || natural[corner]) && free(pos)),
                    false => square(line),
                };
                lines.iter().zip(&natural).map(round).collect()
            }
        }
    }
}

fn is_built_room(shape: &Shape) -> bool {
    matches!(shape, Shape::Rect(rect) | Shape::Circle(rect) if rect.size().area() > 4)
}

/// Returns whether a passage leads to a built room or, if it joins no room, whether it consists of
/// long straight lines.
fn is_built(passage: &Passage, rooms: &BTreeSet<RoomId>) -> bool {
    if passage.joins.is_empty() {
        let length: i32 = passage.points.windows(2).map(|two| two[0].manhattan(two[1])).sum();
        return length >= 3 * (passage.points.len() as i32 - 1);
    }
    passage.joins.iter().any(|id| rooms.contains(id))
}

fn soft(area: &Area) -> Path {
    let mut path = Path::new();
    for line in &area.lines {
        path.append(&Path::polygon(&thinned(line, 0.8)));
    }
    path
}

/// Returns the outline with the wobble of a hand.
fn wobbled(area: &Area, wobble: f32, sway: Wobble) -> Area {
    if wobble <= 0.0 {
        return area.clone();
    }
    let line = |line: &Vec<Point>| {
        let mut wobbled = Vec::with_capacity(line.len() * 2);
        for (i, &from) in line.iter().enumerate() {
            let to = line[(i + 1) % line.len()];
            let steps = (from.distance(to) / 1.3).ceil().max(1.0);
            for step in 0..steps as usize {
                let p = from.toward(to, step as f32 / steps);
                wobbled.push(p + sway.at(p * 0.7) * wobble);
            }
        }
        wobbled
    };
    Area { lines: area.lines.iter().map(line).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn builders_are_layouts_and_wall_keepers_are_shape_steps() {
        let kind = |id: &str| registry::find(registry::ALL, id).unwrap_or_else(|| panic!("there is no {id}")).kind;
        assert!(BUILDERS.into_iter().all(|id| kind(id) == Kind::Layout));
        assert!(WALL_KEEPERS.into_iter().all(|id| kind(id) == Kind::Shape));
    }
}
