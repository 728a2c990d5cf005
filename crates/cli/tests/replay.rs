//! `mapwright replay` in a real terminal: keys, glyph sets, and errors before the screen is
//! cleared.

#[path = "support/run.rs"]
mod run;
#[path = "support/tmux.rs"]
mod tmux;

use mapwright::trace::{self, Cursor, MAGIC, Trace};
use mapwright::{Hasher, Map, Pos, Recipe, Run, Seed, Tile, registry, saved};
use run::{Folder, mapwright};
use std::fs::{self, File};
use tmux::Tmux;

const MINE: &str = "replay mining --size 30x20 --seed 7 --ascii --no-color";

/// Records the run of that mine.
fn mine() -> Trace {
    let plan = Recipe::of("mining", serde_json::Map::new()).plan(registry::ALL).expect("a plan");
    trace::record(&plan, Run::new(Seed::new(7)).size(30, 20), None).expect("a mine")
}

/// Draws a frame with its walker, one character per tile.
fn drawn(trace: &Trace, frame: usize) -> String {
    let mut cursor = Cursor::new(trace);
    cursor.go(frame);
    let mut map = Map::new(trace.size(), Tile::Wall);
    trace.size().rect().positions().for_each(|pos| map.tiles[pos] = cursor.cells()[pos].tile());
    let mut rows: Vec<Vec<char>> = map.to_ascii().lines().map(|line| line.chars().collect()).collect();
    if let Some(Pos { x, y }) = trace.moment(frame).and_then(|moment| moment.at) {
        rows[y as usize][x as usize] = '@';
    }
    rows.iter().map(|row| format!("{}\n", row.iter().collect::<String>().trim_end())).collect()
}

/// Returns the map on a screen of 80x24.
fn shown(screen: &str) -> String {
    let row = |line: &str| line.chars().skip(11).take(30).collect::<String>();
    screen.lines().skip(2).take(20).map(|line| format!("{}\n", row(line).trim_end())).collect()
}

/// Waits for a frame and compares the map with the trace.
fn is_at(tmux: &Tmux, trace: &Trace, frame: usize) -> String {
    let number = format!("frame {frame} of {}", trace.last());
    let expected = drawn(trace, frame);
    // The number may be on the screen before the last key has been handled.
    tmux.wait(&format!("{number} with\n{expected}"), |screen| screen.contains(&number) && shown(screen) == expected)
}

#[test]
fn keys_step_through_a_mine() {
    let (tmux, trace) = (Tmux::start("step", MINE), mine());
    let first = is_at(&tmux, &trace, 0);
    assert!(first.starts_with("mining, 30x20, seed 7"), "{first}");
    assert!(first.contains("before the first step") && first.contains("? help   q quit"), "{first}");
    for (key, frame) in [("Right", 1), ("Right", 2), ("Right", 3), ("Left", 2), ("<", 1), (">", 2)] {
        tmux.press(&[key]);
        is_at(&tmux, &trace, frame);
    }
    tmux.press(&["2", "0"]);
    tmux.sees("go to frame 20_");
    tmux.press(&["Enter"]);
    let screen = is_at(&tmux, &trace, 20);
    let moment = trace.moment(20).expect("a moment");
    let at = moment.at.expect("a walker");
    for text in [
        moment.label,
        "step 1 of 1: mining",
        "attempt 1",
        &format!("at {},{}", at.x, at.y),
        "% open",
        "start at ",
        "time ",
        " ms a step",
    ] {
        assert!(screen.contains(text), "{text}:\n{screen}");
    }
    // Every way to the next break and back, none of which stops at a backtrack.
    let mut frame = 20;
    for keys in [&["]"][..], &["PageDown"], &["S-Right"]] {
        frame = trace.next_alike(frame).expect("more of them");
        tmux.press(keys);
        assert!(is_at(&tmux, &trace, frame).contains("1 tile changed"));
        assert_eq!(trace.moment(frame).map(|moment| moment.label), Some("break"));
    }
    for keys in [&["["][..], &["PageUp"], &["S-Left"]] {
        frame = trace.previous_alike(frame).expect("more of them");
        tmux.press(keys);
        is_at(&tmux, &trace, frame);
    }
    // However quick, every angle is one step.
    tmux.press(&[">", ">"]);
    is_at(&tmux, &trace, frame + 2);
    tmux.press(&["<", "<", "<"]);
    is_at(&tmux, &trace, frame - 1);
    tmux.press(&["End"]);
    is_at(&tmux, &trace, trace.last());
    tmux.press(&["["]);
    let last_break = trace.previous_alike(trace.last()).expect("a break");
    is_at(&tmux, &trace, last_break);
    assert_eq!(trace.moment(last_break).map(|moment| moment.label), Some("break"));
    for (key, frame) in [("End", trace.last()), ("Home", 0), ("G", trace.last()), ("g", 0)] {
        tmux.press(&[key]);
        is_at(&tmux, &trace, frame);
    }
    tmux.press(&["9", "9", "9", "9", "9"]);
    tmux.sees("go to frame 99999_");
    tmux.press(&["Escape"]);
    tmux.sees("? help");
    is_at(&tmux, &trace, 0);
    tmux.press(&["9", "9", "9", "9", "9", "Enter"]);
    tmux.sees("there is no frame 99999; this is the last one");
    is_at(&tmux, &trace, trace.last());
    tmux.press(&["q"]);
    let screen = tmux.has_ended(0);
    assert!(!screen.contains("attempt"), "{screen}");
}

#[test]
fn it_plays_zooms_and_scrolls() {
    let (tmux, trace) = (Tmux::start("play", MINE), mine());
    let first = is_at(&tmux, &trace, 0);
    assert!(first.contains("paused, "), "{first}");
    tmux.press(&["s", "Down"]);
    tmux.sees("paused, 5 frames/s");
    tmux.press(&["f", "Up", "f", "f", "f", "f", "f", "f", "f"]);
    tmux.sees("paused, 10000 frames/s");
    tmux.press(&["Space"]);
    is_at(&tmux, &trace, trace.last());
    tmux.sees("paused, 10000 frames/s");
    // At one frame per second the test can observe single frames.
    tmux.press(&["s", "s", "s", "s", "s", "s", "s", "s", "Space"]);
    tmux.sees("playing, 1 frames/s");
    tmux.wait("on its way", |screen| screen.contains(&format!("frame 2 of {}", trace.last())));
    tmux.press(&["Space"]);
    tmux.sees("paused, 1 frames/s");
    tmux.press(&["g", "+"]);
    tmux.wait("two columns a tile", |screen| {
        screen.lines().nth(2).is_some_and(|line| line.starts_with("#####################"))
    });
    tmux.press(&["End"]);
    let before = tmux.sees(&format!("{0} of {0}", trace.last()));
    tmux.press(&["c"]);
    tmux.sees("the view stays here");
    for (there, back) in [("l", "h"), ("C-Right", "C-Left")] {
        tmux.press(&[there]);
        let there = tmux.wait("scrolled", |screen| shown(screen) != shown(&before));
        tmux.press(&[back]);
        tmux.wait("scrolled back", |screen| shown(screen) != shown(&there));
    }
    tmux.press(&["j", "k", "C-Down", "C-Up", "c"]);
    tmux.sees("the view follows the changes");
    tmux.press(&["-"]);
    is_at(&tmux, &trace, trace.last());
    tmux.press(&["?"]);
    tmux.sees("Press any key to return");
    tmux.press(&["x"]);
    is_at(&tmux, &trace, trace.last());
    tmux.press(&["Escape"]);
    tmux.has_ended(0);
}

#[test]
fn the_terminal_can_be_resized_to_one_cell_and_back() {
    let (tmux, trace) = (Tmux::start("size", &format!("{MINE} --from 100")), mine());
    is_at(&tmux, &trace, 100);
    tmux.resize("40", "24");
    tmux.wait("statistics below", |screen| {
        screen.lines().nth(19).is_some_and(|line| line.starts_with(&format!("frame 100 of {}", trace.last())))
    });
    tmux.resize("19", "5");
    tmux.sees("terminal too small");
    tmux.resize("1", "1");
    tmux.press(&["Right"]);
    tmux.resize("200", "60");
    tmux.wait("a large screen", |screen| screen.lines().count() == 60 && screen.contains("101 of "));
    tmux.resize("80", "24");
    tmux.wait("the usual size", |screen| screen.lines().count() == 24);
    is_at(&tmux, &trace, 101);
    tmux.press(&["C-c"]);
    tmux.has_ended(0);
}

#[test]
fn a_signal_ends_the_playback() {
    let tmux = Tmux::start("signal", "replay cellular --size 200x100 --seed 7");
    let shown = tmux.sees("1 character = 5x5 tiles");
    assert!(shown.contains('█'), "blocks where the locale has them:\n{shown}");
    tmux.press(&["Space"]);
    tmux.kill();
    tmux.has_ended(130);
}

#[test]
fn emoji_are_two_columns_wide() {
    let tmux = Tmux::start("emoji", "replay mining --size 20x15 --seed 7 --emoji --from 30");
    let screen = tmux.sees("30 of ");
    let rows: Vec<&str> = screen.lines().filter(|line| line.contains('🟫')).collect();
    assert_eq!(rows.len(), 15, "{screen}");
    assert_eq!(screen.matches('🟦').count(), 1, "one walker:\n{screen}");
    assert!(screen.contains('⬜') && !screen.contains('⬛'), "{screen}");
    tmux.press(&["End"]);
    tmux.wait("black void", |screen| screen.contains('⬛') && screen.contains('🟫'));
    tmux.press(&["q"]);
    tmux.has_ended(0);
}

#[test]
fn a_saved_map_is_replayed_and_an_edited_one_has_a_warning() {
    let folder = Folder::new();
    let path = folder.path("map.json");
    let made = mapwright(&["generate", "mining", "--size", "30x20", "--seed", "7", "-q", "-o", &path]);
    assert_eq!(made.code, 0, "{}", made.stderr);
    let trace = mine();
    let tmux = Tmux::start("saved", &format!("replay {path} --map {path} --ascii --no-color"));
    is_at(&tmux, &trace, 0);
    tmux.press(&["q"]);
    assert!(!tmux.has_ended(0).contains("edited"));
    let mut map = saved::read(File::open(&path).expect("a file"), &saved::Limits::default()).expect("a map");
    map.tiles[Pos::new(1, 1)] = Tile::Water;
    saved::write(&map, File::create(&path).expect("a file")).expect("written");
    let tmux = Tmux::start("edited", &format!("replay {path} --ascii --no-color"));
    tmux.sees("the file was edited after generation: the run ends in a different map");
    tmux.press(&["q"]);
    // Long lines are broken at the edge of the screen.
    let said = |screen: String| screen.replace('\n', "");
    assert!(said(tmux.has_ended(0)).contains("the file was edited after generation: the run ends in a different map"));
    let tmux = Tmux::start("other", &format!("replay mining --size 30x20 --seed 7 --map {path}"));
    assert!(said(tmux.has_ended(2)).contains("ends in a different map than"));
}

#[test]
fn a_trace_is_recognised_by_its_content() {
    let (folder, trace) = (Folder::new(), mine());
    let path = folder.path("what-is-this");
    trace.write(File::create(&path).expect("a file")).expect("written");
    let tmux = Tmux::start("kept", &format!("replay {path} --ascii --no-color --from 7"));
    is_at(&tmux, &trace, 7);
    tmux.press(&["q"]);
    tmux.has_ended(0);
    let out = mapwright(&["replay", &path, "--seed", "7"]);
    assert_eq!((out.code, out.stderr.lines().count()), (2, 1), "{}", out.stderr);
    assert!(out.stderr.contains("is a recorded trace: --size, --seed"), "{}", out.stderr);
}

#[test]
fn bad_traces_are_reported_in_one_line_with_their_name() {
    let (folder, trace) = (Folder::new(), mine());
    let mut bytes = Vec::new();
    trace.write(&mut bytes).expect("written");
    let mut altered = bytes.clone();
    altered[bytes.len() / 2] ^= 1;
    let sealed = |rest: &[u8]| {
        let mut file = [MAGIC, rest].concat();
        let mut hasher = Hasher::default();
        hasher.bytes(&file);
        file.extend(hasher.digest().0.to_le_bytes());
        file
    };
    // 2^20 - 1 tiles each way, by its own word.
    let enormous = sealed(&[&[1, 0][..], &[255, 255, 63], &[255, 255, 63], &[0; 8]].concat());
    let of_the_future = sealed(&[99, 0, 5, 5, 0, 0, 0, 0]);
    let files: [(&str, &[u8], &str); 7] = [
        ("empty.trace", b"", "not a trace"),
        ("short.trace", &bytes[..9], "not a trace"),
        ("truncated.trace", &bytes[..bytes.len() / 3], "the trace is damaged: its checksum is wrong"),
        ("altered", &altered, "the trace is damaged: its checksum is wrong"),
        ("foreign.trace", b"\x89PNG\r\n\x1a\n and what follows", "not a trace"),
        ("enormous", &enormous, "more than 16777216 tiles"),
        ("future", &of_the_future, "version 99.0"),
    ];
    for (name, content, why) in files {
        let path = folder.path(name);
        fs::write(&path, content).expect("written");
        let out = mapwright(&["replay", &path]);
        assert_eq!((out.code, out.stdout.as_str(), out.stderr.lines().count()), (2, "", 1), "{name}: {}", out.stderr);
        assert!(out.stderr.contains(&path) && out.stderr.contains(why), "{name}: {}", out.stderr);
    }
    let missing = mapwright(&["replay", &folder.path("nowhere.trace")]);
    assert_eq!((missing.code, missing.stderr.lines().count()), (2, 1), "{}", missing.stderr);
}

#[test]
fn a_trace_of_another_map_is_refused() {
    let folder = Folder::new();
    let [kept, map] = ["run", "map.json"].map(|name| folder.path(name));
    mine().write(File::create(&kept).expect("a file")).expect("written");
    mapwright(&["generate", "mining", "--size", "30x20", "--seed", "8", "-q", "-o", &map]);
    let out = mapwright(&["replay", &kept, "--map", &map]);
    assert_eq!((out.code, out.stderr.lines().count()), (2, 1), "{}", out.stderr);
    assert!(out.stderr.contains("the run ends in a different map than"), "{}", out.stderr);
}

#[test]
fn replay_needs_a_terminal() {
    for (args, why) in [
        (&["replay", "mining"][..], "replay needs a terminal"),
        (&["replay", "-"], "give WHAT as a file, not -"),
        (&["replay", "no-such-thing"], "no-such-thing"),
        (&["replay", "mining", "--moments", "0"], "--moments"),
        (&["replay", "mining", "--set", "nothing=1"], "nothing"),
    ] {
        let out = mapwright(args);
        assert_eq!((out.code, out.stdout.as_str(), out.stderr.lines().count()), (2, "", 1), "{}", out.stderr);
        assert!(out.stderr.contains(why), "{}", out.stderr);
    }
}

#[test]
fn the_path_is_written_as_data() {
    let mine = ["replay", "mining", "--size", "30x20", "--seed", "7"];
    let run = |more: &[&str]| mapwright(&[&mine[..], more].concat());
    let (trace, out) = (self::mine(), run(&["--as", "json"]));
    assert_eq!((out.code, out.stderr.as_str()), (0, ""));
    let path: serde_json::Value = serde_json::from_str(&out.stdout).expect("JSON");
    let steps = path["path"].as_array().expect("a list");
    assert_eq!(steps.len(), trace.last());
    for (frame, step) in (1..).zip(steps) {
        let moment = trace.moment(frame).expect("a moment");
        assert_eq!(step["action"], moment.label);
        assert_eq!(step.get("at").is_some(), moment.at.is_some());
        assert_eq!(
            (step["at"][0].as_i64(), step["at"][1].as_i64()),
            (moment.at.map(|at| at.x.into()), moment.at.map(|at| at.y.into()))
        );
    }
    assert_eq!(run(&["--as", "json"]).stdout, out.stdout, "no clock unless asked for");
    let timed: serde_json::Value =
        serde_json::from_str(&run(&["-o", "-", "--as", "json", "--times"]).stdout).expect("JSON");
    let times: Vec<f64> =
        timed["path"].as_array().expect("a list").iter().filter_map(|step| step["ms"].as_f64()).collect();
    assert!(times.len() == trace.last() && times.is_sorted());
    assert!(timed["statistics"]["execution_ms"].as_f64() >= times.last().copied());
    let folder = Folder::new();
    let file = folder.path("run.json");
    assert_eq!(run(&["-o", &file]).code, 0);
    assert_eq!(fs::read_to_string(&file).expect("written"), out.stdout);
    for (more, why) in
        [(&["--times"][..], "--times needs JSON"), (&["-o", "-"], "add --as FORMAT"), (&["--as", "pdf"], "json")]
    {
        let out = run(more);
        assert_eq!(out.code, 2, "{}", out.stderr);
        assert!(out.stderr.contains(why), "{}", out.stderr);
    }
}
