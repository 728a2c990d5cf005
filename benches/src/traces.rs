//! Benchmarks of recording, opening and replaying traces.

use crate::measure::{QUICK, THOROUGH, Work, plan, time};
use crate::table::{self, count, seconds, verdict};
use anyhow::Result;
use mapwright::trace::{self, Cursor, Limits, Trace};
use mapwright::{Kind, Plan, Run, Seed, Size, registry};

/// Target for a recorded run, as a multiple of an unrecorded one.
const RECORDING: f64 = 3.0;
/// Target for opening a trace of 100,000 moments, in seconds.
const OPENING: f64 = 0.1;
/// Target for jumping to any moment, in seconds: one frame.
const JUMPING: f64 = 1.0 / 60.0;

pub(crate) fn targets() -> Result<()> {
    recording(Size::new(80, 50))?;
    recording(Size::new(1000, 1000))?;
    replaying()
}

fn recording(size: Size) -> Result<()> {
    let layouts = registry::ALL.iter().filter(|entry| entry.kind == Kind::Layout);
    // These searches take too long on a million tiles.
    let layouts = layouts.filter(|entry| size.width < 1000 || !["wfc", "rewrite", "aggregation"].contains(&entry.id));
    let cases: Vec<(&str, Plan)> = layouts.map(|entry| Ok((entry.id, plan(entry.id, "{}")?))).collect::<Result<_>>()?;
    let run = |seed: u64| Run::new(Seed::new(seed)).sized(size);
    let mut works: Vec<Work<'_>> = Vec::new();
    for (name, plan) in &cases {
        works.push(Work::new(*name, move |seed| plan.run(run(seed))));
        works.push(Work::new(*name, move |seed| trace::record(plan, run(seed), None)));
    }
    let took = time(&mut works, QUICK);
    drop(works);
    let rows = cases.iter().zip(took.chunks(2)).map(|((name, plan), took)| {
        let recorded = trace::record(plan, run(0), None);
        let (moments, bytes) = recorded.map_or((0, 0), |trace| (trace.last(), file(&trace).len()));
        vec![
            (*name).to_owned(),
            seconds(took[0]),
            seconds(took[1]),
            format!("{:.2}x", took[1] / took[0]),
            count(moments as f64),
            count(bytes as f64),
            verdict(took[1], RECORDING * took[0]),
        ]
    });
    let columns = ["layout", "time per map", "recorded", "", "moments", "bytes", "target 3x"];
    table::print(&format!("Recording, {size}"), &columns, &rows.collect::<Vec<_>>());
    Ok(())
}

fn file(trace: &Trace) -> Vec<u8> {
    let mut file = Vec::new();
    trace.write(&mut file).expect("writing to memory succeeds");
    file
}

fn replaying() -> Result<()> {
    let mine = plan("mining", "{target_percent = 50}")?;
    let traces: Vec<Trace> = [200, 1000]
        .into_iter()
        .map(|side| trace::record(&mine, Run::new(Seed::new(0)).size(side, side), None))
        .collect::<Result<_, _>>()?;
    let files: Vec<Vec<u8>> = traces.iter().map(file).collect();
    let run = |seed: u64| Run::new(Seed::new(seed)).size(200, 200);
    let mut works: Vec<Work<'_>> = vec![
        Work::new("make a mine of 200x200 with half of it floor", |seed| mine.run(run(seed))),
        Work::new("record it", |seed| trace::record(&mine, run(seed), None)),
    ];
    for (trace, file) in traces.iter().zip(&files) {
        let (moments, bytes) = (count(trace.last() as f64), count(file.len() as f64));
        let name = format!("open a mine of {}, {moments} moments, {bytes} bytes", trace.size());
        // Opening includes the first frame.
        let open = |file: &[u8]| Trace::read(file, &Limits::default()).map(|trace| Cursor::new(&trace).frame());
        works.push(Work::new(name, move |_| open(file)));
        let mut cursor = Cursor::new(trace);
        let mut rng = Seed::new(1).rng();
        works.push(Work::new("go anywhere in it", move |_| {
            cursor.go(rng.below(trace.last() as u32) as usize);
            cursor.frame()
        }));
    }
    let names: Vec<String> = works.iter().map(|work| work.name.clone()).collect();
    let took = time(&mut works, THOROUGH);
    let targets = [None, Some(RECORDING * took[0]), Some(OPENING), Some(JUMPING), None, Some(JUMPING)];
    let rows = names.into_iter().zip(took).zip(targets).map(|((name, took), target)| {
        let verdict = target.map_or_else(String::new, |target| verdict(took, target));
        vec![name, seconds(took), target.map_or_else(String::new, seconds), verdict]
    });
    table::print("Traces", &["action", "time", "target", ""], &rows.collect::<Vec<_>>());
    Ok(())
}
