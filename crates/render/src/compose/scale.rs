//! [`Scale`]: a bar of colours that says what they stand for.

use crate::compose::legend::Ink;
use crate::scene::{Color, Group, Node, Path, Point, Stroke, Text, pt};
use crate::style::ramp::{Levels, Ramp};
use crate::text::{Anchor, Font};
use crate::ticks::{Steps, Ticks};

/// A bar of colours with its name above and its numbers below.
pub(crate) struct Scale<'a> {
    pub(crate) title: &'a str,
    pub(crate) unit: &'a str,
    /// `None` if there are no values.
    pub(crate) levels: Option<Levels>,
    pub(crate) ramp: Ramp,
    /// Colour below the ramp, and the opacity of the ramp.
    pub(crate) over: (Color, f32),
    /// Size of letters; all other sizes are relative to it.
    pub(crate) letters: f32,
}

impl Scale<'_> {
    /// Returns the height of the scale.
    pub(crate) fn height(&self) -> f32 {
        self.letters * 3.7
    }

    /// Draws the scale below a point.
    pub(crate) fn draw(&self, at: Point, width: f32, ink: &Ink, font: &mut Font) -> Group {
        let mut group = Group::named("scale");
        let size = self.letters;
        let name = font.shortened(&named(self.title, self.unit), size, width);
        write(&mut group, font.text(&name, Anchor::Left, at + pt(0.0, 0.8 * size), size, ink.text));
        let Some(levels) = self.levels else {
            let line = at + pt(0.0, 2.2 * size);
            let nothing = font.shortened("nothing to show", size, width);
            write(&mut group, font.text(&nothing, Anchor::Left, line, size, ink.text));
            return group;
        };
        let (top, height) = (at.y + 1.25 * size, 0.95 * size);
        let bar = || Path::rect(at.x, top, width, height);
        let (below, share) = self.over;
        for level in 0..levels.count {
            let left = width * level as f32 / levels.count as f32;
            // Each band continues below the next one, to leave no gaps.
            let path = Path::rect(at.x + left, top, width - left, height);
            group.fill(path, below.toward(levels.color(level, self.ramp), share));
        }
        group.stroke(bar(), Stroke::new(ink.line, 0.05 * size).sharp());
        self.numbers(&mut group, levels, (at.x, top + height), width, ink, font);
        group
    }

    /// Draws the numbers below the bar: both ends, and round values between them where they fit.
    fn numbers(&self, group: &mut Group, levels: Levels, at: (f32, f32), width: f32, ink: &Ink, font: &mut Font) {
        let (size, (left, top)) = (0.85 * self.letters, at);
        let (low, high) = (f64::from(levels.low), f64::from(levels.high));
        let ticks = Ticks::between(low, high, 6, Steps::Whole);
        let ends = [low, high].into_iter().take(if levels.low == levels.high { 1 } else { 2 });
        let mut taken: Vec<[f32; 2]> = Vec::new();
        for value in ends.chain(ticks.values.iter().copied()) {
            let text = ticks.label(value);
            let wide = font.width(&text, size);
            // A value covers a width of one; its number stands in the middle.
            let place = left + width * ((value - low + 0.5) / (high - low + 1.0)) as f32;
            let middle = place.clamp(left + wide / 2.0, (left + width - wide / 2.0).max(left + wide / 2.0));
            let span = [middle - wide / 2.0 - 0.35 * size, middle + wide / 2.0 + 0.35 * size];
            if taken.iter().any(|other| span[0] < other[1] && other[0] < span[1]) {
                continue;
            }
            taken.push(span);
            let mark = vec![[pt(place, top), pt(place, top + 0.3 * size)]];
            group.lines(mark, Stroke::new(ink.line, 0.06 * size));
            write(group, font.text(&text, Anchor::Middle, pt(middle, top + 1.25 * size), size, ink.text));
        }
    }
}

/// Returns the title, with its unit if it has one.
pub(crate) fn named(title: &str, unit: &str) -> String {
    if unit.trim().is_empty() { title.to_owned() } else { format!("{title} ({unit})") }
}

/// Adds a text unless its outline is empty.
pub(crate) fn write(group: &mut Group, text: Text) {
    if !text.outline.is_empty() {
        group.nodes.push(Node::Text(text));
    }
}
