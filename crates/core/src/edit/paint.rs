//! Tiles that are painted, and labels that are written.

use super::{Area, Cell, LONGEST_LABEL, Paint};
use crate::error::{Error, ErrorKind};
use crate::grid::{Pos, Rect};
use crate::map::{Extra, Label, Map};
use crate::shape::dig_tile;
use crate::tile::Tile;

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

/// Paints what lies on the map; what lies outside is passed over, as a brush over the edge of the paper.
pub(super) fn paint(map: &mut Map, paint: Paint, cells: &[Cell], rects: &[Area]) -> Result<(), Error> {
    let all = map.size().rect();
    let singles = cells.iter().map(|&[x, y]| Rect::new(x, y, 1, 1));
    let areas = rects.iter().map(|&[x, y, width, height]| {
        // Rectangles may be as large as numbers get.
        let past = |start: i32, length: i32, most: i32| start.saturating_add(length.max(0)).min(most);
        let (left, top) = (x.max(0), y.max(0));
        Rect::new(left, top, (past(x, width, all.width) - left).max(0), (past(y, height, all.height) - top).max(0))
    });
    let mut painted = 0;
    for area in singles.chain(areas) {
        let area =
            if area.width == 1 && area.height == 1 && !all.contains(area.origin()) { Rect::default() } else { area };
        for pos in area.positions() {
            put(map, pos, paint.tile());
            painted += 1;
        }
    }
    if painted == 0 {
        return Err(Error::new(ErrorKind::Invalid, "nothing of it lies on the map"));
    }
    map.settle();
    Ok(())
}

fn put(map: &mut Map, pos: Pos, tile: Tile) {
    // Open ground has walls where it meets the void.
    if !matches!(tile, Tile::Void | Tile::Wall) && matches!(map.tiles[pos], Tile::Void | Tile::Wall) {
        dig_tile(map, pos);
    }
    map.tiles[pos] = tile;
}

/// Writes on the map, in place of what was written there.
pub(super) fn label(map: &mut Map, pos: Pos, text: &str) -> Result<(), Error> {
    let text = text.trim();
    let long = text.chars().count();
    if long > LONGEST_LABEL {
        let message = format!("{long} characters; the limit is {LONGEST_LABEL}");
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
