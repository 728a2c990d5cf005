//! [`Occupied`]: an index of the drawn rectangles, by square.

use crate::scene::Bounds;
use mapwright::{Grid, Pos, Size};

/// Rectangles on a map, in one linked list per square, so that a lookup costs the same however many
/// rectangles there are.
pub(super) struct Occupied {
    /// Index of the first link of every square, plus one; 0 means none.
    first: Grid<u32>,
    /// A rectangle and the next link of its square.
    links: Vec<(Bounds, u32)>,
    /// Number of rectangles of every square.
    counts: Grid<u8>,
}

/// Maximum number of rectangles per square: where that many lie on each other, one more makes no
/// difference.
const MAX_PER_SQUARE: u8 = 16;

impl Occupied {
    pub(super) fn new(size: Size) -> Self {
        Occupied { first: Grid::new(size, 0), links: Vec::new(), counts: Grid::new(size, 0) }
    }

    /// Adds a rectangle. Rectangles off the map or without area are ignored.
    pub(super) fn add(&mut self, bounds: Bounds) {
        if !(bounds.width() > 0.0 && bounds.height() > 0.0) {
            return;
        }
        for pos in self.squares(bounds) {
            if self.counts[pos] == MAX_PER_SQUARE {
                continue;
            }
            self.counts[pos] += 1;
            self.links.push((bounds, self.first[pos]));
            self.first[pos] = self.links.len() as u32;
        }
    }

    /// Returns whether any rectangle overlaps these bounds.
    pub(super) fn is_taken(&self, bounds: Bounds) -> bool {
        self.squares(bounds).any(|pos| self.at(pos).any(|taken| taken.overlaps(bounds)))
    }

    /// Returns the covered area, in squares. Areas covered twice count twice.
    pub(super) fn covered(&self, bounds: Bounds) -> f32 {
        let within = |pos: Pos, taken: Bounds| {
            let (x, y) = (pos.x as f32, pos.y as f32);
            let width = taken.to.x.min(bounds.to.x).min(x + 1.0) - taken.from.x.max(bounds.from.x).max(x);
            let height = taken.to.y.min(bounds.to.y).min(y + 1.0) - taken.from.y.max(bounds.from.y).max(y);
            width.max(0.0) * height.max(0.0)
        };
        self.squares(bounds).map(|pos| self.at(pos).map(|taken| within(pos, taken)).sum::<f32>()).sum()
    }

    fn at(&self, pos: Pos) -> impl Iterator<Item = Bounds> + '_ {
        let link = |first: u32| (first > 0).then(|| self.links[first as usize - 1]);
        std::iter::successors(link(self.first[pos]), move |&(_, next)| link(next)).map(|(bounds, _)| bounds)
    }

    /// Returns the squares of the map that a rectangle touches.
    fn squares(&self, bounds: Bounds) -> impl Iterator<Item = Pos> + use<> {
        let Size { width, height } = self.first.size();
        let range = |low: f32, high: f32, last: i32| (low.floor() as i32).max(0)..(high.ceil() as i32).min(last);
        let columns = range(bounds.from.x, bounds.to.x, width);
        range(bounds.from.y, bounds.to.y, height).flat_map(move |y| columns.clone().map(move |x| Pos::new(x, y)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_taken_where_rectangles_overlap_and_not_where_they_touch() {
        let mut occupied = Occupied::new(Size::new(4, 3));
        occupied.add(Bounds::new(0.5, 0.5, 2.25, 1.5));
        occupied.add(Bounds::new(-7.0, -7.0, 90.0, 0.25));
        occupied.add(Bounds::new(f32::NAN, 0.0, f32::INFINITY, -1.0));
        occupied.add(Bounds::new(3.5, 2.5, 3.5, 2.5));
        assert!(occupied.is_taken(Bounds::new(2.0, 1.0, 3.0, 2.0)));
        assert!(occupied.is_taken(Bounds::new(3.1, 0.1, 3.2, 0.2)));
        assert!(!occupied.is_taken(Bounds::new(2.25, 1.0, 3.0, 2.0)));
        assert!(!occupied.is_taken(Bounds::new(0.0, 1.5, 4.0, 3.0)));
        assert!(!occupied.is_taken(Bounds::new(-9.0, -9.0, -8.0, -8.0)), "no rectangle is found off the map");
    }

    #[test]
    fn a_rectangle_across_several_squares_is_measured_once() {
        let mut occupied = Occupied::new(Size::new(4, 3));
        occupied.add(Bounds::new(0.5, 0.5, 2.25, 1.5));
        assert_eq!(occupied.covered(Bounds::new(1.0, 0.0, 4.0, 1.0)), 1.25 * 0.5);
        assert_eq!(occupied.covered(Bounds::new(3.0, 0.0, 4.0, 1.0)), 0.0);
    }
}
