//! Regions: cells connected along rows and columns, counted in one sweep from top to bottom.
//!
//! The sweep stores the runs of one row and a forest of regions that are still growing, so that its
//! memory depends on the width of the map only. A label for every cell would be simpler, but take a
//! gigabyte on the largest map.

use super::findings::MAX_FINDINGS;
use super::row_runs::Runs;
use crate::base::grid::Pos;
use std::mem;

/// No mark.
const NONE: u32 = u32::MAX;

/// Finished regions are put away when there are this many and twice the width.
const TIDY_FROM: usize = 1024;

/// A sweep over the rows of a set of cells.
#[derive(Default)]
pub(super) struct Sweep {
    above: Vec<Run>,
    current: Vec<Run>,
    growing: Forest,
    finished: Pieces,
}

/// Regions that grow into each other.
#[derive(Default)]
struct Forest {
    /// The parent of every region. A root is its own parent.
    parents: Vec<u32>,
    regions: Vec<Region>,
    /// The parent of every mark. Marks in one region have one root.
    marks: Vec<u32>,
    /// Number of regions, finished and growing.
    count: u64,
}

/// Consecutive cells of a row, and their region.
#[derive(Clone, Copy)]
struct Run {
    start: u32,
    end: u32,
    region: u32,
}

#[derive(Clone, Copy)]
struct Region {
    piece: Piece,
    mark: u32,
}

/// A finished region.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Piece {
    /// Number of cells.
    pub(super) cells: u64,
    /// First cell in reading order.
    pub(super) first: Pos,
}

/// All regions: the largest one (the first in a tie), some of the others, and their number.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub(super) struct Pieces {
    pub(super) count: u64,
    pub(super) largest: Option<Piece>,
    /// At most [`MAX_FINDINGS`], in reading order.
    pub(super) others: Vec<Piece>,
}

impl Pieces {
    fn add(&mut self, piece: Piece) {
        self.count += 1;
        let other = match self.largest {
            None => {
                self.largest = Some(piece);
                return;
            }
            Some(largest) if (piece.cells, largest.first) > (largest.cells, piece.first) => {
                self.largest = Some(piece);
                largest
            }
            Some(_) => piece,
        };
        if (self.others.len() as u64) < MAX_FINDINGS {
            self.others.push(other);
        }
    }
}

impl Sweep {
    /// Resets the sweep but keeps its memory.
    pub(super) fn restart(&mut self) {
        self.above.clear();
        self.growing.parents.clear();
        self.growing.regions.clear();
        self.growing.marks.clear();
        self.growing.count = 0;
        self.finished = Pieces::default();
    }

    /// Adds the next row, 64 cells per word.
    pub(super) fn row(&mut self, y: i32, words: &[u64]) {
        let Sweep { above, current, growing, .. } = self;
        current.clear();
        let mut next = 0;
        for (start, end) in Runs::of(words) {
            while above.get(next).is_some_and(|run| run.end <= start) {
                next += 1;
            }
            let region = match above.get(next) {
                Some(run) if run.start < end => {
                    let mut region = root(&mut growing.parents, run.region);
                    // The last run that touches this one may touch the next one too, so `next`
                    // stays on it.
                    while let Some(run) = above.get(next + 1).filter(|run| run.start < end) {
                        next += 1;
                        region = growing.unite(region, run.region);
                    }
                    region
                }
                _ => growing.begin(Pos::new(start as i32, y)),
            };
            growing.regions[region as usize].piece.cells += u64::from(end - start);
            current.push(Run { start, end, region });
        }
        mem::swap(above, current);
        if growing.regions.len() > TIDY_FROM.max(words.len() * 128) {
            self.put_away_finished();
        }
    }

    /// Puts a mark on a cell of the last row and returns its number, or `None` if the cell is not
    /// set.
    pub(super) fn mark(&mut self, x: i32) -> Option<u32> {
        let at = self.above.partition_point(|run| i64::from(run.end) <= i64::from(x));
        let run = self.above.get(at).filter(|run| i64::from(run.start) <= i64::from(x))?;
        Some(self.growing.mark(run.region))
    }

    /// Returns true if two marks are in one region, as far as the sweep has come.
    pub(super) fn same_region(&mut self, a: u32, b: u32) -> bool {
        self.region(a) == self.region(b)
    }

    /// Returns a number that the marks in one region share, as far as the sweep has come.
    pub(super) fn region(&mut self, mark: u32) -> u32 {
        root(&mut self.growing.marks, mark)
    }

    /// Returns the number of regions, once all rows were added.
    pub(super) fn count(&self) -> u64 {
        self.growing.count
    }

    /// Returns all regions, once all rows were added.
    pub(super) fn pieces(&mut self) -> Pieces {
        self.above.clear();
        self.put_away_finished();
        let mut pieces = mem::take(&mut self.finished);
        pieces.others.sort_unstable_by_key(|piece| piece.first);
        pieces
    }

    /// Puts away the regions that do not reach the last row, and renumbers the others in the same
    /// order.
    fn put_away_finished(&mut self) {
        let Forest { parents, regions, .. } = &mut self.growing;
        let mut new_names = vec![NONE; regions.len()];
        for run in &mut self.above {
            run.region = root(parents, run.region);
            new_names[run.region as usize] = 0;
        }
        let mut kept = Vec::new();
        for (old, region) in regions.iter().enumerate() {
            if new_names[old] != NONE {
                new_names[old] = kept.len() as u32;
                kept.push(*region);
            } else if parents[old] as usize == old {
                self.finished.add(region.piece);
            }
        }
        self.above.iter_mut().for_each(|run| run.region = new_names[run.region as usize]);
        parents.clear();
        parents.extend(0..kept.len() as u32);
        *regions = kept;
    }
}

impl Forest {
    fn begin(&mut self, first: Pos) -> u32 {
        let region = self.regions.len() as u32;
        self.parents.push(region);
        self.regions.push(Region { piece: Piece { cells: 0, first }, mark: NONE });
        self.count += 1;
        region
    }

    /// Merges a root and any other region: the earlier one absorbs the later one.
    #[inline]
    fn unite(&mut self, a: u32, b: u32) -> u32 {
        let b = root(&mut self.parents, b);
        if a == b { a } else { self.merge(a.min(b), a.max(b)) }
    }

    fn merge(&mut self, kept: u32, lost: u32) -> u32 {
        self.parents[lost as usize] = kept;
        self.count -= 1;
        let other = self.regions[lost as usize];
        let region = &mut self.regions[kept as usize];
        region.piece.cells += other.piece.cells;
        region.piece.first = region.piece.first.min(other.piece.first);
        match (region.mark, other.mark) {
            (NONE, mark) => region.mark = mark,
            (_, NONE) => {}
            (one, other) => {
                let (one, other) = (root(&mut self.marks, one), root(&mut self.marks, other));
                self.marks[one.max(other) as usize] = one.min(other);
            }
        }
        kept
    }

    fn mark(&mut self, region: u32) -> u32 {
        let region = root(&mut self.parents, region);
        let mark = self.marks.len() as u32;
        let known = &mut self.regions[region as usize].mark;
        if *known == NONE {
            *known = mark;
        }
        self.marks.push(*known);
        mark
    }
}

/// Returns the root of a tree, and shortens the path to it for later calls.
#[inline]
pub(super) fn root(parents: &mut [u32], mut at: u32) -> u32 {
    while parents[at as usize] != at {
        let above = parents[parents[at as usize] as usize];
        parents[at as usize] = above;
        at = above;
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::grid::{Grid, Size};
    use crate::base::tile::Tile;
    use crate::check::ground::Ground;
    use crate::map::Map;

    fn pieces(tiles: &Grid<Tile>) -> Pieces {
        let (ground, mut sweep) = (Ground::of(tiles), Sweep::default());
        (0..tiles.size().height).for_each(|y| sweep.row(y, ground.walkable.row(y as usize)));
        let (count, pieces) = (sweep.count(), sweep.pieces());
        assert_eq!(count, pieces.count);
        pieces
    }

    #[test]
    fn arms_that_meet_below_are_one_region() {
        let map = Map::from_ascii("\n.#.#.\n.#.#.\n...#.\n####.\n.....").unwrap();
        let found = pieces(&map.tiles);
        assert_eq!(found.count, 2);
        assert_eq!(found.largest, Some(Piece { cells: 9, first: Pos::new(4, 0) }));
        assert_eq!(found.others, [Piece { cells: 7, first: Pos::new(0, 0) }]);
    }

    #[test]
    fn corners_do_not_join() {
        let map = Map::from_ascii("\n.#.\n#.#\n.#.").unwrap();
        let found = pieces(&map.tiles);
        assert_eq!(found.count, 5);
        assert_eq!(found.largest, Some(Piece { cells: 1, first: Pos::new(0, 0) }));
    }

    /// Counts regions in the slow and simple way.
    fn flooded(tiles: &Grid<Tile>) -> u64 {
        let (mut left, mut count) = (tiles.clone(), 0);
        for first in tiles.size().rect().positions() {
            let mut waiting = vec![first];
            count += u64::from(left[first].is_walkable());
            while let Some(pos) = waiting.pop() {
                if left.get(pos).is_some_and(|tile| tile.is_walkable()) {
                    left[pos] = Tile::Wall;
                    waiting.extend(crate::Dir::ALL.map(|dir| pos.step(dir)));
                }
            }
        }
        count
    }

    #[test]
    fn regions_are_those_that_a_flood_finds() {
        let mut rng = crate::Seed::new(7).rng();
        for percent in [10, 35, 50, 60, 65, 80, 95] {
            for size in [Size::new(1, 40), Size::new(40, 1), Size::new(64, 20), Size::new(150, 60)] {
                let mut tiles = Grid::new(size, Tile::Wall);
                tiles.cells_mut().iter_mut().filter(|_| rng.percent(percent)).for_each(|tile| *tile = Tile::Floor);
                assert_eq!(pieces(&tiles).count, flooded(&tiles), "{percent} % of {size}");
            }
        }
    }

    #[test]
    fn many_regions_are_put_away_as_they_end() {
        let mut tiles = Grid::new(Size::new(200, 300), Tile::Wall);
        for (index, tile) in tiles.cells_mut().iter_mut().enumerate() {
            if (index % 200 + index / 200) % 2 == 0 {
                *tile = Tile::Floor;
            }
        }
        tiles.fill_rect(crate::Rect::new(0, 0, 1, 300), Tile::Floor);
        let found = pieces(&tiles);
        assert_eq!((found.count, found.others.len()), (1 + 30_000 - 300, 100));
        assert_eq!(found.largest, Some(Piece { cells: 450, first: Pos::new(0, 0) }));
    }

    #[test]
    fn marks_identify_regions() {
        let map = Map::from_ascii("\n..#.#\n.##.#\n....#\n#####\n.....").unwrap();
        let (ground, mut sweep) = (Ground::of(&map.tiles), Sweep::default());
        sweep.row(0, ground.walkable.row(0));
        let marks = [sweep.mark(0), sweep.mark(1), sweep.mark(3)].map(Option::unwrap);
        assert_eq!([sweep.mark(2), sweep.mark(-1), sweep.mark(i32::MAX)], [None; 3]);
        assert!(sweep.same_region(marks[0], marks[1]) && !sweep.same_region(marks[0], marks[2]));
        (1..5).for_each(|y| sweep.row(y, ground.walkable.row(y as usize)));
        let last = sweep.mark(4).unwrap();
        assert!(sweep.same_region(marks[1], marks[2]) && !sweep.same_region(marks[0], last));
    }
}
