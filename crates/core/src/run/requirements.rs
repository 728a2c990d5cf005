//! [`Requirements`]: checks a map against the metric bounds of its recipe.

use crate::base::rng::Seed;
use crate::map::Map;
use crate::metrics::{self, Metric, Metrics};
use crate::params::bounds::Bounds;
use crate::recipe::Require;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use std::borrow::Cow;

/// One property for each metric, so that a misspelled name is reported like any other.
impl JsonSchema for Require {
    fn schema_name() -> Cow<'static, str> {
        "Require".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let property = |metric: &Metric| {
            let unit = metric.unit;
            let schema = serde_json::json!({
                "description": format!("{} In {unit}.", metric.meaning),
                "anyOf": [{"type": "number"}, {"type": "string", "format": "bounds", "maxLength": 100}],
            });
            (metric.name.to_owned(), schema)
        };
        let properties: serde_json::Map<String, serde_json::Value> = metrics::ALL.iter().map(property).collect();
        json_schema!({"type": "object", "properties": properties, "additionalProperties": false})
    }
}

/// Requirements of a plan.
#[derive(Clone, Debug, Default)]
pub(crate) struct Requirements(Vec<(&'static Metric, Bounds)>);

impl Requirements {
    /// Returns the requirements, and the names that match no metric.
    pub(crate) fn of(require: &Require) -> (Requirements, Vec<&str>) {
        let (known, unknown): (Vec<_>, Vec<_>) = require.0.iter().partition(|(name, _)| metrics::find(name).is_some());
        let known = known.into_iter().filter_map(|(name, &bounds)| Some((metrics::find(name)?, bounds)));
        (Requirements(known.collect()), unknown.into_iter().map(|(name, _)| name.as_str()).collect())
    }

    /// Returns true if the map meets all requirements.
    pub(crate) fn are_met(&self, map: &Map) -> bool {
        self.missed(map).next().is_none()
    }

    /// Returns the requirements that the map misses, each with its metric value, if there is one.
    fn missed(&self, map: &Map) -> impl Iterator<Item = (usize, Option<f64>)> {
        let metrics: Vec<&Metric> = self.0.iter().map(|(metric, _)| *metric).collect();
        let numbers = (!metrics.is_empty()).then(|| Metrics::some(map, &metrics));
        self.0.iter().enumerate().filter_map(move |(index, (metric, bounds))| {
            let number = numbers.as_ref()?.get(metric.name);
            (!number.is_some_and(|number| bounds.hold(number))).then_some((index, number))
        })
    }
}

/// Results of the attempts so far: how often each requirement was missed, and the nearest attempt.
#[derive(Debug)]
pub(crate) struct Verdicts<'a> {
    requirements: &'a Requirements,
    missed: Vec<Missed>,
}

#[derive(Clone, Debug, Default)]
struct Missed {
    times: u32,
    /// Nearest value, its distance from the bounds, and the attempt.
    nearest: Option<(f64, f64, u32)>,
}

impl<'a> Verdicts<'a> {
    /// Creates an empty list of results.
    pub(crate) fn on(requirements: &'a Requirements) -> Verdicts<'a> {
        Verdicts { requirements, missed: vec![Missed::default(); requirements.0.len()] }
    }

    /// Records the attempt, and returns one reason for each requirement that the map misses.
    pub(crate) fn judge(&mut self, map: &Map, attempt: u32) -> Vec<String> {
        let mut reasons = Vec::new();
        for (index, number) in self.requirements.missed(map) {
            let (metric, bounds) = &self.requirements.0[index];
            reasons.push(match number {
                Some(_) => format!("{} is not in {bounds}", metric.name),
                None => format!("{} has no value", metric.name),
            });
            let missed = &mut self.missed[index];
            missed.times += 1;
            if let Some(number) = number {
                let by = self.requirements.0[index].1.missed_by(number);
                if missed.nearest.is_none_or(|(least, _, _)| by < least) {
                    missed.nearest = Some((by, number, attempt));
                }
            }
        }
        reasons
    }

    /// Returns a sentence for every missed requirement, with the seed whose first attempt came
    /// nearest.
    pub(crate) fn reasons(&self, seed: Seed) -> impl Iterator<Item = String> {
        self.requirements.0.iter().zip(&self.missed).filter(|(_, missed)| missed.times > 0).map(
            move |((metric, bounds), Missed { times, nearest })| match nearest {
                Some((_, number, attempt)) => {
                    let seed = seed.of_attempt((*attempt).into()).number();
                    let number = (number * 100.0).round() / 100.0;
                    format!("{} is not in {bounds} ({times} times; nearest is {number}, with seed {seed})", metric.name)
                }
                None => format!("{} has no value on these maps ({times} times)", metric.name),
            },
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::error::ErrorKind;
    use crate::recipe::Recipe;
    use crate::registry;

    fn recipe(require: &str) -> Recipe {
        Recipe::from_toml(&format!("require = {{ {require} }}\nsize = [40, 30]\n[[step]]\nuse = \"cellular\"\n"))
            .unwrap()
    }

    #[test]
    fn rejected_maps_are_retried() {
        let plain = recipe("").plan(registry::ALL).unwrap();
        let number = |map: &Map| Metrics::of(map).get("dead-ends").unwrap();
        let seeds = || (0..60).map(Seed::new);
        let numbers: Vec<f64> = seeds().map(|seed| number(&plain.run(seed).unwrap())).collect();
        let (least, most) = numbers.iter().fold((f64::MAX, 0.0_f64), |(least, most), &n| (least.min(n), most.max(n)));
        assert!(least < most, "the maps differ");
        let picky = recipe(&format!("dead-ends = \"..{}\"", (least + most) / 2.0)).plan(registry::ALL).unwrap();
        for (seed, before) in seeds().zip(numbers) {
            let map = picky.run(seed).unwrap();
            assert!(number(&map) <= (least + most) / 2.0);
            assert_eq!(map.tiles == plain.run(seed).unwrap().tiles, before <= (least + most) / 2.0, "{seed:?}");
        }
    }

    #[test]
    fn giving_up_names_the_requirement_the_best_number_and_its_seed() {
        let plan = recipe("openness = \"95..\", path-length = \"1..\", rooms = 0").plan(registry::ALL).unwrap();
        let error = plan.run(Seed::new(7)).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::GaveUp);
        let text = error.to_string();
        assert!(
            text.starts_with(
                "gave up after 20 attempts with seed 7 at 40x30: openness is not in 95.. (20 times; nearest is "
            ),
            "{text}"
        );
        let words: Vec<&str> = text.split("nearest is ").nth(1).unwrap().split([',', ')', ' ']).collect();
        let (nearest, seed): (f64, u64) = (words[0].parse().unwrap(), words[4].parse().unwrap());
        let shown = recipe("").plan(registry::ALL).unwrap().run(Seed::new(seed)).unwrap();
        let openness = Metrics::of(&shown).get("openness").unwrap();
        assert!((openness - nearest).abs() < 0.01, "{text}: {openness}");
    }

    #[test]
    fn typos_are_reported_like_other_problems() {
        let problems = |require: &str| {
            let text = format!("require = {{ {require} }}\n[[step]]\nuse = \"cellular\"\n");
            Recipe::from_toml(&text).unwrap_err().problems().to_vec()
        };
        assert_eq!(problems("openess = \"3..\""), ["/require/openess: unknown; did you mean openness?"]);
        assert_eq!(
            problems("openness = \"thirty\", loops = true"),
            [
                "/require/openness: \"thirty\" where a number or a text like \"30..50\", \"2..\" or \"..9\" \
                 is expected",
                "/require/loops: true where a number or a text like \"30..50\", \"2..\" or \"..9\" is expected",
            ]
        );
        assert_eq!(problems("loops = \"5..2\""), ["/require/loops: 5 is larger than 2"]);
    }
}
