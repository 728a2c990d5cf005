//! [`GridPoint`]: a point in thousandths of a square, so that equal points are equal in every file.

use mapwright_render::scene::Point;

/// A point on a grid of a thousand by thousand points per square.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct GridPoint {
    pub(super) x: i32,
    pub(super) y: i32,
}

impl GridPoint {
    /// Returns the nearest point of the grid.
    pub(super) fn near(p: Point) -> GridPoint {
        let near = |value: f32| (f64::from(value) * 1000.0).round() as i32;
        GridPoint { x: near(p.x), y: near(p.y) }
    }

    /// Returns the point in squares.
    pub(super) fn point(self) -> Point {
        let squares = |value: i32| (f64::from(value) / 1000.0) as f32;
        Point { x: squares(self.x), y: squares(self.y) }
    }

    pub(super) fn squared_distance(self, other: GridPoint) -> i64 {
        let (dx, dy) = (i64::from(self.x - other.x), i64::from(self.y - other.y));
        dx * dx + dy * dy
    }

    /// Returns the squared distance from the line between two points, ends included.
    pub(super) fn squared_distance_from(self, from: GridPoint, to: GridPoint) -> f64 {
        let along = |a: GridPoint, b: GridPoint| (f64::from(b.x - a.x), f64::from(b.y - a.y));
        let ((dx, dy), (px, py)) = (along(from, to), along(from, self));
        let length = dx * dx + dy * dy;
        let share = if length == 0.0 { 0.0 } else { ((px * dx + py * dy) / length).clamp(0.0, 1.0) };
        let (x, y) = (px - share * dx, py - share * dy);
        x * x + y * y
    }

    /// Returns which side of the line through two points it is on: the sign is that of the turn.
    pub(super) fn side(self, from: GridPoint, to: GridPoint) -> i64 {
        let along = |a: GridPoint, b: GridPoint| (i64::from(b.x - a.x), i64::from(b.y - a.y));
        let ((dx, dy), (px, py)) = (along(from, to), along(from, self));
        (dx * py - dy * px).signum()
    }
}
