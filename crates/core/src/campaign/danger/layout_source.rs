//! Source of a level's layout: one algorithm, a shipped recipe, or a list of steps. Tables and set
//! pieces share these keys.

use super::place_plan::{PlacePlan, overrule};
use crate::base::grid::Size;
use crate::base::nearest::hint;
use crate::generator::{Entry, Kind};
use crate::params::schema::printable;
use crate::place;
use crate::recipe::{self, Placers, Recipe, Step};
use crate::run::plan::PlannedStep;
use crate::run::presets;
use serde_json::{Map as JsonMap, Value};

/// Keys that define the layout of a level.
pub(crate) struct LayoutSource<'a> {
    pub(crate) uses: Option<&'a str>,
    pub(crate) with: &'a JsonMap<String, Value>,
    pub(crate) preset: Option<&'a str>,
    pub(crate) steps: &'a [Step],
    /// The steps that place its monsters and exits.
    pub(crate) placers: Placers,
}

/// Steps of a layout, the number of attempts, and the record of its preset.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Laid {
    pub(crate) steps: Vec<Step>,
    pub(crate) attempts: u32,
    pub(crate) placers: Placers,
}

/// Checked layout of a level.
#[derive(Clone, Debug)]
pub(crate) struct PlannedLayout {
    /// Steps that lay out and shape the level, as written and as they run.
    pub(crate) steps: Vec<(Step, PlannedStep)>,
    pub(crate) attempts: u32,
    /// Placements that belong to the layout: of its record, and among its steps.
    pub(crate) own: Vec<PlacePlan>,
    /// Placements of the record of its algorithm, for campaigns without placements of their own.
    pub(crate) usual: Vec<PlacePlan>,
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
                Ok(Laid { steps: vec![step], attempts, placers: Placers::default() })
            }
            (None, Some(name)) => match presets::find(name) {
                Some(preset) => {
                    let recipe = preset.recipe();
                    let placers = recipe.placers();
                    Ok(Laid { steps: recipe.steps, attempts: recipe.attempts, placers })
                }
                None => {
                    let hint = hint(name, presets::ALL.iter().map(|preset| preset.name));
                    wrong("/preset", format!("no preset is called {:?}; {hint}", printable(name)))
                }
            },
            (None, None) => Ok(Laid { steps: self.steps.to_vec(), attempts, placers: Placers::default() }),
        }
    }

    /// Returns the steps and placements, checked against these algorithms at this size.
    pub(crate) fn plan(&self, entries: &[Entry], size: Option<Size>) -> Result<PlannedLayout, Problems> {
        let Laid { steps, attempts, placers } = self.lay()?;
        let sides = size.map(|size| [size.width, size.height]);
        let recipe = Recipe { steps, attempts, size: sides, ..Recipe::default() };
        let mut problems = Problems::new();
        let mut own = PlacePlan::of_record(&self.placers.clone().or(placers), entries, size, &mut problems);
        let planned = match recipe.check(entries) {
            Ok(plan) => plan.into_steps(),
            Err(wrong) => {
                problems.splice(0..0, wrong.into_iter().map(|(path, what)| self.at(&path, what)));
                return Err(problems);
            }
        };
        let usual = PlacePlan::of_record(&place::layout_placers(&recipe, entries), entries, size, &mut problems);
        if !problems.is_empty() {
            return Err(problems);
        }
        let is_placement = |(_, planned): &(Step, PlannedStep)| planned.entry.kind == Kind::Place && !planned.off;
        let (placements, steps): (Vec<_>, Vec<_>) = recipe.steps.into_iter().zip(planned).partition(is_placement);
        overrule(&mut own, placements.into_iter().map(|(step, planned)| PlacePlan::new(step, planned)).collect());
        Ok(PlannedLayout { steps, attempts, own, usual })
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
        let placers = Placers::default();
        let making = LayoutSource { uses, with: with.as_object().unwrap(), preset, steps: &steps, placers };
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
        assert_eq!(with, ["/with/fill_percent: 101 is not between 0 and 100"]);
        let unknown = problems(Some("diger"), &json!({}), None, &json!([]));
        assert_eq!(unknown, ["/use: no algorithm is called \"diger\"; did you mean digger?"]);
        let second = problems(None, &json!({}), None, &json!([{"use": "arena"}, {"use": "lop"}]));
        assert!(second[0].starts_with("/steps/1/use: no algorithm is called \"lop\""), "{second:?}");
        let preset = problems(None, &json!({}), Some("keap"), &json!([]));
        assert_eq!(preset, ["/preset: no preset is called \"keap\"; did you mean keep?"]);
    }
}
