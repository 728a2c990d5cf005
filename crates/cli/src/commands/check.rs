//! `mapwright check`

use crate::failure::{FINDINGS, Failure};
use crate::input;
use crate::output::print;
use crate::printable::printable_line;
use crate::what::{self, What};
use mapwright::campaign::Campaign;
use mapwright::danger::{DangerTable, TableFinding};
use mapwright::{Written, check, registry, tables, themes};
use serde_json::json;
use std::fmt::Write;
use std::path::Path;
use std::process::ExitCode;

/// Check saved maps, recipes, campaigns, tables and themes for errors
#[derive(clap::Args)]
#[command(after_help = "Exit code: 0 without findings, 1 with findings, 2 if a file cannot be read.")]
pub(crate) struct Args {
    /// Saved map (.json, - for stdin), text map (.txt), recipe, campaign, table or theme (.toml)
    #[arg(value_name = "FILE", required = true)]
    files: Vec<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Finding in a file. Only findings in maps have a position.
struct FileFinding {
    rule: &'static str,
    position: Option<(i32, i32)>,
    message: String,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode, Failure> {
    let mut all = Vec::new();
    let mut text = String::new();
    let mut unreadable = None;
    for file in &args.files {
        let findings = match check_file(file) {
            Ok(findings) => findings,
            // Continue with the other files.
            Err(failure) => {
                unreadable = Some(failure.report());
                continue;
            }
        };
        if findings.is_empty() {
            let _ = writeln!(text, "{}: ok", printable_line(file));
        }
        for FileFinding { rule, position, message } in &findings {
            let position = position.map(|(x, y)| format!(" at {x},{y}")).unwrap_or_default();
            let line = format!("{file}: {rule}{position}: {message}");
            let _ = writeln!(text, "{}", printable_line(&line));
        }
        all.extend(findings.into_iter().map(|finding| (file, finding)));
    }
    if args.json {
        let listed = all.iter().map(|(file, FileFinding { rule, position, message })| {
            let (x, y) = position.unzip();
            json!({"file": file, "rule": rule, "message": message, "x": x, "y": y})
        });
        text = format!("{:#}\n", json!({"findings": listed.collect::<Vec<_>>()}));
    }
    print(&text)?;
    Ok(unreadable.unwrap_or(ExitCode::from(if all.is_empty() { 0 } else { FINDINGS })))
}

fn check_file(file: &str) -> Result<Vec<FileFinding>, Failure> {
    if Path::new(file).extension().is_some_and(|extension| extension == "toml") {
        return Ok(check_toml(file, &input::toml(file)?));
    }
    let finding = |finding: mapwright::Finding| FileFinding {
        rule: finding.rule,
        position: Some((finding.pos.x, finding.pos.y)),
        message: finding.message,
    };
    Ok(check(&input::map(file)?).into_iter().map(finding).collect())
}

fn check_toml(file: &str, text: &str) -> Vec<FileFinding> {
    match Written::of(text) {
        Written::Campaign => check_campaign(text),
        Written::DangerTable => check_danger_table(text),
        Written::Table => errors("table", tables::verify(text)),
        Written::Themes => {
            let name = Path::new(file).file_stem().unwrap_or_default().to_string_lossy();
            errors("theme", themes::from_file(text, &name))
        }
        Written::Recipe => errors("recipe", check_recipe(file, text)),
    }
}

fn check_recipe(file: &str, text: &str) -> Result<(), Failure> {
    let What { recipe, sources, .. } = what::from_recipe(file, text)?;
    recipe.plan(registry::ALL).map(drop).map_err(|error| Failure::from(error).naming(&sources))
}

fn check_campaign(text: &str) -> Vec<FileFinding> {
    let campaign = match Campaign::from_toml(text) {
        Ok(campaign) => campaign,
        Err(error) => return errors("campaign", Err::<(), _>(error)),
    };
    let mut all = errors("campaign", campaign.plan(registry::ALL));
    // A shipped table is not part of the file.
    if !campaign.ranges.is_empty()
        && let Ok(table) = campaign.danger_table()
    {
        all.extend(table.findings().into_iter().map(table_finding));
    }
    all
}

fn check_danger_table(text: &str) -> Vec<FileFinding> {
    let table = match DangerTable::from_toml(text) {
        Ok(table) => table,
        Err(error) => return errors("danger-table", Err::<(), _>(error)),
    };
    let mut all = errors("danger-table", table.verify(registry::ALL, None));
    all.extend(table.findings().into_iter().map(table_finding));
    all
}

/// Returns the lines of an error as findings.
fn errors<T>(rule: &'static str, result: Result<T, impl Into<Failure>>) -> Vec<FileFinding> {
    let lines = result.err().map(|error| error.into().into_lines()).unwrap_or_default();
    lines.into_iter().map(|message| FileFinding { rule, position: None, message }).collect()
}

fn table_finding(finding: TableFinding) -> FileFinding {
    FileFinding { rule: finding.rule, position: None, message: finding.message }
}
