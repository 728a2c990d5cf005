//! Makes a level of a campaign out of a map.

use crate::error::Error;
use crate::generator::{Context, Entry, Generator, Kind};
use crate::map::{EntityKind, Map};
use crate::promises::Promises;
use crate::tile::Tile;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How it is listed.
pub const ENTRY: Entry = Entry::new::<Level>("level", Kind::Place).preserving(Promises::ALL);

/// Makes a level of a campaign out of a map: takes up its stairs and start, and writes down which level it is.
///
/// Locked doors for which there is no key become doors that are merely shut, so that every level can be walked through. Stairs that meet those of
/// the neighbours are put there after it. Campaigns put it before all other placements; a recipe of one map has no need of it.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Level {
    /// Which level it is, from 1.
    #[schemars(range(min = 1, max = 1_000))]
    pub number: u32,
    /// How dangerous it is.
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
    use crate::check::check;
    use crate::rng::Seed;

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
        // Nobody comes in any more, and nobody can say in which order the locks are opened.
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
