//! Tables of the monsters, items and traps that occur at each danger. The files of `tables/`,
//! embedded, and the user's own.

use crate::base::error::{Error, ErrorKind};
use crate::base::nearest::hint;
use crate::base::rng::Rng;
use crate::base::shipped::{ShippedFile, shipped};
use crate::content::themes;
use crate::params::from_toml;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::fmt;
use std::sync::{LazyLock, OnceLock};

/// Maximum danger.
pub const MAX_DANGER: u32 = 1_000;

/// Monsters that appear together.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Formation {
    /// Name of the formation.
    #[schemars(length(min = 1, max = 100))]
    pub name: Cow<'static, str>,
    /// Names of its monsters, the leader first.
    #[schemars(length(min = 1, max = 100), inner(length(min = 1, max = 100)))]
    pub members: Vec<Cow<'static, str>>,
    /// Lowest and highest danger at which it occurs.
    #[schemars(inner(range(min = 0, max = 1_000)))]
    pub danger: [u32; 2],
    /// Relative frequency.
    #[schemars(range(min = 0, max = 10_000))]
    pub weight: u32,
    /// Cost, paid from the monster budget.
    #[schemars(range(min = 1, max = 1_000_000))]
    pub cost: u32,
    /// Tags of the formation: a theme allows formations that share one of its tags. Formations
    /// without tags occur anywhere.
    #[serde(default)]
    #[schemars(length(max = 20), inner(length(min = 1, max = 40)))]
    pub tags: Vec<Cow<'static, str>>,
}

impl Formation {
    /// Returns true if the formation may occur in a theme with these tags. An empty list allows all
    /// formations.
    pub fn lives_among(&self, words: &[String]) -> bool {
        words.is_empty() || self.tags.is_empty() || self.tags.iter().any(|tag| words.iter().any(|word| word == tag))
    }
}

/// Item or trap.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TableEntry {
    /// Name of the item or trap.
    #[schemars(length(min = 1, max = 100))]
    pub name: Cow<'static, str>,
    /// Lowest and highest danger at which it occurs.
    #[schemars(inner(range(min = 0, max = 1_000)))]
    pub danger: [u32; 2],
    /// Relative frequency.
    #[schemars(range(min = 0, max = 10_000))]
    pub weight: u32,
}

/// Row of a table, with a danger range and a weight.
pub trait Row {
    /// Returns the lowest and highest danger at which it occurs.
    fn danger(&self) -> [u32; 2];
    /// Returns the relative frequency.
    fn weight(&self) -> u32;

    /// Returns true if it occurs at this danger.
    fn occurs(&self, danger: u32) -> bool {
        self.weight() > 0 && (self.danger()[0]..=self.danger()[1]).contains(&danger)
    }
}

impl Row for Formation {
    fn danger(&self) -> [u32; 2] {
        self.danger
    }
    fn weight(&self) -> u32 {
        self.weight
    }
}

impl Row for TableEntry {
    fn danger(&self) -> [u32; 2] {
        self.danger
    }
    fn weight(&self) -> u32 {
        self.weight
    }
}

/// Picks one of the rows that occur at this danger and pass the test, by weight.
pub(crate) fn pick<'a, T: Row>(rows: &'a [T], danger: u32, rng: &mut Rng, fits: impl Fn(&T) -> bool) -> Option<&'a T> {
    let fitting = || rows.iter().filter(|row| row.occurs(danger) && fits(row));
    let total: u32 = fitting().map(Row::weight).sum();
    if total == 0 {
        return None;
    }
    let mut left = rng.below(total);
    fitting().find(|row| {
        let hit = left < row.weight();
        left = left.wrapping_sub(row.weight());
        hit
    })
}

/// Table as written in a file, with any kind of rows.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Written {
    /// Title of the table.
    #[serde(default)]
    #[schemars(length(max = 200))]
    #[expect(dead_code, reason = "it is for people who read the file")]
    title: String,
    /// Additional words that formations may have as tags.
    #[serde(default)]
    #[schemars(length(max = 100), inner(length(min = 1, max = 40)))]
    tags: Vec<String>,
    #[serde(default)]
    #[schemars(length(max = 10_000))]
    formation: Vec<Formation>,
    #[serde(default)]
    #[schemars(length(max = 10_000))]
    item: Vec<TableEntry>,
    #[serde(default)]
    #[schemars(length(max = 10_000))]
    trap: Vec<TableEntry>,
}

/// Reads a table of formations: `[[formation]]`.
fn formations(text: &str) -> Result<Vec<Formation>, Error> {
    let written: Written = from_toml::read(text, "table")?;
    let known = |tag: &str| {
        written.tags.iter().any(|own| own == tag)
            || themes::all().iter().any(|theme| theme.monsters.iter().any(|word| word == tag))
    };
    let mut problems = problems(&written, "formation");
    for (index, formation) in written.formation.iter().enumerate() {
        for tag in formation.tags.iter().filter(|tag| !known(tag)) {
            let words = themes::all().iter().flat_map(|theme| &theme.monsters);
            let mut words: Vec<&str> = words.chain(&written.tags).map(|word| &**word).collect();
            words.sort_unstable();
            words.dedup();
            let hint = hint(tag, words);
            let what = format!("no theme knows the tag {tag:?}; {hint}, or list it in the table's own tags");
            problems.push((format!("/formation/{index}/tags"), what));
        }
    }
    problems.extend(contradictions(&written.formation, "formation", |formation| &formation.name));
    if problems.is_empty() { Ok(written.formation) } else { Err(from_toml::invalid(problems, "table")) }
}

/// Checks that the text is a table of formations, items or traps, by the rows that it has. The
/// error lists everything that is wrong.
pub fn verify(text: &str) -> Result<(), Error> {
    let written: Written = from_toml::read(text, "table")?;
    match (written.item.is_empty(), written.trap.is_empty()) {
        (false, _) => items(text).map(drop),
        (_, false) => traps(text).map(drop),
        _ => formations(text).map(drop),
    }
}

/// Reads a table of items: `[[item]]`.
fn items(text: &str) -> Result<Vec<TableEntry>, Error> {
    let written = from_toml::read(text, "table")?;
    things(&written, "item", |written: &Written| &written.item)
}

/// Reads a table of traps: `[[trap]]`.
fn traps(text: &str) -> Result<Vec<TableEntry>, Error> {
    let written = from_toml::read(text, "table")?;
    things(&written, "trap", |written: &Written| &written.trap)
}

fn things(written: &Written, what: &str, rows: fn(&Written) -> &Vec<TableEntry>) -> Result<Vec<TableEntry>, Error> {
    let mut problems = problems(written, what);
    problems.extend(contradictions(rows(written), what, |thing| &thing.name));
    if problems.is_empty() { Ok(rows(written).clone()) } else { Err(from_toml::invalid(problems, "table")) }
}

/// Returns an error for missing rows, and for rows of another kind of table.
fn problems(written: &Written, wanted: &str) -> Vec<(String, String)> {
    let mut problems = Vec::new();
    let lengths = [("formation", written.formation.len()), ("item", written.item.len()), ("trap", written.trap.len())];
    for (name, length) in lengths {
        if name == wanted && length == 0 {
            problems.push((String::new(), format!("the table has no [[{name}]]")));
        } else if name != wanted && length > 0 {
            problems.push((format!("/{name}"), format!("this table is for [[{wanted}]], not for [[{name}]]")));
        }
    }
    problems
}

/// Returns an error for reversed danger ranges, duplicate rows, and weights that are all 0.
fn contradictions<T: Row + PartialEq>(rows: &[T], what: &str, name: fn(&T) -> &str) -> Vec<(String, String)> {
    let mut problems = Vec::new();
    let mut names: Vec<(&str, usize)> = rows.iter().map(name).zip(0..).collect();
    names.sort_unstable();
    for pair in names.windows(2).filter(|pair| pair[0].0 == pair[1].0) {
        let (name, index) = pair[1];
        let first = pair[0].1 + 1;
        problems.push((format!("/{what}/{index}/name"), format!("{name:?} is already the name of number {first}")));
    }
    for (index, row) in rows.iter().enumerate() {
        let [low, high] = row.danger();
        if low > high {
            problems.push((format!("/{what}/{index}/danger"), format!("the range from {low} to {high} is empty")));
        }
    }
    if !rows.is_empty() && rows.iter().all(|row| row.weight() == 0) {
        problems.push((format!("/{what}"), "all weights are 0".to_owned()));
    }
    problems
}

static FILES: &[ShippedFile] = shipped!("tables");

fn shipped<T>(name: &str, read: fn(&str) -> Result<Vec<T>, Error>) -> Vec<T> {
    let text = ShippedFile::find(FILES, name).map_or("", |file| file.text);
    read(text).unwrap_or_else(|error| panic!("tables/{name}: {error}"))
}

/// Keeps the word for the life of the program, so that it is never copied.
fn keep(word: &mut Cow<'static, str>) {
    *word = Cow::Borrowed(String::leak(std::mem::take(word).into_owned()));
}

fn kept(mut things: Vec<TableEntry>) -> Vec<TableEntry> {
    things.iter_mut().for_each(|thing| keep(&mut thing.name));
    things
}

/// Kind of table.
pub trait About {
    /// Type of its rows.
    type Row: Row + 'static;
    /// Texts of valid tables of this kind.
    const EXAMPLES: [&'static str; 2];
    /// Returns the rows of the shipped table.
    fn shipped() -> &'static [Self::Row];
    /// Reads the rows of a table.
    fn read(text: &str) -> Result<Vec<Self::Row>, Error>;
}

/// A table of formations.
#[derive(Clone, Copy, Debug)]
pub enum Formations {}

impl About for Formations {
    type Row = Formation;
    const EXAMPLES: [&'static str; 2] = [
        "[[formation]]\nname = \"owls\"\nmembers = [\"owl\", \"owl\"]\ndanger = [0, 1000]\nweight = 3\ncost = 2\n",
        "[[formation]]\nname = \"a knight\"\nmembers = [\"knight\"]\ndanger = [5, 9]\nweight = 1\ncost = 4\n",
    ];
    fn shipped() -> &'static [Formation] {
        static ROWS: LazyLock<Vec<Formation>> = LazyLock::new(|| {
            let mut rows = shipped("monsters", formations);
            rows.iter_mut().flat_map(|row| &mut row.members).for_each(keep);
            rows
        });
        &ROWS
    }
    fn read(text: &str) -> Result<Vec<Formation>, Error> {
        formations(text)
    }
}

/// A table of items.
#[derive(Clone, Copy, Debug)]
pub enum Items {}

impl About for Items {
    type Row = TableEntry;
    const EXAMPLES: [&'static str; 2] = [
        "[[item]]\nname = \"pearl\"\ndanger = [0, 1000]\nweight = 3\n",
        "[[item]]\nname = \"map\"\ndanger = [5, 9]\nweight = 1\n",
    ];
    fn shipped() -> &'static [TableEntry] {
        static ROWS: LazyLock<Vec<TableEntry>> = LazyLock::new(|| kept(shipped("treasure", items)));
        &ROWS
    }
    fn read(text: &str) -> Result<Vec<TableEntry>, Error> {
        items(text)
    }
}

/// A table of traps.
#[derive(Clone, Copy, Debug)]
pub enum Traps {}

impl About for Traps {
    type Row = TableEntry;
    const EXAMPLES: [&'static str; 2] = [
        "[[trap]]\nname = \"wet floor\"\ndanger = [0, 1000]\nweight = 3\n",
        "[[trap]]\nname = \"lava\"\ndanger = [5, 9]\nweight = 1\n",
    ];
    fn shipped() -> &'static [TableEntry] {
        static ROWS: LazyLock<Vec<TableEntry>> = LazyLock::new(|| kept(shipped("traps", traps)));
        &ROWS
    }
    fn read(text: &str) -> Result<Vec<TableEntry>, Error> {
        traps(text)
    }
}

/// The user's own table, or the shipped one. It is parsed once, on first use.
#[derive(Serialize, Deserialize)]
#[serde(from = "Option<String>", into = "Option<String>", bound = "")]
pub struct Table<A: About> {
    text: Option<String>,
    rows: OnceLock<Result<Vec<A::Row>, Vec<String>>>,
}

impl<A: About> Table<A> {
    /// Creates a table from a text.
    pub fn new(text: &str) -> Self {
        Some(text.to_owned()).into()
    }

    /// Returns the rows, or all errors of the text.
    pub fn rows(&self) -> Result<&[A::Row], &[String]> {
        let Some(text) = &self.text else { return Ok(A::shipped()) };
        let read = || A::read(text).map_err(|error| error.problems().to_vec());
        self.rows.get_or_init(read).as_deref().map_err(|problems| &problems[..])
    }

    /// Returns the rows, for a step that runs.
    pub(crate) fn get(&self) -> Result<&[A::Row], Error> {
        self.rows().map_err(|problems| Error::several(ErrorKind::Invalid, problems.to_vec()))
    }

    /// Returns the errors of the text, for the parameter `table`.
    pub(crate) fn conflicts(&self) -> Vec<(&'static str, String)> {
        let problems = self.rows().err().unwrap_or_default();
        problems.iter().map(|problem| ("table", problem.clone())).collect()
    }
}

impl<A: About> From<Option<String>> for Table<A> {
    fn from(text: Option<String>) -> Self {
        Table { text, rows: OnceLock::new() }
    }
}

impl<A: About> From<Table<A>> for Option<String> {
    fn from(table: Table<A>) -> Self {
        table.text
    }
}

impl<A: About> Clone for Table<A> {
    fn clone(&self) -> Self {
        self.text.clone().into()
    }
}

impl<A: About> Default for Table<A> {
    fn default() -> Self {
        None.into()
    }
}

impl<A: About> fmt::Debug for Table<A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Table").field(&self.text).finish()
    }
}

impl<A: About> JsonSchema for Table<A> {
    fn schema_name() -> Cow<'static, str> {
        "Table".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": ["string", "null"], "maxLength": 262_144, "examples": A::EXAMPLES})
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::rng::Seed;

    #[test]
    fn at_every_danger_something_occurs_everywhere() {
        for danger in 1..=MAX_DANGER {
            assert!(
                Items::shipped().iter().any(|row| row.occurs(danger))
                    && Traps::shipped().iter().any(|row| row.occurs(danger))
            );
            for theme in themes::all() {
                let lives = |row: &&Formation| row.occurs(danger) && row.lives_among(&theme.monsters);
                assert!(Formations::shipped().iter().any(|row| lives(&row)), "{danger} {}", theme.name);
            }
        }
        for theme in themes::all() {
            for word in &theme.monsters {
                assert!(
                    Formations::shipped().iter().any(|row| row.tags.iter().any(|tag| tag == word)),
                    "{}: {word}",
                    theme.name
                );
            }
        }
    }

    #[test]
    fn rows_are_picked_by_weight() {
        let row = |name: &'static str, weight| TableEntry { name: name.into(), danger: [2, 4], weight };
        let rows = [row("a", 1), row("b", 3), row("never", 0), TableEntry { danger: [9, 9], ..row("later", 50) }];
        let mut rng = Seed::new(1).rng();
        let mut seen = [0; 4];
        for _ in 0..4_000 {
            let picked = pick(&rows, 3, &mut rng, |_| true).unwrap();
            seen[rows.iter().position(|row| row == picked).unwrap()] += 1;
        }
        assert!(seen[0] + seen[1] == 4_000 && (900..1_100).contains(&seen[0]), "{seen:?}");
        assert_eq!(pick(&rows, 1, &mut rng, |_| true), None);
        assert_eq!(pick(&rows, 3, &mut rng, |_| false), None);
    }

    #[test]
    fn contradictions_are_named() {
        let problems = |text: &str| formations(text).unwrap_err().problems().to_vec();
        let row = |name: &str, rest: &str| format!("[[formation]]\nname = \"{name}\"\nmembers = [\"x\"]\n{rest}\n");
        let good = "danger = [1, 3]\nweight = 1\ncost = 1";
        assert_eq!(formations(&row("a", good)).unwrap().len(), 1);
        assert_eq!(problems(""), ["table: the table has no [[formation]]"]);
        let reversed = problems(&row("a", "danger = [3, 1]\nweight = 1\ncost = 1"));
        assert_eq!(reversed, ["/formation/0/danger: the range from 3 to 1 is empty"]);
        let twice = problems(&(row("a", good) + &row("a", good)));
        assert_eq!(twice, ["/formation/1/name: \"a\" is already the name of number 1"]);
        assert_eq!(problems(&row("a", "danger = [1, 3]\nweight = 0\ncost = 1")), ["/formation: all weights are 0"]);
        let tag = problems(&row("a", &format!("{good}\ntags = [\"undad\"]")));
        assert!(
            tag[0].starts_with("/formation/0/tags: no theme knows the tag \"undad\"; did you mean undead?"),
            "{tag:?}"
        );
        assert_eq!(
            formations(&format!("tags = [\"undad\"]\n{}", row("a", &format!("{good}\ntags = [\"undad\"]"))))
                .unwrap()
                .len(),
            1
        );
        let none = problems(&row("a", "danger = [1, 3]\nweight = 1\ncost = 0"));
        assert!(none[0].starts_with("/formation/0/cost: 0 is not between 1 and 1000000"), "{none:?}");
        assert!(problems("[[item]]\nname = \"a\"\ndanger = [1, 1]\nweight = 1")[1].contains("not for [[item]]"));
        let huge = " ".repeat(50 << 20);
        assert!(problems(&huge)[0].ends_with("the limit is 1048576"));
    }
}
