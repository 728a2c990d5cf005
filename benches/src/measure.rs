//! Measures time and memory.

use anyhow::{Context, Result, ensure};
use mapwright::{Moment, Plan, Recipe, Run, Seed, Tracer, registry, value_from_text};
use std::hint::black_box;
use std::io::Read;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use std::{env, fs, process};

/// A function to time; it is called with seeds 0, 1, 2 and so on.
pub(crate) struct Work<'a> {
    pub(crate) name: String,
    pub(crate) run: Box<dyn FnMut(u64) + 'a>,
}

impl<'a> Work<'a> {
    pub(crate) fn new<T>(name: impl Into<String>, mut run: impl FnMut(u64) -> T + 'a) -> Self {
        Work { name: name.into(), run: Box::new(move |seed| drop(black_box(run(seed)))) }
    }
}

/// The time to spend on one figure.
#[derive(Clone, Copy)]
pub(crate) struct Effort {
    rounds: u32,
    /// Shorter than a time slice of the scheduler, so that some rounds run undisturbed on a busy
    /// machine.
    round: Duration,
    /// Once this much time is spent, two rounds are enough.
    max_time: Duration,
}

/// Effort for figures with a target of their own.
pub(crate) const THOROUGH: Effort =
    Effort { rounds: 100, round: Duration::from_millis(8), max_time: Duration::from_millis(1_000) };
/// Effort for long lists.
pub(crate) const QUICK: Effort =
    Effort { rounds: 50, round: Duration::from_millis(5), max_time: Duration::from_millis(400) };

/// Returns the seconds per call of each work: the best of many interleaved rounds over the same
/// seeds.
pub(crate) fn time(works: &mut [Work<'_>], effort: Effort) -> Vec<f64> {
    let mut calls = vec![1u64; works.len()];
    for (work, calls) in works.iter_mut().zip(&mut calls) {
        // Find the number of calls that fill a round.
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
            if round >= 2 && spent[index] >= effort.max_time {
                continue;
            }
            let took = repeat(work, calls[index]);
            spent[index] += took;
            best[index] = best[index].min(took.as_secs_f64() / calls[index] as f64);
        }
    }
    best
}

/// Seconds for each seed, starting at 0.
pub(crate) struct SeedTimes(Vec<f64>);

impl SeedTimes {
    /// Runs of each seed. Its best time counts, so that a busy machine is not mistaken for a slow
    /// seed.
    pub(crate) const RUNS: u32 = 3;
    /// Number of slowest seeds that get extra runs.
    const SLOWEST: usize = 20;
    /// Extra runs of the slowest seeds.
    pub(crate) const EXTRA_RUNS: u32 = 7;

    pub(crate) fn median(&self) -> f64 {
        let mut sorted = self.0.clone();
        sorted.sort_by(f64::total_cmp);
        sorted[sorted.len() / 2]
    }

    /// Returns the slowest seed and its time.
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

/// Times each seed separately, for work whose time varies with the seed.
pub(crate) fn time_seeds<T>(seeds: u64, mut run: impl FnMut(u64) -> T) -> SeedTimes {
    let mut times = SeedTimes(vec![f64::INFINITY; seeds as usize]);
    // Repeat the whole list rather than each seed, to spread the runs of a seed over time.
    for _ in 0..SeedTimes::RUNS {
        (0..seeds as usize).for_each(|seed| times.run(seed, &mut run));
    }
    let mut slowest: Vec<usize> = (0..seeds as usize).collect();
    slowest.sort_by(|&a, &b| times.0[b].total_cmp(&times.0[a]));
    slowest.truncate(SeedTimes::SLOWEST);
    for _ in 0..SeedTimes::EXTRA_RUNS {
        slowest.iter().for_each(|&seed| times.run(seed, &mut run));
    }
    times
}

/// Returns the seconds per call from at most five calls.
#[cfg(feature = "peers")]
pub(crate) fn estimate(work: &mut Work<'_>) -> f64 {
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

/// A tracer that counts the steps of a run.
pub(crate) struct Counter(pub(crate) u64);

impl Tracer for Counter {
    fn moment(&mut self, _: Moment<'_>) {
        self.0 += 1;
    }
}

/// Returns the path of the `mapwright` program; prints a hint and returns `None` if it is not
/// built.
pub(crate) fn built_program() -> Result<Option<PathBuf>> {
    let program = env::current_exe()?.with_file_name("mapwright");
    if !program.exists() {
        println!("\nnot measured: {} is missing; `cargo xtask bench` builds it", program.display());
        return Ok(None);
    }
    Ok(Some(program))
}

/// Plans one algorithm; `with` holds its parameters as a TOML table.
pub(crate) fn plan(id: &str, with: &str) -> Result<Plan> {
    let with = value_from_text(with).as_object().cloned().context("parameters are a table")?;
    Ok(Recipe::of(id, with).plan(registry::ALL)?)
}

/// Returns the peak memory of making one map, in bytes, measured in a child process.
///
/// `None` on systems without `/proc`.
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

/// Runs a program and returns its output and its peak memory, in bytes.
///
/// The peak is read after every chunk of output, because `/proc` forgets a process once it has
/// ended. `None` on systems without `/proc`.
pub(crate) fn peak_of(command: &mut process::Command) -> Result<(Vec<u8>, Option<f64>)> {
    let mut child =
        command.stdout(process::Stdio::piped()).spawn().with_context(|| format!("cannot start {command:?}"))?;
    let mut from = child.stdout.take().context("no output")?;
    let (mut written, mut peak, mut chunk) = (Vec::new(), None, [0; 4096]);
    loop {
        let length = from.read(&mut chunk)?;
        // The process may have ended: keep the last known peak.
        peak = peak_so_far(&child.id().to_string()).or(peak);
        if length == 0 {
            break;
        }
        written.extend_from_slice(&chunk[..length]);
    }
    ensure!(child.wait()?.success(), "{command:?} failed");
    Ok((written, peak))
}

/// Reads the peak memory of a process so far, in bytes.
fn peak_so_far(process: &str) -> Option<f64> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.split_whitespace().next()?.parse::<f64>().ok()? * 1024.0)
}
