//! Rooms, their shapes, and zones.

use super::{Extra, Place, RoomId, Tags, ZoneId};
use crate::base::bits::BitGrid;
use crate::base::grid::{Pos, Rect};

/// A room as the algorithm planned it.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Room {
    /// Id that passages and doors refer to; unique on the map.
    pub id: RoomId,
    /// Number shown to people, from 1.
    pub number: u32,
    /// The floor of the room.
    pub shape: Shape,
    /// Purpose: `entrance`, `boss`, …
    pub tags: Tags,
    /// Keys that another program wrote.
    pub extra: Extra,
}

/// The cells that a room covers: floor only, without walls.
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
    /// Creates the shape of these cells: a rectangle if they fill one.
    pub(crate) fn of(cells: CellSet) -> Shape {
        let bounds = cells.bounds();
        if cells.count() == bounds.size().area() { Shape::Rect(bounds) } else { Shape::Cells(Box::new(cells)) }
    }

    /// Returns the smallest rectangle around the shape.
    pub fn bounds(&self) -> Rect {
        match self {
            Shape::Rect(rect) | Shape::Circle(rect) => *rect,
            Shape::Cells(cells) => cells.bounds(),
        }
    }

    /// Returns true if the cell belongs to the shape.
    pub fn contains(&self, pos: Pos) -> bool {
        match self {
            Shape::Rect(rect) => rect.contains(pos),
            Shape::Circle(square) => square.contains(pos) && in_circle(*square, pos),
            Shape::Cells(cells) => cells.contains(pos),
        }
    }

    /// Iterates over the cells in reading order.
    pub fn positions(&self) -> impl Iterator<Item = Pos> + '_ {
        self.bounds().positions().filter(|&pos| self.contains(pos))
    }

    /// Returns the shape moved by an offset.
    #[must_use]
    pub fn moved(&self, by: Pos) -> Shape {
        match self {
            Shape::Rect(rect) => Shape::Rect(rect.moved(by)),
            Shape::Circle(square) => Shape::Circle(square.moved(by)),
            Shape::Cells(cells) => Shape::Cells(Box::new(cells.moved(by))),
        }
    }
}

/// Returns true if the centre of the cell lies in the circle inscribed in the square. Uses integers
/// only (everything doubled).
fn in_circle(square: Rect, pos: Pos) -> bool {
    let diameter = i64::from(square.width.min(square.height));
    let dx = i64::from(2 * (pos.x - square.x) + 1 - square.width);
    let dy = i64::from(2 * (pos.y - square.y) + 1 - square.height);
    dx * dx + dy * dy <= diameter * diameter
}

/// A set of cells near each other: a mask with an origin.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CellSet {
    origin: Pos,
    mask: BitGrid,
}

impl CellSet {
    /// Creates the set of the mask's cells, with the mask's top-left cell at `origin`.
    pub fn new(origin: Pos, mask: BitGrid) -> Self {
        CellSet { origin, mask }
    }

    /// Returns the rectangle that the mask covers.
    pub fn bounds(&self) -> Rect {
        self.mask.size().rect().moved(self.origin)
    }

    /// Returns the mask over [`CellSet::bounds`].
    pub fn mask(&self) -> &BitGrid {
        &self.mask
    }

    /// Returns true if the cell belongs to the set.
    pub fn contains(&self, pos: Pos) -> bool {
        self.mask.contains(pos - self.origin)
    }

    /// Returns the number of cells.
    pub fn count(&self) -> usize {
        self.mask.count()
    }

    /// Iterates over the cells in reading order.
    pub fn positions(&self) -> impl Iterator<Item = Pos> + '_ {
        self.mask.iter().map(|pos| pos + self.origin)
    }

    /// Returns the cells moved by an offset.
    #[must_use]
    pub fn moved(&self, by: Pos) -> CellSet {
        CellSet { origin: self.origin + by, mask: self.mask.clone() }
    }

    /// Returns the cells that lie in `set`, with unchanged bounds.
    pub(crate) fn within(&self, set: &BitGrid) -> CellSet {
        let mut mask = set.part(self.bounds());
        mask &= &self.mask;
        CellSet { origin: self.origin, mask }
    }

    /// Returns the cells for which `keep` returns true, in the smallest mask that contains them, or
    /// `None` if no cell remains.
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

/// A compact, connected part of the floor, used for placing things and for limiting steps to an
/// area.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Zone {
    /// Id. The step that cuts zones numbers them from 0, the largest first.
    pub id: ZoneId,
    /// Its cells.
    pub cells: CellSet,
    /// Tags that describe it: `cave`, `water`, …
    pub tags: Tags,
    /// Rooms, then passages that have cells in it, each in the order of the map. Only for the
    /// regions between closed doors, which have the tag `region`;
    /// [`Map::settle`](crate::Map::settle) keeps them up to date.
    pub elements: Vec<Place>,
    /// Keys that another program wrote.
    pub extra: Extra,
}

impl Room {
    /// Creates a room without tags. [`Map::add_room`](crate::Map::add_room) chooses id and number.
    pub fn new(id: RoomId, number: u32, shape: Shape) -> Self {
        Room { id, number, shape, tags: Tags::new(), extra: Extra::default() }
    }
}

impl Zone {
    /// Creates a zone without tags.
    pub fn new(id: ZoneId, cells: CellSet) -> Self {
        Zone { id, cells, tags: Tags::new(), elements: Vec::new(), extra: Extra::default() }
    }

    /// Tag of the zones that are regions.
    pub(crate) const REGION: &'static str = "region";

    /// Returns true for a region between closed doors, which has the tag `region`. Its cells are
    /// floor and water. It may be as large as the map, so things are placed in its rooms, not in
    /// the region as a whole.
    pub fn is_region(&self) -> bool {
        self.tags.iter().any(|tag| tag == Zone::REGION)
    }
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
