//! What stands where while a dungeon is planned: rooms, their margins, passages and doors.

use super::orbit::Turn;
use super::placement::{Form, Site};
use crate::grid::{Dir, Pos, Rect, Size};

/// Floor of a room.
pub(super) const ROOM: u8 = 1;
/// Beside a room: its wall. A passage comes here only to enter the room squarely.
pub(super) const MARGIN: u8 = 2;
/// Nobody passes: corners of rooms, both sides of doors, what lies outside.
pub(super) const BLOCKED: u8 = 4;
/// A passage that goes along the row.
pub(super) const ALONG: u8 = 8;
/// A passage that goes along the column.
pub(super) const ACROSS: u8 = 16;
/// A passage, however it goes.
pub(super) const PASSAGE: u8 = ALONG | ACROSS;
/// Beside a passage: its wall. Another one comes here only to cross it or to end in it.
pub(super) const BESIDE: u8 = 32;
/// An opening in the wall of a room.
pub(super) const DOOR: u8 = 64;

/// Which passage a cell belongs to; no passage.
pub(super) const NOBODY: u32 = u32::MAX;

/// A byte of flags for every cell.
pub(super) struct Occupancy {
    pub(super) size: Size,
    cells: Vec<u8>,
    owners: Vec<u32>,
}

impl Occupancy {
    /// Nothing but rock, and a border that is out of bounds.
    pub(super) fn new(size: Size) -> Occupancy {
        let mut occupancy = Occupancy { size, cells: vec![0; size.area()], owners: vec![NOBODY; size.area()] };
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

    /// The flags of the cell; outside everything is blocked.
    pub(super) fn at(&self, pos: Pos) -> u8 {
        if self.size.contains(pos) { self.cells[self.index(pos)] } else { BLOCKED }
    }

    /// The passage that came first through the cell.
    pub(super) fn owner(&self, pos: Pos) -> u32 {
        self.owners[self.index(pos)]
    }

    fn add(&mut self, pos: Pos, flags: u8) {
        if self.size.contains(pos) {
            let index = self.index(pos);
            self.cells[index] |= flags;
        }
    }

    /// Puts a room there, with its margin.
    pub(super) fn add_room(&mut self, site: &Site) {
        let rect = site.rect;
        rect.positions().for_each(|pos| self.add(pos, ROOM));
        let ring = rect.grown(1);
        for pos in ring.positions().filter(|&pos| !rect.contains(pos)) {
            let corner = (pos.x < rect.x || pos.x >= rect.right()) && (pos.y < rect.y || pos.y >= rect.bottom());
            // Whatever is not straight is entered at its four cardinal points alone.
            let entered = site.form == Form::Straight || Dir::ALL.into_iter().any(|dir| cardinal(rect, dir) == pos);
            self.add(pos, if corner || !entered { MARGIN | BLOCKED } else { MARGIN });
        }
    }

    /// Where a passage may leave the room on this side: the cells of its margin, in their order.
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

    /// Whether a straight passage, and nothing else, goes through the cell at right angles to the direction.
    pub(super) fn is_crossed_by(&self, pos: Pos, dir: Dir) -> bool {
        let across = if matches!(dir, Dir::East | Dir::West) { ACROSS } else { ALONG };
        self.at(pos) & (PASSAGE | DOOR | BLOCKED) == across
    }

    /// Puts a passage through these cells, each beside the one before, with doorsteps at the ends that are `doors`.
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
                // Beside a door no other has place.
                [dir.right(), dir.right().opposite()].into_iter().for_each(|side| self.add(pos.step(side), BLOCKED));
            }
            self.add(pos, flags);
            Dir::ALL.into_iter().for_each(|dir| self.add(pos.step(dir), BESIDE));
            let index = self.index(pos);
            if self.owners[index] == NOBODY {
                self.owners[index] = name;
            }
        }
    }

    /// The flags of a cell when everything is moved.
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

    /// Says that a passage ends beside this cell of another: nobody crosses here any more.
    pub(super) fn add_junction(&mut self, pos: Pos) {
        self.add(pos, PASSAGE);
    }
}

/// The cell outside the middle of a side.
pub(super) fn cardinal(rect: Rect, dir: Dir) -> Pos {
    let middle = Pos::new(rect.x + rect.width / 2, rect.y + rect.height / 2);
    match dir {
        Dir::North => Pos::new(middle.x, rect.y - 1),
        Dir::South => Pos::new(middle.x, rect.bottom()),
        Dir::West => Pos::new(rect.x - 1, middle.y),
        Dir::East => Pos::new(rect.right(), middle.y),
    }
}
