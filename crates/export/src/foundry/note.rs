//! Notes of a scene: pins with the numbers of rooms and the game master's labels.

use super::document::{Document, Empty};
use super::ids::{Id, Ids};
use super::pixels::Pixels;
use super::words::one_line;
use crate::job::Job;
use mapwright::{Pos, Shape};
use serde::Serialize;

/// A pin on the scene.
#[derive(Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Note {
    #[serde(rename = "_id")]
    id: Id,
    entry_id: Option<Id>,
    page_id: Option<Id>,
    x: i32,
    y: i32,
    elevation: i32,
    sort: i32,
    texture: Texture,
    icon_size: u32,
    text: String,
    font_size: u32,
    text_anchor: u8,
    text_color: &'static str,
    /// Users see it through fog and walls.
    global: bool,
    flags: Empty,
}

/// The icon of a pin.
#[derive(Clone, Copy, Serialize)]
struct Texture {
    src: &'static str,
}

/// The page of a journal that a pin opens.
#[derive(Clone, Copy)]
pub(crate) struct PageLink {
    pub(crate) entry: Id,
    pub(crate) page: Id,
}

/// An icon that comes with Foundry VTT.
const ICON: &str = "icons/svg/book.svg";
/// The smallest icon that Foundry VTT allows.
const MIN_ICON: u32 = 32;
/// Where the text is: below the icon.
const BELOW: u8 = 1;

impl Document for Note {
    fn id(&self) -> Id {
        self.id
    }
}

/// Returns the notes of a scene: one for every room, if the rooms have numbers, and one for every
/// label. With a link, they open that page.
pub(crate) fn notes(job: &Job<'_>, link: Option<PageLink>, pixels: Pixels, ids: &Ids) -> Vec<Note> {
    let mut notes = Vec::new();
    let mut add = |[x, y]: [i32; 2], text: String| {
        notes.push(Note {
            id: ids.id("note", notes.len()),
            entry_id: link.map(|link| link.entry),
            page_id: link.map(|link| link.page),
            x,
            y,
            elevation: 0,
            sort: 0,
            texture: Texture { src: ICON },
            icon_size: (pixels.cell() / 2).max(MIN_ICON),
            text,
            font_size: (pixels.cell() / 3).clamp(16, 48),
            text_anchor: BELOW,
            text_color: "#ffffff",
            global: false,
            flags: Empty {},
        });
    };
    if job.options.picture.look.numbers == Some(true) {
        for room in &job.map.rooms {
            if let Some(pos) = middle(&room.shape) {
                add(pixels.middle(pos), room.number.to_string());
            }
        }
    }
    for label in &job.map.labels {
        let text = one_line(&label.text);
        if !text.is_empty() {
            add(pixels.middle(label.pos), text);
        }
    }
    notes
}

/// Returns the cell of a room that is nearest to its middle.
fn middle(shape: &Shape) -> Option<Pos> {
    let center = shape.bounds().center();
    if shape.contains(center) {
        return Some(center);
    }
    let distance = |pos: &Pos| {
        let (dx, dy) = (i64::from(pos.x - center.x), i64::from(pos.y - center.y));
        dx * dx + dy * dy
    };
    shape.positions().min_by_key(distance)
}

#[cfg(test)]
mod tests {
    use super::*;
    use mapwright::{BitGrid, CellSet, Rect, Size};

    #[test]
    fn notes_of_bent_rooms_lie_inside() {
        let mut mask = BitGrid::new(Size::new(5, 5));
        mask.fill_rect(Rect::new(0, 0, 5, 1), true);
        mask.fill_rect(Rect::new(0, 0, 1, 5), true);
        let shape = Shape::Cells(Box::new(CellSet::new(Pos::new(10, 10), mask)));
        assert_eq!(middle(&shape), Some(Pos::new(12, 10)));
        assert_eq!(middle(&Shape::Rect(Rect::new(2, 4, 3, 3))), Some(Pos::new(3, 5)));
    }
}
