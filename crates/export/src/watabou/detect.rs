//! Recognises files of One Page Dungeon.

/// Returns true if the file looks like one of watabou's One Page Dungeon: a JSON object with the key
/// `rects` or `doors`, and no key `format` before it.
///
/// Only the beginning of the file is needed, up to that key. A file that turns out to be damaged
/// later on is still one of this format, so that [`read_watabou`](super::read_watabou) can name the
/// damage.
///
/// ```
/// use mapwright_export::is_watabou;
/// assert!(is_watabou(br#"{ "title": "The Crypt", "rects": [ "#));
/// assert!(!is_watabou(br#"{ "format": "mapwright-map", "rects": [] }"#));
/// ```
pub fn is_watabou(bytes: &[u8]) -> bool {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes).trim_ascii_start();
    let Some(mut rest) = bytes.strip_prefix(b"{") else { return false };
    loop {
        rest = rest.trim_ascii_start();
        let Some((key, after)) = string(rest) else { return false };
        match key {
            b"rects" | b"doors" => return true,
            b"format" => return false,
            _ => {}
        }
        let Some(value) = after.trim_ascii_start().strip_prefix(b":") else { return false };
        let Some(after) = skip_value(value) else { return false };
        rest = after;
    }
}

/// Splits a string from the text that begins with it; without its quotation marks.
fn string(text: &[u8]) -> Option<(&[u8], &[u8])> {
    let text = text.strip_prefix(b"\"")?;
    let mut at = 0;
    loop {
        match text.get(at)? {
            b'"' => return Some((&text[..at], &text[at + 1..])),
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
}

/// Returns what follows a value and its comma, or `None` if the object ends.
fn skip_value(mut text: &[u8]) -> Option<&[u8]> {
    let mut depth = 0usize;
    loop {
        match text.first()? {
            b'"' => {
                text = string(text)?.1;
                continue;
            }
            b'[' | b'{' => depth += 1,
            b']' | b'}' => depth = depth.checked_sub(1)?,
            b',' if depth == 0 => return Some(&text[1..]),
            _ => {}
        }
        text = &text[1..];
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_inside_of_values_do_not_count() {
        let nested = br#"{"a":{"rects":[1,{"x":"},\"doors\":"}]},"b":-1e5,"text":"\"rects\":","doors":1}"#;
        assert!(is_watabou(nested));
        assert!(!is_watabou(&nested[..nested.len() - 10]), "the key is missing");
        assert!(!is_watabou(br#"{"a":{"rects":[]}}"#));
        assert!(!is_watabou(b""));
        assert!(!is_watabou(br#"["rects"]"#));
        assert!(!is_watabou(br#"{"a"#));
        assert!(!is_watabou(b"{}}}"));
        assert!(is_watabou(b"\xef\xbb\xbf {\n \"doors\":"));
    }
}
