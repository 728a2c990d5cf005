//! Places treasure.

use super::put;
use crate::base::error::Error;
use crate::base::promises::Promises;
use crate::base::rng::Rng;
use crate::content::tables::{self, Row, Table, pick};
use crate::generator::{Context, Entry, Generator, Kind};
use crate::map::{EntityKind, Map};
use crate::place::placement_index::PlacementIndex;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Registry entry of the step.
pub const ENTRY: Entry = Entry::new::<Treasure>("treasure", Kind::Place).revision(3).preserving(Promises::ALL);

/// Places treasure, mainly in dead ends and guarded rooms.
///
/// Use it after the monsters, whose rooms count as guarded. There is no treasure in the zone of the
/// start, and none blocks a path.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Treasure {
    /// Danger of the level: decides which items occur.
    #[schemars(range(min = 0, max = 1_000))]
    pub danger: u32,
    /// Number of items for every thousand tiles of floor.
    #[schemars(range(min = 0, max = 1_000))]
    pub per_thousand: u32,
    /// Your own table instead of the shipped one: TOML with `[[item]]`, each with `name`, `danger`
    /// and `weight`.
    pub table: Table<tables::Items>,
}

impl Default for Treasure {
    fn default() -> Self {
        Treasure { danger: 1, per_thousand: 8, table: Table::default() }
    }
}

impl Generator for Treasure {
    fn generate(&self, map: &mut Map, cx: &mut Context<'_>) -> Result<(), Error> {
        let items = self.table.get()?;
        let mut survey = PlacementIndex::take(map, cx)?;
        survey.close_unreachable(map, cx);
        let places = Candidates::of(map, &survey);
        let asked = (survey.floor * u64::from(self.per_thousand)).div_ceil(1_000);
        let (mut rng, mut kinds) = (cx.rng("places"), cx.rng("kinds"));
        let mut placed = 0;
        for _ in 0..asked {
            cx.spend(1)?;
            let Some(cell) = (0..TRIES).find_map(|_| places.pick(&survey, &mut rng)) else { continue };
            let Some(item) = pick(items, self.danger, &mut kinds, |_| true) else { break };
            survey.block(cell);
            put(map, EntityKind::Item, survey.ground.pos(cell), item.name.clone());
            placed += 1;
        }
        let occurs = items.iter().any(|row| row.occurs(self.danger));
        super::say_missing(map, cx, "items", asked, placed, (!occurs).then_some(self.danger));
        cx.step("treasure", map);
        super::promise(map, &survey);
        survey.leave(cx);
        Ok(())
    }

    fn conflicts(&self) -> Vec<(&'static str, String)> {
        self.table.conflicts()
    }
}

/// Number of attempts to place an item.
const TRIES: usize = 8;

/// Weight factor of a zone that is a dead end, guarded, or meant for treasure.
const DEAD_END: u64 = 4;
const GUARDED: u64 = 3;
const MEANT: u64 = 6;
/// Weight of a dead-end corridor; the weight of a zone grows with its size.
const BLIND: u64 = 3;

/// Candidate places for items, with their weights.
struct Candidates {
    /// Cumulative weights: zones first, then the ends of dead-end corridors.
    sums: Vec<u64>,
    areas: Vec<usize>,
    blind: Vec<u32>,
}

impl Candidates {
    fn of(map: &Map, survey: &PlacementIndex) -> Candidates {
        let mut guarded = vec![false; survey.areas().len()];
        for monster in map.entities.iter().filter(|entity| entity.kind == EntityKind::Monster) {
            if let Some(area) = survey.owner_at(monster.pos) {
                guarded[area] = true;
            }
        }
        let mut places = Candidates { sums: Vec::new(), areas: Vec::new(), blind: Vec::new() };
        let mut sum = 0;
        for (index, area) in survey.areas().iter().enumerate().filter(|(_, area)| !area.is_home) {
            let tags = area.room.map_or(&[][..], |room| &map.rooms[room as usize].tags);
            let meant = tags.iter().any(|tag| ["treasure", "boss", "vault", "goal"].contains(&&**tag));
            let mut weight = 1 + (survey.cells_of(area).len() as u64).isqrt() / 8;
            weight += if survey.is_dead_end(index, map) { DEAD_END } else { 0 };
            weight += if guarded[index] { GUARDED } else { 0 };
            weight += if meant { MEANT } else { 0 };
            sum += weight;
            places.sums.push(sum);
            places.areas.push(index);
        }
        for pos in survey.walkable.ends().iter() {
            let cell = survey.ground.index(pos);
            if survey.is_free(cell) && !survey.is_home(cell) {
                sum += BLIND;
                places.sums.push(sum);
                places.blind.push(cell as u32);
            }
        }
        places
    }

    /// Returns a random place, if it is still free.
    fn pick(&self, survey: &PlacementIndex, rng: &mut Rng) -> Option<usize> {
        let sum = *self.sums.last()?;
        let hit = u64::from(rng.below(sum.min(u32::MAX.into()) as u32));
        let at = self.sums.partition_point(|&so_far| so_far <= hit);
        let will_do = |cell: usize| survey.has_place(cell) && !survey.is_home(cell);
        match self.areas.get(at) {
            // Of a few cells, the one farthest off the path.
            Some(&area) => {
                let cells = survey.cells_of(&survey.areas()[area]);
                let looked_at = (0..6).map(|_| cells[rng.below(cells.len() as u32) as usize] as usize);
                let fit: Vec<usize> = looked_at.filter(|&cell| will_do(cell)).collect();
                fit.into_iter().max_by_key(|&cell| survey.walls(cell))
            }
            None => Some(self.blind[at - self.areas.len()] as usize).filter(|&cell| will_do(cell)),
        }
    }
}
