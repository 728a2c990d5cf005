//! [`Cursor`]: a position in a trace, with fast seeking.

use super::Trace;
use super::cell::Cell;
use super::cell_runs::Changed;
use super::index::{Index, apply};
use crate::base::grid::{Grid, Pos};

/// A position in a trace, with the cells at that moment.
///
/// Seeking costs about as much as four passes over the map, a few milliseconds for a million tiles.
/// A step back or forth costs no more than the cells that it changes.
#[doc(alias = "seek")]
#[doc(alias = "playback")]
#[derive(Clone, Debug)]
pub struct Cursor<'a> {
    trace: &'a Trace,
    index: &'a Index,
    frame: usize,
    cells: Grid<Cell>,
}

impl<'a> Cursor<'a> {
    /// Creates a cursor at frame 0, before the first moment.
    pub fn new(trace: &'a Trace) -> Cursor<'a> {
        Cursor { trace, index: trace.index(), frame: 0, cells: Grid::new(trace.size(), Cell::WALL) }
    }

    /// Moves to a frame, or to the last frame if `frame` is past the end.
    #[doc(alias = "seek")]
    pub fn go(&mut self, frame: usize) {
        let frame = frame.min(self.trace.last());
        let nearest = self.index.keyframe(frame);
        let begins = nearest.map_or(0, |key| key.frame);
        if self.cost(begins, frame) + self.cells.size().area() < self.cost(self.frame, frame) {
            match nearest {
                Some(key) => self.cells.cells_mut().copy_from_slice(&key.cells),
                None => self.cells.cells_mut().fill(Cell::WALL),
            }
            self.frame = begins;
        }
        // Changes can be applied forwards and backwards, in any order.
        for moment in &self.index.moments[self.frame.min(frame)..self.frame.max(frame)] {
            apply(moment.runs(&self.trace.stream), self.cells.cells_mut());
        }
        self.frame = frame;
    }

    /// Returns the approximate cost of moving between two frames.
    fn cost(&self, from: usize, to: usize) -> usize {
        let changes = |frame: usize| match frame.checked_sub(1).map(|moment| self.index.moments[moment]) {
            Some(moment) => moment.before + u64::from(moment.changes),
            None => 0,
        };
        from.abs_diff(to) + changes(from).abs_diff(changes(to)) as usize
    }

    /// Returns the current frame.
    pub fn frame(&self) -> usize {
        self.frame
    }

    /// Returns the cells at the current frame.
    pub fn cells(&self) -> &Grid<Cell> {
        &self.cells
    }

    /// Returns the cells changed by the moment that led to this frame, in reading order.
    pub fn changed(&self) -> Vec<Pos> {
        let Some(moment) = self.frame.checked_sub(1) else { return Vec::new() };
        let width = self.cells.size().width as usize;
        let runs = self.index.moments[moment].runs(&self.trace.stream);
        let cells = runs.flat_map(|Changed { first, count, .. }| first..first + count);
        cells.map(|cell| Pos::new((cell % width) as i32, (cell / width) as i32)).collect()
    }
}
