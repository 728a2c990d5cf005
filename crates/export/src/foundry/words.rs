//! Texts from outside, as file names, names of documents and HTML.

use std::fmt::Write;

/// Maximum letters of a file name that is made from a title.
const MAX_SLUG: usize = 60;

/// Returns a name for files, folders and packages: lower-case letters, digits and single hyphens,
/// which need no escapes in paths. `map` if nothing is left.
pub(crate) fn slug(text: &str) -> String {
    let mut slug = String::new();
    for c in text.chars() {
        match c.to_ascii_lowercase() {
            c if c.is_ascii_alphanumeric() => slug.push(c),
            _ if !slug.is_empty() && !slug.ends_with('-') => slug.push('-'),
            _ => {}
        }
        if slug.len() >= MAX_SLUG {
            break;
        }
    }
    slug.truncate(slug.trim_end_matches('-').len());
    if slug.is_empty() { "map".to_owned() } else { slug }
}

/// Returns the name of a document: one line without control characters, never empty.
pub(crate) fn name(text: &str) -> String {
    let text = one_line(text);
    if text.is_empty() { "Map".to_owned() } else { text }
}

/// Returns the text on one line, without control characters.
pub(crate) fn one_line(text: &str) -> String {
    let spaced: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    spaced.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns the text as HTML that shows it: markup is escaped, lines stay lines, and control
/// characters are gone.
pub(crate) fn html(text: &str) -> String {
    let mut html = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => html.push_str("&amp;"),
            '<' => html.push_str("&lt;"),
            '>' => html.push_str("&gt;"),
            '"' => html.push_str("&quot;"),
            '\'' => html.push_str("&#39;"),
            '\n' => html.push_str("<br>"),
            c if c.is_control() => {}
            c => html.push(c),
        }
    }
    html
}

/// Returns the list as words: `a, b and c`.
pub(crate) fn listed(items: &[String]) -> String {
    let mut text = String::new();
    for (index, item) in items.iter().enumerate() {
        let separator = match index {
            0 => "",
            _ if index + 1 == items.len() => " and ",
            _ => ", ",
        };
        let _ = write!(text, "{separator}{item}");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_names_need_no_escapes() {
        assert_eq!(slug("The Crypt of \"Queen\" Ève #2?"), "the-crypt-of-queen-ve-2");
        assert_eq!(slug("../../etc/passwd"), "etc-passwd");
        assert_eq!((slug("").as_str(), slug("墓").as_str(), slug("-").as_str()), ("map", "map", "map"));
        assert_eq!(slug(&"a ".repeat(99)).len(), MAX_SLUG - 1);
    }

    #[test]
    fn names_are_one_line() {
        assert_eq!(name("a\u{7}\n b\t"), "a b");
        assert_eq!(name(" \0 "), "Map");
    }

    #[test]
    fn markup_is_shown_as_it_was_written() {
        assert_eq!(html("<b>R&D</b>\n\"it's\"\u{1b}"), "&lt;b&gt;R&amp;D&lt;/b&gt;<br>&quot;it&#39;s&quot;");
    }

    #[test]
    fn lists_end_with_and() {
        let list = ["a", "b", "c"].map(str::to_owned);
        assert_eq!([listed(&list[..1]), listed(&list[..2]), listed(&list)], ["a", "a and b", "a, b and c"]);
    }
}
