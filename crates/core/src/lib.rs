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
//! - [`Map`] holds the tiles **and** the structure: rooms, passages, doors, zones, entities, and
//!   everything needed to reproduce it.
//! - [`Recipe`] is a pipeline of steps, read from TOML or written in code; [`Recipe::plan`] checks it,
//!   [`Plan::run`] runs it.
//! - [`Generator`] is the trait of an algorithm, [`Entry`] its entry in the registry, and
//!   [`registry::ALL`] the list of entries. Functions that run algorithms take a list of entries, so a
//!   game can add its own.
//! - [`campaign`] makes a series of levels by [`danger`], with stairs between them.
//! - [`check()`] validates a map and returns findings, each with a position and a sentence.
//! - [`heat`] rates the cells of a map: distance, openness and danger.
//! - [`metrics`] measure a map: its openness, the number of loops, the distance to the goal.
//! - [`saved`] writes and reads maps as JSON.
//! - [`testing`] holds an algorithm of your own to everything that ours are held to.
//! - [`trace`] records a run step by step for replay.
//! - [`game`] has what a game needs to play on a map: field of view, pathfinding, occupants, stairs.
//!
//! A map is a pure function of recipe, size and seed: no clock, thread, hash order or platform
//! affects the result. A seed gives the same map until the generator's revision is raised.
//!
//! # A generator of your own
//!
//! ```
//! use mapwright::{Context, Entry, Error, Generator, Kind, Map, Pos, Promises, Recipe, Seed, Tile, registry};
//! use mapwright::schemars::JsonSchema;
//! use mapwright::serde::{Deserialize, Serialize};
//!
//! /// Columns at random.
//! #[derive(Debug, Default, Serialize, Deserialize, JsonSchema)]
//! #[serde(crate = "mapwright::serde", default, deny_unknown_fields)]
//! #[schemars(crate = "mapwright::schemars")]
//! struct Columns {
//!     /// Number of columns.
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

mod base;
pub mod campaign;
mod check;
mod content;
pub mod edit;
pub mod game;
mod generator;
pub mod heat;
pub mod layout;
mod map;
pub mod metrics;
mod params;
pub mod place;
pub mod prefab;
mod recipe;
pub mod registry;
mod run;
pub mod saved;
pub mod shape;
mod spatial;
pub mod testing;
pub mod trace;

pub use base::bits::{BitGrid, Rule};
pub use base::digest::{Digest, Hasher};
pub use base::error::{Error, ErrorKind};
pub use base::grid::{Dir, Grid, Pos, Rect, Size};
pub use base::promises::Promises;
pub use base::rng::{Rng, Seed};
pub use base::shipped::ShippedFile;
pub use base::tile::Tile;
pub use campaign::danger;
pub use check::{Finding, RULES, check};
pub use content::{tables, themes};
pub use generator::{Context, Entry, Generator, Kind, Moment, Progress, Tracer, param_samples, reference};
pub use map::decor::{self, Against, DecorKind};
pub use map::{
    CellSet, Decoration, Door, DoorId, DoorKind, DoorState, Entity, EntityKind, Exit, Extra, Label, Level, Lock, Map,
    Mission, Movement, Note, Origin, Passage, PassageId, Place, Room, RoomId, Shape, Source, Stairs, Symmetry, Tags,
    Turn, Zone, ZoneId,
};
pub use params::bounds::Bounds;
pub use params::from_toml::Written;
pub use recipe::{Area, Measure, Placer, Placers, Recipe, Require, Step, value_from_text};
pub use run::pipeline::Pipeline;
pub use run::plan::{Plan, Rejection, Run};
pub use run::problems::Problem;
pub use run::{files, presets, share};
pub use spatial::element_graph::{Element, ElementGraph};
pub use spatial::occupancy::{CellUse, OccupiedCell};
pub use spatial::outline::outlines;
pub use spatial::region::Join;

// For generators of your own: their parameters derive the traits of these crates.
pub use {schemars, serde, serde_json};

/// Makes the map of one shipped algorithm with its default parameters.
///
/// For other parameters see [`Plan::of`], for pipelines [`Recipe`], for shipped recipes
/// [`presets`].
pub fn generate(id: &str, size: Size, seed: Seed) -> Result<Map, Error> {
    let plan = Recipe::of(id, serde_json::Map::new()).plan(registry::ALL)?;
    plan.run(Run::new(seed).size(size.width, size.height))
}

/// Makes a map of the default layout, [`registry::DEFAULT`].
///
/// ```
/// use mapwright::{Seed, Size, generate_default};
/// let map = generate_default(Size::new(80, 50), Seed::new(7))?;
/// assert!(map.rooms.len() > 5);
/// # Ok::<(), mapwright::Error>(())
/// ```
pub fn generate_default(size: Size, seed: Seed) -> Result<Map, Error> {
    generate(registry::DEFAULT, size, seed)
}

/// Makes a level that is ready to enter: a shipped layout, with stairs up and down and the start of
/// the player on the stairs up.
///
/// For monsters and treasure as well, see [`place::populate`]; for a series of levels,
/// [`campaign`].
///
/// ```
/// use mapwright::{Seed, Size, generate_level};
/// let level = generate_level("cellular", Size::new(80, 50), Seed::new(7))?;
/// assert_eq!((level.stairs.len(), level.start()), (2, Some(level.stairs[0].pos)));
/// # Ok::<(), mapwright::Error>(())
/// ```
pub fn generate_level(id: &str, size: Size, seed: Seed) -> Result<Map, Error> {
    let mut recipe = Recipe::of(id, serde_json::Map::new());
    recipe.steps.extend(place::ways());
    recipe.plan(registry::ALL)?.run(Run::new(seed).size(size.width, size.height))
}

/// Compiles and runs the example of the README of this crate.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct CrateReadme;

/// Returns the end of an error message: the nearest known name to a mistyped one, or the list of
/// known names.
pub fn did_you_mean<'a>(typed: &str, known: impl IntoIterator<Item = &'a str> + Clone) -> String {
    base::nearest::hint(typed, known)
}
