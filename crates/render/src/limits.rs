//! Limits on the size of pictures.

use crate::error::{Error, ErrorKind};
use mapwright::{Label, Room, Size};

/// Maximum pixels per square side.
pub const MAX_CELL: u32 = 256;
/// Maximum pixels per side. Pictures are drawn a band at a time, so both sides may reach it.
const MAX_SIDE: f32 = 16_384.0;

/// Returns width and height in pixels of a picture of this many squares, if it is within the
/// limits. The error names the largest cell size that fits.
pub(crate) fn pixels(width: f32, height: f32, cell: u32) -> Result<(u32, u32), Error> {
    if !(1..=MAX_CELL).contains(&cell) {
        return Err(Error::new(ErrorKind::Invalid, format!("cell: {cell} is not between 1 and {MAX_CELL}")));
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

/// Maximum number of letters in all notes and room numbers of a map that is drawn. Each is an
/// outline of its own.
const MAX_LETTERS: usize = 250_000;

/// Rejects maps with more notes and room numbers than anyone could read, which would take
/// gigabytes.
pub(crate) fn letters(notes: &[Label], numbered: &[Room]) -> Result<(), Error> {
    let digits = |room: &Room| room.number.checked_ilog10().unwrap_or(0) as usize + 1;
    let letters: usize = notes.iter().map(|note| note.text.chars().count()).sum();
    if letters + numbered.iter().map(digits).sum::<usize>() > MAX_LETTERS {
        let message = format!(
            "{} notes and {} room numbers are too many to be drawn, the limit is {MAX_LETTERS} letters in all: \
             leave out the layer labels",
            notes.len(),
            numbered.len()
        );
        return Err(Error::new(ErrorKind::TooBig, message));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Look, View, draw};
    use mapwright::{Map, Pos, Rect, Shape};

    #[test]
    fn maps_with_too_many_notes_are_drawn_without_them() {
        let mut map = Map::from_ascii("...").unwrap();
        map.labels = (0..100_000).map(|_| Label::new(Pos::new(1, 0), "A trapdoor")).collect();
        let error = draw(&map, &Look::default()).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::TooBig);
        assert!(error.to_string().ends_with("leave out the layer labels"), "{error}");
        let layers = Look::default().layers.without("labels").unwrap();
        assert!(draw(&map, &Look { layers, ..Look::default() }).is_ok());
        assert!(draw(&map, &Look { view: View::Player, ..Look::default() }).is_ok(), "players see no notes");
    }

    #[test]
    fn maps_with_too_many_room_numbers_are_drawn_without_them() {
        let mut map = Map::from_ascii("...").unwrap();
        for _ in 0..60_000 {
            map.add_room(Shape::Rect(Rect::new(1, 0, 1, 1)));
        }
        let error = draw(&map, &Look::default()).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::TooBig);
        assert!(error.to_string().starts_with("0 notes and 60000 room numbers"), "{error}");
        assert!(draw(&map, &Look { numbers: Some(false), ..Look::default() }).is_ok());
        let layers = Look::default().layers.without("labels").unwrap();
        assert!(draw(&map, &Look { layers, ..Look::default() }).is_ok());
    }
}
