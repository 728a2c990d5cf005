//! [`CampaignPlan`]: a checked campaign that makes levels.

use super::descent::{Descent, Levels};
use super::{Campaign, check, set_pieces};
use crate::base::error::{Error, ErrorKind};
use crate::base::grid::{Pos, Size};
use crate::base::rng::Seed;
use crate::campaign::CampaignFinding;
use crate::campaign::danger::layout_source::{PlannedLayout, Problems};
use crate::campaign::danger::place_plan::{PlacePlan, in_order, overrule};
use crate::campaign::danger::{self, DangerTable, PlannedRange, plan_step};
use crate::generator::{Entry, Kind};
use crate::map::Map;
use crate::params::from_toml;
use crate::params::schema;
use crate::recipe::{Recipe, Step};
use crate::registry;
use crate::run::plan::{Plan, PlannedStep, Run};
use serde_json::{Value, json};

/// Default placements of a campaign, as far as the registry has these steps.
const USUAL_PLACES: &[&str] = &["start", "themes", "scatter", "monsters", "treasure", "traps"];

/// Placements before all others, which every campaign needs.
const FIRST_PLACES: [&str; 2] = ["level", "stairs"];

/// Checked campaign. Create it once and make any level of any seed, in any order, from any thread.
#[derive(Debug)]
pub struct CampaignPlan {
    campaign: Campaign,
    size: Size,
    table: DangerTable,
    ranges: Vec<PlannedRange>,
    /// Index of the set piece of every level.
    by_level: Vec<Option<usize>>,
    pieces: Vec<PlannedLayout>,
    dangers: Vec<u32>,
    places: Vec<PlacePlan>,
}

/// Layout of a level, as steps of a recipe and as steps that run.
#[derive(Clone)]
pub(super) struct Beginning {
    pub(super) recipe: Recipe,
    pub(super) steps: Vec<PlannedStep>,
    /// Placements that belong to the layout.
    own: Vec<PlacePlan>,
}

impl Campaign {
    /// Checks the campaign against these algorithms. The error lists everything that is wrong.
    pub fn plan(&self, entries: &[Entry]) -> Result<CampaignPlan, Error> {
        // A campaign made in code must follow the same rules as one from a file.
        let value = serde_json::to_value(self).expect("a campaign is plain data");
        let form = schema::check(schema::of::<Campaign>(), &value);
        if !form.is_empty() {
            return Err(from_toml::invalid(form, "campaign"));
        }
        let mut problems = Problems::new();
        for (path, text) in [("/title", &self.title), ("/summary", &self.summary)] {
            if text.chars().any(char::is_control) {
                problems.push((path.to_owned(), "control characters; write it on one line".to_owned()));
            }
        }
        let [width, height] = self.size;
        let (size, tiles) = (Size::new(width, height), width as u64 * height as u64);
        if tiles > Run::MAX_TILES as u64 {
            let most = Run::MAX_TILES;
            problems.push(("/size".to_owned(), format!("levels of {size} have {tiles} tiles; the limit is {most}")));
        }
        let by_level = set_pieces::by_level(&self.set_pieces, self.levels, &mut problems);
        let mut planned_pieces = Vec::new();
        for (index, piece) in self.set_pieces.iter().enumerate() {
            match piece.making().plan(entries, Some(size)) {
                Ok(planned) => planned_pieces.push(planned),
                Err(wrong) => {
                    problems.extend(wrong.into_iter().map(|(path, what)| (format!("/set_piece/{index}{path}"), what)));
                }
            }
        }
        let dangers: Vec<u32> = (1..=self.levels).map(|level| self.danger.at(level, self.levels)).collect();
        let mut planned_table = None;
        match self.danger_table() {
            Ok(table) => {
                for (level, &danger) in (1..).zip(&dangers).filter(|(level, _)| by_level[*level as usize - 1].is_none())
                {
                    if let Err(gap) = table.range_at(danger) {
                        problems.push(("/danger".to_owned(), format!("level {level}: {gap}")));
                    }
                }
                let named = self.table.as_deref().map(|name| format!("table {name} ")).unwrap_or_default();
                match danger::plan(&table.ranges, entries, Some(size)) {
                    Ok(ranges) => planned_table = Some((table, ranges)),
                    Err(wrong) => {
                        problems.extend(wrong.into_iter().map(|(path, what)| (format!("{named}{path}"), what)));
                    }
                }
            }
            Err(error) => problems.extend(error.problems().iter().map(|line| {
                let (path, what) = line.split_once(": ").unwrap_or(("", line));
                (path.to_owned(), what.to_owned())
            })),
        }
        let places = self.plan_places(entries, size, &mut problems);
        let (Some((table, ranges)), true) = (planned_table, problems.is_empty()) else {
            return Err(from_toml::invalid(problems, "campaign"));
        };
        let dangers = (0..).zip(dangers).map(|(level, danger): (usize, u32)| {
            let shift = by_level[level].and_then(|piece| self.set_pieces[piece].danger.as_ref());
            shift.and_then(|shift| shift.apply(danger)).unwrap_or(danger)
        });
        let (dangers, campaign) = (dangers.collect(), self.clone());
        let plan = CampaignPlan { campaign, size, table, ranges, by_level, pieces: planned_pieces, dangers, places };
        let problems = plan.twice();
        if problems.is_empty() { Ok(plan) } else { Err(from_toml::invalid(problems, "campaign")) }
    }

    /// Returns the placements of every level, the required ones first.
    fn plan_places(&self, entries: &[Entry], size: Size, problems: &mut Problems) -> Vec<PlacePlan> {
        let step = |id: &str| Step { uses: id.to_owned(), ..Step::default() };
        let written = self.place.as_deref().unwrap_or_default();
        let first = FIRST_PLACES.into_iter().filter(|id| !written.iter().any(|step| step.uses == *id));
        let usual = USUAL_PLACES.iter().filter(|id| registry::find(entries, id).is_some());
        // A placement that is not in the file has no path in it.
        let mut steps: Vec<(Option<usize>, Step)> = first.map(|id| (None, step(id))).collect();
        match &self.place {
            Some(written) => steps.extend(written.iter().cloned().enumerate().map(|(index, step)| (Some(index), step))),
            None => steps.extend(usual.map(|id| (None, step(id)))),
        }
        let mut places = Vec::with_capacity(steps.len());
        for (index, step) in steps {
            let place = index.map_or("/place".to_owned(), |index| format!("/place/{index}"));
            if step.area.is_some() || step.zone.is_some() {
                problems.push((place.clone(), "placements are for the whole level, not for an area or a zone".into()));
            }
            match plan_step(&step, entries, Some(size)) {
                Ok(planned) if planned.entry.kind == Kind::Place => {
                    places.push(PlacePlan::new(step, planned));
                }
                Ok(planned) => {
                    let what =
                        "changes the layout; only steps that place things are allowed here, put others into the table";
                    problems.push((format!("{place}/use"), format!("{} {what}", planned.entry.id)));
                }
                Err(wrong) => problems.extend(wrong.into_iter().map(|(path, what)| (format!("{place}{path}"), what))),
            }
        }
        places
    }
}

impl CampaignPlan {
    /// Returns the title of the campaign.
    pub fn title(&self) -> &str {
        &self.campaign.title
    }

    /// Returns the campaign as it was written.
    pub fn campaign(&self) -> &Campaign {
        &self.campaign
    }

    /// Returns the number of levels, which are numbered from 1.
    pub fn levels(&self) -> u32 {
        self.campaign.levels
    }

    /// Returns the size of every level.
    pub fn size(&self) -> Size {
        self.size
    }

    /// Returns the danger of a level; 0 if there is no such level.
    pub fn danger(&self, level: u32) -> u32 {
        level.checked_sub(1).and_then(|index| self.dangers.get(index as usize)).copied().unwrap_or_default()
    }

    /// Returns the name of a level's layout: that of its set piece, or the choice from the table.
    pub fn layout(&self, level: u32, seed: Seed) -> Result<String, Error> {
        self.exists(level)?;
        match self.by_level[level as usize - 1] {
            Some(piece) => Ok(self.campaign.set_pieces[piece].name().to_owned()),
            None => {
                let choice = self.table.choose(self.danger(level), level_seed(seed, level))?;
                Ok(self.table.ranges[choice.range].layouts[choice.layout].name().to_owned())
            }
        }
    }

    /// Returns the recipe of a level. With [`level_seed`] it makes the same map as
    /// [`CampaignPlan::level`].
    pub fn recipe(&self, level: u32, seed: Seed) -> Result<Recipe, Error> {
        self.exists(level)?;
        Descent::new(self, seed).recipe(level)
    }

    /// Makes the map of a level. The result does not depend on the levels made before.
    pub fn level(&self, level: u32, seed: Seed) -> Result<Map, Error> {
        self.level_with(level, seed)
    }

    /// Makes the map of a level with these options: cancelling, tracing, a budget or progress. The
    /// seed is that of the campaign; every level has the size of the campaign.
    ///
    /// A level needs the layouts of its neighbours, for the stairs. Progress counts these layouts,
    /// the layout of the level itself and its placements. The tracer sees the level only. Budget
    /// and maximum number of tiles apply to every layout on its own.
    ///
    /// ```
    /// use mapwright::{Progress, Run, Seed, campaign, registry};
    /// use std::cell::Cell;
    /// let plan = campaign::find(campaign::DEFAULT).expect("it is shipped").campaign().plan(registry::ALL)?;
    /// let shown = Cell::new(0);
    /// let show = |progress: Progress| shown.set(100 * progress.done / progress.total);
    /// let map = plan.level_with(2, Run::new(Seed::new(7)).progress(&show))?;
    /// assert_eq!((map, shown.get()), (plan.level(2, Seed::new(7))?, 100));
    /// # Ok::<(), mapwright::Error>(())
    /// ```
    pub fn level_with<'a>(&self, level: u32, run: impl Into<Run<'a>>) -> Result<Map, Error> {
        let run = run.into();
        self.exists(level)?;
        if let Some(size) = run.size.filter(|&size| size != self.size) {
            let message = format!("the levels of this campaign are {}, not {size}; leave out the size", self.size);
            return Err(Error::new(ErrorKind::Invalid, message));
        }
        Descent::new(self, run.seed).level_with(level, run)
    }

    /// Makes all levels from the first to the last. The maps equal those of
    /// [`CampaignPlan::level`], with less work.
    pub fn run(&self, seed: Seed) -> Levels<'_> {
        Levels::new(Descent::new(self, seed))
    }

    /// Checks levels of this campaign: everything that [`check()`] reports, and dangers that differ
    /// from those of the campaign.
    pub fn check(&self, levels: &[&Map]) -> Vec<CampaignFinding> {
        check::check_dangers(levels, |level| (level <= self.levels()).then(|| self.danger(level)))
    }

    fn exists(&self, level: u32) -> Result<(), Error> {
        if (1..=self.levels()).contains(&level) {
            return Ok(());
        }
        Err(Error::new(
            ErrorKind::Invalid,
            format!("there is no level {level}; the campaign has 1 to {}", self.levels()),
        ))
    }

    /// Returns the layout steps of a level, for the seed of the level.
    pub(super) fn beginning(&self, level: u32, seed: Seed) -> Result<Beginning, Error> {
        let danger = self.danger(level);
        let Campaign { title, set_pieces, size, .. } = &self.campaign;
        let (name, called, laid, finish) = match self.by_level[level as usize - 1] {
            Some(piece) => (set_pieces[piece].name(), &*set_pieces[piece].title, &self.pieces[piece], Vec::new()),
            None => {
                let choice = self.table.choose(danger, seed)?;
                let (written, planned) = (&self.table.ranges[choice.range], &self.ranges[choice.range]);
                let finish = choice.finish.iter().map(|&at| (written.finish[at].step(), planned.finish[at].clone()));
                (written.layouts[choice.layout].name(), "", &planned.layouts[choice.layout], finish.collect())
            }
        };
        let (steps, own) = self.with_finish(laid, finish);
        let (steps, planned): (Vec<Step>, Vec<PlannedStep>) = steps.into_iter().unzip();
        let attempts = laid.attempts;
        let mut title = if title.is_empty() { format!("Level {level}") } else { format!("{title}, level {level}") };
        if !called.is_empty() {
            title = format!("{title}: {called}");
        }
        let summary = format!("{name}, danger {danger}");
        let recipe = Recipe { title, summary, size: Some(*size), attempts, steps, ..Recipe::default() };
        Ok(Beginning { steps: named(&recipe, planned), recipe, own })
    }

    /// Returns the steps and the placements of a layout with these finishing steps.
    fn with_finish(
        &self,
        laid: &PlannedLayout,
        finish: Vec<(Step, PlannedStep)>,
    ) -> (Vec<(Step, PlannedStep)>, Vec<PlacePlan>) {
        let (placements, shapes): (Vec<_>, Vec<_>) =
            finish.into_iter().partition(|(_, planned)| planned.entry.kind == Kind::Place);
        let steps = laid.steps.iter().cloned().chain(shapes).collect();
        // The record of an algorithm says how the usual placements come, and adds none.
        let is_usual =
            |it: &&PlacePlan| self.campaign.place.is_none() && self.places.iter().any(|place| place.role == it.role);
        let mut own: Vec<PlacePlan> = laid.usual.iter().filter(is_usual).cloned().collect();
        overrule(&mut own, laid.own.clone());
        overrule(&mut own, placements.into_iter().map(|(step, planned)| PlacePlan::new(step, planned)).collect());
        (steps, own)
    }

    /// Returns the plan of a complete level: its layout, and its placements with stairs at these
    /// positions.
    pub(super) fn whole(&self, level: u32, beginning: &Beginning, up: Pos, down: Option<Pos>) -> Result<Plan, Error> {
        let Beginning { mut recipe, mut steps, own } = beginning.clone();
        let danger = self.danger(level);
        for PlacePlan { mut step, mut planned, takes_danger, .. } in in_order(&self.places, &own) {
            let mut set = |name: &str, value: Value| drop(step.with.insert(name.to_owned(), value));
            if takes_danger {
                set("danger", danger.into());
            }
            match planned.entry.id {
                "level" => set("number", level.into()),
                "stairs" => {
                    set("up", true.into());
                    set("up_at", json!([up.x, up.y]));
                    set("down", down.is_some().into());
                    if let Some(down) = down {
                        set("down_at", json!([down.x, down.y]));
                    }
                }
                _ => {}
            }
            if step.with != planned.with {
                let built = planned.entry.build(&Value::Object(step.with.clone()));
                let generator =
                    built.map_err(|wrong| from_toml::invalid(wrong, planned.entry.id).at(&format!("level {level}")))?;
                (planned.generator, planned.with) = (generator.into(), step.with.clone());
            }
            recipe.steps.push(step);
            steps.push(planned);
        }
        let steps = named(&recipe, steps);
        Ok(Plan::new(recipe, steps))
    }

    /// Returns an error for step names that occur twice on a level, and for levels with too many
    /// steps.
    fn twice(&self) -> Problems {
        let places = || self.places.iter().map(|place| place.step.clone());
        let mut problems = Problems::new();
        look("/place".to_owned(), places().collect(), &mut problems);
        if !problems.is_empty() {
            return problems;
        }
        let all = |laid: &PlannedLayout, finish: Vec<(Step, PlannedStep)>| -> Vec<Step> {
            let (steps, own) = self.with_finish(laid, finish);
            let places = in_order(&self.places, &own).into_iter().map(|place| place.step);
            steps.into_iter().map(|(step, _)| step).chain(places).collect()
        };
        for (index, laid) in self.pieces.iter().enumerate() {
            look(format!("/set_piece/{index}"), all(laid, Vec::new()), &mut problems);
        }
        for (index, (range, planned)) in self.table.ranges.iter().zip(&self.ranges).enumerate() {
            for (at, laid) in planned.layouts.iter().enumerate() {
                let finish = range.finish.iter().map(danger::Finish::step).zip(planned.finish.iter().cloned());
                look(format!("/range/{index}/layout/{at}"), all(laid, finish.collect()), &mut problems);
            }
        }
        problems
    }
}

/// Looks for duplicate names among the steps of a level, and for too many steps.
fn look(path: String, steps: Vec<Step>, problems: &mut Problems) {
    let recipe = Recipe { steps, ..Recipe::default() };
    let mut ids: Vec<String> = (0..recipe.steps.len()).map(|index| recipe.step_id(index)).collect();
    ids.sort_unstable();
    if let Some(pair) = ids.windows(2).find(|pair| pair[0] == pair[1]) {
        problems.push((path.clone(), format!("two steps of a level would be called {:?}", pair[0])));
    }
    if ids.len() > 1_000 {
        problems.push((path, format!("a level would have {} steps; the limit is 1000", ids.len())));
    }
}

/// Returns the steps with their names in the recipe.
fn named(recipe: &Recipe, mut steps: Vec<PlannedStep>) -> Vec<PlannedStep> {
    steps.iter_mut().enumerate().for_each(|(index, step)| step.id = recipe.step_id(index));
    steps
}

/// Returns the seed of a level in a campaign with this seed.
pub fn level_seed(seed: Seed, level: u32) -> Seed {
    seed.child("level").nth(level.into())
}
