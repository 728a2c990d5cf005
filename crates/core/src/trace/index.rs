//! An index for seeking in a trace: the offset of each moment in the stream, and keyframes with the
//! whole map.

use super::cell::Cell;
use super::cell_runs::{self, Changed};
use super::steps_of;
use super::stream::{Found, Reader};
use crate::base::grid::Size;
use crate::map::Map;

/// All moments, keyframes and counts of labels.
#[derive(Clone, Debug)]
pub(super) struct Index {
    pub(super) moments: Vec<Record>,
    pub(super) steps: Vec<String>,
    keyframes: Vec<Keyframe>,
    /// Number of occurrences of each label before moment `n * COUNTED`.
    counts: Vec<Vec<usize>>,
}

/// A moment, and the location of its changes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Record {
    /// Offset of its runs in the stream, and their number.
    begin: u32,
    runs: u32,
    /// Number of cell changes before it, counting repeated changes.
    pub(super) before: u64,
    /// Number of changed cells.
    pub(super) changes: u32,
    pub(super) at: u32,
    pub(super) attempt: u32,
    pub(super) step: u16,
    pub(super) label: u16,
}

/// All cells at a frame, as a starting point.
#[derive(Clone, Debug)]
pub(super) struct Keyframe {
    pub(super) frame: usize,
    pub(super) cells: Vec<Cell>,
}

/// Labels are counted at intervals of this many moments.
const COUNTED: usize = 4_096;
/// Maximum memory of all keyframes together, in bytes, unless one map is larger.
const MEMORY: usize = 64 << 20;
/// Minimum work between two keyframes.
const WORK: usize = 1 << 16;

impl Record {
    /// Returns true if it has this label or, without a label, if it changed anything.
    pub(super) fn is_like(&self, label: Option<u16>) -> bool {
        label.map_or(self.changes > 0, |label| self.label == label)
    }

    /// Iterates over its changes.
    pub(super) fn runs<'a>(&self, stream: &'a [u8]) -> impl Iterator<Item = Changed> + use<'a> {
        cell_runs::decode(&stream[self.begin as usize..], self.runs as usize)
    }
}

impl Index {
    /// Indexes a stream that was recorded here, or that was read and validated.
    pub(super) fn of(stream: &[u8], count: usize, labels: usize, map: &Map) -> Index {
        let size = map.size();
        let mut moments: Vec<Record> = Vec::with_capacity(count);
        let mut reader = Reader::new(stream, size);
        let mut before = 0;
        while moments.len() < count {
            let Ok(found) = reader.next() else { break };
            let begin = (stream.len() - reader.rest.len()) as u32;
            let mut last = 0;
            let runs = (0..found.runs).map_while(|_| cell_runs::next(&mut reader.rest, &mut last));
            let changes: usize = runs.map(|run| run.count).sum();
            let Found { label, step, attempt, at, runs } = found;
            let (label, step, attempt, runs) = (label as u16, step as u16, attempt as u32, runs as u32);
            moments.push(Record { begin, runs, before, changes: changes as u32, at, attempt, step, label });
            before += changes as u64;
        }
        let counts = count_labels(&moments, labels);
        let keyframes = keyframes(&moments, stream, size);
        Index { moments, steps: steps_of(map), keyframes, counts }
    }

    /// Returns the last keyframe up to this frame.
    pub(super) fn keyframe(&self, frame: usize) -> Option<&Keyframe> {
        let after = self.keyframes.partition_point(|key| key.frame <= frame);
        self.keyframes[..after].last()
    }

    /// Returns the number of occurrences of each label up to and including this frame.
    pub(super) fn counts(&self, frame: usize) -> Vec<usize> {
        let chunk = (frame / COUNTED).min(self.counts.len() - 1);
        let mut counts = self.counts[chunk].clone();
        let since = &self.moments[(chunk * COUNTED).min(frame)..frame];
        since.iter().for_each(|moment| counts[usize::from(moment.label)] += 1);
        counts
    }
}

fn count_labels(moments: &[Record], labels: usize) -> Vec<Vec<usize>> {
    let mut counts = vec![0; labels];
    let mut all = vec![counts.clone()];
    for chunk in moments.chunks(COUNTED) {
        chunk.iter().for_each(|moment| counts[usize::from(moment.label)] += 1);
        all.push(counts.clone());
    }
    all
}

/// Places a keyframe wherever reaching the frame from the previous keyframe would take a few passes
/// over the map.
fn keyframes(moments: &[Record], stream: &[u8], size: Size) -> Vec<Keyframe> {
    let area = size.area();
    let work = |moment: &Record| 1 + moment.changes as usize;
    let all: usize = moments.iter().map(work).sum();
    let few = MEMORY / area.max(1);
    let apart = WORK.max(4 * area).max(all / few.max(1));
    let mut keyframes = Vec::new();
    if all < apart {
        return keyframes;
    }
    let mut cells = vec![Cell::WALL; area];
    let mut done = 0;
    for (index, moment) in moments.iter().enumerate() {
        apply(moment.runs(stream), &mut cells);
        done += work(moment);
        if done >= apart {
            done = 0;
            keyframes.push(Keyframe { frame: index + 1, cells: cells.clone() });
        }
    }
    keyframes
}

/// Applies changes, forwards or backwards.
pub(super) fn apply(runs: impl Iterator<Item = Changed>, cells: &mut [Cell]) {
    for Changed { first, count, by } in runs {
        cells[first..first + count].iter_mut().for_each(|cell| cell.0 ^= by);
    }
}
