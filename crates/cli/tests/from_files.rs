//! Parameters read from files: a folder of prefabs, a file in a recipe, and their errors.

#[path = "support/run.rs"]
mod run;

use run::{Folder, Out, mapwright};
use std::fs;

const CELL: &str = "name = \"cell\"\nturns = false\nmirrors = false\n---\n#####\n#.>.+\n#####\n";
const HALL: &str = "[[prefab]]\nname = \"hall\"\ntags = [\"level\"]\nmap = \"\"\"\n#######\n#.....#\n#######\n\"\"\"\n";

/// Asserts one line on stderr with these pieces, and exit code 2.
fn refused(out: &Out, pieces: &[&str]) {
    assert_eq!(out.code, 2, "{}{}", out.stdout, out.stderr);
    assert_eq!((out.stderr.lines().count(), out.stdout.as_str()), (1, ""), "{}", out.stderr);
    for piece in pieces {
        assert!(out.stderr.contains(piece), "expected {piece:?} in {:?}", out.stderr);
    }
}

/// Creates a folder with two prefabs and another file.
fn library() -> (Folder, String) {
    let folder = Folder::new();
    let vaults = folder.path("vaults");
    fs::create_dir(&vaults).unwrap();
    folder.write("vaults/cell.txt", CELL);
    folder.write("vaults/hall.toml", HALL);
    folder.write("vaults/notes.md", "not a prefab");
    (folder, vaults)
}

#[test]
fn a_folder_of_prefabs_is_a_library() {
    let (_folder, vaults) = library();
    let set = format!("library=@{vaults}");
    let make = |more: &[&str]| {
        mapwright(&[&["generate", "prefab", "--size", "9x5", "--seed", "1", "--set", &set], more].concat())
    };
    let cell = make(&["--set", "pick=cell"]);
    assert_eq!((cell.code, cell.stderr.as_str()), (0, ""));
    assert_eq!(cell.stdout, "#########\n#########\n###.>.###\n#########\n#########\n");
    assert!(make(&["--set", "pick=hall"]).stdout.contains("##.....##"));
    refused(&make(&["--set", "pick=hal"]), &["/with/pick", "did you mean hall?"]);
}

#[test]
fn a_prefab_may_need_more_than_the_default_size() {
    let folder = Folder::new();
    let long = folder.write("long.txt", &format!("turns = false\n---\n#{}#", ".".repeat(150)));
    let set = format!("library=@{long}");
    let out = mapwright(&["generate", "prefab", "--set", &set, "--seed", "1", "--size", "160x5"]);
    assert_eq!((out.code, out.stderr.as_str()), (0, ""));
    refused(&mapwright(&["generate", "prefab", "--set", &set, "--seed", "1"]), &["size 64x40", "needs at least 152x3"]);
}

#[test]
fn the_saved_map_does_not_need_the_folder() {
    let (folder, vaults) = library();
    let (first, again) = (folder.path("first.json"), folder.path("again.json"));
    let set = format!("library=@{vaults}");
    let out = mapwright(&["generate", "prefab", "--size", "20x9", "--seed", "3", "--set", &set, "-o", &first]);
    assert_eq!((out.code, out.stderr.as_str()), (0, ""));
    fs::remove_dir_all(&vaults).unwrap();
    assert_eq!(mapwright(&["generate", &first, "-o", &again]).code, 0);
    assert_eq!(fs::read(&first).unwrap(), fs::read(&again).unwrap());
    assert_eq!(folder.names(), ["again.json", "first.json"]);
}

#[test]
fn a_recipe_names_files_beside_it() {
    let (folder, _) = library();
    let recipe = |library: &str| {
        let text = format!("size = [30, 20]\n[[step]]\nuse = \"arena\"\n[[step]]\nuse = \"vaults\"\nwith = {library}");
        mapwright(&["generate", &folder.write("recipe.toml", &text), "--seed", "1"])
    };
    for library in [
        "{ library = \"@vaults\", place = \"rooms\" }",
        "{ library = [\"@vaults/cell.txt\", \"?.?\\n...\"], place = \"rooms\" }",
        "{ library = \"@./vaults/hall.toml\", shipped = \"joined\" }",
    ] {
        let out = recipe(library);
        assert_eq!(out.code, 0, "{library}: {}", out.stderr);
        let out = mapwright(&["check", &folder.path("recipe.toml")]);
        assert_eq!(out.code, 0, "{library}: {}", out.stdout);
    }
    refused(&recipe("{ library = \"@../vaults\" }"), &["recipe.toml", "beside it"]);
    refused(&recipe("{ library = \"@/etc/hostname\" }"), &["recipe.toml", "beside it"]);
    refused(&recipe("{ library = \"@nowhere\" }"), &["step 2 /with/library", "cannot read", "nowhere"]);
    let out = mapwright(&["check", &folder.path("recipe.toml")]);
    assert_eq!((out.code, out.stdout.contains("step 2 /with/library: cannot read")), (1, true), "{}", out.stdout);
}

#[test]
fn bad_files_are_named() {
    let (folder, vaults) = library();
    let make = |value: &str| mapwright(&["generate", "prefab", "--seed", "1", "--set", &format!("library={value}")]);
    refused(&make(&format!("@{}", folder.path("nowhere"))), &["--set library", "cannot read", "nowhere"]);
    let empty = folder.path("empty");
    fs::create_dir(&empty).unwrap();
    refused(&make(&format!("@{empty}")), &["empty", "no .txt or .toml file"]);
    folder.write("vaults/garbage.txt", "####\n#.\u{1f5ff}#\n####");
    refused(&make(&format!("@{vaults}")), &["/with/library", "vaults/garbage.txt: line 2, column 3"]);
    folder.write("vaults/garbage.txt", "weight = \"many\"\n---\n.");
    refused(&make(&format!("@{vaults}")), &["vaults/garbage.txt: line 1, column 10: invalid type"]);
    fs::write(folder.path("vaults/garbage.txt"), b"##\xff##").unwrap();
    refused(&make(&format!("@{vaults}")), &["garbage.txt: not text: byte 2 is no UTF-8"]);
    folder.write("vaults/garbage.txt", &"#".repeat(300_000));
    refused(&make(&format!("@{vaults}")), &["garbage.txt: more than 262144 bytes"]);
    folder.write("vaults/garbage.txt", &"#".repeat(70_000));
    refused(&make(&format!("@{vaults}")), &["/with/library: ", "vaults/garbage.txt: a text of 70000 characters"]);
    folder.write("vaults/garbage.txt", CELL);
    refused(
        &make(&format!("@{vaults}")),
        &["vaults/garbage.txt: \"cell\" is the name of a prefab of", "vaults/cell.txt too"],
    );
    folder.write("vaults/garbage.txt", "depth = [12, 3]\n---\n.");
    refused(&make(&format!("@{vaults}")), &["garbage.txt: depth: the first, 12, must not be above the last, 3"]);
    refused(&make("@"), &["cannot read"]);
    refused(&make("@@x"), &["/with/library", "line 1, column 2: 'x' means nothing"]);
    let pick = mapwright(&["generate", "prefab", "--seed", "1", "--set", &format!("pick=@{vaults}")]);
    refused(&pick, &["it is a folder, and one text is expected"]);
}
