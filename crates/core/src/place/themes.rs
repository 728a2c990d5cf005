//! Grows themes over the floor.

use crate::base::bits::BitGrid;
use crate::base::error::{Error, ErrorKind};
use crate::base::grid::{Dir, Pos, Rect, Size};
use crate::base::promises::Promises;
use crate::base::rng::Rng;
use crate::content::themes::{self, Theme};
use crate::generator::{Context, Entry, Generator, Kind};
use crate::map::{CellSet, Map, Tags, Zone, ZoneId};
use crate::place::placement_index::{PlacementIndex, open_ground};
use crate::spatial::frontier::Frontier;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// Registry entry of the step.
pub const ENTRY: Entry =
    Entry::new::<Themes>("themes", Kind::Place).revision(3).preserving(Promises::ALL.without(Promises::POPULATED));

/// Grows themes over the floor: forest, ice, crypt and others, each with its own monsters,
/// decorations, costs and look.
///
/// A region of a theme consists of whole rooms and of parts of caves that meet at their narrowest,
/// with the nearest corridors. Regions are recorded as zones, replacing existing zones: the first
/// tag of a zone is the name of its theme. Use it before monsters and decorations, which depend on
/// it.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Themes {
    /// Names of the themes to use. Default: all themes, by weight.
    #[schemars(schema_with = "names")]
    pub themes: Vec<String>,
    /// Percentage of the floor covered by themes.
    #[schemars(range(min = 0, max = 100))]
    pub coverage_percent: u32,
    /// Approximate size of a region, in tiles.
    #[schemars(range(min = 20, max = 1_000_000))]
    pub region_size: u32,
    /// Your own themes: TOML with one theme, or several as `[[theme]]`, each with `name`, `title`
    /// and any other key of the shipped themes.
    #[schemars(schema_with = "own")]
    pub own: Option<String>,
}

impl Default for Themes {
    fn default() -> Self {
        Themes { themes: Vec::new(), coverage_percent: 60, region_size: 500, own: None }
    }
}

fn names(_: &mut SchemaGenerator) -> Schema {
    json_schema!({
        "type": "array", "items": {"type": "string", "maxLength": 40}, "maxItems": 100,
        "examples": [[], ["forest", "water"], ["crypt"]]
    })
}

fn own(_: &mut SchemaGenerator) -> Schema {
    json_schema!({
        "type": ["string", "null"], "maxLength": 262_144,
        "examples": [
            "name = \"marsh\"\ntitle = \"Marsh\"\ncost_percent = 300\n",
            "\
                [[theme]]\nname = \"hall\"\ntitle = \"Hall\"\nmonsters = [\"undead\"]\n[[theme]]\n\
                name = \"ice\"\ntitle = \"Ice\"\n"
        ]
    })
}

impl Themes {
    /// Returns the user's own themes, or the errors in them.
    fn own(&self) -> Result<Vec<Theme>, Vec<(&'static str, String)>> {
        let own = self.own.as_deref().map_or(Ok(Vec::new()), themes::from_toml);
        own.map_err(|error| error.problems().iter().map(|it| ("own", it.clone())).collect())
    }

    /// Returns the themes to choose from, or the errors in them.
    fn chosen(&self, own: Vec<Theme>) -> Result<Vec<Theme>, Vec<(&'static str, String)>> {
        let known = themes::Themes::new(own);
        if self.themes.is_empty() {
            let all: Vec<Theme> = known.iter().filter(|theme| theme.weight > 0).cloned().collect();
            return if all.is_empty() { Err(vec![("own", "all weights are 0".to_owned())]) } else { Ok(all) };
        }
        let found: Vec<Result<&Theme, Error>> = self.themes.iter().map(|name| known.known(name)).collect();
        let unknown: Vec<_> = found.iter().filter_map(|it| Some(("themes", it.as_ref().err()?.to_string()))).collect();
        if !unknown.is_empty() {
            return Err(unknown);
        }
        // A theme that is named occurs even if its weight is 0.
        let named = |theme: &Theme| Theme { weight: theme.weight.max(1), ..theme.clone() };
        Ok(found.into_iter().flatten().map(named).collect())
    }
}

impl Generator for Themes {
    fn generate(&self, map: &mut Map, cx: &mut Context<'_>) -> Result<(), Error> {
        let invalid = |problems: Vec<(&str, String)>| {
            Error::several(ErrorKind::Invalid, problems.into_iter().map(|(_, problem)| problem).collect())
        };
        let own = self.own().map_err(invalid)?;
        let chosen = self.chosen(own.clone()).map_err(invalid)?;
        let survey = PlacementIndex::take(map, cx)?;
        let basins = Basins::of(&survey);
        cx.spend(survey.ground.len() as u64)?;
        let regions = self.grow(&basins, &chosen, &mut cx.rng("regions"));
        map.zones = basins.zones(&survey, |basin| regions[basin].map(|theme| &chosen[theme]));
        map.add_themes(own);
        map.recount();
        cx.step("themes", map);
        if map.zones.is_empty() && self.coverage_percent > 0 {
            cx.note(map, "themes", 1, 0, "the map has no zones");
        }
        Ok(())
    }

    fn conflicts(&self) -> Vec<(&'static str, String)> {
        self.own().and_then(|own| self.chosen(own)).err().unwrap_or_default()
    }
}

impl Themes {
    /// Returns the theme of every basin, by index.
    fn grow(&self, basins: &Basins, themes: &[Theme], rng: &mut Rng) -> Vec<Option<usize>> {
        let mut owners: Vec<Option<usize>> = vec![None; basins.sizes.len()];
        let floor: u64 = basins.sizes.iter().map(|&size| u64::from(size)).sum();
        let wanted = floor * u64::from(self.coverage_percent) / 100;
        let count = wanted.div_ceil(self.region_size.into()).min(basins.sizes.len() as u64) as usize;
        let mut order: Vec<usize> = (0..basins.sizes.len()).collect();
        rng.shuffle(&mut order);
        let weights: Vec<u32> = themes.iter().map(|theme| theme.weight).collect();
        // Every region: its theme, its size and the basins at its rim.
        let mut regions: Vec<(usize, u64, BTreeSet<usize>)> = Vec::with_capacity(count);
        let mut covered = 0;
        let mut seeds = order.into_iter();
        while covered < wanted {
            let open = |basin: &usize, owners: &[Option<usize>]| owners[*basin].is_none();
            // The smallest region that can grow does, until it is large enough; then another
            // begins.
            let next = regions
                .iter()
                .enumerate()
                .filter(|(_, (_, size, rim))| *size < u64::from(self.region_size) && !rim.is_empty())
                .min_by_key(|(_, (_, size, _))| *size)
                .map(|(index, _)| index);
            let (region, basin) = match next {
                Some(index) if regions.len() >= count => {
                    let rim: Vec<usize> = regions[index].2.iter().copied().collect();
                    let Some(&basin) = rng.pick(&rim) else { break };
                    regions[index].2.remove(&basin);
                    if !open(&basin, &owners) {
                        continue;
                    }
                    (index, basin)
                }
                _ => {
                    let Some(basin) = seeds.find(|basin| open(basin, &owners)) else { break };
                    // Prefer a theme that no neighbour has.
                    let beside = |theme: usize| basins.near[basin].iter().any(|&near| owners[near] == Some(theme));
                    let apart: Vec<u32> =
                        weights.iter().enumerate().map(|(at, &weight)| if beside(at) { 0 } else { weight }).collect();
                    let Some(theme) = rng.weighted(&apart).or_else(|| rng.weighted(&weights)) else { break };
                    regions.push((theme, 0, BTreeSet::new()));
                    (regions.len() - 1, basin)
                }
            };
            let (theme, size, rim) = &mut regions[region];
            owners[basin] = Some(*theme);
            *size += u64::from(basins.sizes[basin]);
            covered += u64::from(basins.sizes[basin]);
            rim.extend(basins.near[basin].iter().copied().filter(|near| owners[*near].is_none()));
        }
        owners
    }
}

/// Every zone with the corridors nearest to it.
struct Basins {
    owners: Vec<u32>,
    sizes: Vec<u32>,
    near: Vec<BTreeSet<usize>>,
}

/// Cost of a step on open ground and in a narrow place: basins meet at narrow places.
const COSTS: (u8, u8) = (1, 6);

const NO_OWNER: u32 = u32::MAX;

impl Basins {
    /// Returns the basins: rooms spread from all of their cells, parts of caves from their middle.
    fn of(survey: &PlacementIndex) -> Basins {
        let ground = &survey.ground;
        let mut owners = vec![NO_OWNER; ground.len()];
        let mut costs = vec![u32::MAX; ground.len()];
        let mut frontier = Frontier::new(COSTS.1.into());
        for (name, area) in (0..).zip(survey.areas()) {
            let cells = survey.cells_of(area);
            match area.room {
                Some(_) => {
                    cells.iter().for_each(|&cell| (owners[cell as usize], costs[cell as usize]) = (name, 0));
                    let rim = |cell: usize| {
                        ground.beside(cell).into_iter().any(|near| survey.owner(near) != Some(name as usize))
                    };
                    cells
                        .iter()
                        .map(|&cell| cell as usize)
                        .filter(|&cell| rim(cell))
                        .for_each(|cell| frontier.put(0, cell));
                }
                None => {
                    let cell = middle(survey, cells);
                    (owners[cell], costs[cell]) = (name, 0);
                    frontier.put(0, cell);
                }
            }
        }
        // Cost of a step into each cell; 0 for blocked cells.
        let mut steps: Vec<u8> = vec![0; ground.len()];
        survey.walkable.iter().for_each(|pos| steps[ground.index(pos)] = COSTS.1);
        open_ground(&survey.walkable).iter().for_each(|pos| steps[ground.index(pos)] = COSTS.0);
        while let Some((so_far, cell)) = frontier.take() {
            if so_far > costs[cell] {
                continue;
            }
            for near in ground.beside(cell) {
                let cost = so_far + u32::from(steps[near]);
                if steps[near] != 0 && cost < costs[near] {
                    (owners[near], costs[near]) = (owners[cell], cost);
                    frontier.put(cost, near);
                }
            }
        }
        let count = survey.areas().len();
        let (mut sizes, mut near) = (vec![0; count], vec![BTreeSet::new(); count]);
        for cell in ground.cells().filter(|&cell| owners[cell] != NO_OWNER) {
            let owner = owners[cell] as usize;
            sizes[owner] += 1;
            for dir in [Dir::East, Dir::South] {
                let other = owners[ground.step(cell, dir)];
                if other != NO_OWNER && other as usize != owner {
                    near[owner].insert(other as usize);
                    near[other as usize].insert(owner);
                }
            }
        }
        Basins { owners, sizes, near }
    }

    /// Calls `visit` for every cell of every basin, in reading order.
    fn each(&self, survey: &PlacementIndex, mut visit: impl FnMut(usize, Pos)) {
        let Size { width, height } = survey.ground.size();
        for y in 0..height {
            let first = survey.ground.index(Pos::new(0, y));
            for (x, &owner) in (0..).zip(&self.owners[first..first + width as usize]) {
                if owner != NO_OWNER {
                    visit(owner as usize, Pos::new(x, y));
                }
            }
        }
    }

    /// Returns one zone for every basin that is in a theme or in no room.
    fn zones<'a>(&self, survey: &PlacementIndex, theme: impl Fn(usize) -> Option<&'a Theme>) -> Vec<Zone> {
        // Bounds of every basin, extended row by row.
        let (none, all) = (Pos::new(i32::MAX, i32::MAX), Pos::new(i32::MIN, i32::MIN));
        let mut corners = vec![(none, all); self.sizes.len()];
        self.each(survey, |owner, Pos { x, y }| {
            let (low, high) = &mut corners[owner];
            (low.x, low.y) = (low.x.min(x), low.y.min(y));
            (high.x, high.y) = (high.x.max(x), high.y.max(y));
        });
        let spanned =
            |&(low, high): &(Pos, Pos)| if low.x > high.x { Rect::default() } else { Rect::spanning(low, high) };
        let bounds: Vec<Rect> = corners.iter().map(spanned).collect();
        let mut masks: Vec<BitGrid> = bounds.iter().map(|bounds| BitGrid::new(bounds.size())).collect();
        self.each(survey, |owner, pos| masks[owner].insert(pos - bounds[owner].origin()));
        let mut zones = Vec::new();
        for (owner, mask) in masks.into_iter().enumerate() {
            let theme = theme(owner);
            if theme.is_none() && survey.areas()[owner].room.is_some() {
                continue;
            }
            let tags: Tags = theme
                .into_iter()
                .flat_map(|theme| [&theme.name].into_iter().chain(&theme.tags))
                .map(|tag| tag.clone().into())
                .collect();
            let cells = CellSet::new(bounds[owner].origin(), mask);
            let Some(cells) = cells.largest_piece() else { continue };
            zones.push(Zone::new(ZoneId(zones.len() as u32), cells).with_tags(tags));
        }
        zones
    }
}

/// Returns the cell of a zone nearest to its middle, preferably on open ground.
fn middle(survey: &PlacementIndex, cells: &[u32]) -> usize {
    let ground = &survey.ground;
    let places = || cells.iter().map(|&cell| ground.pos(cell as usize));
    let count = cells.len() as i64;
    let mean = |sum: i64| (sum / count) as i32;
    let (x, y) = (mean(places().map(|pos| i64::from(pos.x)).sum()), mean(places().map(|pos| i64::from(pos.y)).sum()));
    let rank = |&cell: &u32| {
        let pos = ground.pos(cell as usize);
        (!ground.is_roomy(cell as usize), pos.manhattan(Pos::new(x, y)), cell)
    };
    cells.iter().copied().min_by_key(rank).map_or(0, |cell| cell as usize)
}
