//! An open hall with a wall around it.

use crate::base::error::Error;
use crate::base::grid::Size;
use crate::base::promises::Promises;
use crate::generator::{Context, Entry, Generator, Kind};
use crate::map::Map;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Registry entry of the `arena` layout.
pub const ENTRY: Entry = Entry::new::<Arena>("arena", Kind::Layout)
    .promising(Promises::CONNECTED.and(Promises::CLOSED_BORDER).and(Promises::ROOMS_DISJOINT))
    .natural(40, 25);

/// An open hall with a wall around it.
///
/// Useful for boss fights, for testing a game, and as an empty canvas for other steps.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Arena {
    /// Thickness of the wall, in tiles.
    #[schemars(range(min = 1, max = 100))]
    pub wall: i32,
}

impl Default for Arena {
    fn default() -> Self {
        Arena { wall: 1 }
    }
}

impl Generator for Arena {
    fn generate(&self, map: &mut Map, cx: &mut Context<'_>) -> Result<(), Error> {
        map.dig_room(map.size().rect().grown(-self.wall));
        cx.step("hall", map);
        Ok(())
    }

    fn min_size(&self) -> Size {
        Size::new(2 * self.wall + 1, 2 * self.wall + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::rng::Seed;
    use crate::base::tile::Tile;

    #[test]
    fn the_wall_is_as_thick_as_asked() {
        let mut map = Map::new(Size::new(8, 7), Tile::Wall);
        Arena { wall: 2 }.generate(&mut map, &mut Context::new(Seed::new(1))).unwrap();
        assert_eq!(map.to_ascii(), "########\n########\n##....##\n##....##\n##....##\n########\n########\n");
        assert_eq!(map.rooms.len(), 1);
    }
}
