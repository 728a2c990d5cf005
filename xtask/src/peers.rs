//! Peers that are not in Rust come from their own registries, into the build folder.

use anyhow::Result;
use std::fs;
use std::path::Path;
use std::process::Command;

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
    let (environment, fetched) = (folder.join("python"), folder.join("python/fetched"));
    if !fetched.exists() {
        println!("== fetching dungeongen");
        let mut venv = Command::new("python3");
        venv.args(["-m", "venv"]).arg(&environment);
        // Its layouts need none of what it needs for drawing.
        let mut pip = Command::new(environment.join("bin/python"));
        pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps", "dungeongen==0.1.14"]);
        if done(&mut venv) && done(&mut pip) {
            fs::write(fetched, "")?;
        } else {
            println!("python3 with venv and pip is not to be had: dungeongen is left out");
        }
    }
    Ok(())
}

fn done(command: &mut Command) -> bool {
    command.status().is_ok_and(|status| status.success())
}
