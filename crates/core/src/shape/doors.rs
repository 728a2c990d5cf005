//! Puts doors into openings.

use crate::base::error::Error;
use crate::base::grid::{Dir, Grid};
use crate::base::promises::Promises;
use crate::generator::{Context, Entry, Generator, Kind};
use crate::map::{DoorKind, DoorState, Map, PassageId, Place};
use crate::spatial::distance::Walks;
use crate::spatial::ground::Ground;
use crate::spatial::room_index::RoomIndex;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// Registry entry of the step.
pub const ENTRY: Entry = Entry::new::<Doors>("doors", Kind::Shape).revision(2).preserving(
    Promises::ALL
        .without(Promises::SYMMETRIC.and(Promises::FURNISHED).and(Promises::POPULATED).and(Promises::FINISHABLE)),
);

/// Puts doors where corridors enter rooms, or where caves are narrowest.
///
/// An opening is one tile wide, with wall on both sides; wider corridors stay open. Existing doors
/// stay, and no two doors are adjacent. At 100 percent, running it again changes nothing; below
/// that, the remaining openings get another chance.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Doors {
    /// Openings to consider.
    pub at: Openings,
    /// Percentage of openings that get a door.
    #[schemars(range(min = 0, max = 100))]
    pub percent: u32,
    /// Weight of archways, which are openings without a door leaf.
    #[schemars(range(min = 0, max = 100))]
    pub archway: u32,
    /// Weight of plain doors, closed but not locked.
    #[schemars(range(min = 0, max = 100))]
    pub door: u32,
    /// Weight of double doors.
    #[schemars(range(min = 0, max = 100))]
    pub double: u32,
    /// Weight of secret doors, which look like wall until found. Some rooms may have no other door.
    #[schemars(range(min = 0, max = 100))]
    pub secret: u32,
    /// Allow secret doors on the only way to stairs, exits or the goal. By default the run turns
    /// such doors into plain ones.
    pub hidden_ways: bool,
    /// Weight of lowered portcullises.
    #[schemars(range(min = 0, max = 100))]
    pub portcullis: u32,
    /// Weight of locked doors. Their keys are placed by another step.
    #[schemars(range(min = 0, max = 100))]
    pub locked: u32,
    /// Weight of one-way doors, which open only into the room or only out of it.
    #[schemars(range(min = 0, max = 100))]
    pub one_way: u32,
    /// Weight of doors barred from the side of the room.
    #[schemars(range(min = 0, max = 100))]
    pub barred: u32,
    /// Weight of plain doors that stand open.
    #[schemars(range(min = 0, max = 100))]
    pub open: u32,
}

/// Openings that get doors.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Openings {
    /// Places where a corridor enters a room.
    #[default]
    Rooms,
    /// Choke points: where open ground narrows to one tile with no short detour, with or without
    /// rooms. For caves.
    Chokes,
    /// Both room entrances and choke points.
    Both,
}

impl Default for Doors {
    fn default() -> Self {
        Doors {
            at: Openings::Rooms,
            percent: 80,
            archway: 10,
            door: 70,
            double: 0,
            secret: 5,
            hidden_ways: false,
            portcullis: 3,
            locked: 8,
            one_way: 0,
            barred: 4,
            open: 0,
        }
    }
}

/// An opening is no choke point if a detour of this many steps leads around it.
const WAY_AROUND: u32 = 20;
/// An opening is no choke point if it leads to fewer tiles than this.
const NOOK: usize = 8;

impl Generator for Doors {
    fn generate(&self, map: &mut Map, cx: &mut Context<'_>) -> Result<(), Error> {
        cx.spend(map.size().area() as u64)?;
        let (mut chance, mut kinds, mut sides) = (cx.rng("openings"), cx.rng("kinds"), cx.rng("sides"));
        let mut ground = Ground::of(map);
        ground.keep_contents(map);
        ground.mark_rooms(map, IN_ROOM);
        let openings = self.openings(&mut ground);
        cx.spend(openings.len() as u64)?;
        let places = RoomIndex::of(map);
        let passages = passages(map, &openings, &ground);
        for (opening, passage) in openings.into_iter().zip(passages) {
            // Draw before deciding, so that one opening more or less does not change the others.
            let (wanted, kind, turned) = (chance.percent(self.percent), self.kind(kinds.next_u64()), sides.percent(50));
            let Opening { cell, facing } = opening;
            if !wanted || is_near_door(&ground, cell) {
                continue;
            }
            let facing = if kind.0 == DoorKind::OneWay && turned { facing.opposite() } else { facing };
            let pos = ground.pos(cell);
            let mut joins = places.beside(pos, facing);
            joins.extend(passage.filter(|_| joins.len() < 2).map(Place::Passage));
            map.add_door(pos, facing, kind.0, kind.1, &joins);
            ground.set(cell, Ground::DOOR);
            cx.step_at("door", pos, map);
        }
        map.settle();
        cx.step("settle", map);
        Ok(())
    }

    fn conflicts(&self) -> Vec<(&'static str, String)> {
        if self.weights().iter().any(|&weight| weight > 0) {
            return Vec::new();
        }
        vec![("door", "all door weights are 0; at least one must be higher".to_owned())]
    }

    fn keeps(&self, promises: Promises) -> Promises {
        if self.hidden_ways { promises - Promises::FINISHABLE } else { promises }
    }
}

/// Cells of rooms.
const IN_ROOM: u8 = Ground::FREE_1;

/// Candidate cell for a door.
struct Opening {
    cell: usize,
    /// Direction towards the room or the open ground.
    facing: Dir,
}

impl Doors {
    fn weights(&self) -> [u32; 9] {
        let Doors { archway, door, double, secret, portcullis, locked, one_way, barred, open, .. } = *self;
        [archway, door, double, secret, portcullis, locked, one_way, barred, open]
    }

    /// Returns the door kind for a random draw.
    fn kind(&self, draw: u64) -> (DoorKind, DoorState) {
        const KINDS: [(DoorKind, DoorState); 9] = [
            (DoorKind::Archway, DoorState::Open),
            (DoorKind::Door, DoorState::Closed),
            (DoorKind::Double, DoorState::Closed),
            (DoorKind::Secret, DoorState::Closed),
            (DoorKind::Portcullis, DoorState::Closed),
            (DoorKind::Door, DoorState::Locked),
            (DoorKind::OneWay, DoorState::Closed),
            (DoorKind::Barred, DoorState::Closed),
            (DoorKind::Door, DoorState::Open),
        ];
        let weights = self.weights();
        let total: u32 = weights.iter().sum();
        let mut left = (((draw >> 32) * u64::from(total)) >> 32) as u32;
        let hit = weights.iter().position(|&weight| {
            let hit = left < weight;
            left = left.wrapping_sub(weight);
            hit
        });
        KINDS[hit.unwrap_or(1)]
    }

    /// Returns all openings in reading order.
    fn openings(&self, ground: &mut Ground) -> Vec<Opening> {
        let mut walks = (self.at != Openings::Rooms).then(|| Walks::on(ground));
        let mut openings = Vec::new();
        for cell in ground.cells() {
            const FREE: u8 = Ground::FLOOR;
            if ground.marks(cell) & (FREE | Ground::KEEP) != FREE {
                continue;
            }
            let Some(dir) = ground.opening(cell) else { continue };
            let ways = [dir, dir.opposite()];
            let is_way = |&dir: &Dir| ground.is(ground.step(cell, dir), IN_ROOM);
            let room = ways.into_iter().find(is_way).filter(|_| !ground.is(cell, IN_ROOM));
            let facing = match (self.at, room) {
                (Openings::Rooms | Openings::Both, Some(dir)) => Some(dir),
                (Openings::Rooms, None) => None,
                _ => walks.as_mut().and_then(|walks| choke(ground, cell, ways, walks)),
            };
            openings.extend(facing.map(|facing| Opening { cell, facing }));
        }
        openings
    }
}

/// Returns the direction of the open ground if the cell is a choke point between two parts of the
/// map.
fn choke(ground: &mut Ground, cell: usize, ways: [Dir; 2], walks: &mut Walks) -> Option<Dir> {
    let sides = ways.map(|dir| ground.step(cell, dir));
    let facing = ways.into_iter().find(|&dir| ground.is_roomy(ground.step(cell, dir)))?;
    ground.clear(cell, Ground::OPEN);
    let narrow = sides.into_iter().all(|side| walks.has_space(ground, side, NOOK))
        && walks.steps(ground, sides[0], sides[1], WAY_AROUND).is_none();
    ground.set(cell, Ground::OPEN);
    narrow.then_some(facing)
}

/// Returns true if there is a door within two steps.
fn is_near_door(ground: &Ground, cell: usize) -> bool {
    // Two steps may leave the map, past the rim; there are no door tiles out there.
    let two_on = |dir: Dir| {
        let near = ground.step(cell, dir);
        ground.is(near, Ground::OPEN).then(|| ground.step(near, dir))
    };
    let far = Dir::ALL.into_iter().filter_map(two_on);
    ground.around(cell).into_iter().chain(far).any(|near| ground.is(near, Ground::DOOR))
}

/// Returns the passage through each opening, if any.
fn passages(map: &Map, openings: &[Opening], ground: &Ground) -> Vec<Option<PassageId>> {
    let mut through: SmallVec<[Option<PassageId>; 64]> = SmallVec::from_elem(None, openings.len());
    if !map.passages.is_empty() && !openings.is_empty() {
        let mut numbers: Grid<u32> = Grid::new(map.size(), 0);
        for (number, opening) in (1..).zip(openings) {
            numbers[ground.pos(opening.cell)] = number;
        }
        for passage in &map.passages {
            for leg in passage.legs() {
                let leg = leg.intersection(map.size().rect());
                for y in leg.y..leg.bottom() {
                    for &number in &numbers.row(y)[leg.x as usize..leg.right() as usize] {
                        if number > 0 {
                            through[number as usize - 1].get_or_insert(passage.id);
                        }
                    }
                }
            }
        }
    }
    through.into_vec()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::grid::{Pos, Rect, Size};
    use crate::base::rng::Seed;
    use crate::base::tile::Tile;
    use crate::check::check;
    use crate::map::Shape;

    fn put(doors: &Doors, map: &mut Map, seed: u64) {
        doors.generate(map, &mut Context::new(Seed::new(seed))).unwrap();
    }

    fn all() -> Doors {
        Doors { percent: 100, ..Doors::default() }
    }

    fn rooms() -> Map {
        let drawn = "\
            \n\
            #################\n\
            #...#####...#...#\n\
            #.............m.#\n\
            #...##.##...#...#\n\
            ######.##########\n\
            #################";
        let mut map = Map::from_ascii(drawn).unwrap();
        for rect in [Rect::new(1, 1, 3, 3), Rect::new(9, 1, 3, 3), Rect::new(13, 1, 3, 3)] {
            map.add_room(Shape::Rect(rect));
        }
        let joins = [map.rooms[0].id, map.rooms[1].id];
        map.dig_passage(1, &[Pos::new(4, 2), Pos::new(8, 2)], &joins);
        map
    }

    #[test]
    fn every_way_into_a_room_gets_a_door_that_knows_what_it_joins() {
        let mut map = rooms();
        put(&all(), &mut map, 3);
        let [first, second, third] = [0, 1, 2].map(|index| Place::Room(map.rooms[index].id));
        let passage = Place::Passage(map.passages[0].id);
        let found: Vec<_> = map.doors.iter().map(|door| (door.pos.x, door.pos.y, &door.joins[..])).collect();
        assert_eq!(found, [(4, 2, &[first, passage][..]), (8, 2, &[second, passage]), (12, 2, &[third, second])]);
        assert_eq!(check(&map), []);
        let once = map.clone();
        put(&all(), &mut map, 4);
        assert_eq!(map, once, "doors stay as they are");
    }

    #[test]
    fn weights_decide_the_kinds() {
        let none = Doors { archway: 0, door: 0, secret: 0, portcullis: 0, locked: 0, barred: 0, ..all() };
        assert_eq!(none.conflicts().len(), 1);
        let wanted = [
            (Doors { archway: 1, ..none.clone() }, Tile::DoorOpen),
            (Doors { door: 100, ..none.clone() }, Tile::DoorClosed),
            (Doors { double: 1, ..none.clone() }, Tile::DoorClosed),
            (Doors { secret: 1, ..none.clone() }, Tile::DoorSecret),
            (Doors { portcullis: 1, ..none.clone() }, Tile::Portcullis),
            (Doors { locked: 1, ..none.clone() }, Tile::DoorLocked),
            (Doors { one_way: 1, ..none.clone() }, Tile::DoorClosed),
            (Doors { barred: 1, ..none }, Tile::DoorClosed),
        ];
        for (doors, tile) in wanted {
            assert_eq!(doors.conflicts(), []);
            for seed in 0..8 {
                let mut map = rooms();
                put(&doors, &mut map, seed);
                assert!(map.doors.len() == 3 && map.doors.iter().all(|door| door.tile() == tile));
                assert_eq!(check(&map), []);
            }
        }
    }

    #[test]
    fn a_percentage_of_openings_gets_no_door() {
        let count = |percent: u32| -> usize {
            let doors = Doors { percent, ..Doors::default() };
            (0..200)
                .map(|seed| {
                    let mut map = rooms();
                    put(&doors, &mut map, seed);
                    map.doors.len()
                })
                .sum()
        };
        assert_eq!((count(0), count(100)), (0, 600));
        assert!((250..350).contains(&count(50)));
    }

    #[test]
    fn caves_get_doors_at_choke_points_and_not_beside_pillars_or_nooks() {
        let drawn = "
##############################
#.....######.....########....#
#..#..######.#.....#####.....#
#...............#..###.......#
#.....######.................#
#.....#######....###.####....#
####.#########.#####.#########
####.####.........##...#.....#
#########.........####.......#
##############################";
        let mut map = Map::from_ascii(drawn).unwrap();
        put(
            &Doors {
                at: Openings::Chokes,
                door: 100,
                archway: 0,
                secret: 0,
                portcullis: 0,
                locked: 0,
                barred: 0,
                ..all()
            },
            &mut map,
            1,
        );
        assert_eq!(check(&map), []);
        let expected = "
##############################
#.....######.....########....#
#..#..######.#.....#####.....#
#.....+....+....#..###.......#
#.....######.......+.........#
#.....#######....###.####....#
####.#########+#####.#########
####.####.........##...#.....#
#########.........####.+.....#
##############################
";
        assert_eq!(format!("\n{}", map.to_ascii()), expected);
    }

    #[test]
    fn tiny_maps_get_no_doors() {
        for (width, height) in [(1, 1), (2, 1), (3, 3), (1, 9), (9, 2)] {
            for tile in [Tile::Wall, Tile::Floor, Tile::Void, Tile::Water] {
                let mut map = Map::new(Size::new(width, height), tile);
                put(&Doors { at: Openings::Both, ..all() }, &mut map, 1);
                assert_eq!(map, Map::new(Size::new(width, height), tile));
            }
        }
    }
}
