//! The error type of this crate: what went wrong, where, the limit and what to do about it, on one
//! line.

use std::fmt;

/// The reason why an operation failed.
///
/// The message is one line for people; code should act on [`Error::kind`].
pub struct Error(Box<Inner>);

struct Inner {
    kind: ErrorKind,
    problems: Vec<String>,
    /// One place for every problem.
    places: Vec<String>,
}

/// The kinds of errors, for callers that handle them differently.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ErrorKind {
    /// A generator, step or preset with an unknown name.
    UnknownName,
    /// A recipe or one of its parameters is invalid.
    Invalid,
    /// The map, or the area that a step is limited to, is too small for the request.
    DoesNotFit,
    /// More tiles, bytes or levels than the limit allows.
    TooBig,
    /// Every attempt was rejected, or the step budget was used up.
    GaveUp,
    /// One attempt failed. The runner counts it and retries with the next branch of the seed.
    Rejected,
    /// The caller cancelled the run.
    Cancelled,
    /// A saved map that is damaged, in another format or from a newer version.
    BadFile,
}

impl Error {
    /// Creates an error of this kind with a message.
    pub fn new(kind: ErrorKind, message: impl Into<String>) -> Self {
        Error::several(kind, vec![message.into()])
    }

    /// Creates an error that reports several problems at once. `problems` must not be empty.
    pub fn several(kind: ErrorKind, problems: Vec<String>) -> Self {
        debug_assert!(!problems.is_empty(), "an error without a problem");
        let places = vec![String::new(); problems.len()];
        Error(Box::new(Inner { kind, problems, places }))
    }

    /// Creates an error that reports several problems at once, each as a place and a message.
    pub(crate) fn placed(kind: ErrorKind, problems: impl Iterator<Item = (String, String)>) -> Self {
        let (places, problems): (Vec<_>, Vec<_>) = problems.unzip();
        debug_assert!(!problems.is_empty(), "an error without a problem");
        Error(Box::new(Inner { kind, problems, places }))
    }

    /// Creates the error a generator returns when the current attempt failed, with a short reason.
    pub fn rejected(reason: impl Into<String>) -> Self {
        Error::new(ErrorKind::Rejected, reason)
    }

    /// Returns the kind of the error.
    pub fn kind(&self) -> ErrorKind {
        self.0.kind
    }

    /// Returns every problem found, one line each.
    pub fn problems(&self) -> &[String] {
        &self.0.problems
    }

    /// Returns the place of every problem, in the order of [`Error::problems`]: a JSON pointer into
    /// the input, like `/step/1/with/rounds`, or an empty string where the problem concerns the
    /// whole input.
    pub fn places(&self) -> &[String] {
        &self.0.places
    }

    /// Prepends a JSON pointer to the place of every problem.
    #[must_use]
    pub(crate) fn within(mut self, place: &str) -> Self {
        self.0.places.iter_mut().for_each(|inner| inner.insert_str(0, place));
        self
    }

    /// Prepends `place` to the message of every problem.
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
