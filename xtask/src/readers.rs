//! Reads exported files with programs that are not ours.
//!
//! The scripts in `crates/export/readers` each take a folder with exported files, and fail with a
//! message if a reader sees something else than the map.

use crate::{cargo, command, project, run, setup};
use anyhow::{Context, Result};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Presets and algorithms whose maps are exported, each with a seed.
const MAPS: [(&str, &str); 8] = [
    ("one-page-dungeon", "7"),
    ("sun-temple", "3"),
    ("dragon-lair", "5"),
    ("flooded-cave", "3"),
    ("mansion", "4"),
    ("bsp", "11"),
    ("cellular", "2"),
    ("maze", "1"),
];
/// Formats of the exported files.
const FORMATS: [&str; 14] = [
    "json",
    "vtt",
    "dd2vtt",
    "foundry",
    "foundry-module",
    "fantasy-grounds",
    "tmx",
    "tmj",
    "ldtk",
    "tscn",
    "csv",
    "npy",
    "dot",
    "graph",
];

/// Exports maps and runs all scripts on them; with `large`, also those that install gigabytes.
pub(crate) fn run_all(large: bool) -> Result<()> {
    setup::install(&[("tmxrasterizer", "tiled"), ("dot", "graphviz")])?;
    cargo("building the program", &["build", "--quiet", "-p", "mapwright-cli"])?;
    let folder = project().join("target/readers");
    if folder.exists() {
        fs::remove_dir_all(&folder).context("cannot remove target/readers")?;
    }
    fs::create_dir_all(&folder).context("cannot create target/readers")?;
    export(&folder)?;
    for script in scripts(large)? {
        println!("== {}", script.file_name().unwrap_or_default().to_string_lossy());
        run(Command::new("bash").arg(&script).arg(&folder).current_dir(project()))?;
    }
    println!("== all readers agree");
    Ok(())
}

/// Writes every map in every format as `MAP.FORMAT.ending`, and a campaign.
fn export(folder: &Path) -> Result<()> {
    for (map, seed) in MAPS {
        for format in FORMATS {
            let ending = match format {
                "foundry" | "foundry-module" | "fantasy-grounds" => "zip",
                "vtt" => "png",
                "graph" => "json",
                other => other,
            };
            let mut one = command(&["run", "--quiet", "-p", "mapwright-cli", "--", "generate", map, "--seed", seed]);
            one.args(["--populate", "3", "--quiet", "--as", format, "-o"]);
            run(one.arg(folder.join(format!("{map}.{format}.{ending}"))))?;
        }
    }
    for file in ["campaign.ldtk", "campaign.world", "campaign-module.zip"] {
        let mut campaign = command(&["run", "--quiet", "-p", "mapwright-cli", "--", "campaign", "descent"]);
        campaign.args(["--seed", "7", "--levels", "3", "--quiet", "--as"]);
        campaign.arg(if file.ends_with(".zip") { "foundry-module" } else { "json" }).arg("-o").arg(folder.join(file));
        run(&mut campaign)?;
    }
    Ok(())
}

/// Returns the scripts in the order of their names. Those named `large-…` install gigabytes.
fn scripts(large: bool) -> Result<Vec<PathBuf>> {
    let folder = project().join("crates/export/readers");
    let entries = fs::read_dir(&folder).context("cannot read crates/export/readers")?;
    let mut scripts = Vec::new();
    for entry in entries {
        let path = entry.context("cannot read crates/export/readers")?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if name.ends_with(".sh") && (large || !name.starts_with("large-")) {
            scripts.push(path);
        }
    }
    scripts.sort();
    Ok(scripts)
}
