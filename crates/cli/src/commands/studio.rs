//! `mapwright studio`

use crate::failure::{Failure, eprint_line};
use crate::output::print;
use std::io;
use std::process::ExitCode;

/// Open the map editor in the browser
#[derive(clap::Args)]
#[command(after_help = "\
The page is served to this computer only and works offline. Press Ctrl-C to stop.

Examples:
  mapwright studio
  mapwright studio --port 0 --no-open     use any free port and print the address")]
pub(crate) struct Args {
    /// Port to listen on; 0 selects a free one
    #[arg(long, value_name = "N", default_value_t = 8077)]
    port: u16,
    /// Do not open the browser
    #[arg(long)]
    no_open: bool,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode, Failure> {
    let mut printed = Ok(());
    let served = mapwright_studio::run(args.port, |address| {
        let address = format!("http://{address}/");
        printed = print(&format!("{address}\n"));
        if !args.no_open && open::that_detached(&address).is_err() {
            eprint_line("note: could not open a browser; open the address by hand");
        }
    });
    served.map_err(|error| match error.kind() {
        io::ErrorKind::AddrInUse => {
            let way_out = "is a studio already running? --port 0 selects a free port";
            Failure::bad_input(format!("port {} is in use: {way_out}", args.port))
        }
        _ => Failure::bad_input(format!("cannot listen on port {}: {error}", args.port)),
    })?;
    printed?;
    Ok(ExitCode::SUCCESS)
}
