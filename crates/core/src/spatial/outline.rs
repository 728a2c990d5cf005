//! Outlines of sets of cells, along the corners of cells: the lines of walls in pictures and at
//! virtual tabletops.

use crate::base::bits::BitGrid;
use crate::base::grid::{Dir, Pos};

/// Returns the outlines of the set: closed lines through the corners at which they turn, without
/// repeating the first corner at the end.
///
/// The cells lie to the right of the line, so lines run clockwise around cells and anticlockwise
/// around holes. Cells that touch only at a corner are separate there. Outlines are sorted by their
/// first corner in reading order.
///
/// ```
/// use mapwright::{BitGrid, Pos, Rect, Size, outlines};
/// let mut set = BitGrid::new(Size::new(5, 4));
/// Rect::new(1, 1, 3, 2).positions().for_each(|pos| set.insert(pos));
/// let corners = [(1, 1), (4, 1), (4, 3), (1, 3)].map(|(x, y)| Pos::new(x, y));
/// assert_eq!(outlines(&set), [corners]);
/// ```
#[doc(alias = "contour")]
#[doc(alias = "polygon")]
#[doc(alias = "vectorize")]
pub fn outlines(set: &BitGrid) -> Vec<Vec<Pos>> {
    let mut lines = Vec::new();
    // Every outline goes east along the top of some cell.
    let mut seen = BitGrid::new(set.size());
    for pos in set.iter() {
        if !set.contains(pos.step(Dir::North)) && !seen.contains(pos) {
            lines.push(follow(set, pos, &mut seen));
        }
    }
    lines
}

/// Follows the outline along the top of this cell, and marks the tops that it passes.
fn follow(set: &BitGrid, start: Pos, seen: &mut BitGrid) -> Vec<Pos> {
    let mut corners = Vec::new();
    let (mut at, mut heading) = (start, Dir::East);
    loop {
        if heading == Dir::East {
            seen.insert(at);
        }
        at = at.step(heading);
        // The cells ahead on the right and on the left. A corner is named after the cell to its
        // lower right.
        let (right, left) = match heading {
            Dir::North => (at + Pos::new(0, -1), at + Pos::new(-1, -1)),
            Dir::East => (at, at + Pos::new(0, -1)),
            Dir::South => (at + Pos::new(-1, 0), at),
            Dir::West => (at + Pos::new(-1, -1), at + Pos::new(-1, 0)),
        };
        let turned = if !set.contains(right) {
            heading.right()
        } else if set.contains(left) {
            heading.right().opposite()
        } else {
            heading
        };
        if turned != heading {
            corners.push(at);
            heading = turned;
        }
        if at == start && heading == Dir::East {
            break;
        }
    }
    // The search may have started in the middle of a line, or at a corner that comes last.
    let first = (0..corners.len()).min_by_key(|&i| (corners[i].y, corners[i].x)).unwrap_or(0);
    corners.rotate_left(first);
    corners
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Map;

    fn of(text: &str) -> Vec<Vec<(i32, i32)>> {
        let set = Map::from_ascii(text).unwrap().walkable();
        outlines(&set).into_iter().map(|line| line.into_iter().map(|pos| (pos.x, pos.y)).collect()).collect()
    }

    /// Returns twice the area, which is positive for clockwise lines.
    fn area(line: &[Pos]) -> i64 {
        let next = line.iter().cycle().skip(1);
        line.iter().zip(next).map(|(a, b)| i64::from(a.x) * i64::from(b.y) - i64::from(b.x) * i64::from(a.y)).sum()
    }

    #[test]
    fn holes_run_the_other_way() {
        let lines = of("\n.....\n.###.\n.....");
        assert_eq!(lines, [vec![(0, 0), (5, 0), (5, 3), (0, 3)], vec![(1, 1), (1, 2), (4, 2), (4, 1)]]);
    }

    #[test]
    fn cells_that_touch_at_a_corner_are_apart() {
        assert_eq!(of("\n.#\n#."), [[(0, 0), (1, 0), (1, 1), (0, 1)], [(1, 1), (2, 1), (2, 2), (1, 2)]]);
    }

    #[test]
    fn an_outline_may_pass_its_own_corner() {
        // The hole touches the outside at a corner: one line goes around both.
        assert_eq!(of("\n...\n.#.\n..#").len(), 1);
    }

    #[test]
    fn outlines_enclose_what_there_is() {
        for seed in 0..20 {
            let map = crate::generate("cellular", crate::Size::new(70, 40), crate::Seed::new(seed)).unwrap();
            let set = map.walkable();
            let lines = outlines(&set);
            assert_eq!(lines.iter().map(|line| area(line)).sum::<i64>(), 2 * set.count() as i64);
            assert!(lines.iter().all(|line| line.len() >= 4 && line.len() % 2 == 0));
        }
    }
}
