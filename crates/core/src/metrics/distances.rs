//! [`Steps`]: the distances from one cell to all others.

use super::diameter::Search;
use crate::spatial::ground::Ground;

/// Steps through all doors, one number per cell of the ground.
///
/// Blocked cells look as if they had been visited, so that there are no unpredictable branches: on
/// caves this takes half the time of [`crate::spatial::distance::Distances`], which tests the marks
/// of a cell.
#[derive(Clone)]
pub(crate) struct Steps {
    to: Vec<u32>,
    /// Cells in the order of discovery, with one spare slot for each try.
    queue: Vec<u32>,
    /// Number of cells that the last walk discovered.
    found: usize,
    stride: usize,
}

/// Marks a cell that was not reached.
const UNREACHED: u32 = u32::MAX;
/// Marks a cell that cannot be entered.
const WALL: u32 = u32::MAX - 1;

/// The result of a walk.
pub(crate) struct Walk {
    /// The last cell discovered, which is one of the farthest.
    pub(crate) farthest: usize,
    /// Number of cells discovered.
    pub(crate) tiles: usize,
}

impl Steps {
    /// Creates the distances with no cell reached yet.
    pub(crate) fn on(ground: &Ground) -> Steps {
        let marks = ground.all().iter();
        let to: Vec<u32> = marks.map(|marks| if marks & Ground::OPEN != 0 { UNREACHED } else { WALL }).collect();
        Steps { queue: vec![0; to.len() + 1], to, found: 0, stride: ground.size().width as usize + 2 }
    }

    /// Walks from this walkable cell, which was not reached before, to all cells that can be
    /// reached.
    pub(crate) fn walk(&mut self, from: usize) -> Walk {
        self.to[from] = 0;
        self.queue[0] = from as u32;
        let (mut next, mut past) = (0, 1);
        while next < past {
            let cell = self.queue[next] as usize;
            next += 1;
            let steps = self.to[cell] + 1;
            for near in [cell - self.stride, cell + 1, cell + self.stride, cell - 1] {
                let to = &mut self.to[near];
                let is_new = *to == UNREACHED;
                *to = if is_new { steps } else { *to };
                self.queue[past] = near as u32;
                past += usize::from(is_new);
            }
        }
        self.found = past;
        Walk { farthest: self.queue[past - 1] as usize, tiles: past }
    }

    /// Iterates over the cells that the last walk discovered, the farthest first.
    pub(crate) fn farthest_first(&self) -> impl Iterator<Item = usize> + '_ {
        self.queue[..self.found].iter().rev().map(|&cell| cell as usize)
    }

    /// Returns the steps to this cell, or `None` if it was not reached.
    #[inline]
    pub(crate) fn to(&self, cell: usize) -> Option<u32> {
        Some(self.to[cell]).filter(|&steps| steps < WALL)
    }
}

impl Search for Steps {
    fn search(&mut self, from: u32) {
        for &cell in &self.queue[..self.found] {
            self.to[cell as usize] = UNREACHED;
        }
        self.walk(from as usize);
    }

    fn found(&self) -> &[u32] {
        &self.queue[..self.found]
    }

    #[inline]
    fn distance(&self, node: u32) -> u32 {
        self.to[node as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::rng::Seed;
    use crate::metrics::scribble;
    use crate::spatial::distance::Distances;

    #[test]
    fn steps_are_counted_as_everywhere_else() {
        let mut rng = Seed::new(2).rng();
        for _ in 0..200 {
            let map = scribble(&mut rng);
            let Some(start) = map.start() else { continue };
            let ground = Ground::of(&map);
            let (mut steps, mut distances) = (Steps::on(&ground), Distances::on(&ground));
            let walk = steps.walk(ground.index(start));
            let mut tiles = 0;
            let farthest = distances.walk(&ground, Ground::OPEN, [ground.index(start)], |_| tiles += 1);
            assert_eq!((Some(walk.farthest), walk.tiles), (farthest, tiles), "{}", map.to_ascii());
            for cell in ground.cells() {
                let expected = Some(distances.to(cell)).filter(|&steps| steps != Distances::UNREACHED);
                assert_eq!(steps.to(cell), expected, "{}", map.to_ascii());
            }
        }
    }
}
