//! [`MapView`]: a map as the API returns it.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use mapwright::{
    CellSet, Finding, Map, Note, Place, Pos, Recipe, Rect, RoomId, Shape, check, metrics, registry, share,
};
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;

/// A map with its tiles, records, checks and numbers.
#[derive(Serialize, JsonSchema)]
pub(crate) struct MapView {
    /// Digest of everything that a game would notice, as 32 hexadecimal digits.
    id: String,
    size: [i32; 2],
    /// Seed: a number as a string, because JavaScript rounds large numbers.
    seed: String,
    /// Recipe that made the map; null for a map drawn by hand.
    recipe: Option<Recipe>,
    /// Recipe as TOML.
    toml: Option<String>,
    /// Share code: recipe, size and seed, without edits. Null for a map without a recipe, and for
    /// one whose algorithms have changed since.
    share: Option<String>,
    /// True if the map was edited by hand.
    edited: bool,
    /// One byte per tile, row by row, as base64. `/api/list` names the codes.
    tiles: String,
    rooms: Vec<RoomView>,
    /// Rooms by tile, run-length encoded row by row: pairs of a room (index in `rooms` plus one, 0
    /// for none) and a number of tiles.
    room_runs: Vec<u32>,
    passages: Vec<PassageView>,
    doors: Vec<DoorView>,
    stairs: Vec<StairsView>,
    exits: Vec<ExitView>,
    entities: Vec<EntityView>,
    zones: Vec<ZoneView>,
    /// Zones by tile, encoded like `room_runs`.
    zone_runs: Vec<u32>,
    /// Labels written by hand.
    labels: Vec<LabelView>,
    /// Grid that rooms snap to, as width and height of a cell.
    grid: Option<[i32; 2]>,
    mission: Option<MissionView>,
    /// Path from the entrance to the goal, tile by tile.
    critical_path: Vec<[i32; 2]>,
    /// Requested things that could not be delivered, and remarks.
    notes: Vec<NoteView>,
    /// Numbers recorded by generators.
    stats: BTreeMap<String, i64>,
    /// Guarantees of the algorithms that made the map.
    promises: Vec<&'static str>,
    /// Problems found by the checker.
    findings: Vec<FindingView>,
}

#[derive(Serialize, JsonSchema)]
struct RoomView {
    id: u32,
    number: u32,
    /// `rect`, `circle` or `cells`.
    shape: &'static str,
    /// Bounding rectangle: x, y, width, height.
    bounds: [i32; 4],
    /// Number of tiles.
    area: usize,
    tags: Vec<String>,
}

#[derive(Serialize, JsonSchema)]
struct PassageView {
    id: u32,
    width: i32,
    points: Vec<[i32; 2]>,
    joins: Vec<u32>,
}

#[derive(Serialize, JsonSchema)]
struct DoorView {
    id: u32,
    at: [i32; 2],
    kind: serde_json::Value,
    state: serde_json::Value,
    facing: String,
    /// Joined places, one per side: `{"room": 3}` or `{"passage": 5}`.
    joins: Vec<serde_json::Value>,
}

#[derive(Serialize, JsonSchema)]
struct StairsView {
    at: [i32; 2],
    dir: serde_json::Value,
}

#[derive(Serialize, JsonSchema)]
struct ExitView {
    at: [i32; 2],
}

#[derive(Serialize, JsonSchema)]
struct EntityView {
    kind: serde_json::Value,
    at: [i32; 2],
    name: String,
}

#[derive(Serialize, JsonSchema)]
struct ZoneView {
    id: u32,
    area: usize,
    tags: Vec<String>,
}

#[derive(Serialize, JsonSchema)]
struct LabelView {
    at: [i32; 2],
    text: String,
}

#[derive(Serialize, JsonSchema)]
struct MissionView {
    /// Id of the room that is the goal.
    goal: u32,
    locks: Vec<LockView>,
}

#[derive(Serialize, JsonSchema)]
struct LockView {
    door: u32,
    key: [i32; 2],
}

#[derive(Serialize, JsonSchema)]
struct NoteView {
    step: String,
    what: String,
    asked: i64,
    delivered: i64,
    why: String,
    /// True if nothing is missing and the note is for information only.
    remark: bool,
}

/// A problem found by the checker, with its position.
#[derive(Serialize, JsonSchema)]
pub(crate) struct FindingView {
    rule: &'static str,
    message: String,
    x: i32,
    y: i32,
}

impl From<Finding> for FindingView {
    fn from(Finding { rule, pos, message, .. }: Finding) -> Self {
        FindingView { rule, message, x: pos.x, y: pos.y }
    }
}

impl MapView {
    /// Collects everything that the API returns about a map.
    pub(crate) fn of(map: &Map) -> MapView {
        let origin = &map.source.origin;
        MapView {
            id: map.digest().to_string(),
            size: [map.size().width, map.size().height],
            seed: map.source.seed.number().to_string(),
            recipe: origin.recipe.clone(),
            toml: origin.recipe.as_ref().map(Recipe::to_toml),
            share: share_code(map),
            edited: !map.source.edits.is_empty(),
            tiles: base64_of(map.tiles.cells().iter().map(|tile| tile.code())),
            rooms: map.rooms.iter().map(room).collect(),
            room_runs: runs(map, map.rooms.iter().map(|room| Cells::Room(&room.shape))),
            passages: map.passages.iter().map(passage).collect(),
            doors: map.doors.iter().map(door).collect(),
            stairs: map.stairs.iter().map(|it| StairsView { at: cell(it.pos), dir: to_json(&it.dir) }).collect(),
            exits: map.exits.iter().map(|exit| ExitView { at: cell(exit.pos) }).collect(),
            entities: map
                .entities
                .iter()
                .map(|it| EntityView { kind: to_json(&it.kind), at: cell(it.pos), name: it.name.to_string() })
                .collect(),
            zones: map
                .zones
                .iter()
                .map(|zone| ZoneView { id: zone.id.0, area: zone.cells.count(), tags: strings(&zone.tags) })
                .collect(),
            zone_runs: runs(map, map.zones.iter().map(|zone| Cells::Zone(&zone.cells))),
            labels: map.labels.iter().map(|it| LabelView { at: cell(it.pos), text: it.text.clone() }).collect(),
            grid: map.grid.map(|grid| [grid.width, grid.height]),
            mission: map.mission.as_ref().map(|mission| MissionView {
                goal: mission.goal.0,
                locks: mission.locks.iter().map(|lock| LockView { door: lock.door.0, key: cell(lock.key) }).collect(),
            }),
            critical_path: metrics::critical_path(map).into_iter().map(cell).collect(),
            notes: map.notes.iter().map(note).collect(),
            stats: map.stats.clone(),
            promises: map.source.promises.names().collect(),
            findings: check(map).into_iter().map(FindingView::from).collect(),
        }
    }
}

/// Returns the share code, unless the map has no recipe or its algorithms have changed.
fn share_code(map: &Map) -> Option<String> {
    let origin = &map.source.origin;
    let outdated = share::outdated(origin.recipe.as_ref()?, &origin.revisions, registry::ALL).is_some();
    if outdated { None } else { share::code(map) }
}

/// Encodes bytes as base64.
pub(crate) fn base64_of(bytes: impl Iterator<Item = u8>) -> String {
    STANDARD.encode(bytes.collect::<Vec<u8>>())
}

fn cell(pos: Pos) -> [i32; 2] {
    [pos.x, pos.y]
}

fn strings(tags: &[std::borrow::Cow<'static, str>]) -> Vec<String> {
    tags.iter().map(ToString::to_string).collect()
}

/// Returns the value as saved maps spell it.
fn to_json(value: &impl Serialize) -> serde_json::Value {
    serde_json::to_value(value).unwrap_or_default()
}

fn room(room: &mapwright::Room) -> RoomView {
    let Rect { x, y, width, height } = room.shape.bounds();
    let shape = match room.shape {
        Shape::Rect(_) => "rect",
        Shape::Circle(_) => "circle",
        Shape::Cells(_) => "cells",
    };
    let area = room.shape.positions().count();
    RoomView {
        id: room.id.0,
        number: room.number,
        shape,
        bounds: [x, y, width, height],
        area,
        tags: strings(&room.tags),
    }
}

fn passage(passage: &mapwright::Passage) -> PassageView {
    PassageView {
        id: passage.id.0,
        width: passage.width,
        points: passage.points.iter().map(|&point| cell(point)).collect(),
        joins: passage.joins.iter().map(|&RoomId(id)| id).collect(),
    }
}

fn door(door: &mapwright::Door) -> DoorView {
    DoorView {
        id: door.id.0,
        at: cell(door.pos),
        kind: to_json(&door.kind),
        state: to_json(&door.state),
        facing: format!("{:?}", door.facing).to_lowercase(),
        joins: door.joins.iter().map(|place: &Place| to_json(place)).collect(),
    }
}

fn note(note: &Note) -> NoteView {
    let remark = note.is_remark();
    let Note { step, what, asked, delivered, why, .. } = note.clone();
    NoteView { step, what, asked, delivered, why, remark }
}

/// Tiles of a room or a zone.
enum Cells<'a> {
    Room(&'a Shape),
    Zone(&'a CellSet),
}

/// Run-length encodes the areas: pairs of a number (index plus one, 0 for none) and a number of
/// tiles. Empty if there are no areas. Where two overlap, the later one wins.
fn runs<'a>(map: &Map, areas: impl ExactSizeIterator<Item = Cells<'a>>) -> Vec<u32> {
    if areas.len() == 0 {
        return Vec::new();
    }
    let (width, bounds) = (map.size().width, map.size().rect());
    let mut numbers = vec![0u32; map.size().area()];
    for (cells, number) in areas.zip(1..) {
        let mut put = |pos: Pos| {
            // A room in a file may reach beyond the map.
            if bounds.contains(pos) {
                numbers[(pos.y * width + pos.x) as usize] = number;
            }
        };
        match cells {
            Cells::Room(shape) => shape.positions().for_each(&mut put),
            Cells::Zone(cells) => cells.positions().for_each(&mut put),
        }
    }
    let runs = numbers.chunk_by(|a, b| a == b);
    runs.flat_map(|run| [run[0], run.len() as u32]).collect()
}
