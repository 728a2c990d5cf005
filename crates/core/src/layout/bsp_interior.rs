//! The inside of a building: rooms fill the whole area and share their walls.

use super::at_most;
use super::corridors::Doors;
use crate::base::error::Error;
use crate::base::grid::{Dir, Grid, Pos, Rect, Size};
use crate::base::promises::Promises;
use crate::base::rng::Rng;
use crate::base::tile::Tile;
use crate::generator::{Context, Entry, Generator, Kind};
use crate::map::{Map, Place, RoomId, Shape};
use crate::spatial::region::find;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Registry entry of the `bsp-interior` layout.
pub const ENTRY: Entry = Entry::new::<BspInterior>("bsp-interior", Kind::Layout)
    .promising(Promises::CONNECTED.and(Promises::CLOSED_BORDER).and(Promises::ROOMS_DISJOINT));

/// The inside of a building: halls and rooms wall to wall, with doors between them and no rock
/// left.
///
/// Useful for offices, barracks, prisons and ships. Walls one tile thick split the area until every
/// room is small enough; the first splits leave a hall between their two halves. Every room beside
/// a hall has a door to one; the others are reached through their neighbours. `bsp` splits the map
/// in the same way but leaves rock between its rooms.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct BspInterior {
    /// Minimum room side, in tiles.
    #[schemars(range(min = 1, max = 1_000))]
    pub min_room: i32,
    /// Maximum room side, in tiles. Longer rooms are split in two if both parts get `min_room`.
    #[schemars(range(min = 1, max = 1_000))]
    pub max_room: i32,
    /// Number of successive splits that leave a hall: 0 makes no halls, 1 a single hall, 2 up to
    /// three. A hall needs space for rooms on both sides.
    #[schemars(range(min = 0, max = 8))]
    pub halls: u32,
    /// Width of the halls, in tiles.
    #[schemars(range(min = 1, max = 50))]
    pub hall_width: i32,
    /// Percentage of the remaining walls between two rooms that get an extra door. Higher values
    /// make more loops.
    #[schemars(range(min = 0, max = 100))]
    pub loop_percent: u32,
    /// Percentage of openings with a door. The others stay open.
    #[schemars(range(min = 0, max = 100))]
    pub door_percent: u32,
}

impl Default for BspInterior {
    fn default() -> Self {
        BspInterior { min_room: 4, max_room: 11, halls: 2, hall_width: 2, loop_percent: 15, door_percent: 100 }
    }
}

impl Generator for BspInterior {
    fn generate(&self, map: &mut Map, cx: &mut Context<'_>) -> Result<(), Error> {
        let inside = map.size().rect().grown(-1);
        cx.spend(map.size().area() as u64)?;
        map.tiles.fill_rect(inside, Tile::Floor);
        cx.step("floor", map);
        let Parts { rooms, walls } = self.divide(inside, map, cx)?;
        map.rooms.reserve(rooms.len());
        for &(room, purpose) in &rooms {
            let id = map.add_room(Shape::Rect(room));
            if purpose == Use::Hall {
                map.rooms[id.0 as usize].tags.push("hall".into());
            }
        }
        self.open(&rooms, &borders(&rooms, &walls, map.size()), map, cx)?;
        cx.step("doors", map);
        Ok(())
    }

    fn min_size(&self) -> Size {
        Size::new(self.min_room + 2, self.min_room + 2)
    }

    fn conflicts(&self) -> Vec<(&'static str, String)> {
        at_most([(("min_room", self.min_room), ("max_room", self.max_room))])
    }
}

/// The building, split into rooms and halls.
struct Parts {
    rooms: Vec<(Rect, Use)>,
    walls: Vec<(Rect, Cut)>,
}

/// Purpose of a part of the building.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Use {
    Room,
    Hall,
}

/// A stretch of wall with a single room along each side.
struct Border {
    rooms: [u32; 2],
    first: Pos,
    length: i32,
    cut: Cut,
}

impl BspInterior {
    /// Splits the area into rooms and halls, and returns them with the walls between them.
    fn divide(&self, inside: Rect, map: &mut Map, cx: &mut Context<'_>) -> Result<Parts, Error> {
        let mut rng = cx.rng("cuts");
        let (mut rooms, mut walls) = (Vec::with_capacity(64), Vec::with_capacity(64));
        // Halls run along the longer side. Halls that split the halves left by the first one meet
        // it at right angles.
        let first_hall = if inside.width >= inside.height { Cut::Rows } else { Cut::Columns };
        let mut pieces = vec![(inside, first_hall, self.halls)];
        while let Some((piece, hall, halls)) = pieces.pop() {
            cx.spend(1)?;
            let slack = hall.side(piece) - 2 - self.hall_width - 2 * self.min_room;
            // A hall no longer than a room would be useless.
            if halls > 0 && slack >= 0 && hall.crossed().side(piece) > self.max_room {
                // Near the middle: a hall serves both sides.
                let before = self.min_room + rng.range(slack / 3, slack - slack / 3);
                let (half, rest) = hall.parts(piece, before);
                let (strip, other) = hall.parts(rest, self.hall_width);
                for wall in [hall.wall(piece, before), hall.wall(rest, self.hall_width)] {
                    map.tiles.fill_rect(wall, Tile::Wall);
                    walls.push((wall, hall));
                }
                cx.step_in("hall", piece, map);
                rooms.push((strip, Use::Hall));
                pieces.extend([(other, hall.crossed(), halls - 1), (half, hall.crossed(), halls - 1)]);
            } else if let Some((cut, before)) = self.cut(piece, &mut rng) {
                let wall = cut.wall(piece, before);
                map.tiles.fill_rect(wall, Tile::Wall);
                cx.step_in("wall", wall, map);
                walls.push((wall, cut));
                let (half, other) = cut.parts(piece, before);
                pieces.extend([(other, hall, 0), (half, hall, 0)]);
            } else {
                rooms.push((piece, Use::Room));
            }
        }
        Ok(Parts { rooms, walls })
    }

    /// Returns the direction of the split and the number of tiles before its wall, or `None` when
    /// the piece is small enough.
    fn cut(&self, piece: Rect, rng: &mut Rng) -> Option<(Cut, i32)> {
        let wanted = |side: i32| side > self.max_room && side > 2 * self.min_room;
        let by_dice = if rng.percent(50) { Cut::Columns } else { Cut::Rows };
        let cut = match (wanted(piece.width), wanted(piece.height)) {
            (false, false) => return None,
            (true, false) => Cut::Columns,
            (false, true) => Cut::Rows,
            (true, true) if piece.width > piece.height + piece.height / 4 => Cut::Columns,
            (true, true) if piece.height > piece.width + piece.width / 4 => Cut::Rows,
            (true, true) => by_dice,
        };
        Some((cut, rng.range(self.min_room, cut.side(piece) - 1 - self.min_room)))
    }

    /// Makes the openings: a spanning tree that reaches every room, halls first, plus the extra
    /// ones.
    fn open(
        &self,
        rooms: &[(Rect, Use)],
        borders: &[Border],
        map: &mut Map,
        cx: &mut Context<'_>,
    ) -> Result<(), Error> {
        let (mut rng, mut doors) = (cx.rng("openings"), Doors::new(self.door_percent, cx));
        let mut shuffled: Vec<u32> = (0..borders.len() as u32).collect();
        rng.shuffle(&mut shuffled);
        let halls = |index: u32| {
            let [a, b] = borders[index as usize].rooms.map(|room| rooms[room as usize].1 == Use::Hall);
            usize::from(a) + usize::from(b)
        };
        // From hall to hall, then from halls to rooms, then from room to room.
        let order =
            [2, 1, 0].into_iter().flat_map(|wanted| shuffled.iter().filter(move |&&index| halls(index) == wanted));
        let mut groups: Vec<u32> = (0..rooms.len() as u32).collect();
        map.doors.reserve(rooms.len() + rooms.len() / 2);
        for &index in order {
            cx.spend(1)?;
            let Border { rooms: [a, b], first, length, cut } = borders[index as usize];
            let along = rng.range(0, length - 1);
            let lucky = rng.percent(self.loop_percent);
            let [from, to] = [a, b].map(|room| find(&mut groups, room));
            if from == to && !lucky {
                continue;
            }
            groups[from.max(to) as usize] = from.min(to);
            let facing = match cut {
                Cut::Columns => Dir::East,
                Cut::Rows => Dir::South,
            };
            doors.hang(map, cut.along(first, along), facing, [a, b].map(|room| Place::Room(RoomId(room))));
        }
        Ok(())
    }
}

/// Direction of a split.
#[derive(Clone, Copy)]
enum Cut {
    /// Into the columns on the left and the columns on the right.
    Columns,
    /// Into the upper rows and the lower rows.
    Rows,
}

impl Cut {
    /// Returns the other direction.
    fn crossed(self) -> Cut {
        match self {
            Cut::Columns => Cut::Rows,
            Cut::Rows => Cut::Columns,
        }
    }

    /// Returns the tile of a wall this far from its first tile.
    fn along(self, first: Pos, by: i32) -> Pos {
        match self {
            Cut::Columns => Pos::new(first.x, first.y + by),
            Cut::Rows => Pos::new(first.x + by, first.y),
        }
    }

    /// Returns the length of the side that is split.
    fn side(self, piece: Rect) -> i32 {
        match self {
            Cut::Columns => piece.width,
            Cut::Rows => piece.height,
        }
    }

    /// Returns the start and end of a wall of this direction, or of a room beside it, along the
    /// wall.
    fn span(self, part: Rect) -> (i32, i32) {
        match self {
            Cut::Columns => (part.y, part.bottom()),
            Cut::Rows => (part.x, part.right()),
        }
    }

    /// Returns the tile beside the wall, before it (-1) or behind it (1).
    fn beside(self, wall: Rect, along: i32, side: i32) -> Pos {
        match self {
            Cut::Columns => Pos::new(wall.x + side, along),
            Cut::Rows => Pos::new(along, wall.y + side),
        }
    }

    /// Returns the wall after this many tiles.
    fn wall(self, piece: Rect, before: i32) -> Rect {
        match self {
            Cut::Columns => Rect { x: piece.x + before, width: 1, ..piece },
            Cut::Rows => Rect { y: piece.y + before, height: 1, ..piece },
        }
    }

    /// Returns the parts before and behind the wall.
    fn parts(self, piece: Rect, before: i32) -> (Rect, Rect) {
        let rest = self.side(piece) - before - 1;
        match self {
            Cut::Columns => (Rect { width: before, ..piece }, Rect { x: piece.x + before + 1, width: rest, ..piece }),
            Cut::Rows => (Rect { height: before, ..piece }, Rect { y: piece.y + before + 1, height: rest, ..piece }),
        }
    }
}

/// Cuts the walls where a room on either side begins or ends. These places are wall tiles on that
/// side, so no two borders touch, and neither do their doors.
///
/// Follows both sides of a wall from room to room. The room that begins after the end of another is
/// found by its corner.
fn borders(rooms: &[(Rect, Use)], walls: &[(Rect, Cut)], size: Size) -> Vec<Border> {
    let mut owners = Grid::new(size, 0);
    for (index, &(room, _)) in (0..).zip(rooms) {
        owners[room.origin()] = index;
        owners[Pos::new(room.right() - 1, room.y)] = index;
        owners[Pos::new(room.x, room.bottom() - 1)] = index;
    }
    let mut borders: Vec<Border> = Vec::with_capacity(2 * walls.len());
    for &(wall, cut) in walls {
        let (start, end) = cut.span(wall);
        let mut from = [start, start];
        while from[0] < end && from[1] < end {
            let beside = [-1, 1].map(|side| cut.beside(wall, from[usize::from(side > 0)], side));
            let pair = beside.map(|pos| owners[pos]);
            let to = pair.map(|room: u32| cut.span(rooms[room as usize].0).1);
            let (first, past) = (from[0].max(from[1]), to[0].min(to[1]));
            if first < past {
                borders.push(Border {
                    rooms: pair,
                    first: cut.along(wall.origin(), first - start),
                    length: past - first,
                    cut,
                });
            }
            // A room is followed by a wall.
            [0, 1].into_iter().filter(|&side| to[side] == past).for_each(|side| from[side] = past + 1);
        }
    }
    borders
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::rng::Seed;
    use crate::check::check;

    fn make(interior: &BspInterior, size: Size, seed: u64) -> Map {
        let mut map = Map::new(size, Tile::Wall);
        interior.generate(&mut map, &mut Context::new(Seed::new(seed))).unwrap();
        assert_eq!(check(&map), []);
        map
    }

    #[test]
    fn every_room_is_reached_through_one_door_fewer_than_there_are_rooms() {
        for halls in 0..4 {
            let interior = BspInterior { loop_percent: 0, halls, ..BspInterior::default() };
            for seed in 0..20 {
                let map = make(&interior, Size::new(60, 40), seed);
                assert_eq!(map.doors.len(), map.rooms.len() - 1);
                let floor = map.walkable();
                assert_eq!(floor.flood(map.floor_positions().next().unwrap()), floor, "in one piece");
            }
        }
    }

    #[test]
    fn rooms_and_doors_are_all_the_floor_there_is() {
        let map = make(&BspInterior::default(), Size::new(80, 50), 3);
        let rooms: usize = map.rooms.iter().map(|room| room.shape.bounds().size().area()).sum();
        assert_eq!(map.floor_positions().count(), rooms + map.doors.len());
    }

    #[test]
    fn rooms_are_as_large_as_asked_where_that_is_possible() {
        let interior = BspInterior { min_room: 3, max_room: 7, ..BspInterior::default() };
        for seed in 0..20 {
            let map = make(&interior, Size::new(90, 60), seed);
            for room in map.rooms.iter().filter(|room| room.tags.is_empty()) {
                let Size { width, height } = room.shape.bounds().size();
                assert!((3..=7).contains(&width) && (3..=7).contains(&height), "{width}x{height}");
            }
        }
    }

    #[test]
    fn every_room_beside_a_hall_has_a_door_to_one() {
        for seed in 0..20 {
            let map = make(&BspInterior { loop_percent: 0, ..BspInterior::default() }, Size::new(80, 50), seed);
            let halls: Vec<_> = map.rooms.iter().filter(|room| !room.tags.is_empty()).collect();
            let joins = |a: RoomId, b: RoomId| {
                map.doors.iter().any(|it| [a, b].iter().all(|&r| it.joins.contains(&Place::Room(r))))
            };
            for room in &map.rooms {
                let beside = |hall: Rect| {
                    let reach = room.shape.bounds().grown(2).intersection(hall);
                    !reach.is_empty() && reach.size().area() > 4
                };
                let beside = halls.iter().filter(|hall| hall.id != room.id && beside(hall.shape.bounds()));
                let mut beside = beside.map(|hall| joins(hall.id, room.id)).peekable();
                assert!(
                    beside.peek().is_none() || beside.any(|joined| joined),
                    "room {}\n{}",
                    room.number,
                    map.to_ascii()
                );
            }
        }
    }

    #[test]
    fn halls_come_first_where_they_have_place() {
        let count = |halls: u32, size: Size| {
            let map = make(&BspInterior { halls, ..BspInterior::default() }, size, 1);
            map.rooms.iter().filter(|room| room.tags == ["hall"]).count()
        };
        assert_eq!([0, 1, 2].map(|halls| count(halls, Size::new(80, 50))), [0, 1, 3]);
        assert_eq!(count(8, Size::new(12, 12)), 0, "ten tiles have no place for a hall, two walls and two rooms");
    }
}
