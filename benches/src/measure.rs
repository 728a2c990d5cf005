//! Timing, and memory.

use anyhow::{Context, Result, ensure};
use mapwright::{Plan, Recipe, Run, Seed, registry, value_from_text};
use std::hint::black_box;
use std::io::Read;
use std::time::{Duration, Instant};
use std::{env, fs, process};

/// Something to be timed: called with seeds from 0 on.
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
    rounds: u32,
    /// Shorter than what the system lets a program run for at a time, so that on a busy machine some rounds go undisturbed.
    round: Duration,
    /// After that much time two rounds are enough.
    most: Duration,
}

/// For figures with a target of their own.
pub(crate) const THOROUGH: Effort =
    Effort { rounds: 100, round: Duration::from_millis(8), most: Duration::from_millis(1_000) };
/// For long lists.
pub(crate) const QUICK: Effort =
    Effort { rounds: 50, round: Duration::from_millis(5), most: Duration::from_millis(400) };

/// Seconds a call for each piece of work: the best of many interleaved rounds, each of which makes the same maps.
pub(crate) fn time(works: &mut [Work<'_>], effort: Effort) -> Vec<f64> {
    let mut calls = vec![1u64; works.len()];
    for (work, calls) in works.iter_mut().zip(&mut calls) {
        // How many calls fill a round.
        loop {
            let took = repeat(work, *calls);
            if took >= effort.round / 4 || *calls >= 1 << 30 {
                let wanted = effort.round.as_secs_f64() / took.as_secs_f64().max(1e-9);
                *calls = ((*calls as f64 * wanted) as u64).max(1);
                break;
            }
            *calls *= 2;
        }
    }
    let mut best = vec![f64::INFINITY; works.len()];
    let mut spent = vec![Duration::ZERO; works.len()];
    for round in 0..effort.rounds {
        for (index, work) in works.iter_mut().enumerate() {
            if round >= 2 && spent[index] >= effort.most {
                continue;
            }
            let took = repeat(work, calls[index]);
            spent[index] += took;
            best[index] = best[index].min(took.as_secs_f64() / calls[index] as f64);
        }
    }
    best
}

/// Seconds for each seed from 0 on.
pub(crate) struct EachSeed(Vec<f64>);

impl EachSeed {
    /// How often each seed is run; its best time counts, so that a busy moment of the machine is not taken for a slow seed.
    pub(crate) const RUNS: u32 = 3;
    /// The slowest are run more often.
    const SLOWEST: usize = 20;
    pub(crate) const MORE_RUNS: u32 = 7;

    pub(crate) fn median(&self) -> f64 {
        let mut sorted = self.0.clone();
        sorted.sort_by(f64::total_cmp);
        sorted[sorted.len() / 2]
    }

    /// The slowest seed and its time.
    pub(crate) fn slowest(&self) -> (usize, f64) {
        let times = self.0.iter().copied().enumerate();
        times.max_by(|a, b| a.1.total_cmp(&b.1)).unwrap_or((0, 0.0))
    }

    fn run<T>(&mut self, seed: usize, run: &mut impl FnMut(u64) -> T) {
        let start = Instant::now();
        drop(black_box(run(seed as u64)));
        self.0[seed] = self.0[seed].min(start.elapsed().as_secs_f64());
    }
}

/// Times each seed apart, for work whose time depends on luck.
pub(crate) fn each_seed<T>(seeds: u64, mut run: impl FnMut(u64) -> T) -> EachSeed {
    let mut times = EachSeed(vec![f64::INFINITY; seeds as usize]);
    // All seeds once, then all again: the runs of one seed lie apart.
    for _ in 0..EachSeed::RUNS {
        (0..seeds as usize).for_each(|seed| times.run(seed, &mut run));
    }
    let mut slowest: Vec<usize> = (0..seeds as usize).collect();
    slowest.sort_by(|&a, &b| times.0[b].total_cmp(&times.0[a]));
    slowest.truncate(EachSeed::SLOWEST);
    for _ in 0..EachSeed::MORE_RUNS {
        slowest.iter().for_each(|&seed| times.run(seed, &mut run));
    }
    times
}

/// Seconds a call, with few calls.
#[cfg(feature = "peers")]
pub(crate) fn roughly(work: &mut Work<'_>) -> f64 {
    let mut best = f64::INFINITY;
    for _ in 0..5 {
        best = best.min(repeat(work, 1).as_secs_f64());
        if best >= 0.1 {
            break;
        }
    }
    best
}

fn repeat(work: &mut Work<'_>, calls: u64) -> Duration {
    let start = Instant::now();
    (0..calls).for_each(|seed| (work.run)(seed));
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
    if let Some(bytes) = peak_so_far("self") {
        println!("{bytes}");
    }
    Ok(())
}

/// What a program writes to its output, and the most memory it took, in bytes; `None` where the system does not tell.
///
/// A process that has ended tells nothing. But it cannot end before its output is read, except for what a pipe holds: so it is
/// asked after every piece.
pub(crate) fn peak_of(command: &mut process::Command) -> Result<(Vec<u8>, Option<f64>)> {
    let mut child =
        command.stdout(process::Stdio::piped()).spawn().with_context(|| format!("cannot start {command:?}"))?;
    let mut from = child.stdout.take().context("no output")?;
    let (mut written, mut peak, mut piece) = (Vec::new(), None, [0; 4096]);
    loop {
        let length = from.read(&mut piece)?;
        // The last answer may be none at all.
        peak = peak_so_far(&child.id().to_string()).or(peak);
        if length == 0 {
            break;
        }
        written.extend_from_slice(&piece[..length]);
    }
    ensure!(child.wait()?.success(), "{command:?} failed");
    Ok((written, peak))
}

/// The most memory that a process has taken, in bytes.
fn peak_so_far(process: &str) -> Option<f64> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.split_whitespace().next()?.parse::<f64>().ok()? * 1024.0)
}
