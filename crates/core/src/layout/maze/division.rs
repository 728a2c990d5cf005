//! Recursive division of an open space by walls.

use super::passages::{EAST, Link, Passages, SOUTH};
use crate::base::grid::Rect;
use crate::base::rng::Rng;

/// Opens all links, then draws walls with one gap each, until every part is a corridor.
#[inline(never)]
pub(super) fn run(maze: &mut Passages, rng: &mut Rng) {
    let (width, height) = (maze.width(), maze.height());
    for y in 0..height {
        let bits = if y + 1 < height { EAST | SOUTH } else { EAST };
        let row = maze.row_mut(y);
        row.fill(bits);
        row[width - 1] &= SOUTH;
    }
    // Each waiting part is the other half of a cut, so there are never more than cells along two
    // sides.
    let mut parts = vec![Rect::default(); width + height + 2];
    parts[0] = Rect::new(0, 0, width as i32, height as i32);
    let mut waiting = usize::from(width > 1 && height > 1);
    while waiting > 0 {
        waiting -= 1;
        let part = parts[waiting];
        // The longer side is cut more often.
        let upright = rng.below((part.width + part.height) as u32) < part.width as u32;
        let (length, across) = if upright { (part.width, part.height) } else { (part.height, part.width) };
        let at = rng.range(1, length - 1);
        let gap = rng.range(0, across - 1);
        let (x, y) = if upright { (part.x + at - 1, part.y) } else { (part.x, part.y + at - 1) };
        let (step, side) = if upright { (width + 1, 0) } else { (1, 1) };
        let first = maze.index(x as usize, y as usize);
        for place in (0..across).filter(|&place| place != gap) {
            maze.close_link(((first + place as usize * step) * 2 + side) as Link);
        }
        let (dx, dy) = if upright { (at, 0) } else { (0, at) };
        let (width, height) = if upright { (at, part.height) } else { (part.width, at) };
        let halves =
            [Rect { width, height, ..part }, Rect::new(part.x + dx, part.y + dy, part.width - dx, part.height - dy)];
        for half in halves {
            // Writes the part in any case, then counts it or not: faster than an unpredictable
            // branch.
            parts[waiting] = half;
            waiting += usize::from((half.width > 1) & (half.height > 1));
        }
    }
}
