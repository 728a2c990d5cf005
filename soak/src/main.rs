//! Soak test: generates many maps of every algorithm with random parameters and sizes and checks
//! each of them, `cargo xtask soak`.
//!
//! A case is a pure function of the seed, the algorithm and its number, so that maps and findings
//! do not depend on the number of threads; only the times do.

mod args;
mod case;
mod dungeons;
mod report;
mod runner;
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
    let passed = match task {
        Task::Maps(args) => {
            let results = runner::soak(&args, threads);
            report::print(&args, &results, threads);
            results.tallies.iter().all(|tally| tally.failed == 0)
        }
        Task::Dungeons(seeds) => dungeons::soak(seeds, threads),
    };
    ExitCode::from(u8::from(!passed))
}
