//! [`Plan`]: a checked recipe that can be run.

use crate::base::error::{Error, ErrorKind};
use crate::base::grid::{Grid, MAX_TILES, Pos, Rect, Size};
use crate::base::promises::Promises;
use crate::base::rng::Seed;
use crate::base::tile::Tile;
use crate::generator::fit::size_error;
use crate::generator::{Context, Entry, Generator, Kind, Progress, Tracer};
use crate::map::{CellSet, Map, Mission, Origin, Source, ZoneId};
use crate::recipe::{Area, Recipe};
use crate::run::requirements::{Requirements, Verdicts};
use crate::spatial::{recheck, secrets, splice};
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Recipe that was checked against the registry. Create it once and run it for any number of seeds,
/// from any thread.
#[derive(Debug)]
pub struct Plan {
    steps: Vec<PlannedStep>,
    attempts: u32,
    size: Size,
    origin: Arc<Origin>,
    requirements: Requirements,
}

#[derive(Clone, Debug)]
pub(crate) struct PlannedStep {
    pub(crate) id: String,
    pub(crate) entry: Entry,
    /// Shared, because the levels of a campaign share their steps.
    pub(crate) generator: Arc<dyn Generator>,
    pub(crate) with: serde_json::Map<String, Value>,
    pub(crate) limit: Limit,
    /// True for a step that is switched off. It keeps its place in the list, so that the other
    /// steps keep their names, and its revision is listed.
    pub(crate) off: bool,
}

/// Part of the map that a step works on.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Limit {
    Whole,
    Area(Area),
    Zone(u32),
}

/// Options of a run: everything but the seed has a default.
#[non_exhaustive]
pub struct Run<'a> {
    /// Seed of the map.
    pub seed: Seed,
    /// Size of the map. Default: the recipe's size, or the natural size of its first layout.
    pub size: Option<Size>,
    /// Maximum number of tiles; larger maps are refused before anything is allocated.
    pub max_tiles: usize,
    /// Maximum number of work steps for the run.
    pub budget: u64,
    /// Observer that is called after every step.
    pub tracer: Option<&'a mut (dyn Tracer + 'a)>,
    /// Flag that another thread sets to stop the run.
    pub cancel: Option<&'a AtomicBool>,
    /// List that receives the reasons for rejected attempts.
    pub rejections: Option<&'a mut Vec<Rejection>>,
    /// Function that is called whenever a step is done.
    pub progress: Option<&'a (dyn Fn(Progress) + 'a)>,
}

/// Reason for a rejected attempt.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Rejection {
    /// Index of the attempt, from 0. [`Seed::of_attempt`] returns the seed whose first attempt is
    /// this one.
    pub attempt: u32,
    /// Short description that is equal for equal reasons.
    pub reason: String,
}

impl<'a> Run<'a> {
    /// Maximum number of tiles of any map: 16,384 x 16,384.
    pub const MAX_TILES: usize = MAX_TILES;

    /// Creates a run with this seed.
    pub fn new(seed: Seed) -> Self {
        Run {
            seed,
            size: None,
            max_tiles: Run::MAX_TILES,
            budget: Context::BUDGET,
            tracer: None,
            cancel: None,
            rejections: None,
            progress: None,
        }
    }

    /// Sets the seed.
    #[must_use]
    pub fn seed(mut self, seed: Seed) -> Self {
        self.seed = seed;
        self
    }

    /// Sets the size.
    #[must_use]
    pub fn size(mut self, width: i32, height: i32) -> Self {
        self.size = Some(Size { width, height });
        self
    }

    /// Sets the size, or the default size if it is `None`.
    #[must_use]
    pub fn sized(mut self, size: impl Into<Option<Size>>) -> Self {
        self.size = size.into();
        self
    }

    /// Sets the maximum number of tiles.
    #[must_use]
    pub fn max_tiles(mut self, tiles: usize) -> Self {
        self.max_tiles = tiles;
        self
    }

    /// Sets the maximum number of work steps.
    #[must_use]
    pub fn budget(mut self, steps: u64) -> Self {
        self.budget = steps;
        self
    }

    /// Sends every moment of the run to this tracer.
    #[must_use]
    pub fn tracer<'b>(self, tracer: &'b mut (dyn Tracer + 'b)) -> Run<'b>
    where
        'a: 'b,
    {
        Run { tracer: Some(tracer), ..self }
    }

    /// Stops the run when another thread sets the flag.
    ///
    /// ```
    /// use mapwright::{ErrorKind, Recipe, Run, Seed, layout::bsp};
    /// use std::sync::atomic::AtomicBool;
    /// let stop = AtomicBool::new(true);
    /// let plan = Recipe::new().step(&bsp::ENTRY, &bsp::Bsp::default())?.plan()?;
    /// assert_eq!(plan.run(Run::new(Seed::new(7)).cancel(&stop)).unwrap_err().kind(), ErrorKind::Cancelled);
    /// # Ok::<(), mapwright::Error>(())
    /// ```
    #[must_use]
    pub fn cancel(mut self, flag: &'a AtomicBool) -> Self {
        self.cancel = Some(flag);
        self
    }

    /// Adds the reasons for rejected attempts to this list.
    #[must_use]
    pub fn rejections(mut self, list: &'a mut Vec<Rejection>) -> Self {
        self.rejections = Some(list);
        self
    }

    /// Calls this function whenever a step is done.
    ///
    /// ```
    /// use mapwright::{Run, Seed, presets, registry};
    /// use std::cell::Cell;
    /// let plan = presets::ALL[0].recipe().plan(registry::ALL)?;
    /// let shown = Cell::new(0);
    /// plan.run(Run::new(Seed::new(7)).progress(&|progress| shown.set(100 * progress.done / progress.total)))?;
    /// assert_eq!(shown.get(), 100);
    /// # Ok::<(), mapwright::Error>(())
    /// ```
    #[must_use]
    pub fn progress(mut self, call: &'a (dyn Fn(Progress) + 'a)) -> Self {
        self.progress = Some(call);
        self
    }
}

impl From<Seed> for Run<'_> {
    fn from(seed: Seed) -> Self {
        Run::new(seed)
    }
}

impl Plan {
    pub(crate) fn new(recipe: Recipe, steps: Vec<PlannedStep>) -> Plan {
        let layout = steps.iter().find(|step| step.entry.kind == Kind::Layout && !step.off);
        let natural = layout.map(|step| step.generator.natural_size().unwrap_or(step.entry.natural));
        let asked = recipe.size.map(|[width, height]| Size::new(width, height));
        let revisions = steps.iter().map(|step| (step.entry.id.to_owned(), step.entry.revision)).collect();
        let program = concat!("mapwright ", env!("CARGO_PKG_VERSION")).to_owned();
        Plan {
            attempts: recipe.attempts,
            size: asked.or(natural).unwrap_or(Size::new(80, 50)),
            steps,
            origin: Arc::new(Origin { recipe: Some(recipe), revisions, program }),
            requirements: Requirements::default(),
        }
    }

    /// Adds requirements that the maps must meet.
    pub(crate) fn requiring(self, requirements: Requirements) -> Plan {
        Plan { requirements, ..self }
    }

    /// Creates a plan of one algorithm with parameters set in code.
    ///
    /// ```
    /// use mapwright::{Plan, Run, Seed, layout::bsp};
    /// let plan = Plan::of(&bsp::ENTRY, &bsp::Bsp { max_depth: 3, ..Default::default() })?;
    /// let map = plan.run(Run::new(Seed::new(7)).size(60, 40))?;
    /// assert!(map.rooms.len() <= 8);
    /// # Ok::<(), mapwright::Error>(())
    /// ```
    pub fn of(entry: &Entry, parameters: &impl Serialize) -> Result<Plan, Error> {
        Recipe::new().step(entry, parameters)?.plan()
    }

    /// Returns the default size of the map.
    pub fn size(&self) -> Size {
        self.size
    }

    /// Returns the smallest accepted size, as far as it does not depend on areas in percent or on
    /// zones.
    pub fn min_size(&self) -> Size {
        self.on_the_whole()
            .map(|step| step.generator.min_size())
            .fold(Size::new(1, 1), |a, b| Size::new(a.width.max(b.width), a.height.max(b.height)))
    }

    /// Returns the reason why this size is refused, in words that follow "size 9x9".
    pub fn refuses(&self, size: Size) -> Option<String> {
        let whole = self.on_the_whole();
        whole
            .clone()
            .filter(|step| !size.holds(step.generator.min_size()))
            .chain(whole)
            .find_map(|step| step.size_error(size))
    }

    /// Returns the active steps that work on the whole map.
    fn on_the_whole(&self) -> impl Iterator<Item = &PlannedStep> + Clone {
        self.steps.iter().filter(|step| matches!(step.limit, Limit::Whole) && !step.off)
    }

    /// Returns true if every step finds a map for every seed.
    pub(crate) fn is_certain(&self) -> bool {
        self.steps.iter().all(|step| step.off || step.entry.always_succeeds)
    }

    /// Returns the recipe and the revisions of its algorithms.
    pub fn origin(&self) -> &Origin {
        &self.origin
    }

    /// Makes the map of this seed. Equal recipes, sizes and seeds always give equal maps.
    ///
    /// An attempt that a generator rejects is retried on the next branch of the seed. After the
    /// recipe's number of attempts the run fails with [`ErrorKind::GaveUp`] and lists every reason
    /// with its count.
    pub fn run<'a>(&self, run: impl Into<Run<'a>>) -> Result<Map, Error> {
        self.begin(run).map(|checkpoint| checkpoint.map)
    }

    /// Adds a step before the first one that places things on the map.
    pub(crate) fn before_placing(mut self, step: PlannedStep) -> Plan {
        let places = |step: &PlannedStep| step.entry.kind == Kind::Place && !step.off;
        let at = self.steps.iter().position(places).unwrap_or(self.steps.len());
        self.steps.insert(at, step);
        self
    }

    /// Returns the steps of the plan, for another plan that begins with them.
    pub(crate) fn into_steps(self) -> Vec<PlannedStep> {
        self.steps
    }

    /// Resumes after a plan with the first `done` of these steps. The map equals that of a run of
    /// all steps from the beginning.
    pub(crate) fn resume<'a>(
        &self,
        checkpoint: &Checkpoint,
        done: usize,
        run: impl Into<Run<'a>>,
    ) -> Result<Map, Error> {
        let run = run.into();
        let seed = run.seed.nth(checkpoint.attempt.into());
        let mut map = checkpoint.map.clone();
        map.source = Source {
            seed,
            origin: Arc::clone(&self.origin),
            promises: checkpoint.map.source.promises,
            edits: Vec::new(),
        };
        let (attempt, budget, spent, cancel) = (checkpoint.attempt, run.budget, checkpoint.spent, run.cancel);
        let mut cx = Context { attempt, budget, spent, cancel, ..Context::new(run.seed) };
        match self.run_steps(&mut map, done, seed, &mut cx) {
            // The next attempt needs a new beginning.
            Err(error) if error.kind() == ErrorKind::Rejected => self.run(run),
            Err(error) => Err(error),
            Ok(()) if !self.requirements.are_met(&map) => self.run(run),
            Ok(()) => {
                map.source.seed = run.seed;
                Ok(map)
            }
        }
    }

    /// Makes the map of this seed, and keeps the state needed to resume from there.
    pub(crate) fn begin<'a>(&self, run: impl Into<Run<'a>>) -> Result<Checkpoint, Error> {
        let mut run = run.into();
        let size = run.size.unwrap_or(self.size);
        self.accept(size, run.max_tiles)?;
        let mut reasons: BTreeMap<String, u32> = BTreeMap::new();
        let mut verdicts = Verdicts::on(&self.requirements);
        let mut spent = 0;
        for attempt in 0..self.attempts {
            let tracer = run.tracer.as_mut().map(|tracer| &mut **tracer as &mut dyn Tracer);
            let (budget, cancel) = (run.budget, run.cancel);
            let mut cx = Context { tracer, attempt, budget, spent, cancel, ..Context::new(run.seed) };
            cx.progress = run.progress;
            let done = self.attempt(size, run.seed.nth(attempt.into()), &mut cx);
            spent = cx.spent;
            let why = match done {
                Err(error) if error.kind() == ErrorKind::Rejected => {
                    let reason = error.to_string();
                    *reasons.entry(reason.clone()).or_default() += 1;
                    vec![reason]
                }
                Err(error) => return Err(error),
                Ok(mut map) => match verdicts.judge(&map, attempt) {
                    missed if missed.is_empty() => {
                        map.source.seed = run.seed;
                        return Ok(Checkpoint { map, attempt, spent });
                    }
                    missed => missed,
                },
            };
            cx.notify_rejected();
            if let Some(rejections) = &mut run.rejections {
                rejections.extend(why.into_iter().map(|reason| Rejection { attempt, reason }));
            }
        }
        let rejections = reasons.iter().map(|(reason, times)| format!("{reason} ({times} times)"));
        let reasons: Vec<String> = verdicts.reasons(run.seed).chain(rejections).collect();
        let (attempts, seed) = (self.attempts, run.seed.number());
        let message = format!("gave up after {attempts} attempts with seed {seed} at {size}: {}", reasons.join(", "));
        Err(Error::new(ErrorKind::GaveUp, message))
    }

    /// Refuses a size before anything is allocated.
    fn accept(&self, size: Size, max_tiles: usize) -> Result<(), Error> {
        if let Some(why) = self.refuses(size) {
            return Err(Error::new(ErrorKind::DoesNotFit, format!("size {size} {why}")).within("/size"));
        }
        let tiles = size.width as u64 * size.height as u64;
        if tiles > max_tiles as u64 {
            let message = format!("size {size} has {tiles} tiles; the limit is {max_tiles}");
            return Err(Error::new(ErrorKind::TooBig, message).within("/size"));
        }
        Ok(())
    }

    fn attempt<'a>(&'a self, size: Size, seed: Seed, cx: &mut Context<'a>) -> Result<Map, Error> {
        let source = Source { seed, origin: Arc::clone(&self.origin), promises: Promises::ALL, edits: Vec::new() };
        let mut map = Map::from_source(Grid::new(size, Tile::Wall), source);
        self.run_steps(&mut map, 0, seed, cx)?;
        Ok(map)
    }

    /// Runs all steps but the first `done` on the map.
    fn run_steps<'a>(&'a self, map: &mut Map, done: usize, seed: Seed, cx: &mut Context<'a>) -> Result<(), Error> {
        let size = map.size();
        for (index, step) in self.steps.iter().enumerate().skip(done).filter(|(_, step)| !step.off) {
            (cx.seed, cx.id, cx.step) = (seed.child(&step.id), &step.id, index);
            cx.spend(1)?;
            let place = |error: Error| match error.kind() {
                ErrorKind::Rejected | ErrorKind::Cancelled => error,
                _ => error.at(&format!("step {} ({})", index + 1, step.id)).within(&format!("/step/{index}")),
            };
            let (was_finishable, mission) = (map.source.promises.has(Promises::FINISHABLE), map.mission.clone());
            match step.limit {
                Limit::Whole => step.run_on_whole(map, cx),
                Limit::Area(area) => match area.checked(size, |size| step.size_error(size)) {
                    Ok(area) => step.run_on_part(map, area, None, cx),
                    Err(message) => Err(Error::new(ErrorKind::DoesNotFit, message).within("/area")),
                },
                Limit::Zone(id) => match map.zones.iter().find(|zone| zone.id == ZoneId(id)) {
                    Some(zone) => {
                        let cells = zone.cells.clone();
                        let size = cells.bounds().size();
                        match step.size_error(size) {
                            // Another branch of the seed may have a larger zone, or more of them.
                            Some(why) => Err(Error::rejected(format!("{}: zone {id} of {size} {why}", step.id))),
                            None => step.run_on_part(map, cells.bounds(), Some(&cells), cx),
                        }
                    }
                    None => {
                        let count = map.zones.len();
                        Err(Error::rejected(format!("{}: there is no zone {id}, only {count} zones", step.id)))
                    }
                },
            }
            .map_err(place)?;
            step.keep_finishable(was_finishable, map, cx);
            forget_mission(mission, map, cx);
            // The first step decides the setting, if it does not record one of its own.
            map.setting.get_or_insert(step.entry.id.into());
            cx.has_done(map);
            if let Some(call) = cx.progress {
                let running = |steps: &[PlannedStep]| steps.iter().filter(|step| !step.off).count();
                let (done, total) = (running(&self.steps[..=index]), running(&self.steps));
                call(Progress { attempt: cx.attempt, done, total });
            }
            // A map that is no longer symmetrical must not record a symmetry.
            if !map.source.promises.has(Promises::SYMMETRIC) {
                map.symmetry = None;
            }
            // Nor a grid, if its rooms were moved off it.
            if !map.source.promises.has(Promises::GRID_ALIGNED) {
                map.forget_broken_grid();
            }
        }
        Ok(())
    }
}

/// Map that a plan made, with the state that another plan with more steps needs to resume from it.
#[derive(Clone, Debug)]
pub(crate) struct Checkpoint {
    pub(crate) map: Map,
    attempt: u32,
    spent: u64,
}

impl PlannedStep {
    /// Returns the reason why the step does not fit into this size, in words that follow "size
    /// 9x9".
    pub(crate) fn size_error(&self, size: Size) -> Option<String> {
        size_error(&self.entry, &*self.generator, &self.with, size)
    }

    fn run_on_whole(&self, map: &mut Map, cx: &mut Context<'_>) -> Result<(), Error> {
        self.generator.generate(map, cx)?;
        map.source.promises = match self.entry.kind {
            Kind::Layout => self.promises(),
            Kind::Shape | Kind::Place => (map.source.promises & self.entry.preserves) | self.promises(),
        };
        Ok(())
    }

    /// Runs the step on a separate map that covers the area, and copies the result back where the
    /// cells allow it.
    fn run_on_part(
        &self,
        map: &mut Map,
        area: Rect,
        cells: Option<&CellSet>,
        cx: &mut Context<'_>,
    ) -> Result<(), Error> {
        let inside = |pos: Pos| area.contains(pos) && cells.is_none_or(|cells| cells.contains(pos));
        let before = (self.entry.kind != Kind::Layout).then(|| splice::cut_out(map, area));
        let mut part = before.clone().unwrap_or_else(|| Map::new(area.size(), Tile::Wall));
        (cx.origin, cx.is_part) = (area.origin(), true);
        cx.handover = None;
        let done = self.generator.generate(&mut part, cx);
        cx.handover = None;
        (cx.origin, cx.is_part) = (Pos::new(0, 0), false);
        done?;
        let own = self.promises();
        map.source.promises = if self.entry.kind == Kind::Layout {
            let alone = cells.is_none() && map.floor_positions().next().is_none();
            let shared = Promises::CONNECTED | Promises::NO_2X2 | Promises::TIDY_PASSAGES | Promises::SYMMETRIC;
            let kept = if alone { own } else { own - shared };
            // Rooms under water are still rooms, but not among the images.
            let kept = if map.rooms.is_empty() { kept } else { kept - Promises::SYMMETRIC };
            map.source.promises & (kept - Promises::GRID_ALIGNED)
        } else {
            // The promises of an edit cover its area only, and it does not see passages that lead
            // out of the area, nor everything at its seam.
            let lost = Promises::TIDY_PASSAGES | Promises::SYMMETRIC | Promises::FURNISHED | Promises::POPULATED;
            map.source.promises & (self.entry.preserves - lost)
        };
        let edited = before.is_some();
        match before {
            None => splice::replace(map, part, area, inside),
            Some(before) => splice::merge(map, &before, part, area, inside),
        }
        // Doors and entities at the seam may have lost their footing.
        map.settle();
        if edited {
            map.source.promises = recheck::recheck_promises(map);
        }
        Ok(())
    }

    /// Turns secret doors on the only way to stairs, exits or the goal into plain doors, unless
    /// this step or one before it asks for them. A layout of the whole map stays as it was drawn.
    fn keep_finishable(&self, was_finishable: bool, map: &mut Map, cx: &mut Context<'_>) {
        let is_whole_layout = self.entry.kind == Kind::Layout && matches!(self.limit, Limit::Whole);
        let is_finishable = if !self.generator.keeps(Promises::FINISHABLE).has(Promises::FINISHABLE) {
            false
        } else if is_whole_layout {
            secrets::is_finishable(map)
        } else {
            if was_finishable && !self.entry.preserves.has(Promises::FINISHABLE) && secrets::reveal(map) {
                map.mission = map.mission.take().filter(|mission| mission.holds(map));
                cx.step("reveal", map);
            }
            was_finishable
        };
        let kept = if is_finishable { Promises::FINISHABLE } else { Promises::NONE };
        map.source.promises = (map.source.promises - Promises::FINISHABLE) | kept;
    }

    fn promises(&self) -> Promises {
        self.generator.keeps(self.entry.promises)
    }
}

/// Removes the locks and keys of a mission that a step made impossible.
fn forget_mission(mission: Option<Mission>, map: &mut Map, cx: &mut Context<'_>) {
    let Some(mission) = mission.filter(|_| map.mission.is_none()) else { return };
    if map.unlock(&mission) {
        cx.step("unlock", map);
        cx.remark(map, "mission", "after this step the locks can be bypassed or not opened, so they were removed");
    }
}
