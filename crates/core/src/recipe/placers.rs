//! [`Placers`]: the steps that place the monsters and exits of a level.

use super::Step;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map as JsonMap, Value};

/// The steps that place the monsters and exits of a level.
///
/// A danger table has such a record for every layout, a recipe for its map, and a registry
/// [`Entry`](crate::Entry) for its algorithm. Without one, monsters stand together in rooms and in
/// clusters in caves, and exits lie in rooms and at the rim of caves.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Placers {
    /// Step that places the monsters. Default: `monsters`.
    pub monsters: Option<Placer>,
    /// Step that places the exits. Default: `exits`.
    pub exits: Option<Placer>,
}

/// Step that places the monsters or the exits of a level.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Placer {
    /// Id of a step that places things. Default: `monsters` or `exits`.
    #[serde(rename = "use", skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 100))]
    pub uses: Option<String>,
    /// Parameters of the step.
    #[serde(skip_serializing_if = "JsonMap::is_empty")]
    pub with: JsonMap<String, Value>,
}

impl Placer {
    /// Creates a placer with one parameter, for example `style`.
    pub fn with(name: &str, value: impl Into<Value>) -> Placer {
        Placer { uses: None, with: [(name.to_owned(), value.into())].into_iter().collect() }
    }

    /// Creates a placer that is a step of your own.
    pub fn own(id: &str) -> Placer {
        Placer { uses: Some(id.to_owned()), with: JsonMap::new() }
    }

    /// Returns the step of a recipe; `role` is the id of the default step.
    pub fn step(&self, role: &str) -> Step {
        let uses = self.uses.clone().unwrap_or_else(|| role.to_owned());
        Step { uses, with: self.with.clone(), ..Step::default() }
    }
}

impl Placers {
    /// Ids of the default steps, which are also the names of the roles.
    pub const ROLES: [&str; 2] = ["monsters", "exits"];

    /// Returns placers for maps of rooms: formations that stand together, and at most one exit in a
    /// room.
    pub fn rooms() -> Placers {
        let style = || Some(Placer::with("style", "rooms"));
        Placers { monsters: style(), exits: style() }
    }

    /// Returns placers for caves: clusters of monsters, and exits at the rim of large zones.
    pub fn caves() -> Placers {
        Placers { monsters: Some(Placer::with("style", "clusters")), exits: Some(Placer::with("style", "rim")) }
    }

    /// Returns the placer of a role.
    pub fn of(&self, role: &str) -> Option<&Placer> {
        match role {
            "monsters" => self.monsters.as_ref(),
            "exits" => self.exits.as_ref(),
            _ => None,
        }
    }

    /// Fills the roles without a placer from another record.
    #[must_use]
    pub fn or(self, other: Placers) -> Placers {
        Placers { monsters: self.monsters.or(other.monsters), exits: self.exits.or(other.exits) }
    }

    /// Iterates over the placers that are set, with their roles.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, &Placer)> {
        Placers::ROLES.into_iter().filter_map(|role| Some((role, self.of(role)?)))
    }
}
