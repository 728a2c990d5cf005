//! The layers of a picture, stacked again.

use mapwright::{Map, Run, Seed, presets, registry};
use mapwright_export::{ExportOptions, Format, write};
use mapwright_render::{Look, PictureOptions, Style, View};
use serde_json::Value;
use std::io::{Cursor, Read};

/// Pixels as red, green, blue and opacity.
struct Pixels {
    width: usize,
    height: usize,
    rgba: Vec<u8>,
}

fn decoded(bytes: &[u8]) -> Pixels {
    let mut decoder = png::Decoder::new(Cursor::new(bytes));
    decoder.set_transformations(png::Transformations::EXPAND | png::Transformations::ALPHA);
    let mut reader = decoder.read_info().unwrap();
    let mut raw = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut raw).unwrap();
    let rgba = match info.color_type {
        png::ColorType::GrayscaleAlpha => raw.chunks_exact(2).flat_map(|p| [p[0], p[0], p[0], p[1]]).collect(),
        _ => raw,
    };
    Pixels { width: info.width as usize, height: info.height as usize, rgba }
}

fn options(style: &str, view: View, cell: u32) -> ExportOptions {
    let look = Look { style: Style::named(style).unwrap(), view, title: Some("Crypt".to_owned()), ..Look::default() };
    let picture = PictureOptions { look, cell: Some(cell), ..PictureOptions::default() };
    ExportOptions { picture, ..ExportOptions::default() }
}

fn written(map: &Map, format: Format, options: &ExportOptions) -> Vec<u8> {
    let mut bytes = Vec::new();
    write(map, format, "map", options, &mut bytes).unwrap();
    bytes
}

fn entry(archive: &[u8], name: &str) -> Vec<u8> {
    let mut archive = zip::ZipArchive::new(Cursor::new(archive)).unwrap();
    let mut bytes = Vec::new();
    archive.by_name(name).unwrap().read_to_end(&mut bytes).unwrap();
    bytes
}

/// Stacks the layers of an archive, from back to front.
fn stacked(archive: &[u8]) -> (Value, Vec<[f32; 3]>) {
    let offsets: Value = serde_json::from_slice(&entry(archive, "offsets.json")).unwrap();
    let number = |value: &Value| value.as_u64().unwrap() as usize;
    let (width, height) = (number(&offsets["width"]), number(&offsets["height"]));
    let mut canvas = vec![[0.0f32; 3]; width * height];
    for layer in offsets["layers"].as_array().unwrap() {
        let pixels = decoded(&entry(archive, layer["file"].as_str().unwrap()));
        let [x, y, w, h] = ["x", "y", "width", "height"].map(|key| number(&layer[key]));
        assert_eq!((pixels.width, pixels.height), (w, h));
        let row = |row: usize| &pixels.rgba[4 * w * row..][..4 * w];
        let is_seen = |pixel: &[u8]| pixel[3] > 0;
        assert!(row(0).chunks_exact(4).any(is_seen) && row(h - 1).chunks_exact(4).any(is_seen), "trimmed");
        for (dy, dx) in (0..h).flat_map(|dy| (0..w).map(move |dx| (dy, dx))) {
            let pixel = &pixels.rgba[4 * (dy * w + dx)..][..4];
            let share = f32::from(pixel[3]) / 255.0;
            let below = &mut canvas[(y + dy) * width + x + dx];
            for (below, above) in below.iter_mut().zip(pixel) {
                *below += (f32::from(*above) - *below) * share;
            }
        }
    }
    (offsets, canvas)
}

fn preset(name: &str) -> Map {
    presets::find(name).unwrap().recipe().plan(registry::ALL).unwrap().run(Run::new(Seed::new(7))).unwrap()
}

#[test]
fn stacked_layers_equal_the_picture() {
    for (name, style, view, cell) in [
        ("delve", "ink", View::Gm, 12),
        ("delve", "parchment", View::Player, 9),
        ("flooded-cave", "colour", View::Gm, 7),
        ("small-house", "blueprint", View::Gm, 16),
        ("river-gorge", "old-school", View::Player, 8),
    ] {
        let Ok(_) = Style::named(style) else { continue };
        let (map, options) = (preset(name), options(style, view, cell));
        let picture = decoded(&written(&map, Format::Png, &options));
        let (offsets, canvas) = stacked(&written(&map, Format::Layers, &options));
        assert_eq!(offsets["width"], picture.width, "{name}");
        assert_eq!(offsets["height"], picture.height, "{name}");
        assert_eq!(offsets["cell"], cell);
        assert_eq!(offsets.get("origin").is_some(), view == View::Gm, "{name}");
        let off = canvas.iter().zip(picture.rgba.chunks_exact(4)).flat_map(|(stacked, pixel)| {
            stacked.iter().zip(pixel).map(|(a, b)| (a.round() - f32::from(*b)).abs()).collect::<Vec<_>>()
        });
        let worst = off.fold(0.0, f32::max);
        assert!(worst <= 2.0, "{name} in {style}: {worst}");
        let names: Vec<&str> =
            offsets["layers"].as_array().unwrap().iter().map(|it| it["name"].as_str().unwrap()).collect();
        assert!(names.starts_with(&["paper"]) && names.contains(&"walls") && names.contains(&"floor"), "{names:?}");
    }
}

#[test]
fn tiles_are_one_layer_and_tiny_maps_have_layers() {
    let (map, options) = (preset("delve"), options("tiles", View::Gm, 8));
    let (offsets, _) = stacked(&written(&map, Format::Layers, &options));
    assert_eq!(offsets["layers"].as_array().unwrap().len(), 1);
    let wall = Map::from_ascii("#").unwrap();
    let (offsets, _) = stacked(&written(&wall, Format::Layers, &ExportOptions::default()));
    assert_eq!(offsets["layers"][0]["name"], "paper");
}

#[test]
fn a_canvas_that_is_too_large_is_refused_with_the_limit() {
    let map = preset("delve");
    let error = write(&map, Format::Layers, "map", &options("ink", View::Gm, 250), std::io::sink()).unwrap_err();
    assert_eq!(error.kind(), mapwright_export::ErrorKind::TooBig);
    assert!(error.to_string().contains("the limit is 100000000 in all"), "{error}");
}
