//! A height field: several layers of value noise, in integers.

use crate::base::grid::Size;
use crate::base::rng::Seed;

/// Upper bound for the sum of all layers: differences of heights, times four, still fit into 16
/// bits.
const MAX_HEIGHT: i16 = 1 << 13;
/// Fixed-point one, for shares and for interpolation.
const ONE: i64 = 1 << 14;
/// Number of histogram bins used to find the lowest heights.
const BINS: usize = 1 << 11;

/// A height for every tile.
///
/// Heights have 16 bits, so that the processor handles eight of them at a time.
pub(super) struct Field {
    size: Size,
    heights: Vec<i16>,
}

impl Field {
    /// Adds up layers of noise, the first with this scale, each next one half as large and
    /// `percent` as high.
    pub(super) fn hills(size: Size, scale: i32, octaves: u32, percent: u32, seed: Seed) -> Field {
        let mut layers = layers(size.width as usize, scale, octaves, percent, seed);
        let mut field = Field { size, heights: vec![0; size.area()] };
        for (y, row) in field.heights.chunks_exact_mut(size.width as usize).enumerate() {
            layers.iter_mut().for_each(|layer| layer.add_to(row, y));
        }
        field
    }

    /// Returns the heights of a row.
    pub(super) fn row(&self, y: i32) -> &[i16] {
        let width = self.size.width as usize;
        &self.heights[y as usize * width..][..width]
    }

    /// Makes the slopes half way up the lowest: each height becomes its distance from the middle.
    pub(super) fn fold(&mut self) {
        let middle = self.median();
        self.heights.iter_mut().for_each(|height| *height = (*height - middle).abs());
    }

    /// Raises the land towards the edges.
    pub(super) fn raise_edges(&mut self) {
        let Size { width, height } = self.size;
        // From 0 in the middle to MAX_HEIGHT at the edge, ever steeper.
        let rise = |at: i32, length: i32| {
            let away = i64::from(2 * at + 1 - length).abs() * ONE / i64::from(length);
            (away * away * i64::from(MAX_HEIGHT) / (ONE * ONE)) as i16
        };
        let columns: Vec<i16> = (0..width).map(|x| rise(x, width)).collect();
        for (y, row) in (0..height).zip(self.heights.chunks_exact_mut(width as usize)) {
            let down = rise(y, height);
            row.iter_mut().zip(&columns).for_each(|(cell, &across)| *cell += across + down);
        }
    }

    fn median(&self) -> i16 {
        self.lowest(50)
    }

    /// Returns the height at or below which this percentage of the tiles lies, at least one tile;
    /// accurate to one bin.
    pub(super) fn lowest(&self, percent: u32) -> i16 {
        let wanted = (self.heights.len() as u64 * u64::from(percent)).div_ceil(100).max(1);
        let (low, high) =
            self.heights.iter().fold((i16::MAX, i16::MIN), |(low, high), &height| (low.min(height), high.max(height)));
        debug_assert!(low >= 0, "heights are not negative");
        let shift = (i16::BITS - (high - low).leading_zeros()).saturating_sub(BINS.ilog2());
        let mut bins = vec![0u32; BINS];
        self.heights.iter().for_each(|&height| bins[((height - low) >> shift) as usize % BINS] += 1);
        let mut below = 0;
        let bin = bins.iter().position(|&count| {
            below += u64::from(count);
            below >= wanted
        });
        low + (((bin.unwrap_or(BINS - 1) as i32 + 1) << shift) - 1) as i16
    }
}

/// Two layers per octave, on lattices that never coincide: the rows and columns of a single lattice
/// would be visible.
fn layers(width: usize, scale: i32, octaves: u32, percent: u32, seed: Seed) -> Vec<Layer> {
    // Hills of a single tile would only fray the edges.
    let octaves = octaves.min(scale.ilog2());
    let amplitudes: Vec<u64> = std::iter::successors(Some(ONE as u64), |above| Some(above * u64::from(percent) / 100))
        .take(octaves as usize)
        .collect();
    let total: u64 = amplitudes.iter().sum();
    let mut layers = Vec::with_capacity(2 * amplitudes.len());
    for (octave, amplitude) in amplitudes.into_iter().enumerate() {
        let share = (amplitude * MAX_HEIGHT as u64 / total) as u32;
        let spacing = scale as usize >> octave;
        for (nth, spacing, share) in [(0, spacing, share - share / 2), (1, (spacing * 3).div_ceil(4), share / 2)] {
            if share > 0 {
                layers.push(Layer::new(width, spacing, share, seed.nth(octave as u64 * 2 + nth)));
            }
        }
    }
    layers
}

/// Noise of one size: random heights on a lattice, with smooth slopes between them.
struct Layer {
    seed: Seed,
    /// Distance between lattice points, in tiles.
    spacing: usize,
    /// Exclusive upper bound for the heights of the points.
    share: u32,
    /// Interpolation weight of each tile between two points.
    smooth: Vec<i16>,
    /// Random heights of a lattice row.
    points: Vec<i16>,
    /// Lattice row at or above the current row, with a height for every column, and the one below.
    above: Vec<i16>,
    below: Vec<i16>,
}

impl Layer {
    fn new(width: usize, spacing: usize, share: u32, seed: Seed) -> Layer {
        let smooth = (0..spacing).map(|at| smooth_step((at as i64 * ONE) / spacing as i64)).collect();
        let points = vec![0; width / spacing + 2];
        let mut layer = Layer { seed, spacing, share, smooth, points, above: vec![0; width], below: vec![0; width] };
        layer.next(0);
        layer
    }

    /// Adds the layer's heights to row `y`. Rows must come in order.
    fn add_to(&mut self, row: &mut [i16], y: usize) {
        let phase = y % self.spacing;
        if phase == 0 {
            self.next(y / self.spacing + 1);
            row.iter_mut().zip(&self.above).for_each(|(cell, &above)| *cell += above);
            return;
        }
        let down = self.smooth[phase];
        for ((cell, &above), &below) in row.iter_mut().zip(&self.above).zip(&self.below) {
            *cell += between(above, below, down);
        }
    }

    /// Advances: the lower row becomes the upper one, and the given lattice row becomes the lower
    /// one.
    fn next(&mut self, lattice_row: usize) {
        std::mem::swap(&mut self.above, &mut self.below);
        let mut rng = self.seed.nth(lattice_row as u64).rng();
        // Four heights of 16 bits from every draw.
        for points in self.points.chunks_mut(4) {
            let mut bits = rng.next_u64();
            for point in points {
                *point = (((bits & 0xffff) as u32 * self.share) >> 16) as i16;
                bits >>= 16;
            }
        }
        for (cells, ends) in self.below.chunks_mut(self.spacing).zip(self.points.windows(2)) {
            for (cell, &across) in cells.iter_mut().zip(&self.smooth) {
                *cell = between(ends[0], ends[1], across);
            }
        }
    }
}

/// Interpolates between two heights, with the weight `way` of [`ONE`].
#[inline]
fn between(from: i16, to: i16, way: i16) -> i16 {
    // The upper half of a product of 16 bits each: one instruction for eight of them.
    from + ((i32::from((to - from) * 4) * i32::from(way)) >> 16) as i16
}

/// Smoothstep from 0..=[`ONE`] to 0..=[`ONE`], without a kink at either end.
fn smooth_step(at: i64) -> i16 {
    (at * at * (3 * ONE - 2 * at) / (ONE * ONE)) as i16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heights_stay_in_bounds_and_reach_far() {
        for (scale, octaves, percent) in [(2, 6, 100), (200, 1, 0), (14, 4, 50), (64, 6, 100)] {
            let field = Field::hills(Size::new(300, 200), scale, octaves, percent, Seed::new(4));
            assert!(field.heights.iter().all(|height| (0..MAX_HEIGHT).contains(height)), "{scale} {octaves} {percent}");
            let (low, high) = (field.lowest(5), field.lowest(95));
            assert!(high - low > MAX_HEIGHT / 8, "{scale} {octaves} {percent}: {low} to {high}");
        }
    }

    #[test]
    fn neighbours_are_of_similar_height() {
        let field = Field::hills(Size::new(200, 200), 32, 1, 50, Seed::new(4));
        for y in 0..199 {
            for x in 0..199 {
                let here = field.row(y)[x];
                let steep = (field.row(y)[x + 1] - here).abs().max((field.row(y + 1)[x] - here).abs());
                assert!(steep < MAX_HEIGHT / 12, "{x},{y}: {steep}");
            }
        }
    }

    #[test]
    fn the_lowest_share_is_counted() {
        let field = Field { size: Size::new(100, 1), heights: (0..100).map(|n| n * 100).collect() };
        for percent in [1, 30, 99] {
            let lowest = field.lowest(percent);
            let count = field.heights.iter().filter(|&&height| height <= lowest).count() as u32;
            assert!(count.abs_diff(percent) <= 2, "{count} of {percent}");
        }
        let flat = Field { size: Size::new(5, 1), heights: vec![7; 5] };
        assert_eq!(flat.lowest(50), 7);
    }
}
