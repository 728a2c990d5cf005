//! The walk of the miner.

use super::Mining;
use super::rock::{Rock, breakable};
use crate::base::error::Error;
use crate::base::grid::{Pos, Size};
use crate::base::rng::Rng;
use crate::base::tile::Tile;
use crate::generator::Context;
use crate::map::Map;
use smallvec::SmallVec;

/// Number of steps without a break after which the miner stops wandering.
const MAX_IDLE_STEPS: u64 = 256;

/// Result of a walk.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Walked {
    pub(super) breaks: u64,
    pub(super) backtracks: u64,
}

pub(super) struct Miner {
    rock: Rock,
    pool: Pool,
    rng: Rng,
    at: usize,
    walked: Walked,
    search: Search,
}

impl Miner {
    pub(super) fn new(mining: &Mining, start: Pos, size: Size, rng: Rng) -> Self {
        let rock = Rock::new(size);
        let at = rock.index(start);
        let pool = Pool::new(mining.break_weight, mining.backtrack_weight);
        Miner { rock, pool, rng, at, walked: Walked::default(), search: Search::default() }
    }

    /// Digs until there are this many floor tiles, or no breakable wall is left.
    pub(super) fn dig(mut self, target: u64, map: &mut Map, cx: &mut Context<'_>) -> Result<Walked, Error> {
        self.open(map, cx);
        loop {
            let before = self.walked;
            if cx.is_traced() {
                self.wander::<true>(target, map, cx);
            } else {
                self.wander::<false>(target, map, cx);
            }
            cx.spend(self.walked.breaks - before.breaks + self.walked.backtracks - before.backtracks)?;
            if self.walked.breaks >= target || !self.rock.has_frontier() {
                return Ok(self.walked);
            }
            self.seek(map, cx)?;
        }
    }

    /// Wanders until there are this many floor tiles, no breakable wall is left, or too many steps
    /// have passed without a break.
    #[inline(never)]
    fn wander<const WATCHED: bool>(&mut self, target: u64, map: &mut Map, cx: &mut Context<'_>) {
        // A step takes a few nanoseconds: all state is in local variables.
        let Miner { rock, pool, .. } = self;
        let (mut at, mut rng, Walked { mut breaks, mut backtracks }) = (self.at, self.rng.clone(), self.walked);
        let mut sides = rock.sides(at);
        while breaks < target && rock.has_frontier() {
            let mut idle_steps_left = MAX_IDLE_STEPS;
            loop {
                let past = pool.draw(sides, &mut rng);
                let way = -past.into_iter().sum::<i64>();
                at = rock.past(at, past);
                if sides >> way & 1 == 0 {
                    break;
                }
                sides = rock.sides(at);
                backtracks += 1;
                if WATCHED {
                    cx.step_at("backtrack", rock.pos(at), map);
                }
                idle_steps_left -= 1;
                if idle_steps_left == 0 {
                    (self.at, self.rng, self.walked) = (at, rng, Walked { breaks, backtracks });
                    return;
                }
            }
            sides = rock.open(at);
            map.tiles.cells_mut()[at] = Tile::Floor;
            breaks += 1;
            if WATCHED {
                cx.step_at("break", rock.pos(at), map);
            }
        }
        (self.at, self.rng, self.walked) = (at, rng, Walked { breaks, backtracks });
    }

    /// Takes the shortest path to a breakable wall, and breaks it.
    fn seek(&mut self, map: &mut Map, cx: &mut Context<'_>) -> Result<(), Error> {
        let path = self.search.nearest(&self.rock, self.at);
        cx.spend((self.search.seen + path.len()) as u64)?;
        for way in path.into_iter().rev() {
            self.at = self.rock.beside(self.at, way);
            self.walked.backtracks += 1;
            cx.step_at("backtrack", self.rock.pos(self.at), map);
        }
        let walls = breakable(self.rock.sides(self.at));
        let walls: SmallVec<[usize; 4]> = (0..4).filter(|&way| walls >> way & 1 == 1).collect();
        if let Some(&way) = self.rng.pick(&walls) {
            self.at = self.rock.beside(self.at, way);
            self.open(map, cx);
        }
        Ok(())
    }

    fn open(&mut self, map: &mut Map, cx: &mut Context<'_>) {
        self.rock.open(self.at);
        map.tiles.cells_mut()[self.at] = Tile::Floor;
        self.walked.breaks += 1;
        cx.step_at("break", self.rock.pos(self.at), map);
    }
}

/// The weighted pool of next steps, for every combination of the four sides.
struct Pool {
    /// Ends of the first three directions on a scale from 0 to 2^31.
    ends: [[u32; 4]; 256],
}

impl Pool {
    fn new(break_weight: u32, backtrack_weight: u32) -> Self {
        // One scale factor for every total, rounded up, so that the last direction ends at the end
        // of the scale.
        let mut parts = [[0; 5]; 5];
        for (walls, parts) in parts.iter_mut().enumerate() {
            for (floors, part) in parts.iter_mut().enumerate() {
                let total = walls as u64 * u64::from(break_weight) + floors as u64 * u64::from(backtrack_weight);
                *part = (1u64 << 47).div_ceil(total.max(1));
            }
        }
        let mut ends = [[0; 4]; 256];
        for (sides, ends) in ends.iter_mut().enumerate() {
            let (floor, walls) = (sides as u8 & 15, breakable(sides as u8));
            if floor & (sides >> 4) as u8 != 0 {
                // Floor is never firm.
                continue;
            }
            let part = parts[walls.count_ones() as usize][floor.count_ones() as usize];
            let mut sum = 0;
            for (way, end) in ends.iter_mut().enumerate().take(3) {
                sum += u64::from(floor >> way & 1) * u64::from(backtrack_weight);
                sum += u64::from(walls >> way & 1) * u64::from(break_weight);
                *end = ((sum * part) >> 16) as u32;
            }
        }
        Pool { ends }
    }

    /// Returns a mask for each of the first three directions: all ones when the next step goes in a
    /// later direction, else all zeros.
    #[inline]
    fn draw(&self, sides: u8, rng: &mut Rng) -> [i64; 3] {
        let drawn = (rng.next_u64() >> 33) as i64;
        let [north, east, south, _] = self.ends[sides as usize];
        [north, east, south].map(|end| (i64::from(end) - 1 - drawn) >> 63)
    }
}

/// Search for the nearest floor beside a breakable wall.
#[derive(Default)]
struct Search {
    /// Direction in which each visited cell was entered, plus one.
    entered: Vec<u8>,
    /// The visited cells, the nearest first, up to `seen`.
    queue: Vec<u32>,
    seen: usize,
}

impl Search {
    /// Returns the directions of the path, last one first; empty when the start is already beside a
    /// breakable wall, or none is left.
    fn nearest(&mut self, rock: &Rock, from: usize) -> Vec<usize> {
        self.entered.resize(rock.len(), 0);
        self.queue.resize(rock.len(), 0);
        (self.queue[0], self.entered[from], self.seen) = (from as u32, 1, 1);
        let (mut found, mut next) = (from, 0);
        while next < self.seen {
            let at = self.queue[next] as usize;
            let sides = rock.sides(at);
            if breakable(sides) != 0 {
                found = at;
                break;
            }
            for way in 0..4 {
                // Branchless: everything is written, but only new cells are kept.
                let beside = rock.beside(at, way);
                let entered = &mut self.entered[beside];
                let is_new = sides >> way & 1 & u8::from(*entered == 0);
                *entered |= is_new * (way as u8 + 1);
                self.queue[self.seen] = beside as u32;
                self.seen += usize::from(is_new);
            }
            next += 1;
        }
        let mut path = Vec::new();
        while found != from {
            let way = usize::from(self.entered[found] - 1);
            path.push(way);
            found = rock.beside(found, way ^ 2);
        }
        for &at in &self.queue[..self.seen] {
            self.entered[at as usize] = 0;
        }
        path
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::rng::Seed;

    #[test]
    fn the_pool_gives_every_side_its_weight() {
        let pool = Pool::new(5, 2);
        let mut rng = Seed::new(1).rng();
        // Floor in the north, walls in the east and west, firm rock in the south.
        let sides = 0b0100_0001;
        let mut drawn = [0; 4];
        for _ in 0..120_000 {
            drawn[-pool.draw(sides, &mut rng).iter().sum::<i64>() as usize] += 1;
        }
        for (way, weight) in [2, 5, 0, 5].into_iter().enumerate() {
            let expected: i32 = weight * 10_000;
            assert!((expected - drawn[way]).abs() <= expected / 30, "{drawn:?}");
        }
    }

    #[test]
    fn sides_without_weight_are_never_drawn() {
        let mut rng = Seed::new(2).rng();
        for (break_weight, backtrack_weight) in [(1, 1), (100, 1), (1, 100), (7, 3)] {
            let pool = Pool::new(break_weight, backtrack_weight);
            let possible = |sides: &u8| sides & sides >> 4 == 0 && sides & 0xf | breakable(*sides) != 0;
            for sides in (0..=255u8).filter(possible) {
                assert!(pool.ends[sides as usize][..3].iter().all(|&end| end <= 1 << 31));
                for _ in 0..50 {
                    let way = -pool.draw(sides, &mut rng).iter().sum::<i64>();
                    assert_eq!((sides & 0xf | breakable(sides)) >> way & 1, 1, "{sides:08b}");
                }
            }
        }
    }
}
