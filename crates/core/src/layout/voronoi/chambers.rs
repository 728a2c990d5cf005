//! What hangs together inside the walls.

use crate::bits::{BitGrid, set_span};
use crate::grid::Rect;
use crate::map::{CellSet, Shape};
use crate::region::find;

/// The chambers of a map, and which run of floor belongs to which.
pub(super) struct Chambers {
    /// All runs of floor in reading order.
    runs: Vec<Run>,
    /// Where each row begins among the runs, and where the last one ends.
    rows: Vec<u32>,
    /// The smallest rectangle around every chamber.
    bounds: Vec<Rect>,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Run {
    pub(super) start: i32,
    pub(super) end: i32,
    /// The chamber it belongs to.
    pub(super) chamber: u32,
}

impl Chambers {
    /// Finds them, in the order of their first tiles, and fills those of fewer tiles than `least`; the largest stays in any
    /// case.
    #[inline(never)]
    pub(super) fn of(floor: &mut BitGrid, least: u32) -> Chambers {
        let height = floor.size().height;
        let mut chambers = Chambers {
            runs: Vec::with_capacity(512),
            rows: Vec::with_capacity(height as usize + 1),
            bounds: Vec::new(),
        };
        let mut parents: Vec<u32> = Vec::with_capacity(128);
        let mut sizes: Vec<u32> = Vec::with_capacity(128);
        let (mut above, mut here) = (0, 0);
        for y in 0..height {
            chambers.rows.push(here as u32);
            let mut up = above;
            for (start, end) in floor.runs(y) {
                while up < here && chambers.runs[up].end <= start {
                    up += 1;
                }
                let mut label = u32::MAX;
                let mut touching = up;
                while touching < here && chambers.runs[touching].start < end {
                    let other = find(&mut parents, chambers.runs[touching].chamber);
                    if label == u32::MAX {
                        label = other;
                    } else if label != other {
                        let (low, high) = (label.min(other), label.max(other));
                        parents[high as usize] = low;
                        sizes[low as usize] += sizes[high as usize];
                        label = low;
                    }
                    touching += 1;
                }
                if label == u32::MAX {
                    label = parents.len() as u32;
                    parents.push(label);
                    sizes.push(0);
                }
                sizes[label as usize] += (end - start) as u32;
                chambers.runs.push(Run { start, end, chamber: label });
            }
            (above, here) = (here, chambers.runs.len());
        }
        chambers.rows.push(here as u32);
        chambers.number(floor, &mut parents, &sizes, least);
        chambers
    }

    /// Turns labels into numbers without gaps, without the small ones.
    #[inline(never)]
    fn number(&mut self, floor: &mut BitGrid, parents: &mut [u32], sizes: &[u32], least: u32) {
        const FILLED: u32 = u32::MAX;
        let roots = (0..parents.len()).filter(|&label| parents[label] as usize == label);
        let least = least.min(roots.map(|root| sizes[root]).max().unwrap_or(0));
        // A root comes before all labels that lead to it.
        let mut numbers = vec![FILLED; parents.len()];
        for label in 0..parents.len() {
            let root = find(parents, label as u32) as usize;
            if root != label {
                numbers[label] = numbers[root];
            } else if sizes[label] >= least {
                numbers[label] = self.bounds.len() as u32;
                self.bounds.push(Rect::default());
            }
        }
        let mut kept = 0;
        for y in 0..floor.size().height {
            let row = self.rows[y as usize] as usize..self.rows[y as usize + 1] as usize;
            self.rows[y as usize] = kept as u32;
            for index in row {
                let Run { start, end, chamber } = self.runs[index];
                let chamber = numbers[chamber as usize];
                if chamber == FILLED {
                    set_span(floor.row_mut(y), start, end, false);
                    continue;
                }
                let bounds = &mut self.bounds[chamber as usize];
                let (left, right, top) = match bounds.is_empty() {
                    true => (start, end, y),
                    false => (bounds.x.min(start), bounds.right().max(end), bounds.y),
                };
                *bounds = Rect::new(left, top, right - left, y + 1 - top);
                self.runs[kept] = Run { start, end, chamber };
                kept += 1;
            }
        }
        self.rows[floor.size().height as usize] = kept as u32;
        self.runs.truncate(kept);
    }

    /// How many there are.
    pub(super) fn count(&self) -> usize {
        self.bounds.len()
    }

    /// The runs of a row, from left to right.
    pub(super) fn row(&self, y: i32) -> &[Run] {
        &self.runs[self.rows[y as usize] as usize..self.rows[y as usize + 1] as usize]
    }

    /// The shapes of all chambers.
    #[inline(never)]
    pub(super) fn shapes(&self) -> impl Iterator<Item = Shape> {
        let mut masks: Vec<BitGrid> = self.bounds.iter().map(|bounds| BitGrid::new(bounds.size())).collect();
        for y in 0..self.rows.len() as i32 - 1 {
            for run in self.row(y) {
                let bounds = self.bounds[run.chamber as usize];
                let row = masks[run.chamber as usize].row_mut(y - bounds.y);
                set_span(row, run.start - bounds.x, run.end - bounds.x, true);
            }
        }
        let cells = |(mask, bounds): (BitGrid, &Rect)| Shape::Cells(Box::new(CellSet::new(bounds.origin(), mask)));
        masks.into_iter().zip(&self.bounds).map(cells)
    }
}
