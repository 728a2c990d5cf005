//! Places traps.

use super::put;
use crate::base::error::Error;
use crate::base::grid::Dir;
use crate::base::promises::Promises;
use crate::content::tables::{self, Row, Table, pick};
use crate::generator::{Context, Entry, Generator, Kind};
use crate::map::{EntityKind, Map};
use crate::place::placement_index::{PlacementIndex, open_ground};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Registry entry of the step.
pub const ENTRY: Entry = Entry::new::<Traps>("traps", Kind::Place).revision(3).preserving(Promises::ALL);

/// Places traps, mainly in corridors and on the approaches to doors and treasure.
///
/// Use it after the treasure. There are no traps in the zone of the start or on occupied tiles.
/// Traps can be walked over, so one may fill a corridor.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Traps {
    /// Danger of the level: decides which traps occur.
    #[schemars(range(min = 0, max = 1_000))]
    pub danger: u32,
    /// Number of traps for every thousand tiles of floor.
    #[schemars(range(min = 0, max = 1_000))]
    pub per_thousand: u32,
    /// Your own table instead of the shipped one: TOML with `[[trap]]`, each with `name`, `danger`
    /// and `weight`.
    pub table: Table<tables::Traps>,
}

impl Default for Traps {
    fn default() -> Self {
        Traps { danger: 1, per_thousand: 5, table: Table::default() }
    }
}

/// Weights of traps in a corridor, on an approach and anywhere else.
const WEIGHTS: [u32; 3] = [5, 4, 1];
/// Number of attempts to place a trap.
const TRIES: usize = 16;

impl Generator for Traps {
    fn generate(&self, map: &mut Map, cx: &mut Context<'_>) -> Result<(), Error> {
        let traps = self.table.get()?;
        let mut survey = PlacementIndex::take(map, cx)?;
        survey.close_unreachable(map, cx);
        let asked = (survey.floor * u64::from(self.per_thousand)).div_ceil(1_000);
        let (corridors, approaches) = (corridors(&survey), approaches(map, &survey));
        let (mut rng, mut kinds) = (cx.rng("places"), cx.rng("kinds"));
        let lengths = [corridors.len(), approaches.len(), survey.cells().len()];
        let weights = [0, 1, 2].map(|at| if lengths[at] == 0 { 0 } else { WEIGHTS[at] });
        let mut placed = 0;
        for _ in 0..asked {
            cx.spend(1)?;
            let mut look = || {
                let list = [&corridors[..], &approaches, survey.cells()][rng.weighted(&weights)?];
                let cell = *rng.pick(list)? as usize;
                (survey.is_free(cell) && !survey.is_home(cell)).then_some(cell)
            };
            let Some(cell) = (0..TRIES).find_map(|_| look()) else { continue };
            let Some(trap) = pick(traps, self.danger, &mut kinds, |_| true) else { break };
            survey.put(cell);
            put(map, EntityKind::Trap, survey.ground.pos(cell), trap.name.clone());
            placed += 1;
        }
        let occurs = traps.iter().any(|row| row.occurs(self.danger));
        super::say_missing(map, cx, "traps", asked, placed, (!occurs).then_some(self.danger));
        cx.step("traps", map);
        super::promise(map, &survey);
        survey.leave(cx);
        Ok(())
    }

    fn conflicts(&self) -> Vec<(&'static str, String)> {
        self.table.conflicts()
    }
}

/// Returns the cells of corridors.
fn corridors(survey: &PlacementIndex) -> Vec<u32> {
    let mut cells = survey.walkable.clone();
    let open = open_ground(&cells);
    cells.subtract(&open);
    cells.iter().map(|pos| survey.ground.index(pos) as u32).collect()
}

/// Returns the cells up to two steps before doors and treasure, in a straight line.
fn approaches(map: &Map, survey: &PlacementIndex) -> Vec<u32> {
    let items = map.entities.iter().filter(|entity| entity.kind == EntityKind::Item).map(|entity| entity.pos);
    let mut cells = Vec::new();
    for pos in map.doors.iter().map(|door| door.pos).chain(items) {
        for dir in Dir::ALL {
            let line = [pos.step(dir), pos.step(dir).step(dir)];
            let open = line.into_iter().take_while(|&pos| map.tiles.get(pos).is_some_and(|tile| tile.is_walkable()));
            cells.extend(open.map(|pos| survey.ground.index(pos) as u32));
        }
    }
    cells
}
