//! `mapwright completions`

use crate::failure::Failure;
use crate::output::print;
use clap_complete::Shell;
use std::process::ExitCode;

/// Print a completion script for a shell
#[derive(clap::Args)]
#[command(after_help = "\
Example:
  mapwright completions bash > ~/.local/share/bash-completion/completions/mapwright")]
pub(crate) struct Args {
    /// Shell to complete for
    shell: Shell,
}

pub(crate) fn run(args: &Args, command: &mut clap::Command) -> Result<ExitCode, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, command, "mapwright", &mut script);
    print(&String::from_utf8_lossy(&script))?;
    Ok(ExitCode::SUCCESS)
}
