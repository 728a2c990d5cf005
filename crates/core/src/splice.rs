//! Cutting a part out of a map and putting it back: how a step is limited to an area.
//!
//! A generator never learns that it works on a part. It gets a map of the part's size, and what it made is put back here,
//! with everything moved to its place and given names that are free on the whole map.

use crate::generator::Kind;
use crate::grid::{Pos, Rect};
use crate::map::{CellSet, Map, PassageId, Place, RoomId, Shape, ZoneId};
use std::collections::BTreeMap;

/// The part of the map in the area, as a map of its own; names stay the same.
pub(crate) fn cut_out(map: &Map, area: Rect) -> Map {
    let mut part = Map::from_source(map.tiles.crop(area), map.source.clone());
    part.clone_structure(map);
    clip(&mut part, |pos| area.contains(pos));
    shift(&mut part, Pos::new(-area.x, -area.y));
    part
}

/// Puts a part back where `inside` says so.
///
/// A layout replaces everything that was there. A shape or place step replaces tiles and whatever stands on a single tile,
/// and may add rooms, passages and zones; those that were there stay as they are.
pub(crate) fn put_back(map: &mut Map, mut part: Map, area: Rect, kind: Kind, inside: impl Fn(Pos) -> bool) {
    shift(&mut part, area.origin());
    for pos in area.positions().filter(|&pos| inside(pos)) {
        map.tiles[pos] = part.tiles[pos - area.origin()];
    }
    clip(&mut part, &inside);
    if kind == Kind::Layout {
        clip(map, |pos| !inside(pos));
    } else {
        clip_points(map, &|pos| !inside(pos));
        part.rooms.retain(|room| map.room(room.id).is_none());
        part.passages.retain(|passage| map.passages.iter().all(|known| known.id != passage.id));
        part.zones.retain(|zone| map.zones.iter().all(|known| known.id != zone.id));
    }
    let fresh = rename(map, &mut part, kind);
    map.rooms.append(&mut part.rooms);
    map.passages.append(&mut part.passages);
    map.zones.append(&mut part.zones);
    map.doors.append(&mut part.doors);
    map.stairs.append(&mut part.stairs);
    map.exits.append(&mut part.exits);
    map.entities.append(&mut part.entities);
    map.decorations.append(&mut part.decorations);
    map.notes.append(&mut part.notes);
    map.stats.append(&mut part.stats);
    debug_assert!(fresh, "names are unique");
}

/// Gives what is new in the part names that follow those of the map.
fn rename(map: &Map, part: &mut Map, kind: Kind) -> bool {
    let mut next_room = map.rooms.iter().map(|room| room.id.0 + 1).max().unwrap_or(0);
    let mut next_number = map.rooms.iter().map(|room| room.number + 1).max().unwrap_or(1);
    let mut next_passage = map.passages.iter().map(|passage| passage.id.0 + 1).max().unwrap_or(0);
    let mut next_zone = map.zones.iter().map(|zone| zone.id.0 + 1).max().unwrap_or(0);
    let mut next_door = map.doors.iter().map(|door| door.id.0 + 1).max().unwrap_or(0);
    let take = |next: &mut u32| std::mem::replace(next, *next + 1);
    let mut rooms: BTreeMap<RoomId, RoomId> = BTreeMap::new();
    for room in &mut part.rooms {
        let id = RoomId(take(&mut next_room));
        rooms.insert(room.id, id);
        (room.id, room.number) = (id, take(&mut next_number));
    }
    // A reference to a room that was on the map before keeps its name, except to one that a layout has replaced.
    let renamed = |id: RoomId| rooms.get(&id).copied().or_else(|| (kind != Kind::Layout).then_some(id));
    let mut passages: BTreeMap<PassageId, PassageId> = BTreeMap::new();
    for passage in &mut part.passages {
        let id = PassageId(take(&mut next_passage));
        passages.insert(passage.id, id);
        passage.id = id;
        passage.joins = passage.joins.iter().filter_map(|&id| renamed(id)).collect();
    }
    for zone in &mut part.zones {
        zone.id = ZoneId(take(&mut next_zone));
    }
    for door in &mut part.doors {
        door.id.0 = take(&mut next_door);
        let places = door.joins.iter().filter_map(|place| match place {
            Place::Room(id) => renamed(*id).map(Place::Room),
            Place::Passage(id) => {
                passages.get(id).copied().or_else(|| (kind != Kind::Layout).then_some(*id)).map(Place::Passage)
            }
        });
        door.joins = places.collect();
    }
    part.rooms.iter().all(|room| map.room(room.id).is_none())
}

/// Keeps the cells for which `keep` says so: rooms shrink or go, zones shrink to their largest piece or go, passages that lose a cell go, and whatever
/// stands on a lost cell goes.
fn clip(map: &mut Map, keep: impl Fn(Pos) -> bool) {
    map.rooms.retain_mut(|room| {
        if room.shape.positions().all(&keep) {
            return true;
        }
        match CellSet::filtered(room.shape.positions(), &keep) {
            Some(cells) => {
                room.shape = Shape::Cells(Box::new(cells));
                true
            }
            None => false,
        }
    });
    map.passages.retain(|passage| passage.legs().all(|leg| leg.positions().all(&keep)));
    map.zones.retain_mut(|zone| {
        if zone.cells.positions().all(&keep) {
            return true;
        }
        match CellSet::filtered(zone.cells.positions(), &keep).and_then(|cells| cells.largest_piece()) {
            Some(cells) => {
                zone.cells = cells;
                true
            }
            None => false,
        }
    });
    let rooms: Vec<RoomId> = map.rooms.iter().map(|room| room.id).collect();
    let passages: Vec<PassageId> = map.passages.iter().map(|passage| passage.id).collect();
    for passage in &mut map.passages {
        passage.joins.retain(|id| rooms.contains(id));
    }
    for door in &mut map.doors {
        door.joins.retain(|place| match place {
            Place::Room(id) => rooms.contains(id),
            Place::Passage(id) => passages.contains(id),
        });
    }
    clip_points(map, &keep);
}

fn clip_points(map: &mut Map, keep: &impl Fn(Pos) -> bool) {
    map.doors.retain(|door| keep(door.pos));
    map.stairs.retain(|stairs| keep(stairs.pos));
    map.exits.retain(|exit| keep(exit.pos));
    map.entities.retain(|entity| keep(entity.pos));
    map.decorations.retain(|decoration| keep(decoration.pos));
}

fn shift(map: &mut Map, by: Pos) {
    map.rooms.iter_mut().for_each(|room| room.shape = room.shape.moved(by));
    map.passages.iter_mut().flat_map(|passage| &mut passage.points).for_each(|point| *point = *point + by);
    map.zones.iter_mut().for_each(|zone| zone.cells = zone.cells.moved(by));
    map.doors.iter_mut().for_each(|door| door.pos = door.pos + by);
    map.stairs.iter_mut().for_each(|stairs| stairs.pos = stairs.pos + by);
    map.exits.iter_mut().for_each(|exit| exit.pos = exit.pos + by);
    map.entities.iter_mut().for_each(|entity| entity.pos = entity.pos + by);
    map.decorations.iter_mut().for_each(|decoration| decoration.pos = decoration.pos + by);
}

impl Map {
    fn clone_structure(&mut self, other: &Map) {
        self.rooms.clone_from(&other.rooms);
        self.passages.clone_from(&other.passages);
        self.doors.clone_from(&other.doors);
        self.stairs.clone_from(&other.stairs);
        self.exits.clone_from(&other.exits);
        self.zones.clone_from(&other.zones);
        self.entities.clone_from(&other.entities);
        self.decorations.clone_from(&other.decorations);
    }
}
