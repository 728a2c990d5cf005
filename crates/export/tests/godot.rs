//! Godot scenes of all presets, read by a small parser: every resource exists, and the cells are
//! those of the map.

use base64::prelude::{BASE64_STANDARD, Engine};
use mapwright::{BitGrid, Decoration, EntityKind, Map, Pos, Run, Seed, Size, Tile, presets, registry};
use mapwright_export::{ErrorKind, ExportOptions, Format, write};
use mapwright_render::{TileSheet, View, player_map, with_furniture};
use std::collections::BTreeMap;

/// Pixels per tile side: few, because every file draws its tile set.
const TILE: u32 = 8;

/// A section of a scene: the heading with its attributes, and the keys below it.
#[derive(Debug, Default)]
struct Section {
    heading: String,
    attributes: BTreeMap<String, String>,
    keys: BTreeMap<String, String>,
}

impl Section {
    fn attribute(&self, name: &str) -> &str {
        self.attributes.get(name).map_or("", |value| value.trim_matches('"'))
    }
}

/// Returns the length of a value: up to the end of the line or the heading, but not inside of
/// quotes.
fn value_length(text: &str, ends: impl Fn(char) -> bool) -> usize {
    let (mut quoted, mut escaped) = (false, false);
    for (at, c) in text.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' if quoted => escaped = true,
            '"' => quoted = !quoted,
            c if !quoted && ends(c) => return at,
            c => assert!(!c.is_control() || c == '\n', "a control character at {at}: {:?}", &text[..at.min(200)]),
        }
    }
    text.len()
}

fn parse(mut text: &str) -> Vec<Section> {
    let mut sections = Vec::new();
    loop {
        text = text.trim_start();
        if let Some(rest) = text.strip_prefix('[') {
            let (heading, rest) = rest.split_at(rest.find([' ', ']']).unwrap());
            let mut section = Section { heading: heading.to_owned(), ..Section::default() };
            text = rest;
            while let Some(rest) = text.strip_prefix(' ') {
                let (name, value) = rest.split_once('=').unwrap();
                let (value, rest) = value.split_at(value_length(value, |c| c == ' ' || c == ']'));
                section.attributes.insert(name.to_owned(), value.to_owned());
                text = rest;
            }
            text = text.strip_prefix(']').expect("a heading ends");
            sections.push(section);
        } else if let Some((key, value)) = text.split_once(" = ") {
            assert!(!key.contains('\n'), "{key:?}");
            let (value, rest) = value.split_at(value_length(value, |c| c == '\n'));
            let keys = &mut sections.last_mut().unwrap().keys;
            assert!(keys.insert(key.to_owned(), value.to_owned()).is_none(), "{key} twice");
            text = rest;
        } else {
            assert_eq!(text, "");
            return sections;
        }
    }
}

fn exported(map: &Map, view: View) -> (Vec<Section>, String) {
    let mut options = ExportOptions::default();
    options.picture.look.view = view;
    options.picture.cell = Some(TILE);
    let mut file = Vec::new();
    let sides = write(map, Format::Tscn, "crypt", &options, &mut file).unwrap();
    assert_eq!(sides.len(), 1);
    assert_eq!(sides[0].name, "crypt-tiles.png");
    assert!(sides[0].bytes.starts_with(b"\x89PNG"));
    let text = String::from_utf8(file).unwrap();
    (parse(&text), text)
}

/// Returns all arguments of a call like `SubResource("…")` in a value.
fn arguments<'a>(value: &'a str, call: &str) -> Vec<&'a str> {
    let parts = value.split(&format!("{call}(\"")).skip(1).collect::<Vec<_>>();
    parts.into_iter().map(|part| part.split('"').next().unwrap()).collect()
}

/// The numbers of a cell: position, source, column and row in the atlas, variant.
type Cell = [u16; 6];

fn cells(layer: &Section) -> Vec<Cell> {
    let [data] = arguments(&layer.keys["tile_map_data"], "PackedByteArray")[..] else { panic!("no data") };
    let bytes = BASE64_STANDARD.decode(data).unwrap();
    assert_eq!(bytes[..2], [0, 0], "the version of the list");
    assert_eq!(bytes[2..].len() % 12, 0);
    let numbers = |cell: &[u8]| std::array::from_fn(|at| u16::from_le_bytes([cell[2 * at], cell[2 * at + 1]]));
    bytes[2..].chunks(12).map(numbers).collect()
}

fn of_heading<'a>(sections: &'a [Section], heading: &'a str) -> impl Iterator<Item = &'a Section> {
    sections.iter().filter(move |section| section.heading == heading)
}

/// Checks that every resource and every node that is referred to exists.
fn check_references(sections: &[Section]) {
    let ids = |heading| of_heading(sections, heading).map(|it| it.attribute("id")).collect::<Vec<_>>();
    let (external, internal) = (ids("ext_resource"), ids("sub_resource"));
    let steps = sections[0].attribute("load_steps").parse::<usize>().unwrap();
    assert_eq!(steps, external.len() + internal.len() + 1);
    assert_eq!((&*sections[0].heading, sections[0].attribute("format")), ("gd_scene", "4"));
    let mut defined = Vec::new();
    let mut paths = Vec::new();
    for section in sections {
        for value in section.keys.values() {
            assert!(arguments(value, "ExtResource").iter().all(|id| external.contains(id)), "{value}");
            assert!(arguments(value, "SubResource").iter().all(|id| defined.contains(id)), "{value} comes later");
        }
        defined.extend(Some(section.attribute("id")).filter(|_| section.heading == "sub_resource"));
    }
    for node in of_heading(sections, "node") {
        let (name, parent) = (node.attribute("name"), node.attribute("parent"));
        let path = match (paths.is_empty(), parent) {
            (true, "") => String::new(),
            (false, ".") => name.to_owned(),
            _ => format!("{parent}/{name}"),
        };
        assert!(parent.is_empty() || parent == "." || paths.iter().any(|known| known == parent), "{path}");
        assert!(!paths.contains(&path), "{path} twice");
        paths.push(path);
    }
    for node in of_heading(sections, "node") {
        for path in node.keys.values().flat_map(|value| arguments(value, "NodePath")) {
            let path = path.strip_prefix("../../").expect("markers are two levels deep");
            assert!(paths.iter().any(|known| known == path), "{path}");
        }
    }
}

/// Checks that the layers of the scene are those of the map.
fn check_cells(sections: &[Section], map: &Map, sheet: &TileSheet) {
    let map = &*with_furniture(map);
    let layers: Vec<&Section> =
        of_heading(sections, "node").filter(|it| it.attribute("type") == "TileMapLayer").collect();
    let expected = sheet.layers(map);
    assert_eq!(layers.len(), expected.len());
    let atlas = of_heading(sections, "sub_resource").find(|it| it.attribute("type") == "TileSetAtlasSource").unwrap();
    let has = |key: String| atlas.keys.contains_key(&key);
    let (mut ways, mut blocked) = (BitGrid::new(map.size()), BitGrid::new(map.size()));
    for (layer, expected) in layers.into_iter().zip(expected) {
        assert_eq!(layer.attribute("name").to_lowercase(), expected.name);
        let mut tiles = vec![0; map.size().area()];
        for [x, y, source, column, row, variant] in cells(layer) {
            assert_eq!(source, 0);
            let pos = Pos::new(x.into(), y.into());
            assert!(has(format!("{column}:{row}/{variant}")), "no tile {column}:{row}/{variant}");
            let number = u32::from(row) * sheet.columns() + u32::from(column);
            tiles[y as usize * map.size().width as usize + x as usize] = number as u16 + 1;
            let key = |end: &str| format!("{column}:{row}/{variant}/{end}");
            if has(key("navigation_layer_0/polygon")) {
                assert!(!ways.contains(pos), "two navigation polygons at {pos}");
                ways.insert(pos);
            }
            let blocks = has(key("physics_layer_0/polygon_0/points"));
            assert_eq!(blocks, sheet.tiles()[number as usize].blocks);
            if blocks {
                blocked.insert(pos);
            }
        }
        assert!(tiles == expected.tiles.cells(), "{}", expected.name);
    }
    for pos in map.size().rect().positions() {
        let is_open = map.tiles[pos].is_walkable() && !blocked.contains(pos);
        assert_eq!(ways.contains(pos), is_open, "navigation at {pos}, {}", map.tiles[pos]);
    }
}

/// Checks that every record has its marker.
fn check_markers(sections: &[Section], map: &Map, sheet: &TileSheet) {
    let map = &*with_furniture(map);
    let of_kind = |kind: EntityKind| map.entities.iter().filter(|entity| entity.kind == kind).count();
    let counts = [
        ("Rooms", map.rooms.len()),
        ("Passages", map.passages.len()),
        ("Zones", map.zones.len()),
        ("Doors", map.doors.len()),
        ("Stairs", map.stairs.len()),
        ("Exits", map.exits.len()),
        ("Decorations", map.decorations.len()),
        ("Labels", map.labels.len()),
        ("Starts", of_kind(EntityKind::Start)),
        ("Monsters", of_kind(EntityKind::Monster)),
        ("Items", of_kind(EntityKind::Item)),
        ("Traps", of_kind(EntityKind::Trap)),
        ("Keys", of_kind(EntityKind::Key)),
    ];
    for (group, count) in counts {
        let markers = of_heading(sections, "node").filter(|node| node.attribute("parent") == group);
        assert_eq!(markers.count(), count, "{group}");
    }
    let side = sheet.tile() as f64;
    let doors = of_heading(sections, "node").filter(|node| node.attribute("parent") == "Doors");
    for (node, door) in doors.zip(&map.doors) {
        let [x, y] = [door.pos.x, door.pos.y].map(|at| (f64::from(at) + 0.5) * side);
        assert_eq!(node.keys["position"], format!("Vector2({x}, {y})"));
        assert_eq!(node.keys["metadata/kind"], format!("\"{}\"", door.kind));
    }
}

#[test]
fn scenes_of_all_presets_hold_their_maps() {
    let sheet = TileSheet::draw(&ExportOptions::default().picture.look.style, TILE).unwrap();
    let mut opened = 0;
    for (index, preset) in presets::ALL.iter().enumerate() {
        let plan = preset.recipe().plan(registry::ALL).unwrap();
        let map = plan.run(Run::new(Seed::new(7_000_000_019))).unwrap();
        let view = if index % 3 == 2 { View::Player } else { View::Gm };
        let seen = if view == View::Player { player_map(&map) } else { map };
        let (sections, text) = exported(&seen, view);
        check_references(&sections);
        check_cells(&sections, &seen, &sheet);
        check_markers(&sections, &seen, &sheet);
        assert_eq!(text.contains("7000000019"), view == View::Gm, "{}", preset.name);
        opened += text.matches("metadata/opens = [NodePath").count();
    }
    assert!(opened > 0, "a key opens a door");
}

#[test]
fn tiles_have_collision_navigation_terrain_and_names() {
    let sheet = TileSheet::draw(&ExportOptions::default().picture.look.style, TILE).unwrap();
    let (sections, _) = exported(&Map::from_ascii("###\n#.#\n###").unwrap(), View::Gm);
    let atlas = of_heading(&sections, "sub_resource").find(|it| it.attribute("type") == "TileSetAtlasSource").unwrap();
    let ends = |end: &str| atlas.keys.keys().filter(|key| key.ends_with(end)).count();
    let count = |test: fn(&mapwright_render::SheetTile) -> bool| sheet.tiles().iter().filter(|tile| test(tile)).count();
    assert_eq!(ends("/0/physics_layer_0/polygon_0/points"), count(|tile| tile.blocks));
    assert_eq!(ends("/0/custom_data_0"), sheet.tiles().len());
    assert_eq!(ends("/0/terrain"), count(|tile| tile.wang.is_some()));
    assert!(ends("/0/navigation_layer_0/polygon") > 0);
    let sides: usize = sheet.tiles().iter().filter_map(|tile| tile.wang).flatten().filter(|is_wall| *is_wall).count();
    assert_eq!(atlas.keys.keys().filter(|key| key.contains("/terrains_peering_bit/")).count(), sides);
}

#[test]
fn there_is_no_navigation_below_decorations_that_block() {
    let sheet = TileSheet::draw(&ExportOptions::default().picture.look.style, TILE).unwrap();
    let mut map = Map::from_ascii("\n########\n#......#\n#......#\n#......#\n########").unwrap();
    map.decorations.push(Decoration::new("column-round", Pos::new(5, 2)));
    map.decorations.push(Decoration::new("rug", Pos::new(2, 1)).with_tags(vec!["south".into()]));
    let (sections, _) = exported(&map, View::Gm);
    check_cells(&sections, &map, &sheet);
    check_markers(&sections, &map, &sheet);
    let ground = of_heading(&sections, "node").find(|it| it.attribute("name") == "Ground").unwrap();
    let variants = |at: (u16, u16)| cells(ground).into_iter().find(|cell| (cell[0], cell[1]) == at).unwrap()[5];
    assert_eq!((variants((5, 2)), variants((2, 1)), variants((1, 1))), (1, 0, 0));
}

#[test]
fn odd_maps_become_scenes() {
    let sheet = TileSheet::draw(&ExportOptions::default().picture.look.style, TILE).unwrap();
    let mut noted = Map::from_ascii("#@.$#").unwrap();
    let text = "a \"quote\"\u{1}\0\n]\n[node name=\"x\"] \\";
    noted.labels.push(mapwright::Label::new(Pos::new(2, 0), text));
    let maps = [
        Map::from_ascii(".").unwrap(),
        Map::new(Size::new(3, 2), Tile::Wall),
        Map::new(Size::new(1, 1), Tile::Void),
        noted,
    ];
    for map in maps {
        let (sections, _) = exported(&map, View::Gm);
        check_references(&sections);
        check_cells(&sections, &map, &sheet);
        check_markers(&sections, &map, &sheet);
    }
}

#[test]
fn maps_beyond_16_bits_are_refused() {
    let map = Map::new(Size::new(32_769, 1), Tile::Wall);
    let error = write(&map, Format::Tscn, "big", &ExportOptions::default(), std::io::sink()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TooBig);
    assert!(error.to_string().contains("Godot") && error.to_string().contains("32768"), "{error}");
    let map = Map::new(Size::new(32_768, 1), Tile::Floor);
    let (sections, _) = exported(&map, View::Gm);
    let layer = of_heading(&sections, "node").find(|it| it.attribute("type") == "TileMapLayer").unwrap();
    assert_eq!(cells(layer).last().unwrap()[0], 32_767);
}
