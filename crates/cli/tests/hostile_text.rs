//! Control characters in files and share codes never reach the terminal.

#[path = "support/run.rs"]
mod run;

use run::{Folder, Out, mapwright, with_stdin};
use serde_json::Value;
use std::fs;
use std::path::Path;

/// Clears the screen, sets colours by a C1 control, rings, returns the carriage, forges a line,
/// reverses the direction of writing, and isolates.
const HOSTILE: &str = "\u{1b}[2J\u{1b}]0;x\u{7}\u{9b}31m\rok\nmapwright: forged\u{202e}\u{2066}\u{61c}\u{2028}\u{7f}";

/// Returns the first character of the output that acts on a terminal.
fn acting(out: &Out) -> Option<char> {
    let is_mark =
        |c: char| matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let acts = |c: &char| c.is_control() && !matches!(c, '\n' | '\t') || is_mark(*c);
    out.stdout.chars().chain(out.stderr.chars()).find(acts)
}

/// Asserts that the output is harmless, and that no line of it is forged.
fn is_harmless(args: &[&str], out: &Out) {
    assert_eq!(acting(out), None, "{args:?}: {:?} {:?}", out.stdout, out.stderr);
    let forged = |text: &str| text.lines().any(|line| line.starts_with("mapwright: forged"));
    assert!(!forged(&out.stderr), "{args:?}: {:?}", out.stderr);
    assert!(!out.stderr.contains("panicked"), "{args:?}: {}", out.stderr);
}

fn runs_harmlessly(args: &[&str]) -> Out {
    let out = mapwright(args);
    is_harmless(args, &out);
    out
}

/// Returns the JSON pointers of all strings, and of all objects, whose keys are strings too.
fn places(value: &Value, at: &str, found: &mut Vec<String>) {
    match value {
        Value::String(_) => found.push(at.to_owned()),
        Value::Array(items) => {
            // The others are alike.
            items.iter().enumerate().take(2).for_each(|(index, item)| places(item, &format!("{at}/{index}"), found));
        }
        Value::Object(object) => {
            found.push(at.to_owned());
            object.iter().for_each(|(key, item)| places(item, &format!("{at}/{}", key.replace('/', "~1")), found));
        }
        _ => {}
    }
}

/// Puts the hostile text into one place: in front of a string, or as a key of an object.
fn poison(value: &Value, place: &str) -> Value {
    let mut value = value.clone();
    match value.pointer_mut(place) {
        Some(Value::String(text)) => text.insert_str(0, HOSTILE),
        Some(Value::Object(object)) => {
            object.insert(HOSTILE.to_owned(), HOSTILE.into());
        }
        _ => unreachable!("a string or an object"),
    }
    value
}

#[test]
fn saved_maps_and_share_codes_are_quoted_safely() {
    let folder = Folder::new();
    let (good, bad) = (folder.path("good.json"), folder.path("bad.json"));
    let recipe = "title = 'Hall'\n[[step]]\nuse = 'bsp'\nid = 'rooms'\nwith = { max_depth = 3 }\n\
                  [[step]]\nuse = 'doors'\n[[step]]\nuse = 'stairs'\n[[step]]\nuse = 'monsters'\n";
    let out = with_stdin(&["generate", "-", "--size", "40x30", "--seed", "1", "-o", &good], recipe.as_bytes());
    assert_eq!(out.code, 0, "{}", out.stderr);
    let map: Value = serde_json::from_str(&fs::read_to_string(&good).unwrap()).unwrap();
    let mut all = Vec::new();
    places(&map, "", &mut all);
    assert!(all.len() > 40 && all.contains(&"/source/recipe/title".to_owned()), "{all:?}");
    let mut codes = 0;
    for place in &all {
        fs::write(&bad, poison(&map, place).to_string()).unwrap();
        runs_harmlessly(&["check", &bad]);
        if place.starts_with("/source") {
            runs_harmlessly(&["generate", &bad]);
            let code = mapwright(&["render", &bad, "-o", "-", "--as", "share"]);
            if code.code == 0 {
                codes += 1;
                runs_harmlessly(&["generate", code.stdout.trim()]);
            }
        }
    }
    assert!(codes >= 5, "{codes} share codes");
    runs_harmlessly(&["check", &bad, "--json"]);
}

/// Returns a variant of a TOML text for each of its strings and tables.
fn poisoned_toml(text: &str) -> impl Iterator<Item = String> + '_ {
    let hostile = HOSTILE.chars().map(|c| format!("\\u{:04x}", u32::from(c))).collect::<String>();
    let quotes: Vec<usize> = text.match_indices('"').map(|(at, _)| at + 1).step_by(2).collect();
    let lines: Vec<usize> = text.match_indices('\n').map(|(at, _)| at + 1).collect();
    let key = format!("\"{hostile}\" = \"{hostile}\"\n");
    let in_strings = quotes.into_iter().map({
        let hostile = hostile.clone();
        move |at| format!("{}{hostile}{}", &text[..at], &text[at..])
    });
    // Raw, which is no TOML: the parser quotes the line.
    let raw = lines.clone().into_iter().map(move |at| format!("{}{HOSTILE}{}", &text[..at], &text[at..]));
    in_strings
        .take(12)
        .chain(lines.into_iter().take(12).map(move |at| format!("{}{key}{}", &text[..at], &text[at..])))
        .chain(raw.take(6))
}

#[test]
fn toml_files_are_quoted_safely() {
    let folder = Folder::new();
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../core/data");
    let recipe = "title = \"Hall\"\nsummary = \"x\"\n[[step]]\nuse = \"bsp\"\nid = \"rooms\"\n[step.with]\nmax_depth = 3\n\
                  [[step]]\nuse = \"doors\"\nafter = [\"rooms\"]\n[require]\nrooms = \"3..\"\n";
    let read = |path: &str| fs::read_to_string(data.join(path)).unwrap().replace('\'', "\"");
    let table = fs::read_dir(data.join("tables")).unwrap().next().unwrap().unwrap().file_name();
    let files = [
        ("recipe.toml", recipe.to_owned()),
        ("campaign.toml", read("campaigns/descent.toml")),
        ("danger.toml", read("dangers/classic.toml")),
        ("theme.toml", read("themes/forest.toml")),
        ("table.toml", read(&format!("tables/{}", table.to_string_lossy()))),
    ];
    for (name, text) in files {
        for bad in poisoned_toml(&text) {
            let file = folder.write(name, &bad);
            runs_harmlessly(&["check", &file]);
            match name {
                "recipe.toml" => drop(runs_harmlessly(&["generate", &file, "--seed", "1"])),
                "campaign.toml" => drop(runs_harmlessly(&["campaign", &file, "--levels", "1", "--size", "40x30"])),
                "danger.toml" => {
                    let args = ["campaign", "--table", &file, "--levels", "1", "--size", "40x30"];
                    drop(runs_harmlessly(&args));
                }
                _ => {}
            }
        }
    }
}

#[test]
fn other_files_and_names_are_quoted_safely() {
    let folder = Folder::new();
    let text = folder.write("map.txt", &format!("####\n#.{HOSTILE}#\n####"));
    let recipe = folder
        .write("files.toml", &format!("[[step]]\nuse = 'prefab'\nwith = {{ library = '@{0}' }}\n", "x\u{202e}y.txt"));
    let set = format!("library=@{}", folder.write("prefab.txt", &format!("name: {HOSTILE}\n\n####\n#.?#\n####\n")));
    let style = folder.write("style.toml", &format!("extends = \"{}\"\n", "\\u001b[2J\\u202e"));
    let trace = folder.path("run.trace");
    assert_eq!(mapwright(&["generate", "bsp", "--size", "40x30", "--trace", &trace, "-q"]).code, 0);
    for args in [
        vec!["check", &text],
        vec!["render", &text],
        vec!["generate", &recipe],
        vec!["generate", "prefab", "--set", &set],
        vec!["generate", "bsp", "--style", &style, "-o", "x.svg"],
        vec!["generate", HOSTILE],
        vec!["check", HOSTILE],
        vec!["describe", HOSTILE],
        vec!["campaign", HOSTILE],
        vec!["generate", "bsp", "--set", HOSTILE],
        vec!["generate", "bsp", "--seed", HOSTILE, "-q"],
        vec![HOSTILE],
    ] {
        runs_harmlessly(&args);
    }
    // A trace whose bytes are replaced here and there.
    let bytes = fs::read(&trace).unwrap();
    let bad = folder.path("bad.trace");
    for at in (0..bytes.len().min(2_000)).step_by(97) {
        let mut bytes = bytes.clone();
        let end = (at + 3).min(bytes.len());
        bytes[at..end].copy_from_slice(&b"\x1b[2"[..end - at]);
        fs::write(&bad, bytes).unwrap();
        runs_harmlessly(&["measure", &bad]);
    }
}
