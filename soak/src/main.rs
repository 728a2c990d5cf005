//! Very many maps with sampled parameters and sizes over every algorithm, every one of them checked: `cargo xtask soak`.
//!
//! A case is a pure function of the seed, the algorithm and its number, so the maps and what is found are the same on any
//! number of threads; only the times differ.

mod args;
mod case;
mod crew;
mod report;
mod tally;
mod trial;

use args::Args;
use std::process::ExitCode;
use std::{env, thread};

fn main() -> ExitCode {
    let args = match Args::read(env::args().skip(1)) {
        Ok(args) => args,
        Err(problem) => {
            eprintln!("soak: {problem}");
            return ExitCode::from(2);
        }
    };
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let done = crew::soak(&args, threads);
    report::print(&args, &done, threads);
    ExitCode::from(u8::from(done.tallies.iter().any(|tally| tally.failed > 0)))
}
