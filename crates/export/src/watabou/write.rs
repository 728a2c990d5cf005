//! Writes a map as a file.

use super::divide::{NONE, divide};
use super::room_notes::{room_at, room_notes, room_squares};
use super::{DoorType, Leads, MAX_DOORS, MAX_RECTS, MAX_SQUARES, STEPS, WATABOU_MAX_BYTES};
use crate::error::{Error, ErrorKind};
use crate::job::{Job, SideFile};
use mapwright::{Dir, Grid, Level, Map, Pos, Rect, RoomId, Shape, Tile};
use std::collections::{BTreeMap, VecDeque};
use std::io::Write;

/// Version of the format that is written.
const VERSION: &str = "1.2.4b";

/// Owners of squares: outside of rooms, and then the index of the room plus two.
const OUTSIDE: u32 = 1;
const ROOMS: u32 = 2;

/// Writes the map.
pub(crate) fn write(job: &Job<'_>, to: &mut dyn Write) -> Result<Vec<SideFile>, Error> {
    let file = file(job)?;
    if file.len() > WATABOU_MAX_BYTES {
        let message = format!(
            "a One Page Dungeon of {} bytes; the limit of the format's readers is {WATABOU_MAX_BYTES}",
            file.len()
        );
        return Err(Error::new(ErrorKind::TooBig, message));
    }
    to.write_all(&file)?;
    Ok(Vec::new())
}

/// What stands in the square of a door.
struct DoorSquare {
    kind: DoorType,
    facing: Dir,
    leads: Option<Leads>,
}

/// A rect of the file.
struct Part {
    area: Rect,
    is_rotunda: bool,
    room: Option<usize>,
}

fn file(job: &Job<'_>) -> Result<Vec<u8>, Error> {
    let map = job.map;
    within(map.size().area(), MAX_SQUARES, "squares")?;
    let doors = door_squares(map);
    within(doors.len(), MAX_DOORS, "doors")?;
    let parts = parts(map, &doors);
    within(parts.len(), MAX_RECTS, "rects")?;
    let ending = ending(map, &parts);
    let mut out = Vec::new();
    let (title, story) = texts(job);
    write!(out, "{{\"version\":\"{VERSION}\",\"title\":{},\"story\":{}", quoted(&title), quoted(&story))?;
    if let Some(start) = map.start() {
        write!(out, ",\n\"start\":{{\"x\":{},\"y\":{}}}", start.x, start.y)?;
    }
    write!(out, ",\n\"rooms\":{}", map.rooms.len())?;
    let rects = parts.iter().enumerate().map(|(index, part)| {
        let Rect { x, y, width, height } = part.area;
        let mut entry = format!("{{\"x\":{x},\"y\":{y},\"w\":{width},\"h\":{height}");
        entry.push_str(if part.is_rotunda { ",\"rotunda\":true" } else { "" });
        entry.push_str(if Some(index) == ending { ",\"ending\":true" } else { "" });
        if let Some(room) = part.room {
            entry.push_str(&format!(",\"room\":{}", map.rooms[room].number));
        }
        entry + "}"
    });
    list(&mut out, "rects", rects)?;
    list(&mut out, "doors", doors.iter().map(|(pos, door)| door_entry(*pos, door)))?;
    let notes = notes(job);
    within(notes.len(), MAX_DOORS, "notes")?;
    list(&mut out, "notes", notes.into_iter())?;
    let columns = map.decorations.iter().filter(|it| it.kind.starts_with("column-"));
    list(&mut out, "columns", columns.map(|it| format!("{{\"x\":{}.5,\"y\":{}.5}}", it.pos.x, it.pos.y)))?;
    let tiles = map.tiles.cells().iter().zip(map.size().rect().positions());
    let water = tiles.filter(|(tile, _)| **tile == Tile::Water);
    list(&mut out, "water", water.map(|(_, pos)| format!("{{\"x\":{},\"y\":{}}}", pos.x, pos.y)))?;
    out.extend(b"\n}\n");
    Ok(out)
}

fn within(count: usize, limit: usize, what: &str) -> Result<(), Error> {
    let message = || format!("a map with {count} {what}; a One Page Dungeon has at most {limit}");
    if count > limit { Err(Error::new(ErrorKind::TooBig, message())) } else { Ok(()) }
}

/// Writes a list with one entry per line.
fn list(out: &mut Vec<u8>, name: &str, entries: impl Iterator<Item = String>) -> Result<(), Error> {
    write!(out, ",\n\"{name}\":[")?;
    for (index, entry) in entries.enumerate() {
        out.extend(if index == 0 { "\n" } else { ",\n" }.bytes());
        out.extend(entry.bytes());
    }
    out.push(b']');
    Ok(())
}

/// Returns a text as JSON, in one line.
fn quoted(text: &str) -> String {
    let clean: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    serde_json::Value::String(clean).to_string()
}

/// Returns title and story: those of a file that was read, or of the recipe.
fn texts(job: &Job<'_>) -> (String, String) {
    let extra = |key: &str| {
        let text = job.map.extra.get(key).and_then(serde_json::Value::as_str);
        text.filter(|_| !job.is_for_players)
    };
    let recipe = job.map.source.origin.recipe.as_ref().filter(|_| !job.is_for_players);
    let title = extra("title").filter(|_| job.options.picture.look.title.is_none() && recipe.is_none());
    let story = extra("story").or(recipe.map(|recipe| recipe.summary.as_str()));
    (title.unwrap_or_else(|| job.title()).to_owned(), story.unwrap_or_default().to_owned())
}

/// Returns the squares of doors, stairs, exits and steps; of several things in one square, the
/// first of these.
fn door_squares(map: &Map) -> BTreeMap<Pos, DoorSquare> {
    let mut squares = BTreeMap::new();
    let mut put = |pos: Pos, square: DoorSquare| {
        if is_floor(map, pos) {
            squares.entry(pos).or_insert(square);
        }
    };
    for door in &map.doors {
        let kind = DoorType::of(door.kind);
        // Creatures pass a barred door from the side that it faces.
        let is_barred = door.kind == mapwright::DoorKind::Barred;
        let facing = if is_barred { door.facing.opposite() } else { door.facing };
        put(door.pos, DoorSquare { kind, facing, leads: None });
    }
    for stairs in &map.stairs {
        let leads = if stairs.dir == Level::Up { Leads::Up } else { Leads::Down };
        put(stairs.pos, way_out(map, stairs.pos, leads));
    }
    for exit in &map.exits {
        put(exit.pos, way_out(map, exit.pos, Leads::Out));
    }
    for steps in map.decorations.iter().filter(|it| it.kind == STEPS) {
        let is_tagged = |dir: &Dir| steps.tags.iter().any(|tag| tag.strip_prefix("down-") == Some(dir.word()));
        let facing = Dir::ALL.into_iter().find(is_tagged).unwrap_or(Dir::South);
        put(steps.pos, DoorSquare { kind: DoorType::Steps, facing, leads: None });
    }
    squares
}

/// Returns the entrance or the stairs for a square, depending on the floor around it: an entrance
/// has floor in its direction only, stairs down in the opposite direction only. With floor on both
/// sides, steps are meant.
fn way_out(map: &Map, pos: Pos, leads: Leads) -> DoorSquare {
    let is_open = |dir: Dir| is_floor(map, pos.step(dir));
    let inward = Dir::ALL.into_iter().find(|&dir| is_open(dir) && !is_open(dir.opposite()));
    let (kind, facing) = match (leads, inward) {
        (_, None) => (DoorType::Steps, Dir::ALL.into_iter().find(|&dir| is_open(dir)).unwrap_or(Dir::South)),
        (Leads::Down, Some(dir)) => (DoorType::StairsDown, dir.opposite()),
        (_, Some(dir)) => (DoorType::Entrance, dir),
    };
    DoorSquare { kind, facing, leads: Some(leads) }
}

fn door_entry(pos: Pos, door: &DoorSquare) -> String {
    let (dx, dy) = door.facing.delta();
    let leads = door.leads.map_or(String::new(), |leads| format!(",\"leads\":\"{}\"", leads.word()));
    let kind = door.kind as u8;
    format!("{{\"x\":{},\"y\":{},\"dir\":{{\"x\":{dx},\"y\":{dy}}},\"type\":{kind}{leads}}}", pos.x, pos.y)
}

/// Returns true if rects cover the square: everything but rock, water included.
fn is_floor(map: &Map, pos: Pos) -> bool {
    map.tiles.get(pos).is_some_and(|tile| !matches!(tile, Tile::Wall | Tile::Void))
}

/// Divides the floor into rects: rooms first, then the squares of doors, then everything else.
fn parts(map: &Map, doors: &BTreeMap<Pos, DoorSquare>) -> Vec<Part> {
    let floor = map.tiles.cells().iter().map(|tile| u32::from(!matches!(tile, Tile::Wall | Tile::Void)));
    let mut owners = Grid::from_cells(map.size(), floor.collect()).expect("as many cells as tiles");
    let mut parts = Vec::new();
    for (index, room) in map.rooms.iter().enumerate() {
        let is_free = |pos: Pos| owners.get(pos) == Some(&OUTSIDE);
        let bounds = room.shape.bounds();
        let is_circle = matches!(room.shape, Shape::Circle(_)) && bounds.width == bounds.height;
        let is_whole = || room.shape.positions().all(|pos| is_free(pos) && !doors.contains_key(&pos));
        if is_circle && is_whole() {
            room.shape.positions().for_each(|pos| owners[pos] = NONE);
            parts.push(Part { area: bounds, is_rotunda: true, room: Some(index) });
            continue;
        }
        for pos in room.shape.positions() {
            if owners.get(pos) == Some(&OUTSIDE) {
                owners[pos] = ROOMS + index as u32;
            }
        }
    }
    let room_of = |owner: u32| owner.checked_sub(ROOMS).map(|index| index as usize);
    let mut squares = Vec::new();
    for &pos in doors.keys() {
        let owner = std::mem::replace(&mut owners[pos], NONE);
        squares.push(Part { area: Rect::new(pos.x, pos.y, 1, 1), is_rotunda: false, room: room_of(owner) });
    }
    let (outside, rooms): (Vec<_>, Vec<_>) = divide(&owners).into_iter().partition(|(owner, _)| *owner == OUTSIDE);
    let part = |(owner, area): (u32, Rect)| Part { area, is_rotunda: false, room: room_of(owner) };
    parts.extend(rooms.into_iter().map(part));
    parts.sort_by_key(|part| part.room);
    parts.extend(squares);
    parts.extend(outside.into_iter().map(part));
    parts
}

/// Returns the rect that is the ending: of the goal, or of the room farthest from the start, or the
/// farthest rect.
fn ending(map: &Map, parts: &[Part]) -> Option<usize> {
    let goal = map.mission.as_ref().and_then(|mission| index_of(map, mission.goal));
    let of_goal = goal.and_then(|goal| parts.iter().position(|part| part.room == Some(goal)));
    of_goal.or_else(|| {
        let steps = steps_from_start(map);
        let nearest = |part: &Part| {
            let reached = part.area.positions().filter_map(|pos| steps.get(pos).copied()).filter(|steps| *steps > 0);
            reached.min().unwrap_or(0)
        };
        let has_rooms = parts.iter().any(|part| part.room.is_some());
        let candidates = (0..parts.len()).filter(|&index| !has_rooms || parts[index].room.is_some());
        // The first of several at the same distance.
        candidates.max_by_key(|&index| (nearest(&parts[index]), std::cmp::Reverse(index)))
    })
}

fn index_of(map: &Map, id: RoomId) -> Option<usize> {
    map.rooms.iter().position(|room| room.id == id)
}

/// Returns the number of steps from the start plus one, or 0 where no way leads.
fn steps_from_start(map: &Map) -> Grid<u32> {
    let mut steps = Grid::new(map.size(), 0);
    let ways = map.exits.iter().map(|exit| exit.pos).chain(map.stairs.iter().map(|stairs| stairs.pos));
    let start = map.start().into_iter().chain(ways).chain(map.floor_positions()).find(|pos| map.size().contains(*pos));
    let Some(start) = start else { return steps };
    let mut queue = VecDeque::from([start]);
    steps[start] = 1;
    while let Some(pos) = queue.pop_front() {
        for next in Dir::ALL.map(|dir| pos.step(dir)) {
            if map.tiles.get(next).is_some_and(|tile| tile.is_walkable()) && steps[next] == 0 {
                steps[next] = steps[pos] + 1;
                queue.push_back(next);
            }
        }
    }
    steps
}

/// Returns the notes: the texts of rooms, and labels in their squares.
fn notes(job: &Job<'_>) -> Vec<String> {
    if job.is_for_players {
        return Vec::new();
    }
    let map = job.map;
    let squares = room_squares(map);
    let entry = |text: &str, number: Option<u32>, x: i32, y: i32| {
        let reference = number.map_or(String::new(), |number| number.to_string());
        // Positions are in halves of a square.
        let half =
            |twice: i32| if twice % 2 == 0 { format!("{}", twice / 2) } else { format!("{}", f64::from(twice) / 2.0) };
        let (text, reference) = (quoted(text), quoted(&reference));
        format!("{{\"text\":{text},\"ref\":{reference},\"pos\":{{\"x\":{},\"y\":{}}}}}", half(x), half(y))
    };
    let rooms = room_notes(map, &squares).into_iter().map(|(room, text)| {
        let bounds = room.shape.bounds();
        entry(&text, Some(room.number), 2 * bounds.x + bounds.width, 2 * bounds.y + bounds.height)
    });
    let labels = map.labels.iter().filter(|label| map.size().contains(label.pos)).map(|label| {
        let room = room_at(&squares, label.pos).map(|index| map.rooms[index].number);
        entry(&label.text, room, 2 * label.pos.x + 1, 2 * label.pos.y + 1)
    });
    rooms.chain(labels).collect()
}
