//! [`BitGrid`]: a bit set over a grid, 64 cells per machine word, so that operations on a whole map
//! handle 64 cells at a time.

mod automaton;
mod part;

pub use automaton::Rule;

use crate::base::grid::{Pos, Rect, Size};
use std::fmt;
use std::ops::{BitAndAssign, BitOrAssign, BitXorAssign};

/// A set of cells of a grid, stored as rows of `u64` (bit 0 is the leftmost cell of its word).
///
/// Bits past the width are always zero, so counting and comparing need no special case at the right
/// edge.
///
/// ```
/// use mapwright::{BitGrid, Pos, Rect, Size};
/// let mut floor = BitGrid::new(Size::new(100, 10));
/// floor.fill_rect(Rect::new(60, 2, 10, 3), true);
/// assert_eq!(floor.count(), 30);
/// assert_eq!(floor.flood(Pos::new(65, 3)), floor);
/// ```
#[doc(alias = "bitset")]
#[doc(alias = "bitmap")]
#[doc(alias = "mask")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct BitGrid {
    size: Size,
    stride: usize,
    words: Vec<u64>,
}

impl BitGrid {
    /// Creates an empty set.
    pub fn new(size: Size) -> Self {
        let stride = (size.width as usize).div_ceil(64);
        BitGrid { size, stride, words: vec![0; stride * size.height as usize] }
    }

    /// Creates a set from its words, row by row. Bits past the width must be zero.
    pub(crate) fn from_words(size: Size, words: Vec<u64>) -> Self {
        let stride = (size.width as usize).div_ceil(64);
        assert_eq!(words.len(), stride * size.height as usize, "words for another size");
        BitGrid { size, stride, words }
    }

    /// Creates the set of the cells for which `member` returns true. `member` is called in reading
    /// order.
    pub fn from_fn(size: Size, mut member: impl FnMut(Pos) -> bool) -> Self {
        let mut set = BitGrid::new(size);
        for pos in size.rect().positions() {
            if member(pos) {
                set.insert(pos);
            }
        }
        set
    }

    /// Returns the width and height of the grid.
    pub const fn size(&self) -> Size {
        self.size
    }

    /// Returns true if the cell is set. Cells outside the grid are never set.
    #[inline]
    pub fn contains(&self, pos: Pos) -> bool {
        self.size.contains(pos) && self.row(pos.y)[pos.x as usize / 64] >> (pos.x as usize % 64) & 1 == 1
    }

    /// Sets the cell, which must lie inside the grid.
    #[inline]
    pub fn insert(&mut self, pos: Pos) {
        assert!(self.size.contains(pos), "{pos:?} is outside {}", self.size);
        self.row_mut(pos.y)[pos.x as usize / 64] |= 1 << (pos.x as usize % 64);
    }

    /// Clears the cell, which must lie inside the grid.
    #[inline]
    pub fn remove(&mut self, pos: Pos) {
        assert!(self.size.contains(pos), "{pos:?} is outside {}", self.size);
        self.row_mut(pos.y)[pos.x as usize / 64] &= !(1 << (pos.x as usize % 64));
    }

    /// Returns the words of a row.
    #[inline]
    pub fn row(&self, y: i32) -> &[u64] {
        &self.words[y as usize * self.stride..][..self.stride]
    }

    /// Returns the words of a row for writing. Bits past the width must stay zero.
    #[inline]
    pub(crate) fn row_mut(&mut self, y: i32) -> &mut [u64] {
        &mut self.words[y as usize * self.stride..][..self.stride]
    }

    /// Sets or clears a rectangle. Cells outside the grid are ignored.
    pub fn fill_rect(&mut self, rect: Rect, value: bool) {
        let rect = rect.intersection(self.size.rect());
        for y in rect.y..rect.bottom() {
            set_span(self.row_mut(y), rect.x, rect.right(), value);
        }
    }

    /// Returns true if no cell of the rectangle is set. Cells outside the grid count as clear.
    #[inline]
    pub fn is_clear(&self, rect: Rect) -> bool {
        let rect = rect.intersection(self.size.rect());
        if rect.is_empty() {
            return true;
        }
        let (first, last) = (rect.x as usize, rect.right() as usize - 1);
        let (head, tail) = (u64::MAX << (first % 64), u64::MAX >> (63 - last % 64));
        (rect.y..rect.bottom()).all(|y| match &self.row(y)[first / 64..=last / 64] {
            [word] => word & head & tail == 0,
            [left, words @ .., right] => left & head == 0 && right & tail == 0 && words.iter().all(|&word| word == 0),
            [] => true,
        })
    }

    /// Returns the number of set cells.
    pub fn count(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Returns true if no cell is set.
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    /// Iterates over the set cells in reading order.
    pub fn iter(&self) -> impl Iterator<Item = Pos> + '_ {
        self.words.iter().enumerate().filter(|(_, word)| **word != 0).flat_map(|(index, &word)| {
            let (x, y) = ((index % self.stride * 64) as i32, (index / self.stride) as i32);
            ones(word).map(move |bit| Pos::new(x + bit, y))
        })
    }

    /// Iterates over the maximal horizontal runs of set cells in a row, from left to right, as
    /// `(first, end)` columns; `end` is exclusive.
    pub fn runs(&self, y: i32) -> impl Iterator<Item = (i32, i32)> + '_ {
        Runs::new(self.row(y), self.size.width)
    }

    /// Inverts every cell: set cells become clear and clear cells become set.
    pub fn invert(&mut self) {
        self.words.iter_mut().for_each(|word| *word = !*word);
        self.trim();
    }

    /// Clears every cell that is set in `other`.
    pub fn subtract(&mut self, other: &BitGrid) {
        self.zip(other, |a, b| a & !b);
    }

    /// Returns the set moved by `dx` columns and `dy` rows. Cells that leave the grid are dropped,
    /// and the cells that enter are clear.
    #[must_use]
    pub fn shifted(&self, dx: i32, dy: i32) -> BitGrid {
        let mut moved = BitGrid::new(self.size);
        if dx.unsigned_abs() >= self.size.width as u32 {
            return moved;
        }
        let (words, bits) = (dx.unsigned_abs() as usize / 64, dx.unsigned_abs() % 64);
        // The bits that cross from one word into the next. A shift by 64 would overflow, so `bits
        // == 0` is a case of its own.
        let carry = |word: u64, left: bool| match (bits, left) {
            (0, _) => 0,
            (_, true) => word >> (64 - bits),
            (_, false) => word << (64 - bits),
        };
        for y in 0..self.size.height {
            let from = i64::from(y) - i64::from(dy);
            if from < 0 || from >= i64::from(self.size.height) {
                continue;
            }
            let source = self.row(from as i32);
            let target = moved.row_mut(y);
            match dx {
                0 => target.copy_from_slice(source),
                // Shifts by one column are by far the most common.
                1 => {
                    let mut carry = 0;
                    for (target, &word) in target.iter_mut().zip(source) {
                        *target = word << 1 | carry;
                        carry = word >> 63;
                    }
                }
                -1 => {
                    let mut carry = 0;
                    for (target, &word) in target.iter_mut().zip(source).rev() {
                        *target = word >> 1 | carry;
                        carry = word << 63;
                    }
                }
                _ => {}
            }
            if dx.abs() <= 1 {
                continue;
            }
            for (i, target) in target.iter_mut().enumerate() {
                let at = |index: Option<usize>| index.and_then(|i| source.get(i)).copied().unwrap_or(0);
                *target = if dx >= 0 {
                    at(i.checked_sub(words)) << bits | carry(at(i.checked_sub(words + 1)), true)
                } else {
                    at(Some(i + words)) >> bits | carry(at(Some(i + words + 1)), false)
                };
            }
        }
        moved.trim();
        moved
    }

    /// Returns the cells at most `by` steps away from a set cell, counting diagonal steps.
    #[doc(alias = "dilate")]
    #[must_use]
    pub fn grown(&self, by: i32) -> BitGrid {
        let mut grown = self.clone();
        for (dx, dy, most) in [(1, 0, self.size.width), (0, 1, self.size.height)] {
            // A set grown by `reach` cells to both sides (or to one side at the edge) leaves no gap
            // when moved by `reach + 1` more.
            let mut reach = 0;
            while reach < by.min(most) {
                let step = (reach + 1).min(by.min(most) - reach);
                let (before, after) = (grown.shifted(-dx * step, -dy * step), grown.shifted(dx * step, dy * step));
                grown |= &before;
                grown |= &after;
                reach += step;
            }
        }
        grown
    }

    /// Returns the set cells that can be reached from `start` by steps along rows and columns. The
    /// result is empty if `start` is clear.
    #[doc(alias = "flood fill")]
    #[doc(alias = "flood_fill")]
    #[must_use]
    pub fn flood(&self, start: Pos) -> BitGrid {
        let mut reached = BitGrid::new(self.size);
        if !self.contains(start) {
            return reached;
        }
        reached.insert(start);
        self.spread_from(reached, vec![start.y])
    }

    /// Returns the set cells that can be reached from any of `starts`.
    #[must_use]
    pub(crate) fn flood_from(&self, mut starts: BitGrid) -> BitGrid {
        starts &= self;
        let height = self.size.height;
        // One pass down and one pass up reach most cells; the remaining passes start with the rows
        // that can still grow.
        for y in 0..height {
            if y > 0 {
                self.pull(&mut starts, y, y - 1);
            }
            spread(starts.row_mut(y), self.row(y));
        }
        for y in (0..height - 1).rev() {
            if self.pull(&mut starts, y, y + 1) {
                spread(starts.row_mut(y), self.row(y));
            }
        }
        let rows = (1..height).filter(|&y| self.pull(&mut starts, y, y - 1)).collect();
        self.spread_from(starts, rows)
    }

    /// Spreads the reached cells of row `from`, directly above or below, into row `y`. Returns true
    /// if row `y` gained a cell.
    fn pull(&self, reached: &mut BitGrid, y: i32, from: i32) -> bool {
        let mut grew = 0;
        for index in 0..self.stride {
            let flows = reached.row(from)[index] & self.row(y)[index];
            let have = &mut reached.row_mut(y)[index];
            grew |= flows & !*have;
            *have |= flows;
        }
        grew != 0
    }

    /// Spreads the reached cells until nothing changes. Only the given rows contain cells at first.
    fn spread_from(&self, mut reached: BitGrid, mut rows: Vec<i32>) -> BitGrid {
        let mut scratch = vec![0; self.stride];
        while let Some(y) = rows.pop() {
            scratch.copy_from_slice(reached.row(y));
            spread(&mut scratch, self.row(y));
            reached.row_mut(y).copy_from_slice(&scratch);
            for near in [y - 1, y + 1] {
                if near < 0 || near >= self.size.height {
                    continue;
                }
                let mut grew = false;
                let open = &self.words[near as usize * self.stride..][..self.stride];
                for ((have, &open), &here) in reached.row_mut(near).iter_mut().zip(open).zip(&scratch) {
                    grew |= here & open & !*have != 0;
                    *have |= here & open;
                }
                if grew {
                    rows.push(near);
                }
            }
        }
        reached
    }

    fn zip(&mut self, other: &BitGrid, op: impl Fn(u64, u64) -> u64) {
        assert_eq!(self.size, other.size, "sets of different grids");
        for (a, &b) in self.words.iter_mut().zip(&other.words) {
            *a = op(*a, b);
        }
    }

    /// Clears the bits past the width.
    pub(crate) fn trim(&mut self) {
        if self.size.width % 64 != 0 {
            let mask = tail_mask(self.size.width);
            self.words.iter_mut().skip(self.stride - 1).step_by(self.stride).for_each(|word| *word &= mask);
        }
    }
}

/// Returns the mask of the bits of a row's last word that lie inside the width.
const fn tail_mask(width: i32) -> u64 {
    match width % 64 {
        0 => u64::MAX,
        bits => (1 << bits) - 1,
    }
}

/// Iterates over the positions of the one bits of a word, lowest first.
pub(crate) fn ones(mut word: u64) -> impl Iterator<Item = i32> {
    std::iter::from_fn(move || {
        (word != 0).then(|| {
            let bit = word.trailing_zeros() as i32;
            word &= word - 1;
            bit
        })
    })
}

/// Sets or clears the columns `first..past` of a row.
#[inline]
pub(crate) fn set_span(row: &mut [u64], first: i32, past: i32, value: bool) {
    let (first, past) = (first as usize, past as usize);
    if first >= past {
        return;
    }
    let (from, to) = (first / 64, (past - 1) / 64);
    for (i, word) in row[from..=to].iter_mut().enumerate() {
        let mut mask = u64::MAX;
        if i == 0 {
            mask &= u64::MAX << (first % 64);
        }
        if from + i == to {
            mask &= u64::MAX >> (63 - (past - 1) % 64);
        }
        if value { *word |= mask } else { *word &= !mask }
    }
}

/// Spreads the set cells of `row` along the runs of `open` that contain them.
fn spread(row: &mut [u64], open: &[u64]) {
    // Adding a bit to the run that contains it carries to the end of the run and flips every cell
    // it passes.
    let carry_through = |row: &mut u64, open: u64, carry: bool| {
        let (sum, first) = open.overflowing_add(*row);
        let (sum, second) = sum.overflowing_add(u64::from(carry));
        *row |= open & !sum;
        // A carry that enters where a run starts with a set cell leaves that cell unchanged; it is
        // set already.
        first | second
    };
    let mut carry = false;
    for (row, &open) in row.iter_mut().zip(open) {
        carry = carry_through(row, open, carry);
    }
    // The opposite direction uses mirrored words.
    carry = false;
    for (row, &open) in row.iter_mut().zip(open).rev() {
        let mut mirrored = row.reverse_bits();
        carry = carry_through(&mut mirrored, open.reverse_bits(), carry);
        *row = mirrored.reverse_bits();
    }
}

/// Iterates over the columns where a row of bits changes: starts and ends of runs alternate.
pub(crate) struct Runs<'a> {
    words: &'a [u64],
    /// Remaining changes in the current word.
    edges: u64,
    /// Index of the next word.
    next: usize,
    /// Last bit of the previous word, as the lowest bit.
    last: u64,
    width: i32,
}

impl<'a> Runs<'a> {
    #[inline]
    pub(crate) fn new(words: &'a [u64], width: i32) -> Self {
        Runs { words, edges: 0, next: 0, last: 0, width }
    }

    #[inline]
    fn edge(&mut self) -> Option<i32> {
        while self.edges == 0 {
            let &word = self.words.get(self.next)?;
            self.edges = word ^ (word << 1 | self.last);
            self.last = word >> 63;
            self.next += 1;
        }
        let bit = self.edges.trailing_zeros();
        self.edges &= self.edges - 1;
        Some((self.next as i32 - 1) * 64 + bit as i32)
    }
}

impl Iterator for Runs<'_> {
    type Item = (i32, i32);

    #[inline]
    fn next(&mut self) -> Option<(i32, i32)> {
        let start = self.edge()?;
        Some((start, self.edge().unwrap_or(self.width)))
    }
}

impl BitAndAssign<&BitGrid> for BitGrid {
    fn bitand_assign(&mut self, other: &BitGrid) {
        self.zip(other, |a, b| a & b);
    }
}

impl BitOrAssign<&BitGrid> for BitGrid {
    fn bitor_assign(&mut self, other: &BitGrid) {
        self.zip(other, |a, b| a | b);
    }
}

impl BitXorAssign<&BitGrid> for BitGrid {
    fn bitxor_assign(&mut self, other: &BitGrid) {
        self.zip(other, |a, b| a ^ b);
    }
}

/// Draws the set: `#` is set, `.` is clear.
impl fmt::Debug for BitGrid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "BitGrid {}", self.size)?;
        for y in 0..self.size.height {
            let row: String =
                (0..self.size.width).map(|x| if self.contains(Pos::new(x, y)) { '#' } else { '.' }).collect();
            writeln!(f, "{row}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
