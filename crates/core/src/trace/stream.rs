//! The encoded sequence of moments: one byte for a step of a walker that changes nothing.
//! Recording, writing and reading all use this stream, so that recording is cheap and files need no
//! other form.

use super::cell_runs::{self, Changes};
use crate::base::grid::{Dir, Pos, Size};

/// The walker is nowhere.
pub(super) const NOWHERE: u32 = u32::MAX;
/// Codes for the position of the walker in the first byte of a moment.
const SAME: u8 = 5;
const ELSEWHERE: u8 = 6;
const STEP: u8 = 7;
/// The bit of a moment that changed something.
const CHANGED: u8 = 8;
/// The label follows as a number.
const LABEL: u8 = 15;

/// Codes for the nine cells around the last position, row by row. A table is faster than a branch,
/// because the direction of the next step is unpredictable.
const BESIDE: [u8; 9] = {
    let mut beside = [ELSEWHERE; 9];
    beside[4] = SAME;
    beside[1] = Dir::North as u8 + 1;
    beside[5] = Dir::East as u8 + 1;
    beside[7] = Dir::South as u8 + 1;
    beside[3] = Dir::West as u8 + 1;
    beside
};

/// The data of a moment besides its changes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Meta {
    pub(super) label: u16,
    pub(super) step: u16,
    pub(super) attempt: u32,
    pub(super) at: Option<Pos>,
}

/// Writes moments.
#[derive(Debug)]
pub(super) struct Writer {
    pub(super) bytes: Vec<u8>,
    pub(super) count: usize,
    /// Number of changed cells, counting repeated changes.
    pub(super) changes: u64,
    width: i32,
    place: (u16, u32),
    stood: Pos,
}

impl Writer {
    pub(super) fn new(size: Size) -> Writer {
        let stood = Pos::new(0, 0);
        Writer { bytes: Vec::new(), count: 0, changes: 0, width: size.width, place: (0, 0), stood }
    }

    /// Writes a moment with its changes.
    #[inline]
    pub(super) fn push(&mut self, meta: Meta, changes: &Changes) {
        let runs = changes.runs();
        self.begin(meta, !runs.is_empty());
        if !runs.is_empty() {
            cell_runs::put(runs.len() as u64, &mut self.bytes);
            self.changes += cell_runs::encode(runs, &mut self.bytes);
        }
    }

    /// Writes a step of a walker that changed this cell by `by`, or changed nothing if `by` is 0.
    #[inline]
    pub(super) fn walk(&mut self, meta: Meta, cell: u32, by: u8) {
        self.begin(meta, by != 0);
        if by != 0 {
            // One run of one cell.
            self.bytes.push(1);
            cell_runs::put(cell.into(), &mut self.bytes);
            self.bytes.extend_from_slice(&[1, by]);
            self.changes += 1;
        }
    }

    #[inline]
    fn begin(&mut self, meta: Meta, changed: bool) {
        let Meta { label, step, attempt, at } = meta;
        if self.place != (step, attempt) {
            self.turn(step, attempt);
        }
        let standing = at.map_or(0, |at| {
            let (dx, dy) = (at.x - self.stood.x + 1, at.y - self.stood.y + 1);
            let near = (0..3).contains(&dx) & (0..3).contains(&dy);
            if near { BESIDE[(3 * dy + dx) as usize] } else { ELSEWHERE }
        });
        let short = label.min(LABEL.into()) as u8;
        self.bytes.push(standing | if changed { CHANGED } else { 0 } | short << 4);
        if short == LABEL {
            cell_runs::put(label.into(), &mut self.bytes);
        }
        if let Some(at) = at {
            self.stood = at;
            if standing == ELSEWHERE {
                cell_runs::put((at.y * self.width + at.x) as u64, &mut self.bytes);
            }
        }
        self.count += 1;
    }
}

impl Writer {
    /// Marks the beginning of another step or attempt.
    #[cold]
    fn turn(&mut self, step: u16, attempt: u32) {
        self.place = (step, attempt);
        self.bytes.push(STEP);
        cell_runs::put(step.into(), &mut self.bytes);
        cell_runs::put(attempt.into(), &mut self.bytes);
    }
}

/// A moment as read from the stream.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found {
    pub(super) label: u64,
    pub(super) step: u64,
    pub(super) attempt: u64,
    /// The cell of the walker, or [`NOWHERE`].
    pub(super) at: u32,
    /// Number of runs of changes that follow.
    pub(super) runs: u64,
}

/// Reads moments. After each moment, its runs must be read before the next one.
pub(super) struct Reader<'a> {
    pub(super) rest: &'a [u8],
    size: Size,
    place: (u64, u64),
    stood: u32,
}

/// Messages for an invalid stream.
pub(super) const CUT_OFF: &str = "the trace is truncated";
const OFF_THE_MAP: &str = "a walker leaves the map";

impl<'a> Reader<'a> {
    pub(super) fn new(bytes: &'a [u8], size: Size) -> Reader<'a> {
        Reader { rest: bytes, size, place: (0, 0), stood: 0 }
    }

    fn byte(&mut self) -> Result<u8, &'static str> {
        let (&byte, rest) = self.rest.split_first().ok_or(CUT_OFF)?;
        self.rest = rest;
        Ok(byte)
    }

    pub(super) fn number(&mut self) -> Result<u64, &'static str> {
        cell_runs::take(&mut self.rest).ok_or(CUT_OFF)
    }

    /// Reads the next moment. Its positions are checked to lie on the map.
    pub(super) fn next(&mut self) -> Result<Found, &'static str> {
        let mut first = self.byte()?;
        while first == STEP {
            self.place = (self.number()?, self.number()?);
            first = self.byte()?;
        }
        let label = match first >> 4 {
            LABEL => self.number()?,
            label => label.into(),
        };
        let at = match first & 7 {
            0 => NOWHERE,
            SAME => self.stood,
            ELSEWHERE => u32::try_from(self.number()?).map_err(|_| OFF_THE_MAP)?,
            dir @ 1..=4 => self.beside(Dir::ALL[usize::from(dir) - 1]).ok_or(OFF_THE_MAP)?,
            _ => return Err("the trace has an unknown kind of moment"),
        };
        if at != NOWHERE {
            if at as usize >= self.size.area() {
                return Err(OFF_THE_MAP);
            }
            self.stood = at;
        }
        let runs = if first & CHANGED > 0 { self.number()? } else { 0 };
        Ok(Found { label, step: self.place.0, attempt: self.place.1, at, runs })
    }

    /// Returns the cell one step from the last position of the walker.
    fn beside(&self, dir: Dir) -> Option<u32> {
        let (width, height) = (self.size.width as u32, self.size.height as u32);
        if width == 0 {
            return None;
        }
        match dir {
            Dir::North => self.stood.checked_sub(width),
            Dir::East => Some(self.stood + 1).filter(|cell| cell % width != 0),
            Dir::South => Some(self.stood + width).filter(|&cell| cell / width < height),
            Dir::West => Some(self.stood).filter(|cell| cell % width != 0).map(|cell| cell - 1),
        }
    }
}
