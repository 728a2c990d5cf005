//! Notes of the author: small lines of text over the cell they describe. Player maps have none.

use super::Plan;
use crate::scene::{Group, Node, pt};
use crate::text::Font;

/// Font size, as a share of the size of room numbers.
const SIZE: f32 = 0.6;
/// Width of the halo around the letters, as a share of the font size.
const HALO: f32 = 0.22;
/// Line height, as a share of the font size.
const LEADING: f32 = 1.15;
/// Maximum letters per line, apart from long words, and maximum number of lines.
const MAX_LETTERS: usize = 24;
const MAX_LINES: usize = 9;

pub(super) fn draw(plan: &Plan<'_>, group: &mut Group) {
    if plan.map.labels.is_empty() {
        return;
    }
    let (style, width) = (plan.style, plan.map.size().width as f32);
    let mut font = Font::of(style.text.font);
    let size = style.text.number * SIZE;
    for label in &plan.map.labels {
        let lines = wrapped(&label.text);
        let top = label.pos.y as f32 + 0.5 - (lines.len() - 1) as f32 * size * LEADING / 2.0;
        for (line, index) in lines.iter().zip(0u8..) {
            let middle = pt(label.pos.x as f32 + 0.5, top + f32::from(index) * size * LEADING);
            let (_, bounds) = font.centered(line, middle, size, style.colors.text);
            // Keep lines near the edge of the map on the sheet.
            let over = (0.1 - bounds.from.x).max(0.0) - (bounds.to.x - width + 0.1).max(0.0);
            let (mut text, _) = font.centered(line, middle + pt(over, 0.0), size, style.colors.text);
            text.halo = Some((style.colors.halo, HALO * size));
            group.nodes.push(Node::Text(text));
        }
    }
}

/// Wraps the text into lines of at most `MAX_LETTERS` letters where possible.
fn wrapped(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = vec![String::new()];
    for word in text.split_whitespace() {
        let last = lines.len() - 1;
        let length = lines[last].chars().count() + 1 + word.chars().count();
        match lines[last].is_empty() {
            true => lines[last].push_str(word),
            false if length <= MAX_LETTERS || lines.len() == MAX_LINES => {
                lines[last].push(' ');
                lines[last].push_str(word);
            }
            false => lines.push(word.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_texts_are_wrapped_between_words() {
        assert_eq!(wrapped("Trapdoor"), ["Trapdoor"]);
        assert_eq!(
            wrapped("The floor gives way under every heavy visitor"),
            ["The floor gives way", "under every heavy", "visitor"]
        );
        assert_eq!(wrapped(&"a ".repeat(300)).len(), MAX_LINES);
    }
}
