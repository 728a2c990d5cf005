//! Places exits from the map.

use super::start;
use crate::base::bits::BitGrid;
use crate::base::error::Error;
use crate::base::grid::{Dir, Pos};
use crate::base::promises::Promises;
use crate::base::rng::Rng;
use crate::generator::{Context, Entry, Generator, Kind};
use crate::map::{Exit, Map};
use crate::place::placement_index::{MIN_ZONE_CELLS, PlacementIndex};
use crate::spatial::ground::Ground;
use crate::spatial::region;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Registry entry of the step.
pub const ENTRY: Entry =
    Entry::new::<Exits>("exits", Kind::Place).revision(3).preserving(Promises::ALL.without(Promises::FINISHABLE));

/// Places exits: in rooms where there are rooms, at the rim of zones in caves.
///
/// Each can be reached from the start and from the others, without opening a lock of the map's
/// mission, and none is in the zone of the start. In caves, large zones get exits more often than
/// small ones, far from their middle and beside walls. Existing exits stay and count.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Exits {
    /// Number of exits.
    #[schemars(range(min = 0, max = 1_000))]
    pub count: u32,
    /// Minimum distance between exits, and from the start, in steps.
    #[schemars(range(min = 0, max = 10_000))]
    pub min_distance: u32,
    /// Distribution of the exits.
    pub style: ExitStyle,
    /// Caves and other parts that cannot be reached from the start, stairs or an exit. Steps that
    /// place things leave them empty, unless they have an exit of their own.
    pub separate_caves: SeparateCaves,
}

/// Distribution of exits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ExitStyle {
    /// `rooms` where there are rooms, `rim` elsewhere.
    #[default]
    Auto,
    /// At most one exit in a zone, and all zones equally often.
    Rooms,
    /// More exits in large zones than in small ones.
    Rim,
}

/// Treatment of parts of the map that cannot be reached.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SeparateCaves {
    /// They stay closed and empty.
    #[default]
    Closed,
    /// Each of at least 10 tiles gets an exit of its own, beside `count`.
    OwnExit,
}

impl Default for Exits {
    fn default() -> Self {
        Exits { count: 1, min_distance: 10, style: ExitStyle::Auto, separate_caves: SeparateCaves::Closed }
    }
}

impl Generator for Exits {
    fn generate(&self, map: &mut Map, cx: &mut Context<'_>) -> Result<(), Error> {
        let there = map.exits.len() as u32;
        let with_caves = self.separate_caves == SeparateCaves::OwnExit;
        if there >= self.count && !with_caves {
            return Ok(());
        }
        let mut survey = PlacementIndex::take(map, cx)?;
        if there < self.count {
            self.place(there, map, &mut survey, cx)?;
        }
        // Further exits change what can be reached, so the next step needs a new index.
        if with_caves && exits_of_caves(map, &mut survey, cx)? > 0 {
            return Ok(());
        }
        survey.leave(cx);
        Ok(())
    }
}

impl Exits {
    /// Places exits in the part of the map that can be reached.
    fn place(&self, there: u32, map: &mut Map, survey: &mut PlacementIndex, cx: &mut Context<'_>) -> Result<(), Error> {
        let mut rng = cx.rng("exits");
        let mut open = self.candidates(map, survey, &mut rng);
        let free_cells = start::free_cells(map);
        let mut placed = there;
        while placed < self.count && !open.is_empty() {
            cx.spend(open.len() as u64)?;
            let weights: Vec<u32> = open.iter().map(|area| area.weight).collect();
            let Some(at) = rng.weighted(&weights) else { break };
            match self.best(open[at].area, map, survey, free_cells.as_ref(), &mut rng) {
                Some(cell) => {
                    let pos = survey.ground.pos(cell);
                    map.exits.push(Exit::new(pos));
                    survey.put(cell);
                    cx.step_at("exit", pos, map);
                    placed += 1;
                    // A room gets one exit; a large cave may have several.
                    if open[at].once {
                        open.swap_remove(at);
                    }
                }
                None => {
                    open.swap_remove(at);
                }
            }
        }
        if placed < self.count {
            let why =
                format!("no zone has a place at least {} steps from the start and the other exits", self.min_distance);
            cx.note(map, "exits", self.count.into(), placed.into(), why);
        }
        Ok(())
    }
}

/// Zone that may get an exit.
struct Candidate {
    area: usize,
    weight: u32,
    once: bool,
}

/// Places an exit in every part of the map that cannot be reached. Returns the number of exits.
fn exits_of_caves(map: &mut Map, survey: &mut PlacementIndex, cx: &mut Context<'_>) -> Result<usize, Error> {
    let mut apart = survey.walkable.clone();
    if let Some(reach) = survey.reach(map, cx) {
        apart.subtract(&reach);
    }
    let mut rng = cx.rng("caves");
    let before = map.exits.len();
    for first in region::firsts(&apart) {
        let mut cave = vec![first];
        apart.remove(first);
        let mut next = 0;
        while let Some(&pos) = cave.get(next) {
            next += 1;
            for near in Dir::ALL.map(|dir| pos.step(dir)) {
                if map.size().contains(near) && apart.contains(near) {
                    apart.remove(near);
                    cave.push(near);
                }
            }
        }
        cx.spend(cave.len() as u64)?;
        if cave.len() < MIN_ZONE_CELLS {
            continue;
        }
        let sum = cave.iter().fold((0i64, 0i64), |(x, y), pos| (x + i64::from(pos.x), y + i64::from(pos.y)));
        let count = cave.len() as i64;
        let middle = Pos::new((sum.0 / count) as i32, (sum.1 / count) as i32);
        let suits = |cell: &usize| survey.has_place(*cell) && !survey.is_doorstep(*cell);
        let cells = cave.iter().map(|&pos| survey.ground.index(pos));
        let best = cells.filter(suits).max_by_key(|&cell| (rim(survey, cell, middle) + rng.range(0, 3), cell));
        let Some(cell) = best else { continue };
        let pos = survey.ground.pos(cell);
        map.exits.push(Exit::new(pos));
        survey.put(cell);
        cx.step_at("exit", pos, map);
    }
    Ok(map.exits.len() - before)
}

/// Rates a cell: the farther from the middle of its zone and the closer to walls, the better.
fn rim(survey: &PlacementIndex, cell: usize, middle: Pos) -> i32 {
    let is_wall = |near: &usize| survey.ground.is(*near, Ground::SOLID);
    let walls = survey.ground.beside(cell).into_iter().filter(is_wall).count() as i32;
    survey.ground.pos(cell).manhattan(middle) + 10 * walls.min(2)
}

impl Exits {
    /// Returns the zones that may get an exit, in random order.
    fn candidates(&self, map: &Map, survey: &mut PlacementIndex, rng: &mut Rng) -> Vec<Candidate> {
        let from = map.way_in().or_else(|| {
            let mut region = survey.walkable.clone();
            region::keep_largest(&mut region);
            region.iter().next()
        });
        let Some(from) = from.filter(|&pos| map.size().contains(pos)) else { return Vec::new() };
        let from = survey.ground.index(from);
        survey.measure(&[from]);
        let mut open: Vec<Candidate> = Vec::new();
        let mut taken = vec![false; survey.areas().len()];
        map.exits.iter().filter_map(|exit| survey.owner_at(exit.pos)).for_each(|area| taken[area] = true);
        for (index, area) in survey.areas().iter().enumerate().filter(|(_, area)| !area.is_home) {
            if taken[index] && area.room.is_some() {
                continue;
            }
            let tiles = survey.cells_of(area).len() as u32;
            let alike = match self.style {
                ExitStyle::Auto => area.room.is_some(),
                ExitStyle::Rooms => true,
                ExitStyle::Rim => false,
            };
            let weight = if alike { 1 } else { tiles };
            open.push(Candidate { area: index, weight, once: alike || tiles < 100 });
        }
        rng.shuffle(&mut open);
        open
    }

    /// Returns the best cell of a zone, if there is one.
    fn best(
        &self,
        area: usize,
        map: &Map,
        survey: &PlacementIndex,
        free_cells: Option<&BitGrid>,
        rng: &mut Rng,
    ) -> Option<usize> {
        let others: Vec<Pos> = map.exits.iter().map(|exit| exit.pos).collect();
        let area = &survey.areas()[area];
        let cells = survey.cells_of(area);
        let sum = cells.iter().fold((0i64, 0i64), |(x, y), &cell| {
            let pos = survey.ground.pos(cell as usize);
            (x + i64::from(pos.x), y + i64::from(pos.y))
        });
        let count = cells.len() as i64;
        let middle = Pos::new((sum.0 / count) as i32, (sum.1 / count) as i32);
        let start = map.start();
        let allowed = |cell: usize| {
            let Some(steps) = survey.steps(cell) else { return false };
            let pos = survey.ground.pos(cell);
            survey.has_place(cell)
                && !survey.is_home(cell)
                && !survey.is_doorstep(cell)
                && free_cells.is_none_or(|open| open.contains(pos))
                && (start.is_none() || steps >= self.min_distance)
                // Manhattan distance, so the distance on foot is at least as long.
                && others.iter().all(|other| other.manhattan(pos) >= self.min_distance.max(1) as i32)
        };
        let mut best: Option<(i32, usize)> = None;
        for &cell in cells {
            let cell = cell as usize;
            if !allowed(cell) {
                continue;
            }
            let score = rim(survey, cell, middle) + rng.range(0, 3);
            if best.is_none_or(|(most, _)| score > most) {
                best = Some((score, cell));
            }
        }
        best.map(|(_, cell)| cell)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::grid::{Rect, Size};
    use crate::base::rng::Seed;
    use crate::base::tile::Tile;
    use crate::place::tests::faults;

    fn exits(map: &mut Map, count: u32, min_distance: u32) {
        map.source.promises = Promises::NONE;
        Exits { count, min_distance, ..Exits::default() }.generate(map, &mut Context::new(Seed::new(3))).unwrap();
        assert_eq!(faults(map), [""; 0]);
    }

    fn rooms() -> Map {
        let mut map = Map::new(Size::new(40, 9), Tile::Wall);
        for x in [1, 14, 27] {
            map.dig_room(Rect::new(x, 1, 10, 7));
        }
        map.tiles.fill_rect(Rect::new(1, 4, 36, 1), Tile::Floor);
        super::super::put(&mut map, crate::EntityKind::Start, Pos::new(3, 3), "".into());
        map
    }

    #[test]
    fn rooms_get_one_each_and_not_the_start() {
        let mut map = rooms();
        exits(&mut map, 2, 5);
        assert_eq!(map.exits.len(), 2);
        assert!(map.exits.iter().all(|exit| exit.pos.x >= 14), "{:?}", map.exits);
        exits(&mut map, 3, 5);
        assert_eq!((map.exits.len(), map.notes.len()), (2, 1));
        assert_eq!((map.notes[0].asked, map.notes[0].delivered), (3, 2));
    }

    #[test]
    fn caves_have_them_at_their_rim() {
        let mut map = Map::new(Size::new(80, 50), Tile::Wall);
        map.tiles.fill_rect(Rect::new(1, 1, 78, 48), Tile::Floor);
        super::super::put(&mut map, crate::EntityKind::Start, Pos::new(3, 3), "".into());
        exits(&mut map, 4, 12);
        assert_eq!(map.exits.len(), 4);
        let rim = |pos: Pos| pos.x <= 2 || pos.y <= 2 || pos.x >= 77 || pos.y >= 47;
        assert!(map.exits.iter().filter(|exit| rim(exit.pos)).count() >= 2, "{:?}", map.exits);
    }

    #[test]
    fn no_exits_without_a_zone() {
        for text in ["#", ".", "\n###\n#.#\n###"] {
            let mut map = Map::from_ascii(text).unwrap();
            exits(&mut map, 2, 0);
            assert_eq!((map.exits.len(), map.notes.len()), (0, 1), "{text}");
        }
    }
}
