//! Maps as text: one character per tile, one line per row.

use super::{Door, DoorId, DoorKind, Entity, EntityKind, Exit, Extra, Level, Map, Stairs};
use crate::base::error::{Error, ErrorKind};
use crate::base::grid::{Dir, Grid, MAX_TILES, Pos, Size};
use crate::base::tile::Tile;
use smallvec::SmallVec;
use std::borrow::Cow;

/// The character of an exit in texts with entities.
const EXIT: char = 'E';

impl Map {
    /// Reads a map from text, as written by [`Map::to_ascii`] or with the entities `@ E m $ ^ k`
    /// drawn over floor.
    ///
    /// One empty line at the beginning is skipped and short rows are filled with void, so that a
    /// test can draw its map in the source. Doors and stairs become records as well as tiles.
    #[doc(alias = "parse")]
    pub fn from_ascii(text: &str) -> Result<Map, Error> {
        let text = text.strip_prefix('\n').unwrap_or(text);
        let lines: Vec<&str> = text.lines().collect();
        let width = lines.iter().map(|line| line.chars().count()).max().unwrap_or(0);
        let tiles = width as u128 * lines.len() as u128;
        if tiles == 0 {
            return Err(Error::new(ErrorKind::BadFile, "a map without a tile: draw at least one character"));
        }
        // Checked before anything is allocated: one long row and many short ones make a large map
        // out of a small text.
        if tiles > MAX_TILES as u128 {
            let message = format!("a map of {width}x{} tiles; the limit is {} tiles", lines.len(), MAX_TILES);
            return Err(Error::new(ErrorKind::TooBig, message));
        }
        let size = Size::new(width as i32, lines.len() as i32);
        let mut map = Map::with_tiles(Grid::new(size, Tile::Void));
        for (y, line) in lines.iter().enumerate() {
            for (x, c) in line.chars().enumerate() {
                map.draw(Pos::new(x as i32, y as i32), c)?;
            }
        }
        map.record_doors_and_stairs();
        Ok(map)
    }

    fn draw(&mut self, pos: Pos, c: char) -> Result<(), Error> {
        let kind = EntityKind::ALL.into_iter().find(|(_, known)| *known == c).map(|(kind, _)| kind);
        if let Some(tile) = Tile::from_char(c) {
            self.tiles[pos] = tile;
            return Ok(());
        }
        if let Some(kind) = kind {
            self.entities.push(Entity { kind, pos, name: Cow::Borrowed(""), extra: Extra::default() });
        } else if c == EXIT {
            self.exits.push(Exit { pos, extra: Extra::default() });
        } else {
            let message = format!("column {}, row {}: {c:?} is not a tile; known are `{}`", pos.x, pos.y, known());
            return Err(Error::new(ErrorKind::BadFile, message));
        }
        self.tiles[pos] = Tile::Floor;
        Ok(())
    }

    fn record_doors_and_stairs(&mut self) {
        for pos in self.size().rect().positions() {
            let dir = match self.tiles[pos] {
                Tile::StairsUp => Some(Level::Up),
                Tile::StairsDown => Some(Level::Down),
                _ => None,
            };
            self.stairs.extend(dir.map(|dir| Stairs { pos, dir, extra: Extra::default() }));
            let Some((kind, state)) = DoorKind::of_tile(self.tiles[pos]) else { continue };
            let facing = facing(&self.tiles, pos);
            let id = DoorId(self.doors.len() as u32);
            self.doors.push(Door { id, pos, facing, kind, state, joins: SmallVec::new(), extra: Extra::default() });
        }
    }

    /// Writes the map as text: one character per tile, one line per row, each row as long as the
    /// map is wide and ended by a line break.
    pub fn to_ascii(&self) -> String {
        let mut text = String::with_capacity((self.size().width as usize + 1) * self.size().height as usize);
        for row in self.tiles.rows() {
            text.extend(row.iter().map(|tile| tile.to_char()));
            text.push('\n');
        }
        text
    }

    /// Writes the map as text with exits and entities drawn over the tiles.
    pub fn to_ascii_with_entities(&self) -> String {
        let mut text = self.to_ascii().into_bytes();
        let exits = self.exits.iter().map(|exit| (exit.pos, EXIT));
        for (pos, c) in exits.chain(self.entities.iter().map(|entity| (entity.pos, entity.kind.to_char()))) {
            if self.size().contains(pos) {
                text[pos.y as usize * (self.size().width as usize + 1) + pos.x as usize] = c as u8;
            }
        }
        text.into_iter().map(char::from).collect()
    }
}

/// Returns the direction that a door faces, judging by the tiles around it.
pub(crate) fn facing(tiles: &Grid<Tile>, pos: Pos) -> Dir {
    let open = |dir| tiles.get(pos.step(dir)).is_some_and(|tile| tile.is_walkable());
    if open(Dir::West) && open(Dir::East) { Dir::East } else { Dir::South }
}

fn known() -> String {
    let tiles = Tile::ALL.into_iter().map(|(_, c)| c);
    tiles.chain(EntityKind::ALL.into_iter().map(|(_, c)| c)).chain([EXIT]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_goes_in_and_comes_out() {
        let text = "#########\n#.+.L.S.#\n#'##|##~#\n#.<.>..=#\n#########\n";
        let map = Map::from_ascii(text).unwrap();
        assert_eq!(map.to_ascii(), text);
        assert_eq!((map.doors.len(), map.stairs.len()), (5, 2));
        assert!(map.doors.iter().all(|door| door.tile() == map.tiles[door.pos]));
        assert_eq!(map.floor_positions().count(), map.walkable().count());
    }

    #[test]
    fn entities_stand_on_floor() {
        let map = Map::from_ascii("\n######\n#@mE$#\n#^k..#\n######").unwrap();
        assert_eq!(map.to_ascii(), "######\n#....#\n#....#\n######\n");
        assert_eq!(map.to_ascii_with_entities(), "######\n#@mE$#\n#^k..#\n######\n");
    }

    #[test]
    fn short_rows_are_filled_with_void() {
        let map = Map::from_ascii("###\n#\n").unwrap();
        assert_eq!(map.to_ascii(), "###\n#  \n");
    }

    #[test]
    fn unknown_tile_characters_are_named() {
        let error = Map::from_ascii("##\n#?").unwrap_err();
        assert_eq!(error.to_string(), "column 1, row 1: '?' is not a tile; known are ` #.+'LS|~=<>@m$^kE`");
        assert!(Map::from_ascii("").is_err());
        assert!(Map::from_ascii("\n\n").is_err());
        let huge = format!("{}{}", "#".repeat(100_000), "\n".repeat(100_000));
        assert_eq!(Map::from_ascii(&huge).unwrap_err().kind(), ErrorKind::TooBig);
    }

    #[test]
    fn any_difference_changes_the_digest() {
        let map = Map::from_ascii("####\n#..#\n####").unwrap();
        let mut other = map.clone();
        other.tiles[Pos::new(1, 1)] = Tile::Water;
        assert_ne!(map.digest(), other.digest());
        let mut other = map.clone();
        other.dig_room(crate::base::grid::Rect::new(1, 1, 2, 1));
        assert_ne!(map.digest(), other.digest());
        assert_eq!(map.digest(), map.clone().digest());
    }
}
