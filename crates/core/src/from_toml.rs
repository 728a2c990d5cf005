//! TOML that people write: read within a bound, held to a schema, with everything that is wrong said at once.

use crate::error::{Error, ErrorKind};
use crate::schema;
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::Value;

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
    let table: toml::Table = text.parse().map_err(|error| parse_error(&error, text))?;
    Ok(json(toml::Value::Table(table)))
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
    several(problems.into_iter().map(|(path, problem)| match &*path {
        "" => format!("{what}: {problem}"),
        path => format!("{path}: {problem}"),
    }))
}

/// Problems as one error, as many as anybody reads; there must be at least one.
pub(crate) fn several(problems: impl ExactSizeIterator<Item = String>) -> Error {
    let more = problems.len().saturating_sub(MOST_PROBLEMS);
    let mut lines: Vec<String> = problems.take(MOST_PROBLEMS).collect();
    if more > 0 {
        lines.push(format!("and {more} more problems"));
    }
    Error::several(ErrorKind::Invalid, lines)
}

/// More than that nobody reads.
const MOST_PROBLEMS: usize = 50;

/// One line with its place, out of the parser's several.
fn parse_error(error: &toml::de::Error, text: &str) -> Error {
    let before = error.span().and_then(|span| text.get(..span.start)).unwrap_or("");
    let (line, column) =
        (before.matches('\n').count() + 1, before.chars().rev().take_while(|&c| c != '\n').count() + 1);
    let what = error.message().lines().next().unwrap_or("not TOML").to_owned();
    Error::new(ErrorKind::Invalid, format!("line {line}, column {column}: {what}"))
}

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
