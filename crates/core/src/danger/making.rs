//! What lays out a level: one algorithm, a shipped recipe, or steps written out. Tables and set pieces say it in the same words.

use crate::generator::Entry;
use crate::grid::Size;
use crate::nearest::hint;
use crate::plan::PlannedStep;
use crate::presets;
use crate::recipe::{self, Recipe, Step};
use crate::schema::printable;
use serde_json::{Map as JsonMap, Value};

/// The words of somebody who says what lays out a level.
pub(crate) struct Making<'a> {
    pub(crate) uses: Option<&'a str>,
    pub(crate) with: &'a JsonMap<String, Value>,
    pub(crate) preset: Option<&'a str>,
    pub(crate) steps: &'a [Step],
}

/// What they mean: steps, and how often they are tried.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Laid {
    pub(crate) steps: Vec<Step>,
    pub(crate) attempts: u32,
}

/// What is wrong, each with its path.
pub(crate) type Problems = Vec<(String, String)>;

impl<'a> Making<'a> {
    /// What it is called where nobody gave it a name.
    pub(crate) fn name(&self) -> &'a str {
        let first = || self.steps.first().map(|step| &*step.uses);
        self.preset.or(self.uses).or_else(first).unwrap_or_default()
    }

    /// The steps, or what is wrong with the words.
    pub(crate) fn lay(&self) -> Result<Laid, Problems> {
        let wrong = |path: &str, what: String| Err(vec![(path.to_owned(), what)]);
        let attempts = Recipe::default().attempts;
        let said = [self.uses.is_some(), self.preset.is_some(), !self.steps.is_empty()];
        if said.iter().filter(|said| **said).count() != 1 {
            let many = if said.contains(&true) { "more than one" } else { "nothing" };
            return wrong("", format!("{many} says what lays it out; one of use, preset and steps does"));
        }
        if !self.with.is_empty() && self.uses.is_none() {
            return wrong(
                "/with",
                "parameters are those of use; a preset has its own, and so has each of the steps".into(),
            );
        }
        match (self.uses, self.preset) {
            (Some(uses), _) => {
                let step = Step { uses: uses.to_owned(), with: self.with.clone(), ..Step::default() };
                Ok(Laid { steps: vec![step], attempts })
            }
            (None, Some(name)) => match presets::find(name) {
                Some(preset) => {
                    let Recipe { steps, attempts, .. } = preset.recipe();
                    Ok(Laid { steps, attempts })
                }
                None => {
                    let hint = hint(name, presets::ALL.iter().map(|preset| preset.name));
                    wrong("/preset", format!("no preset is called {:?}; {hint}", printable(name)))
                }
            },
            (None, None) => Ok(Laid { steps: self.steps.to_vec(), attempts }),
        }
    }

    /// The steps, checked against these algorithms at this size.
    pub(crate) fn plan(&self, entries: &[Entry], size: Option<Size>) -> Result<(Laid, Vec<PlannedStep>), Problems> {
        let laid = self.lay()?;
        let size = size.map(|size| [size.width, size.height]);
        let recipe = Recipe { steps: laid.steps.clone(), attempts: laid.attempts, size, ..Recipe::default() };
        match recipe.check(entries) {
            Ok(plan) => Ok((laid, plan.into_steps())),
            Err(problems) => Err(problems.into_iter().map(|(path, what)| self.at(&path, what)).collect()),
        }
    }

    /// What is wrong at `/step/1/with/rounds` of the recipe, with the path in the file.
    fn at(&self, path: &str, what: String) -> (String, String) {
        let step = path.strip_prefix("/step/");
        let field = || step.and_then(|step| step.find('/').map(|from| step[from..].to_owned())).unwrap_or_default();
        match step {
            _ if self.preset.is_some() => ("/preset".to_owned(), recipe::line(path, &what)),
            Some(_) if self.uses.is_some() => (field(), what),
            Some(step) => (format!("/steps/{step}"), what),
            None => (String::new(), recipe::line(path, &what)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry;
    use serde_json::json;

    fn problems(uses: Option<&str>, with: &Value, preset: Option<&str>, steps: &Value) -> Vec<String> {
        let steps: Vec<Step> = serde_json::from_value(steps.clone()).unwrap();
        let making = Making { uses, with: with.as_object().unwrap(), preset, steps: &steps };
        let problems = making.plan(registry::ALL, Some(Size::new(80, 50))).err().unwrap_or_default();
        problems.into_iter().map(|(path, what)| format!("{path}: {what}")).collect()
    }

    #[test]
    fn one_word_says_what_lays_it_out() {
        assert!(problems(Some("digger"), &json!({}), None, &json!([])).is_empty());
        assert!(problems(None, &json!({}), Some("keep"), &json!([])).is_empty());
        assert!(problems(None, &json!({}), None, &json!([{"use": "arena"}])).is_empty());
        let two = problems(Some("digger"), &json!({}), Some("keep"), &json!([]));
        assert_eq!(two, [": more than one says what lays it out; one of use, preset and steps does"]);
        let none = problems(None, &json!({}), None, &json!([]));
        assert_eq!(none, [": nothing says what lays it out; one of use, preset and steps does"]);
        assert!(problems(None, &json!({"x": 1}), Some("keep"), &json!([]))[0].starts_with("/with: "));
    }

    #[test]
    fn problems_have_their_place_in_the_file() {
        let with = problems(Some("cellular"), &json!({"fill_percent": 101}), None, &json!([]));
        assert_eq!(with, ["/with/fill_percent: 101 is not in 0..=100"]);
        let unknown = problems(Some("diger"), &json!({}), None, &json!([]));
        assert_eq!(unknown, ["/use: no algorithm is called \"diger\"; did you mean digger?"]);
        let second = problems(None, &json!({}), None, &json!([{"use": "arena"}, {"use": "lop"}]));
        assert!(second[0].starts_with("/steps/1/use: no algorithm is called \"lop\""), "{second:?}");
        let preset = problems(None, &json!({}), Some("keap"), &json!([]));
        assert_eq!(preset, ["/preset: no preset is called \"keap\"; did you mean keep?"]);
    }
}
