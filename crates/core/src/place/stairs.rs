//! Places stairs to the levels above and below.

use super::start::{self, Strategy, choose};
use crate::base::bits::BitGrid;
use crate::base::error::Error;
use crate::base::grid::Pos;
use crate::base::promises::Promises;
use crate::base::tile::Tile;
use crate::generator::{Context, Entry, Generator, Kind};
use crate::map::{Extra, Level, Map, Stairs as Flight};
use crate::place::placement_index::PlacementIndex;
use crate::spatial::region;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};

/// Registry entry of the step.
pub const ENTRY: Entry =
    Entry::new::<Stairs>("stairs", Kind::Place).revision(2).preserving(Promises::ALL.without(Promises::FINISHABLE));

/// Places stairs: up at the entrance, down far from there.
///
/// Existing stairs stay and are not doubled. Distances are measured on foot. Stairs are in rooms
/// and open ground rather than in corridors, and never beside a door.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Stairs {
    /// Place stairs up.
    pub up: bool,
    /// Place stairs down.
    pub down: bool,
    /// Column and row of the stairs up, to match the level above. If that tile is not free floor,
    /// the nearest free floor is used.
    #[schemars(schema_with = "place")]
    pub up_at: Option<[i32; 2]>,
    /// Column and row of the stairs down, to match the level below. If that tile is not free floor,
    /// the nearest free floor is used.
    #[schemars(schema_with = "place")]
    pub down_at: Option<[i32; 2]>,
}

fn place(_: &mut SchemaGenerator) -> Schema {
    let number = json_schema!({"type": "integer", "minimum": 0, "maximum": 268_435_455});
    json_schema!({
        "type": ["array", "null"],
        "items": number,
        "minItems": 2,
        "maxItems": 2,
        "examples": [[1, 1], [9, 7]]
    })
}

impl Default for Stairs {
    fn default() -> Self {
        Stairs { up: false, down: true, up_at: None, down_at: None }
    }
}

impl Generator for Stairs {
    fn generate(&self, map: &mut Map, cx: &mut Context<'_>) -> Result<(), Error> {
        let mut survey = PlacementIndex::take(map, cx)?;
        if self.up && !has(map, Level::Up) {
            let asked = self.up_at.map(|[x, y]| Pos::new(x, y));
            // Stairs up lead in, so they are not behind the locks of a mission.
            let open = start::free_cells(map);
            let cell = match (asked, map.start().filter(|&pos| map.size().contains(pos))) {
                (Some(asked), _) => near(asked, open.as_ref(), map, &mut survey, cx),
                (None, Some(start)) => {
                    let cell = survey.ground.index(start);
                    let plain =
                        survey.ground.is(cell, crate::spatial::ground::Ground::FLOOR) && !survey.is_furnished(cell);
                    let exit = map.exits.iter().any(|exit| exit.pos == start);
                    if plain && !exit { Some(cell) } else { near(start, open.as_ref(), map, &mut survey, cx) }
                }
                (None, None) => {
                    let cell = choose(Strategy::Entrance, map, &mut survey, &mut cx.rng("up"));
                    cell.and_then(|cell| near(survey.ground.pos(cell), open.as_ref(), map, &mut survey, cx))
                }
            };
            put(map, &mut survey, cell, Level::Up, cx);
        }
        if self.down && !has(map, Level::Down) {
            let cell = match self.down_at {
                Some([x, y]) => near(Pos::new(x, y), None, map, &mut survey, cx),
                None => far(map, &mut survey, cx),
            };
            put(map, &mut survey, cell, Level::Down, cx);
        }
        start::forget_mission(map, cx);
        survey.leave(cx);
        Ok(())
    }
}

fn has(map: &Map, dir: Level) -> bool {
    map.stairs.iter().any(|stairs| stairs.dir == dir)
}

fn put(map: &mut Map, survey: &mut PlacementIndex, cell: Option<usize>, dir: Level, cx: &mut Context<'_>) {
    let Some(cell) = cell else {
        let what = if dir == Level::Up { "stairs up" } else { "stairs down" };
        cx.note(map, what, 1, 0, "there is no suitable free floor");
        return;
    };
    let pos = survey.ground.pos(cell);
    if survey.is_furnished(cell) {
        // There is no other place, as in a tiny room, and furniture keeps clear of stairs.
        map.source.promises = map.source.promises - Promises::FURNISHED;
    }
    let stairs = Flight { pos, dir, extra: Extra::default() };
    map.tiles[pos] = stairs.tile();
    survey.lay(cell, stairs.tile());
    map.stairs.push(stairs);
    map.recount();
    cx.step_at("stairs", pos, map);
}

/// Returns true if stairs may be there: not beside a door or furniture.
fn will_do(survey: &PlacementIndex, cell: usize) -> bool {
    survey.is_clear(cell) && !survey.is_doorstep(cell) && !survey.is_furnished(cell)
}

/// Returns true if stairs there block no path.
fn stands_well(survey: &PlacementIndex, cell: usize) -> bool {
    will_do(survey, cell) && survey.ground.is_roomy(cell) && survey.has_place(cell)
}

/// Measures distances from the entrance, or from one end of the map if it has none. Returns false
/// if there is no floor.
fn measure(map: &Map, survey: &mut PlacementIndex) -> bool {
    let from = match map.way_in().filter(|&pos| map.size().contains(pos)) {
        Some(pos) => survey.ground.index(pos),
        None => {
            let mut region = survey.walkable.clone();
            region::keep_largest(&mut region);
            let Some(any) = region.iter().next() else { return false };
            let any = survey.ground.index(any);
            survey.measure(&[any]);
            survey.reached().next_back().unwrap_or(any)
        }
    };
    survey.measure(&[from]);
    true
}

/// Returns the requested cell, or the nearest suitable one, among the open cells if there are any.
fn near(
    asked: Pos,
    open: Option<&BitGrid>,
    map: &mut Map,
    survey: &mut PlacementIndex,
    cx: &Context<'_>,
) -> Option<usize> {
    let is_open = |pos: Pos| open.is_none_or(|open| open.contains(pos));
    if map.size().contains(asked) {
        let cell = survey.ground.index(asked);
        let plain = will_do(survey, cell) || map.start() == Some(asked) && map.tiles[asked] == Tile::Floor;
        // The stairs must be connected with all other entrances and exits.
        let alone = map.way_in().is_none() || map.source.promises.has(Promises::CONNECTED);
        if plain && is_open(asked) && (alone || measure(map, survey) && survey.steps(cell).is_some()) {
            return Some(cell);
        }
    }
    if !measure(map, survey) {
        return None;
    }
    let found = survey.reached().filter(|&cell| will_do(survey, cell) && is_open(survey.ground.pos(cell)));
    let found = found.min_by_key(|&cell| survey.ground.pos(cell).manhattan(asked))?;
    let pos = survey.ground.pos(found);
    cx.remark(map, "stairs", format!("requested at {asked}, which is not suitable; placed at {pos} instead"));
    Some(found)
}

/// Returns a cell far from the entrance: among the last tenth of all distances.
fn far(map: &Map, survey: &mut PlacementIndex, cx: &Context<'_>) -> Option<usize> {
    if !measure(map, survey) {
        return None;
    }
    let kinds: [fn(&PlacementIndex, usize) -> bool; 3] = [stands_well, will_do, PlacementIndex::is_clear];
    kinds.into_iter().find_map(|kind| {
        let mut good = survey.reached().rev().filter(|&cell| kind(survey, cell)).peekable();
        let farthest = u64::from(survey.steps(*good.peek()?)?);
        let far = |cell: &usize| survey.steps(*cell).is_some_and(|steps| u64::from(steps) * 10 >= farthest * 9);
        let far: Vec<usize> = good.take_while(far).collect();
        cx.rng("down").pick(&far).copied()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::rng::Seed;
    use crate::map::Decoration;
    use crate::place::tests::faults;

    fn stairs(text: &str, step: &Stairs) -> Map {
        let mut map = Map::from_ascii(text).unwrap();
        map.source.promises = Promises::NONE;
        step.generate(&mut map, &mut Context::new(Seed::new(3))).unwrap();
        assert_eq!(faults(&map), [""; 0], "{}", map.to_ascii());
        map
    }

    const HALL: &str = "\
        \n\
        ####################\n\
        #@................##\n\
        #.................+.#\n\
        #.................##\n\
        ####################";

    #[test]
    fn stairs_down_are_far_and_stairs_up_where_one_begins() {
        let map = stairs(HALL, &Stairs { up: true, ..Stairs::default() });
        assert_eq!((map.stairs.len(), map.stairs[0].pos), (2, Pos::new(1, 1)));
        assert!(map.stairs[1].pos.x >= 15 && map.stairs[1].pos.x < 18, "{}", map.to_ascii());
    }

    #[test]
    fn stairs_stand_at_or_near_the_requested_cell() {
        let asked = Stairs { up: true, up_at: Some([5, 2]), down_at: Some([17, 2]), ..Stairs::default() };
        let map = stairs(HALL, &asked);
        assert_eq!(map.stairs[0].pos, Pos::new(5, 2));
        assert_eq!(map.stairs[1].pos.manhattan(Pos::new(17, 2)), 1, "beside the door there are none");
        assert_eq!((map.notes.len(), map.notes[0].is_remark()), (1, true));
        let outside = Stairs { down_at: Some([500, 500]), ..Stairs::default() };
        assert_eq!(stairs(HALL, &outside).stairs.len(), 1);
    }

    #[test]
    fn stairs_beside_furniture_remove_its_promise() {
        let beside = |text: &str| {
            let mut map = Map::from_ascii(text).unwrap();
            map.decorations.push(Decoration::new("barrels", Pos::new(2, 1)).with_tags(vec!["north".into()]));
            map.source.promises = Promises::FURNISHED;
            assert_eq!(faults(&map), [""; 0]);
            Stairs::default().generate(&mut map, &mut Context::new(Seed::new(3))).unwrap();
            assert_eq!(faults(&map), [""; 0], "{}", map.to_ascii());
            (map.stairs.len(), map.source.promises.has(Promises::FURNISHED))
        };
        assert_eq!(beside("\n####\n#..#\n####"), (1, false));
        assert_eq!(beside("\n########\n#......#\n#......#\n########"), (1, true));
    }

    #[test]
    fn no_stairs_without_space() {
        let map = stairs("#", &Stairs { up: true, ..Stairs::default() });
        assert_eq!((map.stairs.len(), map.notes.len()), (0, 2));
        let map = stairs(".", &Stairs { up: true, ..Stairs::default() });
        assert_eq!((map.stairs.len(), map.notes.len()), (1, 1));
        let kept = stairs("\n####\n#<>#\n####", &Stairs { up: true, ..Stairs::default() });
        assert_eq!(kept.stairs.len(), 2);
    }
}
