//! Braiding: opening dead ends.

use super::passages::{Passages, Sides, pick};
use crate::base::rng::Rng;

/// Result of braiding.
pub(super) struct Braided {
    /// Dead ends selected for opening.
    pub(super) chosen: usize,
    /// Openings made. One opening may serve two dead ends.
    pub(super) openings: usize,
    /// Dead ends that stay because they have no other neighbour.
    pub(super) stuck: usize,
}

/// Opens every dead end with this probability to another neighbour, preferably to another dead end.
#[inline(never)]
pub(super) fn run(maze: &mut Passages, percent: u32, rng: &mut Rng) -> Braided {
    let mut braided = Braided { chosen: 0, openings: 0, stuck: 0 };
    for y in 0..maze.height() {
        for x in 0..maze.width() {
            let at = maze.index(x, y);
            if !is_dead_end(maze, at) || !rng.percent(percent) {
                continue;
            }
            braided.chosen += 1;
            let inside = [y > 0, x + 1 < maze.width(), y + 1 < maze.height(), x > 0];
            let inside: Sides = (0..4).filter(|&side| inside[side]).map(|side| 1 << side).sum();
            let closed = inside & !maze.open_sides(at);
            let is_end = |side: usize| closed >> side & 1 == 1 && is_dead_end(maze, maze.step(at, side));
            let ends: Sides = (0..4).filter(|&side| is_end(side)).map(|side| 1 << side).sum();
            if closed == 0 {
                braided.stuck += 1;
            } else {
                maze.open(at, pick(if ends == 0 { closed } else { ends }, rng));
                braided.openings += 1;
            }
        }
    }
    braided
}

/// Returns whether the cell has only one opening.
pub(super) fn is_dead_end(maze: &Passages, at: usize) -> bool {
    maze.open_sides(at).is_power_of_two()
}
