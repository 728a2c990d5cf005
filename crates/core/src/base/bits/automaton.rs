//! Neighbour counts and cellular automata, many cells at a time.

use super::{BitGrid, tail_mask};
use std::ops::{BitAnd, BitOr, BitXor, Not};

impl BitGrid {
    /// Counts the set cells among the eight neighbours of each cell, as four planes of binary
    /// digits, lowest first.
    pub fn neighbour_counts(&self) -> [BitGrid; 4] {
        let mut planes = [const { None }; 4].map(|_: Option<BitGrid>| BitGrid::new(self.size));
        let tail = tail_mask(self.size.width);
        for_each_neighbourhood(self, |y, i, _, digits| {
            let mask = if i + 1 == self.stride { tail } else { u64::MAX };
            for (plane, digit) in planes.iter_mut().zip(digits) {
                plane.row_mut(y)[i] = digit.0[0] & mask;
            }
        });
        planes
    }

    /// Runs one round of a cellular automaton on the eight neighbours and writes it to `next`.
    /// Cells outside the grid count as clear.
    pub fn automaton(&self, rule: &Rule, next: &mut BitGrid) {
        assert_eq!(self.size, next.size, "an automaton keeps the size");
        let stride = self.stride;
        match stride {
            1 => self.automaton_in_registers::<1>(rule, next),
            2 => self.automaton_in_registers::<2>(rule, next),
            _ => {
                let leaves = rule.leaves([u64::MAX]);
                for_each_neighbourhood(self, |y, i, cell, digits| {
                    let [word] = decide(&leaves, Words([cell]), digits).0;
                    next.words[y as usize * stride + i] = word;
                });
            }
        }
        next.trim();
    }

    /// Runs the automaton on grids of one or two words per row: three rows at a time, without
    /// further memory.
    fn automaton_in_registers<const WORDS: usize>(&self, rule: &Rule, next: &mut BitGrid) {
        let leaves = rule.leaves([u64::MAX; WORDS]);
        let sum = |row: [u64; WORDS]| {
            let left = std::array::from_fn(|i| row[i] << 1 | if i > 0 { row[i - 1] >> 63 } else { 0 });
            let right = std::array::from_fn(|i| row[i] >> 1 | if i + 1 < WORDS { row[i + 1] << 63 } else { 0 });
            add(Words(left), Words(row), Words(right))
        };
        let (rows, _) = self.words.as_chunks::<WORDS>();
        let (targets, _) = next.words.as_chunks_mut::<WORDS>();
        let none = [0; WORDS];
        let mut up = sum(none);
        let mut cell = rows.first().copied().unwrap_or(none);
        let mut mid = sum(cell);
        for (y, target) in targets.iter_mut().enumerate() {
            let below = rows.get(y + 1).copied().unwrap_or(none);
            let down = sum(below);
            *target = decide(&leaves, Words(cell), count(up, mid, down, Words(cell))).0;
            (up, mid, cell) = (mid, down, below);
        }
    }
}

/// The rule of a cellular automaton: which clear cells become set and which set cells stay set, by
/// the number of set neighbours out of eight.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rule {
    /// Bit `n`: a clear cell with `n` set neighbours becomes set.
    pub born: u16,
    /// Bit `n`: a set cell with `n` set neighbours stays set.
    pub survive: u16,
}

impl Rule {
    /// Returns for each count the next value, as `fixed ^ (cell & varying)`.
    fn leaves<const WORDS: usize>(&self, all: [u64; WORDS]) -> [(Words<WORDS>, Words<WORDS>); 9] {
        let word = |bits: u16, n: usize| if bits >> n & 1 == 1 { Words(all) } else { !Words(all) };
        std::array::from_fn(|n| (word(self.born, n), word(self.born, n) ^ word(self.survive, n)))
    }
}

/// The bits of `64 * N` cells.
#[derive(Clone, Copy)]
struct Words<const N: usize>([u64; N]);

impl<const N: usize> Words<N> {
    #[inline]
    fn zip(self, other: Self, op: impl Fn(u64, u64) -> u64) -> Self {
        Words(std::array::from_fn(|i| op(self.0[i], other.0[i])))
    }
}

impl<const N: usize> BitAnd for Words<N> {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }
}

impl<const N: usize> BitOr for Words<N> {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }
}

impl<const N: usize> BitXor for Words<N> {
    type Output = Self;
    #[inline]
    fn bitxor(self, other: Self) -> Self {
        self.zip(other, |a, b| a ^ b)
    }
}

impl<const N: usize> Not for Words<N> {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Words(self.0.map(|word| !word))
    }
}

/// Decides what the cells become, with a tree of choices over the binary digits of their counts.
/// Its leaves are 0, 1, the cell or its opposite.
#[inline]
fn decide<const N: usize>(
    leaves: &[(Words<N>, Words<N>); 9],
    cell: Words<N>,
    [ones, twos, fours, eights]: [Words<N>; 4],
) -> Words<N> {
    let leaf = |n: usize| leaves[n].0 ^ (cell & leaves[n].1);
    let choose = |digit: Words<N>, clear: Words<N>, set: Words<N>| clear ^ (digit & (clear ^ set));
    let low = choose(twos, choose(ones, leaf(0), leaf(1)), choose(ones, leaf(2), leaf(3)));
    let high = choose(twos, choose(ones, leaf(4), leaf(5)), choose(ones, leaf(6), leaf(7)));
    choose(eights, choose(fours, low, high), leaf(8))
}

/// A number of two binary digits for every cell, the lower digit first.
type Sum<const N: usize> = (Words<N>, Words<N>);

/// Returns the digits of the neighbour counts, from the two-digit sums of the three cells above,
/// around and below.
#[inline]
fn count<const N: usize>(up: Sum<N>, mid: Sum<N>, down: Sum<N>, cell: Words<N>) -> [Words<N>; 4] {
    // left + right is left + centre + right minus the cell itself.
    let pair = (mid.0 ^ cell, mid.1 ^ (cell & !mid.0));
    let (ones, carry) = add(up.0, pair.0, down.0);
    let (half, high) = add(up.1, pair.1, down.1);
    let (twos, higher) = (half ^ carry, half & carry);
    [ones, twos, high ^ higher, high & higher]
}

/// Calls `visit(y, word index, the cells, the digits of their neighbour counts)` for every word of
/// the grid.
///
/// Each row's sums are computed once and used for the three rows they touch: a cell's count is the
/// sum of the three cells above, the three below and the two beside it, added digit by digit for 64
/// cells together.
#[inline]
fn for_each_neighbourhood(grid: &BitGrid, mut visit: impl FnMut(i32, usize, u64, [Words<1>; 4])) {
    let stride = grid.stride;
    // Per row: the two digits of left + centre + right.
    let mut sums = vec![(Words([0]), Words([0])); stride * 3];
    let mut padded = vec![0u64; stride + 2];
    let mut sum_row = |sums: &mut [Sum<1>], y: i32| {
        if y >= grid.size.height {
            return sums.fill((Words([0]), Words([0])));
        }
        padded[1..=stride].copy_from_slice(grid.row(y));
        for (sum, near) in sums.iter_mut().zip(padded.windows(3)) {
            let (left, right) = beside(near);
            *sum = add(Words([left]), Words([near[1]]), Words([right]));
        }
    };
    let (mut above, rest) = sums.split_at_mut(stride);
    let (mut here, mut below) = rest.split_at_mut(stride);
    sum_row(here, 0);
    for y in 0..grid.size.height {
        sum_row(below, y + 1);
        let row = grid.row(y);
        for i in 0..stride {
            visit(y, i, row[i], count(above[i], here[i], below[i], Words([row[i]])));
        }
        (above, here, below) = (here, below, above);
    }
}

/// A full adder: the two digits of the sum of three bits, for every cell.
#[inline]
fn add<const N: usize>(a: Words<N>, b: Words<N>, c: Words<N>) -> Sum<N> {
    let half = a ^ b;
    (half ^ c, (a & b) | (half & c))
}

/// Returns the cells to the left and to the right of the cells of the middle word.
#[inline]
fn beside(near: &[u64]) -> (u64, u64) {
    (near[1] << 1 | near[0] >> 63, near[1] >> 1 | near[2] << 63)
}
