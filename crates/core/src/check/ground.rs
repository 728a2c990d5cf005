//! The tiles as bit sets for the rules: one bit per cell, 64 cells per word.

use crate::base::grid::{Grid, Pos, Size};
use crate::base::tile::Tile;

/// One bit for every cell of the map. Bit 0 of a word is its leftmost cell, bits past the width are
/// zero.
pub(super) struct Bitmap {
    stride: usize,
    words: Vec<u64>,
}

impl Bitmap {
    /// Creates an empty set.
    pub(super) fn empty(size: Size) -> Self {
        let stride = (size.width as usize).div_ceil(64);
        Bitmap { stride, words: vec![0; stride * size.height as usize] }
    }

    /// Returns the words of a row.
    pub(super) fn row(&self, y: usize) -> &[u64] {
        &self.words[y * self.stride..][..self.stride]
    }

    /// Returns the 64 cells from column `64 * index` on.
    #[inline]
    pub(super) fn word(&self, y: usize, index: usize) -> u64 {
        self.words[y * self.stride + index]
    }

    /// Returns the 64 cells from column `64 * index` on, mutably.
    #[inline]
    pub(super) fn word_mut(&mut self, y: usize, index: usize) -> &mut u64 {
        &mut self.words[y * self.stride + index]
    }
}

/// The tiles and the data derived from them in one pass.
pub(super) struct Ground<'a> {
    /// The tiles themselves.
    pub(super) tiles: &'a Grid<Tile>,
    /// The walkable cells.
    pub(super) walkable: Bitmap,
    /// The cells that are neither wall nor void, if they differ from the walkable cells.
    open: Option<Bitmap>,
    /// The rows that contain more than void, wall and floor.
    pub(super) furnished_rows: Vec<i32>,
}

impl<'a> Ground<'a> {
    /// Reads the tiles.
    pub(super) fn of(tiles: &'a Grid<Tile>) -> Self {
        let mut ground =
            Ground { tiles, walkable: Bitmap::empty(tiles.size()), open: None, furnished_rows: Vec::new() };
        let stride = ground.walkable.stride;
        for (y, words) in ground.walkable.words.chunks_exact_mut(stride).enumerate() {
            if read_row(tiles.row(y as i32), words, walkable) {
                ground.furnished_rows.push(y as i32);
            }
        }
        let water = ground.furnished_rows.iter().any(|&y| tiles.row(y).contains(&Tile::Water));
        if water {
            let mut open = Bitmap::empty(tiles.size());
            for (y, words) in open.words.chunks_exact_mut(stride).enumerate() {
                read_row(tiles.row(y as i32), words, |codes| at_least(codes, 2));
            }
            ground.open = Some(open);
        }
        ground
    }

    /// Returns the cells that are neither wall nor void.
    pub(super) fn open(&self) -> &Bitmap {
        self.open.as_ref().unwrap_or(&self.walkable)
    }

    /// Returns the width and height of the map.
    pub(super) fn size(&self) -> Size {
        self.tiles.size()
    }

    /// Returns the tile of a cell, or `None` outside the map.
    pub(super) fn tile(&self, pos: Pos) -> Option<Tile> {
        self.tiles.get(pos).copied()
    }

    /// Returns true if the cell is walkable. Cells outside the map are not.
    pub(super) fn is_walkable(&self, x: i64, y: i64) -> bool {
        let (Ok(x), Ok(y)) = (i32::try_from(x), i32::try_from(y)) else { return false };
        self.tile(Pos::new(x, y)).is_some_and(Tile::is_walkable)
    }
}

/// The byte 1, eight times.
const EACH: u64 = 0x0101_0101_0101_0101;

/// For eight codes, one per byte: returns the top bit of each that is at least `least`. Codes are
/// far below 128.
#[inline]
fn at_least(codes: u64, least: u8) -> u64 {
    (codes + EACH * u64::from(128 - least)) & (EACH << 7)
}

/// For eight codes, one per byte: returns the top bit of each that is walkable, which is all but
/// void, wall and water.
#[inline]
fn walkable(codes: u64) -> u64 {
    at_least(codes, 2) & at_least(codes ^ (EACH * Tile::Water as u64), 1)
}

/// Sets the bits of the tiles for which `wanted` sets the top bit of their byte, eight tiles at a
/// time.
///
/// Returns true if the row contains more than void, wall and floor.
#[inline]
fn read_row(tiles: &[Tile], words: &mut [u64], wanted: impl Fn(u64) -> u64) -> bool {
    let mut furniture = 0;
    let mut eight = |codes: u64| {
        furniture |= at_least(codes, 3);
        // The multiplication gathers the eight top bits in the top byte.
        (wanted(codes) >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56
    };
    for (word, tiles) in words.iter_mut().zip(tiles.chunks(64)) {
        let (whole, rest) = tiles.as_chunks::<8>();
        let last = rest.iter().rev().fold(0, |codes, tile| codes << 8 | u64::from(tile.code()));
        // From right to left, so that every shift is by eight bits.
        let bits = if rest.is_empty() { 0 } else { eight(last) };
        *word =
            whole.iter().rev().fold(bits, |bits, tiles| bits << 8 | eight(u64::from_le_bytes(tiles.map(Tile::code))));
    }
    furniture != 0
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every tile in every column of a word and past it.
    #[test]
    fn bits_follow_the_meaning_of_tiles() {
        for width in [1, 7, 8, 9, 63, 64, 65, 100, 128] {
            for shift in 0..Tile::ALL.len() {
                let tile = |index: usize| Tile::ALL[(index + shift) % Tile::ALL.len()].0;
                let cells = (0..width * 3).map(tile).collect();
                let tiles = Grid::from_cells(Size::new(width as i32, 3), cells).unwrap();
                let ground = Ground::of(&tiles);
                for (index, tile) in tiles.cells().iter().enumerate() {
                    let bit =
                        |map: &Bitmap| map.word(index / width, index % width / 64) >> (index % width % 64) & 1 == 1;
                    assert_eq!(bit(&ground.walkable), tile.is_walkable(), "{tile} of {width}");
                    assert_eq!(bit(ground.open()), !matches!(tile, Tile::Wall | Tile::Void), "{tile} of {width}");
                }
            }
        }
    }

    #[test]
    fn rows_with_more_than_floor_are_known() {
        let map = crate::Map::from_ascii("\n#. \n#+#\n#.#\n#~#").unwrap();
        let ground = Ground::of(&map.tiles);
        assert_eq!(ground.furnished_rows, [1, 3]);
        assert!(ground.is_walkable(1, 1) && !ground.is_walkable(1, 3));
        assert!(!ground.is_walkable(i64::MAX, 1) && !ground.is_walkable(1, -1));
    }

    #[test]
    fn bits_past_the_width_are_clear() {
        let tiles = Grid::new(Size::new(70, 2), Tile::Floor);
        assert_eq!(Ground::of(&tiles).walkable.row(1), [u64::MAX, 63]);
    }
}
