//! The one error of this crate: what went wrong, the limit and the way out, on one line.

use std::{fmt, io};

/// Why there is no picture.
///
/// Its message is one line for a person; [`Error::kind`] is for code that acts on it. What the writer said is its
/// [source](std::error::Error::source), so that a broken pipe can be told from a full disk.
pub struct Error(Box<Inner>);

struct Inner {
    kind: ErrorKind,
    message: String,
    cause: Option<io::Error>,
}

/// The kinds of error on which a caller may act differently.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ErrorKind {
    /// A look out of range, or a map without a tile.
    Invalid,
    /// More pixels than the limit allows.
    TooBig,
    /// The picture could not be written.
    Io,
}

impl Error {
    pub(crate) fn new(kind: ErrorKind, message: impl Into<String>) -> Self {
        Error(Box::new(Inner { kind, message: message.into(), cause: None }))
    }

    /// What kind it is.
    pub fn kind(&self) -> ErrorKind {
        self.0.kind
    }
}

impl From<io::Error> for Error {
    fn from(cause: io::Error) -> Self {
        let message = format!("the picture could not be written: {cause}");
        Error(Box::new(Inner { kind: ErrorKind::Io, message, cause: Some(cause) }))
    }
}

/// For callers that write other things too: what the writer said, or what was wrong with the wish.
impl From<Error> for io::Error {
    fn from(error: Error) -> Self {
        let Inner { message, cause, .. } = *error.0;
        cause.unwrap_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, message))
    }
}

/// The looks are checked before the first byte, so whatever is left to go wrong is the writer's doing.
impl From<::png::EncodingError> for Error {
    fn from(cause: ::png::EncodingError) -> Self {
        io::Error::from(cause).into()
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
