//! [`Picture`]: a square of pixels with opacity. All arithmetic is on integers, so that the result
//! is the same everywhere.

use crate::scene::Color;
use crate::style::palette::Rgb;

/// A square of pixels.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Picture {
    side: u32,
    /// Red, green, blue and opacity, from the top left.
    rgba: Vec<[u8; 4]>,
}

impl Picture {
    /// Creates a picture from its pixels, which must form a square.
    pub(super) fn new(side: u32, rgba: Vec<[u8; 4]>) -> Self {
        assert_eq!(rgba.len(), (side * side) as usize, "a picture is a square");
        Picture { side, rgba }
    }

    /// Returns the side, in pixels.
    pub(super) fn side(&self) -> u32 {
        self.side
    }

    /// Returns a row as bytes.
    pub(super) fn row(&self, line: u32) -> &[u8] {
        let first = (line * self.side) as usize;
        self.rgba[first..first + self.side as usize].as_flattened()
    }

    /// Returns the picture at another size. Every pixel is the average of the area it covers,
    /// weighted by opacity, so that enlarging by a whole number stays crisp.
    pub(super) fn scaled(&self, side: u32) -> Picture {
        if side == self.side {
            return self.clone();
        }
        // In units of which an old pixel has `side`, a new pixel has `self.side`.
        let covered = |at: u32| {
            let (from, to) = (at * self.side, (at + 1) * self.side);
            (from / side..to.div_ceil(side)).map(move |old| {
                let weight = to.min((old + 1) * side) - from.max(old * side);
                (old, u64::from(weight))
            })
        };
        let whole = u64::from(self.side) * u64::from(self.side);
        let pixel = |x: u32, y: u32| {
            let (mut sums, mut opacity) = ([0_u64; 3], 0_u64);
            for (row, high) in covered(y) {
                for (column, wide) in covered(x) {
                    let [r, g, b, a] = self.rgba[(row * self.side + column) as usize].map(u64::from);
                    let weight = high * wide * a;
                    opacity += weight;
                    sums = [sums[0] + r * weight, sums[1] + g * weight, sums[2] + b * weight];
                }
            }
            let [r, g, b] = sums.map(|sum| divide_rounded(sum, opacity));
            [r, g, b, divide_rounded(opacity, whole)]
        };
        Picture::new(side, (0..side).flat_map(|y| (0..side).map(move |x| (x, y))).map(|(x, y)| pixel(x, y)).collect())
    }

    /// Returns the picture mixed with 70 % of a colour.
    pub(super) fn tinted(&self, Rgb(red, green, blue): Rgb) -> Picture {
        let mix = |own: u8, other: u8| divide_rounded(u64::from(own) * 3 + u64::from(other) * 7, 10);
        let tint = |&[r, g, b, a]: &[u8; 4]| [mix(r, red), mix(g, green), mix(b, blue), a];
        Picture::new(self.side, self.rgba.iter().map(tint).collect())
    }
}

/// Mixes one third of a colour into a row of pixels.
pub(super) fn tint_row(row: &mut [u8], tint: Color) {
    for pixel in row.as_chunks_mut::<4>().0 {
        for (own, other) in pixel.iter_mut().zip([tint.r, tint.g, tint.b]) {
            *own = divide_rounded(u64::from(*own) * 2 + u64::from(other), 3);
        }
    }
}

/// Draws a row of pixels over another.
pub(super) fn draw_over(under: &mut [u8], over: &[u8]) {
    for (under, over) in under.as_chunks_mut::<4>().0.iter_mut().zip(over.as_chunks::<4>().0) {
        let (below, above) = (u64::from(under[3]), u64::from(over[3]));
        // Both opacities are out of 255, so their product is out of 255 times 255.
        let (shown, left) = (above * 255, below * (255 - above));
        for channel in 0..3 {
            let sum = u64::from(over[channel]) * shown + u64::from(under[channel]) * left;
            under[channel] = divide_rounded(sum, shown + left);
        }
        under[3] = divide_rounded(shown + left, 255);
    }
}

/// Divides and rounds to the nearest integer; 0 if the divisor is 0.
fn divide_rounded(sum: u64, by: u64) -> u8 {
    (sum + by / 2).checked_div(by).map_or(0, |whole| whole.min(255) as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn checkers() -> Picture {
        let (a, b) = ([200, 0, 0, 255], [0, 0, 100, 255]);
        Picture::new(2, vec![a, b, b, a])
    }

    #[test]
    fn enlarging_by_a_whole_number_is_crisp_and_reversible() {
        let large = checkers().scaled(6);
        for (index, pixel) in large.rgba.iter().enumerate() {
            assert_eq!(*pixel, checkers().rgba[index / 6 / 3 * 2 + index % 6 / 3]);
        }
        assert_eq!(large.scaled(2), checkers());
    }

    #[test]
    fn shrinking_averages_and_ignores_transparent_colours() {
        assert_eq!(checkers().scaled(1).rgba, [[100, 0, 50, 255]]);
        let half = Picture::new(2, vec![[200, 10, 0, 255], [9, 9, 9, 0], [200, 10, 0, 255], [9, 9, 9, 0]]);
        assert_eq!(half.scaled(1).rgba, [[200, 10, 0, 128]]);
    }

    #[test]
    fn every_size_keeps_a_plain_colour() {
        let plain = Picture::new(7, vec![[12, 250, 77, 130]; 49]);
        for side in 1..=40 {
            assert!(plain.scaled(side).rgba.iter().all(|pixel| *pixel == [12, 250, 77, 130]), "{side}");
        }
    }

    #[test]
    fn rows_are_blended_by_opacity() {
        let under = [100, 100, 100, 255];
        for (over, expected) in
            [([9, 9, 9, 0], under), ([1, 2, 3, 255], [1, 2, 3, 255]), ([200, 100, 0, 128], [150, 100, 50, 255])]
        {
            let mut row = under;
            draw_over(&mut row, &over);
            assert_eq!(row, expected);
        }
        let mut nothing = [0; 4];
        draw_over(&mut nothing, &[7, 8, 9, 40]);
        assert_eq!(nothing, [7, 8, 9, 40]);
    }
}
