//! Every entry at every small size and many larger ones, with both ends of every parameter's range.
//!
//! Checks that generation terminates without a panic, gives the same map for the same inputs with
//! and without a tracer, has no findings, keeps its promises, and refuses exactly the documented
//! sizes. Random parameters are left to `cargo xtask soak`.

use mapwright::trace::{Cursor, Recorder, Trace};
use mapwright::{
    Area, Entry, ErrorKind, Grid, Kind, Map, Measure, Moment, Plan, Pos, Recipe, Rng, Run, Seed, Size, Step, Tile,
    Tracer, check, param_samples, presets, registry, trace,
};
use serde_json::{Map as Object, Value, json};

/// Returns a recipe of the algorithm with these parameters; a step that needs a map gets a layout.
fn recipe(entry: &Entry, with: Object<String, Value>) -> Recipe {
    let mut recipe = Recipe::of(entry.id, with);
    if entry.kind != Kind::Layout {
        let raw = json!({"connect": "none", "min_pocket": 0, "rounds": 1});
        let with = raw.as_object().cloned().unwrap_or_default();
        recipe.steps.insert(0, Step { uses: "cellular".to_owned(), with, ..Step::default() });
    }
    recipe
}

/// Returns both ends of a parameter's range, or all of its words.
fn ends(property: &Value) -> Vec<Value> {
    let ends = param_samples::ends(property);
    assert!(ends.len() >= 2, "a parameter whose ends the tests do not know: {property}");
    ends
}

/// Returns the defaults, then each parameter at both ends of its range with defaults for the others.
fn variants(entry: &Entry) -> Vec<Object<String, Value>> {
    let mut variants = vec![Object::new()];
    let schema = entry.schema();
    for (name, property) in schema["properties"].as_object().into_iter().flatten() {
        variants.extend(ends(property).into_iter().map(|value| Object::from_iter([(name.clone(), value)])));
    }
    variants
}

/// A tracer that copies the reported changes to its own map, and records the run.
struct Watcher {
    recorder: Recorder,
    painted: Option<Grid<Tile>>,
    /// Attempt, step and part of the map of the last change.
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
                // Random walks take too many steps to check all of them.
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
            assert!(painted == map.tiles, "what was shown does not come to the map");
        }
        self.recorder.done(attempt, step, map);
    }

    fn rejected(&mut self, attempt: u32, step: usize) {
        self.recorder.rejected(attempt, step);
    }
}

fn entry(id: &str) -> &'static Entry {
    registry::find(registry::ALL, id).expect("a known id")
}

/// Plans a recipe; `None` if its parameters contradict each other.
fn plan(recipe: &Recipe) -> Option<Plan> {
    match recipe.plan(registry::ALL) {
        Ok(plan) => Some(plan),
        Err(error) => {
            assert_eq!(error.kind(), ErrorKind::Invalid, "{error}; {}", recipe.to_toml());
            None
        }
    }
}

/// Runs a plan and checks its map; `None` if the size is refused as documented.
fn hold_to_its_word(plan: &Plan, size: Size, seed: u64) -> Option<Map> {
    let recipe = plan.origin().recipe.as_ref().expect("a plan is made of a recipe");
    let show = || format!("size {size}, seed {seed}, recipe:\n{}", recipe.to_toml());
    let run = || Run { size: Some(size), ..Run::new(Seed::new(seed)) };
    let map = match plan.run(run()) {
        Ok(map) => map,
        Err(error) => {
            if error.kind() == ErrorKind::GaveUp && recipe.steps.iter().any(|step| !entry(&step.uses).certain) {
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
    watch(plan, run(), &map, &show);
    Some(map)
}

/// Asserts that a traced run makes the same map, and that the reported changes add up to it.
fn watch(plan: &Plan, run: Run<'_>, map: &Map, show: &dyn Fn() -> String) {
    let mut watcher = Watcher { recorder: Recorder::new(map.size()), painted: None, place: None, seen: 0 };
    let watched = plan.run(Run { tracer: Some(&mut watcher), ..run }).expect("it ran before");
    assert_eq!(*map, watched, "watching changed the map; {}", show());
    replays(&watcher.recorder.finish(watched).expect("a trace"), show);
}

/// Asserts that the trace leads to its map, forwards and backwards, also after writing and reading.
fn replays(trace: &Trace, show: &dyn Fn() -> String) {
    let map = trace.map();
    let mut cursor = Cursor::new(trace);
    cursor.go(trace.last());
    let tiles = cursor.cells().cells().iter().map(|cell| cell.tile());
    assert!(tiles.eq(map.tiles.cells().iter().copied()), "the replay does not come to the map; {}", show());
    let things = cursor.cells().cells().iter().filter(|cell| cell.thing().is_some()).count();
    let mut places: Vec<Pos> = map.entities.iter().map(|entity| entity.pos).collect();
    places.extend(map.exits.iter().map(|exit| exit.pos));
    places.extend(map.decorations.iter().map(|decoration| decoration.pos));
    places.sort_by_key(|pos| (pos.y, pos.x));
    places.dedup();
    assert_eq!(things, places.len(), "the replay does not come to what stands there; {}", show());
    cursor.go(0);
    assert!(cursor.cells().cells().iter().all(|cell| cell.tile() == Tile::Wall && cell.thing().is_none()));
    let mut file = Vec::new();
    trace.write(&mut file).expect("memory takes what is written");
    let read = Trace::read(&file[..], &trace::Limits::default()).unwrap_or_else(|error| panic!("{error}; {}", show()));
    assert!(read == *trace, "the trace reads otherwise than it was written; {}", show());
}

#[test]
fn every_entry_at_every_small_size_with_every_end_of_every_range() {
    for entry in registry::ALL {
        for with in variants(entry) {
            let recipe = recipe(entry, with);
            let Some(plan) = plan(&recipe) else { continue };
            let mut made = 0;
            for width in 0..=16 {
                for height in 0..=16 {
                    let map = hold_to_its_word(&plan, Size::new(width, height), (width * 17 + height) as u64);
                    made += usize::from(map.is_some());
                }
            }
            let accepted = |width: i32, height: i32| {
                let size = Size::new(width, height);
                size.holds(plan.min_size()) && plan.refuses(size).is_none()
            };
            let possible = (0..=16).any(|width| (0..=16).any(|height| accepted(width, height)));
            assert_eq!(made > 0, possible, "{}", recipe.to_toml());
        }
    }
}

#[test]
fn every_entry_at_larger_sizes() {
    let sizes = [(17, 63), (64, 20), (65, 33), (80, 50), (128, 9), (200, 130), (9, 300), (500, 8)];
    for entry in registry::ALL {
        for (turn, with) in variants(entry).into_iter().enumerate() {
            let Some(plan) = plan(&recipe(entry, with)) else { continue };
            for (index, (width, height)) in sizes.into_iter().enumerate() {
                // Defaults at all sizes, other parameters at two sizes in turn.
                if turn == 0 || index % 4 == turn % 4 {
                    hold_to_its_word(&plan, Size::new(width, height), index as u64);
                }
            }
        }
    }
}

#[test]
fn seeds_of_every_kind_are_ordinary() {
    for entry in registry::ALL {
        let plan = plan(&recipe(entry, Object::new())).expect("defaults are valid");
        let mut digests = Vec::new();
        for seed in [0, 1, 1 << 32, (1 << 53) + 1, u64::MAX - 1, u64::MAX].into_iter().chain(100..150) {
            let Some(map) = hold_to_its_word(&plan, Size::new(60, 40), seed) else {
                assert!(!entry.certain, "{} is large enough", entry.id);
                continue;
            };
            assert_eq!(map.source.seed.number(), seed);
            digests.push(map.digest());
        }
        digests.sort();
        digests.dedup();
        // Algorithms without randomness make one map for all seeds.
        assert!(digests.len() >= 50 || digests.len() == 1, "{}: only {} different maps", entry.id, digests.len());
    }
}

#[test]
fn parameters_and_sizes_at_random() {
    const CASES: u64 = 8_000;
    let mut rng = Seed::new(2).child("registry").rng();
    let mut made = 0;
    for round in 0..CASES / registry::ALL.len() as u64 {
        for entry in registry::ALL {
            let with = param_samples::parameters(entry, 40, &mut rng);
            let size = Size::new(rng.range(1, 70), rng.range(1, 50));
            let map = plan(&recipe(entry, with)).and_then(|plan| hold_to_its_word(&plan, size, round));
            made += u64::from(map.is_some());
        }
    }
    assert!(made > CASES / 3, "only {made} maps were made");
}

/// Runs steps on areas and zones in any combination: maps stay valid and keep their promises.
#[test]
fn any_algorithm_on_any_part_of_any_other() {
    let mut rng = Seed::new(4).child("parts").rng();
    let (mut made, mut refused) = (0, 0);
    for round in 0..3_000 {
        let size = Size::new(rng.range(20, 90), rng.range(20, 60));
        let layouts: Vec<&Entry> = registry::ALL.iter().filter(|entry| entry.kind == Kind::Layout).collect();
        let first = rng.pick(&layouts).expect("there are layouts");
        let mut recipe = Recipe { attempts: 2, ..Recipe::of(first.id, Object::new()) };
        recipe.size = Some([size.width, size.height]);
        for _ in 0..rng.range(1, 4) {
            let entry = rng.pick(registry::ALL).expect("there are entries");
            let mut step = Step { uses: entry.id.to_owned(), ..Step::default() };
            if rng.percent(60) {
                let (x, y) = (rng.range(0, size.width - 9), rng.range(0, size.height - 9));
                let tiles = |low: i32, high: i32, rng: &mut Rng| Measure::Tiles(rng.range(low, high));
                let (width, height) = (tiles(3, size.width - x, &mut rng), tiles(3, size.height - y, &mut rng));
                step.area = Some(Area { x: Measure::Tiles(x), y: Measure::Tiles(y), width, height });
            } else {
                step.zone = Some(rng.below(4));
            }
            recipe.steps.push(step);
        }
        let plan = match recipe.plan(registry::ALL) {
            Ok(plan) => plan,
            Err(error) => {
                assert!(error.problems().iter().all(|problem| problem.contains("too small")), "{error}");
                refused += 1;
                continue;
            }
        };
        match plan.run(Seed::new(round)) {
            Err(error) => {
                assert_eq!(error.kind(), ErrorKind::GaveUp, "{error}\n{}", recipe.to_toml());
                refused += 1;
            }
            Ok(map) => {
                let findings = check(&map);
                assert!(findings.is_empty(), "seed {round}: {findings:?}\n{}\n{}", recipe.to_toml(), map.to_ascii());
                watch(&plan, Run::new(Seed::new(round)), &map, &|| format!("seed {round}\n{}", recipe.to_toml()));
                made += 1;
            }
        }
    }
    assert!(made > 500, "only {made} made, {refused} refused");
}

#[test]
fn every_preset_keeps_its_promises() {
    for preset in presets::ALL {
        let recipe = preset.recipe();
        let plan = recipe.plan(registry::ALL).expect("a shipped recipe");
        for seed in 0..60 {
            let map = plan.run(Seed::new(seed)).unwrap_or_else(|error| panic!("{}, seed {seed}: {error}", preset.name));
            let findings = check(&map);
            assert!(findings.is_empty(), "{}, seed {seed}: {findings:?}\n{}", preset.name, map.to_ascii());
            assert!(map.source.promises.names().any(|name| name == "connected"), "{} is in one piece", preset.name);
        }
    }
}

#[test]
#[expect(clippy::disallowed_methods, reason = "threads are what is tested")]
fn threads_and_order_do_not_matter() {
    const SEEDS: u64 = 40;
    for entry in registry::ALL {
        let plan = recipe(entry, Object::new()).plan(registry::ALL).expect("defaults are valid");
        let run = |seed: u64| match plan.run(Run::new(Seed::new(seed)).size(50, 30)) {
            Ok(map) => Ok(map.digest()),
            Err(error) if entry.certain => panic!("{}: {error}", entry.id),
            Err(error) => Err(error.to_string()),
        };
        let forwards: Vec<_> = (0..SEEDS).map(run).collect();
        let mut backwards: Vec<_> = (0..SEEDS).rev().map(run).collect();
        backwards.reverse();
        assert_eq!(forwards, backwards);
        let threads: Vec<_> = std::thread::scope(|scope| {
            let workers: Vec<_> =
                (0..4).map(|part| scope.spawn(move || (part..SEEDS).step_by(4).map(run).collect::<Vec<_>>())).collect();
            workers.into_iter().map(|worker| worker.join().expect("no panic")).collect()
        });
        for (seed, digest) in forwards.iter().enumerate() {
            assert_eq!(&threads[seed % 4][seed / 4], digest);
        }
    }
}

#[test]
fn floor_positions_are_the_walkable_tiles_each_once() {
    for entry in registry::ALL {
        let plan = recipe(entry, Object::new()).plan(registry::ALL).expect("defaults are valid");
        let run = |seed| plan.run(Run::new(Seed::new(seed)).size(70, 40)).ok();
        let map = (5..if entry.certain { 6 } else { 25 }).find_map(run).expect("large enough");
        let listed: Vec<_> = map.floor_positions().collect();
        assert!(listed.is_sorted() && listed.windows(2).all(|pair| pair[0] != pair[1]));
        let walkable = map.tiles.cells().iter().filter(|tile| tile.is_walkable()).count();
        assert_eq!(listed.len(), walkable);
    }
}

#[test]
fn ids_are_kebab_case_and_unique() {
    for (index, entry) in registry::ALL.iter().enumerate() {
        assert!(entry.id.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-'), "{}", entry.id);
        assert!(registry::ALL[..index].iter().all(|other| other.id != entry.id), "{} twice", entry.id);
        assert!(!entry.summary().is_empty() && entry.summary().len() < 120, "{}: one line", entry.id);
    }
}
