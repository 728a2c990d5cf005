//! Fills every region but the largest.

use super::fill;
use crate::base::error::Error;
use crate::base::promises::Promises;
use crate::generator::{Context, Entry, Generator, Kind};
use crate::map::Map;
use crate::spatial::region;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Registry entry of the step.
pub const ENTRY: Entry = Entry::new::<KeepLargest>("keep-largest", Kind::Shape)
    .promising(Promises::CONNECTED)
    .preserving(Promises::CLOSED_BORDER.and(Promises::ROOMS_DISJOINT).and(Promises::NO_2X2));

/// Fills every region of the map but the largest, or the first of equally large ones.
///
/// Connects the map without digging; everything in the other regions is removed with them. To join
/// the regions instead, use `connect`; to keep the region of the start whatever its size, use
/// `fill-unreachable`. Running it twice changes nothing.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct KeepLargest {}

impl Generator for KeepLargest {
    fn generate(&self, map: &mut Map, cx: &mut Context<'_>) -> Result<(), Error> {
        cx.spend(map.size().area() as u64)?;
        let mut others = map.walkable();
        let mut largest = others.clone();
        region::keep_largest(&mut largest);
        others.subtract(&largest);
        fill(map, &others);
        map.settle();
        cx.step("fill", map);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::rng::Seed;
    use crate::check::check;

    fn apply(text: &str) -> Map {
        let mut map = Map::from_ascii(text).unwrap();
        KeepLargest {}.generate(&mut map, &mut Context::new(Seed::new(1))).unwrap();
        let once = map.clone();
        KeepLargest {}.generate(&mut map, &mut Context::new(Seed::new(2))).unwrap();
        assert_eq!(map, once, "twice is once");
        map
    }

    #[test]
    fn only_the_largest_region_stays_with_what_stands_in_it() {
        let map = apply("\n###########\n#@.+.#...m#\n######....#\n#>.=~##+###\n####~##..E#\n###########");
        let expected = "###########\n######...m#\n######....#\n###~~##+###\n####~##..E#\n###########\n";
        assert_eq!(map.to_ascii_with_entities(), expected);
        assert_eq!((map.doors.len(), map.stairs.len(), map.exits.len()), (1, 0, 1));
        assert_eq!(check(&map), []);
    }

    #[test]
    fn one_region_or_none_is_left_alone() {
        for text in [".", "#", " ", "~", "...\n.#.\n", "##\n##\n"] {
            assert_eq!(apply(text), Map::from_ascii(text).unwrap());
        }
    }
}
