//! Text as scenes need it.

use std::fmt::Write;

/// Returns a string in quotes, with everything escaped that is not plain text.
pub(super) fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            // Strings of Godot end at the first zero.
            '\0' => out.push('\u{fffd}'),
            c if c.is_control() => drop(write!(out, "\\u{:04x}", u32::from(c))),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

/// Returns a list of strings.
pub(super) fn list<T: AsRef<str>>(texts: &[T]) -> String {
    let all: Vec<String> = texts.iter().map(|text| quoted(text.as_ref())).collect();
    format!("[{}]", all.join(", "))
}

/// Returns a text as the name of a node: without the characters that separate paths, never empty.
pub(super) fn node_name(text: &str) -> String {
    let is_fit = |c: &char| !c.is_control() && !".:@/\"%".contains(*c);
    let name: String = text.chars().filter(is_fit).take(80).collect();
    if name.trim().is_empty() { "Map".to_owned() } else { name.trim().to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_stay_in_their_quotes() {
        assert_eq!(quoted("a \"b\" \\ c\n\u{7}é"), "\"a \\\"b\\\" \\\\ c\\n\\u0007é\"");
        assert_eq!(quoted("a\0b"), "\"a\u{fffd}b\"");
        assert_eq!(list(&["a", "\""]), "[\"a\", \"\\\"\"]");
    }

    #[test]
    fn names_of_nodes_have_no_separators() {
        assert_eq!(node_name("The Crypt: of/\"Ash\" @ 5%."), "The Crypt ofAsh  5");
        assert_eq!(node_name("../"), "Map");
    }
}
