//! Reads styles. A file contains only the differences to the style it extends.

use super::Style;
use crate::error::{Error, ErrorKind};
use crate::scene::Color;
use mapwright::did_you_mean;
use serde::de::{Deserialize, Deserializer, Error as _};
use toml::{Table, Value};

macro_rules! shipped {
    ($($name:literal)*) => {
        /// Shipped styles with their files.
        const SHIPPED: &[(&str, &str)] = &[$(($name, include_str!(concat!("../../styles/", $name, ".toml"))),)*];
    };
}
shipped! { "ink" "parchment" "old-blue" "blueprint" "night" "minimal" "colour" "tiles" }

/// Maximum number of styles that build on each other.
const MAX_DEPTH: usize = 8;
/// Maximum of all numbers in a style; for widths, in squares.
const MAX_NUMBER: f64 = 16.0;

impl Style {
    /// The name of the default style.
    pub const DEFAULT_NAME: &'static str = "ink";

    /// Returns the names of the shipped styles, the default first.
    pub fn names() -> impl Iterator<Item = &'static str> + Clone {
        SHIPPED.iter().map(|(name, _)| *name)
    }

    /// Returns a shipped style.
    pub fn named(name: &str) -> Result<Style, Error> {
        from_table(shipped(name)?)
    }

    /// Parses a style file. Keys it does not set are taken from the style it `extends`, by default
    /// `ink`.
    pub fn from_toml(text: &str) -> Result<Style, Error> {
        let own: Table = text.parse().map_err(|error: toml::de::Error| {
            let line = error.span().map_or(1, |span| 1 + text[..span.start.min(text.len())].matches('\n').count());
            invalid(format!("line {line}: {}", error.message()))
        })?;
        from_table(filled_in(own, 0)?)
    }
}

impl Default for Style {
    fn default() -> Self {
        Style::named(Style::DEFAULT_NAME).expect("the shipped styles are tested")
    }
}

fn invalid(message: String) -> Error {
    Error::new(ErrorKind::Invalid, message)
}

fn shipped(name: &str) -> Result<Table, Error> {
    let Some((_, text)) = SHIPPED.iter().find(|(known, _)| *known == name) else {
        return Err(invalid(format!("no style is called {name:?}; {}", did_you_mean(name, Style::names()))));
    };
    let table = text.parse().map_err(|error| invalid(format!("{name}: {error}")))?;
    if name == "ink" { Ok(table) } else { filled_in(table, 1) }
}

/// Fills in all missing keys from the style it extends.
fn filled_in(mut own: Table, depth: usize) -> Result<Table, Error> {
    let base = match own.remove("extends") {
        None => "ink".to_owned(),
        Some(Value::String(name)) if depth < MAX_DEPTH => name,
        Some(other) => return Err(invalid(format!("extends: {other} is not the name of a style"))),
    };
    let mut table = shipped(&base)?;
    overwrite(&mut table, own, "")?;
    Ok(table)
}

/// Overwrites the values of a table that has all keys.
fn overwrite(table: &mut Table, own: Table, path: &str) -> Result<(), Error> {
    for (key, value) in own {
        let path = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
        let Some(old) = table.get_mut(&key) else {
            let hint = did_you_mean(&key, table.keys().map(String::as_str).collect::<Vec<_>>());
            return Err(invalid(format!("{path}: unknown key; {hint}")));
        };
        match (old, value) {
            (Value::Table(old), Value::Table(value)) => overwrite(old, value, &path)?,
            (Value::Float(old), Value::Float(value)) => *old = value,
            (Value::Float(old), Value::Integer(value)) => *old = value as f64,
            (old, value) if old.same_type(&value) => *old = value,
            (old, value) => {
                let message = format!("{path}: {value} is a {}, not a {}", value.type_str(), old.type_str());
                return Err(invalid(message));
            }
        }
    }
    Ok(())
}

fn from_table(table: Table) -> Result<Style, Error> {
    check_numbers(&table, "")?;
    for (section, value) in &table {
        // Check one section at a time, so that the message can name it.
        let Value::Table(fields) = value else { continue };
        for (key, value) in fields.iter().filter(|_| section == "colors") {
            let text = value.as_str().unwrap_or_default();
            if Color::from_hex(text).is_none() {
                return Err(invalid(format!("colors.{key}: {text:?} is not a colour such as #1a2b3c")));
            }
        }
    }
    Style::deserialize(Value::Table(table)).map_err(|error| invalid(error.message().trim().replace('\n', " ")))
}

/// Checks that every number is finite and within its range.
fn check_numbers(table: &Table, path: &str) -> Result<(), Error> {
    for (key, value) in table {
        let path = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
        let number = match value {
            Value::Table(inner) => {
                check_numbers(inner, &path)?;
                continue;
            }
            Value::Float(number) => *number,
            Value::Integer(number) => *number as f64,
            _ => continue,
        };
        let low = match path.as_str() {
            "hatch.spacing" | "text.number" => 0.05,
            // The time to draw a tile of hatching grows with the square of the number of its
            // patches.
            "hatch.patch" => 0.2,
            _ => 0.0,
        };
        if !(low..=MAX_NUMBER).contains(&number) {
            return Err(invalid(format!("{path}: {number} is not between {low} and {MAX_NUMBER}")));
        }
    }
    Ok(())
}

/// Parses a colour of a style.
pub(super) fn color<'de, D: Deserializer<'de>>(from: D) -> Result<Color, D::Error> {
    let text = String::deserialize(from)?;
    Color::from_hex(&text).ok_or_else(|| D::Error::custom(format!("{text:?} is not a colour such as #1a2b3c")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shipped_style_is_valid() {
        for name in Style::names() {
            let style = Style::named(name).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert!(!style.summary.is_empty(), "{name}");
        }
        assert_eq!(Style::names().next(), Some("ink"));
    }

    #[test]
    fn a_file_sets_only_the_differences() {
        let style = Style::from_toml("extends = 'night'\n[walls]\nwidth = 1").unwrap();
        let night = Style::named("night").unwrap();
        assert_eq!(style.colors, night.colors);
        assert_eq!((style.walls.width, style.walls.wobble), (1.0, night.walls.wobble));
    }

    #[test]
    fn errors_name_the_mistake_and_suggest_a_fix() {
        let message = |text: &str| Style::from_toml(text).unwrap_err().to_string();
        for (text, part) in [
            ("extends = 'nigth'", "did you mean night?"),
            ("[colors]\npapper = '#fff'", "colors.papper"),
            ("[colors]\npaper = 'white'", "not a colour"),
            ("[walls]\nwidth = -1", "walls.width: -1 is not between"),
            ("[walls]\nwidth = nan", "walls.width"),
            ("[hatch]\npatch = 0.1", "hatch.patch: 0.1 is not between 0.2 and 16"),
            ("[walls]\nwidth = 'a'", "walls.width: \"a\" is a string, not a float"),
            ("[walls]\nsmooth = 'mostly'", "mostly"),
            ("wals = 1", "wals"),
            ("extends = 3", "extends"),
            ("a = = 1", "line 1"),
        ] {
            let message = message(text);
            assert!(message.contains(part) && !message.contains('\n'), "{text}: {message}");
        }
    }
}
