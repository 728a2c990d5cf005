//! Parts of a set: its bounds, and the part inside a rectangle.

use super::BitGrid;
use crate::base::grid::{Pos, Rect};

impl BitGrid {
    /// Returns the smallest rectangle that contains all set cells, or `None` if no cell is set.
    #[doc(alias = "bounding box")]
    pub fn bounds(&self) -> Option<Rect> {
        let is_used = |y: &i32| self.row(*y).iter().any(|&word| word != 0);
        let (top, bottom) = ((0..self.size.height).find(is_used)?, (0..self.size.height).rfind(is_used)?);
        let column = |i: usize| (top..=bottom).fold(0, |bits, y| bits | self.row(y)[i]);
        let used = |i: &usize| column(*i) != 0;
        let (first, last) = ((0..self.stride).find(used)?, (0..self.stride).rfind(used)?);
        let left = first as i32 * 64 + column(first).trailing_zeros() as i32;
        let right = last as i32 * 64 + 63 - column(last).leading_zeros() as i32;
        Some(Rect::spanning(Pos::new(left, top), Pos::new(right, bottom)))
    }

    /// Returns the part inside the rectangle as a new set. Cells outside the grid are clear.
    #[must_use]
    pub fn part(&self, rect: Rect) -> BitGrid {
        let mut part = BitGrid::new(rect.size());
        for y in 0..part.size.height {
            let Some(from) = rect.y.checked_add(y).filter(|y| (0..self.size.height).contains(y)) else { continue };
            let row = self.row(from);
            for (i, word) in part.row_mut(y).iter_mut().enumerate() {
                *word = window(row, i64::from(rect.x) + i as i64 * 64);
            }
        }
        part.trim();
        part
    }

    /// Adds the cells of another set whose top-left cell lies at `origin`. Cells outside the grid
    /// are ignored.
    pub(crate) fn add(&mut self, origin: Pos, other: &BitGrid) {
        for y in 0..self.size.height {
            let from = i64::from(y) - i64::from(origin.y);
            let Some(from) = i32::try_from(from).ok().filter(|y| (0..other.size.height).contains(y)) else { continue };
            let row = other.row(from);
            for (i, word) in self.row_mut(y).iter_mut().enumerate() {
                *word |= window(row, i as i64 * 64 - i64::from(origin.x));
            }
        }
        self.trim();
    }

    /// Returns the set cells with exactly one set cell among their four neighbours.
    pub(crate) fn ends(&self) -> BitGrid {
        let [north, east, south, west] = [(0, 1), (-1, 0), (0, -1), (1, 0)].map(|(dx, dy)| self.shifted(dx, dy));
        let mut ends = self.clone();
        for (index, word) in ends.words.iter_mut().enumerate() {
            let [a, b, c, d] = [&north, &east, &south, &west].map(|side| side.words[index]);
            let several = a & b | c & d | (a | b) & (c | d);
            *word &= (a | b | c | d) & !several;
        }
        ends
    }
}

/// Returns 64 cells of a row, starting at this column. Cells outside the row are clear.
fn window(row: &[u64], x: i64) -> u64 {
    let (word, bit) = (x.div_euclid(64), x.rem_euclid(64) as u32);
    let at = |index: i64| usize::try_from(index).ok().and_then(|index| row.get(index)).copied().unwrap_or(0);
    at(word) >> bit | if bit == 0 { 0 } else { at(word + 1) << (64 - bit) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::grid::Size;
    use crate::base::rng::Seed;

    #[test]
    fn a_set_is_added_at_its_place() {
        let mut rng = Seed::new(8).rng();
        for _ in 0..200 {
            let [a, b] = [0, 1].map(|_| Size::new(rng.range(1, 150), rng.range(1, 20)));
            let origin = Pos::new(rng.range(-80, 150), rng.range(-10, 20));
            let (mut set, other) = (BitGrid::from_fn(a, |_| rng.percent(30)), BitGrid::from_fn(b, |_| rng.percent(30)));
            let expected = BitGrid::from_fn(a, |pos| set.contains(pos) || other.contains(pos - origin));
            set.add(origin, &other);
            assert_eq!(set, expected);
        }
    }

    #[test]
    fn ends_have_one_neighbour() {
        let mut rng = Seed::new(9).rng();
        for _ in 0..50 {
            let set = BitGrid::from_fn(Size::new(rng.range(1, 140), rng.range(1, 9)), |_| rng.percent(50));
            let beside = |pos: Pos| crate::Dir::ALL.into_iter().filter(|dir| set.contains(pos.step(*dir))).count();
            let expected = BitGrid::from_fn(set.size(), |pos| set.contains(pos) && beside(pos) == 1);
            assert_eq!(set.ends(), expected);
        }
    }

    #[test]
    fn a_part_has_the_cells_of_the_whole() {
        let mut rng = Seed::new(6).rng();
        for _ in 0..300 {
            let size = Size::new(rng.range(0, 150), rng.range(0, 20));
            let set = BitGrid::from_fn(size, |_| rng.percent(30));
            let rect = Rect::new(rng.range(-70, 150), rng.range(-5, 25), rng.range(0, 140), rng.range(0, 30));
            let expected = BitGrid::from_fn(rect.size(), |pos| set.contains(pos + rect.origin()));
            assert_eq!(set.part(rect), expected, "{rect:?} of {set:?}");
        }
        let set = BitGrid::from_fn(Size::new(9, 9), |_| true);
        assert!(set.part(Rect::new(i32::MAX, i32::MIN, 5, 5)).is_empty());
        assert!(set.part(Rect::new(i32::MIN, i32::MAX, 5, 5)).is_empty());
    }

    #[test]
    fn bounds_hold_all_cells_closely() {
        let mut rng = Seed::new(7).rng();
        for _ in 0..300 {
            let size = Size::new(rng.range(0, 150), rng.range(0, 20));
            let set = BitGrid::from_fn(size, |_| rng.percent(1));
            let spanning = |cells: Vec<Pos>| {
                let xs = || cells.iter().map(|pos| pos.x);
                let ys = || cells.iter().map(|pos| pos.y);
                let low = Pos::new(xs().min()?, ys().min()?);
                Some(Rect::spanning(low, Pos::new(xs().max()?, ys().max()?)))
            };
            assert_eq!(set.bounds(), spanning(set.iter().collect()));
        }
    }
}
