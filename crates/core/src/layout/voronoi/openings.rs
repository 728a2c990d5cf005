//! Gaps in the walls between chambers.

use super::chambers::Chambers;
use crate::bits::BitGrid;
use crate::grid::Pos;
use crate::region::find;
use crate::rng::Rng;

/// A gap between two chambers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Opening {
    /// The first tile of it.
    pub(super) from: Pos,
    /// The last tile of it.
    pub(super) to: Pos,
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
                let across = places_across::<THICKNESS>(floor, index, y);
                let mut both = across | places_down::<THICKNESS>(floor, index, y);
                while both != 0 {
                    let level = across & both & both.wrapping_neg() != 0;
                    let x = index * 64 + both.trailing_zeros() as usize;
                    both &= both - 1;
                    let from = Pos::new(x as i32, y);
                    let (to, a, b) = if level {
                        let sides = chambers.at(floor, x - 1, y);
                        (Pos::new(from.x + THICKNESS - 1, y), sides[0], sides[1])
                    } else {
                        let (above, below) = (chambers.at(floor, x, y - 1), chambers.at(floor, x, y + THICKNESS));
                        (Pos::new(from.x, y + THICKNESS - 1), above[0], below[0])
                    };
                    self.add(from, to, a, b, rng);
                }
            }
        }
    }

    /// One more place for an opening between two chambers; which of them it becomes is settled as they are found.
    #[inline]
    fn add(&mut self, from: Pos, to: Pos, a: u32, b: u32, rng: &mut Rng) {
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
                self.walls.push(Wall { opening: Opening { from, to, chambers }, places: 1 });
                return;
            };
            if wall.opening.chambers == chambers {
                wall.places += 1;
                if rng.below(wall.places) == 0 {
                    (wall.opening.from, wall.opening.to) = (from, to);
                }
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

/// Tiles of a word from which this many tiles of wall lead from floor on the left to floor on the right, between walls.
#[inline]
fn places_across<const THICKNESS: i32>(floor: &BitGrid, index: usize, y: i32) -> u64 {
    let here = floor.row(y);
    let open = |y: i32| floor.row(y)[index];
    let left = here[index] << 1 | here.get(index.wrapping_sub(1)).map_or(0, |word| word >> 63);
    let next = here.get(index + 1).copied().unwrap_or(0);
    let right = |by: i32| here[index] >> by | next << (64 - by);
    let beside = |y: i32| {
        let next = floor.row(y).get(index + 1).copied().unwrap_or(0);
        open(y) | if THICKNESS == 2 { open(y) >> 1 | next << 63 } else { 0 }
    };
    let wall = if THICKNESS == 2 { here[index] | right(1) } else { here[index] };
    left & right(THICKNESS) & !(wall | beside(y - 1) | beside(y + 1))
}

/// Tiles of a word from which this many tiles of wall lead from floor above to floor below, between walls.
#[inline]
fn places_down<const THICKNESS: i32>(floor: &BitGrid, index: usize, y: i32) -> u64 {
    let mut places = floor.row(y - 1)[index] & floor.row(y + THICKNESS)[index];
    for y in y..y + THICKNESS {
        let row = floor.row(y);
        let left = row.get(index.wrapping_sub(1)).map_or(0, |word| word >> 63);
        let right = row.get(index + 1).map_or(0, |word| word << 63);
        places &= !(row[index] | row[index] << 1 | left | row[index] >> 1 | right);
    }
    places
}
