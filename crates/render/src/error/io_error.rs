//! The I/O error of a writer, kept through encoders that reduce it to a message.

use crate::error::Error;
use std::io::{self, Write};

/// Writes, and returns the error of the writer rather than what the encoder made of it.
pub(crate) fn keep_io_error<W: Write>(
    to: W,
    write: impl FnOnce(&mut ErrorKeeper<W>) -> Result<(), Error>,
) -> Result<(), Error> {
    let mut to = ErrorKeeper { to, failure: None };
    let written = write(&mut to);
    to.failure.map_or(written, |failure| Err(failure.into()))
}

/// Keeps the first failure of a writer, of which the encoder hands on the message only: a broken
/// pipe must stay one.
pub(crate) struct ErrorKeeper<W> {
    to: W,
    failure: Option<io::Error>,
}

impl<W: Write> ErrorKeeper<W> {
    fn keep<T>(&mut self, result: io::Result<T>) -> io::Result<T> {
        result.map_err(|error| {
            let kind = error.kind();
            // The caller retries an interrupted write.
            if kind != io::ErrorKind::Interrupted {
                self.failure.get_or_insert(error);
            }
            kind.into()
        })
    }
}

impl<W: Write> Write for ErrorKeeper<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let result = self.to.write(bytes);
        self.keep(result)
    }

    fn flush(&mut self) -> io::Result<()> {
        let result = self.to.flush();
        self.keep(result)
    }
}
