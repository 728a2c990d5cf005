//! Benchmarks of placement: the time for a map with placements less the time for the bare layout.

use crate::measure::{THOROUGH, Work, time};
use crate::table::{self, seconds, verdict};
use anyhow::Result;
use mapwright::{Plan, Recipe, Run, Seed, registry};

/// Placement steps of a level that is ready to play.
const STEPS: &str = r#"
[[step]]
use = "stairs"
with = { up = true }
[[step]]
use = "start"
[[step]]
use = "exits"
[[step]]
use = "monsters"
with = { danger = 8 }
[[step]]
use = "treasure"
[[step]]
use = "traps"
"#;

/// Optional placement steps.
const OPTIONAL_STEPS: &str = r#"
[[step]]
use = "themes"
[[step]]
use = "scatter"
[[step]]
use = "keys"
"#;

/// Width, height and the target for all placements, in seconds.
const SIZES: [(i32, i32, f64); 2] = [(80, 50, 50e-6), (1000, 1000, 50e-3)];

fn plan(layout: &str, steps: &[&str]) -> Result<Plan> {
    let text = format!("[[step]]\nuse = \"{layout}\"\n{}", steps.concat());
    Ok(Recipe::from_toml(&text)?.plan(registry::ALL)?)
}

pub(crate) fn targets() -> Result<()> {
    for (width, height, target) in SIZES {
        let mut works = Vec::new();
        let layouts = ["bsp", "rooms-corridors", "digger", "cellular", "maze"];
        for layout in layouts {
            for (name, steps) in [
                ("alone", vec![]),
                ("with all", vec![STEPS]),
                ("with themes and keys too", vec![STEPS, OPTIONAL_STEPS]),
            ] {
                let plan = plan(layout, &steps)?;
                works.push(Work::new(format!("{layout} {name}"), move |seed| {
                    plan.run(Run::new(Seed::new(seed)).size(width, height)).expect("it fits")
                }));
            }
        }
        let took = time(&mut works, THOROUGH);
        let mut rows = Vec::new();
        for (layout, took) in layouts.iter().zip(took.chunks(3)) {
            let (placed, more) = (took[1] - took[0], took[2] - took[0]);
            rows.push(vec![
                (*layout).to_owned(),
                seconds(took[0]),
                seconds(placed),
                seconds(target),
                verdict(placed, target),
                seconds(more),
            ]);
        }
        let header = ["layout", "alone", "placements", "target", "", "with themes, scatter, keys"];
        table::print(&format!("Placing on {width}x{height}"), &header, &rows);
    }
    Ok(())
}
