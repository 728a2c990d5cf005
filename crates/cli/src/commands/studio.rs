//! `mapwright studio`

use crate::failure::{Failure, say};
use crate::output::print;
use std::io;
use std::process::ExitCode;

/// Open the web studio on this machine: choose, turn a slider, see the map, keep it
#[derive(clap::Args)]
#[command(after_help = "\
The page is served to this machine alone and needs no internet. Ctrl-C ends it.

Examples:
  mapwright studio
  mapwright studio --port 0 --no-open     any free port; its address is printed")]
pub(crate) struct Args {
    /// The port to listen at; 0 picks a free one
    #[arg(long, value_name = "N", default_value_t = 8077)]
    port: u16,
    /// Do not open the browser
    #[arg(long)]
    no_open: bool,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode, Failure> {
    let mut told = Ok(());
    let served = mapwright_studio::run(args.port, |address| {
        let address = format!("http://{address}/");
        told = print(&format!("{address}\n"));
        if !args.no_open && open::that_detached(&address).is_err() {
            say("note: no browser could be opened; open the address in one");
        }
    });
    served.map_err(|error| match error.kind() {
        io::ErrorKind::AddrInUse => {
            let way_out = "is the studio open already? --port 0 picks a free one";
            Failure::bad_input(format!("port {} is taken: {way_out}", args.port))
        }
        _ => Failure::bad_input(format!("cannot listen at port {}: {error}", args.port)),
    })?;
    told?;
    Ok(ExitCode::SUCCESS)
}
