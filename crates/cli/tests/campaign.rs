//! `mapwright campaign`, and campaigns and danger tables in the other commands.

#[path = "support/run.rs"]
mod run;

use run::{Folder, mapwright, with_stdin};
use serde_json::Value;
use std::fs;

const SMALL: &str =
    "title = \"Small\"\nlevels = 3\nsize = [40, 30]\ntable = \"classic\"\ndanger = { from = 1, to = 20 }\n";

#[test]
fn without_an_output_there_is_a_table() {
    let out = with_stdin(&["campaign", "-", "--seed", "7"], SMALL.as_bytes());
    assert_eq!((out.code, out.stdout.lines().count()), (0, 4), "{}{}", out.stdout, out.stderr);
    assert!(out.stdout.starts_with("level  danger  layout"), "{}", out.stdout);
    assert!(out.stdout.lines().nth(1).unwrap().starts_with("    1       1  digger"), "{}", out.stdout);
    assert!(out.stdout.trim_end().ends_with('-'), "the last level has no stairs down: {}", out.stdout);
    let fresh = with_stdin(&["campaign", "-"], SMALL.as_bytes());
    assert!(fresh.stderr.contains("Small, 3 levels of 40x30, seed "), "{}", fresh.stderr);
}

#[test]
fn all_levels_fit_one_file() {
    let folder = Folder::new();
    let campaign = folder.write("small.toml", SMALL);
    let run = |name: &str, more: &[&str]| {
        let out =
            mapwright(&[&["campaign", &campaign, "--seed", "7", "-o", &folder.path(name), "--quiet"], more].concat());
        assert_eq!(out.code, 0, "{name}: {}", out.stderr);
        fs::read(folder.path(name)).unwrap()
    };
    let project: Value = serde_json::from_slice(&run("small.ldtk", &[])).unwrap();
    assert_eq!(project["levels"].as_array().unwrap().len(), 3);
    assert!(fs::read(folder.path("small-tiles.png")).unwrap().starts_with(b"\x89PNG"));
    let world: Value = serde_json::from_slice(&run("small.world", &[])).unwrap();
    for map in world["maps"].as_array().unwrap() {
        assert!(fs::metadata(folder.path(map["fileName"].as_str().unwrap())).is_ok(), "{map}");
    }
    for (format, inside) in [("ldtk", "packed-tiles.png"), ("tmx", "level-03-tiles.png"), ("txt", "level-03.txt")] {
        let archive = run("packed.zip", &["--as", format]);
        assert!(archive.starts_with(b"PK"), "{format}");
        assert!(archive.windows(inside.len()).any(|name| name == inside.as_bytes()), "{format}: {inside}");
    }
}

#[test]
fn levels_are_written_as_files_and_remade_from_them() {
    let folder = Folder::new();
    let campaign = folder.write("small.toml", SMALL);
    let levels = folder.path("levels");
    let run = |more: &[&str]| mapwright(&[&["campaign", &campaign, "--seed", "7", "-o", &levels], more].concat());
    let out = run(&["--as", "json,txt,png", "--json", "--cell", "4"]);
    assert_eq!(out.code, 0, "{}", out.stderr);
    let told: Value = serde_json::from_str(&out.stdout).unwrap();
    assert_eq!((&told["title"], &told["seed"]), (&"Small".into(), &"7".into()));
    let files: Vec<&str> = told["levels"][1]["files"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
    assert_eq!(files, ["level-02.json", "level-02.txt", "level-02.png"]);
    let overview = fs::read_to_string(folder.path("levels/overview.svg")).unwrap();
    assert!(overview.starts_with("<svg") || overview.starts_with("<?xml"), "{}", &overview[..60]);
    let read = |name: &str| fs::read(folder.path(&format!("levels/{name}"))).unwrap();
    let first = read("level-02.json");
    let again = folder.path("again.json");
    assert_eq!(mapwright(&["generate", &folder.path("levels/level-02.json"), "-o", &again]).code, 0);
    assert_eq!(fs::read(&again).unwrap(), first, "from its own file");
    assert_eq!(mapwright(&["check", &again]).code, 0);

    // Other files stay, and a single level equals the one of the campaign.
    let own = folder.write("levels/notes.txt", "mine");
    fs::remove_file(folder.path("levels/level-02.json")).unwrap();
    fs::remove_file(folder.path("levels/overview.svg")).unwrap();
    let png = folder.path("all.png");
    let alone = run(&["--level", "2", "--overview", &png]);
    assert!(fs::read(&png).unwrap().starts_with(b"\x89PNG"));
    assert!(fs::metadata(folder.path("levels/overview.svg")).is_err(), "an overview of all levels, or none");
    assert_eq!((alone.code, alone.stdout.lines().count()), (0, 2), "{}", alone.stderr);
    assert_eq!(read("level-02.json"), first);
    assert_eq!(fs::read_to_string(own).unwrap(), "mine");
}

#[test]
fn levels_size_and_table_can_be_set() {
    let folder = Folder::new();
    let table =
        folder.write("table.toml", "[[range]]\ndanger = [1, 9]\nlayout = [{ name = \"hall\", use = \"arena\" }]");
    let out = mapwright(&["campaign", "descent", "--levels", "3", "--size", "40x30", "--table", &table, "--seed", "1"]);
    // The arena at the bottom is a set piece.
    assert_eq!(out.code, 0, "{}", out.stderr);
    assert_eq!(out.stdout.matches("hall").count(), 2, "{}", out.stdout);
    assert!(out.stdout.contains("The arena"), "{}", out.stdout);
}

#[test]
fn bad_arguments_get_one_line_each() {
    let refused = |args: &[&str], what: &str| {
        let out = mapwright(args);
        assert_eq!((out.code, out.stdout.as_str()), (2, ""), "{args:?}: {}", out.stderr);
        assert!(out.stderr.contains(what), "{args:?}: {}", out.stderr);
        assert!(out.stderr.lines().all(|line| line.starts_with("mapwright: ")), "{}", out.stderr);
    };
    refused(&["campaign", "descend"], "did you mean descent?");
    refused(&["campaign", "no-such.toml"], "cannot read no-such.toml");
    refused(&["campaign", "descent", "--levels", "0"], "0 is not in 1..=1000");
    refused(&["campaign", "descent", "--level", "27"], "--level 27: the campaign has levels 1 to 26");
    refused(&["campaign", "descent", "--table", "ritch"], "did you mean rich?");
    refused(&["campaign", "descent", "--size", "4x4"], "too small");
    refused(&["campaign", "descent", "--overview", "x.txt"], "x.txt: an overview is a picture");
    refused(&["campaign", "descent", "--as", "png"], "--as needs a folder: add -o DIR");
    refused(&["campaign", "descent", "--as", "jpg", "-o", "x"], "--as: unknown format \"jpg\"");
    let out = with_stdin(&["campaign", "-"], b"levels = 0\nsizes = 3");
    assert_eq!((out.code, out.stderr.lines().count()), (2, 2), "{}", out.stderr);
}

#[test]
fn a_file_in_place_of_the_folder_is_refused() {
    let folder = Folder::new();
    let file = folder.write("file", "mine");
    let out = mapwright(&["campaign", "classic-descent", "--levels", "1", "--seed", "1", "-o", &file]);
    assert_eq!((out.code, out.stdout.as_str()), (4, ""), "{}", out.stderr);
    assert_eq!(fs::read_to_string(file).unwrap(), "mine");
}

#[test]
fn long_files_are_refused() {
    let folder = Folder::new();
    let long = folder.write("long.toml", &"# nothing\n".repeat(5 << 20));
    for command in ["campaign", "check"] {
        let out = mapwright(&[command, &long]);
        assert_eq!(out.code, 2);
        assert!(out.stderr.contains("longer than 1048576 bytes, the limit for TOML"), "{}", out.stderr);
    }
}

#[test]
fn campaigns_and_tables_are_checked() {
    let folder = Folder::new();
    let check = |name: &str, text: &str| {
        let out = mapwright(&["check", &folder.write(name, text)]);
        (out.code, out.stdout.replace(&folder.path(name), name))
    };
    assert_eq!(check("a.toml", SMALL), (0, "a.toml: ok\n".to_owned()));
    let ranges = |first: &str, second: &str| {
        format!(
            "[[range]]\ndanger = {first}\nlayout = [{{ use = \"arena\" }}]\n\
             [[range]]\ndanger = {second}\nlayout = [{{ use = \"bsp\" }}]\n"
        )
    };
    assert_eq!(check("b.toml", &ranges("[1, 5]", "[6, 9]")).0, 0);
    let (code, said) = check("c.toml", &ranges("[1, 5]", "[8, 9]"));
    assert_eq!((code, said.as_str()), (1, "c.toml: gap: no range covers danger 6 to 7\n"));
    let (code, said) = check("d.toml", &ranges("[1, 5]", "[5, 9]"));
    assert_eq!(code, 1);
    assert!(said.starts_with("d.toml: overlap: danger 5 lies in the ranges 1 and 2"), "{said}");
    let gap = format!("levels = 9\ndanger = {{ from = 1, to = 9 }}\n{}", ranges("[1, 5]", "[8, 9]"));
    let (code, said) = check("e.toml", &gap);
    assert_eq!((code, said.lines().count()), (1, 3), "{said}");
    assert!(said.contains("level 6: danger 6 lies in a gap of the table"), "{said}");
    let (code, said) = check("f.toml", "[[range]]\ndanger = [1, 5]\nlayout = [{ use = \"arena\", weight = 0 }]");
    assert_eq!(
        (code, said.as_str()),
        (1, "f.toml: danger-table: /range/0/layout/0/weight: 0 is not between 1 and 10000\n")
    );
}

#[test]
fn campaigns_and_tables_are_listed_and_described() {
    let listed: Value = serde_json::from_str(&mapwright(&["list", "--json"]).stdout).unwrap();
    let names = |key: &str| {
        listed[key].as_array().unwrap().iter().map(|it| it["name"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert!(names("campaigns").contains(&"descent".to_owned()));
    assert_eq!(names("danger_tables"), ["classic", "rich"]);
    let table = mapwright(&["list"]).stdout;
    for name in names("campaigns") {
        assert!(table.contains(&name));
        assert!(mapwright(&["describe", &name]).stdout.contains("levels = "));
        let json: Value = serde_json::from_str(&mapwright(&["describe", &name, "--json"]).stdout).unwrap();
        assert!(json["levels"].is_u64());
    }
    assert!(mapwright(&["describe", "rich"]).stdout.contains("[[range]]"));
}
