//! Limits on the size of pictures.

use crate::error::{Error, ErrorKind};
use mapwright::Size;

/// Maximum pixels per square side.
pub const MAX_CELL: u32 = 256;
/// Maximum pixels per side. Pictures are drawn a band at a time, so both sides may reach it.
const MAX_SIDE: f32 = 16_384.0;

/// Returns width and height in pixels of a picture of this many squares, if it is within the
/// limits. The error names the largest cell size that fits.
pub(crate) fn pixels(width: f32, height: f32, cell: u32) -> Result<(u32, u32), Error> {
    if !(1..=MAX_CELL).contains(&cell) {
        return Err(Error::new(ErrorKind::Invalid, format!("cell: {cell} is not in 1..={MAX_CELL}")));
    }
    let side = |squares: f32, cell: u32| (squares * cell as f32).round().max(1.0);
    let fits = |cell: u32| side(width, cell).max(side(height, cell)) <= MAX_SIDE;
    if fits(cell) {
        return Ok((side(width, cell) as u32, side(height, cell) as u32));
    }
    let way_out = match (1..cell).rev().find(|&smaller| fits(smaller)) {
        Some(largest) => format!("cell {largest} is the largest that fits"),
        None => "the map is too large for a picture, even at 1 pixel per tile".to_owned(),
    };
    let message = format!(
        "{width}x{height} squares at cell {cell} make {}x{} pixels, more than {MAX_SIDE} a side: {way_out}",
        side(width, cell),
        side(height, cell),
    );
    Err(Error::new(ErrorKind::TooBig, message))
}

/// Maximum squares of a map that is drawn with lines, which need a hundred times the memory of
/// tiles.
const MAX_DRAWN: usize = 1 << 20;

/// Rejects maps without squares.
pub(crate) fn some(size: Size) -> Result<(), Error> {
    if size.area() == 0 {
        return Err(Error::new(ErrorKind::Invalid, format!("a map of {size} tiles has nothing to draw")));
    }
    Ok(())
}

/// Rejects maps without squares, and maps too large to be drawn with lines.
pub(crate) fn drawn(size: Size) -> Result<(), Error> {
    if size.area() > MAX_DRAWN {
        let way_out = "the style tiles has no such limit";
        let message = format!("a map of {size} tiles is too large to be drawn, the limit is {MAX_DRAWN}: {way_out}");
        return Err(Error::new(ErrorKind::TooBig, message));
    }
    some(size)
}
