//! Tests for algorithms of your own: [`hold`] runs the tests that every algorithm of the registry
//! passes.
//!
//! The functions here are for tests. They panic at the first violation, with the size, the seed and
//! the recipe that show it.

use crate::base::error::ErrorKind;
use crate::base::grid::{Grid, Pos, Size};
use crate::base::rng::Seed;
use crate::base::tile::Tile;
use crate::check::check;
use crate::generator::{Entry, Kind, Moment, Tracer, param_samples};
use crate::layout::cellular;
use crate::map::Map;
use crate::recipe::{Recipe, Step};
use crate::run::plan::{Plan, Run};
use crate::trace::{self, Cursor, Recorder, Trace};
use serde_json::{Map as Object, Value, json};

/// Sizes beyond the smallest ones, of every shape.
const LARGER_SIZES: [(i32, i32); 8] =
    [(17, 63), (64, 20), (65, 33), (80, 50), (128, 9), (200, 130), (9, 300), (500, 8)];

/// Number of random cases of [`hold`].
const RANDOM_CASES: u64 = 180;

/// Tests an algorithm as thoroughly as those of the registry: at every size up to 16x16 and some
/// larger ones, with both ends of every parameter's range, and with random parameters.
///
/// Every map must pass [`check()`](crate::check()), which includes the promises of the entry; one
/// seed must give one map, traced or not; the trace must replay to the map; sizes must be refused
/// exactly as [`Generator::min_size`](crate::Generator::min_size) and
/// [`Generator::refuses`](crate::Generator::refuses) say. A step that is no layout runs on a raw
/// cave.
///
/// It takes seconds: optimise your tests if it takes too long (`opt-level = 1`), or call the parts.
///
/// ```no_run
/// use mapwright::{layout::bsp, testing};
/// testing::hold(&bsp::ENTRY);
/// ```
///
/// # Panics
///
/// If the algorithm fails a test. The message carries everything that reproduces the failure.
pub fn hold(entry: &Entry) {
    hold_description(entry);
    hold_at_small_sizes(entry);
    hold_at_larger_sizes(entry);
    hold_with_seeds(entry);
    hold_with_random_parameters(entry, RANDOM_CASES);
}

/// Tests the description of an algorithm: its id is kebab-case, and its summary is one line.
pub fn hold_description(entry: &Entry) {
    let id = entry.id;
    let is_plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    assert!(!id.is_empty() && id.bytes().all(is_plain), "{id:?} is not kebab-case, like \"my-step\"");
    let summary = entry.summary();
    assert!(
        !summary.is_empty() && summary.len() < 120,
        "{id}: begin the doc comment of its parameters with one line, shorter than 120 characters: {summary:?}"
    );
}

/// Tests an algorithm at every size from 0x0 to 16x16, with its defaults and with every parameter
/// at both ends of its range.
pub fn hold_at_small_sizes(entry: &Entry) {
    for with in variants(entry) {
        let Some(plan) = plan(entry, with) else { continue };
        let mut made = 0;
        for width in 0..=16 {
            for height in 0..=16 {
                let map = hold_run(&plan, Size::new(width, height), Seed::new((width * 17 + height) as u64));
                made += usize::from(map.is_some());
            }
        }
        let accepted = |width: i32, height: i32| {
            let size = Size::new(width, height);
            size.holds(plan.min_size()) && plan.refuses(size).is_none()
        };
        let possible = (0..=16).any(|width| (0..=16).any(|height| accepted(width, height)));
        assert_eq!(made > 0, possible, "maps were made, and sizes up to 16x16 are accepted; {}", recipe_of(&plan));
    }
}

/// Tests an algorithm at larger sizes: its defaults at all of them, every end of a range at two.
pub fn hold_at_larger_sizes(entry: &Entry) {
    for (turn, with) in variants(entry).into_iter().enumerate() {
        let Some(plan) = plan(entry, with) else { continue };
        for (index, (width, height)) in LARGER_SIZES.into_iter().enumerate() {
            if turn == 0 || index % 4 == turn % 4 {
                hold_run(&plan, Size::new(width, height), Seed::new(index as u64));
            }
        }
    }
}

/// Tests an algorithm with its defaults at 60x40 and many seeds. Different seeds must give
/// different maps, unless the algorithm uses no random numbers at all.
pub fn hold_with_seeds(entry: &Entry) {
    let (plan, size) = (plan(entry, Object::new()).expect("the defaults are valid"), Size::new(60, 40));
    if !size.holds(plan.min_size()) || plan.refuses(size).is_some() {
        return;
    }
    let mut digests = Vec::new();
    for seed in [0, 1, 1 << 32, (1 << 53) + 1, u64::MAX - 1, u64::MAX].into_iter().chain(100..150) {
        let Some(map) = hold_run(&plan, size, Seed::new(seed)) else {
            assert!(!entry.always_succeeds, "{} gave up with seed {seed} at {size}", entry.id);
            continue;
        };
        assert_eq!(map.source.seed.number(), seed);
        digests.push(map.digest());
    }
    digests.sort();
    digests.dedup();
    let different = digests.len();
    assert!(different >= 50 || different == 1, "{}: 56 seeds gave only {different} different maps", entry.id);
}

/// Tests an algorithm with random parameters and sizes. Returns the number of maps made; the other
/// parameters contradicted each other, or the size was too small for them.
pub fn hold_with_random_parameters(entry: &Entry, cases: u64) -> u64 {
    let mut rng = Seed::new(2).child("registry").child(entry.id).rng();
    let mut made = 0;
    for case in 0..cases {
        let with = param_samples::parameters(entry, 40, &mut rng);
        let size = Size::new(rng.range(1, 70), rng.range(1, 50));
        let map = plan(entry, with).and_then(|plan| hold_run(&plan, size, Seed::new(case)));
        made += u64::from(map.is_some());
    }
    made
}

/// Runs a plan and tests everything that holds for every map. Returns `None` if the size was
/// refused as documented, or if a search gave up.
pub fn hold_run(plan: &Plan, size: Size, seed: Seed) -> Option<Map> {
    let show = || format!("size {size}, seed {}, recipe:\n{}", seed.number(), recipe_of(plan));
    let _repro = Repro(&show);
    let run = || Run::new(seed).sized(size);
    let map = match plan.run(run()) {
        Ok(map) => map,
        Err(error) => {
            if error.kind() == ErrorKind::GaveUp && !plan.is_certain() {
                return None;
            }
            assert_eq!(error.kind(), ErrorKind::DoesNotFit, "{error}; {}", show());
            match plan.refuses(size) {
                Some(why) => assert!(error.to_string().ends_with(&why), "{error}"),
                None => {
                    assert!(!size.holds(plan.min_size()), "refused, though it is large enough; {}", show());
                    assert!(error.to_string().ends_with(&format!("at least {}", plan.min_size())), "{error}");
                }
            }
            return None;
        }
    };
    assert!(
        size.holds(plan.min_size()) && plan.refuses(size).is_none(),
        "accepted, though it is too small; {}",
        show()
    );
    assert_eq!(map.size(), size);
    let findings = check(&map);
    assert!(findings.is_empty(), "{findings:?}; {}\n{}", show(), map.to_ascii());
    hold_trace(plan, run(), &map);
    Some(map)
}

/// Runs a plan again with a tracer: the run must make the same map, the moments must add up to it,
/// and the trace must replay and read back.
pub fn hold_trace(plan: &Plan, run: Run<'_>, map: &Map) {
    let seed = run.seed.number();
    let show = || format!("size {}, seed {seed}, recipe:\n{}", map.size(), recipe_of(plan));
    let mut watcher = Watcher { recorder: Recorder::new(map.size()), painted: None, place: None, seen: 0 };
    let watched = plan.run(run.tracer(&mut watcher)).expect("it ran before");
    assert_eq!(*map, watched, "another run, with a tracer, made another map; {}", show());
    replays(&watcher.recorder.finish(watched).expect("a trace"), &show);
}

/// Prints what reproduces a panic inside an algorithm.
struct Repro<'a>(&'a dyn Fn() -> String);

impl Drop for Repro<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("to reproduce: {}", (self.0)());
        }
    }
}

/// Returns the recipe of a plan, for messages.
fn recipe_of(plan: &Plan) -> String {
    plan.origin().recipe.as_ref().map(Recipe::to_toml).unwrap_or_default()
}

/// Returns the plan of the algorithm with these parameters, or `None` if they contradict each
/// other. A step that edits gets a raw cave to work on.
fn plan(entry: &Entry, with: Object<String, Value>) -> Option<Plan> {
    let mut recipe = Recipe::of(entry.id, with);
    let mut entries = vec![*entry];
    if entry.kind != Kind::Layout {
        let raw = json!({"connect": "none", "min_pocket": 0, "rounds": 1});
        let with = raw.as_object().cloned().unwrap_or_default();
        recipe.steps.insert(0, Step { uses: cellular::ENTRY.id.to_owned(), with, ..Step::default() });
        entries.push(cellular::ENTRY);
    }
    match recipe.plan(&entries) {
        Ok(plan) => Some(plan),
        Err(error) => {
            assert_eq!(error.kind(), ErrorKind::Invalid, "{error}; {}", recipe.to_toml());
            None
        }
    }
}

/// Returns the defaults, and every parameter at both ends of its range while the others have their
/// defaults.
fn variants(entry: &Entry) -> Vec<Object<String, Value>> {
    let mut variants = vec![Object::new()];
    let schema = entry.schema();
    for (name, property) in schema.get("properties").and_then(Value::as_object).into_iter().flatten() {
        let ends = param_samples::ends(property);
        assert!(
            ends.len() >= 2,
            "{}: give {name} a range, like #[schemars(range(min = 0, max = 100))]; its schema is {property}",
            entry.id
        );
        variants.extend(ends.into_iter().map(|value| Object::from_iter([(name.clone(), value)])));
    }
    variants
}

/// Copies the changed area of every moment, compares the copy with the map, and records the run.
struct Watcher {
    recorder: Recorder,
    painted: Option<Grid<Tile>>,
    /// The attempt, the step and the part of the map that were copied last.
    place: Option<(u32, usize, Pos, Size)>,
    seen: u32,
}

impl Tracer for Watcher {
    fn moment(&mut self, moment: Moment<'_>) {
        let Moment { attempt, step, label, at, area, origin, map } = moment;
        assert!(!label.is_empty());
        assert!(at.is_none_or(|at| map.size().contains(at)), "{label} walks off the map");
        let place = Some((attempt, step, origin, map.size()));
        match &mut self.painted {
            Some(painted) if self.place == place => {
                area.intersection(map.size().rect()).positions().for_each(|pos| painted[pos] = map.tiles[pos]);
                // Walkers take very many steps: compare some of them.
                self.seen += 1;
                if at.is_none() || self.seen.is_multiple_of(50) {
                    assert!(*painted == map.tiles, "{label} at {at:?} changed tiles outside of {area:?}");
                }
            }
            _ => self.painted = Some(map.tiles.clone()),
        }
        self.place = place;
        self.recorder.moment(moment);
    }

    fn done(&mut self, attempt: u32, step: usize, map: &Map) {
        let Size { width, height } = map.size();
        let whole = self.place == Some((attempt, step, Pos::new(0, 0), Size::new(width, height)));
        if let Some(painted) = self.painted.take_if(|_| whole) {
            assert!(painted == map.tiles, "the moments do not add up to the map");
        }
        self.recorder.done(attempt, step, map);
    }

    fn rejected(&mut self, attempt: u32, step: usize) {
        self.recorder.rejected(attempt, step);
    }
}

/// Tests that the trace replays to its map, forwards and back, and reads back as written.
fn replays(trace: &Trace, show: &dyn Fn() -> String) {
    let map = trace.map();
    let mut cursor = Cursor::new(trace);
    cursor.go(trace.last());
    let tiles = cursor.cells().cells().iter().map(|cell| cell.tile());
    assert!(tiles.eq(map.tiles.cells().iter().copied()), "the replay does not end with the map; {}", show());
    let things = cursor.cells().cells().iter().filter(|cell| cell.thing().is_some()).count();
    let mut places: Vec<Pos> = map.entities.iter().map(|entity| entity.pos).collect();
    places.extend(map.exits.iter().map(|exit| exit.pos));
    places.extend(map.decorations.iter().map(|decoration| decoration.pos));
    places.sort_by_key(|pos| (pos.y, pos.x));
    places.dedup();
    assert_eq!(things, places.len(), "the replay does not end with what stands there; {}", show());
    cursor.go(0);
    assert!(cursor.cells().cells().iter().all(|cell| cell.tile() == Tile::Wall && cell.thing().is_none()));
    let mut file = Vec::new();
    trace.write(&mut file).expect("memory can be written");
    let read = Trace::read(&file[..], &trace::Limits::default()).unwrap_or_else(|error| panic!("{error}; {}", show()));
    assert!(read == *trace, "the trace reads back differently; {}", show());
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::error::Error;
    use crate::base::promises::Promises;
    use crate::generator::{Context, Generator};
    use schemars::JsonSchema;
    use serde::{Deserialize, Serialize};

    /// Digs a hole at the edge.
    #[derive(Debug, Default, Serialize, Deserialize, JsonSchema)]
    #[serde(default, deny_unknown_fields)]
    struct Hole {
        /// True if it digs.
        dig: bool,
    }

    impl Generator for Hole {
        fn generate(&self, map: &mut Map, _: &mut Context<'_>) -> Result<(), Error> {
            let at = if self.dig { Pos::new(0, 1) } else { Pos::new(1, 1) };
            map.tiles[at] = Tile::Floor;
            Ok(())
        }

        fn min_size(&self) -> Size {
            Size::new(3, 3)
        }
    }

    const HOLE: Entry = Entry::new::<Hole>("hole", Kind::Layout);

    #[test]
    fn an_entry_that_keeps_its_word_passes() {
        hold(&HOLE);
        hold(&cellular::ENTRY);
    }

    fn panic_of(entry: Entry) -> String {
        let panic = std::panic::catch_unwind(|| hold(&entry)).expect_err("it breaks its word");
        panic.downcast_ref::<String>().cloned().unwrap_or_default()
    }

    #[test]
    fn a_broken_promise_is_told_with_its_repro() {
        let text = panic_of(HOLE.promising(Promises::CLOSED_BORDER));
        for part in ["closed-border", "size 3x3, seed 54, recipe:", "use = \"hole\"", "dig = true"] {
            assert!(text.contains(part), "{part} in {text}");
        }
        assert!(panic_of(Entry::new::<Hole>("Hole", Kind::Layout)).contains("is not kebab-case"));
    }
}
