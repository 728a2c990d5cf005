//! Kruskal's algorithm: openings in random order, skipping any that would close a ring.

use super::passages::{Link, Passages};
use crate::base::rng::Rng;

/// Draws walls without replacement, and opens the ones that separate unconnected cells.
#[inline(never)]
pub(super) fn run(maze: &mut Passages, rng: &mut Rng) {
    let (width, height) = (maze.width(), maze.height());
    let mut links: Vec<Link> = Vec::with_capacity(maze.count() * 2);
    for y in 0..height {
        let first = maze.index(0, y) as Link * 2;
        let last = first + width as Link * 2 - 2;
        // Links to the right and below, alternating. The last cell has no link to the right, the
        // last row has none below.
        if y + 1 < height {
            links.extend(first..last);
            links.push(last + 1);
        } else {
            links.extend((first..last).step_by(2));
        }
    }
    rng.shuffle(&mut links);
    let mut forest = Forest((0..maze.index(0, height) as u32).collect());
    let mut left = maze.count() - 1;
    for link in links {
        let (a, b) = maze.ends(link);
        if forest.join(a, b) {
            maze.open_link(link);
            left -= 1;
            if left == 0 {
                return;
            }
        }
    }
}

/// Disjoint sets: the parent of every cell, which is a smaller index or its own.
struct Forest(Vec<u32>);

impl Forest {
    /// Joins the trees of two cells. Returns whether they were different.
    ///
    /// Rem's algorithm: climbs from the cell with the larger parent, and links every cell it passes
    /// to the smaller one. Most calls find two cells with the same parent and end at once.
    #[inline]
    fn join(&mut self, a: usize, b: usize) -> bool {
        let (mut low, mut high) = (a, b);
        loop {
            let (mut p, mut q) = (self.0[low], self.0[high]);
            if p == q {
                return false;
            }
            if p > q {
                (low, high) = (high, low);
                (p, q) = (q, p);
            }
            self.0[high] = p;
            if high == q as usize {
                return true;
            }
            high = q as usize;
        }
    }
}
