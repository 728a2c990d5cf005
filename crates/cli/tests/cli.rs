//! The program in real processes with real files.

#[path = "support/run.rs"]
mod run;

use run::{Folder, mapwright};
use std::fs;

#[test]
fn a_map_goes_to_stdout_as_text() {
    let out = mapwright(&["generate", "arena", "--size", "6x4", "--seed", "1", "-o", "-", "--as", "txt"]);
    assert_eq!((out.code, out.stdout.as_str(), out.stderr.as_str()), (0, "######\n#....#\n#....#\n######\n", ""));
}

#[test]
fn without_an_output_the_map_is_shown() {
    let shown = mapwright(&["generate", "arena", "--size", "5x3", "--seed", "1"]);
    assert_eq!((shown.code, shown.stdout.as_str()), (0, "#####\n#...#\n#####\n"), "plain text in a pipe");
    let emoji = mapwright(&["generate", "arena", "--size", "5x3", "--seed", "1", "--emoji"]);
    assert_eq!(emoji.stdout.lines().count(), 3);
    assert!(emoji.stdout.chars().all(|c| c == '\n' || !c.is_ascii()), "{}", emoji.stdout);
    assert!(!shown.stdout.contains('\u{1b}') && !emoji.stdout.contains('\u{1b}'), "no colour in a pipe");
}

#[test]
fn a_random_seed_is_printed_and_remakes_the_map() {
    let first = mapwright(&["generate", "cellular"]);
    let seed = first.stderr.trim().rsplit("--seed ").next().and_then(|rest| rest.split(' ').next()).expect("a seed");
    let again = mapwright(&["generate", "cellular", "--seed", seed]);
    assert_eq!((again.stdout, again.stderr.as_str()), (first.stdout, ""));
}

#[test]
fn a_saved_seed_is_not_printed() {
    let folder = Folder::new();
    let map = folder.path("map.json");
    assert!(mapwright(&["generate", "bsp", "-o", &map]).stderr.contains(": to make it again, use --seed "));
    assert_eq!(mapwright(&["generate", &map, "--set", "min_room=4"]).stderr, "");
}

#[test]
fn twenty_processes_give_the_same_bytes() {
    let folder = Folder::new();
    for what in ["bsp", "cellular", "rooms-corridors", "cave-beside-keep"] {
        let mut seen: Vec<(Vec<u8>, Vec<u8>, Vec<u8>)> = Vec::new();
        for process in 0..20 {
            let files = ["json", "png", "txt"].map(|ending| folder.path(&format!("{what}-{process}.{ending}")));
            let [json, png, txt] = &files;
            let out = mapwright(&["generate", what, "--seed", "crypt", "-o", json, "-o", png, "-o", txt]);
            assert_eq!((out.code, out.stderr.as_str()), (0, ""));
            let [json, png, txt] = files.map(|file| fs::read(file).expect("written"));
            seen.push((json, png, txt));
        }
        seen.dedup();
        assert_eq!(seen.len(), 1, "{what} differs from process to process");
    }
}

#[test]
fn a_saved_map_is_remade_from_its_own_file() {
    let folder = Folder::new();
    let (first, again) = (folder.path("first.json"), folder.path("again.json"));
    let settings = ["--size", "50x30", "--seed", "9", "--set", "max_depth=3"];
    assert_eq!(mapwright(&[&["generate", "bsp", "-o", &first], &settings[..]].concat()).code, 0);
    assert_eq!(mapwright(&["generate", &first, "-o", &again]).code, 0);
    assert_eq!(fs::read(&first).unwrap(), fs::read(&again).unwrap());
    let older =
        fs::read_to_string(&first).unwrap().replace("\"bsp\":1", "\"bsp\":0").replace("\"bsp\": 1", "\"bsp\": 0");
    let unsaid = fs::read_to_string(&first).unwrap().replace("{\"bsp\":1}", "{}").replace("{\"bsp\": 1}", "{}");
    let unsaid = folder.write("unsaid.json", &unsaid);
    assert!(mapwright(&["generate", &unsaid]).stderr.contains("does not say which revision of bsp"));
    let older = folder.write("older.json", &older);
    let out = mapwright(&["generate", &older]);
    assert_eq!(out.code, 2);
    assert!(out.stderr.contains("it was made by bsp revision 0, this program has 1"), "{}", out.stderr);
}

#[test]
fn a_saved_map_is_drawn_and_checked() {
    let folder = Folder::new();
    let (map, picture, text) = (folder.path("map.json"), folder.path("map.png"), folder.path("map.txt"));
    assert_eq!(mapwright(&["generate", "cellular", "--seed", "3", "--size", "40x20", "-o", &map]).code, 0);
    let out = mapwright(&["render", &map, "-o", &picture, "-o", &text, "--cell", "4"]);
    assert_eq!((out.code, out.stderr.as_str()), (0, ""));
    assert!(fs::read(&picture).unwrap().starts_with(b"\x89PNG\r\n"));
    assert_eq!(fs::read_to_string(&text).unwrap().lines().count(), 20);
    assert_eq!(mapwright(&["render", &map]).stdout, fs::read_to_string(&text).unwrap());
    let out = mapwright(&["check", &map, &text]);
    assert_eq!(out.code, 0, "{}{}", out.stdout, out.stderr);
}

#[test]
fn findings_exit_with_code_1() {
    let folder = Folder::new();
    let broken = folder.write("broken.txt", "#####\n#.#.#\n####.\n");
    let out = mapwright(&["check", &broken]);
    assert_eq!(out.code, 1);
    assert!(out.stdout.contains("connected at 3,1") && out.stdout.contains("closed-border at 4,2"), "{}", out.stdout);
    let out = mapwright(&["check", "--json", &broken]);
    assert_eq!(out.code, 1);
    let json: serde_json::Value = serde_json::from_str(&out.stdout).expect("JSON");
    let first = &json["findings"][0];
    assert!(first["rule"].is_string() && first["message"].is_string() && first["x"].is_i64() && first["y"].is_i64());
    let recipe = folder.write("wrong.toml", "[[step]]\nuse = \"celular\"\n");
    let out = mapwright(&["check", &recipe]);
    assert_eq!((out.code, out.stdout.contains("did you mean cellular?")), (1, true), "{}", out.stdout);
    assert_eq!(mapwright(&["check", &folder.path("nowhere.json")]).code, 2);
}

#[test]
fn recipes_come_from_files_and_from_stdin() {
    let folder = Folder::new();
    let text = "size = [12, 6]\n[[step]]\nuse = \"arena\"\n[[step]]\nuse = \"connect\"\n";
    let recipe = folder.write("hall.toml", text);
    let from_file = mapwright(&["generate", &recipe, "--seed", "1", "--set", "1.wall=2"]);
    assert_eq!(from_file.stdout.lines().nth(2), Some("##........##"));
    let from_stdin = run::with_stdin(&["generate", "-", "--seed", "1", "--set", "1.wall=2"], text.as_bytes());
    assert_eq!(from_stdin.stdout, from_file.stdout);
}

/// Two caves beside a hall.
const CAVES: &str = r#"
size = [60, 30]
[[step]]
use = "arena"
[[step]]
use = "cellular"
area = { x = 10, width = 20, height = 20 }
[[step]]
id = "deep"
use = "cellular"
area = { x = 35, width = 20, height = 20 }
"#;

#[test]
fn a_setting_finds_the_only_step_that_has_it() {
    let run = |set: &str| run::with_stdin(&["generate", "-", "--seed", "1", "--set", set], CAVES.as_bytes());
    let plain = run::with_stdin(&["generate", "-", "--seed", "1"], CAVES.as_bytes());
    for (short, long) in [("wall=3", "1.wall=3"), ("deep.rounds=1", "3.rounds=1"), ("cellular.rounds=1", "2.rounds=1")]
    {
        let [short, long] = [short, long].map(run);
        assert_eq!((short.code, short.stderr.as_str()), (0, ""));
        assert_eq!(short.stdout, long.stdout);
        assert_ne!(short.stdout, plain.stdout);
    }
    let several = run("rounds=1");
    assert_eq!(several.code, 2);
    assert_eq!(
        several.stderr,
        "mapwright: --set rounds: `rounds` exists in steps 2 (cellular) and 3 (deep): write 2.rounds or 3.rounds\n"
    );
}

#[test]
fn lists_come_as_text_and_json() {
    let json: serde_json::Value = serde_json::from_str(&mapwright(&["list", "--json"]).stdout).expect("JSON");
    for entry in json["generators"].as_array().expect("a list") {
        for key in ["id", "kind", "revision", "promises", "min_size", "summary"] {
            assert!(!entry[key].is_null(), "{key} of {entry}");
        }
        let id = entry["id"].as_str().expect("a name");
        assert!(mapwright(&["list"]).stdout.contains(id));
        assert!(mapwright(&["describe", id]).stdout.starts_with(id));
        let schema: serde_json::Value =
            serde_json::from_str(&mapwright(&["describe", id, "--json"]).stdout).expect("JSON");
        assert_eq!(schema["type"], "object");
    }
    for preset in json["presets"].as_array().expect("a list") {
        let name = preset["name"].as_str().expect("a name");
        assert_eq!(mapwright(&["generate", name, "--seed", "1", "-q"]).code, 0, "{name}");
        assert!(mapwright(&["describe", name]).stdout.contains("[[step]]"));
    }
}

#[test]
fn completions_exist_for_every_shell() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let out = mapwright(&["completions", shell]);
        assert!(out.code == 0 && out.stdout.contains("mapwright"), "{shell}");
    }
}

#[test]
fn an_older_file_is_replaced_whole_and_keeps_its_link() {
    let folder = Folder::new();
    let file = folder.write("map.txt", "an older file");
    let link = folder.path("link.txt");
    std::os::unix::fs::symlink(&file, &link).unwrap();
    assert_eq!(mapwright(&["generate", "arena", "--size", "3x3", "--seed", "1", "-o", &link]).code, 0);
    assert_eq!(fs::read_to_string(&file).unwrap(), "###\n#.#\n###\n");
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert_eq!(folder.names(), ["link.txt", "map.txt"], "no temporary files are left");
}
