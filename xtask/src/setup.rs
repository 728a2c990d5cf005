//! Installs programs that the tests need.

use crate::commands::run;
use anyhow::{Result, bail};
use std::env;
use std::process::Command;

/// Installs the missing programs with apt; `programs` pairs each program with its Debian package.
pub(crate) fn install(programs: &[(&str, &str)]) -> Result<()> {
    let missing: Vec<&str> =
        programs.iter().filter(|(name, _)| !is_installed(name)).map(|(_, package)| *package).collect();
    if missing.is_empty() {
        return Ok(());
    }
    if !is_installed("apt-get") {
        bail!("the tests need {}; install and try again", missing.join(", "));
    }
    println!("== installing {}", missing.join(", "));
    run(Command::new("apt-get").args(["update", "-qq"]))?;
    run(Command::new("apt-get").args(["install", "-y", "-qq"]).args(missing).env("DEBIAN_FRONTEND", "noninteractive"))
}

fn is_installed(name: &str) -> bool {
    let paths = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&paths).any(|folder| folder.join(name).is_file())
}
