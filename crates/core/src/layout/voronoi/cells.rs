//! Sites, the cells of the map nearest to each of them, and the walls between.

use super::{Metric, Voronoi};
use crate::bits::BitGrid;
use crate::error::Error;
use crate::generator::Context;
use crate::grid::Size;
use crate::rng::Rng;
use std::marker::PhantomData;
use std::ops::Range;

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
/// The most sites that can be near a block: of the narrowest places, seven by nine.
const NEAR: usize = 64;

/// One site in every place of a grid; every second row of places is moved by half a place, as in a honeycomb.
struct Sites {
    across: i32,
    down: i32,
    columns: i32,
    places: Vec<Site>,
}

#[derive(Clone, Copy)]
struct Site {
    x: i32,
    y: i32,
    /// Sites of one label have no walls between them.
    label: u16,
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
        let mut sites = Sites { across, down, columns, places: Vec::with_capacity((columns * rows) as usize) };
        let (mut places, mut kinds) = (cx.rng("sites"), cx.rng("kinds"));
        let stray = |side: i32| side * QUARTERS * STRAY_PERCENT * voronoi.jitter as i32 / 10_000;
        for row in 0..rows {
            for column in 0..columns {
                let left = (column - Sites::LEFT) * across + sites.offset(row);
                let top = (row - Sites::ABOVE) * down;
                let middle = |low: i32, side: i32| low * QUARTERS + side * QUARTERS / 2;
                let x = middle(left, across) + places.range(-stray(across), stray(across));
                let y = middle(top, down) + places.range(-stray(down), stray(down));
                let label = sites.label(column, voronoi, &mut kinds);
                sites.places.push(Site { x, y, label });
            }
        }
        sites
    }

    /// How far a row of places is moved to the right.
    fn offset(&self, row: i32) -> i32 {
        (row & 1) * (self.across / 2)
    }

    /// The label of the next site: rock, that of a neighbour, or one of its own.
    fn label(&self, column: i32, voronoi: &Voronoi, rng: &mut Rng) -> u16 {
        let next = self.places.len();
        let (rock, merge, neighbour) = (rng.percent(voronoi.rock_percent), rng.percent(voronoi.merge), rng.below(2));
        if rock {
            return ROCK;
        }
        let above = next.wrapping_sub(self.columns as usize);
        let back = if neighbour == 0 && column > 0 { next.wrapping_sub(1) } else { above };
        match self.places.get(back).filter(|site| merge && site.label != ROCK) {
            Some(site) => site.label,
            // Neighbours never share a number: no map is so wide that five rows of places have 65,535.
            None => (next % usize::from(ROCK)) as u16,
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
    fn both(across: u32, down: u32) -> u32;
    /// The distance above and a number below `NEAR`: that of `across`, which has one; `down` has it only where asked for.
    const DOWN_HAS_NUMBER: bool;
    /// By how much a site may be farther than another from the middle of a block and yet nearer to one of its tiles.
    fn slack(a: Site, b: Site, half: u32) -> u32;
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
    fn both(across: u32, down: u32) -> u32 {
        across + down
    }
    const DOWN_HAS_NUMBER: bool = false;
    #[inline]
    fn slack(a: Site, b: Site, half: u32) -> u32 {
        2 * half * (a.x.abs_diff(b.x) + a.y.abs_diff(b.y))
    }
}

impl Measure for Manhattan {
    #[inline]
    fn along(distance: i32) -> u32 {
        distance.unsigned_abs()
    }
    #[inline]
    fn both(across: u32, down: u32) -> u32 {
        across + down
    }
    const DOWN_HAS_NUMBER: bool = false;
    #[inline]
    fn slack(_: Site, _: Site, half: u32) -> u32 {
        4 * half
    }
}

impl Measure for Chebyshev {
    #[inline]
    fn along(distance: i32) -> u32 {
        distance.unsigned_abs()
    }
    #[inline]
    fn both(across: u32, down: u32) -> u32 {
        across.max(down)
    }
    const DOWN_HAS_NUMBER: bool = true;
    #[inline]
    fn slack(_: Site, _: Site, half: u32) -> u32 {
        2 * half
    }
}

/// The insides of all cells but those of rock, within a closed border: no two cells touch, not even at a corner.
pub(super) fn insides(voronoi: &Voronoi, size: Size, cx: &mut Context<'_>) -> Result<BitGrid, Error> {
    let sites = Sites::new(voronoi, size, cx);
    match voronoi.metric {
        Metric::Euclid => lay::<Euclid>(&sites, size, cx),
        Metric::Manhattan => lay::<Manhattan>(&sites, size, cx),
        Metric::Chebyshev => lay::<Chebyshev>(&sites, size, cx),
    }
}

fn lay<M: Measure>(sites: &Sites, size: Size, cx: &mut Context<'_>) -> Result<BitGrid, Error> {
    let mut floor = BitGrid::new(size);
    // Whole blocks, and whole words of flags.
    let stride = (size.width as usize).next_multiple_of(64) + 1;
    // The last row of the blocks before, and all rows of the current ones.
    let mut labels = vec![ROCK; stride * (SIDE + 1)];
    let mut block = Block::<M>::new();
    let columns: Vec<_> = (0..size.width).step_by(SIDE).map(|left| sites.columns_near(left)).collect();
    for top in (0..size.height).step_by(SIDE) {
        cx.spend((size.width * BLOCK) as u64)?;
        let rows = sites.rows_near(top);
        for (index, columns) in columns.iter().enumerate() {
            let left = index * SIDE;
            block.gather(sites, rows.clone(), columns);
            block.label(left as i32, top, &mut labels[stride + left..], stride);
        }
        for row in 0..BLOCK {
            let y = top + row - 1;
            if y > 0 && y < size.height - 1 {
                let rows = &labels[row as usize * stride..][..2 * stride];
                let (here, below) = rows.split_at(stride);
                inside_row(here, below, size.width, floor.row_mut(y));
            }
        }
        labels.copy_within(SIDE * stride.., 0);
    }
    Ok(floor)
}

/// A square of tiles, and the sites that may be nearest to one of them.
struct Block<M> {
    near: [Site; NEAR],
    count: usize,
    labels: [u16; NEAR],
    /// How far each of them is from each column of tiles, with its number.
    across: [[u32; SIDE]; NEAR],
    measure: PhantomData<M>,
}

impl<M: Measure> Block<M> {
    fn new() -> Self {
        let site = Site { x: 0, y: 0, label: 0 };
        Block { near: [site; NEAR], count: 0, labels: [0; NEAR], across: [[0; SIDE]; NEAR], measure: PhantomData }
    }

    /// Takes the sites of these places.
    #[inline(never)]
    fn gather(&mut self, sites: &Sites, rows: Range<usize>, columns: &[Range<usize>; 2]) {
        self.count = 0;
        for row in rows {
            let columns = columns[row & 1].clone();
            for site in &sites.places[row * sites.columns as usize..][columns] {
                self.near[self.count] = *site;
                self.count += 1;
            }
        }
    }

    /// Writes down the label of the site nearest to every tile of the block.
    #[inline(never)]
    fn label(&mut self, left: i32, top: i32, labels: &mut [u16], stride: usize) {
        self.drop_far(left, top);
        let near = &self.near[..self.count];
        if let [site] = near {
            return (0..SIDE).for_each(|row| labels[row * stride..][..SIDE].fill(site.label));
        }
        let tile = |low: i32, index: usize| (low + index as i32) * QUARTERS + QUARTERS / 2;
        let numbered = |distance: u32, number: usize| distance * NEAR as u32 + number as u32;
        for (number, site) in near.iter().enumerate() {
            self.labels[number] = site.label;
            self.across[number] = std::array::from_fn(|column| numbered(M::along(site.x - tile(left, column)), number));
        }
        for row in 0..SIDE {
            // The least of the numbered distances is the nearest, and of equals the first.
            let mut best = [u32::MAX; SIDE];
            for (number, (across, site)) in self.across.iter().zip(near).enumerate() {
                let down = numbered(M::along(site.y - tile(top, row)), if M::DOWN_HAS_NUMBER { number } else { 0 });
                for (best, &across) in best.iter_mut().zip(across) {
                    *best = (*best).min(M::both(across, down));
                }
            }
            let labels = &mut labels[row * stride..][..SIDE];
            labels.iter_mut().zip(best).for_each(|(label, best)| *label = self.labels[best as usize % NEAR]);
        }
    }

    /// Drops the sites that are nearest to no tile of the block.
    #[inline(never)]
    fn drop_far(&mut self, left: i32, top: i32) {
        let middle = |low: i32| low * QUARTERS + BLOCK * QUARTERS / 2;
        let far = |site: &Site| M::both(M::along(site.x - middle(left)), M::along(site.y - middle(top)));
        let (mut nearest, mut least) = (self.near[0], u32::MAX);
        for site in &self.near[..self.count] {
            let distance = far(site);
            (nearest, least) = if distance < least { (*site, distance) } else { (nearest, least) };
        }
        // From the middle of a block to the middle of its outermost tiles.
        let half = ((BLOCK - 1) * QUARTERS / 2) as u32;
        let mut kept = 0;
        for index in 0..self.count {
            let site = self.near[index];
            self.near[kept] = site;
            kept += usize::from(far(&site) <= least + M::slack(nearest, site, half));
        }
        self.count = kept;
    }
}

/// A tile is inside where the three to the right and below belong to the same cell.
fn inside_row(here: &[u16], below: &[u16], width: i32, floor: &mut [u64]) {
    for (index, word) in floor.iter_mut().enumerate() {
        let (here, below) = (&here[index * 64..][..65], &below[index * 64..][..65]);
        let mut flags = [0u8; 64];
        for (x, flag) in flags.iter_mut().enumerate() {
            let label = here[x];
            let same = (label == here[x + 1]) & (label == below[x]) & (label == below[x + 1]);
            *flag = u8::from(same & (label != ROCK));
        }
        // Eight flags become the eight bits of a byte: the product moves each to its place in the highest.
        let bytes = flags.as_chunks::<8>().0.iter();
        let bits = bytes.map(|&eight| u64::from_le_bytes(eight).wrapping_mul(0x0102_0408_1020_4080) >> 56);
        *word = bits.rev().fold(0, |word, bits| word << 8 | bits);
    }
    floor[0] &= !1;
    let last = (width - 1) as usize;
    floor[last / 64] &= (1 << (last % 64)) - 1;
    floor[last / 64 + 1..].fill(0);
}
