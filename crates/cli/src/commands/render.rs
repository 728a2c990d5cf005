//! `mapwright render`

use crate::failure::Failure;
use crate::input;
use crate::interrupt;
use crate::look::LookArgs;
use crate::output::{self, Outputs};
use crate::shown::Show;
use std::process::ExitCode;

/// Draw a saved map: show it, or write it to files
#[derive(clap::Args)]
pub(crate) struct Args {
    /// A saved map (.json, - for stdin) or one drawn as text (.txt)
    #[arg(value_name = "MAP")]
    map: String,
    #[command(flatten)]
    outputs: Outputs,
    #[command(flatten)]
    show: Show,
    #[command(flatten)]
    look: LookArgs,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode, Failure> {
    let options = args.look.resolve()?;
    let outputs = args.outputs.open()?;
    let map = input::map(&args.map)?;
    outputs.iter().try_for_each(|output| output.accept(map.size(), &options))?;
    interrupt::watch();
    if outputs.is_empty() {
        args.show.show(&map, &options)?;
    } else {
        output::write_all(outputs, &map, &options)?;
    }
    Ok(ExitCode::SUCCESS)
}
