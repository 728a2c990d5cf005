//! Rotating and mirroring.

use crate::base::grid::{Dir, Pos, Rect, Size};

/// One of the eight orientations of a drawing: mirrored or not, then rotated clockwise by quarters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Turn {
    quarters: u8,
    mirrored: bool,
}

impl Turn {
    pub(crate) const ALL: [Turn; 8] = [
        Turn { quarters: 0, mirrored: false },
        Turn { quarters: 1, mirrored: false },
        Turn { quarters: 2, mirrored: false },
        Turn { quarters: 3, mirrored: false },
        Turn { quarters: 0, mirrored: true },
        Turn { quarters: 1, mirrored: true },
        Turn { quarters: 2, mirrored: true },
        Turn { quarters: 3, mirrored: true },
    ];

    /// Returns its index among the eight.
    pub(super) const fn index(self) -> usize {
        self.quarters as usize + if self.mirrored { 4 } else { 0 }
    }

    /// Returns true if the orientation is allowed. A half turn equals two mirrors.
    pub(super) const fn is_allowed(self, turns: bool, mirrors: bool) -> bool {
        match (self.quarters, self.mirrored) {
            (0, false) => true,
            (1 | 3, false) => turns,
            (2, false) => turns || mirrors,
            (0 | 2, true) => mirrors,
            (_, true) => turns && mirrors,
            (_, false) => false,
        }
    }

    /// Returns the inverse.
    pub(super) const fn back(self) -> Turn {
        match self.mirrored {
            true => self,
            false => Turn { quarters: (4 - self.quarters) % 4, mirrored: false },
        }
    }

    /// Returns the size of a drawing of this size afterwards.
    pub(crate) const fn size(self, size: Size) -> Size {
        if self.quarters % 2 == 1 { Size::new(size.height, size.width) } else { size }
    }

    /// Returns the position of a cell of a drawing of this size.
    pub(crate) const fn pos(self, pos: Pos, size: Size) -> Pos {
        let (right, bottom) = (size.width - 1, size.height - 1);
        let x = if self.mirrored { right - pos.x } else { pos.x };
        match self.quarters {
            0 => Pos::new(x, pos.y),
            1 => Pos::new(bottom - pos.y, x),
            2 => Pos::new(right - x, bottom - pos.y),
            _ => Pos::new(pos.y, right - x),
        }
    }

    /// Returns the position of a rectangle.
    pub(crate) fn rect(self, rect: Rect, size: Size) -> Rect {
        let last = Pos::new(rect.right() - 1, rect.bottom() - 1);
        Rect::spanning(self.pos(rect.origin(), size), self.pos(last, size))
    }

    /// Returns the image of a direction.
    pub(crate) const fn dir(self, dir: Dir) -> Dir {
        let dir = match dir {
            Dir::East | Dir::West if self.mirrored => dir.opposite(),
            _ => dir,
        };
        match self.quarters {
            0 => dir,
            1 => dir.right(),
            2 => dir.opposite(),
            _ => dir.opposite().right(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_go_where_directions_point() {
        let size = Size::new(5, 3);
        for turn in Turn::ALL {
            let turned = turn.size(size);
            for pos in size.rect().positions() {
                assert!(turned.contains(turn.pos(pos, size)));
                assert_eq!(turn.back().pos(turn.pos(pos, size), turned), pos, "there and back again");
                for dir in Dir::ALL {
                    assert_eq!(turn.pos(pos.step(dir), size), turn.pos(pos, size).step(turn.dir(dir)), "{turn:?}");
                }
            }
            assert_eq!(turn.rect(size.rect(), size), turned.rect());
        }
    }

    #[test]
    fn the_eight_symmetries_differ() {
        let size = Size::new(9, 9);
        let mut seen: Vec<(Pos, Pos)> =
            Turn::ALL.iter().map(|turn| (turn.pos(Pos::new(1, 2), size), turn.pos(Pos::new(3, 1), size))).collect();
        seen.sort();
        seen.dedup();
        assert_eq!(seen.len(), 8);
        assert!(Turn::ALL.iter().enumerate().all(|(index, turn)| turn.index() == index));
        assert_eq!(Turn::ALL.iter().filter(|turn| turn.is_allowed(false, false)).count(), 1);
        assert_eq!(Turn::ALL.iter().filter(|turn| turn.is_allowed(true, false)).count(), 4);
        assert_eq!(Turn::ALL.iter().filter(|turn| turn.is_allowed(false, true)).count(), 4);
        assert_eq!(Turn::ALL.iter().filter(|turn| turn.is_allowed(true, true)).count(), 8);
    }
}
