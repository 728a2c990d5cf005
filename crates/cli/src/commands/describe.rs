//! `mapwright describe`

use crate::failure::Failure;
use crate::output::print;
use mapwright::{did_you_mean, presets, reference, registry};
use serde_json::json;
use std::process::ExitCode;

/// Tell what an algorithm does and what can be set, or show a preset
#[derive(clap::Args)]
pub(crate) struct Args {
    /// An algorithm's id or a preset's name
    id: String,
    /// Its JSON schema (of a preset: its recipe as JSON)
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode, Failure> {
    let text = if let Some(entry) = registry::find(registry::ALL, &args.id) {
        if args.json { format!("{:#}\n", entry.schema()) } else { reference::describe(entry) }
    } else if let Some(preset) = presets::find(&args.id) {
        if args.json { format!("{:#}\n", json!(preset.recipe())) } else { preset.text.to_owned() }
    } else {
        let known = registry::ALL.iter().map(|entry| entry.id).chain(presets::ALL.iter().map(|preset| preset.name));
        let hint = did_you_mean(&args.id, known);
        return Err(Failure::bad_input(format!("no algorithm or preset is called {:?}; {hint}", args.id)));
    };
    print(&text)?;
    Ok(ExitCode::SUCCESS)
}
