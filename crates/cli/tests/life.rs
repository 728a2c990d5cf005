//! `--populate`, user-defined tables and themes, and `check` for them.

#[path = "support/run.rs"]
mod run;

use run::{Folder, mapwright, with_stdin};
use serde_json::Value;
use std::path::Path;

fn entities(json: &str, kind: &str) -> usize {
    let map: Value = serde_json::from_str(json).unwrap();
    map["entities"].as_array().unwrap().iter().filter(|entity| entity["kind"] == kind).count()
}

#[test]
fn populate_makes_a_level_that_is_ready_to_play() {
    let args = ["generate", "bsp", "--seed", "7", "--populate", "5", "-o", "-", "--as", "json"];
    let out = mapwright(&args);
    assert_eq!(out.code, 0, "{}", out.stderr);
    assert_eq!(entities(&out.stdout, "start"), 1);
    assert!(["monster", "item", "trap"].into_iter().all(|kind| entities(&out.stdout, kind) > 0));
    let folder = Folder::new();
    let file = folder.write("level.json", &out.stdout);
    assert_eq!(mapwright(&["check", &file]).code, 0);
    let again = mapwright(&["generate", &file, "-o", "-", "--as", "json"]);
    assert_eq!(again.stdout, out.stdout, "remade from its own file");
    let twice = mapwright(&["generate", &file, "--populate", "5", "-o", "-", "--as", "json"]);
    assert_eq!(twice.stdout, out.stdout, "nothing is placed twice");
    for wrong in ["0", "1001", "-1", "x"] {
        let out = mapwright(&["generate", "bsp", "--populate", wrong]);
        assert_eq!((out.code, out.stderr.lines().count()), (2, 1), "{}", out.stderr);
    }
}

#[test]
fn shipped_tables_and_themes_are_valid_and_described() {
    for folder in ["tables", "themes"] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../core/data").join(folder);
        for file in std::fs::read_dir(folder).unwrap() {
            let path = file.unwrap().path();
            let out = mapwright(&["check", path.to_str().unwrap()]);
            assert_eq!(out.code, 0, "{}", out.stdout);
        }
    }
    assert!(mapwright(&["describe", "forest"]).stdout.contains("[decorations]"));
    let json: Value = serde_json::from_str(&mapwright(&["describe", "forest", "--json"]).stdout).unwrap();
    assert_eq!((&json["name"], &json["cost_percent"]), (&"forest".into(), &150.into()));
}

#[test]
fn user_tables_come_from_files_and_are_checked() {
    let folder = Folder::new();
    let row = "[[formation]]\nname = \"owls\"\nmembers = [\"owl\", \"owl\"]\ndanger = [1, 9]\nweight = 1\ncost = 1\n";
    let table = folder.write("owls.toml", row);
    assert_eq!(mapwright(&["check", &table]).code, 0);
    let recipe = "[[step]]\nuse = \"bsp\"\n[[step]]\nuse = \"monsters\"\nwith = { table = \"@owls.toml\" }\n";
    let recipe = folder.write("recipe.toml", recipe);
    let out = mapwright(&["generate", &recipe, "--seed", "1", "-o", "-", "--as", "json"]);
    assert!(out.stdout.contains("\"owl\"") && !out.stdout.contains("\"rat\""), "{}", out.stderr);
    let wrong = folder.write("wrong.toml", &row.replace("[1, 9]", "[9, 1]"));
    let out = mapwright(&["check", &wrong]);
    assert_eq!(out.code, 1);
    assert!(out.stdout.contains("table: /formation/0/danger: the range from 9 to 1 is empty"), "{}", out.stdout);
    let huge = folder.write("huge.toml", &"# nothing\n".repeat(5 << 20));
    let out = mapwright(&["generate", "bsp", "--populate", "1", "--set", &format!("1.x=@{huge}")]);
    assert_eq!((out.code, out.stderr.lines().count()), (2, 1), "{}", out.stderr);
    assert_eq!(mapwright(&["check", &huge]).code, 2);
    let theme = folder.write("marsh.toml", "title = \"Marsh\"\ncost_percent = 0\n");
    let out = mapwright(&["check", &theme]);
    assert!(
        out.code == 1 && out.stdout.contains("theme: /cost_percent: 0 is not between 1 and 10000"),
        "{}",
        out.stdout
    );
}

#[test]
fn saved_maps_warn_about_secrets_in_the_player_view() {
    let args = ["generate", "dungeon", "--seed", "7", "--view", "player", "-o", "-", "--as", "json"];
    assert!(with_stdin(&args, b"").stderr.contains("stdout contains everything, secrets too"));
    let folder = Folder::new();
    let picture = folder.path("map.svg");
    let out = mapwright(&["generate", "dungeon", "--seed", "7", "--view", "player", "-o", &picture]);
    assert!(!out.stderr.contains("secrets"), "{}", out.stderr);
}
