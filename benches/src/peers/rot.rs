//! rot-js, which runs in node and prints its own figures.

use super::Figure;
use anyhow::Result;
use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

/// Seconds a map by `name size`; empty where node or the package is missing.
pub(super) fn figures() -> Result<BTreeMap<String, Figure>> {
    let project = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let package = project.join("target/peers/node_modules/rot-js");
    if !package.exists() {
        return Ok(BTreeMap::new());
    }
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("peers/rot.mjs");
    let output = Command::new("node").arg(script).arg(package.canonicalize()?).output()?;
    let text = String::from_utf8_lossy(&output.stdout);
    Ok(text.lines().filter_map(figure).collect())
}

/// `maze, eller 80x50: 0.00012`, or `about 12` for what was not run.
fn figure(line: &str) -> Option<(String, Figure)> {
    let (name, took) = line.split_once(": ")?;
    let figure = match took.strip_prefix("about ") {
        Some(took) => Figure::About(took.parse().ok()?),
        None => Figure::Measured(took.parse().ok()?),
    };
    Some((name.to_owned(), figure))
}
