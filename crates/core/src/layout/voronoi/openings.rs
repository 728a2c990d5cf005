//! Gaps in the walls between chambers.

use super::chambers::Chambers;
use crate::bits::BitGrid;
use crate::grid::Pos;
use crate::region::find;
use crate::rng::Rng;

/// A gap between two chambers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Opening {
    /// The first and the last tile of it.
    pub(super) ends: [Pos; 2],
    pub(super) chambers: [u32; 2],
}

/// The wall between two chambers, as far as it is thin enough.
#[derive(Clone, Copy)]
struct Wall {
    opening: Opening,
    /// How many places there are for the opening.
    places: u32,
}

/// All of them, found by their chambers.
struct Walls {
    walls: Vec<Wall>,
    /// Open addressing: the index of a wall near the place that its chambers hash to.
    table: Vec<u32>,
}

/// No wall.
const NONE: u32 = u32::MAX;

impl Walls {
    fn new(chambers: usize) -> Self {
        Walls { walls: Vec::with_capacity(3 * chambers), table: vec![NONE; (8 * chambers).next_power_of_two()] }
    }

    /// Looks everywhere for walls of this thickness with floor on two opposite sides and wall on the two others.
    #[inline(never)]
    fn survey<const THICKNESS: i32>(&mut self, floor: &BitGrid, chambers: &Chambers, rng: &mut Rng) {
        for y in 1..floor.size().height - THICKNESS {
            for index in 0..floor.row(y).len() {
                let (across, down) = places::<THICKNESS>(floor, index, y);
                let mut both = across | down;
                while both != 0 {
                    // Nothing to guess for the processor: one step along the row or along the column.
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

    /// One more place for an opening between two chambers; which of them it becomes is settled as they are found.
    #[inline]
    fn add(&mut self, ends: [Pos; 2], a: u32, b: u32, rng: &mut Rng) {
        if a == b {
            return;
        }
        let chambers = [a.min(b), a.max(b)];
        let mask = self.table.len() - 1;
        // Neighbours have numbers near each other, so their difference tells the walls of a chamber apart.
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

/// Openings that join chambers to a tree, and in `loops` of 100 cases one where there is another way already. Also says
/// how many parts are left that only a tunnel can join.
#[inline(never)]
pub(super) fn choose(floor: &BitGrid, chambers: &Chambers, loops: u32, mut rng: Rng) -> (Vec<Opening>, usize) {
    let count = chambers.count();
    let mut parents: Vec<u32> = (0..count as u32).collect();
    let mut parts = count;
    let mut openings = Vec::with_capacity(2 * count);
    // Walls of two tiles are broken only where no thinner one would do.
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

/// Tiles of a word from which this many tiles of wall lead from floor to floor between walls: on the left and on the
/// right, and above and below.
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

/// A word of a row, and those beside it.
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

    /// What lies on the left of every tile.
    #[inline]
    fn left(&self) -> u64 {
        self.word << 1 | self.before >> 63
    }

    /// What lies so many tiles to the right of every tile.
    #[inline]
    fn right(&self, by: u32) -> u64 {
        self.word >> by | self.after << (64 - by)
    }

    /// Whether there is floor on a tile or beside it.
    #[inline]
    fn wide(&self) -> u64 {
        self.word | self.left() | self.right(1)
    }
}
