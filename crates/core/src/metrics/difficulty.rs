//! One figure for the difficulty of a map: its monsters and traps, by the area that they guard.

use super::table::Id;
use super::{Metrics, Terrain};
use crate::content::tables::{Formations, Table};
use crate::map::EntityKind;
use crate::spatial::region;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// Parts of a unit of cost, so that the shares of small formations are whole numbers.
const PARTS: usize = 2_520;

static SHARES: LazyLock<BTreeMap<String, usize>> = LazyLock::new(shares);

pub(super) fn measure(terrain: &Terrain<'_>, metrics: &mut Metrics) {
    let mut reached = terrain.walkable().clone();
    if let Some(way_in) = terrain.way_in() {
        region::keep_reached(&mut reached, [way_in]);
    }
    let cost = |kind: EntityKind, name: &str| match kind {
        EntityKind::Monster => SHARES.get(name).copied().unwrap_or(PARTS),
        EntityKind::Trap => PARTS,
        EntityKind::Start | EntityKind::Item | EntityKind::Key => 0,
    };
    let met = terrain.map.entities.iter().filter(|entity| reached.contains(entity.pos));
    let total: usize = met.map(|entity| cost(entity.kind, &entity.name)).sum();
    metrics.ratio(Id::Difficulty, 100 * total, PARTS * reached.count());
}

/// Returns the cost of every monster of the shipped table: its share of the cheapest formation that
/// has it.
fn shares() -> BTreeMap<String, usize> {
    let mut shares = BTreeMap::new();
    let table = Table::<Formations>::default();
    for formation in table.rows().unwrap_or_default() {
        let share = PARTS * formation.cost as usize / formation.members.len().max(1);
        for member in &formation.members {
            let least = shares.entry(member.to_string()).or_insert(share);
            *least = share.min(*least);
        }
    }
    shares
}

#[cfg(test)]
mod tests {
    use crate::metrics::terrain::tests::{known, numbers};
    use crate::{EntityKind, Map, metrics::Metrics};

    #[test]
    fn difficulty_is_the_cost_of_what_can_be_met() {
        assert_eq!(known("\n############\n#@...m...^.#\n############", ["difficulty"]), [20.0]);
        assert_eq!(known("\n############\n#@..#m.....#\n############", ["difficulty"]), [0.0], "out of reach");
        assert_eq!(known("\n#####\n#m..#\n#####", ["difficulty"]), [100.0 / 3.0], "without an entrance");
        assert_eq!(numbers("#", ["difficulty"]), [None]);
    }

    #[test]
    fn strong_monsters_count_for_more() {
        let with = |name: &'static str| {
            let mut map = Map::from_ascii("\n######\n#@..m#\n######").unwrap();
            assert_eq!(map.entities[1].kind, EntityKind::Monster);
            map.entities[1].name = name.into();
            Metrics::of(&map).get("difficulty").unwrap()
        };
        assert_eq!(with("rat"), 25.0);
        assert!(with("dragon") > 10.0 * with("rat"), "{}", with("dragon"));
    }
}
