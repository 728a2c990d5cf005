//! Turns a map into a level of a campaign.

use crate::base::error::Error;
use crate::base::promises::Promises;
use crate::base::tile::Tile;
use crate::generator::{Context, Entry, Generator, Kind};
use crate::map::{EntityKind, Map};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Registry entry of the step.
pub const ENTRY: Entry = Entry::new::<Level>("level", Kind::Place).preserving(Promises::ALL);

/// Turns a map into a level of a campaign: removes its stairs and start, and records the level
/// number.
///
/// Locked doors without a key become closed doors, so that every level can be completed. Stairs
/// that match those of the neighbouring levels are placed afterwards. Campaigns run this step
/// before all other placements; a recipe for a single map does not need it.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Level {
    /// Number of the level, from 1.
    #[schemars(range(min = 1, max = 1_000))]
    pub number: u32,
    /// Danger of the level.
    #[schemars(range(min = 0, max = 1_000))]
    pub danger: u32,
}

impl Default for Level {
    fn default() -> Self {
        Level { number: 1, danger: 1 }
    }
}

impl Generator for Level {
    fn generate(&self, map: &mut Map, cx: &mut Context<'_>) -> Result<(), Error> {
        for stairs in std::mem::take(&mut map.stairs) {
            if map.tiles.get(stairs.pos) == Some(&stairs.tile()) {
                map.tiles[stairs.pos] = Tile::Floor;
            }
        }
        map.entities.retain(|entity| entity.kind != EntityKind::Start);
        super::start::forget_mission(map, cx);
        super::keys::unlock(map);
        map.recount();
        map.stats.insert("level".to_owned(), self.number.into());
        map.stats.insert("danger".to_owned(), self.danger.into());
        cx.step("level", map);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::rng::Seed;
    use crate::check::check;

    #[test]
    fn locks_without_a_key_become_doors() {
        let mut map = Map::from_ascii("\n########\n#E.kL..#\n#L######\n#.######\n########").unwrap();
        map.source.promises = Promises::NONE;
        let room = map.add_room(crate::Shape::Rect(crate::Rect::new(5, 1, 2, 1)));
        let lock = crate::Lock { door: map.doors[0].id, key: crate::Pos::new(3, 1) };
        map.mission = Some(crate::Mission { goal: room, locks: vec![lock] });
        let mut without = map.clone();
        Level::default().generate(&mut map, &mut Context::new(Seed::new(1))).unwrap();
        assert_eq!(map.to_ascii(), "########\n#...L..#\n#+######\n#.######\n########\n");
        assert_eq!((map.mission.is_some(), check(&map)), (true, vec![]));
        // Without a way in, the order in which the locks are opened is unknown.
        without.exits.clear();
        Level::default().generate(&mut without, &mut Context::new(Seed::new(1))).unwrap();
        assert_eq!(without.to_ascii(), "########\n#...+..#\n#+######\n#.######\n########\n");
        assert_eq!((without.mission.is_none(), check(&without)), (true, vec![]));
    }

    #[test]
    fn a_level_begins_without_stairs_and_says_which_it_is() {
        let mut map = Map::from_ascii("\n########\n#@.<..>#\n########").unwrap();
        map.count_tiles();
        Level { number: 3, danger: 9 }.generate(&mut map, &mut Context::new(Seed::new(1))).unwrap();
        assert_eq!(map.to_ascii(), "########\n#......#\n########\n");
        assert_eq!((map.stairs.len(), map.entities.len()), (0, 0));
        assert_eq!((map.stats["level"], map.stats["danger"], map.stats["tiles_floor"]), (3, 9, 6));
        assert_eq!(check(&map), []);
    }
}
