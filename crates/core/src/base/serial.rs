//! Serde for the building blocks that a game saves. What is read is checked: a wrong length or
//! number is an error, never a panic, and no number causes a large allocation by itself.

use crate::base::bits::BitGrid;
use crate::base::digest::Digest;
use crate::base::grid::{Grid, MAX_TILES, Pos, Size};
use crate::base::promises::Promises;
use crate::base::rng::{Rng, Seed};
use crate::base::tile::Tile;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::de::{Error as _, Unexpected, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// In texts the character of the tile, elsewhere its code.
impl Serialize for Tile {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            serializer.serialize_char(self.to_char())
        } else {
            serializer.serialize_u8(self.code())
        }
    }
}

impl<'de> Deserialize<'de> for Tile {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if deserializer.is_human_readable() {
            Tile::try_from(char::deserialize(deserializer)?).map_err(D::Error::custom)
        } else {
            let code = u8::deserialize(deserializer)?;
            let unknown = || D::Error::invalid_value(Unexpected::Unsigned(code.into()), &"the code of a tile");
            Tile::ALL.get(usize::from(code)).map(|(tile, _)| *tile).ok_or_else(unknown)
        }
    }
}

/// In texts a text, because JavaScript rounds numbers past 2^53.
impl Serialize for Seed {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            serializer.collect_str(self)
        } else {
            serializer.serialize_u64(self.number())
        }
    }
}

/// In texts a number, or a text with a number or a word.
impl<'de> Deserialize<'de> for Seed {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct SeedVisitor;
        impl Visitor<'_> for SeedVisitor {
            type Value = Seed;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a seed: a whole number from 0 to 18446744073709551615, or a word")
            }
            fn visit_u64<E: serde::de::Error>(self, number: u64) -> Result<Seed, E> {
                Ok(Seed::new(number))
            }
            fn visit_i64<E: serde::de::Error>(self, number: i64) -> Result<Seed, E> {
                let number = u64::try_from(number);
                number.map(Seed::new).map_err(|_| E::custom("a seed is not negative"))
            }
            fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Seed, E> {
                text.parse().map_err(E::custom)
            }
        }
        if deserializer.is_human_readable() {
            deserializer.deserialize_any(SeedVisitor)
        } else {
            u64::deserialize(deserializer).map(Seed::new)
        }
    }
}

/// The state of the stream as 64 hexadecimal digits: a stream that was read goes on where it was
/// saved.
impl Serialize for Rng {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let [a, b, c, d] = self.state;
        serializer.collect_str(&format_args!("{a:016x}{b:016x}{c:016x}{d:016x}"))
    }
}

impl<'de> Deserialize<'de> for Rng {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let digits = text.len() == 64 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        let mut state = [0; 4];
        for (word, at) in state.iter_mut().zip((0..64).step_by(16)).filter(|_| digits) {
            *word = u64::from_str_radix(&text[at..at + 16], 16).map_err(D::Error::custom)?;
        }
        // The generator never leaves the state of zeros.
        if state == [0; 4] {
            return Err(D::Error::custom("expected the state of a random stream: 64 hexadecimal digits, not all 0"));
        }
        Ok(Rng { state })
    }
}

impl Serialize for Digest {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Digest {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

/// The names of the promises.
impl Serialize for Promises {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.names())
    }
}

impl<'de> Deserialize<'de> for Promises {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let names = Vec::<String>::deserialize(deserializer)?;
        let mut all = Promises::NONE;
        for name in names {
            all = all
                | Promises::from_name(&name).ok_or_else(|| D::Error::custom(format!("unknown promise {name:?}")))?;
        }
        Ok(all)
    }
}

/// A grid as it is written: its size, and its cells in reading order.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenGrid<C> {
    size: Size,
    cells: C,
}

/// Returns the number of cells of a size that was read, or what is wrong with it.
pub(crate) fn checked_area(size: Size) -> Result<usize, String> {
    let area = i64::from(size.width) * i64::from(size.height);
    if size.width < 0 || size.height < 0 || area > MAX_TILES as i64 {
        return Err(format!("a size of {size}; the limit is {MAX_TILES} cells"));
    }
    Ok(area as usize)
}

impl<T: Serialize> Serialize for Grid<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        WrittenGrid { size: self.size(), cells: self.cells() }.serialize(serializer)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Grid<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        // The cells are as many as were written, whatever the size says.
        let WrittenGrid { size, cells } = WrittenGrid::<Vec<T>>::deserialize(deserializer)?;
        let area = checked_area(size).map_err(D::Error::custom)?;
        let count = cells.len();
        let wrong = || D::Error::custom(format!("{count} cells, where {size} has {area}"));
        Grid::from_cells(size, cells).ok_or_else(wrong)
    }
}

/// The size, and the words of all rows (lowest byte first) in Base64.
impl Serialize for BitGrid {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let words = (0..self.size().height).flat_map(|y| self.row(y));
        let bytes: Vec<u8> = words.flat_map(|word| word.to_le_bytes()).collect();
        WrittenGrid { size: self.size(), cells: STANDARD.encode(bytes) }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for BitGrid {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let WrittenGrid { size, cells } = WrittenGrid::<String>::deserialize(deserializer)?;
        checked_area(size).map_err(D::Error::custom)?;
        let bytes = STANDARD.decode(cells).map_err(|error| D::Error::custom(format!("the cells of a set: {error}")))?;
        let (words, rest) = bytes.as_chunks::<8>();
        let stride = (size.width as usize).div_ceil(64);
        if !rest.is_empty() || words.len() != stride * size.height as usize {
            return Err(D::Error::custom(format!("{} bytes do not make a set of {size}", bytes.len())));
        }
        let set = BitGrid::from_words(size, words.iter().map(|word| u64::from_le_bytes(*word)).collect());
        let past = |y: i32| set.row(y).last().is_some_and(|word| size.width % 64 > 0 && word >> (size.width % 64) > 0);
        match (0..size.height).find(|&y| past(y)) {
            Some(y) => Err(D::Error::custom(format!("row {y} of a set has cells past its width of {}", size.width))),
            None => Ok(set),
        }
    }
}

/// Returns an error for a position outside of a size.
pub(crate) fn inside<E: serde::de::Error>(size: Size, pos: Pos) -> Result<(), E> {
    if size.contains(pos) { Ok(()) } else { Err(E::custom(format!("{pos} is outside {size}"))) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, from_value, json, to_value};

    fn reads_back<T: Serialize + for<'de> Deserialize<'de> + PartialEq + fmt::Debug>(value: &T) -> Value {
        let written = to_value(value).unwrap();
        assert_eq!(from_value::<T>(written.clone()).unwrap(), *value, "{written}");
        written
    }

    #[test]
    fn values_read_back() {
        assert_eq!(reads_back(&Tile::DoorClosed), "+");
        assert_eq!(reads_back(&Seed::new(u64::MAX)), "18446744073709551615");
        assert_eq!(from_value::<Seed>(json!(7)).unwrap(), Seed::new(7));
        assert_eq!(from_value::<Seed>(json!("crypt")).unwrap(), Seed::from_word("crypt").unwrap());
        assert_eq!(reads_back(&(Promises::CONNECTED | Promises::NO_2X2)), json!(["connected", "no-2x2"]));
        reads_back(&Digest(3));
        let grid = Grid::from_cells(Size::new(2, 1), vec![Tile::Wall, Tile::Floor]).unwrap();
        assert_eq!(reads_back(&grid), json!({"size": {"width": 2, "height": 1}, "cells": ["#", "."]}));
        for (width, height) in [(0, 0), (1, 1), (63, 3), (64, 2), (65, 4), (200, 7)] {
            let mut rng = Seed::new(width as u64).rng();
            reads_back(&BitGrid::from_fn(Size::new(width, height), |_| rng.percent(50)));
            reads_back(&Grid::new(Size::new(width, height), 7));
        }
    }

    #[test]
    fn a_stream_goes_on_where_it_was_saved() {
        let mut rng = Seed::new(5).rng();
        rng.next_u64();
        reads_back(&rng);
        let mut again: Rng = from_value(to_value(&rng).unwrap()).unwrap();
        assert_eq!(again.next_u64(), rng.next_u64());
    }

    #[test]
    fn malformed_values_are_refused() {
        let grid =
            |width: i64, height: i64, cells: Value| json!({"size": {"width": width, "height": height}, "cells": cells});
        let refused = [
            from_value::<Grid<u8>>(grid(2, 2, json!([1]))).unwrap_err(),
            from_value::<Grid<u8>>(grid(i32::MAX.into(), i32::MAX.into(), json!([]))).unwrap_err(),
            from_value::<Grid<u8>>(grid(-1, -1, json!([1]))).unwrap_err(),
            from_value::<BitGrid>(grid(2_000_000_000, 1, json!(""))).unwrap_err(),
            from_value::<BitGrid>(grid(16_384, 16_384, json!("AAAA"))).unwrap_err(),
            from_value::<BitGrid>(grid(2, 1, json!("/////////w=="))).unwrap_err(),
            from_value::<BitGrid>(grid(2, 1, json!("?"))).unwrap_err(),
            from_value::<Rng>(json!("0".repeat(64))).unwrap_err(),
            from_value::<Rng>(json!("é".repeat(32))).unwrap_err(),
            from_value::<Seed>(json!(-1)).unwrap_err(),
            from_value::<Seed>(json!("1.5")).unwrap_err(),
            from_value::<Tile>(json!("?")).unwrap_err(),
            from_value::<Tile>(json!("##")).unwrap_err(),
            from_value::<Promises>(json!(["tidy"])).unwrap_err(),
            from_value::<Digest>(json!("12")).unwrap_err(),
        ];
        assert!(refused.iter().all(|error| !error.to_string().is_empty()));
        assert_eq!(refused[0].to_string(), "1 cells, where 2x2 has 4");
    }
}
