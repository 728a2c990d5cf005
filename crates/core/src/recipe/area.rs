//! [`Area`] and [`Measure`]: a part of the map in tiles or percent.

use crate::base::grid::{Rect, Size};
use crate::params::schema::{self, printable};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

/// Rectangle of the map, in tiles or in percent of its size.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Area {
    /// Leftmost column.
    #[serde(default)]
    pub x: Measure,
    /// Topmost row.
    #[serde(default)]
    pub y: Measure,
    /// Width of the rectangle.
    pub width: Measure,
    /// Height of the rectangle.
    pub height: Measure,
}

impl Area {
    /// Returns the rectangle on a map of this size, or the reason why it does not fit.
    pub(crate) fn checked(self, size: Size, size_error: impl Fn(Size) -> Option<String>) -> Result<Rect, String> {
        let area = self.on(size);
        if area.is_empty() || !size.rect().encloses(area) {
            let Rect { x, y, width, height } = area;
            return Err(format!("its area at {x},{y} of {width}x{height} is not on the map of {size}"));
        }
        match size_error(area.size()) {
            Some(why) => Err(format!("its area of {} {why}", area.size())),
            None => Ok(area),
        }
    }

    /// Returns the rectangle on a map of this size. Neighbouring areas in percent meet without a
    /// gap.
    pub fn on(self, size: Size) -> Rect {
        let side = |start: Measure, length: Measure, whole: i32| {
            let first = start.of(whole);
            let past = match (start, length) {
                (Measure::Percent(start), Measure::Percent(length)) => {
                    Measure::Percent(start.saturating_add(length)).of(whole)
                }
                _ => first.saturating_add(length.of(whole)),
            };
            (first, past - first)
        };
        let (x, width) = side(self.x, self.width, size.width);
        let (y, height) = side(self.y, self.height, size.height);
        Rect::new(x, y, width, height)
    }
}

/// Length in tiles (`12`) or in percent of the map's side (`"50%"`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Measure {
    /// Number of tiles.
    Tiles(i32),
    /// Percentage of the map's width or height.
    Percent(i32),
}

impl Measure {
    fn of(self, whole: i32) -> i32 {
        match self {
            Measure::Tiles(tiles) => tiles,
            Measure::Percent(percent) => (i64::from(whole) * i64::from(percent.clamp(0, 200)) / 100) as i32,
        }
    }
}

impl From<i32> for Measure {
    fn from(tiles: i32) -> Self {
        Measure::Tiles(tiles)
    }
}

impl Default for Measure {
    fn default() -> Self {
        Measure::Tiles(0)
    }
}

impl FromStr for Measure {
    type Err = ();
    fn from_str(text: &str) -> Result<Self, ()> {
        schema::percent(text).map(Measure::Percent).ok_or(())
    }
}

impl Serialize for Measure {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Measure::Tiles(tiles) => serializer.serialize_i32(*tiles),
            Measure::Percent(percent) => serializer.collect_str(&format_args!("{percent}%")),
        }
    }
}

impl<'de> Deserialize<'de> for Measure {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor;
        impl serde::de::Visitor<'_> for Visitor {
            type Value = Measure;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a number of tiles, or a text like \"50%\" with 0 to 100 percent")
            }
            fn visit_i64<E: serde::de::Error>(self, tiles: i64) -> Result<Measure, E> {
                i32::try_from(tiles).map(Measure::Tiles).map_err(|_| E::custom("too many tiles"))
            }
            fn visit_u64<E: serde::de::Error>(self, tiles: u64) -> Result<Measure, E> {
                i32::try_from(tiles).map(Measure::Tiles).map_err(|_| E::custom("too many tiles"))
            }
            fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Measure, E> {
                text.parse().map_err(|()| E::invalid_value(serde::de::Unexpected::Str(&printable(text)), &self))
            }
        }
        deserializer.deserialize_any(Visitor)
    }
}

impl JsonSchema for Measure {
    fn schema_name() -> Cow<'static, str> {
        "Measure".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "anyOf": [
                {"type": "integer", "minimum": 0, "maximum": 268_435_456},
                {"type": "string", "format": "percent", "description": "percent of the map's side, like \"50%\""}
            ]
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentages_of_neighbours_meet() {
        let area = |x, width| Area {
            x: Measure::Percent(x),
            y: Measure::Tiles(0),
            width: Measure::Percent(width),
            height: Measure::Tiles(1),
        };
        for whole in 1..200 {
            let size = Size::new(whole, 1);
            assert_eq!(area(0, 33).on(size).right(), area(33, 34).on(size).x);
            assert_eq!(area(67, 33).on(size).right(), whole);
        }
    }
}
