//! Comparison with rot-js, a JavaScript package; a Node script measures it and prints its figures.

use super::Figure;
use anyhow::Result;
use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

/// Returns the seconds per map by `name size`; empty if the package is not installed.
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

/// Parses `maze, eller 80x50: 0.00012`, or `: about 12` for an extrapolated time.
fn figure(line: &str) -> Option<(String, Figure)> {
    let (name, took) = line.split_once(": ")?;
    let figure = match took.strip_prefix("about ") {
        Some(took) => Figure::Extrapolated(took.parse().ok()?),
        None => Figure::Measured(took.parse().ok()?),
    };
    Some((name.to_owned(), figure))
}
