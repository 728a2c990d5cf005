//! Sites, the cells of the map nearest to each of them, and the walls between.

use super::{Metric, Voronoi};
use crate::bits::BitGrid;
use crate::error::Error;
use crate::generator::Context;
use crate::grid::{Pos, Size};
use crate::rng::Rng;
use std::ops::{Add, Range};

/// Sites stand on quarters of tiles, so that few tiles are equally far from two of them.
const QUARTERS: i32 = 4;
/// How far the wildest site strays from the middle of its place, in per cent of the way to the next. The nearest site to
/// any tile is then never more than one place away, or so rarely that nobody sees it.
const STRAY_PERCENT: i32 = 35;
/// The label of all sites that are rock.
const ROCK: u16 = u16::MAX;
/// Tiles are looked at in squares of this side.
const BLOCK: i32 = 8;
const SIDE: usize = BLOCK as usize;
/// So many sites of a row of places are looked at together.
const FOUR: usize = 4;
/// More such groups than can be near a block: of the narrowest places there are two in each of five rows.
const GROUPS: usize = 16;
const NEAR: usize = GROUPS * FOUR;
/// Up to this size of cells every squared distance within reach fits in 16 bits: less than 1.85 places and a block either
/// way.
const SMALL_CELL: i32 = 20;

/// One site in every place of a grid; every second row of places is moved by half a place, as in a honeycomb.
struct Sites {
    across: i32,
    down: i32,
    columns: i32,
    xs: Vec<i32>,
    ys: Vec<i32>,
    /// Sites of one label have no walls between them.
    labels: Vec<u16>,
}

impl Sites {
    /// Places two columns to the left of the map and one row above it are the first, so that no block is without
    /// neighbours.
    const LEFT: i32 = 2;
    const ABOVE: i32 = 1;

    #[inline(never)]
    fn new(voronoi: &Voronoi, size: Size, cx: &Context<'_>) -> Self {
        let across = voronoi.cell;
        // The rows of a honeycomb lie closer together than its columns.
        let down = (across * 7 + 4) / 8;
        let columns = (size.width + BLOCK) / across + 2 + Sites::LEFT;
        let rows = (size.height + BLOCK) / down + 2 + Sites::ABOVE;
        let count = (columns * rows) as usize + FOUR;
        let (xs, ys, labels) = (Vec::with_capacity(count), Vec::with_capacity(count), Vec::with_capacity(count));
        let mut sites = Sites { across, down, columns, xs, ys, labels };
        let (mut places, mut kinds) = (cx.rng("sites"), cx.rng("kinds"));
        let stray = |side: i32| side * QUARTERS * STRAY_PERCENT * voronoi.jitter as i32 / 10_000;
        for row in 0..rows {
            for column in 0..columns {
                let left = (column - Sites::LEFT) * across + sites.offset(row);
                let top = (row - Sites::ABOVE) * down;
                let middle = |low: i32, side: i32| low * QUARTERS + side * QUARTERS / 2;
                sites.xs.push(middle(left, across) + places.range(-stray(across), stray(across)));
                sites.ys.push(middle(top, down) + places.range(-stray(down), stray(down)));
                sites.labels.push(sites.label(column, voronoi, &mut kinds));
            }
        }
        // Sites are taken four at a time.
        sites.xs.resize(count, 0);
        sites.ys.resize(count, 0);
        sites.labels.resize(count, ROCK);
        sites
    }

    /// How far a row of places is moved to the right.
    fn offset(&self, row: i32) -> i32 {
        (row & 1) * (self.across / 2)
    }

    /// The label of the next site: rock, that of a neighbour, or one of its own.
    fn label(&self, column: i32, voronoi: &Voronoi, rng: &mut Rng) -> u16 {
        let next = self.labels.len();
        let (rock, merge, neighbour) = (rng.percent(voronoi.rock_percent), rng.percent(voronoi.merge), rng.below(2));
        if rock {
            return ROCK;
        }
        let above = next.wrapping_sub(self.columns as usize);
        let back = if neighbour == 0 && column > 0 { next.wrapping_sub(1) } else { above };
        match self.labels.get(back) {
            Some(&label) if merge && label != ROCK => label,
            // Neighbours never share a number: no map is so wide that five rows of places have 65,535.
            _ => (next % usize::from(ROCK)) as u16,
        }
    }

    /// The first and the past-the-last column of the places that can matter to a block, in a row that is not moved and in one
    /// that is.
    fn columns_near(&self, left: i32) -> [Range<usize>; 2] {
        [0, 1].map(|row| {
            let column = |x: i32| (x - self.offset(row)).div_euclid(self.across) + Sites::LEFT;
            column(left) as usize - 1..column(left + BLOCK - 1) as usize + 2
        })
    }

    /// The rows of the places that can matter to a block.
    fn rows_near(&self, top: i32) -> Range<usize> {
        let row = |y: i32| (y / self.down + Sites::ABOVE) as usize;
        row(top) - 1..row(top + BLOCK - 1) + 2
    }
}

/// How far it is, from how far it is along the row and along the column.
trait Measure {
    fn along(distance: i32) -> u32;
    fn both<T: Far>(across: T, down: T) -> T;
    /// By how much a site may be farther than another from the middle of a block and yet nearer to one of its tiles.
    fn slack(dx: u32, dy: u32, half: u32) -> u32;
}

/// What distances are kept in: the fewer bits, the more of them are compared at once.
trait Far: Copy + Ord + Add<Output = Self> {
    const NONE: Self;
    fn of(distance: u32) -> Self;
}

impl Far for u16 {
    const NONE: Self = 0;
    #[inline]
    fn of(distance: u32) -> Self {
        distance as u16
    }
}

impl Far for u32 {
    const NONE: Self = 0;
    #[inline]
    fn of(distance: u32) -> Self {
        distance
    }
}

struct Euclid;
struct Manhattan;
struct Chebyshev;

impl Measure for Euclid {
    #[inline]
    fn along(distance: i32) -> u32 {
        (distance * distance) as u32
    }
    #[inline]
    fn both<T: Far>(across: T, down: T) -> T {
        across + down
    }
    #[inline]
    fn slack(dx: u32, dy: u32, half: u32) -> u32 {
        2 * half * (dx + dy)
    }
}

impl Measure for Manhattan {
    #[inline]
    fn along(distance: i32) -> u32 {
        distance.unsigned_abs()
    }
    #[inline]
    fn both<T: Far>(across: T, down: T) -> T {
        across + down
    }
    #[inline]
    fn slack(_: u32, _: u32, half: u32) -> u32 {
        4 * half
    }
}

impl Measure for Chebyshev {
    #[inline]
    fn along(distance: i32) -> u32 {
        distance.unsigned_abs()
    }
    #[inline]
    fn both<T: Far>(across: T, down: T) -> T {
        across.max(down)
    }
    #[inline]
    fn slack(_: u32, _: u32, half: u32) -> u32 {
        2 * half
    }
}

/// The insides of all cells but those of rock, within a closed border: no two cells touch, not even at a corner.
pub(super) fn insides(voronoi: &Voronoi, size: Size, cx: &mut Context<'_>) -> Result<BitGrid, Error> {
    let sites = Sites::new(voronoi, size, cx);
    match voronoi.metric {
        Metric::Euclid if voronoi.cell <= SMALL_CELL => lay::<Euclid, u16>(&sites, size, cx),
        Metric::Euclid => lay::<Euclid, u32>(&sites, size, cx),
        Metric::Manhattan => lay::<Manhattan, u16>(&sites, size, cx),
        Metric::Chebyshev => lay::<Chebyshev, u16>(&sites, size, cx),
    }
}

fn lay<M: Measure, T: Far>(sites: &Sites, size: Size, cx: &mut Context<'_>) -> Result<BitGrid, Error> {
    let mut floor = BitGrid::new(size);
    // The last row of the blocks before, and all rows of the current ones.
    let across = (size.width as usize).div_ceil(SIDE);
    let mut labels = vec![[ROCK; SIDE]; across * (SIDE + 1)];
    let mut flags = vec![0; (size.width as usize).next_multiple_of(64)];
    let mut block = Block::<T>::new();
    let columns: Vec<_> = (0..size.width).step_by(SIDE).map(|left| sites.columns_near(left)).collect();
    for top in (0..size.height).step_by(SIDE) {
        cx.spend((size.width * BLOCK) as u64)?;
        let rows = sites.rows_near(top);
        for (index, columns) in columns.iter().enumerate() {
            block.gather::<M>(sites, rows.clone(), columns, Pos::new(index as i32 * BLOCK, top));
            block.label::<M>(sites, &mut labels[across + index..], across);
        }
        for row in 0..BLOCK {
            let y = top + row - 1;
            if y > 0 && y < size.height - 1 {
                let rows = &labels[row as usize * across..][..2 * across];
                let (here, below) = rows.split_at(across);
                inside_row(here.as_flattened(), below.as_flattened(), size.width, &mut flags, floor.row_mut(y));
            }
        }
        labels.copy_within(SIDE * across.., 0);
    }
    Ok(floor)
}

/// A square of tiles, and the sites that may be nearest to one of them.
struct Block<T> {
    groups: [Group; GROUPS],
    /// The numbers of the sites that may be nearest: of their group times four, and in it.
    kept: [u32; NEAR + 1],
    count: usize,
    near: [Near<T>; NEAR],
}

/// Sites beside each other, seen from the middle of a block.
#[derive(Clone, Copy, Default)]
struct Group {
    xs: [i32; FOUR],
    ys: [i32; FOUR],
    /// How far each of them is; those that are too many are farther than all others.
    far: [u32; FOUR],
    /// Where the first is among all sites.
    first: usize,
}

/// A site that may be nearest to a tile of a block.
#[derive(Clone, Copy)]
struct Near<T> {
    /// How far it is from each column and from each row of tiles.
    across: [T; SIDE],
    down: [T; SIDE],
    label: [u16; SIDE],
}

impl<T: Far> Block<T> {
    fn new() -> Self {
        let near = Near { across: [T::NONE; SIDE], down: [T::NONE; SIDE], label: [0; SIDE] };
        Block { groups: [Group::default(); GROUPS], kept: [0; NEAR + 1], count: 0, near: [near; NEAR] }
    }

    /// Takes the sites of these places, without those that are nearest to no tile of the block.
    #[inline(never)]
    fn gather<M: Measure>(&mut self, sites: &Sites, rows: Range<usize>, columns: &[Range<usize>; 2], corner: Pos) {
        let middle = |low: i32| low * QUARTERS + BLOCK * QUARTERS / 2;
        let (x, y) = (middle(corner.x), middle(corner.y));
        let mut groups = 0;
        // The least of the numbered distances is the nearest.
        let mut nearest = u32::MAX;
        for row in rows {
            let Range { start, end } = columns[row & 1];
            for column in (start..end).step_by(FOUR) {
                let first = row * sites.columns as usize + column;
                let too_many = TOO_MANY[(end - column).min(FOUR)];
                let from = |middle: i32, all: &[i32]| {
                    let here = four(all, first);
                    std::array::from_fn(|index| (here[index] - middle) & !too_many[index] as i32)
                };
                let (xs, ys): ([i32; FOUR], [i32; FOUR]) = (from(x, &sites.xs), from(y, &sites.ys));
                let far =
                    std::array::from_fn(|index| M::both(M::along(xs[index]), M::along(ys[index])) | too_many[index]);
                let number = |index: usize| (groups * FOUR + index) as u32;
                let numbered: [u32; FOUR] = std::array::from_fn(|index| far[index] << NEAR.ilog2() | number(index));
                nearest = numbered.into_iter().fold(nearest, u32::min);
                self.groups[groups] = Group { xs, ys, far, first };
                groups += 1;
            }
        }
        self.keep_near::<M>(groups, nearest);
    }

    /// Keeps the sites that may be nearer to a tile of the block than the one that is nearest to its middle.
    #[inline]
    fn keep_near<M: Measure>(&mut self, groups: usize, nearest: u32) {
        let (number, least) = (nearest as usize % NEAR, nearest / NEAR as u32);
        let group = &self.groups[number / FOUR];
        let (x, y) = (group.xs[number % FOUR], group.ys[number % FOUR]);
        // From the middle of a block to the middle of its outermost tiles.
        let half = ((BLOCK - 1) * QUARTERS / 2) as u32;
        let mut count = 0;
        for (number, group) in self.groups[..groups].iter().enumerate() {
            let keep: [bool; FOUR] = std::array::from_fn(|index| {
                let slack = M::slack(x.abs_diff(group.xs[index]), y.abs_diff(group.ys[index]), half);
                group.far[index] <= least + slack
            });
            for (index, keep) in keep.into_iter().enumerate() {
                self.kept[count] = (number * FOUR + index) as u32;
                count += usize::from(keep);
            }
        }
        self.count = count;
    }

    /// Writes down the label of the site nearest to every tile of the block, of equals the first.
    #[inline(never)]
    fn label<M: Measure>(&mut self, sites: &Sites, labels: &mut [[u16; SIDE]], stride: usize) {
        let tile = |index: usize| index as i32 * QUARTERS - (BLOCK - 1) * QUARTERS / 2;
        let near = &mut self.near[..self.count];
        for (near, &number) in near.iter_mut().zip(&self.kept) {
            let (group, index) = (&self.groups[number as usize / FOUR], number as usize % FOUR);
            let (x, y) = (group.xs[index], group.ys[index]);
            near.across = std::array::from_fn(|column| T::of(M::along(x - tile(column))));
            near.down = std::array::from_fn(|row| T::of(M::along(y - tile(row))));
            near.label = [sites.labels[group.first + index]; SIDE];
        }
        let Some((first, others)) = near.split_first() else { return };
        for row in 0..SIDE {
            let mut best = first.across.map(|across| M::both(across, first.down[row]));
            let mut names = first.label;
            for other in others {
                let distances = other.across.map(|across| M::both(across, other.down[row]));
                for (index, name) in names.iter_mut().enumerate() {
                    // Nothing to guess for the processor, and eight at once.
                    let nearer = u16::from(distances[index] < best[index]).wrapping_neg();
                    *name ^= (*name ^ other.label[index]) & nearer;
                }
                best.iter_mut().zip(distances).for_each(|(best, distance)| *best = distance.min(*best));
            }
            labels[row * stride] = names;
        }
    }
}

/// What makes sites past so many of a group farther than all others.
static TOO_MANY: [[u32; FOUR]; FOUR + 1] = {
    let mut masks = [[u32::MAX; FOUR]; FOUR + 1];
    let mut many = 0;
    while many <= FOUR {
        let mut index = 0;
        while index < many {
            masks[many][index] = 0;
            index += 1;
        }
        many += 1;
    }
    masks
};

/// Four numbers from here on.
#[inline]
fn four(numbers: &[i32], first: usize) -> [i32; FOUR] {
    numbers[first..].first_chunk().copied().unwrap_or_default()
}

/// A tile is inside where the three to the right and below belong to the same cell.
#[inline(never)]
fn inside_row(here: &[u16], below: &[u16], width: i32, flags: &mut [u8], floor: &mut [u64]) {
    let (here, below) = (&here[..width as usize], &below[..width as usize]);
    for x in 0..width as usize - 1 {
        let label = here[x];
        let same = (label == here[x + 1]) & (label == below[x]) & (label == below[x + 1]);
        flags[x] = u8::from(same & (label != ROCK));
    }
    for (word, flags) in floor.iter_mut().zip(flags.as_chunks::<64>().0) {
        // Eight flags become the eight bits of a byte: the product moves each to its place in the highest.
        let bytes = flags.as_chunks::<8>().0.iter();
        let bits = bytes.map(|&eight| u64::from_le_bytes(eight).wrapping_mul(0x0102_0408_1020_4080) >> 56);
        *word = bits.rev().fold(0, |word, bits| word << 8 | bits);
    }
    floor[0] &= !1;
}
