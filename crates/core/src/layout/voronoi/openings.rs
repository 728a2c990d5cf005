//! Gaps in the walls between chambers.

use super::chambers::Chambers;
use crate::base::bits::BitGrid;
use crate::base::grid::Pos;
use crate::base::rng::Rng;
use crate::spatial::region::find;

/// A gap between two chambers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Opening {
    /// First and last tile of the gap.
    pub(super) ends: [Pos; 2],
    pub(super) chambers: [u32; 2],
}

/// The wall between two chambers, where it is thin enough.
#[derive(Clone, Copy)]
struct Wall {
    opening: Opening,
    /// Number of candidate positions for the opening.
    places: u32,
}

/// All walls, indexed by their chambers.
struct Walls {
    walls: Vec<Wall>,
    /// Hash table with open addressing: the index of a wall near the slot its chambers hash to.
    table: Vec<u32>,
}

/// Marks an empty slot.
const NONE: u32 = u32::MAX;

impl Walls {
    fn new(chambers: usize) -> Self {
        Walls { walls: Vec::with_capacity(3 * chambers), table: vec![NONE; (8 * chambers).next_power_of_two()] }
    }

    /// Finds all walls of this thickness with floor on two opposite sides and wall on the other
    /// two.
    #[inline(never)]
    fn survey<const THICKNESS: i32>(&mut self, floor: &BitGrid, chambers: &Chambers, rng: &mut Rng) {
        for y in 1..floor.size().height - THICKNESS {
            for index in 0..floor.row(y).len() {
                let (across, down) = places::<THICKNESS>(floor, index, y);
                let mut both = across | down;
                while both != 0 {
                    // Branchless: one step along the row or along the column.
                    let level = i32::from(across & both & both.wrapping_neg() != 0);
                    let (dx, dy) = (level, 1 - level);
                    let (x, y) = (index as i32 * 64 + both.trailing_zeros() as i32, y);
                    both &= both - 1;
                    let before = chambers.at((x - dx) as usize, (y - dy) as usize);
                    let after = chambers.at((x + THICKNESS * dx) as usize, (y + THICKNESS * dy) as usize);
                    let to = Pos::new(x + (THICKNESS - 1) * dx, y + (THICKNESS - 1) * dy);
                    self.add([Pos::new(x, y), to], before, after, rng);
                }
            }
        }
    }

    /// Adds a candidate position for an opening between two chambers. One of the candidates is
    /// chosen at random as they arrive.
    #[inline]
    fn add(&mut self, ends: [Pos; 2], a: u32, b: u32, rng: &mut Rng) {
        if a == b {
            return;
        }
        let chambers = [a.min(b), a.max(b)];
        let mask = self.table.len() - 1;
        // Neighbours have similar numbers, so their difference distinguishes the walls of a
        // chamber.
        let mut place = (chambers[0] as usize * 8).wrapping_add((chambers[1] - chambers[0]) as usize * 5);
        loop {
            place &= mask;
            let Some(wall) = self.walls.get_mut(self.table[place] as usize) else {
                self.table[place] = self.walls.len() as u32;
                self.walls.push(Wall { opening: Opening { ends, chambers }, places: 1 });
                return;
            };
            if wall.opening.chambers == chambers {
                wall.places += 1;
                wall.opening.ends = [wall.opening.ends, ends][usize::from(rng.below(wall.places) == 0)];
                return;
            }
            place += 1;
        }
    }
}

/// Chooses openings that join the chambers to a tree, plus a redundant opening in `loops` percent
/// of the other cases. Also returns the number of parts that only a tunnel can join.
#[inline(never)]
pub(super) fn choose(floor: &BitGrid, chambers: &Chambers, loops: u32, mut rng: Rng) -> (Vec<Opening>, usize) {
    let count = chambers.count();
    let mut parents: Vec<u32> = (0..count as u32).collect();
    let mut parts = count;
    let mut openings = Vec::with_capacity(2 * count);
    // Walls of two tiles are broken only where no thinner wall would do.
    for thickness in 1..=2 {
        if parts == 1 {
            break;
        }
        let mut walls = Walls::new(count);
        match thickness {
            1 => walls.survey::<1>(floor, chambers, &mut rng),
            _ => walls.survey::<2>(floor, chambers, &mut rng),
        }
        rng.shuffle(&mut walls.walls);
        for Wall { opening, .. } in walls.walls {
            let [a, b] = opening.chambers.map(|chamber| find(&mut parents, chamber));
            if a != b {
                parents[a.max(b) as usize] = a.min(b);
                parts -= 1;
            }
            if a != b || thickness == 1 && rng.percent(loops) {
                openings.push(opening);
            }
        }
    }
    (openings, parts)
}

/// Returns the tiles of a word from which this many tiles of wall lead from floor to floor between
/// walls: horizontally and vertically.
#[inline]
fn places<const THICKNESS: i32>(floor: &BitGrid, index: usize, y: i32) -> (u64, u64) {
    let (above, here, below) =
        (Sight::of(floor, index, y - 1), Sight::of(floor, index, y), Sight::of(floor, index, y + 1));
    if THICKNESS == 1 {
        let across = here.left() & here.right(1) & !(here.word | above.word | below.word);
        let down = above.word & below.word & !here.wide();
        return (across, down);
    }
    let two = |sight: &Sight| sight.word | sight.right(1);
    let across = here.left() & here.right(2) & !(two(&here) | two(&above) | two(&below));
    let down = above.word & floor.row(y + THICKNESS)[index] & !(here.wide() | below.wide());
    (across, down)
}

/// A word of a row, and its two neighbours.
struct Sight {
    before: u64,
    word: u64,
    after: u64,
}

impl Sight {
    #[inline]
    fn of(floor: &BitGrid, index: usize, y: i32) -> Sight {
        let row = floor.row(y);
        let at = |index: usize| row.get(index).copied().unwrap_or(0);
        Sight { before: at(index.wrapping_sub(1)), word: row[index], after: at(index + 1) }
    }

    /// Returns the left neighbour of every tile.
    #[inline]
    fn left(&self) -> u64 {
        self.word << 1 | self.before >> 63
    }

    /// Returns the tile this many tiles to the right of every tile.
    #[inline]
    fn right(&self, by: u32) -> u64 {
        self.word >> by | self.after << (64 - by)
    }

    /// Returns the tiles that are floor or have floor beside them.
    #[inline]
    fn wide(&self) -> u64 {
        self.word | self.left() | self.right(1)
    }
}
