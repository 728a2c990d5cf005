//! Source of a level's layout: one algorithm, a shipped recipe, or a list of steps. Tables and set
//! pieces share these keys.

use crate::base::grid::Size;
use crate::base::nearest::hint;
use crate::generator::Entry;
use crate::params::schema::printable;
use crate::recipe::{self, Recipe, Step};
use crate::run::plan::PlannedStep;
use crate::run::presets;
use serde_json::{Map as JsonMap, Value};

/// Keys that define the layout of a level.
pub(crate) struct LayoutSource<'a> {
    pub(crate) uses: Option<&'a str>,
    pub(crate) with: &'a JsonMap<String, Value>,
    pub(crate) preset: Option<&'a str>,
    pub(crate) steps: &'a [Step],
}

/// Steps of a layout, and the number of attempts.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Laid {
    pub(crate) steps: Vec<Step>,
    pub(crate) attempts: u32,
}

/// Errors, each with its path.
pub(crate) type Problems = Vec<(String, String)>;

impl<'a> LayoutSource<'a> {
    /// Returns the default name.
    pub(crate) fn name(&self) -> &'a str {
        let first = || self.steps.first().map(|step| &*step.uses);
        self.preset.or(self.uses).or_else(first).unwrap_or_default()
    }

    /// Returns the steps, or the errors in the keys.
    pub(crate) fn lay(&self) -> Result<Laid, Problems> {
        let wrong = |path: &str, what: String| Err(vec![(path.to_owned(), what)]);
        let attempts = Recipe::default().attempts;
        let said = [self.uses.is_some(), self.preset.is_some(), !self.steps.is_empty()];
        if said.iter().filter(|said| **said).count() != 1 {
            let many = if said.contains(&true) { "more than one" } else { "nothing" };
            return wrong("", format!("{many} is set; set exactly one of use, preset and steps"));
        }
        if !self.with.is_empty() && self.uses.is_none() {
            return wrong("/with", "with needs use; presets and steps have their own parameters".into());
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

    /// Returns the steps, checked against these algorithms at this size.
    pub(crate) fn plan(&self, entries: &[Entry], size: Option<Size>) -> Result<(Laid, Vec<PlannedStep>), Problems> {
        let laid = self.lay()?;
        let size = size.map(|size| [size.width, size.height]);
        let recipe = Recipe { steps: laid.steps.clone(), attempts: laid.attempts, size, ..Recipe::default() };
        match recipe.check(entries) {
            Ok(plan) => Ok((laid, plan.into_steps())),
            Err(problems) => Err(problems.into_iter().map(|(path, what)| self.at(&path, what)).collect()),
        }
    }

    /// Converts an error at `/step/1/with/rounds` of the recipe to its path in the file.
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
        let making = LayoutSource { uses, with: with.as_object().unwrap(), preset, steps: &steps };
        let problems = making.plan(registry::ALL, Some(Size::new(80, 50))).err().unwrap_or_default();
        problems.into_iter().map(|(path, what)| format!("{path}: {what}")).collect()
    }

    #[test]
    fn a_layout_is_an_algorithm_a_preset_or_steps() {
        assert!(problems(Some("digger"), &json!({}), None, &json!([])).is_empty());
        assert!(problems(None, &json!({}), Some("keep"), &json!([])).is_empty());
        assert!(problems(None, &json!({}), None, &json!([{"use": "arena"}])).is_empty());
        let two = problems(Some("digger"), &json!({}), Some("keep"), &json!([]));
        assert_eq!(two, [": more than one is set; set exactly one of use, preset and steps"]);
        let none = problems(None, &json!({}), None, &json!([]));
        assert_eq!(none, [": nothing is set; set exactly one of use, preset and steps"]);
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
