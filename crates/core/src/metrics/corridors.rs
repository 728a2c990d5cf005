//! Corridors, junctions and dead ends.

use super::{Id, Metrics, Terrain};
use crate::base::bits::BitGrid;
use crate::base::grid::{Dir, Pos};
use crate::base::tile::Tile;
use crate::place::placement_index::open_ground;

pub(super) fn measure(terrain: &Terrain<'_>, metrics: &mut Metrics) {
    let walkable = terrain.walkable();
    let mut narrow = walkable.clone();
    narrow.subtract(&open_ground(walkable));
    narrow.subtract(&terrain.map.cells_of(Tile::is_door));
    let [three, four] = branches(walkable);
    let count = |set: &BitGrid| {
        let mut both = set.clone();
        both &= &narrow;
        both.count()
    };
    let (three_ways, four_ways) = (count(&three), count(&four));
    metrics.count(Id::CorridorTiles, narrow.count());
    metrics.count(Id::DeadEnds, walkable.ends().count());
    metrics.count(Id::Junctions, three_ways + four_ways);
    metrics.ratio(Id::Branching, 2 * three_ways + 3 * four_ways, three_ways + four_ways);
    narrow.subtract(&three);
    narrow.subtract(&four);
    let corridors = Corridors::of(&narrow);
    metrics.count(Id::Corridors, corridors.count);
    metrics.ratio(Id::Tortuosity, corridors.steps, corridors.apart);
}

/// Returns the set cells with exactly three set neighbours, and those with four.
fn branches(set: &BitGrid) -> [BitGrid; 2] {
    let [north, east, south, west] = Dir::ALL.map(|dir| {
        let (dx, dy) = dir.delta();
        set.shifted(-dx, -dy)
    });
    let (mut three, mut four) = (set.clone(), set.clone());
    for y in 0..set.size().height {
        for (i, &here) in set.row(y).iter().enumerate() {
            let [a, b, c, d] = [&north, &east, &south, &west].map(|side| side.row(y)[i]);
            let all = a & b & c & d;
            let most = a & b & (c | d) | c & d & (a | b);
            four.row_mut(y)[i] = here & all;
            three.row_mut(y)[i] = here & most & !all;
        }
    }
    [three, four]
}

/// Stretches of tiles with at most two neighbours each.
#[derive(Default)]
struct Corridors {
    count: usize,
    /// Total number of steps from end to end.
    steps: usize,
    /// Total distance between the ends, along rows and columns.
    apart: usize,
}

impl Corridors {
    fn of(tiles: &BitGrid) -> Corridors {
        let mut corridors = Corridors::default();
        let mut left = tiles.ends();
        let (pairs, singles) = (left.count(), lone(tiles));
        corridors.count = pairs / 2 + singles;
        for y in 0..tiles.size().height {
            for i in 0..tiles.row(y).len() {
                // The other end is removed when it is reached.
                while left.row(y)[i] != 0 {
                    let start = Pos::new((64 * i) as i32 + left.row(y)[i].trailing_zeros() as i32, y);
                    left.remove(start);
                    let (end, steps) = follow(tiles, start);
                    left.remove(end);
                    corridors.steps += steps;
                    corridors.apart += start.manhattan(end) as usize;
                }
            }
        }
        corridors
    }
}

/// Returns the number of cells without neighbours.
fn lone(set: &BitGrid) -> usize {
    let mut lone = set.clone();
    for dir in Dir::ALL {
        let (dx, dy) = dir.delta();
        lone.subtract(&set.shifted(dx, dy));
    }
    lone.count()
}

/// Returns the other end of a stretch, and the number of steps to it.
fn follow(tiles: &BitGrid, start: Pos) -> (Pos, usize) {
    let (mut at, mut steps) = (start, 0);
    let Some(mut dir) = Dir::ALL.into_iter().find(|&dir| tiles.contains(at.step(dir))) else { return (at, 0) };
    loop {
        at = at.step(dir);
        steps += 1;
        let on = [dir, dir.right(), dir.right().opposite()];
        match on.into_iter().find(|&dir| tiles.contains(at.step(dir))) {
            Some(next) => dir = next,
            None => return (at, steps),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::metrics::terrain::tests::{known, numbers};

    /// Two rooms, a corridor with a bend between them, a side corridor with a dead end.
    const ROOMS: &str = "
############
#...########
#.......####
#...##.#####
######.#####
####...+...#
########...#
############";

    #[test]
    fn corridors_are_one_tile_wide() {
        // Four tiles lead from the room to the right, the third of them a junction; three more lead
        // down, then two to the left: a bend and the dead end.
        let ways = known(ROOMS, ["corridor-tiles", "junctions", "dead-ends", "corridors"]);
        assert_eq!(ways, [9.0, 2.0, 2.0, 4.0]);
    }

    #[test]
    fn a_junction_leads_on_by_two_ways_or_three() {
        assert_eq!(known("\n#.#\n...\n#.#", ["junctions", "branching"]), [1.0, 3.0]);
        assert_eq!(known("\n#.##\n....\n##.#", ["junctions", "branching"]), [2.0, 2.0]);
        assert_eq!(known("\n.#.\n...\n#.#\n...\n#.#", ["junctions", "branching"]), [2.0, 2.5]);
        assert_eq!(numbers("\n...\n...", ["junctions", "branching"]), [Some(0.0), None], "a hall has none");
    }

    #[test]
    fn winding_corridors_are_longer_than_they_reach() {
        let tortuosity = |text: &str| numbers(text, ["tortuosity"])[0];
        assert_eq!(tortuosity("....."), Some(1.0));
        assert_eq!(tortuosity("\n....\n###."), Some(1.0), "a bend is no detour");
        assert_eq!(tortuosity("\n...\n##.\n..."), Some(3.0), "six steps to come two further");
        assert_eq!(tortuosity("\n...\n##.\n...\n###\n..."), Some(2.0), "and another of two steps for two");
        assert_eq!(tortuosity("\n...\n.#.\n..."), None, "a ring has no ends");
        assert_eq!(tortuosity("."), None, "no way at all");
        assert_eq!(known("\n.#.\n###\n...\n.#.\n...", ["corridors"]), [2.0], "two of one tile, and a ring");
    }

    #[test]
    fn wide_maps_are_followed_across_words() {
        let text = format!("{}\n{}.\n{}", ".".repeat(150), "#".repeat(149), ".".repeat(150));
        assert_eq!(known(&text, ["corridors", "tortuosity", "dead-ends"]), [1.0, 150.0, 2.0]);
    }
}
