//! The centre line of a passage, reduced to its ends and turns, in numbers that cannot overflow.

use super::block::Block;
use crate::base::grid::{Dir, Pos};
use crate::map::Passage;
use smallvec::SmallVec;

/// A cell, on the map or not.
pub(super) type Cell = (i64, i64);

/// The centre line of a passage without redundant points.
pub(super) struct Line {
    /// The ends and the turns.
    pub(super) points: SmallVec<[Cell; 6]>,
    /// The number of cells that the passage extends to the left of (or above) its centre line, and
    /// to the right (or below).
    reach: (i64, i64),
}

impl Line {
    /// Returns `None` for a passage without points or with a diagonal segment.
    pub(super) fn of(passage: &Passage) -> Option<Line> {
        let mut points: SmallVec<[Cell; 6]> = SmallVec::new();
        for point in &passage.points {
            let next = (i64::from(point.x), i64::from(point.y));
            if let Some(&last) = points.last() {
                if next == last {
                    continue;
                }
                let ahead = Some(heading(last, next)?);
                if points.len() > 1 && heading(points[points.len() - 2], last) == ahead {
                    points.pop();
                }
            }
            points.push(next);
        }
        let width = i64::from(passage.width.max(1));
        (!points.is_empty()).then_some(Line { points, reach: ((width - 1) / 2, width / 2) })
    }

    /// Returns the square at one of its points.
    pub(super) fn square(&self, index: usize) -> Block {
        self.block(self.points[index], self.points[index])
    }

    /// Iterates over the segments from point to point. A line with one point has one, which is a
    /// square.
    pub(super) fn legs(&self) -> impl Iterator<Item = Block> + '_ {
        let single = (self.points.len() == 1).then(|| self.square(0));
        self.points.windows(2).map(|ends| self.block(ends[0], ends[1])).chain(single)
    }

    fn block(&self, a: Cell, b: Cell) -> Block {
        let (before, after) = self.reach;
        Block {
            left: a.0.min(b.0) - before,
            top: a.1.min(b.1) - before,
            right: a.0.max(b.0) + after + 1,
            bottom: a.1.max(b.1) + after + 1,
        }
    }

    /// Returns the number of cells along the line.
    pub(super) fn length(&self) -> u64 {
        let step = |ends: &[Cell]| (ends[0].0 - ends[1].0).unsigned_abs() + (ends[0].1 - ends[1].1).unsigned_abs();
        1 + self.points.windows(2).map(step).sum::<u64>()
    }

    /// Returns the points between its ends.
    pub(super) fn turns(&self) -> &[Cell] {
        self.points.get(1..self.points.len() - 1).unwrap_or_default()
    }

    /// Iterates over both ends, with the direction that leads out of the passage there; empty for a
    /// single point.
    pub(super) fn ends(&self) -> impl Iterator<Item = (Cell, Dir)> + '_ {
        let last = self.points.len() - 1;
        let pairs = [(1, 0), (last.saturating_sub(1), last)].into_iter().filter(move |_| last > 0);
        pairs.filter_map(|(from, to)| Some((self.points[to], heading(self.points[from], self.points[to])?)))
    }
}

/// Returns the next cell in a direction.
pub(super) fn ahead((x, y): Cell, dir: Dir) -> Cell {
    let (dx, dy) = dir.delta();
    (x + i64::from(dx), y + i64::from(dy))
}

/// Returns the direction from one cell to another in its row or column.
fn heading((ax, ay): Cell, (bx, by): Cell) -> Option<Dir> {
    match (bx - ax, by - ay) {
        (0, dy) if dy != 0 => Some(if dy < 0 { Dir::North } else { Dir::South }),
        (dx, 0) if dx != 0 => Some(if dx < 0 { Dir::West } else { Dir::East }),
        _ => None,
    }
}

/// Returns the nearest position that a finding can name.
pub(super) fn place((x, y): Cell) -> Pos {
    let near = |number: i64| number.clamp(i32::MIN.into(), i32::MAX.into()) as i32;
    Pos::new(near(x), near(y))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::map::PassageId;

    fn line(points: &[(i32, i32)], width: i32) -> Option<Line> {
        let points: Vec<Pos> = points.iter().map(|&(x, y)| Pos::new(x, y)).collect();
        Line::of(&Passage::new(PassageId(0), width, &points, &[]))
    }

    #[test]
    fn points_on_straight_lines_are_left_out() {
        let line = line(&[(1, 1), (3, 1), (3, 1), (6, 1), (6, 4), (6, 2)], 1).unwrap();
        assert_eq!(line.points[..], [(1, 1), (6, 1), (6, 4), (6, 2)]);
        assert_eq!(line.turns(), [(6, 1), (6, 4)]);
        let ends: Vec<_> = line.ends().collect();
        assert_eq!(ends, [((1, 1), Dir::West), ((6, 2), Dir::North)]);
        assert_eq!(ahead((1, 1), Dir::West), (0, 1));
    }

    #[test]
    fn a_single_point_has_no_ends() {
        let line = line(&[(4, 4), (4, 4)], 3).unwrap();
        assert_eq!((line.turns().len(), line.ends().count(), line.legs().count()), (0, 0, 1));
        assert_eq!(line.square(0), Block { left: 3, top: 3, right: 6, bottom: 6 });
    }

    #[test]
    fn diagonal_points_are_not_one_line() {
        assert!(line(&[(1, 1), (2, 2)], 1).is_none() && line(&[], 1).is_none());
    }
}
