//! How far a long run is, on stderr: when that is a terminal and the run takes over a second.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

/// Shorter runs show nothing.
const PATIENCE: Duration = Duration::from_secs(1);

/// Counts what is done, and shows it.
pub(crate) struct Progress {
    what: &'static str,
    done: usize,
    all: usize,
    began: Instant,
    on_terminal: bool,
    shown: bool,
}

impl Progress {
    /// So many of these are to be done.
    pub(crate) fn new(what: &'static str, all: usize) -> Progress {
        let on_terminal = io::stderr().is_terminal();
        Progress { what, done: 0, all, began: Instant::now(), on_terminal, shown: false }
    }

    /// One more is done.
    pub(crate) fn step(&mut self) {
        self.done += 1;
        if self.on_terminal && self.began.elapsed() >= PATIENCE {
            self.shown = true;
            let _ = write!(io::stderr(), "\r{} {} of {}", self.what, self.done, self.all);
        }
    }

    /// Takes the line away again.
    pub(crate) fn clear(&mut self) {
        if std::mem::take(&mut self.shown) {
            let _ = write!(io::stderr(), "\r\u{1b}[K");
        }
    }
}
