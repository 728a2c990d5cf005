//! The tiles as a NumPy array, for `numpy.load`.
//!
//! Version 1.0 of the format: an array of unsigned bytes (`|u1`) in C order, with the shape (height,
//! width). Element `[y, x]` is [`Tile::code`](mapwright::Tile::code) of the tile at `x,y`.
//!
//! What it tells: the tiles and nothing else. A file for players has wall in place of secret doors
//! and of everything behind them, and closed doors in place of locked ones.

use crate::error::Error;
use crate::job::{Job, SideFile};
use mapwright::Size;
use std::io::Write;

/// First bytes of every file: the name of the format and its version.
const MAGIC: &[u8] = b"\x93NUMPY\x01\x00";

/// Length that the data of every file is aligned to, in bytes.
const ALIGNMENT: usize = 64;

/// Writes the map.
pub(crate) fn write(job: &Job<'_>, to: &mut dyn Write) -> Result<Vec<SideFile>, Error> {
    to.write_all(&header(job.map.size()))?;
    let mut bytes = Vec::with_capacity(job.map.size().width as usize);
    for row in job.map.tiles.rows() {
        bytes.clear();
        bytes.extend(row.iter().map(|tile| tile.code()));
        to.write_all(&bytes)?;
    }
    Ok(Vec::new())
}

/// Returns everything before the data: padded with spaces, and ended by a line break.
fn header(size: Size) -> Vec<u8> {
    let shape = format!("({}, {})", size.height, size.width);
    let description = format!("{{'descr': '|u1', 'fortran_order': False, 'shape': {shape}, }}");
    let before = MAGIC.len() + 2;
    let whole = (before + description.len() + 1).next_multiple_of(ALIGNMENT);
    let mut header = MAGIC.to_vec();
    header.extend(((whole - before) as u16).to_le_bytes());
    header.extend(description.as_bytes());
    header.resize(whole - 1, b' ');
    header.push(b'\n');
    header
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ExportOptions, Format, write};
    use mapwright::Map;

    #[test]
    fn the_data_follows_an_aligned_header() {
        let map = Map::from_ascii("#.>\n~=<").unwrap();
        let mut file = Vec::new();
        write(&map, Format::Npy, "map", &ExportOptions::default(), &mut file).unwrap();
        let length = usize::from(u16::from_le_bytes([file[8], file[9]]));
        assert_eq!((file.len() - 6) % 64, 0);
        assert_eq!(10 + length, file.len() - 6);
        let description = String::from_utf8(file[10..10 + length].to_vec()).unwrap();
        assert_eq!(description.trim_end(), "{'descr': '|u1', 'fortran_order': False, 'shape': (2, 3), }");
        assert!(description.ends_with(" \n"));
        assert_eq!(file[10 + length..], [1, 2, 11, 8, 9, 10]);
    }

    #[test]
    fn headers_of_all_sizes_are_aligned() {
        for (width, height) in [(1, 1), (9, 10), (1_000, 1_000), (i32::MAX, 1), (i32::MAX, i32::MAX)] {
            let header = header(Size::new(width, height));
            assert_eq!((header.len() % 64, header.last()), (0, Some(&b'\n')), "{width}x{height}");
        }
    }
}
