//! Drunkard's walk: random walkers that dig through rock.

use super::DigSymmetry;
use crate::base::error::Error;
use crate::base::grid::{Grid, Pos, Rect, Size};
use crate::base::promises::Promises;
use crate::base::rng::Rng;
use crate::base::tile::Tile;
use crate::generator::{Context, Entry, Generator, Kind};
use crate::map::Map;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Registry entry of the `drunkard` layout.
pub const ENTRY: Entry = Entry::new::<Drunkard>("drunkard", Kind::Layout)
    .revision(2)
    .promising(Promises::CONNECTED.and(Promises::CLOSED_BORDER).and(Promises::ROOMS_DISJOINT));

/// Random walkers that dig their way through the rock.
///
/// Ragged caves with open centres and thin branches. The starting point makes the difference: the
/// middle gives one wide cave, dug tiles give a sprawling one, and the edge gives inlets from all
/// sides. For smooth walls use `cellular`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Drunkard {
    /// Percentage of the tiles inside the border to dig.
    #[schemars(range(min = 1, max = 90))]
    pub floor_percent: u32,
    /// Maximum number of walkers, one after the other.
    #[schemars(range(min = 1, max = 100_000))]
    pub walkers: u32,
    /// Number of steps per walker. 0 takes one step for every eight tiles of the map.
    #[schemars(range(min = 0, max = 1_000_000))]
    pub lifetime: u32,
    /// Starting point of the walkers.
    pub start: WalkStart,
    /// Width of the tunnels, in tiles.
    #[schemars(range(min = 1, max = 7))]
    pub brush: i32,
    /// Symmetry of the map.
    pub symmetry: DigSymmetry,
}

/// Starting point of a walker.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum WalkStart {
    /// The middle of the map.
    Middle,
    /// A random dug tile; the first walker starts in the middle.
    #[default]
    Dug,
    /// A random tile along the edge.
    Edge,
}

impl Default for Drunkard {
    fn default() -> Self {
        Drunkard {
            floor_percent: 35,
            walkers: 500,
            lifetime: 0,
            start: WalkStart::default(),
            brush: 1,
            symmetry: DigSymmetry::None,
        }
    }
}

/// Maximum number of tiles dug, new or not, per tile of the map.
const MAX_DIGS_PER_TILE: u64 = 200;
/// Number of dug tiles after which they are charged.
const CHUNK: u64 = 1 << 16;
/// Number of tiles used to find the side to which a cave leans.
const SAMPLES: usize = 8;
/// Number of tiles among which a walker chooses its starting point.
const START_CANDIDATES: usize = 3;

impl Generator for Drunkard {
    fn generate(&self, map: &mut Map, cx: &mut Context<'_>) -> Result<(), Error> {
        let inside = map.size().rect().grown(-1);
        let tiles = inside.size().area() as u64;
        let target = (tiles * u64::from(self.floor_percent)).div_ceil(100);
        let lifetime = if self.lifetime == 0 { tiles / 8 + 16 } else { self.lifetime.into() };
        let mut digging = Digging::new(self, map.size(), target as usize);
        let (mut places, mut steps) = (cx.rng("starts"), cx.rng("steps"));
        let work = (self.brush * self.brush) as u64 * self.symmetry.images(Pos::new(0, 0), map.size()).count() as u64;
        let mut steps_left = tiles * MAX_DIGS_PER_TILE / work;
        for _ in 0..self.walkers {
            let mut at = self.start(&digging, &mut places);
            let mut left = lifetime.min(steps_left);
            steps_left -= left;
            while left > 0 && !digging.is_done() {
                let walk = left.min(CHUNK / work);
                left -= walk;
                cx.spend(walk * work)?;
                at = digging.walk(at, walk, &mut steps, map, cx);
            }
            if digging.is_done() || steps_left == 0 {
                break;
            }
        }
        let dug = digging.dug().len();
        digging.lay(map);
        if (dug as u64) < target {
            let why = "all walkers finished first; allow more walkers or more steps".to_owned();
            cx.note(map, "floor", target as i64, dug as i64, why);
        }
        if self.start == WalkStart::Edge || self.symmetry != DigSymmetry::None {
            self.symmetry.join(map, cx)?;
        }
        cx.step("join", map);
        Ok(())
    }

    fn min_size(&self) -> Size {
        Size::new(3, 3)
    }
}

impl Drunkard {
    fn start(&self, digging: &Digging, rng: &mut Rng) -> Pos {
        let inside = digging.size.rect().grown(-1);
        match self.start {
            WalkStart::Dug if !digging.dug().is_empty() => digging.balancing(rng),
            WalkStart::Middle | WalkStart::Dug => inside.center(),
            WalkStart::Edge => {
                let (x, y) = (rng.range(inside.x, inside.right() - 1), rng.range(inside.y, inside.bottom() - 1));
                match rng.below(4) {
                    0 => Pos::new(inside.x, y),
                    1 => Pos::new(inside.right() - 1, y),
                    2 => Pos::new(x, inside.y),
                    _ => Pos::new(x, inside.bottom() - 1),
                }
            }
        }
    }
}

/// State of a cell.
const ROCK: u8 = 0;
const DUG: u8 = 1;
const BORDER: u8 = 2;

/// The cells as indices in reading order, and the dug ones.
struct Digging {
    brush: i32,
    symmetry: DigSymmetry,
    size: Size,
    target: usize,
    cells: Vec<u8>,
    /// The first `count` entries are the dug cells, in the order of digging.
    dug: Vec<u32>,
    count: usize,
}

impl Digging {
    fn new(drunkard: &Drunkard, size: Size, target: usize) -> Digging {
        let mut cells = Grid::new(size, BORDER);
        cells.fill_rect(size.rect().grown(-1), ROCK);
        // The last brush may exceed the target, and a walker writes one cell ahead.
        let spare = (4 * drunkard.brush * drunkard.brush) as usize + 1;
        Digging {
            brush: drunkard.brush,
            symmetry: drunkard.symmetry,
            size,
            target,
            cells: cells.into_cells(),
            dug: vec![0; target + spare],
            count: 0,
        }
    }

    fn dug(&self) -> &[u32] {
        &self.dug[..self.count]
    }

    fn is_done(&self) -> bool {
        self.count >= self.target
    }

    fn pos(&self, cell: usize) -> Pos {
        let width = self.size.width as usize;
        Pos::new((cell % width) as i32, (cell / width) as i32)
    }

    /// Of several dug cells, returns the one farthest on the side where less was dug, so that the
    /// cave leans less.
    fn balancing(&self, rng: &mut Rng) -> Pos {
        let middle = self.size.rect().center();
        let sample = |rng: &mut Rng| self.pos(self.dug[rng.below(self.count as u32) as usize] as usize);
        let lean = (0..SAMPLES).fold((0, 0), |lean, _| {
            let pos = sample(rng);
            (lean.0 + i64::from(pos.x - middle.x), lean.1 + i64::from(pos.y - middle.y))
        });
        let along = |pos: Pos| lean.0 * i64::from(pos.x - middle.x) + lean.1 * i64::from(pos.y - middle.y);
        let choice: [Pos; START_CANDIDATES] = std::array::from_fn(|_| sample(rng));
        choice.into_iter().min_by_key(|&pos| along(pos)).unwrap_or(middle)
    }

    /// Walks this many steps, or until enough is dug. Returns the final cell.
    fn walk(&mut self, from: Pos, steps: u64, rng: &mut Rng, map: &mut Map, cx: &mut Context<'_>) -> Pos {
        let width = self.size.width as isize;
        let ways = [-width, width, -1, 1];
        let plain = self.brush == 1 && self.symmetry == DigSymmetry::None;
        let watched = cx.is_traced();
        let mut at = from.y as usize * self.size.width as usize + from.x as usize;
        // Two bits per step.
        let mut bits = 0;
        for step in 0..=steps {
            let before = self.count;
            if plain {
                // Branchless: the processor could not predict whether the next tile is already dug.
                self.dug[self.count] = at as u32;
                self.count += usize::from(self.cells[at] == ROCK);
                self.cells[at] = DUG;
            } else {
                self.dig(at);
            }
            if watched && (self.count > before || !plain) {
                let mut area = Rect::spanning(self.pos(at), self.pos(at));
                for &cell in &self.dug[before..self.count] {
                    map.tiles.cells_mut()[cell as usize] = Tile::Floor;
                    let pos = self.pos(cell as usize);
                    area = area.around(Rect::spanning(pos, pos));
                }
                cx.step_around("dig", self.pos(at), area, map);
            }
            if self.is_done() {
                break;
            }
            if step % 32 == 0 {
                bits = rng.next_u64();
            }
            let next = at.wrapping_add_signed(ways[(bits & 3) as usize]);
            bits >>= 2;
            if self.cells[next] != BORDER {
                at = next;
            }
        }
        self.pos(at)
    }

    /// Digs a square around the cell, and its mirror images.
    fn dig(&mut self, cell: usize) {
        let pos = self.pos(cell);
        let before = (self.brush - 1) / 2;
        let square = Rect::new(pos.x - before, pos.y - before, self.brush, self.brush);
        for tile in square.intersection(self.size.rect().grown(-1)).positions() {
            for image in self.symmetry.images(tile, self.size) {
                let cell = image.y as usize * self.size.width as usize + image.x as usize;
                self.dug[self.count] = cell as u32;
                self.count += usize::from(self.cells[cell] == ROCK);
                self.cells[cell] = DUG;
            }
        }
    }

    /// Turns the dug cells of the map to floor.
    fn lay(&self, map: &mut Map) {
        let tiles = map.tiles.cells_mut();
        self.dug().iter().for_each(|&cell| tiles[cell as usize] = Tile::Floor);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::rng::Seed;

    fn make(drunkard: &Drunkard, size: Size, seed: u64) -> Map {
        let mut map = Map::new(size, Tile::Wall);
        drunkard.generate(&mut map, &mut Context::new(Seed::new(seed))).unwrap();
        map
    }

    #[test]
    fn the_requested_share_is_dug() {
        for percent in [5, 35, 70] {
            let map = make(&Drunkard { floor_percent: percent, ..Drunkard::default() }, Size::new(62, 42), 1);
            assert_eq!(map.floor_positions().count() as u32, 60 * 40 * percent / 100);
            assert_eq!(map.notes, []);
        }
    }

    #[test]
    fn too_few_walkers_are_noted() {
        let tired = Drunkard { walkers: 2, lifetime: 10, ..Drunkard::default() };
        let map = make(&tired, Size::new(62, 42), 1);
        assert_eq!((map.notes[0].asked, map.floor_positions().count() <= 21), (840, true));
    }

    #[test]
    fn a_symmetrical_cave_is_its_own_mirror_image() {
        for (seed, start) in (0..60).zip([WalkStart::Middle, WalkStart::Dug, WalkStart::Edge].into_iter().cycle()) {
            for symmetry in [DigSymmetry::LeftRight, DigSymmetry::TopBottom, DigSymmetry::Both] {
                let walkers = if start == WalkStart::Edge { 8 } else { 500 };
                let map = make(&Drunkard { symmetry, start, walkers, ..Drunkard::default() }, Size::new(61, 41), seed);
                for pos in map.floor_positions() {
                    assert!(symmetry.images(pos, map.size()).all(|image| map.tiles[image] == Tile::Floor), "{pos}");
                }
            }
        }
    }

    #[test]
    fn a_broad_brush_digs_no_narrow_passage() {
        let map = make(&Drunkard { brush: 3, ..Drunkard::default() }, Size::new(60, 40), 2);
        let wide = |pos: &Pos| {
            (-2..=0).any(|dx| {
                (-2..=0).any(|dy| {
                    Rect::new(pos.x + dx, pos.y + dy, 3, 3).positions().all(|near| map.tiles[near] == Tile::Floor)
                })
            })
        };
        let narrow =
            map.floor_positions().filter(|pos| map.size().rect().grown(-3).contains(*pos) && !wide(pos)).count();
        assert_eq!(narrow, 0);
    }
}
