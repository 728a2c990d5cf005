//! [`Recorder`]: a tracer that stores the changes from one moment to the next.

use super::Trace;
use super::cell::{Cell, Thing, things};
use super::cell_runs::{self, Changes};
use super::file::Limits;
use super::stream::{Found, Meta, NOWHERE, Reader, Writer};
use crate::base::error::{Error, ErrorKind};
use crate::base::grid::{Pos, Rect, Size};
use crate::base::tile::Tile;
use crate::generator::{Moment, Tracer};
use crate::map::Map;
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// Label for changes that a step did not record itself, for example because a step limited to an
/// area puts its part back at the end.
const REST: &str = "rest";
/// Label of a rejected attempt: everything is solid wall again.
const REJECTED: &str = "rejected";

/// Number of labels that are cached by the address of their text.
const RECENT: usize = 16;

/// Records every moment of a run for a [`Trace`]. [`record`](super::record) does all of it in one
/// call.
///
/// ```
/// use mapwright::{Plan, Run, Seed, layout::cellular, trace::Recorder};
/// let plan = Plan::of(&cellular::ENTRY, &cellular::Cellular::default())?;
/// let mut recorder = Recorder::new(plan.size());
/// let map = plan.run(Run::new(Seed::new(7)).tracer(&mut recorder))?;
/// assert_eq!(recorder.finish(map.clone())?.map(), &map);
/// # Ok::<(), mapwright::Error>(())
/// ```
#[derive(Debug)]
pub struct Recorder {
    size: Size,
    /// The cells at the last moment; empty before the first one.
    cells: Vec<u8>,
    /// The cells with a thing on them.
    placed: Vec<u32>,
    /// Number of exits, entities and decorations at the last moment.
    things: [usize; 3],
    labels: Vec<&'static str>,
    /// Recently used labels with their numbers.
    recent: [(&'static str, u16); RECENT],
    stream: Writer,
    limit: Option<Merging>,
    /// Changes of the current moment; the memory is reused.
    fresh: Changes,
    place: (u16, u32),
    /// True if nothing has happened since a step ended.
    settled: bool,
    full: bool,
}

/// State of merging moments under a limit.
#[derive(Debug)]
struct Merging {
    limit: usize,
    /// This many moments become one.
    stride: u64,
    /// Number of moments waiting to be merged, and their changes.
    waiting: u64,
    changes: Changes,
    last: Option<Meta>,
    merged: u64,
}

impl Recorder {
    /// Creates a recorder for a run on a map of this size.
    pub fn new(size: Size) -> Recorder {
        Recorder {
            size,
            cells: Vec::new(),
            placed: Vec::new(),
            things: [0; 3],
            labels: Vec::new(),
            recent: [("", 0); RECENT],
            stream: Writer::new(size),
            limit: None,
            fresh: Changes::default(),
            place: (0, 0),
            settled: false,
            full: false,
        }
    }

    /// Keeps at most this many moments, and at least half as many if there are enough: neighbouring
    /// moments are merged, evenly over the whole run.
    #[must_use]
    pub fn limit(mut self, moments: usize) -> Recorder {
        let limit = moments.max(1);
        self.limit = Some(Merging { limit, stride: 1, waiting: 0, changes: Changes::default(), last: None, merged: 0 });
        self
    }

    /// Returns the number of moments stored so far.
    pub fn moments(&self) -> usize {
        self.stream.count
    }

    /// Returns the trace of the run that made this map.
    pub fn finish(mut self, map: Map) -> Result<Trace, Error> {
        if !self.settled {
            let (step, attempt) = self.place;
            self.done(attempt, step.into(), &map);
        }
        self.flush();
        while self.limit.as_ref().is_some_and(|merging| self.stream.count > merging.limit) {
            self.halve();
        }
        let limits = Limits::default();
        if map.size().area() > limits.max_tiles {
            return Err(limits.too_big("tiles", limits.max_tiles));
        }
        if self.full {
            return Err(limits.too_big("moments", limits.max_moments));
        }
        if map.size() != self.size {
            let message = format!("a trace of a run at {} was finished with a map of {}", self.size, map.size());
            return Err(Error::new(ErrorKind::Invalid, message));
        }
        let merged = self.limit.map_or(0, |merging| merging.merged);
        let labels = self.labels.into_iter().map(str::to_owned).collect();
        let Writer { bytes: stream, count, .. } = self.stream;
        Ok(Trace { labels, stream, count, merged, map, index: OnceLock::new() })
    }

    /// Returns the number of a label.
    #[inline]
    fn label(&mut self, label: &'static str) -> u16 {
        // The address of the text identifies most labels, without predicting which one comes next.
        let place = label.as_ptr() as usize;
        let slot = (place ^ place >> 4 ^ label.len()) % RECENT;
        if std::ptr::eq(self.recent[slot].0, label) && !label.is_empty() {
            return self.recent[slot].1;
        }
        let known = self.labels.iter().position(|known| *known == label);
        let number = known.unwrap_or_else(|| {
            self.labels.push(label);
            self.labels.len() - 1
        }) as u16;
        self.recent[slot] = (label, number);
        number
    }

    /// Returns true if recording has ended because a limit is exceeded.
    fn is_over(&mut self) -> bool {
        if self.cells.is_empty() && !self.full {
            self.full = self.size.area() > Limits::default().max_tiles;
            self.cells = vec![Tile::Wall.code(); if self.full { 0 } else { self.size.area() }];
        }
        self.full
    }

    /// Stores a moment with the changes in `fresh`, which are in ascending order of cells.
    #[inline]
    fn keep(&mut self, meta: Meta) {
        self.place = (meta.step, meta.attempt);
        self.settled = false;
        if self.limit.is_some() {
            return self.merge(meta);
        }
        self.push(meta);
    }

    fn push(&mut self, meta: Meta) {
        self.stream.push(meta, &self.fresh);
        self.fresh.clear();
        self.full |= !self.is_within_limits();
    }

    /// Collects moments until there are enough to merge into one.
    fn merge(&mut self, meta: Meta) {
        let Some(merging) = &mut self.limit else { return };
        merging.changes.append(&mut self.fresh);
        merging.waiting += 1;
        merging.last = Some(meta);
        if merging.changes.len() > 4 * self.cells.len() + 1_024 {
            merging.changes.tidy();
        }
        if merging.waiting == merging.stride {
            self.flush();
        }
        if self.limit.as_ref().is_some_and(|merging| self.stream.count >= merging.limit.saturating_mul(2)) {
            self.halve();
        }
    }

    /// Merges the waiting moments into one.
    fn flush(&mut self) {
        let Some(merging) = &mut self.limit else { return };
        let Some(meta) = merging.last.take() else { return };
        merging.merged += merging.waiting - 1;
        merging.waiting = 0;
        merging.changes.tidy();
        self.fresh.clear();
        self.fresh.append(&mut merging.changes);
        self.push(meta);
    }

    /// Merges every moment with the next one.
    fn halve(&mut self) {
        let Writer { bytes, count, .. } = std::mem::replace(&mut self.stream, Writer::new(self.size));
        let mut reader = Reader::new(&bytes, self.size);
        let width = self.size.width.max(1);
        self.fresh.clear();
        for index in 0..count {
            let Ok(Found { label, step, attempt, at, runs }) = reader.next() else { break };
            let mut last = 0;
            for run in (0..runs).map_while(|_| cell_runs::next(&mut reader.rest, &mut last)) {
                self.fresh.add(run.first, run.count, run.by);
            }
            if index % 2 == 1 || index + 1 == count {
                self.fresh.tidy();
                let at = (at != NOWHERE).then(|| Pos::new(at as i32 % width, at as i32 / width));
                self.push(Meta { label: label as u16, step: step as u16, attempt: attempt as u32, at });
            }
        }
        if let Some(merging) = &mut self.limit {
            merging.merged += (count - self.stream.count) as u64;
            merging.stride *= 2;
        }
    }

    /// Records the changes in the area, which is given on the whole map. `map` may be a part of it
    /// that begins at `origin`.
    fn compare_tiles(&mut self, map: &Map, origin: Pos, area: Rect) {
        const AT_ONCE: usize = 64;
        for y in area.y..area.bottom() {
            let begin = (y * self.size.width + area.x) as usize;
            let known = &mut self.cells[begin..begin + area.width as usize];
            let left = (area.x - origin.x) as usize;
            let tiles = &map.tiles.row(y - origin.y)[left..left + area.width as usize];
            for (chunk, (known, tiles)) in known.chunks_mut(AT_ONCE).zip(tiles.chunks(AT_ONCE)).enumerate() {
                let mut different = [0; AT_ONCE];
                let pairs = known.iter().zip(tiles);
                different
                    .iter_mut()
                    .zip(pairs)
                    .for_each(|(by, (&known, &tile))| *by = (known & Cell::TILE) ^ tile.code());
                if different == [0; AT_ONCE] {
                    continue;
                }
                known.iter_mut().zip(&different).for_each(|(known, by)| *known ^= by);
                // Eight cells per word, the first of them lowest.
                for (eight, word) in different.as_chunks().0.iter().enumerate() {
                    let mut word = u64::from_le_bytes(*word);
                    let cell = begin + chunk * AT_ONCE + eight * 8;
                    if word == word.rotate_left(8) && word != 0 {
                        self.fresh.add(cell, 8, word as u8);
                        continue;
                    }
                    while word != 0 {
                        let place = word.trailing_zeros() as usize / 8;
                        self.fresh.add(cell + place, 1, (word >> (8 * place)) as u8);
                        word &= !(0xff << (8 * place));
                    }
                }
            }
        }
    }

    /// Records the things that appeared and disappeared on the given part of the map.
    fn compare_things(&mut self, map: &Map, origin: Pos) {
        if self.placed.is_empty() && counted(map) == [0; 3] {
            return;
        }
        let part = map.size().rect().moved(origin);
        let width = self.size.width;
        let inside = |cell: u32| part.contains(Pos::new(cell as i32 % width, cell as i32 / width));
        let mut now: BTreeMap<u32, u8> =
            self.placed.iter().filter(|&&cell| inside(cell)).map(|&cell| (cell, 0)).collect();
        for (pos, thing) in things(map) {
            if let Some(cell) = self.cell(pos + origin) {
                let rank = now.entry(cell).or_default();
                *rank = thing.rank().max(*rank);
            }
        }
        self.placed.retain(|&cell| !inside(cell));
        for (cell, rank) in now {
            self.change_thing(cell, rank);
            if rank > 0 {
                self.placed.push(cell);
            }
        }
    }

    /// Records the things added since the last moment, if nothing else can have changed.
    fn add_things(&mut self, map: &Map) {
        let [exits, entities, decorations] = self.things;
        let exits = map.exits.iter().skip(exits).map(|exit| (exit.pos, Thing::Exit));
        let entities = map.entities.iter().skip(entities).map(|entity| (entity.pos, entity.kind.into()));
        let decorations = map.decorations.iter().skip(decorations).map(|it| (it.pos, Thing::Decoration));
        for (pos, thing) in exits.chain(entities).chain(decorations) {
            let Some(cell) = self.cell(pos) else { continue };
            let rank = self.cells[cell as usize] >> 4;
            if rank == 0 {
                self.placed.push(cell);
            }
            self.change_thing(cell, thing.rank().max(rank));
        }
    }

    fn change_thing(&mut self, cell: u32, rank: u8) {
        let known = &mut self.cells[cell as usize];
        let by = (*known >> 4 ^ rank) << 4;
        if by != 0 {
            *known ^= by;
            self.fresh.add(cell as usize, 1, by);
        }
    }

    fn cell(&self, pos: Pos) -> Option<u32> {
        self.size.contains(pos).then(|| (pos.y * self.size.width + pos.x) as u32)
    }

    /// Records the step of a walker on the whole map, by far the most frequent kind of moment.
    /// Returns false for other moments.
    #[inline]
    fn walked(&mut self, moment: &Moment<'_>) -> bool {
        let &Moment { attempt, step, label, at: Some(at), area, map, .. } = moment else { return false };
        let is_plain = map.size() == self.size && area.origin() == at && area.size() == Size::new(1, 1);
        if !is_plain || self.cells.is_empty() || self.full || self.limit.is_some() || counted(map) != self.things {
            return false;
        }
        let Some(cell) = self.cell(at) else { return false };
        let known = &mut self.cells[cell as usize];
        let by = (*known & Cell::TILE) ^ map.tiles.cells()[cell as usize].code();
        *known ^= by;
        let meta = Meta { label: self.label(label), step: step as u16, attempt, at: Some(at) };
        self.place = (meta.step, attempt);
        self.settled = false;
        self.stream.walk(meta, cell, by);
        // A step takes a few bytes, so checking the limits from time to time is enough.
        if self.stream.count.is_multiple_of(1_024) {
            self.full |= !self.is_within_limits();
        }
        true
    }

    fn is_within_limits(&self) -> bool {
        Limits::default().holds(self.stream.count, self.stream.changes, self.stream.bytes.len())
    }

    /// Records any other moment.
    fn look(&mut self, moment: Moment<'_>) {
        if self.is_over() {
            return;
        }
        let Moment { attempt, step, label, at, area, origin, map } = moment;
        let label = self.label(label);
        let at = at.map(|at| at + origin).filter(|&at| self.size.contains(at));
        let whole = map.size() == self.size;
        let now = counted(map);
        self.compare_tiles(map, origin, area.moved(origin).intersection(self.size.rect()));
        let added = whole && now.iter().zip(self.things).all(|(now, before)| *now >= before);
        if !added {
            self.compare_things(map, origin);
        } else if now != self.things {
            self.add_things(map);
        }
        if whole {
            self.things = now;
        }
        self.fresh.tidy();
        self.keep(Meta { label, step: step as u16, attempt, at });
    }

    /// Records all differences on the whole map.
    fn compare(&mut self, map: &Map) {
        let whole = Pos::new(0, 0);
        self.compare_tiles(map, whole, self.size.rect());
        self.compare_things(map, whole);
        self.things = counted(map);
        self.fresh.tidy();
    }
}

/// Returns the number of exits, entities and decorations.
fn counted(map: &Map) -> [usize; 3] {
    [map.exits.len(), map.entities.len(), map.decorations.len()]
}

impl Tracer for Recorder {
    #[inline]
    fn moment(&mut self, moment: Moment<'_>) {
        if !self.walked(&moment) {
            self.look(moment);
        }
    }

    fn done(&mut self, attempt: u32, step: usize, map: &Map) {
        if self.is_over() || map.size() != self.size {
            return;
        }
        self.compare(map);
        if !self.fresh.is_empty() {
            let label = self.label(REST);
            self.keep(Meta { label, step: step as u16, attempt, at: None });
        }
        self.settled = true;
    }

    fn rejected(&mut self, attempt: u32, step: usize) {
        if self.is_over() {
            return;
        }
        let blank = Map::new(self.size, Tile::Wall);
        self.compare(&blank);
        let label = self.label(REJECTED);
        self.keep(Meta { label, step: step as u16, attempt, at: None });
    }
}
