//! Metrics of every layout: no panics, all numbers finite, and heat maps cover the walkable tiles.

#[path = "metrics/by_hand.rs"]
mod by_hand;
#[path = "metrics/laws.rs"]
mod laws;

use mapwright::heat::{Heat, heat_map};
use mapwright::metrics::Metrics;
use mapwright::{Entry, Kind, Map, Recipe, Run, Seed, Step, registry};

const SIZES: [(i32, i32); 6] = [(1, 1), (3, 3), (7, 5), (16, 16), (40, 25), (70, 9)];

/// Returns the map of a layout, with or without placements; `None` if the size does not fit or a
/// search gives up.
fn make(entry: &Entry, size: (i32, i32), seed: u64, steps: &[&str]) -> Option<Map> {
    let mut recipe = Recipe::of(entry.id, serde_json::Map::new());
    recipe.steps.extend(steps.iter().map(|&step| Step { uses: step.to_owned(), ..Step::default() }));
    recipe.plan(registry::ALL).expect("defaults are valid").run(Run::new(Seed::new(seed)).size(size.0, size.1)).ok()
}

#[test]
fn every_layout_is_measured() {
    let mut measured = 0;
    for entry in registry::ALL.iter().filter(|entry| entry.kind == Kind::Layout) {
        for size in SIZES {
            for steps in [&[][..], &["zones", "start", "stairs", "monsters", "traps", "treasure"]] {
                for seed in 0..3 {
                    let Some(map) = make(entry, size, seed, steps) else { continue };
                    let said = || format!("{} {}x{} seed {seed} with {steps:?}", entry.id, size.0, size.1);
                    is_sound(&map, &said());
                    measured += 1;
                }
            }
        }
    }
    assert!(measured > 400, "only {measured} maps");
}

fn is_sound(map: &Map, said: &str) {
    let metrics = Metrics::of(map);
    for (metric, number) in metrics.iter() {
        assert!(number.is_finite() && number >= 0.0, "{}: {number} of {said}", metric.name);
        assert!(metric.unit != "%" || number <= 100.0, "{}: {number} % of {said}", metric.name);
    }
    let floor = map.floor_positions().count();
    assert_eq!(metrics.get("walkable"), Some(floor as f64), "{said}");
    let comes_in = map.way_in().is_some();
    for name in ["reachable", "gated-area", "path-length"] {
        assert!(!comes_in || metrics.get(name).is_some(), "{name} of {said}");
    }
    let longest = metrics.get("longest-path").unwrap_or(0.0);
    let steps = |name: &str| metrics.get(name).unwrap_or(0.0);
    assert!(steps("path-length") <= longest && steps("nearest-enemy") <= longest, "{said}");
    for heat in Heat::ALL {
        let made = match heat_map(map, heat) {
            Ok(made) => made,
            Err(error) => {
                assert!(!comes_in || heat == Heat::Danger, "{} of {said}: {error}", heat.name());
                continue;
            }
        };
        let numbers = made.cells.cells().iter().flatten().count();
        assert!(numbers <= floor, "{} of {said}", heat.name());
        assert!(numbers == floor || metrics.get("regions") > Some(1.0), "{} of {said}", heat.name());
    }
}

/// Records outside the map or in walls, as another program may write them, are no entrance and no
/// goal.
#[test]
fn records_that_make_no_sense_are_measured_too() {
    let drawn = "#######\n#@.m..#\n#.#.+.#\n#..>.E#\n#######";
    let map = Map::from_ascii(drawn).expect("a map");
    for (x, y) in [(-1, -1), (0, 0), (100, 3), (i32::MAX, i32::MIN), (i32::MIN, i32::MAX)] {
        let mut odd = map.clone();
        odd.entities.iter_mut().for_each(|entity| entity.pos = mapwright::Pos::new(x, y));
        odd.exits.iter_mut().for_each(|exit| exit.pos = mapwright::Pos::new(x, y));
        odd.stairs.iter_mut().for_each(|stairs| stairs.pos = mapwright::Pos::new(x, y));
        odd.doors.iter_mut().for_each(|door| door.pos = mapwright::Pos::new(x, y));
        let metrics = Metrics::of(&odd);
        assert_eq!((metrics.get("path-length"), metrics.get("nearest-enemy")), (None, None));
        assert!(heat_map(&odd, Heat::Distance).is_err());
        assert!(heat_map(&odd, Heat::Danger).expect("a monster, somewhere").high == 0);
    }
}

/// Checks every metric that can be counted by hand on one map; those of rooms have no value there.
#[test]
fn the_numbers_of_a_drawn_map() {
    let drawn = "
################
#@...#####..$..#
#....+...L..m..#
#....###.###.###
######.....#.###
#k..S..#.#.+.^>#
######.....#####
################";
    let counted = [
        ("tiles", 128.0),
        ("walkable", 52.0),
        ("openness", 40.625),
        ("floor", 47.0),
        ("walls", 76.0),
        ("void", 0.0),
        ("water", 0.0),
        ("bridges", 0.0),
        ("doors", 4.0),
        ("locked-doors", 1.0),
        ("secret-doors", 1.0),
        ("stairs", 1.0),
        ("rooms", 0.0),
        ("passages", 0.0),
        ("exits", 0.0),
        ("monsters", 1.0),
        ("items", 1.0),
        ("traps", 1.0),
        ("keys", 1.0),
        ("corridor-tiles", 26.0),
        ("corridors", 11.0),
        ("junctions", 6.0),
        ("dead-ends", 2.0),
        ("branching", 13.0 / 6.0),
        ("tortuosity", 1.0),
        ("regions", 1.0),
        ("loops", 3.0),
        // Around two single tiles of rock, and around an L of four.
        ("loop-length", (8.0 + 8.0 + 14.0) / 3.0),
        ("longest-path", 18.0),
        ("path-length", 17.0),
        ("path-length-open", 17.0),
        ("linearity", 1_800.0 / 52.0),
        ("nearest-enemy", 12.0),
        ("choke-points", 12.0),
        // Everything but the hall of the start.
        ("gated-area", 4_000.0 / 52.0),
        ("reachable", 100.0),
        ("reachable-without-secrets", 4_800.0 / 52.0),
        ("reachable-without-keys", 5_100.0 / 52.0),
        ("symmetry", 10_000.0 / 128.0),
    ];
    let metrics = Metrics::of(&Map::from_ascii(drawn).expect("a map"));
    let shown: Vec<(&str, f64)> = metrics.iter().map(|(metric, number)| (metric.name, number)).collect();
    let Some((difficulty, [shown @ .., seen])) = shown.split_last() else { panic!("too few numbers") };
    assert_eq!(shown, counted);
    // A monster and a trap, each of cost 1, on 52 tiles.
    assert_eq!(*difficulty, ("difficulty", 200.0 / 52.0));
    assert!(seen.0 == "visible-area" && seen.1 > 8.0 && seen.1 < 26.0, "{seen:?}");
}
