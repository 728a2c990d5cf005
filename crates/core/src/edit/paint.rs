//! Painting tiles and writing labels.

use super::{Area, Cell, MAX_LABEL_CHARS, Paint};
use crate::base::bits::BitGrid;
use crate::base::error::{Error, ErrorKind};
use crate::base::grid::{Pos, Rect};
use crate::base::tile::Tile;
use crate::generator::Context;
use crate::map::{Extra, Label, Map};
use crate::shape::dig_tile;

impl Paint {
    const fn tile(self) -> Tile {
        match self {
            Paint::Floor => Tile::Floor,
            Paint::Wall => Tile::Wall,
            Paint::Water => Tile::Water,
            Paint::Bridge => Tile::Bridge,
            Paint::Void => Tile::Void,
        }
    }
}

/// Paints the cells that lie on the map and ignores the rest, so that a brush may reach over the
/// edge.
pub(super) fn paint(
    map: &mut Map,
    paint: Paint,
    cells: &[Cell],
    rects: &[Area],
    cx: &mut Context<'_>,
) -> Result<(), Error> {
    let size = map.size();
    // Paints each cell once, however often it is listed.
    let mut painted = BitGrid::new(size);
    for &[x, y] in cells {
        let pos = Pos::new(x, y);
        if size.contains(pos) {
            painted.insert(pos);
        }
    }
    for &[x, y, width, height] in rects {
        // Rectangles may be as large as the number type allows.
        let side = |start: i32, length: i32, most: i32| {
            let past = start.saturating_add(length.max(0)).min(most);
            (start.max(0), past - start.max(0))
        };
        let ((x, width), (y, height)) = (side(x, width, size.width), side(y, height, size.height));
        if width > 0 && height > 0 {
            cx.spend(height as u64)?;
            painted.fill_rect(Rect::new(x, y, width, height), true);
        }
    }
    if painted.is_empty() {
        return Err(Error::new(ErrorKind::Invalid, "all of it is outside the map"));
    }
    painted.iter().for_each(|pos| put(map, pos, paint.tile()));
    map.settle();
    Ok(())
}

fn put(map: &mut Map, pos: Pos, tile: Tile) {
    // Open ground gets walls where it borders the void.
    if !matches!(tile, Tile::Void | Tile::Wall) && matches!(map.tiles[pos], Tile::Void | Tile::Wall) {
        dig_tile(map, pos);
    }
    map.tiles[pos] = tile;
}

/// Writes a label, replacing the one at this cell.
pub(super) fn label(map: &mut Map, pos: Pos, text: &str) -> Result<(), Error> {
    let text = text.trim();
    let long = text.chars().count();
    if long > MAX_LABEL_CHARS {
        let message = format!("{long} characters; the limit is {MAX_LABEL_CHARS}");
        return Err(Error::new(ErrorKind::Invalid, message).within("/text"));
    }
    if text.chars().any(char::is_control) {
        return Err(Error::new(ErrorKind::Invalid, "a label is one line of plain text").within("/text"));
    }
    map.labels.retain(|label| label.pos != pos);
    if !text.is_empty() {
        map.labels.push(Label { pos, text: text.to_owned(), extra: Extra::default() });
    }
    Ok(())
}
