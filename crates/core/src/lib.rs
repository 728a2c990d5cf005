//! Procedural maps: **a recipe, a size and a seed go in; a [`Map`] comes out.**
//!
//! ```
//! use mapwright::{Seed, Size, generate};
//! let map = generate("cellular", Size::new(60, 20), Seed::new(7))?;
//! println!("{}", map.to_ascii());
//! assert_eq!(map, generate("cellular", Size::new(60, 20), Seed::new(7))?);
//! # Ok::<(), mapwright::Error>(())
//! ```
//!
//! - [`Map`] holds the tiles **and** the structure: rooms, passages, doors, zones, entities, and all that is needed to make
//!   it again.
//! - [`Recipe`] is a pipeline of steps, read from TOML or written in code; [`Recipe::plan`] checks it, [`Plan::run`] runs it.
//! - [`Generator`] is the contract of an algorithm, [`Entry`] how it is listed, [`registry::ALL`] the list. Functions that
//!   run things take a list of entries, so a game can add its own.
//! - [`campaign`] makes levels that follow each other, by [`danger`], with stairs between them.
//! - [`check()`] tells what is wrong with a map, in findings with a place and a sentence.
//! - [`heat`] is about the places of a map: how far, how open, how dangerous each is.
//! - [`metrics`] are the numbers of a map: how open it is, how many loops it has, how far the goal is.
//! - [`saved`] writes and reads maps as JSON.
//! - [`trace`] keeps a run moment by moment, to be looked at again.
//! - [`game`] has what a game needs to play on a map: sight, ways, occupants, stairs.
//!
//! A map is a pure function of recipe, size and seed: no clock, thread, hash order or platform decides anything. The same
//! seed gives the same map until the generator's revision is raised.
//!
//! # A generator of your own
//!
//! ```
//! use mapwright::{Context, Entry, Error, Generator, Kind, Map, Pos, Promises, Recipe, Seed, Tile, registry};
//! use schemars::JsonSchema;
//! use serde::{Deserialize, Serialize};
//!
//! /// Columns at random.
//! #[derive(Debug, Default, Serialize, Deserialize, JsonSchema)]
//! #[serde(default, deny_unknown_fields)]
//! struct Columns {
//!     /// How many are put up.
//!     #[schemars(range(min = 0, max = 1_000))]
//!     count: u32,
//! }
//!
//! impl Generator for Columns {
//!     fn generate(&self, map: &mut Map, cx: &mut Context<'_>) -> Result<(), Error> {
//!         let mut rng = cx.rng("columns");
//!         let size = map.size();
//!         for _ in 0..self.count {
//!             let pos = Pos::new(rng.range(0, size.width - 1), rng.range(0, size.height - 1));
//!             map.tiles[pos] = Tile::Wall;
//!             cx.step_at("column", pos, map);
//!         }
//!         Ok(())
//!     }
//! }
//!
//! let mut entries = registry::ALL.to_vec();
//! entries.push(Entry::new::<Columns>("columns", Kind::Shape).preserving(Promises::CLOSED_BORDER));
//! let recipe = Recipe::from_toml(r#"
//!     [[step]]
//!     use = "arena"
//!     [[step]]
//!     use = "columns"
//!     with = { count = 12 }
//! "#)?;
//! let map = recipe.plan(&entries)?.run(Seed::new(7))?;
//! assert!(map.floor_positions().count() < 38 * 23);
//! # Ok::<(), mapwright::Error>(())
//! ```

mod bits;
pub mod campaign;
pub mod campaigns;
mod check;
pub mod danger;
pub mod dangers;
pub mod decor;
mod digest;
mod distance;
pub mod edit;
mod error;
mod fit;
mod from_toml;
mod frontier;
pub mod game;
mod generator;
mod grain;
mod grid;
mod ground;
pub mod heat;
pub mod layout;
mod map;
pub mod metrics;
mod nearest;
mod outline;
pub mod place;
mod places;
mod plan;
pub mod prefab;
pub mod presets;
mod promises;
mod reach;
mod recipe;
pub mod reference;
mod region;
pub mod registry;
mod require;
mod rng;
pub mod samples;
pub mod saved;
mod schema;
mod seam;
mod settle;
pub mod shape;
pub mod share;
mod splice;
mod survey;
pub mod tables;
pub mod themes;
mod tile;
pub mod trace;
mod zones;

pub use bits::{BitGrid, Rule};
pub use check::{Finding, RULES, check};
pub use decor::{Against, DecorKind};
pub use digest::{Digest, Hasher};
pub use error::{Error, ErrorKind};
pub use from_toml::Written;
pub use generator::{Context, Entry, Generator, Kind, Moment, Tracer};
pub use grid::{Dir, Grid, Pos, Rect, Size};
pub use map::{
    CellSet, Decoration, Door, DoorId, DoorKind, DoorState, Entity, EntityKind, Exit, Extra, Label, Level, Lock, Map,
    Mission, Movement, Note, Origin, Passage, PassageId, Place, Room, RoomId, Shape, Source, Stairs, Symmetry, Tags,
    Turn, Zone, ZoneId,
};
pub use outline::outlines;
pub use plan::{Plan, Rejection, Run};
pub use promises::Promises;
pub use recipe::{Area, Measure, Problem, Recipe, Step, value_from_text};
pub use region::Join;
pub use require::{Bounds, Require};
pub use rng::{Rng, Seed};
pub use tile::Tile;

/// The map of one shipped algorithm with its default parameters.
///
/// For other parameters see [`Plan::of`], for pipelines [`Recipe`], for shipped recipes [`presets`].
pub fn generate(id: &str, size: Size, seed: Seed) -> Result<Map, Error> {
    let plan = Recipe::of(id, serde_json::Map::new()).plan(registry::ALL)?;
    plan.run(Run::new(seed).size(size.width, size.height))
}

/// The examples of the README compile.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;

/// The example for games compiles and runs.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/games.md")]
struct Games;

/// The nearest known name to a mistyped one, or the list of what is known, as the end of a sentence.
pub fn did_you_mean<'a>(typed: &str, known: impl IntoIterator<Item = &'a str> + Clone) -> String {
    nearest::hint(typed, known)
}
