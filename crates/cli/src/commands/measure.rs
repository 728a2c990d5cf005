//! `mapwright measure`

use crate::failure::{Failure, INTERRUPTED, eprint_line};
use crate::input;
use crate::interrupt;
use crate::look::LookArgs;
use crate::map_request::MapArgs;
use crate::measure::{
    Plots, SampleRequest, Samples, Sweep, map_table, metric_list, samples_json, samples_table, sweep_json, sweep_table,
    write_csv, write_heat,
};
use crate::out_file::OutFile;
use crate::output::print;
use crate::picture::PictureFile;
use mapwright::heat::{Heat, heat_map};
use mapwright::metrics::{self, Metric, Metrics};
use mapwright::{Map, Seed};
use mapwright_render::PictureOptions;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

/// Measure one map, or the maps of many seeds
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  mapwright measure --list                                     list the metrics
  mapwright measure halls.json                                 all metrics of a saved map
  mapwright measure halls.json --heatmap distance -o far.png   draw the distance from the start
  mapwright measure cellular --count 1000                      mean and quantiles of 1000 seeds
  mapwright measure mine --count 100000 --csv mines.csv        all metrics of every map
  mapwright measure bsp --count 1000 --plot range.svg --of openness,loops
  mapwright measure cellular --count 200 --sweep fill_percent=40..60:2 --plot sweep.png")]
pub(crate) struct Args {
    /// Saved map, text map or trace; or an algorithm, preset or recipe file to generate from
    #[arg(value_name = "WHAT", required_unless_present = "list")]
    what: Option<String>,
    /// Measure the maps of N seeds, starting at --seed [default seed: 0]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    count: Option<u64>,
    #[command(flatten)]
    map: MapArgs,
    /// Measure only these metrics, separated by commas
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    metrics: Vec<String>,
    /// List the metrics with their units
    #[arg(long)]
    list: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Draw a heat map to -o: density, distance, choke, visibility or danger
    #[arg(long, value_name = "KIND")]
    heatmap: Option<String>,
    /// File for the heat map (png, svg, pdf); may be repeated
    #[arg(short, long = "output", value_name = "FILE")]
    output: Vec<String>,
    /// With --count: write the metrics of every map as CSV (- for stdout)
    #[arg(long, value_name = "FILE", requires = "count")]
    csv: Option<String>,
    /// With --count: draw a plot (svg, png, pdf); may be repeated
    #[arg(long, value_name = "FILE", requires = "count")]
    plot: Vec<String>,
    /// Metrics of the plot: one for a histogram, two for an expressive range [default:
    /// openness,loops]
    #[arg(long, value_name = "METRIC[,METRIC]", value_delimiter = ',', num_args = 1)]
    of: Vec<String>,
    /// With --count: measure N maps for each value of a parameter: KEY=FROM..TO:STEP or KEY=A,B,C
    #[arg(long, value_name = "KEY=VALUES", requires = "count", value_parser = Sweep::parse)]
    sweep: Option<Sweep>,
    /// Number of threads; does not affect the results [default: one per CPU core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
    /// Print results and errors only
    #[arg(short, long)]
    quiet: bool,
    #[command(flatten)]
    look: LookArgs,
}

/// Metrics of a plot without `--of`.
const DEFAULT_METRICS: [&str; 2] = ["openness", "loops"];

pub(crate) fn run(args: &Args) -> Result<ExitCode, Failure> {
    let Some(what) = args.what.as_deref().filter(|_| !args.list) else {
        print(&metric_list())?;
        return Ok(ExitCode::SUCCESS);
    };
    let asked = named(&args.metrics, "--metrics")?;
    match args.count {
        None => one_map(args, what, asked),
        Some(count) => many(args, what, asked, count),
    }
}

/// Returns the metrics of these names in the order of [`metrics::ALL`], or all if no name is given.
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
        return Err(Failure::bad_input("a heat map needs both options: --heatmap distance -o FILE.png"));
    }
    let options = args.look.resolve()?;
    let files = PictureFile::open_all(&args.output, "a heat map")?;
    interrupt::install_handler();
    let map = read_or_make(args, what)?;
    if let Some(heat) = heat {
        // The player view has no secret doors, so distances must not pass them.
        let heat_map = heat_map(&options.seen(&map), heat).map_err(|error| Failure::from(error).at("--heatmap"))?;
        write_heat(files, &map, &heat_map, &options)?;
        return Ok(ExitCode::SUCCESS);
    }
    let numbers = Metrics::some(&map, &asked);
    if args.json {
        print(&format!("{}\n", serde_json::to_string_pretty(&numbers).expect("numbers are JSON")))?;
    } else {
        print(&map_table(&numbers, &asked))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Reads a saved map, or makes a map.
fn read_or_make(args: &Args, what: &str) -> Result<Map, Failure> {
    let path = Path::new(what);
    let is_map = path.extension().is_some_and(|extension| extension == "json" || extension == "txt");
    if input::is_trace(what) && args.map.is_empty() {
        return Ok(input::trace(what)?.into_map());
    }
    if is_map && args.map.is_empty() {
        return input::map(what);
    }
    let request = args.map.resolve(what)?;
    let map = request.plan.run(request.run())?;
    if !args.quiet {
        request.print_seed();
    }
    Ok(map)
}

/// Files and metrics of a measurement over many seeds.
struct Outputs {
    /// Metrics that are drawn.
    drawn: Vec<&'static Metric>,
    plots: Plots,
    csv: Option<OutFile>,
    options: PictureOptions,
}

impl Outputs {
    /// Checks the options and opens all files.
    fn open(args: &Args) -> Result<Outputs, Failure> {
        let drawn = drawn_metrics(args)?;
        if args.json && args.csv.as_deref() == Some("-") {
            return Err(Failure::bad_input("--csv - and --json both write to stdout: give --csv a file"));
        }
        let options = args.look.resolve()?;
        let plots = Plots::open(&args.plot, drawn.clone())?;
        let csv = args.csv.as_deref().map(OutFile::open).transpose()?;
        if csv.as_ref().is_some_and(|csv| plots.are_at(csv)) {
            return Err(Failure::bad_input("--csv and --plot name one file: choose two"));
        }
        Ok(Outputs { drawn, plots, csv, options })
    }

    fn write_csv(&mut self, samples: &[(Option<&str>, &Samples)], parameter: Option<&str>) -> Result<(), Failure> {
        let Some(mut csv) = self.csv.take() else { return Ok(()) };
        csv.write_with(|to| write_csv(samples, parameter, to))?;
        csv.finish()
    }
}

/// Returns the metrics of `--of`, or the default.
fn drawn_metrics(args: &Args) -> Result<Vec<&'static Metric>, Failure> {
    let default = if args.sweep.is_some() { &DEFAULT_METRICS[..1] } else { &DEFAULT_METRICS[..] };
    let typed = args.of.iter().map(|name| name.trim());
    let names: Vec<&str> = if args.of.is_empty() { default.to_vec() } else { typed.collect() };
    let found = names.into_iter().map(|name| metrics::named(name).map_err(|error| Failure::from(error).at("--of")));
    let drawn: Vec<&Metric> = found.collect::<Result<_, _>>()?;
    if drawn.len() > 2 {
        return Err(Failure::bad_input("--of: a plot shows one or two metrics, not more"));
    }
    if drawn.len() > 1 && args.sweep.is_some() && !args.plot.is_empty() {
        return Err(Failure::bad_input("--of: the plot of a sweep shows one metric; draw one plot for each"));
    }
    if args.plot.is_empty() && !args.of.is_empty() && args.sweep.is_none() {
        return Err(Failure::bad_input("--of selects the metrics of a plot: add --plot FILE"));
    }
    Ok(drawn)
}

fn many(args: &Args, what: &str, asked: Vec<&'static Metric>, count: u64) -> Result<ExitCode, Failure> {
    if args.heatmap.is_some() || !args.output.is_empty() {
        let way_out = "leave out --count, or draw a plot with --plot FILE";
        return Err(Failure::bad_input(format!("--heatmap and -o are for one map: {way_out}")));
    }
    let outputs = Outputs::open(args)?;
    // Drawn metrics are measured even if `--metrics` does not list them.
    let needed = |metric: &&Metric| {
        let is_drawn = !outputs.plots.is_empty() || args.sweep.is_some();
        asked.contains(metric) || is_drawn && outputs.drawn.contains(metric)
    };
    let metrics = metrics::ALL.iter().filter(needed).collect();
    let request = SampleRequest {
        metrics,
        first: args.map.seed().unwrap_or(Seed::new(0)),
        count,
        jobs: args.jobs.map(usize::from),
        quiet: args.quiet,
    };
    interrupt::install_handler();
    match &args.sweep {
        None => measure_seeds(args, what, &request, outputs),
        Some(sweep) => measure_sweep(args, what, &request, outputs, sweep, &asked),
    }
}

/// Measures the maps of many seeds.
fn measure_seeds(args: &Args, what: &str, request: &SampleRequest, mut outputs: Outputs) -> Result<ExitCode, Failure> {
    let map = Arc::new(args.map.resolve(what)?);
    request.check_size(1)?;
    let samples = Samples::collect(&map, request, &mut request.progress(1))?;
    outputs.write_csv(&[(None, &samples)], None)?;
    let title = format!("{}, {} of {}", map.name(), maps(samples.maps()), map.size());
    outputs.plots.samples(&title, &map, &samples, &outputs.options)?;
    let text = if args.json { format!("{:#}\n", samples_json(&samples)) } else { samples_table(&samples) };
    finish(args, &text, &title, &[samples])
}

/// Measures the maps of many seeds for each value of a parameter.
fn measure_sweep(
    args: &Args,
    what: &str,
    request: &SampleRequest,
    mut outputs: Outputs,
    sweep: &Sweep,
    asked: &[&'static Metric],
) -> Result<ExitCode, Failure> {
    if what == "-" {
        return Err(Failure::bad_input("--sweep reads WHAT once per value: give a file, not -"));
    }
    request.check_size(sweep.values.len())?;
    let samples = sweep.run(&args.map, what, request)?;
    let values = sweep.values.iter().map(|value| Some(value.as_str()));
    outputs.write_csv(&values.zip(&samples).collect::<Vec<_>>(), Some(&sweep.key))?;
    let most = samples.iter().map(Samples::maps).max().unwrap_or(0);
    let title = format!("{what}, {} for each {}", maps(most), sweep.key);
    outputs.plots.sweep(&title, sweep, &samples, &outputs.options)?;
    let shown = if args.metrics.is_empty() { &outputs.drawn } else { asked };
    let text = match args.json {
        true => format!("{:#}\n", sweep_json(sweep, &samples)),
        false => sweep_table(sweep, &samples, shown),
    };
    finish(args, &text, &title, &samples)
}

/// Prints the results, unless the CSV goes to stdout, and reports an interruption.
fn finish(args: &Args, text: &str, title: &str, samples: &[Samples]) -> Result<ExitCode, Failure> {
    if args.csv.as_deref() != Some("-") {
        print(text)?;
    }
    if !args.quiet && !args.json {
        let first = samples.first().map_or(0, |samples| samples.first.number());
        eprint_line(&format!("{title}, seeds from {first}"));
    }
    if !samples.iter().any(|samples| samples.stopped) {
        return Ok(ExitCode::SUCCESS);
    }
    let done: u64 = samples.iter().map(Samples::done).sum();
    let values = args.sweep.as_ref().map_or(1, |sweep| sweep.values.len() as u64);
    let asked = samples.first().map_or(0, |samples| samples.asked).saturating_mul(values);
    eprint_line(&format!("stopped after {done} of {asked} maps; their results are kept"));
    Ok(ExitCode::from(INTERRUPTED))
}

/// Returns the number of maps in words.
fn maps(count: u64) -> String {
    if count == 1 { "1 map".to_owned() } else { format!("{count} maps") }
}
