//! [`ExportOptions`]: everything that decides how a map is written, apart from the format.

use mapwright::did_you_mean;
use mapwright_render::PictureOptions;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::str::FromStr;

/// Pixels per tile of tile sets, by default.
pub const SHEET_TILE: u32 = 32;

/// Options of a file. Each format uses those that concern it.
#[derive(Clone, Debug, Default)]
pub struct ExportOptions {
    /// Options of the drawing, among them the audience ([`View`](mapwright_render::View)) and the
    /// style.
    pub picture: PictureOptions,
    /// Pixels per square of pictures for virtual tables. Default: 100, or fewer for large maps.
    pub vtt: Option<u32>,
    /// Secret doors at virtual tables.
    pub secret: SecretDoors,
    /// Pads pictures for virtual tables to a square, for importers that need one.
    pub pad_square: bool,
    /// Strength of the lights at virtual tables. Default: 1.
    pub light_intensity: Option<f32>,
}

/// How virtual tables see secret doors that are closed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SecretDoors {
    /// As wall: players cannot find out from the file.
    #[default]
    Wall,
    /// As doors that the game master opens.
    Door,
}

impl SecretDoors {
    /// All values with their names.
    pub const ALL: [(SecretDoors, &'static str); 2] = [(SecretDoors::Wall, "wall"), (SecretDoors::Door, "door")];
}

impl FromStr for SecretDoors {
    type Err = String;
    fn from_str(name: &str) -> Result<Self, String> {
        let known = SecretDoors::ALL.into_iter().find(|(_, known)| *known == name);
        let hint = || did_you_mean(name, SecretDoors::ALL.map(|(_, name)| name));
        known.map(|(value, _)| value).ok_or_else(|| format!("unknown value {name:?}; {}", hint()))
    }
}
