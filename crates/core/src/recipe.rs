//! [`Recipe`]: a pipeline of steps as a person writes it. [`Recipe::plan`] checks it into something that runs.

mod problems;

pub use problems::Problem;

use crate::error::{Error, ErrorKind};
use crate::from_toml;
use crate::generator::{Entry, Kind};
use crate::grid::{Rect, Size};
use crate::metrics;
use crate::nearest::hint;
use crate::plan::{Limit, Plan, PlannedStep};
use crate::registry;
use crate::require::{Require, Requirements};
use crate::schema::{self, printable};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

/// A recipe as it was written.
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
    /// What the map is called.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[schemars(length(max = 200))]
    pub title: String,
    /// What it is like, in one line.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[schemars(length(max = 200))]
    pub summary: String,
    /// Width and height of the map in tiles, when nobody asks for another size.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(inner(range(min = 1, max = 268_435_456)))]
    pub size: Option<[i32; 2]>,
    /// How many times the recipe is tried, each time on another branch of the seed, when an attempt does not work out.
    #[serde(default = "default_attempts", skip_serializing_if = "is_default_attempts")]
    #[schemars(range(min = 1, max = 1_000))]
    pub attempts: u32,
    /// Which numbers a map has to have, by the names of [metrics](crate::metrics): `{ openness = "30..50", loops = "2.." }`. A map without them
    /// counts as an attempt that did not work out.
    #[serde(default, skip_serializing_if = "Require::is_empty")]
    pub require: Require,
    /// What is done, one after the other.
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

/// One step of a recipe.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// Its name, which also names its branch of the seed: steps may be added and moved around it without changing what it
    /// does. By default the algorithm's id, with a number from the second use on: name steps whose algorithm occurs twice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = 100))]
    pub id: Option<String>,
    /// The id of the algorithm.
    #[serde(rename = "use")]
    #[schemars(length(max = 100))]
    pub uses: String,
    /// Its parameters.
    #[serde(default, skip_serializing_if = "serde_json::Map::is_empty")]
    pub with: serde_json::Map<String, Value>,
    /// The rectangle that it is limited to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub area: Option<Area>,
    /// The zone that it is limited to, by its number; of the zones of one step 0 is the largest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0, max = 1_000_000))]
    pub zone: Option<u32>,
    /// Left out while this is set; the other steps keep their names and so their branches of the seed.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub off: bool,
}

/// A rectangle of the map in tiles or in per cent of its size.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Area {
    /// Its leftmost column.
    #[serde(default)]
    pub x: Measure,
    /// Its topmost row.
    #[serde(default)]
    pub y: Measure,
    /// How wide it is.
    pub width: Measure,
    /// How high it is.
    pub height: Measure,
}

impl Area {
    /// The rectangle on a map of this size, or why it will not do.
    pub(crate) fn checked(self, size: Size, misfit: impl Fn(Size) -> Option<String>) -> Result<Rect, String> {
        let area = self.on(size);
        if area.is_empty() || !size.rect().encloses(area) {
            let Rect { x, y, width, height } = area;
            return Err(format!("its area at {x},{y} of {width}x{height} does not lie on the map of {size}"));
        }
        match misfit(area.size()) {
            Some(why) => Err(format!("its area of {} {why}", area.size())),
            None => Ok(area),
        }
    }

    /// The rectangle on a map of this size. Per cents of neighbouring areas meet without a gap.
    pub fn on(self, size: Size) -> Rect {
        let side = |start: Measure, length: Measure, whole: i32| {
            let first = start.of(whole);
            let past = match (start, length) {
                (Measure::Percent(start), Measure::Percent(length)) => {
                    Measure::Percent(start.saturating_add(length)).of(whole)
                }
                _ => first.saturating_add(length.of(whole)),
            };
            (first, past - first)
        };
        let (x, width) = side(self.x, self.width, size.width);
        let (y, height) = side(self.y, self.height, size.height);
        Rect::new(x, y, width, height)
    }
}

/// A length in tiles (`12`) or in per cent of the map's side (`"50%"`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Measure {
    /// Tiles.
    Tiles(i32),
    /// Per cent of the map's width or height.
    Percent(i32),
}

impl Measure {
    fn of(self, whole: i32) -> i32 {
        match self {
            Measure::Tiles(tiles) => tiles,
            Measure::Percent(percent) => (i64::from(whole) * i64::from(percent.clamp(0, 200)) / 100) as i32,
        }
    }
}

impl Default for Measure {
    fn default() -> Self {
        Measure::Tiles(0)
    }
}

impl FromStr for Measure {
    type Err = ();
    fn from_str(text: &str) -> Result<Self, ()> {
        schema::percent(text).map(Measure::Percent).ok_or(())
    }
}

impl Serialize for Measure {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Measure::Tiles(tiles) => serializer.serialize_i32(*tiles),
            Measure::Percent(percent) => serializer.collect_str(&format_args!("{percent}%")),
        }
    }
}

impl<'de> Deserialize<'de> for Measure {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor;
        impl serde::de::Visitor<'_> for Visitor {
            type Value = Measure;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a number of tiles, or a text like \"50%\" with 0 to 100 per cent")
            }
            fn visit_i64<E: serde::de::Error>(self, tiles: i64) -> Result<Measure, E> {
                i32::try_from(tiles).map(Measure::Tiles).map_err(|_| E::custom("too many tiles"))
            }
            fn visit_u64<E: serde::de::Error>(self, tiles: u64) -> Result<Measure, E> {
                i32::try_from(tiles).map(Measure::Tiles).map_err(|_| E::custom("too many tiles"))
            }
            fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Measure, E> {
                text.parse().map_err(|()| E::invalid_value(serde::de::Unexpected::Str(&printable(text)), &self))
            }
        }
        deserializer.deserialize_any(Visitor)
    }
}

impl JsonSchema for Measure {
    fn schema_name() -> Cow<'static, str> {
        "Measure".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "anyOf": [
                {"type": "integer", "minimum": 0, "maximum": 268_435_456},
                {"type": "string", "format": "percent", "description": "per cent of the map's side, like \"50%\""}
            ]
        })
    }
}

impl Recipe {
    /// The longest text that is read, in bytes.
    pub const MAX_BYTES: usize = 1 << 20;

    /// One step with these parameters.
    pub fn of(id: &str, with: serde_json::Map<String, Value>) -> Recipe {
        let step = Step { uses: id.to_owned(), with, ..Step::default() };
        Recipe { steps: vec![step], ..Recipe::default() }
    }

    /// Reads a recipe. Everything that is wrong with its form is said at once; what its words mean is checked by
    /// [`Recipe::plan`].
    pub fn from_toml(text: &str) -> Result<Recipe, Error> {
        Recipe::from_value(from_toml::value(text, "recipe", Recipe::MAX_BYTES)?)
    }

    /// Reads a recipe that stands in a saved map.
    pub fn from_value(value: Value) -> Result<Recipe, Error> {
        let problems = schema::check(&schema::of::<Recipe>(), &value);
        if !problems.is_empty() {
            return Err(from_toml::several(ErrorKind::Invalid, problems, line));
        }
        serde_json::from_value(value).map_err(|error| Error::new(ErrorKind::Invalid, error.to_string()))
    }

    /// The recipe as a person would write it.
    pub fn to_toml(&self) -> String {
        toml::to_string(self).expect("a recipe is plain data")
    }

    /// The JSON schema of recipes.
    pub fn schema() -> Value {
        schema::of::<Recipe>()
    }

    /// Gives a parameter another value: `fill_percent`, or `2.fill_percent` for the second step.
    pub fn set(&mut self, key: &str, value: Value) -> Result<(), Error> {
        let (step, name) = self.parameter(key)?;
        self.steps[step].with.insert(name.to_owned(), value);
        Ok(())
    }

    /// Which parameter of which step (from 0) is meant by `fill_percent` or `2.fill_percent`.
    pub fn parameter<'a>(&self, key: &'a str) -> Result<(usize, &'a str), Error> {
        let invalid = |message: String| Err(Error::new(ErrorKind::Invalid, message));
        match key.split_once('.') {
            Some((number, name)) => match number.parse::<usize>() {
                Ok(number) if (1..=self.steps.len()).contains(&number) => Ok((number - 1, name)),
                _ => {
                    let (number, steps) = (printable(number), self.steps.len());
                    invalid(format!("{number:?} is no step of this recipe, which has 1 to {steps}"))
                }
            },
            None if self.steps.len() == 1 => Ok((0, key)),
            None => {
                let steps = self.steps.len();
                let key = printable(key);
                invalid(format!("which of the {steps} steps? write 1.{key} to {steps}.{key}"))
            }
        }
    }

    /// Checks the recipe against these algorithms. Everything that is wrong is said at once: step, field, what was
    /// expected, the nearest known name.
    pub fn plan(&self, entries: &[Entry]) -> Result<Plan, Error> {
        self.check(entries).map_err(|problems| {
            let is_unknown = |step: &Step| registry::find(entries, &step.uses).is_none();
            let unknown = matches!(&self.steps[..], [only] if is_unknown(only));
            from_toml::several(if unknown { ErrorKind::UnknownName } else { ErrorKind::Invalid }, problems, line)
        })
    }

    /// The same, with all that is wrong and its paths.
    pub(crate) fn check(&self, entries: &[Entry]) -> Result<Plan, Vec<(String, String)>> {
        // A recipe made in code is held to the same rules as one from a file.
        let value = serde_json::to_value(self).expect("a recipe is plain data");
        let mut problems = schema::check(&schema::of::<Recipe>(), &value);
        for (path, text) in [("/title", &self.title), ("/summary", &self.summary)] {
            if text.chars().any(char::is_control) {
                problems.push((path.to_owned(), "control characters; write it on one line".to_owned()));
            }
        }
        if let Some((index, twice)) =
            entries.iter().enumerate().find(|(index, entry)| entries[..*index].iter().any(|other| other.id == entry.id))
        {
            problems.push((String::new(), format!("algorithm {} of the list is a second {:?}", index + 1, twice.id)));
        }
        let mut steps: Vec<PlannedStep> = Vec::new();
        let layout = |step: &Step| registry::find(entries, &step.uses).filter(|entry| entry.kind == Kind::Layout);
        let natural = self.running().find_map(layout).map_or(Size::new(80, 50), |entry| entry.natural);
        let mut layouts = 0;
        for (index, step) in self.steps.iter().enumerate() {
            let mut wrong = |field: &str, what: String| problems.push((format!("/step/{index}{field}"), what));
            let is_first = self.steps[..index].iter().all(|step| step.off);
            let id = self.step_id(index);
            if steps.iter().any(|other| other.id == id) {
                wrong("/id", format!("{:?} names an earlier step too", printable(&id)));
            }
            if step.id.as_ref().is_some_and(|id| id.chars().any(char::is_control)) {
                wrong("/id", "control characters; a name is a word or two".to_owned());
            }
            if is_first && step.zone.is_some() {
                wrong("/zone", "there are no zones before the first step".to_owned());
            }
            let limit = match (step.area, step.zone) {
                (None, None) => Limit::Whole,
                (Some(area), None) => Limit::Area(area),
                (None, Some(zone)) => Limit::Zone(zone),
                (Some(area), Some(_)) => {
                    wrong("/zone", "a step is limited to an area or to a zone, not to both".to_owned());
                    Limit::Area(area)
                }
            };
            let Some(entry) = registry::find(entries, &step.uses) else {
                let hint = hint(&step.uses, entries.iter().map(|entry| entry.id));
                wrong("/use", format!("no algorithm is called {:?}; {hint}", printable(&step.uses)));
                continue;
            };
            if entry.kind == Kind::Layout && !step.off {
                if !is_first && matches!(limit, Limit::Whole) {
                    let earlier = "would wipe out the steps before it; give it an area or a zone";
                    wrong("/use", format!("{} starts from solid wall and {earlier}", entry.id));
                }
                layouts += 1;
            }
            match entry.build(&Value::Object(step.with.clone())) {
                Ok(generator) => {
                    let (entry, with, off) = (*entry, step.with.clone(), step.off);
                    let step = PlannedStep { id, entry, generator: generator.into(), with, limit, off };
                    let whole = self.size.map(|[width, height]| Size::new(width, height)).unwrap_or(natural);
                    match limit {
                        _ if off => {}
                        Limit::Area(area) => {
                            if let Err(error) = area.checked(whole, |size| step.misfit(size)) {
                                wrong("/area", error);
                            }
                        }
                        // Without a size of its own the recipe may be run at a larger one.
                        Limit::Whole => {
                            if let Some(why) = self.size.and_then(|_| step.misfit(whole)) {
                                wrong("", format!("the recipe's size {whole} {why}"));
                            }
                        }
                        Limit::Zone(_) => {}
                    }
                    steps.push(step);
                }
                Err(wrong_parameters) => {
                    wrong_parameters.into_iter().for_each(|(path, what)| wrong(&format!("/with{path}"), what));
                }
            }
        }
        if layouts == 0 && problems.is_empty() {
            problems.push(("/step".to_owned(), "no step lays out a map; begin with a layout".to_owned()));
        }
        let (requirements, nobody_knows) = Requirements::of(&self.require);
        for name in nobody_knows {
            let hint = hint(name, metrics::ALL.iter().map(|metric| metric.name));
            problems.push((format!("/require/{}", printable(name)), format!("unknown; {hint}")));
        }
        if !problems.is_empty() {
            return Err(problems);
        }
        Ok(Plan::new(self.clone(), steps).requiring(requirements))
    }

    /// The steps that are not left out.
    pub fn running(&self) -> impl Iterator<Item = &Step> {
        self.steps.iter().filter(|step| !step.off)
    }

    /// The name of a step: its own, or its algorithm's with a number from the second use on.
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

/// `/step/1/with/rounds` becomes `step 2 /with/rounds`, with what is wrong there.
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

/// A value as TOML has it (`48`, `true`, `[4, 5]`, `"word"`), or the text itself where it is none.
pub fn value_from_text(text: &str) -> Value {
    let parsed =
        (text.len() <= Recipe::MAX_BYTES).then(|| format!("value = {text}").parse::<toml::Table>().ok()).flatten();
    let single = parsed.filter(|table| table.len() == 1).and_then(|mut table| table.remove("value"));
    single.map_or_else(|| Value::String(text.to_owned()), from_toml::json)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn problems(text: &str) -> Vec<String> {
        let error = Recipe::from_toml(text).and_then(|recipe| recipe.plan(registry::ALL).map(|_| ())).unwrap_err();
        error.problems().to_vec()
    }

    #[test]
    fn every_problem_is_said_at_once() {
        let text = r#"
            [[step]]
            use = "celular"
            [[step]]
            use = "cellular"
            with = { fill_percent = 101, round = 3, born = [9] }
            [[step]]
            use = "bsp"
            with = { min_room = 12, max_room = 8 }
            area = { width = "50%", height = 10 }
            zone = 2
        "#;
        assert_eq!(
            problems(text),
            [
                "step 1 /use: no algorithm is called \"celular\"; did you mean cellular?",
                "step 2 /use: cellular starts from solid wall and would wipe out the steps before it; give it an area or a zone",
                "step 2 /with/fill_percent: 101 is not in 0..=100",
                "step 2 /with/round: unknown; did you mean rounds?",
                "step 2 /with/born/0: 9 is not in 0..=8",
                "step 3 /zone: a step is limited to an area or to a zone, not to both",
                "step 3 /with/min_room: 12 is larger than max_room, which is 8",
            ]
        );
    }

    #[test]
    fn the_form_is_checked_too() {
        assert_eq!(problems("titel = \"x\"\nsize = [0, 5]\nstep = []").len(), 3);
        assert_eq!(problems(""), ["/step: a list of 0, where a list of 1 to 1000, each a table is expected"]);
        assert_eq!(problems("size = ["), ["line 1, column 9: unclosed array, expected `]`"]);
        assert_eq!(problems("[[step]]\nuse = \"connect\""), ["/step: no step lays out a map; begin with a layout"]);
        assert_eq!(problems("[[step]]"), ["step 1: use is missing"]);
        assert_eq!(problems("[[step]]\nuse = \"arena\"\narea = { width = \"150%\", height = 3 }").len(), 1);
        let same = "[[step]]\nuse = \"arena\"\nid = \"a\"\n[[step]]\nuse = \"connect\"\nid = \"a\"";
        assert_eq!(problems(same), ["step 2 /id: \"a\" names an earlier step too"]);
    }

    #[test]
    fn a_recipe_written_out_reads_the_same() {
        let text = "title = \"x\"\nsize = [9, 8]\n\n[[step]]\nuse = \"arena\"\n\n[step.with]\nwall = 2\n\n[step.area]\nx = 1\ny = \"10%\"\nwidth = 7\nheight = \"90%\"\n";
        let recipe = Recipe::from_toml(text).unwrap();
        assert_eq!(Recipe::from_toml(&recipe.to_toml()).unwrap(), recipe);
        assert_eq!(Recipe::from_value(serde_json::to_value(&recipe).unwrap()).unwrap(), recipe);
    }

    #[test]
    fn parameters_are_set_by_step() {
        let mut recipe = Recipe::of("arena", serde_json::Map::new());
        recipe.set("wall", json!(2)).unwrap();
        recipe.set("1.wall", json!(3)).unwrap();
        assert_eq!(recipe.steps[0].with["wall"], 3);
        assert!(recipe.set("2.wall", json!(3)).is_err());
        recipe.steps.push(Step { uses: "connect".to_owned(), ..Step::default() });
        assert_eq!(
            recipe.set("wall", json!(3)).unwrap_err().to_string(),
            "which of the 2 steps? write 1.wall to 2.wall"
        );
    }

    #[test]
    fn values_are_read_as_toml_or_as_words() {
        assert_eq!(value_from_text("48"), json!(48));
        assert_eq!(value_from_text("[4, 5]"), json!([4, 5]));
        assert_eq!(value_from_text("small"), json!("small"));
        assert_eq!(value_from_text("1\nother = 2"), json!("1\nother = 2"));
    }

    #[test]
    fn per_cents_of_neighbours_meet() {
        let area = |x, width| Area {
            x: Measure::Percent(x),
            y: Measure::Tiles(0),
            width: Measure::Percent(width),
            height: Measure::Tiles(1),
        };
        for whole in 1..200 {
            let size = Size::new(whole, 1);
            assert_eq!(area(0, 33).on(size).right(), area(33, 34).on(size).x);
            assert_eq!(area(67, 33).on(size).right(), whole);
        }
    }
}
