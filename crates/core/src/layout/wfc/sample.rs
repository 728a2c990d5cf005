//! Samples: the shipped ones, and parsing.

use super::super::drawn::is_opening;
use crate::base::grid::Grid;
use crate::base::shipped::{ShippedFile, shipped};
use crate::base::tile::Tile;
use crate::map::Map;
use schemars::{Schema, SchemaGenerator, json_schema};
use serde_json::{Value, json};

/// The files of `samples/`, each as its name and its text: a description, an empty line, the map.
pub(super) static SHIPPED: &[ShippedFile] = shipped!("samples");

/// Maximum number of tiles of a sample.
const MAX_TILES: usize = 16_384;

/// Splits a sample into its title and its map. A first line that is not a row of a map is a title
/// when an empty line follows it.
fn parts(text: &str) -> (&str, &str) {
    let is_title = |line: &str| line.chars().any(|c| Map::from_ascii(c.encode_utf8(&mut [0; 4])).is_err());
    for gap in ["\n\n", "\r\n\r\n"] {
        if let Some((title, map)) = text.split_once(gap)
            && !title.contains('\n')
            && is_title(title)
        {
            return (title, map);
        }
    }
    ("", text)
}

/// Returns the text of the shipped sample with this name.
pub(super) fn shipped(name: &str) -> Option<&'static str> {
    ShippedFile::find(SHIPPED, name).map(|file| file.text)
}

/// Returns the schema of the shipped samples: their names and titles.
pub(super) fn names(_: &mut SchemaGenerator) -> Schema {
    let choice = |file: &ShippedFile| json!({"const": file.name, "description": parts(file.text).0});
    let choices: Vec<Value> = SHIPPED.iter().map(choice).collect();
    json_schema!({"oneOf": choices})
}

/// Returns the schema of a map as text.
pub(super) fn drawn(_: &mut SchemaGenerator) -> Schema {
    json_schema!({
        "type": ["string", "null"],
        "maxLength": 20_000,
        "examples": [
            "########\n#......#\n#..##..#\n#..##..#\n#......#\n########",
            "#########\n#...#...#\n#...+...#\n#...#...#\n##+###+##\n#.......#\n#########",
            "########\n#~~~~~~#\n#~~..~~#\n#~....~#\n#~~..~~#\n#~~~~~~#\n########"
        ]
    })
}

/// Parses the tiles of a drawn sample, with or without a title. Stairs and figures become floor,
/// and so do doors unless `doors` is set.
pub(super) fn read(text: &str, doors: bool) -> Result<Grid<Tile>, String> {
    if text.is_empty() {
        return Err("the sample is empty; leave it out to follow a shipped one".to_owned());
    }
    let text = parts(text).1.trim_end_matches(['\n', '\r']);
    let width = text.lines().map(|line| line.chars().count()).max().unwrap_or(0);
    let height = text.lines().count();
    if width.saturating_mul(height) > MAX_TILES {
        return Err(format!("a sample of {width}x{height} tiles; the limit is {MAX_TILES} tiles"));
    }
    let map = Map::from_ascii(text).map_err(|error| error.to_string())?;
    let mut tiles = map.tiles;
    for pos in tiles.size().rect().positions() {
        let tile = tiles[pos];
        if tile.is_door() && doors {
            if !is_opening(&tiles, pos) {
                return Err(format!(
                    "column {}, row {}: a door stands in a wall, with floor on two opposite sides",
                    pos.x, pos.y
                ));
            }
        } else if tile.is_walkable() && tile != Tile::Bridge {
            tiles[pos] = Tile::Floor;
        }
    }
    if tiles.cells().iter().any(|tile| tile.is_walkable()) {
        Ok(tiles)
    } else {
        Err("the sample has no walkable tile".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::grid::Pos;

    #[test]
    fn shipped_samples_are_well_formed() {
        assert!(SHIPPED.len() >= 6);
        for &ShippedFile { name, text, .. } in SHIPPED {
            let (about, map) = parts(text);
            assert!(about.ends_with('.') && !about.contains('\n'), "{name} says what it shows, in a line");
            let width = map.lines().next().map_or(0, |line| line.chars().count());
            assert!(map.lines().all(|line| line.chars().count() == width), "{name}: rows of different length");
            let tiles = read(text, true).unwrap_or_else(|error| panic!("{name}: {error}"));
            let inside = tiles.size().rect().grown(-1);
            let edge = tiles.size().rect().positions().filter(|&pos| !inside.contains(pos));
            assert!(edge.into_iter().all(|pos| tiles[pos] == Tile::Wall), "{name} has a closed border");
        }
    }

    #[test]
    fn errors_in_a_sample_are_reported() {
        let wrong = |text: &str| read(text, true).unwrap_err();
        assert_eq!(wrong("###\n#~#"), "the sample has no walkable tile");
        assert_eq!(wrong("#?"), "column 1, row 0: '?' is not a tile; known are ` #.+'LS|~=<>@m$^kE`");
        assert_eq!(
            wrong("###\n.+#\n###"),
            "column 1, row 1: a door stands in a wall, with floor on two opposite sides"
        );
        assert_eq!(
            wrong(&format!("{}{}#", ".".repeat(300), "\n".repeat(299))),
            "a sample of 300x300 tiles; the limit is 16384 tiles"
        );
    }

    #[test]
    fn a_title_is_skipped() {
        let cave = shipped("cave").unwrap();
        assert_eq!(read(cave, true).unwrap().size().height, cave.lines().count() as i32 - 2);
        let tiles = read("A cell.\r\n\r\n###\r\n#.#\r\n###\r\n\r\n", true).unwrap();
        assert_eq!(tiles.size().to_string(), "3x3");
        // A row of tiles is not a title, and neither is a line directly above the first row.
        assert_eq!(read("#.#\n\n#.#", true).unwrap().row(1), [Tile::Void; 3]);
        assert_eq!(
            read("A cell.\n#.#", true).unwrap_err().split(';').next(),
            Some("column 0, row 0: 'A' is not a tile")
        );
        assert_eq!(read("", true).unwrap_err(), "the sample is empty; leave it out to follow a shipped one");
    }

    #[test]
    fn stairs_and_figures_stand_on_floor() {
        let tiles = read("#####\n#<+@#\n#####", true).unwrap();
        assert_eq!(tiles.row(1), [Tile::Wall, Tile::Floor, Tile::DoorClosed, Tile::Floor, Tile::Wall]);
        assert_eq!(read("#####\n#<+@#\n#####", false).unwrap()[Pos::new(2, 1)], Tile::Floor);
    }
}
