//! [`Problem`]: an error in a recipe with its position, for display beside the text.

use super::plan::Plan;
use crate::base::error::{Error, ErrorKind};
use crate::generator::Entry;
use crate::params::from_toml::{self, Slip};
use crate::recipe::{Recipe, Step, line};
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeSet;

/// Error in a recipe.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct Problem {
    /// JSON pointer to the wrong value, like `/step/1/with/rounds`; empty for the whole recipe.
    pub path: String,
    /// Description of the error.
    pub message: String,
    /// Line of the text, from 1: that of the key, or of the table that lacks a key.
    pub line: Option<usize>,
    /// Character in that line, from 1.
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
    /// Reads and checks a recipe. The error lists everything that is wrong with its form and its
    /// meaning.
    pub fn plan_from_toml(text: &str, entries: &[Entry]) -> Result<Plan, Error> {
        let value = from_toml::value(text, "recipe", Recipe::MAX_BYTES)?;
        if let Ok(recipe) = Recipe::from_value(value.clone()) {
            return recipe.plan(entries);
        }
        Err(from_toml::several(ErrorKind::Invalid, wrong(&value, entries), line))
    }

    /// Returns all errors of the recipe in this text with their positions; empty if it can be
    /// planned.
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

    /// Returns all errors of a recipe in JSON form.
    pub fn problems_of(value: &Value, entries: &[Entry]) -> Vec<Problem> {
        let wrong = wrong(value, entries);
        let more = from_toml::more_than_enough(wrong.len());
        let told = wrong.into_iter().take(from_toml::MAX_PROBLEMS);
        told.chain(more.map(|more| (String::new(), more))).map(Problem::new).collect()
    }
}

/// Returns the errors of form and meaning, each with its path.
fn wrong(value: &Value, entries: &[Entry]) -> Vec<(String, String)> {
    let mut problems = Recipe::problems_of_form(value);
    let meaning = if problems.is_empty() {
        match serde_json::from_value::<Recipe>(value.clone()) {
            Ok(recipe) => recipe.check(entries).err().unwrap_or_default(),
            Err(error) => vec![(String::new(), error.to_string())],
        }
    } else {
        // Check as many steps as can be read in spite of the errors of form.
        let recipe = readable(value);
        // Report missing steps only if none were written; a wrong value in their place is an error
        // of form.
        let told = recipe.steps.is_empty() && value.as_object().is_none_or(|keys| keys.contains_key("step"));
        if told { Vec::new() } else { recipe.check(entries).err().unwrap_or_default() }
    };
    let form: BTreeSet<_> = problems.iter().cloned().collect();
    // A step without an algorithm was already reported as an error of form.
    let unnamed = |path: &str| path.ends_with("/use") && !value.pointer(path).is_some_and(Value::is_string);
    problems.extend(meaning.into_iter().filter(|problem| !form.contains(problem) && !unnamed(&problem.0)));
    problems
}

/// Returns the readable steps of a recipe that is not well formed.
fn readable(value: &Value) -> Recipe {
    let steps = value.get("step").and_then(Value::as_array).into_iter().flatten();
    // Steps beyond the limit of a recipe would add no new errors.
    let steps = steps.take(1_000).enumerate().map(|(index, step)| Step {
        uses: step.get("use").and_then(Value::as_str).unwrap_or_default().to_owned(),
        with: step.get("with").and_then(Value::as_object).cloned().unwrap_or_default(),
        // Limited to a zone, so that it does not count as a second layout of the whole map.
        zone: step.get("area").or(step.get("zone")).filter(|_| index > 0).map(|_| 0),
        off: step.get("off").and_then(Value::as_bool).unwrap_or_default(),
        ..Step::default()
    });
    Recipe { steps: steps.collect(), ..Recipe::default() }
}
