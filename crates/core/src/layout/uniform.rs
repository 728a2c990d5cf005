//! Rooms spread evenly over the map, each joined to its nearest neighbours.

use super::at_most;
use super::corridors::{Bends, Doors, LANE, Turned, crank, join};
use crate::base::bits::BitGrid;
use crate::base::error::Error;
use crate::base::grid::{Pos, Rect, Size};
use crate::base::promises::Promises;
use crate::base::rng::Rng;
use crate::base::tile::Tile;
use crate::generator::{Context, Entry, Generator, Kind};
use crate::map::{Map, RoomId};
use crate::spatial::region::{Join, find, tidy};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smallvec::smallvec;

/// Registry entry of the `uniform` layout.
pub const ENTRY: Entry = Entry::new::<Uniform>("uniform", Kind::Layout)
    .promising(Promises::CONNECTED.and(Promises::CLOSED_BORDER).and(Promises::ROOMS_DISJOINT));

/// Rooms spread evenly over the map, with straight or bent corridors between neighbours and a door
/// at each end.
///
/// Small rooms far apart, with much rock between them: a level to explore along its corridors.
/// Corridors run from wall to wall and around other rooms, never through them. A room that no
/// corridor can reach is joined by a tunnel without doors.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Uniform {
    /// Percentage of the map's tiles to cover with rooms, as far as there is space.
    #[schemars(range(min = 1, max = 100))]
    pub room_percent: u32,
    /// Minimum room width, in tiles.
    #[schemars(range(min = 1, max = 1_000))]
    pub min_width: i32,
    /// Maximum room width, in tiles, limited by the size of the map.
    #[schemars(range(min = 1, max = 1_000))]
    pub max_width: i32,
    /// Minimum room height, in tiles.
    #[schemars(range(min = 1, max = 1_000))]
    pub min_height: i32,
    /// Maximum room height, in tiles, limited by the size of the map.
    #[schemars(range(min = 1, max = 1_000))]
    pub max_height: i32,
    /// Percentage of openings in room walls with a door. The others stay open.
    #[schemars(range(min = 0, max = 100))]
    pub door_percent: u32,
}

impl Default for Uniform {
    fn default() -> Self {
        Uniform { room_percent: 10, min_width: 3, max_width: 9, min_height: 3, max_height: 5, door_percent: 100 }
    }
}

/// Number of consecutive failed attempts after which the map counts as full.
const MAX_ROOM_ATTEMPTS: u32 = 100;
/// Number of corridors tried between two rooms. The last of them may run along another corridor.
const MAX_CORRIDOR_ATTEMPTS: u32 = 8;
const TIDY_CORRIDOR_ATTEMPTS: u32 = 5;
/// Search radius for neighbours, in squares. Only rooms that found none near enough search farther.
const SEARCH_RADII: [i32; 3] = [1, 3, 9];

impl Generator for Uniform {
    fn generate(&self, map: &mut Map, cx: &mut Context<'_>) -> Result<(), Error> {
        let rooms = self.place(map, cx)?;
        let mut doors = Doors::new(self.door_percent, cx);
        let mut rng = cx.rng("corridors");
        let mut ground = FreeGround { walls: BitGrid::new(map.size()), dug: BitGrid::new(map.size()) };
        rooms.iter().for_each(|room| ground.walls.fill_rect(room.grown(1), true));
        map.passages.reserve(rooms.len());
        map.doors.reserve(2 * rooms.len());
        let squares = Squares::of(&rooms, map.size());
        let mut groups: Vec<u32> = (0..rooms.len() as u32).collect();
        let mut apart = rooms.len() - 1;
        for reach in SEARCH_RADII {
            // The shortest corridors first, and none between rooms that are already connected.
            for Pair { rooms: [a, b], .. } in squares.near_pairs(&rooms, reach, &mut groups, cx)? {
                let [from, to] = [a, b].map(|room| find(&mut groups, room));
                if from == to {
                    continue;
                }
                cx.spend(1)?;
                let ends = [rooms[a as usize], rooms[b as usize]];
                if let Some(way) = (0..MAX_CORRIDOR_ATTEMPTS)
                    .find_map(|attempt| ground.way(ends, attempt < TIDY_CORRIDOR_ATTEMPTS, &mut rng))
                {
                    way.windows(2).for_each(|leg| ground.dug.fill_rect(Rect::spanning(leg[0], leg[1]), true));
                    join(map, &way, [RoomId(a), RoomId(b)], &mut doors);
                    cx.step_passage("corridor", map);
                    groups[from.max(to) as usize] = from.min(to);
                    apart -= 1;
                }
            }
            if apart == 0 {
                return Ok(());
            }
        }
        tunnel(map, cx)
    }

    fn min_size(&self) -> Size {
        Size::new(self.min_width + 2, self.min_height + 2)
    }

    fn conflicts(&self) -> Vec<(&'static str, String)> {
        at_most([
            (("min_width", self.min_width), ("max_width", self.max_width)),
            (("min_height", self.min_height), ("max_height", self.max_height)),
        ])
    }
}

impl Uniform {
    /// Digs rooms at random places until there are enough or no place is found.
    fn place(&self, map: &mut Map, cx: &mut Context<'_>) -> Result<Vec<Rect>, Error> {
        let mut rng = cx.rng("rooms");
        let inside = map.size().rect().grown(-1);
        let asked = (map.size().area() as u64 * u64::from(self.room_percent)).div_ceil(100) as usize;
        let mut kept_clear = BitGrid::new(map.size());
        let (mut rooms, mut dug) = (Vec::with_capacity(32), 0);
        map.rooms.reserve(32);
        while dug < asked {
            let mut draw = || {
                let width = rng.range(self.min_width, self.max_width.min(inside.width));
                let height = rng.range(self.min_height, self.max_height.min(inside.height));
                let x = rng.range(inside.x, inside.right() - width);
                Rect::new(x, rng.range(inside.y, inside.bottom() - height), width, height)
            };
            cx.spend(1)?;
            let Some(room) = (0..MAX_ROOM_ATTEMPTS).map(|_| draw()).find(|&room| kept_clear.is_clear(room)) else {
                let why = format!("{MAX_ROOM_ATTEMPTS} attempts in a row found no place for another room");
                cx.note(map, "tiles of rooms", asked as i64, dug as i64, why);
                break;
            };
            kept_clear.fill_rect(room.grown(LANE), true);
            map.dig_room(room);
            cx.step_in("room", room, map);
            rooms.push(room);
            dug += room.size().area();
        }
        Ok(rooms)
    }
}

/// Joins the remaining parts by straight tunnels, where other rooms block all corridors. Doors that
/// lose their walls become floor.
fn tunnel(map: &mut Map, cx: &mut Context<'_>) -> Result<(), Error> {
    let mut floor = map.walkable();
    tidy(&mut floor, 1, Join::All, cx)?;
    for pos in floor.iter() {
        if map.tiles[pos] == Tile::Wall {
            map.tiles[pos] = Tile::Floor;
        }
    }
    map.settle();
    cx.step("tunnels", map);
    Ok(())
}

/// Two rooms, and the number of tiles between them.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Pair {
    gap: i32,
    rooms: [u32; 2],
}

/// A spatial index: the map in squares that hold about two rooms each.
struct Squares {
    side: i32,
    across: i32,
    down: i32,
    /// Offset of each square in `rooms`, and the end of the last.
    starts: Vec<u32>,
    rooms: Vec<u32>,
}

impl Squares {
    fn of(rooms: &[Rect], size: Size) -> Self {
        let side = (2 * size.area() as u64 / rooms.len() as u64).isqrt().max(1) as i32;
        let (across, down) = (size.width / side + 1, size.height / side + 1);
        let square = |room: &Rect| (room.center().y / side * across + room.center().x / side) as usize;
        // Counting sort.
        let mut starts = vec![0u32; (across * down) as usize + 1];
        rooms.iter().for_each(|room| starts[square(room) + 1] += 1);
        for index in 1..starts.len() {
            starts[index] += starts[index - 1];
        }
        let (mut next, mut sorted) = (starts.clone(), vec![0u32; rooms.len()]);
        for (index, room) in rooms.iter().enumerate() {
            let place = &mut next[square(room)];
            sorted[*place as usize] = index as u32;
            *place += 1;
        }
        Squares { side, across, down, starts, rooms: sorted }
    }

    /// Returns pairs of rooms of different groups at most this many squares apart, the nearest
    /// first. Rooms of the largest group start no search, unless nothing is joined yet.
    fn near_pairs(
        &self,
        rooms: &[Rect],
        reach: i32,
        groups: &mut [u32],
        cx: &mut Context<'_>,
    ) -> Result<Vec<Pair>, Error> {
        let roots: Vec<u32> = (0..rooms.len() as u32).map(|room| find(groups, room)).collect();
        let mut sizes = vec![0u32; rooms.len()];
        roots.iter().for_each(|&root| sizes[root as usize] += 1);
        let largest = (0..rooms.len()).rev().max_by_key(|&root| sizes[root]).filter(|&root| sizes[root] > 1);
        let mut pairs = Vec::with_capacity(if largest.is_none() { 9 * rooms.len() } else { 64 });
        for (index, room) in rooms.iter().enumerate().filter(|(index, _)| Some(roots[*index] as usize) != largest) {
            let (x, y) = (room.center().x / self.side, room.center().y / self.side);
            for y in (y - reach).max(0)..=(y + reach).min(self.down - 1) {
                let first = self.starts[(y * self.across + (x - reach).max(0)) as usize] as usize;
                let past = self.starts[(y * self.across + (x + reach).min(self.across - 1)) as usize + 1] as usize;
                cx.spend((past - first) as u64)?;
                for &other in &self.rooms[first..past] {
                    // If both rooms search, the pair is listed once.
                    let found = other > index as u32 || Some(roots[other as usize] as usize) == largest;
                    if found && roots[other as usize] != roots[index] {
                        let (dx, dy) = gaps(*room, rooms[other as usize]);
                        pairs.push(Pair { gap: dx.max(0) + dy.max(0), rooms: [index as u32, other] });
                    }
                }
            }
        }
        pairs.sort_unstable();
        Ok(pairs)
    }
}

/// Returns the number of tiles between the columns of two rooms and between their rows; negative
/// where they overlap.
fn gaps(a: Rect, b: Rect) -> (i32, i32) {
    ((b.x - a.right()).max(a.x - b.right()), (b.y - a.bottom()).max(a.y - b.bottom()))
}

/// Cells that a corridor must avoid.
struct FreeGround {
    /// Rooms and their walls.
    walls: BitGrid,
    /// Corridors and their doors.
    dug: BitGrid,
}

impl FreeGround {
    /// Draws a corridor between two rooms. Returns it if it is clear.
    fn way(&self, ends: [Rect; 2], tidy: bool, rng: &mut Rng) -> Option<Bends> {
        let (dx, dy) = gaps(ends[0], ends[1]);
        let style = rng.below(3);
        // Rooms that face each other along a side are joined across it; others may also be joined
        // around a corner.
        let upright = match (dx >= LANE, dy >= LANE) {
            (true, true) => style == 0,
            (wide, _) => !wide,
        };
        let [a, b] = if upright { ends.map(Rect::turned) } else { ends };
        let way = if dx >= LANE && dy >= LANE && style == 2 {
            corner(a, b, rng)
        } else {
            let (left, right) = if a.x < b.x { (a, b) } else { (b, a) };
            let shared = (left.y.max(right.y), left.bottom().min(right.bottom()) - 1);
            let rows = if shared.0 <= shared.1 {
                [rng.range(shared.0, shared.1); 2]
            } else {
                [left, right].map(|room| rng.range(room.y, room.bottom() - 1))
            };
            let mut way = crank(left, right, rows, rng);
            if a.x > b.x {
                way.reverse();
            }
            way
        };
        let way = if upright { way.turned() } else { way };
        self.is_clear(&way, tidy).then_some(way)
    }

    /// Returns whether the corridor touches rooms only with its ends, stands beside no other door
    /// and, if `tidy`, runs along no other corridor.
    fn is_clear(&self, way: &[Pos], tidy: bool) -> bool {
        let ends = [way[0], way[way.len() - 1]];
        way.windows(2).all(|leg| {
            let line = Rect::spanning(leg[0], leg[1]);
            let (dx, dy) = if line.width > 1 { (0, 1) } else { (1, 0) };
            // Nearly always nothing is dug nearby: checked 64 tiles at a time.
            let with_sides = Rect::new(line.x - dx, line.y - dy, line.width + 2 * dx, line.height + 2 * dy);
            let alone = self.dug.is_clear(with_sides);
            line.positions().all(|pos| {
                let beside = |by: i32| self.dug.contains(Pos::new(pos.x + by * dx, pos.y + by * dy));
                if ends.contains(&pos) {
                    alone || !(beside(-1) || beside(0) || beside(1))
                } else {
                    !self.walls.contains(pos) && (alone || !tidy || beside(0) || !(beside(-1) || beside(1)))
                }
            })
        })
    }
}

/// Returns a corridor from the right or left wall of one room around a corner to the top or bottom
/// wall of the other.
fn corner(a: Rect, b: Rect, rng: &mut Rng) -> Bends {
    let (row, column) = (rng.range(a.y, a.bottom() - 1), rng.range(b.x, b.right() - 1));
    let from = Pos::new(if a.x < b.x { a.right() } else { a.x - 1 }, row);
    let to = Pos::new(column, if a.y < b.y { b.y - 1 } else { b.bottom() });
    smallvec![from, Pos::new(column, row), to]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::rng::Seed;
    use crate::check::check;

    fn make(uniform: &Uniform, size: Size, seed: u64) -> Map {
        let mut map = Map::new(size, Tile::Wall);
        uniform.generate(&mut map, &mut Context::new(Seed::new(seed))).unwrap();
        assert_eq!(check(&map), [], "{}", map.to_ascii());
        let floor = map.walkable();
        assert_eq!(floor.flood(map.floor_positions().next().unwrap()), floor, "in one piece\n{}", map.to_ascii());
        map
    }

    fn tiles_of_rooms(map: &Map) -> usize {
        map.rooms.iter().map(|room| room.shape.bounds().size().area()).sum()
    }

    #[test]
    fn the_share_of_rooms_is_met_or_noted() {
        for (room_percent, full) in [(1, true), (10, true), (90, false)] {
            let uniform = Uniform { room_percent, ..Uniform::default() };
            for seed in 0..20 {
                let map = make(&uniform, Size::new(80, 50), seed);
                assert_eq!(tiles_of_rooms(&map) >= 40 * room_percent as usize, full);
                assert_eq!(map.notes.len(), usize::from(!full));
            }
        }
    }

    #[test]
    fn crowded_and_tiny_maps_are_connected_too() {
        for seed in 0..60 {
            let uniform = Uniform { room_percent: 100, min_width: 1, min_height: 1, ..Uniform::default() };
            make(&uniform, Size::new(40 + seed as i32 % 9, 9 + seed as i32 / 3), seed);
            let long = Uniform { room_percent: 100, min_width: 5, max_width: 30, ..Uniform::default() };
            make(&long, Size::new(32, 60), seed);
        }
    }

    #[test]
    fn a_tunnel_joins_rooms_that_no_corridor_can() {
        let mut map = Map::new(Size::new(20, 12), Tile::Wall);
        let mut cx = Context::new(Seed::new(1));
        let [a, b, _] =
            [Rect::new(1, 1, 3, 3), Rect::new(8, 1, 3, 3), Rect::new(2, 7, 4, 4)].map(|it| map.dig_room(it));
        join(&mut map, &[Pos::new(4, 2), Pos::new(7, 2)], [a, b], &mut Doors::new(100, &cx));
        tunnel(&mut map, &mut cx).unwrap();
        assert_eq!(check(&map), []);
        let floor = map.walkable();
        assert_eq!(floor.flood(Pos::new(1, 1)), floor);
        assert_eq!(map.doors.len(), 2);
    }

    #[test]
    fn rooms_keep_a_lane_between_them() {
        let map = make(&Uniform { room_percent: 50, ..Uniform::default() }, Size::new(90, 60), 3);
        for (index, room) in map.rooms.iter().enumerate() {
            let lane = room.shape.bounds().grown(LANE);
            assert!(map.rooms[..index].iter().all(|other| !lane.overlaps(other.shape.bounds())));
        }
    }

    #[test]
    fn the_nearest_pairs_come_first() {
        let rooms = [Rect::new(1, 1, 3, 3), Rect::new(20, 1, 3, 3), Rect::new(8, 2, 3, 3), Rect::new(26, 1, 3, 3)];
        let pairs = |reach: i32, groups: &mut [u32]| {
            let squares = Squares::of(&rooms, Size::new(30, 6));
            let pairs = squares.near_pairs(&rooms, reach, groups, &mut Context::new(Seed::new(1))).unwrap();
            pairs.iter().map(|pair| (pair.gap, pair.rooms)).collect::<Vec<_>>()
        };
        assert_eq!(pairs(1, &mut [0, 1, 2, 3]), [(3, [1, 3]), (4, [0, 2]), (9, [1, 2])]);
        assert_eq!(pairs(1, &mut [0, 1, 0, 1]), [(9, [1, 2])]);
        assert_eq!(pairs(3, &mut [0, 1, 0, 0]), [(3, [1, 3]), (9, [1, 2]), (16, [1, 0])]);
    }
}
