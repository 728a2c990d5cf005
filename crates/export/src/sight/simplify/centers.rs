//! Middles of squares, which a simplified wall must not change sides with.

use super::super::grid_point::GridPoint;

/// Minimum distance of a simplified line from the middle of a square, in thousandths of a square:
/// less than a pixel at every usual size.
const MARGIN: f64 = 10.0;

/// Returns true if the line between the ends of a wall passes the middle of a square on the other
/// side than the wall does, or nearly touches it. No point of the wall is farther than `reach` from
/// the line.
pub(super) fn cuts_a_center(wall: &[GridPoint], reach: f64) -> bool {
    let (Some(&from), Some(&to)) = (wall.first(), wall.last()) else { return false };
    centers_near(from, to, reach as i32).any(|center| {
        let off = center.squared_distance_from(from, to);
        off < MARGIN * MARGIN || off <= reach * reach && is_between(center, wall)
    })
}

/// Returns the middles of squares near a line: one for every column, or for every row of a steep
/// line.
fn centers_near(from: GridPoint, to: GridPoint, reach: i32) -> impl Iterator<Item = GridPoint> {
    let is_steep = (to.y - from.y).abs() > (to.x - from.x).abs();
    let swap = move |p: GridPoint| if is_steep { GridPoint { x: p.y, y: p.x } } else { p };
    let (a, b) = (swap(from), swap(to));
    let (low, high) = (a.x.min(b.x), a.x.max(b.x));
    let columns = (low - reach).div_euclid(1000)..=(high + reach).div_euclid(1000);
    columns.map(move |column| {
        let x = column * 1000 + 500;
        let run = f64::from(b.x - a.x);
        let along = if run == 0.0 { 0.0 } else { f64::from(x.clamp(low, high) - a.x) / run };
        let y = f64::from(a.y) + along * f64::from(b.y - a.y);
        swap(GridPoint { x, y: (y as i32).div_euclid(1000) * 1000 + 500 })
    })
}

/// Returns true if a point lies in the area between a wall and the line between its ends.
fn is_between(point: GridPoint, wall: &[GridPoint]) -> bool {
    let next = wall.iter().cycle().skip(1);
    let crosses = |(a, b): &(&GridPoint, &GridPoint)| {
        let ((ax, ay), (bx, by)) = ((i64::from(a.x), i64::from(a.y)), (i64::from(b.x), i64::from(b.y)));
        let (x, y) = (i64::from(point.x), i64::from(point.y));
        // To the right of the point, where the edge passes its row.
        (ay > y) != (by > y) && ((x - ax) * (by - ay) < (bx - ax) * (y - ay)) == (by > ay)
    };
    wall.iter().zip(next).filter(crosses).count() % 2 == 1
}
