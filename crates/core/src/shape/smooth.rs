//! Smooths the walls of caves.

use super::{dig, fill};
use crate::base::bits::{BitGrid, Rule};
use crate::base::error::Error;
use crate::base::grid::{Pos, Rect};
use crate::base::promises::Promises;
use crate::base::tile::Tile;
use crate::generator::{Context, Entry, Generator, Kind};
use crate::map::{Map, Passage, Shape};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Registry entry of the step.
pub const ENTRY: Entry = Entry::new::<Smooth>("smooth", Kind::Shape)
    .preserving(Promises::CONNECTED.and(Promises::CLOSED_BORDER).and(Promises::ROOMS_DISJOINT));

/// Smooths the walls of caves: a tile follows the majority of its eight neighbours.
///
/// Removes ragged edges, lone pillars, dead ends and specks of floor. Narrow passages stay open, so
/// a region never falls apart; doors, water, the edge of the map and occupied tiles do not change.
/// Every run smooths further.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Smooth {
    /// Number of times the rule is applied. It stops early when nothing changes.
    #[schemars(range(min = 1, max = 100))]
    pub rounds: u32,
    /// Minimum number of neighbours that differ from a tile to change it: 5 smooths most, 8 removes
    /// only lone tiles.
    #[schemars(range(min = 5, max = 8))]
    pub majority: u32,
    /// Treatment of rooms and passages.
    pub rooms: Rooms,
}

/// Treatment of rooms and passages.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Rooms {
    /// Rooms with their walls and passages keep their form.
    #[default]
    Keep,
    /// Rooms and passages are smoothed like everything else: corners become round.
    Too,
}

impl Default for Smooth {
    fn default() -> Self {
        Smooth { rounds: 3, majority: 5, rooms: Rooms::Keep }
    }
}

impl Generator for Smooth {
    fn generate(&self, map: &mut Map, cx: &mut Context<'_>) -> Result<(), Error> {
        let area = map.size().area() as u64;
        let mut ground = SmoothGround {
            open: map.cells_of(|tile| !matches!(tile, Tile::Wall | Tile::Void)),
            walkable: map.walkable(),
            soft: self.soft(map),
        };
        let mut next = BitGrid::new(map.size());
        for _ in 0..self.rounds {
            cx.spend(area)?;
            ground.open.automaton(&self.rule(), &mut next);
            let before = ground.walkable.clone();
            ground.follow(&next);
            if ground.walkable == before {
                break;
            }
            let (mut filled, mut dug) = (before.clone(), ground.walkable.clone());
            filled.subtract(&ground.walkable);
            dug.subtract(&before);
            fill(map, &filled);
            dig(map, &dug);
            cx.step("round", map);
        }
        map.settle();
        cx.step("settle", map);
        Ok(())
    }
}

impl Smooth {
    /// Returns the rule: open ground by the number of open neighbours.
    fn rule(&self) -> Rule {
        let bits = |least: u32| (0..=8).filter(|&open| open >= least).fold(0, |bits, open| bits | 1 << open);
        Rule { born: bits(self.majority), survive: bits(9 - self.majority) }
    }

    /// Returns the tiles that may change.
    fn soft(&self, map: &Map) -> BitGrid {
        let mut soft = map.cells_of(|tile| matches!(tile, Tile::Wall | Tile::Floor));
        let size = map.size();
        for edge in [Rect::new(0, 0, size.width, 1), Rect::new(0, size.height - 1, size.width, 1)] {
            soft.fill_rect(edge, false);
        }
        for edge in [Rect::new(0, 0, 1, size.height), Rect::new(size.width - 1, 0, 1, size.height)] {
            soft.fill_rect(edge, false);
        }
        let mut spare = |rect: Rect| soft.fill_rect(rect, false);
        let cell = |pos: Pos| Rect::new(pos.x, pos.y, 1, 1);
        map.doors.iter().for_each(|door| spare(cell(door.pos).grown(1)));
        map.exits.iter().for_each(|exit| spare(cell(exit.pos)));
        map.entities.iter().for_each(|entity| spare(cell(entity.pos)));
        if self.rooms == Rooms::Keep {
            for room in &map.rooms {
                match room.shape {
                    Shape::Rect(rect) => spare(rect.grown(1)),
                    _ => room.shape.positions().for_each(|pos| spare(cell(pos).grown(1))),
                }
            }
            map.passages.iter().flat_map(Passage::legs).for_each(spare);
        }
        soft
    }
}

struct SmoothGround {
    /// All tiles but wall and void.
    open: BitGrid,
    walkable: BitGrid,
    /// Tiles that may change.
    soft: BitGrid,
}

impl SmoothGround {
    /// Changes the soft tiles to match `wish` where nothing falls apart.
    fn follow(&mut self, wish: &BitGrid) {
        let mut fill = self.walkable.clone();
        fill.subtract(wish);
        fill &= &self.soft;
        let before = self.walkable.clone();
        // Tiles of one parity class are never adjacent, so filling one cannot make it unsafe to
        // fill another.
        for (column, row) in [(0, 0), (1, 1), (1, 0), (0, 1)] {
            fill_safely(&mut self.walkable, &fill, column, row);
        }
        fill_specks(&mut self.walkable, &fill);
        let mut dig = wish.clone();
        dig.subtract(&self.open);
        dig &= &self.soft;
        dig &= &beside(&self.walkable);
        let mut filled = before;
        filled.subtract(&self.walkable);
        self.walkable |= &dig;
        self.open |= &dig;
        self.open.subtract(&filled);
    }
}

/// Returns the cells adjacent to a set one.
fn beside(set: &BitGrid) -> BitGrid {
    let mut beside = set.shifted(1, 0);
    for (dx, dy) in [(-1, 0), (0, 1), (0, -1)] {
        beside |= &set.shifted(dx, dy);
    }
    beside
}

/// Fills the wished cells of every second column and row if their open neighbours form one group
/// around them.
fn fill_safely(walkable: &mut BitGrid, wish: &BitGrid, column: u32, row: i32) {
    let height = walkable.size().height;
    let columns = 0x5555_5555_5555_5555 << column;
    // The edge never changes.
    for y in (1..height - 1).filter(|y| y % 2 == row) {
        for i in 0..wish.row(y).len() {
            let wished = wish.row(y)[i] & columns;
            if wished == 0 {
                continue;
            }
            let word = |y: i32, i: usize| walkable.row(y).get(i).copied().unwrap_or(0);
            let left = |y: i32| word(y, i) << 1 | word(y, i.wrapping_sub(1)) >> 63;
            let right = |y: i32| word(y, i) >> 1 | word(y, i + 1) << 63;
            let (n, s, w, e) = (word(y - 1, i), word(y + 1, i), left(y), right(y));
            let (nw, ne, sw, se) = (left(y - 1), right(y - 1), left(y + 1), right(y + 1));
            let corners = n & e & !ne | e & s & !se | s & w & !sw | w & n & !nw;
            let across = n & s & !(e & ne & se) & !(w & nw & sw) | w & e & !(n & nw & ne) & !(s & sw & se);
            let alone = !(n | s | w | e);
            walkable.row_mut(y)[i] &= !(wished & !(corners | across | alone));
        }
    }
}

/// Fills the wished cells that have no open neighbour, unless no floor would be left.
fn fill_specks(walkable: &mut BitGrid, wish: &BitGrid) {
    let mut specks = walkable.clone();
    specks &= wish;
    specks.subtract(&beside(walkable));
    if specks != *walkable {
        walkable.subtract(&specks);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::grid::Size;
    use crate::base::rng::Seed;
    use crate::check::check;
    use crate::spatial::region::is_one_piece;

    fn smoothed(smooth: &Smooth, text: &str) -> Map {
        let mut map = Map::from_ascii(text).unwrap();
        smooth.generate(&mut map, &mut Context::new(Seed::new(1))).unwrap();
        map
    }

    #[test]
    fn pillars_dead_ends_and_corners_go_and_ways_stay() {
        let text = "\
            \n\
            ##############\n\
            #.....#......#\n\
            #.#...#.#....#\n\
            #............#\n\
            #.....#......#\n\
            ####.####.####\n\
            ####.#########\n\
            #....#########\n\
            ##############";
        let expected = "\
            ##############\n\
            #....##.....##\n\
            #............#\n\
            #............#\n\
            ##..........##\n\
            ###..#########\n\
            ###..#########\n\
            ###..#########\n\
            ##############\n";
        let map = smoothed(&Smooth { rounds: 1, ..Smooth::default() }, text);
        assert_eq!(map.to_ascii(), expected);
    }

    #[test]
    fn any_noise_hangs_together_as_before() {
        let mut rng = Seed::new(3).rng();
        for _ in 0..300 {
            let size = Size::new(rng.range(1, 90), rng.range(1, 40));
            let percent = rng.range(20, 80) as u32;
            let mut floor = BitGrid::from_fn(size, |_| rng.percent(percent));
            if rng.percent(50) {
                crate::spatial::region::keep_largest(&mut floor);
            }
            let mut map = Map::new(size, Tile::Wall);
            map.lay_floor(&floor);
            for _ in 0..4 {
                let water = Pos::new(rng.range(0, size.width - 1), rng.range(0, size.height - 1));
                map.tiles[water] = Tile::Water;
            }
            let before = map.walkable();
            let smooth =
                Smooth { rounds: rng.range(1, 6) as u32, majority: rng.range(5, 8) as u32, ..Smooth::default() };
            smooth.generate(&mut map, &mut Context::new(Seed::new(1))).unwrap();
            let after = map.walkable();
            assert!(!is_one_piece(&before) || is_one_piece(&after), "{}", map.to_ascii());
            assert_eq!(before.is_empty(), after.is_empty());
            for pos in before.iter().filter(|&pos| after.contains(pos)).take(9) {
                let mut cut_off = before.flood(pos);
                cut_off &= &after;
                cut_off.subtract(&after.flood(pos));
                assert!(cut_off.is_empty(), "{pos}");
            }
        }
    }

    #[test]
    fn rooms_doors_and_entities_are_left_alone() {
        let mut map = Map::from_ascii("\n##########\n#...##.@##\n#...+.####\n#...##..m#\n##########").unwrap();
        map.add_room(Shape::Rect(Rect::new(1, 1, 3, 3)));
        map.source.promises = Promises::NONE;
        let before = map.clone();
        Smooth::default().generate(&mut map, &mut Context::new(Seed::new(1))).unwrap();
        assert_eq!((&map.rooms, map.doors.len(), map.entities.len()), (&before.rooms, 1, 2));
        assert_eq!(check(&map), []);
        let mut round = before.clone();
        Smooth { rooms: Rooms::Too, ..Smooth::default() }
            .generate(&mut round, &mut Context::new(Seed::new(1)))
            .unwrap();
        assert_eq!(round.tiles[Pos::new(1, 1)], Tile::Wall);
        assert_eq!(round.tiles[Pos::new(3, 1)], Tile::Floor, "beside a door nothing changes");
    }

    #[test]
    fn the_last_region_is_kept() {
        for text in ["###\n#.#\n###\n", ".\n", "#\n", " \n", "#####\n#.#.#\n#####\n"] {
            assert_eq!(smoothed(&Smooth::default(), text).to_ascii(), text);
        }
    }
}
