//! Removes dead ends.

use super::{dig_tile, fill_tile};
use crate::error::Error;
use crate::generator::{Context, Entry, Generator, Kind};
use crate::grid::Dir;
use crate::ground::Ground;
use crate::map::Map;
use crate::promises::Promises;
use crate::rng::Rng;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How it is listed.
pub const ENTRY: Entry =
    Entry::new::<DeadEnds>("dead-ends", Kind::Shape).revision(2).preserving(Promises::ALL.without(Promises::FORM));

/// Removes dead ends: corridors that lead nowhere are filled, or dug on until they lead somewhere.
///
/// For mazes and caves with too many of them. Rooms, stairs, exits, entities and decorations are never filled, nor is what
/// leads to them; a corridor that branches nowhere stays, so something is always left. With 100 per cent doing it twice is
/// the same as doing it once.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct DeadEnds {
    /// How many per cent of the dead ends are removed.
    #[schemars(range(min = 0, max = 100))]
    pub percent: u32,
    /// What is done to them.
    pub how: Removal,
    /// The longest dead end that is filled, in tiles; longer ones stay, as there may be something to find. Unset, all are
    /// filled however long.
    #[schemars(range(min = 1, max = 1_000_000))]
    pub max_length: Option<u32>,
    /// The thickest wall through which a dead end is dug on, in tiles.
    #[schemars(range(min = 1, max = 30))]
    pub max_wall: i32,
}

/// How a dead end is removed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Removal {
    /// It is filled back to where it branches off; doors on the way go with it.
    #[default]
    Fill,
    /// It is dug on, straight or sideways, to the nearest floor: a loop. Where none is near enough it stays.
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

/// Whether the cell is the last of a dead end.
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
            // Filling one makes others longer, never shorter: those that are left are too long for good.
            if walk_back(end, most, ground, &mut corridor) {
                for &cell in &corridor {
                    let tile = &mut map.tiles[ground.pos(cell)];
                    fill_tile(tile);
                    ground.put(cell, *tile);
                }
                if cx.is_watched() {
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
        // Those that found nothing wait until something is dug that they can see.
        ends.iter().for_each(|&end| ground.set(end, WAITING));
        let mut queue = ends;
        queue.reverse();
        while let Some(end) = queue.pop() {
            cx.spend(1)?;
            if !ground.is(end, WAITING) {
                continue;
            }
            if !is_end(ground, end) {
                // Another one was dug through to it.
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
            let why = format!("there is no floor behind {} tiles of wall", self.max_wall);
            cx.note(map, "dead ends joined", asked as i64, joined as i64, why);
        }
        Ok(())
    }

    /// The shortest way to dig on from here; the dice decide between equals.
    fn nearest(&self, ground: &Ground, end: usize, dice: &mut Rng) -> Option<(Dir, i32)> {
        let first = dice.below(4) as usize;
        let dirs = (0..4).map(|turn| Dir::ALL[(first + turn) % 4]);
        let bores = dirs.filter_map(|dir| ground.bore(end, dir, self.max_wall).map(|(to, length)| (dir, to, length)));
        // A lone tile would only be the next dead end.
        let found = bores.filter(|(_, to, _)| ground.ways(*to) > 0);
        found.map(|(dir, _, length)| (dir, length)).min_by_key(|(_, length)| *length)
    }

    /// The end of a waiting corridor that sees this cell through the rock.
    fn seen(&self, ground: &Ground, cell: usize, dir: Dir) -> Option<usize> {
        ground.bore(cell, dir, self.max_wall).map(|(end, _)| end).filter(|&end| ground.is(end, WAITING))
    }
}

/// Ends that are to be joined and are not yet.
const WAITING: u8 = Ground::MARK;

/// Collects the corridor from its end to where it branches; false when it is too long or branches nowhere.
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
    use crate::check::check;
    use crate::grid::{Grid, Size};
    use crate::layout::{bsp, cellular};
    use crate::region;
    use crate::rng::Seed;
    use crate::tile::Tile;

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
        let left = |x: i32, y: i32| map.tiles[crate::grid::Pos::new(x, y)] == Tile::Floor;
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
    fn a_share_of_them_stays() {
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
