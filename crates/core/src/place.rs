//! Steps that put things on the map that is there, one file each.

pub mod exits;
pub mod furnish;
pub mod keys;
pub mod level;
pub mod monsters;
pub mod scatter;
pub mod stairs;
pub mod start;
pub mod themes;
pub mod traps;
pub mod treasure;

use crate::generator::Context;
use crate::grid::Pos;
use crate::map::{Entity, EntityKind, Extra, Map};
use crate::promises::Promises;
use crate::recipe::{Recipe, Step};
use crate::survey::Survey;
use serde_json::Value;
use std::borrow::Cow;

/// The steps that make a map ready to play, for a level of this danger: stairs, a start, monsters, treasure and traps.
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

/// Adds those of the [`usual`] steps to a recipe that it does not have: what it places itself is not placed twice.
pub fn populate(recipe: &mut Recipe, danger: u32) {
    let missing = |step: &Step| !recipe.steps.iter().any(|own| own.uses == step.uses);
    let missing: Vec<Step> = usual(danger).into_iter().filter(missing).collect();
    recipe.steps.extend(missing);
}

/// Puts somebody or something there.
fn put(map: &mut Map, kind: EntityKind, pos: Pos, name: Cow<'static, str>) {
    map.entities.push(Entity { kind, pos, name, extra: Extra::default() });
}

/// Notes how many things are missing, if any are: for want of place, or because the table has nothing for this danger.
fn say_missing(map: &mut Map, cx: &Context<'_>, what: &str, asked: u64, placed: u64, never: Option<u32>) {
    if placed < asked {
        let why = match never {
            Some(danger) => format!("nothing in the table occurs at danger {danger}"),
            None => "there is no place left for more".to_owned(),
        };
        cx.note(map, what, asked as i64, placed as i64, why);
    }
}

/// Promises what placed things keep, where those that were there before kept it too.
fn promise(map: &mut Map, survey: &Survey) {
    map.source.promises = match survey.in_order {
        true => map.source.promises | Promises::POPULATED,
        false => map.source.promises - Promises::POPULATED,
    };
}

#[cfg(test)]
mod tests {
    use crate::check::check;
    use crate::map::Map;

    /// What is wrong with a map, but for having no floor at all.
    pub(super) fn faults(map: &Map) -> Vec<String> {
        let findings = check(map).into_iter().filter(|finding| finding.rule != "floor");
        findings.map(|finding| format!("{} {}", finding.rule, finding.message)).collect()
    }
}
