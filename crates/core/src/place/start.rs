//! Chooses the position of the player at the start.

use super::put;
use crate::base::bits::BitGrid;
use crate::base::error::Error;
use crate::base::promises::Promises;
use crate::base::rng::Rng;
use crate::generator::{Context, Entry, Generator, Kind};
use crate::map::{EntityKind, Level, Map};
use crate::place::placement_index::PlacementIndex;
use crate::spatial::region;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Registry entry of the step.
pub const ENTRY: Entry = Entry::new::<Start>("start", Kind::Place)
    .revision(3)
    .preserving(Promises::ALL.without(Promises::POPULATED.and(Promises::FINISHABLE)));

/// Chooses where the player begins.
///
/// An existing start is kept. Later steps place nothing in the zone of the start and a few steps
/// around it: use this step before monsters, treasure and traps.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Start {
    /// Strategy for choosing the position.
    pub strategy: Strategy,
}

/// Strategy for choosing the start.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Strategy {
    /// At the entrance: on the stairs up, beside an exit, in the entrance room; in a random room if
    /// there is none of these.
    #[default]
    Entrance,
    /// In a random room or zone.
    Room,
    /// In a corner of the zone with the fewest entrances.
    QuietCorner,
    /// As far from exits and stairs down as possible; in a quiet corner if there are none.
    FarFromExit,
}

impl Generator for Start {
    fn generate(&self, map: &mut Map, cx: &mut Context<'_>) -> Result<(), Error> {
        if map.start().is_some() {
            return Ok(());
        }
        let mut survey = PlacementIndex::take(map, cx)?;
        match choose(self.strategy, map, &mut survey, &mut cx.rng("start")) {
            Some(cell) => {
                let pos = survey.ground.pos(cell);
                put(map, EntityKind::Start, pos, "".into());
                survey.put(cell);
                survey.mark_home(map);
                forget_mission(map, cx);
                cx.step_at("start", pos, map);
            }
            None => cx.note(map, "start", 1, 0, "there is no free floor"),
        }
        survey.leave(cx);
        Ok(())
    }
}

/// Returns the cells where another way in bypasses no lock, if the map has a mission.
pub(super) fn free_cells(map: &Map) -> Option<BitGrid> {
    Some(map.mission.as_ref()?.free_cells(map, map.way_in()?))
}

/// Removes a mission that cannot be completed from a new start, with its locks.
pub(super) fn forget_mission(map: &mut Map, cx: &Context<'_>) {
    let Some(mission) = map.mission.take() else { return };
    if mission.holds(map) {
        map.mission = Some(mission);
        return;
    }
    map.unlock(&mission);
    cx.remark(map, "mission", "the locks cannot be opened in order from this start, so locks and keys were removed");
}

/// Returns the start cell chosen by the strategy.
pub(super) fn choose(strategy: Strategy, map: &Map, survey: &mut PlacementIndex, rng: &mut Rng) -> Option<usize> {
    // Exits and stairs must be reachable from the start.
    let mut region = survey.walkable.clone();
    if !map.source.promises.has(Promises::CONNECTED) {
        match map.exits.first().map(|exit| exit.pos).or(map.stairs.first().map(|stairs| stairs.pos)) {
            Some(way) => region::keep_reached(&mut region, [way]),
            None => region::keep_largest(&mut region),
        }
    }
    let found = match strategy {
        // From elsewhere the locks could not be opened in order.
        _ if map.mission.is_some() => at_entrance(map, survey, &region, rng),
        Strategy::Entrance => at_entrance(map, survey, &region, rng),
        Strategy::Room => None,
        Strategy::QuietCorner => quiet_corner(survey, &region, rng),
        Strategy::FarFromExit => far(map, survey).or_else(|| quiet_corner(survey, &region, rng)),
    };
    found.or_else(|| in_area(survey, &region, rng)).or_else(|| {
        let cells = || region.iter().map(|pos| survey.ground.index(pos));
        cells().find(|&cell| survey.is_free(cell)).or_else(|| cells().find(|&cell| survey.is_clear(cell)))
    })
}

fn at_entrance(map: &Map, survey: &mut PlacementIndex, region: &BitGrid, rng: &mut Rng) -> Option<usize> {
    if let Some(up) = map.stairs.iter().find(|stairs| stairs.dir == Level::Up) {
        return map.size().contains(up.pos).then(|| survey.ground.index(up.pos));
    }
    if let Some(exit) = map.exits.iter().find(|exit| map.size().contains(exit.pos)) {
        let exit = survey.ground.index(exit.pos);
        survey.measure(&[exit]);
        return survey.reached().find(|&cell| survey.is_free(cell) && !survey.is_doorstep(cell));
    }
    let entrance = |room: u32| map.rooms[room as usize].tags.iter().any(|tag| tag == "entrance");
    let area = survey.areas().iter().find(|area| area.room.is_some_and(entrance))?;
    any_of(survey, survey.cells_of(area), region, rng)
}

/// Returns a random free cell among these, preferably one that blocks no path.
fn any_of(survey: &PlacementIndex, cells: &[u32], region: &BitGrid, rng: &mut Rng) -> Option<usize> {
    let within = |cell: usize| survey.is_free(cell) && region.contains(survey.ground.pos(cell));
    let first = rng.below(cells.len() as u32) as usize;
    let turned = || cells[first..].iter().chain(&cells[..first]).map(|&cell| cell as usize);
    turned().find(|&cell| within(cell) && survey.has_place(cell)).or_else(|| turned().find(|&cell| within(cell)))
}

fn in_area(survey: &PlacementIndex, region: &BitGrid, rng: &mut Rng) -> Option<usize> {
    let mut order: Vec<usize> = (0..survey.areas().len()).collect();
    rng.shuffle(&mut order);
    order.into_iter().find_map(|index| any_of(survey, survey.cells_of(&survey.areas()[index]), region, rng))
}

fn quiet_corner(survey: &PlacementIndex, region: &BitGrid, rng: &mut Rng) -> Option<usize> {
    let quiet = |index: usize| {
        let cells = survey.cells_of(&survey.areas()[index]).iter().map(|&cell| cell as usize);
        let free = cells.filter(|&cell| survey.is_free(cell) && region.contains(survey.ground.pos(cell))).count();
        (free > 0).then(|| survey.openings(index))
    };
    let ranked = (0..survey.areas().len()).filter_map(|index| Some((quiet(index)?, rng.below(1 << 16), index)));
    let (_, _, index) = ranked.min()?;
    let cells = survey.cells_of(&survey.areas()[index]).iter().map(|&cell| cell as usize);
    let within = |cell: &usize| survey.is_free(*cell) && region.contains(survey.ground.pos(*cell));
    cells.filter(within).max_by_key(|&cell| (survey.has_place(cell), survey.walls(cell), !survey.is_doorstep(cell)))
}

fn far(map: &Map, survey: &mut PlacementIndex) -> Option<usize> {
    let down = map.stairs.iter().filter(|stairs| stairs.dir == Level::Down).map(|stairs| stairs.pos);
    let ways = map.exits.iter().map(|exit| exit.pos).chain(down).filter(|&pos| map.size().contains(pos));
    let ways: Vec<usize> = ways.map(|pos| survey.ground.index(pos)).collect();
    if ways.is_empty() {
        return None;
    }
    survey.measure(&ways);
    survey.reached().rev().find(|&cell| survey.is_free(cell))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::grid::Pos;
    use crate::base::rng::Seed;
    use crate::place::tests::faults;

    fn start(text: &str, strategy: Strategy) -> Option<Pos> {
        let mut map = Map::from_ascii(text).unwrap();
        map.source.promises = Promises::NONE;
        Start { strategy }.generate(&mut map, &mut Context::new(Seed::new(3))).unwrap();
        assert_eq!(faults(&map), [""; 0]);
        assert_eq!(map.start().is_none(), !map.notes.is_empty());
        map.start()
    }

    #[test]
    fn entrances_are_stairs_or_exits() {
        let text = "\n##########\n#........#\n#.<......#\n#......E.#\n##########";
        assert_eq!(start(text, Strategy::Entrance), Some(Pos::new(2, 2)));
        let text = "\n##########\n#........#\n#........#\n#......E.#\n##########";
        let near = start(text, Strategy::Entrance).unwrap();
        assert_eq!(near.manhattan(Pos::new(7, 3)), 1);
        assert_eq!(start(text, Strategy::FarFromExit), Some(Pos::new(1, 1)));
    }

    #[test]
    fn a_quiet_corner_has_walls_around_it() {
        let text = "\n###############\n#.............#\n#.............#\n###############";
        let pos = start(text, Strategy::QuietCorner).unwrap();
        assert!([1, 13].contains(&pos.x), "{pos}");
    }

    #[test]
    fn one_tile_is_enough_and_none_is_an_error() {
        for strategy in [Strategy::Entrance, Strategy::Room, Strategy::QuietCorner, Strategy::FarFromExit] {
            assert_eq!(start(".", strategy), Some(Pos::new(0, 0)));
            assert_eq!(start("#", strategy), None);
            assert_eq!(start("\n####\n#@.#\n####", strategy), Some(Pos::new(1, 1)), "kept");
        }
    }
}
