//! CSV, NPY and graphs over all presets, read back.

use mapwright::{Map, Pos, Promises, Run, Seed, Size, Tile, presets, registry};
use mapwright_export::{ExportOptions, Format, write};
use mapwright_render::{Look, PictureOptions, View, player_map};
use serde_json::Value;
use std::collections::BTreeSet;

fn written(map: &Map, format: Format, view: View) -> Vec<u8> {
    let picture = PictureOptions { look: Look { view, ..Look::default() }, ..PictureOptions::default() };
    let options = ExportOptions { picture, ..ExportOptions::default() };
    let mut bytes = Vec::new();
    write(map, format, "map", &options, &mut bytes).unwrap();
    bytes
}

fn maps() -> impl Iterator<Item = (Map, &'static str)> {
    presets::ALL.iter().map(|preset| {
        let plan = preset.recipe().plan(registry::ALL).unwrap();
        (plan.run(Run::new(Seed::new(7))).unwrap(), preset.name)
    })
}

fn codes(map: &Map) -> Vec<u8> {
    map.tiles.cells().iter().map(|tile| tile.code()).collect()
}

#[test]
fn tables_read_back_as_the_same_tiles() {
    for (map, name) in maps() {
        for view in [View::Gm, View::Player] {
            let seen = if view == View::Gm { map.clone() } else { player_map(&map) };
            let text = String::from_utf8(written(&map, Format::Csv, view)).unwrap();
            assert_eq!(text.lines().count() as i32, map.size().height, "{name}");
            let read: Vec<u8> =
                text.lines().flat_map(|line| line.split(',')).map(|code| code.parse().unwrap()).collect();
            assert_eq!(read, codes(&seen), "{name}");
            let array = written(&map, Format::Npy, view);
            let start = 10 + usize::from(u16::from_le_bytes([array[8], array[9]]));
            assert_eq!(array[start..], codes(&seen), "{name}");
            let header = String::from_utf8_lossy(&array[10..start]).into_owned();
            let Size { width, height } = map.size();
            assert!(header.contains(&format!("'shape': ({height}, {width})")), "{header}");
        }
    }
}

fn graph(map: &Map, view: View) -> Value {
    serde_json::from_slice(&written(map, Format::Graph, view)).unwrap()
}

fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key].as_str().unwrap()
}

#[test]
fn graphs_have_every_room_and_door_and_join_what_is_joined() {
    let (mut rooms, mut doors) = (0, 0);
    for (map, name) in maps() {
        let graph = graph(&map, View::Gm);
        let nodes = graph["nodes"].as_array().unwrap();
        let ids: BTreeSet<&str> = nodes.iter().map(|node| text(node, "id")).collect();
        assert_eq!(ids.len(), nodes.len(), "{name}: an id twice");
        let edges = graph["edges"].as_array().unwrap();
        for edge in edges {
            assert!(ids.contains(text(edge, "from")) && ids.contains(text(edge, "to")), "{name}: {edge}");
        }
        let of_kind = |kind: &str| nodes.iter().filter(|node| node["kind"] == kind).count();
        assert_eq!(of_kind("room"), map.rooms.len(), "{name}");
        assert_eq!(of_kind("exit"), map.exits.len(), "{name}");
        assert_eq!(of_kind("stairs-up") + of_kind("stairs-down"), map.stairs.len(), "{name}");
        let told: BTreeSet<Pos> = edges
            .iter()
            .flat_map(|edge| edge["doors"].as_array().unwrap())
            .map(|door| Pos::new(door["x"].as_i64().unwrap() as i32, door["y"].as_i64().unwrap() as i32))
            .collect();
        for pos in &told {
            assert!(map.doors.iter().any(|door| door.pos == *pos), "{name}: no door at {pos}");
        }
        rooms += of_kind("room");
        doors += told.len();
        let locks = map.mission.as_ref().map_or(0, |mission| mission.locks.len());
        let keyed =
            edges.iter().flat_map(|edge| edge["doors"].as_array().unwrap()).filter(|door| door.get("key").is_some());
        let keyed: BTreeSet<&str> = keyed.map(|door| text(door, "key")).collect();
        assert!(keyed.iter().all(|key| ids.contains(key)), "{name}");
        assert!(keyed.len() <= locks, "{name}");
        let connected = map.source.promises.has(Promises::CONNECTED);
        if let Some(first) = map.rooms.first().filter(|_| connected) {
            let mut reached = BTreeSet::from([format!("room-{}", first.number)]);
            loop {
                let next: Vec<String> = edges
                    .iter()
                    .flat_map(|edge| [(text(edge, "from"), text(edge, "to")), (text(edge, "to"), text(edge, "from"))])
                    .filter(|(from, to)| reached.contains(*from) && !reached.contains(*to))
                    .map(|(_, to)| to.to_owned())
                    .collect();
                if next.is_empty() {
                    break;
                }
                reached.extend(next);
            }
            for room in &map.rooms {
                assert!(reached.contains(&format!("room-{}", room.number)), "{name}: no way to room {}", room.number);
            }
        }
    }
    assert!(rooms > 200 && doors > 200, "{rooms} rooms, {doors} doors");
}

#[test]
fn graphs_for_players_hold_nothing_hidden() {
    for (map, name) in maps() {
        let seen = player_map(&map);
        let graph = graph(&map, View::Player);
        let nodes = graph["nodes"].as_array().unwrap();
        assert_eq!(nodes.iter().filter(|node| node["kind"] == "room").count(), seen.rooms.len(), "{name}");
        assert!(nodes.iter().all(|node| node["kind"] != "key" && node["kind"] != "start"), "{name}");
        assert!(nodes.iter().all(|node| node.get("goal").is_none()), "{name}");
        let doors = || graph["edges"].as_array().unwrap().iter().flat_map(|edge| edge["doors"].as_array().unwrap());
        assert!(doors().all(|door| door["secret"] == false && door["locked"] == false && door.get("key").is_none()));
        let dot = String::from_utf8(written(&map, Format::Dot, View::Player)).unwrap();
        assert!(!dot.contains("secret") && !dot.contains("locked") && !dot.contains("key"), "{name}");
    }
}

#[test]
fn large_maps_are_written_row_by_row() {
    let mut map = Map::new(Size::new(1_000, 1_000), Tile::Wall);
    map.tiles[Pos::new(999, 999)] = Tile::StairsDown;
    assert_eq!(written(&map, Format::Npy, View::Gm).len(), 128 + 1_000_000);
    let csv = written(&map, Format::Csv, View::Gm);
    assert!(csv.ends_with(b",1,11\n") && csv.len() == 2_000_001);
}
