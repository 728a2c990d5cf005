//! TOML written by users: limited in length, validated against a schema, with all errors reported
//! at once.

use crate::base::error::{Error, ErrorKind};
use crate::params::schema::{self, pointer_part, printable};
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::Value;
use toml::de::{DeTable, DeValue};

/// Maximum length of a table, a theme or any other text without its own limit, in bytes.
pub(crate) const MAX_BYTES: usize = 1 << 20;

/// Reads a `what` from a text.
pub(crate) fn read<T: JsonSchema + DeserializeOwned + 'static>(text: &str, what: &str) -> Result<T, Error> {
    let value = value(text, what, MAX_BYTES)?;
    let problems = schema::check(schema::of::<T>(), &value);
    if !problems.is_empty() {
        return Err(invalid(problems, what));
    }
    serde_json::from_value(value).map_err(|error| Error::new(ErrorKind::Invalid, format!("{what}: {error}")))
}

/// Parses a text as a value. A text longer than `most` bytes is refused before it is parsed.
pub(crate) fn value(text: &str, what: &str, most: usize) -> Result<Value, Error> {
    if text.len() > most {
        let message = format!("a {what} of {} bytes; the limit is {most}", text.len());
        return Err(Error::new(ErrorKind::TooBig, message));
    }
    parse(text).map_err(|Slip { at: (line, column), what }| {
        Error::new(ErrorKind::Invalid, format!("line {line}, column {column}: {what}"))
    })
}

/// Reason why a text is not valid TOML, with its line and column.
pub(crate) struct Slip {
    pub(crate) at: (usize, usize),
    pub(crate) what: String,
}

/// Parses a text of any length as a value.
pub(crate) fn parse(text: &str) -> Result<Value, Slip> {
    let slip = |error: toml::de::Error| Slip {
        at: line_and_column(text, error.span().map_or(0, |span| span.start)),
        // The first line of the parser's message.
        what: error.message().lines().next().unwrap_or("not TOML").to_owned(),
    };
    text.parse().map(|table| json(toml::Value::Table(table))).map_err(slip)
}

/// Returns the line and column of a byte of the text, both from 1.
fn line_and_column(text: &str, byte: usize) -> (usize, usize) {
    let before = text.get(..byte).unwrap_or("");
    (before.matches('\n').count() + 1, before.chars().rev().take_while(|&c| c != '\n').count() + 1)
}

/// Returns the line and column of each of these paths: of its key, or of the table that lacks it.
/// `None` for the whole text, and for a text that is not valid TOML.
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
                    // Long names are shortened in the path.
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

/// Kind of a user's TOML file.
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
    /// Recognizes the kind by its keys. Anything else counts as a recipe, whose reader reports the
    /// errors.
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

/// Combines errors with their paths into one: `/formation/2/weight: …`.
pub(crate) fn invalid(problems: Vec<(String, String)>, what: &str) -> Error {
    several(ErrorKind::Invalid, problems, |path, problem| match path {
        "" => format!("{what}: {problem}"),
        path => format!("{path}: {problem}"),
    })
}

/// Combines errors with their paths into one, at most [`MAX_PROBLEMS`] of them, each as a line.
/// There must be at least one.
pub(crate) fn several(kind: ErrorKind, problems: Vec<(String, String)>, line: impl Fn(&str, &str) -> String) -> Error {
    let more = more_than_enough(problems.len());
    let told = problems.into_iter().take(MAX_PROBLEMS).map(|(path, problem)| {
        let line = line(&path, &problem);
        (path, line)
    });
    Error::placed(kind, told.chain(more.map(|line| (String::new(), line))))
}

/// Returns the last line for errors that are not listed.
pub(crate) fn more_than_enough(problems: usize) -> Option<String> {
    let more = problems.saturating_sub(MAX_PROBLEMS);
    (more > 0).then(|| format!("and {more} more problems"))
}

/// Maximum number of errors that are listed.
pub(crate) const MAX_PROBLEMS: usize = 50;

/// Converts TOML to JSON. Values that JSON lacks (dates, infinities) become texts, which the schema
/// then refuses.
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
