//! The tabletop dungeon: rooms, passages and doors that a game master would print and play.

mod delaunay;
mod dig;
mod fittings;
mod mission;
mod network;
mod numbering;
mod occupancy;
mod orbit;
mod placement;
mod records;
mod route;
mod style;
mod tags;

use crate::error::Error;
use crate::generator::{Context, Entry, Generator, Kind};
use crate::grid::Size;
use crate::map::Map;
use crate::promises::Promises;
use crate::shape::lake::Lake;
use network::Network;
use occupancy::Occupancy;
use orbit::Group;
pub use orbit::Symmetry;
use placement::Placement;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
pub use style::Archetype;
use style::Style;

/// How it is listed.
pub const ENTRY: Entry = Entry::new::<Dungeon>("dungeon", Kind::Layout)
    .natural(80, 60)
    .promising(Promises::CONNECTED.and(Promises::CLOSED_BORDER).and(Promises::ROOMS_DISJOINT));

/// A dungeon for the table: numbered rooms, passages that keep their distance, doors of every kind.
///
/// One tile is five feet. The archetype decides what the dungeon is like; every parameter that is set wins over it. Rooms are
/// numbered in the order in which one comes upon them, and tagged by what they are for: entrance, hub, guard, treasure,
/// boss. Passages enter rooms squarely, cross at right angles and never run along a wall.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Dungeon {
    /// How many rooms there are.
    pub size: Scale,
    /// How many rooms there are exactly, whatever `size` says.
    #[schemars(range(min = 1, max = 400))]
    pub room_count: Option<u32>,
    /// What kind of place it is.
    pub archetype: Archetype,
    /// How its parts correspond; without it as the archetype likes it.
    pub symmetry: Option<Symmetry>,
    /// How many per cent of the rooms have no image in spite of the symmetry.
    #[schemars(range(min = 0, max = 100))]
    pub symmetry_break: Option<u32>,
    /// How far rooms are apart.
    pub density: Option<Density>,
    /// How large rooms are.
    pub room_size_bias: Option<Bias>,
    /// How many per cent of the rooms are round.
    #[schemars(range(min = 0, max = 100))]
    pub round_rooms: Option<u32>,
    /// How many per cent of the others are long halls.
    #[schemars(range(min = 0, max = 100))]
    pub halls: Option<u32>,
    /// How much the dungeon is one long way, in per cent: 0 spreads from the middle to all sides.
    #[schemars(range(min = 0, max = 100))]
    pub linearity: Option<u32>,
    /// How many passages there are beyond those needed, in per cent of the rooms.
    #[schemars(range(min = 0, max = 100))]
    pub loops: Option<u32>,
    /// How many per cent of the passages may end in the middle of another.
    #[schemars(range(min = 0, max = 100))]
    pub junctions: Option<u32>,
    /// How many tiles wide passages are where there is place; the doors at their ends are one tile wide.
    #[schemars(range(min = 1, max = 3))]
    pub passage_width: Option<i32>,
    /// How crooked passages are, in per cent.
    #[schemars(range(min = 0, max = 100))]
    pub winding: Option<u32>,
    /// How often there is an open archway where a passage meets a room: its weight among the kinds of doors.
    #[schemars(range(min = 0, max = 100))]
    pub archways: Option<u32>,
    /// How often there is a plain door.
    #[schemars(range(min = 0, max = 100))]
    pub plain_doors: Option<u32>,
    /// How often there is a door of two leaves.
    #[schemars(range(min = 0, max = 100))]
    pub double_doors: Option<u32>,
    /// How often there is a door that is locked.
    #[schemars(range(min = 0, max = 100))]
    pub locked_doors: Option<u32>,
    /// How often there is a portcullis.
    #[schemars(range(min = 0, max = 100))]
    pub portcullises: Option<u32>,
    /// How often there is a door that lets through in one direction only; never on the only way.
    #[schemars(range(min = 0, max = 100))]
    pub one_way_doors: Option<u32>,
    /// How often there is a door held by a bar.
    #[schemars(range(min = 0, max = 100))]
    pub barred_doors: Option<u32>,
    /// How many per cent of the doors are secret; never on the only way to a room.
    #[schemars(range(min = 0, max = 100))]
    pub secret: Option<u32>,
    /// How many stairs lead to other levels.
    #[schemars(range(min = 0, max = 20))]
    pub stairs: u32,
    /// How many ways lead in from outside.
    #[schemars(range(min = 1, max = 8))]
    pub entrances: Option<u32>,
    /// How many locked doors have to be opened on the way to the last room, each with a key on another branch.
    #[schemars(range(min = 0, max = 8))]
    pub keys: u32,
    /// How much of the floor is under water.
    pub water: Option<Water>,
    /// Corners and sides of rooms lie on multiples of this.
    #[schemars(range(min = 1, max = 8))]
    pub grid: Option<i32>,
}

/// How many rooms a dungeon has.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Scale {
    /// 4 to 6.
    Tiny,
    /// 6 to 10.
    Small,
    /// 10 to 16.
    #[default]
    Medium,
    /// 16 to 24.
    Large,
    /// 24 to 40.
    Xlarge,
    /// 40 to 80.
    Huge,
}

impl Scale {
    /// The fewest and the most rooms.
    pub const fn rooms(self) -> (u32, u32) {
        match self {
            Scale::Tiny => (4, 6),
            Scale::Small => (6, 10),
            Scale::Medium => (10, 16),
            Scale::Large => (16, 24),
            Scale::Xlarge => (24, 40),
            Scale::Huge => (40, 80),
        }
    }
}

/// How far rooms are apart.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Density {
    /// 6 to 10 tiles.
    Sparse,
    /// 3 to 5 tiles.
    #[default]
    Normal,
    /// 1 or 2 tiles: rooms stand wall to wall.
    Tight,
}

impl Density {
    /// The least and the most tiles between a room and the one it was placed from.
    pub(crate) const fn spacing(self) -> (i32, i32) {
        match self {
            Density::Sparse => (6, 10),
            Density::Normal => (3, 5),
            Density::Tight => (1, 2),
        }
    }
}

/// How large rooms are.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Bias {
    /// Closets and cells.
    Cozy,
    /// From closets to halls.
    #[default]
    Mixed,
    /// Great rooms.
    Grand,
}

/// How much water there is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Water {
    /// None.
    #[default]
    Dry,
    /// Here and there: about a twentieth of the floor.
    Puddles,
    /// About an eighth of the floor.
    Pools,
    /// About a quarter of the floor.
    Lakes,
    /// Nearly half of the floor.
    Flooded,
}

impl Generator for Dungeon {
    fn generate(&self, map: &mut Map, cx: &mut Context<'_>) -> Result<(), Error> {
        let style = Style::of(self);
        let size = map.size();
        cx.spend(size.area() as u64)?;
        let (fewest, most) = self.room_count.map_or(self.size.rooms(), |count| (count, count));
        let wanted = cx.rng("count").range(fewest as i32, most as i32) as u32;
        let group = Group::new(style.symmetry, size.rect().grown(-1));
        let grid = self.grid.unwrap_or(1);
        let mut placement = Placement::new(&style, group, size, Size::new(grid, grid), cx.rng("rooms"));
        placement.fill(wanted, most, cx)?;
        let mut network = Network::new(&style, group, placement.into_sites(), Occupancy::new(size), cx);
        network.join(cx)?;
        let dug = dig::dig(self, &style, network, map, cx)?;
        if (dug.rooms as u32) < fewest {
            let why = "there is no place for more on this map with this density, symmetry and size of rooms".to_owned();
            cx.note(map, "rooms", fewest.into(), dug.rooms as i64, why);
        }
        if let Some(percent) = style.water.percent() {
            Lake { percent, count: 1 + map.rooms.len() as u32 / 6, ..Lake::default() }.generate(map, cx)?;
        }
        fittings::hide(style.secret, &dug.orbits, map, cx)?;
        fittings::regions(map);
        (map.mission, map.symmetry) = (dug.mission, dug.symmetry);
        map.settle();
        cx.step("done", map);
        Ok(())
    }

    fn min_size(&self) -> Size {
        Size::new(7, 7)
    }

    fn natural_size(&self) -> Option<Size> {
        let style = Style::of(self);
        let (_, rooms) = self.room_count.map_or(self.size.rooms(), |count| (count, count));
        let (least, most) = style.bias.sides();
        let pitch = (least + most) / 2 + (style.spacing.0 + style.spacing.1) / 2 + style.width;
        // Rooms grow from the middle and leave gaps; a great chamber and the way in come on top.
        let area = i64::from(rooms) * i64::from(pitch * pitch) * 3 / 2;
        let height = (area.isqrt() * 9 / 10) as i32 + 14;
        let width = (area.isqrt() * 11 / 10) as i32 + 14;
        let side = width.max(height);
        Some(if style.symmetry == Symmetry::Radial4 { Size::new(side, side) } else { Size::new(width, height) })
    }
}

impl Water {
    /// How many per cent of the floor.
    const fn percent(self) -> Option<u32> {
        match self {
            Water::Dry => None,
            Water::Puddles => Some(5),
            Water::Pools => Some(12),
            Water::Lakes => Some(25),
            Water::Flooded => Some(45),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bits::BitGrid;
    use crate::check::check;
    use crate::grid::Rect;
    use crate::map::{DoorKind, DoorState, EntityKind, Lock, Shape};
    use crate::rng::Seed;
    use crate::tile::Tile;

    const ARCHETYPES: [Archetype; 7] = [
        Archetype::Classic,
        Archetype::Warren,
        Archetype::Temple,
        Archetype::Crypt,
        Archetype::Lair,
        Archetype::Cavern,
        Archetype::Fortress,
    ];
    const SYMMETRIES: [Symmetry; 5] =
        [Symmetry::None, Symmetry::Bilateral, Symmetry::Radial2, Symmetry::Radial4, Symmetry::Partial];
    const DENSITIES: [Density; 3] = [Density::Sparse, Density::Normal, Density::Tight];

    fn make(dungeon: &Dungeon, seed: u64) -> Map {
        let size = dungeon.natural_size().unwrap();
        let mut map = Map::new(size, Tile::Wall);
        dungeon.generate(&mut map, &mut Context::new(Seed::new(seed))).unwrap();
        map.count_tiles();
        map
    }

    fn all() -> impl Iterator<Item = Dungeon> {
        ARCHETYPES.into_iter().flat_map(|archetype| {
            SYMMETRIES.into_iter().flat_map(move |symmetry| {
                DENSITIES.into_iter().map(move |density| Dungeon {
                    archetype,
                    symmetry: Some(symmetry),
                    density: Some(density),
                    ..Dungeon::default()
                })
            })
        })
    }

    /// The sum of a statistic over some seeds.
    fn sum(dungeon: &Dungeon, statistic: impl Fn(&Map) -> usize) -> usize {
        (0..12).map(|seed| statistic(&make(dungeon, seed))).sum()
    }

    #[test]
    fn every_dungeon_is_in_order_and_has_as_many_rooms_as_asked() {
        let (mut maps, mut short) = (0, 0);
        for dungeon in all() {
            for seed in 0..6 {
                let map = make(&dungeon, seed);
                assert_eq!(check(&map), [], "{dungeon:?} {seed}\n{}", map.to_ascii());
                maps += 1;
                if !(10..=16).contains(&map.rooms.len()) {
                    short += 1;
                    assert!(map.notes.iter().any(|note| note.what == "rooms"), "{dungeon:?} {seed}");
                }
                assert_eq!(map.rooms[0].number, 1);
                assert!(map.rooms[0].tags.iter().any(|tag| tag == "entrance"), "{dungeon:?} {seed}");
            }
        }
        assert!(short * 100 <= maps, "{short} of {maps} have fewer rooms than asked");
    }

    #[test]
    fn rooms_can_be_reached_without_secret_doors() {
        for dungeon in all() {
            let dungeon = Dungeon { secret: Some(60), loops: Some(60), ..dungeon };
            let map = make(&dungeon, 3);
            let mut open = map.walkable();
            let secret = map.doors.iter().filter(|door| door.kind == DoorKind::Secret);
            secret.for_each(|door| open.remove(door.pos));
            let inside = |room: &crate::map::Room| room.shape.positions().find(|&pos| open.contains(pos)).unwrap();
            let reached = open.flood(inside(&map.rooms[0]));
            assert!(map.rooms.iter().all(|room| reached.contains(inside(room))), "{dungeon:?}\n{}", map.to_ascii());
        }
    }

    #[test]
    fn symmetrical_dungeons_are_symmetrical() {
        for dungeon in all().filter(|dungeon| dungeon.symmetry != Some(Symmetry::Partial)) {
            let map = make(&dungeon, 5);
            let group = Group::new(dungeon.symmetry.unwrap(), map.size().rect().grown(-1));
            let rects: Vec<Rect> = map.rooms.iter().map(|room| room.shape.bounds()).collect();
            // A mirrored dungeon may have been moved along its axis, which leaves it mirrored.
            for &turn in group.turns {
                for &rect in &rects {
                    assert!(rects.contains(&group.rect(turn, rect)), "{dungeon:?}\n{}", map.to_ascii());
                }
            }
        }
    }

    #[test]
    fn every_parameter_makes_a_difference() {
        type Statistic = fn(&Map) -> usize;
        let area: Statistic = |map| map.rooms.iter().map(|room| room.shape.positions().count()).sum();
        let round: Statistic = |map| map.rooms.iter().filter(|room| matches!(room.shape, Shape::Circle(_))).count();
        let long: Statistic = |map| {
            let long = |rect: Rect| rect.width.max(rect.height) >= 2 * rect.width.min(rect.height);
            map.rooms.iter().filter(|room| long(room.shape.bounds())).count()
        };
        let ways: Statistic = |map| map.passages.len();
        let dead_ends: Statistic =
            |map| map.rooms.iter().filter(|room| room.tags.iter().any(|tag| tag == "dead-end")).count();
        let corners: Statistic = |map| map.passages.iter().map(|passage| passage.points.len()).sum();
        let wide: Statistic = |map| map.passages.iter().filter(|passage| passage.width > 1).count();
        let junctions: Statistic = |map| map.passages.iter().filter(|passage| passage.joins.is_empty()).count();
        let water: Statistic = |map| map.tiles.cells().iter().filter(|tile| **tile == Tile::Water).count();
        let exits: Statistic = |map| map.exits.len();
        let stairs: Statistic = |map| map.stairs.len();
        let rooms: Statistic = |map| map.rooms.len();
        let off_grid: Statistic = |map| {
            let off = |rect: Rect| rect.x % 3 != 0 || rect.y % 3 != 0;
            map.rooms.iter().filter(|room| off(room.shape.bounds())).count()
        };
        let length: Statistic = |map| {
            map.passages
                .iter()
                .flat_map(|passage| passage.legs().map(|leg| leg.size().area()).collect::<Vec<_>>())
                .sum()
        };
        let keys: Statistic = |map| map.entities.iter().filter(|entity| entity.kind == EntityKind::Key).count();
        macro_rules! kind {
            ($kind:ident) => {
                |map: &Map| map.doors.iter().filter(|door| door.kind == DoorKind::$kind).count()
            };
        }
        let locked: Statistic = |map| map.doors.iter().filter(|door| door.state == DoorState::Locked).count();
        let plain = Dungeon::default;
        let pairs: Vec<(&str, Dungeon, Dungeon, Statistic)> = vec![
            ("size", plain(), Dungeon { size: Scale::Xlarge, ..plain() }, rooms),
            (
                "room_count",
                Dungeon { room_count: Some(5), ..plain() },
                Dungeon { room_count: Some(9), ..plain() },
                rooms,
            ),
            (
                "density",
                Dungeon { density: Some(Density::Tight), ..plain() },
                Dungeon { density: Some(Density::Sparse), ..plain() },
                length,
            ),
            (
                "room_size_bias",
                Dungeon { room_size_bias: Some(Bias::Cozy), ..plain() },
                Dungeon { room_size_bias: Some(Bias::Grand), ..plain() },
                area,
            ),
            ("round", Dungeon { round_rooms: Some(0), ..plain() }, Dungeon { round_rooms: Some(80), ..plain() }, round),
            ("halls", Dungeon { halls: Some(0), ..plain() }, Dungeon { halls: Some(90), ..plain() }, long),
            ("loops", Dungeon { loops: Some(0), ..plain() }, Dungeon { loops: Some(100), ..plain() }, ways),
            ("loops", Dungeon { loops: Some(100), ..plain() }, Dungeon { loops: Some(0), ..plain() }, dead_ends),
            (
                "winding",
                Dungeon { winding: Some(0), density: Some(Density::Sparse), ..plain() },
                Dungeon { winding: Some(100), density: Some(Density::Sparse), ..plain() },
                corners,
            ),
            ("width", plain(), Dungeon { passage_width: Some(3), density: Some(Density::Sparse), ..plain() }, wide),
            (
                "junctions",
                Dungeon { junctions: Some(0), loops: Some(100), ..plain() },
                Dungeon { junctions: Some(100), loops: Some(100), ..plain() },
                junctions,
            ),
            ("water", plain(), Dungeon { water: Some(Water::Lakes), ..plain() }, water),
            ("entrances", plain(), Dungeon { entrances: Some(3), ..plain() }, exits),
            ("stairs", plain(), Dungeon { stairs: 3, ..plain() }, stairs),
            ("grid", Dungeon { grid: Some(3), ..plain() }, plain(), off_grid),
            ("keys", plain(), Dungeon { keys: 2, loops: Some(0), ..plain() }, keys),
            (
                "archways",
                Dungeon { archways: Some(0), ..plain() },
                Dungeon { archways: Some(100), ..plain() },
                kind!(Archway),
            ),
            (
                "plain",
                Dungeon { plain_doors: Some(0), ..plain() },
                Dungeon { plain_doors: Some(100), ..plain() },
                kind!(Door),
            ),
            (
                "double",
                Dungeon { double_doors: Some(0), ..plain() },
                Dungeon { double_doors: Some(100), ..plain() },
                kind!(Double),
            ),
            (
                "locked",
                Dungeon { locked_doors: Some(0), ..plain() },
                Dungeon { locked_doors: Some(100), ..plain() },
                locked,
            ),
            (
                "portcullises",
                Dungeon { portcullises: Some(0), ..plain() },
                Dungeon { portcullises: Some(100), ..plain() },
                kind!(Portcullis),
            ),
            (
                "barred",
                Dungeon { barred_doors: Some(0), ..plain() },
                Dungeon { barred_doors: Some(100), ..plain() },
                kind!(Barred),
            ),
            (
                "one_way",
                Dungeon { one_way_doors: Some(0), loops: Some(80), ..plain() },
                Dungeon { one_way_doors: Some(100), loops: Some(80), ..plain() },
                kind!(OneWay),
            ),
            (
                "secret",
                Dungeon { secret: Some(0), loops: Some(80), ..plain() },
                Dungeon { secret: Some(40), loops: Some(80), ..plain() },
                kind!(Secret),
            ),
        ];
        for (name, less, more, statistic) in pairs {
            let (few, many) = (sum(&less, statistic), sum(&more, statistic));
            assert!(few + few / 10 < many, "{name}: {few} and {many}");
        }
    }

    #[test]
    fn a_linear_dungeon_is_one_long_way() {
        let longest = |linearity| {
            let dungeon =
                Dungeon { linearity: Some(linearity), loops: Some(0), junctions: Some(0), ..Dungeon::default() };
            sum(&dungeon, |map| {
                let bounds = map.rooms.iter().map(|room| room.shape.bounds());
                let (low, high) =
                    bounds.fold((i32::MAX, 0), |(low, high), rect| (low.min(rect.x), high.max(rect.right())));
                let dead_ends = map.rooms.iter().filter(|room| room.tags.iter().any(|tag| tag == "dead-end")).count();
                (high - low) as usize * 0 + 16 - dead_ends.min(16)
            })
        };
        assert!(longest(0) < longest(100), "{} and {}", longest(0), longest(100));
    }

    /// On the map itself: with the locks of keys that were not found yet shut, everything else open.
    #[test]
    fn keys_are_found_in_the_order_that_is_told() {
        let mut locks = 0;
        for (seed, archetype) in (0..42).zip(ARCHETYPES.into_iter().cycle()) {
            let dungeon = Dungeon { archetype, keys: 3, loops: Some(0), ..Dungeon::default() };
            let map = make(&dungeon, seed);
            assert_eq!(check(&map), []);
            let mission = map.mission.as_ref().unwrap_or_else(|| panic!("{dungeon:?} {seed}\n{}", map.to_ascii()));
            let opens = |lock: &Lock| map.doors.iter().find(|door| door.id == lock.door).unwrap();
            let reach = |opened: usize| -> BitGrid {
                let mut open = map.walkable();
                mission.locks[opened..].iter().for_each(|lock| open.remove(opens(lock).pos));
                open.flood(map.exits[0].pos)
            };
            for (opened, lock) in mission.locks.iter().enumerate() {
                assert!(reach(opened).contains(lock.key), "{lock:?} of {mission:?}\n{}", map.to_ascii());
                assert!(!reach(opened).contains(opens(lock).pos));
                locks += 1;
            }
            assert_eq!(reach(mission.locks.len()), map.walkable(), "all is open in the end");
            let locked = map.doors.iter().filter(|door| door.state == DoorState::Locked).count();
            assert_eq!(locked, mission.locks.len());
        }
        assert!(locks > 60, "{locks} locks in 42 dungeons");
    }
}
