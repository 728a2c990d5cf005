//! [`PlacementIndex`]: the view of a map for steps that place things: its zones, its occupied cells
//! and its free cells.
//!
//! Zones are rooms where there are rooms, and compact parts of the open ground elsewhere. Zones
//! that the map does not record yet are added to it, so that later steps and other readers of the
//! map know them too.

use crate::base::bits::BitGrid;
use crate::base::error::Error;
use crate::base::grid::{Pos, Rect};
use crate::base::promises::Promises;
use crate::base::tile::Tile;
use crate::content::themes::{Theme, Themes};
use crate::generator::Context;
use crate::map::decor;
use crate::map::{CellSet, Entity, EntityKind, Map, Passage, Shape, Zone, ZoneId};
use crate::spatial::breadth_first::breadth_first;
use crate::spatial::ground::Ground;
use crate::spatial::region::{is_one_piece, keep_reached};
use crate::spatial::zones::zones;
use std::ops::Range;

/// Subject of the remark about parts of the map that are left empty.
const OUT_OF_REACH: &str = "out of reach";
/// Approximate size of a zone, in tiles. Areas larger than 1.25 times this are divided.
const ZONE: u32 = 400;
/// Minimum size of a zone of open ground, in tiles.
pub(crate) const MIN_ZONE_CELLS: usize = 10;
/// Steps around the start where no monsters are placed.
pub(crate) const DOORSTEP: u32 = 4;
/// Zone index of a cell that is in no zone.
pub(crate) const NOWHERE: u32 = u32::MAX;

/// Part of the map in which things are placed.
#[derive(Clone, Debug)]
pub(crate) struct Area {
    /// Range of its cells in the list of all cells.
    cells: Range<u32>,
    /// Room that it is, or is part of, by index in the map's list.
    pub(crate) room: Option<u32>,
    /// True if it contains the start: no monsters are placed there.
    pub(crate) is_home: bool,
}

/// Distances to all cells.
struct DistanceSearch {
    from: Vec<usize>,
    to: Vec<u32>,
    queue: Vec<u32>,
}

/// Distance of a cell that is not reached yet.
const UNREACHED: u32 = u32::MAX;
/// Distance of a cell that can never be reached.
const WALL: u32 = u32::MAX - 1;

/// View of a map for steps that place things: its zones, its free cells, and which cells an
/// obstacle may occupy without cutting anything off.
///
/// The first placement step of a recipe builds the index. Every step takes it from the context,
/// keeps it up to date and leaves it for the next one, so a placement step of your own costs little
/// and later steps do not place anything on its cells. See [the module](crate::place) for an
/// example.
pub struct PlacementIndex {
    /// Tiles. Cells of solid entities are not open, and cells of blocking furniture are not floor
    /// either.
    pub(crate) ground: Ground,
    areas: Vec<Area>,
    cells: Vec<u32>,
    owners: Vec<u32>,
    /// All walkable tiles, occupied or not.
    pub(crate) walkable: BitGrid,
    /// Number of plain floor tiles; of those that can be reached, once the others are closed.
    pub(crate) floor: u64,
    /// True if the parts of the map that cannot be reached are closed.
    is_closed: bool,
    steps: Option<DistanceSearch>,
    /// True if no two things share a cell, and nothing solid cuts anything off.
    pub(crate) in_order: bool,
    /// Step and attempt after which this view is up to date.
    stamp: (u32, usize),
}

/// Marks an occupied cell.
const TAKEN: u8 = Ground::KEEP;
/// Marks a cell where no things are placed: in the start's zone, near the start, or out of reach.
const HOME: u8 = Ground::FREE_1;
/// Marks a cell at the edge of the map, past which there may be more: a step limited to an area
/// sees only that area.
const EDGE: u8 = Ground::FREE_2;
/// Marks a cell covered by a decoration.
const FURNITURE: u8 = Ground::FREE_3;

impl PlacementIndex {
    /// Returns the index left by the previous step, or a new one of the map. Open ground outside of
    /// rooms is divided into zones, which are added to the map.
    pub fn take(map: &mut Map, cx: &mut Context<'_>) -> Result<Box<PlacementIndex>, Error> {
        let now = (cx.attempt, cx.step);
        match cx.handover.take().and_then(|left| left.downcast::<PlacementIndex>().ok()) {
            Some(survey) if (survey.stamp.0, survey.stamp.1 + 1) == now && survey.ground.size() == map.size() => {
                Ok(survey)
            }
            _ => PlacementIndex::of(map, cx).map(Box::new),
        }
    }

    /// Leaves the index for the next step. A step that changed tiles drops the index instead.
    pub fn leave(mut self: Box<Self>, cx: &mut Context<'_>) {
        self.stamp = (cx.attempt, cx.step);
        cx.handover = Some(self);
    }

    fn of(map: &mut Map, cx: &mut Context<'_>) -> Result<PlacementIndex, Error> {
        cx.spend(map.size().area() as u64)?;
        let ground = Ground::of(map);
        let owners = vec![NOWHERE; ground.len()];
        let (areas, cells) = (Vec::new(), Vec::new());
        let (walkable, floor) = (map.walkable(), ground.count(Ground::FLOOR));
        let mut survey = PlacementIndex {
            ground,
            areas,
            cells,
            owners,
            walkable,
            floor,
            is_closed: false,
            steps: None,
            in_order: true,
            stamp: (0, 0),
        };
        survey.find_areas(map, cx)?;
        survey.take_what_is_there(map);
        survey.ground.mark_edge(EDGE);
        survey.mark_home(map);
        Ok(survey)
    }

    /// Finds the zones: rooms, then the zones of the map, then the remaining open ground. Regions
    /// between closed doors are no zones for placing things: they may be as large as the map.
    fn find_areas(&mut self, map: &mut Map, cx: &mut Context<'_>) -> Result<(), Error> {
        let mut rest = self.walkable.clone();
        let (mut named, mut regions) = (BitGrid::new(map.size()), BitGrid::new(map.size()));
        for zone in &map.zones {
            let set = if zone.is_region() { &mut regions } else { &mut named };
            set.add(zone.cells.bounds().origin(), zone.cells.mask());
        }
        let is_for_placing = |zone: &&Zone| !zone.is_region();
        let mut found: Vec<CellSet> = Vec::new();
        for (index, room) in (0..).zip(&map.rooms) {
            let bounds = room.shape.bounds().intersection(map.size().rect());
            let first = self.cells.len();
            match &room.shape {
                Shape::Rect(_) => (bounds.y..bounds.bottom()).for_each(|y| self.add_row(bounds.x, bounds.right(), y)),
                shape => shape.positions().filter(|&pos| map.size().contains(pos)).for_each(|pos| self.add(pos)),
            }
            let count = self.cells.len() - first;
            if count > ZONE as usize * 5 / 4 {
                // A hall is divided like a cave, or by the zones of the map.
                let mut mask = BitGrid::new(map.size());
                for cell in self.cells.drain(first..) {
                    self.owners[cell as usize] = NOWHERE;
                    mask.insert(self.ground.pos(cell as usize));
                }
                if !named.is_clear(bounds) {
                    for zone in map.zones.iter().filter(is_for_placing) {
                        self.add_set(&zone.cells.within(&mask), Some(index), map.size().rect());
                    }
                    mask.subtract(&named);
                }
                for piece in zones(&mask.part(bounds), ZONE, cx)? {
                    let cells = piece.cells.moved(bounds.origin());
                    self.add_set(&cells, Some(index), map.size().rect());
                    found.push(cells);
                }
            } else if count > 0 {
                self.close(first, Some(index));
            }
            match &room.shape {
                Shape::Rect(rect) => rest.fill_rect(*rect, false),
                shape => shape.positions().filter(|&pos| map.size().contains(pos)).for_each(|pos| rest.remove(pos)),
            }
        }
        let (left, in_rooms) = (rest.count(), self.cells.len());
        if in_rooms > 0 && left < 3 * in_rooms {
            // On a map of rooms the remaining ground is corridors, except for the caves beside it.
            // A mine with a single hall is still a mine.
            map.passages.iter().flat_map(Passage::legs).for_each(|leg| rest.fill_rect(leg, false));
            rest = open_ground(&rest);
        }
        for zone in map.zones.iter().filter(is_for_placing) {
            let cells = zone.cells.within(&rest);
            if cells.count() >= MIN_ZONE_CELLS {
                self.add_set(&cells, None, map.size().rect());
            }
        }
        rest.subtract(&named);
        if rest.count() >= MIN_ZONE_CELLS {
            for zone in zones(&rest, ZONE, cx)? {
                self.add_set(&zone.cells, None, map.size().rect());
                found.push(zone.cells);
            }
        }
        let next = map.zones.iter().map(|zone| zone.id.0).max().map_or(0, |id| id.saturating_add(1));
        // The zones of a map share no cell.
        let unnamed = found.into_iter().filter(|cells| cells.within(&regions).count() == 0);
        for (id, cells) in (next..).zip(unnamed) {
            map.zones.push(Zone::new(ZoneId(id), cells));
        }
        map.recount();
        Ok(())
    }

    /// Adds an open cell that is in no zone yet to the current zone.
    #[inline]
    fn add(&mut self, pos: Pos) {
        let cell = self.ground.index(pos);
        if self.ground.is(cell, Ground::OPEN) && self.owners[cell] == NOWHERE {
            self.owners[cell] = self.areas.len() as u32;
            self.cells.push(cell as u32);
        }
    }

    /// Adds some open cells of a row to the current zone.
    fn add_row(&mut self, first: i32, past: i32, y: i32) {
        let (start, name) = (self.ground.index(Pos::new(first, y)), self.areas.len() as u32);
        for cell in start..start + (past - first).max(0) as usize {
            if self.ground.is(cell, Ground::OPEN) && self.owners[cell] == NOWHERE {
                self.owners[cell] = name;
                self.cells.push(cell as u32);
            }
        }
    }

    fn add_set(&mut self, cells: &CellSet, room: Option<u32>, map: Rect) {
        let first = self.cells.len();
        let (mask, bounds) = (cells.mask(), cells.bounds());
        for y in bounds.y.max(0)..bounds.bottom().min(map.bottom()) {
            for (left, right) in mask.runs(y - bounds.y) {
                self.add_row((bounds.x + left).max(0), (bounds.x + right).min(map.right()), y);
            }
        }
        self.close(first, room);
    }

    fn close(&mut self, first: usize, room: Option<u32>) {
        if self.cells.len() > first {
            self.areas.push(Area { cells: first as u32..self.cells.len() as u32, room, is_home: false });
        }
    }

    /// Marks the occupied cells, and closes those of solid things.
    fn take_what_is_there(&mut self, map: &Map) {
        let mut solid = false;
        for decoration in &map.decorations {
            let footprint = decor::footprint(decoration).intersection(map.size().rect());
            let blocks =
                decor::facing(decoration).is_some() && decor::find(&decoration.kind).is_some_and(|it| it.blocks);
            solid |= blocks;
            self.ground.mark_rect(footprint, TAKEN | FURNITURE);
            for pos in footprint.positions().filter(|_| blocks) {
                let cell = self.ground.index(pos);
                self.ground.clear(cell, Ground::OPEN | Ground::FLOOR);
            }
        }
        let ways = map.exits.iter().map(|exit| exit.pos).chain(map.stairs.iter().map(|stairs| stairs.pos));
        for pos in ways.filter(|&pos| map.size().contains(pos)) {
            let cell = self.ground.index(pos);
            self.ground.set(cell, TAKEN);
        }
        for entity in map.entities.iter().filter(|entity| map.size().contains(entity.pos)) {
            let cell = self.ground.index(entity.pos);
            let on_stairs = map.tiles[entity.pos] == Tile::StairsUp && entity.kind == EntityKind::Start;
            self.in_order &= on_stairs || self.ground.is(cell, Ground::FLOOR) && !self.ground.is(cell, TAKEN);
            self.ground.set(cell, TAKEN);
            if is_solid(entity.kind) {
                solid = true;
                self.ground.clear(cell, Ground::OPEN);
            }
        }
        if solid && self.in_order {
            let mut left = self.walkable.clone();
            self.in_order = is_one_piece(&left);
            for pos in map.size().rect().positions() {
                if !self.ground.is(self.ground.index(pos), Ground::OPEN) && left.contains(pos) {
                    left.remove(pos);
                }
            }
            self.in_order &= is_one_piece(&left);
        }
    }

    /// Marks the zone of the start, and the cells within a few steps of it.
    pub(crate) fn mark_home(&mut self, map: &Map) {
        let Some(start) = map.start().filter(|&pos| map.size().contains(pos)) else { return };
        let cell = self.ground.index(start);
        let zone = map.zones.iter().find(|zone| !zone.is_region() && zone.cells.contains(start));
        let room = map.rooms.iter().find(|room| room.shape.contains(start));
        match (zone, room) {
            (Some(zone), _) => self.mark_all(zone.cells.positions(), HOME),
            (None, Some(room)) => self.mark_all(room.shape.positions(), HOME),
            (None, None) => {}
        }
        if let Some(area) = self.areas.get_mut(self.owners[cell] as usize) {
            area.is_home = true;
            for at in area.cells.clone() {
                self.ground.set(self.cells[at as usize] as usize, HOME);
            }
        }
        let mut near = vec![cell];
        let mut first = 0;
        self.ground.set(cell, HOME);
        for _ in 0..DOORSTEP {
            let past = near.len();
            for at in first..past {
                for beside in self.ground.beside(near[at]) {
                    // Existing entities do not make the path longer.
                    if self.walkable.contains(self.ground.pos(beside)) && !near.contains(&beside) {
                        near.push(beside);
                        self.ground.set(beside, HOME);
                    }
                }
            }
            first = past;
        }
        let monsters = map.entities.iter().filter(|entity| entity.kind == EntityKind::Monster);
        let met = |pos: Pos| map.size().contains(pos) && self.ground.is(self.ground.index(pos), HOME);
        self.in_order &= !monsters.map(|monster| monster.pos).any(met);
        let placed = |entity: &&Entity| matches!(entity.kind, EntityKind::Item | EntityKind::Trap);
        let is_home = |pos: Pos| match (zone, room) {
            (Some(zone), _) => zone.cells.contains(pos),
            (None, Some(room)) => room.shape.contains(pos),
            (None, None) => false,
        };
        self.in_order &= !map.entities.iter().filter(placed).any(|entity| is_home(entity.pos));
        for area in &mut self.areas {
            let home = |at: u32| self.ground.is(self.cells[at as usize] as usize, HOME);
            area.is_home |= area.cells.clone().all(home);
        }
    }

    /// Returns the cells that can be reached from the start, stairs and exits; `None` if there are
    /// none of these.
    pub(crate) fn reach(&self, map: &Map, cx: &Context<'_>) -> Option<BitGrid> {
        let stairs = map.stairs.iter().map(|stairs| stairs.pos);
        let ways: Vec<Pos> = map.exits.iter().map(|exit| exit.pos).chain(stairs).chain(map.start()).collect();
        if ways.is_empty() {
            return None;
        }
        let mut reach = self.walkable.clone();
        // A path may lead past the edge of the area that the step is limited to.
        let edge = map.size().rect();
        let edge = edge.positions().filter(|pos| cx.is_part && !edge.grown(-1).contains(*pos));
        keep_reached(&mut reach, ways.into_iter().chain(edge));
        Some(reach)
    }

    /// Closes the parts of the map that cannot be reached from the start, stairs or exits to all
    /// things that are placed from now on.
    pub(crate) fn close_unreachable(&mut self, map: &mut Map, cx: &Context<'_>) {
        if self.is_closed || map.source.promises.has(Promises::CONNECTED) {
            return;
        }
        self.is_closed = true;
        let Some(reach) = self.reach(map, cx) else { return };
        let mut apart = self.walkable.clone();
        apart.subtract(&reach);
        if apart.is_empty() {
            return;
        }
        let mut floor = 0;
        for pos in apart.iter() {
            let cell = self.ground.index(pos);
            floor += u64::from(self.ground.is(cell, Ground::FLOOR));
            self.ground.set(cell, HOME);
        }
        self.floor = self.floor.saturating_sub(floor);
        for area in &mut self.areas {
            area.is_home |= area.cells.clone().all(|at| self.ground.is(self.cells[at as usize] as usize, HOME));
        }
        if !map.notes.iter().any(|note| note.what == OUT_OF_REACH) {
            let tiles = apart.count();
            let why =
                format!("{tiles} tiles cannot be reached from the start, stairs or exits, so nothing is placed there");
            cx.remark(map, OUT_OF_REACH, why);
        }
    }

    fn mark_all(&mut self, cells: impl Iterator<Item = Pos>, marks: u8) {
        let size = self.ground.size();
        for pos in cells.filter(|&pos| size.contains(pos)) {
            let cell = self.ground.index(pos);
            self.ground.set(cell, marks);
        }
    }

    /// Returns the zones, rooms first.
    pub(crate) fn areas(&self) -> &[Area] {
        &self.areas
    }

    /// Returns the cells of a zone, in reading order.
    pub(crate) fn cells_of(&self, area: &Area) -> &[u32] {
        &self.cells[area.cells.start as usize..area.cells.end as usize]
    }

    /// Returns the index of the zone that contains the cell.
    pub(crate) fn owner(&self, cell: usize) -> Option<usize> {
        let owner = self.owners[cell];
        (owner != NOWHERE).then_some(owner as usize)
    }

    /// Returns the index of the zone at this position; `None` outside the map.
    pub(crate) fn owner_at(&self, pos: Pos) -> Option<usize> {
        self.ground.size().contains(pos).then(|| self.owner(self.ground.index(pos))).flatten()
    }

    /// Returns up to `count` cells of a zone around this one, at most `radius` away, that can all
    /// be occupied at once without cutting anything off.
    pub(crate) fn gather(&mut self, middle: usize, area: usize, count: usize, radius: u32) -> Vec<usize> {
        let mut places = Vec::with_capacity(count);
        let mut met = vec![middle];
        let at = self.ground.pos(middle);
        let mut next = 0;
        while next < met.len() && places.len() < count {
            let cell = met[next];
            next += 1;
            if self.has_place(cell) && !self.is_home(cell) {
                self.ground.clear(cell, Ground::OPEN);
                places.push(cell);
            }
            for near in self.ground.beside(cell) {
                let far = self.ground.pos(near) - at;
                let (x, y) = (u64::from(far.x.unsigned_abs()), u64::from(far.y.unsigned_abs()));
                let within = self.owners[near] == area as u32 && x * x + y * y <= u64::from(radius).pow(2);
                if within && met.len() < MAX_GATHERED && !met.contains(&near) {
                    met.push(near);
                }
            }
        }
        places.iter().for_each(|&cell| self.ground.set(cell, Ground::OPEN));
        places
    }

    /// Returns the themes of the map, by cell.
    pub(crate) fn themes(&self, map: &Map) -> ThemeMap {
        ThemeMap::of(map, &self.ground)
    }

    /// Returns true if the cell is unoccupied plain floor, even at the edge of the map.
    #[inline]
    pub(crate) fn is_clear(&self, cell: usize) -> bool {
        self.ground.marks(cell) & (Ground::OPEN | Ground::FLOOR | TAKEN) == Ground::OPEN | Ground::FLOOR
    }

    /// Returns true if the cell is unoccupied plain floor and not at the edge of the map.
    #[inline]
    pub(crate) fn is_free(&self, cell: usize) -> bool {
        self.ground.marks(cell) & (Ground::OPEN | Ground::FLOOR | TAKEN | EDGE) == Ground::OPEN | Ground::FLOOR
    }

    /// Returns true if the cell is beside a door.
    pub(crate) fn is_doorstep(&self, cell: usize) -> bool {
        self.ground.beside(cell).into_iter().any(|near| self.ground.is(near, Ground::DOOR))
    }

    /// Returns true if the cell is beside a door or stairs.
    pub(crate) fn is_by_way(&self, cell: usize) -> bool {
        let way = |near: usize| {
            let marks = self.ground.marks(near);
            marks & Ground::DOOR != 0 || marks & (TAKEN | Ground::OPEN | Ground::FLOOR) == TAKEN | Ground::OPEN
        };
        self.ground.beside(cell).into_iter().any(way)
    }

    /// Marks the cell as covered by furniture, which may block it.
    pub(crate) fn furnish(&mut self, cell: usize, blocks: bool) {
        self.ground.set(cell, TAKEN | FURNITURE);
        if blocks {
            self.ground.clear(cell, Ground::OPEN | Ground::FLOOR);
        }
    }

    /// Returns true if there is a decoration on the cell or beside it.
    pub(crate) fn is_furnished(&self, cell: usize) -> bool {
        self.ground.is(cell, FURNITURE)
            || self.ground.beside(cell).into_iter().any(|near| self.ground.is(near, FURNITURE))
    }

    /// Returns the number of solid cells among the eight neighbours.
    pub(crate) fn walls(&self, cell: usize) -> u32 {
        self.ground.around(cell).into_iter().filter(|&near| self.ground.is(near, Ground::SOLID)).count() as u32
    }

    /// Returns true if something solid may stand there without cutting anything off.
    #[inline]
    pub(crate) fn has_place(&self, cell: usize) -> bool {
        self.is_free(cell) && self.ground.is_loose(cell)
    }

    /// Returns true if furniture may stand there without cutting off any floor or existing entity.
    pub(crate) fn has_place_for_furniture(&self, cell: usize) -> bool {
        // Only furniture blocks permanently.
        let passable = |marks: u8| marks & (Ground::OPEN | Ground::FLOOR) != 0;
        self.has_place(cell) && self.ground.is_loose_among(cell, passable)
    }

    /// Returns true if the cell is in the zone of the start or near the start.
    #[inline]
    pub(crate) fn is_home(&self, cell: usize) -> bool {
        self.ground.is(cell, HOME)
    }

    /// Marks the cell as occupied by something walkable.
    pub(crate) fn put(&mut self, cell: usize) {
        self.ground.set(cell, TAKEN);
    }

    /// Marks the cell as occupied by something solid.
    pub(crate) fn block(&mut self, cell: usize) {
        self.ground.set(cell, TAKEN);
        self.ground.clear(cell, Ground::OPEN);
    }

    /// Clears a cell that was marked as occupied.
    pub(crate) fn unblock(&mut self, cell: usize) {
        self.ground.clear(cell, TAKEN);
        self.ground.set(cell, Ground::OPEN);
    }

    /// Returns the steps to the cell from the origin of the last [`PlacementIndex::measure`];
    /// `None` if it cannot be reached.
    #[inline]
    pub(crate) fn steps(&self, cell: usize) -> Option<u32> {
        self.steps.as_ref().map(|steps| steps.to[cell]).filter(|&steps| steps < WALL)
    }

    /// Returns true if a zone is a room with at most one entrance.
    pub(crate) fn is_dead_end(&self, area: usize, map: &Map) -> bool {
        let Some(room) = self.areas[area].room else { return false };
        let outside = |near: usize| self.ground.is(near, Ground::OPEN) && self.owners[near] != area as u32;
        let inner = match &map.rooms[room as usize].shape {
            Shape::Rect(rect) => rect.grown(-1),
            _ => Rect::default(),
        };
        let ways = self.cells_of(&self.areas[area]).iter().map(|&cell| cell as usize).filter(|&cell| {
            !inner.contains(self.ground.pos(cell)) && self.ground.beside(cell).into_iter().any(outside)
        });
        ways.take(2).count() <= 1
    }

    /// Returns all cells that are in zones.
    pub(crate) fn cells(&self) -> &[u32] {
        &self.cells
    }

    /// Returns the number of cells of a zone that are beside open ground outside it.
    pub(crate) fn openings(&self, area: usize) -> usize {
        let outside = |near: usize| self.ground.is(near, Ground::OPEN) && self.owners[near] != area as u32;
        let cells = self.cells_of(&self.areas[area]).iter();
        cells.filter(|&&cell| self.ground.beside(cell as usize).into_iter().any(outside)).count()
    }

    /// Returns the cells reached by the last [`PlacementIndex::measure`], nearest first.
    pub(crate) fn reached(&self) -> impl DoubleEndedIterator<Item = usize> {
        self.steps.iter().flat_map(|steps| &steps.queue).map(|&cell| cell as usize)
    }

    /// Records the tile of stairs that were placed.
    pub(crate) fn lay(&mut self, cell: usize, tile: Tile) {
        let kept = self.ground.marks(cell) & (HOME | EDGE | FURNITURE);
        self.ground.put(cell, tile);
        self.ground.set(cell, kept | TAKEN);
    }

    /// Measures the number of steps from these cells to all others. Entities do not block the path,
    /// as they may move.
    pub(crate) fn measure(&mut self, from: &[usize]) {
        if self.steps.as_ref().is_some_and(|steps| steps.from == from) {
            return;
        }
        let walkable = Ground::OPEN | Ground::FLOOR | Ground::DOOR;
        // Unwalkable cells are marked as visited, so that one test per cell is enough.
        let mut to: Vec<u32> =
            self.ground.all().iter().map(|marks| if marks & walkable == 0 { WALL } else { UNREACHED }).collect();
        let mut queue: Vec<u32> = Vec::with_capacity(self.cells.len());
        for &start in from {
            to[start] = 0;
            queue.push(start as u32);
        }
        breadth_first(&mut queue, |cell, queue| {
            let steps = to[cell as usize] + 1;
            for near in self.ground.beside(cell as usize) {
                if to[near] == UNREACHED {
                    to[near] = steps;
                    queue.push(near as u32);
                }
            }
        });
        self.steps = Some(DistanceSearch { from: from.to_vec(), to, queue });
    }
}

/// Maximum number of cells examined for a group of things.
const MAX_GATHERED: usize = 256;

/// Theme of each cell.
pub(crate) struct ThemeMap {
    themes: Vec<Theme>,
    /// Index of the theme plus one; 0 for no theme. Empty if the map has no theme at all.
    cells: Vec<u16>,
}

impl ThemeMap {
    fn of(map: &Map, ground: &Ground) -> ThemeMap {
        let known = if map.zones.iter().all(|zone| zone.tags.is_empty()) { Themes::default() } else { Themes::of(map) };
        let mut made = ThemeMap { themes: Vec::new(), cells: Vec::new() };
        for zone in map.zones.iter().filter(|zone| !zone.tags.is_empty()) {
            let Some(theme) = known.at(zone) else { continue };
            let number = match made.themes.iter().position(|it| it.name == theme.name) {
                Some(index) => index + 1,
                None => {
                    made.themes.push(theme.clone());
                    made.themes.len()
                }
            };
            if made.cells.is_empty() {
                made.cells = vec![0; ground.len()];
            }
            for pos in zone.cells.positions().filter(|&pos| map.size().contains(pos)) {
                made.cells[ground.index(pos)] = number as u16;
            }
        }
        made
    }

    /// Returns the theme of the cell.
    pub(crate) fn at(&self, cell: u32) -> Option<&Theme> {
        let number = *self.cells.get(cell as usize)?;
        self.themes.get(usize::from(number).checked_sub(1)?)
    }
}

/// Returns true if the entity blocks its cell.
pub(crate) const fn is_solid(kind: EntityKind) -> bool {
    matches!(kind, EntityKind::Monster | EntityKind::Item | EntityKind::Key)
}

/// Returns the cells that belong to an open square of 2 by 2, so not to a corridor.
pub(crate) fn open_ground(cells: &BitGrid) -> BitGrid {
    let mut squares = cells.clone();
    squares &= &cells.shifted(-1, 0);
    let down = squares.shifted(0, -1);
    squares &= &down;
    let mut open = squares.clone();
    for (dx, dy) in [(1, 0), (0, 1), (1, 1)] {
        open |= &squares.shifted(dx, dy);
    }
    open
}
