//! Hand-drawn lines: nearly straight, nearly round.

use super::{Pen, Weight};
use crate::scene::{Path, Point, Segment, pt};
use crate::style::Material;

/// Maximum wobble, so that small things keep their shape in every style.
const MAX_WOBBLE: f32 = 0.02;

impl Pen<'_> {
    /// Returns the wobble of a point: small things are drawn more carefully than walls.
    fn wobble(&self) -> f32 {
        (self.style.walls.wobble * 0.3).min(MAX_WOBBLE)
    }

    /// Returns a random point near this one.
    pub(crate) fn near(&mut self, p: Point, by: f32) -> Point {
        p + pt(self.between(-by, by), self.between(-by, by))
    }

    /// Returns a slightly bent line.
    pub(crate) fn ruled(&mut self, from: Point, to: Point) -> Path {
        let mut path = Path::new();
        path.move_to(from);
        self.add_ruled(&mut path, from, to);
        path
    }

    fn add_ruled(&mut self, path: &mut Path, from: Point, to: Point) {
        let by = self.wobble() * from.distance(to).min(1.0);
        let bend = self.near(from.toward(to, 0.5), by);
        path.quad_to(bend, to);
    }

    /// Returns a polygon with slightly displaced corners and bent sides.
    pub(crate) fn polygon(&mut self, corners: &[Point]) -> Path {
        let by = self.wobble() * 0.6;
        let corners: Vec<Point> = corners.iter().map(|&p| self.near(p, by)).collect();
        let mut path = Path::new();
        path.move_to(corners[0]);
        for (i, &from) in corners.iter().enumerate() {
            self.add_ruled(&mut path, from, corners[(i + 1) % corners.len()]);
        }
        path.close();
        path
    }

    /// Returns a rectangle.
    pub(crate) fn rect(&mut self, left: f32, top: f32, width: f32, height: f32) -> Path {
        let (right, bottom) = (left + width, top + height);
        self.polygon(&[pt(left, top), pt(right, top), pt(right, bottom), pt(left, bottom)])
    }

    /// Returns a circle.
    pub(crate) fn circle(&mut self, center: Point, radius: f32) -> Path {
        let by = self.wobble() * radius.min(0.5);
        let (rx, ry) = (radius + self.between(-by, by), radius + self.between(-by, by));
        Path::ellipse(self.near(center, by), rx, ry)
    }

    /// Returns a stone: five to seven blunted corners around the centre.
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

    /// Draws a round standing thing, with its far side in the shade.
    pub(crate) fn drum(&mut self, center: Point, radius: f32, material: Material, weight: Weight) {
        let path = self.circle(center, radius);
        self.standing(&path, material, weight);
        let inside = radius - self.style.weight(weight) / 2.0;
        self.lune(center, inside, self.light(0.05) * -1.0, Material::Shade);
    }

    /// Draws a crescent within a circle, on the side `depth` points to and as thick as `depth` is
    /// long; nothing if that is 0.
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

/// Returns the point at this distance and angle in turns: 0 is to the right, a quarter is down.
pub(crate) fn polar(center: Point, radius: f32, turns: f32) -> Point {
    let (sin, cos) = libm::sincosf(turns * std::f32::consts::TAU);
    center + pt(radius * cos, radius * sin)
}

/// Returns a part of an ellipse, between two angles in turns.
pub(crate) fn arc(center: Point, rx: f32, ry: f32, from: f32, to: f32) -> Path {
    let pieces = ((to - from).abs() * 6.0).ceil().max(1.0);
    let step = (to - from) / pieces;
    // Length of the control handles on a unit circle.
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

/// Returns a polygon with rounded corners. Each curve begins at this share of a side.
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
            // Halfway along the first piece, a cubic weighs its ends by an eighth and its control
            // points by three eighths.
            let middle = (ends[0] + ends[3] + (ends[1] + ends[2]) * 3.0) * 0.125;
            assert!((middle.distance(pt(3.0, 4.0)) - 2.0).abs() < 1e-3, "{from} {to}");
        }
    }
}
