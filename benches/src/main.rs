//! How fast Mapwright is, as a table: measured, beside its target, and with `--features peers` beside other packages.
//!
//! Every figure is the best of many short rounds, interleaved so that a busy moment of the machine hits all of them alike.
//! Only ratios within one run mean much.

mod layouts;
mod measure;
mod ours;
#[cfg(feature = "peers")]
mod peers;
mod table;

use anyhow::Result;
use std::env;

fn main() -> Result<()> {
    let args: Vec<String> = env::args().skip(1).collect();
    match args.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        // Started by this program itself: one map, and the most memory it took.
        ["peak", id, width, height, with] => measure::print_peak(id, width.parse()?, height.parse()?, with),
        _ => {
            ours::targets()?;
            layouts::targets()?;
            #[cfg(feature = "peers")]
            with_a_deep_stack(peers::compare)?;
            Ok(())
        }
    }
}

/// A package among the peers calls itself once for every cell of a maze.
#[cfg(feature = "peers")]
fn with_a_deep_stack(run: fn() -> Result<()>) -> Result<()> {
    let thread = std::thread::Builder::new().stack_size(1 << 30).spawn(run)?;
    thread.join().unwrap_or_else(|_| anyhow::bail!("the comparison panicked"))
}
