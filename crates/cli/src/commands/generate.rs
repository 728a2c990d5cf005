//! `mapwright generate`

use crate::failure::{Failure, say};
use crate::interrupt;
use crate::look::LookArgs;
use crate::making::MakingArgs;
use crate::out_file::OutFile;
use crate::output::{self, Outputs};
use crate::shown::Show;
use mapwright::{Map, Note, trace};
use std::process::ExitCode;

/// Make a map: show it, or write it to files
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  mapwright generate cellular --seed 7
  mapwright generate bsp --size 100x60 --set max_depth=5 -o halls.png -o halls.json
  mapwright generate my-recipe.toml --seed crypt -o - --as txt
  mapwright generate bsp --populate 5    with stairs, monsters, treasure and traps
  mapwright generate prefab --set library=@my-levels      texts from a file or a folder of files
  mapwright generate mine --trace mine.trace               then: mapwright replay mine.trace
  mapwright generate halls.json          the same map again, from its own file
  mapwright generate mine --seed 7 -o - --as share         a code to send; whoever has it: mapwright generate CODE")]
pub(crate) struct Args {
    /// An algorithm, a preset, a recipe file (- for stdin), a share code or a saved map to make again
    #[arg(value_name = "WHAT")]
    what: String,
    #[command(flatten)]
    making: MakingArgs,
    #[command(flatten)]
    outputs: Outputs,
    /// Also keep every step of the run in this file, for replay
    #[arg(long, value_name = "FILE")]
    trace: Option<String>,
    /// Keep at most so many moments in the trace: neighbours are merged
    #[arg(long, value_name = "N", requires = "trace", value_parser = clap::value_parser!(u32).range(1..))]
    moments: Option<u32>,
    /// Say nothing but errors
    #[arg(short, long)]
    quiet: bool,
    #[command(flatten)]
    show: Show,
    #[command(flatten)]
    look: LookArgs,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode, Failure> {
    let making = args.making.resolve(&args.what)?;
    let options = args.look.resolve()?;
    let outputs = args.outputs.open()?;
    outputs.iter().try_for_each(|output| output.accept(making.size(), &options))?;
    let trace = args.trace.as_deref().map(OutFile::open).transpose()?;
    interrupt::watch();
    let map = match trace {
        None => making.plan.run(making.run())?,
        Some(mut file) => {
            let trace = trace::record(&making.plan, making.run(), args.moments.map(|most| most as usize))?;
            file.write_with(|to| trace.write(to))?;
            file.finish()?;
            if trace.merged() > 0 && !args.quiet {
                say(&format!("note: {} moments were merged into {}, as --moments asks", trace.merged(), trace.last()));
            }
            trace.into_map()
        }
    };
    let map = making.edited(map)?;
    // A trace on stdout with a map behind it would be none.
    if !outputs.is_empty() {
        output::write_all(outputs, &map, &options)?;
    } else if args.trace.as_deref() != Some("-") {
        args.show.show(&map, &options)?;
    }
    if !args.quiet {
        making.tell_seed();
        report(&map);
    }
    Ok(ExitCode::SUCCESS)
}

/// On stderr: what the map does not deliver.
fn report(map: &Map) {
    for note in &map.notes {
        let Note { step, what, asked, delivered, why } = note;
        if note.is_remark() {
            say(&format!("note: {step}: {what}: {why}"));
            continue;
        }
        say(&format!("note: {step}: {what} asked {asked}, delivered {delivered}: {why}"));
    }
}
