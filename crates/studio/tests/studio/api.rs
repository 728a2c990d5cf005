//! The API without a socket: it returns the library's maps in all formats, and errors name the
//! field.

use crate::client::{get, post, studio};
use base64::Engine;
use mapwright::{Kind, Map, Recipe, Run, Seed, presets, registry, saved};
use serde_json::{Value, json};

fn cave(seed: &str) -> Value {
    json!({"recipe": {"step": [{"use": "cellular"}]}, "size": [40, 30], "seed": seed})
}

#[tokio::test]
async fn everything_with_a_name_is_listed() {
    let list = get(&studio(), "/api/list").await.ok();
    assert_eq!(list["generators"].as_array().unwrap().len(), registry::ALL.len());
    assert_eq!(list["presets"].as_array().unwrap().len(), presets::ALL.len());
    for part in ["styles", "layers", "formats", "tiles", "things", "heats", "metrics", "themes", "papers", "door_kinds"]
    {
        assert!(list[part].as_array().is_some_and(|list| !list.is_empty()), "{part}");
    }
    let preset = list["presets"].as_array().unwrap().iter().find(|preset| preset["name"] == "mine").unwrap();
    assert_eq!(Recipe::from_value(preset["recipe"].clone()).unwrap(), presets::find("mine").unwrap().recipe());
}

#[tokio::test]
async fn every_algorithm_has_its_schema() {
    let app = studio();
    let all = get(&app, "/api/schema").await.ok();
    for entry in registry::ALL {
        assert_eq!(all[entry.id], entry.schema());
        assert_eq!(get(&app, &format!("/api/schema/{}", entry.id)).await.ok(), entry.schema());
    }
    assert_eq!(all["recipe"], Recipe::schema());
    assert_eq!(get(&app, "/api/schema/celular").await.status, 404);
}

#[tokio::test]
async fn maps_equal_those_of_the_library() {
    let app = studio();
    for entry in registry::ALL.iter().filter(|entry| entry.kind == mapwright::Kind::Layout) {
        let recipe = Recipe::of(entry.id, serde_json::Map::new());
        let size = entry.natural;
        let map =
            recipe.plan(registry::ALL).unwrap().run(Run::new(Seed::new(7)).size(size.width, size.height)).unwrap();
        let wish = json!({"recipe": {"step": [{"use": entry.id}]}, "size": [size.width, size.height], "seed": "7"});
        let view = post(&app, "/api/generate", &json!({"wish": wish})).await.ok();
        assert_eq!(view["id"], map.digest().to_string(), "{}", entry.id);
        let tiles = base64::engine::general_purpose::STANDARD.decode(view["tiles"].as_str().unwrap()).unwrap();
        assert!(tiles.iter().copied().eq(map.tiles.cells().iter().map(|tile| tile.code())), "{}", entry.id);
        assert_eq!(view["rooms"].as_array().unwrap().len(), map.rooms.len());
        assert_eq!(view["findings"], json!([]));
        let runs: Vec<u64> = view["room_runs"].as_array().unwrap().iter().map(|run| run.as_u64().unwrap()).collect();
        let covered: u64 = runs.chunks(2).map(|run| run[1]).sum();
        assert_eq!(covered, if map.rooms.is_empty() { 0 } else { size.area() as u64 });
        let in_rooms: u64 = runs.chunks(2).filter(|run| run[0] > 0).map(|run| run[1]).sum();
        assert_eq!(in_rooms, map.rooms.iter().map(|room| room.shape.positions().count() as u64).sum::<u64>());
    }
}

#[tokio::test]
async fn large_numbers_and_words_are_seeds() {
    let app = studio();
    for seed in ["0", "4294967296", "9007199254740993", "18446744073709551615", "crypt"] {
        let view = post(&app, "/api/generate", &json!({"wish": cave(seed)})).await.ok();
        assert_eq!(view["seed"], Seed::from_word(seed).unwrap().number().to_string());
    }
}

#[tokio::test]
async fn a_saved_map_can_be_imported_unchanged() {
    let app = studio();
    let wish = json!({"recipe": {"step": [{"use": "bsp"}]}, "size": [50, 40], "seed": "5", "populate": 4});
    let view = post(&app, "/api/generate", &json!({"wish": wish})).await.ok();
    assert!(!view["entities"].as_array().unwrap().is_empty());
    assert!(!view["critical_path"].as_array().unwrap().is_empty());
    let file = post(&app, "/api/render", &json!({"wish": wish, "format": "json"})).await;
    let text = String::from_utf8(file.body).unwrap();
    let map = saved::from_str(&text).unwrap();
    assert_eq!(view["id"], map.digest().to_string());
    let opened = post(&app, "/api/import", &json!({"name": "halls.json", "text": text})).await.ok();
    assert_eq!((&opened["kind"], &opened["seed"]), (&json!("map"), &json!("5")));
    let again = post(&app, "/api/generate", &json!({"wish": {"map": opened["map"]}})).await.ok();
    assert_eq!(again["id"], view["id"]);
    let drawn = post(&app, "/api/import", &json!({"name": "a.txt", "text": "###\n#.#\n###\n"})).await.ok();
    let drawn = post(&app, "/api/generate", &json!({"wish": {"map": drawn["map"]}})).await.ok();
    assert_eq!((&drawn["size"], &drawn["recipe"]), (&json!([3, 3]), &Value::Null));
    let recipe = post(&app, "/api/import", &json!({"name": "r.toml", "text": "[[step]]\nuse = \"maze\""})).await.ok();
    assert_eq!(recipe["recipe"]["step"][0]["use"], "maze");
}

#[tokio::test]
async fn a_one_page_dungeon_can_be_imported() {
    let app = studio();
    let rects = json!([{"x": 0, "y": 0, "w": 3, "h": 3}, {"x": 1, "y": 3, "w": 1, "h": 1}]);
    let file = |y: i32| {
        let doors = json!([{"x": 1, "y": y, "dir": {"x": 0, "y": -1}, "type": 3}]);
        json!({"name": "cell.json", "text": json!({"rects": rects, "doors": doors}).to_string()})
    };
    let opened = post(&app, "/api/import", &file(3)).await.ok();
    let view = post(&app, "/api/generate", &json!({"wish": {"map": opened["map"]}})).await.ok();
    assert_eq!(view["size"], json!([5, 6]));
    let refused = post(&app, "/api/import", &file(4)).await;
    assert_eq!(refused.status, 422);
    assert!(String::from_utf8(refused.body).unwrap().contains("doors[0]: no rect covers 1,4"));
}

#[tokio::test]
async fn every_format_can_be_rendered() {
    let app = studio();
    let list = get(&app, "/api/list").await.ok();
    for format in list["formats"].as_array().unwrap() {
        let reply = post(&app, "/api/render", &json!({"wish": cave("7"), "format": format["name"]})).await;
        assert_eq!(reply.status, 200, "{format}");
        assert_eq!(reply.header("content-type"), format["type"].as_str().unwrap());
        let magic: &[u8] = match format["name"].as_str().unwrap() {
            "png" | "apng" | "vtt" => b"\x89PNG",
            // Files that belong together come as an archive.
            "foundry" | "foundry-module" | "fantasy-grounds" | "layers" | "tmx" | "tmj" | "ldtk" | "tscn" => {
                b"PK\x03\x04"
            }
            "dd2vtt" | "graph" | "watabou" => b"{",
            "csv" => b"1,",
            "npy" => b"\x93NUMPY",
            "dot" => b"graph",
            "svg" => b"<svg",
            "pdf" => b"%PDF",
            "json" => b"{",
            "txt" => b"#",
            "toml" => b"[[step]]",
            "gif" => b"GIF89a",
            "trace" => mapwright::trace::MAGIC,
            other => panic!("unknown first bytes of {other}"),
        };
        assert!(reply.body.starts_with(magic), "{format}");
    }
}

/// Returns width, height and pixels of a PNG.
fn pixels(bytes: &[u8]) -> (u32, u32, Vec<u8>) {
    let mut reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut pixels).unwrap();
    (info.width, info.height, pixels)
}

#[tokio::test]
async fn a_window_has_the_pixels_of_the_whole_picture() {
    let app = studio();
    for style in ["ink", "parchment", "tiles"] {
        let part = async |window: [i32; 4]| {
            let look = json!({"style": style});
            let body = json!({"wish": cave("7"), "look": look, "format": "png", "cell": 8, "window": window});
            let reply = post(&app, "/api/render", &body).await;
            assert_eq!(reply.status, 200);
            pixels(&reply.body)
        };
        let (width, height, whole) = part([-1, -1, 42, 32]).await;
        assert_eq!((width, height), (42 * 8, 32 * 8));
        for window in [[0, 0, 10, 10], [17, 9, 13, 7], [-1, 20, 42, 11], [30, 25, 11, 6]] {
            let (wide, high, cut) = part(window).await;
            assert_eq!((wide, high), (window[2] as u32 * 8, window[3] as u32 * 8));
            let depth = cut.len() / (wide * high) as usize;
            let whole_depth = whole.len() / (width * height) as usize;
            assert_eq!(depth, whole_depth, "{style}: equal colour types");
            let (left, top) = (((window[0] + 1) * 8) as usize, ((window[1] + 1) * 8) as usize);
            let near = |a: u8, b: u8, tolerance: u8| a.abs_diff(b) <= tolerance;
            for (y, row) in cut.chunks_exact(wide as usize * depth).enumerate() {
                let from = ((top + y) * width as usize + left) * depth;
                for (at, (a, b)) in whole[from..].iter().zip(row).enumerate() {
                    let x = at / depth;
                    // Strokes cut off by the edge are slightly lighter or darker there.
                    let edge = x == 0 || y == 0 || x + 1 == wide as usize || y + 1 == high as usize;
                    assert!(near(*a, *b, if edge { 24 } else { 2 }), "{style} {window:?}: {a} and {b} at {x},{y}");
                }
            }
        }
    }
}

#[tokio::test]
async fn a_window_of_a_large_map_is_drawn_by_itself() {
    let app = studio();
    let wish = json!({"recipe": {"step": [{"use": "cellular"}]}, "size": [600, 400], "seed": "7"});
    for window in [[100, 100, 30, 20], [-5, -5, 20, 20], [700, 700, 5, 5]] {
        let body = json!({"wish": wish, "format": "png", "cell": 4, "window": window});
        let (width, height, _) = pixels(&post(&app, "/api/render", &body).await.body);
        assert_eq!([width, height], [window[2] * 4, window[3] * 4].map(|side| side as u32));
    }
}

#[tokio::test]
async fn players_see_no_secrets_in_text() {
    let app = studio();
    let drawn = post(&app, "/api/import", &json!({"name": "a.txt", "text": "#####\n#.S.#\n#####\n"})).await.ok();
    let text = async |view: &str| {
        let body = json!({"wish": {"map": drawn["map"]}, "format": "txt", "look": {"view": view}});
        String::from_utf8(post(&app, "/api/render", &body).await.body).unwrap()
    };
    assert!(text("gm").await.contains('S'));
    assert!(!text("player").await.contains('S'));
}

#[tokio::test]
async fn check_and_measure() {
    let app = studio();
    let reply = post(&app, "/api/check", &json!({"wish": cave("7")})).await.ok();
    assert_eq!(reply, json!({"valid": true, "findings": []}));
    let broken = post(&app, "/api/import", &json!({"name": "a.txt", "text": "#####\n#.#.#\n#####\n"})).await.ok();
    let reply = post(&app, "/api/check", &json!({"wish": {"map": broken["map"]}})).await.ok();
    assert_eq!((&reply["valid"], &reply["findings"][0]["rule"]), (&json!(false), &json!("connected")));
    let measured = post(&app, "/api/measure", &json!({"wish": cave("7"), "heat": "density"})).await.ok();
    assert_eq!(measured["metrics"].as_array().unwrap().len(), mapwright::metrics::ALL.len());
    let values = measured["heat"]["values"].as_str().unwrap();
    let values = base64::engine::general_purpose::STANDARD.decode(values).unwrap();
    assert_eq!((values.len(), values.iter().max()), (1200, Some(&255)));
    let wrong = post(&app, "/api/measure", &json!({"wish": cave("7"), "heat": "warmth"})).await;
    assert_eq!((wrong.status.as_u16(), wrong.problem().1), (422, "/heat".to_owned()));
}

#[tokio::test]
async fn a_trace_ends_with_its_map() {
    let app = studio();
    let wish = json!({"recipe": {"step": [{"use": "mining"}]}, "size": [40, 30], "seed": "7"});
    let bytes = post(&app, "/api/trace", &json!({"wish": wish})).await.body;
    let number = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap()) as usize;
    let length = number(0);
    let header: Value = serde_json::from_slice(&bytes[4..4 + length]).unwrap();
    assert_eq!(length % 4, 0);
    let (moments, changes) =
        (header["moments"].as_u64().unwrap() as usize, header["changes"].as_u64().unwrap() as usize);
    assert!(moments > 100 && changes > 100);
    let first = 4 + length + 4 * 4 * moments;
    let cells = first + 4 * (moments + 1);
    let flips = cells + 4 * changes;
    assert_eq!(bytes.len(), flips + changes);
    assert_eq!((number(first), number(first + 4 * moments)), (0, changes));
    let mut plane = vec![1u8; 1200];
    for change in 0..changes {
        plane[number(cells + 4 * change)] ^= bytes[flips + change];
    }
    let view = post(&app, "/api/generate", &json!({"wish": wish})).await.ok();
    let tiles = base64::engine::general_purpose::STANDARD.decode(view["tiles"].as_str().unwrap()).unwrap();
    assert!(plane.iter().zip(&tiles).all(|(cell, tile)| cell & 15 == *tile));
    let few = post(&app, "/api/trace", &json!({"wish": wish, "moments": 50})).await.body;
    assert!(few.len() < bytes.len());
}

#[tokio::test]
async fn recipes_are_converted_between_toml_and_json() {
    let app = studio();
    let text = "[[step]]\nuse = \"cellular\"\nwith = { rounds = 3 }\n";
    let view = post(&app, "/api/recipe", &json!({"toml": text})).await.ok();
    assert_eq!((&view["problems"], &view["recipe"]["step"][0]["with"]["rounds"]), (&json!([]), &json!(3)));
    let back = post(&app, "/api/recipe", &json!({"recipe": view["recipe"]})).await.ok();
    assert_eq!(Recipe::from_toml(back["toml"].as_str().unwrap()).unwrap(), Recipe::from_toml(text).unwrap());
    let wrong = post(&app, "/api/recipe", &json!({"toml": "[[step]]\nuse = \"cellular\"\nwith = { rounds = 300 }\n"}))
        .await
        .ok();
    let problem = &wrong["problems"][0];
    assert_eq!((&problem["line"], &problem["field"]), (&json!(3), &json!("/toml/step/0/with/rounds")));
    let malformed = post(&app, "/api/recipe", &json!({"toml": "title = \n"})).await.ok();
    assert_eq!((&malformed["recipe"], &malformed["problems"][0]["line"]), (&Value::Null, &json!(1)));
}

#[tokio::test]
async fn parameters_that_may_be_null_are_made_and_written() {
    let app = studio();
    let mut tried = 0;
    for entry in registry::ALL {
        let schema = entry.schema();
        for (name, part) in schema["properties"].as_object().into_iter().flatten() {
            if !part.to_string().contains("null") || !part["default"].is_null() {
                continue;
            }
            let mut steps = vec![json!({"use": entry.id, "with": {(name): null}})];
            if entry.kind != Kind::Layout {
                steps.insert(0, json!({"use": "arena"}));
            }
            let recipe = json!({"step": steps});
            let view = post(&app, "/api/recipe", &json!({"recipe": recipe})).await.ok();
            assert_eq!(view["problems"], json!([]), "{} {name}", entry.id);
            let text = view["toml"].as_str().unwrap();
            assert!(Recipe::from_toml(text).unwrap().steps.last().unwrap().with.is_empty(), "{text}");
            post(&app, "/api/generate", &json!({"wish": {"recipe": recipe, "seed": "7"}})).await.ok();
            tried += 1;
        }
    }
    assert!(tried > 20, "{tried} parameters");
}

#[tokio::test]
async fn errors_in_map_requests_name_the_field() {
    let app = studio();
    let step = |step: Value| json!({"recipe": {"step": [step]}, "seed": "1"});
    let with = |key: &str, value: Value| {
        let mut wish = cave("1");
        wish[key] = value;
        wish
    };
    let cases = [
        (step(json!({"use": "celular"})), "unknown-name", "/wish/recipe/step/0/use"),
        (step(json!({"use": "cellular", "with": {"rounds": 300}})), "invalid", "/wish/recipe/step/0/with/rounds"),
        (step(json!({"use": "cellular", "with": {"round": 3}})), "invalid", "/wish/recipe/step/0/with/round"),
        (step(json!({"use": "border"})), "invalid", "/wish/recipe/step"),
        (with("size", json!([2, 2])), "does-not-fit", "/wish/size"),
        (with("size", json!([0, 5])), "invalid", "/wish/size"),
        (with("size", json!([-5, 5])), "invalid", "/wish/size"),
        (with("size", json!([100_000, 100_000])), "too-big", "/wish/size"),
        (with("size", json!([10])), "invalid", "/wish/size"),
        (with("size", json!("10x10")), "invalid", "/wish/size"),
        (with("seed", json!("-1")), "invalid", "/wish/seed"),
        (with("seed", json!("18446744073709551616")), "invalid", "/wish/seed"),
        (with("seed", json!("")), "invalid", "/wish/seed"),
        (with("seed", json!(7)), "invalid", "/wish/seed"),
        (with("populate", json!(0)), "invalid", "/wish/populate"),
        (with("populate", json!(1001)), "invalid", "/wish/populate"),
        (with("colour", json!(1)), "invalid", "/wish/colour"),
        (json!({}), "invalid", "/wish"),
        (json!({"map": "00000000000000000000000000000000"}), "unknown-map", ""),
        (json!({"map": "../../etc/passwd"}), "unknown-map", ""),
    ];
    for (wish, code, field) in cases {
        let reply = post(&app, "/api/generate", &json!({"wish": wish})).await;
        let problem = reply.problem();
        assert_eq!((&*problem.0, &*problem.1), (code, field), "{wish}: {}", problem.2);
        assert_eq!(reply.status, if code == "unknown-map" { 404 } else { 422 }, "{wish}");
        assert!(problem.2.len() > 5 && !problem.2.contains('\n'), "{wish}: {}", problem.2);
    }
}

#[tokio::test]
async fn errors_in_render_requests_name_the_field() {
    let app = studio();
    let png_with = |key: &str, value: Value| {
        let mut body = json!({"wish": cave("1"), "format": "png", "look": {}});
        match key.strip_prefix("look.") {
            Some(key) => body["look"][key] = value,
            None => body[key] = value,
        }
        body
    };
    let pdf_with = |key: &str, value: Value| {
        let mut body = png_with(key, value);
        body["format"] = json!("pdf");
        body
    };
    for (body, field) in [
        (png_with("cell", json!(0)), "/cell"),
        (png_with("cell", json!(257)), "/cell"),
        (png_with("window", json!([0, 0, 0, 5])), "/window"),
        (png_with("window", json!([0, 0, 2_147_483_647, 2_147_483_647])), "/window"),
        (png_with("window", json!([-2_147_483_648i64, 0, 5, 5])), "/window"),
        (png_with("window", json!([0, 0, 16_000, 16_000])), "/cell"),
        (png_with("format", json!("bmp")), "/format"),
        (png_with("heat", json!("warmth")), "/heat"),
        (png_with("look.style", json!("inkk")), "/look/style"),
        (png_with("look.style", json!("../ink.toml")), "/look/style"),
        (png_with("look.view", json!("dragon")), "/look/view"),
        (png_with("look.without", json!(["wals"])), "/look/without/0"),
        (png_with("look.water", json!("wet")), "/look/water"),
        (png_with("look.title", json!("x".repeat(201))), "/look/title"),
        (png_with("look.title", json!("a\u{0}b")), "/look/title"),
        (png_with("look.hue", json!(1)), "/look/hue"),
        (pdf_with("paper", json!("a9")), "/paper"),
        (pdf_with("square", json!("mile")), "/square"),
        (pdf_with("pages", json!("none")), "/pages"),
    ] {
        let reply = post(&app, "/api/render", &body).await;
        assert_eq!((reply.status.as_u16(), &*reply.problem().1), (422, field), "{body}");
    }
}

#[tokio::test]
async fn texts_in_an_svg_are_escaped() {
    let app = studio();
    let nasty = "<script>alert(1)</script>\"'&]]>";
    let wish = json!({"recipe": {"title": nasty, "step": [{"use": "dungeon"}]}, "seed": "7"});
    for letters in ["outlines", "text"] {
        let body = json!({"wish": wish, "format": "svg", "look": {"title": nasty, "legend": true}, "letters": letters});
        let reply = post(&app, "/api/render", &body).await;
        assert!(reply.header("content-security-policy").contains("sandbox"));
        assert!(reply.header("content-disposition").starts_with("attachment"));
        assert!(!String::from_utf8(reply.body).unwrap().contains("<script"));
    }
}

#[tokio::test]
async fn presets_and_layouts_have_thumbnails() {
    let app = studio();
    for name in ["mine", "one-page-dungeon", "cellular"] {
        let reply = get(&app, &format!("/api/thumbnail/{name}.png")).await;
        let (width, height, _) = pixels(&reply.body);
        assert!(width.max(height) <= 320, "{name}: {width}x{height}");
        assert!(reply.header("cache-control").contains("max-age"));
    }
    for name in ["minee.png", "mine", "border.png", "..%2f..%2fCargo.toml"] {
        assert_eq!(get(&app, &format!("/api/thumbnail/{name}")).await.status, 404, "{name}");
    }
}

#[tokio::test]
async fn inconsistent_files_do_not_break_the_server() {
    let app = studio();
    let map = Map::from_ascii("#####\n#...#\n#####").unwrap();
    let mut value: Value = serde_json::from_str(&saved::to_string(&map)).unwrap();
    value["rooms"] = json!([{"id": 0, "number": 1, "shape": {"rect": [-3, -3, 2000, 2000]}}]);
    let opened = post(&app, "/api/import", &json!({"name": "inconsistent.json", "text": value.to_string()})).await;
    if opened.status == 200 {
        let wish = json!({"map": opened.ok()["map"]});
        let view = post(&app, "/api/generate", &json!({"wish": wish})).await.ok();
        assert!(!view["findings"].as_array().unwrap().is_empty());
        let drawn = post(&app, "/api/render", &json!({"wish": wish, "format": "png", "cell": 4})).await;
        assert_eq!(drawn.status, 200);
    }
    for (name, text) in
        [("a.json", "{}"), ("a.json", "[[["), ("a.txt", ""), ("a.exe", "#"), ("a.toml", "= 1"), ("", "")]
    {
        let reply = post(&app, "/api/import", &json!({"name": name, "text": text})).await;
        assert_eq!(reply.status, 422, "{name}");
        assert!(["/text", "/name"].contains(&&*reply.problem().1));
    }
}

fn halls(edits: Value) -> Value {
    json!({"recipe": {"step": [{"use": "rooms-corridors"}]}, "size": [60, 40], "seed": "7", "edits": edits})
}

async fn made(app: &axum::Router, wish: &Value) -> Value {
    post(app, "/api/generate", &json!({"wish": wish})).await.ok()
}

#[tokio::test]
async fn edits_are_applied_in_order_and_saved_with_the_map() {
    let app = studio();
    let plain = made(&app, &halls(json!([]))).await;
    let room = &plain["rooms"][0];
    let [x, y] = [0, 1].map(|at| room["bounds"][at].as_i64().unwrap());
    let down = json!({"do": "move-room", "room": room["id"], "by": [0, 1]});
    let label = json!({"do": "label", "at": [x, y], "text": "<b>Beware</b>"});
    let moved = made(&app, &halls(json!([down, label]))).await;
    assert_eq!((&moved["edited"], &moved["findings"]), (&json!(true), &json!([])));
    assert_eq!(moved["rooms"][0]["bounds"][1], json!(y + 1));
    assert_eq!(moved["labels"], json!([{"at": [x, y], "text": "<b>Beware</b>"}]));
    // A new studio has no cached maps.
    assert_eq!(made(&studio(), &halls(json!([down, label]))).await, moved);
    assert_eq!(made(&app, &halls(json!([]))).await, plain, "undone");
    let file = post(&app, "/api/render", &json!({"wish": halls(json!([down, label])), "format": "json"})).await;
    let text = String::from_utf8(file.body).unwrap();
    assert_eq!(saved::from_str(&text).unwrap().source.edits.len(), 2);
    let opened = post(&app, "/api/import", &json!({"name": "edited.json", "text": text})).await.ok();
    let again = made(&app, &json!({"map": opened["map"]})).await;
    assert_eq!((&again["id"], &again["edited"], &again["labels"]), (&moved["id"], &json!(true), &moved["labels"]));
    // Imported maps can be edited further.
    let on = made(&app, &json!({"map": opened["map"], "edits": [{"do": "label", "at": [x, y], "text": ""}]})).await;
    assert_eq!(on["labels"], json!([]));
}

#[tokio::test]
async fn rerolling_keeps_pinned_rooms() {
    let app = studio();
    let plain = made(&app, &halls(json!([]))).await;
    let keep = &plain["rooms"][2];
    let rolled = made(&app, &halls(json!([{"do": "reroll", "seed": "5", "keep": [keep["id"]]}]))).await;
    let kept = rolled["rooms"].as_array().unwrap().iter().find(|room| room["id"] == keep["id"]).unwrap();
    assert_eq!((&kept["bounds"], &kept["number"]), (&keep["bounds"], &keep["number"]));
    assert_ne!(rolled["tiles"], plain["tiles"]);
    assert_eq!(rolled["findings"], json!([]));
}

#[tokio::test]
async fn errors_in_edits_name_the_edit() {
    let app = studio();
    let fine = json!({"do": "label", "at": [3, 3], "text": "x"});
    for (edit, field) in [
        (json!({"do": "move-room", "room": 0, "by": [-99, 0]}), "/wish/edits/1/by"),
        (json!({"do": "move-room", "room": 999, "by": [1, 0]}), "/wish/edits/1/room"),
        (json!({"do": "resize-room", "room": 0, "rect": [1, 1, 0, 4]}), "/wish/edits/1/rect"),
        (json!({"do": "door", "at": [0, 0], "kind": "door"}), "/wish/edits/1/at"),
        (json!({"do": "door", "at": [0, 0], "kind": "cat-flap"}), "/wish/edits/1"),
        (json!({"do": "label", "at": [99, 99], "text": "x"}), "/wish/edits/1/at"),
        (json!({"do": "label", "at": [3, 3], "text": "x".repeat(201)}), "/wish/edits/1/text"),
        (json!({"do": "reroll", "seed": "-1", "keep": []}), "/wish/edits/1/seed"),
        (json!({"do": "reroll", "seed": "1", "keep": [999]}), "/wish/edits/1/keep"),
        (json!({"do": "explode"}), "/wish/edits/1"),
        (json!({"do": "remove-room", "room": 0, "surprise": 1}), "/wish/edits/1"),
    ] {
        let reply = post(&app, "/api/generate", &json!({"wish": halls(json!([fine, edit]))})).await;
        let (code, at, message) = reply.problem();
        assert_eq!((reply.status.as_u16(), &*code), (422, "invalid"), "{edit}: {message}");
        assert!(at.starts_with(field), "{edit}: {at}: {message}");
    }
}

#[tokio::test]
async fn players_see_no_notes() {
    let app = studio();
    let wish = halls(json!([{"do": "label", "at": [20, 20], "text": "Xyzzy"}]));
    for (view, shows) in [("gm", true), ("player", false)] {
        let body = json!({"wish": wish, "format": "svg", "letters": "text", "look": {"view": view}});
        let svg = String::from_utf8(post(&app, "/api/render", &body).await.body).unwrap();
        assert_eq!(svg.contains("Xyzzy"), shows, "{view}");
    }
}

#[tokio::test]
async fn share_codes_hold_recipe_size_and_seed() {
    let app = studio();
    let wish = json!({"recipe": {"step": [{"use": "bsp", "with": {"max_depth": 3}}]}, "size": [50, 40],
        "seed": "18446744073709551615"});
    let view = made(&app, &wish).await;
    let shared = post(&app, "/api/share", &json!({"code": view["share"]})).await.ok();
    assert_eq!((&shared["size"], &shared["seed"]), (&wish["size"], &wish["seed"]));
    let again = made(&app, &json!({"recipe": shared["recipe"], "size": shared["size"], "seed": shared["seed"]})).await;
    assert_eq!(again["id"], view["id"]);
    for code in ["", "mw1.", "mw2.AAAA", "hello", "mw1.AAAAAAAA"] {
        let reply = post(&app, "/api/share", &json!({"code": code})).await;
        assert_eq!((reply.status.as_u16(), &*reply.problem().1), (422, "/code"), "{code}");
    }
}

#[tokio::test]
async fn players_see_no_secrets_in_a_window_of_a_large_map() {
    let app = studio();
    let rows: Vec<String> = (0..300)
        .map(|y| {
            let mut row = vec![b'#'; 300];
            if (10..40).contains(&y) {
                row[10..30].fill(b'.');
                row[31..60].fill(b'.');
            }
            if y == 20 {
                (row[12], row[30]) = (b'@', b'S');
            }
            String::from_utf8(row).unwrap()
        })
        .collect();
    let drawn = post(&app, "/api/import", &json!({"name": "a.txt", "text": rows.join("\n")})).await.ok();
    let window = async |view: &str, window: [i32; 4]| {
        let look = json!({"view": view});
        let body = json!({"wish": {"map": drawn["map"]}, "format": "png", "cell": 4, "window": window, "look": look});
        post(&app, "/api/render", &body).await.body
    };
    let behind = [40, 15, 10, 10];
    assert_ne!(window("gm", behind).await, window("player", behind).await, "the room behind the secret door");
    assert_eq!(
        window("player", behind).await,
        window("player", [200, 200, 10, 10]).await,
        "players see solid rock there"
    );
}

/// Edits and draws maps from files whose records contradict each other: the server may refuse, but
/// it must not fail.
#[tokio::test]
async fn editing_inconsistent_maps_does_not_break_the_server() {
    let app = studio();
    let wish = json!({"recipe": {"step": [{"use": "rooms-corridors"}]}, "size": [60, 40], "seed": "7", "populate": 3});
    let text =
        String::from_utf8(post(&app, "/api/render", &json!({"wish": wish, "format": "json"})).await.body).unwrap();
    let consistent: Value = serde_json::from_str(&text).unwrap();
    let changes: [(&str, Value); 12] = [
        ("/passages/0/points", json!([[5, 5], [50, 30]])),
        ("/passages/0/points", json!([[0, 0], [59, 0], [59, 39], [0, 39]])),
        ("/passages/0/points", json!([[3, 3]])),
        ("/passages/0/width", json!(40)),
        ("/passages/0/joins", json!([0, 0, 0])),
        ("/rooms/0/shape", json!({"kind": "rect", "x": 0, "y": 0, "width": 60, "height": 40})),
        ("/rooms/0/shape", json!({"kind": "circle", "x": 3, "y": 3, "width": 9, "height": 2})),
        ("/rooms/1/id", json!(0)),
        ("/rooms/0/id", json!(2_147_483_647)),
        ("/rooms/0/number", json!(2_147_483_647)),
        ("/entities/0", json!({"kind": "start", "x": 0, "y": 0, "name": ""})),
        (
            "/doors",
            json!([{"id": 3, "x": 0, "y": 0, "kind": "door", "state": "open", "joins": [{"room": 0}, {"passage": 0}]}]),
        ),
    ];
    for (place, change) in changes {
        let mut map = consistent.clone();
        *map.pointer_mut(place).unwrap_or_else(|| panic!("no {place}")) = change.clone();
        let opened = post(&app, "/api/import", &json!({"name": "inconsistent.json", "text": map.to_string()})).await;
        if opened.status != 200 {
            assert_eq!(opened.status, 422, "{place} {change}");
            continue;
        }
        let name = opened.ok()["map"].clone();
        let room = map["rooms"][0]["id"].clone();
        for edit in [
            json!({"do": "move-room", "room": room, "by": [0, 1]}),
            json!({"do": "move-room", "room": room, "by": [-1, 0]}),
            json!({"do": "resize-room", "room": room, "rect": [3, 3, 6, 5]}),
            json!({"do": "remove-room", "room": room}),
            json!({"do": "add-room", "rect": [25, 15, 3, 3]}),
            json!({"do": "door", "at": [0, 0], "kind": "secret"}),
            json!({"do": "paint", "tile": "wall", "rects": [[0, 0, 60, 40]]}),
            json!({"do": "reroll", "seed": "9", "keep": [room]}),
        ] {
            let wish = json!({"map": name, "edits": [edit]});
            let reply = post(&app, "/api/generate", &json!({"wish": wish})).await;
            assert!([200, 422].contains(&reply.status.as_u16()), "{place} {change} {edit}: {}", reply.status);
            if reply.status == 200 {
                let drawn = post(&app, "/api/render", &json!({"wish": wish, "format": "png", "cell": 4})).await;
                assert_eq!(drawn.status, 200, "{place} {change} {edit}");
                let file = post(&app, "/api/render", &json!({"wish": wish, "format": "json"})).await;
                let text = String::from_utf8(file.body).unwrap();
                let again = post(&app, "/api/import", &json!({"name": "a.json", "text": text})).await;
                assert_eq!(again.status, 200, "{place} {change} {edit}: a saved file can be imported");
            }
        }
    }
    let many = json!(vec![
        json!({"id": 1, "number": 1, "shape": {"kind": "rect", "x": 0, "y": 0, "width": 60, "height": 40}, "tags": []});
        5000
    ]);
    let mut map = consistent;
    map["rooms"] = many;
    let reply = post(&app, "/api/import", &json!({"name": "many.json", "text": map.to_string()})).await;
    assert_eq!((reply.status.as_u16(), &*reply.problem().0), (422, "too-big"));
}

/// Returns the mine of these tests.
fn mine() -> Value {
    json!({"recipe": {"step": [{"use": "mining"}]}, "size": [40, 30], "seed": "7"})
}

/// Returns the header of a run.
fn header_of(bytes: &[u8]) -> Value {
    let length = u32::from_le_bytes(bytes[..4].try_into().unwrap()) as usize;
    serde_json::from_slice(&bytes[4..4 + length]).unwrap()
}

#[tokio::test]
async fn an_imported_map_is_run_again_from_its_recipe_and_seed() {
    let app = studio();
    let run = post(&app, "/api/trace", &json!({"wish": mine()})).await;
    let timing = run.header("server-timing").strip_prefix("run;dur=").map(str::parse::<f64>);
    assert!(timing.is_some_and(|time| time.is_ok_and(|time| time > 0.0)));
    assert_eq!(header_of(&run.body)["differs"], false);
    let text = post(&app, "/api/render", &json!({"wish": mine(), "format": "json"})).await.body;
    let text = String::from_utf8(text).unwrap();
    let import = async |text: &str| post(&app, "/api/import", &json!({"name": "a.json", "text": text})).await.ok();
    let opened = import(&text).await;
    assert_eq!(opened["trace"], false);
    let wish = json!({"map": opened["map"]});
    assert_eq!(post(&app, "/api/trace", &json!({"wish": wish})).await.body, run.body);
    for format in ["gif", "apng", "trace"] {
        let [file, same] = [&wish, &mine()].map(|wish| json!({"wish": wish, "format": format, "cell": 1}));
        let (file, same) = (post(&app, "/api/render", &file).await, post(&app, "/api/render", &same).await);
        assert!(file.status == 200 && file.body == same.body, "{format}");
    }
    let mut edited = saved::from_str(&text).unwrap();
    edited.tiles[mapwright::Pos::new(1, 1)] = mapwright::Tile::Water;
    let wish = json!({"map": import(&saved::to_string(&edited)).await["map"]});
    assert_eq!(header_of(&post(&app, "/api/trace", &json!({"wish": wish})).await.body)["differs"], true);
    let drawn = post(&app, "/api/import", &json!({"name": "a.txt", "text": "###\n#.#\n###"})).await.ok();
    let refused = post(&app, "/api/trace", &json!({"wish": {"map": drawn["map"]}})).await;
    assert_eq!((refused.status.as_u16(), refused.problem().1), (422, "/wish/map".to_owned()));
}

#[tokio::test]
async fn a_trace_of_the_studio_can_be_imported() {
    let app = studio();
    let run = post(&app, "/api/trace", &json!({"wish": mine()})).await.body;
    let bytes = post(&app, "/api/render", &json!({"wish": mine(), "format": "trace"})).await.body;
    let text = base64::engine::general_purpose::STANDARD.encode(&bytes);
    let opened = post(&app, "/api/import", &json!({"name": "Mine.TRACE", "text": text})).await.ok();
    assert_eq!((&opened["kind"], &opened["trace"], &opened["seed"]), (&json!("map"), &json!(true), &json!("7")));
    let wish = json!({"map": opened["map"]});
    let view = made(&app, &wish).await;
    assert_eq!(view["id"], made(&app, &mine()).await["id"]);
    let replayed = post(&app, "/api/trace", &json!({"wish": wish})).await;
    assert_eq!(replayed.header("server-timing"), "");
    assert!(replayed.body == run);
    // With fewer moments, the others are merged and nothing is lost.
    let merged = post(&app, "/api/trace", &json!({"wish": wish, "moments": 50})).await.body;
    let (whole, merged) = (header_of(&run), header_of(&merged));
    assert!(merged["moments"].as_u64().unwrap() <= 50);
    let all = |header: &Value| header["moments"].as_u64().unwrap() + header["merged"].as_u64().unwrap();
    assert_eq!(all(&whole), all(&merged));
    let again = post(&app, "/api/render", &json!({"wish": wish, "format": "trace"})).await.body;
    assert_eq!(again, bytes);
    for text in ["", "!", "bm90IGEgdHJhY2U=", &text[..text.len() / 2]] {
        let refused = post(&app, "/api/import", &json!({"name": "a.trace", "text": text})).await;
        assert_eq!((refused.status.as_u16(), refused.problem().1), (422, "/text".to_owned()), "{text:.20}");
    }
}

#[tokio::test]
async fn remarks_are_told_from_shortfalls() {
    let app = studio();
    let small = made(&app, &mine()).await;
    assert_eq!((&small["notes"][0]["what"], &small["notes"][0]["remark"]), (&json!("size"), &json!(true)));
    let crowded = json!({"recipe": {"step": [{"use": "house", "with": {"room_count": 500}}]}, "size": [40, 40]});
    let crowded = made(&app, &crowded).await;
    assert_eq!((&crowded["notes"][0]["what"], &crowded["notes"][0]["remark"]), (&json!("rooms"), &json!(false)));
}

#[tokio::test]
async fn no_two_formats_have_the_same_file_name() {
    let app = studio();
    let list = get(&app, "/api/list").await.ok();
    let mut names = std::collections::BTreeSet::from(["map.png".to_owned()]);
    for format in list["formats"].as_array().unwrap().iter().filter(|format| format["name"] != "png") {
        // Foundry VTT needs squares of some size.
        let cell = if format["name"].as_str().unwrap().starts_with("foundry") { 20 } else { 1 };
        let reply = post(&app, "/api/render", &json!({"wish": mine(), "format": format["name"], "cell": cell})).await;
        assert_eq!(reply.status, 200, "{format}");
        let name = reply.header("content-disposition").split('"').nth(1).unwrap_or_default().to_owned();
        assert!(name.ends_with(format["ending"].as_str().unwrap()) && names.insert(name.clone()), "{name}");
    }
}

#[tokio::test]
async fn walls_and_doors_follow_the_audience() {
    let app = studio();
    let with = json!({"archetype": "crypt", "secret": 80, "hidden_rooms": true});
    let wish = json!({"recipe": {"step": [{"use": "dungeon", "with": with}]}, "seed": "3"});
    let ask = async |look: Value, secret: &str| {
        post(&app, "/api/sight", &json!({"wish": wish, "look": look, "secret": secret})).await.ok()
    };
    let doors = |sight: &Value, kind: &str| {
        sight["doors"].as_array().unwrap().iter().filter(|door| door["kind"] == kind).count()
    };
    let (walls, open) = (ask(json!({}), "wall").await, ask(json!({}), "door").await);
    assert_eq!(doors(&walls, "secret"), 0);
    assert!(doors(&open, "secret") > 0);
    assert_eq!(doors(&ask(json!({"view": "player"}), "door").await, "secret"), 0, "players know no secret door");
    assert!(walls["walls"].as_array().unwrap().iter().all(|line| line.as_array().unwrap().len() > 1));
}

#[tokio::test]
async fn an_empty_recipe_is_no_recipe() {
    let app = studio();
    for body in [json!({"recipe": {}}), json!({"recipe": {"step": []}}), json!({"toml": ""})] {
        let reply = post(&app, "/api/recipe", &body).await.ok();
        assert_eq!((&reply["recipe"], &reply["toml"]), (&Value::Null, &Value::Null), "{body}");
        assert_eq!(reply["problems"].as_array().unwrap().len(), 1, "{body}");
    }
}
