//! Type checks and browser tests of the studio's web page.

use crate::commands::{command, project, run};
use crate::setup;
use anyhow::{Context, Result};
use std::env;
use std::path::PathBuf;
use std::process::Command;

/// Checks the types of the page's modules and tests the page in Chromium.
pub(crate) fn test() -> Result<()> {
    install()?;
    println!("== types of the page");
    run(&mut node(&["node_modules/typescript/bin/tsc", "--project", "tsconfig.json"]))?;
    println!("== tests of the page in Chromium");
    run(&mut command(&["build", "--quiet", "-p", "mapwright-cli"]))?;
    run(node(&["--test", "--test-concurrency=1"]).env("MAPWRIGHT_BIN", program("debug")))
}

/// Measures the page in Chromium; expects a release build of the program.
pub(crate) fn bench() -> Result<()> {
    install()?;
    run(node(&["bench.mjs"]).env("MAPWRIGHT_BIN", program("release")))
}

fn program(profile: &str) -> PathBuf {
    let target = env::var_os("CARGO_TARGET_DIR").map_or_else(|| project().join("target"), PathBuf::from);
    target.join(profile).join("mapwright")
}

fn folder() -> PathBuf {
    project().join("crates/studio/e2e")
}

fn node(args: &[&str]) -> Command {
    let mut node = Command::new("node");
    node.args(args).current_dir(folder());
    node
}

/// Installs Node, Chromium and the npm packages of the tests if they are missing.
fn install() -> Result<()> {
    setup::install(&[("node", "nodejs"), ("npm", "npm"), ("chromium", "chromium")])?;
    let lock = folder().join("package-lock.json");
    let installed = folder().join("node_modules/.package-lock.json");
    let modified = |path: &PathBuf| path.metadata().and_then(|metadata| metadata.modified());
    let fresh = matches!((modified(&lock), modified(&installed)), (Ok(lock), Ok(installed)) if lock <= installed);
    if !fresh {
        let mut npm = Command::new("npm");
        npm.args(["ci", "--no-audit", "--no-fund", "--loglevel=error"]).current_dir(folder());
        run(&mut npm).context("cannot install the npm packages of the page's tests")?;
    }
    Ok(())
}
