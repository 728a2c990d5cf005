//! Finds segments of lines that cross each other.

use super::super::grid_point::GridPoint;

/// A segment: its line, and the index of its first point.
type Segment = (usize, usize);

/// Returns all segments that cross another one, in order. Segments may touch with an end.
pub(super) fn crossings(lines: &[Vec<GridPoint>]) -> Vec<Segment> {
    let mut in_cells: Vec<((i32, i32), Segment)> = Vec::new();
    for (line, points) in lines.iter().enumerate() {
        for (index, ends) in points.windows(2).enumerate() {
            cells(ends[0], ends[1], |cell| in_cells.push((cell, (line, index))));
        }
    }
    in_cells.sort_unstable();
    let ends = |(line, index): Segment| (lines[line][index], lines[line][index + 1]);
    let mut crossed = Vec::new();
    for cell in in_cells.chunk_by(|a, b| a.0 == b.0) {
        for (index, &(_, a)) in cell.iter().enumerate() {
            for &(_, b) in &cell[index + 1..] {
                if do_cross(ends(a), ends(b)) {
                    crossed.extend([a, b]);
                }
            }
        }
    }
    crossed.sort_unstable();
    crossed.dedup();
    crossed
}

/// Calls `found` with every cell that a segment may touch.
fn cells(from: GridPoint, to: GridPoint, mut found: impl FnMut((i32, i32))) {
    let (upper, lower) = if from.y <= to.y { (from, to) } else { (to, from) };
    let rows = upper.y.div_euclid(1000)..=lower.y.div_euclid(1000);
    let slope = f64::from(lower.x - upper.x) / f64::from((lower.y - upper.y).max(1));
    let x_at = |y: i32| f64::from(upper.x) + f64::from(y.clamp(upper.y, lower.y) - upper.y) * slope;
    for row in rows {
        let (mut a, mut b) = (x_at(1000 * row), x_at(1000 * row + 1000));
        if upper.y == lower.y {
            (a, b) = (f64::from(upper.x), f64::from(lower.x));
        }
        let column = |x: f64| (x as i32).div_euclid(1000);
        (column(a.min(b) - 1.0)..=column(a.max(b) + 1.0)).for_each(|column| found((row, column)));
    }
}

/// Returns whether two segments cross, or lie on each other.
fn do_cross((a, b): (GridPoint, GridPoint), (c, d): (GridPoint, GridPoint)) -> bool {
    let (on_c, on_d) = (c.side(a, b), d.side(a, b));
    if on_c == 0 && on_d == 0 {
        // On one line: do they share more than a point?
        let along = |p: GridPoint| if (a.x - b.x).abs() > (a.y - b.y).abs() { p.x } else { p.y };
        let span = |p: GridPoint, q: GridPoint| (along(p).min(along(q)), along(p).max(along(q)));
        let ((from, to), (other_from, other_to)) = (span(a, b), span(c, d));
        return from.max(other_from) < to.min(other_to);
    }
    on_c * on_d < 0 && a.side(c, d) * b.side(c, d) < 0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(points: &[(i32, i32)]) -> Vec<GridPoint> {
        points.iter().map(|&(x, y)| GridPoint { x, y }).collect()
    }

    #[test]
    fn crossings_are_found_wherever_they_are() {
        let long = line(&[(0, 0), (50_000, 20_000)]);
        let across = line(&[(30_000, 0), (30_000, 20_000)]);
        assert_eq!(crossings(&[long.clone(), across]), [(0, 0), (1, 0)]);
        assert_eq!(crossings(&[long, line(&[(30_000, 0), (30_000, 11_900)])]), []);
        assert_eq!(crossings(&[line(&[(0, 0), (900, 0), (900, 900), (500, -900)])]), [(0, 0), (0, 2)]);
    }

    #[test]
    fn lines_that_touch_do_not_cross() {
        let corner = line(&[(0, 0), (1000, 0), (1000, 1000)]);
        assert_eq!(crossings(&[corner.clone(), line(&[(1000, 0), (2000, 0)])]), []);
        assert_eq!(crossings(&[corner.clone(), line(&[(500, 0), (500, 700)])]), []);
        assert_eq!(crossings(&[corner, line(&[(500, 0), (2000, 0)])]), [(0, 0), (1, 0)], "on each other");
    }
}
