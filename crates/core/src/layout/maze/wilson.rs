//! Random walks without their loops: every perfect maze is equally likely.

use super::passages::{Passages, TAKEN, TREE};
use crate::error::Error;
use crate::generator::Context;
use crate::rng::Rng;

/// Where the last way out of a cell stands among its bits.
const WAY: u32 = 4;

/// From every cell a random walk to the maze so far. A cell remembers only the way it was left last, which forgets all
/// loops; along these ways the walk is then joined to the maze.
#[inline(never)]
pub(super) fn run(maze: &mut Passages, rng: &mut Rng, cx: &mut Context<'_>) -> Result<(), Error> {
    // Any cell may be the first; from the middle the walks are shortest.
    let middle = maze.index(maze.width() / 2, maze.height() / 2);
    *maze.bits_mut(middle) |= TREE;
    let mut dice = Dice { bits: 0, left: 0 };
    for y in 0..maze.height() {
        for x in 0..maze.width() {
            let start = maze.index(x, y);
            let (mut at, mut here) = (start, maze.bits(start));
            let mut steps = 1;
            while here & TREE == 0 {
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
