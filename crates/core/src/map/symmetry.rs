//! The symmetry of a map.

use super::RoomId;
use crate::base::grid::{Dir, Pos, Rect};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// The symmetry of a layout, and the rooms that are images of each other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Symmetry {
    /// The movement that maps the layout onto itself.
    pub by: Movement,
    /// The area that is mapped onto itself; a square for quarter turns.
    pub area: Rect,
    /// Percentage of all rooms, rounded up, that may have no image.
    pub free_percent: u32,
    /// Groups of rooms that are images of each other. A room that is its own image is a group of
    /// its own.
    pub images: Vec<SmallVec<[RoomId; 4]>>,
}

impl Symmetry {
    /// Returns the image of a cell under a turn.
    pub fn pos(&self, turn: Turn, pos: Pos) -> Pos {
        turn.pos(self.area, pos)
    }

    /// Returns the image of a rectangle under a turn.
    pub fn rect(&self, turn: Turn, rect: Rect) -> Rect {
        turn.rect(self.area, rect)
    }
}

/// A movement that maps a symmetric map onto itself.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Movement {
    /// Swaps left and right.
    Mirror = 0,
    /// A half turn about the centre.
    HalfTurn = 1,
    /// A quarter turn about the centre, which implies half and three-quarter turns.
    QuarterTurn = 2,
}

impl Movement {
    /// Returns the turns that result from repeating the movement until everything is back in its
    /// place. The first turn moves nothing.
    pub const fn turns(self) -> &'static [Turn] {
        match self {
            Movement::Mirror => &[Turn::Same, Turn::Mirrored],
            Movement::HalfTurn => &[Turn::Same, Turn::Half],
            Movement::QuarterTurn => &[Turn::Same, Turn::Quarter, Turn::Half, Turn::ThreeQuarters],
        }
    }
}

/// The effect of a movement, applied once or several times, on an area.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Turn {
    /// No change.
    Same,
    /// Left and right swapped.
    Mirrored,
    /// Half a turn.
    Half,
    /// A quarter turn clockwise.
    Quarter,
    /// A quarter turn anticlockwise.
    ThreeQuarters,
}

impl Turn {
    /// Returns the image of the cell when the area is turned. Quarter turns need a square area.
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

    /// Returns the image of the rectangle when the area is turned.
    pub fn rect(self, area: Rect, rect: Rect) -> Rect {
        let last = Pos::new(rect.right() - 1, rect.bottom() - 1);
        Rect::spanning(self.pos(area, rect.origin()), self.pos(area, last))
    }

    /// Returns the image of the direction.
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
