//! `mapwright campaign`

use crate::campaign_source;
use crate::export::ExportArgs;
use crate::failure::{Failure, eprint_line};
use crate::interrupt;
use crate::look::LookArgs;
use crate::map_request::{SizeAndSeedArgs, random_seed};
use crate::notes;
use crate::output::{self, Output, extension_of, print};
use crate::overview;
use crate::picture::PictureFile;
use crate::progress::Progress;
use clap::value_parser;
use mapwright::campaign::{Campaign, CampaignPlan, LevelSummary};
use mapwright::{Map, Seed, Size, registry};
use mapwright_export::{CampaignJob, CampaignLevel, ExportOptions, Format, write_campaign, write_campaign_archive};
use mapwright_render::{OverviewLevel, PictureOptions};
use serde_json::json;
use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::Ordering;

/// Generate the levels of a campaign, linked by stairs, with rising danger
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  mapwright campaign --seed 7                        list the levels of the default campaign
  mapwright campaign descent --seed 7 -o levels      write levels/level-01.json and so on
  mapwright campaign caves-below --level 5 -o levels --as json,png
  mapwright campaign my-campaign.toml --levels 10 --table classic
  mapwright generate levels/level-05.json            regenerate one level from its own file")]
pub(crate) struct Args {
    /// Campaign or campaign file (- for stdin)
    #[arg(value_name = "WHAT", default_value = mapwright::campaign::DEFAULT)]
    what: String,
    /// Number of levels [default: as in the campaign]
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..=i64::from(Campaign::MAX_LEVELS)))]
    levels: Option<u32>,
    /// Make only this level; may be repeated
    #[arg(long, value_name = "N")]
    level: Vec<u32>,
    #[command(flatten)]
    size_and_seed: SizeAndSeedArgs,
    /// Danger table or danger table file [default: as in the campaign]
    #[arg(long, value_name = "NAME")]
    table: Option<String>,
    /// Write every level to this folder, which is created if necessary; or all levels to one file,
    /// like levels.zip
    #[arg(short, long = "output", value_name = "DIR|FILE")]
    output: Option<String>,
    /// Formats of the level files, separated by commas: any extension or name that `mapwright
    /// generate --help` lists
    #[arg(long = "as", value_name = "FORMATS", value_delimiter = ',', default_value = "json")]
    formats: Vec<String>,
    /// Draw all levels in one picture (svg, png, pdf); -o DIR always writes DIR/overview.svg
    #[arg(long, value_name = "FILE")]
    overview: Vec<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Print only the table and errors
    #[arg(short, long)]
    quiet: bool,
    #[command(flatten)]
    look: LookArgs,
    #[command(flatten)]
    export: ExportArgs,
}

/// Finished level: its summary and the names of its files.
struct FinishedLevel {
    summary: LevelSummary,
    seed: Seed,
    files: Vec<String>,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode, Failure> {
    let plan = plan(args)?;
    let options = args.export.resolve(args.look.resolve()?)?;
    let formats = formats(args)?;
    let levels = levels(args, &plan)?;
    if let Some(name) = &args.output {
        formats
            .iter()
            .try_for_each(|format| output::accepts(*format, plan.size(), &options).map_err(|f| f.at(name)))?;
    }
    let (file, folder) = match &args.output {
        Some(name) => open(name, &formats)?,
        None => (None, None),
    };
    let is_complete = levels.len() == plan.levels() as usize;
    let overviews = overviews(args, &plan, folder, is_complete)?;
    let seed = args.size_and_seed.seed.map_or_else(random_seed, Ok)?;
    interrupt::install_handler();
    let mut progress = Progress::new("levels", levels.len());
    let (mut finished, mut notes, mut maps) = (Vec::new(), Vec::new(), Vec::new());
    let mut all = plan.run(seed).cancelled_by(interrupt::flag());
    for &level in &levels {
        if interrupt::flag().load(Ordering::Relaxed) {
            progress.clear();
            return Err(stopped(args, finished.len()));
        }
        // Making all levels in order is faster than making each from the start.
        let map = match is_complete {
            true => all.next().unwrap_or_else(|| plan.level(level, seed)),
            false => plan.level(level, seed),
        };
        let map = map.inspect_err(|_| progress.clear())?;
        let files = match folder {
            Some(folder) => write(&map, level, &plan, folder, &formats, &options).inspect_err(|_| progress.clear())?,
            None => Vec::new(),
        };
        notes.extend(map.notes.iter().map(|note| format!("note: level {level}: {}", notes::describe(note))));
        finished.push(FinishedLevel { summary: plan.summary(level, seed, &map)?, seed: map.source.seed, files });
        if !overviews.is_empty() || file.is_some() {
            maps.push(map);
        }
        progress.step();
    }
    progress.clear();
    if let Some(file) = file {
        write_levels(file, &finished, &maps, &plan, seed, &options)?;
    }
    draw(overviews, &finished, &maps, &plan, &options.picture)?;
    print(&if args.json { as_json(&plan, seed, &finished) } else { as_table(&finished) })?;
    if !args.quiet {
        print_notes(args, &plan, seed, &notes);
    }
    Ok(ExitCode::SUCCESS)
}

fn plan(args: &Args) -> Result<CampaignPlan, Failure> {
    let mut campaign = campaign_source::campaign(&args.what)?;
    if let Some(levels) = args.levels {
        campaign = campaign.with_levels(levels);
    }
    if let Some(size) = args.size_and_seed.size {
        campaign.size = [size.width, size.height];
    }
    if let Some(name) = &args.table {
        campaign = campaign.with_table(campaign_source::table(name)?);
    }
    campaign.plan(registry::ALL).map_err(|error| Failure::from(error).at(&args.what))
}

fn formats(args: &Args) -> Result<Vec<Format>, Failure> {
    let mut formats: Vec<Format> = Vec::new();
    for name in &args.formats {
        let format = output::format(name.trim()).map_err(|failure| failure.at("--as"))?;
        let format = if args.export.is_vtt() && format == Format::Png { Format::Vtt } else { format };
        if !formats.contains(&format) {
            formats.push(format);
        }
    }
    if args.output.is_none() && args.formats != ["json"] {
        return Err(Failure::bad_input("--as needs a folder: add -o DIR"));
    }
    Ok(formats)
}

/// One file for all levels, with its format.
struct CampaignFile {
    output: Output,
    format: Format,
}

/// Where the levels go: to one file, or to a folder.
type Target<'a> = (Option<CampaignFile>, Option<&'a str>);

/// Opens one file for all levels if the name has the extension of such a file; otherwise, makes the
/// folder for the files of the levels.
fn open<'a>(name: &'a str, formats: &[Format]) -> Result<Target<'a>, Failure> {
    let extension = extension_of(name).filter(|_| !Path::new(name).is_dir());
    let of_campaigns = |format: &Format| format.holds_a_campaign();
    let format = match extension.as_deref() {
        Some("zip") => match formats {
            [format] => Some(*format),
            _ => return Err(Failure::bad_input(format!("{name}: an archive holds levels of one format; got several"))),
        },
        Some(extension) => Format::of_extension(extension),
        None => None,
    };
    if name == "-" || format.is_some_and(|format| !of_campaigns(&format) && extension.as_deref() != Some("zip")) {
        let known = "a folder, or a file ending in .ldtk, .world or .zip";
        return Err(Failure::bad_input(format!("{name}: a campaign needs {known}")));
    }
    if let Some(format) = format {
        let output = Output::open(name, Some(format))?;
        return Ok((Some(CampaignFile { output, format }), None));
    }
    fs::create_dir_all(name).map_err(|error| Failure::cannot_write(name, &error))?;
    Ok((None, Some(name)))
}

/// Writes all levels to one file.
fn write_levels(
    file: CampaignFile,
    finished: &[FinishedLevel],
    maps: &[Map],
    plan: &CampaignPlan,
    seed: Seed,
    options: &ExportOptions,
) -> Result<(), Failure> {
    let CampaignFile { mut output, format } = file;
    let levels = finished.iter().zip(maps);
    let levels = levels.map(|(FinishedLevel { summary, .. }, map)| CampaignLevel {
        number: summary.level,
        name: &summary.layout,
        map,
    });
    let job = CampaignJob { title: plan.title(), seed, levels: levels.collect() };
    let (stem, mut sides) = (output.stem(), Vec::new());
    let is_packed = output.is_packed() && format.holds_a_campaign();
    output.write_with(|to| {
        if is_packed {
            write_campaign_archive(&job, format, &stem, options, to)?;
        } else {
            sides = write_campaign(&job, format, &stem, options, to)?;
        }
        Ok(())
    })?;
    output.write_sides(&sides)?;
    output.finish()
}

/// Opens the overviews: those of `--overview`, and one in the folder if the levels are complete and
/// fit one picture.
fn overviews(
    args: &Args,
    plan: &CampaignPlan,
    folder: Option<&str>,
    is_complete: bool,
) -> Result<Vec<PictureFile>, Failure> {
    let fits = overview::fits(plan.levels() as usize, plan.size());
    if !fits && !args.overview.is_empty() {
        let (levels, size) = (plan.levels(), plan.size());
        return Err(Failure::bad_input(format!(
            "--overview: {levels} levels of {size} are too many tiles for one picture"
        )));
    }
    let folder = folder.filter(|_| is_complete && fits);
    let default =
        folder.into_iter().map(|folder| Path::new(folder).join("overview.svg").to_string_lossy().into_owned());
    default.chain(args.overview.iter().cloned()).map(|name| PictureFile::open(&name, "an overview")).collect()
}

fn draw(
    overviews: Vec<PictureFile>,
    finished: &[FinishedLevel],
    maps: &[Map],
    plan: &CampaignPlan,
    options: &PictureOptions,
) -> Result<(), Failure> {
    let levels = finished.iter().zip(maps).map(|(FinishedLevel { summary, .. }, map)| {
        let LevelSummary { level, danger, layout, .. } = summary;
        OverviewLevel { number: *level, name: layout, danger: *danger, map }
    });
    let levels: Vec<OverviewLevel<'_>> = levels.collect();
    overviews.into_iter().try_for_each(|file| overview::write(file, &levels, plan.title(), options))
}

/// Returns the requested levels in ascending order.
fn levels(args: &Args, plan: &CampaignPlan) -> Result<Vec<u32>, Failure> {
    let last = plan.levels();
    if let Some(level) = args.level.iter().find(|level| !(1..=last).contains(*level)) {
        return Err(Failure::bad_input(format!("--level {level}: the campaign has levels 1 to {last}")));
    }
    let mut levels = args.level.clone();
    levels.sort_unstable();
    levels.dedup();
    Ok(if levels.is_empty() { (1..=last).collect() } else { levels })
}

/// Returns the extension of a level's file. Formats that share an extension get their name before
/// it, so that they do not replace each other.
fn ending(format: Format, formats: &[Format]) -> String {
    let extension = format.extension();
    let is_shared = formats.iter().any(|other| *other != format && other.extension() == extension);
    if is_shared && format.name() != extension {
        format!("{}.{extension}", format.name())
    } else {
        extension.to_owned()
    }
}

/// Writes the files of one level and returns their names.
fn write(
    map: &Map,
    level: u32,
    plan: &CampaignPlan,
    folder: &str,
    formats: &[Format],
    options: &ExportOptions,
) -> Result<Vec<String>, Failure> {
    let digits = plan.levels().to_string().len().max(2);
    let names = formats.iter().map(|&format| format!("level-{level:0digits$}.{}", ending(format, formats)));
    let names: Vec<String> = names.collect();
    let path = |name: &String| Path::new(folder).join(name).to_string_lossy().into_owned();
    let outputs = names.iter().zip(formats).map(|(name, &format)| Output::open(&path(name), Some(format)));
    let outputs = outputs.collect::<Result<Vec<_>, _>>()?;
    output::write_all(outputs, map, options)?;
    Ok(names)
}

fn stopped(args: &Args, finished: usize) -> Failure {
    let error = mapwright::Error::new(
        mapwright::ErrorKind::Cancelled,
        match &args.output {
            Some(folder) => format!("stopped after {finished} levels, which are in {folder}"),
            None => format!("stopped after {finished} levels"),
        },
    );
    Failure::from(error)
}

fn as_json(plan: &CampaignPlan, seed: Seed, finished: &[FinishedLevel]) -> String {
    let levels = finished.iter().map(|finished| {
        let mut level = json!(finished.summary);
        level["seed"] = finished.seed.number().to_string().into();
        level["files"] = finished.files.clone().into();
        level
    });
    let Size { width, height } = plan.size();
    let all = json!({
        "title": plan.title(),
        "seed": seed.number().to_string(),
        "size": {"width": width, "height": height},
        "levels": levels.collect::<Vec<_>>(),
    });
    format!("{all:#}\n")
}

fn as_table(finished: &[FinishedLevel]) -> String {
    let width =
        finished.iter().map(|level| level.summary.layout.chars().count()).max().unwrap_or(0).max("layout".len());
    let mut text = format!("level  danger  {:width$}  rooms  monsters  items  steps to the stairs\n", "layout");
    for FinishedLevel { summary, .. } in finished {
        let LevelSummary { level, danger, layout, rooms, monsters, items, steps_to_stairs, .. } = summary;
        let steps = steps_to_stairs.map_or("-".to_owned(), |steps| steps.to_string());
        let rooms = if *rooms == 0 { "-".to_owned() } else { rooms.to_string() };
        let _ = writeln!(
            text,
            "{level:>5}  {danger:>6}  {layout:width$}  {rooms:>5}  {monsters:>8}  {items:>5}  {steps:>19}"
        );
    }
    text
}

/// Maximum number of notes that are printed.
const MAX_NOTES: usize = 20;

/// Prints the seed and the notes of all levels to stderr.
fn print_notes(args: &Args, plan: &CampaignPlan, seed: Seed, notes: &[String]) {
    if args.size_and_seed.seed.is_none() {
        let name = if plan.title().is_empty() { &args.what } else { plan.title() };
        let (levels, size, seed) = (plan.levels(), plan.size(), seed.number());
        eprint_line(&format!("{name}, {levels} levels of {size}, seed {seed}: to make it again, use --seed {seed}"));
    }
    notes.iter().take(MAX_NOTES).for_each(|note| eprint_line(note));
    if notes.len() > MAX_NOTES {
        eprint_line(&format!("note: {} more notes are in the files", notes.len() - MAX_NOTES));
    }
}
