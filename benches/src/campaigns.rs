//! Whole campaigns: all levels with everything that is placed on them, without pictures.

use crate::measure::{EachSeed, QUICK, Work, each_seed, time};
use crate::table::{self, count, seconds, verdict};
use anyhow::Result;
use mapwright::campaign::CampaignPlan;
use mapwright::danger::{DangerRange, DangerTable};
use mapwright::{Map, Recipe, Run, Seed, campaign, check, danger, registry};
use std::collections::BTreeMap;

/// Seconds for a campaign of 26 levels; others in proportion to their levels.
const TARGET: f64 = 50e-3;
const LEVELS: f64 = 26.0;
const SEEDS: u64 = 20;

pub(crate) fn targets() -> Result<()> {
    let (mut speed, mut quality) = (Vec::new(), Vec::new());
    for shipped in campaign::ALL {
        let plan = shipped.campaign().plan(registry::ALL)?;
        let took = each_seed(SEEDS, |seed| plan.run(Seed::new(seed)).filter_map(Result::ok).collect::<Vec<Map>>());
        let one = each_seed(SEEDS, |seed| plan.level(plan.levels() / 2 + 1, Seed::new(seed)));
        let target = TARGET * f64::from(plan.levels()) / LEVELS;
        speed.push(row(shipped.name, &plan, &took, &one, target));
        quality.push(looked_at(shipped.name, &plan));
    }
    let title = format!("Campaigns without pictures, {SEEDS} seeds, each at its best of {} runs", EachSeed::RUNS);
    let columns = ["campaign", "levels", "median", "target", "", "slowest", "one level alone"];
    table::print(&title, &columns, &speed);
    let columns = ["campaign", "levels", "not made", "check objects", "stairs apart", "steps to the stairs"];
    table::print("How these levels came out", &columns, &quality);
    layouts()
}

fn row(name: &str, plan: &CampaignPlan, took: &EachSeed, one: &EachSeed, target: f64) -> Vec<String> {
    let median = took.median();
    vec![
        name.to_owned(),
        format!("{} of {}", plan.levels(), plan.size()),
        seconds(median),
        seconds(target),
        verdict(median, target),
        seconds(took.slowest().1),
        seconds(one.median()),
    ]
}

fn looked_at(name: &str, plan: &CampaignPlan) -> Vec<String> {
    let [mut levels, mut not_made, mut faulty, mut apart, mut steps, mut ways] = [0u64; 6];
    for seed in (0..SEEDS).map(Seed::new) {
        let made: Vec<Map> = plan.run(seed).filter_map(Result::ok).collect();
        levels += u64::from(plan.levels());
        not_made += u64::from(plan.levels()) - made.len() as u64;
        faulty += made.iter().filter(|map| !check(map).is_empty()).count() as u64;
        apart += plan.check(&made.iter().collect::<Vec<_>>()).iter().filter(|it| it.rule == "stairs").count() as u64;
        for map in &made {
            let level = map.stats.get("level").copied().unwrap_or_default() as u32;
            if let Some(way) = plan.summary(level, seed, map).ok().and_then(|summary| summary.steps_to_stairs) {
                steps += u64::from(way);
                ways += 1;
            }
        }
    }
    let counts = [levels, not_made, faulty, apart, steps / ways.max(1)];
    [name.to_owned()].into_iter().chain(counts.map(|number| count(number as f64))).collect()
}

/// What the layouts of the shipped tables cost, each without finishing steps.
fn layouts() -> Result<()> {
    let mut plans = BTreeMap::new();
    for range in danger::ALL.iter().flat_map(|shipped| shipped.table().ranges) {
        for choice in &range.layouts {
            let only = DangerRange { layouts: vec![choice.clone()], finish: Vec::new(), ..range.clone() };
            let (title, summary) = (String::new(), String::new());
            let table = DangerTable { title, summary, ranges: vec![only] };
            let picked = table.pick(range.danger[0], Seed::new(0))?;
            let recipe = Recipe { steps: picked.steps, attempts: picked.attempts, ..Recipe::default() };
            plans.insert(choice.name().to_owned(), recipe.plan(registry::ALL)?);
        }
    }
    let mut works: Vec<Work<'_>> = Vec::new();
    for (name, plan) in &plans {
        works.push(Work::new(name.clone(), move |seed| plan.run(Run::new(Seed::new(seed % 20)).size(80, 50))));
    }
    let took = time(&mut works, QUICK);
    let mut rows: Vec<(f64, &String)> = took.into_iter().zip(plans.keys()).collect();
    rows.sort_by(|a, b| b.0.total_cmp(&a.0));
    let rows: Vec<Vec<String>> = rows.into_iter().map(|(took, name)| vec![name.clone(), seconds(took)]).collect();
    table::print("Layouts of the shipped danger tables, 80x50", &["layout", "a map"], &rows);
    Ok(())
}
