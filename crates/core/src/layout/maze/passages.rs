//! The maze as a graph: cells, and the openings between them.

use crate::base::grid::Size;
use crate::base::rng::Rng;

/// The cell is open to its right neighbour.
pub(super) const EAST: u8 = 1;
/// The cell is open to its lower neighbour.
pub(super) const SOUTH: u8 = 2;
/// The cell cannot be entered: visited, or outside the maze.
pub(super) const TAKEN: u8 = 4;
/// The cell is connected to the maze so far; never set outside.
pub(super) const TREE: u8 = 8;

/// The four sides of a cell as a set: bit 0 is north, then clockwise.
pub(super) type Sides = usize;

/// One byte per cell, with a margin above, below and to the right (which is also the left margin of
/// the next row), so that every cell has four neighbours and no bounds checks are needed.
#[derive(Clone, Debug)]
pub(super) struct Passages {
    width: usize,
    height: usize,
    cells: Vec<u8>,
    /// Index offsets of one step north, east, south and west.
    steps: [usize; 4],
    /// Links opened or closed, in order; recorded only when the steps are traced.
    log: Option<Vec<Change>>,
}

/// A link between two neighbours: `index * 2` to the right of the cell, `index * 2 + 1` below it.
pub(super) type Link = u32;

/// A change made while building a maze.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Change {
    /// The link was opened.
    Open(Link),
    /// The link was closed by a wall.
    Close(Link),
}

impl Passages {
    /// Creates a maze with all cells closed.
    pub(super) fn new(size: Size, watched: bool) -> Self {
        let (width, height) = (size.width as usize, size.height as usize);
        let stride = width + 1;
        let mut cells = vec![TAKEN; stride * (height + 2)];
        for row in cells.chunks_exact_mut(stride).skip(1).take(height) {
            row[..width].fill(0);
        }
        let steps = [stride.wrapping_neg(), 1, stride, 1usize.wrapping_neg()];
        Passages { width, height, cells, steps, log: watched.then(Vec::new) }
    }

    /// Returns the number of cells.
    pub(super) fn count(&self) -> usize {
        self.width * self.height
    }

    /// Returns the number of cells in a row.
    pub(super) fn width(&self) -> usize {
        self.width
    }

    /// Returns the number of rows.
    pub(super) fn height(&self) -> usize {
        self.height
    }

    /// Returns the index of a cell.
    #[inline]
    pub(super) fn index(&self, x: usize, y: usize) -> usize {
        (y + 1) * (self.width + 1) + x
    }

    /// Returns the cell with this index.
    pub(super) fn position(&self, index: usize) -> (usize, usize) {
        (index % (self.width + 1), index / (self.width + 1) - 1)
    }

    /// Returns a random cell.
    pub(super) fn random(&self, rng: &mut Rng) -> usize {
        let number = rng.below(self.count() as u32) as usize;
        self.index(number % self.width, number / self.width)
    }

    /// Returns the index of the neighbour.
    #[inline]
    pub(super) fn step(&self, at: usize, side: usize) -> usize {
        at.wrapping_add(self.steps[side & 3])
    }

    /// Returns the bits of a cell.
    #[inline]
    pub(super) fn bits(&self, at: usize) -> u8 {
        self.cells[at]
    }

    /// Returns the bits of a cell for writing.
    #[inline]
    pub(super) fn bits_mut(&mut self, at: usize) -> &mut u8 {
        &mut self.cells[at]
    }

    /// Returns the bits of a row of cells.
    pub(super) fn row(&self, y: usize) -> &[u8] {
        &self.cells[(y + 1) * (self.width + 1)..][..self.width]
    }

    /// Returns the bits of a row of cells for writing.
    pub(super) fn row_mut(&mut self, y: usize) -> &mut [u8] {
        &mut self.cells[(y + 1) * (self.width + 1)..][..self.width]
    }

    /// Returns the sides on which the neighbour has this bit, given by its position.
    #[inline]
    fn neighbours_with(&self, at: usize, bit: u8) -> Sides {
        let has = |side: usize| usize::from(self.cells[self.step(at, side)] >> bit.trailing_zeros() & 1) << side;
        has(0) | has(1) | has(2) | has(3)
    }

    /// Returns the sides with an unvisited cell.
    #[inline]
    pub(super) fn free(&self, at: usize) -> Sides {
        self.neighbours_with(at, TAKEN) ^ 15
    }

    /// Returns the sides with a cell of the tree.
    #[inline]
    pub(super) fn tree(&self, at: usize) -> Sides {
        self.neighbours_with(at, TREE)
    }

    /// Returns the sides on which the cell is open.
    #[inline]
    pub(super) fn open_sides(&self, at: usize) -> Sides {
        let here = self.cells[at];
        let north = self.cells[self.step(at, 0)] & SOUTH;
        let west = self.cells[self.step(at, 3)] & EAST;
        usize::from(north >> 1 | (here & EAST) << 1 | (here & SOUTH) << 1 | west << 3)
    }

    /// Opens a side of the cell and returns the neighbour there.
    #[inline]
    pub(super) fn open(&mut self, at: usize, side: usize) -> usize {
        let to = self.step(at, side);
        let owner = at.min(to);
        // East and west are the odd sides.
        self.cells[owner] |= SOUTH >> (side & 1);
        if let Some(log) = &mut self.log {
            log.push(Change::Open((owner * 2 + 1 - (side & 1)) as Link));
        }
        to
    }

    /// Returns the cells on both sides of a link.
    #[inline]
    pub(super) fn ends(&self, link: Link) -> (usize, usize) {
        let at = link as usize / 2;
        (at, at.wrapping_add(self.steps[1 + (link as usize & 1)]))
    }

    /// Opens a link.
    #[inline]
    pub(super) fn open_link(&mut self, link: Link) {
        self.open(link as usize / 2, 1 + (link as usize & 1));
    }

    /// Closes a link.
    #[inline]
    pub(super) fn close_link(&mut self, link: Link) {
        self.cells[link as usize / 2] &= !(EAST << (link & 1));
        if let Some(log) = &mut self.log {
            log.push(Change::Close(link));
        }
    }

    /// Records the openings of a row that was written as a whole, from left to right.
    pub(super) fn log_row(&mut self, y: usize) {
        let first = self.index(0, y);
        if let Some(log) = &mut self.log {
            for at in first..first + self.width {
                let open =
                    [(EAST, at * 2), (SOUTH, at * 2 + 1)].into_iter().filter(|(bit, _)| self.cells[at] & bit != 0);
                log.extend(open.map(|(_, link)| Change::Open(link as Link)));
            }
        }
    }

    /// Returns the recorded changes, if the steps are traced.
    pub(super) fn log(&self) -> &[Change] {
        self.log.as_deref().unwrap_or_default()
    }
}

/// Returns one of these sides, each equally likely. `sides` must not be empty.
#[inline]
pub(super) fn pick(sides: Sides, rng: &mut Rng) -> usize {
    /// A multiple of every possible number of sides.
    static PICKS: [[u8; 12]; 16] = {
        let mut picks = [[0; 12]; 16];
        let mut sides = 1usize;
        while sides < 16 {
            let mut draw = 0;
            while draw < 12 {
                let mut skip = draw % sides.count_ones() as usize;
                let mut side = 0;
                while sides >> side & 1 == 0 || skip > 0 {
                    skip -= sides >> side & 1;
                    side += 1;
                }
                picks[sides][draw] = side as u8;
                draw += 1;
            }
            sides += 1;
        }
        picks
    };
    usize::from(PICKS[sides & 15][rng.below(12) as usize])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::rng::Seed;

    #[test]
    fn an_opened_side_is_open_from_both_cells() {
        let mut maze = Passages::new(Size::new(3, 3), true);
        let middle = maze.index(1, 1);
        for side in 0..4 {
            let to = maze.open(middle, side);
            assert_eq!(maze.open_sides(middle), (2 << side) - 1);
            assert_eq!(maze.open_sides(to), 1 << (side ^ 2));
        }
        assert_eq!(maze.log().len(), 4);
        maze.close_link((middle * 2) as Link);
        assert_eq!(maze.open_sides(middle), 0b1101);
        assert_eq!(maze.position(middle), (1, 1));
    }

    #[test]
    fn cells_outside_the_map_are_occupied() {
        let maze = Passages::new(Size::new(2, 3), false);
        assert_eq!(maze.free(maze.index(0, 0)), 0b0110);
        assert_eq!(maze.free(maze.index(1, 1)), 0b1101);
        assert_eq!(maze.free(maze.index(1, 2)), 0b1001);
        assert_eq!(maze.tree(maze.index(1, 2)), 0);
    }

    #[test]
    fn every_side_is_picked_as_often_as_the_others() {
        let mut rng = Seed::new(1).rng();
        for sides in 1..16usize {
            let mut seen = [0; 4];
            (0..12_000).for_each(|_| seen[pick(sides, &mut rng)] += 1);
            for (side, &times) in seen.iter().enumerate() {
                let fair = if sides >> side & 1 == 1 { 12_000 / sides.count_ones() as i32 } else { 0 };
                assert!((fair - 400..=fair + 400).contains(&times) && (times > 0) == (fair > 0), "{sides}: {seen:?}");
            }
        }
    }
}
