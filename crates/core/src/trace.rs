//! Traces: recordings of runs, moment by moment, for replay.
//!
//! ```
//! use mapwright::trace::{self, Cursor, Limits, Trace};
//! use mapwright::{Plan, Run, Seed, layout::mining};
//! let plan = Plan::of(&mining::ENTRY, &mining::Mining::default())?;
//! let trace = trace::record(&plan, Run::new(Seed::new(7)).size(40, 30), None)?;
//!
//! let mut cursor = Cursor::new(&trace);
//! cursor.go(100);
//! let moment = trace.moment(100).expect("there are more than that");
//! println!("{}, {:?} tiles changed", moment.label, moment.changes);
//! cursor.go(trace.last());
//! assert!(cursor.cells().cells().iter().zip(trace.map().tiles.cells()).all(|(cell, tile)| cell.tile() == *tile));
//!
//! let mut file = Vec::new();
//! trace.write(&mut file)?;
//! assert_eq!(Trace::read(&file[..], &Limits::default())?, trace);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Frame 0 is solid wall, before the first moment; frame *n* is the map after moment *n*. A moment
//! has a label, the changed cells and, for walkers, their position. Every moment that a generator
//! records is kept, unless there is a limit; then moments are merged with their neighbours, and
//! [`Trace::merged`] returns how many. A frame shows the tile of each cell and the thing on it. The
//! final map is stored complete, with all its records, so that a trace can be replayed without its
//! generators and after their revision has changed.
//!
//! # File format
//!
//! Numbers are written in seven bits per byte, lowest first; texts as their length and their bytes.
//!
//! | part | contents |
//! |---|---|
//! | `mapwright-trace` and a line feed | identifies the format |
//! | two numbers | version: major and minor; another major version is refused by name |
//! | two numbers | width and height |
//! | texts after their number | the labels, the ids of the recipe's steps |
//! | two numbers | number of moments merged away, number of moments stored |
//! | moments | see below |
//! | a text | the final map, as a [saved map](crate::saved) |
//! | sixteen bytes | the [digest](crate::Hasher) of everything before it |
//!
//! A moment begins with a byte. Its lowest three bits give the position of the walker: 0 nowhere,
//! 1 to 4 a step north, east, south or west of its last position, 5 at its last position, 6 at the
//! cell that follows as a number. The fourth bit is set if cells changed. The upper four bits are
//! the number of the label, where 15 means that the number follows. If cells changed, the number of
//! runs follows, and each run: its distance from the last run, its length, old *xor* new. The value
//! 7 instead of a position announces another step and attempt, as two numbers.

mod cell;
mod cell_runs;
mod cursor;
mod file;
mod index;
mod recorder;
mod stream;

pub use cell::{Cell, Thing};
pub use cursor::Cursor;
pub use file::{Limits, MAGIC, VERSION};
pub use recorder::Recorder;

use crate::base::error::Error;
use crate::base::grid::{Pos, Size};
use crate::generator::{Moment, Tracer};
use crate::map::Map;
use crate::run::plan::{Plan, Run};
use index::Index;
use std::sync::OnceLock;
use stream::NOWHERE;

/// Runs the plan and records every moment of it, or at most `limit` moments.
///
/// Without a limit, a run that is too long for a trace fails with
/// [`TooBig`](crate::ErrorKind::TooBig). Recording does not change the map.
pub fn record(plan: &Plan, run: Run<'_>, limit: Option<usize>) -> Result<Trace, Error> {
    record_watched(plan, run, limit, |_| ())
}

/// Like [`record`], and calls `watch` after every moment with the number of moments stored so far,
/// for example to read a clock.
///
/// ```
/// use mapwright::{Plan, Run, Seed, layout::mining, trace::record_watched};
/// use std::time::Instant;
/// let plan = Plan::of(&mining::ENTRY, &mining::Mining::default())?;
/// let (start, mut times) = (Instant::now(), Vec::new());
/// let run = Run::new(Seed::new(7)).size(40, 30);
/// let trace = record_watched(&plan, run, None, |moments| times.resize(moments, start.elapsed()))?;
/// assert_eq!(times.len(), trace.last());
/// # Ok::<(), mapwright::Error>(())
/// ```
pub fn record_watched(
    plan: &Plan,
    run: Run<'_>,
    limit: Option<usize>,
    watch: impl FnMut(usize),
) -> Result<Trace, Error> {
    let size = run.size.unwrap_or(plan.size());
    let limits = Limits::default();
    // If the plan refuses the size anyway, its own error explains it better.
    if plan.refuses(size).is_none() && size.area() > limits.max_tiles {
        return Err(limits.too_big("tiles", limits.max_tiles));
    }
    let mut recorder = Recorder::new(size);
    if let Some(limit) = limit {
        recorder = recorder.limit(limit);
    }
    let mut watched = Watched { recorder, watch };
    let map = plan.run(Run { tracer: Some(&mut watched), ..run })?;
    watched.recorder.finish(map)
}

/// A recorder, and a function that is called after every moment.
struct Watched<F> {
    recorder: Recorder,
    watch: F,
}

impl<F: FnMut(usize)> Tracer for Watched<F> {
    fn moment(&mut self, moment: Moment<'_>) {
        self.recorder.moment(moment);
        (self.watch)(self.recorder.moments());
    }

    fn done(&mut self, attempt: u32, step: usize, map: &Map) {
        self.recorder.done(attempt, step, map);
        (self.watch)(self.recorder.moments());
    }

    fn rejected(&mut self, attempt: u32, step: usize) {
        self.recorder.rejected(attempt, step);
        (self.watch)(self.recorder.moments());
    }
}

/// The recording of a run, moment by moment.
#[doc(alias = "replay")]
#[doc(alias = "animation")]
#[derive(Clone, Debug)]
pub struct Trace {
    labels: Vec<String>,
    /// All moments, encoded.
    stream: Vec<u8>,
    count: usize,
    merged: u64,
    map: Map,
    /// Built on first use.
    index: OnceLock<Index>,
}

/// Two traces are equal if they show the same moments and map. A cached index does not matter.
impl PartialEq for Trace {
    fn eq(&self, other: &Trace) -> bool {
        self.stream == other.stream
            && self.count == other.count
            && self.labels == other.labels
            && self.merged == other.merged
            && self.map == other.map
    }
}

/// Details of a frame: its label, its step, and what it changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct FrameInfo<'a> {
    /// Short label of the event.
    pub label: &'a str,
    /// Index of the step in the recipe, from 0.
    pub step: usize,
    /// Number of the attempt, from 0. When it rises, the attempt before was rejected.
    pub attempt: u32,
    /// Position of the walker.
    pub at: Option<Pos>,
    /// Number of changed cells.
    pub changes: usize,
}

impl Trace {
    fn index(&self) -> &Index {
        self.index.get_or_init(|| Index::of(&self.stream, self.count, self.labels.len(), &self.map))
    }

    /// Returns the width and height of the map.
    pub fn size(&self) -> Size {
        self.map.size()
    }

    /// Returns the final map, with all its records.
    pub fn map(&self) -> &Map {
        &self.map
    }

    /// Returns the final map and drops the trace.
    pub fn into_map(self) -> Map {
        self.map
    }

    /// Returns the number of the last frame, which is also the number of moments.
    pub fn last(&self) -> usize {
        self.count
    }

    /// Returns the moment that led to this frame. Returns `None` for frame 0, before the first
    /// moment, and past the last frame.
    pub fn moment(&self, frame: usize) -> Option<FrameInfo<'_>> {
        let record = self.index().moments.get(frame.checked_sub(1)?)?;
        let width = self.size().width as u32;
        let at = (record.at != NOWHERE)
            .then(|| Pos::new((record.at % width.max(1)) as i32, (record.at / width.max(1)) as i32));
        Some(FrameInfo {
            label: &self.labels[usize::from(record.label)],
            step: record.step.into(),
            attempt: record.attempt,
            at,
            changes: record.changes as usize,
        })
    }

    /// Returns the frame of the next moment with the same label as the latest moment up to this
    /// frame that changed a cell. In a mine it is the next `break`, even from a `backtrack`, which
    /// changes nothing. If no later moment has that label, it is the next moment that changes
    /// anything.
    pub fn next_alike(&self, frame: usize) -> Option<usize> {
        let rest = self.index().moments.get(frame..)?;
        let next = |label| rest.iter().position(|moment| moment.is_like(label)).map(|index| frame + index + 1);
        self.alike(frame, next)
    }

    /// Returns the frame of the previous moment with that label, or else of the previous moment
    /// that changed anything; see [`Trace::next_alike`]. At the end of a mine, whose last moment
    /// lays the void, it is the last `break`.
    pub fn previous_alike(&self, frame: usize) -> Option<usize> {
        let before = &self.index().moments[..frame.saturating_sub(1).min(self.count)];
        let previous = |label| before.iter().rposition(|moment| moment.is_like(label)).map(|index| index + 1);
        self.alike(frame, previous)
    }

    /// Looks for the label of this frame, then for any change.
    fn alike(&self, frame: usize, find: impl Fn(Option<u16>) -> Option<usize>) -> Option<usize> {
        let label = self.latest_label(frame);
        find(label).or_else(|| find(None))
    }

    fn latest_label(&self, frame: usize) -> Option<u16> {
        let before = &self.index().moments[..frame.min(self.count)];
        before.iter().rev().find(|moment| moment.changes > 0).map(|moment| moment.label)
    }

    /// Returns how often each label occurred up to and including this frame, in the order of their
    /// first occurrence in the whole trace.
    pub fn counts(&self, frame: usize) -> Vec<(&str, usize)> {
        let counts = self.index().counts(frame.min(self.count));
        self.labels.iter().map(String::as_str).zip(counts).collect()
    }

    /// Returns the number of moments that were merged into others because of a limit.
    pub fn merged(&self) -> u64 {
        self.merged
    }

    /// Returns the ids of the recipe's steps.
    pub fn steps(&self) -> &[String] {
        &self.index().steps
    }
}

/// Returns the ids of the steps that made a map.
fn steps_of(map: &Map) -> Vec<String> {
    let recipe = map.source.origin.recipe.as_ref();
    recipe.map_or_else(Vec::new, |recipe| (0..recipe.steps.len()).map(|index| recipe.step_id(index)).collect())
}
