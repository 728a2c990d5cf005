//! `mapwright render`

use crate::display::DisplayArgs;
use crate::export::ExportArgs;
use crate::failure::Failure;
use crate::input;
use crate::interrupt;
use crate::look::LookArgs;
use crate::output::{self, OutputArgs};
use std::process::ExitCode;

/// Draw a saved map in the terminal or to files
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  mapwright render map.json
  mapwright render map.json --view player --crop -o players.pdf
  mapwright render map.json --style parchment --cell 70 -o map.png")]
pub(crate) struct Args {
    /// Saved map (.json, - for stdin) or text map (.txt)
    #[arg(value_name = "MAP")]
    map: String,
    #[command(flatten)]
    outputs: OutputArgs,
    #[command(flatten)]
    display: DisplayArgs,
    #[command(flatten)]
    look: LookArgs,
    #[command(flatten)]
    export: ExportArgs,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode, Failure> {
    let options = args.export.resolve(args.look.resolve()?)?;
    let outputs = args.outputs.open(args.export.is_vtt())?;
    let map = input::map(&args.map)?;
    outputs.iter().try_for_each(|output| output.accept(map.size(), &options))?;
    interrupt::install_handler();
    if outputs.is_empty() {
        args.display.print(&map, &options.picture)?;
    } else {
        output::write_all(outputs, &map, &options)?;
    }
    Ok(ExitCode::SUCCESS)
}
