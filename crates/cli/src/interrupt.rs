//! Ctrl-C: the run stops at its next step, and temporary files are removed. A run that takes long
//! to its next step is ended.

use crate::failure::{INTERRUPTED, eprint_line};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, Once, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

static STOP: AtomicBool = AtomicBool::new(false);
/// True while the screen shows a full-screen program.
static FULL_SCREEN: AtomicBool = AtomicBool::new(false);
/// True while maps are measured on other threads.
static MEASURING: AtomicBool = AtomicBool::new(false);
/// Temporary files that exist.
static TEMPORARY: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Time that a run has to stop by itself.
const GRACE: Duration = Duration::from_millis(100);
/// Time that a full-screen program has, which looks for signals now and then.
const FULL_SCREEN_GRACE: Duration = Duration::from_millis(250);
/// Time that a measurement has, which looks for signals all the while: only a very busy machine
/// needs it.
const MEASURING_GRACE: Duration = Duration::from_secs(2);
const POLL_INTERVAL: Duration = Duration::from_millis(5);

/// Installs the handler for Ctrl-C and for a closed terminal, once.
///
/// The first signal asks the run to stop. If it has not stopped after [`GRACE`], because it draws a
/// large picture or waits for input, or if there is a second signal, the temporary files are
/// removed and the process ends.
pub(crate) fn install_handler() {
    static INSTALLED: Once = Once::new();
    // Without a handler, a signal ends the process immediately.
    INSTALLED.call_once(|| drop(ctrlc::set_handler(handle)));
}

/// Handles a signal, on a thread of its own.
fn handle() {
    if STOP.swap(true, Ordering::Relaxed) {
        end();
    }
    let asked = Instant::now();
    while STOP.load(Ordering::Relaxed) {
        let grace = match (MEASURING.load(Ordering::Relaxed), FULL_SCREEN.load(Ordering::Relaxed)) {
            (true, _) => MEASURING_GRACE,
            (_, true) => FULL_SCREEN_GRACE,
            _ => GRACE,
        };
        if asked.elapsed() >= grace {
            end();
        }
        thread::sleep(POLL_INTERVAL);
    }
}

/// Removes the temporary files and ends the process.
fn end() -> ! {
    // The lock is kept, so that no new file appears.
    let files = temporary_files();
    files.iter().for_each(|file| drop(fs::remove_file(file)));
    if FULL_SCREEN.load(Ordering::Relaxed) {
        ratatui::restore();
    } else {
        eprint_line("mapwright: stopped");
    }
    std::process::exit(INTERRUPTED.into());
}

fn temporary_files() -> MutexGuard<'static, Vec<PathBuf>> {
    TEMPORARY.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Creates a temporary file that is removed when a signal ends the process.
pub(crate) fn create_temporary<T: AsRef<Path>>(create: impl FnOnce() -> io::Result<T>) -> io::Result<T> {
    install_handler();
    let mut files = temporary_files();
    let file = create()?;
    files.push(file.as_ref().to_owned());
    Ok(file)
}

/// Moves a temporary file to its place. A signal ends the process before or afterwards.
pub(crate) fn move_temporary<T>(file: &Path, rename: impl FnOnce() -> T) -> T {
    let mut files = temporary_files();
    files.retain(|known| known != file);
    rename()
}

/// Tells that a measurement on other threads begins or ends. Until it ends, the caller looks for
/// signals all the while, and keeps the results so far.
pub(crate) fn set_measuring(on: bool) {
    MEASURING.store(on, Ordering::Relaxed);
}

/// Tells that a full-screen program begins or ends.
pub(crate) fn set_full_screen(on: bool) {
    FULL_SCREEN.store(on, Ordering::Relaxed);
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
