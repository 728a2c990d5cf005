//! Search for the places on a map where a vault fits.

use super::Where;
use crate::base::bits::BitGrid;
use crate::base::grid::{Dir, Pos, Rect, Size};
use crate::base::rng::Rng;
use crate::base::tile::Tile;
use crate::map::{Map, Passage, Shape};
use crate::prefab::{Entrance, Stamp};

/// Budget of the search for all vaults of a step, in looks at 64 cells: base, addition for each
/// tile of the map, and maximum.
const MAX_LOOKS: [u64; 3] = [30_000_000, 200, 250_000_000];
/// Number of cells tested against the ground before the entrances are tested.
const FIRST_PROBES: usize = 4;
/// Number of places collected before one is drawn: more than that hardly change the odds.
const ENOUGH: usize = 48;

/// Ground for vaults, kept up to date as vaults are placed.
pub(super) struct Site {
    walkable: BitGrid,
    /// Wall and void.
    rock: BitGrid,
    /// Rock that may be dug: not at the edge, and not beside a door, which would lose its frame.
    dig: BitGrid,
    /// Floor that may be built on.
    plain: BitGrid,
    /// Floor inside rooms that may be built on, or anywhere on a map without rooms.
    room: BitGrid,
    /// Floor from which a vault may be entered.
    steps: BitGrid,
    /// Floor at dead ends from which a vault may be entered.
    ends: BitGrid,
    looks: u64,
    most_looks: u64,
}

/// Position for a vault.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fit {
    /// Top-left corner.
    pub(super) origin: Pos,
    /// Anchor to open, in coordinates of the vault; `None` if its floor is open to the map.
    pub(super) anchor: Option<Entrance>,
}

/// Result of a search.
pub(super) enum Find {
    Fit(Fit),
    Nowhere,
    /// The search budget is used up.
    Tired,
}

impl Site {
    pub(super) fn of(map: &Map) -> Site {
        let size = map.size();
        let walkable = map.walkable();
        let rock = tiles(map, |tile| matches!(tile, Tile::Wall | Tile::Void));
        let floor = tiles(map, |tile| tile == Tile::Floor);
        let mut framed = tiles(map, Tile::is_door);
        if !framed.is_empty() {
            let doors = framed.clone();
            Dir::ALL.map(Dir::delta).iter().for_each(|&(dx, dy)| framed |= &doors.shifted(dx, dy));
        }
        let mut inner = BitGrid::new(size);
        inner.fill_rect(size.rect().grown(-1), true);
        let mut dig = rock.clone();
        dig.subtract(&framed);
        dig &= &inner;
        let mut rooms = BitGrid::new(size);
        for room in &map.rooms {
            match &room.shape {
                Shape::Rect(rect) => rooms.fill_rect(*rect, true),
                shape => shape.positions().filter(|&pos| size.contains(pos)).for_each(|pos| rooms.insert(pos)),
            }
        }
        let mut plain = floor.clone();
        plain.subtract(&framed);
        plain &= &inner;
        let stands = map.entities.iter().map(|entity| entity.pos);
        let stands = stands.chain(map.exits.iter().map(|exit| exit.pos));
        let stands = stands.chain(map.decorations.iter().map(|decoration| decoration.pos));
        stands.filter(|&pos| size.contains(pos)).for_each(|pos| plain.remove(pos));
        // Passages outside rooms must stay free for walking.
        let mut ways = BitGrid::new(size);
        map.passages.iter().flat_map(Passage::legs).for_each(|leg| ways.fill_rect(leg, true));
        ways.subtract(&rooms);
        plain.subtract(&ways);
        let mut room = plain.clone();
        if !map.rooms.is_empty() {
            room &= &rooms;
        }
        let ends = dead_ends(&floor, &walkable);
        let [least, each, most] = MAX_LOOKS;
        let most_looks = (least + each * size.area() as u64).min(most);
        Site { walkable, rock, dig, plain, room, steps: floor, ends, looks: 0, most_looks }
    }

    pub(super) fn size(&self) -> Size {
        self.walkable.size()
    }

    /// Returns the search effort so far.
    pub(super) fn looks(&self) -> u64 {
        self.looks
    }

    pub(super) fn is_tired(&self) -> bool {
        self.looks > self.most_looks
    }

    /// Returns a place for the vault, each about equally likely.
    ///
    /// Rows are scanned from a random one on, and one of the first few dozen places is drawn; on
    /// most maps these are all places.
    pub(super) fn find(&mut self, stamp: Stamp<'_>, place: Where, rng: &mut Rng) -> Find {
        let places = stamp.places(self.size());
        let first = rng.range(0, places.height - 1);
        if place == Where::DeadEnds && self.ends.is_empty() {
            return Find::Nowhere;
        }
        let mut found: Vec<Fit> = Vec::new();
        for row in 0..places.height {
            let y = places.y + (first + row) % places.height;
            self.look_along(stamp, place, Rect::new(places.x, y, places.width, 1), &mut found);
            if self.is_tired() {
                return Find::Tired;
            }
            if found.len() >= ENOUGH || row == places.height - 1 {
                while !found.is_empty() {
                    let fit = found.swap_remove(rng.below(found.len() as u32) as usize);
                    if self.holds_together(fit, stamp) {
                        return Find::Fit(fit);
                    }
                }
            }
        }
        Find::Nowhere
    }

    /// Adds the positions in this row of corners where the vault fits and can be entered, testing
    /// 64 corners at a time.
    ///
    /// A few cells of the vault are tested first, then its entrances, and the other cells only for
    /// the remaining positions: on most maps these are few.
    fn look_along(&mut self, stamp: Stamp<'_>, place: Where, row: Rect, found: &mut Vec<Fit>) {
        let (anchors, open_edge) = (stamp.anchors(), stamp.open_edge());
        let steps = if place == Where::DeadEnds { &self.ends } else { &self.steps };
        let open = if place == Where::Rooms { &self.plain } else { &self.dig };
        let (ground, probes) = match place {
            Where::Rooms => (&self.room, stamp.floor_probes()),
            _ => (&self.rock, stamp.cover_probes()),
        };
        let (first, more) = probes.split_at(probes.len().min(FIRST_PROBES));
        let mut looks = 0;
        for x in (row.x..row.right()).step_by(64) {
            let at = |set: &BitGrid, pos: Pos| window(set, Pos::new(x + pos.x, row.y + pos.y));
            let mut corners = u64::MAX >> (64 - (row.right() - x).min(64));
            let mut ask = |corners: &mut u64, probes: &[Pos]| {
                for &probe in probes {
                    if *corners == 0 {
                        return;
                    }
                    looks += 1;
                    *corners &= at(ground, probe);
                }
            };
            ask(&mut corners, first);
            if corners == 0 {
                continue;
            }
            let leads = |entrance: &Entrance| at(steps, entrance.pos.step(entrance.out));
            let enters = |anchor: &Entrance| leads(anchor) & at(open, anchor.pos);
            let bare = open_edge.iter().fold(0, |all, entrance| all | leads(entrance));
            corners &= anchors.iter().fold(bare, |all, anchor| all | enters(anchor));
            ask(&mut corners, more);
            looks += (2 * anchors.len() + open_edge.len()) as u64;
            while corners != 0 {
                let bit = corners.trailing_zeros();
                corners &= corners - 1;
                let origin = Pos::new(x + bit as i32, row.y);
                if !self.lies(origin, stamp, place, &mut looks) {
                    continue;
                }
                let here = |set: u64| set >> bit & 1 == 1;
                let ways = anchors.iter().filter(|anchor| here(enters(anchor)));
                found.extend(ways.map(|anchor| Fit { origin, anchor: Some(*anchor) }));
                if here(bare) {
                    found.push(Fit { origin, anchor: None });
                }
            }
        }
        self.looks += looks;
    }

    /// Returns true if every cell of the vault is on allowed ground.
    fn lies(&self, origin: Pos, stamp: Stamp<'_>, place: Where, looks: &mut u64) -> bool {
        let (covers, floor) = (stamp.covers(), stamp.floor());
        for y in 0..covers.size().height {
            *looks += 2 * covers.row(y).len() as u64;
            let mut corner = Pos::new(origin.x, origin.y + y);
            for (&covers, &floor) in covers.row(y).iter().zip(floor.row(y)) {
                let rock = window(&self.rock, corner);
                let (solid, open) = match place {
                    Where::Rooms => (rock | window(&self.plain, corner), window(&self.room, corner)),
                    _ => (rock, window(&self.dig, corner)),
                };
                if covers & !floor & !solid != 0 || floor & !open != 0 {
                    return false;
                }
                corner.x += 64;
            }
        }
        true
    }

    /// Returns true if everything stays connected, including the vault.
    ///
    /// Every path over the ground that the vault covers entered and left beside it: if all floor
    /// beside the vault is connected to it nearby, nothing is cut off anywhere.
    fn holds_together(&mut self, fit: Fit, stamp: Stamp<'_>) -> bool {
        // One more cell on every side, for the adjacent floor.
        let own = stamp.size().rect().grown(1);
        self.looks += own.height as u64 * 8;
        let mut near = self.walkable.part(own.moved(fit.origin));
        let (covers, mut inside) = (stamp.covers().part(own), stamp.floor().part(own));
        fit.anchor.into_iter().for_each(|anchor| inside.insert(anchor.pos - own.origin()));
        let mut lost = near.clone();
        lost &= &covers;
        lost.subtract(&inside);
        if lost.is_empty() {
            return true;
        }
        near.subtract(&covers);
        near |= &inside;
        let start = inside.iter().next().unwrap_or_default();
        let joined = near.flood(start);
        near.subtract(&joined);
        Dir::ALL.map(Dir::delta).iter().all(|&(dx, dy)| {
            let mut cut_off = lost.shifted(dx, dy);
            cut_off &= &near;
            cut_off.is_empty()
        })
    }

    /// Marks the ground that a vault covers, and keeps the floor before its door free.
    pub(super) fn take(&mut self, stamp: Stamp<'_>, fit: Fit) {
        let (covers, floor) = (stamp.covers(), stamp.floor());
        for own in covers.iter() {
            let pos = own + fit.origin;
            for set in [&mut self.rock, &mut self.dig, &mut self.plain, &mut self.room, &mut self.steps, &mut self.ends]
            {
                set.remove(pos);
            }
            if floor.contains(own) || fit.anchor.is_some_and(|anchor| anchor.pos == own) {
                self.walkable.insert(pos);
            } else {
                self.walkable.remove(pos);
            }
        }
        if let Some(anchor) = fit.anchor {
            let step = anchor.pos.step(anchor.out) + fit.origin;
            for set in [&mut self.plain, &mut self.room, &mut self.ends] {
                set.remove(step);
            }
        }
    }
}

/// Returns the 64 cells of the set from this one to the right; cells outside the grid are not set.
fn window(set: &BitGrid, from: Pos) -> u64 {
    if from.y < 0 || from.y >= set.size().height || from.x <= -64 {
        return 0;
    }
    let row = set.row(from.y);
    if from.x < 0 {
        return row.first().copied().unwrap_or(0) << -from.x;
    }
    let (index, shift) = (from.x as usize / 64, from.x as usize % 64);
    let at = |index: usize| row.get(index).copied().unwrap_or(0);
    let low = at(index) >> shift;
    if shift == 0 { low } else { low | at(index + 1) << (64 - shift) }
}

/// Returns the cells whose tile passes the test.
fn tiles(map: &Map, member: impl Fn(Tile) -> bool) -> BitGrid {
    let mut set = BitGrid::new(map.size());
    for y in 0..map.size().height {
        for (word, tiles) in set.row_mut(y).iter_mut().zip(map.tiles.row(y).chunks(64)) {
            *word = tiles.iter().rev().fold(0, |bits, tile| bits << 1 | u64::from(member(*tile)));
        }
    }
    set
}

/// Returns the floor cells with exactly one walkable neighbour.
fn dead_ends(floor: &BitGrid, walkable: &BitGrid) -> BitGrid {
    let [north, east, south, west] = Dir::ALL.map(Dir::delta).map(|(dx, dy)| walkable.shifted(-dx, -dy));
    let pairs = |a: &BitGrid, b: &BitGrid| {
        let (mut one, mut both) = (a.clone(), a.clone());
        one ^= b;
        both &= b;
        (one, both)
    };
    let ((mut upright, both_upright), (level, both_level)) = (pairs(&north, &south), pairs(&east, &west));
    upright ^= &level;
    upright.subtract(&both_upright);
    upright.subtract(&both_level);
    upright &= floor;
    upright
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dead_ends_have_one_neighbour() {
        let map = Map::from_ascii("\n########\n#....#.#\n##.##..#\n##.#####\n########").unwrap();
        let ends: Vec<Pos> = dead_ends(&map.walkable(), &map.walkable()).iter().collect();
        assert_eq!(ends, [(1, 1), (4, 1), (6, 1), (5, 2), (2, 3)].map(|(x, y)| Pos::new(x, y)));
    }

    #[test]
    fn windows_look_past_every_edge() {
        let set = BitGrid::from_fn(Size::new(130, 3), |pos| pos.x * 7 % 3 == pos.y);
        for y in -1..4 {
            for x in -70..200 {
                let expected =
                    (0..64).filter(|&i| set.contains(Pos::new(x + i, y))).fold(0, |bits, i| bits | 1u64 << i);
                assert_eq!(window(&set, Pos::new(x, y)), expected, "{x},{y}");
            }
        }
    }
}
