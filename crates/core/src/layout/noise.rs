//! Caves from fractal noise: the lowest parts of a height field become floor.

mod field;

use crate::base::bits::BitGrid;
use crate::base::error::Error;
use crate::base::grid::Size;
use crate::base::promises::Promises;
use crate::generator::{Context, Entry, Generator, Kind};
use crate::map::Map;
use crate::spatial::region::{Join, tidy};
use field::Field;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Registry entry of the `noise` layout.
pub const ENTRY: Entry = Entry::new::<Noise>("noise", Kind::Layout)
    .revision(2)
    .promising(Promises::CONNECTED.and(Promises::CLOSED_BORDER).and(Promises::ROOMS_DISJOINT));

/// Caves from fractal noise: the lowest parts of a hilly landscape become floor.
///
/// Large, flowing shapes, from broad valleys to a web of tunnels, at any scale; `cellular` has only
/// one scale. All arithmetic uses integers, so the landscape is identical on every machine.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Noise {
    /// Part of the landscape that becomes floor.
    pub style: NoiseStyle,
    /// Distance between the largest hills, in tiles.
    #[schemars(range(min = 2, max = 200))]
    pub scale: i32,
    /// Number of noise layers. Each is half as large as the previous one, down to two tiles.
    #[schemars(range(min = 1, max = 6))]
    pub octaves: u32,
    /// Height of each layer as a percentage of the previous one. Higher values are rougher.
    #[schemars(range(min = 0, max = 100))]
    pub roughness_percent: u32,
    /// Percentage of the tiles inside the border to turn into floor, before filling pockets and
    /// digging tunnels.
    #[schemars(range(min = 1, max = 90))]
    pub floor_percent: u32,
    /// Minimum size of a pocket, in tiles. Smaller pockets are filled; the largest always stays.
    #[schemars(range(min = 0, max = 1_000_000))]
    pub min_pocket: u32,
    /// Caves to join by tunnels.
    pub connect: Join,
}

/// Part of a landscape that becomes floor.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum NoiseStyle {
    /// The valleys.
    #[default]
    Valleys,
    /// The slopes half way up: a web of winding tunnels.
    Tunnels,
    /// The valleys, with fewer towards the edge: one cave in the middle.
    Island,
}

impl Default for Noise {
    fn default() -> Self {
        Noise {
            style: NoiseStyle::default(),
            scale: 14,
            octaves: 4,
            roughness_percent: 50,
            floor_percent: 42,
            min_pocket: 16,
            connect: Join::All,
        }
    }
}

impl Generator for Noise {
    fn generate(&self, map: &mut Map, cx: &mut Context<'_>) -> Result<(), Error> {
        let size = map.size();
        cx.spend(size.area() as u64 * u64::from(self.octaves))?;
        let inside = map.size().rect().grown(-1);
        let mut field = Field::hills(inside.size(), self.scale, self.octaves, self.roughness_percent, cx.seed("hills"));
        match self.style {
            NoiseStyle::Valleys => {}
            NoiseStyle::Tunnels => field.fold(),
            NoiseStyle::Island => field.raise_edges(),
        }
        let lowest = field.lowest(self.floor_percent);
        let mut floor = BitGrid::new(size);
        for y in 0..inside.height {
            let mut carry = 0;
            let row = floor.row_mut(y + 1);
            for (word, heights) in row.iter_mut().zip(field.row(y).chunks(64).chain([&[][..]])) {
                let low = heights.iter().rev().fold(0, |word, &height| word << 1 | u64::from(height <= lowest));
                // One column further to the right, past the border.
                *word = low << 1 | carry;
                carry = low >> 63;
            }
        }
        debug_assert!(floor.contains(inside.origin()) || !floor.is_empty(), "the lowest tile is floor");
        if cx.is_traced() {
            map.lay_floor(&floor);
            cx.step("valleys", map);
        }
        tidy(&mut floor, self.min_pocket, self.connect, cx)?;
        map.lay_floor(&floor);
        cx.step("join", map);
        Ok(())
    }

    fn min_size(&self) -> Size {
        Size::new(3, 3)
    }

    fn keeps(&self, promises: Promises) -> Promises {
        if self.connect == Join::All { promises } else { promises - Promises::CONNECTED }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::grid::Pos;
    use crate::base::rng::Seed;
    use crate::base::tile::Tile;

    fn make(noise: &Noise, size: Size, seed: u64) -> Map {
        let mut map = Map::new(size, Tile::Wall);
        noise.generate(&mut map, &mut Context::new(Seed::new(seed))).unwrap();
        map
    }

    #[test]
    fn the_requested_share_is_floor() {
        let raw = Noise { min_pocket: 0, connect: Join::None, ..Noise::default() };
        for style in [NoiseStyle::Valleys, NoiseStyle::Tunnels, NoiseStyle::Island] {
            for percent in [1, 20, 50, 90] {
                let map = make(&Noise { style, floor_percent: percent, ..raw.clone() }, Size::new(202, 102), 7);
                let floor = map.floor_positions().count() as u32 * 100 / (200 * 100);
                assert!(floor.abs_diff(percent) <= 2, "{style:?}: {floor} of {percent}");
            }
        }
    }

    #[test]
    fn a_larger_scale_has_fewer_caves() {
        let edges = |scale: i32| {
            let raw = Noise { scale, octaves: 1, min_pocket: 0, connect: Join::None, ..Noise::default() };
            let map = make(&raw, Size::new(200, 100), 7);
            let floor = map.walkable();
            floor.iter().filter(|pos| !floor.contains(Pos::new(pos.x + 1, pos.y))).count()
        };
        assert!(edges(4) > 2 * edges(16) && edges(16) > 2 * edges(64), "{} {} {}", edges(4), edges(16), edges(64));
    }

    #[test]
    fn an_island_keeps_away_from_the_edge() {
        let island = Noise { style: NoiseStyle::Island, floor_percent: 25, min_pocket: 60, ..Noise::default() };
        let map = make(&island, Size::new(100, 80), 2);
        let middle = map.size().rect().grown(-12);
        let outside = map.floor_positions().filter(|&pos| !middle.contains(pos)).count();
        assert!(outside * 10 < map.floor_positions().count(), "{}", map.to_ascii());
    }
}
