//! [`Problem`]: what is wrong with a recipe and where, for whoever shows it beside the text.

use super::{Recipe, Step, line};
use crate::error::{Error, ErrorKind};
use crate::from_toml::{self, Slip};
use crate::generator::Entry;
use crate::plan::Plan;
use crate::schema;
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeSet;

/// Something that is wrong with a recipe.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Problem {
    /// What it is about, as a JSON pointer: `/step/1/with/rounds`, or nothing for the whole recipe.
    pub path: String,
    /// What is wrong there.
    pub message: String,
    /// The line of the text, from 1: that of the key, or of the table from which something is missing.
    pub line: Option<usize>,
    /// The character of that line, from 1.
    pub column: Option<usize>,
}

impl Problem {
    fn new((path, message): (String, String)) -> Problem {
        Problem { path, message, line: None, column: None }
    }

    fn at(self, place: Option<(usize, usize)>) -> Problem {
        let (line, column) = place.unzip();
        Problem { line, column, ..self }
    }
}

impl Recipe {
    /// Reads a recipe and checks what it means, and says everything that is wrong with either at once.
    pub fn plan_from_toml(text: &str, entries: &[Entry]) -> Result<Plan, Error> {
        let value = from_toml::value(text, "recipe", Recipe::MAX_BYTES)?;
        if let Ok(recipe) = Recipe::from_value(value.clone()) {
            return recipe.plan(entries);
        }
        Err(from_toml::several(ErrorKind::Invalid, wrong(&value, entries), line))
    }

    /// Everything that is wrong with the recipe in this text, with its place; nothing, when it can be planned.
    ///
    /// ```
    /// use mapwright::{Recipe, registry};
    /// let text = "title = \"A cave\"\n\n[[step]]\nuse = \"cellular\"\nwith = { round = 3 }";
    /// let problems = Recipe::problems(text, registry::ALL);
    /// assert_eq!((problems[0].path.as_str(), problems[0].line), ("/step/0/with/round", Some(5)));
    /// assert_eq!(problems[0].message, "unknown; did you mean rounds?");
    /// ```
    pub fn problems(text: &str, entries: &[Entry]) -> Vec<Problem> {
        if text.len() > Recipe::MAX_BYTES {
            let message = format!("a recipe of {} bytes; the limit is {}", text.len(), Recipe::MAX_BYTES);
            return vec![Problem::new((String::new(), message))];
        }
        match from_toml::parse(text) {
            Ok(value) => {
                let problems = Recipe::problems_of(&value, entries);
                let paths: Vec<String> = problems.iter().map(|problem| problem.path.clone()).collect();
                let places = from_toml::places(text, paths.iter().map(String::as_str));
                problems.into_iter().zip(places).map(|(problem, place)| problem.at(place)).collect()
            }
            Err(Slip { at, what }) => vec![Problem::new((String::new(), what)).at(Some(at))],
        }
    }

    /// Everything that is wrong with a recipe as JSON has it.
    pub fn problems_of(value: &Value, entries: &[Entry]) -> Vec<Problem> {
        let wrong = wrong(value, entries);
        let more = from_toml::more_than_enough(wrong.len());
        let told = wrong.into_iter().take(from_toml::MOST_PROBLEMS);
        told.chain(more.map(|more| (String::new(), more))).map(Problem::new).collect()
    }
}

/// What is wrong with form and meaning, each with its path.
fn wrong(value: &Value, entries: &[Entry]) -> Vec<(String, String)> {
    let mut problems = schema::check(&schema::of::<Recipe>(), value);
    let meaning = if problems.is_empty() {
        match serde_json::from_value::<Recipe>(value.clone()) {
            Ok(recipe) => recipe.check(entries).err().unwrap_or_default(),
            Err(error) => vec![(String::new(), error.to_string())],
        }
    } else {
        // What can be told about the steps in spite of that.
        let recipe = readable(value);
        // That there is no step is told where nobody wrote any; what was written in their place was a matter of form.
        let told = recipe.steps.is_empty() && value.as_object().is_none_or(|keys| keys.contains_key("step"));
        if told { Vec::new() } else { recipe.check(entries).err().unwrap_or_default() }
    };
    let form: BTreeSet<_> = problems.iter().cloned().collect();
    // That a step names no algorithm was a matter of form.
    let unnamed = |path: &str| path.ends_with("/use") && !value.pointer(path).is_some_and(Value::is_string);
    problems.extend(meaning.into_iter().filter(|problem| !form.contains(problem) && !unnamed(&problem.0)));
    problems
}

/// The steps of a recipe that is not well formed, as far as they can be read.
fn readable(value: &Value) -> Recipe {
    let steps = value.get("step").and_then(Value::as_array).into_iter().flatten();
    // More than a recipe may have tell nothing new.
    let steps = steps.take(1_000).enumerate().map(|(index, step)| Step {
        uses: step.get("use").and_then(Value::as_str).unwrap_or_default().to_owned(),
        with: step.get("with").and_then(Value::as_object).cloned().unwrap_or_default(),
        // Limited to something, so that it is not taken for a second layout of the whole map.
        zone: step.get("area").or(step.get("zone")).filter(|_| index > 0).map(|_| 0),
        off: step.get("off").and_then(Value::as_bool).unwrap_or_default(),
        ..Step::default()
    });
    Recipe { steps: steps.collect(), ..Recipe::default() }
}
