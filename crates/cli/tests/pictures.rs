//! Pictures in every format, style and view, and clear errors.

#[path = "support/run.rs"]
mod run;

use run::{Folder, mapwright};
use std::fs;

const STYLES: [&str; 8] = ["ink", "parchment", "old-blue", "blueprint", "night", "minimal", "colour", "tiles"];

/// Two rooms with a secret door between them.
const SECRET: &str = "##########\n#...#....#\n#.E.S..$.#\n#...#....#\n##########\n";

/// Asserts one line on stderr with these pieces, and exit code 2.
fn refused(args: &[&str], pieces: &[&str]) {
    let out = mapwright(args);
    assert_eq!((out.code, out.stdout.as_str()), (2, ""), "{args:?}: {}", out.stderr);
    assert_eq!(out.stderr.lines().count(), 1, "{args:?}: {}", out.stderr);
    assert!(!out.stderr.contains("panicked"), "{args:?}: {}", out.stderr);
    for piece in pieces {
        assert!(out.stderr.contains(piece), "{args:?}: expected {piece:?} in {:?}", out.stderr);
    }
}

/// Asserts success without messages and returns stdout.
fn done(args: &[&str]) -> String {
    let out = mapwright(args);
    assert_eq!((out.code, out.stderr.as_str()), (0, ""), "{args:?}");
    out.stdout
}

/// Returns width and height of a PNG.
fn pixels(png: &[u8]) -> (u32, u32) {
    assert!(png.starts_with(b"\x89PNG\r\n\x1a\n"));
    let number = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().unwrap());
    (number(16), number(20))
}

#[test]
fn one_run_writes_every_format() {
    let folder = Folder::new();
    let files = ["svg", "pdf", "png"].map(|ending| folder.path(&format!("map.{ending}")));
    let [svg, pdf, png] = &files;
    done(&["generate", "dungeon", "--seed", "7", "--cell", "10", "-o", svg, "-o", pdf, "-o", png]);
    let [svg, pdf, png] = files.map(|file| fs::read(file).expect("written"));
    assert!(svg.starts_with(b"<svg ") && svg.ends_with(b"</svg>\n"));
    assert!(pdf.starts_with(b"%PDF-") && pdf.trim_ascii_end().ends_with(b"%%EOF"));
    assert_eq!(pixels(&png), (540, 460), "52 by 44 squares and one around them");
    assert_eq!(folder.names(), ["map.pdf", "map.png", "map.svg"]);
}

#[test]
fn every_style_draws_a_different_picture() {
    let mut seen: Vec<String> = Vec::new();
    for style in STYLES {
        let svg = done(&[
            "generate",
            "dungeon",
            "--set",
            "size=tiny",
            "--seed",
            "7",
            "--style",
            style,
            "-o",
            "-",
            "--as",
            "svg",
        ]);
        assert!(svg.starts_with("<svg "), "{style}");
        assert!(!seen.contains(&svg), "{style} looks like another");
        seen.push(svg);
    }
    let help = mapwright(&["generate", "--help"]).stdout;
    assert!(STYLES.iter().all(|style| help.contains(style)), "{help}");
}

#[test]
fn a_style_can_be_read_from_a_file() {
    let folder = Folder::new();
    let style = folder.write("mine.toml", "extends = 'minimal'\n[colors]\nwall = '#ab12cd'\n");
    let svg = done(&["generate", "arena", "--seed", "1", "--style", &style, "-o", "-", "--as", "svg"]);
    assert!(svg.contains("#ab12cd"), "the walls have the colour of the file");
    let bad = folder.write("bad.toml", "[colors]\nwal = '#ab12cd'\n");
    refused(&["generate", "arena", "--style", &bad], &["bad.toml", "colors.wal", "did you mean wall?"]);
    let broken = folder.write("broken.toml", "[colors\n");
    refused(&["generate", "arena", "--style", &broken], &["broken.toml", "line 1"]);
    let extends = folder.write("extends.toml", "extends = 'inc'\n");
    refused(&["generate", "arena", "--style", &extends], &["extends.toml", "did you mean ink?"]);
    refused(&["generate", "arena", "--style", &folder.path("none.toml")], &["cannot read", "none.toml"]);
}

#[test]
fn mistyped_names_get_a_suggestion() {
    let cases: [(&str, &str, &str); 7] = [
        ("--style", "parchmnt", "did you mean parchment?"),
        ("--without", "gird", "did you mean grid?"),
        ("--water", "pool", "did you mean pools?"),
        ("--paper", "a5", "a4"),
        ("--square", "inches", "inch"),
        ("--pages", "tile", "tiled"),
        ("--view", "players", "player"),
    ];
    for (flag, word, piece) in cases {
        refused(&["generate", "arena", "--seed", "1", flag, word, "-o", "-", "--as", "svg"], &[flag, piece]);
    }
    refused(&["generate", "arena", "--seed", "1", "--picture", "block"], &["--picture", "blocks"]);
}

#[test]
fn a_broken_tile_is_named() {
    let folder = Folder::new();
    let tiles = folder.path("tiles");
    fs::create_dir(&tiles).unwrap();
    folder.write("tiles/floor.png", "no picture at all");
    let png = folder.path("map.png");
    refused(&["generate", "arena", "--seed", "1", "--tiles", &tiles, "-o", &png], &["tiles", "floor.png"]);
    refused(&["generate", "arena", "--tiles", &folder.path("nowhere"), "-o", &png], &["cannot read", "nowhere"]);
    assert_eq!(folder.names(), ["tiles"], "nothing is written");
}

#[test]
fn too_large_a_picture_names_the_scale_that_fits() {
    let folder = Folder::new();
    let png = folder.path("map.png");
    let large = ["generate", "arena", "--size", "200x100", "--seed", "1", "--bare", "-o", &png];
    refused(
        &[&large[..], &["--cell", "100"]].concat(),
        &["more than 16384 a side", "cell 81 is the largest that fits"],
    );
    refused(&[&large[..], &["--cell", "100", "--style", "tiles"]].concat(), &["cell 81 is the largest that fits"]);
    assert!(folder.names().is_empty(), "nothing is written");
}

#[test]
fn markup_in_a_title_stays_text() {
    let title = "<script>alert('1')</script> & \"more\"";
    let svg = done(&["generate", "arena", "--seed", "1", "--title", title, "-o", "-", "--as", "svg"]);
    assert!(!svg.contains("<script"), "markup");
    assert!(svg.contains("<title>&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt; &amp; &quot;more&quot;</title>"));
}

#[test]
fn an_empty_map_is_refused_and_a_solid_one_is_drawn() {
    let folder = Folder::new();
    let empty = folder.write("empty.txt", "");
    let rock = folder.write("rock.txt", "###\n###\n");
    for ending in ["svg", "png", "pdf"] {
        let file = folder.path(&format!("map.{ending}"));
        refused(&["render", &empty, "-o", &file], &["empty.txt"]);
        done(&["render", &rock, "-o", &file, "--legend", "--scale", "--compass", "--crop", "--water", "pools"]);
        assert!(fs::metadata(&file).unwrap().len() > 50);
    }
}

#[test]
fn players_see_no_secret_in_any_file() {
    let folder = Folder::new();
    let map = folder.write("secret.txt", SECRET);
    let text = done(&["render", &map, "--view", "player", "-o", "-", "--as", "txt"]);
    assert_eq!(text, "##########\n#...######\n#...######\n#...######\n##########\n");
    assert_eq!(done(&["render", &map, "--view", "gm", "-o", "-", "--as", "txt"]).matches('S').count(), 1);
    // The pictures equal those of a map without the second room.
    let plain = folder.write("plain.txt", "##########\n#...######\n#.E.######\n#...######\n##########\n");
    for (ending, style) in [("png", "ink"), ("png", "tiles"), ("svg", "night"), ("pdf", "parchment")] {
        let files = ["secret", "plain"].map(|name| folder.path(&format!("{name}-{style}.{ending}")));
        let draw = |map: &str, to: &str| {
            done(&["render", map, "--view", "player", "--bare", "--style", style, "-o", to]);
            fs::read(to).expect("written")
        };
        assert_eq!(draw(&map, &files[0]), draw(&plain, &files[1]), "{ending} in {style}");
    }
}

#[test]
fn a_picture_of_blocks_goes_through_a_pipe() {
    let blocks = done(&["generate", "arena", "--size", "20x10", "--seed", "1", "--picture", "blocks"]);
    let lines: Vec<&str> = blocks.lines().collect();
    assert!((4..=24).contains(&lines.len()), "{} lines", lines.len());
    for line in lines {
        let columns = line.chars().filter(|c| "▀▄█ ".contains(*c)).count();
        assert!((1..=80).contains(&columns), "{columns} columns");
        assert!(line.ends_with("\u{1b}[0m"), "colours end with the line: {line:?}");
    }
}
