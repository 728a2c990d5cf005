//! Floods part of the floor.

use crate::base::error::Error;
use crate::base::grid::Pos;
use crate::base::promises::Promises;
use crate::base::rng::Rng;
use crate::base::tile::Tile;
use crate::generator::{Context, Entry, Generator, Kind};
use crate::map::{Map, Passage};
use crate::spatial::distance::{Distances, Walks};
use crate::spatial::frontier::Frontier;
use crate::spatial::ground::Ground;
use crate::spatial::region_spread::RegionSpread;
use crate::spatial::value_noise::ValueNoise;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Registry entry of the step.
pub const ENTRY: Entry = Entry::new::<Lake>("lake", Kind::Shape)
    .revision(2)
    .preserving(Promises::ALL.without(Promises::FURNISHED.and(Promises::POPULATED).and(Promises::FINISHABLE)));

/// Lakes: floods part of the floor without cutting the map in two.
///
/// Water spreads from a few deep places and avoids corridors, doorsteps, stairs, entities and
/// decorations. The map stays connected by dry ground around the water, or by bridges across it.
/// Running it again adds more water.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Lake {
    /// Percentage of the floor that is flooded, including bridges.
    #[schemars(range(min = 0, max = 100))]
    pub percent: u32,
    /// Number of lakes. More are made if these cannot hold all the water, and fewer if each would
    /// be a puddle.
    #[schemars(range(min = 1, max = 1_000))]
    pub count: u32,
    /// Method of keeping the map connected.
    pub keep: Shore,
    /// Let water wash away walls too: rounder lakes that fill bays behind thin walls.
    pub walls: bool,
}

/// Method of keeping the map connected around a lake.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Shore {
    /// Water stops before it cuts anything off, so paths lead around it.
    #[default]
    Dry,
    /// Water spreads freely, and bridges cross it where it cut something off. Flooded passages
    /// become bridges.
    Bridges,
}

impl Default for Lake {
    fn default() -> Self {
        Lake { percent: 20, count: 3, keep: Shore::Dry, walls: false }
    }
}

impl Generator for Lake {
    fn generate(&self, map: &mut Map, cx: &mut Context<'_>) -> Result<(), Error> {
        cx.spend(map.size().area() as u64 * 4)?;
        let floor = map.floor_positions().count();
        let asked = floor * self.percent as usize / 100;
        if asked > 0 {
            let mut flood = Flood::of(self, map, cx);
            let delivered = flood.rise(asked, map, cx)?;
            if self.keep == Shore::Bridges {
                flood.bridge(map, cx)?;
            }
            if delivered < asked {
                let why = "no more ground can be flooded".to_owned();
                cx.note(map, "water", asked as i64, delivered as i64, why);
            }
        }
        map.settle();
        cx.step("settle", map);
        Ok(())
    }
}

/// Cells that may be flooded.
const LOW: u8 = Ground::FREE_1;
/// Cells that were flooded.
const WET: u8 = Ground::FREE_2;
/// Cells on the shore that wait to be flooded.
const WAITING: u8 = Ground::FREE_3;

/// Minimum size of a lake, in tiles; smaller ones are puddles.
const PUDDLE: usize = 6;
/// A cell that joins its neighbours may be flooded if a detour of at most this many steps joins
/// them too.
const WAY_AROUND: u32 = 70;
/// Budget of the detour search: cells visited for every cell of the map.
const EFFORT: u64 = 30;
/// The cost of the hardest floor; a wall costs three times as much.
const HARDEST: u32 = 17;
/// Islands with fewer tiles than this are flooded instead of bridged.
const ISLET: u32 = 4;

struct Flood<'a> {
    lake: &'a Lake,
    ground: Ground,
    grain: ValueNoise,
    dice: Rng,
    /// Cells where a lake may begin, in random order.
    spots: Vec<usize>,
    /// Distance from each cell to ground that stays dry.
    depths: Distances,
    walks: Walks,
    frontier: Frontier,
}

impl<'a> Flood<'a> {
    fn of(lake: &'a Lake, map: &Map, cx: &Context<'_>) -> Self {
        let mut ground = Ground::of(map);
        ground.keep_contents(map);
        for door in map.doors.iter().filter(|door| map.size().contains(door.pos)) {
            for near in ground.beside(ground.index(door.pos)) {
                ground.set(near, Ground::KEEP);
            }
        }
        if lake.keep == Shore::Dry {
            map.passages.iter().flat_map(Passage::legs).for_each(|leg| ground.mark_rect(leg, Ground::KEEP));
        }
        // Some floor must be left: the first floor cell of the map is never flooded.
        if let Some(first) = ground.cells().find(|&cell| ground.is(cell, Ground::FLOOR)) {
            ground.set(first, Ground::KEEP);
        }
        let (mut spots, mut dry) = (Vec::new(), Vec::new());
        for cell in ground.cells() {
            if ground.is(cell, Ground::KEEP) {
                continue;
            }
            let is_floor = ground.is(cell, Ground::FLOOR) && ground.is_roomy(cell);
            if is_floor || lake.walls && map.tiles[ground.pos(cell)] == Tile::Wall {
                ground.set(cell, LOW);
                spots.extend(is_floor.then_some(cell));
            }
        }
        for cell in ground.cells().filter(|&cell| !ground.is(cell, LOW)) {
            dry.extend(ground.beside(cell).into_iter().any(|near| ground.is(near, LOW)).then_some(cell));
        }
        let mut depths = Distances::on(&ground);
        depths.walk(&ground, LOW, dry, |_| ());
        let mut dice = cx.rng("lakes");
        dice.shuffle(&mut spots);
        let grain = ValueNoise::new(map.size(), 4, &mut cx.rng("ground"));
        let walks = Walks::on(&ground);
        Flood { lake, ground, grain, dice, spots, depths, walks, frontier: Frontier::new(HARDEST * 3) }
    }

    /// Floods about `asked` cells and returns the actual number.
    fn rise(&mut self, asked: usize, map: &mut Map, cx: &mut Context<'_>) -> Result<usize, Error> {
        let (mut flooded, mut lakes) = (0, 0);
        let mut middles: Vec<Pos> = Vec::new();
        let mut next = 0;
        let planned = (self.lake.count as usize).min(asked / (2 * PUDDLE)).max(1);
        while flooded < asked {
            cx.spend(1)?;
            let spot = if lakes < planned { self.deepest(&middles) } else { None };
            let Some(spot) = spot.or_else(|| self.next_spot(&mut next)) else { break };
            middles.push(self.ground.pos(spot));
            lakes += 1;
            let left = asked - flooded;
            // Lakes differ in size; the last one takes the remaining cells.
            let share = left / (planned + 1).saturating_sub(lakes).max(1);
            let size = if lakes < planned { share * self.dice.range(60, 140) as usize / 100 } else { left };
            let water = self.grow(spot, size.clamp(1, left));
            cx.spend(water.len() as u64)?;
            if water.len() < PUDDLE.min(asked) {
                self.dry_up(&water);
                self.ground.clear(spot, LOW);
                continue;
            }
            flooded += water.len();
            water.iter().for_each(|&cell| map.tiles[self.ground.pos(cell)] = Tile::Water);
            cx.step("lake", map);
        }
        Ok(flooded)
    }

    /// Returns the best of some random cells: deep, and far from other lakes.
    fn deepest(&mut self, middles: &[Pos]) -> Option<usize> {
        const TRIES: usize = 12;
        let mut best: Option<(i32, usize)> = None;
        for _ in 0..TRIES {
            let &spot = self.dice.pick(&self.spots)?;
            if self.ground.marks(spot) & (LOW | WET) != LOW {
                continue;
            }
            let depth = self.depths.to(spot).min(5) as i32;
            let pos = self.ground.pos(spot);
            let apart = middles.iter().rev().take(64).map(|middle| middle.manhattan(pos)).min().unwrap_or(0).min(40);
            let score = depth * 12 + apart;
            if best.is_none_or(|(most, _)| score > most) {
                best = Some((score, spot));
            }
        }
        best.map(|(_, spot)| spot)
    }

    /// Returns the next cell that is still dry.
    fn next_spot(&self, next: &mut usize) -> Option<usize> {
        let rest = &self.spots[*next..];
        let found = rest.iter().position(|&spot| self.ground.marks(spot) & (LOW | WET) == LOW);
        *next += found.map_or(rest.len(), |index| index + 1);
        found.map(|index| rest[index])
    }

    /// Floods up to `size` cells around this one, soft ground first.
    fn grow(&mut self, spot: usize, size: usize) -> Vec<usize> {
        let mut water = Vec::new();
        self.frontier.clear();
        self.frontier.put(0, spot);
        self.ground.set(spot, WAITING);
        while let Some((cost, cell)) = self.frontier.take() {
            self.ground.clear(cell, WAITING);
            if water.len() >= size || !self.may_flood(cell) {
                continue;
            }
            self.ground.clear(cell, Ground::OPEN | Ground::FLOOR);
            self.ground.set(cell, WET);
            water.push(cell);
            for near in self.ground.beside(cell) {
                if self.ground.marks(near) & (LOW | WET | WAITING) == LOW {
                    let hardness = 2 + self.grain.at(self.ground.pos(near)) * (HARDEST - 2) / 255;
                    let hardness = hardness * if self.ground.is(near, Ground::SOLID) { 3 } else { 1 };
                    self.ground.set(near, WAITING);
                    self.frontier.put(cost + hardness, near);
                }
            }
        }
        water
    }

    /// Returns true if the map stays connected without this cell.
    fn may_flood(&mut self, cell: usize) -> bool {
        if self.lake.keep == Shore::Bridges || self.ground.is(cell, Ground::SOLID) || self.ground.is_loose(cell) {
            return true;
        }
        let mut sides = self.ground.beside(cell).into_iter().filter(|&near| self.ground.is(near, Ground::OPEN));
        let (Some(first), others) = (sides.next(), sides.collect::<Vec<_>>()) else { return false };
        if self.walks.effort > EFFORT * self.ground.len() as u64 {
            return false;
        }
        self.ground.clear(cell, Ground::OPEN);
        let (ground, walks) = (&self.ground, &mut self.walks);
        let joined = others.into_iter().all(|other| walks.steps(ground, first, other, WAY_AROUND).is_some());
        self.ground.set(cell, Ground::OPEN);
        joined
    }

    /// Removes a puddle and keeps its cells dry from now on.
    fn dry_up(&mut self, water: &[usize]) {
        for &cell in water {
            self.ground.clear(cell, WET | LOW);
            if !self.ground.is(cell, Ground::SOLID) {
                self.ground.set(cell, Ground::OPEN | Ground::FLOOR);
            }
        }
    }

    /// Builds bridges along passages, and wherever water cut something off.
    fn bridge(&mut self, map: &mut Map, cx: &mut Context<'_>) -> Result<(), Error> {
        let ground = &mut self.ground;
        let lay = |pos: Pos, ground: &mut Ground, map: &mut Map| {
            let cell = ground.index(pos);
            if ground.is(cell, WET) && !ground.is(cell, Ground::SOLID | Ground::OPEN) {
                ground.set(cell, Ground::OPEN);
                map.tiles[pos] = Tile::Bridge;
            }
        };
        let ways: Vec<_> = map.passages.iter().flat_map(Passage::legs).collect();
        for leg in ways {
            let leg = leg.intersection(map.size().rect());
            leg.positions().for_each(|pos| lay(pos, ground, map));
        }
        self.drown_islets(map);
        let ground = &mut self.ground;
        let mut reach = RegionSpread::of(ground);
        // Only former floor is bridged, so separate regions stay separate.
        for cell in ground.cells() {
            ground.clear(cell, LOW);
            if ground.marks(cell) & (WET | Ground::SOLID | Ground::OPEN) == WET {
                ground.set(cell, LOW);
            }
        }
        reach.spread(ground, LOW, 1, |_| 1);
        let mut bridges = Vec::new();
        reach.join(ground, u32::MAX, cx, |path, _, _| bridges.push(path.to_vec()))?;
        for bridge in bridges {
            bridge.into_iter().for_each(|pos| lay(pos, ground, map));
            cx.step("bridge", map);
        }
        Ok(())
    }

    /// Floods small islands in a lake if nothing stands on them.
    fn drown_islets(&mut self, map: &mut Map) {
        let ground = &mut self.ground;
        let reach = RegionSpread::of(ground);
        let mut islets: Vec<bool> = reach.sizes.iter().map(|&size| size < ISLET).collect();
        let mut shores = vec![false; islets.len()];
        for cell in ground.cells().filter(|&cell| ground.is(cell, Ground::OPEN)) {
            let region = reach.owner(cell);
            islets[region] &= ground.marks(cell) & (Ground::FLOOR | Ground::KEEP) == Ground::FLOOR;
            shores[region] |= ground.beside(cell).into_iter().any(|near| ground.is(near, WET));
        }
        for cell in ground.cells() {
            if ground.is(cell, Ground::OPEN) && islets[reach.owner(cell)] && shores[reach.owner(cell)] {
                ground.clear(cell, Ground::OPEN | Ground::FLOOR);
                ground.set(cell, WET);
                map.tiles[ground.pos(cell)] = Tile::Water;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::grid::{Grid, Rect, Size};
    use crate::base::rng::Seed;
    use crate::check::check;
    use crate::layout::{bsp, cellular, rooms_corridors};
    use crate::spatial::region;

    fn run(lake: &Lake, map: &mut Map, seed: u64) {
        lake.generate(map, &mut Context::new(Seed::new(seed))).unwrap();
    }

    fn hall() -> Map {
        let mut map = Map::new(Size::new(40, 24), Tile::Wall);
        map.dig_room(Rect::new(1, 1, 38, 22));
        map
    }

    fn count(map: &Map, tile: Tile) -> usize {
        map.tiles.cells().iter().filter(|it| **it == tile).count()
    }

    fn regions(map: &Map) -> usize {
        region::flooded(&map.walkable()).len()
    }

    #[test]
    fn as_much_floor_is_flooded_as_was_asked_for() {
        for percent in [0, 1, 10, 30, 50] {
            for keep in [Shore::Dry, Shore::Bridges] {
                let mut map = hall();
                run(&Lake { percent, keep, ..Lake::default() }, &mut map, percent.into());
                let wet = count(&map, Tile::Water) + count(&map, Tile::Bridge);
                assert!(wet.abs_diff(38 * 22 * percent as usize / 100) <= 12, "{percent} %: {wet}");
                assert_eq!((regions(&map), map.notes.len(), check(&map)), (1, 0, vec![]), "{}", map.to_ascii());
            }
        }
    }

    #[test]
    fn a_lake_smaller_than_requested_is_noted() {
        let mut map = hall();
        run(&Lake { percent: 100, ..Lake::default() }, &mut map, 1);
        assert_eq!((map.notes[0].asked, map.notes[0].delivered), (38 * 22, count(&map, Tile::Water) as i64));
        assert_eq!((regions(&map), check(&map)), (1, vec![]));
    }

    #[test]
    fn things_stay_dry() {
        let drawn = "
####################
#..................#
#.m..........$.....#
#.........>........#
######+#############
#..................#
#......@...........#
#..................#
#.................E#
####################";
        for keep in [Shore::Dry, Shore::Bridges] {
            for seed in 0..20 {
                let mut map = Map::from_ascii(drawn).unwrap();
                let before = map.clone();
                run(&Lake { percent: 90, keep, ..Lake::default() }, &mut map, seed);
                assert_eq!((check(&map), regions(&map)), (vec![], 1), "{}", map.to_ascii());
                assert_eq!(
                    (&map.entities, &map.doors, &map.stairs, &map.exits),
                    (&before.entities, &before.doors, &before.stairs, &before.exits)
                );
                for y in [3, 5] {
                    assert_eq!(map.tiles[Pos::new(6, y)], Tile::Floor, "a doorstep");
                }
            }
        }
    }

    #[test]
    fn corridors_stay_dry_and_passages_stay() {
        let layouts: [Box<dyn Generator>; 2] =
            [Box::new(bsp::Bsp::default()), Box::new(rooms_corridors::RoomsCorridors::default())];
        for layout in layouts {
            for (seed, keep) in [(1, Shore::Dry), (2, Shore::Bridges), (3, Shore::Dry), (4, Shore::Bridges)] {
                let mut map = Map::new(Size::new(80, 50), Tile::Wall);
                layout.generate(&mut map, &mut Context::new(Seed::new(seed))).unwrap();
                let (rooms, passages) = (map.rooms.clone(), map.passages.clone());
                run(&Lake { percent: 20, keep, ..Lake::default() }, &mut map, seed);
                assert_eq!((&map.rooms, &map.passages), (&rooms, &passages));
                assert_eq!((check(&map), regions(&map), map.notes.len()), (vec![], 1, 0), "{}", map.to_ascii());
            }
        }
    }

    #[test]
    fn walls_are_washed_away_if_allowed() {
        let mut map = Map::new(Size::new(60, 40), Tile::Wall);
        cellular::Cellular::default().generate(&mut map, &mut Context::new(Seed::new(1))).unwrap();
        let walls = count(&map, Tile::Wall);
        let mut dry = map.clone();
        run(&Lake::default(), &mut dry, 1);
        assert_eq!((count(&dry, Tile::Wall), check(&dry)), (walls, vec![]));
        run(&Lake { walls: true, ..Lake::default() }, &mut map, 1);
        assert!(count(&map, Tile::Wall) < walls);
        assert_eq!(check(&map), []);
    }

    #[test]
    fn noise_is_never_parted_and_something_is_always_left() {
        let mut rng = Seed::new(6).rng();
        for round in 0..150 {
            let size = Size::new(rng.range(1, 30), rng.range(1, 30));
            let percent = rng.range(20, 100) as u32;
            let tile = |open: bool| if open { Tile::Floor } else { Tile::Wall };
            let cells = (0..size.area()).map(|_| tile(rng.percent(percent))).collect();
            let drawn = Map::with_tiles(Grid::from_cells(size, cells).unwrap());
            for (keep, walls) in
                [(Shore::Dry, false), (Shore::Dry, true), (Shore::Bridges, false), (Shore::Bridges, true)]
            {
                let mut map = drawn.clone();
                run(&Lake { percent: 80, keep, walls, ..Lake::default() }, &mut map, round);
                assert!(regions(&map) <= regions(&drawn), "{}\n{}", drawn.to_ascii(), map.to_ascii());
                assert_eq!(regions(&map) > 0, regions(&drawn) > 0);
                assert!(keep == Shore::Bridges || regions(&map) == regions(&drawn));
            }
        }
    }
}
