//! Rectangles of cells in numbers that cannot overflow, iterated 64 cells at a time.

use crate::base::grid::{Pos, Rect, Size};

/// A rectangle of cells. `right` and `bottom` are exclusive.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Block {
    pub(super) left: i64,
    pub(super) top: i64,
    pub(super) right: i64,
    pub(super) bottom: i64,
}

impl Block {
    /// Creates the block of a rectangle.
    pub(super) fn of(rect: Rect) -> Self {
        let (left, top) = (i64::from(rect.x), i64::from(rect.y));
        Block { left, top, right: left + i64::from(rect.width), bottom: top + i64::from(rect.height) }
    }

    /// Creates the block of a passage segment: the line from point to point, widened on every side
    /// by the reach of the passage.
    pub(super) fn of_leg(a: Pos, b: Pos, width: i32) -> Self {
        let width = i64::from(width.max(1));
        let (before, after) = ((width - 1) / 2, width / 2);
        Block {
            left: i64::from(a.x.min(b.x)) - before,
            top: i64::from(a.y.min(b.y)) - before,
            right: i64::from(a.x.max(b.x)) + after + 1,
            bottom: i64::from(a.y.max(b.y)) + after + 1,
        }
    }

    /// Returns true if it has no cells.
    pub(super) fn is_empty(self) -> bool {
        self.left >= self.right || self.top >= self.bottom
    }

    /// Returns true if it lies entirely on a map of this size.
    pub(super) fn is_on(self, size: Size) -> bool {
        self == self.clipped(size)
    }

    /// Returns the part that lies on a map of this size.
    pub(super) fn clipped(self, size: Size) -> Self {
        Block {
            left: self.left.max(0),
            top: self.top.max(0),
            right: self.right.min(size.width.into()),
            bottom: self.bottom.min(size.height.into()),
        }
    }

    /// Returns true if it contains the cell.
    pub(super) fn contains(self, x: i64, y: i64) -> bool {
        (self.left..self.right).contains(&x) && (self.top..self.bottom).contains(&y)
    }

    /// Returns true if the two share a cell.
    pub(super) fn meets(self, other: Block) -> bool {
        self.left < other.right && other.left < self.right && self.top < other.bottom && other.top < self.bottom
    }

    /// Returns the number of words that [`Block::each_word`] visits.
    pub(super) fn cost(self, size: Size) -> u64 {
        let part = self.clipped(size);
        if part.is_empty() {
            1
        } else {
            ((part.bottom - part.top) * ((part.right - 1) / 64 - part.left / 64 + 1)) as u64
        }
    }

    /// Visits its cells on the map: row, index of the word in the row, and the bits in that word.
    #[inline]
    pub(super) fn each_word(self, size: Size, mut look: impl FnMut(usize, usize, u64)) {
        let part = self.clipped(size);
        if part.is_empty() {
            return;
        }
        let (first, last) = (part.left as usize / 64, (part.right - 1) as usize / 64);
        let head = u64::MAX << (part.left % 64);
        let tail = u64::MAX >> (63 - (part.right - 1) % 64);
        for y in part.top as usize..part.bottom as usize {
            if first == last {
                look(y, first, head & tail);
                continue;
            }
            look(y, first, head);
            (first + 1..last).for_each(|index| look(y, index, u64::MAX));
            look(y, last, tail);
        }
    }
}

/// Stores the first cell of words that are visited in reading order.
#[inline]
pub(super) fn note_first(first: &mut Option<Pos>, y: usize, index: usize, bits: u64) {
    if bits != 0 && first.is_none() {
        *first = Some(Pos::new((index * 64) as i32 + bits.trailing_zeros() as i32, y as i32));
    }
}

/// Returns the cell and its four neighbours.
pub(super) fn beside(pos: Pos) -> [(i64, i64); 5] {
    let (x, y) = (i64::from(pos.x), i64::from(pos.y));
    [(x, y), (x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_leg_is_wider_to_the_right_and_below() {
        let leg = |width| Block::of_leg(Pos::new(9, 5), Pos::new(5, 5), width);
        assert_eq!(leg(1), Block { left: 5, top: 5, right: 10, bottom: 6 });
        assert_eq!(leg(2), Block { left: 5, top: 5, right: 11, bottom: 7 });
        assert_eq!(leg(3), Block { left: 4, top: 4, right: 11, bottom: 7 });
        assert_eq!(leg(i32::MIN), leg(1));
    }

    #[test]
    fn a_leg_across_the_world_is_clipped() {
        let size = Size::new(150, 40);
        let leg = Block::of_leg(Pos::new(i32::MIN, 5), Pos::new(i32::MAX, 5), i32::MAX);
        assert_eq!(leg.clipped(size), Block { left: 0, top: 0, right: 150, bottom: 40 });
        assert_eq!((leg.cost(size), leg.is_on(size)), (3 * 40, false));
    }

    #[test]
    fn blocks_outside_the_map_have_no_cells() {
        for rect in [Rect::new(-9, 0, 9, 9), Rect::new(0, 40, 9, 9), Rect::new(3, 3, 0, 5), Rect::new(3, 3, 5, -1)] {
            Block::of(rect).each_word(Size::new(150, 40), |y, index, _| panic!("{rect:?}: row {y}, word {index}"));
        }
    }
}
