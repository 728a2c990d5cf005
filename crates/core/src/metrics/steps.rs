//! [`Steps`]: how far it is from somewhere to everywhere.

use crate::ground::Ground;

/// Steps through all doors; one number a cell of the ground.
///
/// What nobody can enter looks as if somebody had been there, and nothing is decided by a jump that cannot be foreseen: on caves that takes half the time
/// of [`crate::distance::Distances`], which asks what a cell is.
#[derive(Clone)]
pub(crate) struct Steps {
    to: Vec<u32>,
    /// Cells in the order in which they were come to, with one place to spare for each try.
    queue: Vec<u32>,
    stride: usize,
}

/// A cell that nobody came to.
const UNREACHED: u32 = u32::MAX;
/// A cell that nobody can enter.
const WALL: u32 = u32::MAX - 1;

/// Where a walk led.
pub(crate) struct Walk {
    /// The cell that was come to last, and is one of the farthest.
    pub(crate) farthest: usize,
    /// How many cells were come to.
    pub(crate) tiles: usize,
}

impl Steps {
    /// Nobody has gone anywhere yet.
    pub(crate) fn on(ground: &Ground) -> Steps {
        let marks = ground.all().iter();
        let to: Vec<u32> = marks.map(|marks| if marks & Ground::OPEN != 0 { UNREACHED } else { WALL }).collect();
        Steps { queue: vec![0; to.len() + 1], to, stride: ground.size().width as usize + 2 }
    }

    /// Walks from this walkable cell, which nobody came to before, to all that can be reached.
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
        Walk { farthest: self.queue[past - 1] as usize, tiles: past }
    }

    /// Steps to this cell; `None` where nobody came.
    #[inline]
    pub(crate) fn to(&self, cell: usize) -> Option<u32> {
        Some(self.to[cell]).filter(|&steps| steps < WALL)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::distance::Distances;
    use crate::metrics::scribble;
    use crate::rng::Seed;

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
