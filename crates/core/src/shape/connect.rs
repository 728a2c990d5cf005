//! Joins the regions of a map by the shortest straight tunnels.

use crate::error::Error;
use crate::generator::{Context, Entry, Generator, Kind};
use crate::map::Map;
use crate::promises::Promises;
use crate::region::{Join, tidy};
use crate::tile::Tile;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How it is listed.
pub const ENTRY: Entry = Entry::new::<Connect>("connect", Kind::Shape)
    .promising(Promises::CONNECTED)
    .preserving(Promises::ALL.without(Promises::NO_2X2));

/// Joins all regions of the map by the shortest straight tunnels.
///
/// For maps made of several parts, such as a cave beside a keep. Tunnels are one tile wide and cross water on bridges. On a
/// map in one piece it changes nothing.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Connect {
    /// Which regions are joined.
    pub join: Join,
}

impl Generator for Connect {
    fn generate(&self, map: &mut Map, cx: &mut Context<'_>) -> Result<(), Error> {
        cx.spend(map.size().area() as u64)?;
        let before = map.walkable();
        let mut after = before.clone();
        tidy(&mut after, 1, self.join, cx)?;
        after.subtract(&before);
        for pos in after.iter() {
            map.tiles[pos] = if map.tiles[pos] == Tile::Water { Tile::Bridge } else { Tile::Floor };
            cx.step_at("dig", pos, map);
        }
        map.settle();
        cx.step("settle", map);
        Ok(())
    }

    fn keeps(&self, promises: Promises) -> Promises {
        if self.join == Join::All { promises } else { promises - Promises::CONNECTED }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Seed;

    #[test]
    fn tunnels_cross_water_on_bridges_and_doing_it_twice_changes_nothing() {
        let mut map = Map::from_ascii("\n##########\n#..#~~..+.#\n#..#######\n##########").unwrap();
        let connect = Connect::default();
        connect.generate(&mut map, &mut Context::new(Seed::new(1))).unwrap();
        assert_eq!(map.tiles.row(1).iter().map(|tile| tile.to_char()).collect::<String>(), "#...==..+.#");
        let once = map.clone();
        connect.generate(&mut map, &mut Context::new(Seed::new(2))).unwrap();
        assert_eq!(map, once);
    }
}
