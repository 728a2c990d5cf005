//! The entities of a level: rooms, doors, monsters and everything else that is no tile.

use super::ids::{Ids, Iid};
use super::kinds::{KIND_COUNT, KINDS, Kind, field_uid, identifier, kind_index, kind_uid};
use crate::job::Job;
use mapwright::{Door, DoorId, EntityKind, Level, Map, PassageId, Place, Pos, Rect, RoomId, Tile, decor};
use serde::ser::{SerializeSeq, SerializeStruct};
use serde::{Serialize, Serializer};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// An entity, in cells of its level.
pub(super) struct Instance {
    kind: usize,
    pub(super) iid: Iid,
    pub(super) area: Rect,
    /// One value per field of the kind.
    values: Vec<FieldValue>,
}

/// The value of a field.
pub(super) enum FieldValue {
    Int(Option<i64>),
    Bool(bool),
    Text(String),
    Texts(Vec<String>),
    Points(Vec<Pos>),
    /// One of the values of an enum.
    Choice(Option<String>),
    Ref(Option<Reference>),
    Refs(Vec<Reference>),
}

/// A reference to an entity.
#[derive(Clone, Copy, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Reference {
    entity_iid: Iid,
    layer_iid: Iid,
    level_iid: Iid,
    world_iid: Iid,
}

impl Instance {
    /// Returns the kind of the entity.
    pub(super) fn kind(&self) -> &'static Kind {
        &KINDS[self.kind]
    }
}

impl Reference {
    /// Creates the reference to one of the entities of a level.
    pub(super) fn new(ids: &Ids, level: u32, entity_iid: Iid) -> Reference {
        let of_level = |kind: &str| ids.iid(level, kind, 0);
        Reference {
            entity_iid,
            layer_iid: of_level("Entities"),
            level_iid: of_level("Level"),
            world_iid: ids.iid(0, "World", 0),
        }
    }
}

/// The stairs of the levels above and below, by their cells.
#[derive(Default)]
pub(super) struct Neighbours<'a> {
    pub(super) above: Option<(u32, &'a Map)>,
    pub(super) below: Option<(u32, &'a Map)>,
}

/// Collects the entities of a level.
struct Collector<'a> {
    job: &'a Job<'a>,
    ids: &'a Ids,
    level: u32,
    found: Vec<Instance>,
    /// Number of entities of each kind so far.
    counts: [usize; KIND_COUNT],
}

/// Returns the entities of a level, those that cover most first.
pub(super) fn entities(job: &Job<'_>, ids: &Ids, level: u32, beside: &Neighbours<'_>) -> Vec<Instance> {
    let mut all = Collector { job, ids, level, found: Vec::new(), counts: [0; KIND_COUNT] };
    all.areas();
    all.decorations();
    all.doors();
    all.ways(beside);
    all.things();
    all.found
}

fn word(word: impl std::fmt::Display) -> FieldValue {
    FieldValue::Choice(Some(identifier(&word.to_string())))
}

fn texts<T: ToString>(tags: &[T]) -> FieldValue {
    FieldValue::Texts(tags.iter().map(T::to_string).collect())
}

fn cell(pos: Pos) -> Rect {
    Rect::new(pos.x, pos.y, 1, 1)
}

impl Collector<'_> {
    /// Adds an entity of this kind. Entities outside the map are left out.
    fn add(&mut self, identifier: &str, area: Rect, values: Vec<FieldValue>) {
        let kind = kind_index(identifier);
        let index = self.counts[kind];
        self.counts[kind] += 1;
        let area = area.intersection(self.job.map.size().rect());
        if !area.is_empty() {
            debug_assert_eq!(values.len(), KINDS[kind].fields.len(), "{identifier}");
            self.found.push(Instance { kind, iid: self.ids.iid(self.level, identifier, index), area, values });
        }
    }

    /// Returns the reference to an entity of a kind by its place in the list of the map.
    fn reference(&self, kind: &str, index: usize) -> Reference {
        Reference::new(self.ids, self.level, self.ids.iid(self.level, kind, index))
    }

    fn areas(&mut self) {
        let map = self.job.map;
        // Tags of rooms and zones tell players about goals and treasure.
        let tags = |tags: &mapwright::Tags| if self.job.is_for_players { texts::<&str>(&[]) } else { texts(tags) };
        let is_numbered = self.job.shows_numbers();
        let rooms = rooms_of(map);
        let zones = map.zones.iter().map(|zone| {
            let cells = FieldValue::Int(Some(zone.cells.count() as i64));
            ("Zone", zone.cells.bounds(), vec![texts(&zone.tags), cells])
        });
        let passages = map.passages.iter().map(|passage| {
            let joins = passage.joins.iter().filter_map(|id| rooms.get(id));
            let joins = joins.map(|&at| self.reference("Room", at)).collect();
            let points = FieldValue::Points(passage.points.to_vec());
            let values = vec![points, FieldValue::Int(Some(passage.width.into())), FieldValue::Refs(joins)];
            ("Passage", passage.bounds().unwrap_or_default(), values)
        });
        let all_rooms = map.rooms.iter().map(|room| {
            (
                "Room",
                room.shape.bounds(),
                vec![FieldValue::Int(is_numbered.then_some(room.number.into())), tags(&room.tags)],
            )
        });
        let all: Vec<_> = zones.chain(passages).chain(all_rooms).collect();
        all.into_iter().for_each(|(kind, area, values)| self.add(kind, area, values));
    }

    fn decorations(&mut self) {
        for decoration in &self.job.map.decorations {
            let facing = decor::facing(decoration);
            let is_facing = |tag: &&std::borrow::Cow<'_, str>| facing.is_some_and(|dir| *tag == dir.word());
            let tags: Vec<_> = decoration.tags.iter().filter(|tag| !is_facing(tag)).collect();
            let values = vec![
                FieldValue::Text(decoration.kind.to_string()),
                facing.map_or(FieldValue::Choice(None), |dir| word(dir.word())),
                texts(&tags),
                FieldValue::Bool(decor::blocks(decoration)),
            ];
            self.add("Decoration", decor::footprint(decoration), values);
        }
    }

    fn doors(&mut self) {
        let map = self.job.map;
        let rooms = rooms_of(map);
        let passages: BTreeMap<PassageId, usize> =
            map.passages.iter().enumerate().map(|(at, passage)| (passage.id, at)).collect();
        let locks = map.mission.iter().flat_map(|mission| &mission.locks);
        let keys: BTreeMap<DoorId, Pos> = locks.map(|lock| (lock.door, lock.key)).collect();
        let key_at: BTreeMap<Pos, usize> = keys_of(map).enumerate().map(|(at, pos)| (pos, at)).collect();
        let reference = |place: &Place| match place {
            Place::Room(id) => rooms.get(id).map(|&at| self.reference("Room", at)),
            Place::Passage(id) => passages.get(id).map(|&at| self.reference("Passage", at)),
        };
        let values = |door: &Door| {
            let key = keys.get(&door.id).and_then(|pos| key_at.get(pos));
            vec![
                word(door.kind),
                word(door.state),
                word(door.facing.word()),
                FieldValue::Refs(door.joins.iter().filter_map(reference).collect()),
                FieldValue::Ref(key.map(|&at| self.reference("Key", at))),
            ]
        };
        let all: Vec<_> = map.doors.iter().map(|door| (cell(door.pos), values(door))).collect();
        all.into_iter().for_each(|(area, values)| self.add("Door", area, values));
    }

    fn ways(&mut self, beside: &Neighbours<'_>) {
        let map = self.job.map;
        for stairs in &map.stairs {
            let (other, counterpart) = match stairs.dir {
                Level::Up => (beside.above, (Level::Down, Tile::StairsDown)),
                Level::Down => (beside.below, (Level::Up, Tile::StairsUp)),
            };
            // Stairs of neighbouring levels belong together if they are in the same cell.
            let other = other.and_then(|(level, other)| {
                let is_there = other.tiles.get(stairs.pos) == Some(&counterpart.1);
                let at = other.stairs.iter().position(|it| it.pos == stairs.pos && it.dir == counterpart.0);
                let at = at.filter(|_| is_there)?;
                Some(Reference::new(self.ids, level, self.ids.iid(level, "Stairs", at)))
            });
            self.add("Stairs", cell(stairs.pos), vec![word(stairs.dir), FieldValue::Ref(other)]);
        }
        map.exits.iter().for_each(|exit| self.add("Exit", cell(exit.pos), Vec::new()));
    }

    fn things(&mut self) {
        let map = self.job.map;
        let doors: BTreeMap<DoorId, usize> = map.doors.iter().enumerate().map(|(at, door)| (door.id, at)).collect();
        for entity in &map.entities {
            let name = || FieldValue::Text(entity.name.to_string());
            let (kind, values) = match entity.kind {
                EntityKind::Start => ("Start", Vec::new()),
                EntityKind::Monster => ("Monster", vec![name()]),
                EntityKind::Item => ("Item", vec![name()]),
                EntityKind::Trap => ("Trap", vec![name()]),
                EntityKind::Key => {
                    let locks = map.mission.iter().flat_map(|mission| &mission.locks);
                    let opened = locks.filter(|lock| lock.key == entity.pos).filter_map(|lock| doors.get(&lock.door));
                    let opened = opened.map(|&at| self.reference("Door", at)).collect();
                    ("Key", vec![name(), FieldValue::Refs(opened)])
                }
                _ => ("Thing", vec![name()]),
            };
            self.add(kind, cell(entity.pos), values);
        }
        for label in &map.labels {
            self.add("Label", cell(label.pos), vec![FieldValue::Text(label.text.clone())]);
        }
    }
}

/// Returns the places of the rooms in their list.
fn rooms_of(map: &Map) -> BTreeMap<RoomId, usize> {
    map.rooms.iter().enumerate().map(|(at, room)| (room.id, at)).collect()
}

/// Iterates over the cells of the keys.
fn keys_of(map: &Map) -> impl Iterator<Item = Pos> + '_ {
    map.entities.iter().filter(|entity| entity.kind == EntityKind::Key).map(|entity| entity.pos)
}

impl FieldValue {
    /// Returns the value for programs.
    pub(super) fn value(&self) -> Value {
        match self {
            FieldValue::Int(number) => json!(number),
            FieldValue::Bool(value) => json!(value),
            FieldValue::Text(text) => json!(text),
            FieldValue::Texts(texts) => json!(texts),
            FieldValue::Points(points) => points.iter().map(|pos| json!({ "cx": pos.x, "cy": pos.y })).collect(),
            FieldValue::Choice(word) => json!(word),
            FieldValue::Ref(reference) => json!(reference),
            FieldValue::Refs(references) => json!(references),
        }
    }

    /// Returns the values for the editor: a list, in forms of its own.
    pub(super) fn editor_values(&self) -> Value {
        let text = |text: &str| json!({ "id": "V_String", "params": [text] });
        match self {
            FieldValue::Int(number) => number.iter().map(|it| json!({ "id": "V_Int", "params": [it] })).collect(),
            FieldValue::Bool(value) => json!([{ "id": "V_Bool", "params": [value] }]),
            FieldValue::Text(only) => json!([text(only)]),
            FieldValue::Texts(texts) => texts.iter().map(|it| text(it)).collect(),
            FieldValue::Points(points) => points.iter().map(|pos| text(&format!("{},{}", pos.x, pos.y))).collect(),
            FieldValue::Choice(word) => word.iter().map(|it| text(it)).collect(),
            FieldValue::Ref(reference) => reference.iter().map(|it| text(&it.entity_iid.to_string())).collect(),
            FieldValue::Refs(references) => references.iter().map(|it| text(&it.entity_iid.to_string())).collect(),
        }
    }
}

/// The value of a field, as instances of levels and entities have it.
#[derive(Serialize)]
pub(super) struct FieldInstance {
    #[serde(rename = "__identifier")]
    pub(super) identifier: &'static str,
    #[serde(rename = "__type")]
    pub(super) of: String,
    #[serde(rename = "__value")]
    pub(super) value: Value,
    #[serde(rename = "__tile")]
    pub(super) tile: (),
    #[serde(rename = "defUid")]
    pub(super) def_uid: u32,
    #[serde(rename = "realEditorValues")]
    pub(super) editor_values: Value,
}

/// Entities with the pixels of a tile side, to be serialized.
pub(super) struct Instances<'a>(pub(super) &'a [Instance], pub(super) u32);

impl Serialize for Instances<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut list = to.serialize_seq(Some(self.0.len()))?;
        for instance in self.0 {
            list.serialize_element(&Placed(instance, self.1 as i32))?;
        }
        list.end()
    }
}

struct Placed<'a>(&'a Instance, i32);

impl Serialize for Placed<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let Placed(Instance { kind: index, iid, area, values }, tile) = *self;
        let kind = &KINDS[*index];
        let fields = kind.fields.iter().zip(values).enumerate().map(|(at, (field, value))| FieldInstance {
            identifier: field.identifier,
            of: field.of.word(),
            value: value.value(),
            tile: (),
            def_uid: field_uid(*index, at),
            editor_values: value.editor_values(),
        });
        let mut out = to.serialize_struct("EntityInstance", 14)?;
        out.serialize_field("__identifier", kind.identifier)?;
        out.serialize_field("__grid", &[area.x, area.y])?;
        out.serialize_field("__pivot", &[0, 0])?;
        out.serialize_field("__tags", kind.tags)?;
        out.serialize_field("__tile", &())?;
        out.serialize_field("__smartColor", kind.color)?;
        out.serialize_field("iid", iid)?;
        out.serialize_field("width", &(area.width * tile))?;
        out.serialize_field("height", &(area.height * tile))?;
        out.serialize_field("defUid", &kind_uid(*index))?;
        out.serialize_field("px", &[area.x * tile, area.y * tile])?;
        out.serialize_field("fieldInstances", &fields.collect::<Vec<_>>())?;
        // All levels lie above each other, with their top-left corner at the origin of the world.
        out.serialize_field("__worldX", &(area.x * tile))?;
        out.serialize_field("__worldY", &(area.y * tile))?;
        out.end()
    }
}
