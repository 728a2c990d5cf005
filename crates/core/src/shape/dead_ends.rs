//! Removes dead ends.

use super::{dig_tile, fill_tile};
use crate::base::error::Error;
use crate::base::grid::Dir;
use crate::base::promises::Promises;
use crate::base::rng::Rng;
use crate::generator::{Context, Entry, Generator, Kind};
use crate::map::Map;
use crate::spatial::ground::Ground;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Registry entry of the step.
pub const ENTRY: Entry =
    Entry::new::<DeadEnds>("dead-ends", Kind::Shape).revision(2).preserving(Promises::ALL.without(Promises::FORM));

/// Removes dead ends by filling them or by digging on until they meet other floor.
///
/// For mazes and caves with too many of them. Rooms, stairs, exits, entities, decorations and the
/// corridors leading to them are never filled. A corridor without any branch stays, so the map
/// never becomes empty. At 100 percent, running it twice changes nothing.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct DeadEnds {
    /// Percentage of dead ends to remove.
    #[schemars(range(min = 0, max = 100))]
    pub percent: u32,
    /// Method of removal.
    pub how: Removal,
    /// Maximum length of a dead end to fill, in tiles. Longer ones stay, as they may hold something
    /// worth finding. Default: no limit.
    #[schemars(range(min = 1, max = 1_000_000))]
    pub max_length: Option<u32>,
    /// Maximum thickness of a wall to dig through when joining, in tiles.
    #[schemars(range(min = 1, max = 30))]
    pub max_wall: i32,
}

/// Method of removing a dead end.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Removal {
    /// Fill it back to the nearest branch, including its doors.
    #[default]
    Fill,
    /// Dig on, straight or sideways, to the nearest floor, which makes a loop. Dead ends too far
    /// from other floor stay.
    Join,
}

impl Default for DeadEnds {
    fn default() -> Self {
        DeadEnds { percent: 100, how: Removal::Fill, max_length: None, max_wall: 3 }
    }
}

impl Generator for DeadEnds {
    fn generate(&self, map: &mut Map, cx: &mut Context<'_>) -> Result<(), Error> {
        cx.spend(map.size().area() as u64 * 2)?;
        let mut ground = Ground::of(map);
        ground.keep_contents(map);
        ground.mark_rooms(map, Ground::KEEP);
        let mut ends: Vec<usize> = ground.cells().filter(|&cell| is_end(&ground, cell)).collect();
        cx.rng("ends").shuffle(&mut ends);
        let wanted = (ends.len() * self.percent as usize).div_ceil(100);
        ends.truncate(wanted);
        match self.how {
            Removal::Fill => self.fill(&ends, &mut ground, map, cx)?,
            Removal::Join => self.join(ends, &mut ground, map, cx)?,
        }
        map.settle();
        cx.step("settle", map);
        Ok(())
    }
}

/// Returns true if the cell is the last of a dead end.
fn is_end(ground: &Ground, cell: usize) -> bool {
    ground.marks(cell) & (Ground::OPEN | Ground::KEEP) == Ground::OPEN && ground.ways(cell) == 1
}

impl DeadEnds {
    fn fill(&self, ends: &[usize], ground: &mut Ground, map: &mut Map, cx: &mut Context<'_>) -> Result<(), Error> {
        let most = self.max_length.map_or(usize::MAX, |length| length as usize);
        let mut corridor = Vec::new();
        for &end in ends {
            if !is_end(ground, end) {
                continue;
            }
            // Filling one dead end only makes others longer: one that is too long now stays too
            // long.
            if walk_back(end, most, ground, &mut corridor) {
                for &cell in &corridor {
                    let tile = &mut map.tiles[ground.pos(cell)];
                    fill_tile(tile);
                    ground.put(cell, *tile);
                }
                if cx.is_traced() {
                    cx.step("fill", map);
                }
            }
            cx.spend(corridor.len() as u64)?;
        }
        Ok(())
    }

    fn join(&self, ends: Vec<usize>, ground: &mut Ground, map: &mut Map, cx: &mut Context<'_>) -> Result<(), Error> {
        let mut dice = cx.rng("ways");
        let asked = ends.len();
        let mut joined = 0;
        // Ends that find nothing to join wait until a new cell is dug within their range.
        ends.iter().for_each(|&end| ground.set(end, WAITING));
        let mut queue = ends;
        queue.reverse();
        while let Some(end) = queue.pop() {
            cx.spend(1)?;
            if !ground.is(end, WAITING) {
                continue;
            }
            if !is_end(ground, end) {
                // Another dead end was dug through to this one.
                ground.clear(end, WAITING);
                joined += 1;
                continue;
            }
            let Some((dir, length)) = self.nearest(ground, end, &mut dice) else { continue };
            ground.clear(end, WAITING);
            joined += 1;
            let mut cell = end;
            for _ in 0..length {
                cell = ground.step(cell, dir);
                ground.open(cell);
                dig_tile(map, ground.pos(cell));
                let seen = Dir::ALL.into_iter().filter_map(|dir| self.seen(ground, cell, dir));
                queue.extend(seen);
            }
            queue.extend(Some(ground.step(cell, dir)).filter(|&cell| ground.is(cell, WAITING)));
            cx.step("dig", map);
        }
        if joined < asked {
            let why = format!("no other floor within {} tiles of wall", self.max_wall);
            cx.note(map, "dead ends joined", asked as i64, joined as i64, why);
        }
        Ok(())
    }

    /// Returns the shortest direction to dig from here; ties are broken at random.
    fn nearest(&self, ground: &Ground, end: usize, dice: &mut Rng) -> Option<(Dir, i32)> {
        let first = dice.below(4) as usize;
        let dirs = (0..4).map(|turn| Dir::ALL[(first + turn) % 4]);
        let bores = dirs.filter_map(|dir| ground.bore(end, dir, self.max_wall).map(|(to, length)| (dir, to, length)));
        // Joining an isolated tile would only make another dead end.
        let found = bores.filter(|(_, to, _)| ground.ways(*to) > 0);
        found.map(|(dir, _, length)| (dir, length)).min_by_key(|(_, length)| *length)
    }

    /// Returns the waiting dead end that faces this cell through the rock.
    fn seen(&self, ground: &Ground, cell: usize, dir: Dir) -> Option<usize> {
        ground.bore(cell, dir, self.max_wall).map(|(end, _)| end).filter(|&end| ground.is(end, WAITING))
    }
}

/// Ends that are not joined yet.
const WAITING: u8 = Ground::FREE_1;

/// Collects the corridor from its end to its nearest branch. Returns false if it is too long or has
/// no branch.
fn walk_back(end: usize, most: usize, ground: &Ground, corridor: &mut Vec<usize>) -> bool {
    corridor.clear();
    corridor.push(end);
    let (mut before, mut at) = (end, end);
    loop {
        let next = ground.beside(at).into_iter().find(|&near| near != before && ground.is(near, Ground::OPEN));
        let Some(next) = next else { return false };
        if corridor.len() > most {
            return false;
        }
        let ways = ground.ways(next);
        if ground.is(next, Ground::KEEP) || ways > 2 {
            return ways > 1;
        }
        (before, at) = (at, next);
        corridor.push(at);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::grid::{Grid, Size};
    use crate::base::rng::Seed;
    use crate::base::tile::Tile;
    use crate::check::check;
    use crate::layout::{bsp, cellular};
    use crate::spatial::region;

    fn run(dead_ends: &DeadEnds, map: &mut Map, seed: u64) {
        dead_ends.generate(map, &mut Context::new(Seed::new(seed))).unwrap();
    }

    fn drawn() -> Map {
        let text = "
###############
#...#.#########
#........+..###
#...###.###.###
#####.#.###.###
#####.......>.#
#.....#.#####.#
#####.#.#####.#
###############";
        Map::from_ascii(text).unwrap()
    }

    #[test]
    fn corridors_that_lead_nowhere_are_filled_and_twice_is_once() {
        let mut map = drawn();
        run(&DeadEnds::default(), &mut map, 1);
        let filled = "
###############
#...###########
#........+..###
#...###.###.###
#######.###.###
#######.....>##
###############
###############
###############
";
        assert_eq!(format!("\n{}", map.to_ascii()), filled, "what leads to the stairs stays, what is behind them goes");
        let once = map.clone();
        run(&DeadEnds::default(), &mut map, 2);
        assert_eq!(map, once);
    }

    #[test]
    fn long_ones_may_stay() {
        let mut map = drawn();
        run(&DeadEnds { max_length: Some(2), ..DeadEnds::default() }, &mut map, 1);
        let once = map.clone();
        run(&DeadEnds { max_length: Some(2), ..DeadEnds::default() }, &mut map, 2);
        assert_eq!(map, once);
        let left = |x: i32, y: i32| map.tiles[crate::base::grid::Pos::new(x, y)] == Tile::Floor;
        assert!(!left(5, 1) && !left(7, 7), "two tiles and fewer");
        assert!(left(13, 7), "more than two tiles");
    }

    #[test]
    fn doors_at_a_filled_end_go() {
        let mut map = Map::from_ascii("\n########\n#..#####\n#...+..#\n#..#####\n########").unwrap();
        run(&DeadEnds::default(), &mut map, 1);
        assert_eq!(map.to_ascii(), "########\n#..#####\n#..#####\n#..#####\n########\n");
        assert_eq!((map.doors.len(), check(&map)), (0, vec![]));
    }

    #[test]
    fn a_percentage_of_dead_ends_stays() {
        let comb = "\n#############\n#.#.#.#.#.#.#\n#...........#\n#.#.#.#.#.#.#\n#############";
        for (percent, teeth) in [(0, 12), (25, 9), (50, 6)] {
            let mut map = Map::from_ascii(comb).unwrap();
            run(&DeadEnds { percent, ..DeadEnds::default() }, &mut map, 3);
            let count = map.floor_positions().filter(|pos| pos.y != 2).count();
            assert_eq!(count, teeth, "{percent} %\n{}", map.to_ascii());
        }
    }

    #[test]
    fn dead_ends_are_dug_on_into_loops() {
        let drawn = "\n###########\n#.........#\n#.###.###.#\n#.#######.#\n#.#.......#\n###########";
        let join = DeadEnds { how: Removal::Join, max_wall: 1, ..DeadEnds::default() };
        let mut map = Map::from_ascii(drawn).unwrap();
        run(&join, &mut map, 1);
        assert_eq!(
            map.to_ascii(),
            drawn.trim_start().replace("#.#.......#", "#.........#").replace("#.#######.#", "#.###.###.#") + "\n"
        );
        assert_eq!((map.notes.len(), check(&map)), (0, vec![]));
        let once = map.clone();
        run(&join, &mut map, 2);
        assert_eq!(map, once);
    }

    #[test]
    fn noise_keeps_its_regions_and_twice_is_once() {
        let mut rng = Seed::new(4).rng();
        for round in 0..200 {
            let size = Size::new(rng.range(1, 30), rng.range(1, 30));
            let percent = rng.range(10, 70) as u32;
            let tile = |open: bool| if open { Tile::Floor } else { Tile::Wall };
            let cells = (0..size.area()).map(|_| tile(rng.percent(percent))).collect();
            let drawn = Map::with_tiles(Grid::from_cells(size, cells).unwrap());
            for how in [Removal::Fill, Removal::Join] {
                let mut map = drawn.clone();
                let dead_ends = DeadEnds { how, ..DeadEnds::default() };
                run(&dead_ends, &mut map, round);
                if how == Removal::Fill {
                    assert_eq!(regions(&map), regions(&drawn), "{}", map.to_ascii());
                }
                let once = map.tiles.clone();
                run(&dead_ends, &mut map, round + 1);
                assert_eq!(map.tiles, once);
            }
        }
    }

    fn regions(map: &Map) -> usize {
        region::flooded(&map.walkable()).len()
    }

    #[test]
    fn layouts_stay_in_order() {
        let layouts: [Box<dyn Generator>; 2] = [Box::new(bsp::Bsp::default()), Box::new(cellular::Cellular::default())];
        for layout in layouts {
            for (seed, how) in [(1, Removal::Fill), (2, Removal::Join), (3, Removal::Fill)] {
                let mut map = Map::new(Size::new(80, 50), Tile::Wall);
                layout.generate(&mut map, &mut Context::new(Seed::new(seed))).unwrap();
                run(&DeadEnds { how, ..DeadEnds::default() }, &mut map, seed);
                assert_eq!(check(&map), []);
            }
        }
    }
}
