//! Furniture on every layout and preset: no findings, and the same furniture for the same seed.

use mapwright::place::furnish::{Furnish, furnished, label_place};
use mapwright::{
    Against, Kind, Map, Promises, Recipe, Room, Run, Seed, Step, Tile, check, decor, presets, registry, saved,
};
use serde_json::{Map as Object, json};

/// Returns the recipe with `furnish` as its last step.
fn with_furniture(mut recipe: Recipe, density: u32, age: u32) -> Recipe {
    let with = json!({"density_percent": density, "age_percent": age}).as_object().cloned().expect("a table");
    recipe.steps.push(Step { uses: "furnish".to_owned(), with, ..Step::default() });
    recipe
}

/// Checks a furnished map.
fn hold(map: &Map, name: &str, seed: u64) {
    let show = || format!("{name}, seed {seed}\n{}", map.to_ascii());
    assert!(map.source.promises.has(Promises::FURNISHED), "{}", show());
    assert_eq!(check(map), [], "{}", show());
    // Hand-drawn rooms may be full of furniture.
    let by_hand = |room: &&Room| {
        map.decorations.iter().any(|it| decor::facing(it).is_none() && room.shape.bounds().contains(it.pos))
    };
    for room in map.rooms.iter().filter(|room| !by_hand(room)) {
        let floor = room.shape.positions().filter(|&pos| map.tiles[pos] == Tile::Floor).count();
        assert!(floor == 0 || label_place(map, room).is_some(), "room {} has no free cell; {}", room.number, show());
    }
    for decoration in map.decorations.iter().filter(|decoration| decor::facing(decoration).is_some()) {
        assert!(!matches!(&*decoration.kind, "trap" | "ladder"), "{}", show());
    }
}

#[test]
fn every_layout_is_furnished_well() {
    for entry in registry::ALL.iter().filter(|entry| entry.kind == Kind::Layout) {
        for (density, age) in [(60, 30), (100, 100), (1, 0)] {
            let recipe = with_furniture(Recipe::of(entry.id, Object::new()), density, age);
            let plan = recipe.plan(registry::ALL).expect("defaults are valid");
            for seed in 0..6 {
                match plan.run(Run::new(Seed::new(seed)).size(60, 44)) {
                    Ok(map) => hold(&map, entry.id, seed),
                    Err(error) => assert!(!entry.always_succeeds, "{}: {error}", entry.id),
                }
            }
        }
    }
}

#[test]
fn every_preset_is_furnished_well() {
    for preset in presets::ALL {
        let plan = with_furniture(preset.recipe(), 100, 50).plan(registry::ALL).expect("a shipped recipe");
        for seed in 0..6 {
            let map = plan.run(Seed::new(seed)).expect("a shipped recipe");
            hold(&map, preset.name, seed);
        }
    }
}

#[test]
fn every_archetype_and_symmetry_is_furnished_well() {
    for archetype in ["classic", "warren", "temple", "crypt", "lair", "cavern", "fortress"] {
        for symmetry in ["none", "bilateral", "radial-2", "radial-4"] {
            let with = json!({"archetype": archetype, "symmetry": symmetry}).as_object().cloned().expect("a table");
            let recipe = with_furniture(Recipe::of("dungeon", with), 100, 40);
            let plan = recipe.plan(registry::ALL).expect("valid parameters");
            for seed in 0..6 {
                let map = plan.run(Seed::new(seed)).expect("large enough");
                hold(&map, &format!("{archetype} {symmetry}"), seed);
                assert!(map.decorations.len() >= 5, "{archetype} {symmetry}, seed {seed}: nearly empty");
            }
        }
    }
}

fn dungeon(seed: u64) -> Map {
    let plan = Recipe::of("dungeon", Object::new()).plan(registry::ALL).expect("defaults are valid");
    plan.run(Seed::new(seed)).expect("large enough")
}

#[test]
fn same_seed_same_furniture() {
    let map = dungeon(7);
    let once = furnished(&map, Seed::new(1));
    assert_eq!(once, furnished(&map, Seed::new(1)));
    assert_ne!(once, furnished(&map, Seed::new(2)));
    assert!(once.len() > 10);
}

#[test]
fn without_density_there_is_nothing() {
    for age_percent in [0, 100] {
        let step = Furnish { density_percent: 0, age_percent };
        assert_eq!(step.decorations(&dungeon(7), Seed::new(1)), []);
    }
}

#[test]
fn without_age_there_is_no_cobweb() {
    let step = Furnish { density_percent: 100, age_percent: 0 };
    let furniture = step.decorations(&dungeon(7), Seed::new(1));
    assert!(furniture.len() > 10 && !furniture.iter().any(|it| it.kind == "cobweb"));
}

#[test]
fn furniture_is_saved_with_its_map() {
    let mut map = dungeon(7);
    map.decorations = furnished(&map, Seed::new(1));
    map.source.promises = map.source.promises | Promises::FURNISHED;
    let read = saved::from_str(&saved::to_string(&map)).expect("what was written can be read");
    assert_eq!(read.decorations, map.decorations);
    assert_eq!(check(&read), []);
}

#[test]
fn edits_drop_the_furniture_promise() {
    let mut recipe = with_furniture(Recipe::of("rogue", Object::new()), 100, 50);
    recipe.steps.push(Step { uses: "doors".to_owned(), ..Step::default() });
    let plan = recipe.plan(registry::ALL).expect("valid parameters");
    for seed in 0..20 {
        let map = plan.run(Run::new(Seed::new(seed)).size(80, 50)).expect("large enough");
        assert!(!map.source.promises.has(Promises::FURNISHED));
        assert_eq!(check(&map), []);
    }
}

#[test]
fn the_page_about_furniture_lists_every_kind() {
    let page = include_str!("../../../docs/furniture.md");
    for kind in decor::ALL {
        let against = match kind.against {
            Against::Anywhere => "",
            Against::Wall => "wall",
            Against::Corner => "corner",
        };
        let blocks = if kind.blocks { "yes" } else { "no" };
        let row = format!("| `{}` | {} | {blocks} | {against} | {} |", kind.name, kind.size, kind.about);
        assert!(page.contains(&row), "docs/furniture.md has no row {row}");
    }
}
