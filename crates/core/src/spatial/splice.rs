//! Cuts a part out of a map and puts it back, to limit a step to an area.
//!
//! A generator does not know that it works on a part. It gets a map of the part's size, and its
//! result is put back here, with everything moved to its place and given ids that are free on the
//! whole map.

use crate::base::bits::BitGrid;
use crate::base::grid::{Pos, Rect};
use crate::base::promises::Promises;
use crate::base::tile::Tile;
use crate::map::{CellSet, Door, DoorId, Lock, Map, Mission, PassageId, Place, Room, RoomId, Shape, Zone, ZoneId};
use std::collections::{BTreeMap, BTreeSet};

impl Map {
    /// Returns the part of the map in this rectangle as a map of its own. Cells outside the map are
    /// ignored.
    #[doc(alias = "crop")]
    #[must_use]
    pub fn part(&self, area: Rect) -> Map {
        cut_out(self, area.intersection(self.size().rect()))
    }
}

/// Returns the part of the map in the area as a map of its own. Ids stay unchanged.
pub(crate) fn cut_out(map: &Map, area: Rect) -> Map {
    let mut part = Map::from_source(map.tiles.crop(area), map.source.clone());
    part.source.promises = part.source.promises - Promises::FORM;
    part.rooms = map.rooms.iter().filter(|room| room.shape.bounds().overlaps(area)).cloned().collect();
    part.passages =
        map.passages.iter().filter(|passage| passage.legs().all(|leg| area.encloses(leg))).cloned().collect();
    part.doors = map.doors.iter().filter(|door| area.contains(door.pos)).cloned().collect();
    part.zones = map.zones.iter().filter(|zone| zone.cells.bounds().overlaps(area)).cloned().collect();
    part.add_contents(map.copy_contents(|pos| area.contains(pos)));
    (part.setting, part.themes) = (map.setting.clone(), map.themes.clone());
    clip(&mut part, |bounds| area.encloses(bounds), |pos| area.contains(pos));
    shift(&mut part, Pos::new(-area.x, -area.y));
    part
}

/// Replaces everything in the area with a new layout.
pub(crate) fn replace(map: &mut Map, part: Map, area: Rect, inside: impl Fn(Pos) -> bool) {
    clip(map, |bounds| !bounds.overlaps(area), |pos| !inside(pos));
    add(map, part, area, inside);
}

/// Removes everything on these cells from the records. The tiles stay unchanged.
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
    // A map has at most one of each. Those of a part are used if the map has none.
    map.mission = map.mission.take().or(part.mission.take());
    map.symmetry = part.symmetry.take().filter(|_| map.rooms.is_empty());
    map.setting = map.setting.take().or(part.setting.take());
    append(map, part);
}

/// Puts an edited part back: untouched records stay, changed ones are updated, removed ones are
/// deleted, and new ones get free ids. `before` is the part as the step received it.
///
/// The step did not see the surroundings of its part, and may have changed more of it than is put
/// back. So records are taken over only as far as `inside` reaches, and otherwise stay: the map is
/// settled afterwards.
pub(crate) fn merge(map: &mut Map, before: &Map, mut part: Map, area: Rect, inside: impl Fn(Pos) -> bool) {
    lay_tiles(map, &part, area, &inside);
    merge_rooms(map, before, &mut part, area, &inside);
    merge_passages(map, before, &mut part, area, &inside);
    merge_zones(map, before, &mut part, area, &inside);
    merge_doors(map, before, &mut part, area, &inside);
    // Nothing refers to contents by id, so those of the part replace those of the area.
    map.retain_contents(|pos| !inside(pos));
    shift(&mut part, area.origin());
    clip_records(&mut part, |_| false, &inside);
    map.forget_what_is_gone();
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

/// Removes the rooms that existed before from the part, and updates the map's rooms accordingly.
fn merge_rooms(map: &mut Map, before: &Map, part: &mut Map, area: Rect, inside: impl Fn(Pos) -> bool) {
    let old: BTreeMap<RoomId, _> = before.rooms.iter().map(|room| (room.id, room)).collect();
    // A new room may by chance have the id of a removed one.
    let was =
        |room: &Room| old.get(&room.id).is_some_and(|old| room.shape.positions().any(|pos| old.shape.contains(pos)));
    let (known, new): (Vec<_>, Vec<_>) = part.rooms.drain(..).partition(was);
    part.rooms = new;
    let now: BTreeMap<RoomId, _> = known.into_iter().map(|room| (room.id, room)).collect();
    map.rooms.retain_mut(|room| {
        let Some(old) = old.get(&room.id) else { return true };
        let now = now.get(&room.id);
        if let Some(now) = now {
            // Numbers are assigned on the whole map.
            (room.tags, room.extra) = (now.tags.clone(), now.extra.clone());
            if now.shape == old.shape {
                return true;
            }
        }
        let shape = now.map(|now| now.shape.moved(area.origin()));
        if room.shape.positions().chain(shape.iter().flat_map(Shape::positions)).all(&inside) {
            return shape.map(|shape| room.shape = shape).is_some();
        }
        let stay = room.shape.positions().filter(|&pos| !inside(pos));
        let come = shape.iter().flat_map(Shape::positions).filter(|&pos| inside(pos));
        let Some(cells) = CellSet::filtered(stay.chain(come), |_| true) else { return false };
        if cells.count() != room.shape.positions().count() || !room.shape.positions().all(|pos| cells.contains(pos)) {
            room.shape = Shape::of(cells);
        }
        true
    });
}

fn merge_passages(map: &mut Map, before: &Map, part: &mut Map, area: Rect, inside: impl Fn(Pos) -> bool) {
    let was: BTreeMap<PassageId, _> = before.passages.iter().map(|passage| (passage.id, passage)).collect();
    let (known, new): (Vec<_>, Vec<_>) = part.passages.drain(..).partition(|passage| was.contains_key(&passage.id));
    part.passages = new;
    let mut now: BTreeMap<PassageId, _> = known.into_iter().map(|passage| (passage.id, passage)).collect();
    map.passages.retain_mut(|passage| {
        let Some(was) = was.get(&passage.id) else { return true };
        let now = now.remove(&passage.id);
        if now.as_ref() == Some(*was) || !passage.legs().all(|leg| leg.positions().all(&inside)) {
            return true;
        }
        let Some(mut now) = now else { return false };
        now.points.iter_mut().for_each(|point| *point = *point + area.origin());
        // A room beside the part is unknown there: the passage still joins it.
        if now.joins.iter().all(|id| was.joins.contains(id)) {
            now.joins.clone_from(&passage.joins);
        }
        *passage = now;
        true
    });
}

fn merge_zones(map: &mut Map, before: &Map, part: &mut Map, area: Rect, inside: impl Fn(Pos) -> bool) {
    let was: BTreeMap<ZoneId, _> = before.zones.iter().map(|zone| (zone.id, zone)).collect();
    // An edit only makes a zone smaller: a zone that extends farther has the id by chance.
    let left_of =
        |now: &Zone| was.get(&now.id).is_some_and(|was| now.cells.positions().all(|pos| was.cells.contains(pos)));
    let (known, new): (Vec<_>, Vec<_>) = part.zones.drain(..).partition(left_of);
    part.zones = new;
    let now: BTreeMap<ZoneId, _> = known.into_iter().map(|zone| (zone.id, zone)).collect();
    map.zones.retain_mut(|zone| {
        let Some(was) = was.get(&zone.id) else { return true };
        let now = now.get(&zone.id);
        if let Some(now) = now {
            (zone.tags, zone.extra) = (now.tags.clone(), now.extra.clone());
            // New zones may lie where the part did not show all of this one.
            if now.cells == was.cells && part.zones.is_empty() {
                return true;
            }
        }
        let moved = now.map(|now| now.cells.moved(area.origin()));
        let stay = zone.cells.positions().filter(|&pos| !inside(pos));
        let come = moved.iter().flat_map(CellSet::positions).filter(|&pos| inside(pos));
        match CellSet::filtered(stay.chain(come), |_| true).and_then(|cells| cells.largest_piece()) {
            Some(cells) => {
                zone.cells = cells;
                true
            }
            None => false,
        }
    });
}

fn merge_doors(map: &mut Map, before: &Map, part: &mut Map, area: Rect, inside: impl Fn(Pos) -> bool) {
    let was: BTreeMap<DoorId, _> = before.doors.iter().map(|door| (door.id, door)).collect();
    // A door never moves: another position means another door.
    let same = |door: &Door| was.get(&door.id).is_some_and(|was| was.pos == door.pos);
    let (known, new): (Vec<_>, Vec<_>) = part.doors.drain(..).partition(same);
    part.doors = new;
    let mut now: BTreeMap<DoorId, _> = known.into_iter().map(|door| (door.id, door)).collect();
    let within = area.grown(-1);
    let Map { doors, tiles, .. } = map;
    doors.retain_mut(|door| {
        let Some(was) = was.get(&door.id) else { return true };
        let now = now.remove(&door.id);
        if now.as_ref() == Some(*was) || !inside(door.pos) {
            return true;
        }
        let Some(mut now) = now else {
            // A door at the edge of the part leads nowhere there, so settling turned it into floor.
            let at_edge = !within.contains(door.pos) && tiles[door.pos] == Tile::Floor;
            if at_edge {
                tiles[door.pos] = door.tile();
            }
            return at_edge;
        };
        now.pos = now.pos + area.origin();
        // A passage that leads out of the part is unknown there: the door still joins it.
        if now.joins.iter().all(|place| was.joins.contains(place)) {
            now.joins.clone_from(&door.joins);
        }
        *door = now;
        true
    });
}

/// Gives new records of a part ids that follow those of the map.
struct Names {
    room: u32,
    number: u32,
    passage: u32,
    zone: u32,
    door: u32,
    /// References to existing records keep their ids.
    rooms: BTreeMap<RoomId, RoomId>,
    passages: BTreeMap<PassageId, PassageId>,
    doors: BTreeMap<DoorId, DoorId>,
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
            doors: BTreeMap::new(),
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
            let id = DoorId(take(&mut self.door));
            self.doors.insert(door.id, id);
            door.id = id;
            let places = door.joins.iter().filter_map(|place| match place {
                Place::Room(id) => self.rooms.get(id).copied().map(Place::Room),
                Place::Passage(id) => self.passages.get(id).copied().map(Place::Passage),
            });
            door.joins = places.collect();
        }
        part.mission = part.mission.take().and_then(|mission| self.mission(mission));
        for images in part.symmetry.iter_mut().flat_map(|symmetry| &mut symmetry.images) {
            *images = images.iter().filter_map(|id| self.rooms.get(id).copied()).collect();
        }
    }

    /// Returns the mission with the new ids, or `None` if a part of it is gone.
    fn mission(&self, mission: Mission) -> Option<Mission> {
        let lock = |lock: Lock| Some(Lock { door: *self.doors.get(&lock.door)?, ..lock });
        let goal = *self.rooms.get(&mission.goal)?;
        Some(Mission { goal, locks: mission.locks.into_iter().map(lock).collect::<Option<_>>()? })
    }
}

fn append(map: &mut Map, mut part: Map) {
    map.rooms.append(&mut part.rooms);
    map.passages.append(&mut part.passages);
    map.zones.append(&mut part.zones);
    map.doors.append(&mut part.doors);
    map.add_contents(part.take_contents(|_| true));
    map.notes.append(&mut part.notes);
    map.add_themes(part.themes);
    for (name, number) in part.stats {
        *map.stats.entry(name).or_default() += number;
    }
}

/// Keeps the cells for which `keep` returns true, and removes ids of records that are gone.
fn clip(map: &mut Map, sure: impl Fn(Rect) -> bool, keep: impl Fn(Pos) -> bool) {
    clip_records(map, sure, keep);
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
    map.forget_what_is_gone();
}

/// Keeps the cells for which `keep` returns true: rooms shrink or are removed, zones shrink to
/// their largest part or are removed, and so are passages that lose a cell and things on lost
/// cells. `sure` identifies rectangles that lose nothing, without checking every cell.
fn clip_records(map: &mut Map, sure: impl Fn(Rect) -> bool, keep: impl Fn(Pos) -> bool) {
    map.rooms.retain_mut(|room| {
        if sure(room.shape.bounds()) || room.shape.positions().all(&keep) {
            return true;
        }
        match CellSet::filtered(room.shape.positions(), &keep) {
            Some(cells) => {
                room.shape = Shape::of(cells);
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
    map.retain_contents(keep);
}

/// Moves all records, but no tiles.
pub(crate) fn shift(map: &mut Map, by: Pos) {
    map.rooms.iter_mut().for_each(|room| room.shape = room.shape.moved(by));
    map.passages.iter_mut().flat_map(|passage| &mut passage.points).for_each(|point| *point = *point + by);
    map.zones.iter_mut().for_each(|zone| zone.cells = zone.cells.moved(by));
    map.doors.iter_mut().for_each(|door| door.pos = door.pos + by);
    map.move_contents(by);
    map.mission.iter_mut().flat_map(|mission| &mut mission.locks).for_each(|lock| lock.key = lock.key + by);
    map.symmetry.iter_mut().for_each(|symmetry| symmetry.area = symmetry.area.moved(by));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::grid::{Dir, Size};
    use crate::check::check;
    use crate::map::{DoorKind, DoorState, Movement, Symmetry};
    use smallvec::SmallVec;

    /// Two rooms, a passage and a door at each end of it.
    fn map() -> Map {
        let mut map = Map::new(Size::new(15, 5), Tile::Wall);
        let rooms = [Rect::new(1, 1, 3, 3), Rect::new(11, 1, 3, 3)].map(|rect| map.dig_room(rect));
        let passage = map.dig_passage(1, &[Pos::new(4, 2), Pos::new(10, 2)], &rooms);
        for (x, room) in [4, 10].into_iter().zip(rooms) {
            let joins = [Place::Room(room), Place::Passage(passage)];
            map.add_door(Pos::new(x, 2), Dir::East, DoorKind::Door, DoorState::Closed, &joins);
        }
        map
    }

    fn edited(area: Rect, inside: impl Fn(Pos) -> bool, edit: impl Fn(&mut Map)) -> Map {
        let mut map = map();
        let before = cut_out(&map, area);
        let mut part = before.clone();
        edit(&mut part);
        part.settle();
        merge(&mut map, &before, part, area, inside);
        map.settle();
        map
    }

    #[test]
    fn settling_a_part_leaves_doors_at_its_edge_alone() {
        for x in 0..15 {
            for width in 1..=15 - x {
                let area = Rect::new(x, 0, width, 5);
                assert_eq!(edited(area, |pos| area.contains(pos), |_| ()), map(), "{area:?}");
            }
        }
    }

    #[test]
    fn a_door_at_the_edge_that_loses_its_opening_goes() {
        let area = Rect::new(4, 0, 7, 5);
        let walled = edited(area, |pos| area.contains(pos), |part| part.tiles[Pos::new(1, 2)] = Tile::Wall);
        assert_eq!((walled.doors.len(), walled.tiles[Pos::new(4, 2)]), (1, Tile::Floor));
        let gone = edited(area, |pos| area.contains(pos), |part| part.tiles[Pos::new(0, 2)] = Tile::Wall);
        assert_eq!((gone.doors.len(), gone.tiles[Pos::new(4, 2)]), (1, Tile::Wall));
        assert_eq!(gone.passages.len(), 0);
    }

    #[test]
    fn records_outside_the_part_are_kept() {
        let area = Rect::new(0, 0, 15, 5);
        let inside = |pos: Pos| pos.x >= 12;
        let map = edited(area, inside, |part| part.tiles.fill_rect(Rect::new(0, 0, 15, 5), Tile::Wall));
        assert_eq!((map.rooms.len(), map.passages.len(), map.doors.len()), (2, 1, 2));
        assert_eq!(map.rooms[1].shape, Shape::Rect(Rect::new(11, 1, 1, 3)));
        assert_eq!(check(&map), []);
    }

    #[test]
    fn a_mission_and_a_symmetry_get_the_names_of_the_map() {
        let mut part = map();
        part.add_door(Pos::new(7, 2), Dir::East, DoorKind::Door, DoorState::Locked, &[]);
        let lock = Lock { door: DoorId(2), key: Pos::new(1, 2) };
        part.mission = Some(Mission { goal: RoomId(1), locks: vec![lock] });
        let images = vec![[RoomId(0), RoomId(1)].into_iter().collect()];
        part.symmetry = Some(Symmetry { by: Movement::Mirror, area: Rect::new(0, 0, 15, 5), free_percent: 0, images });
        let area = Rect::new(3, 1, 15, 5);
        let host = Map::new(Size::new(20, 7), Tile::Wall);
        let mut alone = host.clone();
        replace(&mut alone, part.clone(), area, |pos| area.contains(pos));
        assert_eq!(alone.symmetry.as_ref().map(|symmetry| symmetry.area), Some(area));
        let moved = Lock { door: DoorId(2), key: Pos::new(4, 3) };
        assert_eq!(alone.mission, Some(Mission { goal: RoomId(1), locks: vec![moved] }));
        let mut beside = host;
        beside.dig_room(Rect::new(1, 1, 1, 1));
        replace(&mut beside, part, area, |pos| area.contains(pos));
        assert_eq!((beside.symmetry, beside.mission.map(|mission| mission.goal)), (None, Some(RoomId(2))));
        let within = |pos: Pos| pos.x < 9;
        let mut clipped = alone.clone();
        clip(&mut clipped, |_| false, within);
        assert_eq!(clipped.mission, None);
        assert_eq!(clipped.symmetry.unwrap().images, [SmallVec::<[RoomId; 4]>::from_slice(&[RoomId(0)])]);
    }

    #[test]
    fn zones_cut_anew_in_a_part_do_not_take_the_names_of_others() {
        let mut map = map();
        let zone = |id, rect: Rect| {
            let cells = CellSet::filtered(rect.positions(), |_| true).expect("cells");
            Zone::new(ZoneId(id), cells)
        };
        map.zones = vec![zone(0, Rect::new(1, 1, 3, 3)), zone(1, Rect::new(11, 1, 3, 3))];
        let area = Rect::new(3, 0, 10, 5);
        let before = cut_out(&map, area);
        let mut part = before.clone();
        part.zones = vec![zone(0, Rect::new(0, 2, 4, 1)), zone(1, Rect::new(4, 2, 6, 1))];
        merge(&mut map, &before, part, area, |pos| area.contains(pos));
        map.settle();
        assert_eq!(check(&map), []);
        let places: Vec<_> = map.zones.iter().map(|zone| (zone.id.0, zone.cells.bounds())).collect();
        let expected = [
            (0, Rect::new(1, 1, 2, 3)),
            (1, Rect::new(13, 1, 1, 3)),
            (2, Rect::new(3, 2, 4, 1)),
            (3, Rect::new(7, 2, 6, 1)),
        ];
        assert_eq!(places, expected);
    }
}
