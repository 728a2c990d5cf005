//! Rooms, doors, entities and everything else that is no tile, as markers with metadata.

use super::text::{list, quoted};
use crate::job::Job;
use mapwright::{DoorId, EntityKind, Map, PassageId, Place, Pos, Rect, RoomId, decor};
use std::collections::BTreeMap;
use std::io::{self, Write};

/// A marker in the middle of an area, with its metadata in the notation of scenes.
struct Marker {
    area: Rect,
    data: Vec<(&'static str, String)>,
}

/// Writes a group of markers for every kind of thing that the map has.
pub(super) fn write(job: &Job<'_>, tile: i32, to: &mut impl Write) -> io::Result<()> {
    let map = job.map;
    let links = Links::of(map);
    group(to, "Zones", "Zone", tile, zones(job))?;
    group(to, "Rooms", "Room", tile, rooms(job))?;
    group(to, "Passages", "Passage", tile, passages(map, &links))?;
    group(to, "Decorations", "Decoration", tile, decorations(map))?;
    group(to, "Doors", "Door", tile, doors(map, &links))?;
    group(to, "Stairs", "Stairs", tile, stairs(map))?;
    group(to, "Exits", "Exit", tile, map.exits.iter().map(|exit| at(exit.pos, Vec::new())).collect())?;
    for (kind, (group_name, name)) in ENTITIES {
        group(to, group_name, name, tile, entities(map, kind, &links))?;
    }
    let label = |label: &mapwright::Label| at(label.pos, vec![("text", quoted(&label.text))]);
    group(to, "Labels", "Label", tile, map.labels.iter().map(label).collect())
}

/// The kinds of entities with the names of their groups and markers.
const ENTITIES: [(EntityKind, (&str, &str)); 5] = [
    (EntityKind::Start, ("Starts", "Start")),
    (EntityKind::Monster, ("Monsters", "Monster")),
    (EntityKind::Item, ("Items", "Item")),
    (EntityKind::Trap, ("Traps", "Trap")),
    (EntityKind::Key, ("Keys", "Key")),
];

/// Writes a node with these markers below it, numbered from 1.
fn group(to: &mut impl Write, group: &str, name: &str, tile: i32, markers: Vec<Marker>) -> io::Result<()> {
    if markers.is_empty() {
        return Ok(());
    }
    writeln!(to, "[node name=\"{group}\" type=\"Node2D\" parent=\".\"]\n")?;
    for (number, Marker { area, data }) in (1..).zip(markers) {
        writeln!(to, "[node name=\"{name}{number}\" type=\"Marker2D\" parent=\"{group}\"]")?;
        let middle = |from: i32, length: i32| f64::from(2 * from + length) * f64::from(tile) / 2.0;
        writeln!(to, "position = Vector2({}, {})", middle(area.x, area.width), middle(area.y, area.height))?;
        writeln!(to, "metadata/cell = Vector2i({}, {})", area.x, area.y)?;
        if area.width > 1 || area.height > 1 {
            writeln!(to, "metadata/cells = Vector2i({}, {})", area.width, area.height)?;
        }
        for (key, value) in data {
            writeln!(to, "metadata/{key} = {value}")?;
        }
        writeln!(to)?;
    }
    Ok(())
}

fn at(pos: Pos, data: Vec<(&'static str, String)>) -> Marker {
    Marker { area: Rect::new(pos.x, pos.y, 1, 1), data }
}

/// The places of records in their lists, from which the markers have their names.
struct Links {
    rooms: BTreeMap<RoomId, usize>,
    passages: BTreeMap<PassageId, usize>,
    doors: BTreeMap<DoorId, usize>,
    keys: BTreeMap<Pos, usize>,
}

impl Links {
    fn of(map: &Map) -> Links {
        let keys = map.entities.iter().filter(|entity| entity.kind == EntityKind::Key);
        Links {
            rooms: map.rooms.iter().enumerate().map(|(at, room)| (room.id, at)).collect(),
            passages: map.passages.iter().enumerate().map(|(at, passage)| (passage.id, at)).collect(),
            doors: map.doors.iter().enumerate().map(|(at, door)| (door.id, at)).collect(),
            keys: keys.enumerate().map(|(at, key)| (key.pos, at)).collect(),
        }
    }

    fn room(&self, id: RoomId) -> Option<String> {
        Some(path("Rooms/Room", *self.rooms.get(&id)?))
    }

    fn place(&self, place: Place) -> Option<String> {
        match place {
            Place::Room(id) => self.room(id),
            Place::Passage(id) => Some(path("Passages/Passage", *self.passages.get(&id)?)),
        }
    }
}

/// Returns the path from one marker to another.
fn path(to: &str, index: usize) -> String {
    format!("NodePath(\"../../{to}{}\")", index + 1)
}

fn joined(all: impl Iterator<Item = String>) -> String {
    format!("[{}]", all.collect::<Vec<_>>().join(", "))
}

fn zones(job: &Job<'_>) -> Vec<Marker> {
    let marker = |zone: &mapwright::Zone| Marker { area: zone.cells.bounds(), data: vec![("tags", list(&zone.tags))] };
    job.map.zones.iter().map(marker).collect()
}

fn rooms(job: &Job<'_>) -> Vec<Marker> {
    let marker = |room: &mapwright::Room| {
        let mut data = Vec::new();
        if job.shows_numbers() {
            data.push(("number", room.number.to_string()));
        }
        // Tags of rooms tell players about goals and treasure.
        if !job.is_for_players {
            data.push(("tags", list(&room.tags)));
        }
        Marker { area: room.shape.bounds(), data }
    };
    job.map.rooms.iter().map(marker).collect()
}

fn passages(map: &Map, links: &Links) -> Vec<Marker> {
    let marker = |passage: &mapwright::Passage| {
        let points = passage.points.iter().map(|pos| format!("Vector2i({}, {})", pos.x, pos.y));
        let joins = passage.joins.iter().filter_map(|&id| links.room(id));
        let data = vec![("points", joined(points)), ("breadth", passage.width.to_string()), ("joins", joined(joins))];
        Marker { area: passage.bounds().unwrap_or_default(), data }
    };
    map.passages.iter().map(marker).collect()
}

fn decorations(map: &Map) -> Vec<Marker> {
    let marker = |decoration: &mapwright::Decoration| {
        let blocks = decor::blocks(decoration).to_string();
        let mut data = vec![("kind", quoted(&decoration.kind)), ("blocks", blocks)];
        if let Some(dir) = decor::facing(decoration) {
            data.push(("facing", quoted(dir.word())));
        }
        Marker { area: decor::footprint(decoration), data }
    };
    map.decorations.iter().map(marker).collect()
}

fn doors(map: &Map, links: &Links) -> Vec<Marker> {
    let locks = map.mission.iter().flat_map(|mission| &mission.locks);
    let keys: BTreeMap<DoorId, Pos> = locks.map(|lock| (lock.door, lock.key)).collect();
    let marker = |door: &mapwright::Door| {
        let mut data = vec![
            ("kind", quoted(&door.kind.to_string())),
            ("state", quoted(&door.state.to_string())),
            ("facing", quoted(door.facing.word())),
            ("joins", joined(door.joins.iter().filter_map(|&place| links.place(place)))),
        ];
        let key = keys.get(&door.id).and_then(|pos| links.keys.get(pos));
        data.extend(key.map(|&key| ("key", path("Keys/Key", key))));
        at(door.pos, data)
    };
    map.doors.iter().map(marker).collect()
}

fn stairs(map: &Map) -> Vec<Marker> {
    map.stairs.iter().map(|stairs| at(stairs.pos, vec![("to", quoted(&stairs.dir.to_string()))])).collect()
}

fn entities(map: &Map, kind: EntityKind, links: &Links) -> Vec<Marker> {
    let marker = |entity: &mapwright::Entity| {
        let mut data = Vec::new();
        if !entity.name.is_empty() {
            data.push(("name", quoted(&entity.name)));
        }
        if kind == EntityKind::Key {
            let locks = map.mission.iter().flat_map(|mission| &mission.locks);
            let opened = locks.filter(|lock| lock.key == entity.pos).filter_map(|lock| links.doors.get(&lock.door));
            data.push(("opens", joined(opened.map(|&door| path("Doors/Door", door)))));
        }
        at(entity.pos, data)
    };
    map.entities.iter().filter(|entity| entity.kind == kind).map(marker).collect()
}
