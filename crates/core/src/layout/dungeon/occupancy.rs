//! Occupied cells while a dungeon is planned: rooms, their margins, passages and doors.

use super::orbit::Turn;
use super::placement::{Form, Site};
use crate::base::grid::{Dir, Pos, Rect, Size};

/// Floor of a room.
pub(super) const ROOM: u8 = 1;
/// Wall of a room. A passage may use it only to enter the room squarely.
pub(super) const MARGIN: u8 = 2;
/// Blocked: corners of rooms, both sides of doors, cells beside the path out of a round room, cells
/// outside.
pub(super) const BLOCKED: u8 = 4;
/// A passage along the row.
pub(super) const ALONG: u8 = 8;
/// A passage along the column.
pub(super) const ACROSS: u8 = 16;
/// A passage in any direction.
pub(super) const PASSAGE: u8 = ALONG | ACROSS;
/// Wall of a passage. Another one may use it only to cross it or to end in it.
pub(super) const BESIDE: u8 = 32;
/// An opening in the wall of a room.
pub(super) const DOOR: u8 = 64;

/// Owner of a cell that belongs to no passage.
pub(super) const NOBODY: u32 = u32::MAX;

/// A byte of flags for every cell.
pub(super) struct Occupancy {
    pub(super) size: Size,
    cells: Vec<u8>,
    /// Owner of every cell, inverted: memory that stays 0 is not used on a large map.
    inverted_owners: Vec<u32>,
}

impl Occupancy {
    /// Creates solid rock with a blocked border.
    pub(super) fn new(size: Size) -> Occupancy {
        let mut occupancy =
            Occupancy { size, cells: vec![0; size.area()], inverted_owners: vec![!NOBODY; size.area()] };
        let inside = size.rect().grown(-1);
        for pos in size.rect().positions().filter(|&pos| !inside.contains(pos)) {
            occupancy.add(pos, BLOCKED);
        }
        occupancy
    }

    pub(super) fn index(&self, pos: Pos) -> usize {
        pos.y as usize * self.size.width as usize + pos.x as usize
    }

    pub(super) fn pos(&self, index: usize) -> Pos {
        let width = self.size.width as usize;
        Pos::new((index % width) as i32, (index / width) as i32)
    }

    /// Returns the flags of the cell. Cells outside are blocked.
    pub(super) fn at(&self, pos: Pos) -> u8 {
        if self.size.contains(pos) { self.cells[self.index(pos)] } else { BLOCKED }
    }

    /// Returns the first passage that was laid through the cell.
    pub(super) fn owner(&self, pos: Pos) -> u32 {
        !self.inverted_owners[self.index(pos)]
    }

    fn add(&mut self, pos: Pos, flags: u8) {
        if self.size.contains(pos) {
            let index = self.index(pos);
            self.cells[index] |= flags;
        }
    }

    /// Adds a room with its margin.
    pub(super) fn add_room(&mut self, site: &Site) {
        let rect = site.rect;
        rect.positions().for_each(|pos| self.add(pos, ROOM));
        let ring = rect.grown(1);
        for pos in ring.positions().filter(|&pos| !rect.contains(pos)) {
            let corner = (pos.x < rect.x || pos.x >= rect.right()) && (pos.y < rect.y || pos.y >= rect.bottom());
            // A room without straight walls is entered only at its four cardinal points.
            let entered = site.form == Form::Straight || Dir::ALL.into_iter().any(|dir| cardinal(rect, dir) == pos);
            self.add(pos, if corner || !entered { MARGIN | BLOCKED } else { MARGIN });
        }
        // A passage leaves a round room straight: no turn beside its wall.
        for dir in Dir::ALL.into_iter().filter(|_| site.form == Form::Round) {
            let beyond = cardinal(rect, dir).step(dir);
            [dir.right(), dir.right().opposite()].into_iter().for_each(|side| self.add(beyond.step(side), BLOCKED));
        }
    }

    /// Returns the cells of the margin where a passage may leave the room on this side, in order.
    pub(super) fn doorsteps(&self, site: &Site, dir: Dir) -> impl Iterator<Item = Pos> {
        let Rect { x, y, width, height } = site.rect;
        let side = match dir {
            Dir::North => Rect::new(x, y - 1, width, 1),
            Dir::South => Rect::new(x, y + height, width, 1),
            Dir::West => Rect::new(x - 1, y, 1, height),
            Dir::East => Rect::new(x + width, y, 1, height),
        };
        side.positions().filter(|&pos| self.at(pos) & (BLOCKED | PASSAGE | DOOR | ROOM) == 0)
    }

    /// Returns whether a straight passage, and nothing else, crosses the cell at right angles to
    /// the direction.
    pub(super) fn is_crossed_by(&self, pos: Pos, dir: Dir) -> bool {
        let across = if matches!(dir, Dir::East | Dir::West) { ACROSS } else { ALONG };
        self.at(pos) & (PASSAGE | DOOR | BLOCKED) == across
    }

    /// Adds a passage through these cells, each adjacent to the previous one, with doorsteps at the
    /// ends that are `doors`.
    pub(super) fn add_passage(&mut self, name: u32, line: &[Pos], doors: [Option<Dir>; 2]) {
        for (at, &pos) in line.iter().enumerate() {
            let beside = [at.checked_sub(1), Some(at + 1)].into_iter().flatten().filter_map(|index| line.get(index));
            let mut flags = 0;
            for near in beside {
                flags |= if near.y == pos.y { ALONG } else { ACROSS };
            }
            let ends = [(0, doors[0]), (line.len() - 1, doors[1])];
            for dir in ends.into_iter().filter(|(end, _)| *end == at).filter_map(|(_, dir)| dir) {
                flags |= DOOR | if matches!(dir, Dir::East | Dir::West) { ALONG } else { ACROSS };
                // There is no space for another door beside a door.
                [dir.right(), dir.right().opposite()].into_iter().for_each(|side| self.add(pos.step(side), BLOCKED));
            }
            self.add(pos, flags);
            Dir::ALL.into_iter().for_each(|dir| self.add(pos.step(dir), BESIDE));
            let index = self.index(pos);
            if self.inverted_owners[index] == !NOBODY {
                self.inverted_owners[index] = !name;
            }
        }
    }

    /// Returns the flags of a cell after a movement.
    pub(super) fn turned(flags: u8, turn: Turn) -> u8 {
        match turn {
            Turn::Quarter | Turn::ThreeQuarters => {
                let along = if flags & ALONG != 0 { ACROSS } else { 0 };
                let across = if flags & ACROSS != 0 { ALONG } else { 0 };
                flags & !PASSAGE | along | across
            }
            Turn::Same | Turn::Mirrored | Turn::Half => flags,
        }
    }

    /// Marks a cell of a passage beside which another one ends, so that no third one crosses here.
    pub(super) fn add_junction(&mut self, pos: Pos) {
        self.add(pos, PASSAGE);
    }
}

/// Returns the cell outside the middle of a side.
pub(super) fn cardinal(rect: Rect, dir: Dir) -> Pos {
    let middle = Pos::new(rect.x + rect.width / 2, rect.y + rect.height / 2);
    match dir {
        Dir::North => Pos::new(middle.x, rect.y - 1),
        Dir::South => Pos::new(middle.x, rect.bottom()),
        Dir::West => Pos::new(rect.x - 1, middle.y),
        Dir::East => Pos::new(rect.right(), middle.y),
    }
}
