//! Choke points: tiles without which the floor falls apart.

use super::{Id, Metrics, Terrain};
use crate::ground::Ground;

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

/// A tile whose loss parts a region.
pub(crate) struct Choke {
    pub(crate) cell: usize,
    /// How many other tiles could not be reached any more from where the search began; where it began itself, none is said to be.
    pub(crate) cut_off: u32,
}

/// Goes into the depth of a region and sees from which parts of it no way leads back but through a single tile.
pub(crate) struct Search {
    stride: usize,
    /// When each cell was met, from 1 on; 0 where it was not, and the largest number where nobody walks.
    met: Vec<u32>,
    count: u32,
    path: Vec<Visit>,
}

/// A cell on the way from the beginning to where the search is.
struct Visit {
    cell: u32,
    met: u32,
    /// The earliest cell that lies beside this one or beside what was met from it.
    earliest: u32,
    cut_off: u32,
    /// How many parts hang on this cell alone.
    parts: u8,
    /// Which neighbour is looked at next.
    next: u8,
}

impl Search {
    const NOBODY: u32 = u32::MAX;

    pub(crate) fn on(ground: &Ground) -> Search {
        let met = ground.all().iter().map(|marks| if marks & Ground::OPEN != 0 { 0 } else { Search::NOBODY }).collect();
        Search { stride: ground.size().width as usize + 2, met, count: 0, path: Vec::new() }
    }

    /// Whether the walkable cell lies in a region that was searched.
    pub(crate) fn has_met(&self, cell: usize) -> bool {
        self.met[cell] != 0
    }

    /// Searches the region of this walkable cell, which must not have been met, and calls `visit` for every choke point in it.
    pub(crate) fn run(&mut self, from: usize, mut visit: impl FnMut(Choke)) {
        let sides = [1, self.stride, 0usize.wrapping_sub(1), 0usize.wrapping_sub(self.stride)];
        self.enter(from);
        while let Some(here) = self.path.last_mut() {
            if let Some(side) = sides.get(usize::from(here.next)) {
                here.next += 1;
                let near = (here.cell as usize).wrapping_add(*side);
                match self.met[near] {
                    0 => self.enter(near),
                    met => here.earliest = here.earliest.min(met),
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
                // All hangs on the first cell: it parts what comes in several.
                None if done.parts > 1 => visit(Choke { cell: done.cell as usize, cut_off: 0 }),
                None => {}
            }
        }
    }

    fn enter(&mut self, cell: usize) {
        self.count += 1;
        self.met[cell] = self.count;
        let (met, earliest) = (self.count, self.count);
        self.path.push(Visit { cell: cell as u32, met, earliest, cut_off: 0, parts: 0, next: 0 });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metrics::terrain::tests::{known, numbers, scribble};
    use crate::region::flooded;
    use crate::rng::Seed;

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
    fn a_huge_hall_has_none() {
        let text = format!("{}\n", ".".repeat(300)).repeat(200).replacen('.', "@", 1);
        assert_eq!(known(&text, ["choke-points", "gated-area"]), [0.0, 0.0]);
    }

    #[test]
    fn blocking_each_tile_in_turn_says_the_same() {
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
