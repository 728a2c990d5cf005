//! Serde for [`Map`]: an object of the saved format, so that a game can keep it among its own data.

use super::{from_str, to_string};
use crate::map::Map;
use serde::de::Error as _;
use serde::ser::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

/// In formats for people (JSON, TOML) the object of [`saved`](crate::saved) maps, in binary formats
/// its text.
impl Serialize for Map {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let text = to_string(self);
        if !serializer.is_human_readable() {
            return serializer.serialize_str(&text);
        }
        serde_json::from_str::<Value>(&text).map_err(S::Error::custom)?.serialize(serializer)
    }
}

/// Reads a map with all checks of [`saved::from_str`](crate::saved::from_str).
impl<'de> Deserialize<'de> for Map {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = if deserializer.is_human_readable() {
            Value::deserialize(deserializer)?.to_string()
        } else {
            String::deserialize(deserializer)?
        };
        from_str(&text).map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::rng::Seed;
    use crate::registry;
    use crate::run::presets;

    /// A save file of a game.
    #[derive(Serialize, Deserialize)]
    struct Saved {
        turn: u32,
        level: Map,
    }

    #[test]
    fn a_map_among_other_data_reads_back() {
        for preset in presets::ALL {
            let level = preset.recipe().plan(registry::ALL).unwrap().run(Seed::new(u64::MAX)).unwrap();
            let text = serde_json::to_string(&Saved { turn: 7, level: level.clone() }).unwrap();
            let read: Saved = serde_json::from_str(&text).unwrap();
            assert_eq!((read.turn, &read.level), (7, &level), "{}", preset.name);
            assert_eq!(to_string(&read.level), to_string(&level), "{}", preset.name);
        }
    }

    #[test]
    fn a_damaged_map_is_refused() {
        let map = Map::from_ascii("###\n#+#\n###").unwrap();
        let value = serde_json::to_value(&map).unwrap();
        for (key, wrong) in [("version", "9.0".into()), ("tiles", Value::Null), ("size", Value::from(3))] {
            let mut value = value.clone();
            value[key] = wrong;
            assert!(serde_json::from_value::<Map>(value).is_err(), "{key}");
        }
        let mut outside = value;
        outside["doors"][0]["x"] = 7.into();
        assert!(serde_json::from_value::<Map>(outside).is_err());
    }
}
