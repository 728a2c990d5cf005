//! The public methods of [`PlacementIndex`], by position. Our own steps use its faster methods by
//! cell.

use super::placement_index::{PlacementIndex, is_solid};
use crate::base::grid::Pos;
use crate::generator::Context;
use crate::map::{Decoration, Entity, EntityKind, Map, Room, decor};
use std::fmt;

/// A zone in which things are placed: a room, a part of a hall, or a compact part of a cave.
#[derive(Clone, Copy, Debug)]
pub struct PlacementZone<'a> {
    index: usize,
    of: &'a PlacementIndex,
}

impl PlacementIndex {
    /// Iterates over the zones, rooms first.
    pub fn zones(&self) -> impl ExactSizeIterator<Item = PlacementZone<'_>> {
        (0..self.areas().len()).map(|index| self.zone(index))
    }

    /// Returns a zone by its place in [`PlacementIndex::zones`]. Panics if there is no such zone.
    pub fn zone(&self, index: usize) -> PlacementZone<'_> {
        assert!(index < self.areas().len(), "there are only {} zones", self.areas().len());
        PlacementZone { index, of: self }
    }

    /// Returns the zone that contains the cell; corridors are in no zone.
    pub fn zone_at(&self, pos: Pos) -> Option<PlacementZone<'_>> {
        self.owner_at(pos).map(|index| self.zone(index))
    }

    /// Iterates over the free cells of the map in reading order, corridors included.
    pub fn free_cells(&self) -> impl Iterator<Item = Pos> {
        self.ground.cells().filter(|&cell| self.is_free(cell)).map(|cell| self.ground.pos(cell))
    }

    /// Returns true if the cell is plain floor, unoccupied, and not at the edge of the map.
    pub fn is_free_at(&self, pos: Pos) -> bool {
        self.cell(pos).is_some_and(|cell| self.is_free(cell))
    }

    /// Returns true if the cell is free and something solid may stand there without cutting off
    /// any part of the map.
    pub fn fits_at(&self, pos: Pos) -> bool {
        self.cell(pos).is_some_and(|cell| self.has_place(cell))
    }

    /// Returns true if the cell is in the zone of the start or a few steps from it, or cannot be
    /// reached (see [`PlacementIndex::keep_within_reach`]): our steps place no monsters there.
    pub fn is_near_start(&self, pos: Pos) -> bool {
        self.cell(pos).is_some_and(|cell| self.is_home(cell))
    }

    /// Treats the parts of the map that cannot be reached from the start, stairs or exits like the
    /// zone of the start, so that things are placed only where the player can go. The steps for
    /// monsters, treasure and traps call it first.
    pub fn keep_within_reach(&mut self, map: &mut Map, cx: &Context<'_>) {
        self.close_unreachable(map, cx);
    }

    /// Measures the number of steps from this cell to all others, for
    /// [`PlacementIndex::distance_to`]. Entities do not block the way, as they may move.
    #[doc(alias = "dijkstra map")]
    pub fn measure_from(&mut self, pos: Pos) {
        let from: Vec<usize> = self.cell(pos).into_iter().collect();
        self.measure(&from);
    }

    /// Returns the number of steps to the cell from the cell measured last; `None` if it cannot be
    /// reached or nothing was measured.
    pub fn distance_to(&self, pos: Pos) -> Option<u32> {
        self.steps(self.cell(pos)?)
    }

    /// Adds an entity to the map and marks its cell as occupied. Monsters, items and keys count as
    /// solid; the cells around a start are kept free of monsters from now on. A map with a monster,
    /// item or trap at the start does not promise `populated`.
    pub fn put_entity(&mut self, map: &mut Map, entity: Entity) {
        let Entity { kind, pos, .. } = entity;
        let keeps_away = matches!(kind, EntityKind::Monster | EntityKind::Item | EntityKind::Trap);
        if keeps_away && self.cell(pos).is_some_and(|cell| self.is_home(cell)) {
            self.in_order = false;
        }
        map.entities.push(entity);
        if is_solid(kind) {
            self.obstruct(pos);
        } else {
            self.occupy(pos);
        }
        if kind == EntityKind::Start {
            self.mark_home(map);
        }
    }

    /// Adds a decoration to the map and marks all cells that it covers as occupied. Furniture that
    /// blocks the way, such as an altar, counts as solid: check [`PlacementIndex::fits_at`] first.
    pub fn put_decoration(&mut self, map: &mut Map, decoration: Decoration) {
        let blocks = decor::blocks(&decoration);
        for pos in decor::footprint(&decoration).positions() {
            if let Some(cell) = self.cell(pos) {
                self.furnish(cell, blocks);
            }
        }
        map.decorations.push(decoration);
    }

    /// Marks the cell as occupied by something that can be walked over, for example a trap.
    pub fn occupy(&mut self, pos: Pos) {
        if let Some(cell) = self.cell(pos) {
            self.put(cell);
        }
    }

    /// Marks the cell as occupied by something solid.
    pub fn obstruct(&mut self, pos: Pos) {
        if let Some(cell) = self.cell(pos) {
            self.block(cell);
        }
    }

    /// Returns the cell at this position; `None` outside the map.
    fn cell(&self, pos: Pos) -> Option<usize> {
        self.ground.size().contains(pos).then(|| self.ground.index(pos))
    }
}

impl<'a> PlacementZone<'a> {
    /// Iterates over the cells of the zone in reading order, occupied or not.
    pub fn cells(self) -> impl Iterator<Item = Pos> + 'a {
        let PlacementZone { index, of } = self;
        of.cells_of(&of.areas()[index]).iter().map(|&cell| of.ground.pos(cell as usize))
    }

    /// Returns the room that the zone is, or is part of.
    pub fn room(self, map: &Map) -> Option<&Room> {
        map.rooms.get(self.of.areas()[self.index].room? as usize)
    }

    /// Returns true if the start lies in the zone, or all of the zone is near the start or out of
    /// reach.
    pub fn has_start(self) -> bool {
        self.of.areas()[self.index].is_home
    }

    /// Returns true if the zone is a room with at most one entrance.
    pub fn is_dead_end(self, map: &Map) -> bool {
        self.of.is_dead_end(self.index, map)
    }
}

impl fmt::Debug for PlacementIndex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PlacementIndex")
            .field("size", &self.ground.size())
            .field("zones", &self.areas().len())
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::grid::{Rect, Size};
    use crate::base::rng::Seed;
    use crate::base::tile::Tile;
    use crate::map::{CellSet, Shape, Zone, ZoneId};

    /// A room with a start, a corridor, and a room with one entrance.
    fn map() -> Map {
        let mut map = Map::from_ascii(
            "
###################
#......######.....#
#.@.........+.....#
#......######.....#
###################",
        )
        .unwrap();
        map.add_room(Shape::Rect(Rect::new(1, 1, 6, 3)));
        map.add_room(Shape::Rect(Rect::new(13, 1, 5, 3)));
        map
    }

    #[test]
    fn zones_and_distances_are_told_by_position() {
        let mut map = map();
        let mut index = PlacementIndex::take(&mut map, &mut Context::new(Seed::new(1))).unwrap();
        let zones: Vec<(usize, bool, bool)> =
            index.zones().map(|zone| (zone.cells().count(), zone.has_start(), zone.is_dead_end(&map))).collect();
        assert_eq!(zones, [(18, true, true), (15, false, true)]);
        let far = index.zone_at(Pos::new(14, 1)).unwrap();
        assert_eq!(far.room(&map).map(|room| room.id), Some(map.rooms[1].id));
        assert!(index.zone_at(Pos::new(9, 2)).is_none() && index.zone_at(Pos::new(99, 2)).is_none());
        assert!(index.is_near_start(Pos::new(6, 3)) && !index.is_near_start(Pos::new(14, 2)));
        assert_eq!(index.distance_to(Pos::new(3, 2)), None, "nothing is measured yet");
        index.measure_from(map.start().unwrap());
        assert_eq!(index.distance_to(Pos::new(12, 2)), Some(10));
        assert_eq!(index.distance_to(Pos::new(0, 0)), None);
    }

    #[test]
    fn a_region_between_closed_doors_is_no_zone_of_its_own() {
        let mut map = Map::new(Size::new(60, 24), Tile::Wall);
        map.dig_room(Rect::new(1, 1, 6, 6));
        let hall = map.dig_room(Rect::new(10, 1, 40, 20));
        map.dig_passage(1, &[Pos::new(7, 3), Pos::new(9, 3)], &[map.rooms[0].id, hall]);
        let cells = CellSet::new(Pos::new(0, 0), map.walkable());
        map.zones.push(Zone::new(ZoneId(0), cells).with_tags(vec!["region".into()]));
        map.entities.push(Entity::new(EntityKind::Start, Pos::new(2, 2), ""));
        let index = PlacementIndex::take(&mut map, &mut Context::new(Seed::new(1))).unwrap();
        let zones: Vec<(usize, bool)> = index.zones().map(|zone| (zone.cells().count(), zone.has_start())).collect();
        assert_eq!(zones, [(36, true), (500, false), (300, false)]);
        assert!(!index.is_near_start(Pos::new(40, 12)));
        assert_eq!(map.zones.len(), 1, "zones share no cell with a region");
    }

    #[test]
    fn occupied_cells_are_left_to_the_next_step() {
        let mut map = map();
        let mut cx = Context::new(Seed::new(1));
        let mut index = PlacementIndex::take(&mut map, &mut cx).unwrap();
        let (corridor, corner, trap) = (Pos::new(9, 2), Pos::new(17, 1), Pos::new(15, 2));
        assert!(index.is_free_at(corridor) && !index.fits_at(corridor), "it would block the way");
        assert!(index.fits_at(corner) && !index.is_free_at(Pos::new(-1, 4)));
        let free = index.free_cells().count();
        index.put_entity(&mut map, Entity::new(EntityKind::Monster, corner, "owl"));
        index.put_entity(&mut map, Entity::new(EntityKind::Trap, trap, ""));
        index.put_decoration(&mut map, Decoration::new("rubble", Pos::new(2, 1)));
        index.occupy(Pos::new(-3, 0));
        index.leave(&mut cx);
        cx.step = 1;
        let next = PlacementIndex::take(&mut map, &mut cx).unwrap();
        assert!(!next.is_free_at(corner) && !next.is_free_at(trap) && !next.is_free_at(Pos::new(2, 1)));
        let placed = (map.entities.len(), map.decorations.len());
        assert_eq!((next.free_cells().count(), placed), (free - 3, (3, 1)));
    }
}
