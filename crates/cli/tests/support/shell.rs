//! Splits a line of shell into words.

/// Returns the words of a command. Quotes hold words together; a comment is left out.
pub(crate) fn words(line: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let (mut quote, mut in_word) = (None, false);
    for c in line.chars() {
        match quote {
            Some(end) if c == end => quote = None,
            None if c == '\'' || c == '"' => {
                quote = Some(c);
                if !in_word {
                    words.push(String::new());
                    in_word = true;
                }
            }
            None if c.is_whitespace() => in_word = false,
            None if c == '#' && !in_word => break,
            _ => {
                if !in_word {
                    words.push(String::new());
                    in_word = true;
                }
                words.last_mut().expect("a word has begun").push(c);
            }
        }
    }
    words
}

#[test]
fn words_keep_their_quotes_together_and_comments_are_left_out() {
    assert_eq!(words("a 'b c' --d=\"e  f\"g  # h 'i"), ["a", "b c", "--d=e  fg"]);
    assert_eq!(words("x='{ y = 1 }' a#b ''"), ["x={ y = 1 }", "a#b", ""]);
}
