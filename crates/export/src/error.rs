//! The error type of this crate: the problem, the limit and the solution, on one line.

use std::{fmt, io};

/// Error of writing or reading a file of another program.
///
/// Its message is one line for users; [`Error::kind`] is for code. An error of the writer is its
/// [source](std::error::Error::source), so that a broken pipe can be told from a full disk.
pub struct Error(Box<Inner>);

struct Inner {
    kind: ErrorKind,
    message: String,
    cause: Option<io::Error>,
}

/// Kind of an [`Error`], for callers that handle errors differently.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ErrorKind {
    /// An option is out of range, or the map cannot be written in this format.
    Invalid,
    /// The map exceeds the limits of the format.
    TooBig,
    /// A file that was read is damaged, or not what it claims to be.
    BadFile,
    /// The file could not be written.
    Io,
}

impl Error {
    pub(crate) fn new(kind: ErrorKind, message: impl Into<String>) -> Self {
        Error(Box::new(Inner { kind, message: message.into(), cause: None }))
    }

    /// Creates the error for a map that cannot be written in this format.
    pub(crate) fn invalid(message: impl Into<String>) -> Self {
        Error::new(ErrorKind::Invalid, message)
    }

    /// Returns the kind of the error.
    pub fn kind(&self) -> ErrorKind {
        self.0.kind
    }
}

impl From<io::Error> for Error {
    fn from(cause: io::Error) -> Self {
        let message = format!("the file could not be written: {cause}");
        Error(Box::new(Inner { kind: ErrorKind::Io, message, cause: Some(cause) }))
    }
}

impl From<mapwright_render::Error> for Error {
    fn from(error: mapwright_render::Error) -> Self {
        match error.kind() {
            mapwright_render::ErrorKind::Io => io::Error::from(error).into(),
            mapwright_render::ErrorKind::TooBig => Error::new(ErrorKind::TooBig, error.to_string()),
            _ => Error::new(ErrorKind::Invalid, error.to_string()),
        }
    }
}

/// For callers that also write other data: returns the writer's error, or the message as invalid
/// input.
impl From<Error> for io::Error {
    fn from(error: Error) -> Self {
        let Inner { message, cause, .. } = *error.0;
        cause.unwrap_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, message))
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.message)
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}: {self}", self.0.kind)
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.0.cause.as_ref().map(|cause| cause as _)
    }
}
