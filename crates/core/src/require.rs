//! [`Require`]: what a recipe asks of the numbers of its maps, and how a map is held to it.

use crate::map::Map;
use crate::metrics::{self, Metric, Metrics};
use crate::rng::Seed;
use crate::schema::printable;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

/// The metrics that a map has to have, by their names: `require = { openness = "30..50", loops = "2.." }`.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Require(pub BTreeMap<String, Bounds>);

impl Require {
    /// Whether nothing is required.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// From where to where a number may lie: `"30..50"`, `"2.."`, `"..9"` with both ends in it, or a number alone.
///
/// ```
/// use mapwright::Bounds;
/// let bounds: Bounds = "30..50".parse().unwrap();
/// assert!(bounds.hold(30.0) && bounds.hold(50.0) && !bounds.hold(50.1));
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Bounds {
    /// The smallest number that will do.
    pub low: Option<f64>,
    /// The largest number that will do.
    pub high: Option<f64>,
}

impl Bounds {
    /// Whether the number lies in them.
    pub fn hold(self, number: f64) -> bool {
        self.missed_by(number) == 0.0
    }

    /// How far the number lies outside.
    fn missed_by(self, number: f64) -> f64 {
        let below = self.low.map_or(0.0, |low| (low - number).max(0.0));
        let above = self.high.map_or(0.0, |high| (number - high).max(0.0));
        below + above
    }
}

impl FromStr for Bounds {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number = |text: &str| match text.trim() {
            "" => Ok(None),
            text => text.parse::<f64>().ok().filter(|number| number.is_finite()).map(Some).ok_or(()),
        };
        let (low, high) = text.split_once("..").unwrap_or((text, text));
        let bounds = number(low).and_then(|low| Ok(Bounds { low, high: number(high)? })).ok();
        match bounds.filter(|bounds| bounds.low.is_some() || bounds.high.is_some()) {
            Some(Bounds { low: Some(low), high: Some(high) }) if low > high => {
                Err(format!("{low} is larger than {high}"))
            }
            Some(bounds) => Ok(bounds),
            None => Err(format!("{:?} where {EXPECTED} is expected", printable(text))),
        }
    }
}

const EXPECTED: &str = "a number or a text like \"30..50\", \"2..\" or \"..9\"";

impl fmt::Display for Bounds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.low, self.high) {
            (Some(low), Some(high)) if low == high => write!(f, "{low}"),
            (low, high) => {
                low.iter().try_for_each(|low| write!(f, "{low}"))?;
                f.write_str("..")?;
                high.iter().try_for_each(|high| write!(f, "{high}"))
            }
        }
    }
}

impl Serialize for Bounds {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Bounds {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor;
        impl serde::de::Visitor<'_> for Visitor {
            type Value = Bounds;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(EXPECTED)
            }
            fn visit_i64<E: serde::de::Error>(self, number: i64) -> Result<Bounds, E> {
                self.visit_f64(number as f64)
            }
            fn visit_u64<E: serde::de::Error>(self, number: u64) -> Result<Bounds, E> {
                self.visit_f64(number as f64)
            }
            fn visit_f64<E: serde::de::Error>(self, number: f64) -> Result<Bounds, E> {
                match number.is_finite() {
                    true => Ok(Bounds { low: Some(number), high: Some(number) }),
                    false => Err(E::custom("a number without an end")),
                }
            }
            fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Bounds, E> {
                text.parse().map_err(E::custom)
            }
        }
        deserializer.deserialize_any(Visitor)
    }
}

/// One property for each metric, so that a slip in a name is told like any other.
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

/// What a plan holds its maps to.
#[derive(Clone, Debug, Default)]
pub(crate) struct Requirements(Vec<(&'static Metric, Bounds)>);

impl Requirements {
    /// The requirements, and the names among them that no metric has.
    pub(crate) fn of(require: &Require) -> (Requirements, Vec<&str>) {
        let (known, unknown): (Vec<_>, Vec<_>) = require.0.iter().partition(|(name, _)| metrics::find(name).is_some());
        let known = known.into_iter().filter_map(|(name, &bounds)| Some((metrics::find(name)?, bounds)));
        (Requirements(known.collect()), unknown.into_iter().map(|(name, _)| name.as_str()).collect())
    }

    /// Whether the map keeps all of them.
    pub(crate) fn are_met(&self, map: &Map) -> bool {
        self.missed(map).next().is_none()
    }

    /// Which of them the map does not keep, each with its number, where there is one.
    fn missed(&self, map: &Map) -> impl Iterator<Item = (usize, Option<f64>)> {
        let metrics: Vec<&Metric> = self.0.iter().map(|(metric, _)| *metric).collect();
        let numbers = (!metrics.is_empty()).then(|| Metrics::some(map, &metrics));
        self.0.iter().enumerate().filter_map(move |(index, (metric, bounds))| {
            let number = numbers.as_ref()?.get(metric.name);
            (!number.is_some_and(|number| bounds.hold(number))).then_some((index, number))
        })
    }
}

/// What came of the attempts so far: how often each requirement was missed, and who came nearest.
#[derive(Debug)]
pub(crate) struct Verdicts<'a> {
    requirements: &'a Requirements,
    missed: Vec<Missed>,
}

#[derive(Clone, Debug, Default)]
struct Missed {
    times: u32,
    /// The number that came nearest, by how much it failed, and the attempt.
    nearest: Option<(f64, f64, u32)>,
}

impl<'a> Verdicts<'a> {
    /// Nothing was tried yet.
    pub(crate) fn on(requirements: &'a Requirements) -> Verdicts<'a> {
        Verdicts { requirements, missed: vec![Missed::default(); requirements.0.len()] }
    }

    /// Why the map will not do, one reason for each requirement that it misses; that is remembered.
    pub(crate) fn judge(&mut self, map: &Map, attempt: u32) -> Vec<String> {
        let mut reasons = Vec::new();
        for (index, number) in self.requirements.missed(map) {
            let (metric, bounds) = &self.requirements.0[index];
            reasons.push(match number {
                Some(_) => format!("{} is not in {bounds}", metric.name),
                None => format!("{} has no number", metric.name),
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

    /// Every requirement that was missed, in a sentence, with the seed whose first attempt came nearest.
    pub(crate) fn reasons(&self, seed: Seed) -> impl Iterator<Item = String> {
        self.requirements.0.iter().zip(&self.missed).filter(|(_, missed)| missed.times > 0).map(
            move |((metric, bounds), Missed { times, nearest })| match nearest {
                Some((_, number, attempt)) => {
                    let seed = seed.of_attempt((*attempt).into()).number();
                    let number = (number * 100.0).round() / 100.0;
                    format!("{} is not in {bounds} ({times} times; nearest is {number}, with seed {seed})", metric.name)
                }
                None => format!("{} has no number on such maps ({times} times)", metric.name),
            },
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::ErrorKind;
    use crate::recipe::Recipe;
    use crate::registry;

    fn bounds(text: &str) -> Result<Bounds, String> {
        text.parse()
    }

    #[test]
    fn bounds_are_read_and_written() {
        for (text, low, high) in [
            ("30..50", Some(30.0), Some(50.0)),
            ("2..", Some(2.0), None),
            ("..0.5", None, Some(0.5)),
            ("7", Some(7.0), Some(7.0)),
        ] {
            assert_eq!(bounds(text), Ok(Bounds { low, high }));
            assert_eq!(Bounds { low, high }.to_string(), text);
        }
        for text in ["", "..", "a..b", "1..2..3", "nan..", "..inf", "1-2"] {
            assert!(bounds(text).unwrap_err().ends_with("is expected"), "{text}");
        }
        assert_eq!(bounds("5..4"), Err("5 is larger than 4".to_owned()));
    }

    fn recipe(require: &str) -> Recipe {
        Recipe::from_toml(&format!("require = {{ {require} }}\nsize = [40, 30]\n[[step]]\nuse = \"cellular\"\n"))
            .unwrap()
    }

    #[test]
    fn a_map_that_will_not_do_is_made_again() {
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
    fn slips_are_told_like_any_other() {
        let problems = |require: &str| {
            let text = format!("require = {{ {require} }}\n[[step]]\nuse = \"cellular\"\n");
            Recipe::from_toml(&text).unwrap_err().problems().to_vec()
        };
        assert_eq!(problems("openess = \"3..\""), ["/require/openess: unknown; did you mean openness?"]);
        assert_eq!(
            problems("openness = \"thirty\", loops = true"),
            [
                "/require/openness: \"thirty\" where a number or a text like \"30..50\", \"2..\" or \"..9\" is expected",
                "/require/loops: true where a number or a text like \"30..50\", \"2..\" or \"..9\" is expected",
            ]
        );
        assert_eq!(problems("loops = \"5..2\""), ["/require/loops: 5 is larger than 2"]);
    }
}
