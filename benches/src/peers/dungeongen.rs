//! Comparison with dungeongen, a Python package; a script measures it and prints JSON lines.

use crate::dungeons::Figure;
use crate::pictures;
use crate::table::{self, count, seconds};
use anyhow::{Context, Result};
use serde_json::Value;
use std::path::Path;
use std::process::{Command, Stdio};

/// Target speed-up for layouts.
const LAYOUT_TARGET: f64 = 200.0;
/// Target speed-up for pictures.
const PICTURE_TARGET: f64 = 10.0;

/// Compares layouts, each package with its default parameters.
pub(crate) fn compare(ours: &[Figure]) -> Result<()> {
    let Some(lines) = figures("dungeongen.py")? else { return Ok(()) };
    let (mut speed, mut quality) = (Vec::new(), Vec::new());
    for theirs in lines {
        let ours = ours.iter().find(|figure| theirs["size"] == figure.name).context("unknown size")?;
        let median = theirs["median"].as_f64().context("no median")?;
        let times = median / ours.took.median();
        let verdict = if times >= LAYOUT_TARGET { "met" } else { "MISSED" };
        speed.push(vec![
            ours.name.to_owned(),
            seconds(ours.took.median()),
            seconds(median),
            format!("{}x", count(times)),
            format!("{LAYOUT_TARGET:.0}x"),
            verdict.to_owned(),
        ]);
        let share = |number: u64, of: u64| format!("{:.1} %", number as f64 * 100.0 / of as f64);
        let defects = &ours.quality;
        quality.push(vec![
            format!("{}, mapwright", ours.name),
            count(defects.maps as f64),
            share(defects.few_rooms, defects.maps),
            share(defects.cut_off, defects.maps),
            share(defects.cut_off_by_records, defects.maps),
            share(defects.invalid, defects.maps),
        ]);
        let maps = theirs["maps"].as_u64().context("no number of maps")?;
        let their_share = |what: &str| share(theirs[what].as_u64().unwrap_or(0), maps);
        quality.push(vec![
            format!("{}, dungeongen", ours.name),
            count(maps as f64),
            their_share("few_rooms"),
            their_share("cut_off"),
            their_share("cut_off_by_records"),
            their_share("faulty"),
        ]);
    }
    let columns = ["layout", "mapwright", "dungeongen 0.1", "speed-up", "target", ""];
    table::print("Dungeons compared with dungeongen: medians; CPU time for dungeongen", &columns, &speed);
    let columns = ["layout", "maps", "too few rooms", "room cut off", "by records", "invalid by its own checker"];
    table::print("Share of maps with defects", &columns, &quality);
    Ok(())
}

/// Compares pictures of medium dungeons.
pub(crate) fn compare_pictures(ours: &[pictures::Figure]) -> Result<()> {
    let Some(lines) = figures("dungeongen_pictures.py")? else { return Ok(()) };
    let mut rows = Vec::new();
    let mut skia = String::new();
    for theirs in lines {
        let is_same = |figure: &&pictures::Figure| figure.name == "medium" && theirs["format"] == figure.format.name();
        let ours = ours.iter().find(is_same).context("unknown format")?;
        skia = theirs["skia"].as_str().context("no version of skia")?.to_owned();
        for (which, what) in [("first", "first of a map"), ("again", "the same map again")] {
            let median = theirs[which].as_f64().context("no median")?;
            let times = median / ours.took.median();
            rows.push(vec![
                format!("{}, {what}", ours.format.name()),
                seconds(ours.took.median()),
                format!("{:.1}", ours.megapixels),
                seconds(median),
                format!("{:.1}", theirs["pixels"].as_f64().context("no pixels")? / 1e6),
                format!("{times:.1}x"),
                format!("{PICTURE_TARGET:.0}x"),
                (if times >= PICTURE_TARGET { "met" } else { "MISSED" }).to_owned(),
            ]);
        }
    }
    let title = format!(
        "Pictures of medium dungeons with pools compared with dungeongen on skia {skia}, 40 pixels per square: \
         medians; CPU time for dungeongen, which keeps water and hatching for the second picture of a map"
    );
    let columns = ["picture", "mapwright", "Mpx", "dungeongen 0.1", "Mpx", "speed-up", "target", ""];
    table::print(&title, &columns, &rows);
    Ok(())
}

/// Runs a script and returns the JSON lines it prints; `None` if the package is not installed or
/// fails.
fn figures(script: &str) -> Result<Option<Vec<Value>>> {
    let benches = Path::new(env!("CARGO_MANIFEST_DIR"));
    let python = benches.join("../target/peers/python/bin/python");
    if !python.exists() {
        println!("\nnot measured: dungeongen is not installed");
        return Ok(None);
    }
    // `-I` keeps the script's folder off the path: it holds a script named like the package.
    let mut python = Command::new(python);
    let output = python.arg("-I").arg(benches.join("peers").join(script)).stderr(Stdio::inherit()).output()?;
    if !output.status.success() {
        println!("\nnot measured: dungeongen failed");
        return Ok(None);
    }
    let text = String::from_utf8_lossy(&output.stdout);
    Ok(Some(text.lines().map(serde_json::from_str).collect::<Result<_, _>>()?))
}
