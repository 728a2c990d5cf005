//! Peers that are not in Rust come from their own registries, into the build folder.

use anyhow::Result;
use std::fs;
use std::path::Path;
use std::process::Command;

const DUNGEONGEN: &str = "dungeongen==0.1.14";

/// Fetches what is not there yet; what is not to be had is left out.
pub(crate) fn install(folder: &Path) -> Result<()> {
    fs::create_dir_all(folder)?;
    if !folder.join("node_modules/rot-js").exists() {
        println!("== fetching rot-js");
        let mut npm = Command::new("npm");
        npm.args(["install", "--silent", "--no-fund", "--no-audit", "--prefix"]).arg(folder).arg("rot-js@2.2.1");
        if !done(&mut npm) {
            println!("npm is not to be had: rot-js is left out");
        }
    }
    let environment = folder.join("python");
    let pip = |args: &[&str]| {
        let mut pip = Command::new(environment.join("bin/python"));
        pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]).args(args);
        done(&mut pip)
    };
    let fetched = environment.join("fetched");
    if !fetched.exists() {
        println!("== fetching dungeongen");
        let mut venv = Command::new("python3");
        venv.args(["-m", "venv"]).arg(&environment);
        // Its layouts need none of what it needs for drawing.
        if done(&mut venv) && pip(&["--no-deps", DUNGEONGEN]) {
            fs::write(&fetched, "")?;
        } else {
            println!("python3 with venv and pip is not to be had: dungeongen is left out");
        }
    }
    let draws = environment.join("draws");
    if fetched.exists() && !draws.exists() {
        println!("== fetching what dungeongen draws with");
        // It comes ready made for few systems, and wants their libraries for graphics.
        let mut tried = Command::new(environment.join("bin/python"));
        if pip(&[DUNGEONGEN]) && done(tried.args(["-I", "-c", "import skia"])) {
            fs::write(draws, "")?;
        } else {
            println!("skia-python is not to be had: dungeongen draws nothing");
        }
    }
    Ok(())
}

fn done(command: &mut Command) -> bool {
    command.status().is_ok_and(|status| status.success())
}
