//! Voronoi cells: every tile belongs to the nearest of many scattered sites.

mod cells;
mod chambers;
mod openings;

use crate::base::error::Error;
use crate::base::grid::{Rect, Size};
use crate::base::promises::Promises;
use crate::generator::{Context, Entry, Generator, Kind};
use crate::map::{Map, RoomId};
use crate::spatial::region::{Join, tidy};
use chambers::Chambers;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Registry entry of the `voronoi` layout.
pub const ENTRY: Entry = Entry::new::<Voronoi>("voronoi", Kind::Layout)
    .promising(Promises::CONNECTED.and(Promises::CLOSED_BORDER).and(Promises::ROOMS_DISJOINT));

/// Chambers like cracked earth or a honeycomb: a Voronoi diagram with gaps in the walls.
///
/// Useful for hives, crystal caves and broken ground. Every chamber is a room. The gaps join all
/// chambers as a tree, and `loops` adds alternative routes.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Voronoi {
    /// Distance between neighbouring sites, in tiles: roughly the width of a chamber with its wall.
    #[schemars(range(min = 4, max = 200))]
    pub cell: i32,
    /// Irregularity of the sites, in percent: 0 is a honeycomb, 100 is cracked earth.
    #[schemars(range(min = 0, max = 100))]
    pub jitter: u32,
    /// Distance metric, which decides the shape of the walls.
    pub metric: DistanceMetric,
    /// Percentage of cells that stay solid rock.
    #[schemars(range(min = 0, max = 100))]
    pub rock_percent: u32,
    /// Percentage of cells merged with a neighbour. Higher values make larger caves with fewer
    /// walls.
    #[schemars(range(min = 0, max = 100))]
    pub merge: u32,
    /// Percentage of the remaining walls that get an extra gap. 0 leaves a single route between any
    /// two chambers.
    #[schemars(range(min = 0, max = 100))]
    pub loops: u32,
    /// Minimum size of a chamber, in tiles. Smaller chambers are filled; the largest always stays.
    #[schemars(range(min = 0, max = 1_000_000))]
    pub min_chamber: u32,
}

/// Distance metric.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum DistanceMetric {
    /// Euclidean distance: straight walls at any angle.
    #[default]
    Euclid,
    /// Manhattan distance: walls along rows, columns and diagonals, with kinks.
    Manhattan,
    /// Chebyshev distance: stepped walls and nearly square chambers.
    Chebyshev,
}

impl Default for Voronoi {
    fn default() -> Self {
        Voronoi {
            cell: 9,
            jitter: 100,
            metric: DistanceMetric::default(),
            rock_percent: 10,
            merge: 20,
            loops: 20,
            min_chamber: 12,
        }
    }
}

impl Generator for Voronoi {
    fn generate(&self, map: &mut Map, cx: &mut Context<'_>) -> Result<(), Error> {
        let size = map.size();
        let mut floor = cells::insides(self, size, cx)?;
        if floor.is_empty() {
            let chamber = Rect::new((size.width - 1) / 2, (size.height - 1) / 2, 1, 1);
            floor.fill_rect(chamber, true);
            cx.note(map, "chambers", 1, 0, "the walls left no room for a chamber: a single tile was dug");
        }
        let chambers = Chambers::of(&mut floor, self.min_chamber);
        map.lay_floor(&floor);
        cx.step("chambers", map);
        let (openings, parts) = openings::choose(&floor, &chambers, self.loops, cx.rng("openings"));
        map.rooms.reserve(chambers.count());
        for shape in chambers.shapes() {
            cx.spend(1)?;
            map.add_room(shape);
        }
        map.passages.reserve(openings.len());
        for opening in &openings {
            cx.spend(1)?;
            let [from, to] = opening.ends;
            let points = if from == to { &[from][..] } else { &opening.ends };
            map.dig_passage(1, points, &opening.chambers.map(RoomId));
            cx.step_passage("open", map);
        }
        if parts > 1 {
            for opening in &openings {
                floor.fill_rect(Rect::spanning(opening.ends[0], opening.ends[1]), true);
            }
            tidy(&mut floor, 1, Join::All, cx)?;
            map.lay_floor(&floor);
            cx.step("join", map);
        }
        Ok(())
    }

    fn min_size(&self) -> Size {
        Size::new(3, 3)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::rng::Seed;
    use crate::base::tile::Tile;
    use crate::check::check;

    fn make(voronoi: &Voronoi, size: Size, seed: u64) -> Map {
        let mut map = Map::new(size, Tile::Wall);
        voronoi.generate(&mut map, &mut Context::new(Seed::new(seed))).unwrap();
        map.source.promises = ENTRY.promises;
        map
    }

    #[test]
    fn smallest() {
        assert!(check(&make(&Voronoi::default(), Size::new(3, 3), 1)).is_empty());
    }
}
