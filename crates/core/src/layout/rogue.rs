//! A room in every cell of a coarse grid, as in the game that named the genre.

use super::at_most;
use super::ways::{Doors, LANE, Turned, crank, join};
use crate::error::Error;
use crate::generator::{Context, Entry, Generator, Kind};
use crate::grid::{Rect, Size};
use crate::map::{Map, RoomId};
use crate::promises::Promises;
use crate::rng::Rng;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How it is listed.
pub const ENTRY: Entry = Entry::new::<Rogue>("rogue", Kind::Layout)
    .promising(Promises::CONNECTED.and(Promises::CLOSED_BORDER).and(Promises::ROOMS_DISJOINT));

/// A room in every cell of a coarse grid, neighbours joined by corridors with a door at each end.
///
/// The level of the game that named the genre: nine large rooms, easy to read, never the same twice. A walk at random from
/// cell to cell decides which neighbours are joined, so that every room is reached, whatever the size.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Rogue {
    /// How many cells lie side by side.
    #[schemars(range(min = 1, max = 100))]
    pub cells_x: i32,
    /// How many rows of cells there are.
    #[schemars(range(min = 1, max = 100))]
    pub cells_y: i32,
    /// The shortest side of a room, in tiles.
    #[schemars(range(min = 1, max = 1_000))]
    pub min_room: i32,
    /// How much of a cell's width and of its height a room takes at least, in per cent.
    #[schemars(range(min = 0, max = 100))]
    pub min_percent: i32,
    /// How much of a cell's width and of its height a room takes at most, in per cent.
    #[schemars(range(min = 0, max = 100))]
    pub max_percent: i32,
    /// How many per cent of the neighbours that need no corridor to be reached get one all the same; more of them mean more
    /// ways round.
    #[schemars(range(min = 0, max = 100))]
    pub loop_percent: u32,
    /// How many per cent of the openings in the walls of rooms have a door; the others stay open.
    #[schemars(range(min = 0, max = 100))]
    pub door_percent: u32,
}

impl Default for Rogue {
    fn default() -> Self {
        Rogue {
            cells_x: 3,
            cells_y: 3,
            min_room: 3,
            min_percent: 25,
            max_percent: 80,
            loop_percent: 30,
            door_percent: 100,
        }
    }
}

impl Generator for Rogue {
    fn generate(&self, map: &mut Map, cx: &mut Context<'_>) -> Result<(), Error> {
        let size = map.size();
        let count = (self.cells_x * self.cells_y) as usize;
        cx.spend(count as u64)?;
        let (mut sizes, mut ways, mut doors) =
            (cx.rng("rooms"), cx.rng("corridors"), Doors::new(self.door_percent, cx));
        map.rooms.reserve(count);
        let mut rooms = Vec::with_capacity(count);
        for y in 0..self.cells_y {
            let (top, bottom) = (start(y, self.cells_y, size.height), start(y + 1, self.cells_y, size.height) - LANE);
            for x in 0..self.cells_x {
                let (left, right) = (start(x, self.cells_x, size.width), start(x + 1, self.cells_x, size.width) - LANE);
                let (x, width) = self.place(left, right, &mut sizes);
                let (y, height) = self.place(top, bottom, &mut sizes);
                let room = Rect::new(x, y, width, height);
                map.dig_room(room);
                cx.step("room", map);
                rooms.push(room);
            }
        }
        let links = self.links(cx);
        map.passages.reserve(links.len());
        map.doors.reserve(2 * links.len());
        for (from, to) in links {
            let upright = to - from == self.cells_x as usize;
            let [a, b] = [from, to].map(|index| if upright { rooms[index].turned() } else { rooms[index] });
            let rows = [a, b].map(|room| ways.range(room.y, room.bottom() - 1));
            let way = crank(a, b, rows, &mut ways);
            let way = if upright { way.turned() } else { way };
            join(map, &way, [RoomId(from as u32), RoomId(to as u32)], &mut doors);
            cx.step("corridor", map);
        }
        Ok(())
    }

    fn min_size(&self) -> Size {
        let side = |cells: i32| cells * (self.min_room + LANE) - LANE + 2;
        Size::new(side(self.cells_x), side(self.cells_y))
    }

    fn conflicts(&self) -> Vec<(&'static str, String)> {
        at_most([(("min_percent", self.min_percent), ("max_percent", self.max_percent))])
    }
}

/// The first column (or row) of a cell. Every cell ends with a lane for corridors; that of the last lies past the map's edge.
fn start(cell: i32, cells: i32, side: i32) -> i32 {
    1 + (i64::from(cell) * i64::from(side - 2 + LANE) / i64::from(cells)) as i32
}

impl Rogue {
    /// The first tile of a room along one side of its cell, and how many tiles it takes.
    fn place(&self, first: i32, past: i32, rng: &mut Rng) -> (i32, i32) {
        let share = |percent: i32| (i64::from(past - first) * i64::from(percent) / 100) as i32;
        let least = share(self.min_percent).max(self.min_room);
        let side = rng.range(least, share(self.max_percent).max(least));
        (rng.range(first, past - side), side)
    }

    /// Which neighbouring cells are joined, each pair in reading order.
    ///
    /// A walk goes from cell to cell as long as it finds new ones beside it, then goes on from any cell it has been to.
    fn links(&self, cx: &mut Context<'_>) -> Vec<(usize, usize)> {
        let mut rng = cx.rng("walk");
        let (width, count) = (self.cells_x as usize, (self.cells_x * self.cells_y) as usize);
        let beside = |cell: usize| {
            let x = cell % width;
            let sides = [
                (x > 0).then(|| cell - 1),
                (x + 1 < width).then_some(cell + 1),
                cell.checked_sub(width),
                (cell + width < count).then_some(cell + width),
            ];
            sides.into_iter().flatten()
        };
        let mut links = Vec::with_capacity(2 * count);
        // Whether a cell was visited, and whether it is joined to the next and to the one below.
        let mut seen = vec![[false; 3]; count];
        let mut here = rng.below(count as u32) as usize;
        let mut active = vec![here];
        let mut at = 0;
        seen[here][0] = true;
        while !active.is_empty() {
            let new = beside(here).filter(|&cell| !seen[cell][0]).count();
            if new > 0 {
                let next = beside(here).filter(|&cell| !seen[cell][0]).nth(rng.below(new as u32) as usize);
                let next = next.expect("one of those that were counted");
                let (from, to) = (here.min(next), here.max(next));
                seen[from][if to - from == width { 2 } else { 1 }] = true;
                seen[next][0] = true;
                links.push((from, to));
                (here, at) = (next, active.len());
                active.push(next);
            } else {
                active.swap_remove(at);
                at = rng.below(active.len() as u32) as usize;
                here = active.get(at).copied().unwrap_or(here);
            }
        }
        for (cell, seen) in seen.iter().enumerate() {
            let right = (cell % width + 1 < width).then_some((cell + 1, 1));
            let below = (cell + width < count).then_some((cell + width, 2));
            for (next, side) in [right, below].into_iter().flatten() {
                let lucky = rng.percent(self.loop_percent);
                if lucky && !seen[side] {
                    links.push((cell, next));
                }
            }
        }
        links
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::check;
    use crate::rng::Seed;
    use crate::tile::Tile;

    fn make(rogue: &Rogue, size: Size, seed: u64) -> Map {
        let mut map = Map::new(size, Tile::Wall);
        rogue.generate(&mut map, &mut Context::new(Seed::new(seed))).unwrap();
        assert_eq!(check(&map), []);
        map
    }

    #[test]
    fn every_cell_has_its_room_and_every_corridor_two_doors() {
        for (cells_x, cells_y) in [(3, 3), (1, 4), (5, 1), (1, 1), (4, 2)] {
            let rogue = Rogue { cells_x, cells_y, loop_percent: 0, ..Rogue::default() };
            for seed in 0..20 {
                for size in [rogue.min_size(), Size::new(80, 50)] {
                    let map = make(&rogue, size, seed);
                    let rooms = (cells_x * cells_y) as usize;
                    assert_eq!((map.rooms.len(), map.passages.len()), (rooms, rooms - 1));
                    assert_eq!(map.doors.len(), 2 * map.passages.len());
                    let floor = map.walkable();
                    let start = map.floor_positions().next().unwrap();
                    assert_eq!(floor.flood(start), floor, "in one piece");
                }
            }
        }
    }

    #[test]
    fn all_loops_join_all_neighbours() {
        let rogue = Rogue { cells_x: 4, cells_y: 3, loop_percent: 100, ..Rogue::default() };
        assert_eq!(make(&rogue, Size::new(70, 40), 5).passages.len(), 3 * 3 + 4 * 2);
    }

    #[test]
    fn rooms_take_the_share_of_their_cell_that_was_asked() {
        let rogue = Rogue { min_percent: 100, max_percent: 100, ..Rogue::default() };
        let map = make(&rogue, Size::new(35, 23), 9);
        assert!(map.rooms.iter().all(|room| room.shape.bounds().size() == Size::new(9, 5)));
    }
}
