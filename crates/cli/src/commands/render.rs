//! `mapwright render`

use crate::failure::Failure;
use crate::input;
use crate::output::{self, Look, Output};
use crate::shown::Show;
use std::process::ExitCode;

/// Draw a saved map: show it, or write it to files
#[derive(clap::Args)]
pub(crate) struct Args {
    /// A saved map (.json, - for stdin) or one drawn as text (.txt)
    #[arg(value_name = "MAP")]
    map: String,
    /// Write to this file; may be given several times; the ending picks the format (json, txt, png), - is stdout
    #[arg(short, long = "output", value_name = "FILE")]
    output: Vec<String>,
    /// The format, where no ending tells it
    #[arg(long = "as", value_name = "FORMAT")]
    format: Option<String>,
    #[command(flatten)]
    show: Show,
    #[command(flatten)]
    look: Look,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode, Failure> {
    let format = args.format.as_deref().map(output::format).transpose()?;
    let map = input::map(&args.map)?;
    let outputs = args.output.iter().map(|name| Output::open(name, format)).collect::<Result<Vec<_>, _>>()?;
    if outputs.is_empty() {
        args.show.show(&map)?;
    } else {
        output::write_all(outputs, &map, &args.look)?;
    }
    Ok(ExitCode::SUCCESS)
}
