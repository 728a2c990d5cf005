//! TOML that people write: read within a bound, held to a schema, with everything that is wrong said at once.

use crate::error::{Error, ErrorKind};
use crate::schema::{self, pointer_part, printable};
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::Value;
use toml::de::{DeTable, DeValue};

/// The longest text of a table, a theme or anything else that has no limit of its own, in bytes.
pub(crate) const MAX_BYTES: usize = 1 << 20;

/// Reads a `what` from a text.
pub(crate) fn read<T: JsonSchema + DeserializeOwned>(text: &str, what: &str) -> Result<T, Error> {
    let value = value(text, what, MAX_BYTES)?;
    let problems = schema::check(&schema::of::<T>(), &value);
    if !problems.is_empty() {
        return Err(invalid(problems, what));
    }
    serde_json::from_value(value).map_err(|error| Error::new(ErrorKind::Invalid, format!("{what}: {error}")))
}

/// Reads a text as a value. One of more than `most` bytes is refused before anybody looks into it.
pub(crate) fn value(text: &str, what: &str, most: usize) -> Result<Value, Error> {
    if text.len() > most {
        let message = format!("a {what} of {} bytes; the limit is {most}", text.len());
        return Err(Error::new(ErrorKind::TooBig, message));
    }
    parse(text).map_err(|Slip { at: (line, column), what }| {
        Error::new(ErrorKind::Invalid, format!("line {line}, column {column}: {what}"))
    })
}

/// Why a text is no TOML, and in which line and column.
pub(crate) struct Slip {
    pub(crate) at: (usize, usize),
    pub(crate) what: String,
}

/// Reads a text of whatever length as a value.
pub(crate) fn parse(text: &str) -> Result<Value, Slip> {
    let slip = |error: toml::de::Error| Slip {
        at: line_and_column(text, error.span().map_or(0, |span| span.start)),
        // One line out of the parser's several.
        what: error.message().lines().next().unwrap_or("not TOML").to_owned(),
    };
    text.parse().map(|table| json(toml::Value::Table(table))).map_err(slip)
}

/// Where a byte of the text stands, for people: both count from 1.
fn line_and_column(text: &str, byte: usize) -> (usize, usize) {
    let before = text.get(..byte).unwrap_or("");
    (before.matches('\n').count() + 1, before.chars().rev().take_while(|&c| c != '\n').count() + 1)
}

/// In which line and column of the text each of these paths stands: its key, or the table that it is missing from. None for the
/// whole text, and for a text that is no TOML.
pub(crate) fn places<'a>(
    text: &str,
    paths: impl Iterator<Item = &'a str>,
) -> impl Iterator<Item = Option<(usize, usize)>> {
    let table = DeTable::parse(text).ok().map(|table| DeValue::Table(table.into_inner()));
    paths.map(move |path| {
        let mut value = table.as_ref()?;
        let mut at = None;
        for name in path.split('/').skip(1) {
            let (place, inner) = match value {
                DeValue::Table(fields) => {
                    // The path has long names cut short.
                    let named = |key: &str| pointer_part(&printable(key)) == name || pointer_part(key) == name;
                    let Some((key, inner)) = fields.iter().find(|(key, _)| named(key.get_ref())) else { break };
                    (key.span(), inner)
                }
                DeValue::Array(items) => {
                    let Some(inner) = name.parse().ok().and_then(|index: usize| items.get(index)) else { break };
                    (inner.span(), inner)
                }
                _ => break,
            };
            (at, value) = (Some(place.start), inner.get_ref());
        }
        at.map(|byte| line_and_column(text, byte))
    })
}

/// What a TOML file of somebody's is meant to be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Written {
    /// A recipe.
    Recipe,
    /// A campaign.
    Campaign,
    /// A danger table.
    DangerTable,
    /// A table of formations, items or traps.
    Table,
    /// A theme, or several.
    Themes,
}

impl Written {
    /// Tells it by the keys. What is none of these is taken for a recipe: whoever reads it says what is wrong.
    pub fn of(text: &str) -> Written {
        let value = value(text, "file", MAX_BYTES).unwrap_or_default();
        let has = |key: &str| value.get(key).is_some();
        match () {
            () if has("step") => Written::Recipe,
            () if ["levels", "set_piece", "place", "danger"].into_iter().any(has) => Written::Campaign,
            () if has("table") && value["table"].is_string() => Written::Campaign,
            () if has("range") => Written::DangerTable,
            () if ["formation", "item", "trap"].into_iter().any(has) => Written::Table,
            () if ["theme", "look", "decorations", "effects", "cost_percent"].into_iter().any(has) => Written::Themes,
            () => Written::Recipe,
        }
    }
}

/// Problems with their paths, as one error: `/formation/2/weight: …`.
pub(crate) fn invalid(problems: Vec<(String, String)>, what: &str) -> Error {
    several(ErrorKind::Invalid, problems, |path, problem| match path {
        "" => format!("{what}: {problem}"),
        path => format!("{path}: {problem}"),
    })
}

/// Problems with their paths as one error, as many as anybody reads, each as a line; there must be at least one.
pub(crate) fn several(kind: ErrorKind, problems: Vec<(String, String)>, line: impl Fn(&str, &str) -> String) -> Error {
    let more = more_than_enough(problems.len());
    let told = problems.into_iter().take(MOST_PROBLEMS).map(|(path, problem)| {
        let line = line(&path, &problem);
        (path, line)
    });
    Error::placed(kind, told.chain(more.map(|line| (String::new(), line))))
}

/// What is said in the end of problems that are not told one by one.
pub(crate) fn more_than_enough(problems: usize) -> Option<String> {
    let more = problems.saturating_sub(MOST_PROBLEMS);
    (more > 0).then(|| format!("and {more} more problems"))
}

/// More than that nobody reads.
pub(crate) const MOST_PROBLEMS: usize = 50;

/// TOML to JSON; what JSON cannot say (dates, infinities) becomes a text, which the schema then refuses.
pub(crate) fn json(value: toml::Value) -> Value {
    match value {
        toml::Value::String(text) => Value::String(text),
        toml::Value::Integer(number) => Value::from(number),
        toml::Value::Float(number) => {
            serde_json::Number::from_f64(number).map_or_else(|| Value::String(number.to_string()), Value::Number)
        }
        toml::Value::Boolean(yes) => Value::Bool(yes),
        toml::Value::Datetime(date) => Value::String(date.to_string()),
        toml::Value::Array(items) => Value::Array(items.into_iter().map(json).collect()),
        toml::Value::Table(fields) => {
            Value::Object(fields.into_iter().map(|(key, value)| (key, json(value))).collect())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_told_apart_by_their_keys() {
        assert_eq!(Written::of("[[step]]\nuse = \"arena\""), Written::Recipe);
        assert_eq!(Written::of("levels = 3"), Written::Campaign);
        assert_eq!(Written::of("table = \"rich\""), Written::Campaign);
        assert_eq!(Written::of("levels = 3\n[[range]]\ndanger = [1, 2]"), Written::Campaign);
        assert_eq!(Written::of("title = \"x\"\n[[range]]\ndanger = [1, 2]"), Written::DangerTable);
        assert_eq!((Written::of(""), Written::of("= no")), (Written::Recipe, Written::Recipe));
    }
}
