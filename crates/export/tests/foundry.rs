//! Rules of Foundry VTT's data model and of its readers, for the scenes of all presets as game
//! masters and players get them.

use mapwright::campaign::Campaign;
use mapwright::{
    DoorKind, DoorState, EntityKind, Label, Map, Pos, Rect, Seed, Shape, Size, generate, presets, registry,
};
use mapwright_export::{CampaignJob, CampaignLevel, ErrorKind, ExportOptions, Format, write, write_campaign};
use mapwright_render::{Layers, Look, PictureOptions, View, player_map};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::io::{Cursor, Read};

/// The smallest cell that Foundry VTT accepts: small pictures are drawn fast.
const CELL: u32 = 20;

/// Options for small pictures without the layers that take long and that no rule is about.
fn options(view: View) -> ExportOptions {
    let layers = ["hatch", "shadow", "floor", "walls", "themes", "labels"]
        .into_iter()
        .fold(Layers::default(), |layers, slow| layers.without(slow).unwrap());
    let picture = PictureOptions { look: Look { view, layers, ..Look::default() }, ..PictureOptions::default() };
    ExportOptions { picture, vtt: Some(CELL), ..ExportOptions::default() }
}

/// The files of an archive.
struct Files(BTreeMap<String, Vec<u8>>);

impl Files {
    fn of(archive: Vec<u8>) -> Files {
        let mut archive = zip::ZipArchive::new(Cursor::new(archive)).unwrap();
        let files = (0..archive.len()).map(|index| {
            let mut file = archive.by_index(index).unwrap();
            let mut bytes = Vec::new();
            file.read_to_end(&mut bytes).unwrap();
            (file.name().unwrap().into_owned(), bytes)
        });
        Files(files.collect())
    }

    fn written(map: &Map, format: Format, options: &ExportOptions) -> Files {
        let mut archive = Vec::new();
        let sides = write(map, format, "The Crypt", options, &mut archive).unwrap();
        assert!(sides.is_empty(), "everything is in the archive");
        Files::of(archive)
    }

    fn json(&self, name: &str) -> Value {
        serde_json::from_slice(&self.0[name]).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    /// The scene of the first format.
    fn scene(&self) -> Value {
        self.json("mapwright/the-crypt/the-crypt.json")
    }
}

fn scene(map: &Map, view: View) -> Value {
    Files::written(map, Format::Foundry, &options(view)).scene()
}

fn list<'a>(value: &'a Value, key: &str) -> &'a [Value] {
    value[key].as_array().unwrap_or_else(|| panic!("{key} is a list"))
}

fn int(value: &Value) -> i64 {
    value.as_i64().unwrap_or_else(|| panic!("{value} is an integer"))
}

fn is_color(value: &Value) -> bool {
    let text = value.as_str().unwrap_or("");
    text.len() == 7 && text.starts_with('#') && text[1..].bytes().all(|digit| digit.is_ascii_hexdigit())
}

/// The ends of a wall.
fn ends(wall: &Value) -> [(i64, i64); 2] {
    let c: Vec<i64> = list(wall, "c").iter().map(int).collect();
    assert_eq!(c.len(), 4, "coordinates are four integers");
    [(c[0], c[1]), (c[2], c[3])]
}

/// Every rule about a scene that needs nothing but the scene and the size of its map.
fn check_scene(what: &str, scene: &Value, size: Size) {
    let cell = int(&scene["grid"]["size"]);
    assert_eq!(int(&scene["padding"]), 0, "{what}: pixels of the scene are pixels of the picture");
    assert_eq!(int(&scene["width"]), i64::from(size.width) * cell, "{what}");
    assert_eq!(int(&scene["height"]), i64::from(size.height) * cell, "{what}");
    assert!(scene["_stats"]["coreVersion"].as_str().unwrap().starts_with("13."), "{what}: no legacy migration");
    assert_eq!(int(&scene["grid"]["type"]), 1, "{what}: squares");
    assert!(cell >= 20, "{what}: GRID_MIN_SIZE");
    assert_eq!((int(&scene["grid"]["distance"]), &scene["grid"]["units"]), (5, &"ft".into()), "{what}");
    assert!(!scene["name"].as_str().unwrap().trim().is_empty(), "{what}");
    assert!(is_color(&scene["backgroundColor"]) && is_color(&scene["grid"]["color"]), "{what}");
    let initial = &scene["initial"];
    assert!((0..=int(&scene["width"])).contains(&int(&initial["x"])), "{what}");
    assert!((0..=int(&scene["height"])).contains(&int(&initial["y"])), "{what}");
    let scale = initial["scale"].as_f64().unwrap();
    assert!(scale > 0.0 && scale <= 3.0, "{what}: {scale}");
    for empty in ["drawings", "tokens", "sounds", "templates", "tiles"] {
        assert!(list(scene, empty).is_empty(), "{what}: {empty}");
    }
    let mut ids = BTreeSet::from([scene["_id"].as_str().unwrap()]);
    for kind in ["walls", "lights", "notes", "regions"] {
        for document in list(scene, kind) {
            let id = document["_id"].as_str().unwrap();
            assert!(id.len() == 16 && id.bytes().all(|letter| letter.is_ascii_alphanumeric()), "{what}: {id}");
            assert!(ids.insert(id), "{what}: {id} twice");
        }
    }
    let inside = |x: i64, y: i64| (0..=int(&scene["width"])).contains(&x) && (0..=int(&scene["height"])).contains(&y);
    for wall in list(scene, "walls") {
        let [a, b] = ends(wall);
        assert_ne!(a, b, "{what}: a wall without length");
        assert!(inside(a.0, a.1) && inside(b.0, b.1), "{what}: {wall}");
        for sense in ["light", "sight", "sound"] {
            assert!([0, 10, 20, 30, 40].contains(&int(&wall[sense])), "{what}: {wall}");
        }
        assert!([0, 20].contains(&int(&wall["move"])), "{what}: {wall}");
        for choice in ["dir", "door", "ds"] {
            assert!([0, 1, 2].contains(&int(&wall[choice])), "{what}: {wall}");
        }
        assert!(int(&wall["door"]) > 0 || int(&wall["ds"]) == 0 && int(&wall["dir"]) == 0, "{what}: {wall}");
    }
    for light in list(scene, "lights") {
        assert!(inside(int(&light["x"]), int(&light["y"])), "{what}: {light}");
        let config = &light["config"];
        let (bright, dim) = (config["bright"].as_f64().unwrap(), config["dim"].as_f64().unwrap());
        assert!(bright > 0.0 && dim >= bright && dim <= 100.0, "{what}: distances, not pixels: {light}");
        assert!(is_color(&config["color"]), "{what}: {light}");
        assert!((0.0..=1.0).contains(&config["alpha"].as_f64().unwrap()), "{what}: {light}");
        assert!([Value::Null, "torch".into()].contains(&config["animation"]["type"]), "{what}: {light}");
    }
    for note in list(scene, "notes") {
        assert!(inside(int(&note["x"]), int(&note["y"])), "{what}: {note}");
        assert!(int(&note["iconSize"]) >= 32 && (8..=128).contains(&int(&note["fontSize"])), "{what}: {note}");
        assert!(!note["text"].as_str().unwrap().is_empty() && is_color(&note["textColor"]), "{what}: {note}");
    }
    for region in list(scene, "regions") {
        assert!(!region["name"].as_str().unwrap().is_empty() && is_color(&region["color"]), "{what}: {region}");
        assert!(!list(region, "shapes").is_empty(), "{what}: {region}");
        for shape in list(region, "shapes") {
            let points = list(shape, "points");
            assert_eq!(shape["type"], "polygon", "{what}");
            assert!(points.len() >= 6 && points.len().is_multiple_of(2), "{what}: {shape}");
            assert!(points.chunks(2).all(|pair| inside(int(&pair[0]), int(&pair[1]))), "{what}: {shape}");
        }
    }
}

/// Rules about how walls meet: no light gets through where two of them end.
fn check_joints(what: &str, scene: &Value) {
    let walls: Vec<([(i64, i64); 2], bool)> =
        list(scene, "walls").iter().map(|wall| (ends(wall), int(&wall["door"]) > 0)).collect();
    let mut meeting: BTreeMap<(i64, i64), Vec<usize>> = BTreeMap::new();
    for (index, (ends, _)) in walls.iter().enumerate() {
        ends.iter().for_each(|&end| meeting.entry(end).or_default().push(index));
    }
    for (end, walls_here) in &meeting {
        assert!(walls_here.len() > 1, "{what}: a wall ends at {end:?} alone");
    }
    for (ends, _) in walls.iter().filter(|(_, is_door)| *is_door) {
        for end in ends {
            let wall = meeting[end].iter().find(|&&index| !walls[index].1);
            assert!(wall.is_some(), "{what}: the door at {end:?} is not joined to a wall");
        }
    }
    // Walls on the same line, by their direction and their distance from the corner.
    let mut lines: BTreeMap<(i64, i64, i64), Vec<(i64, i64)>> = BTreeMap::new();
    for ([a, b], _) in &walls {
        let (a, b) = (a.min(b), a.max(b));
        let (dx, dy) = (b.0 - a.0, b.1 - a.1);
        let divisor = gcd(dx.abs(), dy.abs());
        let (dx, dy) = (dx / divisor, dy / divisor);
        let along = |point: &(i64, i64)| if dx == 0 { point.1 } else { point.0 };
        lines.entry((dx, dy, a.0 * dy - a.1 * dx)).or_default().push((along(a), along(b)));
    }
    for (line, parts) in &mut lines {
        parts.sort_unstable();
        for pair in parts.windows(2) {
            assert!(pair[0].1 <= pair[1].0, "{what}: walls overlap on line {line:?}: {pair:?}");
        }
    }
}

fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// Every third preset from this one.
fn check_presets(first: usize) {
    for preset in presets::ALL.iter().skip(first).step_by(3) {
        let map = preset.recipe().plan(registry::ALL).unwrap().run(Seed::new(7)).unwrap();
        for view in [View::Gm, View::Player] {
            let what = format!("{} for {view:?}", preset.name);
            let files = Files::written(&map, Format::Foundry, &options(view));
            let scene = files.scene();
            check_scene(&what, &scene, map.size());
            check_joints(&what, &scene);
            let seen = if view == View::Player { player_map(&map) } else { map.clone() };
            let doors = seen.doors.iter().filter(|door| door.kind != DoorKind::Archway).count();
            let is_door = |wall: &&Value| int(&wall["door"]) > 0;
            assert_eq!(list(&scene, "walls").iter().filter(is_door).count(), doors, "{what}: every door is there");
            check_picture(&what, &files, &scene);
            if view == View::Player {
                let has_secret = list(&scene, "walls").iter().any(|wall| int(&wall["door"]) == 2);
                assert!(!has_secret && list(&scene, "notes").is_empty(), "{what}");
            } else {
                assert_eq!(list(&scene, "notes").len(), map.rooms.len() + map.labels.len(), "{what}");
            }
        }
    }
}

/// The picture lies where the scene looks for it, and has its size.
fn check_picture(what: &str, files: &Files, scene: &Value) {
    let path = scene["background"]["src"].as_str().unwrap();
    let reader = png::Decoder::new(Cursor::new(&files.0[path])).read_info().unwrap();
    let (width, height) = (i64::from(reader.info().width), i64::from(reader.info().height));
    assert_eq!((width, height), (int(&scene["width"]), int(&scene["height"])), "{what}");
    let readme = String::from_utf8(files.0["mapwright/the-crypt/README.txt"].clone()).unwrap();
    assert!(readme.contains(&format!("Data/{path}\n")), "{what}: the README names the folder");
}

#[test]
fn scenes_of_presets_obey_the_data_model() {
    check_presets(0);
}

#[test]
fn scenes_of_more_presets_obey_the_data_model() {
    check_presets(1);
}

#[test]
fn scenes_of_the_other_presets_obey_the_data_model() {
    check_presets(2);
}

#[test]
fn a_medium_dungeon_has_fewer_than_600_walls() {
    for seed in 1..=5 {
        let map = generate("dungeon", Size::new(80, 50), Seed::new(seed)).unwrap();
        let count = list(&scene(&map, View::Gm), "walls").len();
        assert!((50..600).contains(&count), "{count} walls with seed {seed}");
    }
}

/// Two rooms with a door of this kind and state between them.
fn with_door(kind: DoorKind, state: DoorState) -> Map {
    let mut map = Map::from_ascii("\n#########\n#E..+...#\n#...#...#\n#########").unwrap();
    (map.doors[0].kind, map.doors[0].state) = (kind, state);
    map.tiles[Pos::new(4, 1)] = map.doors[0].tile();
    map
}

#[test]
fn every_kind_and_state_of_door_arrives() {
    use DoorKind::{Archway, Barred, Door, Double, OneWay, Portcullis, Secret};
    use DoorState::{Closed, Locked, Open};
    // Kind of door, state, sight, light.
    let cases = [
        (Archway, Open, None),
        (Door, Closed, Some((1, 0, 20))),
        (Door, Open, Some((1, 1, 20))),
        (Door, Locked, Some((1, 2, 20))),
        (Double, Closed, Some((1, 0, 20))),
        (Secret, Closed, Some((2, 0, 20))),
        (Secret, Open, Some((2, 1, 20))),
        (Portcullis, Closed, Some((1, 2, 0))),
        (Portcullis, Open, Some((1, 1, 0))),
        (OneWay, Closed, Some((1, 0, 20))),
        (Barred, Closed, Some((1, 2, 20))),
    ];
    for (kind, state, expected) in cases {
        let scene = scene(&with_door(kind, state), View::Gm);
        let doors: Vec<_> = list(&scene, "walls").iter().filter(|wall| int(&wall["door"]) > 0).collect();
        let found = doors.iter().map(|door| (int(&door["door"]), int(&door["ds"]), int(&door["sight"])));
        assert_eq!(found.collect::<Vec<_>>(), expected.into_iter().collect::<Vec<_>>(), "{kind} {state}");
        assert!(doors.iter().all(|door| door["light"] == door["sight"] && int(&door["move"]) == 20), "{kind} {state}");
        assert!(doors.iter().all(|door| (int(&door["dir"]) > 0) == (kind == OneWay)), "{kind} {state}");
        check_joints(&format!("{kind} {state}"), &scene);
    }
}

#[test]
fn players_get_a_closed_door_for_a_locked_one() {
    let scene = scene(&with_door(DoorKind::Door, DoorState::Locked), View::Player);
    let states: Vec<i64> =
        list(&scene, "walls").iter().filter(|wall| int(&wall["door"]) > 0).map(|wall| int(&wall["ds"])).collect();
    assert_eq!(states, [0]);
}

/// A file for players depends on nothing behind a secret door, not even in its ids.
#[test]
fn players_files_are_those_of_a_map_without_secrets() {
    let mut open = Map::from_ascii("\n#########\n#E..#####\n#...#####\n#########").unwrap();
    let mut secret = Map::from_ascii("\n#########\n#E..S..m#\n#...#..^#\n#########").unwrap();
    for map in [&mut open, &mut secret] {
        map.add_room(Shape::Rect(Rect::new(1, 1, 3, 2)));
    }
    secret.add_room(Shape::Rect(Rect::new(5, 1, 3, 2)));
    secret.labels.push(Label::new(Pos::new(5, 1), "The hoard"));
    for format in [Format::Foundry, Format::FoundryModule] {
        let [open, secret] = [&open, &secret].map(|map| Files::written(map, format, &options(View::Player)).0);
        assert!(open == secret, "{format:?}");
    }
}

#[test]
fn no_file_has_the_seed() {
    let seed = Seed::new(8_675_309_123_456_789);
    let map = generate("dungeon", Size::new(52, 44), seed).unwrap();
    let (decimal, hex) = ("8675309123456789", format!("{:x}", 8_675_309_123_456_789_u64));
    for format in [Format::Foundry, Format::FoundryModule] {
        for (name, bytes) in Files::written(&map, format, &options(View::Player)).0 {
            let text = String::from_utf8_lossy(&bytes);
            assert!(!text.contains(decimal) && !text.contains(&hex), "{name}");
        }
    }
}

#[test]
fn the_first_view_is_where_players_enter() {
    let map = Map::from_ascii("\n##########\n#.......@#\n#E.......#\n##########").unwrap();
    let at = |view: View| {
        let initial = &scene(&map, view)["initial"];
        (int(&initial["x"]), int(&initial["y"]))
    };
    assert_eq!(at(View::Gm), (8 * 20 + 10, 20 + 10), "the start");
    assert_eq!(at(View::Player), (20 + 10, 2 * 20 + 10), "the exit");
}

#[test]
fn strange_maps_make_sensible_scenes() {
    let one = Map::from_ascii(".").unwrap();
    let rock = Map::from_ascii("\n###\n###\n###").unwrap();
    let mut titled = with_door(DoorKind::Door, DoorState::Closed);
    titled.labels.push(Label::new(Pos::new(2, 1), "\"quoted\" <b>\u{7}\n@UUID[x]"));
    for map in [&one, &rock, &titled] {
        for view in [View::Gm, View::Player] {
            check_scene("a strange map", &scene(map, view), map.size());
        }
    }
    let scene = scene(&titled, View::Gm);
    assert_eq!(list(&scene, "notes").last().unwrap()["text"], "\"quoted\" <b> @UUID[x]");
}

#[test]
fn squares_too_small_for_foundry_are_refused() {
    let map = Map::from_ascii(".").unwrap();
    let small = ExportOptions { vtt: Some(19), ..options(View::Gm) };
    let error = write(&map, Format::Foundry, "map", &small, Vec::new()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Invalid);
    assert!(error.to_string().contains("at least 20 pixels per square"), "{error}");
}

#[test]
fn maps_too_large_for_foundry_are_refused_by_name() {
    let map = Map::new(Size::new(1000, 1000), mapwright::Tile::Floor);
    let usual = ExportOptions { vtt: None, ..options(View::Gm) };
    let error = write(&map, Format::Foundry, "map", &usual, Vec::new()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TooBig);
    assert!(error.to_string().contains("1000x1000 tiles is too large for Foundry VTT"), "{error}");
}

/// Rules about a module: its manifest, its databases, its sources.
fn check_module(files: &Files, id: &str, levels: usize) {
    let manifest = files.json(&format!("{id}/module.json"));
    assert_eq!(manifest["id"], id, "the folder has the id of the module");
    assert!(id.bytes().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == b'-'), "{id}");
    let compatibility = &manifest["compatibility"];
    assert_eq!((&compatibility["minimum"], &compatibility["verified"]), (&"12".into(), &"13".into()));
    for (pack, kind) in list(&manifest, "packs").iter().zip(["Scene", "JournalEntry"]) {
        assert_eq!((&pack["type"], &pack["ownership"]["PLAYER"]), (&kind.into(), &"NONE".into()));
        let folder = format!("{id}/{}", pack["path"].as_str().unwrap());
        let current = String::from_utf8(files.0[&format!("{folder}/CURRENT")].clone()).unwrap();
        assert!(files.0.contains_key(&format!("{folder}/{}", current.trim_end())), "{current} is there");
    }
    let journal = files.json(&format!("{id}/packs/_source/journal/journal.json"));
    let journal_id = journal["_id"].as_str().unwrap();
    assert_eq!(journal["_key"], format!("!journal!{journal_id}"));
    let pages = list(&journal, "pages");
    assert_eq!(pages.len(), levels, "one page for every level");
    for page in pages {
        assert_eq!(page["_key"], format!("!journal.pages!{journal_id}.{}", page["_id"].as_str().unwrap()));
        assert_eq!((&page["type"], int(&page["text"]["format"])), (&"text".into(), 1));
        assert_eq!(int(&page["ownership"]["default"]), -1, "as the journal, which players cannot read");
    }
    assert_eq!(int(&journal["ownership"]["default"]), 0);
    let sources = files.0.keys().filter(|name| name.starts_with(&format!("{id}/packs/_source/scenes/")));
    let scenes: Vec<Value> = sources.map(|name| files.json(name)).collect();
    assert_eq!(scenes.len(), levels);
    for (scene, page) in scenes.iter().zip(pages) {
        let scene_id = scene["_id"].as_str().unwrap();
        assert_eq!(scene["_key"], format!("!scenes!{scene_id}"));
        for kind in ["walls", "lights", "notes", "regions"] {
            for document in list(scene, kind) {
                let id = document["_id"].as_str().unwrap();
                assert_eq!(document["_key"], format!("!scenes.{kind}!{scene_id}.{id}"));
            }
        }
        for note in list(scene, "notes") {
            assert_eq!((&note["entryId"], &note["pageId"]), (&journal["_id"], &page["_id"]), "notes open the journal");
        }
        let path = scene["background"]["src"].as_str().unwrap().strip_prefix("modules/").unwrap();
        assert!(files.0.contains_key(path), "{path}");
    }
}

#[test]
fn modules_hold_a_scene_and_a_journal() {
    let map = generate("dungeon", Size::new(52, 44), Seed::new(7)).unwrap();
    for view in [View::Gm, View::Player] {
        let mut options = options(view);
        options.picture.look.title = Some("Crypt & \"Co\"".to_owned());
        let files = Files::written(&map, Format::FoundryModule, &options);
        check_module(&files, "mapwright-crypt-co", 1);
        let page = &files.json("mapwright-crypt-co/packs/_source/journal/journal.json")["pages"][0];
        let content = page["text"]["content"].as_str().unwrap();
        let rooms = if view == View::Gm { map.rooms.len() } else { player_map(&map).rooms.len() };
        assert_eq!(content.matches("<h2>Room ").count(), rooms);
        assert_eq!(
            content.contains("secret"),
            view == View::Gm && map.doors.iter().any(|d| d.kind == DoorKind::Secret)
        );
    }
}

#[test]
fn campaigns_are_one_module_whose_stairs_link_the_levels() {
    let campaign = Campaign::from_toml("title = \"Down\"\nlevels = 3\nsize = [40, 30]\ntable = \"classic\"").unwrap();
    let maps: Vec<Map> = campaign.plan(registry::ALL).unwrap().run(Seed::new(7)).map(Result::unwrap).collect();
    let levels = (1..).zip(&maps).map(|(number, map)| CampaignLevel { number, name: "Crypt", map }).collect();
    let job = CampaignJob { title: "Down", seed: Seed::new(7), levels };
    for (view, id) in [(View::Gm, "mapwright-down"), (View::Player, "mapwright-all-levels")] {
        let mut archive = Vec::new();
        write_campaign(&job, Format::FoundryModule, "All levels", &options(view), &mut archive).unwrap();
        let files = Files::of(archive);
        check_module(&files, id, 3);
        let journal = files.json(&format!("{id}/packs/_source/journal/journal.json"));
        let pages = list(&journal, "pages");
        let link = |from: usize, words: &str, to: usize| {
            let link =
                format!("Stairs {words} lead to @UUID[.{}]{{level {}}}", pages[to]["_id"].as_str().unwrap(), to + 1);
            assert!(pages[from]["text"]["content"].as_str().unwrap().contains(&link), "{view:?}: {link}");
        };
        let names = |from: &Value| from["name"].as_str().unwrap().contains("Crypt");
        assert_eq!(pages.iter().filter(|page| names(page)).count(), if view == View::Gm { 3 } else { 0 });
        link(0, "down", 1);
        link(1, "down", 2);
        link(1, "up", 0);
        let content = pages[2]["text"]["content"].as_str().unwrap();
        assert_eq!(content.contains("Inhabitants"), view == View::Gm && maps[2].entities.iter().any(is_monster));
    }
}

fn is_monster(entity: &mapwright::Entity) -> bool {
    entity.kind == EntityKind::Monster
}

#[test]
fn one_map_makes_one_file() {
    let map = generate("dungeon", Size::new(52, 44), Seed::new(7)).unwrap();
    for format in [Format::Foundry, Format::FoundryModule] {
        let written = || {
            let mut bytes = Vec::new();
            write(&map, format, "crypt", &options(View::Gm), &mut bytes).unwrap();
            bytes
        };
        assert!(written() == written(), "{format:?}");
    }
}
