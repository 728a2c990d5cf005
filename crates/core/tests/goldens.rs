//! Seeds are a promise: digests of many maps and a few maps to read, kept in `goldens/`, and the documents that are made
//! from the registry.
//!
//! A changed digest is a decision: raise the algorithm's revision, say so under *Seeds* in the changelog, then run
//! `cargo xtask bless`. Without a raised revision even that refuses.

#[path = "golden/file.rs"]
mod file;

use file::{assert_file, blessing, project};
use mapwright::{Entry, Kind, Map, Recipe, Run, Seed, Size, Step, presets, reference, registry};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;

const SIZES: [(i32, i32); 7] = [(8, 8), (9, 17), (16, 12), (40, 25), (64, 64), (80, 50), (131, 70)];
const SEEDS: [u64; 12] = [0, 1, 2, 3, 7, 42, 1000, 1 << 32, (1 << 53) + 1, 1 << 63, u64::MAX - 1, u64::MAX];

/// Parameters worth a digest of their own, beside the defaults.
fn variants(id: &str) -> Vec<Value> {
    match id {
        "arena" => vec![json!({"wall": 3})],
        "bsp" => vec![
            json!({"max_depth": 6, "min_split": 8, "min_room": 3}),
            json!({"corridor_width": 3, "max_room": 20}),
            json!({"longer_percent": 1000}),
        ],
        "cellular" => vec![
            json!({"born": [5, 6, 7, 8], "survive": [4, 5, 6, 7, 8], "fill_percent": 45}),
            json!({"connect": "small", "fill_percent": 55}),
            json!({"connect": "none", "min_pocket": 0, "rounds": 1, "zone_size": 50}),
        ],
        "rooms-corridors" => {
            vec![json!({"max_rooms": 200, "min_room": 2, "max_room": 5}), json!({"corridor_width": 3, "spacing": 4})]
        }
        _ => Vec::new(),
    }
}

/// The algorithm alone; a step that edits gets a cave in pieces to work on.
fn recipe(entry: &Entry, with: &Value) -> Recipe {
    let with = with.as_object().cloned().unwrap_or_default();
    let mut recipe = Recipe::of(entry.id, with);
    if entry.kind != Kind::Layout {
        let cave = json!({"connect": "none"}).as_object().cloned().unwrap_or_default();
        recipe.steps.insert(0, Step { uses: "cellular".to_owned(), with: cave, ..Step::default() });
    }
    recipe
}

fn run(recipe: &Recipe, size: Option<Size>, seed: u64) -> Map {
    let plan = recipe.plan(registry::ALL).expect("a known recipe");
    let map = plan.run(Run { size, ..Run::new(Seed::new(seed)) });
    map.unwrap_or_else(|error| panic!("{recipe:?} at {size:?} with seed {seed}: {error}"))
}

/// Every case of an entry with its digest, as `size seed parameters digest`.
fn digests(entry: &Entry) -> BTreeMap<String, String> {
    let mut lines = BTreeMap::new();
    let mut add = |with: &Value, (width, height): (i32, i32), seed: u64| {
        let recipe = recipe(entry, with);
        let size = Size::new(width, height);
        if size.holds(recipe.plan(registry::ALL).expect("a known recipe").min_size()) {
            let digest = run(&recipe, Some(size), seed).digest().to_string();
            lines.insert(format!("{size} {seed} {with}"), digest);
        }
    };
    for size in SIZES {
        SEEDS.iter().for_each(|&seed| add(&json!({}), size, seed));
        for with in variants(entry.id) {
            SEEDS[..6].iter().for_each(|&seed| add(&with, size, seed));
        }
    }
    lines
}

#[test]
fn same_seed_same_map_for_years() {
    let mut total = 0;
    for entry in registry::ALL {
        let path = format!("goldens/digests/{}.txt", entry.id);
        let kept = fs::read_to_string(project().join(&path)).unwrap_or_default();
        let made = digests(entry);
        total += made.len();
        let same_revision = kept.lines().next() == Some(&format!("revision {}", entry.revision));
        for line in kept.lines().skip(1) {
            let (case, digest) = line.rsplit_once(' ').expect("case and digest");
            let changed = made.get(case).is_some_and(|made| made != digest);
            let (id, size_seed) = (entry.id, case.split(' ').take(2).collect::<Vec<_>>());
            assert!(
                !(changed && same_revision),
                "{id}: another map at {case}; see it with `mapwright generate {id} --size {} --seed {}`. If that is \
                 meant: raise the revision in its ENTRY, add a line under Seeds in CHANGELOG.md, run `cargo xtask bless`",
                size_seed[0],
                size_seed[1],
            );
        }
        let mut text = format!("revision {}\n", entry.revision);
        made.iter().for_each(|(case, digest)| writeln!(text, "{case} {digest}").expect("a string takes text"));
        assert_file(&path, &text);
    }
    assert!(blessing() || total >= 500, "only {total} digests");
}

#[test]
fn maps_to_read() {
    for entry in registry::ALL {
        for (size, seed) in [(Size::new(24, 12), 1), (Size::new(60, 24), 2), (Size::new(80, 50), 3)] {
            let map = run(&recipe(entry, &json!({})), Some(size), seed);
            assert_file(&format!("goldens/maps/{}-{size}-seed-{seed}.txt", entry.id), &map.to_ascii());
        }
    }
    for preset in presets::ALL {
        let map = run(&preset.recipe(), None, 7);
        assert_file(&format!("goldens/maps/{}-seed-7.txt", preset.name), &map.to_ascii());
    }
}

#[test]
fn schemas_are_documented() {
    for entry in registry::ALL {
        assert_file(&format!("docs/schemas/{}.json", entry.id), &format!("{:#}\n", entry.schema()));
    }
    assert_file("docs/schemas/recipe.json", &format!("{:#}\n", Recipe::schema()));
}

#[test]
fn generators_are_documented() {
    let mut page = String::from("# Algorithms and presets\n\nMade from the registry by `cargo xtask bless`.\n");
    for entry in registry::ALL {
        write!(page, "\n## `{}`\n\n", entry.id).expect("a string takes text");
        for paragraph in reference::about(entry) {
            write!(page, "{paragraph}\n\n").expect("a string takes text");
        }
        let promises: Vec<&str> = entry.promises.names().collect();
        let (kind, revision, natural, min) = (entry.kind.name(), entry.revision, entry.natural, entry.min_size());
        writeln!(
            page,
            "{kind}, revision {revision}; promises {}; natural size {natural}, at least {min}.\n",
            promises.join(", ")
        )
        .expect("a string takes text");
        page.push_str("| parameter | default | may be | what it does |\n|---|---|---|---|\n");
        for parameter in reference::parameters(entry) {
            let choices: Vec<String> =
                parameter.choices.iter().map(|(choice, about)| format!("`{choice}`: {about}")).collect();
            let about = format!("{} {}", parameter.about, choices.join(" "));
            writeln!(
                page,
                "| `{}` | `{}` | {} | {} |",
                parameter.name,
                parameter.default,
                parameter.expected,
                about.trim()
            )
            .expect("a string takes text");
        }
    }
    page.push_str("\n## Presets\n\n| name | what it is like |\n|---|---|\n");
    for preset in presets::ALL {
        writeln!(page, "| `{}` | {} |", preset.name, preset.recipe().summary).expect("a string takes text");
    }
    assert_file("docs/generators.md", &page);
}
