//! `mapwright generate`

use crate::display::DisplayArgs;
use crate::export::ExportArgs;
use crate::failure::{Failure, eprint_line};
use crate::input;
use crate::interrupt;
use crate::look::LookArgs;
use crate::map_request::MapArgs;
use crate::notes;
use crate::out_file::OutFile;
use crate::output::{self, OutputArgs};
use mapwright::{Map, registry, trace};
use std::process::ExitCode;

/// Generate a map and show it in the terminal or write it to files
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  mapwright generate                                a map of the default layout
  mapwright generate cellular --seed 7
  mapwright generate bsp --size 100x60 --set max_depth=5 -o halls.png -o halls.json
  mapwright generate my-recipe.toml --seed crypt -o - --as txt
  mapwright generate bsp --populate 5               add stairs, an exit, monsters, treasure and traps
  mapwright generate halls.json -o halls.pdf        regenerate a saved map from its own file
  mapwright generate dungeon.json -o crypt.pdf      open a One Page Dungeon of watabou
  mapwright generate mine --trace mine.trace        then: mapwright replay mine.trace
  mapwright generate mine -o - --as share           print a share code
  mapwright generate mw1.…                          regenerate the map of a share code

Parameters:
  --set rounds=3                the only step with a parameter `rounds`
  --set 2.rounds=3              the second step of a recipe
  --set cellular.rounds=3       the step named cellular
  --set library=@my-levels      the text of a file, or of all files in a folder

`mapwright describe NAME` lists the parameters of an algorithm.")]
pub(crate) struct Args {
    /// Algorithm, preset, recipe file (- for stdin), share code, saved map or One Page Dungeon
    #[arg(value_name = "WHAT", default_value = registry::DEFAULT)]
    what: String,
    #[command(flatten)]
    map: MapArgs,
    #[command(flatten)]
    outputs: OutputArgs,
    /// Record every step of the run in a file, for replay
    #[arg(long, value_name = "FILE")]
    trace: Option<String>,
    /// Maximum number of frames in the trace; excess frames are merged
    #[arg(long, value_name = "N", requires = "trace", value_parser = clap::value_parser!(u32).range(1..))]
    moments: Option<u32>,
    /// Print errors only
    #[arg(short, long)]
    quiet: bool,
    #[command(flatten)]
    display: DisplayArgs,
    #[command(flatten)]
    look: LookArgs,
    #[command(flatten)]
    export: ExportArgs,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode, Failure> {
    if let Some(map) = input::dungeon(&args.what)? {
        return convert(args, &map);
    }
    let request = args.map.resolve(&args.what)?;
    let options = args.export.resolve(args.look.resolve()?)?;
    let outputs = args.outputs.open(args.export.is_vtt())?;
    outputs.iter().try_for_each(|output| output.accept(request.size(), &options))?;
    let trace = args.trace.as_deref().map(OutFile::open).transpose()?;
    interrupt::install_handler();
    let map = match trace {
        None => request.plan.run(request.run())?,
        Some(mut file) => {
            let trace = trace::record(&request.plan, request.run(), args.moments.map(|max| max as usize))?;
            file.write_with(|to| trace.write(to))?;
            file.finish()?;
            if trace.merged() > 0 && !args.quiet {
                let (merged, last) = (trace.merged(), trace.last());
                eprint_line(&format!("note: merged {merged} frames, {last} are left (--moments)"));
            }
            trace.into_map()
        }
    };
    let map = request.edited(map)?;
    // A map printed after a trace on stdout would corrupt the trace.
    if !outputs.is_empty() {
        output::write_all(outputs, &map, &options)?;
    } else if args.trace.as_deref() != Some("-") {
        args.display.print(&map, &options.picture)?;
    }
    if !args.quiet {
        request.print_seed();
        print_notes(&map);
    }
    Ok(ExitCode::SUCCESS)
}

/// Writes the map of a One Page Dungeon, which is finished: there is nothing to generate.
fn convert(args: &Args, map: &Map) -> Result<ExitCode, Failure> {
    if !args.map.is_empty() || args.trace.is_some() {
        let message = "a One Page Dungeon is finished: leave out --size, --seed, --set, --populate and --trace";
        return Err(Failure::bad_input(message).at(&args.what));
    }
    let options = args.export.resolve(args.look.resolve()?)?;
    let outputs = args.outputs.open(args.export.is_vtt())?;
    outputs.iter().try_for_each(|output| output.accept(map.size(), &options))?;
    if outputs.is_empty() {
        args.display.print(map, &options.picture)?;
    } else {
        output::write_all(outputs, map, &options)?;
    }
    if !args.quiet {
        print_notes(map);
    }
    Ok(ExitCode::SUCCESS)
}

/// Prints the notes of the map to stderr: requests that it does not meet.
fn print_notes(map: &Map) {
    map.notes.iter().for_each(|note| eprint_line(&format!("note: {}", notes::describe(note))));
}
