//! [`Survey`]: a map as the steps see it that put things on it: its zones, what stands where, and where there is place.
//!
//! Zones are rooms where there are rooms, and compact parts of the open ground elsewhere. Those that no record of the map names are written down
//! as zones of the map, so that whoever looks at it later knows them too.

use crate::bits::BitGrid;
use crate::decor;
use crate::error::Error;
use crate::generator::Context;
use crate::grid::{Pos, Rect};
use crate::ground::Ground;
use crate::map::{CellSet, EntityKind, Extra, Map, Passage, Shape, Tags, Zone, ZoneId};
use crate::region::is_one_piece;
use crate::themes::{Theme, Themes};
use crate::tile::Tile;
use crate::zones::zones;
use std::ops::Range;

/// Areas of more than a quarter over this many tiles are cut into zones of about this many.
const ZONE: u32 = 400;
/// Open ground of fewer tiles is no zone.
const LEAST: usize = 10;
/// Nobody is met within so many steps of the start.
pub(crate) const DOORSTEP: u32 = 4;
/// The number of a cell that lies in no zone.
pub(crate) const NOWHERE: u32 = u32::MAX;

/// A part of the map in which things are placed.
#[derive(Clone, Debug)]
pub(crate) struct Area {
    /// Where its cells lie in the list of all.
    cells: Range<u32>,
    /// The room that it is, or is a part of, by its place in the map's list.
    pub(crate) room: Option<u32>,
    /// Whether the start lies in it: nobody is placed there.
    pub(crate) is_home: bool,
}

/// How far it is to everywhere.
struct Steps {
    from: Vec<usize>,
    to: Vec<u32>,
    queue: Vec<u32>,
}

/// Nobody has come to the cell.
const UNREACHED: u32 = u32::MAX;
/// Nobody ever does.
const WALL: u32 = u32::MAX - 1;

/// What is known about a map while things are placed.
pub(crate) struct Survey {
    /// The tiles. Where somebody or something solid stands it is not open, and under furniture that is in the way it is no floor either.
    pub(crate) ground: Ground,
    areas: Vec<Area>,
    cells: Vec<u32>,
    owners: Vec<u32>,
    /// All walkable tiles, whatever stands on them.
    pub(crate) walkable: BitGrid,
    /// How many tiles are plain floor.
    pub(crate) floor: u64,
    steps: Option<Steps>,
    /// Whether nothing stands on anything else, and nothing is cut off by what is solid.
    pub(crate) in_order: bool,
    /// The step that this is the state after, and its attempt.
    stamp: (u32, usize),
}

/// Something stands in the cell.
const TAKEN: u8 = Ground::KEEP;
/// The cell lies in the start's zone or near the start.
const HOME: u8 = Ground::MARK;
/// The cell is at the edge of the map, past which there may be more: a step that is limited to an area sees only that.
const EDGE: u8 = Ground::OTHER;
/// The cell is covered by a decoration.
const FURNITURE: u8 = Ground::THIRD;

impl Survey {
    /// What the step before left, or the map as it is.
    pub(crate) fn take(map: &mut Map, cx: &mut Context<'_>) -> Result<Box<Survey>, Error> {
        let now = (cx.attempt, cx.step);
        match cx.survey.take() {
            Some(survey) if (survey.stamp.0, survey.stamp.1 + 1) == now && survey.ground.size() == map.size() => {
                Ok(survey)
            }
            _ => Survey::of(map, cx).map(Box::new),
        }
    }

    /// Leaves it for the next step.
    pub(crate) fn leave(mut self: Box<Self>, cx: &mut Context<'_>) {
        self.stamp = (cx.attempt, cx.step);
        cx.survey = Some(self);
    }

    fn of(map: &mut Map, cx: &mut Context<'_>) -> Result<Survey, Error> {
        cx.spend(map.size().area() as u64)?;
        let ground = Ground::of(map);
        let owners = vec![NOWHERE; ground.len()];
        let (areas, cells) = (Vec::new(), Vec::new());
        let (walkable, floor) = (map.walkable(), ground.count(Ground::FLOOR));
        let mut survey =
            Survey { ground, areas, cells, owners, walkable, floor, steps: None, in_order: true, stamp: (0, 0) };
        survey.find_areas(map, cx)?;
        survey.take_what_is_there(map);
        survey.ground.mark_edge(EDGE);
        survey.mark_home(map);
        Ok(survey)
    }

    /// Names the zones: rooms, then the zones of the map, then whatever open ground is left.
    fn find_areas(&mut self, map: &mut Map, cx: &mut Context<'_>) -> Result<(), Error> {
        let mut rest = self.walkable.clone();
        let mut named = BitGrid::new(map.size());
        map.zones.iter().for_each(|zone| named.add(zone.cells.bounds().origin(), zone.cells.mask()));
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
                // A hall is cut up like a cave, or as the zones of the map cut it.
                let mut mask = BitGrid::new(map.size());
                for cell in self.cells.drain(first..) {
                    self.owners[cell as usize] = NOWHERE;
                    mask.insert(self.ground.pos(cell as usize));
                }
                if !named.is_clear(bounds) {
                    for zone in &map.zones {
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
            // What is left of a map of rooms is corridors, but for the caves beside it. A mine with a single hall is a mine.
            map.passages.iter().flat_map(Passage::legs).for_each(|leg| rest.fill_rect(leg, false));
            rest = open_ground(&rest);
        }
        for zone in &map.zones {
            let cells = zone.cells.within(&rest);
            if cells.count() >= LEAST {
                self.add_set(&cells, None, map.size().rect());
            }
        }
        rest.subtract(&named);
        if rest.count() >= LEAST {
            for zone in zones(&rest, ZONE, cx)? {
                self.add_set(&zone.cells, None, map.size().rect());
                found.push(zone.cells);
            }
        }
        let next = map.zones.iter().map(|zone| zone.id.0).max().map_or(0, |id| id.saturating_add(1));
        for (id, cells) in (next..).zip(found) {
            map.zones.push(Zone { id: ZoneId(id), cells, tags: Tags::new(), extra: Extra::default() });
        }
        map.recount();
        Ok(())
    }

    /// Adds an open cell that lies in no zone yet to the one that is being made.
    #[inline]
    fn add(&mut self, pos: Pos) {
        let cell = self.ground.index(pos);
        if self.ground.is(cell, Ground::OPEN) && self.owners[cell] == NOWHERE {
            self.owners[cell] = self.areas.len() as u32;
            self.cells.push(cell as u32);
        }
    }

    /// The same for some cells of a row.
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

    /// Marks the cells where something stands, and closes those of what is solid.
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
        let zone = map.zones.iter().find(|zone| zone.cells.contains(start));
        match (zone, map.rooms.iter().find(|room| room.shape.contains(start))) {
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
                    // Whoever and whatever is there already does not make the way longer.
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
        for area in &mut self.areas {
            let home = |at: u32| self.ground.is(self.cells[at as usize] as usize, HOME);
            area.is_home |= area.cells.clone().all(home);
        }
    }

    fn mark_all(&mut self, cells: impl Iterator<Item = Pos>, marks: u8) {
        let size = self.ground.size();
        for pos in cells.filter(|&pos| size.contains(pos)) {
            let cell = self.ground.index(pos);
            self.ground.set(cell, marks);
        }
    }

    /// The zones, rooms first.
    pub(crate) fn areas(&self) -> &[Area] {
        &self.areas
    }

    /// The cells of a zone, in reading order.
    pub(crate) fn cells_of(&self, area: &Area) -> &[u32] {
        &self.cells[area.cells.start as usize..area.cells.end as usize]
    }

    /// The number of the zone that the cell lies in.
    pub(crate) fn owner(&self, cell: usize) -> Option<usize> {
        let owner = self.owners[cell];
        (owner != NOWHERE).then_some(owner as usize)
    }

    /// The number of the zone that the cell lies in; outside the map there is none.
    pub(crate) fn owner_at(&self, pos: Pos) -> Option<usize> {
        self.ground.size().contains(pos).then(|| self.owner(self.ground.index(pos))).flatten()
    }

    /// Up to `count` cells of a zone around this one, at most `radius` away from it, on which things can stand all at once without cutting anything off.
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
                if within && met.len() < MOST_GATHERED && !met.contains(&near) {
                    met.push(near);
                }
            }
        }
        places.iter().for_each(|&cell| self.ground.set(cell, Ground::OPEN));
        places
    }

    /// The themes of the map, for asking by cell.
    pub(crate) fn themes(&self, map: &Map) -> ThemeMap {
        ThemeMap::of(map, &self.ground)
    }

    /// Whether the cell is plain floor on which nothing stands, be it at the edge of the map.
    #[inline]
    pub(crate) fn is_clear(&self, cell: usize) -> bool {
        self.ground.marks(cell) & (Ground::OPEN | Ground::FLOOR | TAKEN) == Ground::OPEN | Ground::FLOOR
    }

    /// Whether the cell is plain floor on which nothing stands, and not at the edge of the map.
    #[inline]
    pub(crate) fn is_free(&self, cell: usize) -> bool {
        self.ground.marks(cell) & (Ground::OPEN | Ground::FLOOR | TAKEN | EDGE) == Ground::OPEN | Ground::FLOOR
    }

    /// Whether the cell lies beside a door.
    pub(crate) fn is_doorstep(&self, cell: usize) -> bool {
        self.ground.beside(cell).into_iter().any(|near| self.ground.is(near, Ground::DOOR))
    }

    /// Whether the cell lies beside a door or stairs.
    pub(crate) fn is_by_way(&self, cell: usize) -> bool {
        let way = |near: usize| {
            let marks = self.ground.marks(near);
            marks & Ground::DOOR != 0 || marks & (TAKEN | Ground::OPEN | Ground::FLOOR) == TAKEN | Ground::OPEN
        };
        self.ground.beside(cell).into_iter().any(way)
    }

    /// Puts furniture there that is in the way, or that one walks over.
    pub(crate) fn furnish(&mut self, cell: usize, blocks: bool) {
        self.ground.set(cell, TAKEN | FURNITURE);
        if blocks {
            self.ground.clear(cell, Ground::OPEN | Ground::FLOOR);
        }
    }

    /// Whether a decoration lies beside the cell, or on it.
    pub(crate) fn is_furnished(&self, cell: usize) -> bool {
        self.ground.is(cell, FURNITURE)
            || self.ground.beside(cell).into_iter().any(|near| self.ground.is(near, FURNITURE))
    }

    /// How many of the eight cells around are solid rock.
    pub(crate) fn walls(&self, cell: usize) -> u32 {
        self.ground.around(cell).into_iter().filter(|&near| self.ground.is(near, Ground::SOLID)).count() as u32
    }

    /// Whether something solid may stand there: nothing is cut off by it.
    #[inline]
    pub(crate) fn has_place(&self, cell: usize) -> bool {
        self.is_free(cell) && self.ground.is_loose(cell)
    }

    /// Whether furniture may stand there: nothing is cut off by it, nor anybody who stands there already.
    pub(crate) fn has_place_for_furniture(&self, cell: usize) -> bool {
        // Furniture alone is in the way for good.
        let passable = |marks: u8| marks & (Ground::OPEN | Ground::FLOOR) != 0;
        self.has_place(cell) && self.ground.is_loose_among(cell, passable)
    }

    /// Whether the cell belongs to the start.
    #[inline]
    pub(crate) fn is_home(&self, cell: usize) -> bool {
        self.ground.is(cell, HOME)
    }

    /// Puts something there that one can walk over.
    pub(crate) fn put(&mut self, cell: usize) {
        self.ground.set(cell, TAKEN);
    }

    /// Puts something solid there.
    pub(crate) fn block(&mut self, cell: usize) {
        self.ground.set(cell, TAKEN);
        self.ground.clear(cell, Ground::OPEN);
    }

    /// Takes away again what was put there.
    pub(crate) fn unblock(&mut self, cell: usize) {
        self.ground.clear(cell, TAKEN);
        self.ground.set(cell, Ground::OPEN);
    }

    /// Steps to the cell from where [`Survey::measure`] was asked about last; `None` where no way leads.
    #[inline]
    pub(crate) fn steps(&self, cell: usize) -> Option<u32> {
        self.steps.as_ref().map(|steps| steps.to[cell]).filter(|&steps| steps < WALL)
    }

    /// Whether a zone is a room with at most one way in.
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

    /// All cells that lie in zones.
    pub(crate) fn cells(&self) -> &[u32] {
        &self.cells
    }

    /// How many cells of a zone lie beside open ground outside it.
    pub(crate) fn openings(&self, area: usize) -> usize {
        let outside = |near: usize| self.ground.is(near, Ground::OPEN) && self.owners[near] != area as u32;
        let cells = self.cells_of(&self.areas[area]).iter();
        cells.filter(|&&cell| self.ground.beside(cell as usize).into_iter().any(outside)).count()
    }

    /// The cells that were reached then, the nearest first.
    pub(crate) fn reached(&self) -> impl DoubleEndedIterator<Item = usize> {
        self.steps.iter().flat_map(|steps| &steps.queue).map(|&cell| cell as usize)
    }

    /// Lays the tile of stairs that were put there.
    pub(crate) fn lay(&mut self, cell: usize, tile: Tile) {
        let kept = self.ground.marks(cell) & (HOME | EDGE | FURNITURE);
        self.ground.put(cell, tile);
        self.ground.set(cell, kept | TAKEN);
    }

    /// Finds out how many steps it is from these cells to all others. Who stands in the way may be gone tomorrow, and does not count.
    pub(crate) fn measure(&mut self, from: &[usize]) {
        if self.steps.as_ref().is_some_and(|steps| steps.from == from) {
            return;
        }
        let walkable = Ground::OPEN | Ground::FLOOR | Ground::DOOR;
        // What nobody can enter looks as if somebody had been there: one look at a cell is enough.
        let mut to: Vec<u32> =
            self.ground.all().iter().map(|marks| if marks & walkable == 0 { WALL } else { UNREACHED }).collect();
        let mut queue: Vec<u32> = Vec::with_capacity(self.cells.len());
        for &start in from {
            to[start] = 0;
            queue.push(start as u32);
        }
        let mut next = 0;
        while let Some(&cell) = queue.get(next) {
            next += 1;
            let steps = to[cell as usize] + 1;
            for near in self.ground.beside(cell as usize) {
                if to[near] == UNREACHED {
                    to[near] = steps;
                    queue.push(near as u32);
                }
            }
        }
        self.steps = Some(Steps { from: from.to_vec(), to, queue });
    }
}

/// How many cells are looked at for a group of things.
const MOST_GATHERED: usize = 256;

/// Which theme each cell lies in.
pub(crate) struct ThemeMap {
    themes: Vec<Theme>,
    /// The number of the theme, and one more; 0 where there is none. Empty where there is none at all.
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

    /// The theme that the cell lies in.
    pub(crate) fn at(&self, cell: u32) -> Option<&Theme> {
        let number = *self.cells.get(cell as usize)?;
        self.themes.get(usize::from(number).checked_sub(1)?)
    }
}

/// Whether an entity stands in the way: what one can walk over does not.
pub(crate) const fn is_solid(kind: EntityKind) -> bool {
    matches!(kind, EntityKind::Monster | EntityKind::Item | EntityKind::Key)
}

/// The cells that are one of four in a square, and not in a corridor.
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
