//! Wilson's algorithm: loop-erased random walks make every perfect maze equally likely.
//!
//! On a long and thin maze, walks need very long to reach the tree: the time grows with the square
//! of its length. The number of steps per cell is therefore limited; once the limit is reached, the
//! remaining cells are added by growing the tree.

use super::passages::{Passages, TAKEN, TREE, pick};
use crate::base::error::Error;
use crate::base::rng::Rng;
use crate::generator::Context;

/// Position of the last exit of a cell among its bits.
const EXIT_SHIFT: u32 = 4;
/// Maximum number of steps per cell. Walks on a maze that is not thin stay far below it.
const MAX_STEPS_PER_CELL: usize = 400;
/// Number of steps taken before they are charged.
const CHUNK: u64 = 1 << 16;

/// Walks randomly from every cell to the maze so far. A cell remembers only its last exit, which
/// erases all loops; the walk is then joined to the maze along these exits.
#[inline(never)]
pub(super) fn run(maze: &mut Passages, rng: &mut Rng, cx: &mut Context<'_>) -> Result<(), Error> {
    // Any cell may be the first; walks are shortest from the middle.
    let middle = maze.index(maze.width() / 2, maze.height() / 2);
    *maze.bits_mut(middle) |= TREE;
    let mut dice = Dice { bits: 0, left: 0 };
    let mut steps_left = (maze.count() * MAX_STEPS_PER_CELL) as u64;
    for y in 0..maze.height() {
        for x in 0..maze.width() {
            let start = maze.index(x, y);
            let (mut at, mut here) = (start, maze.bits(start));
            let mut steps = 1;
            while here & TREE == 0 {
                if steps >= CHUNK.min(steps_left) {
                    cx.spend(steps)?;
                    steps_left -= steps;
                    steps = 0;
                    if steps_left == 0 {
                        grow(maze, rng);
                        return Ok(());
                    }
                }
                let side = dice.side(rng);
                let to = maze.step(at, side);
                let there = maze.bits(to);
                steps += 1;
                if there & TAKEN == 0 {
                    *maze.bits_mut(at) = (side as u8) << EXIT_SHIFT;
                    (at, here) = (to, there);
                }
            }
            cx.spend(steps)?;
            steps_left = steps_left.saturating_sub(steps).max(1);
            at = start;
            while maze.bits(at) & TREE == 0 {
                let side = usize::from(maze.bits(at) >> EXIT_SHIFT);
                *maze.bits_mut(at) |= TREE;
                at = maze.open(at, side);
            }
        }
    }
    Ok(())
}

/// Grows the tree from random cells of its own into every remaining cell.
fn grow(maze: &mut Passages, rng: &mut Rng) {
    let cells = (0..maze.height()).flat_map(|y| (0..maze.width()).map(move |x| (x, y)));
    let mut growing: Vec<u32> =
        cells.map(|(x, y)| maze.index(x, y)).filter(|&at| maze.bits(at) & TREE != 0).map(|at| at as u32).collect();
    while !growing.is_empty() {
        let index = rng.below(growing.len() as u32) as usize;
        let at = growing[index] as usize;
        let free = maze.free(at) & !maze.tree(at);
        if free == 0 {
            growing.swap_remove(index);
        } else {
            let to = maze.open(at, pick(free, rng));
            *maze.bits_mut(to) |= TREE;
            growing.push(to as u32);
        }
    }
}

/// Draws two random bits at a time.
struct Dice {
    bits: u64,
    left: u32,
}

impl Dice {
    #[inline]
    fn side(&mut self, rng: &mut Rng) -> usize {
        if self.left == 0 {
            (self.bits, self.left) = (rng.next_u64(), 32);
        }
        let side = self.bits & 3;
        self.bits >>= 2;
        self.left -= 1;
        side as usize
    }
}
