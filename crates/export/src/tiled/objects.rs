//! The records of a map as objects.

use super::model::{Object, ObjectLayer, Outline, Property, Value};
use crate::job::Job;
use mapwright::{
    BitGrid, CellSet, Door, DoorState, Lock, Passage, PassageId, Place, Pos, Rect, Room, RoomId, Shape, Tags, Zone,
    decor, outlines,
};
use std::collections::BTreeMap;

/// Returns the object layers, always all of them, from bottom to top.
pub(super) fn layers(job: &Job<'_>, tile: f64) -> Vec<ObjectLayer> {
    let map = job.map;
    // Rooms first, then passages: doors refer to both, and locks to keys.
    let room_numbers: BTreeMap<RoomId, u32> = (1..).zip(&map.rooms).map(|(id, room)| (room.id, id)).collect();
    let first_passage = map.rooms.len() as u32 + 1;
    let passages = (first_passage..).zip(&map.passages);
    let passage_numbers: BTreeMap<PassageId, u32> = passages.map(|(id, passage)| (passage.id, id)).collect();
    let first_door = first_passage + map.passages.len() as u32;
    let first_entity = first_door + map.doors.len() as u32;
    let mut writer = Writer { job, tile, next: 1, room_numbers, passage_numbers, first_entity };
    let rooms = map.rooms.iter().map(|room| writer.room(room)).collect();
    let passages = map.passages.iter().map(|passage| writer.passage(passage)).collect();
    let doors = map.doors.iter().map(|door| writer.door(door)).collect();
    let entities = map.entities.iter().map(|entity| {
        let kind = vec![Property::new("kind", entity.kind.word())];
        writer.point(entity.kind.word(), &entity.name, entity.pos, kind)
    });
    let entities = entities.collect();
    let stairs = map.stairs.iter().map(|stairs| {
        let dir = vec![Property::new("direction", stairs.dir.word())];
        writer.point("stairs", &format!("Stairs {}", stairs.dir), stairs.pos, dir)
    });
    let stairs = stairs.collect();
    let exits = map.exits.iter().map(|exit| writer.point("exit", "Exit", exit.pos, Vec::new())).collect();
    let zones = map.zones.iter().map(|zone| writer.zone(zone)).collect();
    let labels = map
        .labels
        .iter()
        .map(|label| writer.point("label", "Label", label.pos, vec![Property::new("text", label.text.as_str())]));
    let labels = labels.collect();
    let layer = |(name, objects)| ObjectLayer { name, objects };
    [
        ("zones", zones),
        ("rooms", rooms),
        ("passages", passages),
        ("doors", doors),
        ("stairs", stairs),
        ("exits", exits),
        ("entities", entities),
        ("labels", labels),
    ]
    .map(layer)
    .into()
}

struct Writer<'a> {
    job: &'a Job<'a>,
    /// Pixels per tile side.
    tile: f64,
    /// Number of the next object.
    next: u32,
    room_numbers: BTreeMap<RoomId, u32>,
    passage_numbers: BTreeMap<PassageId, u32>,
    first_entity: u32,
}

impl Writer<'_> {
    fn object(&mut self, class: &'static str, name: &str, area: Rect, properties: Vec<Property>) -> Object {
        let pixels = |x: i32, y: i32| (f64::from(x) * self.tile, f64::from(y) * self.tile);
        let id = self.next;
        self.next += 1;
        Object {
            id,
            name: name.to_owned(),
            class,
            at: pixels(area.x, area.y),
            size: pixels(area.width, area.height),
            outline: Outline::Rect,
            properties,
        }
    }

    /// Returns an object in the middle of a cell.
    fn point(&mut self, class: &'static str, name: &str, pos: Pos, mut properties: Vec<Property>) -> Object {
        properties.extend([Property::new("x", i64::from(pos.x)), Property::new("y", i64::from(pos.y))]);
        let object = self.object(class, name, Rect::new(pos.x, pos.y, 1, 1), properties);
        let middle = (object.at.0 + self.tile / 2.0, object.at.1 + self.tile / 2.0);
        Object { at: middle, size: (0.0, 0.0), outline: Outline::Point, ..object }
    }

    /// Returns an object that covers a set of cells.
    fn cells(&mut self, class: &'static str, name: &str, cells: &CellSet, properties: Vec<Property>) -> Object {
        let bounds = cells.bounds();
        let object = self.object(class, name, bounds, properties);
        let corners = outer_line(cells.mask());
        let corner = |pos: Pos| (f64::from(pos.x) * self.tile, f64::from(pos.y) * self.tile);
        let corners = corners.into_iter().map(corner).collect();
        Object { size: (0.0, 0.0), outline: Outline::Polygon(corners), ..object }
    }

    fn room(&mut self, room: &Room) -> Object {
        let is_numbered = self.job.options.picture.look.numbers == Some(true);
        let name = if is_numbered { format!("Room {}", room.number) } else { "Room".to_owned() };
        let count = match &room.shape {
            Shape::Rect(rect) => rect.size().area(),
            Shape::Circle(_) => room.shape.positions().count(),
            Shape::Cells(cells) => cells.count(),
        };
        let mut properties = vec![Property::new("tiles", count as i64)];
        if is_numbered {
            properties.push(Property::new("number", i64::from(room.number)));
        }
        if !self.job.is_for_players {
            properties.extend(tags(&room.tags));
            let is_goal = self.job.map.mission.as_ref().is_some_and(|mission| mission.goal == room.id);
            properties.push(Property::new("goal", is_goal));
        }
        match &room.shape {
            Shape::Rect(rect) => self.object("room", &name, *rect, properties),
            Shape::Circle(square) => {
                let object = self.object("room", &name, *square, properties);
                Object { outline: Outline::Ellipse, ..object }
            }
            Shape::Cells(cells) => self.cells("room", &name, cells, properties),
        }
    }

    fn passage(&mut self, passage: &Passage) -> Object {
        let mut properties = vec![Property::new("width", i64::from(passage.width))];
        let rooms = passage.joins.iter().filter_map(|id| self.room_numbers.get(id).copied());
        let other = passage.ends_in.and_then(|id| self.passage_numbers.get(&id).copied());
        properties.extend(references(rooms.chain(other)));
        let Some(&first) = passage.points.first() else {
            return self.object("passage", "Passage", Rect::default(), properties);
        };
        let object = self.object("passage", "Passage", Rect::new(first.x, first.y, 1, 1), properties);
        // A passage of an even width runs between two cells.
        let (before, after) = Passage::reach(passage.width);
        let middle = self.tile * f64::from(1 + after - before) / 2.0;
        let at = (object.at.0 + middle, object.at.1 + middle);
        let offset = |pos: &Pos| (f64::from(pos.x - first.x) * self.tile, f64::from(pos.y - first.y) * self.tile);
        let outline = match passage.points.len() {
            1 => Outline::Point,
            _ => Outline::Polyline(passage.points.iter().map(offset).collect()),
        };
        Object { at, size: (0.0, 0.0), outline, ..object }
    }

    fn door(&mut self, door: &Door) -> Object {
        let mut properties = vec![
            Property::new("kind", door.kind.word()),
            Property::new("state", door.state.word()),
            Property::new("locked", door.state == DoorState::Locked),
            Property::new("facing", decor::word(door.facing)),
        ];
        let joined = door.joins.iter().filter_map(|place| match place {
            Place::Room(id) => self.room_numbers.get(id).copied(),
            Place::Passage(id) => self.passage_numbers.get(id).copied(),
        });
        properties.extend(references(joined));
        let locks = self.job.map.mission.iter().flat_map(|mission| &mission.locks);
        let key = locks.filter(|lock| lock.door == door.id).find_map(|lock| self.key(lock));
        properties.extend(key.map(|key| Property::new("key", Value::Object(key))));
        properties.extend([Property::new("x", i64::from(door.pos.x)), Property::new("y", i64::from(door.pos.y))]);
        let name = format!("{} {}", capitalized(door.state.word()), door_name(door));
        self.object("door", &name, Rect::new(door.pos.x, door.pos.y, 1, 1), properties)
    }

    /// Returns the number of the key of a lock.
    fn key(&self, lock: &Lock) -> Option<u32> {
        let is_key = |entity: &mapwright::Entity| entity.kind == mapwright::EntityKind::Key && entity.pos == lock.key;
        let index = self.job.map.entities.iter().position(is_key)?;
        Some(self.first_entity + index as u32)
    }

    fn zone(&mut self, zone: &Zone) -> Object {
        let mut properties = vec![Property::new("tiles", zone.cells.count() as i64)];
        properties.extend(tags(&zone.tags));
        let name = zone.tags.first().map_or("Zone", |tag| &**tag);
        self.cells("zone", name, &zone.cells, properties)
    }
}

/// Returns the properties that refer to the places that something joins.
fn references(numbers: impl Iterator<Item = u32>) -> Vec<Property> {
    (1..).zip(numbers).map(|(index, number)| Property::new(format!("joins_{index}"), Value::Object(number))).collect()
}

fn tags(tags: &Tags) -> Option<Property> {
    (!tags.is_empty()).then(|| Property::new("tags", tags.join(",")))
}

fn door_name(door: &Door) -> String {
    let word = door.kind.word();
    if word == "door" || word == "archway" || word == "portcullis" { word.to_owned() } else { format!("{word} door") }
}

fn capitalized(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Returns the corners of the first outline: the outer one of cells that are connected.
fn outer_line(cells: &BitGrid) -> Vec<Pos> {
    outlines(cells).into_iter().next().unwrap_or_default()
}
