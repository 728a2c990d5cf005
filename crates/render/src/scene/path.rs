//! [`Path`]: lines and curves.

use mapwright::{Pos, Rect};
use std::ops::{Add, Mul, Sub};

/// A place on the plane, or a distance.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Point {
    /// To the right.
    pub x: f32,
    /// Down.
    pub y: f32,
}

/// A shorter name for a point.
pub(crate) const fn pt(x: f32, y: f32) -> Point {
    Point { x, y }
}

impl Point {
    /// How far it is from the origin.
    pub fn length(self) -> f32 {
        (self.x * self.x + self.y * self.y).sqrt()
    }

    /// How far it is from another.
    pub fn distance(self, other: Point) -> f32 {
        (self - other).length()
    }

    /// The point on the way to another: 0 is this one, 1 the other.
    #[must_use]
    pub fn toward(self, other: Point, share: f32) -> Point {
        self + (other - self) * share
    }

    /// The same distance, a quarter turn to the right of it.
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

/// A piece of a path.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Segment {
    /// Begins anew here.
    Move(Point),
    /// Straight to here.
    Line(Point),
    /// By one handle to here.
    Quad(Point, Point),
    /// By two handles to here.
    Cubic(Point, Point, Point),
    /// Straight to where it began.
    Close,
}

/// Lines and curves, in one piece or several.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Path(Vec<Segment>);

/// A rectangle on the plane.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Bounds {
    /// Upper left.
    pub from: Point,
    /// Lower right.
    pub to: Point,
}

impl Bounds {
    /// The rectangle between two corners.
    pub const fn new(left: f32, top: f32, right: f32, bottom: f32) -> Self {
        Bounds { from: pt(left, top), to: pt(right, bottom) }
    }

    /// From left to right.
    pub fn width(self) -> f32 {
        self.to.x - self.from.x
    }

    /// From top to bottom.
    pub fn height(self) -> f32 {
        self.to.y - self.from.y
    }

    /// Its middle.
    pub fn center(self) -> Point {
        self.from.toward(self.to, 0.5)
    }

    /// The rectangle that is larger by so much on every side.
    #[must_use]
    pub fn grown(self, by: f32) -> Self {
        Bounds { from: self.from - pt(by, by), to: self.to + pt(by, by) }
    }

    /// Whether the two share more than an edge.
    pub fn overlaps(self, other: Bounds) -> bool {
        self.from.x < other.to.x && other.from.x < self.to.x && self.from.y < other.to.y && other.from.y < self.to.y
    }

    /// The smallest rectangle around these points; `None` where there are none.
    pub fn around(points: impl IntoIterator<Item = Point>) -> Option<Self> {
        points.into_iter().fold(None, |bounds: Option<Bounds>, p| {
            let Bounds { from, to } = bounds.unwrap_or(Bounds { from: p, to: p });
            Some(Bounds { from: pt(from.x.min(p.x), from.y.min(p.y)), to: pt(to.x.max(p.x), to.y.max(p.y)) })
        })
    }
}

/// The squares of a part of the map.
impl From<Rect> for Bounds {
    fn from(rect: Rect) -> Self {
        let corner = Point::from(rect.origin());
        Bounds { from: corner, to: corner + pt(rect.width as f32, rect.height as f32) }
    }
}

/// How a thing stands on the plane: turned by quarters, then moved.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Turned {
    /// Quarter turns to the right.
    pub quarters: u8,
    /// Where its origin goes.
    pub to: Point,
}

impl Turned {
    /// Where a point of the thing is.
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

/// How far the handles of a quarter circle stand off, for a radius of one.
const ARC: f32 = 0.552_285;

impl Path {
    /// A path of nothing.
    pub fn new() -> Self {
        Path::default()
    }

    /// Whether it has nothing to show.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Its pieces.
    pub fn segments(&self) -> &[Segment] {
        &self.0
    }

    /// Begins anew at this point.
    pub fn move_to(&mut self, p: Point) -> &mut Self {
        self.0.push(Segment::Move(p));
        self
    }

    /// Goes straight to this point.
    pub fn line_to(&mut self, p: Point) -> &mut Self {
        self.0.push(Segment::Line(p));
        self
    }

    /// Goes by one handle to this point.
    pub fn quad_to(&mut self, by: Point, p: Point) -> &mut Self {
        self.0.push(Segment::Quad(by, p));
        self
    }

    /// Goes by two handles to this point.
    pub fn cubic_to(&mut self, a: Point, b: Point, p: Point) -> &mut Self {
        self.0.push(Segment::Cubic(a, b, p));
        self
    }

    /// Goes straight back to where it began.
    pub fn close(&mut self) -> &mut Self {
        self.0.push(Segment::Close);
        self
    }

    /// Adds all of another path.
    pub fn append(&mut self, other: &Path) -> &mut Self {
        self.0.extend_from_slice(&other.0);
        self
    }

    /// Straight lines from point to point.
    pub fn polyline(points: &[Point]) -> Self {
        let first = points.first().map(|&p| Segment::Move(p));
        Path(first.into_iter().chain(points.iter().skip(1).map(|&p| Segment::Line(p))).collect())
    }

    /// Straight lines from point to point and back.
    pub fn polygon(points: &[Point]) -> Self {
        let mut path = Path::polyline(points);
        if !points.is_empty() {
            path.close();
        }
        path
    }

    /// A rectangle.
    pub fn rect(left: f32, top: f32, width: f32, height: f32) -> Self {
        let (right, bottom) = (left + width, top + height);
        Path::polygon(&[pt(left, top), pt(right, top), pt(right, bottom), pt(left, bottom)])
    }

    /// A rectangle with rounded corners.
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

    /// A circle.
    pub fn circle(center: Point, radius: f32) -> Self {
        Path::ellipse(center, radius, radius)
    }

    /// An ellipse.
    pub fn ellipse(center: Point, rx: f32, ry: f32) -> Self {
        let (kx, ky) = (rx * ARC, ry * ARC);
        let at = |x: f32, y: f32| center + pt(x, y);
        let mut path = Path::new();
        path.move_to(at(rx, 0.0));
        path.cubic_to(at(rx, ky), at(kx, ry), at(0.0, ry)).cubic_to(at(-kx, ry), at(-rx, ky), at(-rx, 0.0));
        path.cubic_to(at(-rx, -ky), at(-kx, -ry), at(0.0, -ry)).cubic_to(at(kx, -ry), at(rx, -ky), at(rx, 0.0)).close();
        path
    }

    /// The same path with every point put elsewhere.
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

    /// A rectangle around all its points and handles; `None` where it is empty.
    pub fn bounds(&self) -> Option<Bounds> {
        Bounds::around(self.points())
    }

    /// Its points and handles.
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
