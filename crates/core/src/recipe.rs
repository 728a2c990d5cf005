//! [`Recipe`]: a pipeline of steps as a user writes it. [`Recipe::plan`] checks it and returns a
//! plan that can be run.

mod area;
mod placers;
mod require;

pub use area::{Area, Measure};
pub use placers::{Placer, Placers};
pub use require::Require;

use crate::base::error::{Error, ErrorKind};
use crate::params::from_toml;
use crate::params::schema;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map as JsonMap, Value};

/// Recipe as it was written.
///
/// ```
/// use mapwright::{Recipe, Seed, registry};
/// let recipe = Recipe::from_toml(r#"
///     title = "A cave"
///     size = [60, 30]
///     [[step]]
///     use = "cellular"
///     with = { fill_percent = 48 }
/// "#)?;
/// let map = recipe.plan(registry::ALL)?.run(Seed::new(7))?;
/// assert_eq!(map.size().width, 60);
/// # Ok::<(), mapwright::Error>(())
/// ```
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Recipe {
    /// Title of the map.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[schemars(length(max = 200))]
    pub title: String,
    /// Description in one line.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[schemars(length(max = 200))]
    pub summary: String,
    /// Default width and height of the map, in tiles.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(inner(range(min = 1, max = 268_435_456)))]
    pub size: Option<[i32; 2]>,
    /// Maximum number of attempts, each on another branch of the seed.
    #[serde(default = "default_attempts", skip_serializing_if = "is_default_attempts")]
    #[schemars(range(min = 1, max = 1_000))]
    pub attempts: u32,
    /// Required [metrics](crate::metrics) by name: `{ openness = "30..50", loops = "2.." }`. A map
    /// that misses one counts as a failed attempt.
    #[serde(default, skip_serializing_if = "Require::is_empty")]
    pub require: Require,
    /// Step that places the monsters when the map is populated or becomes a level of a campaign.
    /// Default: that of the layout.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub monsters: Option<Placer>,
    /// Step that places the exits when the map is populated or becomes a level of a campaign.
    /// Default: that of the layout.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exits: Option<Placer>,
    /// Steps, in the order in which they run.
    #[serde(rename = "step", default)]
    #[schemars(length(min = 1, max = 1_000))]
    pub steps: Vec<Step>,
}

impl Default for Recipe {
    fn default() -> Self {
        let (title, summary) = (String::new(), String::new());
        Recipe {
            title,
            summary,
            size: None,
            attempts: default_attempts(),
            require: Require::default(),
            monsters: None,
            exits: None,
            steps: Vec::new(),
        }
    }
}

fn default_attempts() -> u32 {
    20
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it with a reference")]
fn is_default_attempts(attempts: &u32) -> bool {
    *attempts == default_attempts()
}

/// Step of a recipe.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// Name of the step, which also names its branch of the seed: other steps may be added and
    /// moved without changing its result. Default: the algorithm's id, with a number from the
    /// second use on. Name the steps of an algorithm that occurs twice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = 100))]
    pub id: Option<String>,
    /// Id of the algorithm.
    #[serde(rename = "use")]
    #[schemars(length(max = 100))]
    pub uses: String,
    /// Parameters of the algorithm.
    #[serde(default, skip_serializing_if = "serde_json::Map::is_empty")]
    pub with: serde_json::Map<String, Value>,
    /// Rectangle that the step is limited to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub area: Option<Area>,
    /// Number of the zone that the step is limited to; 0 is the largest zone of a step.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0, max = 1_000_000))]
    pub zone: Option<u32>,
    /// Skip the step. The other steps keep their names and therefore their branches of the seed.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub off: bool,
}

impl Recipe {
    /// Maximum length of a text, in bytes.
    pub const MAX_BYTES: usize = 1 << 20;

    /// Creates a recipe of one step with these parameters.
    pub fn of(id: &str, with: serde_json::Map<String, Value>) -> Recipe {
        let step = Step { uses: id.to_owned(), with, ..Step::default() };
        Recipe { steps: vec![step], ..Recipe::default() }
    }

    /// Reads a recipe. The error lists all mistakes of form; names and values are checked by
    /// [`Recipe::plan`].
    pub fn from_toml(text: &str) -> Result<Recipe, Error> {
        Recipe::from_value(from_toml::value(text, "recipe", Recipe::MAX_BYTES)?)
    }

    /// Reads the recipe in a saved map.
    pub fn from_value(value: Value) -> Result<Recipe, Error> {
        let problems = Recipe::problems_of_form(&value);
        if !problems.is_empty() {
            return Err(from_toml::several(ErrorKind::Invalid, problems, line));
        }
        serde_json::from_value(value).map_err(|error| Error::new(ErrorKind::Invalid, error.to_string()))
    }

    /// Returns all mistakes of form in a recipe, each with its path.
    pub(crate) fn problems_of_form(value: &Value) -> Vec<(String, String)> {
        schema::check(schema::of::<Recipe>(), value)
    }

    /// Returns the recipe as TOML. TOML has no null: a parameter that is null has its default, and
    /// is left out.
    pub fn to_toml(&self) -> String {
        let mut plain = self.clone();
        let placers = plain.monsters.iter_mut().chain(&mut plain.exits).map(|placer| &mut placer.with);
        plain.steps.iter_mut().map(|step| &mut step.with).chain(placers).for_each(remove_nulls);
        toml::to_string(&plain).expect("a recipe without nulls is plain data")
    }

    /// Returns the JSON schema of recipes.
    pub fn schema() -> Value {
        schema::of::<Recipe>().clone()
    }

    /// Returns the recipe's own record of how its monsters and exits come.
    pub fn placers(&self) -> Placers {
        Placers { monsters: self.monsters.clone(), exits: self.exits.clone() }
    }

    /// Returns the active steps.
    pub fn running(&self) -> impl Iterator<Item = &Step> {
        self.steps.iter().filter(|step| !step.off)
    }

    /// Returns the name of a step: its own, or its algorithm's id with a number from the second use
    /// on.
    pub(crate) fn step_id(&self, index: usize) -> String {
        let step = &self.steps[index];
        let before = self.steps[..index].iter().filter(|other| other.id.is_none() && other.uses == step.uses).count();
        match &step.id {
            Some(id) => id.clone(),
            None if before == 0 => step.uses.clone(),
            None => format!("{}-{}", step.uses, before + 1),
        }
    }
}

/// Removes the keys whose value is null, at any depth, and the nulls in lists.
fn remove_nulls(object: &mut JsonMap<String, Value>) {
    fn clean(value: &mut Value) {
        match value {
            Value::Object(object) => remove_nulls(object),
            Value::Array(items) => {
                items.retain(|item| !item.is_null());
                items.iter_mut().for_each(clean);
            }
            _ => {}
        }
    }
    object.retain(|_, value| !value.is_null());
    object.values_mut().for_each(clean);
}

/// Formats an error: `/step/1/with/rounds` becomes `step 2 /with/rounds`.
pub(crate) fn line(path: &str, what: &str) -> String {
    let place = path.strip_prefix("/step/").and_then(|rest| {
        let (index, field) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
        Some(format!("step {} {field}", index.parse::<usize>().ok()? + 1).trim_end().to_owned())
    });
    match place.as_deref().unwrap_or(path) {
        "" => format!("recipe: {what}"),
        place => format!("{place}: {what}"),
    }
}

/// Parses a TOML value (`48`, `true`, `[4, 5]`, `"word"`) or `null`, or returns the text itself if
/// it is none.
pub fn value_from_text(text: &str) -> Value {
    if text == "null" {
        return Value::Null;
    }
    let parsed =
        (text.len() <= Recipe::MAX_BYTES).then(|| format!("value = {text}").parse::<toml::Table>().ok()).flatten();
    let single = parsed.filter(|table| table.len() == 1).and_then(|mut table| table.remove("value"));
    single.map_or_else(|| Value::String(text.to_owned()), from_toml::json)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_recipe_written_out_reads_the_same() {
        let text = "\
            title = \"x\"\nsize = [9, 8]\n\n[[step]]\nuse = \"arena\"\n\n[step.with]\nwall = 2\n\n\
            [step.area]\nx = 1\ny = \"10%\"\nwidth = 7\nheight = \"90%\"\n";
        let recipe = Recipe::from_toml(text).unwrap();
        assert_eq!(Recipe::from_toml(&recipe.to_toml()).unwrap(), recipe);
        assert_eq!(Recipe::from_value(serde_json::to_value(&recipe).unwrap()).unwrap(), recipe);
    }

    #[test]
    fn a_recipe_with_nulls_is_written_with_defaults() {
        let value = json!({"step": [{"use": "dungeon", "with": {"grid": null, "doors": {"open": null}, "loops": 9}}]});
        let recipe = Recipe::from_value(value).unwrap();
        let written = Recipe::from_toml(&recipe.to_toml()).unwrap();
        assert_eq!(Value::Object(written.steps[0].with.clone()), json!({"doors": {}, "loops": 9}));
    }

    #[test]
    fn values_are_read_as_toml_or_as_words() {
        assert_eq!(value_from_text("48"), json!(48));
        assert_eq!(value_from_text("[4, 5]"), json!([4, 5]));
        assert_eq!(value_from_text("small"), json!("small"));
        assert_eq!((value_from_text("null"), value_from_text("\"null\"")), (json!(null), json!("null")));
        assert_eq!(value_from_text("1\nother = 2"), json!("1\nother = 2"));
    }
}
