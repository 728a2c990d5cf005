//! Assigns runs of floor to regions.

use crate::base::bits::BitGrid;
use crate::base::error::Error;
use crate::base::grid::Pos;
use crate::generator::Context;
use std::convert::Infallible;

/// A region for every run of floor. Labels of one region share a root.
pub(super) struct Labels {
    /// The label of every run, in reading order.
    pub(super) runs: Vec<u32>,
    /// Index of each row's first run in `runs`, and the end of the last row.
    pub(super) rows: Vec<u32>,
    /// Union-find over labels: the parent of each, a smaller label or itself.
    pub(super) parents: Vec<u32>,
    /// Number of tiles in the region; valid at its root.
    pub(super) sizes: Vec<u32>,
    /// Number of regions, once small ones are dropped.
    pub(super) regions: usize,
}

/// A run without a label yet.
const NONE: u32 = u32::MAX;

impl Labels {
    /// Labels the runs of the floor. Where two runs touch, their overlap is one stretch of cells,
    /// so only the starts of overlaps have to be examined. The runs they belong to follow from
    /// counting the starts of runs before them: no search and hardly a branch.
    pub(super) fn of(floor: &BitGrid, cx: &mut Context<'_>) -> Result<Labels, Error> {
        Labels::paid(floor, |steps| cx.spend(steps))
    }

    /// Labels the runs of the floor without counting steps.
    pub(super) fn free(floor: &BitGrid) -> Labels {
        let Ok(labels) = Labels::paid(floor, |_| Ok::<(), Infallible>(()));
        labels
    }

    #[inline]
    fn paid<E>(floor: &BitGrid, mut spend: impl FnMut(u64) -> Result<(), E>) -> Result<Labels, E> {
        let guess = floor.size().area() / 6;
        let mut labels = Labels {
            runs: Vec::with_capacity(guess),
            rows: Vec::with_capacity(floor.size().height as usize + 1),
            parents: Vec::with_capacity(guess / 4),
            sizes: Vec::with_capacity(guess / 4),
            regions: 0,
        };
        let none = vec![0; floor.row(0).len()];
        let mut up: &[u64] = &none;
        let mut first_up = 0;
        for y in 0..floor.size().height {
            let here = floor.row(y);
            let first_here = labels.runs.len();
            labels.rows.push(first_here as u32);
            spend(here.len() as u64)?;
            labels.runs.resize(first_here + count_runs(here), NONE);
            labels.link(up, here, first_up, first_here as u32);
            labels.finish_row(first_here, here);
            up = here;
            first_up = first_here as u32;
        }
        labels.rows.push(labels.runs.len() as u32);
        labels.flatten();
        Ok(labels)
    }

    /// Gives runs of a row the labels of the runs above that they touch.
    #[inline]
    fn link(&mut self, up: &[u64], here: &[u64], first_up: u32, first_here: u32) {
        // Number of runs of each row that begin before the current word, and the last cell of the
        // word before.
        let (mut before_up, mut before_here) = (first_up, first_here);
        let (mut last_up, mut last_here) = (0, 0);
        for (&up, &here) in up.iter().zip(here) {
            let starts_up = up & !(up << 1 | last_up);
            let starts_here = here & !(here << 1 | last_here);
            let both = up & here;
            let mut overlaps = both & !(both << 1 | last_up & last_here);
            while overlaps != 0 {
                let upto = overlaps ^ (overlaps - 1);
                overlaps &= overlaps - 1;
                let above = self.runs[(before_up + (starts_up & upto).count_ones()) as usize - 1];
                let run = (before_here + (starts_here & upto).count_ones()) as usize - 1;
                let label = self.runs[run];
                if label == NONE {
                    self.runs[run] = above;
                } else if label != above {
                    self.union(label, above);
                }
            }
            before_up += starts_up.count_ones();
            before_here += starts_here.count_ones();
            (last_up, last_here) = (up >> 63, here >> 63);
        }
    }

    /// Gives the other runs of the row labels of their own, and measures all.
    #[inline]
    fn finish_row(&mut self, first: usize, row: &[u64]) {
        for_each_piece(row, first, |run, _, mask| {
            let label = &mut self.runs[run];
            if *label == NONE {
                *label = self.parents.len() as u32;
                self.parents.push(*label);
                self.sizes.push(0);
            }
            self.sizes[*label as usize] += mask.count_ones();
        });
    }

    /// Points every label directly at its root and moves sizes there. Returns the root of the
    /// largest region.
    pub(super) fn flatten(&mut self) -> u32 {
        let (mut largest, mut regions) = (0, 0);
        // Roots have the smallest label of their region, so in a backward pass sizes arrive before
        // they are passed on.
        for label in (0..self.parents.len()).rev() {
            let parent = self.parents[label] as usize;
            if parent != label {
                self.sizes[parent] += std::mem::take(&mut self.sizes[label]);
            }
        }
        for label in 0..self.parents.len() {
            let root = self.parents[self.parents[label] as usize];
            self.parents[label] = root;
            // Dropped regions have no tiles.
            regions += usize::from(self.sizes[label] > 0);
            if self.sizes[label] > self.sizes[largest as usize] {
                largest = label as u32;
            }
        }
        self.regions = regions;
        largest
    }

    /// Fills regions under this size and forgets their runs. Labels must be flat.
    pub(super) fn drop_small(&mut self, floor: &mut BitGrid, min_size: u32) {
        let large = self.sizes.iter().filter(|&&size| size >= min_size.max(1)).count();
        if large == self.regions {
            return;
        }
        self.regions = large;
        let names = self.name_large(min_size);
        let (mut read, mut kept) = (0, 0);
        for y in 0..floor.size().height {
            let past = self.rows[y as usize + 1] as usize;
            self.rows[y as usize] = kept as u32;
            for_each_piece_mut(floor.row_mut(y), read, |run, word, mask| {
                let keep = names[self.runs[run] as usize] != NONE;
                *word &= !mask | u64::from(keep).wrapping_neg();
            });
            for run in read..past {
                let name = names[self.runs[run] as usize];
                self.runs[kept] = name;
                kept += usize::from(name != NONE);
            }
            read = past;
        }
        self.runs.truncate(kept);
        self.rows[floor.size().height as usize] = kept as u32;
    }

    /// Fills the regions for whose root `keep` returns false. Labels must be flat, and the floor
    /// unchanged since labelling.
    pub(super) fn retain(&self, floor: &mut BitGrid, keep: impl Fn(u32) -> bool) {
        for y in 0..floor.size().height {
            for_each_piece_mut(floor.row_mut(y), self.rows[y as usize] as usize, |run, word, mask| {
                if !keep(self.parents[self.runs[run] as usize]) {
                    *word &= !mask;
                }
            });
        }
    }

    /// Gives regions of at least this size new consecutive labels, so that the remaining data stays
    /// close together in memory. Returns the new label of every old one.
    fn name_large(&mut self, min_size: u32) -> Vec<u32> {
        let mut names = std::mem::take(&mut self.parents);
        let mut sizes = Vec::with_capacity(self.regions);
        for label in 0..names.len() {
            // Labels are flat, and a root comes before the other labels of its region.
            let root = names[label] as usize;
            names[label] = if root != label {
                names[root]
            } else if self.sizes[label] >= min_size {
                sizes.push(self.sizes[label]);
                sizes.len() as u32 - 1
            } else {
                NONE
            };
        }
        self.parents.extend(0..sizes.len() as u32);
        self.sizes = sizes;
        names
    }

    /// Returns the region of the run that contains this cell of the floor.
    pub(super) fn at(&self, floor: &BitGrid, ranks: &[u32], pos: Pos) -> u32 {
        let row = floor.row(pos.y);
        let (word, bit) = (pos.x as usize / 64, pos.x as usize % 64);
        let last = if word > 0 { row[word - 1] >> 63 } else { 0 };
        let starts = row[word] & !(row[word] << 1 | last) & u64::MAX >> (63 - bit);
        self.runs[(ranks[pos.y as usize * row.len() + word] + starts.count_ones()) as usize - 1]
    }

    #[inline]
    pub(super) fn find(&mut self, region: u32) -> u32 {
        find(&mut self.parents, region)
    }

    /// Merges two regions. The one that comes first in reading order represents both.
    #[inline]
    pub(super) fn union(&mut self, a: u32, b: u32) {
        let (a, b) = (self.find(a), self.find(b));
        if a != b {
            let (root, other) = (a.min(b), a.max(b));
            self.parents[other as usize] = root;
            self.sizes[root as usize] += std::mem::take(&mut self.sizes[other as usize]);
        }
    }
}

/// Returns the root of an item, and halves the path to it for later calls.
#[inline]
pub(crate) fn find(parents: &mut [u32], mut item: u32) -> u32 {
    loop {
        let parent = parents[item as usize];
        if parent == item {
            return item;
        }
        let next = parents[parent as usize];
        parents[item as usize] = next;
        item = next;
    }
}

/// Returns the number of runs in a row.
#[inline]
fn count_runs(row: &[u64]) -> usize {
    let mut last = 0;
    let starts = row.iter().map(|&word| (word & !(word << 1 | std::mem::replace(&mut last, word >> 63))).count_ones());
    starts.sum::<u32>() as usize
}

/// Returns for every word of the floor the number of runs that begin before it on the whole map.
pub(super) fn ranks(floor: &BitGrid) -> Vec<u32> {
    let mut ranks = Vec::with_capacity(floor.row(0).len() * floor.size().height as usize);
    let mut count = 0;
    for y in 0..floor.size().height {
        let mut last = 0;
        for &word in floor.row(y) {
            ranks.push(count);
            count += (word & !(word << 1 | last)).count_ones();
            last = word >> 63;
        }
    }
    ranks
}

/// Calls `visit(run, word, mask)` for the part of every run in every word of a row; runs are
/// counted from `first`.
#[inline]
fn for_each_piece(row: &[u64], first: usize, mut visit: impl FnMut(usize, u64, u64)) {
    let mut next = first;
    let mut last = 0;
    for &word in row {
        pieces(word, last, &mut next, |run, mask| visit(run, word, mask));
        last = word >> 63;
    }
}

/// Calls `visit` like [`for_each_piece`], with mutable words.
#[inline]
fn for_each_piece_mut(row: &mut [u64], first: usize, mut visit: impl FnMut(usize, &mut u64, u64)) {
    let mut next = first;
    let mut last = 0;
    for target in row {
        let word = *target;
        pieces(word, last, &mut next, |run, mask| visit(run, target, mask));
        last = word >> 63;
    }
}

#[inline]
fn pieces(word: u64, last: u64, next: &mut usize, mut visit: impl FnMut(usize, u64)) {
    let mut starts = word & !(word << 1);
    // A run that continues from the word before was counted there.
    let mut run = *next - (word & last) as usize;
    while starts != 0 {
        // Adding the lowest cell of a run carries to its end: the cells that change are the run.
        let lowest = starts & starts.wrapping_neg();
        visit(run, word & (word ^ word.wrapping_add(lowest)));
        run += 1;
        starts ^= lowest;
    }
    *next = run;
}
