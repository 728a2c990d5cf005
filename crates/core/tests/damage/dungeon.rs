//! Damages to the promises of dungeons: tidy passages, symmetry, a mission.

use super::{Damage, entity};
use mapwright::{
    Dir, DoorId, DoorKind, DoorState, EntityKind, Lock, Map, Mission, Movement, Passage, PassageId, Place, Pos,
    Promises, Rect, Room, RoomId, Shape, Size, Symmetry, Tile,
};
use smallvec::smallvec;

pub(crate) const DAMAGES: &[Damage] = &[
    ("lead a passage through a room", "passage-through-room", |map| {
        let room = tidy(map)?.rooms.first()?.shape.positions().next()?;
        map.dig_passage(1, &[room], &[]);
        Some(())
    }),
    ("dig a passage along another", "passage-overlap", |map| {
        let points = tidy(map)?.passages.first()?.points.clone();
        map.dig_passage(1, &points, &[]);
        Some(())
    }),
    ("let two passages end in one cell", "passage-overlap", |map| {
        let end = *tidy(map)?.passages.first()?.points.last()?;
        map.dig_passage(1, &[end], &[]);
        Some(())
    }),
    ("let a passage miss its room", "square-exits", |map| {
        let points = &mut tidy(map)?.passages.iter_mut().find(|passage| !passage.joins.is_empty())?.points;
        let first = *points.first()?;
        let aside = if points.get(1)?.x == first.x { Pos::new(1, 0) } else { Pos::new(0, 1) };
        points.insert(0, first + aside);
        Some(())
    }),
    ("let a passage fidget", "turn-spacing", |map| {
        let points = &mut tidy(map)?.passages.first_mut()?.points;
        let end = *points.last()?;
        points.extend([(0, 1), (1, 1), (1, 2)].map(|(x, y)| end + Pos::new(x, y)));
        points.extend([(2, 2), (2, 3)].map(|(x, y)| end + Pos::new(x, y)));
        Some(())
    }),
    ("let a passage meet a round room at its edge", "round-exits", |map| {
        let round = |room: &&Room| matches!(room.shape, Shape::Circle(_));
        let bounds = tidy(map)?.rooms.iter().find(round)?.shape.bounds();
        let beside = Pos::new(bounds.x + 1, bounds.y - 1);
        map.dig_passage(1, &[beside.step(Dir::North), beside], &[]);
        (bounds.width > 4).then_some(())
    }),
    ("lead a passage along a wall", "passage-margin", |map| {
        let bounds = tidy(map)?.rooms.first()?.shape.bounds();
        let above = Pos::new(bounds.x, bounds.y - 1);
        map.dig_passage(1, &[above, above + Pos::new(bounds.width.max(3) - 1, 0)], &[]);
        Some(())
    }),
    ("cross two passages in a row", "crossing-spacing", |map| {
        let room = tidy(map)?.rooms.first()?.shape.bounds();
        let (x, y) = (room.x, room.y);
        for points in [[(0, 0), (0, 4)], [(1, 0), (1, 4)], [(-2, 2), (3, 2)]] {
            let points = points.map(|(dx, dy)| Pos::new(x + dx, y + dy));
            let id = PassageId(map.passages.last()?.id.0 + 1);
            map.passages.push(Passage::new(id, 1, &points, &[]));
        }
        Some(())
    }),
    ("forget how the map is symmetrical", "symmetry", |map| {
        mirrored(map)?.symmetry = None;
        Some(())
    }),
    ("list a room among images that does not exist", "symmetry", |map| {
        mirrored(map)?.symmetry.as_mut()?.images.push(smallvec![RoomId(7777)]);
        Some(())
    }),
    ("list a room among images twice", "symmetry", |map| {
        let images = &mut mirrored(map)?.symmetry.as_mut()?.images;
        images.push(images.first()?.clone());
        Some(())
    }),
    ("forget the images of a room", "symmetry", |map| mirrored(map)?.symmetry.as_mut()?.images.pop().map(drop)),
    ("grow a room that has an image", "symmetry", |map| {
        let map = mirrored(map)?;
        let paired = map.symmetry.as_ref()?.images.iter().find(|images| images.len() > 1)?[0];
        let room = map.rooms.iter_mut().find(|room| room.id == paired)?;
        let bounds = room.shape.bounds();
        room.shape = Shape::Rect(Rect { width: bounds.width + 1, ..bounds });
        Some(())
    }),
    ("move the axis", "symmetry", |map| {
        mirrored(map)?.symmetry.as_mut()?.area.width -= 1;
        Some(())
    }),
    ("mirror an area that is not on the map", "symmetry", |map| {
        mirrored(map)?.symmetry.as_mut()?.area.x = i32::MIN;
        Some(())
    }),
    ("turn what is not square by a quarter", "symmetry", |map| {
        mirrored(map)?.symmetry.as_mut()?.by = Movement::QuarterTurn;
        Some(())
    }),
    ("take away the image of a passage", "symmetry", |map| mirrored(map)?.passages.pop().map(drop)),
    ("build a door in another way than its image", "symmetry", |map| {
        let door = mirrored(map)?.doors.first_mut()?;
        door.kind = if door.kind == DoorKind::Double { DoorKind::Door } else { DoorKind::Double };
        Some(())
    }),
    ("turn a door round, and not its image", "symmetry", |map| {
        let door = mirrored(map)?.doors.first_mut()?;
        door.facing = door.facing.opposite();
        Some(())
    }),
    ("set a goal that does not exist", "keys", |map| {
        map.mission.as_mut()?.goal = RoomId(7777);
        Some(())
    }),
    ("lock a door of a mission that does not exist", "keys", |map| {
        map.mission.as_mut()?.locks.first_mut()?.door = DoorId(7777);
        Some(())
    }),
    ("lock a door of a mission twice", "keys", |map| {
        let locks = &mut map.mission.as_mut()?.locks;
        locks.push(*locks.first()?);
        Some(())
    }),
    ("hide all doors of a room", "hidden-rooms", |map| {
        let is_walkable = |pos: Pos| map.tiles.get(pos).is_some_and(|tile| tile.is_walkable());
        let doors_of = |room: &Room| -> Option<Vec<Pos>> {
            let beside = room.shape.positions().flat_map(|pos| Dir::ALL.map(|dir| pos.step(dir)));
            let ways: Vec<Pos> = beside.filter(|pos| !room.shape.contains(*pos) && is_walkable(*pos)).collect();
            ways.iter().all(|pos| map.tiles[*pos].is_door()).then_some(ways)
        };
        as_dug(map)?;
        let doors = map.rooms.iter().rev().find_map(doors_of)?;
        for door in map.doors.iter_mut().filter(|door| doors.contains(&door.pos)) {
            (door.kind, door.state) = (DoorKind::Secret, DoorState::Closed);
            map.tiles[door.pos] = door.tile();
        }
        Some(())
    }),
    ("forget a region", "regions", |map| {
        as_dug(map)?;
        map.zones.pop().map(|_| ())
    }),
    ("open a door between two regions", "regions", |map| {
        as_dug(map)?;
        let door = map.doors.iter_mut().find(|door| door.state == DoorState::Closed)?;
        door.state = DoorState::Open;
        map.tiles[door.pos] = door.tile();
        Some(())
    }),
    ("leave a door of a mission open", "keys", |map| {
        let lock = *map.mission.as_ref()?.locks.first()?;
        map.doors.iter_mut().find(|door| door.id == lock.door)?.state = DoorState::Closed;
        Some(())
    }),
    ("take a key away", "keys", |map| {
        let lock = *map.mission.as_ref()?.locks.first()?;
        map.entities.retain(|entity| entity.kind != EntityKind::Key || entity.pos != lock.key);
        Some(())
    }),
    ("put a key behind its lock", "keys", |map| {
        let goal = map.mission.as_ref()?.goal;
        let pos = map.rooms.iter().find(|room| room.id == goal)?.shape.positions().last()?;
        map.mission.as_mut()?.locks.last_mut()?.key = pos;
        map.entities.push(entity(EntityKind::Key, pos));
        Some(())
    }),
    ("open the locks in another order", "keys", |map| {
        let locks = &mut map.mission.as_mut()?.locks;
        locks.reverse();
        (locks.len() > 1).then_some(())
    }),
    ("hide a door that a mission needs", "keys", |map| {
        map.mission.as_ref()?;
        map.doors.iter_mut().rfind(|door| door.state == DoorState::Closed)?.kind = DoorKind::Secret;
        Some(())
    }),
    ("let nobody come back through a one-way door", "keys", |map| {
        map.mission.as_ref()?;
        map.doors.iter_mut().rfind(|door| door.state == DoorState::Closed)?.kind = DoorKind::OneWay;
        Some(())
    }),
    ("begin nowhere", "keys", |map| {
        map.mission.as_ref()?;
        map.entities.retain(|entity| entity.kind != EntityKind::Start);
        map.exits.clear();
        map.stairs.clear();
        Some(())
    }),
];

/// Returns the map if it is a dungeon as it was dug.
fn as_dug(map: &Map) -> Option<&Map> {
    let recipe = map.source.origin.recipe.as_ref()?;
    recipe.running().any(|step| step.uses == "dungeon").then_some(map)
}

/// Returns the map if it promises tidy passages.
fn tidy(map: &mut Map) -> Option<&mut Map> {
    map.source.promises.has(Promises::TIDY_PASSAGES).then_some(map)
}

/// Returns the map if it promises symmetry.
fn mirrored(map: &mut Map) -> Option<&mut Map> {
    map.source.promises.has(Promises::SYMMETRIC).then_some(map)
}

/// A temple whose left side mirrors its right side, with tidy passages and two locks before the
/// sanctum. The key to the second lock lies behind the first.
pub(crate) fn temple() -> Map {
    let mut map = Map::new(Size::new(27, 16), Tile::Wall);
    map.source.promises = map.source.promises | Promises::TIDY_PASSAGES | Promises::SYMMETRIC;
    let circle = Shape::Circle(Rect::new(11, 6, 5, 5));
    circle.positions().for_each(|pos| map.tiles[pos] = Tile::Floor);
    let nave = map.add_room(circle);
    let [sanctum, porch, west, east, left, right] = [
        Rect::new(10, 1, 7, 3),
        Rect::new(10, 13, 7, 2),
        Rect::new(2, 7, 4, 3),
        Rect::new(21, 7, 4, 3),
        Rect::new(2, 11, 2, 2),
        Rect::new(23, 11, 2, 2),
    ]
    .map(|rect| map.dig_room(rect));
    let mut dig = |points: &[(i32, i32)], joins: [RoomId; 2]| {
        let points: Vec<Pos> = points.iter().map(|&(x, y)| Pos::new(x, y)).collect();
        Place::Passage(map.dig_passage(1, &points, &joins))
    };
    let up = dig(&[(13, 5), (13, 4)], [nave, sanctum]);
    let down = dig(&[(13, 11), (13, 12)], [nave, porch]);
    let sides = [dig(&[(6, 8), (10, 8)], [west, nave]), dig(&[(16, 8), (20, 8)], [nave, east])];
    let wings = [
        dig(&[(9, 13), (7, 13), (7, 11), (4, 11)], [porch, left]),
        dig(&[(22, 11), (19, 11), (19, 13), (17, 13)], [right, porch]),
    ];
    let (leaf, locked, closed) = (DoorKind::Door, DoorState::Locked, DoorState::Closed);
    map.add_door(Pos::new(4, 11), Dir::West, leaf, closed, &[Place::Room(left), wings[0]]);
    map.add_door(Pos::new(22, 11), Dir::East, leaf, closed, &[Place::Room(right), wings[1]]);
    let first = map.add_door(Pos::new(6, 8), Dir::West, leaf, locked, &[Place::Room(west), sides[0]]);
    map.add_door(Pos::new(20, 8), Dir::East, leaf, locked, &[Place::Room(east), sides[1]]);
    let second = map.add_door(Pos::new(13, 4), Dir::North, leaf, locked, &[Place::Room(sanctum), up]);
    map.add_door(Pos::new(13, 12), Dir::South, leaf, closed, &[Place::Room(porch), down]);
    let (one, other) = (Pos::new(12, 8), Pos::new(3, 8));
    map.entities.push(entity(EntityKind::Start, Pos::new(13, 14)));
    map.entities.extend([one, other].map(|pos| entity(EntityKind::Key, pos)));
    let locks = vec![Lock::new(first, one), Lock::new(second, other)];
    map.mission = Some(Mission::new(sanctum, locks));
    let images =
        vec![smallvec![west, east], smallvec![right, left], smallvec![nave], smallvec![porch], smallvec![sanctum]];
    map.symmetry = Some(Symmetry { by: Movement::Mirror, area: Rect::new(0, 0, 27, 16), free_percent: 0, images });
    map
}
