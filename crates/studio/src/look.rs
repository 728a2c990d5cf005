//! [`LookWish`]: how a picture is to look, and the look that it means.

use crate::fault::Fault;
use mapwright_render::{Layers, Look, Style, View, WaterLevel};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How a picture looks; what is left out is as on the command line.
#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct LookWish {
    /// The name of a style.
    style: Option<String>,
    /// For whom it is.
    view: WhoSees,
    /// Layers that are left out.
    #[schemars(length(max = 50))]
    without: Vec<String>,
    /// Whether rooms have their numbers.
    numbers: Option<bool>,
    /// Whether bare rooms are furnished.
    furnish: Option<bool>,
    /// Shallow water for the picture.
    water: Option<String>,
    /// How dangerous it is, 0 to 25: walls turn to the colour of danger.
    danger: Option<u32>,
    /// A title above the map.
    #[schemars(length(max = 200))]
    title: Option<String>,
    /// A compass.
    compass: bool,
    /// A scale: a square is five feet.
    scale: bool,
    /// The symbols explained below the map.
    legend: bool,
    /// Empty paper around the map is cut away.
    crop: bool,
}

/// For whom a picture is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum WhoSees {
    /// The game master sees all.
    #[default]
    Gm,
    /// Players see no secret, no trap, no number.
    Player,
}

impl LookWish {
    /// The style, for pictures that are no drawing.
    pub(crate) fn style(&self) -> Result<Style, Fault> {
        let name = self.style.as_deref().unwrap_or("ink");
        Style::named(name).map_err(|error| Fault::invalid("/look/style", error.to_string()))
    }

    /// Whether it is for players.
    pub(crate) fn is_for_players(&self) -> bool {
        self.view == WhoSees::Player
    }

    pub(crate) fn look(&self) -> Result<Look, Fault> {
        let layers = self.without.iter().enumerate().try_fold(Layers::default(), |layers, (at, name)| {
            layers.without(name).map_err(|error| Fault::invalid(format!("/look/without/{at}"), error.to_string()))
        });
        let water = match self.water.as_deref() {
            None => WaterLevel::Dry,
            Some(name) => {
                let levels = WaterLevel::ALL.map(|(name, _)| name);
                let known = WaterLevel::ALL.into_iter().find(|(known, _)| *known == name);
                let hint = || mapwright::did_you_mean(name, levels);
                known.ok_or_else(|| Fault::invalid("/look/water", format!("no such level; {}", hint())))?.1
            }
        };
        if let Some(title) = &self.title
            && (title.chars().count() > 200 || title.chars().any(char::is_control))
        {
            return Err(Fault::invalid("/look/title", "a title is one line of at most 200 characters"));
        }
        Ok(Look {
            style: self.style()?,
            view: if self.is_for_players() { View::Player } else { View::Gm },
            layers: layers?,
            numbers: self.numbers,
            furnish: self.furnish.unwrap_or(true),
            water,
            danger: self.danger,
            title: self.title.clone().filter(|title| !title.is_empty()),
            compass: self.compass,
            scale: self.scale,
            legend: self.legend,
            crop: self.crop,
            ..Look::default()
        })
    }
}
