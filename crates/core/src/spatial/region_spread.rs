//! [`RegionSpread`]: regions that spread until they meet, and the shortest connections between
//! neighbours.

use crate::base::error::Error;
use crate::base::grid::{Dir, Pos, Rect};
use crate::base::rng::Rng;
use crate::generator::Context;
use crate::spatial::frontier::Frontier;
use crate::spatial::ground::Ground;
use crate::spatial::region::find;

/// Marks a cell that no region has reached.
const NOBODY: u32 = u32::MAX;

/// For every cell, the region that reaches it at the least cost, and from which side.
pub(crate) struct RegionSpread {
    owners: Vec<u32>,
    costs: Vec<u32>,
    /// The side from which the region came.
    from: Vec<Dir>,
    /// Number of tiles of each region.
    pub(crate) sizes: Vec<u32>,
    /// Bounds of all regions.
    pub(crate) bounds: Rect,
}

impl RegionSpread {
    /// Finds the regions of open cells, before they spread.
    pub(crate) fn of(ground: &Ground) -> RegionSpread {
        let cells = ground.len();
        let (owners, costs, from) = (vec![NOBODY; cells], vec![u32::MAX; cells], vec![Dir::North; cells]);
        let mut reach = RegionSpread { owners, costs, from, sizes: Vec::new(), bounds: Rect::default() };
        let mut stack = Vec::new();
        for start in ground.cells() {
            if !ground.is(start, Ground::OPEN) {
                continue;
            }
            let pos = ground.pos(start);
            let here = Rect::new(pos.x, pos.y, 1, 1);
            reach.bounds = if reach.bounds.is_empty() { here } else { reach.bounds.around(here) };
            if reach.owners[start] != NOBODY {
                continue;
            }
            let region = reach.sizes.len() as u32;
            let mut size = 0;
            reach.owners[start] = region;
            stack.push(start);
            while let Some(cell) = stack.pop() {
                size += 1;
                reach.costs[cell] = 0;
                for near in ground.beside(cell) {
                    if ground.is(near, Ground::OPEN) && reach.owners[near] == NOBODY {
                        reach.owners[near] = region;
                        stack.push(near);
                    }
                }
            }
            reach.sizes.push(size);
        }
        reach
    }

    /// Returns the region of an open cell.
    pub(crate) fn owner(&self, cell: usize) -> usize {
        self.owners[cell] as usize
    }

    /// Spreads all regions at once through the cells with one of these marks. A step into a cell
    /// costs from 1 to `most`.
    pub(crate) fn spread(&mut self, ground: &Ground, through: u8, most: u32, cost: impl Fn(usize) -> u32) {
        let mut frontier = Frontier::new(most);
        let mut reach_out = |cell: usize, so_far: u32, frontier: &mut Frontier| {
            if so_far > self.costs[cell] {
                return;
            }
            for (near, dir) in ground.beside(cell).into_iter().zip(Dir::ALL) {
                // Cells that are already open cost nothing and belong to their region.
                if !ground.is(near, through) || self.costs[near] <= so_far {
                    continue;
                }
                let there = so_far + cost(near);
                if there < self.costs[near] {
                    self.costs[near] = there;
                    self.owners[near] = self.owners[cell];
                    self.from[near] = dir.opposite();
                    frontier.put(there, near);
                }
            }
        };
        for cell in ground.cells().filter(|&cell| ground.is(cell, Ground::OPEN)) {
            reach_out(cell, 0, &mut frontier);
        }
        while let Some((so_far, cell)) = frontier.take() {
            reach_out(cell, so_far, &mut frontier);
        }
    }

    /// Calls `dig` for the cheapest connections between regions that met, with the cells to dig and
    /// the cells of the regions at both ends. Two regions of at least `large` tiles are not joined.
    pub(crate) fn join(
        &self,
        ground: &Ground,
        large: u32,
        cx: &mut Context<'_>,
        mut dig: impl FnMut(&[Pos], [Pos; 2], &mut Context<'_>),
    ) -> Result<(), Error> {
        let mut meetings = self.meetings(ground, &mut cx.rng("ways"));
        cx.spend(meetings.len() as u64)?;
        meetings.sort_unstable();
        let (mut sizes, mut parents) = (self.sizes.clone(), (0..self.sizes.len() as u32).collect::<Vec<_>>());
        for (_, cell, side) in meetings {
            let other = ground.step(cell as usize, SIDES[side as usize]);
            let [a, b] = [cell as usize, other].map(|cell| find(&mut parents, self.owners[cell]) as usize);
            if a == b || sizes[a].min(sizes[b]) >= large {
                continue;
            }
            parents[a.max(b)] = a.min(b) as u32;
            sizes[a.min(b)] = sizes[a].saturating_add(sizes[b]);
            let (mut path, start) = self.way_back(ground, cell as usize);
            path.reverse();
            let (back, end) = self.way_back(ground, other);
            path.extend(back);
            cx.spend(path.len() as u64)?;
            dig(&path, [start, end], cx);
        }
        Ok(())
    }

    /// Returns the places where two regions met, to be sorted by cost with ties in random order:
    /// the cost and a random number, a cell, and the side of it where the other region is.
    fn meetings(&self, ground: &Ground, rng: &mut Rng) -> Vec<(u64, u32, u8)> {
        let mut meetings = Vec::new();
        for cell in ground.cells().filter(|&cell| self.owners[cell] != NOBODY) {
            for (side, dir) in (0..).zip(SIDES) {
                let other = ground.step(cell, dir);
                let owner = self.owners[other];
                if owner != NOBODY && owner != self.owners[cell] {
                    let cost = u64::from(self.costs[cell]) + u64::from(self.costs[other]);
                    meetings.push((cost << 32 | rng.next_u64() >> 32, cell as u32, side));
                }
            }
        }
        meetings
    }

    /// Returns the cells from this one back to its region, and the first cell of the region.
    fn way_back(&self, ground: &Ground, mut cell: usize) -> (Vec<Pos>, Pos) {
        let mut path = Vec::new();
        while self.costs[cell] > 0 {
            path.push(ground.pos(cell));
            cell = ground.step(cell, self.from[cell]);
        }
        (path, ground.pos(cell))
    }
}

/// Meetings are looked for on these sides of a cell; the opposite sides are found from the
/// neighbours.
const SIDES: [Dir; 2] = [Dir::East, Dir::South];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::rng::Seed;
    use crate::map::Map;

    fn ways(text: &str, large: u32) -> Vec<usize> {
        let ground = Ground::of(&Map::from_ascii(text).unwrap());
        let mut reach = RegionSpread::of(&ground);
        reach.spread(&ground, Ground::SOLID, 1, |_| 1);
        let mut lengths = Vec::new();
        let dig = |path: &[Pos], ends: [Pos; 2], _: &mut Context<'_>| {
            assert_eq!(ends[0].manhattan(ends[1]) as usize, path.len() + 1, "the shortest way");
            lengths.push(path.len());
        };
        reach.join(&ground, large, &mut Context::new(Seed::new(1)), dig).unwrap();
        lengths
    }

    #[test]
    fn the_shortest_ways_join_all_that_met() {
        assert_eq!(ways("\n#########\n#.##.###.#\n#########\n#...######", u32::MAX), [1, 2, 3]);
        assert_eq!(ways("\n#...~...#", u32::MAX), [0; 0], "nobody gets through");
        assert_eq!(ways("\n....#...#.#", 3), [1], "two large ones stay apart");
    }

    #[test]
    fn regions_are_named_and_measured() {
        let ground = Ground::of(&Map::from_ascii("\n###..\n.#.#.\n..###").unwrap());
        let reach = RegionSpread::of(&ground);
        assert_eq!((reach.sizes, reach.bounds), (vec![3, 3, 1], Rect::new(0, 0, 5, 3)));
    }
}
