//! Files that are rejected: malformed, contradictory or too large.

use super::{HAND, comes_back, every_kind};
use mapwright::saved::{self, Limits};
use mapwright::{ErrorKind, Rng, Seed, Size};

/// Each line: a piece of [`HAND`], its replacement, and a piece of the error message.
const MALFORMED: &str = r##"
mapwright-map => tiled !! format, line 18, column 11: this is a tiled file, not a mapwright-map
"1.2" => "2.0" !! version, line 17, column 12: version 2.0 is newer than this program reads (1.x); update mapwright
"format": "mapwright-map" => "form": 1 !! format is missing; needed are format, version, size, tiles
"version" => "versions" !! version is missing
"size" => "sizes" !! size is missing
"tiles" => "tile" !! tiles is missing
"mine" => "seed": "1", "mine" !! seed, line 12, column 7: is in the object twice
"mine" => "mine": 1, "mine" !! mine, line 1, column 63: is in the object twice
"colour" => "tags": [], "tags" !! rooms[0].tags, line 2, column 98: is in the object twice
"width": 7 => "width": 8 !! tiles: rows of 7 tiles, where the size says 8
"height": 3 => "height": 2 !! tiles: 3 rows, where the size says 2
"height": 3 => "height": 0 !! size.height, line 14, column 20: 0 is not a whole number from 1 to 2147483647
"height": 3 => "height": -3 !! -3 is not a whole number
"height": 3 => "height": 3.0 !! 3.0 is not a whole number
"height": 3 => "height": 1e99 !! is not a whole number
"height": 3 => "height": 2147483648 !! 2147483648 is not a whole number
"height": 3 => "height": 99999999 !! 99999999 has 699999993 tiles; the limit is 268435456
"height": 3 => "depth": 3 !! size.depth, line 14, column 17: "depth" is unknown here; known are width, height
"height": 3,  =>  !! height is missing
..+..<. => ..+.<. !! tiles[1], line 1, column 23: row 1 has 6 characters, where 7 are expected
..+..<. => ..+?.<. !! row 1, column 3: '?' is unknown; known are ` #.+'LS|~=<>`
..+..<. => ..é..<. !! row 1, column 2: 'é' is unknown
..+..<. => ..+..\u0000. !! row 1, column 5: '\0' is unknown
..+..<. => ..+..\x. !! broken escape
"..+..<." => 7 !! tiles[1], line 1, column 23: a number where a text is expected
[".......", "..+..<.", "......."] => null !! tiles, line 1, column 11: 'n' where a list is expected
"7" => 7 !! a number where a text with a whole number, like "7", is expected
"7" => "-7" !! seed, line 12, column 9: "-7" is not a whole number from 0 to 18446744073709551615
"7" => "18446744073709551616" !! is not a whole number from 0 to 
"7" => "" !! "" is not a whole number
"connected" => "conected" !! source.promises[0], line 13, column 92: "conected" is unknown here; did you mean connected?
"use" => "uses" !! source.recipe, line 13, column 50: step 1: use is missing; and 1 more
{"arena": 1} => {"arena": -1} !! source.revisions.arena
{"arena": 1} => {"arena": 1, "arena": 1} !! is in the object twice
"source": { => "source": {"colour": 1,  !! known are recipe, revisions, program, promises
"rect" => "rekt" !! rooms[0].shape, line 2, column 77: "rekt" is unknown here; did you mean rect?
"rect" => "circle" !! the width and height of a circle must be equal
"rect" => "cells" !! rows is missing
"rect" => "rect", "rows": [".#"] !! a rect has no rows; only cells have
"rect" => "rect", "z": 1 !! rooms[0].shape.z
"x": 3, "kind" => "x": 6, "kind" !! rooms[0]: 6,1 of 2x1 is not on the map of 7x3
"x": 3, "kind" => "x": 2147483647, "kind" !! is not on the map
"width": 2, => "width": 0, !! rooms[0].shape.width
"number": 1, "id": 0 => "number": 1, "id": 4294967295 !! 4294967295 is not a whole number from 0 to 2147483647
"width": 1, => "width": 0, !! passages[0].width, line 3, column 33: 0 is not a whole number from 1 to 1000
"width": 1, => "width": 1001, !! 1001 is not a whole number from 1 to 1000
[2, 1] => [2] !! passages[0].points[1], line 3, column 57: a point has two numbers: [x, y]
[2, 1] => [2, 1, 3] !! a point has two numbers
[2, 1] => [7, 1] !! passages[0]: 7,1 of 1x1 is not on the map of 7x3
"door", => "dor", !! doors[0].kind, line 4, column 45: "dor" is unknown here; did you mean door?
"closed" => "ajar" !! known are open, closed, locked
"closed" => "closed", "facing": "up" !! known are north, east, south, west
{"room": 0} => {} !! a side of a door is {"room": id} or {"passage": id}
{"room": 0} => {"room": 0, "passage": 0} !! not both
"x": 2, "y": 1 => "x": 2, "y": 3 !! doors[0]: 2,3 of 1x1 is not on the map of 7x3
"up" => "left" !! stairs[0].dir
"x": 5, => "x": 7, !! stairs[0]: 7,1
[{"x": 1, "y": 1}] => [{"x": 1}] !! exits[0], line 7, column 18: y is missing; needed are x, y
".##." => ".##" !! zones[0], line 5, column 77: 1 rows of 3 cells, where the record says 4x1
".##." => ".#x." !! zones[0].rows[0], line 5, column 71: row 0, column 2: 'x' is unknown; known are `#.`
".##." => "...." !! no row has a cell (#)
"width": 4 => "width": 7 !! where the record says 7x1
"x": 1, "y": 1, "width": 4 => "x": 4, "y": 1, "width": 4 !! zones[0]: 4,1 of 4x1
"start" => "stat" !! did you mean start?
"rug", "x": 3 => "rug", "x": 33 !! decorations[0]: 33,1
{"rooms": 1} => {"rooms": 1.5} !! stats.rooms
{"rooms": 1} => {"rooms": 9223372036854775808} !! is not a whole number from -9223372036854775808
"goal": 0,  =>  !! mission, line 15, column 51: goal is missing; needed are goal, locks
"goal": 0, => "goal": 0, "prize": 1, !! mission.prize, line 15, column 31: "prize" is unknown here; known are goal, locks
{"door": 0, "x": 1, "y": 2} => {"door": 0, "x": 1} !! mission.locks[0], line 15, column 52: y is missing; needed are door, x, y
{"door": 0, "x": 1, "y": 2} => {"door": -1, "x": 1, "y": 2} !! mission.locks[0].door
{"door": 0, "x": 1, "y": 2} => {"door": 0, "x": 7, "y": 2} !! mission.locks[0]: 7,2 of 1x1 is not on the map of 7x3
{"door": 0, "x": 1, "y": 2} => {"door": 0, "x": 1, "y": 2, "name": "a"} !! known are door, x, y
"mirror" => "miror" !! symmetry.by, line 16, column 20: "miror" is unknown here; did you mean mirror?
"free_percent": 50 => "free_percent": 101 !! 101 is not a whole number from 0 to 100
"free_percent": 50, => "free": 50, !! symmetry.free
[[0]] => [0] !! symmetry.images[0]
[[0]] => [[-1]] !! symmetry.images[0][0]
"width": 5, "height": 2, => "width": 5, "height": 4, !! symmetry: 0,0 of 5x4 is not on the map of 7x3
"width": 5, => "width": 0, !! symmetry.width
"mine" => "themes": [{"name": "a"}], "mine" !! themes[0], line 1, column 69: title is missing
"mine" => "themes": [{"name": "a", "title": "A", "cost_percent": 0}], "mine" !! themes[0], line 1, column 102: /cost_percent: 0 is not between 1 and 10000
"mine" => "themes": [{"name": "a", "title": "A"}, {"name": "a", "title": "B"}], "mine" !! themes, line 1, column 113: /theme/1/name: "a" is already the name of an earlier theme
"mine" => "setting": 1, "mine" !! setting, line 1, column 57: a number where a text is expected
"why": "c" => "who": "c" !! notes[0].who, line 11, column 71: "who" is unknown here; did you mean why?
{"a": [1]} => {"a": [1} !! mine.a, line 1, column 62: '}' where a comma or ] is expected
{"a": [1]} => {"a": [1,]} !! a comma with nothing after it
{"a": [1]} => {a: 1} !! 'a' where a text is expected
{"a": [1]} => 1e999 !! mine, line 1
{"a": [1]} => "\ud800" !! mine, line 1, column 54: a text with a broken escape
"mine": => "mine" !! an object where a colon after the key is expected
"mapwright-map"} => "mapwright-map"}} !! '}' where the end of the file is expected
"mapwright-map"} => "mapwright-map" !! the file ends unexpectedly; it may be truncated
{"tiles" => [{"tiles" !! line 1, column 1: not a saved map: saved maps are JSON and begin with {
"##;

#[test]
fn malformed_files_are_rejected_with_place_and_reason() {
    let mut wrong = Vec::new();
    for case in MALFORMED.trim().lines() {
        let (from, rest) = case.split_once(" => ").unwrap();
        let (to, expected) = rest.split_once(" !! ").unwrap();
        assert_eq!(HAND.matches(from).count(), 1, "{from} is no unique piece");
        match saved::from_str(&HAND.replace(from, to)) {
            Err(error) if error.to_string().contains(expected) => {}
            Err(error) => wrong.push(format!("{case}\n    {error}")),
            Ok(_) => wrong.push(format!("{case}\n    was read")),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn files_that_are_not_json_are_rejected() {
    for (bytes, expected) in [
        (&b""[..], "line 1, column 1: the file is empty"),
        (b"  \n", "line 2, column 1: the file ends unexpectedly"),
        (b"\xff\xfe{", "not a saved map"),
        (b"\xef\xbb\xbf{}", "not a saved map"),
        (b"PNG\0\0", "not a saved map"),
        (b"{\0}", "line 1, column 2: byte 0x00 where a text is expected"),
        (b"{\"a\0\": 1}", "a line break or control character in a text"),
        (b"{\"form\xff\": 1}", "not UTF-8"),
        (b"{\"tiles\": [\"\xff\"]}", "row 0 is not UTF-8"),
        (b"{\"format\": \"mapwright-map", "the file ends unexpectedly"),
    ] {
        let error = saved::read(bytes, &Limits::default()).unwrap_err();
        assert!(error.to_string().contains(expected), "{error}");
    }
    assert!(saved::from_str(&format!("{HAND}\0")).is_err());
    assert!(saved::from_str(&format!("{HAND}\n\t ")).is_ok());
}

#[test]
fn a_file_that_is_cut_off_anywhere_is_refused() {
    let text = saved::to_string(&every_kind());
    let whole = text.trim_end().len();
    for length in 0..whole {
        assert!(saved::read(&text.as_bytes()[..length], &Limits::default()).is_err(), "{length} of {whole}");
    }
}

#[test]
fn nothing_is_read_past_the_limits() {
    let usual = Limits::default;
    let text = saved::to_string(&every_kind());
    let refused = |text: &str, limits: Limits, piece: &str| {
        let error = saved::read(text.as_bytes(), &limits).unwrap_err();
        assert!(error.kind() == ErrorKind::TooBig && error.to_string().contains(piece), "{error:?}");
    };
    refused(&text, Limits { max_tiles: 53, ..usual() }, "9x6 has 54 tiles; the limit is 53");
    refused(&text, Limits { max_bytes: 500, ..usual() }, "the file is longer than 500 bytes, which is the limit");
    refused(&text, Limits { max_records: 20, ..usual() }, "more than 20 entries");
    refused(&text, Limits { max_values: 9, ..usual() }, "more than 9 values");
    refused(&text, Limits { max_text: 15, ..usual() }, "more than 15 bytes");
    refused(&text, Limits { max_depth: 4, ..usual() }, "more than 4 nested lists and objects");
    refused(HAND, Limits { max_tiles: 20, ..usual() }, "tiles[2], line 1, column 34: more than 20 tiles");
    let narrow = HAND.replace("\".##.\"", &vec!["\"#\""; 40].join(","));
    refused(&narrow, Limits { max_tiles: 30, ..usual() }, "zones[0].rows[30]");
    let exact = Limits { max_tiles: 54, max_bytes: text.len() as u64, ..usual() };
    assert!(saved::read(text.as_bytes(), &exact).is_ok());
}

#[test]
fn deep_nesting_does_not_reach_the_stack() {
    let endless = Limits { max_depth: usize::MAX, ..Limits::default() };
    for (open, limits) in [("[", Limits::default()), ("{\"a\":", endless)] {
        for text in [open.repeat(100_000), format!("{{\"a\": {}", open.repeat(100_000))] {
            assert!(saved::read(text.as_bytes(), &limits).is_err());
        }
    }
}

#[test]
fn a_large_size_alone_allocates_nothing() {
    let huge = r#"{"format": "mapwright-map", "version": "1.0", "size": {"width": 16384, "height": 16384}"#;
    for rest in ["", "}", r#", "tiles": []}"#, r#", "tiles": [""]}"#, r#", "tiles": ["."]}"#] {
        assert!(saved::from_str(&format!("{huge}{rest}")).is_err());
    }
}

/// Pieces of JSON to insert into files.
const TOKENS: &str =
    r#"{ } [ ] , : " \ null true -1 0 99999999999 1e999 0.5 "" "x" "x":1, \u0000 é "id":1, {"id":1} [[[]]]"#;

/// Damages a text in a few places: flips, removes, doubles and replaces bytes.
fn damage(text: &str, rng: &mut Rng) -> Vec<u8> {
    let tokens: Vec<&str> = TOKENS.split(' ').collect();
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..=rng.below(3) {
        let at = rng.below(bytes.len() as u32) as usize;
        let end = (at + 1 + rng.below(12) as usize).min(bytes.len());
        let token = rng.pick(&tokens).unwrap().bytes();
        match rng.below(5) {
            0 => bytes[at] ^= 1 << rng.below(8),
            1 => drop(bytes.drain(at..end)),
            2 => drop(bytes.splice(at..at, bytes[at..end].to_vec())),
            3 => drop(bytes.splice(at..at, token)),
            _ => drop(bytes.splice(at..end, token)),
        }
    }
    bytes
}

#[test]
fn damaged_files_are_refused_or_read_the_same_twice() {
    let small = mapwright::generate("bsp", Size::new(24, 16), Seed::new(3)).unwrap();
    let texts = [saved::to_string(&every_kind()), HAND.to_owned(), saved::to_string(&small)];
    let mut rng = Seed::new(1).child("damage").rng();
    let mut read = 0;
    for case in 0..6000 {
        let bytes = damage(&texts[case % texts.len()], &mut rng);
        match saved::read(&bytes[..], &Limits::default()) {
            Ok(map) => {
                comes_back(&map);
                read += 1;
            }
            Err(error) => {
                let message = error.to_string();
                assert!(message.len() < 1000 && !message.contains(char::is_control), "{message:?}");
            }
        }
    }
    assert!((100..5000).contains(&read), "{read} were read: the damage is too heavy or too light");
}
