//! `mapwright list`

use crate::failure::Failure;
use crate::output::print;
use mapwright::{Kind, campaign, danger, presets, registry, themes};
use serde_json::json;
use std::fmt::Write;
use std::process::ExitCode;

/// List algorithms, presets, themes, campaigns and danger tables
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode, Failure> {
    print(&if args.json { json() } else { table() })?;
    Ok(ExitCode::SUCCESS)
}

fn json() -> String {
    let generators = registry::ALL.iter().map(|entry| {
        let min = entry.min_size();
        json!({
            "id": entry.id,
            "kind": entry.kind.name(),
            "revision": entry.revision,
            "promises": entry.promises.names().collect::<Vec<_>>(),
            "min_size": {"width": min.width, "height": min.height},
            "summary": entry.summary(),
        })
    });
    let presets = presets::ALL.iter().map(|preset| {
        let recipe = preset.recipe();
        json!({"name": preset.name, "title": recipe.title, "summary": recipe.summary})
    });
    let campaigns = campaign::ALL.iter().map(|shipped| {
        let campaign = shipped.campaign();
        json!({"name": shipped.name, "title": campaign.title, "summary": campaign.summary, "levels": campaign.levels})
    });
    let dangers = danger::ALL.iter().map(|shipped| {
        let table = shipped.table();
        json!({"name": shipped.name, "title": table.title, "summary": table.summary})
    });
    let all = json!({
        "generators": generators.collect::<Vec<_>>(),
        "presets": presets.collect::<Vec<_>>(),
        "campaigns": campaigns.collect::<Vec<_>>(),
        "danger_tables": dangers.collect::<Vec<_>>(),
        "themes": themes::all(),
    });
    format!("{all:#}\n")
}

fn table() -> String {
    let mut text = String::new();
    let names = registry::ALL.iter().map(|entry| entry.id).chain(presets::ALL.iter().map(|preset| preset.name));
    let width = names.map(str::len).max().unwrap_or(0);
    let titles = [(Kind::Layout, "Layouts"), (Kind::Shape, "Editing steps"), (Kind::Place, "Placement steps")];
    for (kind, title) in titles {
        let entries: Vec<_> = registry::ALL.iter().filter(|entry| entry.kind == kind).collect();
        if entries.is_empty() {
            continue;
        }
        let _ = writeln!(text, "{title}");
        for entry in entries {
            let promises: Vec<&str> = entry.promises.names().collect();
            let _ = writeln!(text, "  {:width$}  {} [{}]", entry.id, entry.summary(), promises.join(", "));
        }
        text.push('\n');
    }
    let _ = writeln!(text, "Presets");
    for preset in presets::ALL {
        let _ = writeln!(text, "  {:width$}  {}", preset.name, preset.recipe().summary);
    }
    let _ = writeln!(text, "\nThemes");
    for theme in themes::all() {
        let _ = writeln!(text, "  {:width$}  {}", theme.name, theme.summary);
    }
    let _ = writeln!(text, "\nCampaigns");
    for shipped in campaign::ALL {
        let _ = writeln!(text, "  {:width$}  {}", shipped.name, shipped.campaign().summary);
    }
    let _ = writeln!(text, "\nDanger tables");
    for shipped in danger::ALL {
        let _ = writeln!(text, "  {:width$}  {}", shipped.name, shipped.table().summary);
    }
    let more = "See `mapwright describe NAME` for parameters, `mapwright generate NAME` to make a map.";
    let _ = writeln!(text, "\n{more}");
    text
}
