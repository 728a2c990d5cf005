//! Holds Universal VTT files to the rules that their readers expect, over all presets.

#[path = "vtt/file.rs"]
mod file;

use file::{P, VttFile, all_presets, distance, distance_from, file, options};
use mapwright::{Decoration, DoorKind, DoorState, Map, Plan, Pos, Run, Seed, Size, Tile, registry};
use mapwright_export::{ErrorKind, ExportOptions, Format, SecretDoors, write};
use mapwright_render::scene::Node;
use mapwright_render::{Look, View, draw, player_map};
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};

/// A room with a door, an archway, an open and a locked one, a secret one and a portcullis.
const DOORS: &str = "
####################
#...+...'...L...S..#
#.@.#...#...#...#..#
##|#################
#..#                
####                
";

fn map(text: &str) -> Map {
    Map::from_ascii(text).unwrap()
}

fn secret(how: SecretDoors, view: View) -> ExportOptions {
    ExportOptions { secret: how, ..options(view) }
}

fn dungeon(seed: u64) -> Map {
    let entry = registry::find(registry::ALL, "dungeon").unwrap();
    let plan = Plan::of(entry, &json!({ "secret": 60, "hidden_rooms": true })).unwrap();
    plan.run(Run::new(Seed::new(seed))).unwrap()
}

/// Returns whether two segments cross in more than an end point.
fn do_cross([a, b]: [P; 2], [c, d]: [P; 2]) -> bool {
    let side = |p: P, q: P, r: P| (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]);
    let opposite = |x: f64, y: f64| x * y < 0.0 && x.abs() > 1e-9 && y.abs() > 1e-9;
    opposite(side(a, b, c), side(a, b, d)) && opposite(side(c, d, a), side(c, d, b))
}

#[test]
fn every_preset_obeys_every_rule() {
    for (name, map) in all_presets() {
        for view in [View::Gm, View::Player] {
            for how in [SecretDoors::Wall, SecretDoors::Door] {
                if how == SecretDoors::Door && view == View::Player {
                    continue;
                }
                let file = file(&map, &secret(how, view));
                check(&file, map.size(), &format!("{name}, {view:?}, {how:?}"));
            }
        }
    }
}

/// Checks all rules that hold for every file.
fn check(file: &VttFile, size: Size, what: &str) {
    let json = &file.json;
    let keys =
        ["format", "resolution", "line_of_sight", "objects_line_of_sight", "portals", "environment", "lights", "image"];
    let places: Vec<Option<usize>> = keys.iter().map(|key| file.text.find(&format!("\"{key}\":"))).collect();
    assert!(places.is_sorted() && places.iter().all(Option::is_some), "{what}: all keys, in order");
    assert_eq!(json.as_object().unwrap().len(), keys.len(), "{what}: no other keys");
    assert!(file.text.contains("\"format\":0.3,"), "{what}: MapTool accepts this number only");

    let resolution = &json["resolution"];
    assert_eq!(resolution["map_origin"], json!({"x": 0, "y": 0}), "{what}");
    assert_eq!(resolution["map_size"], json!({"x": size.width, "y": size.height}), "{what}");
    let cell = resolution["pixels_per_grid"].as_u64().unwrap() as u32;
    let pixels = [size.width as u32 * cell, size.height as u32 * cell];
    assert_eq!(file.picture_size(), pixels, "{what}: the picture has whole squares");
    assert_eq!(json["environment"]["baked_lighting"], false, "{what}");
    assert_eq!(json["environment"]["ambient_light"], "ffffffff", "{what}");

    let lines = file.lines("line_of_sight");
    let sides = [f64::from(size.width), f64::from(size.height)];
    let is_on_map = |p: &P| (0..2).all(|axis| (-0.1..=sides[axis] + 0.1).contains(&p[axis]));
    assert!(lines.iter().flatten().all(is_on_map), "{what}: walls are on the map");
    assert!(lines.iter().all(|line| line.len() > 1), "{what}: no line without length");
    assert!(
        lines.iter().flat_map(|line| line.windows(2)).all(|two| two[0] != two[1]),
        "{what}: no segment without length"
    );
    let portals = file.portals();
    // Walls that end at a point; a closed line does so twice.
    let (mut ends, mut closed): (BTreeMap<[u64; 2], usize>, BTreeMap<[u64; 2], usize>) = Default::default();
    for line in &lines {
        if line.first() == line.last() {
            assert!(line.len() > 3, "{what}: a closed line has an area");
            *closed.entry(line[0].map(f64::to_bits)).or_default() += 2;
            continue;
        }
        for end in [line[0], line[line.len() - 1]] {
            *ends.entry(end.map(f64::to_bits)).or_default() += 1;
        }
    }
    for object in file.lines("objects_line_of_sight") {
        assert!(object.len() > 3 && object.first() == object.last(), "{what}: objects are closed");
    }
    let portal_ends: BTreeSet<[u64; 2]> = portals.iter().flatten().map(|end| end.map(f64::to_bits)).collect();
    for (portal, ends_of) in json["portals"].as_array().unwrap().iter().zip(&portals) {
        for end in ends_of {
            let walls: usize =
                [&ends, &closed].map(|ends| ends.get(&end.map(f64::to_bits)).copied().unwrap_or(0)).iter().sum();
            let free = portal["freestanding"] == true || is_side(*end);
            assert!(walls == 2 || free, "{what}: {end:?} of {ends_of:?} is the end of {walls} walls, not two");
        }
    }
    for end in ends.keys() {
        assert!(
            portal_ends.contains(end),
            "{what}: an open wall ends at a door, but one ends at {:?}",
            end.map(f64::from_bits)
        );
    }
    for (portal, ends_of) in json["portals"].as_array().unwrap().iter().zip(&portals) {
        assert_eq!(portal["bounds"].as_array().unwrap().len(), 2, "{what}");
        assert_eq!(portal["closed"], true, "{what}: an open portal is a window");
        let [from, to] = *ends_of;
        let across = (to[1] - from[1]).abs() > (to[0] - from[0]).abs();
        let rotation = if across { std::f64::consts::FRAC_PI_2 } else { 0.0 };
        assert!((portal["rotation"].as_f64().unwrap() - rotation).abs() < 1e-5, "{what}: radians of the leaf");
        let middle = ["x", "y"].map(|key| portal["position"][key].as_f64().unwrap());
        assert!(distance(middle, [(from[0] + to[0]) / 2.0, (from[1] + to[1]) / 2.0]) < 0.002, "{what}");
        assert!(distance(from, to) < 1.3, "{what}: a door is one square wide");
    }
    for light in json["lights"].as_array().unwrap() {
        let color = light["color"].as_str().unwrap();
        assert!(color.len() == 8 && color.bytes().all(|b| b.is_ascii_hexdigit()), "{what}: opacity first: {color}");
        assert!(light["range"].as_f64().unwrap() > 0.0 && light["shadows"] == true, "{what}");
    }
    let mut segments = file.walls();
    segments.extend(portals);
    assert_no_crossings(&segments, what);
}

/// Asserts that segments meet in end points only.
fn assert_no_crossings(segments: &[[P; 2]], what: &str) {
    let mut in_rows: BTreeMap<(i32, i32), Vec<usize>> = BTreeMap::new();
    for (index, [a, b]) in segments.iter().enumerate() {
        let range = |axis: usize| a[axis].min(b[axis]).floor() as i32..=a[axis].max(b[axis]).floor() as i32;
        for y in range(1) {
            range(0).for_each(|x| in_rows.entry((x, y)).or_default().push(index));
        }
    }
    for cell in in_rows.values() {
        for (index, &a) in cell.iter().enumerate() {
            for &b in &cell[index + 1..] {
                assert!(!do_cross(segments[a], segments[b]), "{what}: {:?} crosses {:?}", segments[a], segments[b]);
            }
        }
    }
}

#[test]
fn closed_doors_are_portals_and_open_ones_gaps() {
    let file = file(&map(DOORS), &options(View::Gm));
    let middles: Vec<P> = file.portals().iter().map(|[a, b]| [(a[0] + b[0]) / 2.0, (a[1] + b[1]) / 2.0]).collect();
    let is_at = |x: f64, y: f64| middles.iter().any(|&p| distance(p, [x, y]) < 0.1);
    assert!(is_at(4.5, 1.5) && is_at(12.5, 1.5) && is_at(2.5, 3.5), "door, lock and portcullis: {middles:?}");
    assert_eq!(middles.len(), 3, "neither the open door nor the secret one");
    let crosses =
        |y: f64, from: f64, to: f64| file.walls().into_iter().any(|wall| do_cross(wall, [[from, y], [to, y]]));
    assert!(!crosses(1.5, 7.2, 9.8), "sight passes the open door");
    assert!(crosses(1.5, 14.2, 17.8), "the secret door is wall");
}

/// Returns whether a point is at the side of a cell, as the end of a door without a wall there.
fn is_side(p: P) -> bool {
    p.iter().any(|value| value.fract() == 0.0)
}

#[test]
fn secret_doors_are_straight_wall_or_doors() {
    let bare = |how: SecretDoors| {
        let mut options = secret(how, View::Gm);
        options.picture.look.furnish = false;
        options
    };
    let of = |how: SecretDoors| file(&map(DOORS), &bare(how));
    let (wall, door) = (of(SecretDoors::Wall), of(SecretDoors::Door));
    assert_eq!((wall.portals().len(), door.portals().len()), (3, 4));
    // As if the door had never been dug.
    let undug = file(&map(&DOORS.replace('S', "#")), &bare(SecretDoors::Wall));
    assert_eq!(wall.json["line_of_sight"], undug.json["line_of_sight"]);
    assert_eq!(wall.json["image"], undug.json["image"]);
    assert_eq!(wall.json["image"], door.json["image"], "players see the picture, and a wall in it");
}

#[test]
fn files_for_players_are_those_of_a_map_without_secrets() {
    for seed in 0..6 {
        let map = dungeon(seed);
        let seen = file(&map, &options(View::Player));
        assert_eq!(seen.text, file(&player_map(&map), &options(View::Gm)).text, "seed {seed}");
        let door = file(&map, &secret(SecretDoors::Door, View::Player));
        assert_eq!(seen.text, door.text, "seed {seed}: players get no secret doors");
        let known = player_map(&map);
        let is_open =
            |map: &Map, pos: Pos| map.tiles.get(pos).is_some_and(|tile| !matches!(tile, Tile::Wall | Tile::Void));
        let is_near = |pos: Pos| (-1..=1).any(|y| (-1..=1).any(|x| is_open(&known, pos + Pos::new(x, y))));
        let cells = map.size().rect().positions();
        let hidden: Vec<Pos> = cells.filter(|&pos| is_open(&map, pos) && !is_near(pos)).collect();
        for wall in seen.walls() {
            let near =
                hidden.iter().find(|pos| distance_from(wall, [f64::from(pos.x) + 0.5, f64::from(pos.y) + 0.5]) < 0.5);
            assert_eq!(near, None, "seed {seed}: {wall:?} tells of a hidden room");
        }
    }
}

/// Returns the drawn walls of a map as players see it, as points close to each other.
fn drawn_walls(map: &Map) -> Vec<P> {
    let scene = draw(&player_map(map), &Look::default()).unwrap();
    let layer = scene.layers.iter().find(|layer| layer.name == "walls").unwrap();
    let mut points = Vec::new();
    for node in &layer.nodes {
        let Node::Shape(shape) = node else { continue };
        for mut line in shape.path.flattened(0.002) {
            line.extend(line.first().copied());
            for two in line.windows(2) {
                let steps = (two[0].distance(two[1]) / 0.05).ceil().max(1.0);
                let on = |step: u32| two[0].toward(two[1], step as f32 / steps);
                points.extend((0..steps as u32).map(on).map(|p| [f64::from(p.x), f64::from(p.y)]));
            }
        }
    }
    points
}

#[test]
fn exported_walls_are_where_the_drawn_ones_are() {
    let names = [
        "natural-cave",
        "deep-caverns",
        "keep",
        "one-page-dungeon",
        "sun-temple",
        "catacombs",
        "worm-tunnels",
        "small-house",
        "monastery",
        "coral-reef",
    ];
    for (name, map) in all_presets().filter(|(name, _)| names.contains(name)) {
        let file = file(&map, &options(View::Player));
        let mut segments = file.walls();
        segments.extend(file.portals());
        let drawn = drawn_walls(&map);
        let sampled: Vec<P> = file.walls().iter().flat_map(|&wall| sampled(wall)).collect();
        let drawn_pieces: Vec<[P; 2]> =
            drawn.windows(2).filter(|two| distance(two[0], two[1]) < 0.06).map(|two| [two[0], two[1]]).collect();
        for (what, points, pieces) in [("drawn", &drawn, &segments), ("exported", &sampled, &drawn_pieces)] {
            let worst = farthest(points, pieces);
            assert!(worst.0 <= 0.08, "{name}: a {what} point at {:?} is {} from the other wall", worst.1, worst.0);
        }
    }
}

/// Returns points on a segment, close to each other.
fn sampled([from, to]: [P; 2]) -> impl Iterator<Item = P> {
    let steps = (distance(from, to) / 0.05).ceil().max(1.0);
    (0..=steps as u32).map(move |step| {
        let share = f64::from(step) / steps;
        [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share]
    })
}

/// Returns the point that is farthest from all pieces, after its distance.
fn farthest(points: &[P], pieces: &[[P; 2]]) -> (f64, P) {
    let mut by_cell: BTreeMap<(i32, i32), Vec<[P; 2]>> = BTreeMap::new();
    for &piece in pieces {
        let [a, b] = piece;
        let range =
            |axis: usize| (a[axis].min(b[axis]) - 0.2).floor() as i32..=(a[axis].max(b[axis]) + 0.2).floor() as i32;
        for y in range(1) {
            range(0).for_each(|x| by_cell.entry((x, y)).or_default().push(piece));
        }
    }
    let off = |p: P| {
        let pieces = by_cell.get(&(p[0].floor() as i32, p[1].floor() as i32)).map_or(&[][..], Vec::as_slice);
        pieces.iter().map(|&piece| distance_from(piece, p)).fold(9.0, f64::min)
    };
    points.iter().map(|&p| (off(p), p)).max_by(|a, b| a.0.total_cmp(&b.0)).unwrap_or_default()
}

#[test]
fn medium_dungeons_have_few_and_long_segments() {
    for seed in 0..6 {
        let map = dungeon(seed);
        let walls = file(&map, &options(View::Gm)).walls();
        assert!(walls.len() < 600, "seed {seed}: {} segments", walls.len());
        let short = walls.iter().filter(|[a, b]| distance(*a, *b) < 0.3).count();
        // The necks of doors are shorter: four segments each.
        assert!(short <= 4 * map.doors.len() + walls.len() / 10, "seed {seed}: {short} of {}", walls.len());
    }
}

#[test]
fn columns_and_statues_are_objects_and_rubble_is_not() {
    let mut map = map("\n#########\n#.......#\n#.......#\n#.......#\n#########\n");
    let kinds = ["column-round", "pillar", "statue", "rubble", "rug", "chest"];
    let place = |(x, kind): (i32, &'static str)| Decoration::new(kind, Pos::new(x, 2)).with_tags(vec!["south".into()]);
    map.decorations = (1..).zip(kinds).map(place).collect();
    let file = file(&map, &options(View::Gm));
    let objects = file.lines("objects_line_of_sight");
    let middles: Vec<P> = objects
        .iter()
        .map(|line| {
            let (sum, count) =
                (line[1..].iter().fold([0.0, 0.0], |sum, p| [sum[0] + p[0], sum[1] + p[1]]), line.len() as f64 - 1.0);
            sum.map(|sum| (sum / count * 10.0).round() / 10.0)
        })
        .collect();
    assert_eq!(middles, [[1.5, 2.5], [2.5, 2.5], [3.5, 2.5]]);
    assert_eq!(file.lines("line_of_sight").len(), 1, "they are no walls");
}

#[test]
fn pillars_of_rock_are_walls() {
    let file = file(&map("\n#######\n#.....#\n#..#..#\n#.....#\n#######\n"), &options(View::Gm));
    assert_eq!(file.lines("line_of_sight").len(), 2);
    assert!(file.lines("objects_line_of_sight").is_empty());
}

#[test]
fn things_that_glow_are_lights() {
    let mut map = map("\n######\n#....#\n#....#\n#....#\n######\n");
    map.decorations = vec![
        Decoration::new("brazier", Pos::new(1, 1)),
        Decoration::new("candle", Pos::new(3, 3)),
        Decoration::new("chest", Pos::new(4, 1)),
    ];
    let bright = ExportOptions { light_intensity: Some(8.0), ..options(View::Player) };
    let json = file(&map, &bright).json;
    let lights = json["lights"].as_array().unwrap();
    let places: Vec<(f64, f64)> = lights
        .iter()
        .map(|light| (light["position"]["x"].as_f64().unwrap(), light["position"]["y"].as_f64().unwrap()))
        .collect();
    assert_eq!(places, [(1.5, 1.5), (3.5, 3.5)]);
    assert!(lights[0]["range"].as_f64() > lights[1]["range"].as_f64(), "a brazier is brighter than a candle");
    assert!(lights.iter().all(|light| light["intensity"] == 8));
}

#[test]
fn padding_makes_the_canvas_square_and_moves_nothing() {
    let map = map(DOORS);
    let padded = file(&map, &ExportOptions { pad_square: true, ..options(View::Gm) });
    let plain = file(&map, &options(View::Gm));
    assert_eq!(padded.json["resolution"]["map_size"], json!({"x": 20, "y": 20}));
    assert_eq!((padded.picture_size(), plain.picture_size()), ([80, 80], [80, 24]));
    assert_eq!(padded.json["line_of_sight"], plain.json["line_of_sight"]);
}

#[test]
fn large_maps_get_smaller_squares() {
    let cell = |size: Size| {
        let map = Map::new(size, Tile::Wall);
        let options = ExportOptions { vtt: None, ..options(View::Gm) };
        file(&map, &options).json["resolution"]["pixels_per_grid"].as_u64().unwrap()
    };
    assert_eq!([cell(Size::new(4, 3)), cell(Size::new(100, 2)), cell(Size::new(2, 1000))], [100, 81, 8]);
}

#[test]
fn maps_without_floor_have_no_walls() {
    for (width, height) in [(1, 1), (3, 9)] {
        let file = file(&Map::new(Size::new(width, height), Tile::Wall), &options(View::Gm));
        check(&file, Size::new(width, height), "rock");
        assert!(file.walls().is_empty());
    }
    let file = file(&Map::new(Size::new(1, 1), Tile::Floor), &options(View::Gm));
    assert_eq!(file.walls().len(), 4);
}

#[test]
fn too_many_pixels_are_refused_with_the_limit() {
    let options = ExportOptions { vtt: Some(200), ..options(View::Gm) };
    let error =
        write(&Map::new(Size::new(100, 2), Tile::Wall), Format::Dd2vtt, "map", &options, Vec::new()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TooBig);
    assert!(error.to_string().contains("cell 163 is the largest"), "{error}");
}

#[test]
fn doors_keep_their_place_in_every_state() {
    for kind in DoorKind::ALL {
        for state in DoorState::ALL {
            let mut map = map("\n#######\n#..+..#\n#######\n");
            map.tiles[Pos::new(3, 1)] = kind.tile(state);
            let portals = file(&map, &secret(SecretDoors::Door, View::Gm)).portals();
            let is_shut = map.tiles[Pos::new(3, 1)] != Tile::DoorOpen;
            assert_eq!(portals.len(), usize::from(is_shut), "{kind} {state}");
            // A secret door is flush with the wall on one side.
            let off = if map.tiles[Pos::new(3, 1)] == Tile::DoorSecret { 0.44 } else { 0.0 };
            let is_there = |end: &P| ((end[0] - 3.5).abs() - off).abs() < 1e-9;
            assert!(portals.iter().flatten().all(is_there), "{kind} {state}: {portals:?}");
        }
    }
}

#[test]
fn doors_beside_each_other_share_an_end_and_leave_no_gap() {
    let file =
        file(&map("\n#######\n#..+..#\n#..+..#\n#######\n#.....#\n#..+..#\n#.....#\n#######\n"), &options(View::Gm));
    let portals = file.portals();
    let shared: Vec<&P> = portals[0].iter().filter(|end| portals[1].contains(end)).collect();
    assert_eq!(shared, [&[3.5, 2.0]]);
    let freestanding: Vec<bool> = (0..3).map(|index| file.json["portals"][index]["freestanding"] == true).collect();
    assert_eq!(freestanding, [false, false, true], "the last one stands in the open");
}
