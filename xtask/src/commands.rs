//! The root folder of the project, and commands that run in it.

use anyhow::{Context, Result, bail};
use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Returns the root folder of the project.
pub(crate) fn project() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Prints a title and runs `cargo` with these arguments.
pub(crate) fn cargo(title: &str, args: &[&str]) -> Result<()> {
    println!("== {title}");
    run(&mut command(args))
}

/// Returns a `cargo` command with these arguments, in the root folder of the project.
pub(crate) fn command(args: &[&str]) -> Command {
    let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.args(args).current_dir(project());
    cargo
}

/// Runs a command, and fails unless it succeeds.
pub(crate) fn run(command: &mut Command) -> Result<()> {
    let status = command.status().with_context(|| format!("cannot start {command:?}"))?;
    if !status.success() {
        bail!("{command:?} failed");
    }
    Ok(())
}
