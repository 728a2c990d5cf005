//! How fast Mapwright is, as a table: measured, beside its target, and with `--features peers` beside other packages.
//!
//! Every figure is the best of many short rounds, interleaved so that a busy moment of the machine hits all of them alike.
//! Only ratios within one run mean much.

mod campaigns;
mod dungeons;
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

/// Measures something and prints it.
type Part = fn() -> Result<()>;

/// What can be asked for by name, in the order in which it is printed.
const PARTS: &[(&str, Part)] = &[
    ("targets", ours::targets),
    ("layouts", layouts::targets),
    ("dungeons", dungeons),
    ("campaigns", campaigns::targets),
    ("pictures", pictures),
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
        // Started by this program itself: one map, and the most memory it took.
        ["peak", id, width, height, with] => measure::print_peak(id, width.parse()?, height.parse()?, with),
        // On demand: it takes as long as one says.
        ["studio", "soak", seconds] => studio::soak(seconds.parse()?),
        [] => PARTS.iter().try_for_each(|(_, part)| part()),
        [name] => match PARTS.iter().find(|(part, _)| *part == name) {
            Some((_, part)) => part(),
            None => bail!("`{name}` is none of {}", PARTS.iter().map(|(part, _)| *part).collect::<Vec<_>>().join(", ")),
        },
        _ => bail!("one part at a time"),
    }
}

fn dungeons() -> Result<()> {
    #[cfg_attr(not(feature = "peers"), expect(unused_variables, reason = "nobody stands beside us"))]
    let ours = dungeons::targets()?;
    #[cfg(feature = "peers")]
    peers::dungeongen::compare(&ours)?;
    Ok(())
}

fn pictures() -> Result<()> {
    #[cfg_attr(not(feature = "peers"), expect(unused_variables, reason = "nobody stands beside us"))]
    let ours = pictures::targets()?;
    #[cfg(feature = "peers")]
    peers::dungeongen::compare_pictures(&ours)?;
    Ok(())
}

#[cfg(feature = "peers")]
fn packages() -> Result<()> {
    with_a_deep_stack(peers::compare)
}

/// A package among the peers calls itself once for every cell of a maze.
#[cfg(feature = "peers")]
fn with_a_deep_stack(run: fn() -> Result<()>) -> Result<()> {
    let thread = std::thread::Builder::new().stack_size(1 << 30).spawn(run)?;
    thread.join().unwrap_or_else(|_| anyhow::bail!("the comparison panicked"))
}
