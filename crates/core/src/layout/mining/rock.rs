//! State of every cell: two bytes, updated whenever a wall is broken.
//!
//! The directions are north, east, south and west, in bits 0 to 3; every corner follows its
//! direction clockwise.

use crate::base::grid::{Pos, Size};

/// Neighbourhood of a border cell: with floor on all sides it would complete a square.
const BORDER: u8 = 0xff;

pub(super) struct Rock {
    /// Options of a miner at each cell: floor in bits 0 to 3, firm walls in bits 4 to 7. A firm
    /// wall will never be broken: it belongs to the border, or it would complete a square. The
    /// margin comes first.
    sides: Vec<u8>,
    /// Neighbourhood of each cell: floor beside it in bits 0 to 3, at its corners in bits 4 to 7.
    around: Vec<u8>,
    width: isize,
    /// Two rows and two cells, so that updates of cells at this distance stay within the list.
    margin: usize,
    cells: usize,
    /// Number of breakable walls beside floor. Once it is 0 it stays 0.
    frontier: i64,
}

impl Rock {
    pub(super) fn new(size: Size) -> Self {
        let (width, height) = (size.width as usize, size.height as usize);
        let cells = width * height;
        // Bytes are read and written four or eight at a time.
        let mut around = vec![0; cells + 4];
        let inside = &mut around[..cells];
        inside[..width].fill(BORDER);
        inside[width * (height - 1)..].fill(BORDER);
        inside.chunks_exact_mut(width).for_each(|row| (row[0], row[width - 1]) = (BORDER, BORDER));
        let margin = 2 * width + 2;
        let mut sides = vec![0; cells + 2 * margin + 8];
        let inside = &mut sides[margin..][..cells];
        inside.chunks_exact_mut(width).for_each(|row| (row[1], row[width - 2]) = (firm(3), firm(1)));
        inside[width..][..width].iter_mut().for_each(|sides| *sides |= firm(0));
        inside[width * (height - 2)..][..width].iter_mut().for_each(|sides| *sides |= firm(2));
        Rock { sides, around, width: width as isize, margin, cells, frontier: 0 }
    }

    /// Returns whether any wall can still be broken.
    pub(super) fn has_frontier(&self) -> bool {
        self.frontier > 0
    }

    /// Returns the four sides of a cell: floor in bits 0 to 3, firm walls in bits 4 to 7.
    #[inline]
    pub(super) fn sides(&self, at: usize) -> u8 {
        self.sides[at + self.margin]
    }

    /// Returns the next cell in this direction.
    #[inline]
    pub(super) fn beside(&self, at: usize, way: usize) -> usize {
        at.wrapping_add_signed([-self.width, 1, self.width, -1][way])
    }

    /// Returns the next cell in the direction whose index is the number of masks that are all ones;
    /// the others are all zeros. Branchless, and faster than a table.
    #[inline]
    pub(super) fn past(&self, at: usize, [north, east, south]: [i64; 3]) -> usize {
        let row = self.width as i64;
        at.wrapping_add_signed((-row + (north & (row + 1)) + (east & (row - 1)) - (south & (row + 1))) as isize)
    }

    /// Turns a wall into floor, updates its eight neighbours, and returns its four sides.
    #[inline(always)]
    pub(super) fn open(&mut self, at: usize) -> u8 {
        let (before, after) = self.tell_neighbours(at);
        let newly_firm = near::firm(after) & !near::firm(before);
        // One wall of the frontier is floor now. The start was not part of it, but looks as if it
        // were when the next tile is opened.
        let found = near::first_floor_beside(before).count_ones();
        // Each wall that is firm now had floor beside it before.
        self.frontier += i64::from(found) - i64::from(newly_firm.count_ones()) - 1;
        // Read before anything is written, so that the next step need not wait.
        let sides = self.sides(at) | near::beside(newly_firm) << 4;
        let row = self.width as usize;
        for (y, bits) in UPDATES[near::all(newly_firm)].iter().enumerate() {
            if let Some(eight) = self.sides[at + y * row..].first_chunk_mut() {
                *eight = (u64::from_le_bytes(*eight) | bits).to_le_bytes();
            }
        }
        sides
    }

    /// Tells the neighbours of a cell that it is floor now. Returns their neighbourhoods before and
    /// after. For each neighbour, the cell lies on the side opposite to the neighbour's own.
    #[inline(always)]
    fn tell_neighbours(&mut self, at: usize) -> (u64, u64) {
        let row = self.width as usize;
        let north = or(&mut self.around, at - row - 1, 0x0040_0420);
        let beside = or(&mut self.around, at - 1, 0x0008_0002);
        let south = or(&mut self.around, at + row - 1, 0x0080_0110);
        let rows = u64::from(north & 0xff_ffff) | u64::from(south & 0xff_ffff) << 24;
        let before = rows | u64::from(beside & 0xff) << 48 | u64::from(beside & 0xff_0000) << 40;
        (before, before | 0x0802_8001_1040_0420)
    }

    pub(super) fn index(&self, pos: Pos) -> usize {
        pos.y as usize * self.width as usize + pos.x as usize
    }

    pub(super) fn pos(&self, at: usize) -> Pos {
        let (at, width) = (at as u32, self.width as u32);
        Pos::new((at % width) as i32, (at / width) as i32)
    }

    /// Returns the number of cells.
    pub(super) fn len(&self) -> usize {
        self.cells
    }
}

/// Returns the bit of a firm wall in this direction.
const fn firm(way: usize) -> u8 {
    1 << (4 + way)
}

/// Returns the directions of breakable walls.
#[inline]
pub(super) fn breakable(sides: u8) -> u8 {
    !(sides | sides >> 4) & 0xf
}

/// Sets bits in four bytes at once, the first of them lowest, and returns the previous value.
#[inline(always)]
fn or(bytes: &mut [u8], first: usize, bits: u32) -> u32 {
    match bytes[first..].first_chunk_mut() {
        Some(four) => {
            let before = u32::from_le_bytes(*four);
            *four = (before | bits).to_le_bytes();
            before
        }
        None => 0,
    }
}

/// Neighbourhoods of the eight neighbours of a cell, one byte each: three in the north, three in
/// the south, west and east.
mod near {
    /// The lowest bit of every byte.
    const EACH: u64 = 0x0101_0101_0101_0101;

    /// Returns the neighbours that would complete a square with three of their own neighbours, as
    /// bit 4 of their bytes.
    #[inline(always)]
    pub(super) fn firm(around: u64) -> u64 {
        let beside = around & (15 * EACH);
        // The lower halves hold the cases where all three bits are set; bits carried over from
        // other bytes are in the upper halves.
        let squares = beside & (beside >> 1 | beside << 3) & around >> 4;
        (squares + 15 * EACH) & (16 * EACH)
    }

    /// Returns the cells beside the centre that had no floor beside them before, as bit 4 of their
    /// bytes.
    #[inline(always)]
    pub(super) fn first_floor_beside(around: u64) -> u64 {
        !((around & (15 * EACH)) + 15 * EACH) & 0x1010_0010_0000_1000
    }

    /// Returns which of the eight are in this set, in bits 0 to 7.
    #[inline(always)]
    pub(super) fn all(these: u64) -> usize {
        ((these >> 4).wrapping_mul(0x0102_0408_1020_4080) >> 56) as usize
    }

    /// Returns which of the four beside the cell are in this set, in bits 0 to 3.
    #[inline(always)]
    pub(super) fn beside(these: u64) -> u8 {
        // The product moves each to its place among the highest bits.
        ((these & 0x1010_0010_0000_1000).wrapping_mul(1 << 48 | 1 << 26 | 1 << 11 | 1 << 1) >> 60) as u8
    }
}

/// Returns the updates up to two cells away in all directions, row by row, for a cell that turns to
/// floor and the given firm neighbours.
static UPDATES: [[u64; 5]; 256] = {
    const NEAR: [(usize, usize); 8] = [(1, 1), (2, 1), (3, 1), (1, 3), (2, 3), (3, 3), (1, 2), (3, 2)];
    const fn tell(rows: &mut [u64; 5], (x, y): (usize, usize), bits: [u8; 4]) {
        rows[y - 1] |= (bits[2] as u64) << (8 * x);
        rows[y] |= (bits[3] as u64) << (8 * (x + 1)) | (bits[1] as u64) << (8 * (x - 1));
        rows[y + 1] |= (bits[0] as u64) << (8 * x);
    }
    let mut updates = [[0; 5]; 256];
    let mut walls = 0;
    while walls < 256 {
        tell(&mut updates[walls], (2, 2), [1, 2, 4, 8]);
        let mut index = 0;
        while index < 8 {
            if walls >> index & 1 == 1 {
                tell(&mut updates[walls], NEAR[index], [firm(0), firm(1), firm(2), firm(3)]);
            }
            index += 1;
        }
        walls += 1;
    }
    updates
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::rng::Seed;

    #[test]
    fn the_frontier_count_equals_a_fresh_count() {
        let size = Size::new(13, 11);
        for seed in 0..50 {
            let mut rng = Seed::new(seed).rng();
            let mut rock = Rock::new(size);
            let mut floor = vec![rock.index(Pos::new(rng.range(1, 11), rng.range(1, 9)))];
            rock.open(floor[0]);
            while rock.has_frontier() {
                let mut walls: Vec<usize> = Vec::new();
                for &at in &floor {
                    let is_floor = |way: usize| floor.contains(&rock.beside(at, way));
                    let sides = rock.sides(at);
                    (0..4).for_each(|way| assert_eq!(sides >> way & 1 == 1, is_floor(way)));
                    walls.extend((0..4).filter(|way| breakable(sides) >> way & 1 == 1).map(|way| rock.beside(at, way)));
                }
                walls.sort_unstable();
                walls.dedup();
                // The start counts as part of the frontier once it has floor beside it.
                assert_eq!(rock.frontier, walls.len() as i64 - i64::from(floor.len() == 1));
                let wall = *rng.pick(&walls).unwrap();
                let sides = rock.open(wall);
                assert_eq!(sides & 0xf, rock.sides(wall) & 0xf);
                assert_eq!(breakable(sides), breakable(rock.sides(wall)));
                floor.push(wall);
            }
            assert!(floor.iter().all(|&at| breakable(rock.sides(at)) == 0));
        }
    }
}
