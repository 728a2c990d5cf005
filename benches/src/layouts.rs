//! Benchmarks of every layout in the registry against common targets.

use crate::measure::{Counter, QUICK, THOROUGH, Work, plan, time};
use crate::table::{self, count, seconds, verdict};
use anyhow::Result;
use mapwright::{Entry, Kind, Plan, Run, Seed, Size, reference, registry};

/// Targets in seconds for a map of 80x50 and for one of 1000x1000.
const TARGETS: [f64; 2] = [1.0 / 30_000.0, 0.2];
/// Layouts with targets of their own: they search for a map, or grow it by long random walks.
const EXCEPTIONS: &[(&str, [f64; 2])] = &[
    ("wfc", [1.0 / 300.0, 5.0]),
    ("rewrite", [1.0 / 2_000.0, 5.0]),
    ("aggregation", [1.0 / 5_000.0, 5.0]),
    ("dungeon", [1.0 / 1_000.0, 0.2]),
];
const SIZES: [Size; 2] = [Size::new(80, 50), Size::new(1000, 1000)];

pub(crate) fn targets() -> Result<()> {
    every_layout()?;
    mining()
}

/// Times each layout with its default parameters, and with each value of its `algorithm`.
fn every_layout() -> Result<()> {
    let mut cases = Vec::new();
    for entry in registry::ALL.iter().filter(|entry| entry.kind == Kind::Layout) {
        cases.push((entry, entry.id.to_owned(), plan(entry.id, "{}")?));
        let algorithms = reference::parameters(entry).into_iter().filter(|parameter| parameter.name == "algorithm");
        for (choice, _) in algorithms.flat_map(|parameter| parameter.choices) {
            let plan = plan(entry.id, &format!("{{algorithm = '{choice}'}}"))?;
            cases.push((entry, format!("{}, {choice}", entry.id), plan));
        }
    }
    for (index, size) in SIZES.into_iter().enumerate() {
        let mut works: Vec<Work<'_>> = cases.iter().map(|(_, name, plan)| work(name, plan, size)).collect();
        let took = time(&mut works, QUICK);
        let rows = cases.iter().zip(took).map(|((entry, name, plan), took)| {
            let target = target(entry)[index];
            let made = success_percent(plan, size, if index == 0 { 20 } else { 2 });
            let verdict = if made > 0 { verdict(took, target) } else { "MISSED, no map".to_owned() };
            vec![name.clone(), seconds(took), count(1.0 / took), seconds(target), format!("{made} %"), verdict]
        });
        let columns = ["layout", "time per map", "maps/s", "target", "success", ""];
        table::print(&format!("Every layout, {size}"), &columns, &rows.collect::<Vec<_>>());
    }
    Ok(())
}

fn target(entry: &Entry) -> [f64; 2] {
    EXCEPTIONS.iter().find(|(id, _)| *id == entry.id).map_or(TARGETS, |(_, target)| *target)
}

fn work<'a>(name: &str, plan: &'a Plan, size: Size) -> Work<'a> {
    Work::new(name, move |seed| plan.run(Run::new(Seed::new(seed)).sized(size)))
}

/// Returns the percentage of seeds that give a map; a search may give up.
fn success_percent(plan: &Plan, size: Size, seeds: u64) -> u64 {
    let made = (0..seeds).filter(|&seed| plan.run(Run::new(Seed::new(seed)).sized(size)).is_ok());
    made.count() as u64 * 100 / seeds
}

/// Times `mining`: per map, per step (which must not grow with the map), and with every step
/// traced.
fn mining() -> Result<()> {
    const TARGET: f64 = 1.5e-3;
    if registry::find(registry::ALL, "mining").is_none() {
        return Ok(());
    }
    let plan = &plan("mining", "{target_percent = 50}")?;
    let run = |seed: u64, side: i32| Run::new(Seed::new(seed)).size(side, side);
    let steps = |side: i32| {
        let mut counter = Counter(0);
        let done = plan.run(run(0, side).tracer(&mut counter));
        done.map(|_| counter.0)
    };
    let sides = [100, 200, 400, 800];
    let mut works: Vec<Work<'_>> =
        sides.iter().map(|&side| Work::new(format!("{side}x{side}"), move |seed| plan.run(run(seed, side)))).collect();
    works.push(Work::new("200x200, every step traced", |seed| {
        let mut counter = Counter(0);
        plan.run(run(seed, 200).tracer(&mut counter)).map(|_| counter.0)
    }));
    let took = time(&mut works, THOROUGH);
    let mut rows = Vec::new();
    for ((work, &took_here), side) in works.iter().zip(&took).zip(sides.into_iter().chain([200])) {
        let steps = steps(side)?;
        let target = match work.name.as_str() {
            "200x200" => Some(TARGET),
            name if name.ends_with("traced") => Some(3.0 * took[1]),
            _ => None,
        };
        rows.push(vec![
            work.name.clone(),
            seconds(took_here),
            count(steps as f64),
            format!("{:.1} ns", took_here / steps as f64 * 1e9),
            target.map(seconds).unwrap_or_default(),
            target.map(|target| verdict(took_here, target)).unwrap_or_default(),
        ]);
    }
    table::print("Mining at 50 %", &["map", "time per map", "steps", "time per step", "target", ""], &rows);
    Ok(())
}
