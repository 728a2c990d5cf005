//! What somebody wrote on the map: small lines over the cell that they are about. Players' maps have none.

use super::Plan;
use crate::scene::{Group, Node, pt};
use crate::text::Font;

/// How large letters are, as a share of the numbers of rooms.
const SIZE: f32 = 0.6;
/// The rim around them, as a share of their size.
const HALO: f32 = 0.22;
/// From line to line, as a share of their size.
const LEADING: f32 = 1.15;
/// About how many letters go into a line, and the most lines.
const LETTERS: usize = 24;
const LINES: usize = 9;

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
            // A line at the edge of the map stays on the sheet.
            let over = (0.1 - bounds.from.x).max(0.0) - (bounds.to.x - width + 0.1).max(0.0);
            let (mut text, _) = font.centered(line, middle + pt(over, 0.0), size, style.colors.text);
            text.halo = Some((style.colors.halo, HALO * size));
            group.nodes.push(Node::Text(text));
        }
    }
}

/// The text in lines that are about as long as they should be.
fn wrapped(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = vec![String::new()];
    for word in text.split_whitespace() {
        let last = lines.len() - 1;
        let long = lines[last].chars().count() + 1 + word.chars().count();
        match lines[last].is_empty() {
            true => lines[last].push_str(word),
            false if long <= LETTERS || lines.len() == LINES => {
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
    fn long_texts_are_parted_between_words() {
        assert_eq!(wrapped("Trapdoor"), ["Trapdoor"]);
        assert_eq!(
            wrapped("The floor gives way under anybody who is heavy"),
            ["The floor gives way", "under anybody who is", "heavy"]
        );
        assert_eq!(wrapped(&"a ".repeat(300)).len(), LINES);
    }
}
