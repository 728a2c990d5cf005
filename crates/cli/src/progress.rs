//! Progress bar on stderr, for runs of more than a second on a terminal.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

/// Time before the bar appears.
const DELAY: Duration = Duration::from_secs(1);

/// Progress of a long run.
pub(crate) struct Progress {
    label: &'static str,
    done: usize,
    total: usize,
    started: Instant,
    on_terminal: bool,
    shown: bool,
}

impl Progress {
    /// Starts with nothing done of `total`.
    pub(crate) fn new(label: &'static str, total: usize) -> Progress {
        let on_terminal = io::stderr().is_terminal();
        Progress { label, done: 0, total, started: Instant::now(), on_terminal, shown: false }
    }

    /// Turns the bar off.
    pub(crate) fn hide(&mut self) {
        self.on_terminal = false;
    }

    /// Counts one.
    pub(crate) fn step(&mut self) {
        self.add(1);
    }

    /// Counts `count` and draws the bar.
    pub(crate) fn add(&mut self, count: usize) {
        self.done += count;
        if self.on_terminal && self.started.elapsed() >= DELAY {
            self.shown = true;
            // A line longer than the terminal would wrap, and `\r` would not erase it.
            let width = terminal_size::terminal_size_of(io::stderr()).map_or(80, |(width, _)| usize::from(width.0));
            let line: String = self.line().chars().take(width.saturating_sub(1)).collect();
            let _ = write!(io::stderr(), "\r{line}\u{1b}[K");
        }
    }

    /// Returns the bar with count, rate and remaining time.
    fn line(&self) -> String {
        let seconds = self.started.elapsed().as_secs_f64();
        let rate = self.done as f64 / seconds.max(0.001);
        let left = (self.total - self.done.min(self.total)) as f64 / rate.max(0.001);
        let rate = if rate >= 10.0 { format!("{rate:.0}") } else { format!("{rate:.1}") };
        let left = match left as u64 {
            left if left >= 3_600 => format!("{} h {:02} min", left / 3_600, left / 60 % 60),
            left if left >= 60 => format!("{} min {:02} s", left / 60, left % 60),
            left => format!("{left} s"),
        };
        let filled = (20 * self.done.min(self.total)) / self.total.max(1);
        let bar: String = (0..20).map(|n| if n < filled { '=' } else { '.' }).collect();
        format!("[{bar}] {}/{} {}, {rate}/s, {left} left", self.done, self.total, self.label)
    }

    /// Erases the bar.
    pub(crate) fn clear(&mut self) {
        if std::mem::take(&mut self.shown) {
            let _ = write!(io::stderr(), "\r\u{1b}[K");
        }
    }
}
