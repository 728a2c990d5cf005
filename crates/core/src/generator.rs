//! The contract: what an algorithm is, what it may use while it runs, and how it is listed.

use crate::error::{Error, ErrorKind};
use crate::grid::{Pos, Rect, Size};
use crate::map::{Map, Note, Passage};
use crate::promises::Promises;
use crate::rng::{Rng, Seed};
use crate::schema;
use crate::survey::Survey;
use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::fmt::{self, Debug};
use std::sync::atomic::{AtomicBool, Ordering};

/// An algorithm together with its parameters: the value *is* its parameters.
pub trait Generator: Debug + Send + Sync {
    /// Makes or edits the map. All randomness comes from the context's streams.
    ///
    /// A layout gets a map of solid wall; a shape or a place step gets whatever the steps before it made. The size is
    /// at least [`Generator::min_size`].
    fn generate(&self, map: &mut Map, cx: &mut Context<'_>) -> Result<(), Error>;

    /// The smallest map on which these parameters always work; anything smaller is refused before the run.
    fn min_size(&self) -> Size {
        Size::new(1, 1)
    }

    /// The size of a map when nobody asks for one, where it depends on the parameters.
    fn natural_size(&self) -> Option<Size> {
        None
    }

    /// Why a size is refused though it is at least [`Generator::min_size`]; in words that follow "size 9x9". Of a smaller size
    /// it may say what the size alone does not tell, such as which drawing is too large.
    fn refuses(&self, _size: Size) -> Option<String> {
        None
    }

    /// What no range of a single parameter can say, such as a minimum above its maximum: each with the name of a parameter
    /// and what is wrong with it.
    fn conflicts(&self) -> Vec<(&'static str, String)> {
        Vec::new()
    }

    /// Which of the entry's promises these parameters keep.
    fn keeps(&self, promises: Promises) -> Promises {
        promises
    }
}

/// What a generator may use while it runs: named streams of randomness, a place to show its steps, a budget.
pub struct Context<'a> {
    pub(crate) seed: Seed,
    pub(crate) id: &'a str,
    pub(crate) step: usize,
    pub(crate) attempt: u32,
    pub(crate) origin: Pos,
    pub(crate) tracer: Option<&'a mut (dyn Tracer + 'a)>,
    pub(crate) budget: u64,
    pub(crate) spent: u64,
    pub(crate) cancel: Option<&'a AtomicBool>,
    /// What the place step before this one knew.
    pub(crate) survey: Option<Box<Survey>>,
}

impl<'a> Context<'a> {
    /// The budget of a run for which nobody asked otherwise: 2^40 steps, beyond any map that fits in memory.
    pub const BUDGET: u64 = 1 << 40;

    /// A context outside any recipe, for calling a generator by hand.
    pub fn new(seed: Seed) -> Self {
        let budget = Context::BUDGET;
        Context {
            seed,
            id: "",
            step: 0,
            attempt: 0,
            origin: Pos::new(0, 0),
            tracer: None,
            budget,
            spent: 0,
            cancel: None,
            survey: None,
        }
    }

    /// The same, shown to somebody.
    #[must_use]
    pub fn watched_by(mut self, tracer: &'a mut (dyn Tracer + 'a)) -> Self {
        self.tracer = Some(tracer);
        self
    }

    /// The stream for one named decision; streams do not disturb each other.
    pub fn rng(&self, stream: &'static str) -> Rng {
        self.seed.child(stream).rng()
    }

    /// The branch of the seed for one named decision, for a stream for each of many things: `cx.seed("doors").nth(3).rng()`.
    pub fn seed(&self, stream: &'static str) -> Seed {
        self.seed.child(stream)
    }

    /// Whether somebody watches: work that only serves to be shown is done only then.
    pub fn is_watched(&self) -> bool {
        self.tracer.is_some()
    }

    /// Marks a moment worth showing: a pass over the map. Free when nobody watches.
    #[inline]
    pub fn step(&mut self, label: &'static str, map: &Map) {
        if self.tracer.is_some() {
            self.show(label, None, map.size().rect(), map);
        }
    }

    /// The same where all tiles that changed since the last moment lie in this area, so that nobody has to look for them elsewhere.
    #[inline]
    pub fn step_in(&mut self, label: &'static str, area: Rect, map: &Map) {
        if self.tracer.is_some() {
            self.show(label, None, area, map);
        }
    }

    /// The same for the passage that was dug last, with its doors.
    #[inline]
    pub(crate) fn step_passage(&mut self, label: &'static str, map: &Map) {
        if self.tracer.is_some() {
            let area = map.passages.last().and_then(Passage::bounds);
            self.show(label, None, area.unwrap_or(map.size().rect()), map);
        }
    }

    /// The same for a walker that changed at most one cell and stands on it.
    #[inline]
    pub fn step_at(&mut self, label: &'static str, pos: Pos, map: &Map) {
        if self.tracer.is_some() {
            self.show(label, Some(pos), Rect::spanning(pos, pos), map);
        }
    }

    /// The same for a walker that changed more than the cell it stands on: all of it lies in this area.
    #[inline]
    pub fn step_around(&mut self, label: &'static str, pos: Pos, area: Rect, map: &Map) {
        if self.tracer.is_some() {
            self.show(label, Some(pos), area, map);
        }
    }

    #[cold]
    fn show(&mut self, label: &'static str, at: Option<Pos>, area: Rect, map: &Map) {
        let (attempt, step, origin) = (self.attempt, self.step, self.origin);
        if let Some(tracer) = &mut self.tracer {
            tracer.moment(Moment { attempt, step, label, at, area, origin, map });
        }
    }

    /// Tells whoever watches that the step has ended.
    pub(crate) fn has_done(&mut self, map: &Map) {
        if let Some(tracer) = &mut self.tracer {
            tracer.done(self.attempt, self.step, map);
        }
    }

    /// Tells whoever watches that the attempt has come to nothing.
    pub(crate) fn came_to_nothing(&mut self) {
        if let Some(tracer) = &mut self.tracer {
            tracer.rejected(self.attempt, self.step);
        }
    }

    /// Counts `steps` of work; fails when the budget is spent or the caller wants to stop.
    ///
    /// A loop whose length depends on luck or on parameters spends as it goes. Steps are counted, never time, so that the
    /// same inputs end in the same way everywhere.
    #[inline]
    pub fn spend(&mut self, steps: u64) -> Result<(), Error> {
        self.spent = self.spent.saturating_add(steps);
        if self.spent > self.budget {
            return Err(self.exhausted());
        }
        match self.cancel {
            Some(cancel) if cancel.load(Ordering::Relaxed) => {
                Err(Error::new(ErrorKind::Cancelled, "stopped, as the caller asked"))
            }
            _ => Ok(()),
        }
    }

    #[cold]
    fn exhausted(&self) -> Error {
        let message =
            format!("the budget of {} steps is spent; ask for a smaller map or raise the budget", self.budget);
        Error::new(ErrorKind::GaveUp, message)
    }

    /// Notes on the map that something was asked for and not delivered in full.
    pub fn note(&self, map: &mut Map, what: &str, asked: i64, delivered: i64, why: impl Into<String>) {
        let (step, what, why) = (self.id.to_owned(), what.to_owned(), why.into());
        map.notes.push(Note { step, what, asked, delivered, why });
    }

    /// Notes on the map something worth knowing, though nothing is missing.
    pub fn remark(&self, map: &mut Map, what: &str, why: impl Into<String>) {
        self.note(map, what, 0, 0, why);
    }
}

impl Debug for Context<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Context")
            .field("seed", &self.seed)
            .field("id", &self.id)
            .field("watched", &self.is_watched())
            .field("spent", &self.spent)
            .finish_non_exhaustive()
    }
}

/// Somebody who watches a run. Watching never changes the result.
pub trait Tracer {
    /// Is shown one moment.
    fn moment(&mut self, moment: Moment<'_>);

    /// A step of the recipe has ended, with this map: what it did not show is there now, and a step that is limited to an area has
    /// put its part back.
    fn done(&mut self, _attempt: u32, _step: usize, _map: &Map) {}

    /// An attempt came to nothing at this step; the next one begins with solid wall.
    fn rejected(&mut self, _attempt: u32, _step: usize) {}
}

/// A moment of a run worth showing.
#[derive(Clone, Copy, Debug)]
pub struct Moment<'a> {
    /// Which attempt, from 0: when it rises, what was shown before came to nothing.
    pub attempt: u32,
    /// Which step of the recipe, from 0.
    pub step: usize,
    /// What happened, in a word.
    pub label: &'static str,
    /// Where the walker stands, on `map`.
    pub at: Option<Pos>,
    /// Where tiles may have changed since the last moment of the same step, on `map`.
    pub area: Rect,
    /// Where the top-left tile of `map` lies on the whole map: a step limited to an area works on a map of its own.
    pub origin: Pos,
    /// The map at that moment.
    pub map: &'a Map,
}

/// What a step does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Starts from solid wall.
    Layout,
    /// Edits the map that is there.
    Shape,
    /// Puts things on the map.
    Place,
}

impl Kind {
    /// Its name in lists.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Layout => "layout",
            Kind::Shape => "shape",
            Kind::Place => "place",
        }
    }
}

/// How an algorithm is listed: everything that programs and people need to know before they run it.
#[derive(Clone, Copy)]
pub struct Entry {
    /// Its name: kebab-case, permanent.
    pub id: &'static str,
    /// What it does to a map.
    pub kind: Kind,
    /// Raised when the same seed gives another map.
    pub revision: u32,
    /// What holds after it with its default parameters; [`Generator::keeps`] says it for others.
    pub promises: Promises,
    /// What an edit leaves as it was, wherever it held before; a layout starts anew.
    pub preserves: Promises,
    /// The size of a map when nobody asked for one.
    pub natural: Size,
    /// Whether it finds a map for every seed; a search may have to give up.
    pub certain: bool,
    schema: fn() -> Value,
    defaults: fn() -> Value,
    build: fn(Value) -> Result<Box<dyn Generator>, String>,
}

impl Entry {
    /// Lists the algorithm whose parameters are `T`, with revision 1, no promises and a natural size of 80x50.
    pub const fn new<T>(id: &'static str, kind: Kind) -> Self
    where
        T: Generator + Default + Serialize + DeserializeOwned + JsonSchema + 'static,
    {
        fn defaults<T: Default + Serialize>() -> Value {
            serde_json::to_value(T::default()).expect("parameters are plain data")
        }
        fn build<T: Generator + DeserializeOwned + 'static>(value: Value) -> Result<Box<dyn Generator>, String> {
            serde_json::from_value::<T>(value).map(|it| Box::new(it) as _).map_err(|error| error.to_string())
        }
        Entry {
            id,
            kind,
            revision: 1,
            promises: Promises::NONE,
            preserves: Promises::NONE,
            natural: Size::new(80, 50),
            certain: true,
            schema: schema::of::<T>,
            defaults: defaults::<T>,
            build: build::<T>,
        }
    }

    /// With this revision.
    #[must_use]
    pub const fn revision(mut self, revision: u32) -> Self {
        self.revision = revision;
        self
    }

    /// With these promises.
    #[must_use]
    pub const fn promising(mut self, promises: Promises) -> Self {
        self.promises = promises;
        self
    }

    /// An edit that leaves these promises as they were; all others are lost, unless it makes them itself.
    #[must_use]
    pub const fn preserving(mut self, promises: Promises) -> Self {
        self.preserves = promises;
        self
    }

    /// With this natural size.
    #[must_use]
    pub const fn natural(mut self, width: i32, height: i32) -> Self {
        self.natural = Size::new(width, height);
        self
    }

    /// A search that may end without a map.
    #[must_use]
    pub const fn uncertain(mut self) -> Self {
        self.certain = false;
        self
    }

    /// The JSON schema of its parameters, with ranges, defaults and the documentation of each.
    pub fn schema(&self) -> Value {
        (self.schema)()
    }

    /// Its parameters when nobody sets one.
    pub fn defaults(&self) -> Value {
        (self.defaults)()
    }

    /// What it does, in one line.
    pub fn summary(&self) -> String {
        let schema = self.schema();
        let text = schema.get("description").and_then(Value::as_str).unwrap_or_default();
        text.split("\n\n").next().unwrap_or_default().replace('\n', " ")
    }

    /// The smallest map it accepts with its default parameters.
    pub fn min_size(&self) -> Size {
        self.build(&Value::Object(serde_json::Map::new())).map_or(Size::new(1, 1), |generator| generator.min_size())
    }

    /// The algorithm with these parameters, or everything that is wrong with them as `(path, what is wrong)`.
    pub fn build(&self, parameters: &Value) -> Result<Box<dyn Generator>, Vec<(String, String)>> {
        let problems = schema::check(&self.schema(), parameters);
        if !problems.is_empty() {
            return Err(problems);
        }
        let generator = (self.build)(parameters.clone()).map_err(|error| vec![(String::new(), error)])?;
        let conflicts = generator.conflicts();
        if conflicts.is_empty() {
            Ok(generator)
        } else {
            Err(conflicts.into_iter().map(|(name, conflict)| (format!("/{name}"), conflict)).collect())
        }
    }
}

impl Debug for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Entry")
            .field("id", &self.id)
            .field("kind", &self.kind)
            .field("revision", &self.revision)
            .field("promises", &self.promises)
            .finish_non_exhaustive()
    }
}
