//! Maps stored as files.

use mapwright::{Map, saved};
use std::fs;
use std::path::Path;

/// Reads a map from `goldens/pictures`.
pub(crate) fn frozen(name: &str) -> Map {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../goldens/pictures").join(name);
    let text = fs::read_to_string(path).expect("the map is there");
    let map = if name.ends_with(".json") { saved::from_str(&text) } else { Map::from_ascii(&text) };
    map.unwrap_or_else(|error| panic!("{name}: {error}"))
}
