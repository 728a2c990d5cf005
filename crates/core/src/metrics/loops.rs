//! Regions, and the loops in them.

use super::{Id, Metrics, Terrain};
use crate::base::bits::BitGrid;
use crate::base::grid::{Dir, Pos};
use crate::spatial::region;

pub(super) fn measure(terrain: &Terrain<'_>, metrics: &mut Metrics) {
    let regions = terrain.regions().len();
    metrics.count(Id::Regions, regions);
    metrics.count(Id::Loops, loops(terrain.walkable(), regions));
}

/// Returns the number of loops by Euler's formula: tiles minus pairs of neighbours plus squares of
/// four equals the number of regions minus the number of holes in them.
fn loops(walkable: &BitGrid, regions: usize) -> usize {
    let Sums { tiles, pairs, squares } = Sums::of(walkable);
    regions + pairs - tiles - squares
}

struct Sums {
    tiles: usize,
    pairs: usize,
    squares: usize,
}

impl Sums {
    fn of(set: &BitGrid) -> Sums {
        let mut sums = Sums { tiles: 0, pairs: 0, squares: 0 };
        let none = vec![0; (set.size().width as usize).div_ceil(64)];
        let mut above: &[u64] = &none;
        for y in 0..set.size().height {
            let here = set.row(y);
            // The last cell of the word before, in both rows.
            let (mut last_above, mut last_here) = (0, 0);
            for (&above, &here) in above.iter().zip(here) {
                let level = here & (here << 1 | last_here);
                let level_above = above & (above << 1 | last_above);
                sums.tiles += here.count_ones() as usize;
                sums.pairs += (level.count_ones() + (above & here).count_ones()) as usize;
                sums.squares += (level & level_above).count_ones() as usize;
                (last_above, last_here) = (above >> 63, here >> 63);
            }
            above = here;
        }
        sums
    }
}

/// Measures the walk once around each hole along its walls. Dead ends are filled first, because a
/// walk around a loop does not enter them.
///
/// A walk around a piece of rock is four steps longer than the rock has sides. All sides together
/// are those of the holes and, for each region, those of its outer rim. The rims are followed one
/// by one, and the remaining sides belong to the holes.
pub(super) fn measure_length(terrain: &Terrain<'_>, metrics: &mut Metrics) {
    let loops = loops(terrain.walkable(), terrain.regions().len());
    if loops == 0 {
        return;
    }
    let mut core = terrain.walkable().clone();
    close_dead_ends(&mut core);
    let rims: usize = region::firsts(&core).into_iter().map(|first| rim(&core, first)).sum();
    let Sums { tiles, pairs, .. } = Sums::of(&core);
    metrics.ratio(Id::LoopLength, 4 * tiles - 2 * pairs - rims + 4 * loops, loops);
}

/// Removes cells with exactly one neighbour until there are none.
fn close_dead_ends(set: &mut BitGrid) {
    for end in set.ends().iter() {
        let mut at = end;
        loop {
            let mut ways = Dir::ALL.into_iter().map(|dir| at.step(dir)).filter(|&near| set.contains(near));
            let (Some(near), None) = (ways.next(), ways.next()) else { break };
            set.remove(at);
            at = near;
        }
    }
}

/// Returns the number of sides of the outer rim of a region, followed with the wall on the left
/// from the top side of its first cell.
fn rim(set: &BitGrid, first: Pos) -> usize {
    let (mut at, mut dir) = (first, Dir::East);
    let mut sides = 0;
    loop {
        // The side on the left is done; the next one is around the corner to the left, straight
        // ahead, or to the right.
        sides += 1;
        let ahead = at.step(dir);
        if !set.contains(ahead) {
            dir = dir.right();
        } else {
            let left = dir.right().opposite();
            at = ahead;
            if set.contains(ahead.step(left)) {
                at = ahead.step(left);
                dir = left;
            }
        }
        if (at, dir) == (first, Dir::East) {
            return sides;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::rng::Seed;
    use crate::map::Map;
    use crate::metrics::terrain::tests::{known, numbers, scribble};
    use std::collections::BTreeSet;

    #[test]
    fn cells_touching_at_a_corner_are_two_regions() {
        assert_eq!(known("\n..#\n##.\n+..", ["regions", "loops"]), [2.0, 0.0]);
        assert_eq!(known("\n.~.", ["regions"]), [2.0], "water parts");
        assert_eq!(known("\n.L.", ["regions"]), [1.0], "a lock does not");
    }

    #[test]
    fn a_hall_is_no_loop_and_a_pillar_makes_one() {
        assert_eq!(numbers("\n....\n....\n....", ["loops", "loop-length"]), [Some(0.0), None]);
        assert_eq!(known("\n...\n.#.\n...", ["loops", "loop-length"]), [1.0, 8.0]);
        assert_eq!(known("\n.....\n.#.#.\n.....", ["loops", "loop-length"]), [2.0, 8.0]);
        assert_eq!(known("\n.....\n.###.\n.....", ["loops", "loop-length"]), [1.0, 12.0]);
        assert_eq!(known("\n.....\n.#...\n..#..\n.....", ["loops"]), [1.0], "corner to corner they are one");
    }

    #[test]
    fn dead_ends_do_not_lengthen_a_loop() {
        let text = "
#########
#.......#
#.##.##.#
#.##.##.#
#.#####.#
#.......#
#########";
        // Seven by five tiles around: 20 steps.
        assert_eq!(known(text, ["loops", "loop-length", "dead-ends"]), [1.0, 20.0, 1.0]);
        assert_eq!(numbers("\n.#.\n...\n.#.", ["loops", "loop-length"]), [Some(0.0), None]);
    }

    #[test]
    fn a_loop_within_a_loop_is_another_region() {
        let text = "\n.......\n.#####.\n.#...#.\n.#.#.#.\n.#...#.\n.#####.\n.......";
        assert_eq!(known(text, ["regions", "loops", "loop-length"]), [2.0, 2.0, 16.0], "24 and 8");
    }

    /// Returns the number of sides of every piece of rock (connected at corners too) that does not
    /// touch the edge, towards the one region around it.
    fn holes(map: &Map) -> Vec<usize> {
        let size = map.size();
        let open = map.walkable();
        let mut met = BTreeSet::new();
        let mut holes = Vec::new();
        for start in size.rect().positions().filter(|&pos| !open.contains(pos)) {
            if !met.insert(start) {
                continue;
            }
            let (mut piece, mut next, mut outside) = (vec![start], 0, false);
            while next < piece.len() {
                let at = piece[next];
                next += 1;
                for (dx, dy) in [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)] {
                    let near = Pos::new(at.x + dx, at.y + dy);
                    outside |= !size.contains(near);
                    if size.contains(near) && !open.contains(near) && met.insert(near) {
                        piece.push(near);
                    }
                }
            }
            if outside {
                continue;
            }
            // The cell above its first cell belongs to the region around it.
            let around = open.flood(Pos::new(start.x, start.y - 1));
            let sides = piece.iter().flat_map(|&at| Dir::ALL.map(|dir| at.step(dir)));
            holes.push(sides.filter(|&side| around.contains(side)).count());
        }
        holes
    }

    #[test]
    fn loops_are_the_holes_of_the_floor() {
        let mut rng = Seed::new(11).rng();
        let mut found = 0;
        for _ in 0..2_000 {
            let map = scribble(&mut rng);
            let expected = holes(&map).len();
            let metrics = Metrics::of(&map);
            assert_eq!(metrics.get("loops"), Some(expected as f64), "{}", map.to_ascii());
            assert_eq!(metrics.get("regions"), Some(region::flooded(&map.walkable()).len() as f64));
            // Without dead ends, the walk follows the walls of the holes exactly.
            let mut core = map.clone();
            let mut set = map.walkable();
            close_dead_ends(&mut set);
            core.lay_floor(&set);
            let sides = holes(&core);
            assert_eq!(sides.len(), expected, "{}", map.to_ascii());
            let length = sides.iter().map(|sides| sides + 4).sum::<usize>() as f64 / expected as f64;
            assert_eq!(metrics.get("loop-length"), (expected > 0).then_some(length), "{}", map.to_ascii());
            found += expected;
        }
        assert!(found > 500, "{found} loops");
    }
}
