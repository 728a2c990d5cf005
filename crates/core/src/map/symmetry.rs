//! How the parts of a map correspond.

use super::RoomId;
use crate::grid::{Dir, Pos, Rect};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// How the parts of a map correspond, and which rooms are images of each other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Symmetry {
    /// What makes no difference.
    pub by: Movement,
    /// The area that is moved onto itself; a square for quarter turns.
    pub area: Rect,
    /// How many per cent of all rooms, rounded up, may be in no list of images.
    pub free_percent: u32,
    /// Rooms that are images of each other, list by list; a room that is its own image has a list to itself.
    pub images: Vec<SmallVec<[RoomId; 4]>>,
}

impl Symmetry {
    /// Where a turn brings the cell.
    pub fn pos(&self, turn: Turn, pos: Pos) -> Pos {
        turn.pos(self.area, pos)
    }

    /// Where a turn brings the rectangle.
    pub fn rect(&self, turn: Turn, rect: Rect) -> Rect {
        turn.rect(self.area, rect)
    }
}

/// A movement after which a symmetrical map looks as before.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Movement {
    /// Left and right change places.
    Mirror = 0,
    /// A half turn about the middle.
    HalfTurn = 1,
    /// A quarter turn about the middle, and so a half turn and three quarters too.
    QuarterTurn = 2,
}

impl Movement {
    /// The movement, as often as it can be repeated before everything is back in its place; the first turn moves nothing.
    pub const fn turns(self) -> &'static [Turn] {
        match self {
            Movement::Mirror => &[Turn::Same, Turn::Mirrored],
            Movement::HalfTurn => &[Turn::Same, Turn::Half],
            Movement::QuarterTurn => &[Turn::Same, Turn::Quarter, Turn::Half, Turn::ThreeQuarters],
        }
    }
}

/// What a movement, once or several times, does to an area.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Turn {
    /// Nothing.
    Same,
    /// Left and right change places.
    Mirrored,
    /// Turned upside down.
    Half,
    /// A quarter clockwise.
    Quarter,
    /// A quarter against the clock.
    ThreeQuarters,
}

impl Turn {
    /// Where the cell goes when the area is turned. Quarters need an area that is a square.
    pub const fn pos(self, area: Rect, pos: Pos) -> Pos {
        let Rect { x, y, width, height } = area;
        let (dx, dy) = (pos.x - x, pos.y - y);
        let (dx, dy) = match self {
            Turn::Same => (dx, dy),
            Turn::Mirrored => (width - 1 - dx, dy),
            Turn::Half => (width - 1 - dx, height - 1 - dy),
            Turn::Quarter => (height - 1 - dy, dx),
            Turn::ThreeQuarters => (dy, width - 1 - dx),
        };
        Pos::new(x + dx, y + dy)
    }

    /// Where the rectangle goes when the area is turned.
    pub fn rect(self, area: Rect, rect: Rect) -> Rect {
        let last = Pos::new(rect.right() - 1, rect.bottom() - 1);
        Rect::spanning(self.pos(area, rect.origin()), self.pos(area, last))
    }

    /// Where the direction goes.
    #[must_use]
    pub const fn dir(self, dir: Dir) -> Dir {
        match self {
            Turn::Same => dir,
            Turn::Mirrored => match dir {
                Dir::East | Dir::West => dir.opposite(),
                Dir::North | Dir::South => dir,
            },
            Turn::Half => dir.opposite(),
            Turn::Quarter => dir.right(),
            Turn::ThreeQuarters => dir.right().opposite(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turning_again_and_again_comes_back() {
        let area = Rect::new(3, 2, 9, 9);
        for by in [Movement::Mirror, Movement::HalfTurn, Movement::QuarterTurn] {
            let once = by.turns()[1];
            let (mut pos, mut dir) = (Pos::new(4, 8), Dir::North);
            for &turn in by.turns() {
                assert_eq!((turn.pos(area, Pos::new(4, 8)), turn.dir(Dir::North)), (pos, dir), "{by:?} {turn:?}");
                (pos, dir) = (once.pos(area, pos), once.dir(dir));
            }
            assert_eq!((pos, dir), (Pos::new(4, 8), Dir::North), "{by:?}");
        }
    }

    #[test]
    fn a_step_and_a_turn_can_change_places() {
        let area = Rect::new(0, 1, 8, 8);
        for turn in [Turn::Same, Turn::Mirrored, Turn::Half, Turn::Quarter, Turn::ThreeQuarters] {
            for dir in Dir::ALL {
                let pos = Pos::new(2, 5);
                assert_eq!(turn.pos(area, pos.step(dir)), turn.pos(area, pos).step(turn.dir(dir)), "{turn:?} {dir:?}");
            }
        }
    }
}
