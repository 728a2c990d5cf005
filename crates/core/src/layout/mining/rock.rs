//! What the miner knows of every cell: two bytes, kept up to date by whoever breaks a wall.
//!
//! The directions are north, east, south and west, in bits 0 to 3; every corner follows its direction clockwise.

use crate::grid::{Pos, Size};

/// What stands for the surroundings of a wall that will never be broken: of the border, or because it would complete a
/// square. Floor has no square around it, so it never looks firm.
const FIRM: u8 = 0xff;

pub(super) struct Rock {
    /// What a miner there could do: floor in bits 0 to 3, firm walls in bits 4 to 7.
    sides: Vec<u8>,
    /// What lies around a cell: floor beside it in bits 0 to 3, at its corners in bits 4 to 7. Or [`FIRM`].
    around: Vec<u8>,
    width: isize,
    /// Walls beside floor that may be broken. When there are none there will never be one again.
    frontier: i64,
}

impl Rock {
    pub(super) fn new(size: Size) -> Self {
        let (width, height) = (size.width as usize, size.height as usize);
        let mut around = vec![0; width * height];
        around[..width].fill(FIRM);
        around[width * (height - 1)..].fill(FIRM);
        around.chunks_exact_mut(width).for_each(|row| (row[0], row[width - 1]) = (FIRM, FIRM));
        let mut sides = vec![0; width * height];
        sides.chunks_exact_mut(width).for_each(|row| (row[1], row[width - 2]) = (firm(3), firm(1)));
        sides[width..][..width].iter_mut().for_each(|sides| *sides |= firm(0));
        sides[width * (height - 2)..][..width].iter_mut().for_each(|sides| *sides |= firm(2));
        Rock { sides, around, width: width as isize, frontier: 0 }
    }

    /// Whether any wall may still be broken.
    pub(super) fn has_frontier(&self) -> bool {
        self.frontier > 0
    }

    /// What lies on the four sides: floor in bits 0 to 3, firm walls in bits 4 to 7.
    #[inline]
    pub(super) fn sides(&self, at: usize) -> u8 {
        self.sides[at]
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

    /// The four cells beside it and the four at its corners.
    #[inline]
    fn near(&self, at: usize, index: usize) -> usize {
        let row = self.width;
        at.wrapping_add_signed([-row, 1, row, -1, 1 - row, 1 + row, row - 1, -1 - row][index])
    }

    /// Makes a wall floor, tells its eight neighbours, and says what lies on its four sides.
    #[inline(always)]
    pub(super) fn open(&mut self, at: usize) -> u8 {
        let mut newly_firm = 0u32;
        // One of the frontier is floor now. The start was none of it, but looks like one when the next tile is opened.
        let mut frontier = self.frontier - 1;
        let mut tell = |near: &mut u8, index: u32| {
            let before = *near;
            *near = SURROUNDINGS[usize::from(before | 1 << (index ^ 2))];
            newly_firm |= u32::from((*near == FIRM) & (before != FIRM)) << index;
            if index < 4 {
                frontier += i64::from(before & 0xf == 0);
            }
        };
        let width = self.width as usize;
        if let Some([north_west, north, north_east]) = self.around[at - width - 1..].first_chunk_mut() {
            tell(north_west, 7);
            tell(north, 0);
            tell(north_east, 4);
        }
        if let Some([west, _, east]) = self.around[at - 1..].first_chunk_mut() {
            tell(west, 3);
            tell(east, 1);
        }
        if let Some([south_west, south, south_east]) = self.around[at + width - 1..].first_chunk_mut() {
            tell(south_west, 6);
            tell(south, 2);
            tell(south_east, 5);
        }
        // Read before anything is written: the next step need not wait.
        let sides = self.sides[at] | (newly_firm << 4) as u8;
        for way in 0..4 {
            let beside = self.beside(at, way);
            self.sides[beside] |= 1 << (way ^ 2);
        }
        // Each of these had floor beside it before.
        while newly_firm != 0 {
            let wall = self.near(at, newly_firm.trailing_zeros() as usize);
            newly_firm &= newly_firm - 1;
            frontier -= 1;
            for way in 0..4 {
                let beside = self.beside(wall, way);
                self.sides[beside] |= firm(way ^ 2);
            }
        }
        self.frontier = frontier;
        sides
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
        self.sides.len()
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

/// All that may lie around a wall; [`FIRM`] where three of it and the wall make a square.
static SURROUNDINGS: [u8; 256] = {
    let mut surroundings = [FIRM; 256];
    let mut around = 0;
    while around < 256 {
        let (beside, corners) = (around & 15, around >> 4);
        let next = beside >> 1 | (beside & 1) << 3;
        if beside & next & corners == 0 {
            surroundings[around] = around as u8;
        }
        around += 1;
    }
    surroundings
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
