//! Reads exported files with programs that are not ours.
//!
//! The scripts in `crates/export/readers` each take a folder with exported files, and fail with a
//! message if a reader sees something else than the map.

use crate::commands::{cargo, project, run};
use crate::setup;
use anyhow::{Context, Result, bail};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Presets and algorithms whose maps are exported, each with a seed.
const MAPS: [(&str, &str); 7] = [
    ("one-page-dungeon", "7"),
    ("sun-temple", "3"),
    ("flooded-cave", "3"),
    ("mansion", "4"),
    ("bsp", "11"),
    ("cellular", "2"),
    ("maze", "1"),
];
/// Formats that have an extension of their own.
const FORMATS: [&str; 8] = ["tmx", "tmj", "ldtk", "tscn", "csv", "npy", "txt", "dot"];

/// Exports maps and runs all scripts on them; with `godot`, also Godot, which must be installed in
/// the folder `GODOT_ROOT` or on this machine.
pub(crate) fn run_all(godot: bool) -> Result<()> {
    setup::install(&[
        ("tmxrasterizer", "tiled"),
        ("dot", "graphviz"),
        ("unzip", "unzip"),
        ("python3", "python3"),
        ("pip3", "python3-pip"),
    ])?;
    let tools = install_tools()?;
    cargo("building the program", &["build", "--quiet", "-p", "mapwright-cli"])?;
    let folder = project().join("target/readers/files");
    if folder.exists() {
        fs::remove_dir_all(&folder).context("cannot remove target/readers/files")?;
    }
    let modules = folder.join("modules");
    fs::create_dir_all(&modules).context("cannot create target/readers/files")?;
    export(&folder, &modules)?;
    let mut scripts = vec![
        ("sh", "tiled.sh", &folder),
        ("python3", "ldtk.py", &folder),
        ("python3", "npy.py", &folder),
        ("bash", "graph.sh", &folder),
        ("node", "foundry.mjs", &modules),
    ];
    if godot {
        scripts.push(("sh", "godot.sh", &folder));
    }
    for (program, script, folder) in scripts {
        println!("== {script}");
        let mut command = Command::new(program);
        command.arg(project().join("crates/export/readers").join(script)).arg(folder);
        // Node finds packages from the current folder, Python from the path.
        command.current_dir(&tools.node).env("NODE_MODULES", tools.node.join("node_modules"));
        run(command.env("PYTHONPATH", &tools.python))?;
    }
    println!("== all readers agree");
    Ok(())
}

/// The folders of installed packages.
struct Tools {
    node: PathBuf,
    python: PathBuf,
}

/// Installs the packages of the readers below `target`, if their lists have changed.
fn install_tools() -> Result<Tools> {
    let (from, to) = (project().join("crates/export/readers"), project().join("target/readers"));
    let to = fs::create_dir_all(&to).and_then(|()| to.canonicalize()).context("cannot create target/readers")?;
    let tools = Tools { node: to.join("node"), python: to.join("python") };
    if is_new(&from.join("package.json"), &tools.node.join("package.json"))? {
        println!("== packages for Node");
        run(Command::new("npm").args(["install", "--silent", "--no-audit", "--no-fund"]).current_dir(&tools.node))?;
    }
    if is_new(&from.join("requirements.txt"), &tools.python.join("requirements.txt"))? {
        println!("== packages for Python");
        let mut pip = Command::new("python3");
        pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--upgrade", "--target"]);
        run(pip.arg(&tools.python).arg("-r").arg(from.join("requirements.txt")))?;
    }
    Ok(tools)
}

/// Copies the list of packages; returns false if it was there before.
fn is_new(list: &Path, copy: &Path) -> Result<bool> {
    let wanted = fs::read(list).with_context(|| format!("cannot read {}", list.display()))?;
    if fs::read(copy).is_ok_and(|there| there == wanted) {
        return Ok(false);
    }
    let folder = copy.parent().context("a list is in a folder")?;
    fs::create_dir_all(folder).and_then(|()| fs::write(copy, wanted)).context("cannot copy the list of packages")?;
    Ok(true)
}

/// Writes every map in every format, and modules for Foundry VTT.
fn export(folder: &Path, modules: &Path) -> Result<()> {
    let program = project().join("target/debug/mapwright");
    for (map, seed) in MAPS {
        let mut generate = Command::new(&program);
        generate.args(["generate", map, "--seed", seed, "--populate", "3", "--quiet", "--as", "graph"]);
        for format in FORMATS {
            generate.arg("-o").arg(folder.join(format!("{map}.{format}")));
        }
        run(generate.arg("-o").arg(folder.join(format!("{map}.graph.json"))))?;
    }
    for (name, view) in [("descent", "gm"), ("caves-below", "player")] {
        let archive = folder.join(format!("{name}.zip"));
        let mut campaign = Command::new(&program);
        campaign.args(["campaign", name, "--seed", "7", "--levels", "3", "--vtt", "20", "--quiet"]);
        run(campaign
            .args(["--view", view, "--as", "foundry-module", "-o"])
            .arg(&archive)
            .stdout(std::process::Stdio::null()))?;
        run(Command::new("unzip").args(["-q", "-o"]).arg(&archive).arg("-d").arg(modules))?;
    }
    let mut campaign = Command::new(&program);
    campaign.args(["campaign", "descent", "--seed", "7", "--levels", "4", "--quiet", "-o"]);
    run(campaign.arg(folder.join("campaign.ldtk")).stdout(std::process::Stdio::null()))?;
    if fs::read_dir(modules).context("cannot read the modules")?.next().is_none() {
        bail!("no module was written");
    }
    Ok(())
}
