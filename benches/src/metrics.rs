//! What it costs to measure a map: all numbers at once, each group alone, and heat maps.

use crate::measure::{QUICK, THOROUGH, Work, plan, time};
use crate::table::{self, seconds, verdict};
use anyhow::Result;
use mapwright::heat::{Heat, heat_map};
use mapwright::metrics::{self, Metrics};
use mapwright::{Map, Plan, Recipe, Run, Seed, Size, registry};
use rayon::prelude::*;

/// The most seconds for all numbers of a map.
const SMALL: (Size, f64) = (Size::new(80, 50), 200e-6);
const LARGE: (Size, f64) = (Size::new(1_000, 1_000), 0.5);
/// The most seconds for a heat map of a large map.
const HEAT: f64 = 1.0;
/// So many maps, made and measured in so many seconds.
const MANY: (u64, f64) = (10_000, 5.0);
/// Layouts that are as different as can be: halls, caves, corridors, rooms.
const LAYOUTS: [&str; 6] = ["arena", "cellular", "maze", "bsp", "dungeon", "rogue"];

pub(crate) fn targets() -> Result<()> {
    let mut works = Vec::new();
    let mut wanted = Vec::new();
    for (size, target) in [SMALL, LARGE] {
        for id in LAYOUTS {
            let map = peopled(id, size)?;
            works.push(Work::new(format!("all, {id} {size}"), move |_| Metrics::of(&map)));
            wanted.push(target);
        }
    }
    for heat in Heat::ALL {
        let map = peopled("cellular", LARGE.0)?;
        works.push(Work::new(format!("heat map of {}, cellular {}", heat.name(), LARGE.0), move |_| {
            heat_map(&map, heat).ok()
        }));
        wanted.push(HEAT);
    }
    let names: Vec<String> = works.iter().map(|work| work.name.clone()).collect();
    let took = time(&mut works, THOROUGH);
    let row = |((name, took), target): ((String, f64), f64)| {
        vec![name, seconds(took), seconds(target), verdict(took, target)]
    };
    let rows: Vec<Vec<String>> = names.into_iter().zip(took).zip(wanted).map(row).collect();
    table::print("Metrics, a map with start, stairs, monsters and traps", &["what", "time", "target", ""], &rows);
    very_many()?;
    one_by_one()
}

/// Many maps, made and measured on two threads.
fn very_many() -> Result<()> {
    let threads = rayon::ThreadPoolBuilder::new().num_threads(2).build()?;
    let plans: Vec<(&str, Plan)> = ["cellular", "bsp", "digger", "mining"]
        .into_iter()
        .map(|id| Ok((id, plan(id, "{}")?)))
        .collect::<Result<_>>()?;
    let run = |plan: &Plan, seed: u64| plan.run(Run::new(Seed::new(seed)).size(80, 50)).map(|map| Metrics::of(&map));
    let mut works: Vec<Work<'_>> = Vec::new();
    for (id, plan) in &plans {
        works.push(Work::new(*id, |_| {
            threads.install(|| (0..MANY.0).into_par_iter().filter(|&seed| run(plan, seed).is_ok()).count())
        }));
    }
    let took = time(&mut works, QUICK);
    let rows = plans
        .iter()
        .zip(took)
        .map(|((id, _), took)| vec![(*id).to_owned(), seconds(took), seconds(MANY.1), verdict(took, MANY.1)]);
    let title = format!("{} maps of 80x50 made and measured, two threads", MANY.0);
    table::print(&title, &["what", "time", "target", ""], &rows.collect::<Vec<_>>());
    Ok(())
}

/// A layout with somebody who comes in and somebody to meet.
fn peopled(id: &str, size: Size) -> Result<Map> {
    let steps = [id, "start", "stairs", "monsters", "traps"].map(|step| format!("[[step]]\nuse = {step:?}\n"));
    Ok(Recipe::from_toml(&steps.concat())?
        .plan(registry::ALL)?
        .run(Run::new(Seed::new(1)).size(size.width, size.height))?)
}

/// What each metric costs when nothing else is asked for.
fn one_by_one() -> Result<()> {
    let (small, large) = (peopled("cellular", SMALL.0)?, peopled("cellular", LARGE.0)?);
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
    table::print("One metric alone, cellular", &["what", "80x50", "1000x1000"], &rows);
    Ok(())
}
