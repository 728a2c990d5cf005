use super::*;
use crate::ErrorKind;
use ::png::Decoder;
use mapwright::{Size, Tile};
use std::collections::BTreeSet;
use std::io::Cursor;

type Rgba = [u8; 4];
type Files = Vec<(String, Vec<u8>)>;

fn file(width: u32, height: u32, color: ColorType, pixels: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, width, height);
    encoder.set_color(color);
    encoder.set_depth(BitDepth::Eight);
    let mut writer = encoder.write_header().unwrap();
    writer.write_image_data(pixels).unwrap();
    writer.finish().unwrap();
    bytes
}

fn plain(side: u32, color: Rgba) -> Vec<u8> {
    file(side, side, ColorType::Rgba, &color.repeat((side * side) as usize))
}

fn files(side: u32, all: &[(&str, Rgba)]) -> Files {
    all.iter().map(|&(name, color)| (name.to_owned(), plain(side, color))).collect()
}

const FLOOR: Rgba = [100, 90, 80, 255];
const WALL: Rgba = [20, 20, 30, 255];
const UP: Rgba = [200, 200, 0, 255];
const DOWN: Rgba = [0, 200, 200, 255];
const NEEDED: [(&str, Rgba); 4] =
    [("floor.png", FLOOR), ("wall.png", WALL), ("stairs-up.png", UP), ("stairs-down.png", DOWN)];

fn set(side: u32, more: &[(&str, Rgba)]) -> TileSet {
    TileSet::read(files(side, &[&NEEDED, more].concat())).unwrap()
}

/// Returns the width and the pixels of a picture.
fn decoded(set: &TileSet, map: &Map, cell: u32, seed: u64) -> (usize, Vec<Rgba>) {
    let mut bytes = Vec::new();
    set.png(map, cell, Seed::new(seed), &mut bytes).unwrap();
    let mut reader = Decoder::new(Cursor::new(bytes)).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut pixels).unwrap();
    (info.width as usize, pixels.as_chunks::<4>().0.to_vec())
}

/// Returns one pixel per tile.
fn tiles(set: &TileSet, text: &str) -> Vec<Rgba> {
    decoded(set, &Map::from_ascii(text).unwrap(), 1, 0).1
}

#[test]
fn every_tile_has_its_picture() {
    let more = [
        ("door.png", [1, 0, 0, 255]),
        ("door-open.png", [2, 0, 0, 255]),
        ("door-locked.png", [3, 0, 0, 255]),
        ("door-secret.png", [4, 0, 0, 255]),
        ("portcullis.png", [5, 0, 0, 255]),
        ("water.png", [6, 0, 0, 255]),
        ("bridge.png", [7, 0, 0, 255]),
        ("Void.PNG", [8, 0, 0, 255]),
    ];
    let shown = tiles(&set(4, &more), " #.+'LS|~=<>");
    let red = |r| [r, 0, 0, 255];
    let expected = [red(8), WALL, FLOOR, red(1), red(2), red(3), red(4), red(5), red(6), red(7), UP, DOWN];
    assert_eq!(shown, expected);
}

#[test]
fn missing_pictures_fall_back_to_others() {
    let shown = tiles(&set(4, &[]), " #.+'LS|~=<>");
    assert_eq!(shown[0], [0; 4], "the outside is transparent");
    assert_eq!(shown[3..8], [FLOOR; 5], "missing doors are drawn as floor");
    assert!(shown[8][2] > shown[8][0] && shown[8] != FLOOR, "water is blue: {:?}", shown[8]);
    assert_eq!(shown[9..], [FLOOR, UP, DOWN]);
    let doors = tiles(&set(4, &[("door.png", [9, 9, 9, 255])]), "+'LS|");
    assert_eq!(doors, [[9, 9, 9, 255]; 5]);
}

#[test]
fn transparent_pictures_are_drawn_over_their_ground() {
    let set = set(4, &[("door.png", [255, 0, 0, 128]), ("bridge.png", [0; 4]), ("water.png", [0, 0, 200, 255])]);
    assert_eq!(tiles(&set, "+="), [[178, 45, 40, 255], [0, 0, 200, 255]]);
}

#[test]
fn variants_are_all_used_and_depend_on_the_seed_only() {
    let greens: Vec<Rgba> = (1..=3).map(|g| [0, g, 0, 255]).collect();
    let more = [("floor-2.png", greens[0]), ("floor-mossy.png", greens[1]), ("floor7.png", greens[2])];
    let set = set(2, &more);
    let map = Map::new(Size::new(40, 30), Tile::Floor);
    let (_, shown) = decoded(&set, &map, 1, 7);
    let used: BTreeSet<Rgba> = shown.iter().copied().collect();
    assert_eq!(used, greens.iter().copied().chain([FLOOR]).collect());
    for green in used {
        let share = shown.iter().filter(|pixel| **pixel == green).count();
        assert!((200..400).contains(&share), "{share} of 1200 are {green:?}");
    }
    assert_eq!(decoded(&set, &map, 1, 7).1, shown);
    assert_ne!(decoded(&set, &map, 1, 8).1, shown);
    let mut files = files(2, &[&NEEDED[..], &more].concat());
    files.reverse();
    assert_eq!(decoded(&TileSet::read(files).unwrap(), &map, 1, 7).1, shown, "the order of files does not matter");
}

#[test]
fn pictures_are_drawn_at_any_size() {
    let mut files = files(2, &NEEDED);
    let corners: [Rgba; 4] = [[1, 1, 1, 255], [2, 2, 2, 255], [3, 3, 3, 255], [4, 4, 4, 255]];
    files[0].1 = file(2, 2, ColorType::Rgba, corners.as_flattened());
    let set = TileSet::read(files).unwrap();
    assert_eq!(set.side(), 2);
    let map = Map::from_ascii("..").unwrap();
    let (width, pixels) = decoded(&set, &map, 6, 0);
    assert_eq!((width, pixels.len()), (12, 72));
    assert_eq!([pixels[0], pixels[5], pixels[5 * 12], pixels[6 * 12 - 1]], corners, "crisp");
    for cell in [1, 3, 5, 256] {
        let (width, pixels) = decoded(&set, &map, cell, 0);
        assert_eq!((width, pixels.len()), (2 * cell as usize, 2 * (cell * cell) as usize));
    }
}

#[test]
fn grey_paletted_and_deep_files_are_read() {
    let mut files = files(2, &NEEDED);
    files[0].1 = file(2, 2, ColorType::Grayscale, &[50; 4]);
    files[1].1 = file(2, 2, ColorType::Rgb, &[7; 12]);
    files[2].1 = file(2, 2, ColorType::GrayscaleAlpha, &[9, 255, 9, 255, 9, 255, 9, 255]);
    let mut indexed = Vec::new();
    let mut encoder = Encoder::new(&mut indexed, 2, 2);
    encoder.set_color(ColorType::Indexed);
    encoder.set_depth(BitDepth::One);
    encoder.set_palette(vec![1, 2, 3, 4, 5, 6]);
    encoder.write_header().unwrap().write_image_data(&[0b1100_0000, 0b1100_0000]).unwrap();
    files[3].1 = indexed;
    let shown = tiles(&TileSet::read(files).unwrap(), ".#<>");
    assert_eq!(shown, [[50, 50, 50, 255], [7, 7, 7, 255], [9, 9, 9, 255], [4, 5, 6, 255]]);
}

#[test]
fn large_maps_are_split_into_a_few_adjacent_images() {
    let set = set(32, &[("floor-2.png", [0, 255, 0, 255])]);
    let map = Map::new(Size::new(200, 130), Tile::Floor);
    let group = set.images(&map, Seed::new(3)).unwrap();
    let images: Vec<&Image> =
        group.nodes.iter().map(|node| if let Node::Image(image) = node { image } else { panic!("{node:?}") }).collect();
    assert_eq!(images.len(), 4);
    let (_, whole) = decoded(&set, &map, 1, 3);
    for image in images {
        let Pixels { width, height, rgba } = &*image.pixels;
        assert!(*width <= IMAGE_SIDE && *height <= IMAGE_SIDE && rgba.len() == (width * height * 4) as usize);
        assert_eq!((*width as f32, *height as f32), (image.bounds.width() * 32.0, image.bounds.height() * 32.0));
        let at = image.bounds.from;
        assert_eq!(rgba[..4], whole[at.y as usize * 200 + at.x as usize], "the same tile as in the picture");
    }
}

#[test]
fn huge_maps_are_drawn_smaller_or_rejected() {
    let set = set(256, &[]);
    let map = Map::new(Size::new(2000, 50), Tile::Wall);
    let group = set.images(&map, Seed::new(0)).unwrap();
    let Node::Image(image) = &group.nodes[0] else { panic!("no image") };
    assert_eq!(image.pixels.height, 50 * 8);
    let endless = Map::new(Size::new(20_000, 1), Tile::Wall);
    assert_eq!(set.images(&endless, Seed::new(0)).unwrap_err().kind(), ErrorKind::TooBig);
    assert_eq!(set.png(&map, 9, Seed::new(0), Vec::new()).unwrap_err().kind(), ErrorKind::TooBig);
    assert_eq!(set.png(&map, 0, Seed::new(0), Vec::new()).unwrap_err().kind(), ErrorKind::Invalid);
}

#[test]
fn text_files_are_ignored() {
    let mut files = files(4, &NEEDED);
    for name in ["LICENSE", "readme.MD", "credits.txt", ".DS_Store"] {
        files.push((name.to_owned(), b"words".to_vec()));
    }
    assert!(TileSet::read(files).is_ok());
}

#[test]
fn errors_name_the_file_the_problem_and_the_solution() {
    let reject = |change: &dyn Fn(&mut Files)| {
        let mut files = files(4, &NEEDED);
        change(&mut files);
        let error = TileSet::read(files).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Invalid);
        let message = error.to_string();
        assert!(!message.contains('\n'), "{message}");
        message
    };
    let with = |name: &str, bytes: Vec<u8>| {
        let (name, bytes) = (name.to_owned(), bytes);
        reject(&move |files| files.push((name.clone(), bytes.clone())))
    };
    assert_eq!(with("door.png", Vec::new()), "door.png: the file is empty: save it again");
    assert_eq!(
        with("door.png", b"GIF89a".to_vec()),
        "door.png: this is not a PNG file, despite its name: save it as PNG"
    );
    let whole = plain(4, FLOOR);
    for length in 8..whole.len() - 12 {
        let message = with("door.png", whole[..length].to_vec());
        assert!(
            message.starts_with("door.png: the PNG is broken (") && message.ends_with("): save it again"),
            "{message}"
        );
    }
    assert_eq!(
        with("floor-2.png", plain(8, FLOOR)),
        "floor.png: 4x4 pixels, but floor-2.png has 8x8: all tiles of a set must have the same size"
    );
    assert_eq!(
        with("door.png", file(4, 6, ColorType::Rgba, &FLOOR.repeat(24))),
        "door.png: 4x6 pixels: a tile must be a square with a side of 1 to 256 pixels; crop or scale it to 6x6"
    );
    assert_eq!(
        with("door.png", plain(257, FLOOR)),
        "door.png: 257x257 pixels: a tile must be a square with a side of 1 to 256 pixels; crop or scale it to 256x256"
    );
    assert_eq!(with("door.jpg", Vec::new()), "door.jpg: not a PNG file: save it as PNG or remove it from the folder");
    let unknown = with("flor.png", plain(4, FLOOR));
    assert!(unknown.starts_with("flor.png: no tile is called \"flor\"; ") && unknown.contains("floor"), "{unknown}");
    for missing in ["floor.png", "wall.png"] {
        assert_eq!(
            reject(&|files| files.retain(|(name, _)| name != missing)),
            format!("{missing} is missing: a tile set needs floor, wall, and stairs-down or stairs-up")
        );
    }
    assert!(TileSet::read([]).unwrap_err().to_string().starts_with("floor.png is missing"));
    let many = reject(&|files| files.extend((0..600).map(|i| (format!("floor-{i}.png"), Vec::new()))));
    assert_eq!(many, "a tile set has at most 512 files: remove files that are not tiles");
    with("new\nline.png", Vec::new());
}

#[test]
fn folders_hold_pictures_of_any_name() {
    let all = [
        ("floors/limestone/a.png", FLOOR),
        ("walls/wall of doors.png", WALL),
        ("stairs_down.png", DOWN),
        ("Doors/x.png", [1, 0, 0, 255]),
        ("floors/.hidden", FLOOR),
    ];
    let set = TileSet::read(files(1, &all)).unwrap();
    assert_eq!(tiles(&set, "#.+><"), [WALL, FLOOR, [1, 0, 0, 255], DOWN, DOWN], "one picture of stairs serves both");
    let unknown = TileSet::read(files(1, &[("flor/a.png", FLOOR)])).unwrap_err().to_string();
    assert_eq!(unknown, "flor/a.png: no folder of tiles is called \"flor\"; did you mean floor?");
    let none = TileSet::read(files(1, &[("floor.png", FLOOR), ("wall.png", WALL)])).unwrap_err().to_string();
    assert!(none.starts_with("stairs-down.png is missing"), "{none}");
}
