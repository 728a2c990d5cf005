//! The cells of rooms and zones, derived from the documentation and iterated 64 at a time.

use super::block::{Block, beside, note_first};
use crate::base::bits::BitGrid;
use crate::base::grid::{Pos, Size};
use crate::map::{CellSet, Shape};

/// The cells of a room or a zone.
#[derive(Clone, Copy)]
pub(super) enum Footprint<'a> {
    /// All cells of the block.
    Rect(Block),
    /// The circle that touches the sides of the block.
    Circle(Block),
    /// The set bits of the mask, whose top-left cell is that of the block.
    Mask(Block, &'a BitGrid),
}

impl<'a> Footprint<'a> {
    /// Creates the footprint of a room.
    pub(super) fn of_shape(shape: &'a Shape) -> Self {
        match shape {
            Shape::Rect(rect) => Footprint::Rect(Block::of(*rect)),
            Shape::Circle(square) => Footprint::Circle(Block::of(*square)),
            Shape::Cells(cells) => Footprint::of_cells(cells),
        }
    }

    /// Creates the footprint of a cell set.
    pub(super) fn of_cells(cells: &'a CellSet) -> Self {
        Footprint::Mask(Block::of(cells.bounds()), cells.mask())
    }

    /// Returns the rectangle around it.
    pub(super) fn bounds(self) -> Block {
        match self {
            Footprint::Rect(block) | Footprint::Circle(block) | Footprint::Mask(block, _) => block,
        }
    }

    /// Returns the cost of visiting all of it, in words. Each word of a circle takes a square root.
    pub(super) fn cost(self, size: Size) -> u64 {
        let words = self.bounds().cost(size);
        if matches!(self, Footprint::Circle(_)) { words * 16 } else { words }
    }

    /// Returns the number of cells of a mask, on the map or not.
    fn mask_count(block: Block, mask: &BitGrid) -> u64 {
        let ones = |y: i64| mask.row(y as i32).iter().map(|word| u64::from(word.count_ones())).sum::<u64>();
        (0..block.bottom - block.top).map(ones).sum()
    }

    /// Returns true if it has no cells.
    pub(super) fn is_empty(self) -> bool {
        match self {
            Footprint::Rect(block) | Footprint::Circle(block) => block.is_empty(),
            Footprint::Mask(block, mask) => {
                (0..block.bottom - block.top).all(|y| mask.row(y as i32).iter().all(|&word| word == 0))
            }
        }
    }

    /// Returns true if all of its cells lie on a map of this size. A mask may be larger than its
    /// cells.
    pub(super) fn is_on(self, size: Size) -> bool {
        let Footprint::Mask(block, mask) = self else { return self.bounds().is_on(size) };
        if block.is_on(size) {
            return true;
        }
        let mut inside = 0;
        self.each_word(size, |_, _, bits| inside += u64::from(bits.count_ones()));
        inside == Footprint::mask_count(block, mask)
    }

    /// Returns true if it contains the cell.
    pub(super) fn contains(self, x: i64, y: i64) -> bool {
        if !self.bounds().contains(x, y) {
            return false;
        }
        match self {
            Footprint::Rect(_) => true,
            Footprint::Circle(block) => circle_row(block, y).is_some_and(|(first, past)| (first..past).contains(&x)),
            Footprint::Mask(block, mask) => {
                let x = (x - block.left) as usize;
                mask.row((y - block.top) as i32)[x / 64] >> (x % 64) & 1 == 1
            }
        }
    }

    /// Returns true if it contains the cell or one of its four neighbours.
    pub(super) fn touches(self, pos: Pos) -> bool {
        beside(pos).into_iter().any(|(x, y)| self.contains(x, y))
    }

    /// Returns the cells in the 64 columns from `64 * index` on.
    pub(super) fn word(self, y: usize, index: usize) -> u64 {
        let (y, column) = (y as i64, index as i64 * 64);
        let block = self.bounds();
        if y < block.top || y >= block.bottom {
            return 0;
        }
        match self {
            Footprint::Rect(block) => span_in_word(block.left - column, block.right - column),
            Footprint::Circle(block) => {
                circle_row(block, y).map_or(0, |(first, past)| span_in_word(first - column, past - column))
            }
            Footprint::Mask(block, mask) => window(mask.row((y - block.top) as i32), column - block.left),
        }
    }

    /// Visits its cells on the map: row, index of the word in the row, and the bits in that word.
    #[inline]
    pub(super) fn each_word(self, size: Size, mut look: impl FnMut(usize, usize, u64)) {
        match self {
            Footprint::Rect(block) => block.each_word(size, look),
            _ => self.bounds().each_word(size, |y, index, inside| look(y, index, inside & self.word(y, index))),
        }
    }

    /// Returns the first cell on the map that both share, in reading order.
    pub(super) fn first_shared(self, other: Footprint<'_>, size: Size) -> Option<Pos> {
        let mut first = None;
        self.each_word(size, |y, index, bits| {
            note_first(&mut first, y, index, bits & other.word(y, index));
        });
        first
    }
}

/// Returns the bits `first..past`, as far as they lie in a word.
fn span_in_word(first: i64, past: i64) -> u64 {
    let (first, past) = (first.clamp(0, 64), past.clamp(0, 64));
    if first >= past { 0 } else { u64::MAX >> (64 - (past - first)) << first }
}

/// Returns the 64 bits of a row from `offset` on, which may lie before or past the row.
fn window(row: &[u64], offset: i64) -> u64 {
    let at = |index: i64| usize::try_from(index).ok().and_then(|index| row.get(index)).copied().unwrap_or(0);
    let (index, shift) = (offset.div_euclid(64), offset.rem_euclid(64));
    let low = at(index) >> shift;
    if shift == 0 { low } else { low | at(index + 1) << (64 - shift) }
}

/// Returns the columns of a circle in a row of its block, as (first, end).
///
/// A cell belongs to the circle if its centre does. Everything is doubled, so that centres are
/// whole numbers.
fn circle_row(block: Block, y: i64) -> Option<(i64, i64)> {
    let (width, height) = (block.right - block.left, block.bottom - block.top);
    let diameter = width.min(height);
    let dy = 2 * (y - block.top) + 1 - height;
    let reach = u64::try_from(diameter * diameter - dy * dy).ok()?.isqrt() as i64;
    let (first, last) = ((width - reach).div_euclid(2), (width - 1 + reach).div_euclid(2));
    (first <= last).then_some((block.left + first, block.left + last + 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::grid::Rect;

    const SIZE: Size = Size::new(150, 40);

    /// Returns the cells that a footprint visits.
    fn drawn(footprint: Footprint<'_>) -> Vec<Pos> {
        let mut cells = Vec::new();
        footprint.each_word(SIZE, |y, index, bits| {
            let set = (0..64).filter(|bit| bits >> bit & 1 == 1);
            cells.extend(set.map(|bit| Pos::new(index as i32 * 64 + bit, y as i32)));
        });
        cells
    }

    fn asked(footprint: Footprint<'_>) -> Vec<Pos> {
        let cells = (0..SIZE.height).flat_map(|y| (0..SIZE.width).map(move |x| Pos::new(x, y)));
        cells.filter(|pos| footprint.contains(pos.x.into(), pos.y.into())).collect()
    }

    #[test]
    fn cells_handed_out_are_those_it_contains() {
        let places = [(0, 0), (3, 5), (60, 2), (100, 30), (-7, -3), (64, 0), (-200, 0), (149, 39)];
        for (x, y) in places {
            for side in [1, 2, 3, 9, 20, 64, 130] {
                let rect = Rect::new(x, y, side, side);
                let mask = BitGrid::from_fn(rect.size(), |pos| pos.x * 7 % 5 != pos.y % 3);
                let shapes = [
                    Shape::Rect(rect),
                    Shape::Circle(rect),
                    Shape::Cells(Box::new(CellSet::new(Pos::new(x, y), mask))),
                ];
                for shape in shapes {
                    let footprint = Footprint::of_shape(&shape);
                    assert_eq!(drawn(footprint), asked(footprint), "{shape:?}");
                    let known = |pos: &Pos| shape.contains(*pos);
                    assert!(asked(footprint).iter().all(known), "{shape:?} by its own account");
                    assert_eq!(asked(footprint).len(), SIZE.rect().positions().filter(known).count(), "{shape:?}");
                }
            }
        }
    }

    #[test]
    fn huge_rectangles_cost_what_lies_on_the_map() {
        let (low, high) = (i32::MIN, i32::MAX);
        for rect in [Rect::new(low, low, high, high), Rect::new(high, high, high, high), Rect::new(-9, -9, high, high)]
        {
            for footprint in [Footprint::Rect(Block::of(rect)), Footprint::Circle(Block::of(rect))] {
                assert!(!footprint.is_on(SIZE) && !footprint.is_empty());
                assert!(footprint.bounds().cost(SIZE) <= 3 * 40);
                assert_eq!(drawn(footprint), asked(footprint));
            }
        }
    }

    #[test]
    fn empty_cells_beyond_the_edge_are_ignored() {
        let mut mask = BitGrid::new(Size::new(9, 9));
        assert!(Footprint::of_cells(&CellSet::new(Pos::new(0, 0), mask.clone())).is_empty());
        mask.insert(Pos::new(4, 4));
        assert!(Footprint::of_cells(&CellSet::new(Pos::new(-4, -4), mask.clone())).is_on(SIZE));
        assert!(!Footprint::of_cells(&CellSet::new(Pos::new(-5, -4), mask)).is_on(SIZE));
    }

    #[test]
    fn shared_cells_are_found() {
        let circle = Footprint::Circle(Block::of(Rect::new(60, 5, 9, 9)));
        let corner = Footprint::Rect(Block::of(Rect::new(55, 1, 6, 5)));
        let side = Footprint::Rect(Block::of(Rect::new(55, 1, 6, 9)));
        assert_eq!(circle.first_shared(corner, SIZE), None, "a circle leaves the corner free");
        assert_eq!(circle.first_shared(side, SIZE), Some(Pos::new(60, 7)));
        assert_eq!(side.first_shared(circle, SIZE), Some(Pos::new(60, 7)));
        assert!(circle.touches(Pos::new(59, 9)) && !circle.touches(Pos::new(59, 5)));
    }
}
