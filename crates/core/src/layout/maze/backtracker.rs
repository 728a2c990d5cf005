//! Depth-first search: a walker that backtracks when it is stuck.

use super::passages::{Passages, TAKEN, pick};
use crate::base::rng::Rng;

/// Walks to a random unvisited neighbour, or one step back when there is none, until all cells are
/// visited.
#[inline(never)]
pub(super) fn run(maze: &mut Passages, rng: &mut Rng) {
    let mut left = maze.count() - 1;
    let mut path: Vec<u32> = Vec::with_capacity(maze.count());
    let mut at = maze.random(rng);
    *maze.bits_mut(at) |= TAKEN;
    while left > 0 {
        let free = maze.free(at);
        if free == 0 {
            let Some(back) = path.pop() else { return };
            at = back as usize;
        } else {
            path.push(at as u32);
            at = maze.open(at, pick(free, rng));
            *maze.bits_mut(at) |= TAKEN;
            left -= 1;
        }
    }
}
