//! [`Input`]: reads untrusted JSON piece by piece within the limits.
//!
//! This is our own scanner, because a general reader knows neither the place in the map's terms
//! (`rooms[3].shape.x`) nor our limits, and reads texts byte by byte, which is slow for a hundred
//! megabytes of tiles. The intricate parts of JSON, escapes and numbers, are left to `serde_json`.

use super::Limits;
use crate::base::error::{Error, ErrorKind};
use crate::params::schema::printable;
use std::borrow::Cow;
use std::fmt::Write;
use std::io::{BufRead, BufReader, ErrorKind as Io, Read, Take};

/// Maximum nesting depth. Nested lists and objects are read by recursive functions, and the stack
/// has space for this many.
const DEEPEST: usize = 128;

/// One step from the top of the file to a nested value.
pub(super) enum Step {
    Key(Cow<'static, str>),
    Item(usize),
}

pub(super) struct Input<'a> {
    pub(super) from: BufReader<Take<&'a mut dyn Read>>,
    limits: &'a Limits,
    /// Bytes read so far: in total, and before the current line.
    taken: u64,
    taken_before_line: u64,
    line: u64,
    /// Offset of the value being read, which errors report.
    start: u64,
    depth: usize,
    records: usize,
    values: usize,
    words: usize,
    pub(super) path: Vec<Step>,
    /// The last text or number, exactly as in the file.
    pub(super) token: Vec<u8>,
}

impl<'a> Input<'a> {
    pub(super) fn new(from: &'a mut dyn Read, limits: &'a Limits) -> Self {
        // Reads one byte more than allowed, to distinguish a file that ends at the limit from one
        // that goes on.
        let from = from.take(limits.max_bytes.saturating_add(1));
        Input {
            from: BufReader::with_capacity(1 << 16, from),
            limits,
            taken: 0,
            taken_before_line: 0,
            line: 1,
            start: 0,
            depth: 0,
            records: 0,
            values: 0,
            words: 0,
            path: Vec::new(),
            token: Vec::new(),
        }
    }

    pub(super) fn limits(&self) -> &'a Limits {
        self.limits
    }

    /// Creates an error about the value being read.
    pub(super) fn bad(&self, what: impl AsRef<str>) -> Error {
        self.error(ErrorKind::BadFile, what.as_ref())
    }

    pub(super) fn too_big(&self, what: impl AsRef<str>) -> Error {
        self.error(ErrorKind::TooBig, what.as_ref())
    }

    fn error(&self, kind: ErrorKind, what: &str) -> Error {
        let mut place = String::new();
        for step in &self.path {
            let dot = if place.is_empty() { "" } else { "." };
            // Writing to a string cannot fail.
            let _ = match step {
                Step::Key(key) => write!(place, "{dot}{}", printable(key)),
                Step::Item(index) => write!(place, "[{index}]"),
            };
        }
        let comma = if place.is_empty() { "" } else { ", " };
        let column = self.start - self.taken_before_line + 1;
        Error::new(kind, format!("{place}{comma}line {}, column {column}: {what}", self.line))
    }

    /// Fills the buffer. It is empty afterwards only at the end of the file.
    pub(super) fn fill(&mut self) -> Result<(), Error> {
        while let Err(error) = self.from.fill_buf() {
            if error.kind() != Io::Interrupted {
                return Err(self.bad(format!("cannot read the file: {error}")));
            }
        }
        if self.from.buffer().is_empty() && self.from.get_ref().limit() == 0 {
            let limit = self.limits.max_bytes;
            return Err(self.too_big(format!("the file is longer than {limit} bytes, which is the limit")));
        }
        Ok(())
    }

    pub(super) fn take(&mut self, count: usize) {
        self.from.consume(count);
        self.taken += count as u64;
    }

    /// Returns the next byte that is not white space, or `None` at the end. Line breaks are counted
    /// only here, because texts may not contain them.
    pub(super) fn next(&mut self) -> Result<Option<u8>, Error> {
        loop {
            self.fill()?;
            let byte = self.from.buffer().first().copied();
            match byte {
                Some(b' ' | b'\t' | b'\r') => self.take(1),
                Some(b'\n') => {
                    self.take(1);
                    self.line += 1;
                    (self.taken_before_line, self.start) = (self.taken, self.taken);
                }
                other => {
                    self.start = self.taken;
                    return Ok(other);
                }
            }
        }
    }

    /// Returns the first byte of the next value.
    pub(super) fn peek(&mut self) -> Result<u8, Error> {
        match self.next()? {
            Some(byte) => Ok(byte),
            None if self.taken == 0 => Err(self.bad("the file is empty")),
            None => Err(self.cut_off()),
        }
    }

    pub(super) fn cut_off(&self) -> Error {
        self.bad("the file ends unexpectedly; it may be truncated")
    }

    /// Creates the error for a missing or unexpected value.
    pub(super) fn unexpected(&mut self, expected: &str) -> Error {
        let found = match self.peek() {
            Err(error) => return error,
            Ok(b'"') => "a text".to_owned(),
            Ok(b'[') => "a list".to_owned(),
            Ok(b'{') => "an object".to_owned(),
            Ok(b'-' | b'0'..=b'9') => "a number".to_owned(),
            Ok(byte) if byte.is_ascii_graphic() => format!("{:?}", char::from(byte)),
            Ok(byte) => format!("byte {byte:#04x}"),
        };
        self.bad(format!("{found} where {expected} is expected"))
    }

    /// Enters a list or object.
    pub(super) fn enter(&mut self) -> Result<(), Error> {
        self.depth += 1;
        let limit = self.limits.max_depth.min(DEEPEST);
        if self.depth > limit {
            return Err(self.too_big(format!("more than {limit} nested lists and objects")));
        }
        Ok(())
    }

    /// Leaves a list or object.
    pub(super) fn leave(&mut self) {
        self.depth -= 1;
    }

    /// Counts an entry of a list before it is stored.
    pub(super) fn count_record(&mut self) -> Result<(), Error> {
        self.records += 1;
        if self.records > self.limits.max_records {
            return Err(self.too_big(format!("more than {} entries in all lists", self.limits.max_records)));
        }
        Ok(())
    }

    /// Counts a value of any form before it is stored.
    pub(super) fn count_value(&mut self) -> Result<(), Error> {
        self.values += 1;
        if self.values > self.limits.max_values {
            let limit = self.limits.max_values;
            return Err(self.too_big(format!("more than {limit} values under unknown keys and in the recipe")));
        }
        Ok(())
    }

    /// Counts the words of a mask before they are stored: a narrow mask takes far more memory than
    /// its cells.
    pub(super) fn count_words(&mut self, words: usize) -> Result<(), Error> {
        self.words += words;
        if self.words > self.limits.max_tiles {
            let limit = self.limits.max_tiles;
            return Err(self.too_big(format!("rooms and zones have more than {limit} rows in all")));
        }
        Ok(())
    }
}
