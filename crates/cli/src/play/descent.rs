//! [`Descent`]: the levels of one recipe, without end.

use super::Levels;
use crate::failure::Failure;
use crate::interrupt;
use mapwright::{Map, Pos, Recipe, Run, Seed, Size, Step, registry};
use serde_json::{Value, json};

/// The same recipe on every level, each time with another seed and a little more danger. Who and what is to be met is added where
/// the recipe does not say.
pub(crate) struct Descent {
    title: String,
    recipe: Recipe,
    size: Option<Size>,
    seed: Seed,
    /// The seed of the first level, where that is a map that somebody saved.
    pub(crate) first: Option<Seed>,
}

impl Descent {
    /// The descent through levels of this recipe; what is wrong with it is said at once.
    pub(crate) fn new(title: &str, recipe: Recipe, size: Option<Size>, seed: Seed) -> Result<Descent, Failure> {
        let title = if recipe.title.is_empty() { title.to_owned() } else { recipe.title.clone() };
        recipe.plan(registry::ALL)?;
        Ok(Descent { title, recipe, size, seed, first: None })
    }

    /// The recipe of a level, with all that a game needs.
    fn recipe(&self, number: u32, arrival: Option<Pos>) -> Recipe {
        let mut recipe = self.recipe.clone();
        let danger = json!({"danger": self.danger(number)});
        let up_at = arrival.map_or(Value::Null, |pos| json!([pos.x, pos.y]));
        let mut steps = vec![("start", json!({})), ("stairs", json!({"up": number > 1, "up_at": up_at}))];
        if number > 1 {
            // Whoever comes from above begins on the stairs.
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

impl Levels for Descent {
    fn level(&self, number: u32, arrival: Option<Pos>) -> Result<Map, Failure> {
        let plan = self.recipe(number, arrival).plan(registry::ALL)?;
        let seed = self.first.filter(|_| number == 1).unwrap_or(self.seed.child("level").nth(number.into()));
        Ok(plan.run(Run { size: self.size, cancel: Some(interrupt::flag()), ..Run::new(seed) })?)
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

    fn descent(name: &str) -> Descent {
        let recipe = Recipe::of(name, serde_json::Map::new());
        Descent::new(name, recipe, Some(Size::new(60, 30)), Seed::new(3)).unwrap()
    }

    #[test]
    fn every_level_has_a_start_stairs_and_company() {
        let descent = descent("bsp");
        for number in 1..4 {
            let map = descent.level(number, None).unwrap();
            assert_eq!(check(&map), []);
            let stairs = |dir: Level| map.stairs.iter().filter(|stairs| stairs.dir == dir).count();
            assert_eq!((stairs(Level::Up), stairs(Level::Down)), (usize::from(number > 1), 1));
            assert!(map.entities.iter().any(|entity| entity.kind == EntityKind::Monster));
            assert_eq!(map.entities.iter().filter(|entity| entity.kind == EntityKind::Start).count(), 1);
            assert_eq!(map, descent.level(number, None).unwrap());
        }
    }

    #[test]
    fn what_the_recipe_says_itself_is_not_said_again() {
        let recipe = Recipe::from_toml("[[step]]\nuse = \"arena\"\n[[step]]\nuse = \"start\"\n").unwrap();
        let descent = Descent::new("arena", recipe, None, Seed::new(3)).unwrap();
        let starts = descent.recipe(2, None).steps.iter().filter(|step| step.uses == "start").count();
        assert_eq!(starts, 1);
    }
}
