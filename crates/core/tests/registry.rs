//! Every entry at every small size and many larger ones, with both ends of every parameter's range.
//!
//! Checks that generation terminates without a panic, gives the same map for the same inputs with
//! and without a tracer, has no findings, keeps its promises, and refuses exactly the documented
//! sizes. Random parameters are left to `cargo xtask soak`.

use mapwright::{
    Area, Entry, ErrorKind, Kind, Measure, Recipe, Rng, Run, Seed, Size, Step, check, presets, registry, testing,
};
use serde_json::{Map as Object, json};

/// The algorithm with its defaults; a step that edits gets something to work on.
fn recipe(entry: &Entry) -> Recipe {
    let mut recipe = Recipe::of(entry.id, Object::new());
    if entry.kind != Kind::Layout {
        let raw = json!({"connect": "none", "min_pocket": 0, "rounds": 1});
        let with = raw.as_object().cloned().unwrap_or_default();
        recipe.steps.insert(0, Step { uses: "cellular".to_owned(), with, ..Step::default() });
    }
    recipe
}

#[test]
fn every_entry_at_every_small_size_with_every_end_of_every_range() {
    registry::ALL.iter().for_each(testing::hold_at_small_sizes);
}

#[test]
fn every_entry_at_larger_sizes() {
    registry::ALL.iter().for_each(testing::hold_at_larger_sizes);
}

#[test]
fn seeds_of_every_kind_are_ordinary() {
    registry::ALL.iter().for_each(testing::hold_with_seeds);
}

#[test]
fn parameters_and_sizes_at_random() {
    const CASES: u64 = 8_000;
    let each = CASES / registry::ALL.len() as u64;
    let made: u64 = registry::ALL.iter().map(|entry| testing::hold_with_random_parameters(entry, each)).sum();
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
                testing::hold_trace(&plan, Run::new(Seed::new(round)), &map);
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
            let is_connected = map.source.promises.names().any(|name| name == "connected");
            assert_eq!(is_connected, preset.name != "separate-caves", "{}", preset.name);
        }
    }
}

#[test]
#[expect(clippy::disallowed_methods, reason = "threads are what is tested")]
fn threads_and_order_do_not_matter() {
    const SEEDS: u64 = 40;
    for entry in registry::ALL {
        let plan = recipe(entry).plan(registry::ALL).expect("defaults are valid");
        let run = |seed: u64| match plan.run(Run::new(Seed::new(seed)).size(50, 30)) {
            Ok(map) => Ok(map.digest()),
            Err(error) if entry.always_succeeds => panic!("{}: {error}", entry.id),
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
        let plan = recipe(entry).plan(registry::ALL).expect("defaults are valid");
        let run = |seed| plan.run(Run::new(Seed::new(seed)).size(70, 40)).ok();
        let map = (5..if entry.always_succeeds { 6 } else { 25 }).find_map(run).expect("large enough");
        let listed: Vec<_> = map.floor_positions().collect();
        assert!(listed.is_sorted() && listed.windows(2).all(|pair| pair[0] != pair[1]));
        let walkable = map.tiles.cells().iter().filter(|tile| tile.is_walkable()).count();
        assert_eq!(listed.len(), walkable);
    }
}

#[test]
fn ids_are_kebab_case_and_unique() {
    for (index, entry) in registry::ALL.iter().enumerate() {
        testing::hold_description(entry);
        assert!(registry::ALL[..index].iter().all(|other| other.id != entry.id), "{} twice", entry.id);
    }
}
