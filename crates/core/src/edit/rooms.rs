//! Adding, moving, resizing and removing rooms. Their passages and doors follow.

use super::corridor_path::{Start, way};
use super::{doors, free};
use crate::base::bits::BitGrid;
use crate::base::error::{Error, ErrorKind};
use crate::base::grid::{Dir, Pos, Rect};
use crate::base::tile::Tile;
use crate::generator::{Context, Generator};
use crate::map::{CellSet, Contents, Door, Extra, Map, Passage, PassageId, Place, Room, RoomId, Shape};
use crate::shape::connect::{Connect, Connection};
use crate::shape::dig_tile;
use crate::spatial::region::is_one_piece;
use crate::spatial::room_index::RoomIndex;
use crate::spatial::settle::touches;
use smallvec::SmallVec;
use std::collections::BTreeSet;

/// Digs a room and connects it to the nearest open place.
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

/// Gives a room another rectangle. A circle stays a circle.
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
    drop(take_contents(map, &shape));
    let mut filled = BitGrid::new(map.size());
    lay(&mut filled, own.iter(), [&shape].into_iter());
    let doors = map.doors.iter().filter(|door| door.joins.contains(&Place::Room(id))).map(|door| door.pos);
    doors.for_each(|pos| filled.insert(pos));
    filled.subtract(&covered(map, |_| true));
    filled.iter().for_each(|pos| map.tiles[pos] = Tile::Wall);
    map.doors.retain(|door| !filled.contains(door.pos));
    if map.floor_positions().next().is_none() {
        return Err(Error::new(ErrorKind::Invalid, "this room is the only floor of the map").within("/room"));
    }
    mend(map, whole, cx)?;
    bury(map, own.iter().filter_map(Passage::bounds).fold(shape.bounds(), Rect::around));
    Ok(())
}

/// Returns the circle in the middle of a rectangle.
pub(super) fn circle(rect: Rect) -> Shape {
    let side = rect.width.min(rect.height);
    Shape::Circle(Rect::new(rect.x + (rect.width - side) / 2, rect.y + (rect.height - side) / 2, side, side))
}

fn find(map: &Map, room: u32) -> Result<&Room, Error> {
    let unknown = || Error::new(ErrorKind::Invalid, format!("there is no room with the id {room}")).within("/room");
    map.room(RoomId(room)).ok_or_else(unknown)
}

/// Refuses a room that lies outside the map or touches another room.
fn fits(map: &Map, shape: &Shape, own: Option<RoomId>) -> Result<(), Error> {
    let bounds = shape.bounds();
    if !map.size().rect().grown(-1).encloses(bounds) {
        let Rect { x, y, width, height } = bounds;
        let message =
            format!("a room of {width}x{height} at {x},{y} breaks the wall at the edge of the map of {}", map.size());
        return Err(Error::new(ErrorKind::Invalid, message));
    }
    let places = RoomIndex::of(map);
    let near = bounds.grown(1).positions().filter(|&pos| around(pos).any(|pos| shape.contains(pos)));
    let other = near.filter_map(|pos| places.room(pos)).find(|&id| Some(id) != own);
    if let Some(other) = other.and_then(|id| map.room(id)) {
        let message = format!("the room would touch room {}; leave a wall between them", other.number);
        return Err(Error::new(ErrorKind::Invalid, message));
    }
    Ok(())
}

/// Iterates over a cell and its eight neighbours.
fn around(pos: Pos) -> impl Iterator<Item = Pos> {
    Rect::new(pos.x - 1, pos.y - 1, 3, 3).positions()
}

/// Opens a cell. Open cells are left unchanged, except for doors.
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

/// Takes the contents of a room off the map. Stairs leave floor behind.
fn take_contents(map: &mut Map, shape: &Shape) -> Contents {
    let contents = map.take_contents(|pos| shape.contains(pos));
    contents.stairs.iter().for_each(|it| map.tiles[it.pos] = Tile::Floor);
    contents
}

/// Puts back the contents that still lie in the room after a move, except in occupied cells.
fn put_contents(map: &mut Map, mut contents: Contents, shape: &Shape, by: Pos) {
    let others = map.entities.iter().map(|it| it.pos).chain(map.exits.iter().map(|it| it.pos));
    let taken: BTreeSet<Pos> = others.chain(map.stairs.iter().map(|it| it.pos)).collect();
    contents.place(|pos| Some(pos + by).filter(|&pos| shape.contains(pos) && !taken.contains(&pos)));
    map.add_contents(contents);
    map.stairs.iter().for_each(|it| map.tiles[it.pos] = it.tile());
}

/// Returns the cells covered by rooms, and by passages that pass the test.
pub(super) fn covered(map: &Map, counts: impl Fn(&Passage) -> bool) -> BitGrid {
    let mut covered = BitGrid::new(map.size());
    let passages = map.passages.iter().filter(|passage| counts(passage));
    lay(&mut covered, passages, map.rooms.iter().map(|room| &room.shape));
    covered
}

/// Adds the cells of passages and rooms, as far as they lie on the map.
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
    /// The centre line, cell by cell, ending at the room.
    line: Vec<Pos>,
    /// True if the room is at the passage's first point.
    turned: bool,
    /// The door at the room.
    door: Option<Door>,
}

/// Gives a room another shape and moves its contents along.
fn reshape(map: &mut Map, id: RoomId, shape: &Shape, by: Pos, cx: &mut Context<'_>) -> Result<(), Error> {
    let Some(index) = map.rooms.iter().position(|room| room.id == id) else { return Ok(()) };
    fits(map, shape, Some(id))?;
    let whole = is_one_piece(&map.walkable());
    let room = map.rooms.remove(index);
    let old = &room.shape;
    let contents = take_contents(map, old);
    let tiles: Vec<(Pos, Tile)> = old.positions().map(|pos| (pos + by, map.tiles[pos])).collect();
    let (mut followers, beside) = detach(map, id, old);

    // The old room is filled, except for cells that others cover, and dug again at its new
    // position.
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
    put_contents(map, contents, shape, by);
    let area = old.bounds();
    map.rooms.insert(index, Room { shape: shape.clone(), ..room });

    let places = RoomIndex::of(map);
    let mut left = BitGrid::new(map.size());
    for follower in &mut followers {
        follow(map, &places, follower, shape, &mut left, cx)?;
    }
    let lost: BTreeSet<PassageId> = followers.iter().filter(|it| it.line.is_empty()).map(|it| it.id).collect();
    map.passages.retain(|passage| !lost.contains(&passage.id));
    // Cells of the old lines that are no longer used are filled.
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

/// Moves the zones of a room along with it. Zones on the new ground keep their remaining cells.
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

/// Detaches a room from its passages and doors. Doors without a passage stand between two rooms;
/// their openings are walled up.
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

/// Returns the centre line of a passage, cell by cell, or `None` for an invalid one, as files may
/// contain.
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

/// Leads a passage to the new position of its room. Cells that it leaves are added to `left`.
fn follow(
    map: &mut Map,
    places: &RoomIndex,
    follower: &mut Follower,
    shape: &Shape,
    left: &mut BitGrid,
    cx: &mut Context<'_>,
) -> Result<(), Error> {
    let Some(index) = map.passages.iter().position(|passage| passage.id == follower.id) else { return Ok(()) };
    let line = &mut follower.line;
    line.iter().for_each(|&pos| left.insert(pos));
    // It enters through the wall of the room at a right angle, not along it.
    if let Some(wall) = line.iter().position(|&pos| around(pos).any(|near| shape.contains(near))) {
        line.truncate(wall.max(1));
    }
    // The old position of the room is rock now.
    while line.last().is_some_and(|&end| !map.tiles[end].is_walkable()) {
        line.pop();
    }
    if line.last().is_some_and(|&end| !touches(shape, end)) {
        // The part inside the room at the other end stays unchanged.
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

/// Digs a passage at its full width. If it does not have the space everywhere, it is made one tile
/// wide.
fn widen(map: &mut Map, index: usize) {
    let inside = map.size().rect().grown(-1);
    let legs: Vec<Pos> = map.passages[index].legs().flat_map(Rect::positions).collect();
    if legs.iter().all(|&pos| inside.contains(pos)) {
        legs.into_iter().for_each(|pos| dig_tile(map, pos));
    } else {
        map.passages[index].width = 1;
    }
}

/// Digs a corridor from a room to the nearest open place.
fn join(map: &mut Map, id: RoomId, shape: &Shape, cx: &mut Context<'_>) -> Result<(), Error> {
    let inside = |pos: Pos| shape.contains(pos);
    let open = |pos: Pos| map.tiles.get(pos).is_some_and(|tile| tile.is_walkable()) && !inside(pos);
    let starts: Vec<Start> = shape.positions().map(Start::at).collect();
    let places = RoomIndex::of(map);
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
    map.passages.push(Passage::new(next, 1, &points, &joins));
    Ok(())
}

/// Updates the records, and reconnects parts that were separated.
fn mend(map: &mut Map, whole: bool, cx: &mut Context<'_>) -> Result<(), Error> {
    map.settle();
    if whole && !is_one_piece(&map.walkable()) {
        Connect { way: Connection::Corridor, ..Connect::default() }.generate(map, cx)?;
    }
    Ok(())
}

/// Turns filled rock that touches nothing open into void, if the map has void around its rooms.
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
