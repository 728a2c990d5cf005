//! Cuts the floor into zones.

use crate::base::error::Error;
use crate::base::promises::Promises;
use crate::generator::{Context, Entry, Generator, Kind};
use crate::map::Map;
use crate::spatial::zones::{conflicts, zones};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Registry entry of the step.
pub const ENTRY: Entry =
    Entry::new::<Zones>("zones", Kind::Shape).revision(2).preserving(Promises::ALL.without(Promises::POPULATED));

/// Cuts the floor into compact zones of similar size, replacing existing zones.
///
/// For placing things evenly and for steps limited to one zone. Zones are numbered from 0, the
/// largest first, and never extend across a wall. Tiles do not change, and running it twice changes
/// nothing.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Zones {
    /// Approximate size of a zone, in tiles. Areas larger than 1.25 times this are divided; zones
    /// have at least 20 tiles. 0 removes all zones.
    #[schemars(range(min = 0, max = 1_000_000))]
    pub zone_size: u32,
}

impl Default for Zones {
    fn default() -> Self {
        Zones { zone_size: 400 }
    }
}

impl Generator for Zones {
    fn generate(&self, map: &mut Map, cx: &mut Context<'_>) -> Result<(), Error> {
        cx.spend(map.size().area() as u64)?;
        map.zones = zones(&map.walkable(), self.zone_size, cx)?;
        map.settle();
        cx.step("zones", map);
        Ok(())
    }

    fn conflicts(&self) -> Vec<(&'static str, String)> {
        conflicts(self.zone_size)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::grid::{Rect, Size};
    use crate::base::rng::Seed;
    use crate::base::tile::Tile;
    use crate::check::check;

    #[test]
    fn zones_cover_the_floor_and_doing_it_twice_changes_nothing() {
        let mut map = Map::new(Size::new(60, 40), Tile::Wall);
        map.dig_room(Rect::new(1, 1, 58, 20));
        map.dig_room(Rect::new(10, 25, 12, 12));
        map.stats.insert("zones".to_owned(), 0);
        map.source.promises = Promises::NONE;
        let cut = Zones { zone_size: 100 };
        cut.generate(&mut map, &mut Context::new(Seed::new(1))).unwrap();
        let zoned: usize = map.zones.iter().map(|zone| zone.cells.count()).sum();
        assert_eq!(zoned, 58 * 20 + 144);
        assert_eq!(map.stats["zones"], map.zones.len() as i64);
        assert!((10..16).contains(&map.zones.len()), "{}", map.zones.len());
        assert_eq!(check(&map), []);
        let once = map.clone();
        cut.generate(&mut map, &mut Context::new(Seed::new(2))).unwrap();
        assert_eq!(map, once);
        Zones { zone_size: 0 }.generate(&mut map, &mut Context::new(Seed::new(1))).unwrap();
        assert!(map.zones.is_empty());
    }

    #[test]
    fn maps_without_floor_have_no_zones() {
        for text in ["#", " ", "~~\n##"] {
            let mut map = Map::from_ascii(text).unwrap();
            Zones::default().generate(&mut map, &mut Context::new(Seed::new(1))).unwrap();
            assert_eq!(map, Map::from_ascii(text).unwrap());
        }
    }
}
