//! Fills areas with accumulated coverage: every edge adds to each pixel the share of it that lies
//! to its right, and one pass along the rows sums these up.
//!
//! The cost is proportional to edges plus pixels, not to their product, and edges outside of a band
//! cost almost nothing. Sums are capped at one, which gives the non-zero winding rule.

use crate::scene::{Color, Point};
use tiny_skia::{Mask, PathSegment, Pixmap};

/// Straight edges in pixels.
pub(super) struct Edges {
    edges: Vec<[Point; 2]>,
    pub(super) top: f32,
    pub(super) bottom: f32,
}

/// Approximate maximum length of the line segments of a curve, in pixels.
const SEGMENT_LENGTH: f32 = 5.0;

impl Edges {
    /// Returns the edges of a path; open subpaths are closed.
    pub(super) fn of(path: &tiny_skia::Path) -> Self {
        let mut edges = Edges { edges: Vec::with_capacity(path.len()), top: f32::MAX, bottom: f32::MIN };
        let (mut start, mut at) = (Point::default(), Point::default());
        let point = |p: tiny_skia::Point| Point { x: p.x, y: p.y };
        for segment in path.segments() {
            match segment {
                PathSegment::MoveTo(p) => {
                    edges.add(at, start);
                    (start, at) = (point(p), point(p));
                }
                PathSegment::LineTo(p) => {
                    edges.add(at, point(p));
                    at = point(p);
                }
                PathSegment::QuadTo(a, p) => {
                    let (from, by, to) = (at, point(a), point(p));
                    at = edges.curve(at, from.distance(by) + by.distance(to), |t| {
                        from.toward(by, t).toward(by.toward(to, t), t)
                    });
                }
                PathSegment::CubicTo(a, b, p) => {
                    let (from, a, b, to) = (at, point(a), point(b), point(p));
                    let length = from.distance(a) + a.distance(b) + b.distance(to);
                    at = edges.curve(at, length, |t| {
                        let (one, two, three) = (from.toward(a, t), a.toward(b, t), b.toward(to, t));
                        one.toward(two, t).toward(two.toward(three, t), t)
                    });
                }
                PathSegment::Close => {
                    edges.add(at, start);
                    at = start;
                }
            }
        }
        edges.add(at, start);
        edges
    }

    fn curve(&mut self, mut at: Point, length: f32, on: impl Fn(f32) -> Point) -> Point {
        let count = (length / SEGMENT_LENGTH).ceil().clamp(2.0, 64.0) as u32;
        for step in 1..=count {
            let next = on(step as f32 / count as f32);
            self.add(at, next);
            at = next;
        }
        at
    }

    fn add(&mut self, from: Point, to: Point) {
        if from.y != to.y {
            self.top = self.top.min(from.y.min(to.y));
            self.bottom = self.bottom.max(from.y.max(to.y));
            self.edges.push([from, to]);
        }
    }
}

/// Accumulated coverage of the pixels of a band; reused from one area to the next, and all zero in
/// between.
pub(super) struct Coverage {
    width: usize,
    height: usize,
    values: Vec<f32>,
    /// Range of touched columns in every row.
    touched: Vec<(u32, u32)>,
}

impl Coverage {
    pub(super) fn new(width: u32, height: u32) -> Self {
        let (width, height) = (width as usize, height as usize);
        // Two extra columns collect the coverage to the right of the band.
        Coverage { width, height, values: vec![0.0; (width + 2) * height], touched: vec![(u32::MAX, 0); height] }
    }

    /// Draws the area in a colour over the existing pixels.
    pub(super) fn fill(&mut self, edges: &Edges, color: Color, top: f32, to: &mut Pixmap, mask: Option<&Mask>) {
        let ink = [color.r, color.g, color.b].map(f32::from);
        let opacity = f32::from(color.a) / 255.0;
        let solid = [color.r, color.g, color.b, 255];
        let pixels = to.data_mut().as_chunks_mut::<4>().0;
        self.cover(edges, top, |row, from, until, cover| {
            let mut cover = cover * opacity;
            let pixels = &mut pixels[row + from..row + until];
            if let Some(mask) = mask.map(Mask::data) {
                for (pixel, mask) in pixels.iter_mut().zip(&mask[row + from..row + until]) {
                    mix(pixel, ink, cover * f32::from(*mask) / 255.0);
                }
            } else if cover > 0.998 {
                pixels.fill(solid);
            } else {
                // One share for the whole run.
                cover = cover.max(0.0);
                pixels.iter_mut().for_each(|pixel| mix(pixel, ink, cover));
            }
        });
    }

    /// Returns the area as a mask.
    pub(super) fn mask(&mut self, edges: &Edges, top: f32) -> Mask {
        let mut mask = Mask::new(self.width as u32, self.height as u32).expect("a band is not empty");
        let data = mask.data_mut();
        self.cover(edges, top, |row, from, until, cover| {
            data[row + from..row + until].fill((cover * 255.0 + 0.5) as u8);
        });
        mask
    }

    /// Calls `put` for every run of equally covered pixels: index of the row's first pixel, start
    /// and end of the run, coverage.
    fn cover(&mut self, edges: &Edges, top: f32, mut put: impl FnMut(usize, usize, usize, f32)) {
        let below = Point { x: 0.0, y: top };
        let last = self.height as f32;
        for &[from, to] in &edges.edges {
            let (from, to) = (from - below, to - below);
            if from.y.max(to.y) > 0.0 && from.y.min(to.y) < last {
                self.add(from, to);
            }
        }
        for y in 0..self.height {
            let (first, end) = std::mem::replace(&mut self.touched[y], (u32::MAX, 0));
            if first >= end {
                continue;
            }
            let values = &mut self.values[y * (self.width + 2)..][..self.width + 2];
            let row = y * self.width;
            let (mut x, mut sum) = (first as usize, 0.0f32);
            let end = (end as usize).min(values.len());
            while x < end {
                sum += values[x];
                values[x] = 0.0;
                let start = x;
                x += 1;
                while x < end && values[x] == 0.0 {
                    x += 1;
                }
                let cover = sum.abs().min(1.0);
                let until = x.min(self.width);
                if cover > 0.003 && start < until {
                    put(row, start, until, cover);
                }
            }
        }
    }

    fn add(&mut self, from: Point, to: Point) {
        let (sign, upper, lower) = if from.y < to.y { (1.0, from, to) } else { (-1.0, to, from) };
        let slope = (lower.x - upper.x) / (lower.y - upper.y);
        let mut x = if upper.y < 0.0 { upper.x - upper.y * slope } else { upper.x };
        let (start, end) = (upper.y.max(0.0), lower.y.min(self.height as f32));
        let right = self.width as f32;
        for y in start as usize..(end.ceil() as usize).min(self.height) {
            let height = (y as f32 + 1.0).min(end) - (y as f32).max(start);
            let next = x + slope * height;
            let cover = sign * height;
            let (low, high) = if x < next { (x, next) } else { (next, x) };
            x = next;
            let (low, high) = (low.clamp(0.0, right), high.clamp(0.0, right));
            let (first, last) = (low as usize, high as usize);
            let values = &mut self.values[y * (self.width + 2)..][..self.width + 2];
            let touched = &mut self.touched[y];
            *touched = (touched.0.min(first as u32), touched.1.max(last as u32 + 2));
            if first == last {
                // Within one pixel: the part to the right of the edge's midpoint is covered.
                let share = 1.0 - ((low + high) / 2.0 - first as f32);
                values[first] += cover * share;
                values[first + 1] += cover * (1.0 - share);
                continue;
            }
            let per_pixel = cover / (high - low);
            // The share of each crossed pixel that lies to the right of the edge, one after the
            // other.
            let enter = first as f32 + 1.0 - low;
            let mut before = per_pixel * enter * enter / 2.0;
            values[first] += before;
            for (column, value) in values.iter_mut().enumerate().take(last).skip(first + 1) {
                let covered = per_pixel * (column as f32 + 0.5 - low);
                *value += covered - before;
                before = covered;
            }
            let leave = high - last as f32;
            let covered = cover - per_pixel * leave * leave / 2.0;
            values[last] += covered - before;
            values[last + 1] += cover - covered;
        }
    }
}

#[inline]
fn mix(pixel: &mut [u8; 4], ink: [f32; 3], cover: f32) {
    for (channel, color) in pixel.iter_mut().zip(ink) {
        let old = f32::from(*channel);
        *channel = (old + (color - old) * cover + 0.5) as u8;
    }
    pixel[3] = pixel[3].max((cover * 255.0) as u8);
}

#[cfg(test)]
mod tests {
    use super::*;
    use tiny_skia::PathBuilder;

    /// Returns the coverage of every pixel by a polygon, in percent.
    fn cover(points: &[(f32, f32)], width: u32, height: u32) -> Vec<u32> {
        let mut builder = PathBuilder::new();
        builder.move_to(points[0].0, points[0].1);
        points[1..].iter().for_each(|&(x, y)| builder.line_to(x, y));
        let edges = Edges::of(&builder.finish().unwrap());
        let mut coverage = Coverage::new(width, height);
        let mut seen = vec![0; (width * height) as usize];
        for _ in 0..2 {
            // Twice, to check that nothing is left over from the first run.
            coverage.cover(&edges, 0.0, |row, from, until, cover| {
                seen[row + from..row + until].fill((cover * 100.0).round() as u32);
            });
        }
        seen
    }

    #[test]
    fn partly_covered_pixels_get_their_share() {
        let square = [(1.0, 0.0), (3.5, 0.0), (3.5, 1.5), (1.0, 1.5)];
        assert_eq!(cover(&square, 5, 2), [0, 100, 100, 50, 0, 0, 50, 50, 25, 0]);
    }

    #[test]
    fn sloped_edges_cover_the_right_share() {
        let triangle = [(0.0, 0.0), (4.0, 0.0), (0.0, 1.0)];
        assert_eq!(cover(&triangle, 5, 1), [88, 63, 38, 13, 0], "coverage falls in steps of a quarter");
        let steep = [(0.0, 0.0), (1.0, 0.0), (0.0, 2.0)];
        assert_eq!(cover(&steep, 2, 2), [75, 0, 25, 0]);
    }

    #[test]
    fn winding_direction_and_double_coverage_do_not_matter() {
        let (there, back) =
            ([(0.0, 0.0), (2.0, 0.0), (2.0, 1.0), (0.0, 1.0)], [(0.0, 1.0), (2.0, 1.0), (2.0, 0.0), (0.0, 0.0)]);
        assert_eq!(cover(&there, 2, 1), [100, 100]);
        assert_eq!(cover(&back, 2, 1), [100, 100]);
        let twice: Vec<(f32, f32)> = there.iter().chain(&[(0.0, 0.0)]).chain(&there).copied().collect();
        assert_eq!(cover(&twice, 2, 1), [100, 100]);
    }

    #[test]
    fn areas_outside_the_band_are_clipped() {
        let large = [(-9.0, -9.0), (9.0, -9.0), (9.0, 9.0), (-9.0, 9.0)];
        assert_eq!(cover(&large, 2, 2), [100; 4]);
        assert_eq!(cover(&[(5.0, 0.0), (9.0, 0.0), (9.0, 9.0), (5.0, 9.0)], 2, 2), [0; 4]);
    }
}
