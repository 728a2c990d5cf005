//! From rects to floor and rooms.

use super::MAX_SQUARES;
use super::bounded::Entries;
use super::divide::NONE;
use super::entries::{DoorEntry, NoteEntry, RectEntry, bad};
use crate::error::{Error, ErrorKind};
use mapwright::{CellSet, Grid, Map, Pos, Rect, Room, RoomId, Shape, Size, Tile};
use std::collections::{BTreeMap, BTreeSet};

/// The floor of a dungeon on a map with a border of rock.
pub(super) struct Ground {
    /// From a place in the file to the place on the map.
    shift: Pos,
    /// Index of the rect plus one, by square.
    owners: Grid<u32>,
    /// Index of the room plus one, by square.
    rooms: Grid<u32>,
}

impl Ground {
    /// Lays the rects side by side.
    pub(super) fn lay(rects: &[RectEntry]) -> Result<Ground, Error> {
        let whole = rects.iter().map(|rect| rect.area).reduce(Rect::around);
        let whole = whole.ok_or_else(|| bad("rects", "the list is empty; a dungeon has at least one rect"))?;
        let size = Size::new(whole.width + 2, whole.height + 2);
        if size.width as usize * size.height as usize > MAX_SQUARES {
            let far = |rect: &RectEntry| rect.area.origin().manhattan(Pos::new(0, 0));
            let farthest = (0..rects.len()).max_by_key(|&index| far(&rects[index])).unwrap_or_default();
            let message = format!("rects[{farthest}]: the dungeon spans {size} squares; the limit is {MAX_SQUARES}");
            return Err(Error::new(ErrorKind::TooBig, message));
        }
        let shift = Pos::new(1 - whole.x, 1 - whole.y);
        let mut owners = Grid::new(size, NONE);
        for (index, rect) in rects.iter().enumerate() {
            for pos in cells(rect) {
                let owner = &mut owners[pos + shift];
                if *owner == NONE {
                    *owner = index as u32 + 1;
                    continue;
                }
                let other = *owner as usize - 1;
                // Some files have the square of a door twice.
                if rects[other].area == rect.area && rect.area.size() == Size::new(1, 1) {
                    break;
                }
                let message = format!("overlaps rects[{other}] at {pos}");
                return Err(bad(&format!("rects[{index}]"), message));
            }
        }
        Ok(Ground { shift, rooms: Grid::new(size, NONE), owners })
    }

    /// Returns the map without anything but floor.
    pub(super) fn map(&self) -> Map {
        let mut tiles = Grid::new(self.owners.size(), Tile::Wall);
        let floor = tiles.cells_mut().iter_mut().zip(self.owners.cells()).filter(|(_, owner)| **owner != NONE);
        floor.for_each(|(tile, _)| *tile = Tile::Floor);
        Map::with_tiles(tiles)
    }

    /// Returns the place on the map, if there is floor.
    pub(super) fn floor_at(&self, pos: Pos) -> Option<Pos> {
        let pos = pos + self.shift;
        self.is_floor(pos).then_some(pos)
    }

    /// Returns the place of a point on the map, if it lies on the map.
    pub(super) fn place_of(&self, (x, y): (f64, f64)) -> Option<Pos> {
        let pos = Pos::new(x.floor() as i32, y.floor() as i32) + self.shift;
        self.owners.size().contains(pos).then_some(pos)
    }

    /// Returns true if there is floor at a place of the map.
    pub(super) fn is_floor(&self, pos: Pos) -> bool {
        self.owners.get(pos).is_some_and(|owner| *owner != NONE)
    }

    /// Returns the id of the room at a place of the map.
    pub(super) fn room_at(&self, pos: Pos) -> Option<RoomId> {
        self.rooms.get(pos)?.checked_sub(1).map(RoomId)
    }

    /// Makes rooms of the rects: in files of ours, of all rects with the same room number, in other
    /// files of every rect that is no corridor and no door.
    pub(super) fn rooms(&mut self, entries: &Entries) -> Vec<Room> {
        let mut parts: Vec<(Option<u32>, Vec<&RectEntry>)> = Vec::new();
        if entries.rooms.is_some() || entries.rects.iter().any(|rect| rect.room.is_some()) {
            let mut by_number: BTreeMap<u32, Vec<&RectEntry>> = BTreeMap::new();
            for rect in &entries.rects {
                rect.room.into_iter().for_each(|number| by_number.entry(number).or_default().push(rect));
            }
            parts.extend(by_number.into_iter().map(|(number, rects)| (Some(number), rects)));
        } else {
            let is_room = |rect: &&RectEntry| rect.area.width.min(rect.area.height) > 1;
            parts.extend(entries.rects.iter().filter(is_room).map(|rect| (None, vec![rect])));
        }
        let mut rooms = Vec::with_capacity(parts.len());
        for (index, (number, rects)) in (0u32..).zip(parts) {
            let shape = self.shape(&rects);
            shape.positions().for_each(|pos| self.rooms[pos] = index + 1);
            rooms.push(Room::new(RoomId(index), number.unwrap_or_default(), shape));
        }
        self.number(&mut rooms, &entries.notes);
        rooms
    }

    /// Returns the shape of rects of one room: a circle where their cells fill one.
    fn shape(&self, rects: &[&RectEntry]) -> Shape {
        if let [rect] = rects {
            let area = rect.area.moved(self.shift);
            return if rect.is_rotunda { Shape::Circle(area) } else { Shape::Rect(area) };
        }
        let cells = rects.iter().flat_map(|rect| cells(rect)).map(|pos| pos + self.shift);
        let Some(cells) = CellSet::filtered(cells, |_| true) else { return Shape::Rect(rects[0].area) };
        let (bounds, count) = (cells.bounds(), cells.count());
        if count == bounds.size().area() {
            return Shape::Rect(bounds);
        }
        let circle = Shape::Circle(bounds);
        let is_circle = bounds.width == bounds.height && circle.positions().eq(cells.positions());
        if is_circle { circle } else { Shape::Cells(Box::new(cells)) }
    }

    /// Numbers rooms without a number after the notes in them, and the others after these.
    fn number(&self, rooms: &mut [Room], notes: &[NoteEntry]) {
        let mut taken: BTreeSet<u32> = rooms.iter().map(|room| room.number).filter(|number| *number > 0).collect();
        for note in notes {
            let room = self.place_of(note.at).and_then(|pos| self.room_at(pos));
            let room = room.map(|id| &mut rooms[id.0 as usize]).filter(|room| room.number == 0);
            let number = note.reference.parse::<u32>().ok().filter(|number| (1..10_000).contains(number));
            if let (Some(room), Some(number)) = (room, number)
                && taken.insert(number)
            {
                room.number = number;
            }
        }
        let first = taken.last().map_or(1, |last| last + 1);
        rooms.iter_mut().filter(|room| room.number == 0).zip(first..).for_each(|(room, number)| room.number = number);
    }

    /// Checks that every door stands on the floor, each in a square of its own. Of two doors in one
    /// square, which some files have, the first one counts.
    pub(super) fn doors<'a>(&self, doors: &'a [DoorEntry]) -> Result<Vec<(Pos, &'a DoorEntry)>, Error> {
        let mut taken = BTreeSet::new();
        let mut placed = Vec::with_capacity(doors.len());
        for (index, door) in doors.iter().enumerate() {
            let pos = self.floor_at(door.pos);
            let pos =
                pos.ok_or_else(|| bad(&format!("doors[{index}]"), format_args!("no rect covers {}", door.pos)))?;
            if taken.insert(pos) {
                placed.push((pos, door));
            }
        }
        Ok(placed)
    }
}

/// Iterates over the squares of a rect, in the file's coordinates.
fn cells(rect: &RectEntry) -> impl Iterator<Item = Pos> + use<> {
    let shape = if rect.is_rotunda { Shape::Circle(rect.area) } else { Shape::Rect(rect.area) };
    rect.area.positions().filter(move |&pos| shape.contains(pos))
}
