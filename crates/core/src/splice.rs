//! Cutting a part out of a map and putting it back: how a step is limited to an area.
//!
//! A generator never learns that it works on a part. It gets a map of the part's size, and what it made is put back here,
//! with everything moved to its place and given names that are free on the whole map.

use crate::bits::BitGrid;
use crate::grid::{Pos, Rect};
use crate::map::{CellSet, DoorId, Map, PassageId, Place, RoomId, Shape, ZoneId};
use crate::promises::Promises;
use std::collections::{BTreeMap, BTreeSet};

/// The part of the map in the area, as a map of its own; names stay the same.
pub(crate) fn cut_out(map: &Map, area: Rect) -> Map {
    let mut part = Map::from_source(map.tiles.crop(area), map.source.clone());
    part.source.promises = part.source.promises - Promises::GRID_ALIGNED;
    part.rooms = map.rooms.iter().filter(|room| room.shape.bounds().overlaps(area)).cloned().collect();
    part.passages =
        map.passages.iter().filter(|passage| passage.legs().all(|leg| area.encloses(leg))).cloned().collect();
    part.doors = map.doors.iter().filter(|door| area.contains(door.pos)).cloned().collect();
    part.stairs = map.stairs.iter().filter(|stairs| area.contains(stairs.pos)).cloned().collect();
    part.exits = map.exits.iter().filter(|exit| area.contains(exit.pos)).cloned().collect();
    part.zones = map.zones.iter().filter(|zone| zone.cells.bounds().overlaps(area)).cloned().collect();
    part.entities = map.entities.iter().filter(|entity| area.contains(entity.pos)).cloned().collect();
    part.decorations = map.decorations.iter().filter(|decoration| area.contains(decoration.pos)).cloned().collect();
    clip(&mut part, |bounds| area.encloses(bounds), |pos| area.contains(pos));
    shift(&mut part, Pos::new(-area.x, -area.y));
    part
}

/// Puts a new layout in place of everything that was there.
pub(crate) fn replace(map: &mut Map, part: Map, area: Rect, inside: impl Fn(Pos) -> bool) {
    clip(map, |bounds| !bounds.overlaps(area), |pos| !inside(pos));
    add(map, part, area, inside);
}

/// Takes whatever stands on these cells off the map; the tiles stay as they are.
pub(crate) fn clear(map: &mut Map, cells: &BitGrid) {
    clip(map, |_| false, |pos| !cells.contains(pos));
}

/// Puts a part onto cells that were cleared.
pub(crate) fn add(map: &mut Map, mut part: Map, area: Rect, inside: impl Fn(Pos) -> bool) {
    lay_tiles(map, &part, area, &inside);
    shift(&mut part, area.origin());
    clip(&mut part, |_| false, &inside);
    let mut names = Names::after(map);
    names.give(&mut part);
    append(map, part);
}

/// Puts an edited part back: what the step did not touch stays as it was, what it changed is changed, what it took away is
/// gone, what it added gets a name of its own. `before` is the part as the step got it.
pub(crate) fn merge(map: &mut Map, before: &Map, mut part: Map, area: Rect, inside: impl Fn(Pos) -> bool) {
    lay_tiles(map, &part, area, &inside);
    merge_rooms(map, before, &mut part, area);
    merge_passages(map, before, &mut part, area);
    merge_zones(map, before, &mut part, area);
    merge_doors(map, before, &mut part, area);
    // Nothing refers to these by name: those of the part take the place of those of the area.
    map.stairs.retain(|stairs| !inside(stairs.pos));
    map.exits.retain(|exit| !inside(exit.pos));
    map.entities.retain(|entity| !inside(entity.pos));
    map.decorations.retain(|decoration| !inside(decoration.pos));
    shift(&mut part, area.origin());
    part.stairs.retain(|stairs| inside(stairs.pos));
    part.exits.retain(|exit| inside(exit.pos));
    part.entities.retain(|entity| inside(entity.pos));
    part.decorations.retain(|decoration| inside(decoration.pos));
    let mut names = Names::after(map);
    names.keep(before);
    names.give(&mut part);
    append(map, part);
}

fn lay_tiles(map: &mut Map, part: &Map, area: Rect, inside: impl Fn(Pos) -> bool) {
    for pos in area.positions().filter(|&pos| inside(pos)) {
        map.tiles[pos] = part.tiles[pos - area.origin()];
    }
}

/// Takes the rooms that were there before out of the part, and brings the map's own up to date with them.
fn merge_rooms(map: &mut Map, before: &Map, part: &mut Map, area: Rect) {
    let old: BTreeMap<RoomId, _> = before.rooms.iter().map(|room| (room.id, room)).collect();
    let (known, new): (Vec<_>, Vec<_>) = part.rooms.drain(..).partition(|room| old.contains_key(&room.id));
    part.rooms = new;
    let now: BTreeMap<RoomId, _> = known.into_iter().map(|room| (room.id, room)).collect();
    map.rooms.retain_mut(|room| {
        let Some(old) = old.get(&room.id) else { return true };
        let whole = area.encloses(room.shape.bounds());
        match now.get(&room.id) {
            Some(now) if now == *old => true,
            Some(now) => {
                (room.number, room.tags, room.extra) = (now.number, now.tags.clone(), now.extra.clone());
                if now.shape != old.shape {
                    let moved = now.shape.moved(area.origin());
                    room.shape = if whole { moved } else { outside(&room.shape, area, Some(&moved)).unwrap_or(moved) };
                }
                true
            }
            None if whole => false,
            None => match outside(&room.shape, area, None) {
                Some(rest) => {
                    room.shape = rest;
                    true
                }
                None => false,
            },
        }
    });
}

/// The cells of a shape outside the area, together with those of another inside it.
fn outside(shape: &Shape, area: Rect, inside: Option<&Shape>) -> Option<Shape> {
    let rest = shape.positions().filter(|&pos| !area.contains(pos));
    let cells = rest.chain(inside.into_iter().flat_map(Shape::positions));
    CellSet::filtered(cells, |_| true).map(|cells| Shape::Cells(Box::new(cells)))
}

fn merge_passages(map: &mut Map, before: &Map, part: &mut Map, area: Rect) {
    let old: BTreeSet<PassageId> = before.passages.iter().map(|passage| passage.id).collect();
    let (known, new): (Vec<_>, Vec<_>) = part.passages.drain(..).partition(|passage| old.contains(&passage.id));
    part.passages = new;
    let mut now: BTreeMap<PassageId, _> = known.into_iter().map(|passage| (passage.id, passage)).collect();
    let was: BTreeMap<PassageId, _> = before.passages.iter().map(|passage| (passage.id, passage)).collect();
    map.passages.retain_mut(|passage| {
        let Some(was) = was.get(&passage.id) else { return true };
        let Some(mut now) = now.remove(&passage.id) else { return false };
        if now != **was {
            now.points.iter_mut().for_each(|point| *point = *point + area.origin());
            if now.joins == was.joins {
                now.joins.clone_from(&passage.joins);
            }
            *passage = now;
        }
        true
    });
}

fn merge_zones(map: &mut Map, before: &Map, part: &mut Map, area: Rect) {
    let was: BTreeMap<ZoneId, _> = before.zones.iter().map(|zone| (zone.id, zone)).collect();
    let (known, new): (Vec<_>, Vec<_>) = part.zones.drain(..).partition(|zone| was.contains_key(&zone.id));
    part.zones = new;
    let now: BTreeMap<ZoneId, _> = known.into_iter().map(|zone| (zone.id, zone)).collect();
    map.zones.retain_mut(|zone| {
        let Some(was) = was.get(&zone.id) else { return true };
        let rest = |zone: &CellSet| zone.positions().filter(|&pos| !area.contains(pos)).collect::<Vec<_>>();
        let cells = match now.get(&zone.id) {
            Some(now) if now == *was => return true,
            Some(now) => {
                (zone.tags, zone.extra) = (now.tags.clone(), now.extra.clone());
                if now.cells == was.cells {
                    return true;
                }
                let moved = now.cells.moved(area.origin());
                CellSet::filtered(rest(&zone.cells).into_iter().chain(moved.positions()), |_| true)
            }
            None => CellSet::filtered(rest(&zone.cells).into_iter(), |_| true),
        };
        match cells.and_then(|cells| cells.largest_piece()) {
            Some(cells) => {
                zone.cells = cells;
                true
            }
            None => false,
        }
    });
}

fn merge_doors(map: &mut Map, before: &Map, part: &mut Map, area: Rect) {
    let was: BTreeMap<DoorId, _> = before.doors.iter().map(|door| (door.id, door)).collect();
    let (known, new): (Vec<_>, Vec<_>) = part.doors.drain(..).partition(|door| was.contains_key(&door.id));
    part.doors = new;
    let mut now: BTreeMap<DoorId, _> = known.into_iter().map(|door| (door.id, door)).collect();
    map.doors.retain_mut(|door| {
        let Some(was) = was.get(&door.id) else { return true };
        let Some(mut now) = now.remove(&door.id) else { return false };
        if now != **was {
            now.pos = now.pos + area.origin();
            // On the part a passage that leads out of it is not known: the door still joins it.
            if now.joins == was.joins {
                now.joins.clone_from(&door.joins);
            }
            *door = now;
        }
        true
    });
}

/// Gives what is new in a part names that follow those of the map.
struct Names {
    room: u32,
    number: u32,
    passage: u32,
    zone: u32,
    door: u32,
    /// References to what was there before keep their names.
    rooms: BTreeMap<RoomId, RoomId>,
    passages: BTreeMap<PassageId, PassageId>,
}

impl Names {
    fn after(map: &Map) -> Names {
        Names {
            room: map.rooms.iter().map(|room| room.id.0 + 1).max().unwrap_or(0),
            number: map.rooms.iter().map(|room| room.number + 1).max().unwrap_or(1),
            passage: map.passages.iter().map(|passage| passage.id.0 + 1).max().unwrap_or(0),
            zone: map.zones.iter().map(|zone| zone.id.0 + 1).max().unwrap_or(0),
            door: map.doors.iter().map(|door| door.id.0 + 1).max().unwrap_or(0),
            rooms: BTreeMap::new(),
            passages: BTreeMap::new(),
        }
    }

    fn keep(&mut self, before: &Map) {
        self.rooms.extend(before.rooms.iter().map(|room| (room.id, room.id)));
        self.passages.extend(before.passages.iter().map(|passage| (passage.id, passage.id)));
    }

    fn give(&mut self, part: &mut Map) {
        let take = |next: &mut u32| std::mem::replace(next, *next + 1);
        for room in &mut part.rooms {
            let id = RoomId(take(&mut self.room));
            self.rooms.insert(room.id, id);
            (room.id, room.number) = (id, take(&mut self.number));
        }
        for passage in &mut part.passages {
            let id = PassageId(take(&mut self.passage));
            self.passages.insert(passage.id, id);
            passage.id = id;
            passage.joins = passage.joins.iter().filter_map(|id| self.rooms.get(id).copied()).collect();
        }
        for zone in &mut part.zones {
            zone.id = ZoneId(take(&mut self.zone));
        }
        for door in &mut part.doors {
            door.id = DoorId(take(&mut self.door));
            let places = door.joins.iter().filter_map(|place| match place {
                Place::Room(id) => self.rooms.get(id).copied().map(Place::Room),
                Place::Passage(id) => self.passages.get(id).copied().map(Place::Passage),
            });
            door.joins = places.collect();
        }
    }
}

fn append(map: &mut Map, mut part: Map) {
    map.rooms.append(&mut part.rooms);
    map.passages.append(&mut part.passages);
    map.zones.append(&mut part.zones);
    map.doors.append(&mut part.doors);
    map.stairs.append(&mut part.stairs);
    map.exits.append(&mut part.exits);
    map.entities.append(&mut part.entities);
    map.decorations.append(&mut part.decorations);
    map.notes.append(&mut part.notes);
    for (name, number) in part.stats {
        *map.stats.entry(name).or_default() += number;
    }
}

/// Keeps the cells for which `keep` says so: rooms shrink or go, zones shrink to their largest piece or go, passages that
/// lose a cell go, and whatever stands on a lost cell goes. `sure` tells rectangles that lose nothing, without a look at
/// every cell.
fn clip(map: &mut Map, sure: impl Fn(Rect) -> bool, keep: impl Fn(Pos) -> bool) {
    map.rooms.retain_mut(|room| {
        if sure(room.shape.bounds()) || room.shape.positions().all(&keep) {
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
    map.passages.retain(|passage| passage.legs().all(|leg| sure(leg) || leg.positions().all(&keep)));
    map.zones.retain_mut(|zone| {
        if sure(zone.cells.bounds()) || zone.cells.positions().all(&keep) {
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
    map.doors.retain(|door| keep(door.pos));
    map.stairs.retain(|stairs| keep(stairs.pos));
    map.exits.retain(|exit| keep(exit.pos));
    map.entities.retain(|entity| keep(entity.pos));
    map.decorations.retain(|decoration| keep(decoration.pos));
    let rooms: BTreeSet<RoomId> = map.rooms.iter().map(|room| room.id).collect();
    let passages: BTreeSet<PassageId> = map.passages.iter().map(|passage| passage.id).collect();
    for passage in &mut map.passages {
        passage.joins.retain(|id| rooms.contains(id));
    }
    for door in &mut map.doors {
        door.joins.retain(|place| match place {
            Place::Room(id) => rooms.contains(id),
            Place::Passage(id) => passages.contains(id),
        });
    }
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
