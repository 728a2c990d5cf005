//! `mapwright measure`, traces, and animations.

#[path = "support/run.rs"]
mod run;

use run::{Folder, mapwright, with_stdin};
use serde_json::Value;
use std::fs;

#[test]
fn the_numbers_of_one_map() {
    let folder = Folder::new();
    let map = folder.write("map.txt", "#########\n#@......#\n#.#####.#\n#......>#\n#########\n");
    let out = mapwright(&["measure", &map, "--json"]);
    assert_eq!(out.code, 0, "{}", out.stderr);
    let numbers: Value = serde_json::from_str(&out.stdout).unwrap();
    assert!(numbers.as_object().unwrap().values().all(Value::is_number), "one flat object of numbers");
    assert_eq!((&numbers["loops"], &numbers["path-length"], &numbers["walkable"]), (&1.into(), &8.into(), &16.into()));
    assert!(numbers.get("nearest-enemy").is_none(), "metrics without a value are left out");
    let table = mapwright(&["measure", &map, "--metrics", "loops,nearest-enemy"]).stdout;
    let words: Vec<&str> = table.split_whitespace().collect();
    assert!(words.contains(&"loops") && words.contains(&"1") && words.contains(&"-"), "{table}");
    assert_eq!(table.lines().count(), 2, "{table}");
    let made = mapwright(&["measure", "bsp", "--seed", "7", "--metrics", "rooms"]);
    assert!(made.stdout.starts_with("rooms"), "{}", made.stdout);
    let list = mapwright(&["measure", "--list"]).stdout;
    assert!(list.lines().count() > 25 && list.contains("openness"), "{list}");
}

#[test]
fn results_do_not_depend_on_the_number_of_threads() {
    let folder = Folder::new();
    let files = ["1", "2", "5"].map(|jobs| {
        let csv = folder.path(&format!("{jobs}.csv"));
        let out =
            mapwright(&["measure", "cellular", "--count", "700", "--size", "30x20", "--jobs", jobs, "--csv", &csv]);
        assert_eq!(out.code, 0, "{}", out.stderr);
        (out.stdout, fs::read_to_string(csv).unwrap())
    });
    assert!(files.iter().all(|file| *file == files[0]));
    let (table, csv) = &files[0];
    assert_eq!(csv.lines().count(), 701);
    let header: Vec<&str> = csv.lines().next().unwrap().split(',').collect();
    assert_eq!(header[..2], ["seed", "attempts"]);
    let openness = header.iter().position(|name| *name == "openness").unwrap();
    let column: Vec<f64> =
        csv.lines().skip(1).map(|line| line.split(',').nth(openness).unwrap().parse().unwrap()).collect();
    let mean = column.iter().sum::<f64>() / column.len() as f64;
    let line = table.lines().find(|line| line.starts_with("openness")).unwrap();
    assert_eq!(line.split_whitespace().nth(1).unwrap(), format!("{mean:.2}"), "{line}");
    // Each seed of the CSV makes its map.
    let alone = mapwright(&["measure", "cellular", "--size", "30x20", "--seed", "123", "--json"]).stdout;
    let alone: Value = serde_json::from_str(&alone).unwrap();
    assert_eq!(alone["openness"].as_f64().unwrap(), column[123]);
}

#[test]
fn rejections_have_a_seed_that_shows_them() {
    let folder = Folder::new();
    let recipe = folder.write(
        "picky.toml",
        "size = [40, 30]\nattempts = 3\nrequire = { openness = \"47..\" }\n[[step]]\nuse = \"cellular\"\n",
    );
    let out = mapwright(&["measure", &recipe, "--count", "60", "--json"]);
    assert_eq!(out.code, 0, "{}", out.stderr);
    let spread: Value = serde_json::from_str(&out.stdout).unwrap();
    let rejection = &spread["rejections"][0];
    assert_eq!(rejection["reason"], "openness is not in 47..");
    assert!(rejection["times"].as_u64().unwrap() > 0);
    let seed = rejection["seed"].as_str().unwrap();
    let shown = mapwright(&["measure", &recipe, "--no-require", "--seed", seed, "--json"]).stdout;
    let shown: Value = serde_json::from_str(&shown).unwrap();
    assert!(shown["openness"].as_f64().unwrap() < 47.0, "{shown}");
    let table = mapwright(&["measure", &recipe, "--count", "60"]).stdout;
    assert!(table.contains("rejected attempts") && table.contains("openness is not in 47.. (seed "), "{table}");

    let hopeless = folder.write("hopeless.toml", "require = { openness = \"99..\" }\n[[step]]\nuse = \"cellular\"\n");
    let out = mapwright(&["generate", &hopeless, "--seed", "7"]);
    assert_eq!(out.code, 3);
    assert!(out.stderr.contains("openness is not in 99.. (20 times; nearest is "), "{}", out.stderr);
}

#[test]
fn plots_are_pictures() {
    let folder = Folder::new();
    let [histogram, range, sweep] = ["histogram.png", "range.svg", "sweep.svg"].map(|name| folder.path(name));
    let base = ["measure", "bsp", "--count", "40", "--size", "40x30"];
    let run = |more: &[&str]| {
        let out = mapwright(&[&base[..], more].concat());
        assert_eq!(out.code, 0, "{}", out.stderr);
        out.stdout
    };
    run(&["--of", "rooms", "--plot", &histogram]);
    assert!(fs::read(&histogram).unwrap().starts_with(b"\x89PNG"));
    run(&["--of", "openness,loops", "--plot", &range, "--letters", "text"]);
    let text = fs::read_to_string(&range).unwrap();
    assert!(text.contains("seed ") && text.contains("openness") && text.contains("typical"), "its maps have seeds");
    let table = run(&["--of", "rooms", "--sweep", "max_depth=1..4", "--plot", &sweep, "--letters", "text"]);
    assert_eq!(table.lines().count(), 6, "{table}");
    assert!(fs::read_to_string(&sweep).unwrap().contains("max_depth"));
    assert_eq!(folder.names().len(), 3, "no temporary file is left");
}

#[test]
fn a_sweep_finds_the_only_step_that_has_the_parameter() {
    let run = |sweep: &str| {
        let base = ["measure", "cave-beside-keep", "--count", "2", "--size", "50x30", "--of", "openness", "--json"];
        let out = mapwright(&[&base[..], &["--sweep", sweep]].concat());
        assert_eq!(out.code, 0, "{}", out.stderr);
        let json: Value = serde_json::from_str(&out.stdout).unwrap();
        json["values"].clone()
    };
    assert_eq!(run("rounds=1..2"), run("1.rounds=1..2"));
}

#[test]
fn heat_maps_are_pictures() {
    let folder = Folder::new();
    let map = folder.path("map.json");
    assert_eq!(mapwright(&["generate", "bsp", "--populate", "5", "--seed", "7", "-o", &map]).code, 0);
    for heat in ["density", "distance", "choke", "visibility", "danger"] {
        let [png, svg] = ["png", "svg"].map(|ending| folder.path(&format!("{heat}.{ending}")));
        let out = mapwright(&["measure", &map, "--heatmap", heat, "-o", &png, "-o", &svg, "--cell", "6"]);
        assert_eq!(out.code, 0, "{heat}: {}", out.stderr);
        assert!(fs::read(&png).unwrap().starts_with(b"\x89PNG"), "{heat}");
        assert!(fs::read_to_string(&svg).unwrap().contains("<svg"), "{heat}");
    }
}

#[test]
fn traces_are_written_and_become_animations() {
    let folder = Folder::new();
    let [map, trace, gif, png] = ["map.json", "run.trace", "run.gif", "run.png"].map(|name| folder.path(name));
    let make = ["generate", "mining", "--size", "30x20", "--seed", "7"];
    assert_eq!(mapwright(&[&make[..], &["-o", &map, "--trace", &trace]].concat()).code, 0);
    let plain = folder.path("plain.json");
    assert_eq!(mapwright(&[&make[..], &["-o", &plain]].concat()).code, 0);
    assert_eq!(fs::read(&map).unwrap(), fs::read(&plain).unwrap(), "recording a trace changes nothing");
    let out = mapwright(&["replay", &trace, "--map", &map, "-o", &gif, "-o", &png, "--seconds", "3", "--cell", "4"]);
    assert_eq!(out.code, 0, "{}", out.stderr);
    assert!(fs::read(&gif).unwrap().starts_with(b"GIF89a"));
    let bytes = fs::read(&png).unwrap();
    assert!(bytes.starts_with(b"\x89PNG") && bytes.windows(4).any(|four| four == b"acTL"), "an animated one");
    let merged = mapwright(&[&make[..], &["-o", &map, "--trace", &trace, "--moments", "50"]].concat());
    assert!(merged.stderr.contains("note: merged "), "{}", merged.stderr);
}

#[test]
fn bad_input_is_reported_in_one_line() {
    let folder = Folder::new();
    let unwritable = folder.path("no/such/folder/plot.svg");
    let foreign = folder.write("foreign.trace", "mapwright-trace\nnot really");
    let recipe = folder.write("typo.toml", "require = { opennes = \"3..\" }\n[[step]]\nuse = \"bsp\"\n");
    for (args, code, told) in [
        (&["measure", "bsp", "--count", "0"][..], 2, "0 is not in 1.."),
        (&["measure", "bsp", "--metrics", "opennes"], 2, "did you mean openness?"),
        (&["measure", "bsp", "--count", "5", "--plot", "x.svg", "--of", "lops"], 2, "did you mean loops?"),
        (
            &["measure", "bsp", "--count", "5", "--plot", "x.svg", "--of", "loops,rooms,doors"],
            2,
            "a plot shows one or two metrics",
        ),
        (&["measure", "bsp", "--count", "5", "--plot", &unwritable], 4, "its folder does not exist"),
        (&["measure", "bsp", "--count", "5", "--csv", &unwritable], 4, "its folder does not exist"),
        (&["measure", "bsp", "--count", "5", "--plot", "x.json"], 2, "a plot is a picture"),
        (&["measure", "bsp", "--count", "100000000"], 2, "--metrics"),
        (
            &["measure", "bsp", "--count", "5", "--sweep", "max_dept=1..3"],
            2,
            "--sweep max_dept=1: bsp has no parameter `max_dept`; did you mean max_depth?",
        ),
        (&["measure", "bsp", "--count", "5", "--sweep", "max_depth"], 2, "expected KEY=FROM..TO"),
        (&["measure", "bsp", "--heatmap", "distnce", "-o", "x.png"], 2, "did you mean distance?"),
        (&["measure", "bsp", "--heatmap", "distance"], 2, "-o FILE.png"),
        (&["measure", "bsp", "--seed", "7", "--heatmap", "danger", "-o", "x.png"], 2, "--heatmap"),
        (&["measure", "nothing.json"], 2, "cannot read"),
        (&["measure"], 2, "WHAT"),
        (&["measure", &recipe, "--count", "5"], 2, "did you mean openness?"),
        (&["generate", "bsp", "--trace", &unwritable], 4, "its folder does not exist"),
        (&["generate", "bsp", "--moments", "5"], 2, "--trace"),
        (&["replay", &foreign, "-o", "x.gif"], 2, "foreign.trace: "),
        (&["replay", "bsp", "-o", "x.mp4"], 2, "a run is a .gif, .png or .json file"),
        (&["replay", "bsp", "-o", &folder.path("no/x.gif")], 4, "its folder does not exist"),
    ] {
        let out = mapwright(args);
        assert_eq!(out.code, code, "{args:?}: {}", out.stderr);
        assert!(out.stderr.contains(told), "{args:?}: {}", out.stderr);
        assert!(out.stdout.is_empty(), "{args:?}");
    }
    let out = with_stdin(&["measure", "-", "--count", "3", "--metrics", "rooms"], b"[[step]]\nuse = \"bsp\"\n");
    assert_eq!(out.code, 0, "{}", out.stderr);
}

/// Ctrl-C stops the measurement and keeps its results.
#[cfg(unix)]
#[test]
fn ctrl_c_keeps_the_results() {
    use std::process::{Command, Stdio};
    use std::time::Duration;
    let folder = Folder::new();
    let csv = folder.path("many.csv");
    let args = ["measure", "cellular", "--count", "400000", "--metrics", "openness", "--csv", &csv];
    let child = Command::new(env!("CARGO_BIN_EXE_mapwright"))
        .args(args)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    // Long enough for some maps, too short for all.
    std::thread::sleep(Duration::from_secs(3));
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().expect("kill").success());
    let output = child.wait_with_output().expect("it ends");
    let (table, told) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert_eq!(output.status.code(), Some(130), "{told}");
    assert!(told.contains("their results are kept"), "{told}");
    assert!(table.contains("openness"), "{table}");
    let lines = fs::read_to_string(&csv).expect("written all the same").lines().count();
    assert!(lines > 1 && lines < 400_000, "{lines}");
}
