//! Pixel pictures in a terminal.

use super::{half_blocks, kitty, sixel};
use crate::error::parse_choice::parse_choice;
use crate::error::{Error, ErrorKind};
use std::io::Write;
use std::str::FromStr;

/// Protocol for showing pixels in a terminal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum TermPicture {
    /// Two pixels per character, in 24-bit colour. Supported by most terminals.
    #[default]
    HalfBlocks,
    /// Exact pixels, in kitty's graphics protocol.
    Kitty,
    /// Pixels in at most 256 colours; an old protocol, supported by foot, mlterm and others.
    Sixel,
}

impl TermPicture {
    /// All protocols with their names.
    pub const ALL: [(TermPicture, &'static str); 3] =
        [(TermPicture::HalfBlocks, "blocks"), (TermPicture::Kitty, "kitty"), (TermPicture::Sixel, "sixel")];

    /// Returns the best protocol for the terminal, judging by its environment; `env` looks up a
    /// variable.
    ///
    /// Only terminals that are known to support a protocol get more than half blocks, because
    /// others would print it as garbage. For that reason half blocks are used in xterm, which may
    /// or may not be built with sixel, and in tmux and screen, which keep the variables of the
    /// outer terminal but do not pass on its pictures.
    pub fn detect(env: impl Fn(&str) -> Option<String>) -> Self {
        let get = |name: &str| env(name).unwrap_or_default();
        let (term, program) = (get("TERM"), get("TERM_PROGRAM"));
        let is_multiplexed = !get("TMUX").is_empty() || ["tmux", "screen"].iter().any(|name| term.starts_with(name));
        if is_multiplexed {
            TermPicture::HalfBlocks
        } else if ["xterm-kitty", "xterm-ghostty"].contains(&term.as_str())
            || ["WezTerm", "ghostty"].contains(&program.as_str())
            || !get("KITTY_WINDOW_ID").is_empty()
        {
            TermPicture::Kitty
        } else if term.contains("sixel") || ["foot", "mlterm", "yaft"].iter().any(|name| term.starts_with(name)) {
            TermPicture::Sixel
        } else {
            TermPicture::HalfBlocks
        }
    }
}

impl FromStr for TermPicture {
    type Err = Error;
    fn from_str(name: &str) -> Result<Self, Error> {
        parse_choice("picture protocol", name, &TermPicture::ALL)
    }
}

/// Rows of red, green and blue, from the top left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TermPixels<'a> {
    /// Pixels in a row.
    pub width: u32,
    /// Rows.
    pub height: u32,
    /// Three bytes per pixel.
    pub rgb: &'a [u8],
}

impl<'a> TermPixels<'a> {
    /// Returns the rows of pixels.
    pub(super) fn rows(self) -> impl Iterator<Item = &'a [[u8; 3]]> {
        self.rgb.as_chunks::<3>().0.chunks_exact(self.width as usize)
    }
}

/// Writes the pixels as they are, at the cursor, and moves to the next line.
///
/// Nothing is scaled: the caller makes the picture fit the terminal. A picture without pixels
/// writes nothing.
pub fn term_picture(pixels: TermPixels<'_>, how: TermPicture, mut to: impl Write) -> Result<(), Error> {
    let needed = 3 * u64::from(pixels.width) * u64::from(pixels.height);
    if pixels.rgb.len() as u64 != needed {
        let TermPixels { width, height, rgb } = pixels;
        let message = format!("{width} x {height} pixels need {needed} bytes, but there are {}", rgb.len());
        return Err(Error::new(ErrorKind::Invalid, message));
    }
    if needed > 0 {
        match how {
            TermPicture::HalfBlocks => half_blocks::write(pixels, &mut to)?,
            TermPicture::Kitty => kitty::write(pixels, &mut to)?,
            TermPicture::Sixel => sixel::write(pixels, &mut to)?,
        }
    }
    to.flush()?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn detect(known: &[(&str, &str)]) -> TermPicture {
        TermPicture::detect(|name| known.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned()))
    }

    #[test]
    fn terminals_get_the_protocol_they_support() {
        for known in [
            [("TERM", "xterm-kitty")],
            [("TERM", "xterm-ghostty")],
            [("KITTY_WINDOW_ID", "1")],
            [("TERM_PROGRAM", "WezTerm")],
            [("TERM_PROGRAM", "ghostty")],
        ] {
            assert_eq!(detect(&known), TermPicture::Kitty, "{known:?}");
        }
        for term in ["foot", "foot-extra", "mlterm-256color", "yaft-256color", "xterm-sixel"] {
            assert_eq!(detect(&[("TERM", term)]), TermPicture::Sixel, "{term}");
        }
        for term in ["xterm", "xterm-256color", "linux", "alacritty", "dumb", ""] {
            assert_eq!(detect(&[("TERM", term), ("COLORTERM", "truecolor")]), TermPicture::HalfBlocks, "{term}");
        }
        assert_eq!(detect(&[]), TermPicture::HalfBlocks);
    }

    #[test]
    fn a_terminal_in_a_terminal_gets_half_blocks() {
        for term in ["tmux-256color", "screen", "screen.xterm-kitty"] {
            assert_eq!(detect(&[("TERM", term), ("KITTY_WINDOW_ID", "1")]), TermPicture::HalfBlocks);
        }
        assert_eq!(detect(&[("TERM", "xterm-kitty"), ("TMUX", "/run/tmux")]), TermPicture::HalfBlocks);
    }

    #[test]
    fn names_are_parsed() {
        for (how, name) in TermPicture::ALL {
            assert_eq!(name.parse::<TermPicture>().unwrap(), how);
        }
        assert!("kity".parse::<TermPicture>().unwrap_err().to_string().contains("kitty"));
    }

    #[test]
    fn no_pixels_write_nothing_and_a_wrong_length_is_an_error() {
        for (how, _) in TermPicture::ALL {
            for (width, height) in [(0, 0), (0, 5), (5, 0)] {
                let mut to = Vec::new();
                term_picture(TermPixels { width, height, rgb: &[] }, how, &mut to).unwrap();
                assert!(to.is_empty());
            }
            let error = term_picture(TermPixels { width: 2, height: 2, rgb: &[0; 11] }, how, Vec::new()).unwrap_err();
            assert_eq!(error.to_string(), "2 x 2 pixels need 12 bytes, but there are 11");
        }
    }
}
