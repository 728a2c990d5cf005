//! Choke points: tiles whose removal splits a region (articulation points).

use super::{Id, Metrics, Terrain};
use crate::spatial::ground::Ground;

pub(super) fn measure(terrain: &Terrain<'_>, metrics: &mut Metrics) {
    let ground = terrain.ground();
    let mut search = Search::on(ground);
    let (mut chokes, mut largest) = (0, 0);
    let way_in = terrain.way_in().map(|pos| ground.index(pos));
    if let Some(way_in) = way_in {
        search.run(way_in, |choke| {
            chokes += 1;
            largest = largest.max(choke.cut_off);
        });
    }
    for cell in terrain.regions().iter().map(|&pos| ground.index(pos)) {
        if !search.has_met(cell) {
            search.run(cell, |_| chokes += 1);
        }
    }
    metrics.count(Id::ChokePoints, chokes);
    if way_in.is_some() {
        metrics.percent(Id::GatedArea, largest as usize, terrain.walkable().count());
    }
}

/// A tile whose removal splits a region.
pub(crate) struct Choke {
    pub(crate) cell: usize,
    /// Number of other tiles that could no longer be reached from the first cell of the search; 0
    /// for the first cell itself.
    pub(crate) cut_off: u32,
}

/// A depth-first search of a region that finds the parts connected to the rest by a single tile
/// only.
pub(crate) struct Search {
    /// Index offsets of the four neighbours of a cell.
    beside: [usize; 4],
    /// Discovery number of each cell, from 1; 0 if undiscovered, and the largest number if not
    /// walkable.
    met: Vec<u32>,
    count: u32,
    path: Vec<Visit>,
}

/// A cell on the current search path.
struct Visit {
    cell: u32,
    met: u32,
    /// The earliest cell next to this one or next to a cell discovered from it.
    earliest: u32,
    cut_off: u32,
    /// Number of parts connected through this cell only.
    parts: u8,
    /// The sides with cells that were undiscovered at first.
    left: u8,
}

impl Search {
    const NOBODY: u32 = u32::MAX;

    pub(crate) fn on(ground: &Ground) -> Search {
        let met = ground.all().iter().map(|marks| if marks & Ground::OPEN != 0 { 0 } else { Search::NOBODY }).collect();
        let stride = ground.size().width as usize + 2;
        Search { beside: [1, stride, 1usize.wrapping_neg(), stride.wrapping_neg()], met, count: 0, path: Vec::new() }
    }

    /// Returns true if the walkable cell lies in a searched region.
    pub(crate) fn has_met(&self, cell: usize) -> bool {
        self.met[cell] != 0
    }

    /// Searches the region of this walkable, undiscovered cell, and calls `visit` for every choke
    /// point in it.
    pub(crate) fn run(&mut self, from: usize, mut visit: impl FnMut(Choke)) {
        self.enter(from);
        while let Some(here) = self.path.last_mut() {
            if here.left != 0 {
                let near = self.beside[here.left.trailing_zeros() as usize].wrapping_add(here.cell as usize);
                here.left &= here.left - 1;
                // It may have been discovered meanwhile, from a cell discovered from here.
                if self.met[near] == 0 {
                    self.enter(near);
                }
                continue;
            }
            let Some(done) = self.path.pop() else { return };
            match self.path.last_mut() {
                Some(before) => {
                    if done.parts > 0 {
                        visit(Choke { cell: done.cell as usize, cut_off: done.cut_off });
                    }
                    if done.earliest >= before.met {
                        before.parts += 1;
                        before.cut_off += self.count + 1 - done.met;
                    }
                    before.earliest = before.earliest.min(done.earliest);
                }
                // The first cell is a choke point if several parts hang on it.
                None if done.parts > 1 => visit(Choke { cell: done.cell as usize, cut_off: 0 }),
                None => {}
            }
        }
    }

    /// Any earlier cell next to this one lies on the path to it, so everything about those cells is
    /// known at once.
    fn enter(&mut self, cell: usize) {
        self.count += 1;
        self.met[cell] = self.count;
        let (mut earliest, mut left) = (self.count - 1, 0);
        for (side, by) in self.beside.into_iter().enumerate() {
            let met = self.met[by.wrapping_add(cell)];
            left |= u8::from(met == 0) << side;
            // Subtracting one makes undiscovered cells count as the latest possible.
            earliest = earliest.min(met.wrapping_sub(1));
        }
        let visit = Visit { cell: cell as u32, met: self.count, earliest: earliest + 1, cut_off: 0, parts: 0, left };
        self.path.push(visit);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::rng::Seed;
    use crate::metrics::terrain::tests::{known, numbers, scribble};
    use crate::spatial::region::flooded;

    #[test]
    fn a_door_between_halls_is_a_choke_point() {
        let text = "
########
#@..#..#
#...+..#
#...#..#
########";
        // The door and the tiles before and behind it; the one before it cuts off 7 of 16.
        assert_eq!(known(text, ["choke-points", "gated-area"]), [3.0, 43.75]);
        assert_eq!(numbers(&text.replace('@', "."), ["choke-points", "gated-area"]), [Some(3.0), None]);
    }

    #[test]
    fn corridors_are_choke_points_all_along() {
        assert_eq!(known("@....", ["choke-points", "gated-area"]), [3.0, 60.0]);
        assert_eq!(known("..@..", ["choke-points", "gated-area"]), [3.0, 20.0], "the start stays open");
        assert_eq!(known("\n@..\n.#.\n...", ["choke-points", "gated-area"]), [0.0, 0.0], "a ring has none");
        assert_eq!(known("\n@.#...", ["choke-points", "gated-area"]), [1.0, 0.0], "in every region");
        assert_eq!(known("@", ["choke-points", "gated-area"]), [0.0, 0.0]);
    }

    #[test]
    fn a_huge_hall_has_no_choke_points() {
        let text = format!("{}\n", ".".repeat(300)).repeat(200).replacen('.', "@", 1);
        assert_eq!(known(&text, ["choke-points", "gated-area"]), [0.0, 0.0]);
    }

    #[test]
    fn choke_points_match_blocking_each_tile_in_turn() {
        let mut rng = Seed::new(12).rng();
        let mut found = 0;
        for _ in 0..500 {
            let map = scribble(&mut rng);
            let (floor, start) = (map.walkable(), map.start());
            let regions = flooded(&floor).len();
            let (mut chokes, mut largest) = (0, 0);
            for pos in floor.iter() {
                let mut rest = floor.clone();
                rest.remove(pos);
                chokes += usize::from(flooded(&rest).len() > regions);
                if let Some(start) = start.filter(|&start| start != pos && floor.flood(start).contains(pos)) {
                    largest = largest.max(floor.flood(start).count() - rest.flood(start).count() - 1);
                }
            }
            let metrics = Metrics::of(&map);
            let text = map.to_ascii_with_entities();
            assert_eq!(metrics.get("choke-points"), Some(chokes as f64), "{text}");
            let share = start.map(|_| (100 * largest) as f64 / floor.count() as f64);
            assert_eq!(metrics.get("gated-area"), share, "{text}");
            found += chokes;
        }
        assert!(found > 1_000, "{found} choke points");
    }
}
