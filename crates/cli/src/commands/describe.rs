//! `mapwright describe`

use crate::failure::Failure;
use crate::output::print;
use mapwright::{campaign, danger, did_you_mean, presets, reference, registry, themes};
use serde_json::json;
use std::process::ExitCode;

/// Describe an algorithm and its parameters, or print a preset, theme, campaign or danger table
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Name of an algorithm, preset, theme, campaign or danger table (see `mapwright list`)
    id: String,
    /// Print the JSON schema of an algorithm, or anything else as JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode, Failure> {
    let text = if let Some(entry) = registry::find(registry::ALL, &args.id) {
        if args.json { format!("{:#}\n", entry.schema()) } else { reference::describe(entry) }
    } else if let Some(preset) = presets::find(&args.id) {
        if args.json { format!("{:#}\n", json!(preset.recipe())) } else { preset.text.to_owned() }
    } else if let Some(shipped) = campaign::find(&args.id) {
        if args.json { format!("{:#}\n", json!(shipped.campaign())) } else { shipped.text.to_owned() }
    } else if let Some(shipped) = danger::find(&args.id) {
        if args.json { format!("{:#}\n", json!(shipped.table())) } else { shipped.text.to_owned() }
    } else if let Some(theme) = themes::find(&args.id) {
        if args.json { format!("{:#}\n", json!(theme)) } else { themes::text(&args.id).unwrap_or_default().to_owned() }
    } else {
        let known = registry::ALL.iter().map(|entry| entry.id).chain(presets::ALL.iter().map(|preset| preset.name));
        let known = known.chain(campaign::ALL.iter().map(|it| it.name)).chain(danger::ALL.iter().map(|it| it.name));
        let known = known.chain(themes::all().iter().map(|theme| &*theme.name));
        let hint = did_you_mean(&args.id, known);
        let what = "no algorithm, preset, theme, campaign or danger table is called";
        return Err(Failure::bad_input(format!("{what} {:?}; {hint}", args.id)));
    };
    print(&text)?;
    Ok(ExitCode::SUCCESS)
}
