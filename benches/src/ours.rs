//! Benchmarks with targets of their own: speed, checking, tracing, memory and start-up.

use crate::measure::{Counter, THOROUGH, Work, built_program, peak, plan, time};
use crate::table::{self, count, seconds, verdict};
use anyhow::{Context, Result};
use mapwright::{Run, Seed, Size, check, generate};
use std::process::{Command, Stdio};

/// Row name, algorithm, parameters, width, height and target in seconds, on one core.
const TARGETS: &[(&str, &str, &str, i32, i32, f64)] = &[
    ("rooms-corridors", "rooms-corridors", "{}", 80, 50, 1.0 / 300_000.0),
    ("bsp", "bsp", "{}", 80, 50, 1.0 / 250_000.0),
    ("cellular, joined", "cellular", "{zone_size = 0}", 80, 50, 1.0 / 50_000.0),
    ("cellular, joined and zoned", "cellular", "{}", 80, 50, 1.0 / 50_000.0),
    ("cellular, joined", "cellular", "{zone_size = 0}", 4096, 4096, 0.060),
    ("cellular, joined and zoned", "cellular", "{}", 4096, 4096, 0.060),
    ("cellular, joined", "cellular", "{zone_size = 0}", 16384, 16384, 1.2),
    ("cellular, joined and zoned", "cellular", "{}", 16384, 16384, 1.2),
];

pub(crate) fn targets() -> Result<()> {
    speed()?;
    checking()?;
    tracing()?;
    memory()?;
    startup()
}

fn speed() -> Result<()> {
    let mut works = Vec::new();
    for &(name, id, with, width, height, _) in TARGETS {
        let plan = plan(id, with)?;
        let size = Size::new(width, height);
        works.push(Work::new(format!("{name} {size}"), move |seed| {
            plan.run(Run::new(Seed::new(seed)).size(width, height)).expect("it fits")
        }));
    }
    let took = time(&mut works, THOROUGH);
    let rows = works.iter().zip(&took).zip(TARGETS).map(|((work, &took), &(.., target))| {
        vec![work.name.clone(), seconds(took), count(1.0 / took), seconds(target), verdict(took, target)]
    });
    table::print("Making maps", &["map", "time per map", "maps/s", "target", ""], &rows.collect::<Vec<_>>());
    Ok(())
}

fn checking() -> Result<()> {
    const TARGET: f64 = 1.0 / 50_000.0;
    let mut works = Vec::new();
    for id in ["rooms-corridors", "bsp", "cellular", "arena"] {
        let maps =
            (0..64).map(|seed| generate(id, Size::new(80, 50), Seed::new(seed))).collect::<Result<Vec<_>, _>>()?;
        works.push(Work::new(format!("check {id} 80x50"), move |seed| check(&maps[seed as usize % maps.len()])));
    }
    let took = time(&mut works, THOROUGH);
    let rows = works.iter().zip(&took).map(|(work, &took)| {
        vec![work.name.clone(), seconds(took), count(1.0 / took), seconds(TARGET), verdict(took, TARGET)]
    });
    table::print("Checking maps", &["map", "time per map", "maps/s", "target", ""], &rows.collect::<Vec<_>>());
    Ok(())
}

/// Estimates the cost of the tracing hooks in a run without a tracer.
///
/// There is no build without hooks to compare with, so the figure is an upper bound: the number of
/// hooks in a run times the cost of one hook.
fn tracing() -> Result<()> {
    let mut rows = Vec::new();
    for id in ["rooms-corridors", "bsp", "cellular"] {
        let plan = plan(id, "{}")?;
        let mut counter = Counter(0);
        plan.run(Run::new(Seed::new(1)).tracer(&mut counter))?;
        let map = generate("arena", Size::new(3, 3), Seed::new(1))?;
        let mut context = mapwright::Context::new(Seed::new(1));
        let mut works = vec![
            Work::new("run", |seed| plan.run(Seed::new(seed)).expect("it fits")),
            Work::new("1,000 hooks", |_| {
                (0..1_000).for_each(|_| std::hint::black_box(&mut context).step("hook", &map));
            }),
        ];
        let took = time(&mut works, THOROUGH);
        let share = took[1] / 1_000.0 * counter.0 as f64 / took[0];
        rows.push(vec![
            id.to_owned(),
            counter.0.to_string(),
            format!("{:.3} %", share * 100.0),
            "2 %".to_owned(),
            verdict(share, 0.02),
        ]);
    }
    table::print("Tracing hooks without a tracer, 80x50", &["map", "hooks", "share of the run", "target", ""], &rows);
    Ok(())
}

fn memory() -> Result<()> {
    const TARGET: f64 = 60e6;
    let mut rows = Vec::new();
    for (name, with) in [("cellular, joined", "{zone_size = 0}"), ("cellular, joined and zoned", "{}")] {
        if let Some(bytes) = peak("cellular", 4096, 4096, with)? {
            rows.push(vec![
                format!("{name} 4096x4096"),
                format!("{:.1} MB", bytes / 1e6),
                "60 MB".to_owned(),
                verdict(bytes, TARGET),
            ]);
        }
    }
    table::print("Peak memory of the whole process", &["map", "peak", "target", ""], &rows);
    Ok(())
}

fn startup() -> Result<()> {
    const TARGET: f64 = 0.010;
    let Some(binary) = built_program()? else { return Ok(()) };
    let start = |_| {
        let mut command = Command::new(&binary);
        let status =
            command.args(["generate", "arena", "-o", "-", "--as", "txt", "--quiet"]).stdout(Stdio::null()).status();
        assert!(status.context("it starts").is_ok_and(|status| status.success()));
    };
    let took = time(&mut [Work::new("start", start)], THOROUGH)[0];
    let rows = [vec![
        "mapwright generate arena -o - --as txt".to_owned(),
        seconds(took),
        seconds(TARGET),
        verdict(took, TARGET),
    ]];
    table::print("From start to exit", &["command", "time", "target", ""], &rows);
    Ok(())
}
