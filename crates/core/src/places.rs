//! [`Places`]: which room covers a cell, and records that name it.

use crate::grid::{Dir, Grid, Pos};
use crate::map::{Map, Place, RoomId, Shape};
use smallvec::SmallVec;

/// The room that covers each cell; of several the last.
pub(crate) struct Places {
    rooms: Option<Grid<u32>>,
}

impl Places {
    /// The rooms of a map.
    pub(crate) fn of(map: &Map) -> Self {
        if map.rooms.is_empty() {
            return Places { rooms: None };
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
        Places { rooms: Some(rooms) }
    }

    /// The room that covers the cell.
    pub(crate) fn room(&self, pos: Pos) -> Option<RoomId> {
        let id = *self.rooms.as_ref()?.get(pos)?;
        (id != NOBODY).then_some(RoomId(id))
    }

    /// The rooms on both sides of a cell, in this direction and against it.
    pub(crate) fn beside(&self, pos: Pos, dir: Dir) -> SmallVec<[Place; 2]> {
        let mut rooms: SmallVec<[Place; 2]> = SmallVec::new();
        for id in [dir, dir.opposite()].into_iter().filter_map(|dir| self.room(pos.step(dir))) {
            if !rooms.contains(&Place::Room(id)) {
                rooms.push(Place::Room(id));
            }
        }
        rooms
    }

    /// Writes down a way that was dug along these points, if it leads from a room to a room: `from` and `to` are the cells
    /// before its first point and after its last.
    pub(crate) fn record(&self, map: &mut Map, width: i32, from: Pos, points: &[Pos], to: Pos) {
        let (Some(first), Some(last)) = (self.room(from), self.room(to)) else { return };
        let joins = if first == last { &[first][..] } else { &[first, last][..] };
        map.dig_passage(width, points, joins);
    }
}

/// No room covers the cell.
const NOBODY: u32 = u32::MAX;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::check;
    use crate::grid::{Rect, Size};
    use crate::tile::Tile;

    fn rooms() -> Map {
        let mut map = Map::new(Size::new(12, 6), Tile::Wall);
        map.dig_room(Rect::new(1, 1, 3, 3));
        map.tiles.fill_rect(Rect::new(7, 1, 3, 3), Tile::Floor);
        map.add_room(Shape::Circle(Rect::new(7, 1, 3, 3)));
        map
    }

    #[test]
    fn rooms_are_found_by_their_cells() {
        let places = Places::of(&rooms());
        assert_eq!(places.room(Pos::new(3, 3)), Some(RoomId(0)));
        assert_eq!(places.room(Pos::new(8, 2)), Some(RoomId(1)));
        assert_eq!((places.room(Pos::new(5, 2)), places.room(Pos::new(-1, 2))), (None, None));
        assert_eq!(places.beside(Pos::new(4, 2), Dir::East)[..], [Place::Room(RoomId(0))]);
        assert_eq!(Places::of(&Map::new(Size::new(3, 3), Tile::Wall)).room(Pos::new(1, 1)), None);
    }

    #[test]
    fn only_ways_from_room_to_room_are_written_down() {
        let mut map = rooms();
        let places = Places::of(&map);
        let (first, last) = (Pos::new(4, 2), Pos::new(6, 2));
        places.record(&mut map, 1, Pos::new(4, 5), &[first, last], Pos::new(7, 2));
        assert_eq!(map.passages.len(), 0);
        places.record(&mut map, 1, Pos::new(3, 2), &[first, last], Pos::new(7, 2));
        assert_eq!((map.passages.len(), check(&map).len()), (1, 0));
    }
}
