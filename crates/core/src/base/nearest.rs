//! Suggestions for mistyped names.

/// Returns the known name with the smallest edit distance, if it is close enough to be a typing
/// error.
pub(crate) fn nearest<'a>(typed: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let typed: String = typed.chars().take(64).collect();
    known
        .into_iter()
        .map(|name| (distance(&typed.to_lowercase(), name), name))
        .filter(|(distance, name)| *distance * 3 <= name.chars().count().max(3))
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, name)| name)
}

/// Returns `did you mean X?`, or the list of known names.
pub(crate) fn hint<'a>(typed: &str, known: impl IntoIterator<Item = &'a str> + Clone) -> String {
    match nearest(typed, known.clone()) {
        Some(name) => format!("did you mean {name}?"),
        None => format!("known are {}", known.into_iter().collect::<Vec<_>>().join(", ")),
    }
}

/// Returns the edit distance: insertions, deletions, replacements and swaps of adjacent letters
/// that turn one word into the other.
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for i in 0..a.len() {
        let mut row = vec![i + 1];
        for j in 0..b.len() {
            let replaced = last[j] + usize::from(a[i] != b[j]);
            let mut best = replaced.min(last[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && a[i] == b[j - 1] && a[i - 1] == b[j] {
                best = best.min(before[j - 1] + 1);
            }
            row.push(best);
        }
        before = std::mem::replace(&mut last, row);
    }
    last[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn typos_get_suggestions_and_unknown_names_do_not() {
        let known = ["cellular", "bsp", "arena", "rooms-corridors"];
        assert_eq!(nearest("celular", known), Some("cellular"));
        assert_eq!(nearest("bps", known), Some("bsp"));
        assert_eq!(nearest("Arena", known), Some("arena"));
        assert_eq!(nearest("rooms_corridors", known), Some("rooms-corridors"));
        assert_eq!(nearest("volcano", known), None);
        assert_eq!(nearest("", known), None);
        assert_eq!(nearest(&"x".repeat(1_000_000), known), None);
    }
}
