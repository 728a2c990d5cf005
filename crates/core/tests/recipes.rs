//! Recipes as users edit them: disabled steps, and the positions of errors.

use mapwright::{Error, Map, Promises, Recipe, Run, Seed, Size, check, presets, registry, saved};

fn run(text: &str, seed: u64) -> Result<Map, Error> {
    Recipe::plan_from_toml(text, registry::ALL)?.run(Run::new(Seed::new(seed)))
}

#[test]
fn a_step_that_is_off_changes_nothing_about_the_others() {
    let steps = |loops: &str, start: &str| {
        format!("size = [60, 40]\n[[step]]\nuse = \"bsp\"\n{loops}\n[[step]]\nuse = \"doors\"\n{start}")
    };
    let without = run(&steps("", "[[step]]\nuse = \"start\""), 7).unwrap();
    let off = run(&steps("[[step]]\nuse = \"loops\"\noff = true", "[[step]]\nuse = \"start\""), 7).unwrap();
    let on = run(&steps("[[step]]\nuse = \"loops\"\noff = false", "[[step]]\nuse = \"start\""), 7).unwrap();
    assert_eq!(off.digest(), without.digest());
    assert_eq!(off.tiles, without.tiles);
    assert_ne!(on.digest(), without.digest());
    assert_eq!(check(&off), []);
    assert_eq!(saved::from_str(&saved::to_string(&off)).unwrap(), off);
    let recipe = off.source.origin.recipe.as_ref().unwrap();
    assert_eq!((recipe.steps.len(), recipe.running().count()), (4, 3));
    assert_eq!(Recipe::from_toml(&recipe.to_toml()).unwrap(), *recipe);
}

/// A step that moves or adds rooms drops the record of a grid on which they do not lie.
#[test]
fn a_map_records_no_grid_that_it_left() {
    let house = "[[step]]\nuse = \"house\"\nwith = { grid = 2, min_room = 4, room_count = 20 }\n";
    let (mut kept, mut dropped) = (0, 0);
    for step in ["doors", "vaults", "mirror", "section", "lake", "smooth", "widen", "loops"] {
        for seed in 0..8 {
            let Ok(map) = run(&format!("size = [79, 51]\n{house}[[step]]\nuse = \"{step}\"\n"), seed) else { continue };
            assert_eq!(check(&map), [], "{step} {seed}");
            *(if map.grid.is_some() { &mut kept } else { &mut dropped }) += 1;
        }
    }
    assert!(kept > 0 && dropped > 0, "{kept} maps kept their grid and {dropped} lost it");
}

#[test]
fn a_disabled_layout_does_not_count() {
    let two = |first: &str, second: &str| {
        run(&format!("[[step]]\nuse = \"bsp\"\n{first}\n[[step]]\nuse = \"arena\"\n{second}"), 1)
    };
    assert!(two("", "").unwrap_err().to_string().contains("would wipe out"));
    assert_eq!(two("off = true", "").unwrap().size(), run("[[step]]\nuse = \"arena\"", 1).unwrap().size());
    assert_eq!(two("", "off = true").unwrap().digest(), run("[[step]]\nuse = \"bsp\"", 1).unwrap().digest());
    let nothing = two("off = true", "off = true").unwrap_err();
    assert_eq!(nothing.to_string(), "/step: no step lays out a map; begin with a layout");
}

#[test]
fn a_step_that_is_off_is_checked_and_need_not_fit() {
    let wrong = run("[[step]]\nuse = \"arena\"\n[[step]]\nuse = \"loops\"\noff = true\nwith = { min = 1 }", 1);
    assert!(wrong.unwrap_err().to_string().starts_with("step 2 /with/min: unknown"));
    let large = "size = [9, 9]\n[[step]]\nuse = \"dungeon\"\noff = true\n[[step]]\nuse = \"arena\"";
    assert_eq!(run(large, 1).unwrap().size().width, 9);
}

/// Returns `path: message (line, column)` of every problem.
fn problems(text: &str) -> Vec<String> {
    let told = Recipe::problems(text, registry::ALL).into_iter();
    told.map(|it| {
        let place = |number: Option<usize>| number.map_or("-".to_owned(), |number| number.to_string());
        format!("{}: {} ({}, {})", it.path, it.message, place(it.line), place(it.column))
    })
    .collect()
}

#[test]
fn problems_say_where_they_are() {
    let text = r#"titel = "x"
require = { lops = 3 }

[[step]]
use = "bps"

[[step]]
use = "cellular"
zone = 1
[step.with]
round = 3
  born = [
    3,
    9,
  ]

[[step]]
with = { "a/b" = 1 }
  [[step]]
  use = "smooth"
  with.rounds = -1
"#;
    assert_eq!(
        problems(text),
        [
            "/titel: unknown; did you mean title? (1, 1)",
            "/require/lops: unknown; did you mean loops? (2, 13)",
            "/step/2: use is missing (17, 1)",
            "/step/0/use: no algorithm is called \"bps\"; did you mean bsp? (5, 1)",
            "/step/1/with/round: unknown; did you mean rounds? (11, 1)",
            "/step/1/with/born/1: 9 is not between 0 and 8 (14, 5)",
            "/step/3/with/rounds: -1 is not between 1 and 100 (21, 8)",
        ]
    );
}

#[test]
fn syntax_errors_have_a_line_and_column() {
    assert_eq!(problems("size = ["), [": unclosed array, expected `]` (1, 9)"]);
    assert_eq!(problems("\n\n\"ü\" = ]"), [": missing array opening, expected `[` (3, 7)"]);
    assert_eq!(problems(&"x".repeat(Recipe::MAX_BYTES + 1)).len(), 1);
    assert_eq!(problems("[[step]]\nuse = \"bsp\""), [""; 0]);
    assert_eq!(problems("[[step]]\nuse = \"bsp\"\n[[step]]\nuse = \"arena\"").len(), 1);
    let many: String = (0..90_000).map(|key| format!("k{key}=1\n")).collect();
    assert_eq!(problems(&many).last().unwrap(), ": and 89951 more problems (-, -)");
    let value = serde_json::json!({"step": [{"use": "bsp", "with": {"a/b~": 1}}], "size": 3});
    let told = Recipe::problems_of(&value, registry::ALL);
    assert_eq!(told.iter().map(|it| &*it.path).collect::<Vec<_>>(), ["/size", "/step/0/with/a~1b~0"]);
    assert!(told.iter().all(|it| it.line.is_none()));
    assert_eq!(Recipe::problems_of(&serde_json::json!([]), registry::ALL).len(), 1);
}

#[test]
fn errors_carry_the_places_of_their_problems() {
    let places = |text: &str| run(text, 1).unwrap_err().places().to_vec();
    assert_eq!(places("[[step]]\nuse = \"bsp\"\nwith = { min_room = 99 }"), ["/step/0/with/min_room"]);
    assert_eq!(places("[[step]]\nuse = \"bps\""), ["/step/0/use"]);
    assert_eq!(places("titel = 1\n[[step]]\nuse = \"bps\""), ["/titel", "/step/0/use"]);
    assert_eq!(places("size = ["), [""]);
    let plan = |text: &str| Recipe::plan_from_toml(text, registry::ALL).unwrap();
    let small = plan("[[step]]\nuse = \"bsp\"").run(Run::new(Seed::new(1)).size(2, 2)).unwrap_err();
    assert_eq!(small.places(), ["/size"]);
    let text =
        "[[step]]\nuse = \"arena\"\n[[step]]\nuse = \"arena\"\nid = \"pit\"\narea = { x = 30, width = 9, height = 9 }";
    let outside = plan(text).run(Run::new(Seed::new(1)).size(20, 20)).unwrap_err();
    assert_eq!(outside.places(), ["/step/1/area"]);
}

/// Houses and a dungeon at grid 4, with the numbers of rooms, sides and corridors that users of
/// grid alignment know.
#[test]
fn presets_on_the_grid_have_the_numbers_they_promise() {
    for (name, size, rooms, max_room, width) in [("small-house", 60, 5, 8, 1), ("town-house", 64, 8, 10, 2)] {
        let plan = presets::find(name).unwrap().recipe().plan(registry::ALL).unwrap();
        for seed in 0..20 {
            let map = plan.run(Run::new(Seed::new(seed))).unwrap();
            assert_eq!((map.size().width, map.size().height, map.grid), (size, size, Some(Size::new(4, 4))), "{name}");
            assert_eq!((map.rooms.len(), map.passages.len()), (rooms, rooms - 1), "{name} {seed}");
            let bounds = map.rooms.iter().map(|room| room.shape.bounds());
            assert!(bounds.flat_map(|rect| [rect.width, rect.height]).all(|side| (4..=max_room).contains(&side)));
            assert!(map.passages.iter().all(|passage| passage.width == width), "{name} {seed}");
            assert!(map.source.promises.has(Promises::GRID_ALIGNED));
            assert_eq!(check(&map), [], "{name} {seed}");
        }
    }
    let plan = presets::find("grid-dungeon").unwrap().recipe().plan(registry::ALL).unwrap();
    for seed in 0..20 {
        let map = plan.run(Run::new(Seed::new(seed))).unwrap();
        assert_eq!(map.grid, Some(Size::new(4, 4)));
        assert!((10..=16).contains(&map.rooms.len()) && map.notes.is_empty(), "{seed}: {:?}", map.notes);
        for ends in map.passages.iter().flat_map(|passage| passage.points.windows(2)) {
            let on_line = if ends[0].x == ends[1].x { ends[0].x % 4 } else { ends[0].y % 4 };
            assert_eq!(on_line, 0, "{seed}: {ends:?}");
        }
        assert_eq!(check(&map), [], "{seed}");
    }
}
