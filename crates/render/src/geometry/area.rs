//! [`Area`]: closed lines that do not cross, with union and intersection.
//!
//! Computed on integers, 1,024 per square, so that touching edges stay in touch.

use crate::scene::{Path, Point, pt};
use i_overlay::core::fill_rule::FillRule;
use i_overlay::core::overlay::Overlay;
use i_overlay::core::overlay_rule::OverlayRule;
use i_overlay::i_float::int::point::IntPoint;

const UNITS: f32 = 1024.0;

/// Closed lines: outlines, and the holes inside them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Area {
    pub(crate) lines: Vec<Vec<Point>>,
}

fn contours(lines: &[Vec<Point>]) -> Vec<Vec<IntPoint<i32>>> {
    let whole = |value: f32| (value * UNITS).round() as i32;
    lines.iter().map(|line| line.iter().map(|p| IntPoint::new(whole(p.x), whole(p.y))).collect()).collect()
}

impl Area {
    /// Returns the union of everything the lines enclose. Outlines run clockwise, holes
    /// counterclockwise.
    pub(crate) fn united(lines: &[Vec<Point>]) -> Area {
        let mut overlay = Overlay::<i32>::from_subj(&contours(lines));
        Area::of(overlay.overlay(OverlayRule::Subject, FillRule::NonZero))
    }

    /// Returns the intersection of both areas.
    pub(crate) fn intersection(&self, other: &Area) -> Area {
        let mut overlay = Overlay::<i32>::from_subj_and_clip(&contours(&self.lines), &contours(&other.lines));
        Area::of(overlay.overlay(OverlayRule::Intersect, FillRule::NonZero))
    }

    fn of(shapes: Vec<Vec<Vec<IntPoint<i32>>>>) -> Area {
        let point = |p: IntPoint<i32>| pt(p.x as f32 / UNITS, p.y as f32 / UNITS);
        Area { lines: shapes.into_iter().flatten().map(|line| line.into_iter().map(point).collect()).collect() }
    }

    /// Returns the outlines as a path, curved where they turn a little and sharp where they turn
    /// much.
    pub(crate) fn to_path(&self) -> Path {
        let mut path = Path::new();
        self.lines.iter().for_each(|line| bend(line, true, &mut path));
        path
    }
}

/// Adds a line to the path. In a bend, it curves through the midpoints between points; at corners,
/// it goes to the points themselves.
pub(crate) fn bend(line: &[Point], closed: bool, path: &mut Path) {
    let count = line.len();
    if count < 3 {
        path.append(&Path::polyline(line));
        return;
    }
    let at = |i: usize| line[i % count];
    // A turn of more than 40 degrees is a corner.
    let is_corner = |i: usize| {
        let (a, b) = (at(i) - at(i + count - 1), at(i + 1) - at(i));
        let (dot, lengths) = (a.x * b.x + a.y * b.y, a.length() * b.length());
        dot < 0.766 * lengths
    };
    if !closed {
        path.move_to(line[0]);
        for i in 1..count - 1 {
            turn(path, at(i), at(i + 1), is_corner(i), i + 2 == count || is_corner(i + 1));
        }
        path.line_to(line[count - 1]);
        return;
    }
    let first = (0..count).find(|&i| is_corner(i));
    let start = first.unwrap_or(0);
    path.move_to(if first.is_some() { at(start) } else { at(start + count - 1).toward(at(start), 0.5) });
    let steps = if first.is_some() { 1..count } else { 0..count };
    for i in steps.map(|step| start + step) {
        turn(path, at(i), at(i + 1), is_corner(i), is_corner(i + 1));
    }
    path.close();
}

fn turn(path: &mut Path, at: Point, next: Point, corner: bool, next_is_corner: bool) {
    if corner {
        path.line_to(at);
    } else if next_is_corner {
        path.quad_to(at, next);
    } else {
        path.quad_to(at, at.toward(next, 0.5));
    }
}
