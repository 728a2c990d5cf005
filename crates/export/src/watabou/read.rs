//! Reads a file as a map.

use super::bounded::{Entries, entries};
use super::build::Ground;
use super::entries::{DoorEntry, bad};
use super::{DoorType, Leads, STEPS, corridors, water};
use crate::error::Error;
use mapwright::{
    BitGrid, Decoration, Dir, Entity, EntityKind, Exit, Grid, Label, Level, Map, Mission, Note, PassageId, Place, Pos,
    Promises, Stairs,
};
use std::collections::BTreeSet;

/// Reads a file of watabou's One Page Dungeon as a map.
///
/// Rects become rooms (rotundas round ones), corridors passages, notes labels, and columns
/// decorations; the rock around them is added. Entrances are exits, with the start inside of the
/// first one. Water is deep: passages and doors keep a bridge, and so does every place that it would
/// cut off. The map is valid ([`check`](mapwright::check()) finds nothing) and promises only what it
/// keeps; its notes say what was left out.
///
/// A damaged file, one with overlapping rects or doors in the rock, or one beyond the limits (16 MiB,
/// 2,000,000 squares) is refused in one line that says what is wrong and where.
///
/// ```
/// let file = br#"{ "title": "Cell", "rects": [ {"x":0,"y":0,"w":3,"h":3}, {"x":1,"y":3,"w":1,"h":1} ],
///     "doors": [ {"x":1,"y":3,"dir":{"x":0,"y":-1},"type":3} ] }"#;
/// let map = mapwright_export::read_watabou(file)?;
/// assert_eq!(map.to_ascii_with_entities(), "#####\n#...#\n#...#\n#.@.#\n##E##\n#####\n");
/// # Ok::<(), mapwright_export::Error>(())
/// ```
pub fn read_watabou(bytes: &[u8]) -> Result<Map, Error> {
    let entries = entries(bytes)?;
    let mut ground = Ground::lay(&entries.rects)?;
    let doors = ground.doors(&entries.doors)?;
    let mut map = ground.map();
    map.rooms = ground.rooms(&entries);
    let wet: Vec<Pos> = entries.water.iter().filter_map(|&pos| ground.floor_at(pos)).collect();
    let mut water = BitGrid::new(map.size());
    wet.into_iter().for_each(|pos| water.insert(pos));
    // Corridors that people wade in are corridors; in files of ours, all water is deep.
    let deep = if entries.rooms.is_some() { water.clone() } else { BitGrid::new(map.size()) };
    let passages = corridors::record(&mut map, &ground, &deep);
    let mut dry = BitGrid::new(map.size());
    passages.cells().iter().zip(map.size().rect().positions()).filter(|(id, _)| **id != 0).for_each(|(_, pos)| {
        dry.insert(pos);
    });
    stand(&mut map, &ground, &passages, &doors);
    set_start(&mut map, &ground, &entries, &doors)?;
    put_columns(&mut map, &ground, &entries);
    put_labels(&mut map, &ground, &entries)?;
    keep_dry(&map, &mut dry);
    water::flood(&mut map, &water, &dry);
    map.mission = goal(&ground, &entries).map(|goal| Mission::new(goal, Vec::new()));
    for (key, text) in [("title", &entries.title), ("story", &entries.story)] {
        if !text.is_empty() {
            map.extra.insert(key.to_owned(), text.as_str().into());
        }
    }
    settle(&mut map);
    Ok(map)
}

/// Puts doors, stairs and exits in their squares.
fn stand(map: &mut Map, ground: &Ground, passages: &Grid<u32>, doors: &[(Pos, &DoorEntry)]) {
    for &(pos, entry) in doors {
        let leads = entry.leads.or(match entry.kind {
            DoorType::Entrance => Some(Leads::Out),
            DoorType::StairsDown => Some(Leads::Down),
            _ => None,
        });
        match (leads, entry.kind.door()) {
            (Some(Leads::Out), _) => map.exits.push(Exit::new(pos)),
            (Some(leads), _) => {
                let stairs = Stairs::new(pos, if leads == Leads::Up { Level::Up } else { Level::Down });
                map.tiles[pos] = stairs.tile();
                map.stairs.push(stairs);
            }
            (None, Some((kind, state))) => {
                let joins = sides(pos, entry.facing, ground, passages);
                map.add_door(pos, entry.facing, kind, state, &joins);
            }
            (None, None) if entry.kind == DoorType::Steps => {
                let down = format!("down-{}", entry.facing.word());
                map.decorations.push(Decoration::new(STEPS, pos).with_tags(vec![down.into()]));
            }
            (None, None) => {}
        }
    }
}

/// Returns the places on the two sides of a door.
fn sides(pos: Pos, facing: Dir, ground: &Ground, passages: &Grid<u32>) -> Vec<Place> {
    let passage = |pos: Pos| passages.get(pos)?.checked_sub(1).map(|id| Place::Passage(PassageId(id)));
    let mut joins: Vec<Place> = Vec::new();
    for side in [facing, facing.opposite()].map(|dir| pos.step(dir)) {
        let place = ground.room_at(side).map(Place::Room).or_else(|| passage(side)).or_else(|| passage(pos));
        joins.extend(place.filter(|place| !joins.contains(place)));
    }
    joins
}

/// Puts the start where the file says, or inside of the first entrance.
fn set_start(map: &mut Map, ground: &Ground, entries: &Entries, doors: &[(Pos, &DoorEntry)]) -> Result<(), Error> {
    let is_free = |pos: Pos| ground.is_floor(pos) && map.exits.iter().all(|exit| exit.pos != pos);
    let inside = |&(pos, entry): &(Pos, &DoorEntry)| {
        let is_entrance = entry.kind == DoorType::Entrance && entry.leads.is_none();
        Some(pos.step(entry.facing)).filter(|&pos| is_entrance && is_free(pos))
    };
    let start = match entries.start {
        Some(start) => {
            let pos = ground.floor_at(start).ok_or_else(|| bad("start", format_args!("no rect covers {start}")))?;
            Some(pos).filter(|&pos| is_free(pos))
        }
        None => doors.iter().find_map(inside),
    };
    map.entities.extend(start.map(|pos| Entity::new(EntityKind::Start, pos, "")));
    Ok(())
}

/// Puts columns on the floor. A column at the corner of four squares stands in the one nearest to
/// the middle of its room.
fn put_columns(map: &mut Map, ground: &Ground, entries: &Entries) {
    let mut taken: BTreeSet<Pos> = map.doors.iter().map(|door| door.pos).collect();
    taken.extend(map.stairs.iter().map(|stairs| stairs.pos));
    taken.extend(map.exits.iter().map(|exit| exit.pos));
    taken.extend(map.entities.iter().map(|entity| entity.pos));
    for &at in &entries.columns {
        let Some(mut pos) = ground.place_of(at) else { continue };
        let room = ground.room_at(pos).or_else(|| ground.room_at(pos - Pos::new(1, 1)));
        if let Some(room) = room.and_then(|id| map.room(id)) {
            let bounds = room.shape.bounds();
            let beyond = |at: f64, cell: i32, start: i32, side: i32| at.fract() == 0.0 && 2 * (cell - start) > side;
            pos.x -= i32::from(beyond(at.0, pos.x, bounds.x, bounds.width));
            pos.y -= i32::from(beyond(at.1, pos.y, bounds.y, bounds.height));
        }
        if ground.is_floor(pos) && taken.insert(pos) {
            map.decorations.push(Decoration::new("column-round", pos));
        }
    }
}

/// Writes notes as labels: in files of ours in their squares, in other files, which have them in the
/// middle of rooms, below the room numbers.
fn put_labels(map: &mut Map, ground: &Ground, entries: &Entries) -> Result<(), Error> {
    for (index, note) in entries.notes.iter().enumerate() {
        let (x, y) = note.at;
        let path = || format!("notes[{index}].pos");
        let pos = ground.place_of(note.at);
        let mut pos = pos.ok_or_else(|| bad(&path(), format_args!("{x},{y} is outside of all rects")))?;
        let below = pos.step(Dir::South);
        let room = ground.room_at(pos).filter(|_| entries.rooms.is_none() && !note.reference.is_empty());
        if room.is_some() && ground.room_at(below) == room {
            pos = below;
        }
        if !note.text.is_empty() {
            map.labels.push(Label::new(pos, note.text.clone()));
        }
    }
    Ok(())
}

/// Adds the squares that must stay walkable: what stands somewhere, and the squares before doors.
fn keep_dry(map: &Map, dry: &mut BitGrid) {
    let around = map.doors.iter().flat_map(|door| {
        let facing = door.facing;
        [door.pos, door.pos.step(facing), door.pos.step(facing.opposite())]
    });
    let ways = map.exits.iter().map(|exit| exit.pos).chain(map.stairs.iter().map(|stairs| stairs.pos));
    let things = map.entities.iter().map(|entity| entity.pos).chain(map.decorations.iter().map(|it| it.pos));
    let kept = around.chain(ways).chain(things);
    kept.filter(|&pos| map.size().contains(pos)).for_each(|pos| dry.insert(pos));
}

/// Returns the room of the rect with the ending.
fn goal(ground: &Ground, entries: &Entries) -> Option<mapwright::RoomId> {
    let ending = entries.rects.iter().find(|rect| rect.is_ending)?;
    let pos = ground.floor_at(ending.area.center())?;
    ground.room_at(pos)
}

/// Makes the records agree with each other, notes what was dropped, and promises what holds.
fn settle(map: &mut Map) {
    let before = [map.doors.len(), map.stairs.len(), map.exits.len()];
    map.settle();
    let after = [map.doors.len(), map.stairs.len(), map.exits.len()];
    let reasons = ["a door needs floor on both sides and rock beside it", "out of reach", "out of reach"];
    for (index, what) in ["doors", "stairs", "exits"].into_iter().enumerate() {
        if after[index] < before[index] {
            let (asked, delivered) = (before[index] as i64, after[index] as i64);
            map.notes.push(Note::new("watabou", what, asked, delivered, reasons[index]));
        }
    }
    map.source.promises = Promises::CLOSED_BORDER | Promises::ROOMS_DISJOINT;
    let floor = map.walkable();
    if floor.iter().next().is_some_and(|first| floor.flood(first).count() == floor.count()) {
        map.source.promises = map.source.promises | Promises::CONNECTED;
    }
    map.count_tiles();
}
