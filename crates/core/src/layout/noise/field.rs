//! A landscape of heights: several layers of value noise, in whole numbers.

use crate::grid::Size;
use crate::rng::Seed;

/// Heights are below this, whatever the layers.
const MOST: i32 = 1 << 20;
/// Steps of height that are told apart when the lowest are looked for.
const BINS: usize = 1 << 11;

/// A height for every tile.
pub(super) struct Field {
    size: Size,
    heights: Vec<i32>,
}

impl Field {
    /// Layers of hills over each other, the first of this scale, each next one half as large and `percent` as high.
    pub(super) fn hills(size: Size, scale: i32, octaves: u32, percent: u32, seed: Seed) -> Field {
        let mut field = Field { size, heights: vec![0; size.area()] };
        let amplitudes: Vec<u64> = (0..octaves)
            .scan(1u64 << 16, |amplitude, _| {
                let this = *amplitude;
                *amplitude = this * u64::from(percent) / 100;
                Some(this)
            })
            .collect();
        let total: u64 = amplitudes.iter().sum();
        for (octave, amplitude) in (0..octaves).zip(amplitudes) {
            // All layers together stay below MOST: lattice values have 12 bits, the weights 8.
            let share = (amplitude * u64::from(u8::MAX) / total) as i32;
            let spacing = (scale >> octave).max(1);
            // Two lattices that nowhere agree: the rows and columns of a single one would show.
            for (nth, spacing, share) in [(0, spacing, share - share / 2), (1, (spacing * 3 / 4).max(1), share / 2)] {
                if share > 0 {
                    field.add_layer(spacing, share, seed.nth(u64::from(octave) * 2 + nth));
                }
            }
        }
        field
    }

    /// Adds hills that are `spacing` tiles apart and up to `share * 4096` high.
    fn add_layer(&mut self, spacing: i32, share: i32, seed: Seed) {
        let width = self.size.width as usize;
        let spacing = spacing as usize;
        let points = width / spacing + 2;
        let smooth: Vec<i32> = (0..spacing).map(|at| smooth_step((at * 256 / spacing) as i32)).collect();
        let lattice = |row: usize| {
            let mut rng = seed.nth(row as u64).rng();
            // Five heights of 12 bits out of every draw.
            let mut bits = 0;
            (0..points)
                .map(|point| {
                    if point % 5 == 0 {
                        bits = rng.next_u64();
                    }
                    let height = (bits & 0xfff) as i32;
                    bits >>= 12;
                    height
                })
                .collect::<Vec<i32>>()
        };
        let (mut above, mut below) = (lattice(0), lattice(1));
        let mut between = vec![0; points];
        for (y, row) in self.heights.chunks_exact_mut(width).enumerate() {
            if y > 0 && y % spacing == 0 {
                above = std::mem::replace(&mut below, lattice(y / spacing + 1));
            }
            let down = smooth[y % spacing];
            for ((point, &above), &below) in between.iter_mut().zip(&above).zip(&below) {
                *point = ((above * 256 + (below - above) * down) * share) >> 8;
            }
            for (cells, ends) in row.chunks_mut(spacing).zip(between.windows(2)) {
                let (left, rise) = (ends[0], (ends[1] - ends[0]) >> 4);
                for (cell, &across) in cells.iter_mut().zip(&smooth) {
                    *cell += left + ((rise * across) >> 4);
                }
            }
        }
    }

    /// The heights of a row.
    pub(super) fn row(&self, y: i32) -> &[i32] {
        let width = self.size.width as usize;
        &self.heights[y as usize * width..][..width]
    }

    /// Makes the slopes half way up the lowest: how far a height lies from the middle.
    pub(super) fn fold(&mut self) {
        let middle = self.median();
        self.heights.iter_mut().for_each(|height| *height = (*height - middle).abs());
    }

    /// Raises the land towards the edges.
    pub(super) fn raise_edges(&mut self) {
        let Size { width, height } = self.size;
        // From 0 in the middle to 1024 at the edge, squared.
        let from_middle =
            |at: i32, length: i32| (i64::from(2 * at + 1 - length).abs() * 1024 / i64::from(length)) as i32;
        let columns: Vec<i32> = (0..width).map(|x| from_middle(x, width)).collect();
        for (y, row) in (0..height).zip(self.heights.chunks_exact_mut(width as usize)) {
            let down = from_middle(y, height);
            for (cell, &across) in row.iter_mut().zip(&columns) {
                *cell += across * across + down * down;
            }
        }
    }

    fn median(&self) -> i32 {
        self.lowest(50)
    }

    /// The height up to which so many per cent of the tiles lie, at least one tile; to the step of a bin.
    pub(super) fn lowest(&self, percent: u32) -> i32 {
        let wanted = (self.heights.len() as u64 * u64::from(percent)).div_ceil(100).max(1);
        let (low, high) =
            self.heights.iter().fold((i32::MAX, i32::MIN), |(low, high), &height| (low.min(height), high.max(height)));
        debug_assert!(low >= 0 && high < 4 * MOST);
        let shift = (i32::BITS - (high - low).leading_zeros()).saturating_sub(BINS.ilog2());
        let mut bins = vec![0u32; BINS];
        self.heights.iter().for_each(|&height| bins[((height - low) >> shift) as usize] += 1);
        let mut below = 0;
        let bin = bins.iter().position(|&count| {
            below += u64::from(count);
            below >= wanted
        });
        low + ((bin.unwrap_or(BINS - 1) as i32 + 1) << shift) - 1
    }
}

/// 0 to 256 for 0 to 256, without a kink at either end.
fn smooth_step(at: i32) -> i32 {
    (at * at * (768 - 2 * at)) >> 16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heights_stay_in_bounds_and_reach_far() {
        for (scale, octaves, percent) in [(2, 6, 100), (200, 1, 0), (14, 4, 50), (64, 6, 100)] {
            let field = Field::hills(Size::new(300, 200), scale, octaves, percent, Seed::new(4));
            assert!(field.heights.iter().all(|height| (0..MOST).contains(height)), "{scale} {octaves} {percent}");
            let (low, high) = (field.lowest(5), field.lowest(95));
            assert!(high - low > MOST / 8, "{scale} {octaves} {percent}: {low} to {high}");
        }
    }

    #[test]
    fn neighbours_are_of_similar_height() {
        let field = Field::hills(Size::new(200, 200), 32, 1, 50, Seed::new(4));
        for y in 0..199 {
            for x in 0..199 {
                let here = field.row(y)[x];
                let steep = (field.row(y)[x + 1] - here).abs().max((field.row(y + 1)[x] - here).abs());
                assert!(steep < MOST / 12, "{x},{y}: {steep}");
            }
        }
    }

    #[test]
    fn the_lowest_share_is_counted() {
        let field = Field { size: Size::new(100, 1), heights: (0..100).map(|n| n * 1000).collect() };
        for percent in [1, 30, 99] {
            let lowest = field.lowest(percent);
            let count = field.heights.iter().filter(|&&height| height <= lowest).count() as u32;
            assert!(count.abs_diff(percent) <= 2, "{count} of {percent}");
        }
        let flat = Field { size: Size::new(5, 1), heights: vec![7; 5] };
        assert_eq!(flat.lowest(50), 7);
    }
}
