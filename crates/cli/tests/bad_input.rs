//! Bad input: one clear line, the right exit code, no partial files, no panic.

#[path = "support/run.rs"]
mod run;

use run::{Folder, Out, mapwright, with_stdin};
use std::fs;

/// Asserts one line on stderr, nothing on stdout, and the exit code.
fn refused(out: &Out, code: i32, piece: &str, what: &str) {
    assert_eq!(out.code, code, "{what}: {}{}", out.stdout, out.stderr);
    assert!(out.stderr.contains(piece), "{what}: expected {piece:?} in {:?}", out.stderr);
    assert!(!out.stderr.contains("panicked"), "{what}: {}", out.stderr);
    assert_eq!(out.stderr.lines().count(), 1, "{what}: {}", out.stderr);
    assert!(out.stdout.is_empty(), "{what}: {}", out.stdout);
}

#[test]
fn bad_arguments_get_one_clear_line() {
    let cases: &[(&[&str], &str)] = &[
        (&["generate", "celular"], "did you mean cellular?"),
        (&["generate", ""], "no algorithm, preset or recipe file"),
        (&["generate", "nowhere.toml"], "cannot read nowhere.toml"),
        (&["generate", "."], "it is a folder"),
        (&["describe", "bps"], "did you mean bsp?"),
        (&["describe", "volcano"], "known are aggregation, arena, bsp"),
        (&["generat", "bsp"], "generate"),
        (&["generate", "bsp", "--sed", "7"], "--seed"),
        (&["generate", "bsp", "--seed", "18446744073709551616"], "0 to 18446744073709551615"),
        (&["generate", "bsp", "--seed", "-1"], "0 to 18446744073709551615"),
        (&["generate", "bsp", "--seed", "1.5"], "0 to 18446744073709551615"),
        (&["generate", "bsp", "--seed", ""], "0 to 18446744073709551615"),
        (&["generate", "bsp", "--size", "80"], "expected WxH"),
        (&["generate", "bsp", "--size", "80x"], "expected WxH"),
        (&["generate", "bsp", "--size", "-5x10"], "expected WxH"),
        (&["generate", "bsp", "--size", "80x50x2"], "expected WxH"),
        (&["generate", "bsp", "--size", "99999999999x5"], "expected WxH"),
        (&["generate", "bsp", "--size", "0x0"], "needs at least 8x8"),
        (&["generate", "bsp", "--size", "7x80"], "needs at least 8x8"),
        (&["generate", "bsp", "--size", "1000000000x1000000000"], "the limit is 268435456"),
        (&["generate", "arena", "--size", "16385x16384"], "the limit is 268435456"),
        (&["generate", "bsp", "--set", "min_room"], "expected KEY=VALUE"),
        (&["generate", "bsp", "--set", "min_rom=3"], "bsp has no parameter `min_rom`; did you mean min_room?"),
        (&["generate", "bsp", "--set", "min_room=20"], "20 is larger than max_room"),
        (&["generate", "bsp", "--set", "min_room=big"], "a whole number from 1 to 1000"),
        (&["generate", "bsp", "--set", "min_room=-1"], "-1 is not between 1 and 1000"),
        (&["generate", "bsp", "--set", "min_room=99999999999999999999"], "a whole number from 1 to 1000"),
        (&["generate", "bsp", "--set", "2.min_room=3"], "there is no step \"2\"; the recipe has step 1 (bsp)"),
        (&["generate", "bsp", "--set", "bps.min_room=3"], "there is no step \"bps\"; did you mean bsp?"),
        (
            &["generate", "cave-beside-keep", "--set", "round=3"],
            "--set round: no step has a parameter `round`; did you mean rounds?",
        ),
        (&["generate", "cellular", "--set", "fill_percent=101"], "101 is not between 0 and 100"),
        (&["generate", "cellular", "--set", "born=[9]"], "9 is not between 0 and 8"),
        (&["generate", "cellular", "--set", "connect=some"], "one of all, small, none"),
        (&["generate", "bsp", "-o", "map.bmp"], "unknown format \"bmp\""),
        (&["generate", "bsp", "-o", "map"], "has no extension to select a format"),
        (&["generate", "bsp", "-o", "-"], "-o - needs a format: add --as png|svg|pdf|vtt|dd2vtt|foundry|"),
        (&["generate", "bsp", "-o", "map.zip"], "a .zip file needs a format: add --as foundry|"),
        (&["generate", "bsp", "-o", "-", "--as", "world"], "unknown format \"world\""),
        (&["campaign", "-o", "levels.zip", "--as", "json,png"], "an archive holds levels of one format"),
        (
            &["generate", "bsp", "-o", "a.png", "--as", "foundry"],
            "--as foundry fits no output: use a file name ending in",
        ),
        (&["generate", "bsp", "-o", "a.watabou"], "end in .json: use -o FILE.json --as watabou"),
        (&["generate", "bsp", "-o", "a.world"], "world holds a campaign: use `mapwright campaign`"),
        (&["campaign", "-o", "levels.png"], "levels.png: a campaign needs a folder, or a file ending in"),
        (&["campaign", "-o", "-"], "-: a campaign needs a folder, or a file ending in"),
        (&["generate", "bsp", "--light", "11"], "11 is not between 0.1 and 10"),
        (&["generate", "bsp", "--secret", "window"], "[possible values: wall, door]"),
        (&["generate", "bsp", "--as", "txt"], "--as needs an output"),
        (&["generate", "bsp", "-o", "-", "--as", "gif"], "unknown format \"gif\""),
        (&["generate", "bsp", "-o", "-", "-o", "-", "--as", "txt"], "-o - is given twice"),
        (&["generate", "bsp", "-o", "same.txt", "-o", "./same.txt"], "is given twice"),
        (&["render", "README.md", "--as", "txt"], "--as needs an output"),
        (&["generate", "map.txt"], "has no recipe"),
        (&["generate", "bsp", "--seed", "--quiet"], "--seed"),
        (&["generate", "bsp", "--cell", "0"], "1..=256"),
        (
            &[
                "generate",
                "arena",
                "--size",
                "9000x9000",
                "--style",
                "tiles",
                "--cell",
                "8",
                "--seed",
                "1",
                "-o",
                "-",
                "--as",
                "png",
            ],
            "more than 16384 a side",
        ),
        (&["generate", "bsp", "--ascii", "--emoji"], "cannot be used with"),
        (&["render", "nowhere.json"], "cannot read nowhere.json"),
        (&["check"], "required"),
        (&["completions", "cmd"], "possible values"),
    ];
    for (args, piece) in cases {
        refused(&mapwright(args), 2, piece, &args.join(" "));
    }
}

#[test]
fn files_that_cannot_be_written_exit_with_code_4() {
    let folder = Folder::new();
    let inside = folder.path("no/such/folder/map.json");
    refused(&mapwright(&["generate", "arena", "--seed", "1", "-o", &inside]), 4, "cannot write", "no such folder");
    let directory = folder.path("folder.json");
    fs::create_dir(&directory).unwrap();
    refused(&mapwright(&["generate", "arena", "--seed", "1", "-o", &directory]), 4, "directory", "a folder");
    let full = mapwright(&["generate", "arena", "--seed", "1", "-o", "/dev/full", "--as", "json"]);
    refused(&full, 4, "cannot write /dev/full", "a full disk");
    assert!(fs::metadata("/dev/full").is_ok_and(|about| !about.is_file()), "a device stays a device");
    assert_eq!(folder.names(), ["folder.json"]);
}

#[test]
fn a_full_stderr_does_not_panic() {
    use std::fs::File;
    use std::process::{Command, Stdio};
    for args in [&["generate", "nosuch"][..], &["generate", "arena", "--size", "5x5"], &["frob"]] {
        let full = File::create("/dev/full").expect("a full disk");
        let mut command = Command::new(env!("CARGO_BIN_EXE_mapwright"));
        let status = command.args(args).stdout(Stdio::null()).stderr(full).status().expect("it starts");
        assert!(matches!(status.code(), Some(0 | 2)), "{args:?}: {status}");
    }
}

#[test]
fn maps_too_large_for_their_format_are_refused_before_the_run() {
    let folder = Folder::new();
    let tall = format!("{}\n{}", "#".repeat(40_000), "\n".repeat(40_000));
    let tall = folder.write("tall.txt", &tall);
    refused(&mapwright(&["check", &tall]), 2, "the limit is 268435456 tiles", "a small text, a large map");
    let (json, png) = (folder.path("map.json"), folder.path("map.png"));
    let out = mapwright(&["generate", "arena", "--size", "16000x16000", "--seed", "1", "-o", &json, "-o", &png]);
    refused(&out, 2, "too large to be drawn, the limit is 1048576: the style tiles has no such limit", "no picture");
}

#[test]
fn when_one_output_fails_none_is_written() {
    let folder = Folder::new();
    let older = folder.write("map.txt", "an older file");
    let out = mapwright(&["generate", "arena", "--seed", "1", "-o", &older, "-o", "/dev/full", "--as", "txt"]);
    assert_eq!(out.code, 4);
    assert_eq!(fs::read_to_string(&older).unwrap(), "an older file");
    let picture = folder.path("map.png");
    let out = mapwright(&["generate", "arena", "--size", "9000x9000", "--seed", "1", "-o", &picture]);
    assert_eq!(out.code, 2, "{}", out.stderr);
    assert_eq!(folder.names(), ["map.txt"], "no temporary files are left");
}

#[test]
fn bad_recipes_are_refused() {
    let deep = format!("[[step]]\nuse = \"arena\"\nwith = {{ wall = {}1{} }}", "[".repeat(50_000), "]".repeat(50_000));
    let huge = format!("title = \"{}\"", "x".repeat(2 << 20));
    let dotted = format!("{} = 1", vec!["a"; 50_000].join("."));
    let cases: &[(&str, &[u8], i32)] = &[
        ("empty", b"", 2),
        ("no TOML", b"][", 2),
        ("NUL bytes", b"[[step]]\nuse = \"are\0na\"", 2),
        ("no UTF-8", b"[[step]]\nuse = \"\xff\xfe\"", 2),
        ("a number for a step", b"step = 7", 2),
        ("deep", deep.as_bytes(), 2),
        ("huge", huge.as_bytes(), 2),
        ("dotted", dotted.as_bytes(), 2),
        ("a date", b"[[step]]\nuse = \"arena\"\nwith = { wall = 1979-05-27 }", 2),
        ("not a number", b"[[step]]\nuse = \"arena\"\nwith = { wall = nan }", 2),
        ("control characters", b"[[step]]\nuse = \"\\u001b[31mred\"", 2),
    ];
    for (what, text, code) in cases {
        let out = with_stdin(&["generate", "-", "--seed", "1"], text);
        refused(&out, *code, "mapwright: ", what);
        assert!(!out.stderr.contains('\u{1b}') && out.stderr.len() < 500, "{what}: {}", out.stderr);
    }
    let many =
        with_stdin(&["generate", "-"], b"[[step]]\nuse = \"bps\"\nwith = {}\nwhat = 1\n[[step]]\nuse = \"conect\"");
    assert_eq!((many.code, many.stdout.as_str()), (2, ""));
    for piece in ["/what: unknown", "did you mean bsp?", "did you mean connect?"] {
        assert!(many.stderr.contains(piece), "{piece} in {}", many.stderr);
    }
}

#[test]
fn bad_saved_maps_are_refused() {
    let folder = Folder::new();
    let good = folder.path("good.json");
    assert_eq!(mapwright(&["generate", "bsp", "--seed", "1", "--size", "20x20", "-o", &good]).code, 0);
    let text = fs::read_to_string(&good).unwrap();
    let cases = [
        ("empty", String::new()),
        ("half", text[..text.len() / 2].to_owned()),
        ("not JSON", "map".to_owned()),
        ("a list", "[]".to_owned()),
        ("deep", "[".repeat(1_000_000)),
        ("deep key", format!("{{\"x\":{}", "{\"a\":".repeat(500_000))),
        ("NUL bytes", text.replace("bsp", "b\0p")),
        ("enormous size", text.replace("\"width\": 20", "\"width\": 16000").replace("\"width\":20", "\"width\":16000")),
        ("newer", text.replace("\"1.4\"", "\"2.0\"")),
        ("foreign", text.replace("mapwright-map", "tiled-map")),
        ("twice", format!("{text}{text}")),
    ];
    for (what, text) in cases {
        let file = folder.write("bad.json", &text);
        for args in [&["check", &file][..], &["render", &file], &["generate", &file]] {
            refused(&mapwright(args), 2, "bad.json", &format!("{what}: {}", args[0]));
        }
    }
}

#[test]
fn a_broken_pipe_is_not_an_error() {
    use std::io::Read;
    use std::process::{Command, Stdio};
    let folder = Folder::new();
    let kept = folder.path("kept.txt");
    for args in [
        &["generate", "arena", "--size", "3000x3000", "--seed", "1", "-o", "-", "--as", "txt", "-o", &kept][..],
        &["generate", "arena", "--size", "3000x3000", "--seed", "1", "-o", "-", "--as", "txt"][..],
        &["list"],
    ] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_mapwright"))
            .args(args)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("it starts");
        let mut first = [0; 10];
        child.stdout.take().expect("a pipe").read_exact(&mut first).expect("it writes");
        let output = child.wait_with_output().expect("it ends");
        assert_eq!(output.status.code(), Some(0), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    }
    assert_eq!(fs::read_to_string(&kept).expect("the file is written all the same").lines().count(), 3000);
}
