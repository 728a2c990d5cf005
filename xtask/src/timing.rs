//! Tells where the time of `cargo xtask ci` goes.

use std::time::{Duration, Instant};

/// Parts of a run with the time that each of them took.
pub(crate) struct Timing {
    started: Instant,
    parts: Vec<(&'static str, Duration)>,
}

impl Timing {
    /// Starts the clock.
    pub(crate) fn start() -> Timing {
        Timing { started: Instant::now(), parts: Vec::new() }
    }

    /// Ends a part that began with the end of the one before.
    pub(crate) fn end(&mut self, part: &'static str) {
        let before: Duration = self.parts.iter().map(|(_, took)| *took).sum();
        self.parts.push((part, self.started.elapsed().saturating_sub(before)));
    }

    /// Prints the parts and their sum.
    pub(crate) fn print(&self) {
        println!("== time");
        for (part, took) in &self.parts {
            println!("{:>6.0} s  {part}", took.as_secs_f64());
        }
        println!("{:>6.0} s  in total", self.started.elapsed().as_secs_f64());
    }
}
