//! Lines as a hand draws them: nearly straight, nearly round.

use super::{Pen, Weight};
use crate::scene::{Path, Point, Segment, pt};
use crate::style::Material;

/// However restless a style's walls are, small things keep their shape.
const MOST: f32 = 0.02;

impl Pen<'_> {
    /// How far a point strays: small things are drawn with more care than walls.
    fn stray(&self) -> f32 {
        (self.style.walls.wobble * 0.3).min(MOST)
    }

    /// A point close to this one.
    pub(crate) fn near(&mut self, p: Point, by: f32) -> Point {
        p + pt(self.between(-by, by), self.between(-by, by))
    }

    /// A line that bends a little on its way.
    pub(crate) fn ruled(&mut self, from: Point, to: Point) -> Path {
        let mut path = Path::new();
        path.move_to(from);
        self.ruled_to(&mut path, from, to);
        path
    }

    fn ruled_to(&mut self, path: &mut Path, from: Point, to: Point) {
        let by = self.stray() * from.distance(to).min(1.0);
        let bend = self.near(from.toward(to, 0.5), by);
        path.quad_to(bend, to);
    }

    /// Straight sides between these corners, all of them a little off.
    pub(crate) fn polygon(&mut self, corners: &[Point]) -> Path {
        let by = self.stray() * 0.6;
        let corners: Vec<Point> = corners.iter().map(|&p| self.near(p, by)).collect();
        let mut path = Path::new();
        path.move_to(corners[0]);
        for (i, &from) in corners.iter().enumerate() {
            self.ruled_to(&mut path, from, corners[(i + 1) % corners.len()]);
        }
        path.close();
        path
    }

    /// A rectangle.
    pub(crate) fn rect(&mut self, left: f32, top: f32, width: f32, height: f32) -> Path {
        let (right, bottom) = (left + width, top + height);
        self.polygon(&[pt(left, top), pt(right, top), pt(right, bottom), pt(left, bottom)])
    }

    /// A circle.
    pub(crate) fn circle(&mut self, center: Point, radius: f32) -> Path {
        let by = self.stray() * radius.min(0.5);
        let (rx, ry) = (radius + self.between(-by, by), radius + self.between(-by, by));
        Path::ellipse(self.near(center, by), rx, ry)
    }

    /// A stone: five to seven corners around the middle, blunted.
    pub(crate) fn stone(&mut self, center: Point, radius: f32) -> Path {
        let count = 5 + self.rng.below(3);
        let start = self.between(0.0, 1.0);
        let corners: Vec<Point> = (0..count)
            .map(|i| {
                let turn = start + (i as f32 + self.between(-0.28, 0.28)) / count as f32;
                polar(center, radius * self.between(0.76, 1.0), turn)
            })
            .collect();
        blunt(&corners, 0.24)
    }

    /// A round thing that stands, with its far side in the shade.
    pub(crate) fn drum(&mut self, center: Point, radius: f32, material: Material, weight: Weight) {
        let path = self.circle(center, radius);
        self.standing(&path, material, weight);
        let inside = radius - self.style.weight(weight) / 2.0;
        self.lune(center, inside, self.light(0.05) * -1.0, Material::Shade);
    }

    /// A crescent within a circle on the side that `depth` points to, as thick as that is long; nothing where it is nothing.
    pub(crate) fn lune(&mut self, center: Point, radius: f32, depth: Point, material: Material) {
        let thick = depth.length();
        if thick < 0.001 {
            return;
        }
        let along = depth * (1.0 / thick);
        let mut path = arc(pt(0.0, 0.0), radius, radius, -0.25, 0.25);
        for segment in arc(pt(0.0, 0.0), radius - thick, radius, 0.25, -0.25).segments().iter().skip(1) {
            if let Segment::Cubic(a, b, p) = *segment {
                path.cubic_to(a, b, p);
            }
        }
        path.close();
        self.fill(&path.mapped(|p| center + along * p.x + along.right() * p.y), material);
    }
}

/// The point at this distance after so many turns: none is to the right, a quarter is down.
pub(crate) fn polar(center: Point, radius: f32, turns: f32) -> Point {
    let (sin, cos) = libm::sincosf(turns * std::f32::consts::TAU);
    center + pt(radius * cos, radius * sin)
}

/// A part of an ellipse, between so many turns and so many.
pub(crate) fn arc(center: Point, rx: f32, ry: f32, from: f32, to: f32) -> Path {
    let pieces = ((to - from).abs() * 6.0).ceil().max(1.0);
    let step = (to - from) / pieces;
    // How long the handles are on a circle of one.
    let handle = 4.0 / 3.0 * libm::tanf(step * std::f32::consts::TAU / 4.0);
    let at = |p: Point| center + pt(p.x * rx, p.y * ry);
    let mut path = Path::new();
    let mut here = polar(pt(0.0, 0.0), 1.0, from);
    path.move_to(at(here));
    for i in 1..=pieces as u32 {
        let next = polar(pt(0.0, 0.0), 1.0, from + step * i as f32);
        path.cubic_to(at(here + here.right() * handle), at(next - next.right() * handle), at(next));
        here = next;
    }
    path
}

/// A polygon whose corners are cut by a curve, which begins at this share of each side.
pub(crate) fn blunt(corners: &[Point], share: f32) -> Path {
    let mut path = Path::new();
    for (i, &corner) in corners.iter().enumerate() {
        let before = corners[(i + corners.len() - 1) % corners.len()];
        let after = corners[(i + 1) % corners.len()];
        let (enter, leave) = (corner.toward(before, share), corner.toward(after, share));
        if i == 0 {
            path.move_to(enter);
        } else {
            path.line_to(enter);
        }
        path.quad_to(corner, leave);
    }
    path.close();
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arcs_keep_their_distance_and_reach_their_end() {
        for (from, to) in [(0.0, 1.0), (0.25, -0.25), (0.1, 0.15), (-0.5, 0.0)] {
            let path = arc(pt(3.0, 4.0), 2.0, 2.0, from, to);
            let ends: Vec<Point> = path.points().collect();
            assert!(ends[0].distance(polar(pt(3.0, 4.0), 2.0, from)) < 1e-4);
            assert!(ends[ends.len() - 1].distance(polar(pt(3.0, 4.0), 2.0, to)) < 1e-4);
            // Halfway along the first piece a cubic is at an eighth of its ends and three of its handles.
            let middle = (ends[0] + ends[3] + (ends[1] + ends[2]) * 3.0) * 0.125;
            assert!((middle.distance(pt(3.0, 4.0)) - 2.0).abs() < 1e-3, "{from} {to}");
        }
    }
}
