//! The letters of a field, and for every letter in a pattern the set of its cells, so that 64
//! places are compared at once.

use super::program::{Program, Statement};
use crate::base::grid::{Pos, Size};

/// A field of letters. Rows are padded to whole words, so that a cell has one index among both
/// letters and bits.
pub(super) struct Letters {
    size: Size,
    /// Number of words in a row.
    stride: usize,
    /// 0 past the width.
    cells: Vec<u8>,
    /// The sets of all letters, one after the other, each with one extra word.
    planes: Vec<u64>,
    /// Number of every letter; 0 for letters that occur in no pattern.
    numbers: [u8; 128],
    /// Number of words in a plane.
    plane: usize,
}

impl Letters {
    pub(super) fn new(size: Size, program: &Program) -> Self {
        let stride = (size.width as usize).div_ceil(64);
        let (numbers, count) = number(program);
        let plane = stride * size.height as usize + 1;
        let cells = vec![0; stride * 64 * size.height as usize];
        let mut letters = Letters { size, stride, cells, planes: vec![0; plane * count], numbers, plane };
        let start = letters.start(program.start);
        for y in 0..size.height as usize {
            letters.cells[y * stride * 64..][..size.width as usize].fill(program.start);
            crate::base::bits::set_span(&mut letters.planes[start + y * stride..][..stride], 0, size.width, true);
        }
        letters
    }

    pub(super) fn size(&self) -> Size {
        self.size
    }

    /// Returns the number of words in a row.
    pub(super) fn stride(&self) -> usize {
        self.stride
    }

    /// Returns the letters row by row.
    pub(super) fn rows(&self) -> impl Iterator<Item = &[u8]> {
        let width = self.size.width as usize;
        self.cells.chunks_exact((self.stride * 64).max(1)).map(move |row| &row[..width])
    }

    /// Returns the index of a cell.
    #[inline]
    pub(super) fn index(&self, pos: Pos) -> usize {
        pos.y as usize * self.stride * 64 + pos.x as usize
    }

    /// Returns the letter of a cell.
    #[inline]
    pub(super) fn at(&self, index: usize) -> u8 {
        self.cells[index]
    }

    #[inline]
    pub(super) fn set(&mut self, index: usize, letter: u8) {
        let before = std::mem::replace(&mut self.cells[index], letter);
        let (word, bit) = (index / 64, 1 << (index % 64));
        let (old, new) = (self.start(before) + word, self.start(letter) + word);
        self.planes[old] &= !bit;
        self.planes[new] |= bit;
    }

    /// Returns the number of a letter, counted from 1; 0 for letters that occur in no pattern.
    #[inline]
    pub(super) fn number(&self, letter: u8) -> usize {
        self.numbers[letter as usize].into()
    }

    /// Returns one more than the highest number.
    pub(super) fn numbers(&self) -> usize {
        self.planes.len() / self.plane
    }

    fn start(&self, letter: u8) -> usize {
        self.number(letter) * self.plane
    }

    /// Returns the positions of the letter among the 64 cells from this one on. Cells of the next
    /// row may follow the last of this one.
    #[inline]
    pub(super) fn word(&self, letter: u8, index: usize) -> u64 {
        let words = &self.planes[self.start(letter) + index / 64..][..2];
        joined(words[0], words[1], index % 64)
    }

    /// Keeps the places at which a row of a pattern begins; 0 is a wildcard. Places that reach past
    /// the right edge are not valid matches.
    pub(super) fn keep_row(&self, pattern: &[u8], places: &mut [u64]) {
        for (shift, &letter) in pattern.iter().enumerate().filter(|(_, letter)| **letter != 0) {
            let plane = &self.planes[self.start(letter)..][..self.plane];
            for (place, words) in places.iter_mut().zip(plane.windows(2)) {
                *place &= joined(words[0], words[1], shift);
            }
        }
    }
}

/// Returns 64 bits of two words.
#[inline]
fn joined(low: u64, high: u64, shift: usize) -> u64 {
    low >> shift | high << 1 << (63 - shift)
}

/// Numbers the letters that occur in patterns. Also returns one more than the highest number.
fn number(program: &Program) -> ([u8; 128], usize) {
    let (mut numbers, mut count) = ([0; 128], 1);
    let rules = program.statements.iter().filter_map(|statement| match statement {
        Statement::Apply { alternatives, .. } => Some(alternatives.iter().flatten()),
        _ => None,
    });
    for &letter in rules.flatten().flat_map(|variant| &variant.from) {
        if letter != 0 && numbers[letter as usize] == 0 {
            numbers[letter as usize] = count as u8;
            count += 1;
        }
    }
    (numbers, count)
}
