//! [`Theme`]: the character of a part of a map.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// Character of a part of a map: its monsters, decorations, costs and look.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Theme {
    /// Name in tags and recipes. For a file with one theme, the name of the file.
    #[serde(default)]
    #[schemars(length(max = 40))]
    pub name: String,
    /// Title for display.
    #[schemars(length(min = 1, max = 100))]
    pub title: String,
    /// Description in one line.
    #[serde(default)]
    #[schemars(length(max = 200))]
    pub summary: String,
    /// Tags for games, which every zone of the theme has after its name.
    #[serde(default)]
    #[schemars(length(max = 20), inner(length(min = 1, max = 40)))]
    pub tags: Vec<String>,
    /// Tags of the monsters that live there: formations with one of these tags, and formations
    /// without tags. Default: all monsters.
    #[serde(default)]
    #[schemars(length(max = 40), inner(length(min = 1, max = 40)))]
    pub monsters: Vec<String>,
    /// Weights of the decorations, by kind.
    #[serde(default)]
    pub decorations: BTreeMap<String, u32>,
    /// Relative frequency.
    #[serde(default = "usual_weight")]
    #[schemars(range(min = 0, max = 1_000))]
    pub weight: u32,
    /// Cost of a step, as a percentage of a step on plain floor.
    #[serde(default = "usual_cost")]
    #[schemars(range(min = 1, max = 10_000))]
    pub cost_percent: u32,
    /// Effects on characters, for a game to read: `light = "dim"`, `damage = 1`, …
    #[serde(default)]
    pub effects: BTreeMap<String, Value>,
    /// Appearance, for renderers to read.
    #[serde(default)]
    pub look: BTreeMap<String, Value>,
}

fn usual_weight() -> u32 {
    10
}

fn usual_cost() -> u32 {
    100
}
