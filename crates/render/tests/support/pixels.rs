//! Pictures as rows of pixels, for comparison.

use png::{BitDepth, ColorType, Compression, Decoder, Encoder, Transformations};
use std::io::Cursor;

/// Red, green, blue and opacity of every pixel.
pub(crate) struct Pixels {
    pub(crate) width: usize,
    pub(crate) height: usize,
    rgba: Vec<[u8; 4]>,
}

/// Gap between the pictures of a comparison.
const GAP: usize = 8;

impl Pixels {
    pub(crate) fn read(bytes: &[u8]) -> Pixels {
        let mut decoder = Decoder::new(Cursor::new(bytes));
        decoder.set_transformations(Transformations::EXPAND | Transformations::ALPHA);
        let mut reader = decoder.read_info().expect("a PNG file");
        let mut data = vec![0; reader.output_buffer_size().expect("it fits into memory")];
        let info = reader.next_frame(&mut data).expect("a whole PNG file");
        let data = &data[..info.buffer_size()];
        let rgba = match info.color_type {
            ColorType::Rgba => data.as_chunks::<4>().0.to_vec(),
            ColorType::GrayscaleAlpha => {
                data.as_chunks::<2>().0.iter().map(|&[grey, a]| [grey, grey, grey, a]).collect()
            }
            other => panic!("no pixels of {other:?}"),
        };
        Pixels { width: info.width as usize, height: info.height as usize, rgba }
    }

    fn new(width: usize, height: usize) -> Pixels {
        Pixels { width, height, rgba: vec![[255; 4]; width * height] }
    }

    pub(crate) fn at(&self, x: usize, y: usize) -> [u8; 4] {
        self.rgba[y * self.width + x]
    }

    /// Returns whether no channel of any pixel differs by more than this.
    pub(crate) fn is_close(&self, other: &Pixels, by: u8) -> bool {
        (self.width, self.height) == (other.width, other.height)
            && self.rgba.iter().zip(&other.rgba).all(|(a, b)| difference(*a, *b) <= by)
    }

    /// Describes how many pixels differ by more than this.
    pub(crate) fn differing(&self, other: &Pixels, by: u8) -> String {
        if (self.width, self.height) != (other.width, other.height) {
            return format!("{}x{} pixels have become {}x{}", self.width, self.height, other.width, other.height);
        }
        let pairs = || self.rgba.iter().zip(&other.rgba).map(|(a, b)| difference(*a, *b));
        let count = pairs().filter(|difference| *difference > by).count();
        format!("{count} of {} pixels differ, by up to {}", self.rgba.len(), pairs().max().unwrap_or(0))
    }

    /// Returns both pictures and their difference side by side, with pixels that differ by more
    /// than this in red.
    pub(crate) fn beside(&self, other: &Pixels, by: u8) -> Pixels {
        let (width, height) = (self.width.max(other.width), self.height.max(other.height));
        let mut all = Pixels::new(3 * width + 2 * GAP, height);
        let get = |of: &Pixels, x: usize, y: usize| (x < of.width && y < of.height).then(|| of.at(x, y));
        for y in 0..height {
            for x in 0..width {
                let (before, after) = (get(self, x, y), get(other, x, y));
                let shown = match (before, after) {
                    // Pale, to show where the difference is.
                    (Some(a), Some(b)) if difference(a, b) <= by => [pale(a[0]), pale(a[1]), pale(a[2]), 255],
                    (None, None) => [255; 4],
                    _ => [220, 0, 0, 255],
                };
                let row = &mut all.rgba[y * all.width..];
                row[x] = before.unwrap_or([255; 4]);
                row[x + width + GAP] = after.unwrap_or([255; 4]);
                row[x + 2 * (width + GAP)] = shown;
            }
        }
        all
    }

    pub(crate) fn to_png(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut encoder = Encoder::new(&mut bytes, self.width as u32, self.height as u32);
        encoder.set_color(ColorType::Rgba);
        encoder.set_depth(BitDepth::Eight);
        encoder.set_compression(Compression::High);
        let mut writer = encoder.write_header().expect("memory takes all bytes");
        writer.write_image_data(self.rgba.as_flattened()).expect("memory takes all bytes");
        writer.finish().expect("memory takes all bytes");
        bytes
    }
}

fn pale(value: u8) -> u8 {
    200 + value / 5
}

/// Returns the largest difference of a channel.
fn difference(a: [u8; 4], b: [u8; 4]) -> u8 {
    a.iter().zip(b).map(|(a, b)| a.abs_diff(b)).max().unwrap_or(0)
}
