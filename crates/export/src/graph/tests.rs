use crate::{ExportOptions, Format, write};
use mapwright::{Dir, DoorKind, DoorState, Exit, Map, Place, Pos, Rect, Size, Tile};
use mapwright_render::{Look, PictureOptions, View};
use serde_json::Value;

fn file(map: &Map, format: Format, view: View) -> String {
    let look = Look { view, ..Look::default() };
    let options =
        ExportOptions { picture: PictureOptions { look, ..PictureOptions::default() }, ..ExportOptions::default() };
    let mut file = Vec::new();
    write(map, format, "map", &options, &mut file).unwrap();
    String::from_utf8(file).unwrap()
}

fn json(map: &Map, view: View) -> Value {
    serde_json::from_str(&file(map, Format::Graph, view)).unwrap()
}

/// Returns every edge as `from to: doors, width, length`.
fn edges(graph: &Value) -> Vec<String> {
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let edge = |edge: &Value| {
        let doors: Vec<String> = edge["doors"].as_array().unwrap().iter().map(|door| text(&door["kind"])).collect();
        format!(
            "{} {}: {} {} {}",
            text(&edge["from"]),
            text(&edge["to"]),
            doors.join("+"),
            edge["width"],
            edge["length"]
        )
    };
    graph["edges"].as_array().unwrap().iter().map(edge).collect()
}

/// Three rooms in a row: a corridor between the first two, a secret door between the others.
fn map() -> Map {
    let mut map = Map::new(Size::new(24, 10), Tile::Wall);
    let rooms = [1, 10, 15].map(|x| map.dig_room(Rect::new(x, 1, 4, 4)));
    let corridor = map.dig_passage(1, &[Pos::new(5, 2), Pos::new(9, 2)], &rooms[..2]);
    map.dig_passage(1, &[Pos::new(14, 2)], &rooms[1..]);
    let [left, middle, right] = rooms.map(Place::Room);
    let doors = [(5, DoorKind::Door, [left, Place::Passage(corridor)]), (14, DoorKind::Secret, [middle, right])];
    for (x, kind, joins) in doors {
        map.add_door(Pos::new(x, 2), Dir::West, kind, DoorState::Closed, &joins);
    }
    map
}

#[test]
fn corridors_and_doors_are_edges() {
    let graph = json(&map(), View::Gm);
    assert_eq!(edges(&graph), ["room-1 room-2: door 1 5", "room-2 room-3: secret null null"]);
    assert_eq!(graph["nodes"].as_array().unwrap().len(), 3);
    assert_eq!(graph["edges"][1]["doors"][0]["secret"], true);
}

#[test]
fn crossing_corridors_are_nodes() {
    let mut map = map();
    map.dig_passage(1, &[Pos::new(7, 8), Pos::new(7, 2)], &[]);
    map.exits.push(Exit::new(Pos::new(7, 8)));
    let graph = json(&map, View::Gm);
    let expected = [
        "room-1 corridor-0: door null null",
        "room-2 room-3: secret null null",
        "room-2 corridor-0:  null null",
        "corridor-0 corridor-2:  null null",
    ];
    let mut found = edges(&graph);
    found.sort();
    let mut expected: Vec<String> = expected.map(str::to_owned).to_vec();
    expected.sort();
    assert_eq!(found, expected);
    let exit = graph["nodes"].as_array().unwrap().iter().find(|node| node["kind"] == "exit").unwrap();
    assert_eq!(exit["in"], "corridor-2");
}

#[test]
fn players_see_nothing_behind_secret_doors() {
    let graph = json(&map(), View::Player);
    let text = graph.to_string();
    assert!(!text.contains("room-3") && !text.contains("\"secret\":true"), "{text}");
    assert!(!file(&map(), Format::Dot, View::Player).contains("secret"));
}

#[test]
fn maps_without_rooms_have_areas_between_doors() {
    let map = Map::from_ascii("\n########\n#@.+..>#\n########").unwrap();
    let graph = json(&map, View::Gm);
    assert_eq!(edges(&graph), ["area-1 area-2: door 1 1"]);
    let kinds: Vec<&str> =
        graph["nodes"].as_array().unwrap().iter().map(|node| node["kind"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["area", "area", "start", "stairs-down"]);
    assert_eq!(json(&Map::from_ascii("#").unwrap(), View::Gm)["nodes"].as_array().unwrap().len(), 0);
}

#[test]
fn dot_names_every_node_before_its_edges() {
    let dot = file(&map(), Format::Dot, View::Gm);
    assert!(dot.starts_with("graph \"map\" {\n") && dot.ends_with("}\n"));
    assert!(dot.contains("  \"room-1\" [label=\"1\", shape=box];\n"), "{dot}");
    assert!(dot.contains("  \"room-1\" -- \"room-2\" [label=\"door, closed\\n5 steps\"];\n"), "{dot}");
    assert!(dot.contains("style=dashed"), "{dot}");
}
