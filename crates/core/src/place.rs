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
use crate::generator::{Context, Entry, Kind};
use crate::map::{Entity, EntityKind, Map};
use crate::recipe::{Placers, Recipe, Step};
use serde_json::Value;
use std::borrow::Cow;

/// Returns the steps that make a map of this danger ready to play: stairs, a start, an exit,
/// monsters, treasure and traps.
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
    usual_by(&Placers::default(), &[], danger)
}

/// Returns the steps that make a map a level to enter: stairs up and down, and a start on the
/// stairs up.
pub fn ways() -> Vec<Step> {
    let up = [("up".to_owned(), Value::from(true))].into_iter().collect();
    vec![Step { uses: "stairs".to_owned(), with: up, ..Step::default() }, step("start")]
}

/// Adds the [`usual`] steps that the recipe does not have yet, so that nothing is placed twice.
/// Monsters and exits come as the recipe says.
pub fn populate(recipe: &mut Recipe, danger: u32) {
    populate_with(recipe, danger, &[]);
}

/// Adds the [`usual`] steps that the recipe does not have yet. Monsters and exits come as the
/// recipe says, or else as the registry entry of its layout does.
///
/// Stairs, start and exits run before all other things, wherever the recipe has those: no monster
/// stands where the player arrives.
pub fn populate_with(recipe: &mut Recipe, danger: u32, entries: &[Entry]) {
    let placers = recipe.placers().or(layout_placers(recipe, entries));
    let steps = usual_by(&placers, entries, danger);
    let is_missing = |step: &Step| !recipe.steps.iter().any(|own| own.uses == step.uses);
    let (ways, things): (Vec<Step>, Vec<Step>) = steps
        .into_iter()
        .filter(is_missing)
        .filter(|step| !is_role_filled(recipe, &placers, step))
        .partition(|step| WAYS.contains(&&*step.uses) || is_placer(&placers, "exits", step));
    let is_thing = |own: &Step| THINGS.contains(&&*own.uses) || is_placer(&placers, "monsters", own);
    let first = recipe.steps.iter().position(is_thing).unwrap_or(recipe.steps.len());
    recipe.steps.splice(first..first, ways);
    recipe.steps.extend(things);
}

/// Steps that place ways in and out, before all things.
const WAYS: [&str; 3] = ["stairs", "start", "exits"];
/// Steps that place things that keep away from the start.
const THINGS: [&str; 3] = ["monsters", "treasure", "traps"];

fn step(uses: &str) -> Step {
    Step { uses: uses.to_owned(), ..Step::default() }
}

/// Returns true if the step is the one that the record has for this role.
fn is_placer(placers: &Placers, role: &str, step: &Step) -> bool {
    placers.of(role).is_some_and(|placer| placer.step(role).uses == step.uses)
}

/// Returns true if the step fills a role for which the recipe has the default step.
fn is_role_filled(recipe: &Recipe, placers: &Placers, step: &Step) -> bool {
    let has = |role: &str| recipe.steps.iter().any(|own| own.uses == role);
    Placers::ROLES.into_iter().any(|role| is_placer(placers, role, step) && has(role))
}

/// Returns the record that all layouts of the recipe have in common.
pub(crate) fn layout_placers(recipe: &Recipe, entries: &[Entry]) -> Placers {
    let find = |step: &Step| entries.iter().find(|entry| entry.id == step.uses);
    let mut layouts = recipe.running().filter_map(find).filter(|entry| entry.kind == Kind::Layout);
    let Some(first) = layouts.next().map(Entry::placers) else { return Placers::default() };
    if layouts.all(|other| other.placers() == first) { first } else { Placers::default() }
}

/// Returns the usual steps, with monsters and exits as the record says.
fn usual_by(placers: &Placers, entries: &[Entry], danger: u32) -> Vec<Step> {
    let made = |role: &str| placers.of(role).map_or_else(|| step(role), |placer| placer.step(role));
    let mut steps = ways();
    steps.extend([made("exits"), made("monsters"), step("treasure"), step("traps")]);
    for step in &mut steps {
        let entry = entries.iter().find(|entry| entry.id == step.uses);
        let takes = THINGS.contains(&&*step.uses) || entry.is_some_and(takes_danger);
        if takes {
            step.with.entry("danger").or_insert(danger.into());
        }
    }
    steps
}

/// Returns true if the step has a parameter `danger`.
pub(crate) fn takes_danger(entry: &Entry) -> bool {
    entry.schema().pointer("/properties/danger").is_some()
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
