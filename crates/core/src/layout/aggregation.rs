//! Diffusion-limited aggregation: grains drift about until they touch what is there, and stick.

use super::Symmetry;
use crate::error::Error;
use crate::generator::{Context, Entry, Generator, Kind};
use crate::grid::{Pos, Rect, Size};
use crate::map::Map;
use crate::promises::Promises;
use crate::region::{Join, tidy};
use crate::rng::Rng;
use crate::tile::Tile;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How it is listed.
pub const ENTRY: Entry = Entry::new::<Aggregation>("aggregation", Kind::Layout)
    .promising(Promises::CONNECTED.and(Promises::CLOSED_BORDER).and(Promises::ROOMS_DISJOINT));

/// Grains that drift about until they touch what is there, and stick: floor that grows like coral or frost.
///
/// Branching, feathery caves with countless dead ends. Walking inwards makes branches, walking outwards makes a ragged
/// cave. Grains set out near what has grown so far, not at the edge of the map as in the textbook: the picture is the same
/// and a large map takes no longer for it.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Aggregation {
    /// How many per cent of the tiles inside the border become floor.
    #[schemars(range(min = 1, max = 60))]
    pub floor_percent: u32,
    /// Which way the grains walk.
    pub walk: Walk,
    /// How many tiles away a grain sets out at most: near makes moss, far makes coral. Without effect outwards.
    #[schemars(range(min = 2, max = 100))]
    pub reach: i32,
    /// How the map mirrors itself; a tunnel that joins what lies apart may break it.
    pub symmetry: Symmetry,
}

/// Which way grains walk.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Walk {
    /// Through rock, until they touch floor; there they stick.
    #[default]
    Inwards,
    /// Over floor, until they come upon rock; that they dig away.
    Outwards,
}

impl Default for Aggregation {
    fn default() -> Self {
        Aggregation { floor_percent: 25, walk: Walk::Inwards, reach: 14, symmetry: Symmetry::None }
    }
}

/// How many tiles around a grain are rock when it sets out.
const CLEAR: i32 = 1;

/// How many grains are lost for each one wanted before it is enough.
const PATIENCE: u64 = 40;

impl Generator for Aggregation {
    fn generate(&self, map: &mut Map, cx: &mut Context<'_>) -> Result<(), Error> {
        let inside = map.size().rect().grown(-1);
        let target = (inside.size().area() as u64 * u64::from(self.floor_percent)).div_ceil(100) as usize;
        let mut grown = Grown { symmetry: self.symmetry, floor: Vec::with_capacity(target + 4) };
        grown.add(inside.center(), map);
        cx.step_at("seed", inside.center(), map);
        let mut rng = cx.rng("grains");
        let mut grains = target as u64 * PATIENCE;
        while grown.floor.len() < target && grains > 0 {
            grains -= 1;
            let from = grown.floor[rng.below(grown.floor.len() as u32) as usize];
            let (stuck, steps) = match self.walk {
                Walk::Inwards => self.drift(from, inside, map, &mut rng),
                Walk::Outwards => break_out(from, inside, map, &mut rng),
            };
            cx.spend(steps)?;
            if let Some(pos) = stuck {
                grown.add(pos, map);
                cx.step_at("stick", pos, map);
            }
        }
        let floor = grown.floor.len();
        if floor < target {
            let why = "too many grains were lost before they touched anything".to_owned();
            cx.note(map, "floor", target as i64, floor as i64, why);
        }
        if self.symmetry != Symmetry::None {
            let mut floor = map.walkable();
            tidy(&mut floor, 1, Join::All, cx)?;
            map.lay_floor(&floor);
        }
        cx.step("join", map);
        Ok(())
    }

    fn min_size(&self) -> Size {
        Size::new(3, 3)
    }
}

impl Aggregation {
    /// Sets a grain out in the rock near `near`; where it sticks, and how many steps it took.
    fn drift(&self, near: Pos, inside: Rect, map: &Map, rng: &mut Rng) -> (Option<Pos>, u64) {
        let mut pos =
            Pos::new(near.x + rng.range(-self.reach, self.reach), near.y + rng.range(-self.reach, self.reach));
        // In the open only: what sets out between two branches would fill the gap.
        let clear = Rect::new(pos.x - CLEAR, pos.y - CLEAR, 2 * CLEAR + 1, 2 * CLEAR + 1).intersection(inside);
        if !inside.contains(pos) || clear.positions().any(|near| map.tiles[near] == Tile::Floor) {
            return (None, 1);
        }
        // A walk this long has come about as far as it set out; whoever missed until then is lost.
        let most = (self.reach * self.reach) as u64 + 8;
        let mut bits = 0;
        for step in 0..most {
            let open = |x: i32, y: i32| map.tiles[Pos::new(x, y)] == Tile::Floor;
            if open(pos.x - 1, pos.y) || open(pos.x + 1, pos.y) || open(pos.x, pos.y - 1) || open(pos.x, pos.y + 1) {
                return (Some(pos), step + 1);
            }
            if step % 32 == 0 {
                bits = rng.next_u64();
            }
            pos = stagger(pos, inside, &mut bits);
        }
        (None, most)
    }
}

/// Sets a grain out on the floor; the rock that it comes upon, and how many steps it took.
fn break_out(from: Pos, inside: Rect, map: &Map, rng: &mut Rng) -> (Option<Pos>, u64) {
    const MOST: u64 = 64;
    let mut pos = from;
    let mut bits = 0;
    for step in 0..MOST {
        if step % 32 == 0 {
            bits = rng.next_u64();
        }
        pos = stagger(pos, inside, &mut bits);
        if map.tiles[pos] != Tile::Floor {
            return (Some(pos), step + 1);
        }
    }
    (None, MOST)
}

/// One step in any of the four directions by the two lowest bits, never onto the border.
#[inline]
fn stagger(pos: Pos, inside: Rect, bits: &mut u64) -> Pos {
    let back = ((*bits & 1) as i32) * 2 - 1;
    let across = (*bits >> 1 & 1) as i32;
    *bits >>= 2;
    Pos::new(
        (pos.x + back * across).clamp(inside.x, inside.right() - 1),
        (pos.y + back * (1 - across)).clamp(inside.y, inside.bottom() - 1),
    )
}

struct Grown {
    symmetry: Symmetry,
    floor: Vec<Pos>,
}

impl Grown {
    fn add(&mut self, pos: Pos, map: &mut Map) {
        for image in self.symmetry.images(pos, map.size()) {
            if map.tiles[image] != Tile::Floor {
                map.tiles[image] = Tile::Floor;
                self.floor.push(image);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Seed;

    fn make(aggregation: &Aggregation, size: Size, seed: u64) -> Map {
        let mut map = Map::new(size, Tile::Wall);
        aggregation.generate(&mut map, &mut Context::new(Seed::new(seed))).unwrap();
        map
    }

    /// How many of a floor tile's four neighbours are floor, on average, in hundredths.
    fn company(map: &Map) -> usize {
        let floor = map.walkable();
        let beside = |pos: Pos| crate::grid::Dir::ALL.into_iter().filter(|&dir| floor.contains(pos.step(dir))).count();
        floor.iter().map(beside).sum::<usize>() * 100 / floor.count()
    }

    #[test]
    fn as_much_grows_as_asked() {
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
    fn grains_from_afar_make_finer_branches() {
        let of = |reach| company(&make(&Aggregation { reach, ..Aggregation::default() }, Size::new(122, 92), 3));
        assert!(of(2) > of(30), "{} and {}", of(2), of(30));
    }
}
