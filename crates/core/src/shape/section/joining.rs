//! Tunnels from a placed section to the rest of the map.

use crate::base::bits::BitGrid;
use crate::base::error::Error;
use crate::base::grid::{Dir, Grid, Pos, Rect, Size};
use crate::base::tile::Tile;
use crate::generator::Context;
use crate::map::{Map, Passage, RoomId};
use crate::prefab::{Entrance, Stamp};
use crate::shape::dig_tile;
use smallvec::SmallVec;
use std::collections::VecDeque;

/// Openings and tunnels that keep the map connected.
///
/// They are planned before the section is drawn, because they decide which anchors are open.
pub(super) struct Joining {
    /// Open anchors, in map coordinates.
    open: Vec<Entrance>,
    /// Tunnels through rock, each from end to end.
    tunnels: Vec<Vec<Pos>>,
}

/// Kinds of cell that a tunnel may pass through.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Through {
    /// Rock, and into the section at its anchors.
    Rock,
    /// The walls of the section too.
    Walls,
    /// The open edge of the map too.
    Edge,
}

/// State of the map after the section is placed.
struct Site {
    floor: BitGrid,
    section: BitGrid,
    anchors: Vec<Entrance>,
    open: Vec<Entrance>,
}

impl Joining {
    pub(super) fn plan(map: &Map, stamp: Stamp<'_>, origin: Pos, cx: &mut Context<'_>) -> Result<Joining, Error> {
        let before = map.walkable();
        let on_map = |set: &BitGrid| {
            let mut moved = BitGrid::new(map.size());
            set.iter().for_each(|pos| moved.insert(pos + origin));
            moved
        };
        let (section, inside) = (on_map(stamp.covers()), on_map(stamp.floor()));
        let mut floor = before.clone();
        floor.subtract(&section);
        let others = floor.clone();
        floor |= &inside;
        let anchors = stamp.anchors().iter().map(|anchor| Entrance { pos: anchor.pos + origin, ..*anchor });
        let mut site = Site { floor, section, anchors: anchors.collect(), open: Vec::new() };
        site.open_where_floor_is(&others);
        // Only cells beside covered walkable cells can have been cut off.
        let cut = |pos: Pos| {
            Dir::ALL.into_iter().map(|dir| pos.step(dir)).any(|pos| site.section.contains(pos) && before.contains(pos))
        };
        let around = stamp.size().rect().moved(origin).grown(1);
        let seams: Vec<Pos> = around.positions().filter(|&pos| others.contains(pos) && cut(pos)).collect();
        let start = inside.iter().next().unwrap_or_default();
        let (mut tunnels, mut search) = (Vec::new(), Search::new(map.size()));
        let mut main = BitGrid::new(map.size());
        site.reach(start, &mut main, cx)?;
        for seam in seams {
            if !main.contains(seam) {
                tunnels.extend(site.join(seam, &main, &mut search, cx)?);
                site.reach(seam, &mut main, cx)?;
            }
        }
        main &= &others;
        if main.is_empty() && !others.is_empty() {
            tunnels.extend(site.join(start, &others, &mut search, cx)?);
        }
        Ok(Joining { open: site.open, tunnels })
    }

    /// Returns true if the anchor in this cell of the map is open.
    pub(super) fn opened(&self, pos: Pos) -> bool {
        self.open.iter().any(|anchor| anchor.pos == pos)
    }

    /// Returns the cells that may hold its doors.
    pub(super) fn doors(&self) -> impl Iterator<Item = Pos> {
        self.open.iter().map(|anchor| anchor.pos)
    }

    /// Digs the tunnels, with bridges over water, and records them as passages.
    pub(super) fn dig(&self, map: &mut Map) {
        for tunnel in &self.tunnels {
            let mut stretch: Vec<Pos> = Vec::new();
            for &pos in tunnel {
                let open = map.tiles[pos].is_walkable();
                dig_tile(map, pos);
                // An anchor belongs to the passage that ends in it; other floor is passed through.
                if !open || self.opened(pos) {
                    stretch.push(pos);
                } else if !stretch.is_empty() {
                    record(map, &std::mem::take(&mut stretch));
                }
            }
            if !stretch.is_empty() {
                record(map, &stretch);
            }
        }
    }
}

/// Records the passage through these cells, each adjacent to the one before.
fn record(map: &mut Map, line: &[Pos]) {
    let room_at = |end: Pos| {
        let beside = |pos: Pos| map.rooms.iter().find(|room| room.shape.contains(pos)).map(|room| room.id);
        [end].into_iter().chain(Dir::ALL.into_iter().map(|dir| end.step(dir))).find_map(beside)
    };
    let mut joins: SmallVec<[RoomId; 2]> = SmallVec::new();
    if let (Some(first), Some(last)) = (room_at(line[0]), room_at(line[line.len() - 1])) {
        joins.push(first);
        if last != first {
            joins.push(last);
        }
    }
    let tiles: Vec<Tile> = line.iter().map(|&pos| map.tiles[pos]).collect();
    map.dig_passage(1, &Passage::corners(line), &joins);
    // Restore bridges and doors.
    line.iter().zip(tiles).for_each(|(&pos, tile)| map.tiles[pos] = tile);
}

impl Site {
    fn open_where_floor_is(&mut self, others: &BitGrid) {
        let leads = |anchor: &Entrance| others.contains(anchor.pos.step(anchor.out));
        let (open, closed) = self.anchors.iter().partition(|anchor| leads(anchor));
        (self.open, self.anchors) = (open, closed);
        self.open.iter().for_each(|anchor| self.floor.insert(anchor.pos));
    }

    /// Adds the floor that can be reached from here to `reached`.
    fn reach(&self, start: Pos, reached: &mut BitGrid, cx: &mut Context<'_>) -> Result<(), Error> {
        let mut rest = vec![start];
        reached.insert(start);
        while let Some(here) = rest.pop() {
            cx.spend(1)?;
            for next in Dir::ALL.map(|dir| here.step(dir)) {
                if self.floor.contains(next) && !reached.contains(next) {
                    reached.insert(next);
                    rest.push(next);
                }
            }
        }
        Ok(())
    }

    /// Finds the path with the least digging from the floor here to the other floor and digs it,
    /// whatever it costs.
    fn join(
        &mut self,
        from: Pos,
        to: &BitGrid,
        search: &mut Search,
        cx: &mut Context<'_>,
    ) -> Result<Option<Vec<Pos>>, Error> {
        for through in [Through::Rock, Through::Walls, Through::Edge] {
            let Some(way) = search.way(self, from, to, through, cx)? else { continue };
            for &pos in &way {
                self.floor.insert(pos);
                if let Some(index) = self.anchors.iter().position(|anchor| anchor.pos == pos) {
                    self.open.push(self.anchors.swap_remove(index));
                }
            }
            return Ok(Some(way));
        }
        Ok(None)
    }

    /// Returns true if a tunnel may continue from here in this direction.
    fn allows(&self, here: Pos, dir: Dir, through: Through) -> bool {
        let next = here.step(dir);
        let anchor = |pos: Pos, out: Dir| self.anchors.iter().any(|anchor| (anchor.pos, anchor.out) == (pos, out));
        match (self.section.contains(here), self.section.contains(next)) {
            _ if through >= Through::Walls => true,
            (false, false) => true,
            (false, true) => self.floor.contains(next) || anchor(next, dir.opposite()),
            (true, true) => self.floor.contains(next) || anchor(next, dir),
            (true, false) => self.floor.contains(here) || anchor(here, dir),
        }
    }
}

/// State of the pathfinding, reused between searches. Only touched cells are reset, so a search
/// costs what it visits and not the whole map.
struct Search {
    /// Number of cells dug on the path to each cell, and its last step.
    known: Grid<(u32, Option<Dir>)>,
    touched: Vec<Pos>,
    queue: VecDeque<Pos>,
}

impl Search {
    fn new(size: Size) -> Search {
        Search { known: Grid::new(size, FAR), touched: Vec::new(), queue: VecDeque::new() }
    }

    fn note(&mut self, pos: Pos, digging: u32, came: Option<Dir>) {
        self.known[pos] = (digging, came);
        self.touched.push(pos);
    }

    /// Returns the cells between the floor at `from` and the other floor, on the path with the
    /// least digging.
    fn way(
        &mut self,
        site: &Site,
        from: Pos,
        to: &BitGrid,
        through: Through,
        cx: &mut Context<'_>,
    ) -> Result<Option<Vec<Pos>>, Error> {
        self.queue.clear();
        for pos in self.touched.drain(..) {
            self.known[pos] = FAR;
        }
        let size = site.floor.size();
        let inner: Rect = size.rect().grown(if through == Through::Edge { 0 } else { -1 });
        self.note(from, 0, None);
        self.queue.push_back(from);
        while let Some(here) = self.queue.pop_front() {
            if to.contains(here) {
                return Ok(Some(self.walk_back(here)));
            }
            cx.spend(1)?;
            let digging = self.known[here].0;
            for dir in Dir::ALL {
                let next = here.step(dir);
                let open = site.floor.contains(next);
                if !(open || inner.contains(next)) || !site.allows(here, dir, through) {
                    continue;
                }
                let total = digging + u32::from(!open);
                if total < self.known[next].0 {
                    self.note(next, total, Some(dir));
                    if open { self.queue.push_front(next) } else { self.queue.push_back(next) }
                }
            }
        }
        Ok(None)
    }

    /// Returns the cells before this one, back to the floor where the path began.
    fn walk_back(&self, end: Pos) -> Vec<Pos> {
        let back = |pos: &Pos| self.known[*pos].1.map(|dir| pos.step(dir.opposite()));
        let way = std::iter::successors(back(&end), back);
        way.take_while(|pos| self.known[*pos].0 > 0).collect()
    }
}

const FAR: (u32, Option<Dir>) = (u32::MAX, None);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::rng::Seed;
    use crate::check::check;
    use crate::generator::Generator;
    use crate::prefab::{Library, Spot};
    use crate::shape::section::Section;

    #[test]
    fn tunnels_through_void_have_walls() {
        let mut map = Map::new(Size::new(40, 20), Tile::Void);
        map.tiles.fill_rect(Rect::new(1, 1, 5, 5), Tile::Wall);
        map.tiles.fill_rect(Rect::new(2, 2, 3, 3), Tile::Floor);
        let library = Library::from(vec!["#####\n#...#\n##*##".to_owned()]);
        let section = Section { library, spot: Spot::Middle, ..Section::default() };
        section.generate(&mut map, &mut Context::new(Seed::new(1))).unwrap();
        assert_eq!(check(&map), [], "\n{}", map.to_ascii());
        for pos in map.floor_positions() {
            let around = Rect::new(pos.x - 1, pos.y - 1, 3, 3);
            assert!(around.positions().all(|near| map.tiles[near] != Tile::Void), "{pos}\n{}", map.to_ascii());
        }
    }

    #[test]
    fn many_pieces_cost_what_lies_around_them() {
        // A comb: the section separates its teeth from each other.
        let mut map = Map::new(Size::new(600, 600), Tile::Wall);
        for x in (1..599).step_by(2) {
            map.tiles.fill_rect(Rect::new(x, 1, 1, 598), Tile::Floor);
        }
        map.tiles.fill_rect(Rect::new(1, 300, 598, 1), Tile::Floor);
        let bar = format!("turns = false\n---\n{0}\n#{1}#\n{0}", "#".repeat(200), ".".repeat(198));
        let section = Section { library: Library::from(vec![bar]), spot: Spot::Middle, ..Section::default() };
        let mut cx = Context { budget: 3_000_000, ..Context::new(Seed::new(1)) };
        section.generate(&mut map, &mut cx).unwrap();
        assert_eq!(check(&map), []);
    }
}
