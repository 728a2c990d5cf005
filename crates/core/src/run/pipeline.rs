//! [`Pipeline`]: a recipe written in code, with typed parameters.

use super::plan::Plan;
use crate::base::error::{Error, ErrorKind};
use crate::generator::Entry;
use crate::params::bounds::Bounds;
use crate::params::from_toml;
use crate::recipe::{Area, Recipe, Step, line};
use serde::Serialize;
use serde_json::Value;

/// A recipe written in code, together with the algorithms that it uses. Begin one with
/// [`Recipe::new`] and [`Recipe::step`].
///
/// ```
/// use mapwright::layout::bsp::{self, Bsp};
/// use mapwright::place::{monsters::{self, Monsters}, start::{self, Start}};
/// use mapwright::{Recipe, Seed};
///
/// let plan = Recipe::new()
///     .titled("The old mine")
///     .size(60, 40)
///     .step(&bsp::ENTRY, &Bsp { max_depth: 3, ..Default::default() })?
///     .step(&start::ENTRY, &Start::default())?
///     .step(&monsters::ENTRY, &Monsters { danger: 4, ..Default::default() })?
///     .plan()?;
/// let map = plan.run(Seed::new(7))?;
/// assert!(map.rooms.len() <= 8 && map.start().is_some());
/// # Ok::<(), mapwright::Error>(())
/// ```
///
/// The same recipe as a file, for users to edit, is `pipeline.recipe().to_toml()`.
#[derive(Clone, Debug)]
pub struct Pipeline {
    recipe: Recipe,
    entries: Vec<Entry>,
}

impl Recipe {
    /// Creates a recipe without steps.
    pub fn new() -> Recipe {
        Recipe::default()
    }

    /// Sets the title of the map.
    #[must_use]
    pub fn titled(mut self, title: impl Into<String>) -> Recipe {
        self.title = title.into();
        self
    }

    /// Sets the default width and height of the map, in tiles.
    #[must_use]
    pub fn size(mut self, width: i32, height: i32) -> Recipe {
        self.size = Some([width, height]);
        self
    }

    /// Sets the maximum number of attempts.
    #[must_use]
    pub fn attempts(mut self, attempts: u32) -> Recipe {
        self.attempts = attempts;
        self
    }

    /// Requires a [metric](crate::metrics) of the map to lie within these bounds.
    ///
    /// ```
    /// use mapwright::Recipe;
    /// let recipe = Recipe::new().require("openness", "30..50".parse()?);
    /// assert_eq!(recipe.require.0["openness"].to_string(), "30..50");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn require(mut self, metric: impl Into<String>, bounds: Bounds) -> Recipe {
        self.require.0.insert(metric.into(), bounds);
        self
    }

    /// Adds a step: an algorithm with its parameters. Returns a [`Pipeline`], which also keeps the
    /// algorithm, so that one of your own needs no registry.
    pub fn step(self, entry: &Entry, parameters: &impl Serialize) -> Result<Pipeline, Error> {
        Pipeline { recipe: self, entries: Vec::new() }.step(entry, parameters)
    }
}

impl Pipeline {
    /// Adds a step: an algorithm with its parameters.
    ///
    /// Fails if the parameters are out of range, contradict each other, or belong to another
    /// algorithm.
    pub fn step(mut self, entry: &Entry, parameters: &impl Serialize) -> Result<Pipeline, Error> {
        let index = self.recipe.steps.len();
        let with = match serde_json::to_value(parameters) {
            Ok(Value::Object(with)) => with,
            _ => return Err(Error::new(ErrorKind::Invalid, "parameters must be a struct with named fields")),
        };
        entry.build(&Value::Object(with.clone())).map_err(|problems| {
            let place = |(path, what)| (format!("/step/{index}/with{path}"), what);
            from_toml::several(ErrorKind::Invalid, problems.into_iter().map(place).collect(), line)
        })?;
        // TOML has no null: leave out what is not set by default either.
        let defaults = entry.defaults();
        let is_set = |name: &str, value: &Value| !value.is_null() || !defaults.get(name).is_none_or(Value::is_null);
        let with = with.into_iter().filter(|(name, value)| is_set(name, value)).collect();
        self.recipe.steps.push(Step { uses: entry.id.to_owned(), with, ..Step::default() });
        if !self.entries.iter().any(|known| known.id == entry.id) {
            self.entries.push(*entry);
        }
        Ok(self)
    }

    /// Names the last step. The name also names its branch of the seed.
    #[must_use]
    pub fn named(self, id: impl Into<String>) -> Pipeline {
        self.change_last(|step| step.id = Some(id.into()))
    }

    /// Limits the last step to a rectangle of the map.
    #[must_use]
    pub fn in_area(self, area: Area) -> Pipeline {
        self.change_last(|step| step.area = Some(area))
    }

    /// Limits the last step to a zone; 0 is the largest.
    #[must_use]
    pub fn in_zone(self, zone: u32) -> Pipeline {
        self.change_last(|step| step.zone = Some(zone))
    }

    fn change_last(mut self, change: impl FnOnce(&mut Step)) -> Pipeline {
        if let Some(step) = self.recipe.steps.last_mut() {
            change(step);
        }
        self
    }

    /// Checks the recipe as a whole. The error lists everything that is wrong.
    pub fn plan(&self) -> Result<Plan, Error> {
        self.recipe.plan(&self.entries)
    }

    /// Returns the recipe, for example to save it as TOML.
    pub fn recipe(&self) -> &Recipe {
        &self.recipe
    }

    /// Returns the algorithms that the recipe uses.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }
}

impl From<Pipeline> for Recipe {
    fn from(pipeline: Pipeline) -> Recipe {
        pipeline.recipe
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::rng::Seed;
    use crate::layout::{arena, bsp, cellular};
    use crate::place::monsters;
    use crate::registry;
    use crate::shape::connect;

    #[test]
    fn code_and_toml_make_the_same_map() {
        let pipeline = Recipe::new()
            .titled("x")
            .size(50, 30)
            .attempts(3)
            .step(&cellular::ENTRY, &cellular::Cellular { fill_percent: 47, ..Default::default() })
            .unwrap()
            .step(&connect::ENTRY, &connect::Connect::default())
            .unwrap()
            .named("again")
            .step(&monsters::ENTRY, &monsters::Monsters { danger: 3, ..Default::default() })
            .unwrap();
        let text = pipeline.recipe().to_toml();
        let written = Recipe::from_toml(&text).unwrap();
        assert_eq!(Recipe::from(pipeline.clone()), written, "{text}");
        let short = "size = [50, 30]\n[[step]]\nuse = \"cellular\"\nwith = { fill_percent = 47 }\n[[step]]\n\
                     use = \"connect\"\nid = \"again\"\n[[step]]\nuse = \"monsters\"\nwith = { danger = 3 }\n";
        let short = Recipe::from_toml(short).unwrap().plan(registry::ALL).unwrap();
        let made = pipeline.plan().unwrap().run(Seed::new(4)).unwrap();
        assert_eq!(made.digest(), short.run(Seed::new(4)).unwrap().digest());
        assert_eq!(pipeline.entries().len(), 3);
    }

    #[test]
    fn wrong_parameters_are_named_at_their_step() {
        let wrong = |entry: &Entry, parameters: &Value| {
            let start = Recipe::new().step(&arena::ENTRY, &arena::Arena::default()).unwrap();
            start.step(entry, parameters).map(|_| ()).unwrap_err().to_string()
        };
        let range = serde_json::json!({ "max_depth": -1 });
        assert!(wrong(&bsp::ENTRY, &range).starts_with("step 2 /with/max_depth: "), "{}", wrong(&bsp::ENTRY, &range));
        assert_eq!(wrong(&bsp::ENTRY, &Value::Null), "parameters must be a struct with named fields");
        let other = serde_json::to_value(cellular::Cellular::default()).unwrap();
        assert!(wrong(&bsp::ENTRY, &other).contains("unknown"));
        assert!(
            Recipe::new().step(&connect::ENTRY, &connect::Connect::default()).unwrap().plan().is_err(),
            "no layout"
        );
    }

    #[test]
    fn steps_are_limited_to_areas_and_zones() {
        let half = Area { x: 0.into(), y: 0.into(), width: 20.into(), height: 20.into() };
        let start = Recipe::new().size(40, 20).step(&arena::ENTRY, &arena::Arena::default()).unwrap();
        let limited = start.step(&cellular::ENTRY, &cellular::Cellular::default()).unwrap().in_area(half);
        assert_eq!(limited.recipe().steps[1].area, Some(half));
        assert!(limited.plan().is_ok());
        assert_eq!(limited.in_zone(1).recipe().steps[1].zone, Some(1));
    }
}
