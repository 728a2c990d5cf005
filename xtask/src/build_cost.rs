//! Measures what the crate costs its users: a cold build in release, and the sizes of the library
//! and the program.

use crate::commands::{command, project, run};
use anyhow::{Context, Result, bail};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Builds the library from nothing and the program with the `dist` profile, and prints a table.
pub(crate) fn measure() -> Result<()> {
    let folder = project().join("target/build-cost");
    if folder.exists() {
        fs::remove_dir_all(&folder).with_context(|| format!("cannot clear {}", folder.display()))?;
    }
    let build = |args: &[&str]| run(command(args).arg("--quiet").env("CARGO_TARGET_DIR", &folder));
    let started = Instant::now();
    build(&["build", "--release", "-p", "mapwright"])?;
    let seconds = started.elapsed().as_secs_f64();
    build(&["build", "--profile", "dist", "-p", "mapwright-cli"])?;
    println!("\n| build | measured |");
    println!("|---|---|");
    println!("| `mapwright`, release, with its dependencies, from nothing | {seconds:.1} s |");
    println!("| `libmapwright.rlib` | {:.1} MB |", megabytes(&library(&folder.join("release/deps"))?)?);
    println!("| `mapwright`, the program, profile `dist` | {:.1} MB |", megabytes(&folder.join("dist/mapwright"))?);
    Ok(())
}

/// Finds the compiled library in a folder of dependencies.
fn library(folder: &Path) -> Result<PathBuf> {
    let is_library = |name: &str| name.starts_with("libmapwright-") && name.ends_with(".rlib");
    for entry in fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))? {
        let entry = entry?;
        if is_library(&entry.file_name().to_string_lossy()) {
            return Ok(entry.path());
        }
    }
    bail!("no library in {}", folder.display())
}

fn megabytes(file: &Path) -> Result<f64> {
    let about = file.metadata().with_context(|| format!("cannot read {}", file.display()))?;
    Ok(about.len() as f64 / 1e6)
}
