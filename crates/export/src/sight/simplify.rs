//! Simplifies walls: as few lines as possible, close to the drawn ones, that never cross.

mod centers;
mod crossings;

use super::grid_point::GridPoint;
use super::walls::Wall;
use centers::cuts_a_center;
use crossings::crossings;

/// Maximum distance between a drawn wall and the simplified one, in thousandths of a square.
const TOLERANCE: f64 = 70.0;
/// Lines below this length are avoided: some tables drop them.
const SHORT: i64 = 300;
/// Maximum points that one line replaces, which bounds the time for long straight walls.
const MAX_SPAN: usize = 64;
/// Number of attempts to reach a point in a row that may fail before the search for a longer line
/// ends.
const MAX_FAILURES: usize = 6;
/// Cost of a line, and of a short line in addition. Distances cost up to [`TOLERANCE`].
const LINE_COST: u64 = 1000;
const SHORT_COST: u64 = 1500;

/// Returns the walls with fewer points, which do not cross the leaves of doors either. Closed lines
/// repeat their first point.
///
/// The ends of open walls stay, and so do points where walls touch. The result has the topology of
/// the drawn walls: lines that would cross are replaced by lines closer to the drawn ones.
pub(super) fn simplified(walls: Vec<Wall>, doors: &[[GridPoint; 2]]) -> Vec<Vec<GridPoint>> {
    let shared = shared_points(&walls);
    let mut lines: Vec<Line> = walls.into_iter().filter_map(|wall| Line::new(wall, &shared)).collect();
    // Lines that cross become shorter and closer to the drawn ones, until they are these.
    loop {
        let mut refined = false;
        let doors = doors.iter().map(|ends| ends.to_vec());
        let all: Vec<Vec<GridPoint>> = lines.iter().map(Line::corners).chain(doors).collect();
        for (line, segment) in crossings(&all) {
            refined |= lines.get_mut(line).is_some_and(|line| line.refine(segment));
        }
        if !refined {
            break;
        }
        lines.iter_mut().for_each(|line| line.kept.sort_unstable());
    }
    lines.iter().map(Line::corners).collect()
}

/// Returns all points where walls touch, in order.
fn shared_points(walls: &[Wall]) -> Vec<GridPoint> {
    let mut points: Vec<GridPoint> = walls.iter().flat_map(|wall| wall.points.iter().copied()).collect();
    points.sort_unstable();
    let mut shared: Vec<GridPoint> = points.windows(2).filter(|two| two[0] == two[1]).map(|two| two[0]).collect();
    shared.dedup();
    shared
}

/// A drawn wall and the points of it that are kept.
struct Line {
    /// The drawn wall; if closed, it ends with its first point.
    points: Vec<GridPoint>,
    /// Indices of the points that are kept, in order.
    kept: Vec<usize>,
}

impl Line {
    /// Simplifies a wall; `None` if it has no length.
    fn new(wall: Wall, shared: &[GridPoint]) -> Option<Line> {
        let Wall { mut points, closed } = wall;
        let mut fixed: Vec<usize> = Vec::new();
        if closed {
            // Begin in a corner far from the others, and keep the two points farthest from it and
            // from each other, so that the line stays an area.
            let start = farthest(&points, points[0]);
            points.rotate_left(start);
            points.push(points[0]);
            let across = farthest(&points, points[0]);
            let ends = (points[0], points[across]);
            let off = |p: &GridPoint| p.squared_distance_from(ends.0, ends.1);
            let third = (0..points.len()).max_by(|&a, &b| off(&points[a]).total_cmp(&off(&points[b])))?;
            if off(&points[third]) == 0.0 {
                return None;
            }
            fixed.extend([across, third]);
        }
        fixed.extend((0..points.len()).filter(|&index| shared.binary_search(&points[index]).is_ok()));
        fixed.extend([0, points.len() - 1]);
        fixed.sort_unstable();
        fixed.dedup();
        let mut kept = vec![0];
        for ends in fixed.windows(2) {
            let part = cheapest(&points[ends[0]..=ends[1]]);
            kept.extend(part.into_iter().map(|index| ends[0] + index));
        }
        Some(Line { points, kept })
    }

    fn corners(&self) -> Vec<GridPoint> {
        self.kept.iter().map(|&index| self.points[index]).collect()
    }

    /// Keeps the point that is farthest from a segment, too; returns false if there is none.
    fn refine(&mut self, segment: usize) -> bool {
        let (from, to) = (self.kept[segment], self.kept[segment + 1]);
        let off = |&index: &usize| self.points[index].squared_distance_from(self.points[from], self.points[to]);
        let Some(worst) = (from + 1..to).max_by(|a, b| off(a).total_cmp(&off(b))) else { return false };
        // At the end, so that the numbers of other segments stay valid until all are sorted.
        self.kept.push(worst);
        true
    }
}

/// Returns the index of the point farthest from another one; of equal ones the first.
fn farthest(points: &[GridPoint], from: GridPoint) -> usize {
    let mut best = 0;
    for (index, point) in points.iter().enumerate() {
        if point.squared_distance(from) > points[best].squared_distance(from) {
            best = index;
        }
    }
    best
}

/// Returns the indices of the points to keep after the first one, so that the lines between them
/// cost least: few lines, not short, near the drawn ones.
fn cheapest(points: &[GridPoint]) -> Vec<usize> {
    let count = points.len();
    let mut costs = vec![u64::MAX; count];
    let mut before = vec![0; count];
    costs[0] = 0;
    for from in 0..count - 1 {
        let mut failures = 0;
        for to in from + 1..count.min(from + 1 + MAX_SPAN) {
            let Some(off) = distance(points, from, to) else {
                failures += 1;
                if failures == MAX_FAILURES {
                    break;
                }
                continue;
            };
            failures = 0;
            let is_short = points[from].squared_distance(points[to]) < SHORT * SHORT;
            let cost = costs[from] + LINE_COST + if is_short { SHORT_COST } else { 0 } + off as u64;
            if cost < costs[to] {
                (costs[to], before[to]) = (cost, from);
            }
        }
    }
    let mut kept = Vec::new();
    let mut at = count - 1;
    while at > 0 {
        kept.push(at);
        at = before[at];
    }
    kept.reverse();
    kept
}

/// Returns how far the points between two others are from the line between these, unless one is too
/// far, or the line cuts off the middle of a square: tokens stand there.
fn distance(points: &[GridPoint], from: usize, to: usize) -> Option<f64> {
    let mut worst: f64 = 0.0;
    for point in &points[from + 1..to] {
        let off = point.squared_distance_from(points[from], points[to]);
        if off > TOLERANCE * TOLERANCE {
            return None;
        }
        worst = worst.max(off);
    }
    if to > from + 1 && cuts_a_center(&points[from..=to], TOLERANCE) {
        return None;
    }
    Some(worst.sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(x: i32, y: i32) -> GridPoint {
        GridPoint { x, y }
    }

    fn open(points: &[(i32, i32)]) -> Wall {
        Wall { points: points.iter().map(|&(x, y)| at(x, y)).collect(), closed: false }
    }

    #[test]
    fn a_wall_that_strays_a_little_becomes_straight() {
        let wall: Vec<(i32, i32)> = (0..200).map(|i| (i * 500, if i % 2 == 0 { 0 } else { 60 })).collect();
        let lines = simplified(vec![open(&wall)], &[]);
        assert!(lines[0].len() <= 6, "{:?}", lines[0]);
        assert_eq!((lines[0][0], lines[0][lines[0].len() - 1]), (at(0, 0), at(99_500, 60)));
    }

    #[test]
    fn the_middle_of_a_square_stays_on_its_side() {
        // A round room of 9 squares: the middle of the square at 2,0 lies 0.028 squares inside.
        let round = (0..54).map(|i| {
            let (sin, cos) = (f64::from(i) * std::f64::consts::TAU / 54.0).sin_cos();
            at((4500.0 + 4500.0 * cos).round() as i32, (4500.0 + 4500.0 * sin).round() as i32)
        });
        let lines = simplified(vec![Wall { points: round.collect(), closed: true }], &[]);
        assert!(lines[0].len() < 40, "{}", lines[0].len());
        for middle in [at(2500, 500), at(500, 2500), at(6500, 500), at(8500, 6500), at(2500, 8500)] {
            let is_right = |ends: &[GridPoint]| middle.side(ends[0], ends[1]) > 0;
            assert!(lines[0].windows(2).all(is_right), "{middle:?}");
        }
    }

    #[test]
    fn a_closed_wall_ends_where_it_begins_and_keeps_its_area() {
        for side in [10, 100, 5000] {
            let points = vec![at(0, 0), at(side, 0), at(side, side), at(0, side)];
            let lines = simplified(vec![Wall { points, closed: true }], &[]);
            assert!(lines[0].len() >= 4 && lines[0].first() == lines[0].last(), "{lines:?}");
        }
    }

    #[test]
    fn walls_never_cross_after_simplification() {
        // A bump of the upper wall, too small to keep, and a tip of the lower wall inside it.
        let upper = open(&[(0, 0), (900, 0), (1000, -60), (1100, 0), (2000, 0)]);
        let lower = open(&[(0, 2000), (1000, -20), (2000, 2000)]);
        let lines = simplified(vec![upper, lower], &[]);
        assert!(lines[0].contains(&at(1000, -60)), "{lines:?}");
        assert_eq!(crossings(&lines), []);
    }

    #[test]
    fn points_where_walls_touch_stay() {
        let touched = open(&[(0, 0), (1000, 50), (2000, 0)]);
        let touching = open(&[(1000, 50), (1000, 3000)]);
        assert_eq!(simplified(vec![touched, touching], &[])[0].len(), 3);
    }
}
