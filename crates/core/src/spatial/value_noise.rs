//! [`ValueNoise`]: value noise, so that growing and digging vary from place to place.

use crate::base::grid::{Pos, Size};
use crate::base::rng::Rng;

/// Value noise: the hardness of the ground, varying smoothly.
///
/// Random heights on a coarse lattice with linear interpolation, in whole numbers.
pub(crate) struct ValueNoise {
    scale: i32,
    columns: usize,
    heights: Vec<u8>,
}

impl ValueNoise {
    /// Creates noise for a map of this size, with a hill or a hollow about every `scale` cells.
    pub(crate) fn new(size: Size, scale: i32, rng: &mut Rng) -> Self {
        let scale = scale.max(1);
        let columns = (size.width / scale + 2) as usize;
        let rows = (size.height / scale + 2) as usize;
        let words = (columns * rows).div_ceil(8);
        let mut heights = Vec::with_capacity(words * 8);
        (0..words).for_each(|_| heights.extend(rng.next_u64().to_le_bytes()));
        ValueNoise { scale, columns, heights }
    }

    /// Returns the noise value, from 0 to 255.
    #[inline]
    pub(crate) fn at(&self, pos: Pos) -> u32 {
        let (column, row) = (pos.x / self.scale, pos.y / self.scale);
        let (dx, dy) = ((pos.x % self.scale) as u32, (pos.y % self.scale) as u32);
        let scale = self.scale as u32;
        let corner = row as usize * self.columns + column as usize;
        let line =
            |first: usize| u32::from(self.heights[first]) * (scale - dx) + u32::from(self.heights[first + 1]) * dx;
        (line(corner) * (scale - dy) + line(corner + self.columns) * dy) / (scale * scale)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::rng::Seed;

    #[test]
    fn neighbours_are_much_alike_and_distant_places_are_not() {
        let size = Size::new(64, 40);
        for scale in [1, 4, 8] {
            let grain = ValueNoise::new(size, scale, &mut Seed::new(1).rng());
            let (mut low, mut high) = (255, 0);
            for pos in size.rect().positions() {
                let height = grain.at(pos);
                (low, high) = (height.min(low), height.max(high));
                if pos.x > 0 {
                    let step = grain.at(Pos::new(pos.x - 1, pos.y)).abs_diff(height);
                    assert!(step <= 255 / scale as u32 + 1, "a step of {step} at {pos}, scale {scale}");
                }
            }
            assert!(low < 60 && high > 195, "{low} to {high}, scale {scale}");
        }
    }
}
