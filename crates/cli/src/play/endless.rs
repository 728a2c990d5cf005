//! [`EndlessLevels`]: endless levels of one recipe.

use super::LevelSource;
use crate::failure::Failure;
use crate::interrupt;
use mapwright::{Map, Pos, Recipe, Run, Seed, Size, Step, registry};
use serde_json::{Value, json};

/// Levels of one recipe, each with its own seed and a little more danger. Steps that place stairs,
/// monsters and items are added if the recipe has none.
pub(crate) struct EndlessLevels {
    title: String,
    recipe: Recipe,
    size: Option<Size>,
    seed: Seed,
    /// Seed of the first level, if it is a saved map.
    pub(crate) first: Option<Seed>,
}

impl EndlessLevels {
    /// Checks the recipe.
    pub(crate) fn new(title: &str, recipe: Recipe, size: Option<Size>, seed: Seed) -> Result<EndlessLevels, Failure> {
        let title = if recipe.title.is_empty() { title.to_owned() } else { recipe.title.clone() };
        recipe.plan(registry::ALL)?;
        Ok(EndlessLevels { title, recipe, size, seed, first: None })
    }

    /// Returns the recipe of a level, with all steps that a game needs.
    fn recipe(&self, number: u32, arrival: Option<Pos>) -> Recipe {
        let mut recipe = self.recipe.clone();
        let danger = json!({"danger": self.danger(number)});
        let up_at = arrival.map_or(Value::Null, |pos| json!([pos.x, pos.y]));
        let mut steps = vec![("start", json!({})), ("stairs", json!({"up": number > 1, "up_at": up_at}))];
        if number > 1 {
            // The player arrives on the stairs, so they are placed first.
            steps.reverse();
        }
        if !self.uses("zones") {
            steps.extend([("themes", json!({})), ("scatter", json!({}))]);
        }
        steps.extend(["monsters", "treasure", "traps"].map(|id| (id, danger.clone())));
        for (id, with) in steps {
            if !self.uses(id) {
                let with = with.as_object().cloned().unwrap_or_default();
                recipe.steps.push(Step { uses: id.to_owned(), with, ..Step::default() });
            }
        }
        recipe
    }

    fn uses(&self, id: &str) -> bool {
        self.recipe.steps.iter().any(|step| step.uses == id)
    }
}

impl LevelSource for EndlessLevels {
    fn level(&self, number: u32, arrival: Option<Pos>) -> Result<Map, Failure> {
        let plan = self.recipe(number, arrival).plan(registry::ALL)?;
        let seed = self.first.filter(|_| number == 1).unwrap_or(self.seed.child("level").nth(number.into()));
        Ok(plan.run(Run::new(seed).sized(self.size).cancel(interrupt::flag()))?)
    }

    fn danger(&self, number: u32) -> u32 {
        number.min(1_000)
    }

    fn count(&self) -> Option<u32> {
        None
    }

    fn title(&self, _: u32) -> String {
        self.title.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mapwright::{EntityKind, Level, check};

    fn levels(name: &str) -> EndlessLevels {
        let recipe = Recipe::of(name, serde_json::Map::new());
        EndlessLevels::new(name, recipe, Some(Size::new(60, 30)), Seed::new(3)).unwrap()
    }

    #[test]
    fn every_level_has_a_start_stairs_and_monsters() {
        let levels = levels("bsp");
        for number in 1..4 {
            let map = levels.level(number, None).unwrap();
            assert_eq!(check(&map), []);
            let stairs = |dir: Level| map.stairs.iter().filter(|stairs| stairs.dir == dir).count();
            assert_eq!((stairs(Level::Up), stairs(Level::Down)), (usize::from(number > 1), 1));
            assert!(map.entities.iter().any(|entity| entity.kind == EntityKind::Monster));
            assert_eq!(map.entities.iter().filter(|entity| entity.kind == EntityKind::Start).count(), 1);
            assert_eq!(map, levels.level(number, None).unwrap());
        }
    }

    #[test]
    fn steps_of_the_recipe_are_not_added_twice() {
        let recipe = Recipe::from_toml("[[step]]\nuse = \"arena\"\n[[step]]\nuse = \"start\"\n").unwrap();
        let levels = EndlessLevels::new("arena", recipe, None, Seed::new(3)).unwrap();
        let starts = levels.recipe(2, None).steps.iter().filter(|step| step.uses == "start").count();
        assert_eq!(starts, 1);
    }
}
