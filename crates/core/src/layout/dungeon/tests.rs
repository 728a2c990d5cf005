//! Properties of all kinds of dungeons.

use super::*;
use crate::base::bits::BitGrid;
use crate::base::grid::{Dir, Rect};
use crate::base::rng::Seed;
use crate::base::tile::Tile;
use crate::check::check;
use crate::map::{DoorKind, DoorState, EntityKind, Lock, Passage, Room, Shape};

const ARCHETYPES: [Archetype; 7] = [
    Archetype::Classic,
    Archetype::Warren,
    Archetype::Temple,
    Archetype::Crypt,
    Archetype::Lair,
    Archetype::Cavern,
    Archetype::Fortress,
];
const SYMMETRIES: [DungeonSymmetry; 5] = [
    DungeonSymmetry::None,
    DungeonSymmetry::Bilateral,
    DungeonSymmetry::Radial2,
    DungeonSymmetry::Radial4,
    DungeonSymmetry::Partial,
];
const DENSITIES: [Density; 3] = [Density::Sparse, Density::Normal, Density::Tight];

/// Makes a dungeon at its natural size and checks all its promises.
fn make(dungeon: &Dungeon, seed: u64) -> Map {
    let size = dungeon.natural_size().unwrap();
    let mut map = Map::new(size, Tile::Wall);
    dungeon.generate(&mut map, &mut Context::new(Seed::new(seed))).unwrap();
    map.count_tiles();
    map.source.promises = dungeon.keeps(ENTRY.promises);
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

/// Returns the sum of a statistic over some seeds.
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
    for dungeon in all().filter(|dungeon| dungeon.symmetry != Some(DungeonSymmetry::Partial)) {
        let map = make(&dungeon, 5);
        let group = Group::new(dungeon.symmetry.unwrap(), map.size().rect().grown(-1), Alignment::NONE);
        let rects: Vec<Rect> = map.rooms.iter().map(|room| room.shape.bounds()).collect();
        // A mirrored dungeon may have been moved along its axis, which leaves it mirrored.
        for &turn in group.turns {
            for &rect in &rects {
                assert!(rects.contains(&group.rect(turn, rect)), "{dungeon:?}\n{}", map.to_ascii());
            }
        }
    }
}

/// A statistic that grows with a parameter: its name, the statistic, a lower and a higher value.
/// Some parameters have an effect only where others have certain values.
const MOVES: [(&str, Statistic, &str, &str); 43] = [
    ("size", rooms, r#"{"size": "tiny"}"#, r#"{"size": "small"}"#),
    ("size", rooms, r#"{"size": "medium"}"#, r#"{"size": "large"}"#),
    ("size", rooms, r#"{"size": "xlarge"}"#, r#"{"size": "huge"}"#),
    ("room_count", rooms, r#"{"room_count": 5}"#, r#"{"room_count": 9}"#),
    ("archetype", dead_ends, r#"{"archetype": "warren"}"#, r#"{"archetype": "crypt"}"#),
    ("archetype", mirrored, r#"{"archetype": "classic"}"#, r#"{"archetype": "temple"}"#),
    ("archetype", largest, r#"{"archetype": "classic"}"#, r#"{"archetype": "lair"}"#),
    ("archetype", caves, r#"{"archetype": "lair"}"#, r#"{"archetype": "cavern"}"#),
    ("archetype", in_line, r#"{"archetype": "classic"}"#, r#"{"archetype": "fortress"}"#),
    ("symmetry", mirrored, r#"{"symmetry": "none"}"#, r#"{"symmetry": "partial"}"#),
    ("symmetry", mirrored, r#"{"symmetry": "partial"}"#, r#"{"symmetry": "bilateral"}"#),
    ("symmetry_break", mirrored, r#"{"symmetry": "bilateral", "symmetry_break": 60}"#, r#"{"symmetry": "bilateral"}"#),
    ("density", length, r#"{"density": "tight"}"#, r#"{"density": "normal"}"#),
    ("density", length, r#"{"density": "normal"}"#, r#"{"density": "sparse"}"#),
    ("room_size_bias", area, r#"{"room_size_bias": "cozy"}"#, r#"{"room_size_bias": "mixed"}"#),
    ("room_size_bias", area, r#"{"room_size_bias": "mixed"}"#, r#"{"room_size_bias": "grand"}"#),
    ("round_rooms", round, r#"{"round_rooms": 0}"#, r#"{"round_rooms": 80}"#),
    ("halls", long, r#"{"halls": 0}"#, r#"{"halls": 90}"#),
    ("linearity", dead_ends, r#"{"linearity": 100, "loops": 0}"#, r#"{"linearity": 0, "loops": 0}"#),
    ("loops", ways, r#"{"loops": 0}"#, r#"{"loops": 100}"#),
    ("loops", dead_ends, r#"{"loops": 100}"#, r#"{"loops": 0}"#),
    ("junctions", junctions, r#"{"junctions": 0, "loops": 100}"#, r#"{"junctions": 100, "loops": 100}"#),
    ("passage_width", wide, r#"{"density": "sparse"}"#, r#"{"density": "sparse", "passage_width": 3}"#),
    ("winding", corners, r#"{"density": "sparse", "winding": 0}"#, r#"{"density": "sparse", "winding": 100}"#),
    ("single_crossing", crossing_two, SINGLE, r#"{"size": "xlarge", "density": "sparse", "loops": 100}"#),
    ("open", open_leaves, r#"{"doors": {"open": 0}}"#, r#"{"doors": {"open": 100}}"#),
    ("archway", kind::<0>, r#"{"doors": {"archway": 0}}"#, r#"{"doors": {"archway": 100}}"#),
    ("door", kind::<1>, r#"{"doors": {"door": 0}}"#, r#"{"doors": {"door": 100}}"#),
    ("double", kind::<2>, r#"{"doors": {"double": 0}}"#, r#"{"doors": {"double": 100}}"#),
    ("locked", locked, r#"{"doors": {"locked": 0}}"#, r#"{"doors": {"locked": 100}}"#),
    ("portcullis", kind::<4>, r#"{"doors": {"portcullis": 0}}"#, r#"{"doors": {"portcullis": 100}}"#),
    ("one_way", kind::<5>, r#"{"doors": {"one_way": 0}}"#, r#"{"doors": {"one_way": 100}, "loops": 80}"#),
    ("barred", kind::<6>, r#"{"doors": {"barred": 0}}"#, r#"{"doors": {"barred": 100}}"#),
    ("secret", kind::<3>, r#"{"secret": 0}"#, r#"{"secret": 40, "loops": 80}"#),
    ("hidden_rooms", kind::<3>, r#"{"secret": 60, "loops": 0}"#, r#"{"secret": 60, "loops": 0, "hidden_rooms": true}"#),
    ("stairs", stairs, "{}", r#"{"stairs": 3}"#),
    ("entrances", exits, "{}", r#"{"entrances": 3}"#),
    ("keys", keys, "{}", r#"{"keys": 2, "loops": 0}"#),
    ("water", water, r#"{"water": "puddles"}"#, r#"{"water": "lakes"}"#),
    ("grid", off_grid, r#"{"grid": 3}"#, "{}"),
    ("grid_x", off_grid, r#"{"grid_x": 3, "grid_y": 3}"#, r#"{"grid_y": 3}"#),
    ("grid_y", off_grid, r#"{"grid_x": 3, "grid_y": 3}"#, r#"{"grid_x": 3}"#),
    ("grid_passages", off_lanes, r#"{"grid": 3, "grid_passages": true}"#, r#"{"grid": 3}"#),
];

type Statistic = fn(&Map) -> usize;

fn rooms(map: &Map) -> usize {
    map.rooms.len()
}

fn area(map: &Map) -> usize {
    map.rooms.iter().map(|room| room.shape.positions().count()).sum()
}

fn round(map: &Map) -> usize {
    map.rooms.iter().filter(|room| matches!(room.shape, Shape::Circle(_))).count()
}

fn long(map: &Map) -> usize {
    let long = |rect: Rect| rect.width.max(rect.height) >= 2 * rect.width.min(rect.height);
    map.rooms.iter().filter(|room| long(room.shape.bounds())).count()
}

fn largest(map: &Map) -> usize {
    map.rooms.iter().map(|room| room.shape.positions().count()).max().unwrap_or(0)
}

fn caves(map: &Map) -> usize {
    map.rooms.iter().filter(|room| matches!(room.shape, Shape::Cells(_))).count()
}

/// Returns the number of pairs of rooms in one row or column.
fn in_line(map: &Map) -> usize {
    let middles: Vec<_> = map.rooms.iter().map(|room| room.shape.bounds().center()).collect();
    let pairs = middles.iter().enumerate().flat_map(|(at, one)| middles[..at].iter().map(move |other| (one, other)));
    pairs.filter(|(one, other)| one.x == other.x || one.y == other.y).count()
}

fn dead_ends(map: &Map) -> usize {
    map.rooms.iter().filter(|room| room.tags.iter().any(|tag| tag == "dead-end")).count()
}

/// Returns the number of rooms whose image in the middle column of the map is a room too.
fn mirrored(map: &Map) -> usize {
    let group = Group::new(DungeonSymmetry::Bilateral, map.size().rect().grown(-1), Alignment::NONE);
    let rects: Vec<Rect> = map.rooms.iter().map(|room| room.shape.bounds()).collect();
    rects.iter().filter(|&&rect| rects.contains(&group.rect(group.turns[1], rect))).count()
}

fn ways(map: &Map) -> usize {
    map.passages.len()
}

fn corners(map: &Map) -> usize {
    map.passages.iter().map(|passage| passage.points.len()).sum()
}

fn length(map: &Map) -> usize {
    let legs = |passage: &Passage| passage.legs().map(|leg| leg.size().area()).sum::<usize>();
    map.passages.iter().map(legs).sum()
}

fn wide(map: &Map) -> usize {
    map.passages.iter().filter(|passage| passage.width > 1).count()
}

fn junctions(map: &Map) -> usize {
    map.passages.iter().filter(|passage| passage.joins.len() == 1).count() - map.exits.len()
}

fn kind<const KIND: u8>(map: &Map) -> usize {
    map.doors.iter().filter(|door| door.kind as u8 == KIND).count()
}

fn locked(map: &Map) -> usize {
    map.doors.iter().filter(|door| door.state == DoorState::Locked).count()
}

fn stairs(map: &Map) -> usize {
    map.stairs.len()
}

fn exits(map: &Map) -> usize {
    map.exits.len()
}

fn keys(map: &Map) -> usize {
    map.entities.iter().filter(|entity| entity.kind == EntityKind::Key).count()
}

fn water(map: &Map) -> usize {
    map.tiles.cells().iter().filter(|tile| **tile == Tile::Water).count()
}

fn off_grid(map: &Map) -> usize {
    let off = |rect: Rect| rect.x % 3 != 0 || rect.y % 3 != 0;
    map.rooms.iter().filter(|room| off(room.shape.bounds())).count()
}

/// Returns the number of stretches of passages off the lines of a grid of 3.
fn off_lanes(map: &Map) -> usize {
    map.passages.iter().map(|passage| stretches_off(passage, Size::new(3, 3))).sum()
}

/// Returns the number of stretches of a passage that do not follow a line of the grid.
fn stretches_off(passage: &Passage, grid: Size) -> usize {
    let off = |ends: &[Pos]| {
        let (along_row, along_column) = (ends[0].y == ends[1].y, ends[0].x == ends[1].x);
        along_row && !along_column && ends[0].y % grid.height != 0
            || along_column && !along_row && ends[0].x % grid.width != 0
    };
    passage.points.windows(2).filter(|ends| off(ends)).count()
}

#[test]
fn rooms_and_passages_lie_on_the_grid_when_asked() {
    for (params, grid) in [
        (r#"{"grid": 4}"#, Size::new(4, 4)),
        (r#"{"grid_x": 5, "grid_y": 2}"#, Size::new(5, 2)),
        (r#"{"grid": 2, "grid_y": 6}"#, Size::new(2, 6)),
        (r#"{"grid_x": 3}"#, Size::new(3, 1)),
        (r#"{"grid": "auto", "room_size_bias": "mixed"}"#, Size::new(3, 3)),
        (r#"{"grid": "auto", "room_size_bias": "cozy"}"#, Size::new(2, 2)),
        (r#"{"grid": "auto", "grid_x": 4, "room_size_bias": "grand"}"#, Size::new(4, 3)),
    ] {
        for (archetype, passages) in [
            ("classic", true),
            ("crypt", true),
            ("fortress", true),
            ("warren", true),
            ("lair", true),
            ("temple", false),
        ] {
            let mut dungeon: serde_json::Value = serde_json::from_str(params).unwrap();
            dungeon["archetype"] = archetype.into();
            dungeon["grid_passages"] = passages.into();
            dungeon["passage_width"] = 2.into();
            let dungeon: Dungeon = serde_json::from_value(dungeon).unwrap();
            assert_eq!(dungeon.conflicts(), []);
            for seed in 0..6 {
                let map = make(&dungeon, seed);
                assert_eq!(map.grid, Some(grid), "{params}");
                let on = |rect: Rect| {
                    [rect.x % grid.width, rect.width % grid.width, rect.y % grid.height, rect.height % grid.height]
                };
                assert!(map.rooms.iter().all(|room| on(room.shape.bounds()) == [0; 4]), "{archetype} {params} {seed}");
                let off: usize = map.passages.iter().map(|passage| stretches_off(passage, grid)).sum();
                assert!(off == 0 || !passages, "{archetype} {params} {seed}: {off}\n{}", map.to_ascii());
            }
        }
    }
}

#[test]
fn as_many_rooms_are_joined_by_passages_on_the_grid() {
    let rooms = |params: &str| -> usize {
        let dungeon: Dungeon = serde_json::from_str(params).unwrap();
        (0..20).map(|seed| make(&dungeon, seed).rooms.len()).sum()
    };
    let (free, on_grid) = (rooms(r#"{"grid": 4}"#), rooms(r#"{"grid": 4, "grid_passages": true}"#));
    assert!(on_grid * 10 >= free * 9, "{on_grid} of {free}");
}

#[test]
fn grids_that_cannot_be_turned_are_refused() {
    let conflicts = |params: &str| -> Vec<&str> {
        let dungeon: Dungeon = serde_json::from_str(params).unwrap();
        dungeon.conflicts().into_iter().map(|(name, _)| name).collect()
    };
    assert_eq!(conflicts(r#"{"symmetry": "radial-4", "grid_x": 3, "grid_y": 2}"#), ["grid_x"]);
    assert_eq!(conflicts(r#"{"symmetry": "radial-2", "grid_x": 3, "grid_y": 2}"#), [""; 0]);
    assert_eq!(conflicts(r#"{"archetype": "temple", "grid": 4, "grid_passages": true}"#), ["grid_passages"]);
    assert_eq!(conflicts(r#"{"archetype": "cavern", "grid": "auto", "grid_x": 2}"#), ["grid", "grid_x"]);
    assert_eq!(conflicts(r#"{"archetype": "cavern", "grid": 1}"#), [""; 0]);
}

/// Long passages that cross at most one other.
const SINGLE: &str = r#"{"size": "xlarge", "density": "sparse", "loops": 100, "single_crossing": true}"#;

/// Returns the number of doors with a leaf that stand open.
fn open_leaves(map: &Map) -> usize {
    map.doors.iter().filter(|door| door.kind == DoorKind::Door && door.state == DoorState::Open).count()
}

#[test]
fn every_parameter_makes_a_difference() {
    for (name, statistic, less, more) in MOVES {
        let sum = |text: &str| sum(&serde_json::from_str(text).unwrap(), statistic);
        let (few, many) = (sum(less), sum(more));
        assert!(few + few / 10 < many, "{name}: {few} and {many}");
    }
    let schema = ENTRY.schema();
    let doors = schema["properties"]["doors"]["properties"].as_object().unwrap();
    let all = schema["properties"].as_object().unwrap().keys().filter(|name| *name != "doors").chain(doors.keys());
    for name in all {
        assert!(MOVES.iter().any(|(moved, ..)| moved == name), "no case covers {name}");
    }
}

/// Checks the map itself: locks whose keys are not found yet are shut, everything else is open.
#[test]
fn keys_are_found_in_the_recorded_order() {
    let mut locks = 0;
    for (seed, dungeon) in (0..210).zip(all().chain(all())) {
        let water = Some(if seed % 4 == 0 { Water::Lakes } else { Water::Dry });
        let dungeon = Dungeon { keys: 3, loops: Some(10), water, ..dungeon };
        let map = make(&dungeon, seed);
        assert_eq!(check(&map), []);
        let Some(mission) = &map.mission else {
            assert!(map.notes.iter().any(|note| note.what == "keys"), "{dungeon:?} {seed}\n{}", map.to_ascii());
            continue;
        };
        let opens = |lock: &Lock| map.doors.iter().find(|door| door.id == lock.door).unwrap();
        let reach = |opened: usize| -> BitGrid {
            let mut open = map.walkable();
            mission.locks[opened..].iter().for_each(|lock| open.remove(opens(lock).pos));
            open.flood(map.exits[0].pos)
        };
        let goal = map.room(mission.goal).unwrap();
        let at_goal = |opened: usize| goal.shape.positions().any(|pos| reach(opened).contains(pos));
        assert!(!at_goal(mission.locks.len() - 1) && at_goal(mission.locks.len()), "{mission:?}\n{}", map.to_ascii());
        assert!(mission.locks.len() == 3 || map.notes.iter().any(|note| note.what == "keys"), "{dungeon:?} {seed}");
        for (opened, lock) in mission.locks.iter().enumerate() {
            assert!(reach(opened).contains(lock.key), "{lock:?} of {mission:?}\n{}", map.to_ascii());
            assert!(!reach(opened).contains(opens(lock).pos));
            locks += 1;
        }
        assert_eq!(reach(mission.locks.len()), map.walkable(), "all is open in the end");
        let locked = map.doors.iter().filter(|door| door.state == DoorState::Locked).count();
        assert_eq!(locked, mission.locks.len());
    }
    assert!(locks > 450, "{locks} locks in 210 dungeons");
}

/// The locks also stop visitors from another entrance.
#[test]
fn no_entrance_bypasses_a_lock() {
    let mut seen = 0;
    for (seed, archetype) in (0..140).zip(ARCHETYPES.into_iter().cycle()) {
        let map = make(&Dungeon { archetype, keys: 2, entrances: Some(4), loops: Some(0), ..Dungeon::default() }, seed);
        let Some(mission) = &map.mission else { continue };
        let mut open = map.walkable();
        let locks = map.doors.iter().filter(|door| mission.locks.iter().any(|lock| lock.door == door.id));
        locks.for_each(|door| open.remove(door.pos));
        let goal = map.room(mission.goal).unwrap();
        for exit in &map.exits {
            let reached = open.flood(exit.pos);
            assert!(
                goal.shape.positions().all(|pos| !reached.contains(pos)),
                "{archetype:?} {seed}\n{}",
                map.to_ascii()
            );
        }
        seen += usize::from(map.exits.len() > 1);
    }
    assert!(seen > 70, "{seen} missions with several entrances");
}

#[test]
fn nothing_lies_behind_the_sanctum() {
    for seed in 0..60 {
        let map = make(&Dungeon { archetype: Archetype::Temple, size: Scale::Large, ..Dungeon::default() }, seed);
        let sanctum = map.rooms.iter().find(|room| room.tags.iter().any(|tag| tag == "sanctum")).unwrap();
        let area = sanctum.shape.bounds();
        let above = |rect: Rect| rect.bottom() <= area.y && rect.x <= area.center().x && area.center().x < rect.right();
        let behind = map.rooms.iter().find(|room| above(room.shape.bounds()));
        assert!(behind.is_none(), "{seed}\n{}", map.to_ascii());
    }
}

/// Water separates nothing.
#[test]
fn only_closed_doors_separate_regions() {
    for dungeon in all() {
        let map = make(&dungeon, 4);
        let mut open = map.cells_of(|tile| !matches!(tile, Tile::Wall | Tile::Void));
        map.doors.iter().filter(|door| door.state != DoorState::Open).for_each(|door| open.remove(door.pos));
        assert_eq!(map.zones.iter().map(|zone| zone.cells.count()).sum::<usize>(), open.count(), "{dungeon:?}");
        for zone in &map.zones {
            assert!(zone.tags.iter().any(|tag| tag == "region"));
            let region = open.flood(zone.cells.positions().next().unwrap());
            assert!(region.iter().eq(zone.cells.positions()), "{dungeon:?}\n{}", map.to_ascii());
        }
    }
}

#[test]
fn rooms_are_tagged_by_what_they_are_for() {
    for (seed, dungeon) in (0..105).zip(all()) {
        let map = make(&dungeon, seed);
        let tagged = |tag: &str| map.rooms.iter().filter(|room| room.tags.iter().any(|own| own == tag)).count();
        let last = if dungeon.archetype == Archetype::Temple { "sanctum" } else { "boss" };
        assert_eq!((tagged("entrance"), tagged(last)), (1, 1), "{dungeon:?} {seed}\n{}", map.to_ascii());
        for room in map.rooms.iter().filter(|room| room.tags.iter().any(|tag| tag == "treasure")) {
            assert!(room.tags.iter().any(|tag| tag == "dead-end"), "treasure lies off the main path");
        }
        if dungeon.archetype == Archetype::Lair {
            let size = |room: &crate::map::Room| room.shape.positions().count();
            let boss = map.rooms.iter().find(|room| room.tags.iter().any(|tag| tag == "boss")).unwrap();
            assert!(size(boss) >= 40, "{dungeon:?} {seed}: {} tiles", size(boss));
        }
    }
}

/// On a map larger than needed, and one much larger, the entrance is at the edge of the dungeon,
/// never in the middle of a room.
#[test]
fn there_is_a_way_in_on_maps_of_any_size() {
    for (seed, dungeon) in (0..105).zip(all()) {
        let natural = dungeon.natural_size().unwrap();
        let size = Size::new(natural.width * 2, natural.height * (1 + seed as i32 % 3));
        let mut map = Map::new(size, Tile::Wall);
        dungeon.generate(&mut map, &mut Context::new(Seed::new(seed))).unwrap();
        let exit = map.exits[0].pos;
        let outside = map.rooms.iter().all(|room| !room.shape.contains(exit));
        assert!(
            outside || map.notes.iter().any(|note| note.what == "entrances"),
            "{dungeon:?} {seed}\n{}",
            map.to_ascii()
        );
    }
}

#[test]
fn the_natural_size_is_that_of_the_defaults() {
    assert_eq!(Dungeon::default().natural_size(), Some(ENTRY.natural));
}

#[test]
fn passages_leave_round_rooms_straight() {
    let dungeon = Dungeon { round_rooms: Some(70), ..Dungeon::default() };
    let mut entries = 0;
    for seed in 0..40 {
        let map = make(&dungeon, seed);
        for passage in map.passages.iter().filter(|passage| passage.points.len() > 2) {
            let points = &passage.points;
            for [end, turn] in [[points[0], points[1]], [points[points.len() - 1], points[points.len() - 2]]] {
                let is_round = |room: &&Room| matches!(room.shape, Shape::Circle(_));
                let touched = |room: &Room| Dir::ALL.into_iter().any(|dir| room.shape.contains(end.step(dir)));
                if map.rooms.iter().filter(is_round).any(touched) {
                    entries += 1;
                    assert!(end.manhattan(turn) > 1, "{seed}: a turn at {turn}\n{}", map.to_ascii());
                }
            }
        }
    }
    assert!(entries > 100, "only {entries} entries were looked at");
}

/// Returns the number of passages that cross more than one earlier passage.
fn crossing_two(map: &Map) -> usize {
    let cells = |passage: &Passage| passage.legs().flat_map(Rect::positions).collect::<Vec<_>>();
    let lines: Vec<Vec<Pos>> = map.passages.iter().map(cells).collect();
    let crossings = |index: usize| {
        let ends = [lines[index].first(), lines[index].last()];
        let inner = lines[index].iter().filter(|pos| !ends.contains(&Some(*pos)));
        let crossed = |pos: &&Pos| lines[..index].iter().any(|line| line[1..line.len().max(2) - 1].contains(pos));
        inner.filter(crossed).count()
    };
    (0..lines.len()).filter(|&index| crossings(index) > 1).count()
}

#[test]
fn a_passage_crosses_one_other_if_asked() {
    let free = Dungeon { loops: Some(100), junctions: Some(0), density: Some(Density::Sparse), ..Dungeon::default() };
    let single = Dungeon { single_crossing: true, ..free.clone() };
    let count = |dungeon: &Dungeon| (0..60).map(|seed| crossing_two(&make(dungeon, seed))).sum::<usize>();
    assert!(count(&free) > 0, "without the rule some passage crosses two");
    assert_eq!(count(&single), 0);
}

#[test]
fn leaf_doors_stand_open_if_asked() {
    let doors = DoorWeights { archway: Some(0), door: Some(50), open: Some(50), ..DoorWeights::default() };
    let map = make(&Dungeon { doors, ..Dungeon::default() }, 4);
    assert_eq!(check(&map), []);
    let open = open_leaves(&map);
    assert!(open > 3 && open < map.doors.len());
    assert_eq!(sum(&Dungeon::default(), open_leaves), 0, "not by default");
}

#[test]
fn exits_in_rooms_lie_at_the_edge_of_the_dungeon() {
    let mut in_rooms = 0;
    for size in [Scale::Tiny, Scale::Small] {
        let (archetype, symmetry) = (Archetype::Warren, Some(DungeonSymmetry::Radial4));
        let dungeon = Dungeon { archetype, symmetry, size, ..Dungeon::default() };
        for seed in 1..=120 {
            let map = make(&dungeon, seed);
            let to_edge = |rect: Rect| {
                let Size { width, height } = map.size();
                rect.x.min(rect.y).min(width - rect.right()).min(height - rect.bottom())
            };
            for exit in map.exits.iter().filter(|exit| map.rooms.iter().any(|room| room.shape.contains(exit.pos))) {
                in_rooms += 1;
                let far = to_edge(Rect::new(exit.pos.x, exit.pos.y, 1, 1));
                assert!(3 * far <= map.size().width, "{seed}: {}\n{}", exit.pos, map.to_ascii());
            }
        }
    }
    assert!(in_rooms > 0, "no dungeon has passages around all rooms");
}

#[test]
fn regions_and_junctions_name_their_elements() {
    for water in [Water::Dry, Water::Flooded] {
        let dungeon = Dungeon { junctions: Some(100), loops: Some(60), water: Some(water), ..Dungeon::default() };
        let map = make(&dungeon, 3);
        assert!(map.passages.iter().any(|passage| passage.ends_in.is_some()));
        assert!(map.zones.iter().all(|zone| !zone.elements.is_empty()), "every region has a room or a passage");
        let listed = |id| map.zones.iter().filter(|zone| zone.elements.contains(&Place::Room(id))).count();
        assert!(map.rooms.iter().all(|room| listed(room.id) == 1), "{water:?}: a room lies in one region");
    }
}
