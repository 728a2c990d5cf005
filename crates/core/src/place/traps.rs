//! Places traps.

use super::put;
use crate::error::Error;
use crate::generator::{Context, Entry, Generator, Kind};
use crate::grid::Dir;
use crate::ground::Ground;
use crate::map::{EntityKind, Map};
use crate::promises::Promises;
use crate::survey::Survey;
use crate::tables::{self, Table, pick};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How it is listed.
pub const ENTRY: Entry = Entry::new::<Traps>("traps", Kind::Place).preserving(Promises::ALL);

/// Places traps, above all in corridors and on the approaches to doors and treasure.
///
/// Put it after the treasure. There is none in the zone of the start, and none where anything else is. One can walk over a trap: it may fill a corridor.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Traps {
    /// How dangerous the level is: which traps occur.
    #[schemars(range(min = 0, max = 1_000))]
    pub danger: u32,
    /// How many there are for every thousand tiles of floor.
    #[schemars(range(min = 0, max = 1_000))]
    pub per_thousand: u32,
    /// A table of your own in place of the shipped one: TOML with `[[trap]]`, each with `name`, `danger` and `weight`.
    pub table: Table<tables::Traps>,
}

impl Default for Traps {
    fn default() -> Self {
        Traps { danger: 1, per_thousand: 5, table: Table::default() }
    }
}

/// How likely a trap lies in a corridor, on an approach, anywhere.
const WEIGHTS: [u32; 3] = [5, 4, 1];
/// How many places are looked at for a trap before it is left out.
const TRIES: usize = 8;

impl Generator for Traps {
    fn generate(&self, map: &mut Map, cx: &mut Context<'_>) -> Result<(), Error> {
        let traps = self.table.get()?;
        let mut survey = Survey::take(map, cx)?;
        let (lists, floor) = places(map, &survey);
        let asked = (floor * u64::from(self.per_thousand)).div_ceil(1_000);
        let (mut rng, mut kinds) = (cx.rng("places"), cx.rng("kinds"));
        let weights: Vec<u32> =
            WEIGHTS.iter().zip(&lists).map(|(&w, list)| if list.is_empty() { 0 } else { w }).collect();
        let mut placed = 0;
        for _ in 0..asked {
            cx.spend(1)?;
            let mut look = || {
                let list = &lists[rng.weighted(&weights)?];
                rng.pick(list).map(|&cell| cell as usize).filter(|&cell| survey.is_free(cell))
            };
            let Some(cell) = (0..TRIES).find_map(|_| look()) else { continue };
            let Some(trap) = pick(traps, self.danger, &mut kinds, |_| true) else { break };
            survey.put(cell);
            put(map, EntityKind::Trap, survey.ground.pos(cell), trap.name.clone());
            placed += 1;
        }
        if placed < asked {
            let why = match placed == 0 && pick(traps, self.danger, &mut kinds, |_| true).is_none() {
                true => format!("nothing in the table occurs at danger {}", self.danger),
                false => "there is no place left for more".to_owned(),
            };
            cx.note(map, "traps", asked as i64, placed as i64, why);
        }
        cx.step("traps", map);
        super::promise(map, &survey);
        survey.leave(cx);
        Ok(())
    }

    fn conflicts(&self) -> Vec<(&'static str, String)> {
        self.table.conflicts()
    }
}

/// Corridors, approaches and everything else, and how much floor there is.
fn places(map: &Map, survey: &Survey) -> ([Vec<u32>; 3], u64) {
    let mut lists = [const { Vec::new() }; 3];
    let mut floor = 0;
    for cell in survey.ground.cells() {
        if survey.ground.is(cell, Ground::FLOOR) {
            floor += 1;
            if survey.is_free(cell) && !survey.is_home(cell) {
                lists[if survey.ground.is_roomy(cell) { 2 } else { 0 }].push(cell as u32);
            }
        }
    }
    let items = map.entities.iter().filter(|entity| entity.kind == EntityKind::Item).map(|entity| entity.pos);
    for pos in map.doors.iter().map(|door| door.pos).chain(items) {
        for (dir, reach) in Dir::ALL.into_iter().flat_map(|dir| [(dir, 1), (dir, 2)]) {
            let near = (0..reach).fold(pos, |pos, _| pos.step(dir));
            if map.size().contains(near) {
                let cell = survey.ground.index(near);
                let behind = near.step(dir.opposite());
                let in_sight = reach == 1 || map.tiles.get(behind).is_some_and(|tile| tile.is_walkable());
                if in_sight && survey.is_free(cell) && !survey.is_home(cell) {
                    lists[1].push(cell as u32);
                }
            }
        }
    }
    (lists, floor)
}
