//! Timing, and memory.

use anyhow::{Context, Result};
use mapwright::{Plan, Recipe, Run, Seed, registry, value_from_text};
use std::hint::black_box;
use std::time::{Duration, Instant};
use std::{env, fs, process};

/// Something to be timed: called with a number that is another each time.
pub(crate) struct Work<'a> {
    pub(crate) name: String,
    pub(crate) run: Box<dyn FnMut(u64) + 'a>,
}

impl<'a> Work<'a> {
    pub(crate) fn new<T>(name: impl Into<String>, mut run: impl FnMut(u64) -> T + 'a) -> Self {
        Work { name: name.into(), run: Box::new(move |seed| drop(black_box(run(seed)))) }
    }
}

/// How much time goes into a figure.
#[derive(Clone, Copy)]
pub(crate) struct Effort {
    rounds: u64,
    round: Duration,
}

/// For figures with a target of their own.
pub(crate) const THOROUGH: Effort = Effort { rounds: 7, round: Duration::from_millis(120) };
/// For long lists.
pub(crate) const QUICK: Effort = Effort { rounds: 5, round: Duration::from_millis(50) };

/// What takes longer than this is called twice, however thorough one wants to be.
const LONG: Duration = Duration::from_millis(400);

/// Seconds a call for each piece of work: the best of several interleaved rounds.
pub(crate) fn time(works: &mut [Work<'_>], effort: Effort) -> Vec<f64> {
    let mut calls = vec![1u64; works.len()];
    let mut best = vec![f64::INFINITY; works.len()];
    for ((work, calls), best) in works.iter_mut().zip(&mut calls).zip(&mut best) {
        // How many calls fill a round.
        loop {
            let took = repeat(work, 0, *calls);
            if took >= effort.round / 4 || *calls >= 1 << 30 {
                let wanted = effort.round.as_secs_f64() / took.as_secs_f64().max(1e-9);
                *best = took.as_secs_f64() / *calls as f64;
                *calls = ((*calls as f64 * wanted) as u64).max(1);
                break;
            }
            *calls *= 2;
        }
    }
    for round in 0..effort.rounds {
        for ((work, &calls), best) in works.iter_mut().zip(&calls).zip(&mut best) {
            if round > 0 && *best >= LONG.as_secs_f64() {
                continue;
            }
            let took = repeat(work, round * calls, calls);
            *best = best.min(took.as_secs_f64() / calls as f64);
        }
    }
    best
}

/// Seconds a call, with few calls.
#[cfg(feature = "peers")]
pub(crate) fn roughly(work: &mut Work<'_>) -> f64 {
    let mut best = f64::INFINITY;
    for seed in 0..5 {
        best = best.min(repeat(work, seed, 1).as_secs_f64());
        if best >= 0.1 {
            break;
        }
    }
    best
}

fn repeat(work: &mut Work<'_>, first: u64, calls: u64) -> Duration {
    let start = Instant::now();
    (first..first + calls).for_each(|seed| (work.run)(seed));
    start.elapsed()
}

/// A plan for one algorithm with parameters written as a TOML table.
pub(crate) fn plan(id: &str, with: &str) -> Result<Plan> {
    let with = value_from_text(with).as_object().cloned().context("parameters are a table")?;
    Ok(Recipe::of(id, with).plan(registry::ALL)?)
}

/// The most memory that making one map takes, in bytes, measured in a process of its own; `None` where the system does not tell.
pub(crate) fn peak(id: &str, width: i32, height: i32, with: &str) -> Result<Option<f64>> {
    let output = process::Command::new(env::current_exe()?)
        .args(["peak", id, &width.to_string(), &height.to_string(), with])
        .output()?;
    Ok(String::from_utf8_lossy(&output.stdout).trim().parse().ok())
}

pub(crate) fn print_peak(id: &str, width: i32, height: i32, with: &str) -> Result<()> {
    black_box(plan(id, with)?.run(Run::new(Seed::new(1)).size(width, height))?);
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    if let Some(kilobytes) = line.and_then(|line| line.split_whitespace().next()?.parse::<f64>().ok()) {
        println!("{}", kilobytes * 1024.0);
    }
    Ok(())
}
