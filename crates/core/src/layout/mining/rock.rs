//! What the miner knows of every cell: two bytes, kept up to date by whoever breaks a wall.
//!
//! The directions are north, east, south and west, in bits 0 to 3; every corner follows its direction clockwise.

use crate::grid::{Pos, Size};

/// What stands for the surroundings of the border: with floor on all sides it would complete a square.
const BORDER: u8 = 0xff;

pub(super) struct Rock {
    /// What a miner there could do: floor in bits 0 to 3, firm walls in bits 4 to 7. A wall is firm that will never be
    /// broken: of the border, or because it would complete a square. The margin comes first.
    sides: Vec<u8>,
    /// What lies around a cell: floor beside it in bits 0 to 3, at its corners in bits 4 to 7.
    around: Vec<u8>,
    width: isize,
    /// Two rows and two cells: what is told to cells so far away never leaves the list.
    margin: usize,
    cells: usize,
    /// Walls beside floor that may be broken. When there are none there will never be one again.
    frontier: i64,
}

impl Rock {
    pub(super) fn new(size: Size) -> Self {
        let (width, height) = (size.width as usize, size.height as usize);
        let cells = width * height;
        // Bytes are read and written four at a time, or eight.
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

    /// Whether any wall may still be broken.
    pub(super) fn has_frontier(&self) -> bool {
        self.frontier > 0
    }

    /// What lies on the four sides: floor in bits 0 to 3, firm walls in bits 4 to 7.
    #[inline]
    pub(super) fn sides(&self, at: usize) -> u8 {
        self.sides[at + self.margin]
    }

    /// The next cell in this direction.
    #[inline]
    pub(super) fn beside(&self, at: usize, way: usize) -> usize {
        at.wrapping_add_signed([-self.width, 1, self.width, -1][way])
    }

    /// The next cell in the direction that is past so many of the first three, told as masks of all ones or all zeros:
    /// quicker than a table, and nothing to guess for the processor.
    #[inline]
    pub(super) fn past(&self, at: usize, [north, east, south]: [i64; 3]) -> usize {
        let row = self.width as i64;
        at.wrapping_add_signed((-row + (north & (row + 1)) + (east & (row - 1)) - (south & (row + 1))) as isize)
    }

    /// Makes a wall floor, tells its eight neighbours, and says what lies on its four sides.
    #[inline(always)]
    pub(super) fn open(&mut self, at: usize) -> u8 {
        let (before, after) = self.tell_neighbours(at);
        let newly_firm = near::firm(after) & !near::firm(before);
        // One of the frontier is floor now. The start was none of it, but looks like one when the next tile is opened.
        let found = near::first_floor_beside(before).count_ones();
        // Each of those that are firm now had floor beside it before.
        self.frontier += i64::from(found) - i64::from(newly_firm.count_ones()) - 1;
        // Read before anything is written: the next step need not wait.
        let sides = self.sides(at) | near::beside(newly_firm) << 4;
        let row = self.width as usize;
        for (y, bits) in UPDATES[near::all(newly_firm)].iter().enumerate() {
            if let Some(eight) = self.sides[at + y * row..].first_chunk_mut() {
                *eight = (u64::from_le_bytes(*eight) | bits).to_le_bytes();
            }
        }
        sides
    }

    /// Tells the neighbours of a cell that it is floor now; gives what lay around them before, and what lies there now. Each
    /// has the cell on the opposite side of where it lies itself.
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

    /// How many cells there are.
    pub(super) fn len(&self) -> usize {
        self.cells
    }
}

/// A firm wall in this direction.
const fn firm(way: usize) -> u8 {
    1 << (4 + way)
}

/// The directions in which there is a wall that may be broken.
#[inline]
pub(super) fn breakable(sides: u8) -> u8 {
    !(sides | sides >> 4) & 0xf
}

/// Sets bits of four bytes at once, the first of them lowest, and gives what was there before.
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

/// What lies around the eight neighbours of a cell, one byte each: three in the north, three in the south, west and east.
mod near {
    /// The lowest bit of every byte.
    const EACH: u64 = 0x0101_0101_0101_0101;

    /// Those of which three of their own neighbours and they make a square, as bit 4 of their bytes.
    #[inline(always)]
    pub(super) fn firm(around: u64) -> u64 {
        let beside = around & (15 * EACH);
        // Where all three are bits of the lower half; what crosses over from other bytes is in the upper one.
        let squares = beside & (beside >> 1 | beside << 3) & around >> 4;
        (squares + 15 * EACH) & (16 * EACH)
    }

    /// Those beside the cell that had no floor beside them before, as bit 4 of their bytes.
    #[inline(always)]
    pub(super) fn first_floor_beside(around: u64) -> u64 {
        !((around & (15 * EACH)) + 15 * EACH) & 0x1010_0010_0000_1000
    }

    /// Which of the eight are among these, in bits 0 to 7.
    #[inline(always)]
    pub(super) fn all(these: u64) -> usize {
        ((these >> 4).wrapping_mul(0x0102_0408_1020_4080) >> 56) as usize
    }

    /// Which of the four beside the cell are among these, in bits 0 to 3.
    #[inline(always)]
    pub(super) fn beside(these: u64) -> u8 {
        // The product moves each to its place among the highest bits.
        ((these & 0x1010_0010_0000_1000).wrapping_mul(1 << 48 | 1 << 26 | 1 << 11 | 1 << 1) >> 60) as u8
    }
}

/// What becomes known two cells far in all directions, row by row, when a cell is floor and these neighbours of it are firm.
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
    use crate::rng::Seed;

    #[test]
    fn the_frontier_is_counted_as_if_looked_for_anew() {
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
                // The start is taken for one of the frontier once it has floor beside it.
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
