//! Ctrl-C: the run stops at its next step, and temporary files are removed.

use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};

static STOP: AtomicBool = AtomicBool::new(false);

/// Installs the handler for Ctrl-C and for a closed terminal. Call it before temporary files exist.
/// The first signal stops the run, the second one ends the process immediately.
pub(crate) fn install_handler() {
    // Without a handler, a signal ends the process immediately.
    let _ = ctrlc::set_handler(|| {
        if STOP.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    });
}

/// Returns the flag that Ctrl-C sets.
pub(crate) fn flag() -> &'static AtomicBool {
    &STOP
}

/// Clears the flag, so that finished results can be written. Ctrl-C then stops the writing.
pub(crate) fn reset() {
    STOP.store(false, Ordering::Relaxed);
}

/// Writer that fails after Ctrl-C.
pub(crate) struct InterruptibleWriter<W>(pub(crate) W);

impl<W: Write> Write for InterruptibleWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if STOP.load(Ordering::Relaxed) {
            // Callers would retry after `ErrorKind::Interrupted`.
            return Err(io::Error::other(Interrupted));
        }
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

#[derive(Debug)]
struct Interrupted;

impl std::fmt::Display for Interrupted {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("stopped")
    }
}

impl std::error::Error for Interrupted {}

/// Returns true if Ctrl-C caused this error.
pub(crate) fn is_interrupt(error: &io::Error) -> bool {
    matches!(error.get_ref(), Some(inner) if inner.is::<Interrupted>())
}
