//! A room in every cell of a coarse grid, as in Rogue, the game that named the genre.

use super::at_most;
use super::corridors::{Doors, LANE, Turned, crank, join};
use crate::base::error::Error;
use crate::base::grid::{Rect, Size};
use crate::base::promises::Promises;
use crate::base::rng::Rng;
use crate::generator::{Context, Entry, Generator, Kind};
use crate::map::{Map, RoomId};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smallvec::{SmallVec, smallvec};

/// Registry entry of the `rogue` layout.
pub const ENTRY: Entry = Entry::new::<Rogue>("rogue", Kind::Layout)
    .promising(Promises::CONNECTED.and(Promises::CLOSED_BORDER).and(Promises::ROOMS_DISJOINT));

/// A room in every cell of a coarse grid, with corridors between neighbours and a door at each end.
///
/// The level of the game that named the genre: nine large rooms, easy to read, always different. A
/// random walk from cell to cell decides which neighbours are joined, so that every room is
/// reached.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Rogue {
    /// Number of cells per row; fewer on a map that is too small.
    #[schemars(range(min = 1, max = 100))]
    pub cells_x: i32,
    /// Number of rows of cells; fewer on a map that is too small.
    #[schemars(range(min = 1, max = 100))]
    pub cells_y: i32,
    /// Minimum room side, in tiles.
    #[schemars(range(min = 1, max = 1_000))]
    pub min_room: i32,
    /// Minimum width and height of a room, as a percentage of its cell.
    #[schemars(range(min = 0, max = 100))]
    pub min_percent: i32,
    /// Maximum width and height of a room, as a percentage of its cell.
    #[schemars(range(min = 0, max = 100))]
    pub max_percent: i32,
    /// Percentage of the remaining neighbours that get an extra corridor. Higher values make more
    /// loops.
    #[schemars(range(min = 0, max = 100))]
    pub loop_percent: u32,
    /// Percentage of openings in room walls with a door. The others stay open.
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
        let (cells_x, cells_y) = (self.cells(self.cells_x, size.width), self.cells(self.cells_y, size.height));
        let count = (cells_x * cells_y) as usize;
        cx.spend(count as u64)?;
        let asked = i64::from(self.cells_x * self.cells_y);
        if (count as i64) < asked {
            let why = format!("{size} has space for {cells_x}x{cells_y} cells with rooms of {0}x{0}", self.min_room);
            cx.note(map, "rooms", asked, count as i64, why);
        }
        let (mut sizes, mut ways, mut doors) =
            (cx.rng("rooms"), cx.rng("corridors"), Doors::new(self.door_percent, cx));
        map.rooms.reserve(count);
        let mut rooms: SmallVec<[Rect; 16]> = SmallVec::with_capacity(count);
        let columns: SmallVec<[i32; 16]> = (0..=cells_x).map(|x| start(x, cells_x, size.width)).collect();
        for y in 0..cells_y {
            let (top, bottom) = (start(y, cells_y, size.height), start(y + 1, cells_y, size.height));
            for ends in columns.windows(2) {
                let (x, width) = self.place(ends[0], ends[1] - LANE, &mut sizes);
                let (y, height) = self.place(top, bottom - LANE, &mut sizes);
                let room = Rect::new(x, y, width, height);
                map.dig_room(room);
                cx.step_in("room", room, map);
                rooms.push(room);
            }
        }
        let links = links(cells_x as usize, cells_y as usize, self.loop_percent, &mut cx.rng("walk"));
        map.passages.reserve(links.len());
        map.doors.reserve(2 * links.len());
        for Link { from, to, upright } in links {
            let [a, b] = [from, to].map(|cell| if upright { rooms[cell].turned() } else { rooms[cell] });
            let rows = [a, b].map(|room| ways.range(room.y, room.bottom() - 1));
            let way = crank(a, b, rows, &mut ways);
            let way = if upright { way.turned() } else { way };
            join(map, &way, [RoomId(from as u32), RoomId(to as u32)], &mut doors);
            cx.step_passage("corridor", map);
        }
        Ok(())
    }

    fn min_size(&self) -> Size {
        Size::new(self.min_room + 2, self.min_room + 2)
    }

    fn conflicts(&self) -> Vec<(&'static str, String)> {
        at_most([(("min_percent", self.min_percent), ("max_percent", self.max_percent))])
    }
}

/// Returns the first column (or row) of a cell. Every cell ends with a lane for corridors; the lane
/// of the last lies past the edge of the map.
fn start(cell: i32, cells: i32, side: i32) -> i32 {
    1 + (i64::from(cell) * i64::from(side - 2 + LANE) / i64::from(cells)) as i32
}

impl Rogue {
    /// Returns how many of the requested cells fit along a side of the map.
    fn cells(&self, asked: i32, side: i32) -> i32 {
        asked.min((side - 2 + LANE) / (self.min_room + LANE)).max(1)
    }

    /// Places a room along one side of its cell. Returns its first tile and its length.
    fn place(&self, first: i32, past: i32, rng: &mut Rng) -> (i32, i32) {
        let share = |percent: i32| (i64::from(past - first) * i64::from(percent) / 100) as i32;
        let least = share(self.min_percent).max(self.min_room);
        let side = rng.range(least, share(self.max_percent).max(least));
        (rng.range(first, past - side), side)
    }
}

/// Two joined neighbouring cells, the one on the left or above first.
struct Link {
    from: usize,
    to: usize,
    upright: bool,
}

/// State of a cell during the walk: visited, and the directions in which it was left or entered.
#[derive(Clone, Copy, Default)]
struct Cell {
    seen: bool,
    right: bool,
    below: bool,
}

/// Chooses the neighbouring cells to join.
///
/// A walk goes from cell to cell as long as there are unvisited neighbours, then continues from a
/// random visited cell.
fn links(width: usize, height: usize, loop_percent: u32, rng: &mut Rng) -> SmallVec<[Link; 16]> {
    let count = width * height;
    let mut links: SmallVec<[Link; 16]> = SmallVec::new();
    let mut cells: SmallVec<[Cell; 16]> = smallvec![Cell::default(); count];
    let mut here = rng.below(count as u32) as usize;
    let mut active: SmallVec<[usize; 16]> = smallvec![here];
    let mut at = 0;
    cells[here].seen = true;
    while links.len() + 1 < count {
        let x = here % width;
        let beside = [
            (x > 0).then(|| here - 1),
            (x + 1 < width).then_some(here + 1),
            here.checked_sub(width),
            (here + width < count).then_some(here + width),
        ];
        let new: SmallVec<[usize; 4]> = beside.into_iter().flatten().filter(|&cell| !cells[cell].seen).collect();
        if let Some(&next) = rng.pick(&new) {
            let (from, to) = (here.min(next), here.max(next));
            let upright = to - from == width;
            *(if upright { &mut cells[from].below } else { &mut cells[from].right }) = true;
            cells[next].seen = true;
            links.push(Link { from, to, upright });
            (here, at) = (next, active.len());
            active.push(next);
        } else {
            active.swap_remove(at);
            at = rng.below(active.len() as u32) as usize;
            here = active[at];
        }
    }
    for (from, cell) in cells.iter().enumerate() {
        let [right, below] = [0, 1].map(|_| rng.percent(loop_percent));
        if right && !cell.right && from % width + 1 < width {
            links.push(Link { from, to: from + 1, upright: false });
        }
        if below && !cell.below && from + width < count {
            links.push(Link { from, to: from + width, upright: true });
        }
    }
    links
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::rng::Seed;
    use crate::base::tile::Tile;
    use crate::check::check;

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
                for size in [Size::new(6 * cells_x - 1, 6 * cells_y - 1), Size::new(80, 50)] {
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
    fn small_maps_have_fewer_cells_and_say_so() {
        let map = make(&Rogue::default(), Size::new(16, 17), 1);
        let note = &map.notes[0];
        assert_eq!((map.rooms.len(), map.notes.len(), note.asked, note.delivered), (6, 1, 9, 6));
        assert_eq!(note.why, "16x17 has space for 2x3 cells with rooms of 3x3");
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
