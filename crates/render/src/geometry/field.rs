//! [`Field`]: values on a grid of four samples per square side, over the map and a margin around
//! it.

use super::area::Area;
use crate::scene::{Point, pt};
use mapwright::Size;

/// Samples per square, along each side.
pub(crate) const FINE: i32 = 4;
/// Squares of margin around the map.
pub(crate) const MARGIN: i32 = 2;

/// A value for every sample.
#[derive(Clone)]
pub(crate) struct Field<T> {
    pub(crate) width: i32,
    pub(crate) height: i32,
    pub(crate) values: Vec<T>,
}

impl<T: Copy> Field<T> {
    /// Returns a field with one value everywhere, for a map of this size.
    pub(crate) fn new(size: Size, value: T) -> Self {
        let side = |cells: i32| (cells + 2 * MARGIN) * FINE;
        let (width, height) = (side(size.width), side(size.height));
        Field { width, height, values: vec![value; width as usize * height as usize] }
    }

    pub(crate) fn row(&self, y: i32) -> &[T] {
        &self.values[(y * self.width) as usize..][..self.width as usize]
    }

    pub(crate) fn row_mut(&mut self, y: i32) -> &mut [T] {
        &mut self.values[(y as usize * self.width as usize)..][..self.width as usize]
    }

    /// Returns the position of a sample.
    pub(crate) fn point(x: i32, y: i32) -> Point {
        let at = |sample: i32| (sample as f32 + 0.5) / FINE as f32 - MARGIN as f32;
        pt(at(x), at(y))
    }

    /// Returns the value of the sample nearest to a point.
    pub(crate) fn nearest(&self, p: Point) -> T {
        let at = |value: f32, size: i32| (((value + MARGIN as f32) * FINE as f32) as i32).clamp(0, size - 1);
        self.values[at(p.y, self.height) as usize * self.width as usize + at(p.x, self.width) as usize]
    }
}

impl Field<bool> {
    /// Returns the samples inside the area.
    pub(crate) fn inside(size: Size, area: &Area) -> Self {
        let mut field = Field::new(size, false);
        let mut crossings: Vec<Vec<f32>> = vec![Vec::new(); field.height as usize];
        let sample = |p: Point| (p + pt(MARGIN as f32, MARGIN as f32)) * FINE as f32 - pt(0.5, 0.5);
        for line in &area.lines {
            for (i, &from) in line.iter().enumerate() {
                let (from, to) = (sample(from), sample(line[(i + 1) % line.len()]));
                let (upper, lower) = if from.y < to.y { (from, to) } else { (to, from) };
                let (first, last) = (upper.y.ceil().max(0.0) as i32, (lower.y.ceil() as i32).min(field.height));
                let slope = (lower.x - upper.x) / (lower.y - upper.y);
                for y in first..last {
                    crossings[y as usize].push(upper.x + (y as f32 - upper.y) * slope);
                }
            }
        }
        for (y, crossings) in crossings.iter_mut().enumerate() {
            crossings.sort_by(f32::total_cmp);
            let row = field.row_mut(y as i32);
            for pair in crossings.as_chunks::<2>().0 {
                let at = |x: f32| (x.ceil().max(0.0) as usize).min(row.len());
                let (from, to) = (at(pair[0]), at(pair[1]));
                row[from..to].fill(true);
            }
        }
        field
    }

    /// Returns the distance of every sample to the nearest sample that is set, in squares, capped
    /// at `reach`.
    pub(crate) fn distances(&self, reach: f32) -> Field<f32> {
        let far = (reach * FINE as f32).ceil() as i32 + 1;
        let (width, height) = (self.width as usize, self.height as usize);
        // First along the columns, then along the rows.
        let mut column = vec![far; width * height];
        let mut pass = |rows: &mut dyn Iterator<Item = usize>| {
            let mut run = vec![far; width];
            for y in rows {
                let (inside, column) = (self.row(y as i32), &mut column[y * width..][..width]);
                for ((run, &inside), column) in run.iter_mut().zip(inside).zip(column) {
                    *run = if inside { 0 } else { (*run + 1).min(far) };
                    *column = (*column).min(*run);
                }
            }
        };
        pass(&mut (0..height));
        pass(&mut (0..height).rev());
        let mut distances = vec![reach; width * height];
        let mut squares = vec![0i32; width];
        let mut nearest = vec![0i32; width];
        for (column, distances) in column.chunks_exact(width).zip(distances.chunks_exact_mut(width)) {
            if column.iter().all(|&distance| distance == far) {
                continue;
            }
            squares.iter_mut().zip(column).for_each(|(square, distance)| *square = distance * distance);
            nearest.copy_from_slice(&squares);
            for step in 1..=(far as usize).min(width - 1) {
                let along = (step * step) as i32;
                for (near, square) in nearest[step..].iter_mut().zip(&squares) {
                    *near = (*near).min(square + along);
                }
                for (near, square) in nearest.iter_mut().zip(&squares[step..]) {
                    *near = (*near).min(square + along);
                }
            }
            for (to, near) in distances.iter_mut().zip(&nearest) {
                *to = ((*near as f32).sqrt() / FINE as f32).min(reach);
            }
        }
        Field { width: self.width, height: self.height, values: distances }
    }
}
