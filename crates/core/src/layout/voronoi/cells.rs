//! Sites, the cells nearest to each of them, and the walls between the cells.

use super::{DistanceMetric, Voronoi};
use crate::base::bits::BitGrid;
use crate::base::error::Error;
use crate::base::grid::{Pos, Size};
use crate::base::rng::Rng;
use crate::generator::Context;
use std::ops::{Add, Range};

/// Units per tile. Sites stand on quarters of tiles, so that few tiles are equally far from two of
/// them.
const QUARTERS: i32 = 4;
/// Maximum offset of a site from the centre of its slot, as a percentage of the distance to the
/// next slot. The nearest site to any tile is then at most one slot away, with exceptions too rare
/// to be visible.
const STRAY_PERCENT: i32 = 35;
/// Label shared by all rock sites.
const ROCK: u16 = u16::MAX;
/// Side of the square blocks in which tiles are processed.
const BLOCK: i32 = 8;
const SIDE: usize = BLOCK as usize;
/// Number of sites in a row of slots that are processed together.
const FOUR: usize = 4;
/// Upper bound for the number of groups near a block: the narrowest slots give two in each of five
/// rows.
const GROUPS: usize = 16;
const NEAR: usize = GROUPS * FOUR;
/// Largest cell size for which every squared distance within range fits in 16 bits: less than 1.85
/// slots plus a block in either direction.
const SMALL_CELL: i32 = 20;

/// One site in every slot of a grid. Every second row of slots is shifted by half a slot, as in a
/// honeycomb.
struct Sites {
    across: i32,
    down: i32,
    columns: i32,
    xs: Vec<i32>,
    ys: Vec<i32>,
    /// Sites with the same label have no wall between them.
    labels: Vec<u16>,
}

impl Sites {
    /// Index origin of the slots: two columns left of the map and one row above it, so that every
    /// block has neighbours.
    const LEFT: i32 = 2;
    const ABOVE: i32 = 1;

    #[inline(never)]
    fn new(voronoi: &Voronoi, size: Size, cx: &Context<'_>) -> Self {
        let across = voronoi.cell;
        // The rows of a honeycomb are closer together than its columns.
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
        // Sites are processed four at a time.
        sites.xs.resize(count, 0);
        sites.ys.resize(count, 0);
        sites.labels.resize(count, ROCK);
        sites
    }

    /// Returns the offset of a row of slots to the right.
    fn offset(&self, row: i32) -> i32 {
        (row & 1) * (self.across / 2)
    }

    /// Draws the label of the next site: rock, the label of a neighbour, or a new one.
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
            // Neighbours never share a number by accident: no map is wide enough for 65,535 slots
            // in five rows.
            _ => (next % usize::from(ROCK)) as u16,
        }
    }

    /// Returns the first column and the column past the last of the slots that can affect a block,
    /// for an unshifted row and for a shifted one.
    fn columns_near(&self, left: i32) -> [Range<usize>; 2] {
        [0, 1].map(|row| {
            let column = |x: i32| (x - self.offset(row)).div_euclid(self.across) + Sites::LEFT;
            column(left) as usize - 1..column(left + BLOCK - 1) as usize + 2
        })
    }

    /// Returns the rows of the slots that can affect a block.
    fn rows_near(&self, top: i32) -> Range<usize> {
        let row = |y: i32| (y / self.down + Sites::ABOVE) as usize;
        row(top) - 1..row(top + BLOCK - 1) + 2
    }
}

/// Computes a distance from the offsets along the row and along the column.
trait Measure {
    fn along(distance: i32) -> u32;
    fn both<T: Far>(across: T, down: T) -> T;
    /// Maximum amount by which a site may be farther from the centre of a block than another site
    /// and still be nearer to one of its tiles.
    fn slack(dx: u32, dy: u32, half: u32) -> u32;
}

/// Number type for distances: fewer bits mean more comparisons at once.
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

/// Returns the interiors of all cells except rock, within a closed border. No two cells touch, not
/// even at a corner.
pub(super) fn insides(voronoi: &Voronoi, size: Size, cx: &mut Context<'_>) -> Result<BitGrid, Error> {
    let sites = Sites::new(voronoi, size, cx);
    match voronoi.metric {
        DistanceMetric::Euclid if voronoi.cell <= SMALL_CELL => lay::<Euclid, u16>(&sites, size, cx),
        DistanceMetric::Euclid => lay::<Euclid, u32>(&sites, size, cx),
        DistanceMetric::Manhattan => lay::<Manhattan, u16>(&sites, size, cx),
        DistanceMetric::Chebyshev => lay::<Chebyshev, u16>(&sites, size, cx),
    }
}

fn lay<M: Measure, T: Far>(sites: &Sites, size: Size, cx: &mut Context<'_>) -> Result<BitGrid, Error> {
    let mut floor = BitGrid::new(size);
    // The last row of the previous blocks, and all rows of the current ones.
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

/// A block of tiles, and the sites that may be nearest to one of them.
struct Block<T> {
    groups: [Group; GROUPS],
    /// Numbers of the candidate sites: group times four, plus the position in the group.
    kept: [u32; NEAR + 1],
    count: usize,
    near: [Near<T>; NEAR],
}

/// Neighbouring sites, seen from the centre of a block.
#[derive(Clone, Copy, Default)]
struct Group {
    xs: [i32; FOUR],
    ys: [i32; FOUR],
    /// Distance of each site. Unused entries are farther than all others.
    far: [u32; FOUR],
    /// Index of the first site of the group.
    first: usize,
}

/// A site that may be nearest to a tile of a block.
#[derive(Clone, Copy)]
struct Near<T> {
    /// Offsets from each column and from each row of tiles.
    across: [T; SIDE],
    down: [T; SIDE],
    label: [u16; SIDE],
}

impl<T: Far> Block<T> {
    fn new() -> Self {
        let near = Near { across: [T::NONE; SIDE], down: [T::NONE; SIDE], label: [0; SIDE] };
        Block { groups: [Group::default(); GROUPS], kept: [0; NEAR + 1], count: 0, near: [near; NEAR] }
    }

    /// Collects the sites of these slots, except the ones that are nearest to no tile of the block.
    #[inline(never)]
    fn gather<M: Measure>(&mut self, sites: &Sites, rows: Range<usize>, columns: &[Range<usize>; 2], corner: Pos) {
        let middle = |low: i32| low * QUARTERS + BLOCK * QUARTERS / 2;
        let (x, y) = (middle(corner.x), middle(corner.y));
        let mut groups = 0;
        // The smallest of the numbered distances is the nearest.
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

    /// Keeps the sites that may be nearer to a tile of the block than the site nearest to its
    /// centre.
    #[inline]
    fn keep_near<M: Measure>(&mut self, groups: usize, nearest: u32) {
        let (number, least) = (nearest as usize % NEAR, nearest / NEAR as u32);
        let group = &self.groups[number / FOUR];
        let (x, y) = (group.xs[number % FOUR], group.ys[number % FOUR]);
        // Distance from the centre of a block to the centre of its outermost tiles.
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

    /// Writes the label of the nearest site for every tile of the block. Ties go to the first site.
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
                    // Branchless, and eight at a time.
                    let nearer = u16::from(distances[index] < best[index]).wrapping_neg();
                    *name ^= (*name ^ other.label[index]) & nearer;
                }
                best.iter_mut().zip(distances).for_each(|(best, distance)| *best = distance.min(*best));
            }
            labels[row * stride] = names;
        }
    }
}

/// Mask that makes the entries past the given number of a group farther than all others.
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

/// Loads four numbers from this index on.
#[inline]
fn four(numbers: &[i32], first: usize) -> [i32; FOUR] {
    numbers[first..].first_chunk().copied().unwrap_or_default()
}

/// Returns the tiles whose right, lower and lower right neighbours belong to the same cell.
#[inline(never)]
fn inside_row(here: &[u16], below: &[u16], width: i32, flags: &mut [u8], floor: &mut [u64]) {
    let (here, below) = (&here[..width as usize], &below[..width as usize]);
    for x in 0..width as usize - 1 {
        let label = here[x];
        let same = (label == here[x + 1]) & (label == below[x]) & (label == below[x + 1]);
        flags[x] = u8::from(same & (label != ROCK));
    }
    for (word, flags) in floor.iter_mut().zip(flags.as_chunks::<64>().0) {
        // Packs eight flags into the eight bits of a byte: the product moves each to its place in
        // the highest byte.
        let bytes = flags.as_chunks::<8>().0.iter();
        let bits = bytes.map(|&eight| u64::from_le_bytes(eight).wrapping_mul(0x0102_0408_1020_4080) >> 56);
        *word = bits.rev().fold(0, |word, bits| word << 8 | bits);
    }
    floor[0] &= !1;
}
