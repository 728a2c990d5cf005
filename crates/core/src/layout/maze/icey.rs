//! Cracks: walkers that keep their direction, each starting somewhere in the maze.

use super::passages::{Passages, Sides, TAKEN};
use crate::base::rng::Rng;

/// Starts a walker at a random cell of the maze with the four directions in random order. It takes
/// the first free direction and changes the order once in `regularity + 1` steps. When it is stuck,
/// the next walker starts.
#[inline(never)]
pub(super) fn run(maze: &mut Passages, regularity: u32, rng: &mut Rng) {
    let mut left = maze.count() - 1;
    let mut sources: Vec<u32> = Vec::with_capacity(maze.count());
    let start = maze.random(rng);
    *maze.bits_mut(start) |= TAKEN;
    sources.push(start as u32);
    while left > 0 {
        let index = rng.below(sources.len() as u32) as usize;
        let mut at = sources[index] as usize;
        let mut free = maze.free(at);
        if free == 0 {
            sources.swap_remove(index);
            continue;
        }
        let mut order = rng.below(24);
        while free != 0 {
            if rng.below(regularity + 1) == 0 {
                order = rng.below(24);
            }
            at = maze.open(at, first(order, free));
            *maze.bits_mut(at) |= TAKEN;
            sources.push(at as u32);
            left -= 1;
            free = maze.free(at);
        }
    }
}

/// Returns the first of these sides in one of the 24 orders of four.
#[inline]
fn first(order: u32, sides: Sides) -> usize {
    static FIRSTS: [[u8; 16]; 24] = {
        let mut firsts = [[0; 16]; 24];
        let mut order = 0;
        while order < 24 {
            // One of four, one of the remaining three, one of the remaining two.
            let mut rest = [0u8, 1, 2, 3];
            let mut ranked = [0u8; 4];
            let (mut number, mut rank) = (order, 0);
            while rank < 4 {
                let choice = number % (4 - rank);
                number /= 4 - rank;
                ranked[rank] = rest[choice];
                rest[choice] = rest[3 - rank];
                rank += 1;
            }
            let mut sides = 1usize;
            while sides < 16 {
                let mut rank = 0;
                while sides >> ranked[rank] & 1 == 0 {
                    rank += 1;
                }
                firsts[order][sides] = ranked[rank];
                sides += 1;
            }
            order += 1;
        }
        firsts
    };
    usize::from(FIRSTS[order as usize][sides & 15])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_side_comes_first_in_its_share_of_the_orders() {
        for sides in 1..16usize {
            let share = 24 / sides.count_ones() as usize;
            for side in 0..4 {
                let times = (0..24).filter(|&order| first(order, sides) == side).count();
                assert_eq!(times, if sides >> side & 1 == 1 { share } else { 0 }, "{side} of {sides:04b}");
            }
        }
    }
}
