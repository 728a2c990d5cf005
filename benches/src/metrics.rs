//! Benchmarks of metrics: all at once, each one alone, and heat maps.

use crate::measure::{QUICK, THOROUGH, Work, plan, time};
use crate::table::{self, seconds, verdict};
use anyhow::Result;
use mapwright::heat::{Heat, heat_map};
use mapwright::metrics::{self, Metrics};
use mapwright::{Map, Plan, Recipe, Run, Seed, Size, registry};
use rayon::prelude::*;

/// Map sizes with the target for all metrics, in seconds.
const SMALL: (Size, f64) = (Size::new(80, 50), 200e-6);
const LARGE: (Size, f64) = (Size::new(1_000, 1_000), 0.5);
/// Target for a heat map of the large map, in seconds.
const HEAT_TARGET: f64 = 1.0;
/// Number of maps to make and measure, and the target for all of them, in seconds.
const BATCH: (u64, f64) = (10_000, 5.0);
/// Layouts of different kinds: open halls, caves, corridors and rooms.
const LAYOUTS: [&str; 6] = ["arena", "cellular", "maze", "bsp", "dungeon", "rogue"];

pub(crate) fn targets() -> Result<()> {
    let mut works = Vec::new();
    let mut targets = Vec::new();
    for (size, target) in [SMALL, LARGE] {
        for id in LAYOUTS {
            let map = populated(id, size)?;
            works.push(Work::new(format!("all, {id} {size}"), move |_| Metrics::of(&map)));
            targets.push(target);
        }
    }
    for heat in Heat::ALL {
        let map = populated("cellular", LARGE.0)?;
        works.push(Work::new(format!("heat map of {}, cellular {}", heat.name(), LARGE.0), move |_| {
            heat_map(&map, heat).ok()
        }));
        targets.push(HEAT_TARGET);
    }
    let names: Vec<String> = works.iter().map(|work| work.name.clone()).collect();
    let took = time(&mut works, THOROUGH);
    let row = |((name, took), target): ((String, f64), f64)| {
        vec![name, seconds(took), seconds(target), verdict(took, target)]
    };
    let rows: Vec<Vec<String>> = names.into_iter().zip(took).zip(targets).map(row).collect();
    table::print("Metrics of a map with start, stairs, monsters and traps", &["metrics", "time", "target", ""], &rows);
    batch()?;
    each_alone()
}

/// Times making and measuring many maps on two threads.
fn batch() -> Result<()> {
    let threads = rayon::ThreadPoolBuilder::new().num_threads(2).build()?;
    let plans: Vec<(&str, Plan)> = ["cellular", "bsp", "digger", "mining"]
        .into_iter()
        .map(|id| Ok((id, plan(id, "{}")?)))
        .collect::<Result<_>>()?;
    let run = |plan: &Plan, seed: u64| plan.run(Run::new(Seed::new(seed)).size(80, 50)).map(|map| Metrics::of(&map));
    let mut works: Vec<Work<'_>> = Vec::new();
    for (id, plan) in &plans {
        works.push(Work::new(*id, |_| {
            threads.install(|| (0..BATCH.0).into_par_iter().filter(|&seed| run(plan, seed).is_ok()).count())
        }));
    }
    let took = time(&mut works, QUICK);
    let rows = plans
        .iter()
        .zip(took)
        .map(|((id, _), took)| vec![(*id).to_owned(), seconds(took), seconds(BATCH.1), verdict(took, BATCH.1)]);
    let title = format!("{} maps of 80x50 made and measured, two threads", BATCH.0);
    table::print(&title, &["layout", "time", "target", ""], &rows.collect::<Vec<_>>());
    Ok(())
}

/// Makes a layout with a start, stairs, monsters and traps.
fn populated(id: &str, size: Size) -> Result<Map> {
    let steps = [id, "start", "stairs", "monsters", "traps"].map(|step| format!("[[step]]\nuse = {step:?}\n"));
    Ok(Recipe::from_toml(&steps.concat())?
        .plan(registry::ALL)?
        .run(Run::new(Seed::new(1)).size(size.width, size.height))?)
}

/// Times each metric alone.
fn each_alone() -> Result<()> {
    let (small, large) = (populated("cellular", SMALL.0)?, populated("cellular", LARGE.0)?);
    let measure = |map: &Map| {
        let work = |metric: &'static metrics::Metric| {
            let map = map.clone();
            Work::new(metric.name, move |_| Metrics::some(&map, &[metric]))
        };
        let mut works: Vec<Work<'_>> = metrics::ALL.iter().map(work).collect();
        time(&mut works, QUICK)
    };
    let (on_small, on_large) = (measure(&small), measure(&large));
    let times = metrics::ALL.iter().zip(on_small).zip(on_large);
    let rows: Vec<Vec<String>> =
        times.map(|((metric, small), large)| vec![metric.name.to_owned(), seconds(small), seconds(large)]).collect();
    table::print("One metric alone, cellular", &["metric", "80x50", "1000x1000"], &rows);
    Ok(())
}
