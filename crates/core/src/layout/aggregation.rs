//! Diffusion-limited aggregation: grains drift about until they touch the structure, and stick.

use super::DigSymmetry;
use crate::base::error::Error;
use crate::base::grid::{Pos, Rect, Size};
use crate::base::promises::Promises;
use crate::base::rng::Rng;
use crate::base::tile::Tile;
use crate::generator::{Context, Entry, Generator, Kind};
use crate::map::Map;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Registry entry of the `aggregation` layout.
pub const ENTRY: Entry = Entry::new::<Aggregation>("aggregation", Kind::Layout)
    .revision(2)
    .promising(Promises::CONNECTED.and(Promises::CLOSED_BORDER).and(Promises::ROOMS_DISJOINT));

/// Diffusion-limited aggregation: drifting grains stick where they touch floor, so that it grows
/// like coral or frost.
///
/// Branching, feathery caves with countless dead ends. Walking inwards makes branches, walking
/// outwards makes a ragged cave. Grains start near the existing floor, not at the edge of the map
/// as in the textbook: the result looks the same, and large maps take no longer.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Aggregation {
    /// Percentage of the tiles inside the border to turn into floor.
    #[schemars(range(min = 1, max = 60))]
    pub floor_percent: u32,
    /// Direction of the grains.
    pub walk: Walk,
    /// Maximum starting distance of a grain, in tiles: small values make moss, large values coral.
    /// Ignored when walking outwards.
    #[schemars(range(min = 2, max = 100))]
    pub reach: i32,
    /// Symmetry of the map.
    pub symmetry: DigSymmetry,
}

/// Direction of the grains.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Walk {
    /// Through rock until they touch floor, where they stick.
    #[default]
    Inwards,
    /// Over floor until they meet rock, which they dig away.
    Outwards,
}

impl Default for Aggregation {
    fn default() -> Self {
        Aggregation { floor_percent: 25, walk: Walk::Inwards, reach: 14, symmetry: DigSymmetry::None }
    }
}

/// Maximum number of steps per tile inside the border.
const MAX_STEPS_PER_TILE: u64 = 1_500;

impl Generator for Aggregation {
    fn generate(&self, map: &mut Map, cx: &mut Context<'_>) -> Result<(), Error> {
        let inside = map.size().rect().grown(-1);
        let target = (inside.size().area() as u64 * u64::from(self.floor_percent)).div_ceil(100) as usize;
        let mut grown = Grown::new(self, inside, target);
        grown.add(inside.center(), map);
        cx.step_around("seed", inside.center(), self.symmetry.area(inside.center(), map.size()), map);
        let mut rng = cx.rng("grains");
        let mut steps_left = inside.size().area() as u64 * MAX_STEPS_PER_TILE;
        while grown.floor.len() < target && steps_left > 0 {
            let (stuck, steps) = match self.walk {
                Walk::Inwards => grown.drift(self.reach, &mut rng),
                Walk::Outwards => grown.break_out(&mut rng),
            };
            cx.spend(steps)?;
            steps_left = steps_left.saturating_sub(steps);
            if let Some(at) = stuck {
                let pos = grown.pos(at);
                grown.add(pos, map);
                cx.step_around("stick", pos, self.symmetry.area(pos, map.size()), map);
            }
        }
        let floor = grown.floor.len();
        if floor < target {
            let why = "too many grains were lost before they touched floor".to_owned();
            cx.note(map, "floor", target as i64, floor as i64, why);
        }
        if self.symmetry != DigSymmetry::None {
            self.symmetry.join(map, cx)?;
        }
        cx.step("join", map);
        Ok(())
    }

    fn min_size(&self) -> Size {
        Size::new(3, 3)
    }
}

/// The structure grown so far, with a margin around it that no grain leaves.
///
/// Every rock cell stores a lower bound of its distance to floor: 0 is far, up to [`NEAR`] in steps
/// of eight is nearer.
struct Grown {
    symmetry: DigSymmetry,
    /// True if cells store their distance to floor.
    measured: bool,
    inside: Rect,
    /// Number of margin cells around `inside`.
    margin: i32,
    /// Number of cells in a row; always odd.
    pitch: i32,
    cells: Vec<u8>,
    /// Indices of the floor cells.
    floor: Vec<u32>,
    /// A copy of [`STAMP`]: for the table itself the compiler would drop the last column, and
    /// handle 15 cells one by one.
    stamp: [[u8; 16]; 15],
}

/// Floor is two cells away; all lower values are farther.
const CLEAR: u8 = 48;
/// Floor is diagonally adjacent.
const NEAR: u8 = 56;
/// Floor is adjacent.
const BESIDE: u8 = 64;
const OUTSIDE: u8 = 254;
const FLOOR: u8 = 255;

/// Distance up to which cells know about floor, less one.
const MAX_DISTANCE: i32 = 7;

/// Values that floor writes to the cells around it. The last column pads the rows to 16.
static STAMP: [[u8; 16]; 15] = {
    let mut stamp = [[0; 16]; 15];
    let mut cell = 0;
    while cell < 15 * 15 {
        let (across, down) = ((cell as i32 % 15 - MAX_DISTANCE).abs(), (cell as i32 / 15 - MAX_DISTANCE).abs());
        stamp[cell / 15][cell % 15] = match (across, down) {
            (0, 0) => FLOOR,
            (0, 1) | (1, 0) => BESIDE,
            (1, 1) => NEAR,
            _ if across + down > MAX_DISTANCE => 0,
            _ => 8 * (MAX_DISTANCE + 1 - across - down) as u8,
        };
        cell += 1;
    }
    stamp
};

/// Offsets of a walk along a line, one step back or forth for each bit of a byte: a signed number
/// in every eight bits. From the lowest to the highest they are for 7, 6, 5, 4, 3, 2, 1 and 1
/// steps, so that the value of a cell is the number of bits to shift.
static LINES: [u64; 256] = {
    let mut lines = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut come = 0_i8;
        let mut steps = 1;
        while steps <= 7 {
            come += if byte >> (steps - 1) & 1 == 1 { 1 } else { -1 };
            lines[byte] |= (come as u8 as u64) << (8 * (7 - steps));
            if steps == 1 {
                lines[byte] |= (come as u8 as u64) << NEAR;
            }
            steps += 1;
        }
        byte += 1;
    }
    lines
};

impl Grown {
    fn new(of: &Aggregation, inside: Rect, target: usize) -> Self {
        let margin = of.reach.max(MAX_DISTANCE + 1);
        let pitch = (inside.width + 2 * margin) | 1;
        let mut cells = vec![OUTSIDE; pitch as usize * (inside.height + 2 * margin) as usize];
        for row in cells.chunks_exact_mut(pitch as usize).skip(margin as usize).take(inside.height as usize) {
            row[margin as usize..][..inside.width as usize].fill(0);
        }
        let (measured, floor) = (of.walk == Walk::Inwards, Vec::with_capacity(target + 4));
        Grown { symmetry: of.symmetry, measured, inside, margin, pitch, cells, floor, stamp: STAMP }
    }

    fn index(&self, pos: Pos) -> usize {
        let (x, y) = (pos.x - self.inside.x + self.margin, pos.y - self.inside.y + self.margin);
        y as usize * self.pitch as usize + x as usize
    }

    fn pos(&self, at: usize) -> Pos {
        let (x, y) = (at % self.pitch as usize, at / self.pitch as usize);
        Pos::new(x as i32 - self.margin + self.inside.x, y as i32 - self.margin + self.inside.y)
    }

    fn add(&mut self, pos: Pos, map: &mut Map) {
        for image in self.symmetry.images(pos, map.size()) {
            let at = self.index(image);
            if self.cells[at] != FLOOR {
                self.cells[at] = FLOOR;
                self.floor.push(at as u32);
                map.tiles[image] = Tile::Floor;
                if self.measured {
                    self.tell(at);
                }
            }
        }
    }

    /// Updates the distances of the cells around new floor.
    fn tell(&mut self, at: usize) {
        let pitch = self.pitch as usize;
        let first = at - MAX_DISTANCE as usize * (pitch + 1);
        for (row, stamp) in self.cells[first..].chunks_mut(pitch).zip(&self.stamp) {
            for (cell, &near) in row[..16].iter_mut().zip(stamp) {
                *cell = near.max(*cell);
            }
        }
    }

    /// Returns a random floor cell.
    #[inline]
    fn any(&self, rng: &mut Rng) -> usize {
        self.floor[rng.below(self.floor.len() as u32) as usize] as usize
    }

    /// Starts a grain in the rock near floor. Returns the cell where it sticks, and the number of
    /// steps.
    ///
    /// Far from floor it takes as many steps at once as cannot touch any. Each step in one of the
    /// four directions is a step along both diagonals, so the result of many steps is found by
    /// counting bits.
    fn drift(&self, reach: i32, rng: &mut Rng) -> (Option<usize>, u64) {
        let (from, bits) = (self.any(rng), rng.next_u64());
        let away = |bits: u32| ((u64::from(bits) * (2 * reach as u64 + 1)) >> 32) as i32 - reach;
        let mut at = from.wrapping_add_signed((away(bits as u32) + away((bits >> 32) as u32) * self.pitch) as isize);
        let mut here = self.cells[at];
        // Starts in the open only: a grain between two branches would fill the gap.
        if here > CLEAR {
            return (None, 1);
        }
        let (down, up) = ((1 + self.pitch) / 2, (1 - self.pitch) / 2);
        // A walk this long has come about as far as its starting distance; a grain that has not
        // touched floor by then is lost.
        let most = reach * reach + 8;
        let mut left = most * 8;
        while left > 0 {
            let mut bits = rng.next_u64();
            for _ in 0..4 {
                left -= i32::from(BESIDE - here);
                let along = |byte: u64| i32::from((LINES[byte as usize] >> here) as i8);
                let next = at.wrapping_add_signed((along(bits & 255) * down + along(bits >> 8 & 255) * up) as isize);
                bits >>= 16;
                match self.cells[next] {
                    BESIDE => return (Some(next), (most - left / 8) as u64),
                    near if near < BESIDE => (at, here) = (next, near),
                    _ => {}
                }
            }
        }
        (None, most as u64)
    }

    /// Starts a grain on the floor. Returns the rock it meets, and the number of steps.
    fn break_out(&self, rng: &mut Rng) -> (Option<usize>, u64) {
        const MAX_STEPS: u64 = 64;
        let ways = [-self.pitch, self.pitch, -1, 1];
        let mut at = self.any(rng);
        let mut bits = 0;
        for step in 0..MAX_STEPS {
            if step % 32 == 0 {
                bits = rng.next_u64();
            }
            let next = at.wrapping_add_signed(ways[bits as usize & 3] as isize);
            bits >>= 2;
            match self.cells[next] {
                FLOOR => at = next,
                OUTSIDE => {}
                _ => return (Some(next), step + 1),
            }
        }
        (None, MAX_STEPS)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::rng::Seed;

    fn make(aggregation: &Aggregation, size: Size, seed: u64) -> Map {
        let mut map = Map::new(size, Tile::Wall);
        aggregation.generate(&mut map, &mut Context::new(Seed::new(seed))).unwrap();
        map
    }

    /// Returns how many of a floor tile's four neighbours are floor, on average, in hundredths.
    fn company(map: &Map) -> usize {
        let floor = map.walkable();
        let beside =
            |pos: Pos| crate::base::grid::Dir::ALL.into_iter().filter(|&dir| floor.contains(pos.step(dir))).count();
        floor.iter().map(beside).sum::<usize>() * 100 / floor.count()
    }

    #[test]
    fn the_requested_share_of_floor_grows() {
        for walk in [Walk::Inwards, Walk::Outwards] {
            let map = make(&Aggregation { walk, ..Aggregation::default() }, Size::new(82, 52), 3);
            assert_eq!((map.floor_positions().count(), map.notes.len()), (1_000, 0), "{}", map.to_ascii());
        }
    }

    #[test]
    fn branches_grow_inwards_and_a_cave_outwards() {
        let [inwards, outwards] = [Walk::Inwards, Walk::Outwards]
            .map(|walk| company(&make(&Aggregation { walk, ..Aggregation::default() }, Size::new(82, 52), 3)));
        assert!(inwards + 80 < outwards, "{inwards}, {outwards}");
    }

    #[test]
    fn distant_grains_make_finer_branches() {
        let of = |reach| company(&make(&Aggregation { reach, ..Aggregation::default() }, Size::new(122, 92), 3));
        assert!(of(2) > of(30), "{} and {}", of(2), of(30));
    }

    #[test]
    fn rock_knows_how_many_steps_touch_no_floor() {
        let (aggregation, size) = (Aggregation { reach: 2, ..Aggregation::default() }, Size::new(33, 21));
        let mut map = Map::new(size, Tile::Wall);
        let mut grown = Grown::new(&aggregation, size.rect().grown(-1), 9);
        let floor = [Pos::new(1, 1), Pos::new(9, 12), Pos::new(10, 12), Pos::new(31, 19)];
        floor.into_iter().for_each(|pos| grown.add(pos, &mut map));
        for pos in size.rect().grown(-1).positions() {
            assert_eq!(grown.pos(grown.index(pos)), pos);
            let told = grown.cells[grown.index(pos)];
            let away = floor.into_iter().map(|floor| floor.manhattan(pos)).min().unwrap();
            let aslant = floor.into_iter().any(|floor| ((floor.x - pos.x) * (floor.y - pos.y)).abs() == 1);
            let expected = match away {
                0 => FLOOR,
                2 if aslant => NEAR,
                _ => 8 * (8 - away).max(0) as u8,
            };
            assert_eq!((told, told == BESIDE), (if away == 1 { BESIDE } else { expected }, away == 1), "{pos}");
        }
        for pos in size.rect().positions().filter(|&pos| !size.rect().grown(-1).contains(pos)) {
            assert_eq!(grown.cells[grown.index(pos)], OUTSIDE);
        }
    }

    #[test]
    fn many_steps_at_once_equal_single_steps() {
        for (byte, line) in LINES.into_iter().enumerate() {
            for (lane, steps) in [7, 6, 5, 4, 3, 2, 1, 1].into_iter().enumerate() {
                let forth = (byte & ((1 << steps) - 1)).count_ones() as i8;
                assert_eq!((line >> (8 * lane)) as i8, 2 * forth - steps);
            }
        }
    }
}
