//! Ways from a section that was glued on to what is left around it.

use crate::bits::BitGrid;
use crate::error::Error;
use crate::generator::Context;
use crate::grid::{Dir, Grid, Pos, Rect};
use crate::map::{Map, Passage, RoomId};
use crate::prefab::{Entrance, Stamp};
use crate::tile::Tile;
use smallvec::SmallVec;
use std::collections::VecDeque;

/// What is opened and dug so that nothing is cut off.
///
/// All is found out before the section is drawn, because that decides which of its anchors are open.
pub(super) struct Joining {
    /// Anchors that are open, on the map.
    open: Vec<Entrance>,
    /// Ways through rock, each from end to end.
    tunnels: Vec<Vec<Pos>>,
}

/// How far a way may go.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Through {
    /// Through rock, and into the section where it has an anchor.
    Rock,
    /// Through the section's walls too.
    Walls,
    /// Along the edge of the map too: where it is open already.
    Edge,
}

/// The map as it will be.
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
        // Cells beside which something walkable was covered: only there can a piece have been cut off.
        let cut = |pos: Pos| {
            Dir::ALL.into_iter().map(|dir| pos.step(dir)).any(|pos| site.section.contains(pos) && before.contains(pos))
        };
        let seams: Vec<Pos> = others.iter().filter(|&pos| cut(pos)).collect();
        let start = inside.iter().next().unwrap_or_default();
        let mut tunnels = Vec::new();
        let mut main = site.floor.flood(start);
        for seam in seams {
            if !main.contains(seam) {
                let piece = site.floor.flood(seam);
                tunnels.extend(site.join(&piece, &main, cx)?);
                main = site.floor.flood(start);
            }
        }
        let alone = others.iter().all(|pos| !main.contains(pos));
        if alone && !others.is_empty() {
            tunnels.extend(site.join(&others, &main, cx)?);
        }
        Ok(Joining { open: site.open, tunnels })
    }

    /// Whether the anchor in this cell of the map is open.
    pub(super) fn opened(&self, pos: Pos) -> bool {
        self.open.iter().any(|anchor| anchor.pos == pos)
    }

    /// Where its doors may be.
    pub(super) fn doors(&self) -> impl Iterator<Item = Pos> {
        self.open.iter().map(|anchor| anchor.pos)
    }

    /// Digs the tunnels, over water on bridges, and puts them down as passages.
    pub(super) fn dig(&self, map: &mut Map) {
        for tunnel in &self.tunnels {
            let mut stretch: Vec<Pos> = Vec::new();
            for &pos in tunnel {
                let open = map.tiles[pos].is_walkable();
                if map.tiles[pos] == Tile::Water {
                    map.tiles[pos] = Tile::Bridge;
                } else if !open {
                    map.tiles[pos] = Tile::Floor;
                }
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

/// Puts down the passage through these cells, each beside the one before.
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
    // Bridges and doors stay what they are.
    line.iter().zip(tiles).for_each(|(&pos, tile)| map.tiles[pos] = tile);
}

impl Site {
    fn open_where_floor_is(&mut self, others: &BitGrid) {
        let leads = |anchor: &Entrance| others.contains(anchor.pos.step(anchor.out));
        let (open, closed) = self.anchors.iter().partition(|anchor| leads(anchor));
        (self.open, self.anchors) = (open, closed);
        self.open.iter().for_each(|anchor| self.floor.insert(anchor.pos));
    }

    /// Finds the shortest way from one to the other and makes it floor, at any price.
    fn join(&mut self, from: &BitGrid, to: &BitGrid, cx: &mut Context<'_>) -> Result<Option<Vec<Pos>>, Error> {
        for through in [Through::Rock, Through::Walls, Through::Edge] {
            cx.spend(self.floor.size().area() as u64)?;
            if let Some(way) = self.way(from, to, through) {
                for &pos in &way {
                    self.floor.insert(pos);
                    if let Some(index) = self.anchors.iter().position(|anchor| anchor.pos == pos) {
                        self.open.push(self.anchors.swap_remove(index));
                    }
                }
                return Ok(Some(way));
            }
        }
        Ok(None)
    }

    /// The cells between the two on the way with the least digging.
    fn way(&self, from: &BitGrid, to: &BitGrid, through: Through) -> Option<Vec<Pos>> {
        let size = self.floor.size();
        let inner: Rect = size.rect().grown(if through == Through::Edge { 0 } else { -1 });
        let mut came: Grid<Option<Dir>> = Grid::new(size, None);
        let mut cost: Grid<u32> = Grid::new(size, u32::MAX);
        let mut queue: VecDeque<Pos> = VecDeque::new();
        for pos in from.iter() {
            cost[pos] = 0;
            queue.push_back(pos);
        }
        let anchor = |pos: Pos| self.anchors.iter().find(|anchor| anchor.pos == pos);
        while let Some(here) = queue.pop_front() {
            if to.contains(here) {
                return Some(walk_back(here, from, to, &came));
            }
            for dir in Dir::ALL {
                let next = here.step(dir);
                if !size.contains(next) {
                    continue;
                }
                let open = self.floor.contains(next);
                let allowed = match (self.section.contains(here), self.section.contains(next)) {
                    _ if through >= Through::Walls => true,
                    (false, false) => true,
                    (false, true) => open || anchor(next).is_some_and(|anchor| anchor.out == dir.opposite()),
                    (true, true) => open,
                    (true, false) => self.floor.contains(here) || anchor(here).is_some_and(|anchor| anchor.out == dir),
                };
                if !allowed || !(open || inner.contains(next)) {
                    continue;
                }
                let total = cost[here] + u32::from(!open);
                if total < cost[next] {
                    cost[next] = total;
                    came[next] = Some(dir);
                    if open { queue.push_front(next) } else { queue.push_back(next) }
                }
            }
        }
        None
    }
}

fn walk_back(mut here: Pos, from: &BitGrid, to: &BitGrid, came: &Grid<Option<Dir>>) -> Vec<Pos> {
    let mut way = Vec::new();
    while let Some(dir) = came[here] {
        if !to.contains(here) && !from.contains(here) {
            way.push(here);
        }
        here = here.step(dir.opposite());
    }
    way
}
