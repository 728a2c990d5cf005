//! Places monsters.

use super::put;
use crate::error::Error;
use crate::generator::{Context, Entry, Generator, Kind};
use crate::map::{EntityKind, Map};
use crate::promises::Promises;
use crate::rng::Rng;
use crate::survey::Survey;
use crate::tables::{self, Formation, Row, Table};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How it is listed.
pub const ENTRY: Entry = Entry::new::<Monsters>("monsters", Kind::Place).revision(2).preserving(Promises::ALL);

/// Places monsters in formations that suit the danger: gathered in rooms, in tight clusters in caves.
///
/// Nobody stands in the zone of the start or within four steps of it, and nobody blocks a way: the map stays in one piece even if all of them stay where they are.
/// A zone in a theme gets monsters that live there.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Monsters {
    /// How dangerous the level is: which formations occur, and how many.
    #[schemars(range(min = 0, max = 1_000))]
    pub danger: u32,
    /// How they are spread.
    pub style: Style,
    /// The share of a room's tiles that they may stand on.
    #[schemars(range(min = 0, max = 100))]
    pub room_percent: u32,
    /// The share of a zone's tiles that they may stand on where they come in clusters.
    #[schemars(range(min = 0, max = 100))]
    pub cluster_percent: u32,
    /// What all formations together may cost. Without a number: 12 and five times the danger for every thousand tiles of floor, and enough for
    /// somebody in every zone.
    #[schemars(range(min = 0, max = 1_000_000_000))]
    pub budget: Option<u32>,
    /// A table of formations of your own in place of the shipped one: TOML with `[[formation]]`, each with `name`, `members`, `danger`, `weight`, `cost` and perhaps `tags`.
    pub table: Table<tables::Formations>,
}

impl Default for Monsters {
    fn default() -> Self {
        Monsters {
            danger: 1,
            style: Style::Auto,
            room_percent: 50,
            cluster_percent: 10,
            budget: None,
            table: Table::default(),
        }
    }
}

/// How monsters are spread.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Style {
    /// As in rooms where there are rooms, in clusters elsewhere.
    #[default]
    Auto,
    /// Formations gathered somewhere in every zone.
    Rooms,
    /// One to three clusters in every zone, each within up to three tiles of its middle.
    Clusters,
}

impl Monsters {
    /// What all may cost together, on so many tiles, where the cheapest formations for all zones cost that much.
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
        let mut survey = Survey::take(map, cx)?;
        let mut order: Vec<u32> = (0..survey.areas().len() as u32).collect();
        order.retain(|&area| !survey.areas()[area as usize].is_home);
        cx.rng("order").shuffle(&mut order);
        let tiles = |area: u32, survey: &Survey| survey.cells_of(&survey.areas()[area as usize]).len() as u64;
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
                Style::Auto => survey.areas()[area as usize].room.is_none(),
                Style::Rooms => false,
                Style::Clusters => true,
            };
            let percent = if clusters { self.cluster_percent } else { self.room_percent };
            let cap = (count * u64::from(percent) / 100) as usize;
            if cap == 0 {
                continue;
            }
            wanted = true;
            party.words = themes.at(survey.cells_of(&survey.areas()[area as usize])[0]).map_or(&[], |it| &it.monsters);
            // Its share of the budget, and what the zones before it left.
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
                (_, true) => "there is no zone but that of the start".to_owned(),
                _ => "no formation fits".to_owned(),
            };
            cx.note(map, "monsters", 1, 0, why);
        }
        map.stats.insert("danger".to_owned(), self.danger.into());
        super::promise(map, &survey);
        survey.leave(cx);
        Ok(())
    }

    fn conflicts(&self) -> Vec<(&'static str, String)> {
        self.table.conflicts()
    }
}

/// Who is still to be placed.
struct Party<'a> {
    rows: Vec<&'a Formation>,
    danger: u32,
    purse: u64,
    spent: u64,
    /// What is kept for the zones to come, so that somebody is in every one of them.
    reserve: u64,
    /// Who lives in the zone at hand.
    words: &'a [String],
    placed: usize,
}

impl Party<'_> {
    /// A formation that fits into so many cells and costs no more than that.
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

    /// What may be spent on the first formation of a group: the share, or the least that anybody costs while there is money left at all.
    fn first(&self, share: u64) -> u64 {
        let least = self.rows.iter().filter(|row| row.lives_among(self.words)).map(|row| row.cost).min();
        self.further(share).max(u64::from(least.unwrap_or(0)).min(self.purse - self.spent))
    }

    /// What may be spent on further ones: what is left of the share and not kept for others.
    fn further(&self, share: u64) -> u64 {
        let free = (self.purse - self.spent).saturating_sub(self.reserve);
        share.saturating_sub(self.spent).min(free)
    }

    /// Formations one after the other, each around a place of its own.
    fn in_room(&mut self, map: &mut Map, survey: &mut Survey, area: usize, cap: usize, share: u64, rng: &mut Rng) {
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

    /// One to three clusters.
    fn in_clusters(&mut self, map: &mut Map, survey: &mut Survey, area: usize, cap: usize, share: u64, rng: &mut Rng) {
        let clusters = 1 + rng.below(3) as usize;
        let mut left = cap;
        for cluster in 0..clusters {
            let radius = rng.below(4);
            let cells = survey.cells_of(&survey.areas()[area]);
            let will_do = |cell: usize| survey.has_place(cell) && !survey.is_home(cell);
            // In most zones the first look finds a place, in a maze none of many may.
            let looks =
                (0..LOOKS).map(|_| cells[rng.below(cells.len() as u32) as usize] as usize).find(|&cell| will_do(cell));
            let first = rng.below(cells.len() as u32) as usize;
            let turned = cells[first..].iter().chain(&cells[..first]).map(|&cell| cell as usize);
            let Some(middle) = looks.or_else(|| turned.into_iter().find(|&cell| will_do(cell))) else { return };
            // The clusters to come get their part of what may stand here.
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

    fn put(&mut self, map: &mut Map, survey: &mut Survey, row: usize, places: &[usize]) {
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

/// How many cells are tried as the middle of a cluster before all are looked at.
const LOOKS: u32 = 8;
/// How often a formation may find no place in a zone before the zone is full.
const MISSES: u32 = 4;
