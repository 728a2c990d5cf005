//! Files of One Page Dungeon, opened like saved maps.

#[path = "support/run.rs"]
mod run;

use run::{Folder, mapwright};

const CELL: &str = r#"{ "version": "1.2.4b", "title": "Cell", "rects": [ {"x":0,"y":0,"w":3,"h":3}, {"x":1,"y":3,"w":1,"h":1} ],
    "doors": [ {"x":1,"y":3,"dir":{"x":0,"y":-1},"type":3} ], "notes": [], "columns": [], "water": [] }"#;

#[test]
fn generate_render_check_and_measure_open_them() {
    let folder = Folder::new();
    let file = folder.write("cell.json", CELL);
    let made = mapwright(&["generate", &file, "-o", "-", "--as", "txt"]);
    assert_eq!((made.code, made.stderr.as_str()), (0, ""));
    assert_eq!(made.stdout, "#####\n#...#\n#...#\n#...#\n##.##\n#####\n");
    let rendered = mapwright(&["render", &file, "-o", "-", "--as", "txt"]);
    assert_eq!(rendered.stdout, made.stdout);
    assert_eq!(mapwright(&["check", &file]).code, 0);
    let measured = mapwright(&["measure", &file, "--metrics", "rooms", "--json"]);
    assert_eq!(measured.code, 0, "{}", measured.stderr);
    assert!(measured.stdout.contains("\"rooms\": 1"), "{}", measured.stdout);
}

#[test]
fn they_cannot_be_generated_with_other_options() {
    let folder = Folder::new();
    let file = folder.write("cell.json", CELL);
    let refused = mapwright(&["generate", &file, "--seed", "7"]);
    assert_eq!(refused.code, 2);
    assert!(refused.stderr.contains("a One Page Dungeon is finished: leave out --size, --seed"), "{}", refused.stderr);
}

#[test]
fn a_damaged_file_is_refused_with_the_place_of_the_damage() {
    let folder = Folder::new();
    let file = folder.write("cell.json", &CELL.replace("\"y\":3,\"dir\"", "\"y\":4,\"dir\""));
    for command in ["generate", "render", "check", "measure"] {
        let refused = mapwright(&[command, &file]);
        assert_eq!(refused.code, 2, "{command}");
        assert_eq!(refused.stderr.lines().count(), 1, "{}", refused.stderr);
        assert!(refused.stderr.contains("cell.json: doors[0]: no rect covers 1,4"), "{}", refused.stderr);
    }
}
