//! Walking distances: from one cell to all others, or between two cells close together.

use crate::base::grid::Pos;
use crate::spatial::breadth_first::breadth_first;
use crate::spatial::ground::Ground;

/// Steps along rows and columns from the start cells, one number per cell.
pub(crate) struct Distances {
    steps: Vec<u32>,
    queue: Vec<u32>,
}

impl Distances {
    /// Marks a cell that was not reached.
    pub(crate) const UNREACHED: u32 = u32::MAX;

    /// Creates the distances with no cell reached yet.
    pub(crate) fn on(ground: &Ground) -> Self {
        Distances { steps: vec![Distances::UNREACHED; ground.len()], queue: Vec::new() }
    }

    /// Resets all distances.
    pub(crate) fn forget(&mut self) {
        self.steps.fill(Distances::UNREACHED);
    }

    /// Returns the steps to this cell.
    #[inline]
    pub(crate) fn to(&self, index: usize) -> u32 {
        self.steps[index]
    }

    /// Walks from these cells to all that have one of the marks and were not reached before. Calls
    /// `visit` for each of them, the nearest first, and returns the last and farthest.
    pub(crate) fn walk(
        &mut self,
        ground: &Ground,
        marks: u8,
        from: impl IntoIterator<Item = usize>,
        mut visit: impl FnMut(usize),
    ) -> Option<usize> {
        self.queue.clear();
        for start in from {
            self.steps[start] = 0;
            self.queue.push(start as u32);
        }
        breadth_first(&mut self.queue, |cell, queue| {
            visit(cell as usize);
            let steps = self.steps[cell as usize] + 1;
            for near in ground.beside(cell as usize) {
                if ground.is(near, marks) && self.steps[near] == Distances::UNREACHED {
                    self.steps[near] = steps;
                    queue.push(near as u32);
                }
            }
        });
        self.queue.last().map(|&cell| cell as usize)
    }
}

/// Answers whether a short path leads from one cell to another, repeatedly on the same ground.
pub(crate) struct Walks {
    /// The last walk that visited each cell.
    met: Vec<u32>,
    walk: u32,
    queue: Vec<(u32, Pos)>,
    /// Number of cells visited in all walks together.
    pub(crate) effort: u64,
}

impl Walks {
    /// Creates the search state before the first walk.
    pub(crate) fn on(ground: &Ground) -> Self {
        Walks { met: vec![0; ground.len()], walk: 0, queue: Vec::new(), effort: 0 }
    }

    fn begin(&mut self, from: usize, pos: Pos) {
        self.walk = self.walk.checked_add(1).unwrap_or_else(|| {
            self.met.fill(0);
            1
        });
        self.met[from] = self.walk;
        self.queue.clear();
        self.queue.push((from as u32, pos));
    }

    /// Returns the number of steps from one open cell to another, if it is at most `limit`.
    ///
    /// Cells that are too far from the goal even in a straight line are not visited.
    pub(crate) fn steps(&mut self, ground: &Ground, from: usize, to: usize, limit: u32) -> Option<u32> {
        let goal = ground.pos(to);
        self.begin(from, ground.pos(from) - goal);
        let (mut next, mut steps) = (0, 0);
        while next < self.queue.len() && steps <= limit {
            // All cells reached with the same number of steps.
            let past = self.queue.len();
            self.effort += (past - next) as u64;
            for at in next..past {
                let (cell, place) = self.queue[at];
                if cell as usize == to {
                    return Some(steps);
                }
                for (near, dir) in ground.beside(cell as usize).into_iter().zip(crate::base::grid::Dir::ALL) {
                    let place = place.step(dir);
                    let left = place.x.unsigned_abs() + place.y.unsigned_abs();
                    if ground.is(near, Ground::OPEN) && self.met[near] != self.walk && steps + 1 + left <= limit {
                        self.met[near] = self.walk;
                        self.queue.push((near as u32, place));
                    }
                }
            }
            next = past;
            steps += 1;
        }
        None
    }

    /// Returns true if at least `count` cells can be reached from this open cell, including itself.
    pub(crate) fn has_space(&mut self, ground: &Ground, from: usize, count: usize) -> bool {
        self.begin(from, Pos::new(0, 0));
        let mut next = 0;
        while next < self.queue.len() && self.queue.len() < count {
            let (cell, place) = self.queue[next];
            next += 1;
            for near in ground.beside(cell as usize) {
                if ground.is(near, Ground::OPEN) && self.met[near] != self.walk {
                    self.met[near] = self.walk;
                    self.queue.push((near as u32, place));
                }
            }
        }
        self.effort += next as u64;
        self.queue.len() >= count
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::grid::{Grid, Size};
    use crate::base::rng::Seed;
    use crate::base::tile::Tile;
    use crate::map::Map;

    #[test]
    fn steps_are_counted_around_corners_and_not_through_walls() {
        let map = Map::from_ascii("\n....\n.##.\n.#..\n.##.").unwrap();
        let ground = Ground::of(&map);
        let mut distances = Distances::on(&ground);
        let mut order = Vec::new();
        let start = ground.index(Pos::new(0, 0));
        let last = distances.walk(&ground, Ground::OPEN, [start], |cell| order.push(distances_of(&ground, cell)));
        let steps: Vec<u32> = ground.cells().map(|cell| distances.to(cell)).collect();
        let no = Distances::UNREACHED;
        assert_eq!(steps, [0, 1, 2, 3, 1, no, no, 4, 2, no, 6, 5, 3, no, no, 6]);
        assert!(order.is_sorted_by_key(|&pos| distances.to(ground.index(pos))));
        assert_eq!(last.map(|cell| distances.to(cell)), Some(6));
        distances.forget();
        assert_eq!(distances.to(start), no);
    }

    fn distances_of(ground: &Ground, cell: usize) -> Pos {
        ground.pos(cell)
    }

    #[test]
    fn short_walks_agree_with_the_distances_to_all() {
        let mut rng = Seed::new(3).rng();
        for _ in 0..60 {
            let size = Size::new(rng.range(1, 14), rng.range(1, 14));
            let cells = (0..size.area()).map(|_| if rng.percent(60) { Tile::Floor } else { Tile::Wall }).collect();
            let map = Map::with_tiles(Grid::from_cells(size, cells).unwrap());
            let ground = Ground::of(&map);
            let open: Vec<usize> = ground.cells().filter(|&cell| ground.is(cell, Ground::OPEN)).collect();
            let mut walks = Walks::on(&ground);
            for &from in open.iter().take(9) {
                let mut distances = Distances::on(&ground);
                let mut reached = 0;
                distances.walk(&ground, Ground::OPEN, [from], |_| reached += 1);
                for &to in &open {
                    for limit in [0, 3, 9, 30] {
                        let expected = Some(distances.to(to)).filter(|&steps| steps <= limit);
                        assert_eq!(walks.steps(&ground, from, to, limit), expected);
                    }
                }
                assert!(walks.has_space(&ground, from, reached) && !walks.has_space(&ground, from, reached + 1));
            }
        }
    }
}
