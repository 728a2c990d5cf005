//! Benchmarks: tables of measured times and targets, and with `--features peers` of other packages.
//!
//! Every figure is the best of many short rounds. Rounds are interleaved, so that load from other
//! programs affects all figures alike. Only ratios within one run are comparable.

mod campaigns;
mod dungeons;
mod exports;
mod games;
mod layouts;
mod life;
mod measure;
mod metrics;
mod ours;
#[cfg(feature = "peers")]
mod peers;
mod pictures;
mod studio;
mod table;
mod traces;

use anyhow::{Result, bail};
use std::env;

/// A benchmark that prints its table.
type Benchmark = fn() -> Result<()>;

/// All benchmarks by name, in the order in which they run.
const BENCHMARKS: &[(&str, Benchmark)] = &[
    ("targets", ours::targets),
    ("layouts", layouts::targets),
    ("dungeons", dungeons),
    ("campaigns", campaigns::targets),
    ("pictures", pictures),
    ("exports", exports::targets),
    ("games", games::targets),
    ("life", life::targets),
    ("traces", traces::targets),
    ("metrics", metrics::targets),
    ("studio", studio::targets),
    #[cfg(feature = "peers")]
    ("packages", packages),
];

fn main() -> Result<()> {
    let args: Vec<String> = env::args().skip(1).collect();
    match args.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        // A child process of this program: makes one map and prints its peak memory.
        ["peak", id, width, height, with] => measure::print_peak(id, width.parse()?, height.parse()?, with),
        ["studio", "soak", seconds] => studio::soak(seconds.parse()?),
        [] => BENCHMARKS.iter().try_for_each(|(_, run)| run()),
        [name] => match BENCHMARKS.iter().find(|(known, _)| *known == name) {
            Some((_, run)) => run(),
            None => {
                let names = BENCHMARKS.iter().map(|(known, _)| *known).collect::<Vec<_>>().join(", ");
                bail!("there is no benchmark `{name}`; choose one of {names}")
            }
        },
        _ => bail!("name at most one benchmark"),
    }
}

fn dungeons() -> Result<()> {
    #[cfg_attr(not(feature = "peers"), expect(unused_variables, reason = "used by the comparison only"))]
    let ours = dungeons::targets()?;
    #[cfg(feature = "peers")]
    peers::dungeongen::compare(&ours)?;
    Ok(())
}

fn pictures() -> Result<()> {
    #[cfg_attr(not(feature = "peers"), expect(unused_variables, reason = "used by the comparison only"))]
    let ours = pictures::targets()?;
    #[cfg(feature = "peers")]
    peers::dungeongen::compare_pictures(&ours)?;
    Ok(())
}

#[cfg(feature = "peers")]
fn packages() -> Result<()> {
    with_a_deep_stack(peers::compare)
}

/// Runs on a thread with a stack of 1 GiB: one of the packages recurses once for every cell of a
/// maze.
#[cfg(feature = "peers")]
fn with_a_deep_stack(run: fn() -> Result<()>) -> Result<()> {
    let thread = std::thread::Builder::new().stack_size(1 << 30).spawn(run)?;
    thread.join().unwrap_or_else(|_| anyhow::bail!("the comparison panicked"))
}
