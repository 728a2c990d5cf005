//! [`Path`]: lines and curves.

use mapwright::{Pos, Rect};
use std::ops::{Add, Mul, Sub};

/// A position on the plane, or a vector.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Point {
    /// Horizontal position, growing to the right.
    pub x: f32,
    /// Vertical position, growing down.
    pub y: f32,
}

/// Creates a point.
pub(crate) const fn pt(x: f32, y: f32) -> Point {
    Point { x, y }
}

impl Point {
    /// Returns the distance from the origin.
    pub fn length(self) -> f32 {
        (self.x * self.x + self.y * self.y).sqrt()
    }

    /// Returns the distance from another point.
    pub fn distance(self, other: Point) -> f32 {
        (self - other).length()
    }

    /// Interpolates towards another point: a share of 0 is this point, 1 the other.
    #[must_use]
    pub fn toward(self, other: Point, share: f32) -> Point {
        self + (other - self) * share
    }

    /// Returns the vector rotated clockwise by a quarter turn.
    #[must_use]
    pub fn right(self) -> Point {
        pt(-self.y, self.x)
    }
}

impl From<Pos> for Point {
    fn from(pos: Pos) -> Self {
        pt(pos.x as f32, pos.y as f32)
    }
}

impl Add for Point {
    type Output = Point;
    fn add(self, other: Point) -> Point {
        pt(self.x + other.x, self.y + other.y)
    }
}

impl Sub for Point {
    type Output = Point;
    fn sub(self, other: Point) -> Point {
        pt(self.x - other.x, self.y - other.y)
    }
}

impl Mul<f32> for Point {
    type Output = Point;
    fn mul(self, by: f32) -> Point {
        pt(self.x * by, self.y * by)
    }
}

/// A segment of a path.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Segment {
    /// Starts a new subpath.
    Move(Point),
    /// A straight line to the point.
    Line(Point),
    /// A quadratic Bézier curve: control point and end.
    Quad(Point, Point),
    /// A cubic Bézier curve: two control points and end.
    Cubic(Point, Point, Point),
    /// A straight line to the start of the subpath.
    Close,
}

/// Lines and curves, in one or more subpaths.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Path(Vec<Segment>);

/// A rectangle on the plane.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Bounds {
    /// Upper left corner.
    pub from: Point,
    /// Lower right corner.
    pub to: Point,
}

impl Bounds {
    /// Creates a rectangle from its sides.
    pub const fn new(left: f32, top: f32, right: f32, bottom: f32) -> Self {
        Bounds { from: pt(left, top), to: pt(right, bottom) }
    }

    /// Returns the width.
    pub fn width(self) -> f32 {
        self.to.x - self.from.x
    }

    /// Returns the height.
    pub fn height(self) -> f32 {
        self.to.y - self.from.y
    }

    /// Returns the centre.
    pub fn center(self) -> Point {
        self.from.toward(self.to, 0.5)
    }

    /// Returns the rectangle, larger by this distance on every side.
    #[must_use]
    pub fn grown(self, by: f32) -> Self {
        Bounds { from: self.from - pt(by, by), to: self.to + pt(by, by) }
    }

    /// Returns whether the rectangles share more than an edge.
    pub fn overlaps(self, other: Bounds) -> bool {
        self.from.x < other.to.x && other.from.x < self.to.x && self.from.y < other.to.y && other.from.y < self.to.y
    }

    /// Returns the smallest rectangle around the points, or `None` if there are none.
    pub fn around(points: impl IntoIterator<Item = Point>) -> Option<Self> {
        points.into_iter().fold(None, |bounds: Option<Bounds>, p| {
            let Bounds { from, to } = bounds.unwrap_or(Bounds { from: p, to: p });
            Some(Bounds { from: pt(from.x.min(p.x), from.y.min(p.y)), to: pt(to.x.max(p.x), to.y.max(p.y)) })
        })
    }
}

/// Covers the squares of a part of the map.
impl From<Rect> for Bounds {
    fn from(rect: Rect) -> Self {
        let corner = Point::from(rect.origin());
        Bounds { from: corner, to: corner + pt(rect.width as f32, rect.height as f32) }
    }
}

/// A rotation by quarter turns, followed by a translation.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Turned {
    /// Clockwise quarter turns.
    pub quarters: u8,
    /// New position of the origin.
    pub to: Point,
}

impl Turned {
    /// Transforms a point.
    pub fn point(self, p: Point) -> Point {
        let turned = match self.quarters % 4 {
            0 => p,
            1 => pt(-p.y, p.x),
            2 => pt(-p.x, -p.y),
            _ => pt(p.y, -p.x),
        };
        turned + self.to
    }
}

/// Distance of the control points of a quarter circle with radius one from its ends.
const ARC: f32 = 0.552_285;

impl Path {
    /// Creates an empty path.
    pub fn new() -> Self {
        Path::default()
    }

    /// Returns whether it has no segments.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns its segments.
    pub fn segments(&self) -> &[Segment] {
        &self.0
    }

    /// Starts a new subpath at this point.
    pub fn move_to(&mut self, p: Point) -> &mut Self {
        self.0.push(Segment::Move(p));
        self
    }

    /// Adds a straight line to this point.
    pub fn line_to(&mut self, p: Point) -> &mut Self {
        self.0.push(Segment::Line(p));
        self
    }

    /// Adds a quadratic curve to this point.
    pub fn quad_to(&mut self, by: Point, p: Point) -> &mut Self {
        self.0.push(Segment::Quad(by, p));
        self
    }

    /// Adds a cubic curve to this point.
    pub fn cubic_to(&mut self, a: Point, b: Point, p: Point) -> &mut Self {
        self.0.push(Segment::Cubic(a, b, p));
        self
    }

    /// Closes the subpath with a straight line.
    pub fn close(&mut self) -> &mut Self {
        self.0.push(Segment::Close);
        self
    }

    /// Appends another path.
    pub fn append(&mut self, other: &Path) -> &mut Self {
        self.0.extend_from_slice(&other.0);
        self
    }

    /// Creates an open path of straight lines.
    pub fn polyline(points: &[Point]) -> Self {
        let first = points.first().map(|&p| Segment::Move(p));
        Path(first.into_iter().chain(points.iter().skip(1).map(|&p| Segment::Line(p))).collect())
    }

    /// Creates a closed polygon.
    pub fn polygon(points: &[Point]) -> Self {
        let mut path = Path::polyline(points);
        if !points.is_empty() {
            path.close();
        }
        path
    }

    /// Creates a rectangle.
    pub fn rect(left: f32, top: f32, width: f32, height: f32) -> Self {
        let (right, bottom) = (left + width, top + height);
        Path::polygon(&[pt(left, top), pt(right, top), pt(right, bottom), pt(left, bottom)])
    }

    /// Creates a rectangle with rounded corners.
    pub fn rounded(left: f32, top: f32, width: f32, height: f32, radius: f32) -> Self {
        let (right, bottom, r) = (left + width, top + height, radius.min(width / 2.0).min(height / 2.0));
        let k = r * (1.0 - ARC);
        let mut path = Path::new();
        path.move_to(pt(left + r, top)).line_to(pt(right - r, top));
        path.cubic_to(pt(right - k, top), pt(right, top + k), pt(right, top + r)).line_to(pt(right, bottom - r));
        path.cubic_to(pt(right, bottom - k), pt(right - k, bottom), pt(right - r, bottom))
            .line_to(pt(left + r, bottom));
        path.cubic_to(pt(left + k, bottom), pt(left, bottom - k), pt(left, bottom - r)).line_to(pt(left, top + r));
        path.cubic_to(pt(left, top + k), pt(left + k, top), pt(left + r, top)).close();
        path
    }

    /// Creates a circle.
    pub fn circle(center: Point, radius: f32) -> Self {
        Path::ellipse(center, radius, radius)
    }

    /// Creates an ellipse.
    pub fn ellipse(center: Point, rx: f32, ry: f32) -> Self {
        let (kx, ky) = (rx * ARC, ry * ARC);
        let at = |x: f32, y: f32| center + pt(x, y);
        let mut path = Path::new();
        path.move_to(at(rx, 0.0));
        path.cubic_to(at(rx, ky), at(kx, ry), at(0.0, ry)).cubic_to(at(-kx, ry), at(-rx, ky), at(-rx, 0.0));
        path.cubic_to(at(-rx, -ky), at(-kx, -ry), at(0.0, -ry)).cubic_to(at(kx, -ry), at(rx, -ky), at(rx, 0.0)).close();
        path
    }

    /// Returns the path with every point mapped.
    #[must_use]
    pub fn mapped(&self, mut to: impl FnMut(Point) -> Point) -> Self {
        let segments = self.0.iter().map(|segment| match *segment {
            Segment::Move(p) => Segment::Move(to(p)),
            Segment::Line(p) => Segment::Line(to(p)),
            Segment::Quad(a, p) => Segment::Quad(to(a), to(p)),
            Segment::Cubic(a, b, p) => Segment::Cubic(to(a), to(b), to(p)),
            Segment::Close => Segment::Close,
        });
        Path(segments.collect())
    }

    /// Returns every subpath as a line of points, with curves replaced by straight lines that stay
    /// within `tolerance` of them.
    pub fn flattened(&self, tolerance: f32) -> Vec<Vec<Point>> {
        let mut lines: Vec<Vec<Point>> = Vec::new();
        for segment in &self.0 {
            if let Segment::Move(p) = *segment {
                lines.push(vec![p]);
                continue;
            }
            let Some(line) = lines.last_mut() else { continue };
            let from = line[line.len() - 1];
            // A curve bends away from its chord by an eighth of its second derivative at most.
            let pieces = |bend: f32| (bend / (8.0 * tolerance)).sqrt().ceil().clamp(1.0, 64.0);
            match *segment {
                Segment::Line(p) => line.push(p),
                Segment::Quad(by, to) => {
                    let pieces = pieces(2.0 * (from - by * 2.0 + to).length());
                    for i in 1..=pieces as u32 {
                        let t = i as f32 / pieces;
                        line.push(from.toward(by, t).toward(by.toward(to, t), t));
                    }
                }
                Segment::Cubic(a, b, to) => {
                    let bend = (from - a * 2.0 + b).length().max((a - b * 2.0 + to).length());
                    let pieces = pieces(6.0 * bend);
                    for i in 1..=pieces as u32 {
                        let t = i as f32 / pieces;
                        let (one, two, three) = (from.toward(a, t), a.toward(b, t), b.toward(to, t));
                        line.push(one.toward(two, t).toward(two.toward(three, t), t));
                    }
                }
                Segment::Move(_) | Segment::Close => {}
            }
        }
        lines
    }

    /// Returns the bounds of all points and control points, or `None` if it is empty.
    pub fn bounds(&self) -> Option<Bounds> {
        Bounds::around(self.points())
    }

    /// Returns all points and control points.
    pub fn points(&self) -> impl Iterator<Item = Point> + '_ {
        self.0.iter().flat_map(|segment| {
            let (points, count) = match *segment {
                Segment::Move(p) | Segment::Line(p) => ([p; 3], 1),
                Segment::Quad(a, p) => ([a, p, p], 2),
                Segment::Cubic(a, b, p) => ([a, b, p], 3),
                Segment::Close => ([Point::default(); 3], 0),
            };
            points.into_iter().take(count)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flattened_curves_stay_within_the_tolerance() {
        let circle = Path::circle(pt(3.0, 4.0), 2.0);
        for tolerance in [0.1, 0.01, 0.001] {
            let lines = circle.flattened(tolerance);
            assert_eq!(lines.len(), 1);
            let middles = lines[0].windows(2).map(|two| two[0].toward(two[1], 0.5));
            let off = |p: Point| (p.distance(pt(3.0, 4.0)) - 2.0).abs();
            let points = lines[0].iter().copied();
            assert!(points.chain(middles).all(|p| off(p) <= tolerance + 0.001), "{tolerance}");
        }
        let square = Path::rect(0.0, 0.0, 1.0, 1.0).flattened(0.1);
        assert_eq!(square, [vec![pt(0.0, 0.0), pt(1.0, 0.0), pt(1.0, 1.0), pt(0.0, 1.0)]]);
    }
}
