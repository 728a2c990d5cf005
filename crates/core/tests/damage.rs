//! The checker finds nothing in valid maps, everything in damaged ones, and survives garbage.

#[path = "damage/dungeon.rs"]
mod dungeon;
#[path = "damage/furniture.rs"]
mod furniture;
#[path = "damage/garbage.rs"]
mod garbage;
#[path = "damage/lies.rs"]
mod lies;
#[path = "damage/life.rs"]
mod life;

use mapwright::{
    BitGrid, CellSet, Decoration, Dir, Door, DoorId, DoorKind, DoorState, Entity, EntityKind, Exit, Level, Map, Note,
    Passage, PassageId, Place, Pos, RULES, Rect, Room, RoomId, Seed, Shape, Size, Stairs, Tile, Zone, ZoneId, check,
    generate,
};
use smallvec::smallvec;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A kind of damage and the rule that must find it. `None` if the map has nothing to damage.
type Damage = (&'static str, &'static str, fn(&mut Map) -> Option<()>);

/// Damages to any map; those to dungeons, furniture and placements are in files of their own.
const DAMAGES: &[Damage] = &[
    ("fill everything with rock", "floor", |map| {
        map.tiles.cells_mut().fill(Tile::Wall);
        Some(())
    }),
    ("open the border at the top", "closed-border", |map| open(map, Pos::new(1, 0))),
    ("open the border at the left", "closed-border", |map| open(map, Pos::new(0, 1))),
    ("open the last corner", "closed-border", |map| {
        let Size { width, height } = map.size();
        open(map, Pos::new(width - 1, height - 1))
    }),
    ("wall off a tile", "connected", |map| {
        let walkable = |map: &Map, pos: Pos| map.tiles.get(pos).is_some_and(|tile| tile.is_walkable());
        let alone = map.floor_positions().find(|pos| Dir::ALL.into_iter().all(|dir| walkable(map, pos.step(dir))))?;
        Dir::ALL.into_iter().for_each(|dir| map.tiles[alone.step(dir)] = Tile::Wall);
        Some(())
    }),
    ("dig a hole in the rock", "connected", |map| {
        let rock = deep_in_rock(map)?;
        open(map, rock)
    }),
    ("move a room into rock", "rooms", |map| {
        let rock = deep_in_rock(map)?;
        map.rooms.first_mut()?.shape = Shape::Rect(Rect::new(rock.x, rock.y, 1, 1));
        Some(())
    }),
    ("grow a room into the wall", "rooms", |map| {
        let Shape::Rect(rect) = &mut map.rooms.last_mut()?.shape else { return None };
        rect.width = i32::MAX;
        Some(())
    }),
    ("move a room off the map", "rooms", |map| {
        let shape = &mut map.rooms.first_mut()?.shape;
        *shape = shape.moved(Pos::new(0, 100_000));
        Some(())
    }),
    ("put rock into a room", "rooms", |map| {
        let middle = map.rooms.first()?.shape.bounds().center();
        map.tiles[middle] = Tile::Wall;
        Some(())
    }),
    ("put void into a room", "rooms", |map| {
        let middle = map.rooms.last()?.shape.bounds().center();
        map.tiles[middle] = Tile::Void;
        Some(())
    }),
    ("make a room of nothing", "rooms", |map| {
        map.rooms.first_mut()?.shape = Shape::Rect(Rect::new(2, 2, 0, 3));
        Some(())
    }),
    ("empty the cells of a room", "rooms", |map| {
        let cells = CellSet::new(Pos::new(1, 1), BitGrid::new(Size::new(2, 2)));
        map.rooms.first_mut()?.shape = Shape::Cells(Box::new(cells));
        Some(())
    }),
    ("squeeze a circle", "rooms", |map| {
        map.rooms.iter_mut().find_map(|room| match &mut room.shape {
            Shape::Circle(square) => {
                square.height -= 1;
                Some(())
            }
            _ => None,
        })
    }),
    ("duplicate a room id", "rooms", |map| {
        let id = map.rooms.first()?.id;
        let other = map.rooms.get_mut(1)?;
        other.id = id;
        Some(())
    }),
    ("duplicate a room number", "rooms", |map| {
        let number = map.rooms.first()?.number;
        map.rooms.get_mut(1)?.number = number;
        Some(())
    }),
    ("number a room 0", "rooms", |map| {
        map.rooms.first_mut()?.number = 0;
        Some(())
    }),
    ("put a room on another", "rooms-disjoint", |map| {
        let shape = map.rooms.first()?.shape.clone();
        map.add_room(shape);
        Some(())
    }),
    ("let two rooms share one cell", "rooms-disjoint", |map| {
        let last = map.rooms.last()?.shape.positions().last()?;
        map.add_room(Shape::Circle(Rect::new(last.x, last.y, 1, 1)));
        Some(())
    }),
    ("duplicate a passage id", "passages", |map| {
        let id = map.passages.first()?.id;
        map.passages.get_mut(1)?.id = id;
        Some(())
    }),
    ("bend a passage diagonally", "passages", |map| {
        let passage = map.passages.iter_mut().find(|passage| passage.points.len() > 1)?;
        let first = passage.points[0];
        passage.points[1] = Pos::new(first.x + 1, first.y + 1);
        Some(())
    }),
    ("make a passage without a point", "passages", |map| {
        map.passages.first_mut()?.points.clear();
        Some(())
    }),
    ("make a passage without width", "passages", |map| {
        map.passages.first_mut()?.width = 0;
        Some(())
    }),
    ("make a passage wider than the map", "passages", |map| {
        map.passages.last_mut()?.width = i32::MAX;
        Some(())
    }),
    ("block a passage", "passages", |map| {
        let end = *map.passages.first()?.points.last()?;
        map.tiles[end] = Tile::Wall;
        Some(())
    }),
    ("flood a passage", "passages", |map| {
        let end = *map.passages.last()?.points.first()?;
        map.tiles[end] = Tile::Water;
        Some(())
    }),
    ("lead a passage off the map", "passages", |map| {
        let passage = map.passages.first_mut()?;
        let end = *passage.points.last()?;
        passage.points.push(Pos::new(i32::MIN, end.y));
        Some(())
    }),
    ("join a room that does not exist", "passages", |map| {
        map.passages.first_mut()?.joins.push(RoomId(u32::MAX));
        Some(())
    }),
    ("join a room twice", "passages", |map| {
        let passage = map.passages.iter_mut().find(|passage| !passage.joins.is_empty())?;
        let room = passage.joins[0];
        passage.joins.push(room);
        Some(())
    }),
    ("remove a room that a passage joins", "passages", |map| {
        let joined = *map.passages.iter().flat_map(|passage| &passage.joins).next()?;
        map.rooms.retain(|room| room.id != joined);
        Some(())
    }),
    ("join a room that is elsewhere", "room-graph", |map| {
        let (first, last) = (map.passages.first()?.points.first()?, map.passages[0].points.last()?);
        let apart = |room: &&Room| {
            let bounds = room.shape.bounds().grown(1);
            !bounds.contains(*first) && !bounds.contains(*last)
        };
        let room = map.rooms.iter().find(apart)?.id;
        map.passages[0].joins.push(room);
        Some(())
    }),
    ("cut the end off a passage", "room-graph", |map| {
        let inside = |map: &Map, pos: Pos| map.rooms.iter().any(|room| room.shape.bounds().grown(1).contains(pos));
        let index = map.passages.iter().position(|passage| {
            passage.points.len() > 2 && !passage.joins.is_empty() && !inside(map, passage.points[1])
        })?;
        map.passages[index].points.truncate(2);
        Some(())
    }),
    ("forget one of the rooms that a passage joins", "room-graph", |map| {
        map.passages.iter_mut().find(|passage| passage.joins.len() == 2)?.joins.pop();
        Some(())
    }),
    ("remove the door record", "doors", |map| map.doors.pop().map(drop)),
    ("change the door tile", "doors", |map| {
        let pos = map.doors.first()?.pos;
        map.tiles[pos] = if map.tiles[pos] == Tile::DoorLocked { Tile::DoorOpen } else { Tile::DoorLocked };
        Some(())
    }),
    ("take the door tile away", "doors", |map| {
        let pos = map.doors.last()?.pos;
        map.tiles[pos] = Tile::Floor;
        Some(())
    }),
    ("lock a door without saying so", "doors", |map| {
        let closed = |door: &&mut Door| door.kind == DoorKind::Door && door.state != DoorState::Locked;
        map.doors.iter_mut().find(closed)?.state = DoorState::Locked;
        Some(())
    }),
    ("turn a door", "doors", |map| {
        let door = map.doors.first_mut()?;
        door.facing = door.facing.right();
        Some(())
    }),
    ("brick up one side of a door", "doors", |map| {
        let door = map.doors.first()?;
        let beyond = door.pos.step(door.facing);
        map.tiles[beyond] = Tile::Wall;
        Some(())
    }),
    ("open the wall beside a door", "doors", |map| {
        let door = map.doors.last()?;
        let beside = door.pos.step(door.facing.right());
        map.tiles[beside] = Tile::Floor;
        Some(())
    }),
    ("move a door off the map", "doors", |map| {
        map.doors.first_mut()?.pos = Pos::new(i32::MIN, i32::MAX);
        Some(())
    }),
    ("put two doors in a cell", "doors", |map| {
        let mut door = map.doors.first()?.clone();
        door.id = DoorId(1000);
        map.doors.push(door);
        Some(())
    }),
    ("duplicate a door id", "doors", |map| {
        let id = map.doors.first()?.id;
        map.doors.get_mut(1)?.id = id;
        Some(())
    }),
    ("give a door a third side", "doors", |map| {
        let door = map.doors.iter_mut().find(|door| door.joins.len() == 2)?;
        let place = door.joins[0];
        door.joins.push(place);
        Some(())
    }),
    ("join a door to a room that does not exist", "doors", |map| {
        *map.doors.first_mut()?.joins.first_mut()? = Place::Room(RoomId(77));
        Some(())
    }),
    ("join a door to a passage that does not exist", "doors", |map| {
        *map.doors.last_mut()?.joins.last_mut()? = Place::Passage(PassageId(77));
        Some(())
    }),
    ("join a door to a room that is elsewhere", "doors", |map| {
        let far = map.rooms.last()?.id;
        *map.doors.first_mut()?.joins.first_mut()? = Place::Room(far);
        Some(())
    }),
    ("join a door to a passage that is elsewhere", "doors", |map| {
        let far = map.passages.last()?.id;
        *map.doors.first_mut()?.joins.last_mut()? = Place::Passage(far);
        Some(())
    }),
    ("draw a door that nobody recorded", "doors", |map| {
        let pos = map.floor_positions().last()?;
        map.tiles[pos] = Tile::DoorSecret;
        Some(())
    }),
    ("turn stairs upside down", "stairs", |map| {
        let stairs = map.stairs.first_mut()?;
        stairs.dir = if stairs.dir == Level::Up { Level::Down } else { Level::Up };
        Some(())
    }),
    ("remove the stairs record", "stairs", |map| map.stairs.pop().map(drop)),
    ("move stairs off the map", "stairs", |map| {
        map.stairs.first_mut()?.pos = Pos::new(-1, 0);
        Some(())
    }),
    ("put two stairs in a cell", "stairs", |map| {
        let stairs = map.stairs.first()?.clone();
        map.stairs.push(stairs);
        Some(())
    }),
    ("record stairs where there is floor", "stairs", |map| {
        let pos = map.floor_positions().next()?;
        map.stairs.push(Stairs::new(pos, Level::Up));
        Some(())
    }),
    ("put an exit in a wall", "exits", |map| {
        map.exits.push(exit(Pos::new(0, 0)));
        Some(())
    }),
    ("put an exit off the map", "exits", |map| {
        map.exits.push(exit(Pos::new(i32::MAX, i32::MAX)));
        Some(())
    }),
    ("put two exits in a cell", "exits", |map| {
        let pos = map.floor_positions().last()?;
        map.exits.extend([exit(pos), exit(pos)]);
        Some(())
    }),
    ("put the exit where the start is", "exits", |map| {
        let start = map.entities.iter().find(|entity| entity.kind == EntityKind::Start)?.pos;
        map.exits.push(exit(start));
        Some(())
    }),
    ("put an exit out of reach", "reachable", |map| {
        let rock = deep_in_rock(map)?;
        map.tiles[rock] = Tile::Floor;
        let first = map.floor_positions().find(|pos| *pos != rock)?;
        map.exits.extend([exit(rock), exit(first)]);
        Some(())
    }),
    ("brick up the start", "reachable", |map| {
        let start = map.entities.iter().find(|entity| entity.kind == EntityKind::Start)?.pos;
        for dir in Dir::ALL {
            map.tiles[start.step(dir)] = Tile::Wall;
        }
        (!map.exits.is_empty()).then_some(())
    }),
    ("claim a grid that no room lies on", "grid-aligned", |map| {
        map.rooms.first()?;
        map.grid = Some(Size::new(1_000, 1_000));
        Some(())
    }),
    ("call a room an entrance that leads nowhere", "entrances", |map| {
        map.exits.clear();
        map.stairs.clear();
        map.entities.clear();
        map.rooms.last_mut()?.tags.push("entrance".into());
        Some(())
    }),
    ("put an entity in a wall", "entities", |map| {
        map.entities.push(entity(EntityKind::Item, Pos::new(0, 0)));
        Some(())
    }),
    ("put an entity off the map", "entities", |map| {
        map.entities.push(entity(EntityKind::Trap, Pos::new(i32::MIN, 1)));
        Some(())
    }),
    ("make two starts", "entities", |map| {
        let places: Vec<Pos> = map.floor_positions().take(2).collect();
        let second = *places.get(1)?;
        map.entities.extend([entity(EntityKind::Start, places[0]), entity(EntityKind::Start, second)]);
        Some(())
    }),
    ("put two keys in a cell", "entities", |map| {
        let pos = map.floor_positions().last()?;
        map.entities.extend([entity(EntityKind::Key, pos), entity(EntityKind::Key, pos)]);
        Some(())
    }),
    ("put a decoration off the map", "decorations", |map| {
        let pos = Pos::new(map.size().width, 0);
        map.decorations.push(Decoration::new("altar", pos));
        Some(())
    }),
    ("put up a thing of an unknown kind", "decorations", |map| {
        let pos = map.floor_positions().next()?;
        map.decorations.push(Decoration::new("gizmo", pos).with_tags(vec!["north".into()]));
        Some(())
    }),
    ("lay a zone over a wall", "zones", |map| {
        map.zones.push(zone(9000, Pos::new(0, 0), Size::new(1, 1), |_| true));
        Some(())
    }),
    ("lay a zone off the map", "zones", |map| {
        map.zones.push(zone(9000, Pos::new(i32::MAX, i32::MIN), Size::new(2, 2), |_| true));
        Some(())
    }),
    ("put rock into a zone", "zones", |map| {
        let pos = map.zones.first()?.cells.positions().last()?;
        map.tiles[pos] = Tile::Wall;
        Some(())
    }),
    ("break a zone in two pieces", "zones", |map| {
        let (first, last) = (map.floor_positions().next()?, map.floor_positions().last()?);
        let size = Size::new(map.size().width, map.size().height);
        let ends = [first, last];
        map.zones = vec![zone(0, Pos::new(0, 0), size, |pos| ends.contains(&pos))];
        (first.manhattan(last) > 1).then_some(())
    }),
    ("make a zone without a cell", "zones", |map| {
        map.zones.push(zone(9000, Pos::new(1, 1), Size::new(3, 3), |_| false));
        Some(())
    }),
    ("lay a zone on another", "zones", |map| {
        let mut twin = map.zones.last()?.clone();
        twin.id = ZoneId(9000);
        map.zones.push(twin);
        Some(())
    }),
    ("duplicate a zone id", "zones", |map| {
        let id = map.zones.first()?.id;
        map.zones.get_mut(1)?.id = id;
        Some(())
    }),
    ("claim a wrong number of floor tiles", "stats", |map| claim(map, "tiles_floor")),
    ("claim a wrong number of stairs", "stats", |map| claim(map, "tiles_stairs_down")),
    ("claim a wrong number of rooms", "stats", |map| claim(map, "rooms")),
    ("claim a wrong number of passages", "stats", |map| claim(map, "passages")),
    ("claim a wrong number of doors", "stats", |map| claim(map, "doors")),
    ("claim a wrong number of zones", "stats", |map| claim(map, "zones")),
    ("change a tile behind the back of the statistics", "stats", |map| {
        let pos = map.floor_positions().next().filter(|_| map.stats.contains_key("tiles_floor"))?;
        map.tiles[pos] = Tile::Bridge;
        Some(())
    }),
    ("complain about something that was delivered", "notes", |map| {
        map.notes.push(note(17, 17));
        Some(())
    }),
    ("forget the revision of an algorithm", "source", |map| {
        map.source.origin.recipe.as_ref()?;
        Arc::make_mut(&mut map.source.origin).revisions = BTreeMap::new();
        Some(())
    }),
];

/// Returns all kinds of damage.
fn damages() -> impl Iterator<Item = &'static Damage> {
    DAMAGES.iter().chain(dungeon::DAMAGES).chain(furniture::DAMAGES).chain(life::DAMAGES)
}

fn open(map: &mut Map, pos: Pos) -> Option<()> {
    map.tiles[pos] = Tile::Floor;
    Some(())
}

/// Returns a cell inside the border without a walkable neighbour.
fn deep_in_rock(map: &Map) -> Option<Pos> {
    let solid = |pos: Pos| map.tiles.get(pos).is_some_and(|tile| !tile.is_walkable());
    map.size().rect().positions().find(|&pos| solid(pos) && Dir::ALL.into_iter().all(|dir| solid(pos.step(dir))))
}

fn claim(map: &mut Map, key: &str) -> Option<()> {
    map.stats.insert(key.to_owned(), 1_000_001);
    Some(())
}

fn exit(pos: Pos) -> Exit {
    Exit::new(pos)
}

fn entity(kind: EntityKind, pos: Pos) -> Entity {
    Entity::new(kind, pos, "")
}

fn note(asked: i64, delivered: i64) -> Note {
    Note::new("hand", "rooms", asked, delivered, "no space")
}

fn zone(id: u32, origin: Pos, size: Size, member: impl FnMut(Pos) -> bool) -> Zone {
    let cells = CellSet::new(origin, BitGrid::from_fn(size, member));
    Zone::new(ZoneId(id), cells)
}

/// A hand-drawn map with every kind of record.
fn castle() -> Map {
    let mut map = Map::from_ascii(
        "
########################
#@....###...####.......#
#.....##.....###..~~...#
#.....+......'.........#
#.....##.....###......>#
#....E###...####......##
###S######|#############
###.######.#######.....#
###................<$.E#
##################.m.k.#
########################",
    )
    .unwrap();
    let cave = BitGrid::from_fn(Size::new(7, 5), |pos| pos != Pos::new(6, 4));
    let keep = map.add_room(Shape::Rect(Rect::new(1, 1, 5, 5)));
    let tower = map.add_room(Shape::Circle(Rect::new(8, 1, 5, 5)));
    let cave = map.add_room(Shape::Cells(Box::new(CellSet::new(Pos::new(16, 1), cave))));
    let cellar = map.add_room(Shape::Rect(Rect::new(18, 7, 5, 3)));
    let mut lay = |points: &[Pos], joins: &[RoomId]| {
        let id = PassageId(map.passages.len() as u32);
        map.passages.push(Passage::new(id, 1, points, joins));
    };
    lay(&[Pos::new(6, 3), Pos::new(7, 3)], &[keep, tower]);
    lay(&[Pos::new(13, 3), Pos::new(15, 3)], &[tower, cave]);
    lay(&[Pos::new(3, 6), Pos::new(3, 8), Pos::new(17, 8)], &[keep, cellar]);
    lay(&[Pos::new(10, 6), Pos::new(10, 8)], &[]);
    for (index, room) in [keep, tower, keep, tower].into_iter().enumerate() {
        map.doors[index].joins = smallvec![Place::Room(room), Place::Passage(PassageId(index as u32))];
    }
    map.zones.push(zone(0, Pos::new(1, 1), Size::new(5, 5), |_| true));
    map.zones.push(zone(1, Pos::new(3, 8), Size::new(15, 1), |_| true));
    let altar = Decoration::new("altar", Pos::new(2, 2));
    map.decorations.push(altar);
    let floor = map.tiles.cells().iter().filter(|tile| **tile == Tile::Floor).count() as i64;
    let stats = [
        ("tiles_floor", floor),
        ("tiles_water", 2),
        ("tiles_locked_door", 0),
        ("rooms", 4),
        ("doors", 4),
        ("zones", 2),
    ];
    map.stats.extend(stats.map(|(key, count)| (key.to_owned(), count)));
    map.notes.push(note(20, 4));
    map
}

/// Returns valid maps with the commands that reproduce them.
fn valid_maps() -> Vec<(String, Map)> {
    let drawn = [
        ("the castle", castle()),
        ("the temple", dungeon::temple()),
        ("the chapel", furniture::chapel()),
        ("the hall", life::hall()),
    ];
    let mut maps: Vec<(String, Map)> = drawn.into_iter().map(|(name, map)| (name.to_owned(), map)).collect();
    for id in ["arena", "bsp", "cellular", "rooms-corridors"] {
        for (width, height) in [(24, 24), (80, 50), (64, 31), (130, 40)] {
            for seed in [0, 7, u64::MAX] {
                let map = generate(id, Size::new(width, height), Seed::new(seed)).unwrap();
                maps.push((format!("generate {id} --size {width}x{height} --seed {seed}"), map));
            }
        }
    }
    let dungeon = generate("dungeon", Size::new(60, 50), Seed::new(4)).unwrap();
    maps.push(("generate dungeon --size 60x50 --seed 4".to_owned(), dungeon));
    let tiny = generate("arena", Size::new(3, 3), Seed::new(1)).unwrap();
    maps.push(("generate arena --size 3x3 --seed 1".to_owned(), tiny));
    maps
}

#[test]
fn valid_maps_have_no_findings() {
    for (name, map) in valid_maps() {
        assert_eq!(check(&map), [], "{name}\n{}", map.to_ascii());
    }
}

#[test]
fn every_damage_is_found() {
    let maps = valid_maps();
    for (damage, rule, apply) in damages() {
        let mut cases = 0;
        for (name, map) in &maps {
            let mut broken = map.clone();
            if apply(&mut broken).is_none() {
                continue;
            }
            cases += 1;
            let findings = check(&broken);
            let found = findings.iter().any(|finding| finding.rule == *rule);
            assert!(found, "{name}: {damage} is not found by {rule}\n{findings:#?}\n{}", broken.to_ascii());
        }
        assert!(cases > 0, "{damage}: no map to do it to");
    }
}

#[test]
fn damages_cover_every_rule() {
    let mut rules: Vec<&str> = damages().map(|(_, rule, _)| *rule).collect();
    rules.sort_unstable();
    rules.dedup();
    let missing: Vec<&str> = RULES.iter().map(|(rule, _)| *rule).filter(|rule| !rules.contains(rule)).collect();
    assert_eq!(
        missing,
        ["size", "no-2x2"],
        "no map that can be drawn breaks the first, and no map here promises the other"
    );
    assert!(DAMAGES.len() >= 30);
}
