//! The one boundary where input values are validated against a JSON schema.
//!
//! serde reads types but ignores the ranges that schemars writes into the schema, and stops at its
//! first error. This checker reads the schema that documentation and sliders are built from and
//! reports all errors at once. It supports the part of JSON Schema that our parameter structs use;
//! a registry test fails when a struct uses more.

use super::bounds::Bounds;
use crate::base::nearest::hint;
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema};
use serde_json::Value;
use std::any::TypeId;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

/// Returns the schema of a type, with all references resolved in place. It is generated once and
/// kept for the life of the program.
pub(crate) fn of<T: JsonSchema + 'static>() -> &'static Value {
    static SCHEMAS: Mutex<BTreeMap<TypeId, &'static Value>> = Mutex::new(BTreeMap::new());
    let schemas = || SCHEMAS.lock().unwrap_or_else(PoisonError::into_inner);
    let (id, known) = (TypeId::of::<T>(), schemas().get(&TypeId::of::<T>()).copied());
    // The list is not locked meanwhile, because a schema may depend on others.
    known.unwrap_or_else(|| {
        let mut settings = SchemaSettings::draft2020_12();
        settings.inline_subschemas = true;
        let schema = Schema::to_value(settings.into_generator().into_root_schema_for::<T>());
        schemas().entry(id).or_insert_with(|| Box::leak(Box::new(schema)))
    })
}

/// Keywords that [`check`] enforces or may ignore.
#[cfg(test)]
pub(crate) const KNOWN: [&str; 22] = [
    "$schema",
    "title",
    "description",
    "default",
    "examples",
    "format",
    "type",
    "minimum",
    "maximum",
    "enum",
    "const",
    "oneOf",
    "anyOf",
    "properties",
    "required",
    "additionalProperties",
    "items",
    "minItems",
    "maxItems",
    "uniqueItems",
    "minLength",
    "maxLength",
];

/// Violations of a schema, each as `(path, message)`.
type Problems = Vec<(String, String)>;

/// Returns all violations of the schema in the value, each as `(path, message)`.
pub(crate) fn check(schema: &Value, value: &Value) -> Vec<(String, String)> {
    let mut problems = Vec::new();
    walk(schema, value, &mut String::new(), &mut problems);
    problems
}

fn walk(schema: &Value, value: &Value, path: &mut String, problems: &mut Problems) {
    if let Some(choices) = schema.get("oneOf").or_else(|| schema.get("anyOf")).and_then(Value::as_array) {
        return walk_choices(schema, choices, value, path, problems);
    }
    let mut wrong = |message: String| problems.push((path.clone(), message));
    if let Some(constant) = schema.get("const") {
        if constant != value {
            wrong(mismatch(schema, value));
        }
        return;
    }
    if let Some(choices) = schema.get("enum").and_then(Value::as_array) {
        if !choices.contains(value) {
            wrong(mismatch(schema, value));
        }
        return;
    }
    if !types(schema).any(|kind| is_a(kind, value)) {
        return wrong(mismatch(schema, value));
    }
    match value {
        Value::Number(number) => {
            let limit = |key: &str| schema.get(key).and_then(Value::as_f64);
            // Limits and the values near them are small enough to be exact as floats.
            let outside = number.as_f64().is_none_or(|n| {
                limit("minimum").is_some_and(|min| n < min) || limit("maximum").is_some_and(|max| n > max)
            });
            if outside {
                wrong(mismatch(schema, value));
            }
        }
        Value::String(text) => walk_text(schema, value, text, wrong),
        Value::Array(items) => walk_list(schema, items, path, problems),
        Value::Object(fields) => walk_table(schema, fields, path, problems),
        Value::Null | Value::Bool(_) => {}
    }
}

fn walk_choices(schema: &Value, choices: &[Value], value: &Value, path: &mut String, problems: &mut Problems) {
    if choices.iter().any(|choice| check(choice, value).is_empty()) {
        return;
    }
    // If only one choice is a list, a table or a range, report the errors inside that choice.
    let is_range = |choice: &Value| choice.get("format").is_some_and(|format| format == "bounds");
    let composite = value.is_array() || value.is_object() || value.is_string() && choices.iter().any(is_range);
    let alike: Vec<&Value> = choices.iter().filter(|choice| types(choice).any(|kind| is_a(kind, value))).collect();
    match alike[..] {
        [only] if composite => walk(only, value, path, problems),
        _ => problems.push((path.clone(), mismatch(schema, value))),
    }
}

fn walk_text(schema: &Value, value: &Value, text: &str, mut wrong: impl FnMut(String)) {
    let length = text.chars().count() as u64;
    let limit = |key: &str| schema.get(key).and_then(Value::as_u64);
    if schema.get("format").is_some_and(|format| format == "percent") && percent(text).is_none() {
        wrong(mismatch(schema, value));
    }
    if schema.get("format").is_some_and(|format| format == "bounds")
        && let Err(what) = text.parse::<Bounds>()
    {
        return wrong(what);
    }
    if limit("maxLength").is_some_and(|max| length > max) || limit("minLength").is_some_and(|min| length < min) {
        wrong(format!("a text of {length} characters, where {} is expected", expected(schema)));
    }
}

fn walk_list(schema: &Value, items: &[Value], path: &mut String, problems: &mut Problems) {
    let mut wrong = |message: String| problems.push((path.clone(), message));
    let count = items.len() as u64;
    let limit = |key: &str| schema.get(key).and_then(Value::as_u64);
    if limit("maxItems").is_some_and(|max| count > max) || limit("minItems").is_some_and(|min| count < min) {
        return wrong(format!("a list of {count}, where {} is expected", expected(schema)));
    }
    if schema.get("uniqueItems") == Some(&Value::Bool(true)) {
        for (index, item) in items.iter().enumerate() {
            if items[..index].contains(item) {
                return wrong(format!("{item} is in the list twice"));
            }
        }
    }
    if let Some(item_schema) = schema.get("items") {
        for (index, item) in items.iter().enumerate() {
            within(path, &index.to_string(), |path| walk(item_schema, item, path, problems));
        }
    }
}

fn walk_table(schema: &Value, fields: &serde_json::Map<String, Value>, path: &mut String, problems: &mut Problems) {
    let properties = schema.get("properties").and_then(Value::as_object);
    let required = schema.get("required").and_then(Value::as_array);
    for name in required.into_iter().flatten().filter_map(Value::as_str) {
        if !fields.contains_key(name) {
            problems.push((path.clone(), format!("{name} is missing")));
        }
    }
    for (name, field) in fields {
        match properties.and_then(|known| known.get(name)) {
            Some(schema) => within(path, name, |path| walk(schema, field, path, problems)),
            None if schema.get("additionalProperties") == Some(&Value::Bool(false)) => {
                let known = properties.into_iter().flat_map(|known| known.keys()).map(String::as_str);
                let hint = if properties.is_some_and(|known| !known.is_empty()) {
                    hint(name, known)
                } else {
                    "no keys are allowed here".to_owned()
                };
                within(path, &printable(name), |path| {
                    problems.push((path.clone(), format!("unknown; {hint}")));
                });
            }
            None => {}
        }
    }
}

fn within(path: &mut String, name: &str, then: impl FnOnce(&mut String)) {
    let length = path.len();
    path.push('/');
    path.push_str(&pointer_part(name));
    then(path);
    path.truncate(length);
}

/// Escapes a name for a JSON pointer.
pub(crate) fn pointer_part(name: &str) -> Cow<'_, str> {
    match name.contains(['~', '/']) {
        true => name.replace('~', "~0").replace('/', "~1").into(),
        false => name.into(),
    }
}

fn mismatch(schema: &Value, value: &Value) -> String {
    match (value, bounds(schema)) {
        (Value::Number(number), (Some(min), Some(max))) if number.is_i64() || number.is_u64() => {
            format!("{number} is not between {min} and {max}")
        }
        _ => {
            let expected = expected(schema);
            let words = names(schema);
            let near = value.as_str().and_then(|typed| crate::base::nearest::nearest(typed, words));
            let meant = near.map(|name| format!("; did you mean {name}?")).unwrap_or_default();
            format!("{} where {expected} is expected{meant}", shown(value))
        }
    }
}

/// Formats a value for a message: short, on one line.
fn shown(value: &Value) -> String {
    match value {
        Value::Array(items) => format!("a list of {}", items.len()),
        Value::Object(fields) => format!("a table of {}", fields.len()),
        Value::String(text) => format!("{:?}", printable(text)),
        other => other.to_string(),
    }
}

/// Returns a name from the input, shortened and without control characters.
pub(crate) fn printable(text: &str) -> String {
    let mut short: String = text.chars().take(40).map(|c| if c.is_control() { '?' } else { c }).collect();
    if text.chars().nth(40).is_some() {
        short.push('…');
    }
    short
}

/// Parses a text like `50%`, from 0 to 100.
pub(crate) fn percent(text: &str) -> Option<i32> {
    text.strip_suffix('%')?.trim().parse().ok().filter(|percent| (0..=100).contains(percent))
}

fn types(schema: &Value) -> impl Iterator<Item = &str> {
    let kinds = schema.get("type");
    let one = kinds.and_then(Value::as_str);
    let several = kinds.and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str);
    // No type means anything goes.
    one.into_iter().chain(several).chain(kinds.is_none().then_some("anything"))
}

fn is_a(kind: &str, value: &Value) -> bool {
    match kind {
        "anything" => true,
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        "null" => value.is_null(),
        _ => false,
    }
}

/// Returns the minimum and the maximum of a number.
fn bounds(schema: &Value) -> (Option<i64>, Option<i64>) {
    let limit = |key: &str| schema.get(key).and_then(Value::as_i64);
    (limit("minimum"), limit("maximum"))
}

/// Returns the words that an enumeration allows.
pub(crate) fn names(schema: &Value) -> Vec<&str> {
    let list = |key: &str| schema.get(key).and_then(Value::as_array).into_iter().flatten();
    let constants = list("oneOf").filter_map(|choice| choice.get("const"));
    let documented = list("oneOf").filter_map(|choice| choice.get("enum").and_then(Value::as_array)).flatten();
    let mut names: Vec<&str> = list("enum").chain(constants).chain(documented).filter_map(Value::as_str).collect();
    // An optional word.
    let set: Vec<&Value> =
        list("anyOf").filter(|choice| choice.get("type").is_none_or(|kind| kind != "null")).collect();
    if let [only] = set[..] {
        names.extend(self::names(only));
    }
    names
}

/// Describes what a schema expects: `a whole number from 0 to 100`, `one of all, small, none`.
pub(crate) fn expected(schema: &Value) -> String {
    if let Some(word) = schema.get("const").and_then(Value::as_str) {
        return word.to_owned();
    }
    let words = names(schema);
    if !words.is_empty() {
        return if words.len() == 1 { words[0].to_owned() } else { format!("one of {}", words.join(", ")) };
    }
    if let Some(choices) = schema.get("oneOf").or_else(|| schema.get("anyOf")).and_then(Value::as_array) {
        let wanted = choices.iter().map(expected).filter(|what| !what.is_empty());
        return wanted.collect::<Vec<_>>().join(" or ");
    }
    let in_bounds = match bounds(schema) {
        (Some(min), Some(max)) => format!(" from {min} to {max}"),
        (Some(min), None) => format!(" of at least {min}"),
        (None, Some(max)) => format!(" of at most {max}"),
        (None, None) => String::new(),
    };
    let count = |least: &str, most: &str| {
        let limit = |key: &str| schema.get(key).and_then(Value::as_u64);
        match (limit(least), limit(most)) {
            (Some(min), Some(max)) if min == max => format!(" of {min}"),
            (Some(min), Some(max)) => format!(" of {min} to {max}"),
            (None, Some(max)) => format!(" of at most {max}"),
            (Some(min), None) => format!(" of at least {min}"),
            (None, None) => String::new(),
        }
    };
    let kinds = types(schema).filter(|&kind| kind != "null").map(|kind| match kind {
        "integer" => format!("a whole number{in_bounds}"),
        "number" => format!("a number{in_bounds}"),
        "string" if schema.get("format").is_some_and(|format| format == "percent") => {
            "a text from \"0%\" to \"100%\"".to_owned()
        }
        "string" if schema.get("format").is_some_and(|format| format == "bounds") => {
            "a text like \"30..50\", \"2..\" or \"..9\"".to_owned()
        }
        "string" => match count("minLength", "maxLength") {
            length if length.is_empty() => "a text".to_owned(),
            length => format!("a text{length} characters"),
        },
        "boolean" => "true or false".to_owned(),
        "array" => {
            let items = schema.get("items").map(|items| format!(", each {}", expected(items))).unwrap_or_default();
            format!("a list{}{items}", count("minItems", "maxItems"))
        }
        "object" => "a table".to_owned(),
        _ => "anything".to_owned(),
    });
    kinds.collect::<Vec<_>>().join(" or ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    /// Collects every keyword in a schema, at any depth.
    fn keywords(schema: &Value, found: &mut Vec<String>) {
        for (keyword, value) in schema.as_object().into_iter().flatten() {
            found.push(keyword.clone());
            match keyword.as_str() {
                "properties" => value.as_object().into_iter().flatten().for_each(|(_, inner)| keywords(inner, found)),
                "items" => keywords(value, found),
                "oneOf" | "anyOf" => value.as_array().into_iter().flatten().for_each(|inner| keywords(inner, found)),
                _ => {}
            }
        }
    }

    #[test]
    fn schemas_use_only_enforced_keywords() {
        let mut found = Vec::new();
        keywords(of::<crate::recipe::Recipe>(), &mut found);
        crate::registry::ALL.iter().for_each(|entry| keywords(&entry.schema(), &mut found));
        for keyword in found {
            assert!(KNOWN.contains(&keyword.as_str()), "{keyword} is not enforced: teach `walk` about it");
        }
    }

    fn schema() -> Value {
        json!({
            "type": "object",
            "properties": {
                "fill_percent": {"type": "integer", "minimum": 30, "maximum": 60},
                "connect": {"oneOf": [{"const": "all"}, {"const": "small"}]},
                "born": {"type": "array", "items": {"type": "integer", "minimum": 0, "maximum": 8}, "maxItems": 9,
                         "uniqueItems": true},
                "title": {"type": ["string", "null"], "maxLength": 5}
            },
            "additionalProperties": false,
            "required": ["connect"]
        })
    }

    #[test]
    fn all_errors_are_reported_at_once() {
        let value = json!({"fill_percent": 99, "fil": 1, "born": [1, 9, "x"], "title": "too long"});
        let problems: Vec<String> =
            check(&schema(), &value).into_iter().map(|(path, what)| format!("{path}: {what}")).collect();
        assert_eq!(
            problems,
            [
                ": connect is missing",
                "/fill_percent: 99 is not between 30 and 60",
                "/fil: unknown; known are fill_percent, connect, born, title",
                "/born/1: 9 is not between 0 and 8",
                "/born/2: \"x\" where a whole number from 0 to 8 is expected",
                "/title: a text of 8 characters, where a text of at most 5 characters is expected",
            ]
        );
    }

    #[test]
    fn numbers_that_do_not_fit_are_refused() {
        for number in [json!(1.5), json!(u64::MAX), json!(-1), json!("40"), json!(null)] {
            assert_eq!(check(&schema(), &json!({"connect": "all", "fill_percent": number})).len(), 1, "{number}");
        }
        assert!(check(&schema(), &json!({"connect": "small", "fill_percent": 30, "title": null})).is_empty());
    }

    #[test]
    fn a_mistyped_word_gets_its_neighbour() {
        let problems = check(&schema(), &json!({"connect": "smal", "born": [1, 1]}));
        assert_eq!(problems[0].1, "\"smal\" where one of all, small is expected; did you mean small?");
        assert_eq!(problems[1].1, "1 is in the list twice");
    }
}
