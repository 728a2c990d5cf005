//! [`Pixels`]: from squares of the map to pixels of the scene.

use mapwright::{Pos, Size};
use mapwright_render::scene::Point;

/// Pixels per square. Points are rounded after they are scaled, so points that are the same on the
/// map are the same on the scene.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pixels(u32);

impl Pixels {
    pub(crate) fn new(cell: u32) -> Pixels {
        Pixels(cell)
    }

    /// Returns the pixels per square.
    pub(crate) fn cell(self) -> u32 {
        self.0
    }

    /// Returns the pixels of a point of the map.
    pub(crate) fn point(self, point: Point) -> [i32; 2] {
        [point.x, point.y].map(|squares| (f64::from(squares) * f64::from(self.0)).round() as i32)
    }

    /// Returns the pixels of a point, moved into the scene if it is outside: the drawn walls of a room
    /// at the edge of the map can stick out.
    pub(crate) fn point_inside(self, point: Point, size: Size) -> [i32; 2] {
        let [x, y] = self.point(point);
        let [width, height] = self.corner(Pos::new(size.width, size.height));
        [x.clamp(0, width), y.clamp(0, height)]
    }

    /// Returns the pixels of the corner of a cell.
    pub(crate) fn corner(self, pos: Pos) -> [i32; 2] {
        [pos.x, pos.y].map(|squares| squares * self.0 as i32)
    }

    /// Returns the pixels of the middle of a cell.
    pub(crate) fn middle(self, pos: Pos) -> [i32; 2] {
        self.corner(pos).map(|side| side + self.0 as i32 / 2)
    }
}
