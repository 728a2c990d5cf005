//! Traces: a run, moment by moment, to be looked at again.
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
//! Frame 0 is solid wall, before anything happened; frame *n* is the map after moment *n*. A moment has a label, the cells that
//! changed and, for walkers, where they stand. Every moment that a generator shows is kept, unless a limit is asked for; then moments are merged
//! with their neighbours, and [`Trace::merged`] says how many. What is shown of a cell is its tile and the thing on it; the map at the end is
//! kept whole, with everything that it knows, so that a trace needs no generator to be looked at and outlives their revisions.
//!
//! # The file
//!
//! Numbers are written in seven bits a byte, lowest first; texts as their length and their bytes.
//!
//! | part | what it holds |
//! |---|---|
//! | `mapwright-trace` and a line feed | what the file is |
//! | two numbers | its version; one with another first number is refused by name |
//! | two numbers | width and height |
//! | texts after their number | the labels, the ids of the recipe's steps |
//! | two numbers | how many moments were merged away, how many there are |
//! | moments | a byte: in its lowest three bits where the walker is (0 nowhere, 1 to 4 a step north, east, south or west of where one was last, 5 at the same place, 6 at the cell that follows as a number); in the fourth whether cells changed; above them the number of the label, where 15 means that it follows. If cells changed, how many runs there are, and each run: how far on from the last one, how long, old *xor* new. 7 instead of a place: the step and the attempt from here on, two numbers |
//! | a text | the map at the end, as a [saved map](crate::saved) |
//! | sixteen bytes | the [digest](crate::Hasher) of all before it |

mod cell;
mod cursor;
mod file;
mod index;
mod recorder;
mod runs;
mod stream;

pub use cell::{Cell, Thing};
pub use cursor::Cursor;
pub use file::{Limits, MAGIC, VERSION};
pub use recorder::Recorder;

use crate::error::Error;
use crate::grid::{Pos, Size};
use crate::map::Map;
use crate::plan::{Plan, Run};
use index::Index;
use std::sync::OnceLock;
use stream::NOWHERE;

/// Runs the plan and keeps every moment of it; with a limit, at most so many.
///
/// A run that is too long for a trace without a limit ends in [`TooBig`](crate::ErrorKind::TooBig). The map is the same as without a trace.
pub fn record(plan: &Plan, run: Run<'_>, limit: Option<usize>) -> Result<Trace, Error> {
    let size = run.size.unwrap_or(plan.size());
    let limits = Limits::default();
    // A map that is refused anyway is refused by the plan, which knows better why.
    if plan.refuses(size).is_none() && size.area() > limits.max_tiles {
        return Err(limits.too_big("tiles", limits.max_tiles));
    }
    let mut recorder = Recorder::new(size);
    if let Some(limit) = limit {
        recorder = recorder.limit(limit);
    }
    let map = plan.run(Run { tracer: Some(&mut recorder), ..run })?;
    recorder.finish(map)
}

/// A run, moment by moment.
#[derive(Clone, Debug)]
pub struct Trace {
    labels: Vec<String>,
    /// All moments, as they are coded.
    stream: Vec<u8>,
    count: usize,
    merged: u64,
    map: Map,
    /// Made when somebody looks.
    index: OnceLock<Index>,
}

/// Two traces are equal when they show the same; whether somebody looked at them does not matter.
impl PartialEq for Trace {
    fn eq(&self, other: &Trace) -> bool {
        self.stream == other.stream
            && self.count == other.count
            && self.labels == other.labels
            && self.merged == other.merged
            && self.map == other.map
    }
}

/// What happened at a moment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Happening<'a> {
    /// What it was, in a word.
    pub label: &'a str,
    /// Which step of the recipe, from 0.
    pub step: usize,
    /// Which attempt, from 0: when it rises, what was before came to nothing.
    pub attempt: u32,
    /// Where the walker stands.
    pub at: Option<Pos>,
    /// How many cells changed.
    pub changes: usize,
}

impl Trace {
    fn index(&self) -> &Index {
        self.index.get_or_init(|| Index::of(&self.stream, self.count, self.labels.len(), &self.map))
    }

    /// How wide and high the map is.
    pub fn size(&self) -> Size {
        self.map.size()
    }

    /// The map at the end, with everything that it knows.
    pub fn map(&self) -> &Map {
        &self.map
    }

    /// The map at the end.
    pub fn into_map(self) -> Map {
        self.map
    }

    /// The number of the last frame: so many moments there are.
    pub fn last(&self) -> usize {
        self.count
    }

    /// What led to this frame; `None` for frame 0, before anything happened, and past the last.
    pub fn moment(&self, frame: usize) -> Option<Happening<'_>> {
        let record = self.index().moments.get(frame.checked_sub(1)?)?;
        let width = self.size().width as u32;
        let at = (record.at != NOWHERE)
            .then(|| Pos::new((record.at % width.max(1)) as i32, (record.at / width.max(1)) as i32));
        Some(Happening {
            label: &self.labels[usize::from(record.label)],
            step: record.step.into(),
            attempt: record.attempt,
            at,
            changes: record.changes as usize,
        })
    }

    /// The next moment of the same label: that of the latest moment up to this frame that changed a cell. So in a mine it is the next
    /// `break`, also from a `backtrack`, which changes nothing. Before the first change it is the next moment that changes anything.
    pub fn next_alike(&self, frame: usize) -> Option<usize> {
        let label = self.latest_label(frame);
        let rest = self.index().moments.get(frame..)?;
        rest.iter().position(|moment| moment.is_like(label)).map(|index| frame + index + 1)
    }

    /// The moment of the same label before this frame; see [`Trace::next_alike`].
    pub fn previous_alike(&self, frame: usize) -> Option<usize> {
        let label = self.latest_label(frame);
        let before = &self.index().moments[..frame.saturating_sub(1).min(self.count)];
        before.iter().rposition(|moment| moment.is_like(label)).map(|index| index + 1)
    }

    fn latest_label(&self, frame: usize) -> Option<u16> {
        let before = &self.index().moments[..frame.min(self.count)];
        before.iter().rev().find(|moment| moment.changes > 0).map(|moment| moment.label)
    }

    /// How often each label came up, up to this frame and with it; in the order in which they first came up in the whole trace.
    pub fn counts(&self, frame: usize) -> Vec<(&str, usize)> {
        let counts = self.index().counts(frame.min(self.count));
        self.labels.iter().map(String::as_str).zip(counts).collect()
    }

    /// How many moments were merged into others, because a limit was asked for.
    pub fn merged(&self) -> u64 {
        self.merged
    }

    /// The ids of the recipe's steps.
    pub fn steps(&self) -> &[String] {
        &self.index().steps
    }
}

/// The ids of the steps that made a map.
fn steps_of(map: &Map) -> Vec<String> {
    let recipe = map.source.origin.recipe.as_ref();
    recipe.map_or_else(Vec::new, |recipe| (0..recipe.steps.len()).map(|index| recipe.step_id(index)).collect())
}
