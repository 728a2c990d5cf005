//! [`RoomIndex`]: an index from cells to rooms, and passage records that use it.

use crate::base::grid::{Dir, Grid, Pos};
use crate::map::{Map, Place, RoomId, Shape};
use smallvec::SmallVec;

/// The room that covers each cell; the last one if there are several.
pub(crate) struct RoomIndex {
    rooms: Option<Grid<u32>>,
}

impl RoomIndex {
    /// Indexes the rooms of a map.
    pub(crate) fn of(map: &Map) -> Self {
        if map.rooms.is_empty() {
            return RoomIndex { rooms: None };
        }
        let mut rooms = Grid::new(map.size(), NOBODY);
        for room in &map.rooms {
            match &room.shape {
                Shape::Rect(rect) => rooms.fill_rect(*rect, room.id.0),
                shape => {
                    for pos in shape.positions().filter(|&pos| map.size().contains(pos)) {
                        rooms[pos] = room.id.0;
                    }
                }
            }
        }
        RoomIndex { rooms: Some(rooms) }
    }

    /// Returns the room that covers the cell.
    pub(crate) fn room(&self, pos: Pos) -> Option<RoomId> {
        let id = *self.rooms.as_ref()?.get(pos)?;
        (id != NOBODY).then_some(RoomId(id))
    }

    /// Returns the rooms on both sides of a cell, in this direction and the opposite one.
    pub(crate) fn beside(&self, pos: Pos, dir: Dir) -> SmallVec<[Place; 2]> {
        let mut rooms: SmallVec<[Place; 2]> = SmallVec::new();
        for id in [dir, dir.opposite()].into_iter().filter_map(|dir| self.room(pos.step(dir))) {
            if !rooms.contains(&Place::Room(id)) {
                rooms.push(Place::Room(id));
            }
        }
        rooms
    }

    /// Records a passage that was dug along these points, if it leads from a room to a room. `from`
    /// and `to` are the cells before its first point and after its last.
    pub(crate) fn record(&self, map: &mut Map, width: i32, from: Pos, points: &[Pos], to: Pos) {
        let (Some(first), Some(last)) = (self.room(from), self.room(to)) else { return };
        let joins = if first == last { &[first][..] } else { &[first, last][..] };
        map.dig_passage(width, points, joins);
    }
}

/// Marks a cell that no room covers.
const NOBODY: u32 = u32::MAX;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::grid::{Rect, Size};
    use crate::base::tile::Tile;
    use crate::check::check;

    fn rooms() -> Map {
        let mut map = Map::new(Size::new(12, 6), Tile::Wall);
        map.dig_room(Rect::new(1, 1, 3, 3));
        map.tiles.fill_rect(Rect::new(7, 1, 3, 3), Tile::Floor);
        map.add_room(Shape::Circle(Rect::new(7, 1, 3, 3)));
        map
    }

    #[test]
    fn rooms_are_found_by_their_cells() {
        let places = RoomIndex::of(&rooms());
        assert_eq!(places.room(Pos::new(3, 3)), Some(RoomId(0)));
        assert_eq!(places.room(Pos::new(8, 2)), Some(RoomId(1)));
        assert_eq!((places.room(Pos::new(5, 2)), places.room(Pos::new(-1, 2))), (None, None));
        assert_eq!(places.beside(Pos::new(4, 2), Dir::East)[..], [Place::Room(RoomId(0))]);
        assert_eq!(RoomIndex::of(&Map::new(Size::new(3, 3), Tile::Wall)).room(Pos::new(1, 1)), None);
    }

    #[test]
    fn only_ways_from_room_to_room_are_written_down() {
        let mut map = rooms();
        let places = RoomIndex::of(&map);
        let (first, last) = (Pos::new(4, 2), Pos::new(6, 2));
        places.record(&mut map, 1, Pos::new(4, 5), &[first, last], Pos::new(7, 2));
        assert_eq!(map.passages.len(), 0);
        places.record(&mut map, 1, Pos::new(3, 2), &[first, last], Pos::new(7, 2));
        assert_eq!((map.passages.len(), check(&map).len()), (1, 0));
    }
}
