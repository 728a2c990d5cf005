//! The patterns of a sample: every square of `n` by `n` tiles in it, rotated and mirrored, with its
//! frequency.

use super::SampleSymmetry;
use crate::base::grid::Grid;
#[cfg(test)]
use crate::base::grid::{Pos, Rect};
use crate::base::tile::Tile;

/// A square of tiles: four bits per tile, in reading order, the first tile in the lowest bits.
type Key = u64;

/// The squares that a map may consist of.
#[derive(Debug)]
pub(super) struct Patterns {
    /// Side of the squares.
    pub(super) n: usize,
    /// Tile for each number in a pattern.
    pub(super) tiles: Vec<Tile>,
    /// The patterns, in ascending order.
    pub(super) keys: Vec<Key>,
    /// Frequency of each pattern.
    pub(super) weights: Vec<u32>,
}

impl Patterns {
    /// Collects all squares of a sample; with `wrap` also the ones across its edges.
    pub(super) fn of(sample: &Grid<Tile>, n: usize, symmetry: SampleSymmetry, wrap: bool) -> Self {
        let (width, height) = (sample.size().width as usize, sample.size().height as usize);
        let mut tiles: Vec<Tile> = sample.cells().to_vec();
        tiles.sort_unstable();
        tiles.dedup();
        let mut numbers = [0; Tile::ALL.len()];
        (0..).zip(&tiles).for_each(|(number, tile)| numbers[tile.code() as usize] = number);
        // Rows of `n` tiles first: a square is `n` of these.
        let places = |side: usize| if wrap { side } else { (side + 1).saturating_sub(n) };
        let mut rows: Vec<Key> = Vec::with_capacity(places(width) * height);
        let mut numbered: Vec<Key> = Vec::with_capacity(width + n);
        for row in sample.rows() {
            numbered.clear();
            numbered.extend(row.iter().cycle().take(width + n - 1).map(|tile| numbers[tile.code() as usize]));
            rows.extend(numbered.windows(n).take(places(width)).map(|row| packed(row, 4)));
        }
        let mut squares = Vec::with_capacity(places(width) * places(height));
        for y in 0..places(height) {
            for x in 0..places(width) {
                let row = |down: usize| rows[(y + down) % height * places(width) + x];
                squares.push(((0..n).fold(0, |key, down| key | row(down) << (4 * n * down)), 1));
            }
        }
        let (keys, weights) = counted(squares);
        let mut turned = Vec::with_capacity(keys.len() * 8);
        for (&key, &weight) in keys.iter().zip(&weights) {
            turned.extend(symmetry.images(key, n).map(|image| (image, weight)));
        }
        let (keys, weights) = counted(turned);
        Patterns { n, tiles, keys, weights }
    }

    /// Returns the number of the tile at a place of a pattern.
    pub(super) fn at(&self, pattern: usize, place: usize) -> usize {
        (self.keys[pattern] >> (4 * place) & 15) as usize
    }

    /// Returns the number of a tile, if the sample has it.
    pub(super) fn number(&self, tile: Tile) -> Option<u8> {
        self.tiles.iter().position(|&known| known == tile).map(|number| number as u8)
    }

    /// Returns the first square of a map that is not one of the patterns; with `wrap` also checks
    /// the squares across its edges.
    #[cfg(test)]
    pub(super) fn first_foreign(&self, tiles: &Grid<Tile>, wrap: bool) -> Option<Pos> {
        let (n, size) = (self.n as i32, tiles.size());
        let less = if wrap { 0 } else { n - 1 };
        Rect::new(0, 0, size.width - less, size.height - less).positions().find(|&Pos { x, y }| {
            let mut square = Rect::new(x, y, n, n).positions().enumerate();
            let key = square.try_fold(0, |key, (i, pos)| {
                let tile = tiles[Pos::new(pos.x % size.width, pos.y % size.height)];
                self.number(tile).map(|number| key | Key::from(number) << (4 * i))
            });
            key.is_none_or(|key| self.keys.binary_search(&key).is_err())
        })
    }
}

/// Packs the numbers with this many bits each, the first in the lowest bits.
fn packed(numbers: &[Key], bits: usize) -> Key {
    numbers.iter().rev().fold(0, |key, number| key << bits | number)
}

/// Returns each key once, in ascending order, with the sum of its weights.
fn counted(mut squares: Vec<(Key, u32)>) -> (Vec<Key>, Vec<u32>) {
    squares.sort_unstable();
    let (mut keys, mut weights): (Vec<Key>, Vec<u32>) = (Vec::new(), Vec::new());
    for (key, weight) in squares {
        match (keys.last(), weights.last_mut()) {
            (Some(&last), Some(sum)) if last == key => *sum += weight,
            _ => {
                keys.push(key);
                weights.push(weight);
            }
        }
    }
    (keys, weights)
}

impl SampleSymmetry {
    /// Returns a pattern with all its rotated and mirrored images that count as the sample. A
    /// symmetric pattern occurs several times, so that all patterns keep their share.
    fn images(self, key: Key, n: usize) -> impl Iterator<Item = Key> {
        let mirror = move |key| moved(key, n, |x, y| (n - 1 - x, y));
        let upside_down = move |key| moved(key, n, |x, y| (x, n - 1 - y));
        let turn = move |key| moved(key, n, |x, y| (y, n - 1 - x));
        let mirrored = mirror(key);
        let mut images = [key; 8];
        match self {
            SampleSymmetry::None => {}
            SampleSymmetry::Mirrors => {
                images[1..4].copy_from_slice(&[mirrored, upside_down(key), upside_down(mirrored)]);
            }
            SampleSymmetry::All => {
                images[1] = mirrored;
                for i in 2..8 {
                    images[i] = turn(images[i - 2]);
                }
            }
        }
        let count = match self {
            SampleSymmetry::None => 1,
            SampleSymmetry::Mirrors => 4,
            SampleSymmetry::All => 8,
        };
        images.into_iter().take(count)
    }
}

/// Returns the pattern whose tile at `x`, `y` is the old one at `from(x, y)`.
fn moved(key: Key, n: usize, from: impl Fn(usize, usize) -> (usize, usize)) -> Key {
    (0..n * n).fold(0, |moved, i| {
        let (x, y) = from(i % n, i / n);
        moved | (key >> (4 * (y * n + x)) & 15) << (4 * i)
    })
}
