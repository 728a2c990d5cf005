//! Text that is safe to print: names and messages may quote files and share codes of other people.

use std::borrow::Cow;
use std::fmt::Write;

/// Escapes characters that would act on the terminal instead of being shown: control characters and
/// marks that reverse the direction of writing. Line breaks and tabs stay.
///
/// The escapes are those of JSON, `\u001b`, so that JSON stays the same JSON.
pub(crate) fn printable(text: &str) -> Cow<'_, str> {
    escaped(text, |c| acts_on_terminal(c) && !matches!(c, '\n' | '\t'))
}

/// Escapes line breaks and tabs too, so that a quoted text cannot pretend to be another message.
pub(crate) fn printable_line(text: &str) -> Cow<'_, str> {
    escaped(text, acts_on_terminal)
}

fn acts_on_terminal(c: char) -> bool {
    // Line separators, and marks for the direction of writing.
    c.is_control()
        || matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

fn escaped(text: &str, is_bad: impl Fn(char) -> bool) -> Cow<'_, str> {
    if !text.contains(&is_bad) {
        return Cow::Borrowed(text);
    }
    let mut safe = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        if is_bad(c) {
            let _ = write!(safe, "\\u{:04x}", u32::from(c));
        } else {
            safe.push(c);
        }
    }
    Cow::Owned(safe)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_that_act_on_a_terminal_are_escaped() {
        let hostile = "a\u{1b}[2J\u{9b}31m\u{202e}b\u{7f}\r\u{0}\u{2066}";
        assert_eq!(printable(hostile), "a\\u001b[2J\\u009b31m\\u202eb\\u007f\\u000d\\u0000\\u2066");
        assert_eq!(printable_line("one\ntwo\tthree"), "one\\u000atwo\\u0009three");
        assert!((0..=0x10_ffff).filter_map(char::from_u32).all(|c| !printable(&c.to_string()).contains('\u{1b}')));
    }

    #[test]
    fn other_text_stays() {
        for text in ["", "Crypt of Ærn\n\tlevel 2\n", "洞窟 😀 שלום"] {
            assert_eq!(printable(text), text);
        }
    }

    #[test]
    fn json_stays_the_same_json() {
        let value = serde_json::json!({"name": "\u{1b}\u{9b}\u{202e}\n\"\\"});
        let text = printable(&format!("{value:#}")).into_owned();
        assert_eq!(serde_json::from_str::<serde_json::Value>(&text).unwrap(), value);
    }
}
