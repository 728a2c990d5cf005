//! Lines of sight between all pairs of tiles at once.
//!
//! Two tiles see each other if the straight line between their centres is free: it may touch walls
//! on one of its sides, and only at their ends. For open tiles this is the field of view of
//! [`Sight`](crate::game::Sight). Which cells a line crosses depends only on how far apart its ends
//! are, so 128 tiles of a row look in the same direction at once, one bit each. Lines that begin
//! alike share their first cells, and a group of lines ends where no cell can see any further.

use crate::base::bits::BitGrid;
use std::ops::Range;
use std::sync::LazyLock;

/// Largest distance along rows and columns.
const RADIUS: i32 = super::view::RADIUS as i32;
/// Number of columns within this distance of a tile, and of rows from there on downwards.
const COLUMNS: usize = 2 * RADIUS as usize + 1;
const ROWS: usize = RADIUS as usize + 1;
/// Number of rows for which the shifted cells are kept.
const BLOCK: usize = 64;
/// Maximum number of cells between the ends of a line.
const MAX_CELLS: usize = 2 * RADIUS as usize;

/// The tiles that look around together.
type Strip = [u64; 2];

/// Returns the number of pairs of these tiles that see each other at most 10 tiles away, through
/// open cells.
pub(super) fn visible_pairs(tiles: &BitGrid, open: &BitGrid) -> u64 {
    let (width, height) = ((tiles.size().width as usize).div_ceil(64), tiles.size().height as usize);
    let (mut near_tiles, mut near_open) = (Near::new(), Near::new());
    let mut pairs = 0;
    for first in (0..width).step_by(2) {
        for top in (0..height).step_by(BLOCK) {
            near_tiles.fill(tiles, first, top);
            near_open.fill(open, first, top);
            for row in 0..BLOCK.min(height - top) {
                pairs += seen_from(row, &near_tiles, &near_open);
            }
        }
    }
    pairs
}

/// Returns the number of pairs whose upper or left tile lies in this row of the block.
fn seen_from(row: usize, tiles: &Near, open: &Near) -> u64 {
    let lines: &Lines = &LINES;
    let (tiles, open) = (tiles.rows_from(row), open.rows_from(row));
    let here = tiles[RADIUS as usize];
    if here == [0; 2] {
        return 0;
    }
    let count = |from: Strip, ends: &[End]| -> i64 {
        ends.iter().map(|end| i64::from(end.sign) * i64::from(ones(both(from, tiles[usize::from(end.cell)])))).sum()
    };
    let mut pairs = count(here, &lines.ends[lines.beside.clone()]);
    // The tiles that can see as far as each cell of the line.
    let mut seeing = [here; MAX_CELLS + 1];
    let mut next = 0;
    while let Some(step) = lines.steps.get(next) {
        let through = both(seeing[step.depth], open[usize::from(step.cell)]);
        if through == [0; 2] {
            next = step.past;
            continue;
        }
        seeing[step.depth + 1] = through;
        pairs += count(through, &lines.ends[step.ends.clone()]);
        next += 1;
    }
    pairs as u64
}

#[inline]
fn both(a: Strip, b: Strip) -> Strip {
    [a[0] & b[0], a[1] & b[1]]
}

#[inline]
fn ones(strip: Strip) -> u32 {
    strip[0].count_ones() + strip[1].count_ones()
}

/// The cells near the tiles of a block: for every row and every offset to the side, the cells at
/// that offset from each tile.
struct Near {
    shifted: Vec<Strip>,
}

impl Near {
    fn new() -> Near {
        Near { shifted: vec![[0; 2]; (BLOCK + ROWS) * COLUMNS] }
    }

    /// Reads the block whose first word and first row these are.
    fn fill(&mut self, set: &BitGrid, first: usize, top: usize) {
        let height = set.size().height as usize;
        for (y, shifted) in (top..).zip(self.shifted.chunks_exact_mut(COLUMNS)) {
            let row = if y < height { set.row(y as i32) } else { &[] };
            let word = |at: usize| at.checked_sub(1).and_then(|at| row.get(at)).copied().unwrap_or(0);
            let [before, a, b, after] = [0, 1, 2, 3].map(|offset| word(first + offset));
            for (strip, by) in shifted.iter_mut().zip(-RADIUS..) {
                *strip = match by {
                    0 => [a, b],
                    1.. => [a >> by | b << (64 - by), b >> by | after << (64 - by)],
                    _ => [a << -by | before >> (64 + by), b << -by | a >> (64 + by)],
                };
            }
        }
    }

    /// Returns the cells around a row and below it, as [`cell`] counts them.
    fn rows_from(&self, row: usize) -> &[Strip] {
        &self.shifted[row * COLUMNS..(row + ROWS) * COLUMNS]
    }
}

/// Returns the number of a cell this far to the right and down.
const fn cell(dx: i32, dy: i32) -> u16 {
    (dy * COLUMNS as i32 + dx + RADIUS) as u16
}

/// All lines to tiles at most 10 tiles away, to the right or below.
struct Lines {
    /// The cells of all lines: after each cell come those of the lines that lead through it.
    steps: Vec<Step>,
    ends: Vec<End>,
    /// The ends of lines without cells between.
    beside: Range<usize>,
}

/// A cell that lines lead through.
struct Step {
    cell: u16,
    /// Number of cells before this one.
    depth: usize,
    /// The next step of a line that does not lead through this cell.
    past: usize,
    /// The lines whose last cell this is.
    ends: Range<usize>,
}

/// The far end of a line. A line that touches walls on either side is three lines: one for each
/// side, and one to subtract for the tiles that see the end on both sides.
#[derive(Clone, Copy)]
struct End {
    cell: u16,
    sign: i8,
}

static LINES: LazyLock<Lines> = LazyLock::new(Lines::new);

impl Lines {
    fn new() -> Lines {
        let mut all: Vec<(Vec<u16>, End)> = Vec::new();
        for dy in 0..=RADIUS {
            for dx in -RADIUS..=RADIUS {
                let is_round = dx * dx + dy * dy <= RADIUS * RADIUS + RADIUS;
                if is_round && (dy > 0 || dx > 0) {
                    let [low, high, both] = between(dx, dy);
                    let end = |sign: i8| End { cell: cell(dx, dy), sign };
                    if low == high {
                        all.push((low, end(1)));
                    } else {
                        all.extend([(low, end(1)), (high, end(1)), (both, end(-1))]);
                    }
                }
            }
        }
        all.sort_by(|a, b| a.0.cmp(&b.0));
        let mut lines = Lines { steps: Vec::new(), ends: Vec::new(), beside: 0..0 };
        lines.beside = lines.add(&all, 0);
        lines
    }

    /// Adds lines, in order, whose first cells are known. Returns the ends of those that have no
    /// other cells.
    fn add(&mut self, lines: &[(Vec<u16>, End)], depth: usize) -> Range<usize> {
        let short = lines.partition_point(|(cells, _)| cells.len() == depth);
        let ends = self.ends.len()..self.ends.len() + short;
        self.ends.extend(lines[..short].iter().map(|(_, end)| *end));
        for group in lines[short..].chunk_by(|a, b| a.0[depth] == b.0[depth]) {
            let index = self.steps.len();
            self.steps.push(Step { cell: group[0].0[depth], depth, past: 0, ends: 0..0 });
            let ends = self.add(group, depth + 1);
            self.steps[index].past = self.steps.len();
            self.steps[index].ends = ends;
        }
        ends
    }
}

/// Returns the cells between the ends of a line: rounded to the lower side where the line passes
/// between two cells, rounded to the higher side, and both.
fn between(dx: i32, dy: i32) -> [Vec<u16>; 3] {
    let steps = dx.abs().max(dy.abs());
    let mut cells: [Vec<u16>; 3] = Default::default();
    for step in 1..steps {
        // Along the longer axis a whole number of cells, across it a fraction.
        let flat = dx.abs() >= dy.abs();
        let across = 2 * step * if flat { dy } else { dx } + steps;
        let at = |across: i32| if flat { cell(dx.signum() * step, across) } else { cell(across, step) };
        let (low, high) = (at((across - 1).div_euclid(2 * steps)), at(across.div_euclid(2 * steps)));
        cells[0].push(low);
        cells[1].push(high);
        cells[2].push(low);
        if high != low {
            cells[2].push(high);
        }
    }
    cells
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::grid::Size;
    use crate::base::rng::Seed;
    use crate::game::Sight;

    #[test]
    fn open_tiles_see_what_the_field_of_view_shows() {
        let mut rng = Seed::new(5).rng();
        for round in 0..60 {
            // Wider than a strip, and higher than a block.
            let size = Size::new(rng.range(1, 150), if round % 10 == 0 { 140 } else { rng.range(1, 20) });
            let percent = rng.range(20, 100) as u32;
            let open = BitGrid::from_fn(size, |_| rng.percent(percent));
            let mut blocked = open.clone();
            blocked.invert();
            let sight = Sight::blocked_at(blocked);
            let mut seen = 0;
            for pos in open.iter() {
                let mut mask = BitGrid::new(size);
                sight.cast(pos, RADIUS as u32, &mut mask);
                mask &= &open;
                seen += mask.count() - 1;
            }
            assert_eq!(2 * visible_pairs(&open, &open), seen as u64, "{size}");
        }
    }

    #[test]
    fn tiles_may_be_closed_doors_and_cells_may_be_water() {
        let of = |tiles: [i32; 3], open: [i32; 3]| {
            let set = |columns: [i32; 3]| BitGrid::from_fn(Size::new(9, 1), |pos| columns.contains(&pos.x));
            visible_pairs(&set(tiles), &set(open))
        };
        assert_eq!(of([0, 1, 2], [0, 1, 2]), 3);
        assert_eq!(of([0, 1, 2], [0, 2, 2]), 2, "the middle one is a door");
        assert_eq!(of([0, 2, 2], [0, 1, 2]), 1, "the middle one is water");
    }

    #[test]
    fn lines_share_their_first_cells() {
        let cells: usize = (0..=RADIUS).flat_map(|dy| (-RADIUS..=RADIUS).map(move |dx| between(dx, dy)[0].len())).sum();
        assert!(LINES.steps.len() < cells, "{} of {cells}", LINES.steps.len());
        assert!(LINES.steps.iter().all(|step| step.depth < MAX_CELLS && step.past <= LINES.steps.len()));
        assert_eq!(LINES.ends.iter().map(|end| i32::from(end.sign)).sum::<i32>(), 348 / 2, "every tile in reach once");
    }
}
