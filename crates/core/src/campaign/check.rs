//! Checks of the levels of a campaign against each other.

use crate::base::grid::Pos;
use crate::map::{Level, Map};
use serde::Serialize;

/// Something that is wrong with the levels of a campaign.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct CampaignFinding {
    /// Rule that is broken: `number`, `stairs`, `danger` or `order`.
    pub rule: &'static str,
    /// Number of the level; 0 if it has none.
    pub level: u32,
    /// Description of the problem and its position, in one sentence.
    pub message: String,
}

/// Checks some levels of a campaign, in any order: every level must have its own number, and the
/// stairs of neighbouring levels must be at the same position. The recipe of a level must place
/// monsters after its stairs and its start, so that they suit the level and keep off the start.
///
/// Each map on its own is checked by [`crate::check()`].
pub fn check(levels: &[&Map]) -> Vec<CampaignFinding> {
    check_dangers(levels, |_| None)
}

/// Checks the levels and also the danger of each.
pub(super) fn check_dangers(levels: &[&Map], danger: impl Fn(u32) -> Option<u32>) -> Vec<CampaignFinding> {
    let mut findings = Vec::new();
    let mut find = |rule, level, message| findings.push(CampaignFinding { rule, level, message });
    let mut numbered: Vec<(u32, &Map)> = Vec::new();
    for map in levels {
        let number = map.stats.get("level").and_then(|&number| u32::try_from(number).ok()).filter(|&number| number > 0);
        match number {
            Some(number) => numbered.push((number, map)),
            None => find("number", 0, "a map has no level number".to_owned()),
        }
    }
    numbered.sort_by_key(|(number, _)| *number);
    for &(number, map) in &numbered {
        let says = map.stats.get("danger").copied();
        match danger(number) {
            Some(danger) if says != Some(danger.into()) => {
                let says = says.map_or("none".to_owned(), |says| says.to_string());
                find("danger", number, format!("level {number} should have danger {danger} but has {says}"));
            }
            _ => {}
        }
        if let Some(early) = placed_early(map) {
            find("order", number, format!("level {number} places monsters before the step {early}"));
        }
    }
    for pair in numbered.windows(2) {
        let [(above, upper), (below, lower)] = [pair[0], pair[1]];
        if above == below {
            find("number", above, format!("level {above} occurs twice"));
        }
        if above + 1 != below {
            continue;
        }
        match (place(upper, Level::Down), place(lower, Level::Up)) {
            (Some(down), Some(up)) if down == up => {}
            (Some(down), Some(up)) => {
                find(
                    "stairs",
                    above,
                    format!(
                        "the stairs down of level {above} are at {down}, but the stairs up of level {below} are at {up}"
                    ),
                );
            }
            (None, _) => {
                find("stairs", above, format!("level {above} has no stairs down to level {below}"));
            }
            (_, None) => find("stairs", below, format!("level {below} has no stairs up to level {above}")),
        }
    }
    findings
}

/// Returns the step of the arrival that runs after monsters were placed.
fn placed_early(map: &Map) -> Option<&str> {
    let recipe = map.source.origin.recipe.as_ref()?;
    let after_monsters = recipe.running().skip_while(|step| step.uses != "monsters");
    after_monsters.map(|step| &*step.uses).find(|uses| ["level", "stairs", "start"].contains(uses))
}

fn place(map: &Map, dir: Level) -> Option<Pos> {
    map.stairs.iter().find(|stairs| stairs.dir == dir).map(|stairs| stairs.pos)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::map::Origin;
    use crate::recipe::{Recipe, Step};
    use std::collections::BTreeMap;
    use std::sync::Arc;

    fn level(number: i64, danger: i64, text: &str) -> Map {
        let mut map = Map::from_ascii(text).unwrap();
        map.stats.insert("level".to_owned(), number);
        map.stats.insert("danger".to_owned(), danger);
        map
    }

    #[test]
    fn monsters_are_placed_after_stairs_and_start() {
        let found = |steps: &[&str]| {
            let mut map = level(1, 1, "\n####\n#<.#\n####");
            let steps = steps.iter().map(|&uses| Step { uses: uses.to_owned(), ..Step::default() });
            let recipe = Some(Recipe { steps: steps.collect(), ..Recipe::default() });
            map.source.origin = Arc::new(Origin { recipe, revisions: BTreeMap::new(), program: String::new() });
            check(&[&map]).into_iter().map(|found| found.message).collect::<Vec<_>>()
        };
        assert_eq!(found(&["bsp", "level", "stairs", "start", "monsters"]), [""; 0]);
        let early = ["level 1 places monsters before the step start"];
        assert_eq!(found(&["bsp", "level", "stairs", "monsters", "start"]), early);
    }

    #[test]
    fn stairs_numbers_and_dangers_are_compared() {
        let first = level(1, 1, "\n######\n#<..>#\n######");
        let second = level(2, 4, "\n######\n#>..<#\n######");
        let third = level(3, 5, "\n######\n#.<..#\n######");
        let rules = |levels: &[&Map]| check(levels).iter().map(|it| (it.rule, it.level)).collect::<Vec<_>>();
        assert_eq!(rules(&[&second, &first]), []);
        assert_eq!(rules(&[&first, &third]), [], "not neighbours");
        assert_eq!(rules(&[&second, &third]), [("stairs", 2)]);
        assert_eq!(rules(&[&first, &first]), [("number", 1)]);
        assert_eq!(rules(&[&Map::from_ascii("...").unwrap()]), [("number", 0)]);
        assert_eq!(rules(&[&third, &level(4, 6, "...")]), [("stairs", 3)]);
        let dangers = check_dangers(&[&first, &second], Some);
        assert_eq!(dangers[0].message, "level 2 should have danger 2 but has 4");
    }
}
