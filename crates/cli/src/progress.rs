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

    /// Shows nothing at all.
    pub(crate) fn hide(&mut self) {
        self.on_terminal = false;
    }

    /// One more is done.
    pub(crate) fn step(&mut self) {
        self.add(1);
    }

    /// So many more are done.
    pub(crate) fn add(&mut self, more: usize) {
        self.done += more;
        if self.on_terminal && self.began.elapsed() >= PATIENCE {
            self.shown = true;
            // A line that is cut short stays one line.
            let width = terminal_size::terminal_size_of(io::stderr()).map_or(80, |(width, _)| usize::from(width.0));
            let line: String = self.line().chars().take(width.saturating_sub(1)).collect();
            let _ = write!(io::stderr(), "\r{line}\u{1b}[K");
        }
    }

    /// How far it is, how fast it goes, and how long it will take.
    fn line(&self) -> String {
        let seconds = self.began.elapsed().as_secs_f64();
        let rate = self.done as f64 / seconds.max(0.001);
        let left = (self.all - self.done.min(self.all)) as f64 / rate.max(0.001);
        let rate = if rate >= 10.0 { format!("{rate:.0}") } else { format!("{rate:.1}") };
        let left = match left as u64 {
            left if left >= 3_600 => format!("{} h {:02} min", left / 3_600, left / 60 % 60),
            left if left >= 60 => format!("{} min {:02} s", left / 60, left % 60),
            left => format!("{left} s"),
        };
        let filled = (20 * self.done.min(self.all)) / self.all.max(1);
        let bar: String = (0..20).map(|n| if n < filled { '=' } else { '.' }).collect();
        format!("[{bar}] {} {} of {}, {rate} a second, {left} left", self.what, self.done, self.all)
    }

    /// Takes the line away again.
    pub(crate) fn clear(&mut self) {
        if std::mem::take(&mut self.shown) {
            let _ = write!(io::stderr(), "\r\u{1b}[K");
        }
    }
}
