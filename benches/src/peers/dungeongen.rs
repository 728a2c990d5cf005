//! dungeongen, which runs in Python and prints its own figures.

use crate::dungeons::Figure;
use crate::pictures;
use crate::table::{self, count, seconds};
use anyhow::{Context, Result};
use serde_json::Value;
use std::path::Path;
use std::process::{Command, Stdio};

/// How many times faster we mean to be at layouts, and at pictures.
const AIM: f64 = 200.0;
const AIM_OF_PICTURES: f64 = 10.0;

/// Prints ours beside theirs, layouts only, with what each asks for by default.
pub(crate) fn compare(ours: &[Figure]) -> Result<()> {
    let Some(lines) = figures("dungeongen.py")? else { return Ok(()) };
    let (mut speed, mut quality) = (Vec::new(), Vec::new());
    for theirs in lines {
        let ours = ours.iter().find(|figure| theirs["size"] == figure.name).context("a size that we have not")?;
        let median = theirs["median"].as_f64().context("no median")?;
        let times = median / ours.took.median();
        let verdict = if times >= AIM { "met" } else { "MISSED" };
        speed.push(vec![
            ours.name.to_owned(),
            seconds(ours.took.median()),
            seconds(median),
            format!("{}x", count(times)),
            format!("{AIM:.0}x"),
            verdict.to_owned(),
        ]);
        let share = |number: u64, of: u64| format!("{:.1} %", number as f64 * 100.0 / of as f64);
        let amiss = &ours.quality;
        quality.push(vec![
            format!("{}, mapwright", ours.name),
            count(amiss.maps as f64),
            share(amiss.few_rooms, amiss.maps),
            share(amiss.cut_off, amiss.maps),
            share(amiss.cut_off_by_records, amiss.maps),
            share(amiss.faulty, amiss.maps),
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
    let columns = ["layout", "mapwright", "dungeongen 0.1", "ahead of it", "target", ""];
    table::print("Dungeons beside dungeongen, medians; of theirs the processor time counts", &columns, &speed);
    let columns = ["layout", "maps", "too few rooms", "a room cut off", "by the records", "its own checker objects"];
    table::print("Share of maps with", &columns, &quality);
    Ok(())
}

/// Prints our pictures of medium dungeons beside theirs.
pub(crate) fn compare_pictures(ours: &[pictures::Figure]) -> Result<()> {
    let Some(lines) = figures("dungeongen_pictures.py")? else { return Ok(()) };
    let mut rows = Vec::new();
    let mut skia = String::new();
    for theirs in lines {
        let is_same = |figure: &&pictures::Figure| figure.name == "medium" && theirs["format"] == figure.format.name();
        let ours = ours.iter().find(is_same).context("a format that we have not")?;
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
                format!("{AIM_OF_PICTURES:.0}x"),
                (if times >= AIM_OF_PICTURES { "met" } else { "MISSED" }).to_owned(),
            ]);
        }
    }
    let title = format!(
        "Pictures of medium dungeons with pools beside dungeongen on skia {skia}, 40 pixels a square, medians; of theirs the \
         processor time counts, and again means that water and hatching are kept from before"
    );
    let columns = ["picture", "mapwright", "Mpx", "dungeongen 0.1", "Mpx", "ahead of it", "target", ""];
    table::print(&title, &columns, &rows);
    Ok(())
}

/// What a script prints, a line for each figure; nothing where the package is not there.
fn figures(script: &str) -> Result<Option<Vec<Value>>> {
    let benches = Path::new(env!("CARGO_MANIFEST_DIR"));
    let python = benches.join("../target/peers/python/bin/python");
    if !python.exists() {
        println!("\nnot measured: dungeongen is not installed");
        return Ok(None);
    }
    // Apart from its own folder, where a script has the name of the package.
    let mut python = Command::new(python);
    let output = python.arg("-I").arg(benches.join("peers").join(script)).stderr(Stdio::inherit()).output()?;
    if !output.status.success() {
        println!("\nnot measured: dungeongen did not run to its end");
        return Ok(None);
    }
    let text = String::from_utf8_lossy(&output.stdout);
    Ok(Some(text.lines().map(serde_json::from_str).collect::<Result<_, _>>()?))
}
