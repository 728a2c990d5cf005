//! `mapwright generate`

use crate::failure::{Failure, say};
use crate::interrupt;
use crate::look::LookArgs;
use crate::making::MakingArgs;
use crate::output::{self, Outputs};
use crate::shown::Show;
use mapwright::{Map, Note};
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
  mapwright generate halls.json          the same map again, from its own file")]
pub(crate) struct Args {
    /// An algorithm, a preset, a recipe file (- for stdin) or a saved map to make again
    #[arg(value_name = "WHAT")]
    what: String,
    #[command(flatten)]
    making: MakingArgs,
    #[command(flatten)]
    outputs: Outputs,
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
    let drawing = args.look.resolve()?;
    let outputs = args.outputs.open()?;
    outputs.iter().try_for_each(|output| output.accept(making.size(), &drawing))?;
    interrupt::watch();
    let map = making.plan.run(making.run())?;
    if outputs.is_empty() {
        args.show.show(&map, &drawing)?;
    } else {
        output::write_all(outputs, &map, &drawing)?;
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
