use super::*;
use mapwright::Pos;

const EVERYTHING: &str = "
###################
#.....#...........#  ####
#.@.$.+..m..^..<..####..#
#.....#.........>.L.k.E.#
###'#####S#########|#####
  #....#~~~~~#   #....#
  #....|==~~~'...+....#
  ######~~~~~#########";

fn sheet(style: &str) -> TileSheet {
    TileSheet::draw(&Style::named(style).unwrap(), 32).unwrap()
}

/// Returns the pixels of a tile.
fn pixel(sheet: &TileSheet, index: usize, x: u32, y: u32) -> [u8; 4] {
    let index = index as u32;
    let (left, top) = (index % COLUMNS * sheet.tile, index / COLUMNS * sheet.tile);
    let at = ((top + y) * sheet.size().0 + left + x) as usize * 4;
    sheet.rgba[at..at + 4].try_into().unwrap()
}

#[test]
fn every_cell_of_a_map_has_the_tile_that_shows_it() {
    let map = Map::from_ascii(EVERYTHING).unwrap();
    let sheet = sheet("ink");
    let layers = sheet.layers(&map);
    assert_eq!(layers.iter().map(|layer| layer.name).collect::<Vec<_>>(), LAYER_NAMES);
    for pos in map.size().rect().positions() {
        let shown = layers.iter().rev().filter_map(|layer| layer.tiles[pos].checked_sub(1));
        let tile = shown.filter_map(|index| sheet.tiles()[usize::from(index)].tile).next();
        assert_eq!(tile, Some(map.tiles[pos]), "{pos}");
    }
}

#[test]
fn names_are_unique_and_overlays_are_transparent() {
    let sheet = sheet("ink");
    let mut names: Vec<&str> = sheet.tiles().iter().map(|tile| &*tile.name).collect();
    names.sort_unstable();
    assert!(names.windows(2).all(|two| two[0] != two[1]));
    for (index, tile) in sheet.tiles().iter().enumerate() {
        let pixels = || (0..32 * 32).map(|i| pixel(&sheet, index, i % 32, i / 32)[3]);
        let is_overlay = matches!(tile.class, "stairs" | "door" | "decoration");
        let is_opaque = pixels().all(|opacity| opacity == 255);
        // Of the overlays, only the middle of a rug covers its whole cell.
        let is_expected = if is_overlay { !is_opaque || tile.name.starts_with("rug") } else { is_opaque };
        assert!(is_expected, "{}", tile.name);
        assert!(pixels().any(|opacity| opacity > 0), "{} is empty", tile.name);
    }
}

#[test]
fn sizes_beyond_the_limits_are_refused() {
    for tile in [0, 7, 257] {
        let error = TileSheet::draw(&Style::default(), tile).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Invalid);
        assert!(error.to_string().contains("8..=256"), "{error}");
    }
}

#[test]
fn layers_show_the_outside_as_rock() {
    let map = Map::from_ascii("#").unwrap();
    let sheet = sheet("ink");
    let number = sheet.layers(&map)[1].tiles[Pos::new(0, 0)];
    assert_eq!(sheet.tiles()[usize::from(number) - 1].wang, Some([true; 8]));
}

/// Two neighbouring cells of a terrain with all ten cells around them, as bits of their masks.
fn neighbours() -> impl Iterator<Item = [u8; 2]> {
    (0u32..1 << 10).map(|around| {
        let has = |x: i32, y: i32| match (x, y) {
            (1 | 2, 1) => true,
            (_, 0) => around >> x & 1 == 1,
            (_, 2) => around >> (4 + x) & 1 == 1,
            (0, _) => around >> 8 & 1 == 1,
            _ => around >> 9 & 1 == 1,
        };
        let clockwise = [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)];
        [1, 2].map(|x| {
            let bits = clockwise.iter().enumerate().map(|(bit, (dx, dy))| u8::from(has(x + dx, 1 + dy)) << bit);
            bits.sum()
        })
    })
}

/// Returns the differences between a column of pixels and the next one, of the same tile or of
/// another.
fn differences(sheet: &TileSheet, (left, x): (u16, u32), (right, next): (u16, u32)) -> [u32; 32] {
    std::array::from_fn(|y| {
        let [a, b] = [(left, x), (right, next)].map(|(tile, x)| pixel(sheet, usize::from(tile), x, y as u32));
        a.iter().zip(b).map(|(a, b)| u32::from(a.abs_diff(b))).max().unwrap()
    })
}

#[test]
fn lines_of_walls_and_shores_meet_at_every_seam() {
    for style in ["minimal", "old-blue"] {
        let sheet = sheet(style);
        for [left, right] in neighbours() {
            for find in [Catalog::wall, Catalog::water] {
                let [one, two] = [left, right].map(|mask| find(&sheet.catalog, mask));
                let off = differences(&sheet, (one, 31), (two, 0)).into_iter().max().unwrap();
                assert!(off <= 40, "{style}: {left:08b} beside {right:08b}, {off}");
            }
        }
    }
}

#[test]
fn seams_differ_no_more_than_columns_inside_of_tiles() {
    for style in ["ink", "parchment", "colour", "night", "blueprint"] {
        let sheet = sheet(style);
        for find in [Catalog::wall, Catalog::water] {
            let (mut seams, mut inside) = (0, 0);
            for [left, right] in neighbours() {
                let [one, two] = [left, right].map(|mask| find(&sheet.catalog, mask));
                seams += differences(&sheet, (one, 31), (two, 0)).into_iter().sum::<u32>();
                inside += differences(&sheet, (one, 24), (one, 25)).into_iter().sum::<u32>();
            }
            assert!(seams * 2 <= inside * 3 + 1024 * 32, "{style}: {seams} at seams, {inside} inside");
        }
    }
}

#[test]
fn floor_and_crisp_tiles_have_variants() {
    let map = Map::new(mapwright::Size::new(20, 20), Tile::Floor);
    for style in ["ink", "tiles"] {
        let sheet = sheet(style);
        let mut used = sheet.layers(&map)[0].tiles.cells().to_vec();
        used.sort_unstable();
        used.dedup();
        // Four variants each: away from the edge, at its two sides, and in its corner.
        assert!(used.len() > 12, "{style}: {used:?}");
        let pixels = |index: u16| {
            (0..32 * 32).map(|i| pixel(&sheet, usize::from(index - 1), i % 32, i / 32)).collect::<Vec<_>>()
        };
        assert!(used.windows(2).all(|two| pixels(two[0]) != pixels(two[1])), "{style}");
    }
}
