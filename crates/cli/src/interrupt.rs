//! Ctrl-C: the work stops at its next step, and no half-written file stays behind.

use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};

static STOP: AtomicBool = AtomicBool::new(false);

/// Listens for Ctrl-C, and for the terminal being closed, from here on: called when a temporary file may lie around. The first
/// one stops the work, the second one ends the process at once.
pub(crate) fn watch() {
    // Where signals cannot be had, ending at once is what is left.
    let _ = ctrlc::set_handler(|| {
        if STOP.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    });
}

/// Set once Ctrl-C was pressed.
pub(crate) fn flag() -> &'static AtomicBool {
    &STOP
}

/// Forgets that Ctrl-C was pressed: what is done is going to be written, and pressed again it stops that.
pub(crate) fn take_back() {
    STOP.store(false, Ordering::Relaxed);
}

/// Passes on what is written until Ctrl-C is pressed.
pub(crate) struct Stoppable<W>(pub(crate) W);

impl<W: Write> Write for Stoppable<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if STOP.load(Ordering::Relaxed) {
            // `Interrupted` itself would make callers try again.
            return Err(io::Error::other(Stopped));
        }
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

#[derive(Debug)]
struct Stopped;

impl std::fmt::Display for Stopped {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("stopped")
    }
}

impl std::error::Error for Stopped {}

/// Whether this error is Ctrl-C's doing.
pub(crate) fn is_stop(error: &io::Error) -> bool {
    matches!(error.get_ref(), Some(inner) if inner.is::<Stopped>())
}
