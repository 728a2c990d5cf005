//! One Page Dungeons, written and read back, over all presets; and damaged files.

use mapwright::{
    BitGrid, Door, DoorKind, Label, Map, Pos, Promises, Run, Seed, Shape, Size, Tile, check, presets, registry,
};
use mapwright_export::{ErrorKind, ExportOptions, Format, read_watabou, write};
use mapwright_render::{Look, PictureOptions, View};
use serde_json::Value;
use std::collections::BTreeSet;

fn file_for(map: &Map, view: View) -> Vec<u8> {
    let picture = PictureOptions { look: Look { view, ..Look::default() }, ..PictureOptions::default() };
    let options = ExportOptions { picture, ..ExportOptions::default() };
    let mut file = Vec::new();
    write(map, Format::Watabou, "crypt", &options, &mut file).unwrap();
    file
}

fn file(map: &Map) -> Vec<u8> {
    file_for(map, View::Gm)
}

/// Maps of every preset, with a message that says how to make each of them.
fn maps(seeds: u64) -> impl Iterator<Item = (Map, String)> {
    let names = presets::ALL.iter().map(|preset| preset.name);
    names.flat_map(move |name| (0..seeds).map(move |seed| made(name, seed)))
}

/// More maps of the presets that look most like a One Page Dungeon.
fn dungeons(seeds: std::ops::Range<u64>) -> impl Iterator<Item = (Map, String)> {
    let names = ["one-page-dungeon", "three-keys", "family-crypt", "delve"];
    names.into_iter().flat_map(move |name| seeds.clone().map(move |seed| made(name, seed)))
}

fn made(name: &str, seed: u64) -> (Map, String) {
    let plan = presets::find(name).unwrap().recipe().plan(registry::ALL).unwrap();
    let map = plan.run(Run::new(Seed::new(seed))).unwrap();
    (map, format!("mapwright generate {name} --seed {seed}"))
}

/// Returns the floor: everything but rock, which is what rects cover.
fn floor(map: &Map) -> BitGrid {
    BitGrid::from_fn(map.size(), |pos| !matches!(map.tiles[pos], Tile::Wall | Tile::Void))
}

fn corner(floor: &BitGrid) -> Pos {
    let x = floor.iter().map(|pos| pos.x).min().unwrap_or(0);
    let y = floor.iter().map(|pos| pos.y).min().unwrap_or(0);
    Pos::new(x, y)
}

/// Returns the kind that a file can tell.
fn told(door: &Door) -> DoorKind {
    if door.kind == DoorKind::Barred { DoorKind::OneWay } else { door.kind }
}

#[test]
fn presets_keep_floor_rooms_doors_and_ways_on_a_round_trip() {
    let mut seen = [0; 4];
    for (map, how) in maps(1).chain(dungeons(1..12)) {
        let read = read_watabou(&file(&map)).unwrap_or_else(|error| panic!("{how}: {error}"));
        assert_eq!(check(&read), [], "{how}");
        let (before, after) = (floor(&map), floor(&read));
        let by = corner(&after) - corner(&before);
        assert_eq!(before.iter().map(|pos| pos + by).collect::<Vec<_>>(), after.iter().collect::<Vec<_>>(), "{how}");
        let disjoint = map.source.promises.has(Promises::ROOMS_DISJOINT);
        let cells = |map: &Map, by: Pos| -> Vec<(u32, Vec<Pos>)> {
            let mut rooms: Vec<_> =
                map.rooms.iter().map(|room| (room.number, room.shape.moved(by).positions().collect())).collect();
            rooms.sort();
            rooms
        };
        if disjoint {
            assert!(cells(&map, by) == cells(&read, Pos::new(0, 0)), "{how}: other rooms");
        }
        let round = |map: &Map| {
            map.rooms.iter().filter(|room| matches!(room.shape, Shape::Circle(square) if square.width > 3)).count()
        };
        if disjoint {
            assert_eq!(round(&map), round(&read), "{how}");
        }
        let doors = |map: &Map, by: Pos| -> BTreeSet<(Pos, String)> {
            map.doors.iter().map(|door| (door.pos + by, told(door).to_string())).collect()
        };
        assert_eq!(doors(&map, by), doors(&read, Pos::new(0, 0)), "{how}");
        if map.source.promises.has(Promises::CONNECTED) {
            let ways = |map: &Map, by: Pos| -> BTreeSet<(Pos, String)> {
                let stairs = map.stairs.iter().map(|stairs| (stairs.pos + by, stairs.dir.to_string()));
                stairs.chain(map.exits.iter().map(|exit| (exit.pos + by, "exit".to_owned()))).collect()
            };
            assert_eq!(ways(&map, by), ways(&read, Pos::new(0, 0)), "{how}");
            let water = |map: &Map, by: Pos| -> Vec<Pos> {
                map.size().rect().positions().filter(|&pos| map.tiles[pos] == Tile::Water).map(|pos| pos + by).collect()
            };
            assert!(water(&map, by) == water(&read, Pos::new(0, 0)), "{how}: other water");
            assert!(read.source.promises.has(Promises::CONNECTED), "{how}");
        }
        for (count, found) in seen.iter_mut().zip([read.rooms.len(), read.doors.len(), round(&read), read.stairs.len()])
        {
            *count += found;
        }
    }
    assert!(seen.iter().all(|count| *count > 10), "{seen:?}");
}

/// Reads the rects of a file without our reader: a square of a rotunda counts if its centre lies in
/// the circle.
fn covered(file: &Value) -> Vec<(i64, i64)> {
    let number = |value: &Value| value.as_i64().unwrap();
    let mut cells = Vec::new();
    for rect in file["rects"].as_array().unwrap() {
        let [x, y, w, h] = ["x", "y", "w", "h"].map(|key| number(&rect[key]));
        for (dx, dy) in (0..h).flat_map(|dy| (0..w).map(move |dx| (dx, dy))) {
            let (u, v) = (2 * dx + 1 - w, 2 * dy + 1 - h);
            if rect.get("rotunda").is_none() || u * u + v * v <= w * w {
                cells.push((x + dx, y + dy));
            }
        }
    }
    cells
}

#[test]
fn rects_cover_the_floor_once_and_every_door_has_its_own() {
    for (map, how) in maps(1).chain(dungeons(1..3)) {
        let value: Value = serde_json::from_slice(&file(&map)).unwrap();
        let cells = covered(&value);
        let set: BTreeSet<(i64, i64)> = cells.iter().copied().collect();
        assert_eq!(set.len(), cells.len(), "{how}: rects overlap");
        let expected: BTreeSet<(i64, i64)> = floor(&map).iter().map(|pos| (pos.x.into(), pos.y.into())).collect();
        assert_eq!(set, expected, "{how}");
        let rects = value["rects"].as_array().unwrap();
        let ends = rects.iter().filter(|rect| rect["ending"] == true).count();
        assert_eq!(ends, usize::from(!rects.is_empty()), "{how}");
        let single: BTreeSet<(i64, i64)> = rects
            .iter()
            .filter(|rect| rect["w"] == 1 && rect["h"] == 1)
            .map(|rect| (rect["x"].as_i64().unwrap(), rect["y"].as_i64().unwrap()))
            .collect();
        for door in value["doors"].as_array().unwrap() {
            let [x, y] = ["x", "y"].map(|key| door[key].as_i64().unwrap());
            let [dx, dy] = ["x", "y"].map(|key| door["dir"][key].as_i64().unwrap());
            assert!(single.contains(&(x, y)), "{how}: {door}");
            assert_eq!(dx.abs() + dy.abs(), 1, "{how}: {door}");
            let sides = (set.contains(&(x + dx, y + dy)), set.contains(&(x - dx, y - dy)));
            match door["type"].as_u64().unwrap() {
                3 => assert_eq!(sides, (true, false), "{how}: {door}"),
                8 => assert_eq!(sides, (false, true), "{how}: {door}"),
                9 => {}
                kind => assert!(kind < 8 && sides == (true, true), "{how}: {door}"),
            }
        }
        for water in value["water"].as_array().unwrap() {
            assert!(set.contains(&(water["x"].as_i64().unwrap(), water["y"].as_i64().unwrap())), "{how}");
        }
    }
}

#[test]
fn players_get_no_notes_and_no_secrets() {
    let mut labelled = 0;
    for (mut map, how) in maps(1) {
        let first = map.floor_positions().next();
        if let Some(pos) = first {
            map.labels.push(Label::new(pos, "The lich waits here."));
            labelled += 1;
        }
        let text = String::from_utf8(file_for(&map, View::Player)).unwrap();
        let value: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(value["notes"], Value::Array(Vec::new()), "{how}");
        assert!(!text.contains("lich") && value.get("start").is_none(), "{how}");
        assert!(value["doors"].as_array().unwrap().iter().all(|door| door["type"] != 6), "{how}");
        assert_eq!(value["title"], "crypt", "{how}");
        assert_eq!(value["story"], "", "{how}");
    }
    assert!(labelled > 10);
}

/// A dungeon with all ten types of doors, as the generator writes it: no keys of ours.
const TEN_DOORS: &str = r#"{
  "version": "1.2.4b", "title": "Ten Doors", "story": "A test of doors.",
  "rects": [
    {"x":0,"y":0,"w":5,"h":5,"ending":true}, {"x":2,"y":-1,"w":1,"h":1},
    {"x":5,"y":2,"w":1,"h":1}, {"x":6,"y":0,"w":5,"h":5,"rotunda":true},
    {"x":11,"y":2,"w":1,"h":1}, {"x":12,"y":1,"w":3,"h":3},
    {"x":2,"y":5,"w":1,"h":1}, {"x":2,"y":6,"w":1,"h":3}, {"x":2,"y":9,"w":1,"h":1}, {"x":1,"y":10,"w":3,"h":3},
    {"x":8,"y":5,"w":1,"h":1}, {"x":7,"y":6,"w":3,"h":3}, {"x":10,"y":7,"w":1,"h":1}, {"x":11,"y":7,"w":1,"h":1},
    {"x":12,"y":7,"w":1,"h":1}, {"x":13,"y":6,"w":3,"h":3},
    {"x":14,"y":9,"w":1,"h":1}, {"x":13,"y":10,"w":3,"h":3}, {"x":4,"y":11,"w":1,"h":1}, {"x":5,"y":10,"w":4,"h":3},
    {"x":9,"y":11,"w":4,"h":1}
  ],
  "doors": [
    {"x":2,"y":-1,"dir":{"x":0,"y":1},"type":3}, {"x":5,"y":2,"dir":{"x":1,"y":0},"type":1},
    {"x":11,"y":2,"dir":{"x":1,"y":0},"type":6}, {"x":2,"y":5,"dir":{"x":0,"y":1},"type":0},
    {"x":2,"y":9,"dir":{"x":0,"y":1},"type":2}, {"x":8,"y":5,"dir":{"x":0,"y":1},"type":4},
    {"x":10,"y":7,"dir":{"x":1,"y":0},"type":5}, {"x":12,"y":7,"dir":{"x":1,"y":0},"type":9},
    {"x":14,"y":9,"dir":{"x":0,"y":1},"type":7}, {"x":4,"y":11,"dir":{"x":1,"y":0},"type":1},
    {"x":9,"y":11,"dir":{"x":1,"y":0},"type":2}
  ],
  "notes": [ {"text":"A round hall.","ref":"1","pos":{"x":8.5,"y":2.5}}, {"text":"Wet.","ref":"2","pos":{"x":2.5,"y":11.5}} ],
  "columns": [ {"x":1,"y":1}, {"x":4,"y":1}, {"x":1,"y":4}, {"x":4,"y":4} ],
  "water": [ {"x":1,"y":10}, {"x":2,"y":10}, {"x":3,"y":10}, {"x":1,"y":11}, {"x":99,"y":99}, {"x":2,"y":7} ]
}"#;

#[test]
fn a_foreign_file_becomes_a_map() {
    let map = read_watabou(TEN_DOORS.as_bytes()).unwrap();
    assert_eq!(check(&map), []);
    assert_eq!(map.size(), Size::new(18, 16));
    assert_eq!(map.notes, []);
    let kinds: Vec<(i32, i32, String)> =
        map.doors.iter().map(|door| (door.pos.x, door.pos.y, door.kind.to_string())).collect();
    let kind =
        |x: i32, y: i32| kinds.iter().find(|(a, b, _)| (*a, *b) == (x + 1, y + 2)).map(|(_, _, kind)| kind.as_str());
    let wanted = [
        (5, 2, "door"),
        (11, 2, "secret"),
        (2, 9, "archway"),
        (8, 5, "portcullis"),
        (10, 7, "double"),
        (14, 9, "one-way"),
    ];
    for (x, y, word) in wanted {
        assert_eq!(kind(x, y), Some(word), "{x},{y}");
    }
    assert_eq!(kinds.len(), 8, "an opening, an entrance and steps are no doors");
    assert_eq!(map.exits[0].pos, Pos::new(3, 1));
    assert_eq!(map.start(), Some(Pos::new(3, 2)));
    assert_eq!(map.rooms.iter().filter(|room| matches!(room.shape, Shape::Circle(_))).count(), 1);
    let number =
        |x: i32, y: i32| map.rooms.iter().find(|room| room.shape.contains(Pos::new(x + 1, y + 2))).unwrap().number;
    assert_eq!((number(8, 2), number(2, 11)), (1, 2), "numbers are those of the notes");
    assert_eq!(map.labels.len(), 2);
    assert_eq!((map.labels[0].text.as_str(), map.labels[0].pos), ("A round hall.", Pos::new(9, 5)));
    let columns: Vec<(i32, i32)> =
        map.decorations.iter().filter(|it| it.kind == "column-round").map(|it| (it.pos.x - 1, it.pos.y - 2)).collect();
    assert_eq!(columns, [(1, 1), (3, 1), (1, 3), (3, 3)], "symmetric in the room");
    let tile = |x: i32, y: i32| map.tiles[Pos::new(x + 1, y + 2)];
    assert_eq!([tile(1, 10), tile(3, 10), tile(1, 11)], [Tile::Water; 3]);
    assert_eq!(tile(2, 10), Tile::Bridge, "before the archway");
    assert_eq!(tile(2, 7), Tile::Bridge, "in the corridor");
    assert!(map.source.promises.has(Promises::CONNECTED | Promises::CLOSED_BORDER | Promises::ROOMS_DISJOINT));
    assert_eq!(map.extra.get("title"), Some(&Value::from("Ten Doors")));
    assert!(map.mission.is_some(), "the ending is the goal");
    let passage = map.passages.iter().find(|passage| passage.points[0] == Pos::new(3, 7)).unwrap();
    assert_eq!((passage.points.last(), passage.joins.len()), (Some(&Pos::new(3, 11)), 2), "from room to room");
    let again = read_watabou(&file(&map)).unwrap();
    assert_eq!(again.tiles.size(), map.tiles.size());
    assert_eq!(again.labels, map.labels);
    assert_eq!(again.decorations.len(), map.decorations.len());
}

#[test]
fn what_is_wrong_is_said_with_its_place() {
    let door = r#""doors":[{"x":0,"y":0,"dir":{"x":0,"y":1},"type":1}]"#;
    let one = r#""rects":[{"x":0,"y":0,"w":1,"h":1}]"#;
    let cases = [
        ("{\"rects\":[],\"doors\":[]}".to_owned(), "rects: the list is empty; a dungeon has at least one rect"),
        (format!("{{{one}}}"), "doors: the list is missing; a One Page Dungeon has rects and doors"),
        (format!("{{{one},{one},{door}}}"), "rects: appears more than once"),
        (
            format!("{{\"rects\":[{{\"x\":0,\"y\":0,\"w\":3,\"h\":3}},{{\"x\":2,\"y\":1,\"w\":4,\"h\":1}}],{door}}}"),
            "rects[1]: overlaps rects[0] at 2,1",
        ),
        (
            format!("{{{one},\"doors\":[{{\"x\":7,\"y\":0,\"dir\":{{\"x\":0,\"y\":1}},\"type\":1}}]}}"),
            "doors[0]: no rect covers 7,0",
        ),
        (
            format!("{{{one},\"doors\":[{{\"x\":0,\"y\":0,\"dir\":{{\"x\":1,\"y\":1}},\"type\":1}}]}}"),
            "doors[0].dir: expected one of 0,-1, 1,0, 0,1 and -1,0, found 1,1",
        ),
        (
            format!("{{{one},\"doors\":[{{\"x\":0,\"y\":0,\"dir\":{{\"x\":1,\"y\":0}},\"type\":10}}]}}"),
            "doors[0].type: expected a whole number from 0 to 9, found 10",
        ),
        (
            format!("{{\"rects\":[{{\"x\":\"a\\n\",\"y\":0,\"w\":3,\"h\":3}}],{door}}}"),
            "rects[0].x: expected a whole number from -1000000 to 1000000, found \"a\\n\"",
        ),
        (
            format!("{{\"rects\":[{{\"x\":0.5,\"y\":0,\"w\":3,\"h\":3}}],{door}}}"),
            "rects[0].x: expected a whole number from -1000000 to 1000000, found 0.5",
        ),
        (format!("{{\"rects\":[{{\"x\":0,\"y\":0,\"w\":3}}],{door}}}"), "rects[0]: `h` is missing"),
        (
            format!("{{\"rects\":[{{\"x\":0,\"y\":0,\"w\":-3,\"h\":3}}],{door}}}"),
            "rects[0].w: expected a whole number from 1 to 10000, found -3",
        ),
        (
            format!("{{\"rects\":[{{\"x\":0,\"y\":0,\"w\":5,\"h\":3,\"rotunda\":true}}],{door}}}"),
            "rects[0]: a rotunda is as wide as high; this one is 5x3",
        ),
        (
            format!("{{{one},{door},\"notes\":[{{\"text\":\"a\",\"pos\":{{\"x\":9,\"y\":9}}}}]}}"),
            "notes[0].pos: 9,9 is outside of all rects",
        ),
        (format!("{{{one},{door},\"start\":{{\"x\":4,\"y\":4}}}}"), "start: no rect covers 4,4"),
        (format!("{{\"rects\":{{}},{door}}}"), "invalid type: map, expected `rects` to be a list"),
        (format!("{{\"rects\":[NaN],{door}}}"), "expected value at line 1 column 11"),
        (format!("{{{one},{door}"), "EOF while parsing an object at line 1"),
        (format!("{{{one},{door}}} x"), "trailing characters at line 1"),
        ("[1]".to_owned(), "expected an object with the lists `rects` and `doors` at line 1"),
    ];
    for (text, expected) in cases {
        let error = read_watabou(text.as_bytes()).unwrap_err();
        let message = error.to_string();
        assert!(message.contains(expected) && !message.contains('\n'), "{text}\n{message}\n{expected}");
        assert_eq!(error.kind(), ErrorKind::BadFile, "{text}");
    }
}

#[test]
fn limits_are_named() {
    let kind = |text: &[u8]| {
        let error = read_watabou(text).unwrap_err();
        (error.kind(), error.to_string())
    };
    let far = r#"{"rects":[{"x":-900000,"y":0,"w":1,"h":1},{"x":900000,"y":5,"w":1,"h":1}],"doors":[]}"#;
    let (too_big, message) = kind(far.as_bytes());
    assert_eq!(too_big, ErrorKind::TooBig);
    assert!(message.ends_with("spans 1800003x8 squares; the limit is 2000000"), "{message}");
    let deep = format!("{{\"a\":{}", "[".repeat(5_000_000));
    assert_eq!(
        kind(deep.as_bytes()),
        (ErrorKind::TooBig, "byte 68: lists in lists, 65 deep; the limit is 64".to_owned())
    );
    let long = vec![b' '; (16 << 20) + 1];
    assert_eq!(kind(&long).1, "the file has 16777217 bytes; the limit is 16777216");
    let many = format!("{{\"rects\":[{}]}}", "[],".repeat(5_000_000));
    assert_eq!(kind(many.as_bytes()).0, ErrorKind::TooBig);
}

#[test]
fn damaged_files_are_refused_with_a_place_or_read_as_valid_maps() {
    let mut rng = Seed::new(7).rng();
    let plan = presets::find("delve").unwrap().recipe().plan(registry::ALL).unwrap();
    let ours = file(&plan.run(Run::new(Seed::new(7))).unwrap());
    let tokens: [&[u8]; 12] = [
        b"-1",
        b"1e9",
        b"99999999999999999999",
        b"null",
        b"\"\"",
        b"[",
        b"}",
        b"{}",
        b"0.5",
        b"true",
        b",",
        b"\\u0000",
    ];
    let (mut refused, mut read) = (0, 0);
    for round in 0..3_000 {
        let source: &[u8] = if round % 2 == 0 { TEN_DOORS.as_bytes() } else { &ours };
        let mut bytes = source.to_vec();
        // Another digit mostly gives another map, everything else a damaged file.
        let is_mild = rng.percent(60);
        for _ in 0..rng.range(1, 3) {
            let at = rng.below(bytes.len() as u32) as usize;
            match if is_mild { 4 } else { rng.below(5) } {
                0 => bytes[at] = b"0123456789-\"{}[],:x \xff"[rng.below(20) as usize],
                1 => bytes.truncate(at.max(1)),
                2 => drop(bytes.splice(at..at, tokens[rng.below(12) as usize].iter().copied())),
                3 => {
                    let end = (at + rng.below(60) as usize).min(bytes.len());
                    let piece = bytes[at..end].to_vec();
                    let to = rng.below(bytes.len() as u32) as usize;
                    bytes.splice(to..to, piece);
                }
                _ => {
                    let digits: Vec<usize> = (0..bytes.len()).filter(|&at| bytes[at].is_ascii_digit()).collect();
                    if !digits.is_empty() {
                        bytes[digits[rng.below(digits.len() as u32) as usize]] = b'0' + rng.below(10) as u8;
                    }
                }
            }
        }
        match read_watabou(&bytes) {
            Ok(map) => {
                read += 1;
                assert_eq!(check(&map), [], "round {round}: {}", String::from_utf8_lossy(&bytes));
            }
            Err(error) => {
                refused += 1;
                let message = error.to_string();
                let places = [
                    "rects", "doors", "notes", "columns", "water", "title", "story", "start", "rooms", "line ", "byte ",
                ];
                let says_where = places.iter().any(|place| message.contains(place));
                assert!(says_where && !message.contains('\n'), "round {round}: {message}");
            }
        }
    }
    assert!(refused > 500 && read > 300, "{refused} refused, {read} read");
}

#[test]
fn maps_without_rooms_and_tiny_maps_are_written() {
    for text in ["#", ".", "~", "#####\n#.~.#\n#####", "@.+.>"] {
        let map = Map::from_ascii(text).unwrap();
        let bytes = file(&map);
        let value: Value = serde_json::from_slice(&bytes).unwrap();
        assert_eq!(covered(&value).len(), floor(&map).count(), "{text}");
        match read_watabou(&bytes) {
            Ok(read) => assert_eq!(floor(&read).count(), floor(&map).count(), "{text}"),
            Err(error) => assert_eq!((text, error.to_string().starts_with("rects")), ("#", true)),
        }
    }
}

#[test]
fn a_map_beyond_the_limits_is_refused_by_name() {
    let wide = Map::new(Size::new(2_000, 1_001), Tile::Wall);
    let refused =
        |map: &Map| write(map, Format::Watabou, "map", &ExportOptions::default(), std::io::sink()).unwrap_err();
    let error = refused(&wide);
    assert_eq!(error.kind(), ErrorKind::TooBig);
    assert_eq!(error.to_string(), "a map with 2002000 squares; a One Page Dungeon has at most 2000000");
    let mut chequered = Map::new(Size::new(1_000, 1_000), Tile::Wall);
    for pos in chequered.size().rect().positions().filter(|pos| (pos.x + pos.y) % 2 == 0) {
        chequered.tiles[pos] = Tile::Floor;
    }
    assert_eq!(refused(&chequered).to_string(), "a map with 500000 rects; a One Page Dungeon has at most 262144");
}

#[test]
fn the_same_map_gives_the_same_bytes() {
    for (map, how) in maps(1) {
        assert_eq!(file(&map), file(&map.clone()), "{how}");
    }
}
