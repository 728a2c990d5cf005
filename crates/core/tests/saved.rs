//! Saved maps: written maps read back unchanged, and no file can do harm.

#[path = "saved/refused.rs"]
mod refused;

use mapwright::saved;
use mapwright::{
    BitGrid, CellSet, Decoration, Dir, Door, DoorId, DoorKind, DoorState, Entity, EntityKind, ErrorKind, Exit, Extra,
    Kind, Level, Lock, Map, Mission, Movement, Note, Passage, PassageId, Place, Pos, Promises, Recipe, Rect, Room,
    RoomId, Run, Seed, Shape, Size, Stairs, Symmetry, Tile, Zone, ZoneId, registry, themes,
};
use serde_json::{Value, json};
use std::sync::Arc;

/// Writes, reads and writes again; returns the text.
fn comes_back(map: &Map) -> String {
    let text = saved::to_string(map);
    let read = saved::from_str(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(&read, map);
    assert_eq!(saved::to_string(&read), text);
    text
}

fn extra<const N: usize>(pairs: [(&str, Value); N]) -> Extra {
    let mut extra = Extra::default();
    pairs.into_iter().for_each(|(key, value)| extra.insert(key.to_owned(), value));
    extra
}

const ODD: [&str; 8] =
    ["", "\"", "\\", "\u{0}\u{1f}\n\t", "é ß 漢 🗺", "\u{7f}\u{2028}\u{feff}", "</script>", "a, \"b\": [1]"];

const OWN_THEMES: &str = r#"
    [[theme]]
    name = "marsh"
    title = "\"Marsh\""
    tags = ["wet"]
    monsters = ["beast"]
    decorations = { reed = 3 }
    weight = 7
    cost_percent = 300
    effects = { light = "dim" }
    look = { ground = "grass" }
    [[theme]]
    name = "ice"
    title = "Ice"
"#;

/// Returns extra keys, as another program may write them.
fn others(n: usize) -> Extra {
    let deep = json!({"a": [1, -0.5, null, {"b": {}}]});
    extra([(ODD[n % 8], json!(ODD[(n + 3) % 8])), ("deep", deep)])
}

/// Returns a map with every kind of record, every enum value, unusual texts and extra keys.
fn every_kind() -> Map {
    let mut map = Map::from_ascii("\n#########\n#..+..L.#\n#..#..S.#\n#''|~~=<#\n#.....>.#\n#########").unwrap();
    add_places(&mut map);
    add_doors(&mut map);
    map.stairs.push(Stairs::new(Pos::new(8, 5), Level::Up).with_extra(others(1)));
    map.exits.push(Exit::new(Pos::new(0, 0)).with_extra(others(2)));
    for (n, (kind, _)) in EntityKind::ALL.into_iter().enumerate() {
        let pos = Pos::new(n as i32, 1);
        map.entities.push(Entity::new(kind, pos, ODD[n]).with_extra(others(n)));
        let (kind, tags) = (ODD[n], vec![ODD[n + 1].into()]);
        map.decorations.push(Decoration::new(kind, pos).with_tags(tags).with_extra(others(n)));
    }
    map.stats.extend([("rooms".to_owned(), i64::MIN), (ODD[3].to_owned(), i64::MAX)]);
    let [step, what, why] = [ODD[1], ODD[2], ODD[4]].map(str::to_owned);
    map.notes.push(Note::new(step, what, -3, i64::MAX, why));
    map.extra = extra([("editor", json!({"zoom": 1.5, "big": u64::MAX})), (ODD[3], json!([[], {}, "x"]))]);
    let lock = |n: u32| Lock::new(DoorId(100 + n), Pos::new(n as i32, 1));
    map.mission = Some(Mission::new(RoomId(7), (0..3).map(lock).collect()));
    let images = (0..6).map(|count| (0..count).map(RoomId).collect()).collect();
    let (by, area) = (Movement::HalfTurn, Rect::new(1, 1, 7, 4));
    map.symmetry = Some(Symmetry { by, area, free_percent: 100, images });
    map.setting = Some(ODD[5].into());
    map.themes = themes::from_toml(OWN_THEMES).unwrap();
    map.source.seed = Seed::new(u64::MAX);
    map.source.promises = Promises::CLOSED_BORDER;
    let origin = Arc::make_mut(&mut map.source.origin);
    origin.program = ODD[4].to_owned();
    origin.recipe = Some(Recipe::of("bsp", serde_json::Map::from_iter([("x".to_owned(), json!(0.1))])));
    origin.revisions.insert("bsp".to_owned(), 3);
    map
}

fn add_places(map: &mut Map) {
    let mask = BitGrid::from_fn(Size::new(3, 2), |pos| (pos.x + pos.y) % 2 == 0);
    let cells = CellSet::new(Pos::new(4, 3), mask);
    let (rect, square) = (Rect::new(1, 1, 2, 3), Rect::new(4, 1, 2, 2));
    let shapes = [Shape::Rect(rect), Shape::Circle(square), Shape::Cells(Box::new(cells.clone()))];
    for (n, shape) in shapes.into_iter().enumerate() {
        let tags = ODD.iter().take(n * 4).map(|tag| (*tag).into()).collect();
        let (id, number) = (RoomId(n as u32 * 7), n as u32);
        map.rooms.push(Room::new(id, number, shape).with_tags(tags).with_extra(others(n)));
    }
    let line = [Pos::new(0, 0), Pos::new(8, 0), Pos::new(8, 5)];
    for n in 0..=3 {
        let joins: Vec<RoomId> = (0..n as u32).map(RoomId).collect();
        let (id, width) = (PassageId(n as u32), 1 + n as i32);
        map.passages.push(Passage::new(id, width, &line[..n], &joins).with_extra(others(n)));
    }
    map.zones.push(Zone::new(ZoneId(0), cells).with_tags(vec!["cave".into()]).with_extra(others(3)));
}

fn add_doors(map: &mut Map) {
    for (n, kind) in DoorKind::ALL.into_iter().enumerate() {
        let state = DoorState::ALL[n % 3];
        let joins = &[Place::Room(RoomId(7)), Place::Passage(PassageId(n as u32))][..n % 3];
        let (id, pos, facing) = (DoorId(100 + n as u32), Pos::new(n as i32, 3), Dir::ALL[n % 4]);
        map.doors.push(Door::new(id, pos, facing, kind, state, joins).with_extra(others(n)));
    }
}

#[test]
fn every_kind_of_record_comes_back() {
    let text = comes_back(&every_kind());
    assert!(text.ends_with("\n}\n") && !text.contains('\r'));
    assert_eq!(text.matches("\n    \"").count(), 6, "a line for every row of tiles");
    let records = 3 + 4 + (6 + 7) + (2 + 1) + 1 + 1 + 5 + 5 + 1 + 2;
    assert_eq!(text.matches("\n    {").count(), records, "a line for every record");
}

#[test]
fn the_text_is_the_documented_one() {
    let mut map = Map::from_ascii("....\n..@.").unwrap();
    map.add_room(Shape::Rect(Rect::new(1, 1, 2, 1)));
    let expected = r#"{
  "format": "mapwright-map",
  "version": "1.4",
  "size": {"width": 4, "height": 2},
  "seed": "0",
  "source": {"recipe": null, "revisions": {}, "program": "", "promises": ["connected", "closed-border", "rooms-disjoint"]},
  "tiles": [
    "....",
    "...."
  ],
  "rooms": [
    {"id": 0, "number": 1, "shape": {"kind": "rect", "x": 1, "y": 1, "width": 2, "height": 1}, "tags": []}
  ],
  "passages": [],
  "doors": [],
  "stairs": [],
  "exits": [],
  "zones": [],
  "entities": [
    {"kind": "start", "x": 2, "y": 1, "name": ""}
  ],
  "decorations": [],
  "stats": {},
  "notes": []
}
"#;
    assert_eq!(comes_back(&map), expected);
}

#[test]
fn every_algorithm_makes_maps_that_come_back() {
    let mut count = 0;
    for entry in registry::ALL {
        let mut recipe = Recipe::of(entry.id, serde_json::Map::new());
        if entry.kind != Kind::Layout {
            recipe.steps.insert(0, Recipe::of("cellular", serde_json::Map::new()).steps.remove(0));
        }
        let plan = recipe.plan(registry::ALL).unwrap();
        for (width, height) in [(1, 1), (9, 9), (21, 13), (64, 20), (65, 40), (150, 90)] {
            for seed in [0, 7, 1 << 32, (1 << 53) + 1, u64::MAX] {
                match plan.run(Run::new(Seed::new(seed)).size(width, height)) {
                    Ok(map) => {
                        comes_back(&map);
                        count += 1;
                    }
                    Err(error) => {
                        assert_ne!(error.kind(), ErrorKind::Invalid, "{}: {error}", entry.id);
                    }
                }
            }
        }
    }
    assert!(count >= registry::ALL.len() * 10, "only {count} maps");
}

/// A hand-written file: keys in another order, optional keys left out.
const HAND: &str = r##"{"tiles": [".......", "..+..<.", "......."], "mine": {"a": [1]},
"rooms": [{"shape": {"height": 1, "width": 2, "y": 1, "x": 3, "kind": "rect"}, "colour": "red", "number": 1, "id": 0}],
"passages": [{"id": 0, "width": 1, "points": [[1, 1], [2, 1]]}],
"doors": [{"id": 0, "x": 2, "y": 1, "kind": "door", "state": "closed", "joins": [{"room": 0}, {"passage": 0}]}],
"zones": [{"id": 0, "x": 1, "y": 1, "width": 4, "height": 1, "rows": [".##."]}],
"stairs": [{"x": 5, "y": 1, "dir": "up"}],
"exits": [{"x": 1, "y": 1}],
"entities": [{"kind": "start", "x": 1, "y": 1}],
"decorations": [{"kind": "rug", "x": 3, "y": 1}],
"stats": {"rooms": 1},
"notes": [{"step": "a", "what": "b", "asked": 2, "delivered": 1, "why": "c"}],
"seed": "7",
"source": {"recipe": {"step": [{"use": "arena"}]}, "revisions": {"arena": 1}, "promises": ["connected"]},
"size": {"height": 3, "width": 7},
"mission": {"goal": 0, "locks": [{"door": 0, "x": 1, "y": 2}]},
"symmetry": {"by": "mirror", "x": 0, "y": 0, "width": 5, "height": 2, "free_percent": 50, "images": [[0]]},
"version": "1.2",
"format": "mapwright-map"}"##;

#[test]
fn a_file_by_hand_may_have_any_order_and_leave_things_out() {
    let map = saved::from_str(HAND).unwrap();
    comes_back(&map);
    assert_eq!((map.size(), map.source.seed), (Size::new(7, 3), Seed::new(7)));
    assert_eq!(map.doors[0].facing, Dir::East, "as the open sides say");
    assert_eq!(map.rooms[0].extra.get("colour"), Some(&json!("red")));
    assert_eq!(map.extra.get("mine"), Some(&json!({"a": [1]})));
    assert_eq!(map.source.promises, Promises::CONNECTED);
    let mission = map.mission.unwrap();
    assert_eq!((mission.goal, mission.locks[0].key), (RoomId(0), Pos::new(1, 2)));
    assert_eq!(map.symmetry.unwrap().by, Movement::Mirror);
    assert_eq!(map.setting.as_deref(), Some("arena"), "from the recipe");
    let least = r#"{"format": "mapwright-map", "version": "1.0", "size": {"width": 1, "height": 1}, "tiles": ["."]}"#;
    assert_eq!(saved::from_str(least).unwrap(), Map::new(Size::new(1, 1), Tile::Floor));
}

#[test]
fn only_the_first_number_of_the_version_matters() {
    let version = |version: &str| saved::from_str(&HAND.replace("\"1.2\"", version));
    assert_eq!(version("\"1.99\"").unwrap(), saved::from_str(HAND).unwrap());
    for refused in ["\"0.9\"", "\"1\"", "\"\"", "\"1.\"", "\"1.0.0\"", "\"+1.0\"", "\"1.-1\"", "1.0"] {
        assert_eq!(version(refused).unwrap_err().kind(), ErrorKind::BadFile, "{refused}");
    }
}

#[test]
fn mission_and_symmetry_are_written_where_there_is_one() {
    let text = comes_back(&every_kind());
    let mission = "\
        \n  \"mission\": {\"goal\": 7, \"locks\": [\
        {\"door\": 100, \"x\": 0, \"y\": 1}, {\"door\": 101, \"x\": 1, \"y\": 1}, ";
    let symmetry = "\
        \n  \"symmetry\": {\"by\": \"half-turn\", \"x\": 1, \"y\": 1, \"width\": 7, \"height\": 4, \
        \"free_percent\": 100, \"images\": [[], [0], [0, 1], ";
    assert!(text.contains(mission) && text.contains(symmetry), "{text}");
    for by in [Movement::Mirror, Movement::HalfTurn, Movement::QuarterTurn] {
        let mut map = Map::from_ascii("#.#").unwrap();
        map.mission = Some(Mission::new(RoomId(0), Vec::new()));
        map.symmetry = Some(Symmetry { by, area: Rect::new(0, 0, 3, 1), free_percent: 0, images: Vec::new() });
        comes_back(&map);
    }
}

/// A temple that is covered with themes of the user, and furnished.
fn themed() -> Map {
    let mut recipe = Recipe::from_toml("[[step]]\nuse = \"dungeon\"\nwith = { archetype = \"temple\" }").unwrap();
    let own = [("own".to_owned(), json!(OWN_THEMES)), ("themes".to_owned(), json!(["marsh"]))];
    recipe.steps.extend(Recipe::of("themes", own.into_iter().collect()).steps);
    recipe.steps.extend(Recipe::of("furnish", serde_json::Map::new()).steps);
    recipe.plan(registry::ALL).unwrap().run(Run::new(Seed::new(3)).size(60, 40)).unwrap()
}

#[test]
fn setting_and_own_themes_survive_without_the_recipe() {
    let mut map = themed();
    assert_eq!(map.setting.as_deref(), Some("temple"));
    assert_eq!(map.themes, themes::from_toml(OWN_THEMES).unwrap());
    map.source.origin = Arc::default();
    comes_back(&map);
    let read = saved::from_str(&saved::to_string(&map)).unwrap();
    let known = themes::Themes::of(&read);
    let marsh = read.zones.iter().find_map(|zone| known.at(zone)).unwrap();
    assert_eq!((&*marsh.name, marsh.cost_percent), ("marsh", 300));
    let part = map.part(Rect::new(0, 0, 30, 20));
    assert_eq!((&part.setting, &part.themes), (&map.setting, &map.themes));
}

#[test]
fn a_file_without_setting_and_themes_takes_them_from_its_recipe() {
    let map = themed();
    let text = saved::to_string(&map);
    let (before, rest) = text.split_once("  \"setting\": ").unwrap();
    let (_, after) = rest.split_once("\n  ],\n").unwrap();
    let old = format!("{}{after}", before.replace("\"1.4\"", "\"1.2\""));
    assert!(!old.contains("\"themes\": [\n") && old.len() < text.len());
    assert_eq!(saved::from_str(&old).unwrap(), map);
}

#[test]
fn a_step_limited_to_an_area_records_its_themes_on_the_whole_map() {
    let mut recipe = themed().source.origin.recipe.clone().unwrap();
    recipe.steps[1].area = serde_json::from_value(json!({"x": 0, "y": 0, "width": "100%", "height": "50%"})).unwrap();
    let map = recipe.plan(registry::ALL).unwrap().run(Run::new(Seed::new(3)).size(60, 40)).unwrap();
    assert_eq!((map.setting, map.themes.len()), (Some("temple".into()), 2));
}

#[test]
fn keys_of_ours_are_never_written_twice() {
    let mut map = Map::from_ascii("#.#").unwrap();
    map.extra = extra([("tiles", json!(1)), ("mine", json!(2))]);
    map.exits.push(Exit::new(Pos::new(1, 0)).with_extra(extra([("x", json!(9))])));
    let read = saved::from_str(&saved::to_string(&map)).unwrap();
    assert_eq!((read.exits[0].pos, read.extra.get("tiles")), (Pos::new(1, 0), None));
}
