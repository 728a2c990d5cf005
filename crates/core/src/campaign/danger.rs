//! [`DangerTable`]: the layouts and finishing steps for each danger, with their weights.
//!
//! A table is data, like a recipe: the files of `dangers/` are shipped (see
//! [`crate::campaign::danger`]), and users can write their own.

pub(crate) mod layout_source;
pub(crate) mod place_plan;
mod shipped;

pub use shipped::{ALL, find};

use crate::base::error::{Error, ErrorKind};
use crate::base::grid::Size;
use crate::base::nearest::hint;
use crate::base::rng::Seed;
use crate::generator::fit::size_error;
use crate::generator::{Entry, Kind};
use crate::params::from_toml;
use crate::params::schema::{self, printable};
use crate::place;
use crate::recipe::{Placer, Placers, Step};
use crate::registry;
use crate::run::plan::{Limit, PlannedStep};
use layout_source::{LayoutSource, PlannedLayout, Problems};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map as JsonMap, Value};

/// Layouts and finishing steps for each danger.
///
/// ```
/// use mapwright::{Seed, danger::DangerTable};
/// let table = DangerTable::from_toml(r#"
///     [[range]]
///     danger = [1, 5]
///     layout = [{ use = "digger" }]
///     [[range]]
///     danger = [6, 15]
///     layout = [{ use = "digger", weight = 5 }, { preset = "natural-cave", weight = 5 }]
/// "#)?;
/// assert_eq!(table.pick(3, Seed::new(7))?.name, "digger");
/// # Ok::<(), mapwright::Error>(())
/// ```
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DangerTable {
    /// Title of the table.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[schemars(length(max = 100))]
    pub title: String,
    /// Description in one line.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[schemars(length(max = 200))]
    pub summary: String,
    /// Layouts and finishing steps for each range of danger.
    #[serde(rename = "range")]
    #[schemars(length(min = 1, max = 1_000))]
    pub ranges: Vec<DangerRange>,
}

/// Layouts and finishing steps for a range of danger.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DangerRange {
    /// Lowest and highest danger, both included.
    #[schemars(inner(range(min = 0, max = 1_000)))]
    pub danger: [u32; 2],
    /// Layouts, of which one is picked by weight.
    #[serde(rename = "layout")]
    #[schemars(length(min = 1, max = 1_000))]
    pub layouts: Vec<LayoutChoice>,
    /// Steps after the layout, in order.
    #[serde(rename = "finish", default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 100))]
    pub finish: Vec<Finish>,
}

/// Layout that may be picked, defined by exactly one of `use`, `preset` and `steps`.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LayoutChoice {
    /// Name in summaries. Default: the algorithm or the preset.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = 60))]
    pub name: Option<String>,
    /// Id of an algorithm.
    #[serde(rename = "use", default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 100))]
    pub uses: Option<String>,
    /// Parameters of the algorithm.
    #[serde(default, skip_serializing_if = "JsonMap::is_empty")]
    pub with: JsonMap<String, Value>,
    /// Name of a shipped recipe.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 100))]
    pub preset: Option<String>,
    /// Steps, as in a recipe.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 500))]
    pub steps: Vec<Step>,
    /// Step that places the monsters of such a level. Default: that of the layout.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub monsters: Option<Placer>,
    /// Step that places the exits of such a level, beside its stairs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exits: Option<Placer>,
    /// Relative frequency.
    #[serde(default = "usual_weight")]
    #[schemars(range(min = 1, max = 10_000))]
    pub weight: u32,
}

fn usual_weight() -> u32 {
    10
}

/// Step after the layout. A step that places things runs after the level has its stairs and its
/// start, instead of the placement of the campaign with the same id.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Finish {
    /// Id of the algorithm.
    #[serde(rename = "use")]
    #[schemars(length(max = 100))]
    pub uses: String,
    /// Parameters of the algorithm.
    #[serde(default, skip_serializing_if = "JsonMap::is_empty")]
    pub with: JsonMap<String, Value>,
    /// Chance that the step runs, in percent.
    #[serde(default = "always")]
    #[schemars(range(min = 1, max = 100))]
    pub chance: u32,
    /// Names of the layouts after which the step may run. Default: all layouts of its range.
    #[serde(rename = "after", default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 1_000), inner(length(min = 1, max = 100)))]
    pub after: Vec<String>,
}

fn always() -> u32 {
    100
}

/// Steps picked from a table.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Picked {
    /// Name of the layout.
    pub name: String,
    /// Steps of a recipe: the layout and its finishing steps, and then those that place things.
    /// [`populate`](crate::place::populate) puts stairs and a start before the latter.
    pub steps: Vec<Step>,
    /// Maximum number of attempts for a recipe of these steps.
    pub attempts: u32,
}

/// Weakness of a table that can still be used.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct TableFinding {
    /// Rule that is broken: `gap` or `overlap`.
    pub rule: &'static str,
    /// Description of the problem, its position and its effect, in one sentence.
    pub message: String,
}

/// Choices made in a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Choice {
    pub(crate) range: usize,
    pub(crate) layout: usize,
    /// Indices of the finishing steps that run.
    pub(crate) finish: Vec<usize>,
}

/// Checked steps of a range.
#[derive(Debug)]
pub(crate) struct PlannedRange {
    pub(crate) layouts: Vec<PlannedLayout>,
    pub(crate) finish: Vec<PlannedStep>,
}

impl DangerTable {
    /// Reads a table. The error lists all mistakes of form; names and values are checked by
    /// [`DangerTable::verify`] and by campaigns.
    pub fn from_toml(text: &str) -> Result<DangerTable, Error> {
        let table: DangerTable = from_toml::read(text, "danger table")?;
        let problems = form(&table.ranges);
        if problems.is_empty() { Ok(table) } else { Err(from_toml::invalid(problems, "danger table")) }
    }

    /// Returns the JSON schema of tables.
    pub fn schema() -> Value {
        schema::of::<DangerTable>().clone()
    }

    /// Checks the algorithms, presets and parameters, and that the layouts fit into maps of this
    /// size.
    pub fn verify(&self, entries: &[Entry], size: Option<Size>) -> Result<(), Error> {
        match plan(&self.ranges, entries, size) {
            Ok(_) => Ok(()),
            Err(problems) => Err(from_toml::invalid(problems, "danger table")),
        }
    }

    /// Returns the gaps between its ranges, and the ranges that overlap.
    pub fn findings(&self) -> Vec<TableFinding> {
        let mut order: Vec<usize> = (0..self.ranges.len()).collect();
        order.sort_by_key(|&index| (self.ranges[index].danger, index));
        let mut findings = Vec::new();
        let mut find = |rule, message| findings.push(TableFinding { rule, message });
        let mut highest = order[0];
        for pair in order.windows(2) {
            let ([low, high], [_, before]) = (self.ranges[pair[1]].danger, self.ranges[highest].danger);
            if low <= before {
                let (first, second) = (highest.min(pair[1]) + 1, highest.max(pair[1]) + 1);
                let until = high.min(before);
                find(
                    "overlap",
                    format!("{} lies in the ranges {first} and {second}: the first one applies", span(low, until)),
                );
            } else if low > before + 1 {
                let (from, to) = (before + 1, low - 1);
                find("gap", format!("no range covers {}", span(from, to)));
            }
            if high > before {
                highest = pair[1];
            }
        }
        findings
    }

    /// Picks the steps for a level of this danger, which depend only on the danger and the seed.
    /// Below the first range and above the last one, the nearest range applies.
    pub fn pick(&self, danger: u32, seed: Seed) -> Result<Picked, Error> {
        let choice = self.choose(danger, seed)?;
        let range = &self.ranges[choice.range];
        let layout = &range.layouts[choice.layout];
        let laid = layout.making().lay().map_err(|problems| {
            let path = |(path, what)| (format!("/range/{}/layout/{}{path}", choice.range, choice.layout), what);
            from_toml::invalid(problems.into_iter().map(path).collect(), "danger table")
        })?;
        let mut steps = laid.steps;
        steps.extend(choice.finish.iter().map(|&index| range.finish[index].step()));
        let record = layout.placers().or(laid.placers);
        for step in record.iter().map(|(role, placer)| placer.step(role)) {
            if !steps.iter().any(|own| own.uses == step.uses) {
                steps.push(step);
            }
        }
        let entry = |step: &Step| registry::find(registry::ALL, &step.uses);
        let is_place = |step: &Step| entry(step).is_some_and(|entry| entry.kind == Kind::Place);
        let (mut steps, mut things): (Vec<Step>, Vec<Step>) = steps.into_iter().partition(|step| !is_place(step));
        for step in things.iter_mut().filter(|step| entry(step).is_some_and(place::takes_danger)) {
            step.with.entry("danger").or_insert(danger.into());
        }
        steps.append(&mut things);
        Ok(Picked { name: layout.name().to_owned(), steps, attempts: laid.attempts })
    }

    /// Makes the choices for a level of this danger. Every finishing step has its own random
    /// stream, so adding one does not change the others.
    pub(crate) fn choose(&self, danger: u32, seed: Seed) -> Result<Choice, Error> {
        let index = self.range_at(danger)?;
        let range = &self.ranges[index];
        let weights: Vec<u32> = range.layouts.iter().map(|layout| layout.weight).collect();
        let layout = seed.child("layout").rng().weighted(&weights).unwrap_or(0);
        let name = range.layouts[layout].name();
        let happens = |&(at, finish): &(usize, &Finish)| {
            let drawn = seed.child("finish").nth(at as u64).rng().percent(finish.chance);
            drawn && (finish.after.is_empty() || finish.after.iter().any(|after| after == name))
        };
        let finish = range.finish.iter().enumerate().filter(happens).map(|(at, _)| at).collect();
        Ok(Choice { range: index, layout, finish })
    }

    /// Returns the index of the range for this danger.
    pub(crate) fn range_at(&self, danger: u32) -> Result<usize, Error> {
        let holds = |range: &DangerRange| (range.danger[0]..=range.danger[1]).contains(&danger);
        if let Some(index) = self.ranges.iter().position(holds) {
            return Ok(index);
        }
        let indices = || 0..self.ranges.len();
        let below =
            indices().filter(|&at| self.ranges[at].danger[1] < danger).max_by_key(|&at| self.ranges[at].danger[1]);
        let above =
            indices().filter(|&at| self.ranges[at].danger[0] > danger).min_by_key(|&at| self.ranges[at].danger[0]);
        match (below, above) {
            (Some(below), Some(above)) => {
                let (end, start) = (self.ranges[below].danger[1], self.ranges[above].danger[0]);
                let message = format!("danger {danger} lies in a gap of the table, between {end} and {start}");
                Err(Error::new(ErrorKind::Invalid, message))
            }
            (Some(only), None) | (None, Some(only)) => Ok(only),
            (None, None) => Err(Error::new(ErrorKind::Invalid, "the table has no range")),
        }
    }
}

impl LayoutChoice {
    pub(crate) fn making(&self) -> LayoutSource<'_> {
        LayoutSource {
            uses: self.uses.as_deref(),
            with: &self.with,
            preset: self.preset.as_deref(),
            steps: &self.steps,
            placers: self.placers(),
        }
    }

    /// Returns the record of how monsters and exits come to this layout.
    pub fn placers(&self) -> Placers {
        Placers { monsters: self.monsters.clone(), exits: self.exits.clone() }
    }

    /// Returns the name of the layout.
    pub fn name(&self) -> &str {
        self.name.as_deref().unwrap_or_else(|| self.making().name())
    }
}

impl Finish {
    /// Returns the step of a recipe.
    pub(crate) fn step(&self) -> Step {
        Step { uses: self.uses.clone(), with: self.with.clone(), ..Step::default() }
    }
}

/// Checks the form of the ranges, independent of the algorithms.
pub(crate) fn form(ranges: &[DangerRange]) -> Problems {
    let mut problems = Problems::new();
    for (index, range) in ranges.iter().enumerate() {
        let [low, high] = range.danger;
        if low > high {
            problems.push((format!("/range/{index}/danger"), format!("the range from {low} to {high} is empty")));
        }
        for (at, layout) in range.layouts.iter().enumerate() {
            let wrong = layout.making().lay().err().into_iter().flatten();
            problems.extend(wrong.map(|(path, what)| (format!("/range/{index}/layout/{at}{path}"), what)));
        }
        for (at, finish) in range.finish.iter().enumerate() {
            let names = range.layouts.iter().map(LayoutChoice::name);
            for (place, name) in finish.after.iter().enumerate() {
                if !names.clone().any(|known| known == name) {
                    let what = format!(
                        "no layout of this range is called {:?}; {}",
                        printable(name),
                        hint(name, names.clone())
                    );
                    problems.push((format!("/range/{index}/finish/{at}/after/{place}"), what));
                }
            }
        }
    }
    problems
}

/// Checks the steps of all ranges against these algorithms at this size.
pub(crate) fn plan(
    ranges: &[DangerRange],
    entries: &[Entry],
    size: Option<Size>,
) -> Result<Vec<PlannedRange>, Problems> {
    let mut problems = form(ranges);
    let is_form = |problems: &Problems, path: &str| problems.iter().any(|(known, _)| known.starts_with(path));
    let mut planned = Vec::with_capacity(ranges.len());
    for (index, range) in ranges.iter().enumerate() {
        let mut layouts = Vec::with_capacity(range.layouts.len());
        for (at, layout) in range.layouts.iter().enumerate() {
            let place = format!("/range/{index}/layout/{at}");
            if is_form(&problems, &format!("{place}/")) || problems.iter().any(|(path, _)| *path == place) {
                continue;
            }
            match layout.making().plan(entries, size) {
                Ok(planned) => layouts.push(planned),
                Err(wrong) => problems.extend(wrong.into_iter().map(|(path, what)| (format!("{place}{path}"), what))),
            }
        }
        let mut finish = Vec::with_capacity(range.finish.len());
        for (at, step) in range.finish.iter().enumerate() {
            match plan_step(&step.step(), entries, size) {
                Ok(step) if step.entry.kind == Kind::Layout => {
                    let what = format!("{} starts from solid wall and would wipe out the layout", step.entry.id);
                    problems.push((format!("/range/{index}/finish/{at}/use"), what));
                }
                Ok(step) => finish.push(step),
                Err(wrong) => {
                    problems.extend(
                        wrong.into_iter().map(|(path, what)| (format!("/range/{index}/finish/{at}{path}"), what)),
                    );
                }
            }
        }
        planned.push(PlannedRange { layouts, finish });
    }
    if problems.is_empty() { Ok(planned) } else { Err(problems) }
}

/// Checks one step that edits or places. The caller names the step when it is added to a recipe.
pub(crate) fn plan_step(step: &Step, entries: &[Entry], size: Option<Size>) -> Result<PlannedStep, Problems> {
    let Some(entry) = registry::find(entries, &step.uses) else {
        let hint = hint(&step.uses, entries.iter().map(|entry| entry.id));
        return Err(vec![("/use".to_owned(), format!("no algorithm is called {:?}; {hint}", printable(&step.uses)))]);
    };
    let under = |(path, what): (String, String)| (format!("/with{path}"), what);
    let built = entry.build(&Value::Object(step.with.clone()));
    let generator = built.map_err(|problems| problems.into_iter().map(under).collect::<Problems>())?;
    if let Some(why) = size.and_then(|size| Some((size, size_error(entry, &*generator, &step.with, size)?))) {
        return Err(vec![(String::new(), format!("size {} {}", why.0, why.1))]);
    }
    let (entry, with, id, off) = (*entry, step.with.clone(), step.uses.clone(), step.off);
    Ok(PlannedStep { id, entry, generator: generator.into(), with, limit: Limit::Whole, off })
}

/// Formats a range of dangers: `danger 5`, `danger 5 to 7`.
fn span(from: u32, to: u32) -> String {
    if from == to { format!("danger {from}") } else { format!("danger {from} to {to}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(text: &str) -> DangerTable {
        DangerTable::from_toml(text).unwrap()
    }

    fn problems(text: &str) -> Vec<String> {
        let checked =
            DangerTable::from_toml(text).and_then(|table| table.verify(registry::ALL, Some(Size::new(80, 50))));
        checked.unwrap_err().problems().to_vec()
    }

    fn ranges(dangers: &[[u32; 2]]) -> DangerTable {
        let text: String = dangers
            .iter()
            .map(|danger| format!("[[range]]\ndanger = {danger:?}\nlayout = [{{ use = \"arena\" }}]\n"))
            .collect();
        table(&text)
    }

    #[test]
    fn gaps_and_overlaps_are_findings() {
        let rules = |dangers: &[[u32; 2]]| {
            ranges(dangers).findings().into_iter().map(|it| format!("{}: {}", it.rule, it.message)).collect::<Vec<_>>()
        };
        assert!(rules(&[[1, 5], [6, 15], [16, 30]]).is_empty());
        assert!(rules(&[[16, 30], [1, 5], [6, 15]]).is_empty(), "in any order");
        assert_eq!(rules(&[[1, 5], [8, 15]]), ["gap: no range covers danger 6 to 7"]);
        assert_eq!(
            rules(&[[5, 15], [1, 7]]),
            ["overlap: danger 5 to 7 lies in the ranges 1 and 2: the first one applies"]
        );
        assert_eq!(rules(&[[1, 30], [2, 3], [5, 6], [31, 40]]).len(), 2);
    }

    #[test]
    fn the_first_matching_range_wins_and_the_ends_extend() {
        let table = ranges(&[[5, 15], [1, 7], [30, 40]]);
        let at = |danger| table.range_at(danger).unwrap();
        assert_eq!([at(0), at(1), at(4), at(5), at(7), at(15), at(30), at(99)], [1, 1, 1, 0, 0, 0, 2, 2]);
        let gap = table.range_at(20).unwrap_err().to_string();
        assert_eq!(gap, "danger 20 lies in a gap of the table, between 15 and 30");
    }

    #[test]
    fn layouts_and_steps_occur_as_often_as_their_weights_say() {
        let table = table(
            "[[range]]\ndanger = [1, 9]\n\
             layout = [{ use = \"digger\", weight = 3 }, { use = \"cellular\", weight = 7 }, { preset = \"keep\" }]\n\
             finish = [{ use = \"doors\", chance = 30 }, { use = \"lake\", after = [\"cellular\"] }]",
        );
        const PICKS: u32 = 10_000;
        let mut seen = [0u32; 3];
        let mut doors = 0;
        for number in 0..PICKS {
            let picked = table.pick(4, Seed::new(1).nth(number.into())).unwrap();
            let index = ["digger", "cellular", "keep"].iter().position(|name| *name == picked.name).unwrap();
            seen[index] += 1;
            let finish = &picked.steps[if index == 2 { 2 } else { 1 }..];
            doors += u32::from(finish.iter().any(|step| step.uses == "doors"));
            assert_eq!(finish.iter().any(|step| step.uses == "lake"), index == 1);
        }
        // Chi-square with three classes: 13.8 is exceeded once in a thousand.
        let chi_square = |seen: &[u32], weights: &[u32]| -> u32 {
            let total: u32 = weights.iter().sum();
            let term = |(&seen, &weight): (&u32, &u32)| {
                let expected = PICKS * weight / total;
                1_000 * seen.abs_diff(expected).pow(2) / expected
            };
            seen.iter().zip(weights).map(term).sum()
        };
        assert!(chi_square(&seen, &[3, 7, 10]) < 13_800, "{seen:?}");
        assert!(chi_square(&[doors, PICKS - doors], &[30, 70]) < 10_800, "{doors}");
    }

    #[test]
    fn all_errors_are_reported_at_once() {
        let text = r#"
            [[range]]
            danger = [5, 1]
            layout = [{ use = "diger" }, { preset = "keap" }, { use = "cellular", with = { rounds = -1 } }, {}]
            finish = [{ use = "dors" }, { use = "arena" }, { use = "lake", after = ["celular"] }]
        "#;
        assert_eq!(
            problems(text),
            [
                "/range/0/danger: the range from 5 to 1 is empty",
                "/range/0/layout/1/preset: no preset is called \"keap\"; did you mean keep?",
                "/range/0/layout/3: nothing is set; set exactly one of use, preset and steps",
                "/range/0/finish/2/after/0: no layout of this range is called \"celular\"; did you mean cellular?",
            ],
            "the form"
        );
        let text = r#"
            [[range]]
            danger = [1, 5]
            layout = [{ use = "diger" }, { use = "cellular", with = { fill_percent = 101 } }]
            finish = [{ use = "dors" }, { use = "arena" }]
        "#;
        assert_eq!(
            problems(text),
            [
                "/range/0/layout/0/use: no algorithm is called \"diger\"; did you mean digger?",
                "/range/0/layout/1/with/fill_percent: 101 is not between 0 and 100",
                "/range/0/finish/0/use: no algorithm is called \"dors\"; did you mean doors?",
                "/range/0/finish/1/use: arena starts from solid wall and would wipe out the layout",
            ],
            "the meaning"
        );
        let weight = "[[range]]\ndanger = [1, 5]\nlayout = [{ use = \"arena\", weight = 0 }]";
        assert_eq!(problems(weight), ["/range/0/layout/0/weight: 0 is not between 1 and 10000"]);
        assert_eq!(problems(&" ".repeat(50 << 20)), ["a danger table of 52428800 bytes; the limit is 1048576"]);
    }
}
