//! What hangs together inside the walls.

use crate::bits::{BitGrid, set_span};
use crate::grid::Rect;
use crate::map::{CellSet, Shape};

/// The chambers of a map, and which run of floor belongs to which.
pub(super) struct Chambers {
    /// The chamber of every run of floor, in reading order.
    runs: Vec<u32>,
    /// For every word of the floor, how many runs begin before it.
    ranks: Vec<u32>,
    /// The smallest rectangle around every chamber, and its cells in there.
    masks: Vec<(Rect, BitGrid)>,
}

/// A run of floor in a row.
#[derive(Clone, Copy)]
struct Run {
    start: i32,
    end: i32,
    /// The part it belongs to.
    part: u32,
}

/// What was found to hang together so far.
#[derive(Clone, Copy)]
struct Part {
    /// The part that it turned out to belong to, found earlier; or itself.
    parent: u32,
    /// The number of its chamber, once all are found; or [`FILLED`].
    chamber: u32,
    tiles: u32,
    left: i32,
    right: i32,
    top: i32,
    bottom: i32,
}

/// What is too small for a chamber.
const FILLED: u32 = u32::MAX;

impl Chambers {
    /// Finds them, in the order of their first tiles, and fills those of fewer tiles than `least`; the largest stays in any
    /// case.
    pub(super) fn of(floor: &mut BitGrid, least: u32) -> Chambers {
        let mut survey = Survey::of(floor);
        let masks = survey.number(least);
        survey.divide(floor, masks)
    }

    /// How many there are.
    pub(super) fn count(&self) -> usize {
        self.masks.len()
    }

    /// The chambers of the run of floor that begins at or before the first cell of this word and bit, and of the next run.
    #[inline]
    pub(super) fn at(&self, floor: &BitGrid, x: usize, y: i32) -> &[u32] {
        let row = floor.row(y);
        let (word, bit) = (x / 64, x % 64);
        let last = if word > 0 { row[word - 1] >> 63 } else { 0 };
        let starts = row[word] & !(row[word] << 1 | last) & u64::MAX >> (63 - bit);
        &self.runs[(self.ranks[y as usize * row.len() + word] + starts.count_ones()) as usize - 1..]
    }

    /// The shapes of all chambers.
    pub(super) fn take_shapes(&mut self) -> impl Iterator<Item = Shape> + use<> {
        let masks = std::mem::take(&mut self.masks).into_iter();
        masks.map(|(bounds, mask)| Shape::Cells(Box::new(CellSet::new(bounds.origin(), mask))))
    }
}

/// All runs of floor, and the parts that they make up.
struct Survey {
    runs: Vec<Run>,
    /// Where each row ends among the runs.
    ends: Vec<u32>,
    parts: Vec<Part>,
}

impl Survey {
    #[inline(never)]
    fn of(floor: &BitGrid) -> Survey {
        let height = floor.size().height;
        let guess = floor.size().area() / 8;
        let (runs, ends) = (Vec::with_capacity(guess), Vec::with_capacity(height as usize));
        let mut survey = Survey { runs, ends, parts: Vec::with_capacity(guess / 4) };
        let mut above = 0;
        for y in 0..height {
            let here = survey.runs.len();
            survey.runs.extend(floor.runs(y).map(|(start, end)| Run { start, end, part: 0 }));
            survey.ends.push(survey.runs.len() as u32);
            let (before, row) = survey.runs.split_at_mut(here);
            link(&before[above..], row, y, &mut survey.parts);
            above = here;
        }
        survey
    }

    /// Numbers all parts that are chambers, and makes room for their cells.
    #[inline(never)]
    fn number(&mut self, least: u32) -> Vec<(Rect, BitGrid)> {
        let least = least.min(self.parts.iter().map(|part| part.tiles).max().unwrap_or(0));
        let mut masks = Vec::with_capacity(self.parts.len());
        for index in 0..self.parts.len() {
            let part = self.parts[index];
            self.parts[index].chamber = if part.parent as usize != index {
                // What it belongs to came before it.
                self.parts[part.parent as usize].chamber
            } else if part.tiles < least {
                FILLED
            } else {
                let bounds = Rect::new(part.left, part.top, part.right - part.left, part.bottom - part.top);
                masks.push((bounds, BitGrid::new(bounds.size())));
                masks.len() as u32 - 1
            };
        }
        masks
    }

    /// Gives every chamber its cells, and fills what is none.
    #[inline(never)]
    fn divide(self, floor: &mut BitGrid, mut masks: Vec<(Rect, BitGrid)>) -> Chambers {
        let mut runs = Vec::with_capacity(self.runs.len());
        let mut first = 0;
        for (y, &end) in (0..).zip(&self.ends) {
            for &Run { start, end, part } in &self.runs[first..end as usize] {
                let chamber = self.parts[part as usize].chamber;
                match masks.get_mut(chamber as usize) {
                    Some((bounds, mask)) => {
                        set_span(mask.row_mut(y - bounds.y), start - bounds.x, end - bounds.x, true);
                        runs.push(chamber);
                    }
                    None => set_span(floor.row_mut(y), start, end, false),
                }
            }
            first = end as usize;
        }
        Chambers { runs, ranks: ranks(floor), masks }
    }
}

/// Gives every run of a row the part of the runs above that it touches, or one of its own.
#[inline]
fn link(mut above: &[Run], row: &mut [Run], y: i32, parts: &mut Vec<Part>) {
    for run in row {
        while let [first, rest @ ..] = above && first.end <= run.start {
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

/// The part that a part belongs to.
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

/// Makes one of two parts, the one that was found first; `a` belongs to no other.
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

/// For every word of the floor, how many runs begin before it.
fn ranks(floor: &BitGrid) -> Vec<u32> {
    let mut count = 0;
    let mut ranks = Vec::with_capacity(floor.row(0).len() * floor.size().height as usize);
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
