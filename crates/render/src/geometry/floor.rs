//! [`Floor`]: where one can be, as exact shapes, parted by doors that are shut.

use super::area::Area;
use super::contour::thinned;
use super::natural;
use super::opening::Opening;
use super::sway::Sway;
use crate::band;
use crate::fittings::door::JAMB;
use crate::props;
use crate::scene::{Path, Point, pt};
use crate::style::{Smooth, Walls};
use mapwright::{
    BitGrid, Decoration, Dir, EntityKind, Kind, Map, Passage, Pos, Rect, Seed, Shape, Step, Tile, decor, outlines,
    registry,
};

/// Doors that are shut leave so much between the floors on their two sides; their leaves hide it.
const GAP: f32 = 0.06;
/// Doorways reach so far into what they join, so that nothing is left between.
const LAP: f32 = 0.04;

/// The floor of a map: its shape, and its outline as a hand draws it.
pub(crate) struct Floor {
    pub(crate) area: Area,
    pub(crate) path: Path,
    /// Much the same with fewer points, for whatever is broad and soft.
    pub(crate) soft: Path,
    pub(crate) openings: Vec<Opening>,
}

impl Floor {
    pub(crate) fn of(map: &Map, walls: &Walls, seed: Seed) -> Floor {
        let openings = Opening::all(map);
        let mut open = BitGrid::from_fn(map.size(), |pos| {
            let tile = map.tiles[pos];
            band::is_open(tile) && !tile.is_door()
        });
        let circles: Vec<Rect> = map.rooms.iter().filter_map(|room| circle(map, &room.shape)).collect();
        let mut lines = Vec::new();
        for &square in &circles {
            lines.push(ring(square));
            let shape = Shape::Circle(square);
            // The cells at which something else begins stay, so that it reaches the round wall.
            let is_met = |pos: Pos| {
                Dir::ALL.into_iter().any(|dir| {
                    let beside = pos.step(dir);
                    !shape.contains(beside) && map.tiles.get(beside).is_some_and(|&tile| band::is_open(tile))
                })
            };
            shape.positions().filter(|&pos| !is_met(pos)).for_each(|pos| open.remove(pos));
        }
        // What stands in the middle of a circle and is not floor is cut out with the rest.
        let smooth = match walls.smooth {
            Smooth::Auto if is_built_all_over(map) => Smooth::Never,
            other => other,
        };
        let firm = Firm::of(map, &openings, smooth);
        lines.extend(firm.lines(&outlines(&open), smooth));
        let doorways = openings.iter().flat_map(doorway);
        lines.extend(doorways);
        let area = if circles.is_empty() && openings.is_empty() { Area { lines } } else { Area::united(&lines) };
        let area = drawn(&area, walls.wobble, Sway::new(seed.child("walls")));
        Floor { path: area.bent(), soft: soft(&area), area, openings }
    }
}

/// A round room whose cells are all there.
fn circle(map: &Map, shape: &Shape) -> Option<Rect> {
    let Shape::Circle(square) = shape else { return None };
    let whole =
        shape.positions().all(|pos| map.tiles.get(pos).is_some_and(|&tile| band::is_open(tile) && !tile.is_door()));
    (whole && square.width == square.height && square.width > 1).then_some(*square)
}

/// The circle in a square, to the right around it.
fn ring(square: Rect) -> Vec<Point> {
    let radius = square.width as f32 / 2.0;
    let center = pt(square.x as f32 + radius, square.y as f32 + radius);
    // A point for every half square of the way round.
    let count = (radius * 12.0) as usize;
    let angle = |i: usize| i as f32 / count as f32 * core::f32::consts::TAU;
    (0..count).map(|i| center + pt(libm::cosf(angle(i)), libm::sinf(angle(i))) * radius).collect()
}

/// Algorithms that build: rooms, houses, mazes, mines. Their walls are straight, however often they turn.
const BUILDERS: [&str; 10] =
    ["arena", "bsp", "bsp-interior", "digger", "house", "maze", "mining", "rogue", "rooms-corridors", "uniform"];
/// Steps that leave walls as they found them, or build too; beside them all that only place things.
const KEEPERS: [&str; 14] = [
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

/// Whether nothing that made the map makes caves.
fn is_built_all_over(map: &Map) -> bool {
    let Some(recipe) = &map.source.origin.recipe else { return false };
    let is_cavern = |step: &Step| step.with.get("archetype").is_some_and(|archetype| archetype == "cavern");
    let places = |id: &str| registry::find(registry::ALL, id).is_some_and(|entry| entry.kind == Kind::Place);
    recipe.running().all(|step| {
        let uses = step.uses.as_str();
        BUILDERS.contains(&uses) || KEEPERS.contains(&uses) || places(uses) || uses == "dungeon" && !is_cavern(step)
    })
}

/// The floor in a door's square, in one piece or in two.
fn doorway(opening: &Opening) -> impl Iterator<Item = Vec<Point>> + use<> {
    let Opening { pos, facing, walls, .. } = *opening;
    // As one walks south: the left hand is to the east.
    let (left, right) = (if walls[0] { JAMB } else { -LAP }, if walls[1] { JAMB } else { -LAP });
    let spans = if opening.is_shut() {
        vec![(-LAP, 0.5 - GAP / 2.0), (0.5 + GAP / 2.0, 1.0 + LAP)]
    } else {
        vec![(-LAP, 1.0 + LAP)]
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

/// The corners that stay where they are.
struct Firm(BitGrid);

impl Firm {
    /// Those of rectangular rooms, doors, stairs, ways in, and wherever somebody put something.
    fn of(map: &Map, openings: &[Opening], smooth: Smooth) -> Firm {
        let size = map.size();
        let mut firm = BitGrid::new(mapwright::Size::new(size.width + 1, size.height + 1));
        if smooth == Smooth::Never {
            return Firm(firm);
        }
        let mut cells = |rect: Rect| firm.fill_rect(Rect::new(rect.x, rect.y, rect.width + 1, rect.height + 1), true);
        openings.iter().for_each(|opening| cells(Rect::new(opening.pos.x, opening.pos.y, 1, 1)));
        if smooth == Smooth::Auto {
            map.passages.iter().filter(|passage| is_built(map, passage)).flat_map(Passage::legs).for_each(&mut cells);
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
        // What somebody put there has the place that it needs; what grew there has what the rock left.
        let is_put = |decoration: &&Decoration| decor::blocks(decoration) && !props::is_grown(&decoration.kind);
        let put = map.decorations.iter().filter(is_put);
        put.for_each(|decoration| cells(decor::footprint(decoration)));
        let stairs = map.tiles.cells().iter().enumerate();
        for (index, _) in stairs.filter(|(_, tile)| matches!(tile, Tile::StairsUp | Tile::StairsDown | Tile::Bridge)) {
            cells(Rect::new(index as i32 % size.width, index as i32 / size.width, 1, 1));
        }
        Firm(firm)
    }

    /// All outlines, rounded where they may be.
    fn lines(&self, lines: &[Vec<Pos>], smooth: Smooth) -> Vec<Vec<Point>> {
        let square = |line: &Vec<Pos>| line.iter().map(|&pos| pos.into()).collect();
        let free = |pos: Pos| !self.0.contains(pos);
        match smooth {
            Smooth::Never => lines.iter().map(square).collect(),
            Smooth::Always => lines.iter().map(|line| natural::rounded(line, |_, pos| free(pos))).collect(),
            Smooth::Auto => {
                let natural: Vec<Vec<bool>> = lines.iter().map(|line| natural::corners(line)).collect();
                let count = |wanted: bool| natural.iter().flatten().filter(|&&corner| corner == wanted).count();
                // Where nearly everything is, the rest is too.
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

/// Whether a passage leads to a room that was built; where it joins none, whether it was laid out with long straight lines.
fn is_built(map: &Map, passage: &Passage) -> bool {
    if passage.joins.is_empty() {
        let length: i32 = passage.points.windows(2).map(|two| two[0].manhattan(two[1])).sum();
        return length >= 3 * (passage.points.len() as i32 - 1);
    }
    let built = |shape: &Shape| matches!(shape, Shape::Rect(rect) | Shape::Circle(rect) if rect.size().area() > 4);
    passage.joins.iter().any(|&id| map.room(id).is_some_and(|room| built(&room.shape)))
}

fn soft(area: &Area) -> Path {
    let mut path = Path::new();
    for line in &area.lines {
        path.append(&Path::polygon(&thinned(line, 0.8)));
    }
    path
}

/// The outline as a hand draws it: a little beside itself.
fn drawn(area: &Area, wobble: f32, sway: Sway) -> Area {
    if wobble <= 0.0 {
        return area.clone();
    }
    let line = |line: &Vec<Point>| {
        let mut drawn = Vec::with_capacity(line.len() * 2);
        for (i, &from) in line.iter().enumerate() {
            let to = line[(i + 1) % line.len()];
            let steps = (from.distance(to) / 1.3).ceil().max(1.0);
            for step in 0..steps as usize {
                let p = from.toward(to, step as f32 / steps);
                drawn.push(p + sway.at(p * 0.7) * wobble);
            }
        }
        drawn
    };
    Area { lines: area.lines.iter().map(line).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn builders_are_layouts_and_keepers_edit() {
        let kind = |id: &str| registry::find(registry::ALL, id).unwrap_or_else(|| panic!("there is no {id}")).kind;
        assert!(BUILDERS.into_iter().all(|id| kind(id) == Kind::Layout));
        assert!(KEEPERS.into_iter().all(|id| kind(id) == Kind::Shape));
    }
}
