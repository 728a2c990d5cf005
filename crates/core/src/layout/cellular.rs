//! Caves by cellular automaton.

use crate::base::bits::{BitGrid, Rule};
use crate::base::error::Error;
use crate::base::grid::{Rect, Size};
use crate::base::promises::Promises;
use crate::base::rng::Rng;
use crate::generator::{Context, Entry, Generator, Kind};
use crate::map::Map;
use crate::spatial::region::{Join, tidy};
use crate::spatial::zones::{conflicts, zones};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// Registry entry of the `cellular` layout.
pub const ENTRY: Entry = Entry::new::<Cellular>("cellular", Kind::Layout)
    .revision(2)
    .promising(Promises::CONNECTED.and(Promises::CLOSED_BORDER).and(Promises::ROOMS_DISJOINT));

/// Caves: random noise smoothed by a cellular automaton, then cleaned up and connected.
///
/// The default rule makes a maze of small caverns; born 5-8 and survive 4-8 makes smooth, wide
/// caves. Tiles are computed 64 at a time, so very large caves are fast.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Cellular {
    /// Percentage of tiles that start as rock.
    #[schemars(range(min = 0, max = 100))]
    pub fill_percent: u32,
    /// Number of times the rule is applied.
    #[schemars(range(min = 0, max = 100))]
    pub rounds: u32,
    /// Numbers of rock neighbours, out of eight, that turn an open tile to rock.
    pub born: Counts,
    /// Numbers of rock neighbours, out of eight, that keep a rock tile rock.
    pub survive: Counts,
    /// Minimum size of a pocket, in tiles. Smaller pockets are filled; the largest always stays.
    #[schemars(range(min = 0, max = 1_000_000))]
    pub min_pocket: u32,
    /// Caves to join by tunnels.
    pub connect: Join,
    /// Target size of a zone, in tiles. Areas over 1.25 times this size are split into zones for
    /// later placement steps; 0 makes no zones, and no zone has fewer than 20 tiles.
    #[schemars(range(min = 0, max = 1_000_000))]
    pub zone_size: u32,
}

impl Default for Cellular {
    fn default() -> Self {
        Cellular {
            fill_percent: 50,
            rounds: 5,
            born: Counts::from_range(4, 8),
            survive: Counts::from_range(2, 5),
            min_pocket: 10,
            connect: Join::All,
            zone_size: 400,
        }
    }
}

impl Generator for Cellular {
    fn generate(&self, map: &mut Map, cx: &mut Context<'_>) -> Result<(), Error> {
        let size = map.size();
        let mut rock = noise(size, self.fill_percent, &mut cx.rng("fill"));
        show("fill", &rock, map, cx);
        let rule = Rule { born: self.born.0, survive: self.survive.0 };
        let mut next = BitGrid::new(size);
        for _ in 0..self.rounds {
            cx.spend(size.area() as u64)?;
            rock.automaton(&rule, &mut next);
            wall_in(&mut next);
            std::mem::swap(&mut rock, &mut next);
            show("round", &rock, map, cx);
        }
        drop(next);
        cx.spend(size.area() as u64)?;
        let mut floor = rock;
        floor.invert();
        if floor.is_empty() {
            let chamber = chamber(size);
            floor.fill_rect(chamber, true);
            cx.note(map, "caves", 1, 0, format!("the rule left only rock: a chamber of {} was dug", chamber.size()));
        }
        tidy(&mut floor, self.min_pocket, self.connect, cx)?;
        map.lay_floor(&floor);
        cx.step("join", map);
        map.zones = zones(&floor, self.zone_size, cx)?;
        Ok(())
    }

    fn min_size(&self) -> Size {
        Size::new(3, 3)
    }

    fn conflicts(&self) -> Vec<(&'static str, String)> {
        conflicts(self.zone_size)
    }

    fn keeps(&self, promises: Promises) -> Promises {
        if self.connect == Join::All { promises } else { promises - Promises::CONNECTED }
    }
}

/// Returns random rock with a closed border.
fn noise(size: Size, percent: u32, rng: &mut Rng) -> BitGrid {
    let mut rock = BitGrid::new(size);
    for y in 0..size.height {
        rock.row_mut(y).iter_mut().for_each(|word| *word = rng.cells(percent));
    }
    wall_in(&mut rock);
    rock
}

/// Closes the border, and clears the bits past the width.
fn wall_in(rock: &mut BitGrid) {
    let Size { width, height } = rock.size();
    rock.trim();
    for y in 0..height {
        let row = rock.row_mut(y);
        row[0] |= 1;
        row[(width - 1) as usize / 64] |= 1 << ((width - 1) % 64);
    }
    rock.fill_rect(Rect::new(0, 0, width, 1), true);
    rock.fill_rect(Rect::new(0, height - 1, width, 1), true);
}

/// Returns up to 3x3 tiles in the middle.
pub(super) fn chamber(size: Size) -> Rect {
    let (width, height) = ((size.width - 2).min(3), (size.height - 2).min(3));
    Rect::new((size.width - width) / 2, (size.height - height) / 2, width, height)
}

fn show(label: &'static str, rock: &BitGrid, map: &mut Map, cx: &mut Context<'_>) {
    if cx.is_traced() {
        let mut floor = rock.clone();
        floor.invert();
        map.lay_floor(&floor);
        cx.step(label, map);
    }
}

/// A set of neighbour counts from 0 to 8, written as a list.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(from = "Vec<u8>", into = "Vec<u8>")]
pub struct Counts(u16);

impl Counts {
    /// Creates the set of counts from the first to the last.
    pub fn from_range(first: u8, last: u8) -> Self {
        (first..=last).collect::<Vec<u8>>().into()
    }
}

impl From<Vec<u8>> for Counts {
    fn from(counts: Vec<u8>) -> Self {
        Counts(counts.into_iter().filter(|&count| count <= 8).fold(0, |bits, count| bits | 1 << count))
    }
}

impl From<Counts> for Vec<u8> {
    fn from(counts: Counts) -> Self {
        (0..=8).filter(|count| counts.0 >> count & 1 == 1).collect()
    }
}

impl JsonSchema for Counts {
    fn schema_name() -> Cow<'static, str> {
        "Counts".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "array",
            "items": {"type": "integer", "minimum": 0, "maximum": 8},
            "maxItems": 9,
            "uniqueItems": true
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::rng::Seed;
    use crate::base::tile::Tile;

    fn make(cellular: &Cellular, size: Size, seed: u64) -> Map {
        let mut map = Map::new(size, Tile::Wall);
        cellular.generate(&mut map, &mut Context::new(Seed::new(seed))).unwrap();
        map
    }

    #[test]
    fn rules_that_leave_only_rock_get_a_chamber_and_a_note() {
        let solid =
            Cellular { born: Counts::from_range(0, 8), survive: Counts::from_range(0, 8), ..Cellular::default() };
        let map = make(&solid, Size::new(5, 4), 1);
        assert_eq!(map.to_ascii(), "#####\n#...#\n#...#\n#####\n");
        assert_eq!(map.notes.len(), 1);
        assert_eq!(make(&solid, Size::new(3, 3), 1).to_ascii(), "###\n#.#\n###\n");
    }

    #[test]
    fn the_share_of_rock_is_as_asked() {
        let raw = |percent| Cellular {
            fill_percent: percent,
            rounds: 0,
            min_pocket: 0,
            connect: Join::None,
            ..Cellular::default()
        };
        let floor = |percent| make(&raw(percent), Size::new(202, 202), 9).floor_positions().count();
        assert_eq!(floor(0), 40_000);
        assert!((19_500..20_500).contains(&floor(50)), "{}", floor(50));
        assert!((11_500..12_500).contains(&floor(70)), "{}", floor(70));
    }

    #[test]
    fn zones_have_about_400_tiles_and_at_most_500() {
        let caves = [Cellular::default(), Cellular { connect: Join::Small, ..Cellular::default() }, wide()];
        let (mut tiles, mut zones) = (0, 0);
        for (seed, cave) in (0..90).zip(caves.iter().cycle()) {
            let size = [Size::new(80, 50), Size::new(120, 70), Size::new(200, 90)][seed as usize / 30];
            for zone in make(cave, size, seed).zones {
                let count = zone.cells.count();
                assert!(count <= 500, "a zone of {count} tiles, seed {seed}");
                (tiles, zones) = (tiles + count, zones + 1);
            }
        }
        let mean = tiles / zones;
        assert!((350..=450).contains(&mean), "{zones} zones have {mean} tiles on average");
    }

    fn wide() -> Cellular {
        Cellular { born: Counts::from_range(5, 8), survive: Counts::from_range(4, 8), ..Cellular::default() }
    }

    #[test]
    fn zones_cover_the_cave() {
        let map = make(&Cellular::default(), Size::new(80, 50), 4);
        let zoned: usize = map.zones.iter().map(|zone| zone.cells.count()).sum();
        assert_eq!(zoned, map.floor_positions().count());
        assert!(map.zones.len() > 2, "{}", map.zones.len());
        assert!(make(&Cellular { zone_size: 0, ..Cellular::default() }, Size::new(80, 50), 4).zones.is_empty());
    }
}
