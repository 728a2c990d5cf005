//! [`Recipe::plan`]: checks a recipe against the available algorithms.

use super::plan::{Limit, Plan, PlannedStep};
use super::requirements::Requirements;
use crate::base::error::{Error, ErrorKind};
use crate::base::grid::Size;
use crate::base::nearest::hint;
use crate::generator::{Entry, Kind};
use crate::metrics;
use crate::params::from_toml;
use crate::params::schema::printable;
use crate::recipe::{Recipe, Step, line};
use crate::registry;
use serde_json::Value;

impl Recipe {
    /// Checks the recipe against these algorithms. The error lists everything that is wrong: step,
    /// field, the expected value and the nearest known name.
    pub fn plan(&self, entries: &[Entry]) -> Result<Plan, Error> {
        self.check(entries).map_err(|problems| {
            let is_unknown = |step: &Step| registry::find(entries, &step.uses).is_none();
            let unknown = matches!(&self.steps[..], [only] if is_unknown(only));
            from_toml::several(if unknown { ErrorKind::UnknownName } else { ErrorKind::Invalid }, problems, line)
        })
    }

    /// Checks the recipe and returns all errors with their paths.
    pub(crate) fn check(&self, entries: &[Entry]) -> Result<Plan, Vec<(String, String)>> {
        // A recipe made in code must follow the same rules as one from a file.
        let value = serde_json::to_value(self).expect("a recipe is plain data");
        let mut problems = Recipe::problems_of_form(&value);
        for (path, text) in [("/title", &self.title), ("/summary", &self.summary)] {
            if text.chars().any(char::is_control) {
                problems.push((path.to_owned(), "control characters; write it on one line".to_owned()));
            }
        }
        if let Some((index, twice)) =
            entries.iter().enumerate().find(|(index, entry)| entries[..*index].iter().any(|other| other.id == entry.id))
        {
            let message = format!("algorithm {} of the list repeats the id {:?}", index + 1, twice.id);
            problems.push((String::new(), message));
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
                wrong("/id", format!("{:?} is already the name of an earlier step", printable(&id)));
            }
            if step.id.as_ref().is_some_and(|id| id.chars().any(char::is_control)) {
                wrong("/id", "control characters; a name is a word or two".to_owned());
            }
            let limit = limit_of(step, is_first, &mut wrong);
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
                    if !off {
                        self.check_fit(&step, natural, &mut wrong);
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
        for (role, placer) in self.placers().iter() {
            let wrong = placer_problems(role, &placer.step(role), entries);
            problems.extend(wrong.into_iter().map(|(path, what)| (format!("/{role}{path}"), what)));
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

    /// Checks whether a step fits into the recipe's size, or into `natural` if the recipe has none.
    fn check_fit(&self, step: &PlannedStep, natural: Size, wrong: &mut impl FnMut(&str, String)) {
        let whole = self.size.map(|[width, height]| Size::new(width, height)).unwrap_or(natural);
        match step.limit {
            Limit::Area(area) => {
                if let Err(error) = area.checked(whole, |size| step.size_error(size)) {
                    wrong("/area", error);
                }
            }
            // A recipe without a size may be run at a larger one.
            Limit::Whole => {
                if let Some(why) = self.size.and_then(|_| step.size_error(whole)) {
                    wrong("", format!("the recipe's size {whole} {why}"));
                }
            }
            Limit::Zone(_) => {}
        }
    }
}

/// Returns everything that is wrong with the step that places monsters or exits.
pub(crate) fn placer_problems(role: &str, step: &Step, entries: &[Entry]) -> Vec<(String, String)> {
    let Some(entry) = registry::find(entries, &step.uses) else {
        // A list of one's own may lack the default steps; then nothing of the kind is placed.
        if step.uses == role {
            return Vec::new();
        }
        let hint = hint(&step.uses, entries.iter().map(|entry| entry.id));
        return vec![("/use".to_owned(), format!("no algorithm is called {:?}; {hint}", printable(&step.uses)))];
    };
    if entry.kind != Kind::Place {
        return vec![("/use".to_owned(), format!("{} changes the layout; {role} need a step that places", entry.id))];
    }
    let built = entry.build(&Value::Object(step.with.clone()));
    built.err().into_iter().flatten().map(|(path, what)| (format!("/with{path}"), what)).collect()
}

/// Returns the part of the map that a step is limited to.
fn limit_of(step: &Step, is_first: bool, wrong: &mut impl FnMut(&str, String)) -> Limit {
    if is_first && step.zone.is_some() {
        wrong("/zone", "the first step has no zones to work on".to_owned());
    }
    match (step.area, step.zone) {
        (None, None) => Limit::Whole,
        (Some(area), None) => Limit::Area(area),
        (None, Some(zone)) => Limit::Zone(zone),
        (Some(area), Some(_)) => {
            wrong("/zone", "a step is limited to an area or to a zone, not to both".to_owned());
            Limit::Area(area)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problems(text: &str) -> Vec<String> {
        let error = Recipe::from_toml(text).and_then(|recipe| recipe.plan(registry::ALL).map(|_| ())).unwrap_err();
        error.problems().to_vec()
    }

    #[test]
    fn all_problems_are_reported_at_once() {
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
                "step 2 /use: cellular starts from solid wall and would wipe out the steps before it; \
                 give it an area or a zone",
                "step 2 /with/fill_percent: 101 is not between 0 and 100",
                "step 2 /with/round: unknown; did you mean rounds?",
                "step 2 /with/born/0: 9 is not between 0 and 8",
                "step 3 /zone: a step is limited to an area or to a zone, not to both",
                "step 3 /with/min_room: 12 is larger than max_room, which is 8",
            ]
        );
    }

    #[test]
    fn the_syntax_is_checked_too() {
        assert_eq!(problems("titel = \"x\"\nsize = [0, 5]\nstep = []").len(), 3);
        assert_eq!(problems(""), ["/step: a list of 0, where a list of 1 to 1000, each a table is expected"]);
        assert_eq!(problems("size = ["), ["line 1, column 9: unclosed array, expected `]`"]);
        assert_eq!(problems("[[step]]\nuse = \"connect\""), ["/step: no step lays out a map; begin with a layout"]);
        assert_eq!(problems("[[step]]"), ["step 1: use is missing"]);
        assert_eq!(problems("[[step]]\nuse = \"arena\"\narea = { width = \"150%\", height = 3 }").len(), 1);
        let same = "[[step]]\nuse = \"arena\"\nid = \"a\"\n[[step]]\nuse = \"connect\"\nid = \"a\"";
        assert_eq!(problems(same), ["step 2 /id: \"a\" is already the name of an earlier step"]);
    }
}
