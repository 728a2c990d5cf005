//! Rules of Tiled files over all presets, read with the crate `tiled`.

use mapwright::{DoorState, Map, Pos, Recipe, Seed, Size, Tile, presets, registry};
use mapwright_export::{CampaignJob, CampaignLevel, ExportOptions, Format, write, write_campaign};
use mapwright_render::View;
use serde_json::Value;
use std::io::Cursor;
use std::path::Path;
use tiled::{LayerType, Loader, ObjectShape, PropertyValue, WangId};

fn map_of(recipe: &Recipe) -> Map {
    recipe.plan(registry::ALL).unwrap().run(Seed::new(7)).unwrap()
}

fn file(map: &Map, format: Format, options: &ExportOptions) -> Vec<u8> {
    let mut bytes = Vec::new();
    let sides = write(map, format, "the map", options, &mut bytes).unwrap();
    assert_eq!(sides.len(), 1);
    assert_eq!(sides[0].name, "the map-tiles.png");
    assert!(sides[0].bytes.starts_with(b"\x89PNG"));
    bytes
}

fn read(bytes: &[u8]) -> tiled::Map {
    let bytes = bytes.to_vec();
    let mut loader = Loader::with_reader(move |_: &Path| std::io::Result::Ok(Cursor::new(bytes.clone())));
    loader.load_tmx_map("map.tmx").unwrap()
}

/// Returns the words of the tiles that a file shows, from the topmost layer that says so.
fn shown(read: &tiled::Map, pos: Pos) -> Option<String> {
    let layers: Vec<_> = read.layers().collect();
    layers.iter().rev().find_map(|layer| {
        let LayerType::Tiles(tiles) = layer.layer_type() else { return None };
        let cell = tiles.get_tile(pos.x, pos.y)?;
        assert!(!cell.flip_h && !cell.flip_v && !cell.flip_d, "{pos}");
        match cell.get_tile()?.properties.get("tile")? {
            PropertyValue::StringValue(word) => Some(word.clone()),
            other => panic!("{other:?}"),
        }
    })
}

fn player() -> ExportOptions {
    let mut options = ExportOptions::default();
    options.picture.look.view = View::Player;
    options
}

#[test]
fn every_preset_is_read_with_its_tiles_and_records() {
    for preset in presets::ALL {
        let map = map_of(&preset.recipe());
        let read = read(&file(&map, Format::Tmx, &ExportOptions::default()));
        let size = map.size();
        assert_eq!((read.width, read.height), (size.width as u32, size.height as u32));
        // Every seventh cell, because the reader is slow without optimisation.
        for pos in size.rect().positions().filter(|pos| (pos.x + 3 * pos.y) % 7 == 0) {
            assert_eq!(shown(&read, pos), Some(map.tiles[pos].to_string()), "{} at {pos}", preset.name);
        }
        let count = |name: &str| {
            let layer = read.layers().find(|layer| layer.name == name && layer.as_object_layer().is_some());
            layer.unwrap().as_object_layer().unwrap().objects().len()
        };
        let counts = ["rooms", "passages", "doors", "entities", "stairs", "exits", "zones", "labels"].map(count);
        let expected = [
            map.rooms.len(),
            map.passages.len(),
            map.doors.len(),
            map.entities.len(),
            map.stairs.len(),
            map.exits.len(),
            map.zones.len(),
            map.labels.len(),
        ];
        assert_eq!(counts, expected, "{}", preset.name);
        let seed = read.properties.get("seed");
        assert_eq!(seed, Some(&PropertyValue::StringValue(map.source.seed.number().to_string())));
    }
}

#[test]
fn wang_sets_say_which_neighbours_are_wall() {
    let map = Map::from_ascii("\n#####\n#...#\n#####").unwrap();
    let read = read(&file(&map, Format::Tmx, &ExportOptions::default()));
    let set = read.tilesets()[0].wang_sets.iter().find(|set| set.name == "wall").unwrap();
    assert_eq!(set.wang_tiles.len(), 47);
    let walls = read.layers().find(|layer| layer.name == "walls").unwrap();
    let LayerType::Tiles(walls) = walls.layer_type() else { panic!("walls are tiles") };
    let wang = |x: i32, y: i32| set.wang_tiles[&walls.get_tile(x, y).unwrap().id()].wang_id;
    // Top, top-right, right, bottom-right, bottom, bottom-left, left, top-left. Outside is rock.
    assert_eq!(wang(2, 0), WangId([1, 1, 1, 0, 0, 0, 1, 1]));
    assert_eq!(wang(0, 0), WangId([1, 1, 1, 0, 1, 1, 1, 1]));
    assert_eq!(wang(4, 1), WangId([1, 1, 1, 1, 1, 0, 0, 0]));
    assert!(walls.get_tile(2, 1).is_none(), "floor has no wall");
}

#[test]
fn json_and_xml_hold_the_same_map() {
    for name in ["one-page-dungeon", "three-keys", "flooded-cave", "lost-valley"] {
        let map = map_of(&presets::find(name).unwrap().recipe());
        let xml = read(&file(&map, Format::Tmx, &ExportOptions::default()));
        let json: Value = serde_json::from_slice(&file(&map, Format::Tmj, &ExportOptions::default())).unwrap();
        assert_eq!(json["nextlayerid"], xml.layers().len() + 1);
        let layers = json["layers"].as_array().unwrap();
        assert_eq!(layers.len(), xml.layers().len());
        for (one, two) in layers.iter().zip(xml.layers()) {
            assert_eq!(one["name"], two.name);
            match two.layer_type() {
                LayerType::Tiles(tiles) => {
                    let number = |pos: Pos| tiles.get_tile(pos.x, pos.y).map_or(0, |tile| tile.id() + 1);
                    let numbers: Vec<u32> = map.size().rect().positions().map(number).collect();
                    assert_eq!(one["data"], serde_json::json!(numbers), "{name}");
                }
                LayerType::Objects(objects) => {
                    let list = one["objects"].as_array().unwrap();
                    assert_eq!(list.len(), objects.objects().len());
                    for (one, two) in list.iter().zip(objects.objects()) {
                        assert_eq!((&one["id"], &one["name"]), (&two.id().into(), &two.name.as_str().into()));
                        assert_eq!((one["x"].as_f64(), one["y"].as_f64()), (Some(two.x.into()), Some(two.y.into())));
                        assert_eq!(one["type"], two.user_type);
                        assert_eq!(one["polygon"].is_array(), matches!(two.shape, ObjectShape::Polygon { .. }));
                        assert_eq!(one["properties"].as_array().unwrap().len(), two.properties.len());
                    }
                }
                _ => panic!("{name} has other layers"),
            }
        }
    }
}

#[test]
fn locked_doors_refer_to_their_keys_and_to_the_places_they_join() {
    let map = map_of(&presets::find("three-keys").unwrap().recipe());
    let locks = &map.mission.as_ref().unwrap().locks;
    let json: Value = serde_json::from_slice(&file(&map, Format::Tmj, &ExportOptions::default())).unwrap();
    let objects: Vec<&Value> =
        json["layers"].as_array().unwrap().iter().filter_map(|it| it["objects"].as_array()).flatten().collect();
    let ids: Vec<u64> = objects.iter().map(|object| object["id"].as_u64().unwrap()).collect();
    let mut unique = ids.clone();
    unique.sort_unstable();
    unique.dedup();
    assert_eq!(unique.len(), ids.len());
    assert!(json["nextobjectid"].as_u64() > unique.last().copied());
    let by_id = |id: &Value| objects.iter().find(|object| object["id"] == *id).unwrap();
    let property = |object: &Value, name: &str| {
        object["properties"].as_array().unwrap().iter().find(|it| it["name"] == name).map(|it| it["value"].clone())
    };
    let doors: Vec<&&Value> = objects.iter().filter(|object| object["type"] == "door").collect();
    let keys: Vec<Value> = doors.iter().filter_map(|door| property(door, "key")).collect();
    assert_eq!(keys.len(), locks.len());
    assert!(keys.iter().all(|key| by_id(key)["type"] == "key"));
    for (door, record) in doors.iter().zip(&map.doors) {
        assert_eq!(property(door, "locked"), Some((record.state == DoorState::Locked).into()));
        let joins: Vec<Value> = (1..).map_while(|index| property(door, &format!("joins_{index}"))).collect();
        assert_eq!(joins.len(), record.joins.len());
        assert!(joins.iter().all(|place| matches!(by_id(place)["type"].as_str(), Some("room" | "passage"))));
    }
}

#[test]
fn files_for_players_hold_nothing_hidden() {
    for name in ["three-keys", "family-crypt", "delve"] {
        let plan = presets::find(name).unwrap().recipe().plan(registry::ALL).unwrap();
        let map = plan.run(Seed::new(918_273_645_546_372)).unwrap();
        for format in [Format::Tmx, Format::Tmj] {
            let text = String::from_utf8(file(&map, format, &player())).unwrap();
            assert!(!text.contains(&map.source.seed.number().to_string()), "{name}");
            // The tile set knows secret doors; the map has none.
            let tile_set_ends = text.find(if format == Format::Tmx { "</tileset>" } else { "\"wangsets\"" }).unwrap();
            let map_only = &text[tile_set_ends..];
            for word in ["secret", "recipe", "seed", "danger", "monster", "Room 1", "goal"] {
                assert!(!map_only.contains(word), "{name}: {word}");
            }
            assert!(!text.contains("name=\"seed\"") && !text.contains("\"seed\""), "{name}");
        }
    }
}

#[test]
fn text_from_outside_is_escaped() {
    let mut map = Map::from_ascii("\n#####\n#.@.#\n#####").unwrap();
    let text = "a \"quoted\" <b> & 'c'\nnext\tline \u{1}é";
    map.labels.push(mapwright::Label::new(Pos::new(1, 1), text));
    let xml = read(&file(&map, Format::Tmx, &ExportOptions::default()));
    let labels = xml.layers().find(|layer| layer.name == "labels").unwrap().as_object_layer().unwrap();
    let label = labels.objects().next().unwrap().properties["text"].clone();
    assert_eq!(label, PropertyValue::StringValue(text.replace('\u{1}', "\u{fffd}")));
    let json: Value = serde_json::from_slice(&file(&map, Format::Tmj, &ExportOptions::default())).unwrap();
    assert!(json.to_string().contains("next\\tline \\u0001é"));
}

#[test]
fn small_and_empty_maps_are_sensible_files() {
    for text in ["#", ".", " ", "~", "=", "<", "+"] {
        let map = Map::from_ascii(text).unwrap();
        let xml = read(&file(&map, Format::Tmx, &ExportOptions::default()));
        assert_eq!(shown(&xml, Pos::new(0, 0)), Some(map.tiles[Pos::new(0, 0)].to_string()));
    }
    let solid = Map::new(Size::new(30, 20), Tile::Wall);
    assert_eq!(read(&file(&solid, Format::Tmx, &ExportOptions::default())).layers().len(), 5 + 8);
}

#[test]
fn the_levels_of_a_world_lie_beside_each_other() {
    let maps: Vec<Map> = (1..=5).map(|width| Map::new(Size::new(4 * width, 9), Tile::Floor)).collect();
    let levels = (1..).zip(&maps).map(|(number, map)| CampaignLevel { number, name: "level", map }).collect();
    let campaign = CampaignJob { title: "Deep", seed: Seed::new(5), levels };
    let mut bytes = Vec::new();
    let sides = write_campaign(&campaign, Format::World, "deep", &ExportOptions::default(), &mut bytes).unwrap();
    let world: Value = serde_json::from_slice(&bytes).unwrap();
    assert_eq!(world["type"], "world");
    let names: Vec<&str> = sides.iter().map(|file| &*file.name).collect();
    assert_eq!(names[..2], ["deep-tiles.png", "deep-level-01.tmx"]);
    let places = world["maps"].as_array().unwrap();
    assert_eq!(places.len(), maps.len());
    for (index, place) in places.iter().enumerate() {
        let file = sides.iter().find(|file| place["fileName"] == *file.name).unwrap();
        let level = read(&file.bytes);
        assert_eq!(level.tilesets()[0].image.as_ref().unwrap().source.file_name().unwrap(), "deep-tiles.png");
        let area = |place: &Value| ["x", "y", "width", "height"].map(|key| place[key].as_i64().unwrap());
        let [x, y, width, height] = area(place);
        assert_eq!((width, height), (i64::from(level.width) * 32, i64::from(level.height) * 32));
        for other in &places[..index] {
            let [left, top, wide, high] = area(other);
            assert!(x >= left + wide || left >= x + width || y >= top + high || top >= y + height, "{place} {other}");
        }
    }
}
