//! [`Colors`]: at most 256 colours for a picture.
//!
//! Few colours are kept as they are. Of many, the box with the widest spread is halved until there are enough boxes: unlike a fixed
//! cube of colours, that spends them where the picture has them, and maps are mostly browns and greys.

use std::collections::BTreeSet;

type Pixel = [u8; 3];

/// The most that terminals of this kind know.
const MOST: usize = 256;
/// Bits of each part of a colour by which many colours are told apart.
const BITS: u32 = 5;

pub(super) struct Colors {
    palette: Vec<Pixel>,
    /// For pictures of many colours, which one stands for each coarse colour.
    coarse: Option<Vec<u8>>,
}

/// All pixels of one coarse colour.
struct Bin {
    place: usize,
    count: u64,
    sum: [u64; 3],
}

impl Bin {
    fn mean(&self, part: usize) -> u64 {
        self.sum[part] / self.count
    }
}

impl Colors {
    pub(super) fn of(pixels: &[Pixel]) -> Self {
        let mut exact = BTreeSet::new();
        for pixel in pixels.chunk_by(|a, b| a == b).map(|run| run[0]) {
            exact.insert(pixel);
            if exact.len() > MOST {
                return Colors::many(pixels);
            }
        }
        Colors { palette: exact.into_iter().collect(), coarse: None }
    }

    fn many(pixels: &[Pixel]) -> Self {
        let mut bins: Vec<Bin> = (0..1 << (3 * BITS)).map(|place| Bin { place, count: 0, sum: [0; 3] }).collect();
        for &pixel in pixels {
            let bin = &mut bins[place(pixel)];
            bin.count += 1;
            for (sum, part) in bin.sum.iter_mut().zip(pixel) {
                *sum += u64::from(part);
            }
        }
        bins.retain(|bin| bin.count > 0);
        let mut coarse = vec![0; 1 << (3 * BITS)];
        let mut palette = Vec::with_capacity(MOST);
        for cube in boxes(bins) {
            let count: u64 = cube.iter().map(|bin| bin.count).sum();
            for bin in &cube {
                coarse[bin.place] = palette.len() as u8;
            }
            palette.push([0, 1, 2].map(|part| (cube.iter().map(|bin| bin.sum[part]).sum::<u64>() / count) as u8));
        }
        Colors { palette, coarse: Some(coarse) }
    }

    pub(super) fn len(&self) -> usize {
        self.palette.len()
    }

    /// The colours, their parts from 0 to 100.
    pub(super) fn percent(&self) -> impl Iterator<Item = Pixel> + '_ {
        self.palette.iter().map(|color| color.map(|part| ((u32::from(part) * 100 + 127) / 255) as u8))
    }

    /// Which colour stands for a pixel of the picture.
    pub(super) fn index(&self, pixel: Pixel) -> usize {
        match &self.coarse {
            Some(coarse) => usize::from(coarse[place(pixel)]),
            None => self.palette.binary_search(&pixel).expect("all its colours are there"),
        }
    }
}

fn place(pixel: Pixel) -> usize {
    pixel.iter().fold(0, |place, part| place << BITS | usize::from(part >> (8 - BITS)))
}

/// Parts the bins until there are as many boxes as colours, or no box of more than one bin.
fn boxes(bins: Vec<Bin>) -> Vec<Vec<Bin>> {
    let mut boxes = vec![(spread(&bins), bins)];
    while boxes.len() < MOST {
        // The first of the widest, so that nothing is left to chance.
        let widest = (0..boxes.len()).rev().max_by_key(|&index| boxes[index].0.0).expect("there is a box");
        let ((wide, part), bins) = &mut boxes[widest];
        if *wide == 0 {
            break;
        }
        let part = *part;
        bins.sort_by_key(|bin| (bin.mean(part), bin.place));
        let (low, high) = (bins[0].mean(part), bins[bins.len() - 1].mean(part));
        // At the middle of the range and not of the pixels: a small torch in a dark hall keeps its colour.
        let at = bins.partition_point(|bin| bin.mean(part) <= u64::midpoint(low, high)).clamp(1, bins.len() - 1);
        let rest = bins.split_off(at);
        boxes[widest].0 = spread(&boxes[widest].1);
        boxes.push((spread(&rest), rest));
    }
    boxes.into_iter().map(|(_, bins)| bins).collect()
}

/// How far the colours of a box reach, weighed by how many pixels it has, and in which part. Nought for a single bin.
fn spread(bins: &[Bin]) -> (u64, usize) {
    if bins.len() < 2 {
        return (0, 0);
    }
    let count: u64 = bins.iter().map(|bin| bin.count).sum();
    let range = |part: usize| {
        let means = || bins.iter().map(|bin| bin.mean(part));
        means().max().expect("a box is not empty") - means().min().expect("a box is not empty")
    };
    let widest = (0..3).rev().max_by_key(|&part| range(part)).expect("there are three");
    // The logarithm keeps large areas from taking all.
    (range(widest) * u64::from(count.ilog2() + 1), widest)
}
