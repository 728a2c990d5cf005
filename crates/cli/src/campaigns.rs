//! What the name of a campaign or of a danger table means: a shipped one, or a file.

use crate::failure::Failure;
use crate::input;
use mapwright::campaign::Campaign;
use mapwright::danger::DangerTable;
use mapwright::{campaign, danger, did_you_mean};
use std::path::Path;

/// The campaign of that name, or of that file (- for stdin).
pub(crate) fn campaign(name: &str) -> Result<Campaign, Failure> {
    if let Some(shipped) = campaign::find(name) {
        return Ok(shipped.campaign());
    }
    if is_file(name) {
        return Campaign::from_toml(&input::toml(name)?).map_err(|error| Failure::from(error).at(name));
    }
    let hint = did_you_mean(name, campaign::ALL.iter().map(|campaign| campaign.name));
    let name: String = name.chars().take(60).collect();
    Err(Failure::bad_input(format!("no campaign or campaign file is called {name:?}; {hint}")))
}

/// The danger table of that name, or of that file.
pub(crate) fn table(name: &str) -> Result<DangerTable, Failure> {
    if let Some(shipped) = danger::find(name) {
        return Ok(shipped.table());
    }
    if is_file(name) {
        return DangerTable::from_toml(&input::toml(name)?).map_err(|error| Failure::from(error).at(name));
    }
    let hint = did_you_mean(name, danger::ALL.iter().map(|table| table.name));
    let name: String = name.chars().take(60).collect();
    Err(Failure::bad_input(format!("no danger table or file of one is called {name:?}; {hint}")))
}

fn is_file(name: &str) -> bool {
    name == "-" || Path::new(name).exists() || Path::new(name).extension().is_some_and(|ending| ending == "toml")
}
