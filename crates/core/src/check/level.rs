//! Rules about the levels of a campaign: their monsters suit the danger of the level and keep away
//! from the start, whichever step placed them.

use super::findings::Findings;
use super::populated::start_zone;
use super::{Rule, Subject};
use crate::base::promises::Promises;
use crate::content::tables::{Formation, Formations, Row, Table};
use crate::map::EntityKind;
use crate::recipe::Step;
use serde_json::Value;

/// Steps whose prefabs bring monsters of their own, for any danger.
const DRAWN: [&str; 3] = ["prefab", "section", "vaults"];

pub(super) fn check(subject: &Subject<'_>, found: &mut Findings) {
    let map = subject.map;
    let (Some(recipe), true) = (&map.source.origin.recipe, map.source.edits.is_empty()) else { return };
    let steps: Vec<&Step> = recipe.running().collect();
    let is_partial = |step: &&Step| step.uses == "monsters" && (step.area.is_some() || step.zone.is_some());
    let is_drawn = |step: &&Step| DRAWN.contains(&&*step.uses);
    let excused = steps.iter().any(|step| is_partial(step) || is_drawn(step));
    if !map.stats.contains_key("level") || excused {
        return;
    }
    if !map.source.promises.has(Promises::POPULATED) && !places_early(&["monsters", "treasure", "traps"], &steps) {
        start_zone(subject, found);
    }
    if !places_early(&["monsters"], &steps) {
        dangers(subject, &steps, found);
    }
}

/// Returns true if the recipe places such things before the level has its danger or its start, so
/// that they can suit neither. Campaigns never do; [`crate::campaign::check`] reports it.
fn places_early(placing: &[&str], steps: &[&Step]) -> bool {
    let first_things = steps.iter().position(|step| placing.contains(&&*step.uses));
    let last_arrival = steps.iter().rposition(|step| ["level", "start"].contains(&&*step.uses));
    first_things.is_some_and(|things| last_arrival.is_some_and(|arrival| things < arrival))
}

/// Returns true if a campaign wrote the recipe: it places the stairs at a position, right after
/// `level`.
fn is_of_campaign(steps: &[&Step]) -> bool {
    let is_pair = |pair: &[&Step]| pair[0].uses == "level" && pair[1].uses == "stairs";
    steps.windows(2).any(|pair| is_pair(pair) && pair[1].with.contains_key("up_at"))
}

/// Checks that the monsters of the shipped table occur at the danger of the level. A step that sets
/// its own danger or table says that they need not. So does a step of other recipes without a danger,
/// which has that of its default; a campaign sets the danger of every step.
fn dangers(subject: &Subject<'_>, steps: &[&Step], found: &mut Findings) {
    let map = subject.map;
    let Some(danger) = map.stats.get("danger").and_then(|&danger| u32::try_from(danger).ok()) else { return };
    let is_of_campaign = is_of_campaign(steps);
    let sets_own = |step: &&&Step| {
        let set = step.with.get("danger").and_then(Value::as_u64);
        let sets_danger = set.map_or(!is_of_campaign, |set| set != u64::from(danger));
        step.uses == "monsters" && (sets_danger || step.with.contains_key("table"))
    };
    if steps.iter().any(|step| sets_own(&step)) {
        return;
    }
    let table = Table::<Formations>::default();
    let Ok(formations) = table.rows() else { return };
    for monster in map.entities.iter().filter(|entity| entity.kind == EntityKind::Monster) {
        let with_it = || formations.iter().filter(|row: &&Formation| row.members.contains(&monster.name));
        if with_it().next().is_some() && !with_it().any(|row| row.occurs(danger)) {
            let (name, pos) = (&monster.name, monster.pos);
            let message = format_args!("the {name} at {pos} does not occur at danger {danger}, that of the level");
            found.add(Rule::LevelDanger, pos, message);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::base::promises::Promises;
    use crate::check::check;
    use crate::map::{Map, Origin};
    use crate::recipe::Recipe;
    use std::sync::Arc;

    fn rules(recipe: &str, danger: i64, name: &str, text: &str) -> Vec<&'static str> {
        let mut map = Map::from_ascii(text).unwrap();
        map.source.promises = Promises::NONE;
        map.entities[1].name = name.to_owned().into();
        map.stats.insert("level".to_owned(), 3);
        map.stats.insert("danger".to_owned(), danger);
        let recipe = Recipe::from_toml(recipe).unwrap();
        let revisions = recipe.steps.iter().map(|step| (step.uses.clone(), 1)).collect();
        map.source.origin = Arc::new(Origin { recipe: Some(recipe), revisions, program: String::new() });
        check(&map).iter().map(|finding| finding.rule).collect()
    }

    const FAR: &str = "\n##########\n#@......m#\n##########";
    const NEAR: &str = "\n##########\n#@.m.....#\n##########";

    #[test]
    fn monsters_of_a_level_suit_its_danger_and_keep_off_the_start() {
        let level = "[[step]]\nuse = \"bsp\"\n[[step]]\nuse = \"level\"\n[[step]]\nuse = \"stairs\"\n";
        let plain = &format!("{level}with = {{ up_at = [1, 1] }}\n[[step]]\nuse = \"monsters\"");
        assert_eq!(rules(plain, 3, "rat", FAR), [""; 0]);
        assert_eq!(rules(plain, 20, "rat", FAR), ["level-danger"]);
        assert_eq!(rules(plain, 20, "my own monster", FAR), [""; 0]);
        assert_eq!(rules(plain, 3, "rat", NEAR), ["start-zone"]);
        let by_hand = format!("{level}[[step]]\nuse = \"monsters\"");
        assert_eq!(rules(&by_hand, 20, "rat", FAR), [""; 0], "not of a campaign: it has the default danger");
        let by_hand = format!("{by_hand}\nwith = {{ danger = 20 }}");
        assert_eq!(rules(&by_hand, 20, "rat", FAR), ["level-danger"]);
        let own = "[[step]]\nuse = \"bsp\"\n[[step]]\nuse = \"monsters\"\nwith = { danger = 2 }";
        assert_eq!(rules(own, 20, "rat", FAR), [""; 0], "asked for");
        for late in ["level", "start"] {
            let early = format!("[[step]]\nuse = \"bsp\"\n[[step]]\nuse = \"monsters\"\n[[step]]\nuse = \"{late}\"");
            assert_eq!(rules(&early, 20, "rat", NEAR), [""; 0], "placed before the {late}");
        }
        for early in ["monsters", "treasure", "traps"] {
            let recipe = format!("[[step]]\nuse = \"bsp\"\n[[step]]\nuse = \"{early}\"\n[[step]]\nuse = \"start\"");
            assert_eq!(rules(&recipe, 3, "rat", NEAR), [""; 0], "{early} before the start");
        }
        let drawn = "[[step]]\nuse = \"bsp\"\n[[step]]\nuse = \"vaults\"";
        assert_eq!(rules(drawn, 20, "rat", NEAR), [""; 0], "drawn in a prefab");
    }
}
