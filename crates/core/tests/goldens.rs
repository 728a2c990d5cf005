//! A seed always gives the same map: compares digests of many maps and some readable maps with
//! `goldens/`, and the documents generated from the registry with `docs/`.
//!
//! To change a digest on purpose, raise the algorithm's revision, add a line under *Seeds* in the
//! changelog, then run `cargo xtask bless`, which refuses to change digests of an unchanged
//! revision.

#[path = "golden/file.rs"]
mod file;
#[path = "golden/markdown.rs"]
mod markdown;

use file::{assert_file, blessing, project};
use mapwright::campaign::Campaign;
use mapwright::danger::DangerTable;
use mapwright::heat::Heat;
use mapwright::metrics::{self, Metric};
use mapwright::{
    Context, Entry, ErrorKind, Kind, Map, Recipe, Run, Seed, Size, Tile, param_samples, presets, reference, registry,
};
use markdown::item;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;

const SIZES: [(i32, i32); 7] = [(8, 8), (9, 17), (16, 12), (40, 25), (64, 64), (80, 50), (131, 70)];
const SEEDS: [u64; 12] = [0, 1, 2, 3, 7, 42, 1000, 1 << 32, (1 << 53) + 1, 1 << 63, u64::MAX - 1, u64::MAX];

/// Returns the parameters to test: the defaults, then each parameter near the ends of its range or
/// with each of its words.
fn variants(entry: &Entry) -> Vec<Value> {
    let schema = entry.schema();
    let mut variants = Vec::new();
    for (name, property) in schema["properties"].as_object().into_iter().flatten() {
        let choices =
            property["oneOf"].as_array().into_iter().flatten().filter_map(|choice| choice.get("const").cloned());
        variants.extend(choices.map(|value| json!({name: value})));
        if let (Some(low), Some(high)) = (property["minimum"].as_i64(), property["maximum"].as_i64()) {
            variants.extend([low, high.min(low + 3), high.min(60)].map(|value| json!({name: value})));
        }
        variants.extend(words_and_numbers(property).into_iter().map(|value| json!({name: value})));
        if property["type"] == "object" {
            variants.extend(param_samples::ends(property).into_iter().map(|value| json!({name: value})));
        }
        if property["type"] == "array" {
            variants.extend([json!({name: [3, 6, 7, 8]}), json!({name: [5, 6, 7, 8]})]);
        }
    }
    variants
}

/// Returns words and numbers near the ends of the range of a parameter that may be either, such as
/// a spacing of 1 to 8 or `auto`.
fn words_and_numbers(property: &Value) -> Vec<Value> {
    let mut values = Vec::new();
    for choice in property["anyOf"].as_array().into_iter().flatten() {
        values.extend(choice.get("const").cloned());
        if let (Some(low), Some(high)) = (choice["minimum"].as_i64(), choice["maximum"].as_i64()) {
            values.extend([low, high.min(low + 3), high.min(60)].map(|number| json!(number)));
        }
        values.extend(words_and_numbers(choice));
    }
    values
}

/// Returns the map of one case; `None` if parameters or size do not fit.
///
/// A step that needs a map gets a hand-drawn one, so that its digests depend on no other algorithm.
fn make(entry: &Entry, with: &Value, size: Size, seed: u64) -> Option<Map> {
    let generator = entry.build(with).ok()?;
    if !size.holds(generator.min_size()) || generator.refuses(size).is_some() {
        return None;
    }
    let mut map = match entry.kind {
        Kind::Layout => Map::new(size, Tile::Wall),
        Kind::Shape | Kind::Place => {
            let drawn = fs::read_to_string(project().join("goldens/drawn/cave.txt")).expect("a drawn map");
            Map::from_ascii(&drawn).expect("a drawn map").part(size.rect())
        }
    };
    let seed = Seed::new(seed).nth(0).child(entry.id);
    match generator.generate(&mut map, &mut Context::new(seed)) {
        Ok(()) => Some(map),
        // A search may give up.
        Err(error) if matches!(error.kind(), ErrorKind::Rejected | ErrorKind::GaveUp) && !entry.always_succeeds => None,
        Err(error) => panic!("{} {with} at {size}: {error}", entry.id),
    }
}

/// Returns the digest of every case of an entry by `size seed parameters`.
fn digests(entry: &Entry) -> BTreeMap<String, String> {
    let mut lines = BTreeMap::new();
    let mut add = |with: &Value, (width, height): (i32, i32), seed: u64| {
        let size = Size::new(width, height);
        if let Some(map) = make(entry, with, size, seed) {
            lines.insert(format!("{size} {seed} {with}"), map.digest().to_string());
        }
    };
    for size in SIZES {
        SEEDS.iter().for_each(|&seed| add(&json!({}), size, seed));
        for with in variants(entry) {
            SEEDS[..3].iter().for_each(|&seed| add(&with, size, seed));
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
                "{id}: the map of {case} has changed; see it with `mapwright generate {id} --size {} --seed {}`. \
                 If this is intended, raise the revision in its ENTRY, add a line under Seeds in CHANGELOG.md and \
                 run `cargo xtask bless`",
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

/// The digests are made without recipes; recipes must give the same maps.
#[test]
fn recipes_give_the_same_maps() {
    for entry in registry::ALL.iter().filter(|entry| entry.kind == Kind::Layout) {
        let plan = Recipe::of(entry.id, serde_json::Map::new()).plan(registry::ALL).expect("defaults are valid");
        for seed in SEEDS {
            let by_recipe = plan.run(Run::new(Seed::new(seed)).size(64, 64)).expect("large enough");
            // Only a recipe retries a search that gave up, with another seed.
            let Some(by_hand) = make(entry, &json!({}), Size::new(64, 64), seed) else { continue };
            assert_eq!(by_recipe.digest(), by_hand.digest(), "{} with seed {seed}", entry.id);
        }
    }
}

#[test]
fn maps_to_read() {
    for entry in registry::ALL {
        for (size, seed) in [(Size::new(24, 12), 1), (Size::new(60, 24), 2), (Size::new(80, 50), 3)] {
            let Some(map) = make(entry, &json!({}), size, seed) else { continue };
            assert_file(&format!("goldens/maps/{}-{size}-seed-{seed}.txt", entry.id), &map.to_ascii());
        }
    }
    for preset in presets::ALL {
        let map =
            preset.recipe().plan(registry::ALL).and_then(|plan| plan.run(Seed::new(7))).expect("a shipped recipe");
        assert_file(&format!("goldens/maps/{}-seed-7.txt", preset.name), &map.to_ascii());
    }
}

#[test]
fn schemas_are_documented() {
    for entry in registry::ALL {
        assert_file(&format!("docs/schemas/{}.json", entry.id), &format!("{:#}\n", entry.schema()));
    }
    assert_file("docs/schemas/recipe.json", &format!("{:#}\n", Recipe::schema()));
    assert_file("docs/schemas/campaign.json", &format!("{:#}\n", Campaign::schema()));
    assert_file("docs/schemas/danger-table.json", &format!("{:#}\n", DangerTable::schema()));
}

/// Writes a list item for a parameter, with its words or fields as a list inside.
fn document(parameter: &reference::Parameter, indent: &str, page: &mut String) {
    let reference::Parameter { name, expected, default, about, choices, fields, .. } = parameter;
    let unset = !fields.is_empty() || default.is_null();
    let default = if unset { String::new() } else { format!("; default `{default}`") };
    let explained = !choices.is_empty() && choices.iter().all(|(_, about)| !about.is_empty());
    let expected = if explained { "one of the following words" } else { expected };
    page.push_str(&item(&format!("**`{name}`** ({expected}{default}): {about}"), indent));
    let inner = format!("{indent}  ");
    for (choice, about) in choices.iter().filter(|_| explained) {
        page.push_str(&item(&format!("`{choice}`: {about}"), &inner));
    }
    fields.iter().for_each(|field| document(field, &inner, page));
}

#[test]
fn generators_are_documented() {
    let mut page =
        String::from("# Algorithms and presets\n\nGenerated from the registry by `cargo xtask bless`; do not edit.\n");
    for entry in registry::ALL {
        write!(page, "\n## `{}`\n\n", entry.id).expect("a string takes text");
        for paragraph in reference::about(entry) {
            writeln!(page, "{}", markdown::paragraph(&paragraph)).expect("a string takes text");
        }
        let promises: Vec<&str> = entry.promises.names().collect();
        let (kind, revision, natural, min) = (entry.kind.name(), entry.revision, entry.natural, entry.min_size());
        let promises = if promises.is_empty() { "none".to_owned() } else { promises.join(", ") };
        let mut facts = format!("{kind}, revision {revision}; promises: {promises}");
        if entry.kind == Kind::Layout {
            write!(facts, "; default size {natural}, at least {min}").expect("a string takes text");
        }
        writeln!(page, "{}", markdown::paragraph(&format!("{facts}."))).expect("a string takes text");
        let parameters = reference::parameters(entry);
        if parameters.is_empty() {
            page.push_str("No parameters.\n");
            continue;
        }
        parameters.iter().for_each(|parameter| document(parameter, "", &mut page));
    }
    page.push_str("\n## Presets\n\n");
    for preset in presets::ALL {
        page.push_str(&item(&format!("**`{}`**: {}", preset.name, preset.recipe().summary), ""));
    }
    assert_file("docs/generators.md", &page);
}

#[test]
fn metrics_are_documented() {
    let mut page = String::from(METRICS);
    page.push('\n');
    for Metric { name, unit, meaning, .. } in metrics::ALL {
        page.push_str(&item(&format!("**`{name}`** ({unit}): {meaning}"), ""));
    }
    page.push_str(HEAT_MAPS);
    page.push('\n');
    for heat in Heat::ALL {
        page.push_str(&item(&format!("**`{}`** ({}): {}", heat.name(), heat.unit(), heat.meaning()), ""));
    }
    assert_file("docs/metrics.md", &page);
}

const METRICS: &str = "# Metrics and heat maps

Generated from `metrics.rs` and `heat.rs` by `cargo xtask bless`.

## Metrics

Metrics are numbers that describe a map. They depend on the map alone and are equal on every machine. Steps follow rows
and columns; walks go through all doors unless stated otherwise. A metric that has no meaning for a map, such as the
path to the goal on a map without an entrance, has no value.

Metrics have the names of the literature where there is one. *PCGRL* is Khalifa, Bontrager, Earle and Togelius,
\"PCGRL: Procedural Content Generation via Reinforcement Learning\" (2020); *Smith and Whitehead* is \"Analyzing the
Expressive Range of a Level Generator\" (2010).
";

const HEAT_MAPS: &str = "
## Heat maps

A heat map has a number for every walkable tile.
";
