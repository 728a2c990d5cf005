//! Benchmarks of whole campaigns: every level with everything placed on it, without rendering.

use crate::measure::{QUICK, SeedTimes, Work, time, time_seeds};
use crate::table::{self, count, seconds, verdict};
use anyhow::Result;
use mapwright::campaign::CampaignPlan;
use mapwright::danger::{DangerRange, DangerTable};
use mapwright::{Map, Recipe, Run, Seed, campaign, check, danger, registry};
use std::collections::BTreeMap;

/// Target in seconds for a campaign of 26 levels; scaled to the number of levels for the others.
const TARGET: f64 = 50e-3;
const LEVELS: f64 = 26.0;
const SEEDS: u64 = 20;

pub(crate) fn targets() -> Result<()> {
    let (mut speed, mut quality) = (Vec::new(), Vec::new());
    for shipped in campaign::ALL {
        let plan = shipped.campaign().plan(registry::ALL)?;
        let took = time_seeds(SEEDS, |seed| plan.run(Seed::new(seed)).filter_map(Result::ok).collect::<Vec<Map>>());
        let one = time_seeds(SEEDS, |seed| plan.level(plan.levels() / 2 + 1, Seed::new(seed)));
        let target = TARGET * f64::from(plan.levels()) / LEVELS;
        speed.push(row(shipped.name, &plan, &took, &one, target));
        quality.push(quality_row(shipped.name, &plan));
    }
    let title = format!("Campaigns without pictures, {SEEDS} seeds, best of {} runs each", SeedTimes::RUNS);
    let columns = ["campaign", "levels", "median", "target", "", "slowest", "one level alone"];
    table::print(&title, &columns, &speed);
    let columns = ["campaign", "levels", "failed", "invalid", "stairs misaligned", "steps to the stairs"];
    table::print("Quality of these levels", &columns, &quality);
    layouts()
}

fn row(name: &str, plan: &CampaignPlan, took: &SeedTimes, one: &SeedTimes, target: f64) -> Vec<String> {
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

fn quality_row(name: &str, plan: &CampaignPlan) -> Vec<String> {
    let [mut levels, mut failed, mut invalid, mut misaligned, mut steps, mut paths] = [0u64; 6];
    for seed in (0..SEEDS).map(Seed::new) {
        let made: Vec<Map> = plan.run(seed).filter_map(Result::ok).collect();
        levels += u64::from(plan.levels());
        failed += u64::from(plan.levels()) - made.len() as u64;
        invalid += made.iter().filter(|map| !check(map).is_empty()).count() as u64;
        let findings = plan.check(&made.iter().collect::<Vec<_>>());
        misaligned += findings.iter().filter(|finding| finding.rule == "stairs").count() as u64;
        for map in &made {
            let level = map.stats.get("level").copied().unwrap_or_default() as u32;
            if let Some(path) = plan.summary(level, seed, map).ok().and_then(|summary| summary.steps_to_stairs) {
                steps += u64::from(path);
                paths += 1;
            }
        }
    }
    let counts = [levels, failed, invalid, misaligned, steps / paths.max(1)];
    [name.to_owned()].into_iter().chain(counts.map(|number| count(number as f64))).collect()
}

/// Times each layout of the shipped danger tables, without the finishing steps.
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
    table::print("Layouts of the shipped danger tables, 80x50", &["layout", "time per map"], &rows);
    Ok(())
}
