//! LDtk projects of all presets: read by another program's reader, and held to the rules of the
//! format.

use ldtk_rust::Project;
use mapwright::campaign::{self, CampaignPlan};
use mapwright::{Decoration, DoorState, EntityKind, Map, Pos, Run, Seed, Size, Tile, generate, presets, registry};
use mapwright_export::{CampaignJob, CampaignLevel, ErrorKind, ExportOptions, Format, SideFile, write, write_campaign};
use mapwright_render::{TileSheet, View, player_map, with_furniture};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// Pixels per tile side: few, because every file draws its tile set.
const TILE: u32 = 8;

/// The painted layers with their names in the sheet.
const LAYERS: [(&str, &str); 5] = [
    ("Ground", "ground"),
    ("Walls", "walls"),
    ("Rugs", "rugs"),
    ("Fittings", "fittings"),
    ("Decorations", "decorations"),
];

fn options(view: View) -> ExportOptions {
    let mut options = ExportOptions::default();
    options.picture.look.view = view;
    options.picture.cell = Some(TILE);
    options
}

fn exported(map: &Map, view: View) -> (Vec<u8>, Vec<SideFile>) {
    let mut file = Vec::new();
    let sides = write(map, Format::Ldtk, "crypt", &options(view), &mut file).unwrap();
    (file, sides)
}

fn campaign_file(plan: &CampaignPlan, seed: Seed, view: View) -> (Vec<u8>, Vec<Map>) {
    let maps: Vec<Map> = plan.run(seed).map(Result::unwrap).collect();
    let levels = (1..).zip(&maps).map(|(number, map)| CampaignLevel { number, name: "layout-name", map });
    let job = CampaignJob { title: plan.title(), seed, levels: levels.collect() };
    let mut file = Vec::new();
    write_campaign(&job, Format::Ldtk, "descent", &options(view), &mut file).unwrap();
    (file, maps)
}

fn list(value: &Value) -> &[Value] {
    value.as_array().unwrap_or_else(|| panic!("not a list: {value}"))
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_else(|| panic!("not a text: {value}"))
}

/// Types of required keys: `s` text, `i` whole number, `n` number, `b` boolean, `l` list, `o`
/// object, `?` anything.
fn has(value: &Value, keys: &str) {
    for key in keys.split_whitespace() {
        let (key, of) = key.split_once(':').unwrap();
        let found = value.get(key).unwrap_or_else(|| panic!("{key} is missing in {value}"));
        let fits = match of {
            "s" => found.is_string(),
            "i" => found.is_i64() || found.is_u64(),
            "n" => found.is_number(),
            "b" => found.is_boolean(),
            "l" => found.is_array(),
            "o" => found.is_object(),
            _ => true,
        };
        assert!(fits, "{key} is {found}");
    }
}

const ROOT: &str = "iid:s jsonVersion:s appBuildId:n nextUid:i identifierStyle:s toc:l worldLayout:s worldGridWidth:i \
    worldGridHeight:i defaultPivotX:n defaultPivotY:n defaultGridSize:i defaultEntityWidth:i defaultEntityHeight:i \
    bgColor:s defaultLevelBgColor:s minifyJson:b externalLevels:b exportTiled:b simplifiedExport:b imageExportMode:s \
    exportLevelBg:b backupOnSave:b backupLimit:i levelNamePattern:s customCommands:l flags:l defs:o levels:l worlds:l \
    dummyWorldIid:s";
const DEFS: &str = "layers:l entities:l tilesets:l enums:l externalEnums:l levelFields:l";
const LAYER_DEF: &str = "__type:s identifier:s type:s uid:i gridSize:i guideGridWid:i guideGridHei:i displayOpacity:n \
    inactiveOpacity:n hideInList:b hideFieldsWhenInactive:b canSelectWhenInactive:b renderInWorldView:b pxOffsetX:i \
    pxOffsetY:i parallaxFactorX:n parallaxFactorY:n parallaxScaling:b requiredTags:l excludedTags:l uiFilterTags:l \
    useAsyncRender:b intGridValues:l intGridValuesGroups:l autoRuleGroups:l tilePivotX:n tilePivotY:n";
const ENTITY_DEF: &str = "identifier:s uid:i tags:l exportToToc:b allowOutOfBounds:b width:i height:i resizableX:b \
    resizableY:b keepAspectRatio:b tileOpacity:n fillOpacity:n lineOpacity:n hollow:b color:s renderMode:s showName:b \
    tileRenderMode:s nineSliceBorders:l maxCount:i limitScope:s limitBehavior:s pivotX:n pivotY:n fieldDefs:l";
const FIELD_DEF: &str = "identifier:s __type:s uid:i type:s isArray:b canBeNull:b editorDisplayMode:s \
    editorDisplayScale:n editorDisplayPos:s editorLinkStyle:s editorAlwaysShow:b editorShowInWorld:b \
    editorCutLongValues:b useForSmartColor:b exportToToc:b searchable:b symmetricalRef:b autoChainRef:b \
    allowOutOfLevelRef:b allowedRefs:s allowedRefTags:l";
const TILE_SET: &str = "__cWid:i __cHei:i identifier:s uid:i relPath:s pxWid:i pxHei:i tileGridSize:i spacing:i \
    padding:i tags:l enumTags:l customData:l savedSelections:l";
const LEVEL: &str = "identifier:s iid:s uid:i worldX:i worldY:i worldDepth:i pxWid:i pxHei:i __bgColor:s \
    useAutoIdentifier:b bgPivotX:n bgPivotY:n __smartColor:s fieldInstances:l layerInstances:l __neighbours:l";
const LAYER: &str = "__identifier:s __type:s __cWid:i __cHei:i __gridSize:i __opacity:n __pxTotalOffsetX:i \
    __pxTotalOffsetY:i iid:s levelId:i layerDefUid:i pxOffsetX:i pxOffsetY:i visible:b optionalRules:l intGridCsv:l \
    autoLayerTiles:l seed:i gridTiles:l entityInstances:l";
const ENTITY: &str = "__identifier:s __grid:l __pivot:l __tags:l __smartColor:s iid:s width:i height:i defUid:i px:l \
    fieldInstances:l __worldX:i __worldY:i";
const FIELD: &str = "__identifier:s __type:s __value:? __tile:? defUid:i realEditorValues:l";

/// Checks every rule of the format that does not need the map.
fn check_rules(project: &Value) {
    has(project, ROOT);
    let defs = &project["defs"];
    has(defs, DEFS);
    let mut uids: BTreeMap<u64, &str> = BTreeMap::new();
    let mut iids = BTreeSet::new();
    let define = |def: &'_ Value| {
        let name = text(&def["identifier"]).to_owned();
        assert!(name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_') && !name.is_empty(), "{name}");
        let uid = def["uid"].as_u64().unwrap();
        assert!(uid < project["nextUid"].as_u64().unwrap(), "{name}");
        uid
    };
    let mut all: Vec<(&Value, &str)> = list(&defs["layers"]).iter().map(|def| (def, LAYER_DEF)).collect();
    all.extend(list(&defs["entities"]).iter().map(|def| (def, ENTITY_DEF)));
    let fields = list(&defs["entities"]).iter().flat_map(|def| list(&def["fieldDefs"]));
    all.extend(fields.chain(list(&defs["levelFields"])).map(|def| (def, FIELD_DEF)));
    all.extend(list(&defs["tilesets"]).iter().map(|def| (def, TILE_SET)));
    all.extend(list(&defs["enums"]).iter().map(|def| (def, "identifier:s uid:i values:l tags:l")));
    all.extend(list(&project["levels"]).iter().map(|level| (level, LEVEL)));
    for (def, keys) in all {
        has(def, keys);
        assert!(uids.insert(define(def), text(&def["identifier"])).is_none(), "number {} twice", def["uid"]);
    }
    let names = |of: &Value| list(of).iter().map(|def| text(&def["identifier"])).collect::<BTreeSet<_>>().len();
    for of in [&defs["layers"], &defs["entities"], &project["levels"]] {
        assert_eq!(names(of), list(of).len(), "identifiers are unique");
    }
    assert!(iids.insert(text(&project["iid"])) && iids.insert(text(&project["dummyWorldIid"])));
    let mut references = Vec::new();
    for level in list(&project["levels"]) {
        assert!(iids.insert(text(&level["iid"])));
        let layers = list(&level["layerInstances"]);
        assert_eq!(layers.len(), list(&defs["layers"]).len());
        for (layer, def) in layers.iter().zip(list(&defs["layers"])) {
            has(layer, LAYER);
            assert!(iids.insert(text(&layer["iid"])));
            assert_eq!((&layer["layerDefUid"], &layer["__type"]), (&def["uid"], &def["__type"]));
            let cells = layer["__cWid"].as_u64().unwrap() * layer["__cHei"].as_u64().unwrap();
            let codes = list(&layer["intGridCsv"]).len() as u64;
            assert_eq!(codes, if layer["__type"] == "IntGrid" { cells } else { 0 });
            assert!(layer["__type"] == "Tiles" || list(&layer["gridTiles"]).is_empty());
            for entity in list(&layer["entityInstances"]) {
                has(entity, ENTITY);
                assert!(iids.insert(text(&entity["iid"])), "{entity}");
                let kind = list(&defs["entities"]).iter().find(|def| def["uid"] == entity["defUid"]).unwrap();
                assert_eq!((&kind["identifier"], &kind["tags"]), (&entity["__identifier"], &entity["__tags"]));
                assert_eq!(list(&kind["fieldDefs"]).len(), list(&entity["fieldInstances"]).len());
                for (field, def) in list(&entity["fieldInstances"]).iter().zip(list(&kind["fieldDefs"])) {
                    has(field, FIELD);
                    assert_eq!((&field["defUid"], &field["__type"]), (&def["uid"], &def["__type"]));
                    assert!(def["canBeNull"] == true || !field["__value"].is_null(), "{field}");
                    assert_eq!(def["isArray"] == true, field["__value"].is_array(), "{field}");
                    check_choice(defs, field);
                    let allowed = list(&def["allowedRefTags"]);
                    let is_tag = |tag: &Value| list(&defs["entities"]).iter().any(|it| list(&it["tags"]).contains(tag));
                    assert!(allowed.iter().all(is_tag), "{def}");
                    let refers = text(&field["__type"]).contains("EntityRef");
                    let values = field["__value"].as_array().cloned().unwrap_or(vec![field["__value"].clone()]);
                    references.extend(values.into_iter().filter(|value| refers && !value.is_null()));
                }
            }
        }
        for field in list(&level["fieldInstances"]) {
            has(field, FIELD);
        }
        for neighbour in list(&level["__neighbours"]) {
            let other = list(&project["levels"]).iter().find(|other| other["iid"] == neighbour["levelIid"]).unwrap();
            let (own, other) = (level["worldDepth"].as_i64().unwrap(), other["worldDepth"].as_i64().unwrap());
            assert_eq!(text(&neighbour["dir"]), if other > own { ">" } else { "<" });
            assert_eq!((own - other).abs(), 1);
        }
    }
    for entry in list(&project["toc"]) {
        for instance in list(&entry["instancesData"]) {
            has(instance, "iids:o worldX:i worldY:i widPx:i heiPx:i fields:o");
            references.push(instance["iids"].clone());
        }
    }
    for reference in references {
        for key in ["entityIid", "layerIid", "levelIid", "worldIid"] {
            assert!(iids.contains(text(&reference[key])), "{reference} leads nowhere");
        }
    }
}

/// Checks that the value of an enum is one that the enum defines.
fn check_choice(defs: &Value, field: &Value) {
    if let (Some(name), Some(value)) = (text(&field["__type"]).strip_prefix("LocalEnum."), field["__value"].as_str()) {
        let def = list(&defs["enums"]).iter().find(|def| def["identifier"] == name).unwrap();
        assert!(list(&def["values"]).iter().any(|known| known["id"] == value), "{name} has no {value}");
    }
}

fn layer<'a>(level: &'a Value, name: &str) -> &'a Value {
    list(&level["layerInstances"]).iter().find(|layer| layer["__identifier"] == name).unwrap()
}

fn entities<'a>(level: &'a Value, kind: &str) -> Vec<&'a Value> {
    list(&layer(level, "Entities")["entityInstances"]).iter().filter(|it| it["__identifier"] == kind).collect()
}

fn value<'a>(entity: &'a Value, field: &str) -> &'a Value {
    let fields = list(&entity["fieldInstances"]).iter();
    &fields.into_iter().find(|it| it["__identifier"] == field).unwrap_or_else(|| panic!("no field {field}"))["__value"]
}

/// Checks that the level holds exactly this map, with the furniture of its drawing.
fn check_level(level: &Value, map: &Map, sheet: &TileSheet) {
    let map = &*with_furniture(map);
    let codes: Vec<u64> =
        list(&layer(level, "Cells")["intGridCsv"]).iter().map(|code| code.as_u64().unwrap()).collect();
    let expected: Vec<u64> = map.tiles.cells().iter().map(|tile| u64::from(tile.code())).collect();
    assert_eq!(codes, expected);
    let painted = sheet.layers(map);
    let mut seen = 0;
    for (name, of) in LAYERS {
        let Some(expected) = painted.iter().find(|layer| layer.name == of) else { continue };
        seen += 1;
        let mut tiles = vec![0; map.size().area()];
        for tile in list(&layer(level, name)["gridTiles"]) {
            let [cell, t] = [&tile["d"][0], &tile["t"]].map(|it| it.as_u64().unwrap() as usize);
            let (width, side) = (map.size().width as usize, sheet.tile() as usize);
            assert_eq!(tile["px"], serde_json::json!([cell % width * side, cell / width * side]));
            let columns = sheet.columns() as usize;
            assert_eq!(tile["src"], serde_json::json!([t % columns * side, t / columns * side]));
            tiles[cell] = t as u16 + 1;
        }
        assert!(tiles == expected.tiles.cells(), "{name}");
    }
    assert_eq!(seen, painted.len(), "every layer of the sheet is in the file");
    let of_kind = |kind: EntityKind| map.entities.iter().filter(|entity| entity.kind == kind).count();
    let counts = [
        ("Room", map.rooms.len()),
        ("Passage", map.passages.len()),
        ("Zone", map.zones.len()),
        ("Door", map.doors.len()),
        ("Stairs", map.stairs.len()),
        ("Exit", map.exits.len()),
        ("Decoration", map.decorations.len()),
        ("Label", map.labels.len()),
        ("Start", of_kind(EntityKind::Start)),
        ("Monster", of_kind(EntityKind::Monster)),
        ("Item", of_kind(EntityKind::Item)),
        ("Trap", of_kind(EntityKind::Trap)),
        ("Key", of_kind(EntityKind::Key)),
    ];
    for (kind, count) in counts {
        assert_eq!(entities(level, kind).len(), count, "{kind}");
    }
}

/// Makes the maps of every `step`-th preset.
fn preset_maps(step: usize) -> impl Iterator<Item = (&'static str, Map)> {
    presets::ALL.iter().step_by(step).map(|preset| {
        let plan = preset.recipe().plan(registry::ALL).unwrap();
        (preset.name, plan.run(Run::new(Seed::new(7_000_000_019))).unwrap())
    })
}

#[test]
fn projects_of_all_presets_are_read_and_complete() {
    let options = options(View::Gm);
    let sheet = TileSheet::draw(&options.picture.look.style, TILE).unwrap();
    for (name, map) in preset_maps(1) {
        let (file, sides) = exported(&map, View::Gm);
        let read: Project = serde_json::from_slice(&file).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!((read.levels.len(), &*read.json_version), (1, "1.5.3"), "{name}");
        let layers = read.levels[0].layer_instances.as_ref().unwrap();
        assert_eq!(layers.len(), read.defs.layers.len(), "{name}");
        assert_eq!(layers.last().unwrap().int_grid_csv.len(), map.size().area(), "{name}");
        let project: Value = serde_json::from_slice(&file).unwrap();
        check_rules(&project);
        check_level(&project["levels"][0], &map, &sheet);
        assert_eq!(sides.len(), 1, "{name}");
        assert_eq!(project["defs"]["tilesets"][0]["relPath"], *sides[0].name, "{name}");
        assert!(sides[0].bytes.starts_with(b"\x89PNG"), "{name}");
        assert!(String::from_utf8(file).unwrap().contains("7000000019"), "{name}: game masters know the seed");
    }
}

#[test]
fn files_for_players_hold_what_players_see() {
    let sheet = TileSheet::draw(&options(View::Gm).picture.look.style, TILE).unwrap();
    for (name, map) in preset_maps(4) {
        let (file, _) = exported(&map, View::Player);
        let project: Value = serde_json::from_slice(&file).unwrap();
        check_rules(&project);
        check_level(&project["levels"][0], &player_map(&map), &sheet);
        let file = String::from_utf8(file).unwrap();
        assert!(!file.contains("7000000019") && !file.contains("\"seed\":\""), "{name}");
        for room in entities(&project["levels"][0], "Room") {
            assert!(list(value(room, "tags")).is_empty() && value(room, "number").is_null(), "{name}");
        }
        // Another seed and no recipe: the file stays the same to the last byte. The furniture that
        // the drawing adds comes from the seed, so it is left out here.
        let mut options = options(View::Player);
        options.picture.look.furnish = false;
        let bytes = |map: &Map| {
            let mut file = Vec::new();
            write(map, Format::Ldtk, "crypt", &options, &mut file).unwrap();
            file
        };
        let mut bare = player_map(&map);
        bare.source.seed = Seed::new(1);
        bare.source.origin = std::sync::Arc::default();
        assert!(bytes(&map) == bytes(&bare), "{name}");
    }
}

#[test]
fn keys_and_doors_refer_to_each_other() {
    let locked = preset_maps(1).find(|(_, map)| map.mission.as_ref().is_some_and(|mission| !mission.locks.is_empty()));
    let (_, map) = locked.expect("a preset with locks");
    let project: Value = serde_json::from_slice(&exported(&map, View::Gm).0).unwrap();
    let level = &project["levels"][0];
    let locks = &map.mission.as_ref().unwrap().locks;
    let keys: Vec<_> = entities(level, "Key").into_iter().filter(|key| !list(value(key, "opens")).is_empty()).collect();
    assert_eq!(keys.iter().map(|key| list(value(key, "opens")).len()).sum::<usize>(), locks.len());
    for key in keys {
        for opened in list(value(key, "opens")) {
            let door = entities(level, "Door").into_iter().find(|door| door["iid"] == opened["entityIid"]).unwrap();
            assert_eq!(value(door, "state"), &*DoorState::Locked.to_string());
            assert_eq!(value(door, "key")["entityIid"], key["iid"]);
        }
    }
}

#[test]
fn levels_of_a_campaign_lie_above_each_other_and_stairs_are_linked() {
    let plan = campaign::find("caves-below").unwrap().campaign().with_levels(5).plan(registry::ALL).unwrap();
    let (file, maps) = campaign_file(&plan, Seed::new(11), View::Gm);
    let read: Project = serde_json::from_slice(&file).unwrap();
    assert_eq!(read.levels.len(), maps.len());
    let project: Value = serde_json::from_slice(&file).unwrap();
    check_rules(&project);
    let levels = list(&project["levels"]);
    let sheet = TileSheet::draw(&options(View::Gm).picture.look.style, TILE).unwrap();
    for (index, (level, map)) in levels.iter().zip(&maps).enumerate() {
        check_level(level, map, &sheet);
        assert_eq!(level["worldDepth"].as_i64(), Some(-(index as i64)));
        assert_eq!(level["identifier"], format!("Level_{}", index + 1));
        let Some(below) = levels.get(index + 1) else { continue };
        let down: Vec<_> = entities(level, "Stairs").into_iter().filter(|it| value(it, "to") == "down").collect();
        assert!(!down.is_empty());
        for stairs in down {
            let target = value(stairs, "leads_to");
            assert_eq!(target["levelIid"], below["iid"]);
            let up = entities(below, "Stairs").into_iter().find(|it| it["iid"] == target["entityIid"]).unwrap();
            assert_eq!((value(up, "to"), &up["px"]), (&Value::from("up"), &stairs["px"]));
            assert_eq!(value(up, "leads_to")["entityIid"], stairs["iid"]);
        }
    }
}

#[test]
fn campaigns_for_players_have_no_seed_and_no_names_of_layouts() {
    let plan = campaign::find("caves-below").unwrap().campaign().with_levels(5).plan(registry::ALL).unwrap();
    let (file, _) = campaign_file(&plan, Seed::new(7_000_000_019), View::Player);
    check_rules(&serde_json::from_slice(&file).unwrap());
    let file = String::from_utf8(file).unwrap();
    assert!(!file.contains("7000000019") && !file.contains("layout-name") && !file.contains("\"seed\":\""));
    let (file, _) = campaign_file(&plan, Seed::new(7_000_000_019), View::Gm);
    assert!(String::from_utf8(file).unwrap().contains("layout-name"));
}

#[test]
fn instance_ids_are_stable_and_depend_on_the_seed() {
    let iids = |seed: u64| -> BTreeSet<String> {
        let map = generate("bsp", Size::new(40, 30), Seed::new(seed)).unwrap();
        let project: Value = serde_json::from_slice(&exported(&map, View::Gm).0).unwrap();
        entities(&project["levels"][0], "Room").iter().map(|room| text(&room["iid"]).to_owned()).collect()
    };
    assert_eq!(iids(1), iids(1));
    assert!(iids(1).is_disjoint(&iids(2)));
}

/// A room with a column, a rug and a bed that faces east.
fn furnished() -> Map {
    let mut map = Map::from_ascii("\n########\n#......#\n#......#\n#......#\n########").unwrap();
    let thing = |kind: &'static str, x: i32, y: i32| Decoration::new(kind, Pos::new(x, y));
    let facing = |dir: &'static str| vec![dir.into(), "old".into()];
    map.decorations.push(thing("column-round", 5, 2));
    map.decorations.push(thing("rug", 2, 1).with_tags(facing("south")));
    map.decorations.push(thing("bed", 1, 2).with_tags(facing("east")));
    map
}

#[test]
fn decorations_have_their_size_facing_and_tags() {
    let map = furnished();
    let project: Value = serde_json::from_slice(&exported(&map, View::Gm).0).unwrap();
    let sheet = TileSheet::draw(&options(View::Gm).picture.look.style, TILE).unwrap();
    check_level(&project["levels"][0], &map, &sheet);
    let things = entities(&project["levels"][0], "Decoration");
    let bed = things.into_iter().find(|it| value(it, "kind") == "bed").unwrap();
    assert_eq!((&bed["width"], &bed["height"], &bed["px"]), (&16.into(), &8.into(), &serde_json::json!([8, 16])));
    assert_eq!((value(bed, "facing"), value(bed, "blocks")), (&"east".into(), &true.into()));
    assert_eq!(value(bed, "tags"), &serde_json::json!(["old"]));
    assert!(!list(&layer(&project["levels"][0], "Decorations")["gridTiles"]).is_empty());
}

#[test]
fn odd_maps_become_projects() {
    let tiny = Map::from_ascii(".").unwrap();
    let rock = Map::new(Size::new(3, 2), Tile::Wall);
    let void = Map::new(Size::new(1, 1), Tile::Void);
    let mut noted = Map::from_ascii("#@.$#").unwrap();
    noted.labels.push(mapwright::Label::new(Pos::new(2, 0), "a \"quote\"\u{1}\n</x> \\"));
    let furnished = furnished();
    for map in [tiny, rock, void, noted, furnished] {
        for view in [View::Gm, View::Player] {
            let (file, _) = exported(&map, view);
            serde_json::from_slice::<Project>(&file).unwrap();
            check_rules(&serde_json::from_slice(&file).unwrap());
        }
    }
}

#[test]
fn maps_that_are_too_large_are_refused() {
    let map = Map::new(Size::new(2500, 2500), Tile::Wall);
    let error = write(&map, Format::Ldtk, "big", &ExportOptions::default(), std::io::sink()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TooBig);
    assert!(error.to_string().contains("LDtk") && error.to_string().contains("4000000"), "{error}");
}
