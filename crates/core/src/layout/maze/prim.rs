//! Growth at the edge: any cell beside the maze joins it next.

use super::passages::{Passages, TAKEN, TREE, pick};
use crate::rng::Rng;

/// Joins cells beside the maze to it, any of them, by any of the sides on which they touch it.
#[inline(never)]
pub(super) fn run(maze: &mut Passages, rng: &mut Rng) {
    // Every cell waits here once. Neighbours are written down before it is known whether they are new, hence four more.
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

/// Takes the cell into the tree and lets its neighbours wait; returns how many wait now.
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
