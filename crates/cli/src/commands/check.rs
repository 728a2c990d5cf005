//! `mapwright check`

use crate::failure::{FINDINGS, Failure};
use crate::input;
use crate::output::print;
use crate::what::{self, What};
use mapwright::{check, registry};
use serde_json::json;
use std::fmt::Write;
use std::path::Path;
use std::process::ExitCode;

/// Check saved maps and recipes: tell everything that is wrong with them
#[derive(clap::Args)]
#[command(after_help = "Exit code: 0 when nothing was found, 1 when there are findings, 2 when a file cannot be read.")]
pub(crate) struct Args {
    /// Saved maps (.json, - for stdin), text maps (.txt) or recipes (.toml)
    #[arg(value_name = "FILE", required = true)]
    files: Vec<String>,
    /// As JSON, for programs
    #[arg(long)]
    json: bool,
}

/// A finding with its file: of a map with its place, of a recipe without.
struct Found {
    file: String,
    rule: &'static str,
    place: Option<(i32, i32)>,
    message: String,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode, Failure> {
    let mut findings = Vec::new();
    let mut text = String::new();
    let mut unreadable = None;
    for file in &args.files {
        let found = match look_at(file) {
            Ok(found) => found,
            // The others are still worth a look.
            Err(failure) => {
                unreadable = Some(failure.report());
                continue;
            }
        };
        if found.is_empty() {
            let _ = writeln!(text, "{file}: nothing to find fault with");
        }
        for Found { file, rule, place, message } in &found {
            let place = place.map(|(x, y)| format!(" at {x},{y}")).unwrap_or_default();
            let _ = writeln!(text, "{file}: {rule}{place}: {message}");
        }
        findings.extend(found);
    }
    if args.json {
        let listed = findings.iter().map(|found| {
            let (x, y) = found.place.unzip();
            json!({"file": found.file, "rule": found.rule, "message": found.message, "x": x, "y": y})
        });
        text = format!("{:#}\n", json!({"findings": listed.collect::<Vec<_>>()}));
    }
    print(&text)?;
    Ok(unreadable.unwrap_or(ExitCode::from(if findings.is_empty() { 0 } else { FINDINGS })))
}

fn look_at(file: &str) -> Result<Vec<Found>, Failure> {
    if Path::new(file).extension().is_some_and(|ending| ending == "toml") {
        let text = input::text(file)?;
        let planned = what::from_recipe(file, &text).and_then(|What { recipe, sources, .. }| {
            recipe.plan(registry::ALL).map(drop).map_err(|error| sources.name(error.into()))
        });
        let problems = planned.err().map(Failure::into_lines).unwrap_or_default();
        let found = |message| Found { file: file.to_owned(), rule: "recipe", place: None, message };
        return Ok(problems.into_iter().map(found).collect());
    }
    let map = input::map(file)?;
    let found = |finding: mapwright::Finding| Found {
        file: file.to_owned(),
        rule: finding.rule,
        place: Some((finding.pos.x, finding.pos.y)),
        message: finding.message,
    };
    Ok(check(&map).into_iter().map(found).collect())
}
