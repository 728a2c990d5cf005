//! `mapwright check`

use crate::failure::{FINDINGS, Failure};
use crate::input;
use crate::output::print;
use crate::what::{self, What};
use mapwright::campaign::Campaign;
use mapwright::danger::DangerTable;
use mapwright::{Written, check, registry, tables, themes};
use serde_json::json;
use std::fmt::Write;
use std::path::Path;
use std::process::ExitCode;

/// Check saved maps, recipes, campaigns, tables and themes: tell everything that is wrong with them
#[derive(clap::Args)]
#[command(after_help = "Exit code: 0 when nothing was found, 1 when there are findings, 2 when a file cannot be read.")]
pub(crate) struct Args {
    /// Saved maps (.json, - for stdin), text maps (.txt), recipes, campaigns, tables or themes (.toml)
    #[arg(value_name = "FILE", required = true)]
    files: Vec<String>,
    /// As JSON, for programs
    #[arg(long)]
    json: bool,
}

/// A finding with its file: of a map with its place, of anything else without.
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
        let text = input::toml(file)?;
        match Written::of(&text) {
            Written::Campaign => return Ok(look_at_campaign(file, &text)),
            Written::DangerTable => return Ok(look_at_table(file, &text)),
            Written::Table => return Ok(problems(file, "table", tables::verify(&text))),
            Written::Themes => {
                let name = Path::new(file).file_stem().unwrap_or_default().to_string_lossy();
                return Ok(problems(file, "theme", themes::from_file(&text, &name)));
            }
            Written::Recipe => {}
        }
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

/// A finding of a file that is no map.
fn found(file: &str, rule: &'static str, message: &str) -> Found {
    Found { file: file.to_owned(), rule, place: None, message: message.to_owned() }
}

/// What is wrong with a file, if anything is.
fn problems<T>(file: &str, rule: &'static str, read: Result<T, mapwright::Error>) -> Vec<Found> {
    let lines = read.err().map(|error| Failure::from(error).into_lines()).unwrap_or_default();
    lines.iter().map(|line| found(file, rule, line)).collect()
}

fn look_at_campaign(file: &str, text: &str) -> Vec<Found> {
    let problems = |error: mapwright::Error| {
        let lines = Failure::from(error).into_lines();
        lines.iter().map(|line| found(file, "campaign", line)).collect::<Vec<_>>()
    };
    let campaign = match Campaign::from_toml(text) {
        Ok(campaign) => campaign,
        Err(error) => return problems(error),
    };
    let mut all = campaign.plan(registry::ALL).map_err(problems).err().unwrap_or_default();
    // Shipped tables have none.
    let table = campaign.danger_table().ok().filter(|_| !campaign.ranges.is_empty());
    let findings = table.map(|table| table.findings()).unwrap_or_default();
    all.extend(findings.iter().map(|finding| found(file, finding.rule, &finding.message)));
    all
}

fn look_at_table(file: &str, text: &str) -> Vec<Found> {
    let problems = |error: mapwright::Error| {
        let lines = Failure::from(error).into_lines();
        lines.iter().map(|line| found(file, "danger-table", line)).collect::<Vec<_>>()
    };
    match DangerTable::from_toml(text) {
        Err(error) => problems(error),
        Ok(table) => {
            let mut all = table.verify(registry::ALL, None).map_err(problems).err().unwrap_or_default();
            let findings = table.findings();
            all.extend(findings.iter().map(|finding| found(file, finding.rule, &finding.message)));
            all
        }
    }
}
