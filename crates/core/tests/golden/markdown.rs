//! Markdown in lines of at most 120 characters.

use mapwright::reference::wrap;

/// Maximum length of a line.
const COLUMNS: usize = 120;

/// Returns a paragraph.
pub(crate) fn paragraph(text: &str) -> String {
    checked(wrap(text, "", COLUMNS), "")
}

/// Returns an item of a list; lists inside other lists have a greater indent.
pub(crate) fn item(text: &str, indent: &str) -> String {
    let inner = format!("{indent}  ");
    let lines = checked(wrap(text, &inner, COLUMNS), &inner);
    format!("{indent}- {}", &lines[inner.len()..])
}

/// Panics if a word at the begin of a line would start a list, a heading or a quotation.
fn checked(lines: String, indent: &str) -> String {
    for line in lines.lines().skip(1) {
        let word = line[indent.len()..].split(' ').next().unwrap_or_default();
        let is_number = word.trim_end_matches(['.', ')']).parse::<u32>().is_ok() && word.ends_with(['.', ')']);
        assert!(!is_number && !["-", "+", "*", "#", ">"].contains(&word), "rephrase the text of this line: {line}");
    }
    lines
}
