//! Random walks without their loops: every perfect maze is equally likely.
//!
//! On a maze that is long and thin, walks take ages to come upon the tree: the time grows with the square of its length.
//! Therefore walks have patience for so many steps a cell; once it is gone, those that are left grow from the tree.

use super::passages::{Passages, TAKEN, TREE, pick};
use crate::error::Error;
use crate::generator::Context;
use crate::rng::Rng;

/// Where the last way out of a cell stands among its bits.
const WAY: u32 = 4;
/// Steps for every cell, which walks on a maze that is not thin are far from needing.
const PATIENCE: usize = 400;
/// How many steps are taken before they are paid for.
const CHUNK: u64 = 1 << 16;

/// From every cell a random walk to the maze so far. A cell remembers only the way it was left last, which forgets all
/// loops; along these ways the walk is then joined to the maze.
#[inline(never)]
pub(super) fn run(maze: &mut Passages, rng: &mut Rng, cx: &mut Context<'_>) -> Result<(), Error> {
    // Any cell may be the first; from the middle the walks are shortest.
    let middle = maze.index(maze.width() / 2, maze.height() / 2);
    *maze.bits_mut(middle) |= TREE;
    let mut dice = Dice { bits: 0, left: 0 };
    let mut patience = (maze.count() * PATIENCE) as u64;
    for y in 0..maze.height() {
        for x in 0..maze.width() {
            let start = maze.index(x, y);
            let (mut at, mut here) = (start, maze.bits(start));
            let mut steps = 1;
            while here & TREE == 0 {
                if steps >= CHUNK.min(patience) {
                    cx.spend(steps)?;
                    patience -= steps;
                    steps = 0;
                    if patience == 0 {
                        grow(maze, rng);
                        return Ok(());
                    }
                }
                let side = dice.side(rng);
                let to = maze.step(at, side);
                let there = maze.bits(to);
                steps += 1;
                if there & TAKEN == 0 {
                    *maze.bits_mut(at) = (side as u8) << WAY;
                    (at, here) = (to, there);
                }
            }
            cx.spend(steps)?;
            patience = patience.saturating_sub(steps).max(1);
            at = start;
            while maze.bits(at) & TREE == 0 {
                let side = usize::from(maze.bits(at) >> WAY);
                *maze.bits_mut(at) |= TREE;
                at = maze.open(at, side);
            }
        }
    }
    Ok(())
}

/// Lets the tree grow into every cell that is left, from any of its own.
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

/// Two random bits at a time.
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
