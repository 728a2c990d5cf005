//! Rooms, their shapes, and zones.

use super::{Extra, RoomId, Tags, ZoneId};
use crate::bits::BitGrid;
use crate::grid::{Pos, Rect};
use crate::region;

/// A room that the algorithm meant as one.
#[derive(Clone, PartialEq, Debug)]
pub struct Room {
    /// Its name for passages and doors; unique on the map.
    pub id: RoomId,
    /// The number people call it by, from 1.
    pub number: u32,
    /// The floor it covers.
    pub shape: Shape,
    /// What it is for: `entrance`, `boss`, …
    pub tags: Tags,
    /// Keys that another program wrote.
    pub extra: Extra,
}

/// Which cells a room covers: floor only, without its walls.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Shape {
    /// A rectangle.
    Rect(Rect),
    /// The circle that touches the sides of this square.
    Circle(Rect),
    /// Any cells.
    Cells(Box<CellSet>),
}

impl Shape {
    /// The shape of these cells: a rectangle where they fill one.
    pub(crate) fn of(cells: CellSet) -> Shape {
        let bounds = cells.bounds();
        if cells.count() == bounds.size().area() { Shape::Rect(bounds) } else { Shape::Cells(Box::new(cells)) }
    }

    /// The smallest rectangle around it.
    pub fn bounds(&self) -> Rect {
        match self {
            Shape::Rect(rect) | Shape::Circle(rect) => *rect,
            Shape::Cells(cells) => cells.bounds(),
        }
    }

    /// Whether the cell belongs to it.
    pub fn contains(&self, pos: Pos) -> bool {
        match self {
            Shape::Rect(rect) => rect.contains(pos),
            Shape::Circle(square) => square.contains(pos) && in_circle(*square, pos),
            Shape::Cells(cells) => cells.contains(pos),
        }
    }

    /// Its cells in reading order.
    pub fn positions(&self) -> impl Iterator<Item = Pos> + '_ {
        self.bounds().positions().filter(|&pos| self.contains(pos))
    }

    /// The same shape moved by the offset.
    #[must_use]
    pub fn moved(&self, by: Pos) -> Shape {
        match self {
            Shape::Rect(rect) => Shape::Rect(rect.moved(by)),
            Shape::Circle(square) => Shape::Circle(square.moved(by)),
            Shape::Cells(cells) => Shape::Cells(Box::new(cells.moved(by))),
        }
    }
}

/// Whether the middle of the cell lies in the circle inscribed in the square, in whole numbers (everything doubled).
fn in_circle(square: Rect, pos: Pos) -> bool {
    let diameter = i64::from(square.width.min(square.height));
    let dx = i64::from(2 * (pos.x - square.x) + 1 - square.width);
    let dy = i64::from(2 * (pos.y - square.y) + 1 - square.height);
    dx * dx + dy * dy <= diameter * diameter
}

/// A set of cells near each other: a mask with a place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CellSet {
    origin: Pos,
    mask: BitGrid,
}

impl CellSet {
    /// The set cells of the mask, whose top-left cell lies at `origin`.
    pub fn new(origin: Pos, mask: BitGrid) -> Self {
        CellSet { origin, mask }
    }

    /// The rectangle that the mask covers.
    pub fn bounds(&self) -> Rect {
        self.mask.size().rect().moved(self.origin)
    }

    /// The mask over [`CellSet::bounds`].
    pub fn mask(&self) -> &BitGrid {
        &self.mask
    }

    /// Whether the cell belongs to it.
    pub fn contains(&self, pos: Pos) -> bool {
        self.mask.contains(pos - self.origin)
    }

    /// How many cells it has.
    pub fn count(&self) -> usize {
        self.mask.count()
    }

    /// Its cells in reading order.
    pub fn positions(&self) -> impl Iterator<Item = Pos> + '_ {
        self.mask.iter().map(|pos| pos + self.origin)
    }

    /// The same cells moved by the offset.
    #[must_use]
    pub fn moved(&self, by: Pos) -> CellSet {
        CellSet { origin: self.origin + by, mask: self.mask.clone() }
    }

    /// The largest part of it that hangs together; the first of equals; `None` when it has no cell.
    pub fn largest_piece(&self) -> Option<CellSet> {
        if self.mask.is_empty() {
            return None;
        }
        let mut piece = self.mask.clone();
        region::keep_largest(&mut piece);
        let bounds = piece.bounds()?;
        Some(CellSet { origin: self.origin + bounds.origin(), mask: piece.part(bounds) })
    }

    /// The cells that lie in the set, in the same bounds.
    pub(crate) fn within(&self, set: &BitGrid) -> CellSet {
        let mut mask = set.part(self.bounds());
        mask &= &self.mask;
        CellSet { origin: self.origin, mask }
    }

    /// The cells for which `keep` says so, in the smallest mask that holds them; `None` when none is left.
    pub fn filtered(cells: impl Iterator<Item = Pos>, keep: impl Fn(Pos) -> bool) -> Option<CellSet> {
        let kept: Vec<Pos> = cells.filter(|&pos| keep(pos)).collect();
        let first = *kept.first()?;
        let bounds = kept.iter().fold(Rect::spanning(first, first), |bounds, &pos| {
            let (low, high) = (bounds.origin(), Pos::new(bounds.right() - 1, bounds.bottom() - 1));
            Rect::spanning(Pos::new(low.x.min(pos.x), low.y.min(pos.y)), Pos::new(high.x.max(pos.x), high.y.max(pos.y)))
        });
        let mut mask = BitGrid::new(bounds.size());
        kept.iter().for_each(|&pos| mask.insert(pos - bounds.origin()));
        Some(CellSet { origin: bounds.origin(), mask })
    }
}

/// A part of the floor in one piece, compact, for placing things in and for limiting steps to.
#[derive(Clone, PartialEq, Debug)]
pub struct Zone {
    /// Its name; the step that cuts zones numbers them from 0, the largest first.
    pub id: ZoneId,
    /// Its cells.
    pub cells: CellSet,
    /// What it is like: `cave`, `water`, …
    pub tags: Tags,
    /// Keys that another program wrote.
    pub extra: Extra,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_circle_touches_the_sides_of_its_square() {
        for diameter in 1..20 {
            let circle = Shape::Circle(Rect::new(4, 7, diameter, diameter));
            let middle = 4 + diameter / 2;
            assert!(circle.contains(Pos::new(middle, 7)), "{diameter}: top");
            assert!(circle.contains(Pos::new(middle, 7 + diameter - 1)), "{diameter}: bottom");
            assert_eq!(circle.contains(Pos::new(4, 7)), diameter <= 3, "{diameter}: corner");
        }
    }

    #[test]
    fn filtering_cells_shrinks_the_mask() {
        let cells = CellSet::filtered(Rect::new(0, 0, 9, 9).positions(), |pos| pos.x == 5 && pos.y > 6).unwrap();
        assert_eq!(cells.bounds(), Rect::new(5, 7, 1, 2));
        assert_eq!(cells.count(), 2);
        assert_eq!(cells.moved(Pos::new(1, 1)).positions().next(), Some(Pos::new(6, 8)));
        assert!(CellSet::filtered(Rect::new(0, 0, 3, 3).positions(), |_| false).is_none());
        let parted = CellSet::filtered(Rect::new(0, 0, 9, 1).positions(), |pos| pos.x != 3).unwrap();
        assert_eq!(parted.largest_piece().unwrap().bounds(), Rect::new(4, 0, 5, 1));
    }
}
