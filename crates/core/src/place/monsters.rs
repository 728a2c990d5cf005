//! Places monsters.

use super::put;
use crate::base::error::Error;
use crate::base::promises::Promises;
use crate::base::rng::Rng;
use crate::content::tables::{self, Formation, Row, Table};
use crate::generator::{Context, Entry, Generator, Kind};
use crate::map::{EntityKind, Map};
use crate::place::placement_index::PlacementIndex;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Registry entry of the step.
pub const ENTRY: Entry = Entry::new::<Monsters>("monsters", Kind::Place).revision(4).preserving(Promises::ALL);

/// Places monsters in formations that suit the danger: gathered in rooms, in tight clusters in
/// caves.
///
/// Monsters keep out of the zone of the start and more than four steps away from it, and never
/// block a path: the map stays connected even if no monster moves. Zones of a theme get monsters
/// that live there.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Monsters {
    /// Danger of the level: decides which formations occur, and how many.
    #[schemars(range(min = 0, max = 1_000))]
    pub danger: u32,
    /// Distribution of the monsters.
    pub style: MonsterStyle,
    /// Maximum percentage of a room's tiles occupied by monsters.
    #[schemars(range(min = 0, max = 100))]
    pub room_percent: u32,
    /// Maximum percentage of a zone's tiles occupied by monsters where they form clusters.
    #[schemars(range(min = 0, max = 100))]
    pub cluster_percent: u32,
    /// Total cost of all formations. Default: 12 plus five times the danger for every thousand
    /// tiles of floor, and at least enough for one formation in every zone.
    #[schemars(range(min = 0, max = 1_000_000_000))]
    pub budget: Option<u32>,
    /// Your own table of formations instead of the shipped one: TOML with `[[formation]]`, each
    /// with `name`, `members`, `danger`, `weight`, `cost` and optionally `tags`.
    pub table: Table<tables::Formations>,
}

impl Default for Monsters {
    fn default() -> Self {
        Monsters {
            danger: 1,
            style: MonsterStyle::Auto,
            room_percent: 50,
            cluster_percent: 10,
            budget: None,
            table: Table::default(),
        }
    }
}

/// Distribution of monsters.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum MonsterStyle {
    /// `rooms` where there are rooms, `clusters` elsewhere.
    #[default]
    Auto,
    /// Formations gathered somewhere in every zone.
    Rooms,
    /// One to three clusters in every zone, each within three tiles of its middle.
    Clusters,
}

impl Monsters {
    /// Returns the total budget for this many tiles of floor, given the cost of the cheapest
    /// formations for all zones.
    fn purse(&self, tiles: u64, cheapest: u64) -> u64 {
        match self.budget {
            Some(budget) => budget.into(),
            None => (tiles * (12 + 5 * u64::from(self.danger))).div_ceil(1_000).max(cheapest),
        }
    }
}

impl Generator for Monsters {
    fn generate(&self, map: &mut Map, cx: &mut Context<'_>) -> Result<(), Error> {
        let formations = self.table.get()?;
        let mut survey = PlacementIndex::take(map, cx)?;
        survey.close_unreachable(map, cx);
        let mut order: Vec<u32> = (0..survey.areas().len() as u32).collect();
        order.retain(|&area| !survey.areas()[area as usize].is_home);
        cx.rng("order").shuffle(&mut order);
        let tiles = |area: u32, survey: &PlacementIndex| survey.cells_of(&survey.areas()[area as usize]).len() as u64;
        let all: u64 = order.iter().map(|&area| tiles(area, &survey)).sum();
        let rows: Vec<&Formation> = formations.iter().filter(|row| row.occurs(self.danger)).collect();
        let least = u64::from(rows.iter().map(|row| row.cost).min().unwrap_or(0));
        let mut left = order.len() as u64;
        let purse = self.purse(all, left * least);
        let mut party = Party { rows, danger: self.danger, purse, spent: 0, reserve: 0, words: &[], placed: 0 };
        let (mut seen, mut wanted) = (0, false);
        let seed = cx.seed("zones");
        let themes = survey.themes(map);
        for &area in &order {
            let count = tiles(area, &survey);
            cx.spend(count)?;
            seen += count;
            left -= 1;
            party.reserve = left * least;
            let clusters = match self.style {
                MonsterStyle::Auto => survey.areas()[area as usize].room.is_none(),
                MonsterStyle::Rooms => false,
                MonsterStyle::Clusters => true,
            };
            let percent = if clusters { self.cluster_percent } else { self.room_percent };
            let cap = (count * u64::from(percent) / 100) as usize;
            if cap == 0 {
                continue;
            }
            wanted = true;
            party.words = themes.at(survey.cells_of(&survey.areas()[area as usize])[0]).map_or(&[], |it| &it.monsters);
            // Its share of the budget, plus the remainder of the zones before it.
            let share = u64::try_from(u128::from(party.purse) * u128::from(seen) / u128::from(all)).unwrap_or(u64::MAX);
            let mut rng = seed.nth(area.into()).rng();
            if clusters {
                party.in_clusters(map, &mut survey, area as usize, cap, share, &mut rng);
            } else {
                party.in_room(map, &mut survey, area as usize, cap, share, &mut rng);
            }
            cx.step("monsters", map);
        }
        let (placed, none) = (party.placed, party.rows.is_empty());
        if placed == 0 && (wanted || order.is_empty()) && self.budget != Some(0) {
            let why = match (none, order.is_empty()) {
                (true, _) => format!("no formation of the table occurs at danger {}", self.danger),
                (_, true) => "the only zone is that of the start".to_owned(),
                _ => "no formation fits".to_owned(),
            };
            cx.note(map, "monsters", 1, 0, why);
        }
        // A level of a campaign keeps its danger, even if its monsters come from another.
        if !map.stats.contains_key("level") {
            map.stats.insert("danger".to_owned(), self.danger.into());
        }
        super::promise(map, &survey);
        survey.leave(cx);
        Ok(())
    }

    fn conflicts(&self) -> Vec<(&'static str, String)> {
        self.table.conflicts()
    }
}

/// Monsters that are still to be placed.
struct Party<'a> {
    rows: Vec<&'a Formation>,
    danger: u32,
    purse: u64,
    spent: u64,
    /// Budget reserved for the zones to come, so that every zone gets a formation.
    reserve: u64,
    /// Tags of the monsters that live in the current zone.
    words: &'a [String],
    placed: usize,
}

impl Party<'_> {
    /// Picks a formation that fits into `most` cells and costs at most `allowed`.
    fn pick(&self, most: usize, allowed: u64, rng: &mut Rng) -> Option<usize> {
        let fits = |row: &Formation| {
            row.members.len() <= most && u64::from(row.cost) <= allowed && row.lives_among(self.words)
        };
        let total: u32 = self.rows.iter().filter(|row| fits(row)).map(|row| row.weight()).sum();
        let mut left = rng.below(total);
        self.rows.iter().position(|row| {
            if !fits(row) {
                return false;
            }
            let hit = left < row.weight;
            left = left.wrapping_sub(row.weight);
            hit
        })
    }

    /// Returns the budget of the first formation of a group: the share, or the cost of the cheapest
    /// formation while there is any budget left.
    fn first(&self, share: u64) -> u64 {
        let least = self.rows.iter().filter(|row| row.lives_among(self.words)).map(|row| row.cost).min();
        self.further(share).max(u64::from(least.unwrap_or(0)).min(self.purse - self.spent))
    }

    /// Returns the budget of further formations: the rest of the share that is not reserved for
    /// others.
    fn further(&self, share: u64) -> u64 {
        let free = (self.purse - self.spent).saturating_sub(self.reserve);
        share.saturating_sub(self.spent).min(free)
    }

    /// Places formations one after the other, each around its own cell.
    fn in_room(
        &mut self,
        map: &mut Map,
        survey: &mut PlacementIndex,
        area: usize,
        cap: usize,
        share: u64,
        rng: &mut Rng,
    ) {
        let mut left = cap;
        let mut first = true;
        let mut misses = 0;
        while left > 0 && misses < MISSES {
            let allowed = if first { self.first(share) } else { self.further(share) };
            let Some(row) = self.pick(left, allowed, rng) else { return };
            let cells = survey.cells_of(&survey.areas()[area]);
            let anchor = cells[rng.below(cells.len() as u32) as usize] as usize;
            let members = self.rows[row].members.len();
            let places = survey.gather(anchor, area, members, u32::MAX);
            if places.len() < members {
                misses += 1;
                continue;
            }
            self.put(map, survey, row, &places);
            left -= members;
            first = false;
        }
    }

    /// Places one to three clusters.
    fn in_clusters(
        &mut self,
        map: &mut Map,
        survey: &mut PlacementIndex,
        area: usize,
        cap: usize,
        share: u64,
        rng: &mut Rng,
    ) {
        let clusters = 1 + rng.below(3) as usize;
        let mut left = cap;
        for cluster in 0..clusters {
            let radius = rng.below(4);
            let cells = survey.cells_of(&survey.areas()[area]);
            let will_do = |cell: usize| survey.has_place(cell) && !survey.is_home(cell);
            // In most zones the first attempt finds a place; in a maze many attempts may find none.
            let looks =
                (0..LOOKS).map(|_| cells[rng.below(cells.len() as u32) as usize] as usize).find(|&cell| will_do(cell));
            let first = rng.below(cells.len() as u32) as usize;
            let turned = cells[first..].iter().chain(&cells[..first]).map(|&cell| cell as usize);
            let Some(middle) = looks.or_else(|| turned.into_iter().find(|&cell| will_do(cell))) else { return };
            // Later clusters get their part of the number allowed here.
            let mut here = left.div_ceil(clusters - cluster);
            let mut begun = false;
            while here > 0 {
                let allowed = if begun { self.further(share) } else { self.first(share) };
                let places = survey.gather(middle, area, here, radius);
                let Some(row) = self.pick(places.len(), allowed, rng) else { break };
                let members = self.rows[row].members.len();
                self.put(map, survey, row, &places[..members]);
                (here, left, begun) = (here - members, left - members, true);
            }
        }
    }

    fn put(&mut self, map: &mut Map, survey: &mut PlacementIndex, row: usize, places: &[usize]) {
        let formation = self.rows[row];
        for (name, &cell) in formation.members.iter().zip(places) {
            survey.block(cell);
            put(map, EntityKind::Monster, survey.ground.pos(cell), name.clone());
        }
        self.placed += formation.members.len();
        self.spent += u64::from(formation.cost);
        debug_assert!(formation.occurs(self.danger));
    }
}

/// Number of random cells tried as the middle of a cluster before all are examined.
const LOOKS: u32 = 8;
/// Number of formations that may fail to fit before a zone counts as full.
const MISSES: u32 = 4;
