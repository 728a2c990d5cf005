//! `mapwright measure`

use crate::failure::{Failure, INTERRUPTED, say};
use crate::input;
use crate::interrupt;
use crate::look::LookArgs;
use crate::making::MakingArgs;
use crate::measure::{
    Plots, Spread, Sweep, Wanted, list, one, spread_json, spread_table, sweep_json, sweep_table, write_csv, write_heat,
};
use crate::out_file::OutFile;
use crate::output::print;
use crate::picture::Picture;
use crate::progress::Progress;
use mapwright::heat::{Heat, heat_map};
use mapwright::metrics::{self, Metric, Metrics};
use mapwright::{Map, Seed};
use std::path::Path;
use std::process::ExitCode;

/// Measure a map, or very many of them
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  mapwright measure halls.json                                 the numbers of a saved map
  mapwright measure halls.json --heatmap distance -o far.png   how far it is to every place
  mapwright measure cellular --count 1000                      mean and quantiles over the seeds 0 to 999
  mapwright measure bsp --count 1000 --plot range.svg --of openness,loops
  mapwright measure cellular --count 200 --sweep fill_percent=40..60:2 --of openness --plot sweep.png
  mapwright measure mine --count 100000 --csv mines.csv        every number of every map
  mapwright measure --list                                     all metrics, and what they mean")]
pub(crate) struct Args {
    /// A saved map or a map drawn as text; or, to be made, an algorithm, a preset or a recipe file
    #[arg(value_name = "WHAT", required_unless_present = "list")]
    what: Option<String>,
    /// Measure the maps of so many seeds, beginning with --seed, or with 0
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    count: Option<u64>,
    #[command(flatten)]
    making: MakingArgs,
    /// Only these metrics, by name, with commas between them
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    metrics: Vec<String>,
    /// All metrics with their units and what they mean
    #[arg(long)]
    list: bool,
    /// Numbers for programs
    #[arg(long)]
    json: bool,
    /// Draw one over the map, into -o: density, distance, choke, visibility, danger
    #[arg(long, value_name = "KIND")]
    heatmap: Option<String>,
    /// Where the heat map goes (png, svg, pdf); may be given several times
    #[arg(short, long = "output", value_name = "FILE")]
    output: Vec<String>,
    /// With --count: every map and its numbers, one a line (- for stdout)
    #[arg(long, value_name = "FILE", requires = "count")]
    csv: Option<String>,
    /// With --count: draw the spread (svg, png, pdf); may be given several times
    #[arg(long, value_name = "FILE", requires = "count")]
    plot: Vec<String>,
    /// What is drawn: one metric is a histogram, two are an expressive range; with --sweep, the one that is followed; openness,loops if nobody says
    #[arg(long, value_name = "METRIC[,METRIC]", value_delimiter = ',', num_args = 1)]
    of: Vec<String>,
    /// With --count: turn one parameter, with as many maps for every value: KEY=FROM..TO:STEP or KEY=A,B,C
    #[arg(long, value_name = "KEY=VALUES", requires = "count", value_parser = Sweep::parse)]
    sweep: Option<Sweep>,
    /// So many threads; the numbers are the same with any
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
    /// Say nothing but errors
    #[arg(short, long)]
    quiet: bool,
    #[command(flatten)]
    look: LookArgs,
}

/// What is drawn where nobody says what.
const USUAL: [&str; 2] = ["openness", "loops"];

pub(crate) fn run(args: &Args) -> Result<ExitCode, Failure> {
    let Some(what) = args.what.as_deref().filter(|_| !args.list) else {
        print(&list())?;
        return Ok(ExitCode::SUCCESS);
    };
    let asked = named(&args.metrics, "--metrics")?;
    match args.count {
        None => one_map(args, what, asked),
        Some(count) => many(args, what, asked, count),
    }
}

/// The metrics with these names, in the order of their list; all of them where none is named.
fn named(names: &[String], place: &str) -> Result<Vec<&'static Metric>, Failure> {
    let found = names.iter().map(|name| metrics::named(name.trim()).map_err(|error| Failure::from(error).at(place)));
    let found: Vec<&Metric> = found.collect::<Result<_, _>>()?;
    Ok(metrics::ALL.iter().filter(|metric| found.is_empty() || found.contains(metric)).collect())
}

fn one_map(args: &Args, what: &str, asked: Vec<&'static Metric>) -> Result<ExitCode, Failure> {
    if !args.of.is_empty() {
        return Err(Failure::bad_input("--of is for plots of many maps: add --count N and --plot FILE"));
    }
    let heat = args.heatmap.as_deref().map(Heat::named).transpose();
    let heat = heat.map_err(|error| Failure::from(error).at("--heatmap"))?;
    if heat.is_some() == args.output.is_empty() {
        let way_out = "a heat map needs both: --heatmap distance -o FILE.png";
        return Err(Failure::bad_input(way_out));
    }
    let options = args.look.resolve()?;
    let files = Picture::open_all(&args.output, "a heat map")?;
    interrupt::watch();
    let map = the_map(args, what)?;
    if let Some(heat) = heat {
        // What players do not know of leads nowhere for them.
        let heat_map = heat_map(&options.seen(&map), heat).map_err(|error| Failure::from(error).at("--heatmap"))?;
        write_heat(files, &map, &heat_map, &options)?;
        return Ok(ExitCode::SUCCESS);
    }
    let numbers = Metrics::some(&map, &asked);
    if args.json {
        print(&format!("{}\n", serde_json::to_string_pretty(&numbers).expect("numbers are JSON")))?;
    } else {
        print(&one(&numbers, &asked))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// A saved map as it is; anything else is made.
fn the_map(args: &Args, what: &str) -> Result<Map, Failure> {
    let path = Path::new(what);
    let is_map = path.extension().is_some_and(|ending| ending == "json" || ending == "txt");
    if input::is_trace(what) && args.making.is_empty() {
        return Ok(input::trace(what)?.into_map());
    }
    if is_map && args.making.is_empty() {
        return input::map(what);
    }
    let making = args.making.resolve(what)?;
    let map = making.plan.run(making.run())?;
    if !args.quiet {
        making.tell_seed();
    }
    Ok(map)
}

fn many(args: &Args, what: &str, asked: Vec<&'static Metric>, count: u64) -> Result<ExitCode, Failure> {
    if args.heatmap.is_some() || !args.output.is_empty() {
        let way_out = "leave --count out, or draw the spread with --plot FILE";
        return Err(Failure::bad_input(format!("--heatmap and -o are for one map: {way_out}")));
    }
    let usual = if args.sweep.is_some() { &USUAL[..1] } else { &USUAL[..] };
    let of = if args.of.is_empty() { usual.iter().map(|&name| name.to_owned()).collect() } else { args.of.clone() };
    let drawn: Vec<&Metric> = of
        .iter()
        .map(|name| metrics::named(name.trim()).map_err(|error| Failure::from(error).at("--of")))
        .collect::<Result<_, _>>()?;
    if drawn.len() > 2 {
        return Err(Failure::bad_input(
            "--of: one metric is a histogram, two are an expressive range; no plot shows more",
        ));
    }
    if drawn.len() > 1 && args.sweep.is_some() && !args.plot.is_empty() {
        return Err(Failure::bad_input("--of: a sweep follows one metric; draw each for itself"));
    }
    if args.json && args.csv.as_deref() == Some("-") {
        return Err(Failure::bad_input("--csv - and --json both go to stdout: give one of them a file"));
    }
    if args.plot.is_empty() && !args.of.is_empty() && args.sweep.is_none() {
        return Err(Failure::bad_input("--of says what is drawn: add --plot FILE"));
    }
    let options = args.look.resolve()?;
    let plots = Plots::open(&args.plot, drawn.clone())?;
    let csv = args.csv.as_deref().map(OutFile::open).transpose()?;
    if csv.as_ref().is_some_and(|csv| plots.are_at(csv)) {
        return Err(Failure::bad_input("--csv and --plot go to the same file"));
    }
    // What is drawn is measured, whatever else is.
    let needed = |metric: &&Metric| {
        asked.contains(metric) || drawn.contains(metric) && (!plots.is_empty() || args.sweep.is_some())
    };
    let metrics = metrics::ALL.iter().filter(needed).collect();
    let wanted = Wanted { metrics, count, jobs: args.jobs.map(usize::from), quiet: args.quiet };
    let first = args.making.seed().unwrap_or(Seed::new(0));
    interrupt::watch();
    match &args.sweep {
        None => {
            let making = args.making.resolve(what)?;
            wanted.accept(1)?;
            let mut progress = Progress::new("measured", count as usize);
            if args.quiet {
                progress.hide();
            }
            let spread = Spread::of(&making, first, &wanted, &mut progress)?;
            if let Some(csv) = csv {
                write(csv, |to| write_csv(&[(None, &spread)], None, to))?;
            }
            let size = making.size();
            let title = format!("{}, {} of {size}", making.name(), maps(spread.maps()));
            plots.spread(&title, &making, &spread, &options)?;
            let text = if args.json { format!("{:#}\n", spread_json(&spread)) } else { spread_table(&spread) };
            finish(args, &text, &title, &[spread])
        }
        Some(sweep) => {
            if what == "-" {
                return Err(Failure::bad_input("--sweep reads WHAT once for every value: name a file, not -"));
            }
            wanted.accept(sweep.values.len())?;
            let spreads = sweep.run(&args.making, what, first, &wanted)?;
            if let Some(csv) = csv {
                let values = sweep.values.iter().map(|value| Some(value.as_str()));
                let all: Vec<(Option<&str>, &Spread)> = values.zip(&spreads).collect();
                write(csv, |to| write_csv(&all, Some(&sweep.key), to))?;
            }
            let most = spreads.iter().map(Spread::maps).max().unwrap_or(0);
            let title = format!("{what}, {} for every {}", maps(most), sweep.key);
            plots.sweep(&title, sweep, &spreads, &options)?;
            let shown = if args.metrics.is_empty() { &drawn } else { &asked };
            let text = match args.json {
                true => format!("{:#}\n", sweep_json(sweep, &spreads)),
                false => sweep_table(sweep, &spreads, shown),
            };
            finish(args, &text, &title, &spreads)
        }
    }
}

fn write(mut csv: OutFile, write: impl FnOnce(&mut dyn std::io::Write) -> std::io::Result<()>) -> Result<(), Failure> {
    csv.write_with(write)?;
    csv.finish()
}

/// Prints the table, unless stdout has the lines, and says what is missing.
fn finish(args: &Args, text: &str, title: &str, spreads: &[Spread]) -> Result<ExitCode, Failure> {
    if args.csv.as_deref() != Some("-") {
        print(text)?;
    }
    if !args.quiet && !args.json {
        let first = spreads.first().map_or(0, |spread| spread.first.number());
        say(&format!("{title}, seeds from {first}"));
    }
    if !spreads.iter().any(|spread| spread.stopped) {
        return Ok(ExitCode::SUCCESS);
    }
    let done: u64 = spreads.iter().map(Spread::done).sum();
    let values = args.sweep.as_ref().map_or(1, |sweep| sweep.values.len() as u64);
    let asked = spreads.first().map_or(0, |spread| spread.asked).saturating_mul(values);
    say(&format!("stopped after {done} of {asked} maps; what is done is kept"));
    Ok(ExitCode::from(INTERRUPTED))
}

/// So many maps, in words.
fn maps(count: u64) -> String {
    if count == 1 { "1 map".to_owned() } else { format!("{count} maps") }
}
