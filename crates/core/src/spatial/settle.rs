//! [`Map::settle`]: updates the records after the tiles were edited.
//!
//! A step that edits tiles need not know what else is on the map: it changes the tiles and settles.
//! Rooms shrink to their remaining cells, things on lost floor are removed, doors that no longer
//! stand in an opening become floor, and so do stairs that can no longer be reached.

use crate::base::bits::BitGrid;
use crate::base::grid::{Dir, Grid, Pos, Rect, Size};
use crate::base::tile::Tile;
use crate::map::{CellSet, Door, EntityKind, Exit, Map, Mission, Passage, PassageId, Place, Room, RoomId, Shape, Zone};
use crate::spatial::region;
use smallvec::SmallVec;
use std::collections::{BTreeMap, BTreeSet};

impl Map {
    /// Updates rooms, passages, doors, stairs, exits, zones, entities, grid, mission, symmetry and
    /// statistics to match the tiles.
    ///
    /// The only tiles it changes are those of doors that lost their opening, and of stairs that
    /// cannot be reached from the start (or from the first of stairs and exits, if there is no
    /// start): these become floor, so nothing is cut off or opened.
    pub fn settle(&mut self) {
        let tiles = &self.tiles;
        let walkable = |pos: Pos| tiles.get(pos).is_some_and(|tile| tile.is_walkable());
        let open = |pos: Pos| tiles.get(pos).is_some_and(|tile| !matches!(tile, Tile::Wall | Tile::Void));
        self.rooms.retain_mut(|room| {
            if room.shape.positions().all(open) {
                return true;
            }
            match CellSet::filtered(room.shape.positions(), open) {
                Some(cells) => {
                    room.shape = Shape::of(cells);
                    true
                }
                None => false,
            }
        });
        self.passages.retain(|passage| passage.legs().all(|leg| leg.positions().all(walkable)));
        let rooms: BTreeMap<_, &Room> = self.rooms.iter().map(|room| (room.id, room)).collect();
        let passages: BTreeMap<_, &Passage> = self.passages.iter().map(|passage| (passage.id, passage)).collect();
        let mut closed_up = Vec::new();
        self.doors.retain_mut(|door| {
            let stands = stands(tiles, door);
            if !stands {
                closed_up.push(door.pos);
            }
            door.joins.retain(|place| match place {
                Place::Room(id) => rooms.get(id).is_some_and(|room| touches(&room.shape, door.pos)),
                Place::Passage(id) => passages.get(id).is_some_and(|passage| passes(passage, door.pos)),
            });
            stands
        });
        self.stairs.retain(|stairs| tiles.get(stairs.pos) == Some(&stairs.tile()));
        self.exits.retain(|exit| walkable(exit.pos));
        self.entities.retain(|entity| walkable(entity.pos));
        let cells_if = |is_used: bool, test: fn(Tile) -> bool| {
            if is_used { self.cells_of(test) } else { BitGrid::new(Size::new(0, 0)) }
        };
        let floor = cells_if(!self.zones.is_empty(), Tile::is_walkable);
        let with_water =
            cells_if(self.zones.iter().any(Zone::is_region), |tile| !matches!(tile, Tile::Wall | Tile::Void));
        self.zones.retain_mut(|zone| {
            let left = zone.cells.within(if zone.is_region() { &with_water } else { &floor });
            if left == zone.cells {
                return true;
            }
            match left.largest_piece() {
                Some(cells) => {
                    zone.cells = cells;
                    true
                }
                None => false,
            }
        });
        for pos in closed_up {
            if self.tiles.get(pos).is_some_and(|tile| tile.is_door()) {
                self.tiles[pos] = Tile::Floor;
            }
        }
        self.keep_ways_within_reach();
        self.forget_joins();
        self.find_junctions();
        self.find_elements();
        self.forget_entrances();
        self.forget_broken_grid();
        self.forget_what_is_gone();
        self.mission = self.mission.take().filter(|mission| mission.holds(self));
        self.recount();
    }

    /// Removes a mission whose doors or goal are gone, and missing rooms from the lists of images.
    pub(crate) fn forget_what_is_gone(&mut self) {
        if self.mission.is_none() && self.symmetry.is_none() {
            return;
        }
        let rooms: BTreeSet<_> = self.rooms.iter().map(|room| room.id).collect();
        let doors: BTreeSet<_> = self.doors.iter().map(|door| door.id).collect();
        let is_there = |mission: &Mission| {
            rooms.contains(&mission.goal) && mission.locks.iter().all(|lock| doors.contains(&lock.door))
        };
        self.mission = self.mission.take().filter(is_there);
        if let Some(symmetry) = &mut self.symmetry {
            symmetry.images.iter_mut().for_each(|images| images.retain(|id| rooms.contains(id)));
            symmetry.images.retain(|images| !images.is_empty());
        }
    }

    /// Records for every passage that joins one room the passage in which it ends.
    fn find_junctions(&mut self) {
        let rooms: BTreeMap<_, &Room> = self.rooms.iter().map(|room| (room.id, room)).collect();
        let host = |passage: &Passage| {
            let room = rooms.get(passage.joins.first().filter(|_| passage.joins.len() == 1)?)?;
            let ends = [passage.points.first()?, passage.points.last()?];
            let end = ends.into_iter().find(|end| !touches(&room.shape, **end))?;
            let holds = |other: &&Passage| other.id != passage.id && other.legs().any(|leg| leg.contains(*end));
            let others = || self.passages.iter().filter(holds);
            // A stretch that is wider has a record of its own, on that of its passage.
            others().find(|other| !other.joins.is_empty()).or_else(|| others().next()).map(|other| other.id)
        };
        let found: Vec<Option<PassageId>> = self.passages.iter().map(host).collect();
        self.passages.iter_mut().zip(found).for_each(|(passage, host)| passage.ends_in = host);
    }

    /// Records the rooms and passages of the regions between closed doors.
    pub(crate) fn find_elements(&mut self) {
        if self.zones.is_empty() {
            return;
        }
        let mut regions: Grid<u32> = Grid::new(self.size(), u32::MAX);
        for (number, zone) in (0..).zip(&mut self.zones) {
            zone.elements.clear();
            if zone.is_region() {
                zone.cells.positions().for_each(|pos| regions[pos] = number);
            }
        }
        let mut numbers: SmallVec<[u32; 8]> = SmallVec::new();
        let mut found = |place: Place, cells: &mut dyn Iterator<Item = Pos>, zones: &mut [Zone]| {
            for number in cells.filter_map(|pos| regions.get(pos).copied()) {
                // Most cells lie in the region of the cell before.
                if number != u32::MAX && numbers.last() != Some(&number) {
                    numbers.push(number);
                }
            }
            numbers.sort_unstable();
            numbers.dedup();
            numbers.drain(..).for_each(|number| zones[number as usize].elements.push(place));
        };
        for room in &self.rooms {
            found(Place::Room(room.id), &mut room.shape.positions(), &mut self.zones);
        }
        for passage in &self.passages {
            found(Place::Passage(passage.id), &mut passage.legs().flat_map(Rect::positions), &mut self.zones);
        }
    }

    /// Removes the tag `entrance` from rooms that have no way in any more: no exit, stairs or start
    /// in the room or beside it, or at the end of a passage that joins it.
    fn forget_entrances(&mut self) {
        let is_tagged = |room: &Room| room.tags.iter().any(|tag| tag == "entrance");
        if !self.rooms.iter().any(is_tagged) {
            return;
        }
        let exits = self.exits.iter().map(|exit| exit.pos).chain(self.stairs.iter().map(|stairs| stairs.pos));
        let starts = self.entities.iter().filter(|entity| entity.kind == EntityKind::Start);
        let ways: BTreeSet<Pos> = exits.chain(starts.map(|start| start.pos)).collect();
        let ends = |passage: &Passage| [passage.points.first().copied(), passage.points.last().copied()];
        let leads_out = |passage: &&Passage| ends(passage).iter().flatten().any(|end| ways.contains(end));
        let led_out: BTreeSet<RoomId> =
            self.passages.iter().filter(leads_out).flat_map(|passage| &passage.joins).copied().collect();
        for room in self.rooms.iter_mut().filter(|room| is_tagged(room)) {
            if !led_out.contains(&room.id) && !ways.iter().any(|&way| touches(&room.shape, way)) {
                room.tags.retain(|tag| tag != "entrance");
            }
        }
    }

    /// Removes the record of a grid that a room, or the end of a passage in a room, does not lie
    /// on.
    pub(crate) fn forget_broken_grid(&mut self) {
        let Some(Size { width, height }) = self.grid else { return };
        let lies_on = |x: i32, y: i32| x % width.max(1) == 0 && y % height.max(1) == 0;
        let room_fits = |room: &Room| match room.shape {
            Shape::Rect(rect) | Shape::Circle(rect) => lies_on(rect.x, rect.y) && lies_on(rect.width, rect.height),
            Shape::Cells(_) => false,
        };
        let rooms: BTreeMap<_, &Room> = self.rooms.iter().map(|room| (room.id, room)).collect();
        let passage_fits = |passage: &Passage| {
            let mut ends = [passage.points.first(), passage.points.last()].into_iter().flatten();
            ends.all(|end| {
                let is_inside = |id: &RoomId| rooms.get(id).is_some_and(|room| room.shape.contains(*end));
                lies_on(end.x, end.y) || !passage.joins.iter().any(is_inside)
            })
        };
        if !self.rooms.iter().all(room_fits) || !self.passages.iter().all(passage_fits) {
            self.grid = None;
        }
    }

    /// Removes rooms from passages that no longer join them.
    fn forget_joins(&mut self) {
        let rooms: BTreeMap<_, &Room> = self.rooms.iter().map(|room| (room.id, room)).collect();
        let joined = |passage: &Passage| joins(passage, &rooms, &self.passages, &self.exits);
        let joined: Vec<bool> = self.passages.iter().map(joined).collect();
        let lost = self.passages.iter_mut().zip(joined).filter(|(_, joined)| !joined);
        lost.for_each(|(passage, _)| passage.joins.clear());
    }

    /// Keeps one start, and removes stairs and exits that cannot be reached from it, or from the
    /// first of them if there is no start.
    fn keep_ways_within_reach(&mut self) {
        let mut start = None;
        self.entities.retain(|entity| {
            let first = entity.kind == EntityKind::Start && start.is_none();
            if first {
                start = Some(entity.pos);
            }
            first || entity.kind != EntityKind::Start
        });
        self.exits.retain(|exit| Some(exit.pos) != start);
        let ways = || self.exits.iter().map(|exit| exit.pos).chain(self.stairs.iter().map(|stairs| stairs.pos));
        let Some(from) = start.or_else(|| ways().min()) else { return };
        if ways().all(|way| way == from) {
            return;
        }
        let mut reached = self.walkable();
        region::keep_reached(&mut reached, [from]);
        self.exits.retain(|exit| reached.contains(exit.pos));
        self.stairs.retain(|stairs| {
            let within = reached.contains(stairs.pos);
            if !within {
                self.tiles[stairs.pos] = Tile::Floor;
            }
            within
        });
    }

    /// Records the number of tiles of every kind in the statistics, as `tiles_floor` and so on.
    pub fn count_tiles(&mut self) {
        for (tile, count) in counts(&self.tiles).into_iter().filter(|(_, count)| *count > 0) {
            self.stats.insert(name(tile), count);
        }
    }

    /// Updates the statistics that can be recounted, where present.
    pub(crate) fn recount(&mut self) {
        let lengths = [
            ("rooms", self.rooms.len()),
            ("passages", self.passages.len()),
            ("doors", self.doors.len()),
            ("zones", self.zones.len()),
        ];
        for (name, count) in lengths {
            if let Some(said) = self.stats.get_mut(name) {
                *said = count as i64;
            }
        }
        if self.stats.keys().any(|name| name.starts_with("tiles_")) {
            for (tile, count) in counts(&self.tiles) {
                if let Some(said) = self.stats.get_mut(&name(tile)) {
                    *said = count;
                }
            }
        }
    }
}

fn name(tile: Tile) -> String {
    format!("tiles_{}", tile.to_string().replace(' ', "_"))
}

fn counts(tiles: &Grid<Tile>) -> Vec<(Tile, i64)> {
    let mut counts = [0i64; 256];
    tiles.cells().iter().for_each(|tile| counts[tile.code() as usize] += 1);
    Tile::ALL.into_iter().map(|(tile, _)| (tile, counts[tile.code() as usize])).collect()
}

/// Returns true if the door stands in an opening. Corrects its facing if it is off by a quarter
/// turn.
pub(crate) fn stands(tiles: &Grid<Tile>, door: &mut Door) -> bool {
    let open = |dir: Dir| tiles.get(door.pos.step(dir)).is_some_and(|tile| tile.is_walkable());
    let leads = |dir: Dir| open(dir) && open(dir.opposite()) && !open(dir.right()) && !open(dir.right().opposite());
    if tiles.get(door.pos) != Some(&door.tile()) {
        return false;
    }
    if leads(door.facing) {
        return true;
    }
    let turned = door.facing.right();
    if leads(turned) {
        door.facing = turned;
        return true;
    }
    false
}

fn beside(pos: Pos) -> impl Iterator<Item = Pos> {
    Dir::ALL.into_iter().map(move |dir| pos.step(dir)).chain([pos])
}

pub(crate) fn touches(shape: &Shape, pos: Pos) -> bool {
    beside(pos).any(|pos| shape.contains(pos))
}

fn passes(passage: &Passage, pos: Pos) -> bool {
    passage.legs().any(|leg| beside(pos).any(|pos| leg.contains(pos)))
}

/// Returns true if a passage still joins its rooms. If it joins only one, the other end may lie in
/// another passage or at an exit.
fn joins(passage: &Passage, rooms: &BTreeMap<RoomId, &Room>, passages: &[Passage], exits: &[Exit]) -> bool {
    let known: SmallVec<[&Room; 2]> = passage.joins.iter().filter_map(|id| rooms.get(id).copied()).collect();
    let ends = || [passage.points.first(), passage.points.last()].into_iter().flatten();
    let at = |room: &Room| ends().any(|&end| touches(&room.shape, end));
    let leads_on = |end: Pos| {
        let other = |other: &Passage| other.id != passage.id && other.legs().any(|leg| leg.contains(end));
        let in_room = rooms.values().any(|room| room.shape.contains(end));
        !in_room && (exits.iter().any(|exit| exit.pos == end) || passages.iter().any(other))
    };
    let held = |end: Pos| known.iter().any(|room| touches(&room.shape, end)) || known.len() == 1 && leads_on(end);
    known.len() == passage.joins.len() && known.iter().all(|room| at(room)) && ends().all(|&end| held(end))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::grid::Rect;
    use crate::check::check;
    use crate::map::{DoorKind, DoorState};

    fn map() -> Map {
        let mut map = Map::from_ascii("\n###########\n#...###...#\n#@...>....#\n#...###...#\n###########").unwrap();
        let rooms = [Rect::new(1, 1, 3, 3), Rect::new(7, 1, 3, 3)].map(|rect| map.add_room(Shape::Rect(rect)));
        map.dig_passage(1, &[Pos::new(4, 2), Pos::new(6, 2)], &rooms);
        map.tiles[Pos::new(5, 2)] = Tile::StairsDown;
        let id = map.passages[0].id;
        map.add_door(
            Pos::new(4, 2),
            Dir::East,
            DoorKind::Door,
            DoorState::Closed,
            &[Place::Room(rooms[0]), Place::Passage(id)],
        );
        map.count_tiles();
        map.stats.insert("doors".to_owned(), 1);
        map
    }

    #[test]
    fn a_grid_that_rooms_left_is_forgotten() {
        let mut map = map();
        map.grid = Some(Size::new(1, 1));
        map.settle();
        assert_eq!(map.grid, Some(Size::new(1, 1)));
        map.grid = Some(Size::new(2, 1));
        map.settle();
        assert_eq!(map.grid, None);
    }

    #[test]
    fn a_room_without_a_way_in_is_no_entrance() {
        let mut map = map();
        map.rooms.iter_mut().for_each(|room| room.tags.push("entrance".into()));
        map.settle();
        assert_eq!(map.rooms.iter().map(|room| room.tags.len()).collect::<Vec<_>>(), [1, 0]);
    }

    #[test]
    fn valid_maps_stay_unchanged() {
        let mut settled = map();
        assert_eq!(check(&settled), []);
        settled.settle();
        assert_eq!(settled, map());
    }

    #[test]
    fn walled_up_and_dug_maps_are_valid() {
        for pos in Rect::new(1, 1, 9, 3).positions() {
            for tile in [Tile::Wall, Tile::Void, Tile::Water, Tile::Floor] {
                let mut map = map();
                map.tiles[pos] = tile;
                map.source.promises = crate::Promises::NONE;
                map.settle();
                assert_eq!(check(&map), [], "{pos} {tile}\n{}", map.to_ascii());
            }
        }
    }

    #[test]
    fn a_door_without_its_opening_becomes_floor() {
        let mut map = map();
        map.tiles[Pos::new(4, 1)] = Tile::Floor;
        map.settle();
        assert_eq!((map.doors.len(), map.tiles[Pos::new(4, 2)]), (0, Tile::Floor));
        assert_eq!(map.stats["doors"], 0);
    }

    #[test]
    fn ways_out_stay_where_the_start_can_reach_them() {
        let mut map = Map::from_ascii("\n#########\n#<.#@#.>#\n#E.#E#@E#\n#########").unwrap();
        map.source.promises = crate::Promises::NONE;
        let mut without_start = map.clone();
        map.settle();
        assert_eq!(map.to_ascii_with_entities(), "#########\n#..#@#..#\n#..#E#..#\n#########\n");
        without_start.entities.clear();
        without_start.settle();
        assert_eq!(without_start.to_ascii_with_entities(), "#########\n#<.#.#..#\n#E.#.#..#\n#########\n");
        assert_eq!((check(&map), check(&without_start)), (vec![], vec![]));
    }

    #[test]
    fn a_room_that_loses_a_side_stays_a_rectangle() {
        let mut map = map();
        map.tiles.fill_rect(Rect::new(9, 1, 1, 3), Tile::Wall);
        map.settle();
        assert_eq!(map.rooms[1].shape, Shape::Rect(Rect::new(7, 1, 2, 3)));
    }
}
