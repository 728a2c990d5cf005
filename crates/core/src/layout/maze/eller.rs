//! Eller's algorithm: row by row, with the memory of one row.

use super::passages::{EAST, Passages, SOUTH};
use crate::base::rng::Rng;

/// Connected cells of the row form rings: each cell is linked to the next on its right, and the
/// last one to the first. Rings never cross, so two neighbours are connected exactly if the left
/// one's next is the right one.
///
/// Every cell is joined to the next or not, and dropped from its ring (a wall below it) or not.
/// Both decisions are random and cannot be predicted by the processor, so all links are written in
/// any case, with their old values if nothing changes.
#[inline(never)]
pub(super) fn run(maze: &mut Passages, rng: &mut Rng) {
    let (width, height) = (maze.width(), maze.height());
    // One more than there are cells: the neighbour of the last cell, which is never joined.
    let mut next: Vec<u32> = (0..=width as u32).collect();
    let mut before = next.clone();
    for y in 0..height {
        let last_row = y + 1 == height;
        let (mut joins, mut drops) = (0, 0);
        for (x, bits) in maze.row_mut(y).iter_mut().enumerate() {
            if x % 64 == 0 {
                joins = if last_row { u64::MAX } else { rng.next_u64() };
                drops = rng.next_u64();
            }
            let (here, right) = (x as u32, x as u32 + 1);
            let (after, other) = (next[x], before[x + 1]);
            let join = (joins & 1 == 1) & (after != right) & (x + 1 < width);
            next[other as usize] = if join { after } else { right };
            before[after as usize] = if join { other } else { here };
            before[x + 1] = if join { here } else { other };
            let after = if join { right } else { after };

            // The last cell of a ring must continue downwards, or the whole ring would be cut off.
            let other = before[x];
            let drop = (drops & 1 == 1) & (after != here);
            next[other as usize] = if drop { after } else { here };
            before[after as usize] = if drop { other } else { here };
            next[x] = if drop { here } else { after };
            before[x] = if drop { here } else { other };

            *bits |= if join { EAST } else { 0 } | if drop | last_row { 0 } else { SOUTH };
            joins >>= 1;
            drops >>= 1;
        }
        maze.log_row(y);
    }
}
