//! Rows of characters: tiles, and the masks of rooms and zones. Memory grows with the data read,
//! not with the size stated.

use super::bounded::Input;
use crate::base::bits::BitGrid;
use crate::base::error::Error;
use crate::base::grid::{Grid, Rect, Size};
use crate::base::tile::Tile;
use crate::map::CellSet;

/// The tile of every byte.
const TILES: [Option<Tile>; 256] = {
    let mut tiles = [None; 256];
    let mut code = 0;
    while code < Tile::ALL.len() {
        tiles[Tile::ALL[code].1 as usize] = Some(Tile::ALL[code].0);
        code += 1;
    }
    tiles
};

/// Maximum length of one character in the file, in bytes: `\u003c`.
const MAX_ESCAPE: usize = 6;

/// The tiles as read from the file. The size of the map may not be known yet.
#[derive(Default)]
pub(super) struct Rows {
    cells: Vec<Tile>,
    count: usize,
}

impl Rows {
    /// Reads the rows. `size` is the map size, if the file has stated it already.
    pub(super) fn read(input: &mut Input<'_>, size: Option<Size>) -> Result<Rows, Error> {
        let mut rows = Rows::default();
        let mut width = size.map(|size| size.width as usize);
        let most = size.map_or(input.limits().max_tiles, Size::area);
        input.list(|input| {
            let row = rows.count;
            input.scan_text(width.unwrap_or(most).saturating_mul(MAX_ESCAPE))?;
            input.unescape()?;
            let tiles = input.token();
            if rows.cells.len() + tiles.len() > most && width.is_none_or(|width| width == tiles.len()) {
                return Err(match size {
                    Some(size) => input.bad(format!("too many rows: the map is {} high", size.height)),
                    None => input.too_big(format!("more than {most} tiles, which is the limit")),
                });
            }
            rows.reserve(tiles.len(), most);
            let mut known = true;
            rows.cells.extend(tiles.iter().map(|&byte| {
                TILES[usize::from(byte)].unwrap_or_else(|| {
                    known = false;
                    Tile::Void
                })
            }));
            if !known {
                return Err(unknown(input, row, Tile::ALL.map(|(_, c)| c).iter().collect()));
            }
            even(input, row, tiles.len(), *width.get_or_insert(tiles.len()))?;
            rows.count += 1;
            Ok(())
        })?;
        Ok(rows)
    }

    /// Reserves memory for another row: doubles the capacity, up to the maximum.
    fn reserve(&mut self, row: usize, most: usize) {
        let (length, spare) = (self.cells.len(), self.cells.capacity() - self.cells.len());
        if spare < row {
            self.cells.reserve_exact(length.max(1 << 12).min(most.saturating_sub(length)).max(row));
        }
    }

    /// Returns the grid of this size, if the number and length of the rows match.
    pub(super) fn into_grid(mut self, size: Size) -> Result<Grid<Tile>, String> {
        let (width, height) = (size.width as usize, size.height as usize);
        if self.count != height {
            return Err(format!("tiles: {} rows, where the size says {height}", self.count));
        }
        self.cells.shrink_to_fit();
        let length = self.cells.len() / height;
        let wrong = format!("tiles: rows of {length} tiles, where the size says {width}");
        Grid::from_cells(size, self.cells).ok_or(wrong)
    }
}

/// A mask as read from the file: every row in whole words.
#[derive(Default)]
pub(super) struct Mask {
    words: Vec<u64>,
    width: usize,
    height: usize,
}

impl Mask {
    pub(super) fn read(input: &mut Input<'_>) -> Result<Mask, Error> {
        let mut mask = Mask::default();
        input.list(|input| {
            let row = mask.height;
            input.scan_text(input.limits().max_tiles.saturating_mul(MAX_ESCAPE))?;
            input.unescape()?;
            input.count_words(input.token().len().div_ceil(64))?;
            let cells = input.token();
            // Without a branch per cell, because set and clear cells come at random.
            let known = |cell: &u8| (*cell == b'#') | (*cell == b'.');
            if !cells.iter().fold(true, |all, cell| all & known(cell)) {
                return Err(unknown(input, row, "#.".to_owned()));
            }
            if row == 0 {
                mask.width = cells.len();
            }
            even(input, row, cells.len(), mask.width)?;
            let word = |cells: &[u8]| cells.iter().rev().fold(0, |word, cell| word << 1 | u64::from(*cell == b'#'));
            mask.words.extend(cells.chunks(64).map(word));
            mask.height += 1;
            Ok(())
        })?;
        Ok(mask)
    }

    /// Returns the cells within these bounds, if the number and length of the rows match.
    pub(super) fn into_cells(self, input: &Input<'_>, bounds: Rect) -> Result<CellSet, Error> {
        let (width, height) = (bounds.width as usize, bounds.height as usize);
        if (self.width, self.height) != (width, height) {
            let rows = format!("{} rows of {} cells", self.height, self.width);
            return Err(input.bad(format!("{rows}, where the record says {width}x{height}")));
        }
        if self.words.iter().all(|&word| word == 0) {
            return Err(input.bad("no row has a cell (#)"));
        }
        let mut mask = BitGrid::new(bounds.size());
        for (y, words) in self.words.chunks(width.div_ceil(64)).enumerate() {
            mask.row_mut(y as i32).copy_from_slice(words);
        }
        Ok(CellSet::new(bounds.origin(), mask))
    }
}

fn even(input: &Input<'_>, row: usize, length: usize, width: usize) -> Result<(), Error> {
    if length == width {
        return Ok(());
    }
    Err(input.bad(format!("row {row} has {length} characters, where {width} are expected")))
}

/// Creates the error that names the first unknown character.
fn unknown(input: &Input<'_>, row: usize, known: String) -> Error {
    let Ok(text) = str::from_utf8(input.token()) else {
        return input.bad(format!("row {row} is not UTF-8; known are `{known}`"));
    };
    let found = text.chars().enumerate().find(|(_, c)| !known.contains(*c));
    let (column, c) = found.unwrap_or_default();
    input.bad(format!("row {row}, column {column}: {c:?} is unknown; known are `{known}`"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::saved::Limits;

    fn tiles(text: &str, size: Option<Size>) -> Result<Grid<Tile>, String> {
        let (limits, mut bytes) = (Limits::default(), text.as_bytes());
        let rows = Rows::read(&mut Input::new(&mut bytes, &limits), size).map_err(|error| error.to_string())?;
        rows.into_grid(size.unwrap_or(Size::new(3, 2)))
    }

    #[test]
    fn escaped_tiles_are_tiles() {
        let read = tiles(r##"["\u003c.\u003E", "#.#"]"##, None).unwrap();
        assert_eq!(read.row(0), [Tile::StairsUp, Tile::Floor, Tile::StairsDown]);
        assert!(tiles(r##"["..\\", "#.#"]"##, None).unwrap_err().ends_with("known are ` #.+'LS|~=<>`"));
    }

    #[test]
    fn rows_reserve_no_more_than_the_map_needs() {
        let row = format!("\"{}\"", "#".repeat(1000));
        let text = format!("[{}]", vec![row; 1000].join(","));
        let mut bytes = text.as_bytes();
        let limits = Limits::default();
        let rows = Rows::read(&mut Input::new(&mut bytes, &limits), Some(Size::new(1000, 1000))).unwrap();
        assert_eq!((rows.cells.len(), rows.cells.capacity()), (1_000_000, 1_000_000));
    }

    #[test]
    fn a_mask_of_many_words_comes_out_as_it_went_in() {
        let (limits, row) = (Limits::default(), format!("{}#{}#", ".".repeat(70), "#.".repeat(40)));
        let text = format!("[\"{row}\", \"{row}\"]");
        let mut bytes = text.as_bytes();
        let mut input = Input::new(&mut bytes, &limits);
        let bounds = Rect::new(5, 6, row.len() as i32, 2);
        let cells = Mask::read(&mut input).unwrap().into_cells(&input, bounds).unwrap();
        assert_eq!(cells.bounds(), bounds);
        let member = |(x, cell): (usize, char)| cells.contains(crate::Pos::new(5 + x as i32, 7)) == (cell == '#');
        assert!(row.chars().enumerate().all(member));
        assert_eq!(cells.count(), 2 * row.matches('#').count());
    }
}
