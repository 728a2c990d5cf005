//! Failures of writers, kept as they were.

use crate::error::Error;
use std::io::{self, Write};

/// Writes, and reports what the writer said rather than what became of it on the way.
pub(crate) fn remembering<W: Write>(
    to: W,
    write: impl FnOnce(&mut Remembering<W>) -> Result<(), Error>,
) -> Result<(), Error> {
    let mut to = Remembering { to, failure: None };
    let written = write(&mut to);
    to.failure.map_or(written, |failure| Err(failure.into()))
}

/// Keeps the first failure of a writer, of which the encoder hands on the message only: a broken pipe must stay one.
pub(crate) struct Remembering<W> {
    to: W,
    failure: Option<io::Error>,
}

impl<W: Write> Remembering<W> {
    fn keep<T>(&mut self, result: io::Result<T>) -> io::Result<T> {
        result.map_err(|error| {
            let kind = error.kind();
            // Whoever is interrupted tries again.
            if kind != io::ErrorKind::Interrupted {
                self.failure.get_or_insert(error);
            }
            kind.into()
        })
    }
}

impl<W: Write> Write for Remembering<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let result = self.to.write(bytes);
        self.keep(result)
    }

    fn flush(&mut self) -> io::Result<()> {
        let result = self.to.flush();
        self.keep(result)
    }
}
