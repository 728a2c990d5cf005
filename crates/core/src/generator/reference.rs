//! The written reference, made from the schemas: the output of `mapwright describe` and the pages
//! in `docs/`.

use crate::generator::Entry;
use crate::params::schema::{expected, names};
use serde_json::Value;
use std::fmt::Write;

/// A parameter, as described by its schema.
#[non_exhaustive]
pub struct Parameter {
    /// Its name.
    pub name: String,
    /// Accepted values: `a whole number from 0 to 100`.
    pub expected: String,
    /// Default value.
    pub default: Value,
    /// Description.
    pub about: String,
    /// Accepted words, each with its meaning; empty for numbers.
    pub choices: Vec<(String, String)>,
    /// Fields, if the parameter is a table.
    pub fields: Vec<Parameter>,
}

/// Returns every parameter of an algorithm, in the order of the fields of its struct.
pub fn parameters(entry: &Entry) -> Vec<Parameter> {
    fields(&entry.schema(), &entry.defaults())
}

fn fields(schema: &Value, defaults: &Value) -> Vec<Parameter> {
    let Some(properties) = schema.get("properties").and_then(Value::as_object) else {
        return Vec::new();
    };
    let parameter = |(name, property): (&String, &Value)| Parameter {
        name: name.clone(),
        expected: expected(property),
        default: defaults.get(name).cloned().unwrap_or(Value::Null),
        about: text(property),
        choices: names(property)
            .into_iter()
            .map(|choice| (choice.to_owned(), about_choice(property, choice)))
            .collect(),
        fields: fields(property, defaults.get(name).unwrap_or(&Value::Null)),
    };
    properties.iter().map(parameter).collect()
}

fn text(schema: &Value) -> String {
    schema.get("description").and_then(Value::as_str).unwrap_or_default().replace('\n', " ")
}

fn about_choice<'a>(schema: &'a Value, choice: &str) -> String {
    let list = |schema: &'a Value, key: &str| schema.get(key).and_then(Value::as_array).into_iter().flatten();
    let optional = list(schema, "anyOf").flat_map(|inner| list(inner, "oneOf"));
    let is_it = |it: &&Value| it.get("const").and_then(Value::as_str) == Some(choice);
    list(schema, "oneOf").chain(optional).filter(is_it).map(text).collect()
}

/// Returns a page about an algorithm for the terminal: its summary, its guarantees and every
/// parameter.
pub fn describe(entry: &Entry) -> String {
    let mut page = format!("{} ({}, revision {})\n\n", entry.id, entry.kind.name(), entry.revision);
    for paragraph in about(entry) {
        let _ = writeln!(page, "{}", wrap(&paragraph, "", 100));
    }
    let promises: Vec<&str> = entry.promises.names().collect();
    let _ = writeln!(page, "Promises: {}", promises.join(", "));
    let _ = writeln!(page, "Smallest map: {}    Natural size: {}\n", entry.min_size(), entry.natural);
    for parameter in parameters(entry) {
        describe_parameter(&parameter, "  ", &mut page);
        page.push('\n');
    }
    page
}

fn describe_parameter(parameter: &Parameter, indent: &str, page: &mut String) {
    let Parameter { name, expected, default, about, choices, fields } = parameter;
    let inner = format!("{indent}    ");
    let _ = if fields.is_empty() {
        let default = if default.is_null() { "(not set)".to_owned() } else { format!("= {default}") };
        writeln!(page, "{indent}{name} {default}    {expected}")
    } else {
        writeln!(page, "{indent}{name}    a table of")
    };
    page.push_str(&wrap(about, &inner, 100));
    for (choice, meaning) in choices {
        page.push_str(&wrap(&format!("{choice}: {meaning}"), &inner, 100));
    }
    fields.iter().for_each(|field| describe_parameter(field, &inner, page));
}

/// Returns the paragraphs of an algorithm's documentation.
pub fn about(entry: &Entry) -> Vec<String> {
    let schema = entry.schema();
    let text = schema.get("description").and_then(Value::as_str).unwrap_or_default();
    text.split("\n\n").map(|paragraph| paragraph.replace('\n', " ")).collect()
}

/// Breaks a text into lines of at most `width` characters, each with the indent.
pub fn wrap(text: &str, indent: &str, width: usize) -> String {
    let mut lines = String::new();
    let mut line = String::from(indent);
    for word in text.split_whitespace() {
        if line.len() > indent.len() && line.chars().count() + 1 + word.chars().count() > width {
            lines.push_str(line.trim_end());
            lines.push('\n');
            line = String::from(indent);
        }
        if line.len() > indent.len() {
            line.push(' ');
        }
        line.push_str(word);
    }
    lines + line.trim_end() + "\n"
}
