//! [`Recipe::set`]: finds the step that a key like `size`, `2.size` or `bsp.size` belongs to.

use crate::base::error::{Error, ErrorKind};
use crate::base::nearest::{hint, nearest};
use crate::generator::Entry;
use crate::params::schema::printable;
use crate::recipe::Recipe;
use crate::registry;
use serde_json::Value;

/// Maximum number of steps that an error message lists by name.
const MAX_LISTED: usize = 12;

impl Recipe {
    /// Sets a parameter. See [`Recipe::parameter`] for the forms of the key. `null` removes it from
    /// the recipe, so that it has its default again; a parameter that is set by default and may be
    /// unset is unset.
    ///
    /// ```
    /// use mapwright::{Recipe, registry};
    /// let mut recipe = Recipe::from_toml("[[step]]\nuse = \"bsp\"\n[[step]]\nuse = \"connect\"")?;
    /// recipe.set("min_room", 3.into(), registry::ALL)?;
    /// assert_eq!(recipe.steps[0].with["min_room"], 3);
    /// # Ok::<(), mapwright::Error>(())
    /// ```
    pub fn set(&mut self, key: &str, value: Value, entries: &[Entry]) -> Result<(), Error> {
        let (step, name) = self.parameter(key, entries)?;
        let step = &mut self.steps[step];
        let may_be_unset = |entry: &Entry| {
            let is_set = entry.defaults().get(name).is_some_and(|default| !default.is_null());
            is_set && entry.build(&Value::Object([(name.to_owned(), Value::Null)].into_iter().collect())).is_ok()
        };
        if value.is_null() && !registry::find(entries, &step.uses).is_some_and(may_be_unset) {
            step.with.shift_remove(name);
        } else {
            step.with.insert(name.to_owned(), value);
        }
        Ok(())
    }

    /// Returns the index of the step and the name of the parameter that a key refers to:
    ///
    /// - `fill_percent`: the only step with that parameter;
    /// - `2.fill_percent`: the second step;
    /// - `cellular.fill_percent`: the step of that name, or the only step of that algorithm.
    ///
    /// The error lists the steps to choose from, or the nearest known parameter.
    pub fn parameter<'a>(&self, key: &'a str, entries: &[Entry]) -> Result<(usize, &'a str), Error> {
        if let Some((step, name)) = key.split_once('.') {
            return Ok((self.step_named(step, name)?, name));
        }
        let parameters: Vec<Option<Parameters>> =
            self.steps.iter().map(|step| registry::find(entries, &step.uses).map(Parameters::of)).collect();
        let accepts = |index: &usize| parameters[*index].as_ref().is_some_and(|parameters| parameters.accept(key));
        let found: Vec<usize> = (0..parameters.len()).filter(accepts).collect();
        match found[..] {
            [step] => Ok((step, key)),
            [] => {
                if parameters.is_empty() || parameters.iter().any(Option::is_none) {
                    // A step without a known algorithm is the error to report.
                    self.plan(entries)?;
                }
                Err(self.no_parameter(key, &parameters))
            }
            _ => Err(self.choose(&format!("`{}` exists", printable(key)), &found, key)),
        }
    }

    /// Returns the step with this number or name.
    fn step_named(&self, step: &str, parameter: &str) -> Result<usize, Error> {
        if let Ok(number) = step.parse::<usize>() {
            let index = number.checked_sub(1).filter(|&index| index < self.steps.len());
            return index.ok_or_else(|| self.no_step(step));
        }
        if let Some(index) = (0..self.steps.len()).find(|&index| self.step_id(index) == step) {
            return Ok(index);
        }
        let found: Vec<usize> = (0..self.steps.len()).filter(|&index| self.steps[index].uses == step).collect();
        match found[..] {
            [index] => Ok(index),
            [] => Err(self.no_step(step)),
            _ => Err(self.choose(&format!("{} is used", printable(step)), &found, parameter)),
        }
    }

    fn choose(&self, what: &str, steps: &[usize], parameter: &str) -> Error {
        let parameter = printable(parameter);
        let keys = steps.iter().take(MAX_LISTED).map(|index| format!("{}.{parameter}", index + 1));
        invalid(format!("{what} in {}: write {}", self.listed(steps), joined(keys.collect(), "or")))
    }

    fn no_step(&self, step: &str) -> Error {
        let names: Vec<String> = (0..self.steps.len()).map(|index| self.step_id(index)).collect();
        let way_out = match nearest(step, names.iter().map(String::as_str)) {
            Some(name) => format!("did you mean {}?", printable(name)),
            None => self.choices(),
        };
        invalid(format!("there is no step {:?}; {way_out}", printable(step)))
    }

    fn no_parameter(&self, key: &str, parameters: &[Option<Parameters>]) -> Error {
        let known = parameters.iter().flatten().flat_map(Parameters::names);
        let typed = printable(key);
        match (&self.steps[..], nearest(key, known.clone())) {
            ([only], _) => invalid(format!("{} has no parameter `{typed}`; {}", only.uses, hint(key, known))),
            (_, Some(near)) => invalid(format!("no step has a parameter `{typed}`; did you mean {near}?")),
            (_, None) => invalid(format!("no step has a parameter `{typed}`; {}", self.choices())),
        }
    }

    /// Returns the end of an error message: all steps of the recipe.
    fn choices(&self) -> String {
        let all: Vec<usize> = (0..self.steps.len()).collect();
        format!("the recipe has {}", self.listed(&all))
    }

    /// Lists steps: `steps 1 (bsp) and 3 (lake)`.
    fn listed(&self, steps: &[usize]) -> String {
        let named =
            steps.iter().take(MAX_LISTED).map(|&index| format!("{} ({})", index + 1, printable(&self.step_id(index))));
        let mut named: Vec<String> = named.collect();
        if steps.len() > MAX_LISTED {
            named.push(format!("{} more", steps.len() - MAX_LISTED));
        }
        let noun = if steps.len() == 1 { "step" } else { "steps" };
        format!("{noun} {}", joined(named, "and"))
    }
}

fn invalid(message: String) -> Error {
    Error::new(ErrorKind::Invalid, message)
}

/// Joins words: `a`, `a and b`, `a, b and c`.
fn joined(words: Vec<String>, last: &str) -> String {
    match &words[..] {
        [before @ .., end] if !before.is_empty() => format!("{} {last} {end}", before.join(", ")),
        words => words.concat(),
    }
}

/// Parameters of an algorithm, read from its schema.
struct Parameters {
    schema: Value,
}

impl Parameters {
    fn of(entry: &Entry) -> Parameters {
        Parameters { schema: entry.schema() }
    }

    fn names(&self) -> impl Iterator<Item = &str> + Clone {
        let properties = self.schema.get("properties").and_then(Value::as_object);
        properties.into_iter().flat_map(|properties| properties.keys().map(String::as_str))
    }

    /// Returns true if the algorithm has this parameter, or accepts parameters of any name.
    fn accept(&self, name: &str) -> bool {
        self.schema.get("additionalProperties") != Some(&Value::Bool(false)) || self.names().any(|known| known == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recipe::Step;
    use serde_json::json;

    fn recipe(steps: &[(&str, Option<&str>)]) -> Recipe {
        let step = |(uses, id): &(&str, Option<&str>)| Step {
            uses: (*uses).to_owned(),
            id: id.map(str::to_owned),
            ..Step::default()
        };
        Recipe { steps: steps.iter().map(step).collect(), ..Recipe::default() }
    }

    fn found(recipe: &Recipe, key: &str) -> Result<usize, String> {
        recipe.parameter(key, registry::ALL).map(|(step, _)| step).map_err(|error| error.to_string())
    }

    #[test]
    fn parameters_are_set_by_name_and_by_step() {
        let mut recipe = recipe(&[("arena", None)]);
        for (key, value) in [("wall", 2), ("1.wall", 3), ("arena.wall", 4)] {
            recipe.set(key, json!(value), registry::ALL).unwrap();
            assert_eq!(recipe.steps[0].with["wall"], value);
        }
        assert!(recipe.set("2.wall", json!(3), registry::ALL).is_err());
    }

    #[test]
    fn null_brings_the_default_back() {
        let text = "[[step]]\nuse = \"dungeon\"\nwith = { loops = 9, symmetry = \"radial-2\", size = \"tiny\" }";
        let mut recipe = Recipe::from_toml(text).unwrap();
        for key in ["symmetry", "size", "loops", "stairs"] {
            recipe.set(key, json!(null), registry::ALL).unwrap();
        }
        assert!(recipe.steps[0].with.is_empty());
        assert!(recipe.plan(registry::ALL).is_ok());
    }

    #[test]
    fn a_key_finds_the_only_step_that_has_it() {
        let recipe = recipe(&[("arena", None), ("connect", None), ("cellular", None)]);
        assert_eq!(found(&recipe, "wall"), Ok(0));
        assert_eq!(found(&recipe, "fill_percent"), Ok(2));
    }

    #[test]
    fn a_key_of_several_steps_lists_exactly_those() {
        let recipe = recipe(&[("cellular", None), ("arena", None), ("cellular", Some("deep")), ("cellular", None)]);
        assert_eq!(
            found(&recipe, "fill_percent"),
            Err("`fill_percent` exists in steps 1 (cellular), 3 (deep) and 4 (cellular-2): \
                 write 1.fill_percent, 3.fill_percent or 4.fill_percent"
                .to_owned())
        );
        assert_eq!([found(&recipe, "deep.fill_percent"), found(&recipe, "cellular-2.rounds")], [Ok(2), Ok(3)]);
        assert_eq!(found(&recipe, "cellular.rounds"), Ok(0), "the name of a step");
    }

    #[test]
    fn an_algorithm_names_its_only_step() {
        let twice = recipe(&[("arena", Some("hall")), ("cellular", Some("a")), ("cellular", Some("b"))]);
        assert_eq!(found(&twice, "arena.wall"), Ok(0));
        assert_eq!(
            found(&twice, "cellular.rounds"),
            Err("cellular is used in steps 2 (a) and 3 (b): write 2.rounds or 3.rounds".to_owned())
        );
    }

    #[test]
    fn unknown_keys_and_steps_get_the_nearest_name() {
        let one = recipe(&[("arena", None)]);
        assert_eq!(found(&one, "wal"), Err("arena has no parameter `wal`; did you mean wall?".to_owned()));
        let two = recipe(&[("arena", None), ("cellular", None)]);
        assert_eq!(
            found(&two, "fill_precent"),
            Err("no step has a parameter `fill_precent`; did you mean fill_percent?".to_owned())
        );
        assert_eq!(
            found(&two, "volcano"),
            Err("no step has a parameter `volcano`; the recipe has steps 1 (arena) and 2 (cellular)".to_owned())
        );
        assert_eq!(
            found(&two, "3.wall"),
            Err("there is no step \"3\"; the recipe has steps 1 (arena) and 2 (cellular)".to_owned())
        );
        assert_eq!(
            found(&two, "0.wall"),
            Err("there is no step \"0\"; the recipe has steps 1 (arena) and 2 (cellular)".to_owned())
        );
        assert_eq!(
            found(&two, "celular.rounds"),
            Err("there is no step \"celular\"; did you mean cellular?".to_owned())
        );
        assert_eq!(found(&one, "2.wall"), Err("there is no step \"2\"; the recipe has step 1 (arena)".to_owned()));
    }

    #[test]
    fn an_unknown_algorithm_is_reported_before_an_unknown_key() {
        let unknown = recipe(&[("arena", None), ("celular", None)]);
        assert_eq!(found(&unknown, "wall"), Ok(0));
        assert_eq!(
            found(&unknown, "rounds"),
            Err("step 2 /use: no algorithm is called \"celular\"; did you mean cellular?".to_owned())
        );
        assert!(found(&Recipe::default(), "wall").is_err());
    }

    #[test]
    fn long_recipes_are_not_listed_in_full() {
        let long = recipe(&[("cellular", None); 20]);
        let message = found(&long, "30.rounds").unwrap_err();
        assert!(message.ends_with("12 (cellular-12) and 8 more"), "{message}");
        let message = found(&long, "rounds").unwrap_err();
        assert!(message.len() < 500, "{message}");
    }
}
