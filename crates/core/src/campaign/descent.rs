//! One descent through a campaign: layouts, the stairs between them, and the levels.
//!
//! The stairs down of a level and the stairs up of the next are at the same position. To keep a
//! level independent of all levels before it, the positions are found in two ways. Below a level
//! with an even number, the position is drawn from the cells that suit both layouts. Below a level
//! with an odd number, it is the cell farthest from both neighbouring positions, which are drawn.
//! So a level needs at most four layouts: its own, and those between the two drawn positions around
//! it.

use super::planned::{Beginning, CampaignPlan, level_seed};
use super::stair_sites::Sites;
use crate::base::bits::BitGrid;
use crate::base::error::{Error, ErrorKind};
use crate::base::grid::Pos;
use crate::base::rng::Seed;
use crate::generator::{Context, Progress, Tracer};
use crate::map::Map;
use crate::recipe::Recipe;
use crate::run::plan::{Checkpoint, Plan, Run};
use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

/// Layouts and stair positions of one seed, computed on demand.
pub(super) struct Descent<'a> {
    plan: &'a CampaignPlan,
    seed: Seed,
    cancel: Option<&'a AtomicBool>,
    max_tiles: usize,
    budget: u64,
    progress: Option<LayoutProgress<'a>>,
    floors: BTreeMap<u32, Floor>,
    /// Position of the stairs below each level; below level 0 is the entrance.
    places: BTreeMap<u32, Pos>,
}

/// Function that is told how many of the layouts are done.
struct LayoutProgress<'a> {
    call: &'a (dyn Fn(Progress) + 'a),
    done: usize,
    total: usize,
}

impl LayoutProgress<'_> {
    fn advance(&mut self) {
        self.done += 1;
        (self.call)(Progress { attempt: 0, done: self.done, total: self.total });
    }
}

/// Layout of a level.
struct Floor {
    beginning: Beginning,
    begun: Checkpoint,
    sites: Sites,
}

/// Number of positions drawn, of which the one nearest to the edge of the map is taken: everything
/// else is far from there.
const DRAWS: u32 = 4;

impl<'a> Descent<'a> {
    pub(super) fn new(plan: &'a CampaignPlan, seed: Seed) -> Descent<'a> {
        let (max_tiles, budget) = (Run::MAX_TILES, Context::BUDGET);
        let (floors, places) = (BTreeMap::new(), BTreeMap::new());
        Descent { plan, seed, cancel: None, max_tiles, budget, progress: None, floors, places }
    }

    fn run(&self, level: u32) -> Run<'a> {
        let run = Run::new(level_seed(self.seed, level)).sized(self.plan.size());
        Run { cancel: self.cancel, ..run.max_tiles(self.max_tiles).budget(self.budget) }
    }

    /// Lays out a level, once.
    fn lay_out(&mut self, level: u32) -> Result<(), Error> {
        if self.floors.contains_key(&level) {
            return Ok(());
        }
        let place = |error: Error| in_level(error, level);
        let beginning = self.plan.beginning(level, level_seed(self.seed, level)).map_err(place)?;
        let plan = Plan::new(beginning.recipe.clone(), beginning.steps.clone());
        let begun = plan.begin(self.run(level)).map_err(place)?;
        let sites = Sites::of(&begun.map);
        self.floors.insert(level, Floor { beginning, begun, sites });
        if let Some(progress) = &mut self.progress {
            progress.advance();
        }
        Ok(())
    }

    /// Returns the number of layouts that a level needs: its own, and those between the two drawn
    /// positions around it.
    fn layouts_of(&self, level: u32) -> usize {
        let first = if level.is_multiple_of(2) { level - 1 } else { level };
        let (above, below) = (first.max(2) - 1, (first + 2).min(self.plan.levels()));
        (below + 1 - above) as usize
    }

    /// Returns the position of the stairs between a level and the next; before the first level, the
    /// entrance.
    fn place(&mut self, below: u32) -> Result<Pos, Error> {
        if let Some(&pos) = self.places.get(&below) {
            return Ok(pos);
        }
        let next = below + 1;
        self.lay_out(next)?;
        let pos = if below == 0 {
            self.way_in()
        } else {
            self.lay_out(below)?;
            if below.is_multiple_of(2) {
                let common = self.common(below);
                self.draw(&common, below)
            } else {
                let before = self.place(below - 1)?;
                let after = if next < self.plan.levels() { Some(self.place(next)?) } else { None };
                self.far(below, before, after)
            }
        };
        self.places.insert(below, pos);
        Ok(pos)
    }

    /// Returns the cells that suit a layout and the next one; if there are none, a cell of the
    /// first that is near the second.
    fn common(&self, below: u32) -> BitGrid {
        let (here, there) = (&self.floors[&below].sites, &self.floors[&(below + 1)].sites);
        let pairs = [(&here.good, &there.arrival), (&here.good, &there.good), (&here.floor, &there.floor)];
        let mut both = pairs.into_iter().map(|(here, there)| {
            let mut both = here.clone();
            both &= there;
            both
        });
        both.find(|both| !both.is_empty()).unwrap_or_else(|| nearest(&here.floor, &there.floor))
    }

    /// Draws one of the cells, preferably near the edge of the map. If monsters wait there on the
    /// level below, the nearest cell without is taken.
    fn draw(&self, cells: &BitGrid, below: u32) -> Pos {
        let mut rng = self.seed.child("stairs").nth(below.into()).rng();
        let count = cells.count() as u32;
        let middle = cells.size().rect().center();
        let drawn = (0..DRAWS).map(|_| rng.below(count) as usize).collect::<Vec<_>>();
        let drawn = drawn.into_iter().filter_map(|index| cells.iter().nth(index));
        let drawn = drawn.max_by_key(|&pos| (pos.manhattan(middle), pos)).unwrap_or(middle);
        let guarded = &self.floors[&(below + 1)].sites.guarded;
        if !guarded.contains(drawn) {
            return drawn;
        }
        let quiet = cells.iter().filter(|&pos| !guarded.contains(pos));
        quiet.min_by_key(|&pos| (pos.manhattan(drawn), pos)).unwrap_or(drawn)
    }

    /// Returns the cell that is farthest from the other stairs on both levels, preferably where no
    /// monsters wait on the level below.
    fn far(&self, below: u32, before: Pos, after: Option<Pos>) -> Pos {
        let common = self.common(below);
        let above = self.floors[&below].sites.steps_from(before);
        let beneath = after.map(|after| self.floors[&(below + 1)].sites.steps_from(after));
        let steps = |pos: Pos| {
            let steps = above.to(pos);
            beneath.as_ref().map_or((steps, steps), |beneath| {
                let others = beneath.to(pos);
                (steps.min(others), steps.max(others))
            })
        };
        let guarded = &self.floors[&(below + 1)].sites.guarded;
        let rank = |&pos: &Pos| (!guarded.contains(pos), steps(pos), pos);
        common.iter().max_by_key(rank).unwrap_or(common.size().rect().center())
    }

    /// Returns the entrance: in the entrance room, beside an exit, or anywhere near the edge.
    fn way_in(&self) -> Pos {
        let Floor { begun, sites, .. } = &self.floors[&1];
        let map = &begun.map;
        let cells = [&sites.arrival, &sites.good, &sites.floor].into_iter().find(|cells| !cells.is_empty());
        let Some(cells) = cells else { return map.size().rect().center() };
        let entrance = map.rooms.iter().find(|room| room.tags.iter().any(|tag| tag == "entrance"));
        let door = map.exits.first().map(|exit| exit.pos).or(entrance.map(|room| room.shape.bounds().center()));
        match door {
            Some(door) => {
                let rank = |&pos: &Pos| (sites.guarded.contains(pos), pos.manhattan(door), pos);
                cells.iter().min_by_key(rank).unwrap_or(door)
            }
            None => self.draw(cells, 0),
        }
    }

    /// Returns the plan of a complete level.
    fn whole(&mut self, level: u32) -> Result<Plan, Error> {
        let up = self.place(level - 1)?;
        let down = if level < self.plan.levels() { Some(self.place(level)?) } else { None };
        self.lay_out(level)?;
        self.plan.whole(level, &self.floors[&level].beginning, up, down)
    }

    pub(super) fn recipe(&mut self, level: u32) -> Result<Recipe, Error> {
        let plan = self.whole(level)?;
        Ok(plan.origin().recipe.clone().expect("a plan has its recipe"))
    }

    pub(super) fn level(&mut self, level: u32) -> Result<Map, Error> {
        let plan = self.whole(level)?;
        let floor = &self.floors[&level];
        let made = plan.resume(&floor.begun, floor.beginning.steps.len(), self.run(level));
        made.map_err(|error| in_level(error, level))
    }

    /// Makes a level with the options of a run.
    pub(super) fn level_with<'b: 'a>(mut self, level: u32, run: Run<'b>) -> Result<Map, Error> {
        (self.cancel, self.max_tiles, self.budget) = (run.cancel, run.max_tiles, run.budget);
        let total = self.layouts_of(level) + 1;
        self.progress = run.progress.map(|call| LayoutProgress { call, done: 0, total });
        let map = if run.tracer.is_some() || run.rejections.is_some() {
            // Made from the beginning, so that the caller sees all of it.
            let plan = self.whole(level)?;
            let tracer = run.tracer.map(|tracer| tracer as &mut dyn Tracer);
            let watched = Run { tracer, rejections: run.rejections, ..self.run(level) };
            plan.run(watched).map_err(|error| in_level(error, level))?
        } else {
            self.level(level)?
        };
        if let Some(progress) = &mut self.progress {
            progress.advance();
        }
        Ok(map)
    }

    /// Drops the layouts that no level from this one on needs.
    fn forget_before(&mut self, level: u32) {
        self.floors = self.floors.split_off(&level);
    }
}

/// Adds the number of the level to an error, unless the caller cancelled the run.
fn in_level(error: Error, level: u32) -> Error {
    match error.kind() {
        ErrorKind::Cancelled => error,
        _ => error.at(&format!("level {level}")),
    }
}

/// Returns the cell among these that is nearest to the middle of the others.
fn nearest(cells: &BitGrid, others: &BitGrid) -> BitGrid {
    let nearest = |cells: &BitGrid, to: Pos| cells.iter().min_by_key(|&pos| (pos.manhattan(to), pos));
    let middle = cells.size().rect().center();
    let goal = nearest(others, middle).unwrap_or(middle);
    let mut found = BitGrid::new(cells.size());
    nearest(cells, goal).into_iter().for_each(|pos| found.insert(pos));
    found
}

/// Iterator over the levels of a campaign, from the first to the last. A level that cannot be made
/// is an error, and the others follow.
pub struct Levels<'a> {
    descent: Descent<'a>,
    next: u32,
}

impl<'a> Levels<'a> {
    pub(super) fn new(descent: Descent<'a>) -> Levels<'a> {
        Levels { descent, next: 1 }
    }

    /// Stops the iterator's work when another thread sets the flag.
    #[must_use]
    pub fn cancelled_by(mut self, flag: &'a AtomicBool) -> Self {
        self.descent.cancel = Some(flag);
        self
    }
}

impl Iterator for Levels<'_> {
    type Item = Result<Map, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.next > self.descent.plan.levels() {
            return None;
        }
        let level = self.next;
        self.next += 1;
        self.descent.forget_before(level);
        Some(self.descent.level(level))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = (self.descent.plan.levels() + 1 - self.next) as usize;
        (left, Some(left))
    }
}

/// `len()` is the number of levels that are left, for example to show progress.
impl ExactSizeIterator for Levels<'_> {}

impl std::fmt::Debug for Levels<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Levels").field("next", &self.next).finish_non_exhaustive()
    }
}
