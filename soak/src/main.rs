//! Very many maps with sampled parameters and sizes over every algorithm, every one of them checked: `cargo xtask soak`.
//!
//! A case is a pure function of the seed, the algorithm and its number, so the maps and what is found are the same on any
//! number of threads; only the times differ.

mod args;
mod case;
mod crew;
mod dungeons;
mod report;
mod tally;
mod trial;

use args::Task;
use std::process::ExitCode;
use std::{env, thread};

fn main() -> ExitCode {
    let task = match Task::read(env::args().skip(1)) {
        Ok(task) => task,
        Err(problem) => {
            eprintln!("soak: {problem}");
            return ExitCode::from(2);
        }
    };
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let well = match task {
        Task::Maps(args) => {
            let done = crew::soak(&args, threads);
            report::print(&args, &done, threads);
            done.tallies.iter().all(|tally| tally.failed == 0)
        }
        Task::Dungeons(seeds) => dungeons::soak(seeds, threads),
    };
    ExitCode::from(u8::from(!well))
}
