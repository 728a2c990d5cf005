//! Corridors from the wall of one room to the wall of another, and the doors at their ends.

use crate::base::grid::{Dir, Pos, Rect};
use crate::base::rng::Rng;
use crate::base::tile::Tile;
use crate::generator::Context;
use crate::map::{DoorKind, DoorState, Map, Place, RoomId};
use smallvec::{SmallVec, smallvec};

/// Minimum distance between two rooms that leaves space for any corridor: the wall of each, and a
/// lane.
pub(super) const LANE: i32 = 3;

/// The corners of a corridor, from door to door.
pub(super) type Bends = SmallVec<[Pos; 4]>;

/// Hangs plain closed doors in a percentage of the openings. The others stay open.
pub(super) struct Doors {
    percent: u32,
    rng: Rng,
}

impl Doors {
    pub(super) fn new(percent: u32, cx: &Context<'_>) -> Self {
        Doors { percent, rng: cx.rng("doors") }
    }

    /// Adds a door or an opening.
    #[inline]
    pub(super) fn hang(&mut self, map: &mut Map, pos: Pos, facing: Dir, joins: [Place; 2]) {
        if self.rng.percent(self.percent) {
            map.add_door(pos, facing, DoorKind::Door, DoorState::Closed, &joins);
        } else {
            map.tiles[pos] = Tile::Floor;
        }
    }
}

/// Digs the corridor and hangs a door at either end.
pub(super) fn join(map: &mut Map, way: &[Pos], rooms: [RoomId; 2], doors: &mut Doors) {
    let passage = map.dig_passage(1, way, &rooms);
    let last = way.len() - 1;
    for (room, door, next) in [(rooms[0], way[0], way[1]), (rooms[1], way[last], way[last - 1])] {
        doors.hang(map, door, heading(door, next), [Place::Room(room), Place::Passage(passage)]);
    }
}

/// Returns the direction from a cell to another in its row or column.
pub(super) fn heading(from: Pos, to: Pos) -> Dir {
    match (to.x - from.x, to.y - from.y) {
        (dx, _) if dx > 0 => Dir::East,
        (dx, _) if dx < 0 => Dir::West,
        (_, dy) if dy > 0 => Dir::South,
        _ => Dir::North,
    }
}

/// Returns a corridor from the right wall of one room to the left wall of another, which lies at
/// least [`LANE`] tiles further right. It follows the two given rows, with a jog at a random column
/// between the rooms if the rows differ.
pub(super) fn crank(left: Rect, right: Rect, rows: [i32; 2], rng: &mut Rng) -> Bends {
    let (from, to) = (left.right(), right.x - 1);
    let jog = rng.range(from + 1, to - 1);
    if rows[0] == rows[1] {
        smallvec![Pos::new(from, rows[0]), Pos::new(to, rows[0])]
    } else {
        smallvec![Pos::new(from, rows[0]), Pos::new(jog, rows[0]), Pos::new(jog, rows[1]), Pos::new(to, rows[1])]
    }
}

/// Swaps rows and columns, so that code for left to right also serves top to bottom.
pub(super) trait Turned {
    /// Returns the value with rows and columns swapped.
    fn turned(self) -> Self;
}

impl Turned for Pos {
    fn turned(self) -> Self {
        Pos::new(self.y, self.x)
    }
}

impl Turned for Rect {
    fn turned(self) -> Self {
        Rect::new(self.y, self.x, self.height, self.width)
    }
}

impl Turned for Bends {
    fn turned(mut self) -> Self {
        self.iter_mut().for_each(|pos| *pos = pos.turned());
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::grid::Size;
    use crate::base::rng::Seed;
    use crate::check::check;

    #[test]
    fn a_crank_between_any_two_rooms_has_a_door_at_either_end() {
        let mut rng = Seed::new(1).rng();
        for (rows, upright) in [([2, 2], false), ([1, 6], false), ([6, 1], true), ([4, 3], true)] {
            let rooms = [Rect::new(1, 1, 3, 6), Rect::new(7, 1, 2, 6)];
            let way = crank(rooms[0], rooms[1], rows, &mut rng);
            let mut map = Map::new(if upright { Size::new(8, 10) } else { Size::new(10, 8) }, Tile::Wall);
            let ids = rooms.map(|room| map.dig_room(if upright { room.turned() } else { room }));
            let mut doors = Doors::new(100, &Context::new(Seed::new(1)));
            join(&mut map, &if upright { way.turned() } else { way }, ids, &mut doors);
            assert_eq!(check(&map), [], "{}", map.to_ascii());
            assert_eq!(map.doors.len(), 2);
        }
    }
}
