//! Compares the pictures for players with the pictures of maps in which the secrets never were: the
//! bytes are equal.

#[path = "support/never_dug.rs"]
mod never_dug;

use mapwright::{Map, Plan, Recipe, Run, Seed, presets, registry, saved};
use mapwright_render::{Letters, Look, PdfLook, PictureOptions, Style, View, WaterLevel, pdf, player_map, png, svg};
use never_dug::never_dug;
use serde_json::{Value, json};
use std::rc::Rc;

const SEEDS: u64 = 3;

/// Recipes with many secret doors, of rooms and of caves, furnished and populated.
const RECIPES: [&str; 5] = [
    "[[step]]\nuse = 'bsp'\n[[step]]\nuse = 'doors'\nwith = { secret = 40 }\n[[step]]\nuse = 'start'\n",
    "[[step]]\nuse = 'house'\n[[step]]\nuse = 'doors'\nwith = { secret = 40 }\n[[step]]\nuse = 'void'\n",
    "[[step]]\nuse = 'dungeon'\nwith = { secret = 60, hidden_rooms = true }\n[[step]]\nuse = 'furnish'\n\
     [[step]]\nuse = 'themes'\n[[step]]\nuse = 'traps'\n[[step]]\nuse = 'monsters'\n[[step]]\nuse = 'treasure'\n",
    "[[step]]\nuse = 'rooms-corridors'\n[[step]]\nuse = 'doors'\nwith = { secret = 30 }\n\
     [[step]]\nuse = 'void'\n[[step]]\nuse = 'exits'\n",
    "[[step]]\nuse = 'cellular'\n[[step]]\nuse = 'doors'\nwith = { secret = 60 }\n[[step]]\nuse = 'start'\n",
];
const ARCHETYPES: [&str; 7] = ["classic", "warren", "temple", "crypt", "lair", "cavern", "fortress"];

/// Returns the plans of all presets, of dungeons of all archetypes and of the recipes above.
fn plans() -> Vec<(String, Plan)> {
    let mut plans: Vec<(String, Plan)> =
        presets::ALL.iter().map(|it| (it.name.to_owned(), it.recipe().plan(registry::ALL).unwrap())).collect();
    let dungeon = registry::find(registry::ALL, "dungeon").unwrap();
    for archetype in ARCHETYPES {
        let with = json!({ "archetype": archetype, "secret": 60, "hidden_rooms": true });
        plans.push((format!("dungeon, {archetype}"), Plan::of(dungeon, &with).unwrap()));
    }
    let recipe = |text: &str| Recipe::from_toml(text).and_then(|recipe| recipe.plan(registry::ALL)).unwrap();
    plans.extend(RECIPES.iter().enumerate().map(|(index, text)| (format!("recipe {index}"), recipe(text))));
    plans
}

/// A map with something hidden.
struct Secretive {
    name: String,
    map: Map,
    /// The map in which the secrets were never dug.
    honest: Map,
}

fn maps() -> impl Iterator<Item = Secretive> {
    let all = plans().into_iter().flat_map(|plan| {
        let plan = Rc::new(plan);
        (0..SEEDS).map(move |seed| (Rc::clone(&plan), seed))
    });
    all.filter_map(|(plan, seed)| {
        let (name, plan) = &*plan;
        let map = plan.run(Run::new(Seed::new(seed))).unwrap_or_else(|error| panic!("{name}, seed {seed}: {error}"));
        let json: Value = serde_json::from_str(&saved::to_string(&map)).unwrap();
        let (honest, hidden) = never_dug(&json);
        (hidden > 0).then(|| {
            let honest = saved::from_str(&honest.to_string()).unwrap_or_else(|error| panic!("{name}: {error}"));
            Secretive { name: format!("{name}, seed {seed}"), map, honest }
        })
    })
}

/// Returns the file that this function writes.
fn file(write: impl FnOnce(&mut Vec<u8>)) -> Vec<u8> {
    let mut bytes = Vec::new();
    write(&mut bytes);
    bytes
}

fn look(view: View, water: WaterLevel) -> Look {
    Look { view, water, numbers: Some(true), legend: true, ..Look::default() }
}

fn svg_of(map: &Map, look: &Look) -> Vec<u8> {
    file(|to| svg(map, look, 40, Letters::Text, to).unwrap())
}

/// Returns the files of a map in all formats.
fn files(map: &Map, view: View) -> [(&'static str, Vec<u8>); 6] {
    let pools = look(view, WaterLevel::Pools);
    let tiles = Look { style: Style::named("tiles").unwrap(), ..look(view, WaterLevel::Dry) };
    let colour = Look { style: Style::named("colour").unwrap(), ..look(view, WaterLevel::Dry) };
    let text = PictureOptions { look: pools.clone(), entities: true, ..PictureOptions::default() };
    [
        ("svg", svg_of(map, &pools)),
        ("svg in colour", svg_of(map, &colour)),
        ("png", file(|to| png(map, &look(view, WaterLevel::Flooded), 6, to).unwrap())),
        ("png of tiles", file(|to| png(map, &tiles, 4, to).unwrap())),
        ("pdf", file(|to| pdf(map, &pools, &PdfLook::default(), to).unwrap())),
        ("txt", file(|to| text.write_text(map, to).unwrap())),
    ]
}

#[test]
fn pictures_for_players_equal_those_of_maps_without_secrets() {
    let mut count = 0;
    for Secretive { name, map, honest } in maps() {
        // Creatures and traps are secrets too.
        let mut empty = honest.clone();
        empty.entities.clear();
        empty.decorations.retain(|decoration| decoration.kind != "trap");
        for honest in [honest, empty] {
            let pairs = files(&map, View::Player).into_iter().zip(files(&honest, View::Player));
            for ((format, secret), (_, honest)) in pairs {
                assert!(secret == honest, "{name}: the {format} tells of the secrets");
            }
        }
        count += 1;
    }
    assert!(count >= 40, "only {count} maps have secrets");
}

#[test]
fn pictures_for_the_game_master_do_differ() {
    let mut different = [0; 6];
    for Secretive { map, honest, .. } in maps().step_by(8) {
        let pairs = files(&map, View::Gm).into_iter().zip(files(&honest, View::Gm));
        for (different, ((_, secret), (_, honest))) in different.iter_mut().zip(pairs) {
            *different += usize::from(secret != honest);
        }
    }
    assert!(different.iter().all(|count| *count >= 5), "{different:?}");
}

#[test]
fn players_number_their_rooms_without_gaps() {
    let mut renumbered = 0;
    for Secretive { name, map, .. } in maps() {
        let mut numbers: Vec<u32> = player_map(&map).rooms.iter().map(|room| room.number).collect();
        numbers.sort_unstable();
        assert!(numbers.iter().copied().eq(1..=numbers.len() as u32), "{name}: {numbers:?}");
        renumbered += usize::from(numbers.len() < map.rooms.len());
    }
    assert!(renumbered >= 10, "only {renumbered} maps have a hidden room");
}
