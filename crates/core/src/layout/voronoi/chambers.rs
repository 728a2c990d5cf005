//! Connected components of the floor inside the walls.

use crate::base::bits::{BitGrid, set_span};
use crate::base::grid::Rect;
use crate::map::{CellSet, Shape};

/// The chambers of a map, and the chamber of every run of floor.
pub(super) struct Chambers {
    /// Chamber of every run of floor, in reading order.
    runs: Vec<u32>,
    /// Starts of runs, for every word of the floor.
    starts: Vec<Starts>,
    /// Number of words in a row.
    stride: usize,
    masks: Vec<Mask>,
    /// Words of all masks.
    words: Vec<u64>,
}

/// The cells of a chamber in its bounding rectangle.
#[derive(Clone, Copy)]
struct Mask {
    bounds: Rect,
    /// Index of its first word.
    first: usize,
    /// Number of words in a row.
    stride: usize,
}

/// Starts of runs of floor in a word.
#[derive(Clone, Copy)]
struct Starts {
    bits: u64,
    /// Number of runs that start before the word.
    before: u32,
}

/// A run of floor in a row.
#[derive(Clone, Copy)]
struct Run {
    start: i32,
    end: i32,
    /// Index of the part it belongs to.
    part: u32,
}

/// A connected part found so far.
#[derive(Clone, Copy)]
struct Part {
    /// Index of the earlier part it was merged into, or its own.
    parent: u32,
    /// Number of its chamber once all are found, or [`FILLED`].
    chamber: u32,
    tiles: u32,
    left: i32,
    right: i32,
    top: i32,
    bottom: i32,
}

/// Marks a part that is too small to be a chamber.
const FILLED: u32 = u32::MAX;

impl Chambers {
    /// Finds the chambers, in the order of their first tiles, and fills chambers with fewer than
    /// `least` tiles. The largest always stays.
    pub(super) fn of(floor: &mut BitGrid, least: u32) -> Chambers {
        let mut survey = PlacementIndex::of(floor);
        let (masks, count) = survey.number(least);
        survey.divide(floor, masks, count)
    }

    /// Returns the number of chambers.
    pub(super) fn count(&self) -> usize {
        self.masks.len()
    }

    /// Returns the chamber of a floor tile.
    #[inline]
    pub(super) fn at(&self, x: usize, y: usize) -> u32 {
        let Starts { bits, before } = self.starts[y * self.stride + x / 64];
        let upto = (bits & u64::MAX >> (63 - x % 64)).count_ones();
        self.runs[(before + upto) as usize - 1]
    }

    /// Returns the shapes of all chambers.
    pub(super) fn shapes(&self) -> impl Iterator<Item = Shape> {
        self.masks.iter().map(|&Mask { bounds, first, stride }| {
            let words = self.words[first..][..stride * bounds.height as usize].to_vec();
            Shape::Cells(Box::new(CellSet::new(bounds.origin(), BitGrid::from_words(bounds.size(), words))))
        })
    }
}

/// All runs of floor, and the parts they form.
struct PlacementIndex {
    runs: Vec<Run>,
    /// Index past the last run of each row.
    ends: Vec<u32>,
    parts: Vec<Part>,
}

impl PlacementIndex {
    #[inline(never)]
    fn of(floor: &BitGrid) -> PlacementIndex {
        let height = floor.size().height;
        let guess = floor.size().area() / 8;
        let (runs, ends) = (Vec::with_capacity(guess), Vec::with_capacity(height as usize));
        let mut survey = PlacementIndex { runs, ends, parts: Vec::with_capacity(guess / 4) };
        let mut edges = vec![0; floor.size().width as usize + 1];
        let mut above = 0;
        for y in 0..height {
            let here = survey.runs.len();
            let edges = edges_of(floor.row(y), &mut edges);
            survey.runs.extend(edges.as_chunks().0.iter().map(|&[start, end]| Run { start, end, part: 0 }));
            survey.ends.push(survey.runs.len() as u32);
            let (before, row) = survey.runs.split_at_mut(here);
            link(&before[above..], row, y, &mut survey.parts);
            above = here;
        }
        survey
    }

    /// Numbers all parts that are chambers. Returns the positions of their masks and the number of
    /// words they need.
    #[inline(never)]
    fn number(&mut self, least: u32) -> (Vec<Mask>, usize) {
        let least = least.min(self.parts.iter().map(|part| part.tiles).max().unwrap_or(0));
        let mut masks = Vec::with_capacity(self.parts.len());
        let mut first = 0;
        for index in 0..self.parts.len() {
            let part = self.parts[index];
            self.parts[index].chamber = if part.parent as usize != index {
                // A part is merged into an earlier one only.
                self.parts[part.parent as usize].chamber
            } else if part.tiles < least {
                FILLED
            } else {
                let bounds = Rect::new(part.left, part.top, part.right - part.left, part.bottom - part.top);
                let stride = (bounds.width as usize).div_ceil(64);
                masks.push(Mask { bounds, first, stride });
                first += stride * bounds.height as usize;
                masks.len() as u32 - 1
            };
        }
        (masks, first)
    }

    /// Gives every chamber its cells, and fills everything else.
    #[inline(never)]
    fn divide(self, floor: &mut BitGrid, masks: Vec<Mask>, count: usize) -> Chambers {
        let mut words = vec![0; count];
        let mut runs = vec![0; self.runs.len()];
        let (mut first, mut kept) = (0, 0);
        for (y, &end) in (0..).zip(&self.ends) {
            for &Run { start, end, part } in &self.runs[first..end as usize] {
                let chamber = self.parts[part as usize].chamber;
                let Some(&Mask { bounds, first, stride }) = masks.get(chamber as usize) else {
                    set_span(floor.row_mut(y), start, end, false);
                    continue;
                };
                runs[kept] = chamber;
                kept += 1;
                let row = first + (y - bounds.y) as usize * stride;
                if stride == 1 {
                    words[row] |= u64::MAX >> (64 - (end - start)) << (start - bounds.x);
                } else {
                    set_span(&mut words[row..row + stride], start - bounds.x, end - bounds.x, true);
                }
            }
            first = end as usize;
        }
        Chambers { runs, starts: starts(floor), stride: floor.row(0).len(), masks, words }
    }
}

/// Lists the starts and ends of the runs in a row, alternating. No run reaches the end of the row.
#[inline]
fn edges_of<'a>(row: &[u64], edges: &'a mut [i32]) -> &'a [i32] {
    let (mut count, mut last) = (0, 0);
    for (left, &word) in (0..).step_by(64).zip(row) {
        let mut changes = word ^ (word << 1 | last);
        last = word >> 63;
        while changes != 0 {
            edges[count] = left + changes.trailing_zeros() as i32;
            count += 1;
            changes &= changes - 1;
        }
    }
    &edges[..count]
}

/// Gives every run of a row the part of the touching runs above, or a new part.
#[inline]
fn link(mut above: &[Run], row: &mut [Run], y: i32, parts: &mut Vec<Part>) {
    for run in row {
        while let [first, rest @ ..] = above
            && first.end <= run.start
        {
            above = rest;
        }
        let mut touching = above.iter().take_while(|other| other.start < run.end);
        let mut part = match touching.next() {
            Some(other) => root(parts, other.part),
            None => {
                let (part, Run { start: left, end: right, .. }) = (parts.len() as u32, *run);
                parts.push(Part { parent: part, chamber: 0, tiles: 0, left, right, top: y, bottom: y });
                part
            }
        };
        for other in touching {
            part = unite(parts, part, other.part);
        }
        run.part = part;
        let part = &mut parts[part as usize];
        part.tiles += (run.end - run.start) as u32;
        (part.left, part.right, part.bottom) = (part.left.min(run.start), part.right.max(run.end), y + 1);
    }
}

/// Returns the root of a part.
#[inline]
fn root(parts: &mut [Part], mut part: u32) -> u32 {
    loop {
        let parent = parts[part as usize].parent;
        if parent == part {
            return part;
        }
        let next = parts[parent as usize].parent;
        parts[part as usize].parent = next;
        part = next;
    }
}

/// Merges two parts into the one that was found first. `a` is a root.
fn unite(parts: &mut [Part], a: u32, b: u32) -> u32 {
    let b = root(parts, b);
    let (low, high) = (a.min(b), a.max(b));
    if low != high {
        let other = parts[high as usize];
        parts[high as usize].parent = low;
        let part = &mut parts[low as usize];
        part.tiles += other.tiles;
        (part.left, part.right) = (part.left.min(other.left), part.right.max(other.right));
    }
    low
}

/// Lists the starts of runs, for every word of the floor.
fn starts(floor: &BitGrid) -> Vec<Starts> {
    let mut before = 0;
    let mut starts = Vec::with_capacity(floor.row(0).len() * floor.size().height as usize);
    for y in 0..floor.size().height {
        let mut last = 0;
        for &word in floor.row(y) {
            let bits = word & !(word << 1 | last);
            starts.push(Starts { bits, before });
            before += bits.count_ones();
            last = word >> 63;
        }
    }
    starts
}
