//! [`Scene`]: one room, with everything that an arrangement needs.

use super::board::Board;
use super::frame::Frame;
use crate::base::grid::{Dir, Pos, Rect};
use crate::base::rng::Rng;
use crate::map::Shape;
use crate::map::decor::{self, Against, DecorKind};

/// Maximum number of places considered for a room number.
const LABEL_PLACES: usize = 200;

/// Room that is being furnished, in the columns and rows of its frame.
pub(super) struct Scene<'a, 'm> {
    pub(super) board: &'a mut Board<'m>,
    pub(super) shape: &'a Shape,
    pub(super) frame: Frame,
    pub(super) rng: Rng,
    /// Density of the furniture, in percent.
    pub(super) density: u32,
    pub(super) label: Label,
}

/// A thing and its position in the frame: its top-left cell, and the direction it faces when the
/// back wall is north.
#[derive(Clone, Copy)]
pub(super) struct Item(pub(super) &'static str, pub(super) i32, pub(super) i32, pub(super) Dir);

impl Scene<'_, '_> {
    /// Returns the number of cells along the back wall.
    pub(super) fn width(&self) -> i32 {
        self.frame.width()
    }

    /// Returns the number of cells from the back wall to the front.
    pub(super) fn depth(&self) -> i32 {
        self.frame.depth()
    }

    /// Returns true if there is a middle column.
    pub(super) fn is_odd(&self) -> bool {
        self.width() % 2 == 1
    }

    /// Returns true if the room is round.
    pub(super) fn is_round(&self) -> bool {
        matches!(self.shape, Shape::Circle(_))
    }

    /// Returns true with this probability at the default density, more often at a higher one.
    pub(super) fn likely(&mut self, percent: u32) -> bool {
        self.rng.percent(percent * self.density / 60)
    }

    /// Returns one of these at random.
    pub(super) fn one_of(&mut self, kinds: &[&'static str]) -> &'static str {
        self.rng.pick(kinds).copied().unwrap_or("rubble")
    }

    /// Places the item if it may stand there.
    pub(super) fn put(&mut self, item: Item) -> bool {
        let Item(name, column, row, facing) = item;
        let Some(kind) = decor::find(name) else { return false };
        let size = kind.turned(facing);
        let rect = self.frame.rect(Rect::new(column, row, size.width, size.height));
        self.put_on_map(kind, rect, self.frame.dir(facing))
    }

    /// Places an item at a position in map coordinates.
    pub(super) fn put_on_map(&mut self, kind: &'static DecorKind, rect: Rect, facing: Dir) -> bool {
        let bounds = self.shape.bounds();
        if !bounds.encloses(rect) || !rect.positions().all(|pos| self.shape.contains(pos)) {
            return false;
        }
        // Straight backs do not fit a round wall, and a round room has no corners.
        let is_straight = kind.against == Against::Corner || kind.against == Against::Wall && kind.size.area() > 1;
        if let Shape::Circle(square) = self.shape
            && (is_straight || !in_circle(*square, rect))
        {
            return false;
        }
        let Some(label) = self.label.avoiding(rect, self.board) else { return false };
        if !self.board.place(kind, rect, facing, bounds) {
            return false;
        }
        self.label.next = label;
        true
    }

    /// Places all of the items or none.
    pub(super) fn put_all(&mut self, items: &[Item]) -> bool {
        let (count, label) = (self.board.placed.len(), self.label.next);
        let done = items.iter().all(|&item| self.put(item));
        if !done {
            self.board.take_back(count);
            self.label.next = label;
        }
        done
    }

    /// Places the item and its mirror image on the other side of the room, or neither; only once if
    /// it is its own image.
    pub(super) fn put_both(&mut self, item: Item) -> bool {
        let image = self.image(item);
        if image.1 == item.1 { self.put(item) } else { self.put_all(&[item, image]) }
    }

    /// Returns the mirror image of the item on the other side of the room.
    pub(super) fn image(&self, Item(name, column, row, facing): Item) -> Item {
        let width = decor::find(name).map_or(1, |kind| kind.turned(facing).width);
        let facing = if matches!(facing, Dir::East | Dir::West) { facing.opposite() } else { facing };
        Item(name, self.width() - column - width, row, facing)
    }

    /// Places the item halfway between left and right, if it can be centred there.
    pub(super) fn put_middle(&mut self, name: &'static str, row: i32, facing: Dir) -> bool {
        let width = decor::find(name).map_or(1, |kind| kind.turned(facing).width);
        (self.width() - width) % 2 == 0 && self.put(Item(name, (self.width() - width) / 2, row, facing))
    }
}

/// Returns symmetrical positions in a row of this length, with a margin at both ends.
pub(super) fn spread(length: i32, margin: i32) -> Vec<i32> {
    for (step, margin) in [(2, margin), (3, margin), (2, margin + 1), (3, margin + 1), (4, margin), (4, margin + 1)] {
        let span = length - 1 - 2 * margin;
        if span >= step && span % step == 0 {
            return (margin..length - margin).step_by(step as usize).collect();
        }
    }
    let half: Vec<i32> = (margin..=(length - 3).div_euclid(2)).step_by(2).collect();
    half.iter().copied().chain(half.iter().rev().map(|at| length - 1 - at)).collect()
}

/// Candidate places for the number of a room: two adjacent cells, or single ones if there are no
/// two, nearest to its middle first.
pub(super) struct Label {
    places: Vec<Rect>,
    next: usize,
}

impl Label {
    /// Returns the candidate places of a room.
    pub(super) fn of(shape: &Shape, board: &Board<'_>) -> Label {
        let free = |rect: Rect| rect.positions().all(|pos| shape.contains(pos) && board.is_open(pos));
        Label { places: places(shape, free), next: 0 }
    }

    /// Returns the current place.
    pub(super) fn place(&self) -> Option<Rect> {
        self.places.get(self.next).copied()
    }

    /// Returns the first place from the current one on that stays free when the rectangle is
    /// covered.
    fn avoiding(&self, rect: Rect, board: &Board<'_>) -> Option<usize> {
        let free = |place: &Rect| !place.overlaps(rect) && place.positions().all(|pos| board.is_open(pos));
        self.places[self.next..].iter().position(free).map(|index| self.next + index)
    }
}

/// Returns pairs of adjacent free cells, nearest to the middle of the shape first; single cells if
/// there is no pair.
pub(super) fn places(shape: &Shape, free: impl Fn(Rect) -> bool) -> Vec<Rect> {
    let bounds = shape.bounds();
    // In a large room, searching the middle is enough.
    let (x, y) = (bounds.width.min(24), bounds.height.min(24));
    let middle = Rect::new(bounds.x + (bounds.width - x) / 2, bounds.y + (bounds.height - y) / 2, x, y);
    let off = |rect: Rect| {
        let dx = 2 * (rect.x - bounds.x) + rect.width - bounds.width;
        let dy = 2 * (rect.y - bounds.y) + rect.height - bounds.height;
        (dx * dx + dy * dy, rect.y, rect.x)
    };
    for width in [2, 1] {
        let sized = |pos: Pos| Rect::new(pos.x, pos.y, width, 1);
        let mut places: Vec<Rect> = middle.positions().map(sized).filter(|&rect| free(rect)).collect();
        if !places.is_empty() {
            places.sort_unstable_by_key(|&rect| off(rect));
            places.truncate(LABEL_PLACES);
            return places;
        }
    }
    Vec::new()
}

/// Returns true if the corners of the rectangle are inside the circle or hardly outside, in tenths
/// of cells.
fn in_circle(square: Rect, rect: Rect) -> bool {
    let reach = i64::from(square.width) * 5 + 1;
    let off = |from: i32, side: i32, low: i32, high: i32| {
        let middle = i64::from(from) * 10 + i64::from(side) * 5;
        (i64::from(low) * 10 - middle).abs().max((i64::from(high) * 10 - middle).abs())
    };
    let dx = off(square.x, square.width, rect.x, rect.right());
    let dy = off(square.y, square.height, rect.y, rect.bottom());
    dx * dx + dy * dy <= reach * reach
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_symmetric() {
        assert_eq!(spread(7, 1), [1, 3, 5]);
        assert_eq!(spread(6, 1), [1, 4]);
        assert_eq!(spread(8, 1), [2, 5]);
        assert_eq!(spread(10, 1), [1, 3, 6, 8]);
        for length in 0..60 {
            for margin in 0..3 {
                let row = spread(length, margin);
                assert!(row.windows(2).all(|pair| pair[1] - pair[0] >= 2), "{length} {margin}: {row:?}");
                assert!(row.iter().all(|at| row.contains(&(length - 1 - at)) && *at >= margin), "{length}: {row:?}");
            }
        }
    }

    #[test]
    fn numbers_stand_near_the_middle() {
        let shape = Shape::Rect(Rect::new(2, 3, 5, 3));
        let places = places(&shape, |rect| shape.bounds().encloses(rect) && !rect.contains(Pos::new(4, 4)));
        assert_eq!(places[0], Rect::new(4, 3, 2, 1).moved(Pos::new(-1, 0)));
        assert!(places.iter().all(|place| place.width == 2));
    }
}
