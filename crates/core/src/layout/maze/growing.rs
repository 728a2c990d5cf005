//! Growing tree: grows from its newest cell, or from a random one.

use super::passages::{Passages, TAKEN, pick};
use crate::base::rng::Rng;

/// Grows from the newest cell in `newest` percent of the steps, otherwise from a random one: 100 is
/// the backtracker, 0 nearly Prim's algorithm.
#[inline(never)]
pub(super) fn run(maze: &mut Passages, newest: u32, rng: &mut Rng) {
    let mut left = maze.count() - 1;
    let mut growing: Vec<u32> = Vec::with_capacity(maze.count());
    let start = maze.random(rng);
    *maze.bits_mut(start) |= TAKEN;
    growing.push(start as u32);
    while left > 0 {
        let any = rng.below(growing.len() as u32) as usize;
        let index = if rng.percent(newest) { growing.len() - 1 } else { any };
        let at = growing[index] as usize;
        let free = maze.free(at);
        if free == 0 {
            growing.swap_remove(index);
        } else {
            let to = maze.open(at, pick(free, rng));
            *maze.bits_mut(to) |= TAKEN;
            growing.push(to as u32);
            left -= 1;
        }
    }
}
