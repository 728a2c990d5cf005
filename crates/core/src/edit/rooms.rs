//! Rooms: added, moved, resized, removed; their passages and doors follow.

use super::way::{Start, way};
use super::{doors, free};
use crate::bits::BitGrid;
use crate::error::{Error, ErrorKind};
use crate::generator::{Context, Generator};
use crate::grid::{Dir, Pos, Rect};
use crate::map::{
    CellSet, Decoration, Door, Entity, Exit, Extra, Label, Map, Passage, PassageId, Place, Room, RoomId, Shape, Stairs,
};
use crate::places::Places;
use crate::region::is_one_piece;
use crate::settle::touches;
use crate::shape::connect::{Connect, Way};
use crate::shape::dig_tile;
use crate::tile::Tile;
use smallvec::SmallVec;
use std::collections::BTreeSet;

/// Digs a room and joins it to what is nearest.
pub(super) fn add(map: &mut Map, shape: Shape, cx: &mut Context<'_>) -> Result<(), Error> {
    fits(map, &shape, None)?;
    if shape.positions().next().is_none() {
        return Err(Error::new(ErrorKind::Invalid, "a room has at least one tile"));
    }
    let whole = is_one_piece(&map.walkable());
    let joined = shape.positions().any(|pos| map.tiles[pos].is_walkable());
    shape.positions().for_each(|pos| open(map, pos));
    let id = RoomId(free(map.rooms.iter().map(|room| room.id.0), 0));
    let number = free(map.rooms.iter().map(|room| room.number), 1);
    map.rooms.push(Room { id, number, shape: shape.clone(), tags: Vec::new(), extra: Extra::default() });
    if !joined {
        join(map, id, &shape, cx)?;
    }
    mend(map, whole, cx)
}

/// Moves a room.
pub(super) fn shift(map: &mut Map, room: u32, by: Pos, cx: &mut Context<'_>) -> Result<(), Error> {
    let Room { id, shape, .. } = find(map, room)?;
    let (id, shape) = (*id, shape.moved(by));
    reshape(map, id, &shape, by, cx).map_err(|error| error.within("/by"))
}

/// Gives a room another rectangle; one that is a circle stays one.
pub(super) fn resize(map: &mut Map, room: u32, rect: Rect, cx: &mut Context<'_>) -> Result<(), Error> {
    let room = find(map, room)?;
    let id = room.id;
    let shape = match room.shape {
        Shape::Circle(_) => circle(rect),
        _ => Shape::Rect(rect),
    };
    reshape(map, id, &shape, Pos::new(0, 0), cx).map_err(|error| error.within("/rect"))
}

/// Fills a room and the passages that join it.
pub(super) fn remove(map: &mut Map, room: u32, cx: &mut Context<'_>) -> Result<(), Error> {
    let Room { id, shape, .. } = find(map, room)?.clone();
    let whole = is_one_piece(&map.walkable());
    let (own, others): (Vec<Passage>, Vec<Passage>) =
        std::mem::take(&mut map.passages).into_iter().partition(|passage| passage.joins.contains(&id));
    map.passages = others;
    map.rooms.retain(|room| room.id != id);
    drop(Contents::take(map, &shape));
    let mut filled = BitGrid::new(map.size());
    lay(&mut filled, own.iter(), [&shape].into_iter());
    let doors = map.doors.iter().filter(|door| door.joins.contains(&Place::Room(id))).map(|door| door.pos);
    doors.for_each(|pos| filled.insert(pos));
    filled.subtract(&covered(map, |_| true));
    filled.iter().for_each(|pos| map.tiles[pos] = Tile::Wall);
    map.doors.retain(|door| !filled.contains(door.pos));
    if map.floor_positions().next().is_none() {
        return Err(Error::new(ErrorKind::Invalid, "it is all that there is; a map needs some floor").within("/room"));
    }
    mend(map, whole, cx)?;
    bury(map, own.iter().filter_map(Passage::bounds).fold(shape.bounds(), Rect::around));
    Ok(())
}

/// The circle in the middle of a rectangle.
pub(super) fn circle(rect: Rect) -> Shape {
    let side = rect.width.min(rect.height);
    Shape::Circle(Rect::new(rect.x + (rect.width - side) / 2, rect.y + (rect.height - side) / 2, side, side))
}

fn find(map: &Map, room: u32) -> Result<&Room, Error> {
    let unknown = || Error::new(ErrorKind::Invalid, format!("there is no room with the id {room}")).within("/room");
    map.room(RoomId(room)).ok_or_else(unknown)
}

/// Refuses a place for a room outside of the map, or one that touches another room.
fn fits(map: &Map, shape: &Shape, own: Option<RoomId>) -> Result<(), Error> {
    let bounds = shape.bounds();
    if !map.size().rect().grown(-1).encloses(bounds) {
        let Rect { x, y, width, height } = bounds;
        let message =
            format!("{width}x{height} at {x},{y} does not leave a wall at the edge of the map of {}", map.size());
        return Err(Error::new(ErrorKind::Invalid, message));
    }
    let places = Places::of(map);
    let near = bounds.grown(1).positions().filter(|&pos| around(pos).any(|pos| shape.contains(pos)));
    let other = near.filter_map(|pos| places.room(pos)).find(|&id| Some(id) != own);
    if let Some(other) = other.and_then(|id| map.room(id)) {
        let message = format!("it would touch room {}; a wall has to be between them", other.number);
        return Err(Error::new(ErrorKind::Invalid, message));
    }
    Ok(())
}

/// A cell and the eight around it.
fn around(pos: Pos) -> impl Iterator<Item = Pos> {
    Rect::new(pos.x - 1, pos.y - 1, 3, 3).positions()
}

/// Opens a cell; what is open already stays what it is, but for doors.
fn open(map: &mut Map, pos: Pos) {
    match map.tiles[pos] {
        tile if tile.is_door() => {
            map.doors.retain(|door| door.pos != pos);
            map.tiles[pos] = Tile::Floor;
        }
        Tile::Wall | Tile::Void => dig_tile(map, pos),
        _ => {}
    }
}

/// What stands in a room.
struct Contents {
    stairs: Vec<Stairs>,
    exits: Vec<Exit>,
    entities: Vec<Entity>,
    decorations: Vec<Decoration>,
    labels: Vec<Label>,
}

impl Contents {
    /// Takes all of it off the map; stairs leave floor.
    fn take(map: &mut Map, shape: &Shape) -> Contents {
        fn part<T>(all: &mut Vec<T>, inside: impl Fn(&T) -> bool) -> Vec<T> {
            let (taken, left) = std::mem::take(all).into_iter().partition(inside);
            *all = left;
            taken
        }
        let stairs = part(&mut map.stairs, |it: &Stairs| shape.contains(it.pos));
        stairs.iter().for_each(|it| map.tiles[it.pos] = Tile::Floor);
        Contents {
            stairs,
            exits: part(&mut map.exits, |it| shape.contains(it.pos)),
            entities: part(&mut map.entities, |it| shape.contains(it.pos)),
            decorations: part(&mut map.decorations, |it| shape.contains(it.pos)),
            labels: part(&mut map.labels, |it| shape.contains(it.pos)),
        }
    }

    /// Puts back what still stands in the room, and not where others stand already.
    fn put(self, map: &mut Map, shape: &Shape, by: Pos) {
        let others = map.entities.iter().map(|it| it.pos).chain(map.exits.iter().map(|it| it.pos));
        let taken: BTreeSet<Pos> = others.chain(map.stairs.iter().map(|it| it.pos)).collect();
        let place = |pos: &mut Pos| {
            *pos = *pos + by;
            shape.contains(*pos) && !taken.contains(pos)
        };
        map.stairs.extend(self.stairs.into_iter().filter_map(|mut it| place(&mut it.pos).then_some(it)));
        map.stairs.iter().for_each(|it| map.tiles[it.pos] = it.tile());
        map.exits.extend(self.exits.into_iter().filter_map(|mut it| place(&mut it.pos).then_some(it)));
        map.entities.extend(self.entities.into_iter().filter_map(|mut it| place(&mut it.pos).then_some(it)));
        map.decorations.extend(self.decorations.into_iter().filter_map(|mut it| place(&mut it.pos).then_some(it)));
        map.labels.extend(self.labels.into_iter().filter_map(|mut it| place(&mut it.pos).then_some(it)));
    }
}

/// The cells that rooms cover, and passages that pass the test.
pub(super) fn covered(map: &Map, counts: impl Fn(&Passage) -> bool) -> BitGrid {
    let mut covered = BitGrid::new(map.size());
    let passages = map.passages.iter().filter(|passage| counts(passage));
    lay(&mut covered, passages, map.rooms.iter().map(|room| &room.shape));
    covered
}

/// Adds the cells of passages and of rooms, as far as they lie on the map.
pub(super) fn lay<'a>(
    cells: &mut BitGrid,
    passages: impl Iterator<Item = &'a Passage>,
    shapes: impl Iterator<Item = &'a Shape>,
) {
    let all = cells.size().rect();
    passages.flat_map(Passage::legs).for_each(|leg| cells.fill_rect(leg.intersection(all), true));
    for shape in shapes {
        match shape {
            Shape::Rect(rect) => cells.fill_rect(rect.intersection(all), true),
            shape => shape.positions().filter(|&pos| all.contains(pos)).for_each(|pos| cells.insert(pos)),
        }
    }
}

/// A passage that follows its room.
struct Follower {
    id: PassageId,
    /// Its middle line, cell by cell, with the room at its end.
    line: Vec<Pos>,
    /// Whether the room is at the passage's first point.
    turned: bool,
    /// The door at the room.
    door: Option<Door>,
}

/// Gives a room another shape, with what stands in it moved along.
fn reshape(map: &mut Map, id: RoomId, shape: &Shape, by: Pos, cx: &mut Context<'_>) -> Result<(), Error> {
    let Some(index) = map.rooms.iter().position(|room| room.id == id) else { return Ok(()) };
    fits(map, shape, Some(id))?;
    let whole = is_one_piece(&map.walkable());
    let room = map.rooms.remove(index);
    let old = &room.shape;
    let contents = Contents::take(map, old);
    let tiles: Vec<(Pos, Tile)> = old.positions().map(|pos| (pos + by, map.tiles[pos])).collect();
    let (mut followers, beside) = detach(map, id, old);

    // The old room is filled, but for what others cover, and dug again where it is now.
    let is_own: BTreeSet<PassageId> = followers.iter().map(|follower| follower.id).collect();
    let others = covered(map, |passage| !is_own.contains(&passage.id));
    for pos in old.positions() {
        map.tiles[pos] = if others.contains(pos) { Tile::Floor } else { Tile::Wall };
    }
    shape.positions().for_each(|pos| open(map, pos));
    let lasting = |tile: Tile| !tile.is_door() && !matches!(tile, Tile::Wall | Tile::Void);
    for (pos, tile) in tiles.into_iter().filter(|(pos, tile)| shape.contains(*pos) && lasting(*tile)) {
        map.tiles[pos] = tile;
    }
    move_zones(map, old, shape, by);
    for lock in map.mission.iter_mut().flat_map(|mission| &mut mission.locks).filter(|lock| old.contains(lock.key)) {
        lock.key = lock.key + by;
    }
    contents.put(map, shape, by);
    let area = old.bounds();
    map.rooms.insert(index, Room { shape: shape.clone(), ..room });

    let places = Places::of(map);
    let mut left = BitGrid::new(map.size());
    for follower in &mut followers {
        follow(map, &places, follower, shape, &mut left, cx)?;
    }
    let lost: BTreeSet<PassageId> = followers.iter().filter(|it| it.line.is_empty()).map(|it| it.id).collect();
    map.passages.retain(|passage| !lost.contains(&passage.id));
    // What of the old lines nobody uses any more is filled.
    left.subtract(&covered(map, |_| true));
    left.iter().filter(|&pos| map.tiles[pos] == Tile::Floor).collect::<Vec<_>>().into_iter().for_each(|pos| {
        map.tiles[pos] = Tile::Wall;
    });
    let at_mouths = followers.into_iter().filter_map(|it| Some((*it.line.last()?, it.door?)));
    let where_they_were = beside.into_iter().map(|door| (door.pos, door));
    for (pos, door) in at_mouths.chain(where_they_were).collect::<Vec<_>>() {
        if touches(shape, pos)
            && matches!(map.tiles[pos], Tile::Floor | Tile::Wall)
            && !shape.contains(pos)
            && let Some(facing) = doors::opening(map, pos)
        {
            // Two passages may have shared a door.
            let taken = map.doors.iter().any(|other| other.id == door.id);
            let id = if taken { doors::next_id(map) } else { door.id };
            doors::hang(map, &places, Door { id, pos, facing, ..door });
        }
    }
    map.doors.sort_by_key(|door| door.id);
    mend(map, whole, cx)?;
    bury(map, area);
    Ok(())
}

/// Lets the zones of a room go with it; whose ground it comes to keep the rest of theirs.
fn move_zones(map: &mut Map, old: &Shape, shape: &Shape, by: Pos) {
    let zones = std::mem::take(&mut map.zones);
    map.zones = zones
        .into_iter()
        .filter_map(|mut zone| {
            if zone.cells.positions().all(|pos| old.contains(pos)) {
                zone.cells = zone.cells.moved(by);
                return Some(zone);
            }
            let left = CellSet::filtered(zone.cells.positions(), |pos| !shape.contains(pos) || old.contains(pos));
            zone.cells = left?.largest_piece()?;
            Some(zone)
        })
        .collect();
}

/// Takes a room off its passages and doors. The doors that are at no passage stand between two rooms; their openings are walled up.
fn detach(map: &mut Map, id: RoomId, shape: &Shape) -> (Vec<Follower>, Vec<Door>) {
    let mut followers = Vec::new();
    for passage in map.passages.iter().filter(|passage| passage.joins.contains(&id)) {
        let Some(mut line) = cells(passage, map) else { continue };
        let turned = !line.last().is_some_and(|&end| touches(shape, end));
        if turned {
            line.reverse();
        }
        let mouth: BTreeSet<Pos> = line.iter().copied().filter(|&pos| touches(shape, pos)).collect();
        let door = map.doors.iter().find(|door| mouth.contains(&door.pos)).cloned();
        followers.push(Follower { id: passage.id, line, turned, door });
    }
    let taken: BTreeSet<_> =
        followers.iter().filter_map(|follower| follower.door.as_ref()).map(|door| door.id).collect();
    let mut beside = Vec::new();
    let Map { doors, tiles, .. } = map;
    doors.retain(|door| {
        if taken.contains(&door.id) {
            tiles[door.pos] = Tile::Floor;
            return false;
        }
        let own = door.joins.contains(&Place::Room(id));
        if own {
            tiles[door.pos] = Tile::Wall;
            beside.push(door.clone());
        }
        !own
    });
    (followers, beside)
}

/// The middle line of a passage, cell by cell; `None` for one that is none, as files may have it.
fn cells(passage: &Passage, map: &Map) -> Option<Vec<Pos>> {
    let mut line: Vec<Pos> = passage.points.first().into_iter().copied().collect();
    for ends in passage.points.windows(2) {
        let dir = Dir::ALL.into_iter().find(|dir| {
            let (x, y) = dir.delta();
            (ends[1].x - ends[0].x).signum() == x && (ends[1].y - ends[0].y).signum() == y
        });
        match dir {
            Some(dir) => line.extend((0..ends[0].manhattan(ends[1])).scan(ends[0], |at, _| {
                *at = at.step(dir);
                Some(*at)
            })),
            None if ends[0] == ends[1] => {}
            None => return None,
        }
    }
    line.iter().all(|&pos| map.size().contains(pos)).then_some(line)
}

/// Leads a passage to where its room is now; cells that it leaves are added to `left`.
fn follow(
    map: &mut Map,
    places: &Places,
    follower: &mut Follower,
    shape: &Shape,
    left: &mut BitGrid,
    cx: &mut Context<'_>,
) -> Result<(), Error> {
    let Some(index) = map.passages.iter().position(|passage| passage.id == follower.id) else { return Ok(()) };
    let line = &mut follower.line;
    line.iter().for_each(|&pos| left.insert(pos));
    // It leads through the wall of the room where it comes straight upon it, not along it.
    if let Some(wall) = line.iter().position(|&pos| around(pos).any(|near| shape.contains(near))) {
        line.truncate(wall.max(1));
    }
    // Where the old room was there is rock now.
    while line.last().is_some_and(|&end| !map.tiles[end].is_walkable()) {
        line.pop();
    }
    if line.last().is_some_and(|&end| !touches(shape, end)) {
        // Inside of the room at its other end it stays as it is.
        let begin = line.iter().rposition(|&pos| places.room(pos).is_some()).unwrap_or(0);
        let starts = Start::along(&line[begin..]);
        let own: BTreeSet<Pos> = line.iter().copied().collect();
        match way(map, places, &starts, |pos| own.contains(&pos), |pos| shape.contains(pos), cx)? {
            Some(found) => {
                line.truncate(line.iter().position(|&pos| pos == found.from).map_or(0, |at| at + 1));
                line.extend(found.cells);
            }
            None => line.clear(),
        }
    }
    if line.is_empty() {
        return Ok(());
    }
    line.iter().for_each(|&pos| dig_tile(map, pos));
    let mut points = Passage::corners(line);
    if follower.turned {
        points.reverse();
    }
    map.passages[index].points = points;
    widen(map, index);
    Ok(())
}

/// Digs a passage as wide as it is; one that cannot be so wide everywhere is one tile wide.
fn widen(map: &mut Map, index: usize) {
    let inside = map.size().rect().grown(-1);
    let legs: Vec<Pos> = map.passages[index].legs().flat_map(Rect::positions).collect();
    if legs.iter().all(|&pos| inside.contains(pos)) {
        legs.into_iter().for_each(|pos| dig_tile(map, pos));
    } else {
        map.passages[index].width = 1;
    }
}

/// Digs a way from a room to what is nearest.
fn join(map: &mut Map, id: RoomId, shape: &Shape, cx: &mut Context<'_>) -> Result<(), Error> {
    let inside = |pos: Pos| shape.contains(pos);
    let open = |pos: Pos| map.tiles.get(pos).is_some_and(|tile| tile.is_walkable()) && !inside(pos);
    let starts: Vec<Start> = shape.positions().map(Start::at).collect();
    let places = Places::of(map);
    let Some(found) = way(map, &places, &starts, inside, open, cx)? else { return Ok(()) };
    let mut line = found.cells;
    let other = places.room(found.to);
    let mut joins: SmallVec<[RoomId; 2]> = SmallVec::from_slice(&[id]);
    match other {
        Some(other) => joins.push(other),
        // It ends in a passage, if there is one.
        None => line.push(found.to),
    }
    if line.is_empty() {
        line.push(found.from);
    }
    line.iter().for_each(|&pos| dig_tile(map, pos));
    let next = PassageId(free(map.passages.iter().map(|passage| passage.id.0), 0));
    let points = Passage::corners(&line);
    map.passages.push(Passage { id: next, width: 1, points, joins, extra: Extra::default() });
    Ok(())
}

/// Makes the records true, and joins again what came apart.
fn mend(map: &mut Map, whole: bool, cx: &mut Context<'_>) -> Result<(), Error> {
    map.settle();
    if whole && !is_one_piece(&map.walkable()) {
        Connect { way: Way::Corridor, ..Connect::default() }.generate(map, cx)?;
    }
    Ok(())
}

/// Makes void of rock that was filled in, where the map has void around: rock that touches nothing open.
fn bury(map: &mut Map, area: Rect) {
    let area = area.grown(1).intersection(map.size().rect());
    let solid = |map: &Map, pos: Pos| map.tiles.get(pos).is_none_or(|tile| matches!(tile, Tile::Wall | Tile::Void));
    let hidden: Vec<Pos> = area
        .positions()
        .filter(|&pos| map.tiles[pos] == Tile::Wall && around(pos).all(|near| solid(map, near)))
        .collect();
    let void = area.grown(1).positions().any(|pos| map.tiles.get(pos) == Some(&Tile::Void));
    if void {
        hidden.into_iter().for_each(|pos| map.tiles[pos] = Tile::Void);
        map.settle();
    }
}
