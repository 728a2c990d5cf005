//! [`Colors`]: at most 256 colours for a picture.
//!
//! A picture with few colours keeps them. Otherwise the box with the widest spread is halved until
//! there are enough boxes (median cut). Unlike a fixed colour cube, this spends the colours where
//! the picture has them, and maps are mostly browns and greys.

use std::collections::BTreeSet;

type Pixel = [u8; 3];

/// Maximum number of colours in sixel terminals.
const MAX_COLORS: usize = 256;
/// Bits per channel by which colours are binned if there are many.
const BITS: u32 = 5;

pub(super) struct Colors {
    palette: Vec<Pixel>,
    /// Palette index of each binned colour, for pictures with many colours.
    coarse: Option<Vec<u8>>,
}

/// All pixels of one binned colour.
struct Bin {
    bin_index: usize,
    count: u64,
    sum: [u64; 3],
}

impl Bin {
    fn mean(&self, channel: usize) -> u64 {
        self.sum[channel] / self.count
    }
}

impl Colors {
    pub(super) fn of(pixels: &[Pixel]) -> Self {
        let mut exact = BTreeSet::new();
        for pixel in pixels.chunk_by(|a, b| a == b).map(|run| run[0]) {
            exact.insert(pixel);
            if exact.len() > MAX_COLORS {
                return Colors::many(pixels);
            }
        }
        Colors { palette: exact.into_iter().collect(), coarse: None }
    }

    fn many(pixels: &[Pixel]) -> Self {
        let mut bins: Vec<Bin> =
            (0..1 << (3 * BITS)).map(|bin_index| Bin { bin_index, count: 0, sum: [0; 3] }).collect();
        for &pixel in pixels {
            let bin = &mut bins[bin_index(pixel)];
            bin.count += 1;
            for (sum, channel) in bin.sum.iter_mut().zip(pixel) {
                *sum += u64::from(channel);
            }
        }
        bins.retain(|bin| bin.count > 0);
        let mut coarse = vec![0; 1 << (3 * BITS)];
        let mut palette = Vec::with_capacity(MAX_COLORS);
        for cube in boxes(bins) {
            let count: u64 = cube.iter().map(|bin| bin.count).sum();
            for bin in &cube {
                coarse[bin.bin_index] = palette.len() as u8;
            }
            palette.push([0, 1, 2].map(|channel| (cube.iter().map(|bin| bin.sum[channel]).sum::<u64>() / count) as u8));
        }
        Colors { palette, coarse: Some(coarse) }
    }

    pub(super) fn len(&self) -> usize {
        self.palette.len()
    }

    /// Returns the colours, with channels from 0 to 100.
    pub(super) fn percent(&self) -> impl Iterator<Item = Pixel> + '_ {
        self.palette.iter().map(|color| color.map(|channel| ((u32::from(channel) * 100 + 127) / 255) as u8))
    }

    /// Returns the palette index of a pixel.
    pub(super) fn index(&self, pixel: Pixel) -> usize {
        match &self.coarse {
            Some(coarse) => usize::from(coarse[bin_index(pixel)]),
            None => self.palette.binary_search(&pixel).expect("all its colours are there"),
        }
    }
}

fn bin_index(pixel: Pixel) -> usize {
    pixel.iter().fold(0, |bin_index, channel| bin_index << BITS | usize::from(channel >> (8 - BITS)))
}

/// Splits the bins until there are as many boxes as colours, or no box has more than one bin.
fn boxes(bins: Vec<Bin>) -> Vec<Vec<Bin>> {
    let mut boxes = vec![(spread(&bins), bins)];
    while boxes.len() < MAX_COLORS {
        // The first of the widest, to be deterministic.
        let widest = (0..boxes.len()).rev().max_by_key(|&index| boxes[index].0.0).expect("there is a box");
        let ((wide, channel), bins) = &mut boxes[widest];
        if *wide == 0 {
            break;
        }
        let channel = *channel;
        bins.sort_by_key(|bin| (bin.mean(channel), bin.bin_index));
        let (low, high) = (bins[0].mean(channel), bins[bins.len() - 1].mean(channel));
        // Split at the middle of the range and not of the pixels: a small torch in a dark hall
        // keeps its colour.
        let at = bins.partition_point(|bin| bin.mean(channel) <= u64::midpoint(low, high)).clamp(1, bins.len() - 1);
        let rest = bins.split_off(at);
        boxes[widest].0 = spread(&boxes[widest].1);
        boxes.push((spread(&rest), rest));
    }
    boxes.into_iter().map(|(_, bins)| bins).collect()
}

/// Returns the widest range of a box, weighted by its number of pixels, and its channel. 0 for a
/// single bin.
fn spread(bins: &[Bin]) -> (u64, usize) {
    if bins.len() < 2 {
        return (0, 0);
    }
    let count: u64 = bins.iter().map(|bin| bin.count).sum();
    let range = |channel: usize| {
        let means = || bins.iter().map(|bin| bin.mean(channel));
        means().max().expect("a box is not empty") - means().min().expect("a box is not empty")
    };
    let widest = (0..3).rev().max_by_key(|&channel| range(channel)).expect("there are three");
    // The logarithm keeps large areas from taking all colours.
    (range(widest) * u64::from(count.ilog2() + 1), widest)
}
