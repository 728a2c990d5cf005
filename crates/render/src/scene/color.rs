//! [`Color`]: red, green, blue and opacity.

use std::fmt;

/// A colour.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Color {
    /// Red.
    pub r: u8,
    /// Green.
    pub g: u8,
    /// Blue.
    pub b: u8,
    /// Opacity; 255 is opaque.
    pub a: u8,
}

impl Color {
    /// Creates an opaque colour.
    pub const fn rgb(r: u8, g: u8, b: u8) -> Self {
        Color { r, g, b, a: 255 }
    }

    /// Parses `#rgb`, `#rrggbb` or `#rrggbbaa`.
    pub fn from_hex(text: &str) -> Option<Self> {
        let digits = text.strip_prefix('#').filter(|digits| digits.bytes().all(|b| b.is_ascii_hexdigit()))?;
        let pair = |at: usize| u8::from_str_radix(&digits[at..at + 2], 16).ok();
        let single = |at: usize| u8::from_str_radix(&digits[at..=at], 16).ok().map(|digit| digit * 17);
        match digits.len() {
            3 => Some(Color::rgb(single(0)?, single(1)?, single(2)?)),
            6 => Some(Color::rgb(pair(0)?, pair(2)?, pair(4)?)),
            8 => Some(Color { r: pair(0)?, g: pair(2)?, b: pair(4)?, a: pair(6)? }),
            _ => None,
        }
    }

    /// Returns whether it is visible at all.
    pub const fn is_seen(self) -> bool {
        self.a > 0
    }

    /// Returns the perceived lightness, from 0 to 255.
    pub(crate) fn lightness(self) -> i32 {
        (i32::from(self.r) * 299 + i32::from(self.g) * 587 + i32::from(self.b) * 114) / 1000
    }

    /// Returns the one of two colours that has more contrast on this one.
    pub(crate) fn readable(self, one: Color, other: Color) -> Color {
        let apart = |color: Color| (color.lightness() - self.lightness()).abs();
        if apart(one) >= apart(other) { one } else { other }
    }

    /// Returns the colour with this share of its opacity.
    #[must_use]
    pub fn faded(self, share: f32) -> Self {
        Color { a: (f32::from(self.a) * share.clamp(0.0, 1.0) + 0.5) as u8, ..self }
    }

    /// Mixes in another colour: a share of 0 is this colour, 1 the other.
    #[must_use]
    pub fn toward(self, other: Color, share: f32) -> Self {
        let share = share.clamp(0.0, 1.0);
        let mix = |a: u8, b: u8| (f32::from(a) + (f32::from(b) - f32::from(a)) * share + 0.5) as u8;
        Color { r: mix(self.r, other.r), g: mix(self.g, other.g), b: mix(self.b, other.b), a: mix(self.a, other.a) }
    }
}

/// Formats as `#rrggbb`, followed by the opacity unless it is full.
impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.r, self.g, self.b)?;
        if self.a == 255 { Ok(()) } else { write!(f, "{:02x}", self.a) }
    }
}

impl fmt::Debug for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_parsed_and_formatted() {
        for text in ["#000000", "#12ab9f", "#ffffff00"] {
            assert_eq!(Color::from_hex(text).unwrap().to_string(), text);
        }
        assert_eq!(Color::from_hex("#1af"), Color::from_hex("#11aaff"));
        for text in ["", "#", "red", "#12", "#12345", "#ggg", "123456", "#éé"] {
            assert_eq!(Color::from_hex(text), None, "{text}");
        }
    }

    #[test]
    fn mixing_reaches_both_ends() {
        let (a, b) = (Color::rgb(10, 20, 30), Color::rgb(200, 100, 0));
        assert_eq!((a.toward(b, 0.0), a.toward(b, 1.0), a.toward(b, 7.0)), (a, b, b));
        assert_eq!(a.toward(b, 0.5), Color::rgb(105, 60, 15));
    }
}
