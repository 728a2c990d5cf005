//! Parts of a set: the rectangle that holds it, and what of it lies in a rectangle.

use super::BitGrid;
use crate::grid::{Pos, Rect};

impl BitGrid {
    /// The smallest rectangle that holds all set cells; `None` when there is none.
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

    /// What lies in the rectangle, as a set of its own; cells outside the grid are clear.
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
}

/// 64 cells of a row from this column on; cells outside the row are clear.
fn window(row: &[u64], x: i64) -> u64 {
    let (word, bit) = (x.div_euclid(64), x.rem_euclid(64) as u32);
    let at = |index: i64| usize::try_from(index).ok().and_then(|index| row.get(index)).copied().unwrap_or(0);
    at(word) >> bit | if bit == 0 { 0 } else { at(word + 1) << (64 - bit) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Size;
    use crate::rng::Seed;

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
