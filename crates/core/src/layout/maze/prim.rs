//! Prim's algorithm: a random cell beside the maze joins it next.

use super::passages::{Passages, TAKEN, TREE, pick};
use crate::base::rng::Rng;

/// Joins random cells beside the maze to it, by a random side on which they touch it.
#[inline(never)]
pub(super) fn run(maze: &mut Passages, rng: &mut Rng) {
    // Every cell is queued once. Neighbours are written before it is known whether they are new,
    // hence four more.
    let mut edge: Vec<u32> = vec![0; maze.count() + 4];
    let start = maze.random(rng);
    *maze.bits_mut(start) |= TAKEN;
    let mut waiting = welcome(maze, start, &mut edge, 0);
    while waiting > 0 {
        let index = rng.below(waiting as u32) as usize;
        waiting -= 1;
        let at = edge[index] as usize;
        edge[index] = edge[waiting];
        let side = pick(maze.tree(at), rng);
        maze.open(at, side);
        waiting = welcome(maze, at, &mut edge, waiting);
    }
}

/// Adds the cell to the tree and queues its neighbours. Returns the new length of the queue.
#[inline]
fn welcome(maze: &mut Passages, at: usize, edge: &mut [u32], mut waiting: usize) -> usize {
    *maze.bits_mut(at) |= TREE;
    for side in 0..4 {
        let near = maze.step(at, side);
        edge[waiting] = near as u32;
        let bits = maze.bits_mut(near);
        waiting += usize::from(*bits & TAKEN == 0);
        *bits |= TAKEN;
    }
    waiting
}
