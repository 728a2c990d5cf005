//! [`Tile`]: the meaning of a cell.

use std::fmt;

/// The meaning of a cell of the map, in one byte. Its appearance is up to the renderer.
///
/// The list is complete on purpose, not `#[non_exhaustive]`: a game decides for every tile who may
/// enter it and who sees past it, and a new tile that fell into a `_` arm would be a silent
/// mistake. A new tile is a breaking change.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
#[repr(u8)]
pub enum Tile {
    /// Nothing: outside the playable area, never seen.
    #[default]
    Void = 0,
    /// Solid rock or masonry.
    Wall = 1,
    /// Open ground.
    Floor = 2,
    /// A closed door of any kind.
    DoorClosed = 3,
    /// An open door or an archway.
    DoorOpen = 4,
    /// A locked door, which needs a key.
    DoorLocked = 5,
    /// A secret door, which looks like wall until it is found.
    DoorSecret = 6,
    /// A lowered grating, which blocks movement but not the view.
    Portcullis = 7,
    /// Water too deep to walk in.
    Water = 8,
    /// A bridge over water.
    Bridge = 9,
    /// Stairs to the level above.
    StairsUp = 10,
    /// Stairs to the level below.
    StairsDown = 11,
}

impl Tile {
    /// All tiles with their characters, in the order of their codes.
    pub const ALL: [(Tile, char); 12] = [
        (Tile::Void, ' '),
        (Tile::Wall, '#'),
        (Tile::Floor, '.'),
        (Tile::DoorClosed, '+'),
        (Tile::DoorOpen, '\''),
        (Tile::DoorLocked, 'L'),
        (Tile::DoorSecret, 'S'),
        (Tile::Portcullis, '|'),
        (Tile::Water, '~'),
        (Tile::Bridge, '='),
        (Tile::StairsUp, '<'),
        (Tile::StairsDown, '>'),
    ];

    /// Returns the byte of this tile in digests of saved maps and everywhere else where it must not
    /// change.
    pub const fn code(self) -> u8 {
        self as u8
    }

    /// Returns the character of this tile in text maps.
    pub const fn to_char(self) -> char {
        Tile::ALL[self as usize].1
    }

    /// Returns the tile with this character.
    pub const fn from_char(c: char) -> Option<Tile> {
        let mut i = 0;
        while i < Tile::ALL.len() {
            if Tile::ALL[i].1 == c {
                return Some(Tile::ALL[i].0);
            }
            i += 1;
        }
        None
    }

    /// Returns true if a creature can stand there, once doors are found and opened.
    #[inline]
    pub const fn is_walkable(self) -> bool {
        !matches!(self, Tile::Void | Tile::Wall | Tile::Water)
    }

    /// Returns true for doors of any kind.
    #[inline]
    pub const fn is_door(self) -> bool {
        matches!(self, Tile::DoorClosed | Tile::DoorOpen | Tile::DoorLocked | Tile::DoorSecret | Tile::Portcullis)
    }
}

impl fmt::Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Tile::Void => "void",
            Tile::Wall => "wall",
            Tile::Floor => "floor",
            Tile::DoorClosed => "closed door",
            Tile::DoorOpen => "open door",
            Tile::DoorLocked => "locked door",
            Tile::DoorSecret => "secret door",
            Tile::Portcullis => "portcullis",
            Tile::Water => "water",
            Tile::Bridge => "bridge",
            Tile::StairsUp => "stairs up",
            Tile::StairsDown => "stairs down",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_tile_has_its_place_and_its_own_character() {
        for (index, (tile, c)) in Tile::ALL.into_iter().enumerate() {
            assert_eq!(tile.code() as usize, index);
            assert_eq!((tile.to_char(), Tile::from_char(c)), (c, Some(tile)));
        }
        assert_eq!(Tile::from_char('?'), None);
        assert_eq!(size_of::<Tile>(), 1);
    }
}
