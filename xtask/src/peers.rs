//! Installs the packages of other languages that the benchmarks compare with, in the build folder.

use anyhow::Result;
use std::fs;
use std::path::Path;
use std::process::Command;

const DUNGEONGEN: &str = "dungeongen==0.1.14";

/// Installs the missing packages; prints a message and goes on if one cannot be installed.
pub(crate) fn install(folder: &Path) -> Result<()> {
    fs::create_dir_all(folder)?;
    if !folder.join("node_modules/rot-js").exists() {
        println!("== installing rot-js");
        let mut npm = Command::new("npm");
        npm.args(["install", "--silent", "--no-fund", "--no-audit", "--prefix"]).arg(folder).arg("rot-js@2.2.1");
        if !succeeds(&mut npm) {
            println!("npm failed: rot-js is not compared");
        }
    }
    let environment = folder.join("python");
    let pip = |args: &[&str]| {
        let mut pip = Command::new(environment.join("bin/python"));
        pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]).args(args);
        succeeds(&mut pip)
    };
    let installed = environment.join("fetched");
    if !installed.exists() {
        println!("== installing dungeongen");
        let mut venv = Command::new("python3");
        venv.args(["-m", "venv"]).arg(&environment);
        // Layouts work without the dependencies, which are needed for drawing only.
        if succeeds(&mut venv) && pip(&["--no-deps", DUNGEONGEN]) {
            fs::write(&installed, "")?;
        } else {
            println!("python3, venv or pip failed: dungeongen is not compared");
        }
    }
    let drawing = environment.join("draws");
    if installed.exists() && !drawing.exists() {
        println!("== installing the drawing library of dungeongen");
        // skia-python is prebuilt for few systems only and needs their graphics libraries.
        let mut import = Command::new(environment.join("bin/python"));
        if pip(&[DUNGEONGEN]) && succeeds(import.args(["-I", "-c", "import skia"])) {
            fs::write(drawing, "")?;
        } else {
            println!("skia-python does not work here: pictures of dungeongen are not compared");
        }
    }
    Ok(())
}

fn succeeds(command: &mut Command) -> bool {
    command.status().is_ok_and(|status| status.success())
}
