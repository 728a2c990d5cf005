//! Texts for small types: `Display`, `FromStr` and `From`, for command lines, files and messages.

use crate::base::digest::Digest;
use crate::base::error::{Error, ErrorKind};
use crate::base::grid::{Dir, MAX_TILES, Pos, Size};
use crate::base::nearest::hint;
use crate::base::promises::Promises;
use crate::base::rng::Seed;
use crate::base::tile::Tile;
use std::fmt;
use std::str::FromStr;

/// Gives an enum the words of its variants, as in saved maps: `word`, `Display` and `FromStr`.
macro_rules! words {
    ($type:ty, $what:literal, { $($variant:ident => $word:literal),+ $(,)? }) => {
        impl $type {
            /// Returns the word for it in files.
            pub const fn word(self) -> &'static str {
                match self {
                    $(Self::$variant => $word,)+
                }
            }
        }

        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.word())
            }
        }

        /// Reads the word for it in files.
        impl std::str::FromStr for $type {
            type Err = $crate::base::error::Error;
            fn from_str(text: &str) -> Result<Self, Self::Err> {
                match text {
                    $($word => Ok(Self::$variant),)+
                    _ => Err($crate::base::words::unknown($what, text, &[$($word),+])),
                }
            }
        }
    };
}
pub(crate) use words;

/// Returns the error for an unknown word.
pub(crate) fn unknown(what: &str, text: &str, known: &[&str]) -> Error {
    let typed: String = text.chars().take(60).collect();
    let hint = hint(text, known.iter().copied());
    Error::new(ErrorKind::Invalid, format!("no {what} is called {typed:?}; {hint}"))
}

words!(Dir, "direction", { North => "north", East => "east", South => "south", West => "west" });

impl fmt::Display for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.number(), f)
    }
}

/// Reads a number or a word, like [`Seed::from_word`].
///
/// ```
/// use mapwright::Seed;
/// assert_eq!("7".parse::<Seed>()?, Seed::new(7));
/// assert_eq!("crypt".parse::<Seed>()?.to_string(), "7093773958233060372");
/// assert!("-1".parse::<Seed>().is_err());
/// # Ok::<(), mapwright::Error>(())
/// ```
impl FromStr for Seed {
    type Err = Error;
    fn from_str(text: &str) -> Result<Seed, Error> {
        let expected = "expected a whole number from 0 to 18446744073709551615, or a word";
        Seed::from_word(text).ok_or_else(|| Error::new(ErrorKind::Invalid, expected))
    }
}

impl From<u64> for Seed {
    fn from(number: u64) -> Seed {
        Seed::new(number)
    }
}

/// Reads a size like `80x50`.
///
/// ```
/// use mapwright::Size;
/// assert_eq!("80x50".parse::<Size>()?, Size::new(80, 50));
/// assert!("80x-50".parse::<Size>().is_err());
/// # Ok::<(), mapwright::Error>(())
/// ```
impl FromStr for Size {
    type Err = Error;
    fn from_str(text: &str) -> Result<Size, Error> {
        let side = |text: &str| text.parse::<i32>().ok().filter(|side| *side >= 0);
        let size = text.split_once(['x', 'X']).and_then(|(width, height)| Some((side(width)?, side(height)?)));
        size.map(Size::from).ok_or_else(|| {
            let expected = format!("expected WxH in tiles, like 80x50; a map has at most {MAX_TILES} tiles");
            Error::new(ErrorKind::Invalid, expected)
        })
    }
}

impl From<(i32, i32)> for Size {
    fn from((width, height): (i32, i32)) -> Size {
        Size::new(width, height)
    }
}

impl From<[i32; 2]> for Size {
    fn from([width, height]: [i32; 2]) -> Size {
        Size::new(width, height)
    }
}

/// Reads a position like `12,7`: x and y.
impl FromStr for Pos {
    type Err = Error;
    fn from_str(text: &str) -> Result<Pos, Error> {
        let number = |text: &str| text.trim().parse::<i32>().ok();
        let pos = text.split_once(',').and_then(|(x, y)| Some(Pos::new(number(x)?, number(y)?)));
        pos.ok_or_else(|| Error::new(ErrorKind::Invalid, "expected x,y in tiles, like 12,7"))
    }
}

impl From<(i32, i32)> for Pos {
    fn from((x, y): (i32, i32)) -> Pos {
        Pos::new(x, y)
    }
}

impl From<[i32; 2]> for Pos {
    fn from([x, y]: [i32; 2]) -> Pos {
        Pos::new(x, y)
    }
}

impl From<Pos> for (i32, i32) {
    fn from(pos: Pos) -> (i32, i32) {
        (pos.x, pos.y)
    }
}

impl From<Tile> for char {
    fn from(tile: Tile) -> char {
        tile.to_char()
    }
}

/// Reads the character of a tile in text maps.
impl TryFrom<char> for Tile {
    type Error = Error;
    fn try_from(c: char) -> Result<Tile, Error> {
        Tile::from_char(c).ok_or_else(|| {
            let known: String = Tile::ALL.into_iter().map(|(_, c)| c).collect();
            Error::new(ErrorKind::Invalid, format!("{c:?} is no tile; known are `{known}`"))
        })
    }
}

/// Reads the name of a tile, like `closed door`.
impl FromStr for Tile {
    type Err = Error;
    fn from_str(text: &str) -> Result<Tile, Error> {
        let found = Tile::ALL.into_iter().map(|(tile, _)| tile).find(|tile| tile.to_string() == text);
        found.ok_or_else(|| {
            let names = Tile::ALL.map(|(tile, _)| tile.to_string());
            unknown("tile", text, &names.each_ref().map(String::as_str))
        })
    }
}

/// Writes the names, separated by commas.
impl fmt::Display for Promises {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.names().collect::<Vec<_>>().join(", "))
    }
}

/// Reads names that are separated by commas.
impl FromStr for Promises {
    type Err = Error;
    fn from_str(text: &str) -> Result<Promises, Error> {
        let names = text.split(',').map(str::trim).filter(|name| !name.is_empty());
        names.map(one_promise).try_fold(Promises::NONE, |all, promise| Ok(all | promise?))
    }
}

fn one_promise(name: &str) -> Result<Promises, Error> {
    let known: Vec<&str> = Promises::ALL.names().collect();
    Promises::from_name(name).ok_or_else(|| unknown("promise", name, &known))
}

/// Reads the 32 digits that `Display` writes.
impl FromStr for Digest {
    type Err = Error;
    fn from_str(text: &str) -> Result<Digest, Error> {
        let digits = text.len() == 32 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        let number = digits.then(|| u128::from_str_radix(text, 16).ok()).flatten();
        number.map(Digest).ok_or_else(|| Error::new(ErrorKind::Invalid, "expected a digest of 32 hexadecimal digits"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_read_back() {
        for (tile, c) in Tile::ALL {
            assert_eq!((char::from(tile), Tile::try_from(c).unwrap()), (c, tile));
            assert_eq!(tile.to_string().parse::<Tile>().unwrap(), tile);
        }
        for dir in Dir::ALL {
            assert_eq!(dir.to_string().parse::<Dir>().unwrap(), dir);
            assert_eq!(serde_json::to_value(dir).unwrap(), dir.word());
        }
        for pos in [Pos::new(3, 7), Pos::new(-3, i32::MIN)] {
            assert_eq!(pos.to_string().parse::<Pos>().unwrap(), pos);
            assert_eq!(Pos::from(<(i32, i32)>::from(pos)), pos);
        }
        for promises in [Promises::NONE, Promises::CONNECTED, Promises::ALL] {
            assert_eq!(promises.to_string().parse::<Promises>().unwrap(), promises);
        }
        let digest = Digest(0xabc);
        assert_eq!(digest.to_string().parse::<Digest>().unwrap(), digest);
        assert_eq!(Seed::from(u64::MAX).to_string().parse::<Seed>().unwrap(), Seed::new(u64::MAX));
        assert_eq!(Size::from((4, 5)).to_string().parse::<Size>().unwrap(), Size::from([4, 5]));
    }

    #[test]
    fn wrong_texts_say_what_is_expected() {
        let of = |error: Error| error.to_string();
        assert_eq!(of("nroth".parse::<Dir>().unwrap_err()), "no direction is called \"nroth\"; did you mean north?");
        assert_eq!(of(Tile::try_from('?').unwrap_err()), "'?' is no tile; known are ` #.+'LS|~=<>`");
        assert!(of("dor".parse::<Tile>().unwrap_err()).starts_with("no tile is called \"dor\"; "));
        assert_eq!(of("3;4".parse::<Pos>().unwrap_err()), "expected x,y in tiles, like 12,7");
        assert!(of("connected, tidy".parse::<Promises>().unwrap_err()).starts_with("no promise is called \"tidy\""));
        for text in ["80", "80x", "ax9", "99999999999x1"] {
            assert!(of(text.parse::<Size>().unwrap_err()).starts_with("expected WxH in tiles"), "{text}");
        }
        for text in ["", "abc", "+0000000000000000000000000000abc"] {
            assert!(text.parse::<Digest>().is_err());
        }
    }
}
