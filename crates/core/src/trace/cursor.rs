//! [`Cursor`]: a place in a trace, and how to get to any other at once.

use super::cell::Cell;
use super::runs::{self, Changed};
use super::{Record, Trace, runs_of};
use crate::grid::{Grid, Pos, Size};

/// A place in a trace, with the cells at that moment.
///
/// Going anywhere costs about as much as four passes over the map, a few milliseconds for a million tiles; a step back or forth costs no more
/// than the cells that it changes.
#[derive(Clone, Debug)]
pub struct Cursor<'a> {
    trace: &'a Trace,
    frame: usize,
    cells: Grid<Cell>,
}

impl<'a> Cursor<'a> {
    /// At frame 0, before anything happened.
    pub fn new(trace: &'a Trace) -> Cursor<'a> {
        Cursor { trace, frame: 0, cells: Grid::new(trace.size(), Cell::WALL) }
    }

    /// Goes to a frame; past the end, to the last.
    pub fn go(&mut self, frame: usize) {
        let frame = frame.min(self.trace.last());
        let keyframes = &self.trace.keyframes;
        let nearest = keyframes.before(frame);
        let begins = nearest.map_or(0, |key| key.frame);
        if self.cost(begins, frame) + self.cells.size().area() < self.cost(self.frame, frame) {
            match nearest {
                Some(key) => self.cells.cells_mut().copy_from_slice(&key.cells),
                None => self.cells.cells_mut().fill(Cell::WALL),
            }
            self.frame = begins;
        }
        // The same changes lead forwards and back, in any order.
        let between = self.frame.min(frame)..self.frame.max(frame);
        for moment in between {
            apply(self.trace.runs_of(moment), self.cells.cells_mut());
        }
        self.frame = frame;
    }

    /// What it takes to go from one frame to the other, roughly.
    fn cost(&self, from: usize, to: usize) -> usize {
        let changes = |frame: usize| match frame.checked_sub(1).map(|moment| self.trace.moments[moment]) {
            Some(moment) => moment.before + u64::from(moment.changes),
            None => 0,
        };
        from.abs_diff(to) + changes(from).abs_diff(changes(to)) as usize
    }

    /// Which frame it is at.
    pub fn frame(&self) -> usize {
        self.frame
    }

    /// The cells at that frame.
    pub fn cells(&self) -> &Grid<Cell> {
        &self.cells
    }

    /// The cells that the moment changed which led to this frame, in reading order.
    pub fn changed(&self) -> Vec<Pos> {
        let Some(moment) = self.frame.checked_sub(1) else { return Vec::new() };
        let width = self.cells.size().width as usize;
        let runs = runs::decode(self.trace.runs_of(moment)).flatten();
        let cells = runs.flat_map(|Changed { first, count, .. }| first..first + count);
        cells.map(|cell| Pos::new((cell % width) as i32, (cell / width) as i32)).collect()
    }
}

/// Applies coded changes, forwards or back.
pub(super) fn apply(runs: &[u8], cells: &mut [Cell]) {
    for Changed { first, count, by } in runs::decode(runs).flatten() {
        cells[first..first + count].iter_mut().for_each(|cell| cell.0 ^= by);
    }
}

/// The cells at some frames, to begin from.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Keyframes(Vec<Keyframe>);

#[derive(Clone, PartialEq, Debug)]
pub(super) struct Keyframe {
    frame: usize,
    cells: Vec<Cell>,
}

/// All keyframes together take no more bytes than this, or than one map.
const MEMORY: usize = 64 << 20;
/// There is no keyframe after less work than this.
const WORK: usize = 1 << 16;

impl Keyframes {
    /// A keyframe wherever it would take a few passes over the map to come there from the last one.
    pub(super) fn of(size: Size, moments: &[Record], runs: &[u8]) -> Keyframes {
        let area = size.area();
        let work = |moment: &Record| 1 + moment.changes as usize;
        let all: usize = moments.iter().map(work).sum();
        let few = MEMORY / area.max(1);
        let apart = WORK.max(4 * area).max(all / few.max(1));
        let mut cells = vec![Cell::WALL; area];
        let mut keyframes = Vec::new();
        let mut done = 0;
        for (index, moment) in moments.iter().enumerate() {
            apply(runs_of(moments, runs, index), &mut cells);
            done += work(moment);
            if done >= apart {
                done = 0;
                keyframes.push(Keyframe { frame: index + 1, cells: cells.clone() });
            }
        }
        Keyframes(keyframes)
    }

    /// The last one up to this frame.
    fn before(&self, frame: usize) -> Option<&Keyframe> {
        let after = self.0.partition_point(|key| key.frame <= frame);
        self.0[..after].last()
    }
}
