//! The generator interface: what an algorithm is, what it may use while it runs, and how it is
//! listed.

pub(crate) mod fit;
pub mod param_samples;
pub mod reference;

use crate::base::error::{Error, ErrorKind};
use crate::base::grid::{Pos, Rect, Size};
use crate::base::promises::Promises;
use crate::base::rng::{Rng, Seed};
use crate::map::{Map, Note, Passage};
use crate::params::schema;
use crate::recipe::Placers;
use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::any::Any;
use std::fmt::{self, Debug};
use std::sync::atomic::{AtomicBool, Ordering};

/// An algorithm together with its parameters: a value of the implementing type holds the
/// parameters.
///
/// Parameters are plain structs with public fields and `Default`, written as
/// `Bsp { max_depth: 3, ..Default::default() }`. They are not `#[non_exhaustive]`, which would
/// forbid this notation: with it, a new parameter breaks no caller. The records of a map and the
/// options of a run are sealed, because they grow too; create them with their `new` functions and
/// methods.
#[doc(alias = "algorithm")]
pub trait Generator: Debug + Send + Sync {
    /// Makes or edits the map. All randomness comes from the context's streams.
    ///
    /// A layout receives a map of solid wall; a shape or place step receives the result of the
    /// steps before it. The size is at least [`Generator::min_size`].
    fn generate(&self, map: &mut Map, cx: &mut Context<'_>) -> Result<(), Error>;

    /// Returns the smallest map on which these parameters always work. Smaller sizes are refused
    /// before the run.
    fn min_size(&self) -> Size {
        Size::new(1, 1)
    }

    /// Returns the default map size, if it depends on the parameters.
    fn natural_size(&self) -> Option<Size> {
        None
    }

    /// Returns the reason why a size is refused although it is at least [`Generator::min_size`], in
    /// words that follow "size 9x9". For a smaller size it may add details, for example which
    /// drawing is too large.
    fn refuses(&self, _size: Size) -> Option<String> {
        None
    }

    /// Returns conflicts between parameters that the range of a single parameter cannot express,
    /// for example a minimum above its maximum: each as the name of a parameter and a message.
    fn conflicts(&self) -> Vec<(&'static str, String)> {
        Vec::new()
    }

    /// Returns the subset of the entry's guarantees that these parameters keep.
    ///
    /// A run of a recipe also asks for [`Promises::FINISHABLE`]: return a set without it if these
    /// parameters ask for secret doors on the only way to stairs, exits or the goal. Otherwise the
    /// run turns such doors into plain ones.
    fn keeps(&self, promises: Promises) -> Promises {
        promises
    }
}

/// The services for a running generator: named random streams, tracing and a step budget.
pub struct Context<'a> {
    pub(crate) seed: Seed,
    pub(crate) id: &'a str,
    pub(crate) step: usize,
    pub(crate) attempt: u32,
    pub(crate) origin: Pos,
    /// True while a step runs on a part of the map, past whose edge there may be more.
    pub(crate) is_part: bool,
    pub(crate) tracer: Option<&'a mut (dyn Tracer + 'a)>,
    pub(crate) budget: u64,
    pub(crate) spent: u64,
    pub(crate) cancel: Option<&'a AtomicBool>,
    pub(crate) progress: Option<&'a (dyn Fn(Progress) + 'a)>,
    /// Data about the map that the previous step left for the next one.
    pub(crate) handover: Option<Box<dyn Any>>,
}

impl<'a> Context<'a> {
    /// Default budget of a run: 2^40 steps, beyond any map that fits in memory.
    pub const BUDGET: u64 = 1 << 40;

    /// Creates a context outside any recipe, for calling a generator directly.
    pub fn new(seed: Seed) -> Self {
        let budget = Context::BUDGET;
        Context {
            seed,
            id: "",
            step: 0,
            attempt: 0,
            origin: Pos::new(0, 0),
            is_part: false,
            tracer: None,
            budget,
            spent: 0,
            cancel: None,
            progress: None,
            handover: None,
        }
    }

    /// Sends every moment of the run to this tracer.
    #[must_use]
    pub fn with_tracer(mut self, tracer: &'a mut (dyn Tracer + 'a)) -> Self {
        self.tracer = Some(tracer);
        self
    }

    /// Returns the random stream for one named decision. Streams are independent of each other.
    pub fn rng(&self, stream: &'static str) -> Rng {
        self.seed.child(stream).rng()
    }

    /// Returns the child seed for one named decision, for separate streams per item:
    /// `cx.seed("doors").nth(3).rng()`.
    pub fn seed(&self, stream: &'static str) -> Seed {
        self.seed.child(stream)
    }

    /// Returns true if a tracer is attached. Use it to skip work that only serves tracing.
    pub fn is_traced(&self) -> bool {
        self.tracer.is_some()
    }

    /// Records a moment for tracing: a pass over the map. Costs nothing without a tracer.
    #[inline]
    pub fn step(&mut self, label: &'static str, map: &Map) {
        if self.tracer.is_some() {
            self.show(label, None, map.size().rect(), map);
        }
    }

    /// Records a moment in which all tiles changed since the last moment lie in this area, so that
    /// the tracer compares only that area.
    #[inline]
    pub fn step_in(&mut self, label: &'static str, area: Rect, map: &Map) {
        if self.tracer.is_some() {
            self.show(label, None, area, map);
        }
    }

    /// Records a moment for the passage that was dug last, with its doors.
    #[inline]
    pub(crate) fn step_passage(&mut self, label: &'static str, map: &Map) {
        if self.tracer.is_some() {
            let area = map.passages.last().and_then(Passage::bounds);
            self.show(label, None, area.unwrap_or(map.size().rect()), map);
        }
    }

    /// Records a moment of a walker that changed at most one cell and stands on it.
    #[inline]
    pub fn step_at(&mut self, label: &'static str, pos: Pos, map: &Map) {
        if self.tracer.is_some() {
            self.show(label, Some(pos), Rect::spanning(pos, pos), map);
        }
    }

    /// Records a moment of a walker that changed cells of this area, not only the cell it stands
    /// on.
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

    /// Notifies the tracer that the step has ended.
    pub(crate) fn has_done(&mut self, map: &Map) {
        if let Some(tracer) = &mut self.tracer {
            tracer.done(self.attempt, self.step, map);
        }
    }

    /// Notifies the tracer that the attempt was rejected.
    pub(crate) fn notify_rejected(&mut self) {
        if let Some(tracer) = &mut self.tracer {
            tracer.rejected(self.attempt, self.step);
        }
    }

    /// Counts `steps` of work. Fails when the budget is used up or the caller has cancelled the
    /// run.
    ///
    /// Call it in every loop whose length depends on chance or on parameters. It counts steps,
    /// never time, so that the outcome is the same on every machine.
    #[inline]
    pub fn spend(&mut self, steps: u64) -> Result<(), Error> {
        self.spent = self.spent.saturating_add(steps);
        if self.spent > self.budget {
            return Err(self.exhausted());
        }
        match self.cancel {
            Some(cancel) if cancel.load(Ordering::Relaxed) => {
                Err(Error::new(ErrorKind::Cancelled, "the run was stopped"))
            }
            _ => Ok(()),
        }
    }

    #[cold]
    fn exhausted(&self) -> Error {
        let message = format!("the budget of {} steps is spent; use a smaller map or raise the budget", self.budget);
        Error::new(ErrorKind::GaveUp, message)
    }

    /// Adds a note to the map: a request was not met in full.
    pub fn note(&self, map: &mut Map, what: &str, asked: i64, delivered: i64, why: impl Into<String>) {
        let (step, what, why) = (self.id.to_owned(), what.to_owned(), why.into());
        map.notes.push(Note { step, what, asked, delivered, why });
    }

    /// Adds a remark to the map: useful to know, but nothing is missing.
    pub fn remark(&self, map: &mut Map, what: &str, why: impl Into<String>) {
        self.note(map, what, 0, 0, why);
    }
}

impl Debug for Context<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Context")
            .field("seed", &self.seed)
            .field("id", &self.id)
            .field("watched", &self.is_traced())
            .field("spent", &self.spent)
            .finish_non_exhaustive()
    }
}

/// Receives the moments of a run. Tracing never changes the result.
#[doc(alias = "observer")]
#[doc(alias = "callback")]
pub trait Tracer {
    /// Called for every recorded moment.
    fn moment(&mut self, moment: Moment<'_>);

    /// Called when a step of the recipe has ended. `map` contains the changes that the step did not
    /// record, and the result of a step limited to an area.
    fn done(&mut self, _attempt: u32, _step: usize, _map: &Map) {}

    /// Called when an attempt was rejected at this step. The next attempt begins with solid wall.
    fn rejected(&mut self, _attempt: u32, _step: usize) {}
}

/// Progress of a run. It depends on the recipe, size and seed only, never on time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Progress {
    /// Index of the attempt, from 0. A new attempt begins again with the first step.
    pub attempt: u32,
    /// Number of steps done in this attempt.
    pub done: usize,
    /// Number of steps in total.
    pub total: usize,
}

/// A recorded moment of a run.
#[doc(alias = "frame")]
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Moment<'a> {
    /// Number of the attempt, from 0. When it rises, the attempt recorded before was rejected.
    pub attempt: u32,
    /// Index of the step in the recipe, from 0.
    pub step: usize,
    /// Short label of the event.
    pub label: &'static str,
    /// Position of the walker on `map`.
    pub at: Option<Pos>,
    /// Area of `map` in which tiles may have changed since the last moment of this step.
    pub area: Rect,
    /// Position of the top-left tile of `map` on the whole map. A step limited to an area works on
    /// a map of its own.
    pub origin: Pos,
    /// The map at this moment.
    pub map: &'a Map,
}

/// The role of a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Starts from solid wall.
    Layout,
    /// Edits the existing map.
    Shape,
    /// Puts things on the map.
    Place,
}

impl Kind {
    /// Returns the name for lists.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Layout => "layout",
            Kind::Shape => "shape",
            Kind::Place => "place",
        }
    }
}

/// A registry entry: everything that programs and people need to know about an algorithm before
/// they run it.
#[derive(Clone, Copy)]
pub struct Entry {
    /// Permanent id, in kebab-case.
    pub id: &'static str,
    /// Role of the algorithm.
    pub kind: Kind,
    /// Revision. It rises whenever a seed gives a different map.
    pub revision: u32,
    /// Guarantees with default parameters; [`Generator::keeps`] narrows them for other parameters.
    pub promises: Promises,
    /// Guarantees that an edit preserves if they held before. A layout starts anew.
    pub preserves: Promises,
    /// Default map size.
    pub natural: Size,
    /// True if it finds a map for every seed. A search may have to give up.
    pub always_succeeds: bool,
    placers: fn() -> Placers,
    own_defaults: Option<fn() -> Value>,
    schema: fn() -> &'static Value,
    defaults: fn() -> Value,
    build: fn(Value) -> Result<Box<dyn Generator>, String>,
}

impl Entry {
    /// Creates an entry for the algorithm whose parameters are `T`, with revision 1, no guarantees
    /// and a default size of 80x50.
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
            always_succeeds: true,
            placers: Placers::default,
            own_defaults: None,
            schema: schema::of::<T>,
            defaults: defaults::<T>,
            build: build::<T>,
        }
    }

    /// Sets the revision.
    #[must_use]
    pub const fn revision(mut self, revision: u32) -> Self {
        self.revision = revision;
        self
    }

    /// Sets the guarantees.
    #[must_use]
    pub const fn promising(mut self, promises: Promises) -> Self {
        self.promises = promises;
        self
    }

    /// Sets the guarantees that this edit preserves. All others are lost, unless the edit
    /// establishes them itself.
    #[must_use]
    pub const fn preserving(mut self, promises: Promises) -> Self {
        self.preserves = promises;
        self
    }

    /// Sets the default map size.
    #[must_use]
    pub const fn natural(mut self, width: i32, height: i32) -> Self {
        self.natural = Size::new(width, height);
        self
    }

    /// Marks the algorithm as a search that may end without a map.
    #[must_use]
    pub const fn may_fail(mut self) -> Self {
        self.always_succeeds = false;
        self
    }

    /// Sets how the monsters and exits of a level come to this layout, where neither the recipe nor
    /// the danger table says so: `.placed_by(Placers::caves)`.
    #[must_use]
    pub const fn placed_by(mut self, placers: fn() -> Placers) -> Self {
        self.placers = placers;
        self
    }

    /// Sets defaults of your own for some parameters: an object with their names and values.
    ///
    /// Put the entry into the list with [`registry::with`](crate::registry::with), which replaces
    /// the shipped entry of this id. Give it a revision of its own, so that maps made with other
    /// defaults are told apart.
    ///
    /// ```
    /// use mapwright::serde_json::json;
    /// use mapwright::{Recipe, Seed, layout, registry};
    /// let wide = layout::rooms_corridors::ENTRY
    ///     .with_defaults(|| json!({"min_room": 8, "max_room": 15}))
    ///     .revision(1_001);
    /// let entries = registry::with(registry::ALL, [wide]);
    /// let map = Recipe::of("rooms-corridors", Default::default()).plan(&entries)?.run(Seed::new(7))?;
    /// assert!(map.rooms.iter().all(|room| room.shape.bounds().width >= 8));
    /// # Ok::<(), mapwright::Error>(())
    /// ```
    #[must_use]
    pub const fn with_defaults(mut self, defaults: fn() -> Value) -> Self {
        self.own_defaults = Some(defaults);
        self
    }

    /// Returns how the monsters and exits of a level come to this layout.
    pub fn placers(&self) -> Placers {
        (self.placers)()
    }

    /// Returns the JSON schema of the parameters, with ranges, defaults and documentation.
    pub fn schema(&self) -> Value {
        let mut schema = (self.schema)().clone();
        for (name, value) in self.own_values() {
            if let Some(Value::Object(property)) = schema.pointer_mut(&format!("/properties/{name}")) {
                property.insert("default".to_owned(), value);
            }
        }
        schema
    }

    /// Returns the default parameters.
    pub fn defaults(&self) -> Value {
        let mut defaults = (self.defaults)();
        if let Value::Object(all) = &mut defaults {
            all.extend(self.own_values());
        }
        defaults
    }

    /// Returns the defaults set by [`Entry::with_defaults`].
    fn own_values(&self) -> serde_json::Map<String, Value> {
        match self.own_defaults.map(|own| own()) {
            Some(Value::Object(own)) => own,
            _ => serde_json::Map::new(),
        }
    }

    /// Returns a summary in one line.
    pub fn summary(&self) -> String {
        let schema = (self.schema)();
        let text = schema.get("description").and_then(Value::as_str).unwrap_or_default();
        text.split("\n\n").next().unwrap_or_default().replace('\n', " ")
    }

    /// Returns the smallest map that the algorithm accepts with its default parameters.
    pub fn min_size(&self) -> Size {
        self.build(&Value::Object(serde_json::Map::new())).map_or(Size::new(1, 1), |generator| generator.min_size())
    }

    /// Builds the algorithm with these parameters, or returns everything that is wrong with them as
    /// `(path, message)` pairs.
    pub fn build(&self, parameters: &Value) -> Result<Box<dyn Generator>, Vec<(String, String)>> {
        let mut parameters = parameters.clone();
        if let Value::Object(given) = &mut parameters {
            for (name, value) in self.own_values() {
                given.entry(name).or_insert(value);
            }
        }
        let problems = schema::check((self.schema)(), &parameters);
        if !problems.is_empty() {
            return Err(problems);
        }
        let generator = (self.build)(parameters).map_err(|error| vec![(String::new(), error)])?;
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
