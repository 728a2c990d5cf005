//! Text as outlines, which look the same in every picture, whichever fonts the reader has.
//!
//! Any string can be set. Characters that no shipped font has are left out, and very long text is
//! shortened.

mod glyph;

use crate::scene::{Bounds, Color, Path, Point, Text, pt};
use crate::style::FontName;
use glyph::{Face, Glyph};
use std::collections::BTreeMap;

/// Maximum characters per line of text; longer text ends in an ellipsis.
const MAX_CHARS: usize = 200;

/// A shipped font with a cache of the glyphs used so far. One font serves a whole picture.
///
/// Letters are set one after the other, without kerning: lines are short here, and numbers need
/// none.
pub(crate) struct Font {
    /// Name of the font family.
    family: &'static str,
    /// Face of the digits.
    digits: Face,
    /// The font's own face first, then the fallbacks, in a fixed order.
    faces: Vec<Face>,
    /// Glyph of each character at size one; `None` if no face has it.
    glyphs: BTreeMap<char, Option<Glyph>>,
}

/// Point of a line of text that is placed at a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Anchor {
    Left,
    Middle,
}

impl Font {
    /// Returns the font of this name. Characters it lacks come from the others.
    pub(crate) fn of(name: FontName) -> Self {
        let (own, family) = match name {
            FontName::Hand => (Face::hand(), "Patrick Hand"),
            FontName::Book => (Face::book(), "IM Fell English"),
            FontName::Carved => (Face::carved(), "Cinzel"),
        };
        // The book font draws a one as a small capital I and has old-style digits, which are hard
        // to read on a map.
        let digits = if name == FontName::Book { Face::carved() } else { own.clone() };
        let faces = vec![own, Face::hand(), Face::hand_extended(), Face::book(), Face::carved()];
        Font { family, digits, faces, glyphs: BTreeMap::new() }
    }

    #[cfg(test)]
    /// Returns the outlines of a line of text with its baseline starting at `at`, and its width.
    pub(crate) fn outline(&mut self, text: &str, size: f32, at: Point) -> (Path, f32) {
        self.set(&visible_text(text), size, at)
    }

    /// Returns the width of a line of text.
    pub(crate) fn width(&mut self, text: &str, size: f32) -> f32 {
        visible_text(text).chars().map(|c| self.advance(c) * size).sum()
    }

    /// Returns the height of digits above the baseline.
    pub(crate) fn digit_height(&mut self, size: f32) -> f32 {
        let (path, _) = self.set("0123456789", size, pt(0.0, 0.0));
        path.bounds().map_or(0.0, |bounds| -bounds.from.y)
    }

    /// Returns a line of text with its baseline at `at`.
    pub(crate) fn text(&mut self, text: &str, anchor: Anchor, at: Point, size: f32, color: Color) -> Text {
        let text = visible_text(text);
        let width: f32 = text.chars().map(|c| self.advance(c) * size).sum();
        let left = match anchor {
            Anchor::Left => 0.0,
            Anchor::Middle => width / 2.0,
        };
        let at = at - pt(left, 0.0);
        let (outline, _) = self.set(&text, size, at);
        Text { text, family: self.family, at, size, color, halo: None, outline }
    }

    /// Returns a line of text with the centre of its ink, not of its advance width, at `at`, and
    /// the bounds of the ink.
    pub(crate) fn centered(&mut self, text: &str, at: Point, size: f32, color: Color) -> (Text, Bounds) {
        let mut text = self.text(text, Anchor::Left, pt(0.0, 0.0), size, color);
        let ink = text.outline.bounds().unwrap_or_default();
        let by = at - ink.center();
        text.at = by;
        text.outline = text.outline.mapped(|p| p + by);
        (text, Bounds { from: ink.from + by, to: ink.to + by })
    }

    /// Shortens the text to a width: all of it, or its beginning and an ellipsis.
    pub(crate) fn shortened(&mut self, text: &str, size: f32, width: f32) -> String {
        let text = visible_text(text);
        if self.width(&text, size) <= width {
            return text;
        }
        let mut room = width - self.advance('…') * size;
        let mut short: String = text
            .chars()
            .take_while(|&c| {
                room -= self.advance(c) * size;
                room >= 0.0
            })
            .collect();
        short.truncate(short.trim_end().len());
        short.push('…');
        short
    }

    fn set(&mut self, text: &str, size: f32, at: Point) -> (Path, f32) {
        let mut path = Path::new();
        let mut x = 0.0;
        for c in text.chars() {
            if let Some(glyph) = self.glyph(c) {
                path.append(&glyph.outline.mapped(|p| at + pt(x, 0.0) + p * size));
                x += glyph.advance * size;
            }
        }
        (path, x)
    }

    fn advance(&mut self, c: char) -> f32 {
        self.glyph(c).map_or(0.0, |glyph| glyph.advance)
    }

    fn glyph(&mut self, c: char) -> Option<&Glyph> {
        let special = c.is_ascii_digit().then_some(&self.digits);
        let mut faces = special.into_iter().chain(&self.faces);
        self.glyphs.entry(c).or_insert_with(|| faces.find_map(|face| face.glyph(c))).as_ref()
    }
}

/// Returns the visible characters: any white space as one space, no control characters, and a
/// limited length.
fn visible_text(text: &str) -> String {
    let mut visible_text: String = text.trim().chars().take(MAX_CHARS).filter_map(visible_char).collect();
    if text.trim().chars().nth(MAX_CHARS).is_some() {
        visible_text.pop();
        visible_text.push('…');
    }
    visible_text
}

fn visible_char(c: char) -> Option<char> {
    match c {
        c if c.is_whitespace() => Some(' '),
        // Formatting marks and replacement characters.
        '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' => None,
        '\u{feff}' | '\u{fff0}'..='\u{ffff}' => None,
        c => (!c.is_control()).then_some(c),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [FontName; 3] = [FontName::Hand, FontName::Book, FontName::Carved];
    const ORIGIN: Point = pt(0.0, 0.0);

    fn outline(name: FontName, text: &str) -> (Path, f32) {
        Font::of(name).outline(text, 1.0, ORIGIN)
    }

    #[test]
    fn digits_and_letters_have_outlines_in_every_font() {
        for name in ALL {
            for c in ('!'..='~').chain("äéñßÆŁőž–—’“”…".chars()) {
                let (path, width) = outline(name, &c.to_string());
                let bounds = path.bounds().unwrap_or_else(|| panic!("{c:?} is missing in {name:?}"));
                assert!(width > 0.05 && width < 1.5, "{c:?} is {width} wide in {name:?}");
                assert!(bounds.from.y > -1.2 && bounds.to.y < 0.6 && bounds.height() > 0.0, "{c:?} {bounds:?}");
            }
        }
    }

    #[test]
    fn digits_stand_on_the_baseline_and_are_equally_high() {
        for name in ALL {
            let bounds: Vec<Bounds> = ('0'..='9').map(|c| outline(name, &c.to_string()).0.bounds().unwrap()).collect();
            let highest = Font::of(name).digit_height(1.0);
            for (digit, bounds) in bounds.iter().enumerate() {
                assert!(bounds.to.y < 0.1 && -bounds.from.y > 0.8 * highest, "{digit} in {name:?}: {bounds:?}");
            }
        }
    }

    #[test]
    fn fonts_differ() {
        assert_ne!(outline(FontName::Hand, "a"), outline(FontName::Book, "a"));
        assert_ne!(outline(FontName::Book, "a"), outline(FontName::Carved, "a"));
    }

    #[test]
    fn a_line_is_its_letters_in_a_row() {
        for name in ALL {
            let mut font = Font::of(name);
            let (both, width) = font.outline("17", 0.5, pt(3.0, 4.0));
            let (one, first) = font.outline("1", 0.5, pt(3.0, 4.0));
            let (seven, second) = font.outline("7", 0.5, pt(3.0 + first, 4.0));
            assert_eq!(both.segments(), [one.segments(), seven.segments()].concat());
            assert_eq!((width, font.width("17", 0.5)), (first + second, width));
            assert!(font.digit_height(1.0) > 0.3 && font.digit_height(2.0) > font.digit_height(1.0));
        }
    }

    #[test]
    fn any_string_can_be_set_and_unknown_characters_are_left_out() {
        let mut font = Font::of(FontName::Book);
        let plain = font.outline("ab", 1.0, ORIGIN);
        let empty = (Path::new(), 0.0);
        for unknown in
            ["😀", "שלום", "世界", "\u{0}\u{7}\u{1b}\u{7f}", "\u{200e}\u{202e}\u{feff}", "\u{fffd}\u{ffff}", ""]
        {
            assert_eq!(font.outline(unknown, 1.0, ORIGIN), empty, "{unknown:?}");
            assert_eq!(font.outline(&format!("a{unknown}b"), 1.0, ORIGIN), plain, "{unknown:?}");
        }
        assert_eq!(font.outline("a\tb\n", 1.0, ORIGIN), font.outline("a b", 1.0, ORIGIN));
        for c in (0..=0xffff).filter_map(char::from_u32) {
            let (path, width) = font.outline(&c.to_string(), 1.0, ORIGIN);
            assert!(path.points().all(|p| p.x.is_finite() && p.y.is_finite()) && width >= 0.0, "{c:?}");
        }
    }

    #[test]
    fn very_long_text_is_shortened() {
        let mut font = Font::of(FontName::Hand);
        let text = font.text(&"long ".repeat(2000), Anchor::Left, ORIGIN, 1.0, Color::default());
        assert_eq!(text.text.chars().count(), MAX_CHARS);
        assert!(text.text.ends_with('…'));
        assert_eq!(font.text("short", Anchor::Left, ORIGIN, 1.0, Color::default()).text, "short");
    }

    #[test]
    fn text_is_shortened_to_a_width() {
        let mut font = Font::of(FontName::Hand);
        for width in [0.0, 0.2, 1.0, 3.0, 5.0, 50.0] {
            let short = font.shortened("The Halls of the Drowned King", 0.8, width);
            assert!(font.width(&short, 0.8) <= width || short == "…", "{short:?} in {width}");
            assert_eq!(short.ends_with('…'), width < 10.0);
        }
    }

    #[test]
    fn anchors_place_the_text() {
        let mut font = Font::of(FontName::Carved);
        let at = pt(5.0, 2.0);
        let width = font.width("Crypt", 0.7);
        for (anchor, left) in [(Anchor::Left, 5.0), (Anchor::Middle, 5.0 - width / 2.0)] {
            let text = font.text("Crypt", anchor, at, 0.7, Color::default());
            assert_eq!((text.at, text.outline), (pt(left, 2.0), font.outline("Crypt", 0.7, pt(left, 2.0)).0));
        }
        let (text, ink) = font.centered("42", at, 0.6, Color::default());
        assert!(ink.center().distance(at) < 1e-5 && text.outline.bounds().unwrap().center().distance(at) < 1e-5);
    }
}
