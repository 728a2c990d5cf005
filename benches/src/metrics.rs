//! What it costs to measure a map: all numbers at once, each group alone, and heat maps.

use crate::measure::{QUICK, THOROUGH, Work, time};
use crate::table::{self, seconds, verdict};
use anyhow::Result;
use mapwright::heat::{Heat, heat_map};
use mapwright::metrics::{self, Metrics};
use mapwright::{Map, Recipe, Run, Seed, Size, registry};

/// The most seconds for all numbers of a map.
const SMALL: (Size, f64) = (Size::new(80, 50), 200e-6);
const LARGE: (Size, f64) = (Size::new(1_000, 1_000), 0.5);
/// The most seconds for a heat map of a large map.
const HEAT: f64 = 1.0;
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
    one_by_one()
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
