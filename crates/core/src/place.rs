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

use crate::grid::Pos;
use crate::map::{Entity, EntityKind, Extra, Map};
use crate::promises::Promises;
use crate::survey::Survey;
use std::borrow::Cow;

/// Puts somebody or something there.
fn put(map: &mut Map, kind: EntityKind, pos: Pos, name: Cow<'static, str>) {
    map.entities.push(Entity { kind, pos, name, extra: Extra::default() });
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
