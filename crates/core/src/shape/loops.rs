//! Opens walls between places that are close in space but far apart on foot.

use super::dig_tile;
use crate::base::error::Error;
use crate::base::grid::{Dir, Rect};
use crate::base::promises::Promises;
use crate::generator::{Context, Entry, Generator, Kind};
use crate::map::{DoorKind, DoorState, Map};
use crate::spatial::distance::{Distances, Walks};
use crate::spatial::ground::Ground;
use crate::spatial::room_index::RoomIndex;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;

/// Registry entry of the step.
pub const ENTRY: Entry =
    Entry::new::<Loops>("loops", Kind::Shape).revision(2).preserving(Promises::ALL.without(Promises::FORM));

/// Opens thin walls between places that are close in space but far apart on foot.
///
/// Tree-like corridors make players walk back the way they came; a few loops give them a choice.
/// The wall with the longest detour is opened first, and every detour is measured with the openings
/// made so far. Separate regions stay separate: `connect` joins them. Running it again may open
/// more.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Loops {
    /// Percentage of candidate walls to open, longest detour first.
    #[schemars(range(min = 0, max = 100))]
    pub percent: u32,
    /// Maximum number of walls to open, instead of a percentage. Default: `percent` decides.
    #[schemars(range(min = 0, max = 100_000))]
    pub count: Option<u32>,
    /// Minimum detour from one side of the wall to the other, in steps. Walls with a shorter one
    /// stay closed.
    #[schemars(range(min = 4, max = 10_000))]
    pub min_detour: u32,
    /// Maximum thickness of a wall to open, in tiles.
    #[schemars(range(min = 1, max = 30))]
    pub max_wall: i32,
    /// Kind of door in the openings.
    pub door: Leaf,
}

/// Kind of door in an opening.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Leaf {
    /// No door: plain floor.
    #[default]
    None,
    /// A closed door, not locked.
    Door,
    /// A secret door, which looks like wall until found: a shortcut for players who search.
    Secret,
}

impl Default for Loops {
    fn default() -> Self {
        Loops { percent: 50, count: None, min_detour: 24, max_wall: 5, door: Leaf::None }
    }
}

/// Budget of the detour search: cells visited for every cell of the map.
const EFFORT: u64 = 40;

impl Generator for Loops {
    fn generate(&self, map: &mut Map, cx: &mut Context<'_>) -> Result<(), Error> {
        let mut ground = Ground::of(map);
        let (openings, complete) = self.choose(&mut ground, map.size().area() as u64, cx)?;
        let possible = openings.len();
        let wanted = match self.count {
            Some(count) => count as usize,
            None => (possible * self.percent as usize).div_ceil(100),
        };
        let places = RoomIndex::of(map);
        for opening in &openings[..wanted.min(possible)] {
            self.open(opening, &ground, map, &places);
            cx.step("open", map);
        }
        if let Some(count) = self.count.filter(|&count| possible < count as usize) {
            let why = if complete {
                format!("no other wall of up to {} tiles has a detour of {} steps", self.max_wall, self.min_detour)
            } else {
                "the search for longer detours reached its limit; try a smaller min_detour".to_owned()
            };
            cx.note(map, "loops", count.into(), possible as i64, why);
        }
        map.settle();
        cx.step("settle", map);
        Ok(())
    }
}

/// Wall that may be opened.
#[derive(Clone, Copy)]
struct Opening {
    from: u32,
    to: u32,
    dir: Dir,
    length: i32,
    /// Lower bound of the walk from one side to the other when last measured, in steps.
    detour: u32,
    /// Random tie-breaker.
    dice: u32,
}

impl Loops {
    /// Returns the walls to open in opening order, and whether these are all candidates.
    fn choose(&self, ground: &mut Ground, area: u64, cx: &mut Context<'_>) -> Result<(Vec<Opening>, bool), Error> {
        cx.spend(area)?;
        let most = self.count.unwrap_or(u32::MAX) as usize;
        let mut candidates = self.candidates(ground, cx);
        let mut chosen: Vec<Opening> = Vec::new();
        if candidates.is_empty() || most == 0 || (self.count.is_none() && self.percent == 0) {
            return Ok((chosen, true));
        }
        let mut survey = PlacementIndex::of(ground);
        candidates.retain(|it| survey.regions[it.from as usize] == survey.regions[it.to as usize]);
        survey.measure(ground, &mut candidates);
        let mut walks = Walks::on(ground);
        // Openings shorten other detours, so these are measured again after 1, 4, 16, 64, …
        // openings.
        let mut measure_at = 1;
        while let Some(it) = candidates.pop() {
            cx.spend(1)?;
            if walks.effort > EFFORT * area {
                return Ok((chosen, false));
            }
            // An earlier opening may be too close, or may have shortened the detour.
            let bored = ground.bore(it.from as usize, it.dir, self.max_wall);
            if bored != Some((it.to as usize, it.length))
                || walks.steps(ground, it.from as usize, it.to as usize, self.min_detour - 1).is_some()
            {
                continue;
            }
            let mut cell = it.from as usize;
            for _ in 0..it.length {
                cell = ground.step(cell, it.dir);
                ground.open(cell);
            }
            chosen.push(it);
            if chosen.len() >= most {
                break;
            }
            if chosen.len() == measure_at && !candidates.is_empty() {
                cx.spend(area)?;
                measure_at *= 4;
                survey.measure(ground, &mut candidates);
            }
        }
        cx.spend(walks.effort)?;
        Ok((chosen, true))
    }

    fn candidates(&self, ground: &Ground, cx: &Context<'_>) -> Vec<Opening> {
        let mut dice = cx.rng("order");
        let mut candidates = Vec::new();
        for from in ground.cells().filter(|&cell| ground.is(cell, Ground::FLOOR)) {
            for dir in [Dir::East, Dir::South] {
                if let Some((to, length)) = ground.bore(from, dir, self.max_wall) {
                    let dice = (dice.next_u64() >> 32) as u32;
                    candidates.push(Opening { from: from as u32, to: to as u32, dir, length, detour: 0, dice });
                }
            }
        }
        candidates
    }

    fn open(&self, opening: &Opening, ground: &Ground, map: &mut Map, places: &RoomIndex) {
        let Opening { from, to, dir, .. } = *opening;
        let [from, to] = [from, to].map(|cell| ground.pos(cell as usize));
        let (first, last) = (from.step(dir), to.step(dir.opposite()));
        let points = if first == last { vec![first] } else { vec![first, last] };
        Rect::spanning(first, last).positions().for_each(|pos| dig_tile(map, pos));
        places.record(map, 1, from, &points, to);
        let (kind, state) = match self.door {
            Leaf::None => return,
            Leaf::Door => (DoorKind::Door, DoorState::Closed),
            Leaf::Secret => (DoorKind::Secret, DoorState::Closed),
        };
        let middle = Rect::spanning(first, last).center();
        let mut near = Rect::new(middle.x - 1, middle.y - 1, 3, 3).positions();
        if !near.any(|pos| map.tiles.get(pos).is_some_and(|tile| tile.is_door())) {
            map.add_door(middle, dir, kind, state, &places.beside(middle, dir));
        }
    }
}

/// Distances from a few landmarks far apart, in every region. The difference between the distances
/// of the two sides of a wall is a lower bound of the walk around it.
struct PlacementIndex {
    distances: Distances,
    /// The region of every open cell.
    regions: Vec<u32>,
    /// A cell in every region, far from where the last search began.
    landmarks: Vec<u32>,
}

/// Number of landmarks measured each time.
const LANDMARKS: usize = 3;

impl PlacementIndex {
    fn of(ground: &Ground) -> PlacementIndex {
        let mut survey =
            PlacementIndex { distances: Distances::on(ground), regions: vec![0; ground.len()], landmarks: Vec::new() };
        for cell in ground.cells() {
            if ground.is(cell, Ground::OPEN) && survey.distances.to(cell) == Distances::UNREACHED {
                let region = survey.landmarks.len() as u32;
                let regions = &mut survey.regions;
                let last = survey.distances.walk(ground, Ground::OPEN, [cell], |cell| regions[cell] = region);
                survey.landmarks.extend(last.map(|cell| cell as u32));
            }
        }
        survey
    }

    /// Updates the candidates and sorts them by detour, longest last.
    fn measure(&mut self, ground: &Ground, candidates: &mut [Opening]) {
        candidates.iter_mut().for_each(|it| it.detour = 0);
        for _ in 0..LANDMARKS {
            self.distances.forget();
            for landmark in &mut self.landmarks {
                let last = self.distances.walk(ground, Ground::OPEN, [*landmark as usize], |_| ());
                *landmark = last.map_or(*landmark, |cell| cell as u32);
            }
            for it in candidates.iter_mut() {
                let [from, to] = [it.from, it.to].map(|cell| self.distances.to(cell as usize));
                it.detour = it.detour.max(from.abs_diff(to));
            }
        }
        candidates.sort_unstable_by_key(|it| (it.detour, it.dice, Reverse(it.from)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::grid::{Grid, Pos, Size};
    use crate::base::rng::Seed;
    use crate::base::tile::Tile;
    use crate::check::check;
    use crate::layout::{bsp, cellular};
    use crate::spatial::region;

    fn run(loops: &Loops, map: &mut Map, seed: u64) {
        loops.generate(map, &mut Context::new(Seed::new(seed))).unwrap();
    }

    const SNAKE: &str = "
#########
#.......#
#######.#
#.......#
#.#######
#.......#
#########";

    #[test]
    fn the_longest_detour_gets_a_loop_first() {
        let mut map = Map::from_ascii(SNAKE).unwrap();
        let loops = Loops { count: Some(1), min_detour: 8, max_wall: 1, ..Loops::default() };
        run(&loops, &mut map, 1);
        let row = |y: i32| map.tiles.row(y).iter().map(|tile| tile.to_char()).collect::<String>();
        // The two longest detours are equally long, so the choice is random.
        assert!([(row(2), row(4))].iter().any(|(a, b)| (a == "#.#####.#") ^ (b == "#.#####.#")), "{}", map.to_ascii());
        assert_eq!((map.notes.len(), check(&map)), (0, vec![]));
    }

    #[test]
    fn walks_are_measured_with_what_was_opened_before() {
        let mut map = Map::from_ascii(SNAKE).unwrap();
        let loops = Loops { count: Some(9), min_detour: 9, max_wall: 1, ..Loops::default() };
        run(&loops, &mut map, 1);
        // One opening in each wall: a second one would save fewer than nine steps.
        assert_eq!(map.floor_positions().count(), 23 + 2, "{}", map.to_ascii());
        assert_eq!((map.notes[0].asked, map.notes[0].delivered), (9, 2));
    }

    #[test]
    fn doors_stand_in_the_openings_and_rooms_know_of_them() {
        for (door, tile) in [(Leaf::Door, Tile::DoorClosed), (Leaf::Secret, Tile::DoorSecret)] {
            let mut map = Map::new(Size::new(15, 12), Tile::Wall);
            let left = map.dig_room(Rect::new(1, 1, 4, 4));
            let right = map.dig_room(Rect::new(8, 1, 4, 4));
            map.dig_passage(1, &[Pos::new(2, 5), Pos::new(2, 9), Pos::new(10, 9), Pos::new(10, 5)], &[left, right]);
            run(&Loops { percent: 100, door, min_detour: 12, ..Loops::default() }, &mut map, 1);
            assert_eq!((map.doors.len(), map.passages.len()), (1, 2), "{}", map.to_ascii());
            assert_eq!((map.tiles[map.doors[0].pos], &map.passages[1].joins[..]), (tile, &[left, right][..]));
            assert_eq!(check(&map), []);
        }
    }

    #[test]
    fn no_square_is_completed_and_nothing_is_joined_that_was_apart() {
        let mut rng = Seed::new(4).rng();
        for round in 0..200 {
            let size = Size::new(rng.range(1, 30), rng.range(1, 30));
            let percent = rng.range(10, 60) as u32;
            let tile = |open: bool| if open { Tile::Floor } else { Tile::Wall };
            let cells = (0..size.area()).map(|_| tile(rng.percent(percent))).collect();
            let drawn = Map::with_tiles(Grid::from_cells(size, cells).unwrap());
            let mut map = drawn.clone();
            run(&Loops { percent: 100, min_detour: 6, ..Loops::default() }, &mut map, round);
            assert_eq!((squares(&map), regions(&map)), (squares(&drawn), regions(&drawn)), "{}", map.to_ascii());
        }
    }

    fn squares(map: &Map) -> usize {
        let floor = map.walkable();
        let square = |pos: &Pos| Rect::new(pos.x, pos.y, 2, 2).positions().all(|pos| floor.contains(pos));
        floor.iter().filter(square).count()
    }

    fn regions(map: &Map) -> usize {
        region::flooded(&map.walkable()).len()
    }

    #[test]
    fn layouts_get_loops_and_stay_in_order() {
        let layouts: [Box<dyn Generator>; 2] = [Box::new(bsp::Bsp::default()), Box::new(cellular::Cellular::default())];
        for layout in layouts {
            for seed in 0..10 {
                let mut cx = Context::new(Seed::new(seed));
                let mut map = Map::new(Size::new(80, 50), Tile::Wall);
                layout.generate(&mut map, &mut cx).unwrap();
                let before = map.floor_positions().count();
                run(&Loops { percent: 100, max_wall: 6, ..Loops::default() }, &mut map, seed);
                assert!(map.floor_positions().count() > before);
                assert_eq!(check(&map), []);
            }
        }
    }
}
