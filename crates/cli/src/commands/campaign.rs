//! `mapwright campaign`

use crate::campaigns;
use crate::failure::{Failure, say};
use crate::interrupt;
use crate::look::LookArgs;
use crate::making::{fresh_seed, parse_seed, parse_size};
use crate::output::{self, Output, print};
use crate::overview;
use crate::picture::Picture;
use crate::progress::Progress;
use mapwright::campaign::{Campaign, CampaignPlan, LevelSummary};
use mapwright::{Map, Note, Seed, Size, registry};
use mapwright_render::{Format, OverviewLevel, PictureOptions};
use serde_json::json;
use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::Ordering;

/// Make the levels of a campaign, linked by stairs and ever more dangerous
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  mapwright campaign --seed 7                        a table of all levels of the usual campaign
  mapwright campaign descent --seed 7 -o levels      the same as files: levels/level-01.json, …
  mapwright campaign caves-below --level 5 -o levels --as json,png
  mapwright campaign my-campaign.toml --levels 10 --table classic
  mapwright generate levels/level-05.json            the same level again, from its own file")]
pub(crate) struct Args {
    /// A campaign, or a campaign file (- for stdin)
    #[arg(value_name = "WHAT", default_value = mapwright::campaign::DEFAULT)]
    what: String,
    /// How many levels, in place of what the campaign says
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=i64::from(Campaign::MOST_LEVELS)))]
    levels: Option<u32>,
    /// Only this level; may be given several times
    #[arg(long, value_name = "N")]
    level: Vec<u32>,
    /// How wide and high every level is, in tiles
    #[arg(long, value_name = "WxH", value_parser = parse_size, allow_hyphen_values = true)]
    size: Option<Size>,
    /// A number from 0 to 18446744073709551615, or any word; without one a fresh seed is chosen and printed
    #[arg(long, value_name = "SEED", value_parser = parse_seed, allow_negative_numbers = true)]
    seed: Option<Seed>,
    /// A danger table, or the file of one, in place of the campaign's
    #[arg(long, value_name = "NAME")]
    table: Option<String>,
    /// Write every level into this folder, which is made if need be
    #[arg(short, long = "output", value_name = "DIR")]
    output: Option<String>,
    /// What is written of every level: json, txt, png, svg, pdf, several with commas
    #[arg(long = "as", value_name = "FORMATS", value_delimiter = ',', default_value = "json")]
    formats: Vec<String>,
    /// Draw all levels on one picture (svg, png, pdf); with -o there is always an overview.svg of all levels in the folder
    #[arg(long, value_name = "FILE")]
    overview: Vec<String>,
    /// The table as JSON, for programs
    #[arg(long)]
    json: bool,
    /// Say nothing but the table and errors
    #[arg(short, long)]
    quiet: bool,
    #[command(flatten)]
    look: LookArgs,
}

/// A level that was made: what there is to say about it, and the names of its files.
struct Made {
    summary: LevelSummary,
    seed: Seed,
    files: Vec<String>,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode, Failure> {
    let plan = plan(args)?;
    let options = args.look.resolve()?;
    let formats = formats(args)?;
    let levels = levels(args, &plan)?;
    if let Some(folder) = &args.output {
        formats
            .iter()
            .try_for_each(|format| output::accepts(*format, plan.size(), &options).map_err(|f| f.at(folder)))?;
        fs::create_dir_all(folder).map_err(|error| Failure::cannot_write(folder, &error))?;
    }
    let in_order = levels.len() == plan.levels() as usize;
    let overviews = overviews(args, &plan, in_order)?;
    let seed = match args.seed {
        Some(seed) => seed,
        None => fresh_seed()?,
    };
    interrupt::watch();
    let mut progress = Progress::new("level", levels.len());
    let (mut made, mut notes, mut kept) = (Vec::new(), Vec::new(), Vec::new());
    let mut all = plan.run(seed).cancelled_by(interrupt::flag());
    // Whoever wants all levels gets them in one go.
    for &level in &levels {
        if interrupt::flag().load(Ordering::Relaxed) {
            progress.clear();
            return Err(stopped(args, made.len()));
        }
        let map = match in_order {
            true => all.next().unwrap_or_else(|| plan.level(level, seed)),
            false => plan.level(level, seed),
        };
        let map = map.inspect_err(|_| progress.clear())?;
        let files = match &args.output {
            Some(folder) => write(&map, level, &plan, folder, &formats, &options).inspect_err(|_| progress.clear())?,
            None => Vec::new(),
        };
        notes.extend(map.notes.iter().map(|note| told(level, note)));
        made.push(Made { summary: plan.summary(level, seed, &map)?, seed: map.source.seed, files });
        if !overviews.is_empty() {
            kept.push(map);
        }
        progress.step();
    }
    progress.clear();
    draw(overviews, &made, &kept, &plan, &options)?;
    print(&if args.json { as_json(&plan, seed, &made) } else { as_table(&made) })?;
    if !args.quiet {
        report(args, &plan, seed, &notes);
    }
    Ok(ExitCode::SUCCESS)
}

fn plan(args: &Args) -> Result<CampaignPlan, Failure> {
    let mut campaign = campaigns::campaign(&args.what)?;
    if let Some(levels) = args.levels {
        campaign = campaign.with_levels(levels);
    }
    if let Some(size) = args.size {
        campaign.size = [size.width, size.height];
    }
    if let Some(name) = &args.table {
        campaign = campaign.with_table(campaigns::table(name)?);
    }
    campaign.plan(registry::ALL).map_err(|error| Failure::from(error).at(&args.what))
}

fn formats(args: &Args) -> Result<Vec<Format>, Failure> {
    let mut formats: Vec<Format> = Vec::new();
    for name in &args.formats {
        let format = output::format(name.trim()).map_err(|failure| failure.at("--as"))?;
        if !formats.contains(&format) {
            formats.push(format);
        }
    }
    if args.output.is_none() && args.formats != ["json"] {
        return Err(Failure::bad_input("--as needs an output: add -o DIR"));
    }
    Ok(formats)
}

/// The pictures of all levels together: those that are asked for, and one in the folder. Levels that are too many or too large to be kept have
/// none in the folder.
fn overviews(args: &Args, plan: &CampaignPlan, all: bool) -> Result<Vec<Picture>, Failure> {
    let fits = overview::has_place(plan.levels() as usize, plan.size());
    if !fits && !args.overview.is_empty() {
        let (levels, size) = (plan.levels(), plan.size());
        return Err(Failure::bad_input(format!(
            "--overview: {levels} levels of {size} are too many tiles for one picture"
        )));
    }
    let folder = args.output.iter().filter(|_| all && fits);
    let usual = folder.map(|folder| Path::new(folder).join("overview.svg").to_string_lossy().into_owned());
    usual.chain(args.overview.iter().cloned()).map(|name| Picture::open(&name, "an overview")).collect()
}

fn draw(
    overviews: Vec<Picture>,
    made: &[Made],
    maps: &[Map],
    plan: &CampaignPlan,
    options: &PictureOptions,
) -> Result<(), Failure> {
    let levels = made.iter().zip(maps).map(|(Made { summary, .. }, map)| {
        let LevelSummary { level, danger, layout, .. } = summary;
        OverviewLevel { number: *level, name: layout, danger: *danger, map }
    });
    let levels: Vec<OverviewLevel<'_>> = levels.collect();
    overviews.into_iter().try_for_each(|output| overview::write(output, &levels, plan.title(), options))
}

/// The levels that are asked for, in their order.
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

/// Writes the files of one level, and returns their names.
fn write(
    map: &Map,
    level: u32,
    plan: &CampaignPlan,
    folder: &str,
    formats: &[Format],
    options: &PictureOptions,
) -> Result<Vec<String>, Failure> {
    let digits = plan.levels().to_string().len().max(2);
    let names = formats.iter().map(|format| format!("level-{level:0digits$}.{}", format.extension()));
    let names: Vec<String> = names.collect();
    let path = |name: &String| Path::new(folder).join(name).to_string_lossy().into_owned();
    let outputs = names.iter().map(|name| Output::open(&path(name), None)).collect::<Result<Vec<_>, _>>()?;
    output::write_all(outputs, map, options)?;
    Ok(names)
}

fn stopped(args: &Args, made: usize) -> Failure {
    let error = mapwright::Error::new(
        mapwright::ErrorKind::Cancelled,
        match &args.output {
            Some(folder) => format!("stopped after {made} levels, which are in {folder}"),
            None => format!("stopped after {made} levels"),
        },
    );
    Failure::from(error)
}

fn as_json(plan: &CampaignPlan, seed: Seed, made: &[Made]) -> String {
    let levels = made.iter().map(|made| {
        let mut level = json!(made.summary);
        level["seed"] = made.seed.number().to_string().into();
        level["files"] = made.files.clone().into();
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

fn as_table(made: &[Made]) -> String {
    let width = made.iter().map(|made| made.summary.layout.chars().count()).max().unwrap_or(0).max("layout".len());
    let mut text = format!("level  danger  {:width$}  rooms  monsters  items  steps to the stairs\n", "layout");
    for Made { summary, .. } in made {
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

/// More notes than that nobody reads.
const MOST_NOTES: usize = 20;

/// On stderr: how to have the campaign again, and what it does not deliver.
fn report(args: &Args, plan: &CampaignPlan, seed: Seed, notes: &[String]) {
    if args.seed.is_none() {
        let name = if plan.title().is_empty() { &args.what } else { plan.title() };
        let (levels, size, seed) = (plan.levels(), plan.size(), seed.number());
        say(&format!("{name}, {levels} levels of {size}, seed {seed}: --seed {seed} gives it again"));
    }
    notes.iter().take(MOST_NOTES).for_each(|note| say(note));
    if notes.len() > MOST_NOTES {
        say(&format!("and {} more notes, which stand in the files", notes.len() - MOST_NOTES));
    }
}

fn told(level: u32, note: &Note) -> String {
    let Note { step, what, asked, delivered, why } = note;
    if note.is_remark() {
        return format!("note: level {level}: {step}: {what}: {why}");
    }
    format!("note: level {level}: {step}: {what} asked {asked}, delivered {delivered}: {why}")
}
