//! Lanes: the patterns that can be continued in a straight line to the edge of the map.
//!
//! A passage that never ends in the sample continues until it meets the border, too late for the
//! search to backtrack. Patterns that lead nowhere are excluded from the start: in one direction
//! this is a walk over the patterns, and exact.

use super::canvas::Canvas;
use super::patterns::Patterns;
use super::tables::{DIRS, Set, Tables, keep};

/// Number of steps after which the search for a repetition of the lanes ends.
const MAX_STEPS: usize = 64;

/// For every direction and number of steps, the patterns from which that many steps lead to the
/// edge.
pub(super) struct Lanes<const W: usize> {
    ways: [Vec<Set<W>>; DIRS],
    /// Index of the entry that follows the last one; `None` when they do not repeat.
    again: [Option<usize>; DIRS],
    all: Set<W>,
}

impl<const W: usize> Lanes<W> {
    pub(super) fn of(patterns: &Patterns, tables: &Tables<W>, canvas: &Canvas) -> Self {
        let mut lanes = Lanes { ways: Default::default(), again: [None; DIRS], all: tables.all };
        for dir in 0..DIRS {
            let ways = &mut lanes.ways[dir];
            let mut next = at_edge(patterns, tables, canvas, dir);
            while ways.len() < MAX_STEPS && lanes.again[dir].is_none() {
                ways.push(next);
                next = tables.beside((dir + 2) % DIRS, &next);
                lanes.again[dir] = ways.iter().position(|known| *known == next);
            }
        }
        lanes
    }

    /// Returns the patterns from which this many steps in that direction lead to the edge.
    fn way(&self, dir: usize, steps: usize) -> &Set<W> {
        let ways = &self.ways[dir];
        match self.again[dir] {
            _ if steps < ways.len() => &ways[steps],
            Some(again) => &ways[again + (steps - again) % (ways.len() - again)],
            None => &self.all,
        }
    }

    /// Returns the patterns of a window in a row, this many steps from its last one and from its
    /// first.
    pub(super) fn in_row(&self, steps: Option<(usize, usize)>) -> Set<W> {
        self.between(0, steps)
    }

    /// Returns the patterns of a window in a column, this many steps from its last one and from its
    /// first.
    pub(super) fn in_column(&self, steps: Option<(usize, usize)>) -> Set<W> {
        self.between(1, steps)
    }

    fn between(&self, dir: usize, steps: Option<(usize, usize)>) -> Set<W> {
        let Some((after, before)) = steps else { return self.all };
        let mut set = *self.way(dir, after);
        keep(&mut set, self.way(dir + 2, before));
        set
    }
}

/// Returns the patterns that may stand at the edge on that side.
fn at_edge<const W: usize>(patterns: &Patterns, tables: &Tables<W>, canvas: &Canvas, dir: usize) -> Set<W> {
    let n = patterns.n;
    let mut set = tables.all;
    if let Some(edge) = canvas.edge() {
        for i in 0..n {
            let place = [i * n + n - 1, (n - 1) * n + i, i * n, i][dir];
            keep(&mut set, tables.fitting(place, edge as usize));
        }
    }
    set
}

#[cfg(test)]
mod tests {
    use super::super::SampleSymmetry;
    use super::super::tables::count;
    use super::*;
    use crate::base::grid::Size;
    use crate::base::tile::Tile;
    use crate::map::Map;

    /// Returns the number of patterns that fit at every place of a row of windows.
    fn row(text: &str, windows: usize) -> Vec<u32> {
        let patterns = Patterns::of(&Map::from_ascii(text).unwrap().tiles, 2, SampleSymmetry::None, false);
        let tables = Tables::<1>::of(&patterns);
        let canvas = Canvas::new(Size::new(windows as i32 + 1, 9), false, patterns.number(Tile::Wall));
        let lanes = Lanes::of(&patterns, &tables, &canvas);
        (0..windows).map(|x| count(&lanes.in_row(canvas.steps(x as i32, windows as i32 + 1, 2)))).collect()
    }

    #[test]
    fn a_lane_leads_from_wall_to_wall_or_is_left_out() {
        assert_eq!(row("#.#.\n#.#.", 2), [1, 1]);
        assert_eq!(row("#.#.\n#.#.", 3), [0, 0, 0]);
        assert_eq!(row("#.#.\n#.#.", 300), [1; 300]);
        assert_eq!(row("#.#.\n#.#.", 301), [0; 301]);
        // A pattern behind the last wall leads nowhere.
        assert_eq!(row("##~~\n##~~", 6), [1; 6]);
    }
}
