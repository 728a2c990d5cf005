//! The one error of this crate: what went wrong, where, the limit and the way out, on one line.

use std::fmt;

/// Why there is no map.
///
/// Its message is one line for a person; [`Error::kind`] is for code that acts on it.
pub struct Error(Box<Inner>);

struct Inner {
    kind: ErrorKind,
    problems: Vec<String>,
    /// One for every problem.
    places: Vec<String>,
}

/// The kinds of error on which a caller may act differently.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ErrorKind {
    /// A generator, step or preset that nobody knows.
    UnknownName,
    /// A recipe or its parameters are not what they must be.
    Invalid,
    /// The map, or the part of it that a step is limited to, is too small for what was asked.
    DoesNotFit,
    /// More tiles, bytes or levels than the limit allows.
    TooBig,
    /// Every attempt was rejected, or the step budget was spent.
    GaveUp,
    /// One attempt does not work out; the runner counts it and tries the next branch of the seed.
    Rejected,
    /// The caller asked to stop.
    Cancelled,
    /// A saved map that is damaged, foreign or from a newer version.
    BadFile,
}

impl Error {
    /// An error of that kind with its message.
    pub fn new(kind: ErrorKind, message: impl Into<String>) -> Self {
        Error::several(kind, vec![message.into()])
    }

    /// Several problems found at once; there must be at least one.
    pub fn several(kind: ErrorKind, problems: Vec<String>) -> Self {
        debug_assert!(!problems.is_empty(), "an error without a problem");
        let places = vec![String::new(); problems.len()];
        Error(Box::new(Inner { kind, problems, places }))
    }

    /// Several problems found at once, each with the place that it is about.
    pub(crate) fn placed(kind: ErrorKind, problems: impl Iterator<Item = (String, String)>) -> Self {
        let (places, problems): (Vec<_>, Vec<_>) = problems.unzip();
        debug_assert!(!problems.is_empty(), "an error without a problem");
        Error(Box::new(Inner { kind, problems, places }))
    }

    /// What a generator returns when this attempt does not work out, with the reason in a few words.
    pub fn rejected(reason: impl Into<String>) -> Self {
        Error::new(ErrorKind::Rejected, reason)
    }

    /// What kind it is.
    pub fn kind(&self) -> ErrorKind {
        self.0.kind
    }

    /// Every problem found, one line each.
    pub fn problems(&self) -> &[String] {
        &self.0.problems
    }

    /// What every problem is about, in the same order: a JSON pointer into what was read, like `/step/1/with/rounds`, or nothing
    /// where it is about the whole.
    pub fn places(&self) -> &[String] {
        &self.0.places
    }

    /// The same error about something inside of this place.
    #[must_use]
    pub(crate) fn within(mut self, place: &str) -> Self {
        self.0.places.iter_mut().for_each(|inner| inner.insert_str(0, place));
        self
    }

    /// The same error with the place in front of every problem.
    #[must_use]
    pub fn at(mut self, place: &str) -> Self {
        for problem in &mut self.0.problems {
            *problem = format!("{place}: {problem}");
        }
        self
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.problems.join("; "))
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}: {self}", self.0.kind)
    }
}

impl std::error::Error for Error {}
