//! Neighbouring points: exact Delaunay triangulation in integers.

use crate::base::grid::Pos;

/// Returns the pairs of neighbouring points, each with the smaller index first, sorted. All points
/// must be different.
///
/// Points are added one after the other (Bowyer-Watson): triangles whose circumcircle contains the
/// new point are replaced by a fan around it.
pub(super) fn neighbours(points: &[Pos]) -> Vec<(usize, usize)> {
    match points.len() {
        0 | 1 => return Vec::new(),
        2 => return vec![(0, 1)],
        _ => {}
    }
    // A triangle around everything; its corners come after the points.
    let most = points.iter().map(|point| point.x.abs().max(point.y.abs())).max().unwrap_or(0);
    let far = (i64::from(most) + 1) * 64;
    let mut all: Vec<(i64, i64)> = points.iter().map(|point| (i64::from(point.x), i64::from(point.y))).collect();
    let count = all.len();
    all.extend([(-3 * far, -far), (3 * far, -far + 1), (1, 3 * far)]);
    let mut triangles = vec![[count, count + 1, count + 2]];
    let mut edges: Vec<(usize, usize)> = Vec::new();
    for point in 0..count {
        edges.clear();
        triangles.retain(|&[a, b, c]| {
            let inside = in_circle([all[a], all[b], all[c]], all[point]);
            if inside {
                edges.extend([(a, b), (b, c), (c, a)]);
            }
            !inside
        });
        // The rim of the hole: edges that belong to only one of the triangles.
        let rim = |&(a, b): &(usize, usize)| !edges.contains(&(b, a));
        triangles.extend(edges.iter().filter(|edge| rim(edge)).map(|&(a, b)| [a, b, point]));
    }
    let mut pairs: Vec<(usize, usize)> = triangles
        .iter()
        .flat_map(|&[a, b, c]| [(a, b), (b, c), (c, a)])
        .filter(|&(a, b)| a < count && b < count)
        .map(|(a, b)| (a.min(b), a.max(b)))
        .collect();
    pairs.sort_unstable();
    pairs.dedup();
    pairs
}

/// Returns whether the point lies inside the circumcircle of the triangle. All triangles must have
/// the same orientation, clockwise or counterclockwise.
fn in_circle(triangle: [(i64, i64); 3], (x, y): (i64, i64)) -> bool {
    let [a, b, c] = triangle.map(|(px, py)| {
        let (dx, dy) = (i128::from(px - x), i128::from(py - y));
        (dx, dy, dx * dx + dy * dy)
    });
    a.0 * (b.1 * c.2 - b.2 * c.1) - a.1 * (b.0 * c.2 - b.2 * c.0) + a.2 * (b.0 * c.1 - b.1 * c.0) > 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::rng::Seed;

    #[test]
    fn a_square_has_its_sides_and_one_diagonal() {
        let square = [(0, 0), (10, 0), (0, 10), (10, 10)].map(|(x, y)| Pos::new(x, y));
        let pairs = neighbours(&square);
        assert_eq!(pairs.len(), 5, "{pairs:?}");
        assert!([(0, 1), (0, 2), (1, 3), (2, 3)].iter().all(|side| pairs.contains(side)));
    }

    #[test]
    fn points_in_a_row_are_joined_in_their_order() {
        let row: Vec<Pos> = [3, 0, 9, 6].map(|x| Pos::new(x, 5)).to_vec();
        assert_eq!(neighbours(&row), [(0, 1), (0, 3), (2, 3)]);
        assert_eq!(neighbours(&row[..2]), [(0, 1)]);
        assert_eq!(neighbours(&row[..1]), []);
    }

    /// In any Delaunay triangulation every point is a neighbour of its nearest point, and the graph
    /// is connected.
    #[test]
    fn the_nearest_point_is_always_a_neighbour() {
        let mut rng = Seed::new(1).rng();
        for round in 0..60 {
            let mut points: Vec<Pos> = (0..40).map(|_| Pos::new(rng.range(0, 90), rng.range(0, 70))).collect();
            points.sort();
            points.dedup();
            rng.shuffle(&mut points);
            let pairs = neighbours(&points);
            let apart = |a: usize, b: usize| (points[a].x - points[b].x).pow(2) + (points[a].y - points[b].y).pow(2);
            for a in 0..points.len() {
                let least = (0..points.len()).filter(|&b| b != a).map(|b| apart(a, b)).min().unwrap();
                let near = pairs.iter().filter(|pair| pair.0 == a || pair.1 == a).map(|&(a, b)| apart(a, b)).min();
                assert_eq!(near, Some(least), "round {round}, point {a}");
            }
            // A planar triangulation: at most three edges per point.
            assert!(pairs.len() <= 3 * points.len() - 6, "{}", pairs.len());
        }
    }
}
