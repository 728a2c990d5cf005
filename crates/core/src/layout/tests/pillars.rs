//! A hall with pillars in rows, some of them fallen.

use crate::base::error::Error;
use crate::base::grid::{Pos, Size};
use crate::base::promises::Promises;
use crate::base::tile::Tile;
use crate::generator::{Context, Entry, Generator, Kind};
use crate::map::Map;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Registry entry of the `pillars` layout.
pub const ENTRY: Entry = Entry::new::<Pillars>("pillars", Kind::Layout)
    .promising(Promises::CONNECTED.and(Promises::CLOSED_BORDER))
    .natural(40, 25);

/// A hall with pillars in rows, some of them fallen.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Pillars {
    /// Distance from one pillar to the next, in tiles.
    #[schemars(range(min = 2, max = 50))]
    pub spacing: i32,
    /// Percentage of pillars that still stand.
    #[schemars(range(min = 0, max = 100))]
    pub standing_percent: u32,
}

impl Default for Pillars {
    fn default() -> Self {
        Pillars { spacing: 3, standing_percent: 70 }
    }
}

impl Generator for Pillars {
    fn generate(&self, map: &mut Map, cx: &mut Context<'_>) -> Result<(), Error> {
        let Size { width, height } = map.size();
        let mut rng = cx.rng("pillars");
        map.tiles.fill_rect(map.size().rect().grown(-1), Tile::Floor);
        for y in (2..height - 2).step_by(self.spacing as usize) {
            for x in (2..width - 2).step_by(self.spacing as usize) {
                if rng.percent(self.standing_percent) {
                    map.tiles[Pos::new(x, y)] = Tile::Wall;
                }
            }
        }
        cx.step("pillars", map);
        Ok(())
    }

    fn min_size(&self) -> Size {
        Size::new(3, 3)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pillars_keep_their_promises() {
        crate::testing::hold(&ENTRY);
    }
}
