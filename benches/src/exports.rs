//! Benchmarks of exports: the time of each format beyond the picture or tile set that it embeds,
//! large maps, whole campaigns, and memory.

use crate::measure::{SeedTimes, built_program, peak_of, plan, time_seeds};
use crate::table::{self, seconds, verdict};
use anyhow::{Context, Result};
use mapwright::{Map, Run, Seed, campaign, registry};
use mapwright_export::{CampaignJob, CampaignLevel, ExportOptions, Format, write, write_campaign};
use mapwright_render::{Style, TileSheet};
use std::fs;
use std::io::sink;
use std::process::Command;

/// Target of a data format for a medium dungeon beyond its picture, in seconds.
const TARGET: f64 = 5e-3;
/// Seeds of medium dungeons.
const SEEDS: u64 = 10;
/// Target of a cave of 1000x1000, in seconds.
const LARGE_TARGET: f64 = 1.0;
/// Target of a campaign of 26 levels, in seconds.
const CAMPAIGN_TARGET: f64 = 0.5;
/// Target of memory as a multiple of the file.
const MEMORY_TARGET: f64 = 6.0;

pub(crate) fn targets() -> Result<()> {
    medium()?;
    large()?;
    whole_campaign()?;
    memory()
}

/// What a format embeds, whose time does not count.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Embedded {
    Nothing,
    Picture,
    TileSheet,
}

fn embedded(format: Format) -> Embedded {
    match format {
        Format::Dd2vtt | Format::Foundry | Format::FoundryModule | Format::FantasyGrounds => Embedded::Picture,
        Format::Tmx | Format::Tmj | Format::Ldtk | Format::Tscn => Embedded::TileSheet,
        _ => Embedded::Nothing,
    }
}

/// The data formats: all but pictures, recordings and worlds.
fn data_formats() -> impl Iterator<Item = Format> {
    let is_picture = |format: &Format| format.picture().is_some() || matches!(format, Format::Vtt | Format::Layers);
    Format::ALL.into_iter().filter(move |format| format.holds_a_map() && !is_picture(format))
}

/// Writes the map and returns the number of bytes, side files included.
fn size_of(map: &Map, format: Format) -> Result<usize> {
    let mut bytes = Vec::new();
    let sides = write(map, format, "map", &ExportOptions::default(), &mut bytes)?;
    Ok(bytes.len() + sides.iter().map(|side| side.bytes.len()).sum::<usize>())
}

/// Draws the tile set of the default style as the formats do.
fn draw_sheet() -> Result<usize> {
    let sheet = TileSheet::draw(&Style::default(), mapwright_export::SHEET_TILE)?;
    let mut png = Vec::new();
    sheet.write_png(&mut png)?;
    Ok(png.len())
}

fn medium() -> Result<()> {
    let plan = plan("dungeon", "{size = 'medium'}")?;
    let maps = (0..SEEDS).map(|seed| Ok(plan.run(Run::new(Seed::new(seed)))?)).collect::<Result<Vec<Map>>>()?;
    let write = |format: Format| {
        time_seeds(SEEDS, |seed| write(&maps[seed as usize], format, "map", &ExportOptions::default(), sink())).median()
    };
    draw_sheet()?;
    let picture = write(Format::Vtt);
    let sheet = time_seeds(1, |_| draw_sheet()).median();
    let mut rows = Vec::new();
    for format in data_formats() {
        let bytes = size_of(&maps[0], format)?;
        let whole = write(format);
        let (part, name) = match embedded(format) {
            Embedded::Nothing => (0.0, "-"),
            Embedded::Picture => (picture, "picture"),
            Embedded::TileSheet => (sheet, "tile set"),
        };
        let beyond = (whole - part).max(0.0);
        rows.push(vec![
            format.name().to_owned(),
            format!("{:.1} kB", bytes as f64 / 1e3),
            seconds(whole),
            name.to_owned(),
            seconds(part),
            seconds(beyond),
            seconds(TARGET),
            verdict(beyond, TARGET),
        ]);
    }
    let title =
        format!("Exports of medium dungeons, {SEEDS} seeds, medians of the best of at least {} runs", SeedTimes::RUNS);
    let columns = ["format", "size", "whole", "embeds", "its time", "beyond it", "target", ""];
    table::print(&title, &columns, &rows);
    Ok(())
}

/// Returns a cave of 1000x1000 tiles.
fn cave() -> Result<Map> {
    Ok(plan("cellular", "{}")?.run(Run::new(Seed::new(3)).size(1000, 1000))?)
}

fn large() -> Result<()> {
    let map = cave()?;
    let mut rows = Vec::new();
    for format in [Format::Tmx, Format::Tmj, Format::Ldtk, Format::Tscn, Format::Csv, Format::Npy] {
        let bytes = size_of(&map, format)?;
        let took = time_seeds(1, |_| write(&map, format, "map", &ExportOptions::default(), sink())).median();
        rows.push(vec![
            format.name().to_owned(),
            format!("{:.1} MB", bytes as f64 / 1e6),
            seconds(took),
            seconds(LARGE_TARGET),
            verdict(took, LARGE_TARGET),
        ]);
    }
    table::print("A cave of 1000x1000, tile set included", &["format", "size", "time", "target", ""], &rows);
    Ok(())
}

fn whole_campaign() -> Result<()> {
    let plan = campaign::find(campaign::DEFAULT).context("the default campaign is shipped")?.campaign();
    let plan = plan.plan(registry::ALL)?;
    let maps = plan.run(Seed::new(7)).collect::<Result<Vec<Map>, _>>()?;
    let levels = (1..).zip(&maps).map(|(number, map)| CampaignLevel { number, name: "level", map });
    let job = CampaignJob { title: plan.title(), seed: Seed::new(7), levels: levels.collect() };
    let mut rows = Vec::new();
    for format in [Format::Ldtk, Format::World] {
        let mut bytes = Vec::new();
        let sides = write_campaign(&job, format, "world", &ExportOptions::default(), &mut bytes)?;
        let size = bytes.len() + sides.iter().map(|side| side.bytes.len()).sum::<usize>();
        let took = time_seeds(1, |_| write_campaign(&job, format, "world", &ExportOptions::default(), sink())).median();
        rows.push(vec![
            format!("{}, {} levels of {}", format.name(), maps.len(), plan.size()),
            format!("{:.1} MB", size as f64 / 1e6),
            seconds(took),
            seconds(CAMPAIGN_TARGET),
            verdict(took, CAMPAIGN_TARGET),
        ]);
    }
    table::print("A whole campaign in one file", &["file", "size", "time", "target", ""], &rows);
    Ok(())
}

/// Measures the peak memory of the program while it makes and exports a large cave.
fn memory() -> Result<()> {
    let Some(binary) = built_program()? else { return Ok(()) };
    let folder = tempfile::tempdir()?;
    let mut rows = Vec::new();
    for format in [Format::Tmx, Format::Ldtk, Format::Tscn] {
        let file = folder.path().join(format!("cave.{}", format.extension()));
        let mut command = Command::new(&binary);
        command.args(["generate", "cellular", "--size", "1000x1000", "--seed", "3", "--quiet", "-o"]).arg(&file);
        let (_, Some(peak)) = peak_of(&mut command)? else { return Ok(()) };
        let size = fs::metadata(&file)?.len() as f64;
        rows.push(vec![
            format.name().to_owned(),
            format!("{:.1} MB", size / 1e6),
            format!("{:.1} MB", peak / 1e6),
            format!("{:.1}x", peak / size),
            format!("{MEMORY_TARGET}x"),
            verdict(peak, MEMORY_TARGET * size),
        ]);
    }
    let columns = ["format", "file", "peak", "peak / file", "target", ""];
    table::print("Peak memory of the whole process, a cave of 1000x1000", &columns, &rows);
    Ok(())
}
