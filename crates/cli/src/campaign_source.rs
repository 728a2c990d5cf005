//! Campaigns and danger tables by the name of a shipped one, or from a file.

use crate::failure::Failure;
use crate::input;
use mapwright::campaign::Campaign;
use mapwright::danger::DangerTable;
use mapwright::{Error, campaign, danger, did_you_mean};
use std::path::Path;

/// Returns the shipped campaign of that name, or reads it from a file (`-` for stdin).
pub(crate) fn campaign(name: &str) -> Result<Campaign, Failure> {
    match campaign::find(name) {
        Some(shipped) => Ok(shipped.campaign()),
        None => from_file(name, Campaign::from_toml, "campaign", campaign::ALL.iter().map(|it| it.name)),
    }
}

/// Returns the shipped danger table of that name, or reads it from a file.
pub(crate) fn table(name: &str) -> Result<DangerTable, Failure> {
    match danger::find(name) {
        Some(shipped) => Ok(shipped.table()),
        None => from_file(name, DangerTable::from_toml, "danger table", danger::ALL.iter().map(|it| it.name)),
    }
}

fn from_file<T>(
    name: &str,
    parse: impl FnOnce(&str) -> Result<T, Error>,
    what: &str,
    known: impl IntoIterator<Item = &'static str> + Clone,
) -> Result<T, Failure> {
    let path = Path::new(name);
    if name == "-" || path.exists() || path.extension().is_some_and(|extension| extension == "toml") {
        return parse(&input::toml(name)?).map_err(|error| Failure::from(error).at(name));
    }
    let hint = did_you_mean(name, known);
    let name: String = name.chars().take(60).collect();
    Err(Failure::bad_input(format!("no {what} or {what} file is called {name:?}; {hint}")))
}
