//! Steps that place things on an existing map, one file each.
//!
//! # A placement step of your own
//!
//! [`PlacementIndex`] gives it the view of the map that our steps have:
//!
//! ```
//! use mapwright::place::{PlacementIndex, start};
//! use mapwright::schemars::JsonSchema;
//! use mapwright::serde::{Deserialize, Serialize};
//! use mapwright::{Context, Entity, EntityKind, Entry, Error, Generator, Kind, Map, Promises, Recipe, Seed};
//! use mapwright::layout::bsp;
//!
//! /// Puts a chest into every dead end, far from the start.
//! #[derive(Debug, Default, Serialize, Deserialize, JsonSchema)]
//! #[serde(crate = "mapwright::serde", default, deny_unknown_fields)]
//! #[schemars(crate = "mapwright::schemars")]
//! struct Chests {
//!     /// Minimum number of steps from the start.
//!     #[schemars(range(min = 0, max = 1_000))]
//!     distance: u32,
//! }
//!
//! impl Generator for Chests {
//!     fn generate(&self, map: &mut Map, cx: &mut Context<'_>) -> Result<(), Error> {
//!         let mut index = PlacementIndex::take(map, cx)?;
//!         let mut rng = cx.rng("cells");
//!         if let Some(start) = map.start() {
//!             index.measure_from(start);
//!         }
//!         let mut chosen = Vec::new();
//!         for zone in index.zones().filter(|zone| zone.is_dead_end(map) && !zone.has_start()) {
//!             let is_far = |pos| index.distance_to(pos).is_none_or(|steps| steps >= self.distance);
//!             let cells: Vec<_> = zone.cells().filter(|&pos| index.fits_at(pos) && is_far(pos)).collect();
//!             chosen.extend(rng.pick(&cells).copied());
//!         }
//!         for pos in chosen {
//!             index.put_entity(map, Entity::new(EntityKind::Item, pos, "chest"));
//!             cx.step_at("chest", pos, map);
//!         }
//!         index.leave(cx);
//!         Ok(())
//!     }
//! }
//!
//! const CHESTS: Entry = Entry::new::<Chests>("chests", Kind::Place).preserving(Promises::ALL);
//! let map = Recipe::new()
//!     .step(&bsp::ENTRY, &bsp::Bsp::default())?
//!     .step(&start::ENTRY, &start::Start::default())?
//!     .step(&CHESTS, &Chests { distance: 10 })?
//!     .plan()?
//!     .run(Seed::new(7))?;
//! assert!(map.entities.iter().any(|entity| entity.name == "chest"));
//! assert!(mapwright::check(&map).is_empty());
//! # Ok::<(), Error>(())
//! ```

pub mod exits;
pub mod furnish;
pub mod keys;
pub mod level;
pub mod monsters;
mod placement_api;
pub(crate) mod placement_index;
pub mod scatter;
pub mod stairs;
pub mod start;
pub mod themes;
pub mod traps;
pub mod treasure;

pub use placement_api::PlacementZone;
pub use placement_index::PlacementIndex;

use crate::base::grid::Pos;
use crate::base::promises::Promises;
use crate::generator::Context;
use crate::map::{Entity, EntityKind, Map};
use crate::recipe::{Recipe, Step};
use serde_json::Value;
use std::borrow::Cow;

/// Returns the steps that make a map of this danger ready to play: stairs, a start, monsters,
/// treasure and traps.
///
/// ```
/// use mapwright::{Recipe, Seed, place, registry};
/// let mut recipe = Recipe::of("bsp", Default::default());
/// recipe.steps.extend(place::usual(5));
/// let map = recipe.plan(registry::ALL)?.run(Seed::new(7))?;
/// assert!(map.start().is_some() && map.entities.len() > 10);
/// # Ok::<(), mapwright::Error>(())
/// ```
pub fn usual(danger: u32) -> Vec<Step> {
    let step = |uses: &str, with: &[(&str, Value)]| {
        let with = with.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
        Step { uses: uses.to_owned(), with, ..Step::default() }
    };
    let danger = [("danger", Value::from(danger))];
    vec![
        step("stairs", &[("up", Value::from(true))]),
        step("start", &[]),
        step("monsters", &danger),
        step("treasure", &danger),
        step("traps", &danger),
    ]
}

/// Adds the [`usual`] steps that the recipe does not have yet, so that nothing is placed twice.
pub fn populate(recipe: &mut Recipe, danger: u32) {
    let missing = |step: &Step| !recipe.steps.iter().any(|own| own.uses == step.uses);
    let missing: Vec<Step> = usual(danger).into_iter().filter(missing).collect();
    recipe.steps.extend(missing);
}

/// Adds an entity to the map.
fn put(map: &mut Map, kind: EntityKind, pos: Pos, name: Cow<'static, str>) {
    map.entities.push(Entity::new(kind, pos, name));
}

/// Adds a note if fewer things were placed than requested: for lack of space, or because the table
/// has nothing for this danger.
fn say_missing(map: &mut Map, cx: &Context<'_>, what: &str, asked: u64, placed: u64, never: Option<u32>) {
    if placed < asked {
        let why = match never {
            Some(danger) => format!("nothing in the table occurs at danger {danger}"),
            None => "no space is left".to_owned(),
        };
        cx.note(map, what, asked as i64, placed as i64, why);
    }
}

/// Makes the promise of a populated map if the existing contents are in order too.
fn promise(map: &mut Map, survey: &PlacementIndex) {
    map.source.promises = match survey.in_order {
        true => map.source.promises | Promises::POPULATED,
        false => map.source.promises - Promises::POPULATED,
    };
}

#[cfg(test)]
mod tests {
    use crate::check::check;
    use crate::map::Map;

    /// Returns the findings of the map, except that it has no floor.
    pub(super) fn faults(map: &Map) -> Vec<String> {
        let findings = check(map).into_iter().filter(|finding| finding.rule != "floor");
        findings.map(|finding| format!("{} {}", finding.rule, finding.message)).collect()
    }
}
