//! [`Cell`]: the contents of a cell at some moment, in one byte.

use crate::base::tile::Tile;
use crate::map::{EntityKind, Map};

/// The contents of a cell at some moment: the tile, and the thing on it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cell(pub(super) u8);

/// A thing on a tile. Of several things in a cell, the first in this list is shown.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Thing {
    /// The start position of the player.
    Start,
    /// An exit from the map.
    Exit,
    /// A key that opens a lock.
    Key,
    /// A monster.
    Monster,
    /// An item to pick up.
    Item,
    /// A trap.
    Trap,
    /// Furniture and dressing.
    Decoration,
}

impl Thing {
    /// All things, the highest rank first.
    pub const ALL: [Thing; 7] =
        [Thing::Start, Thing::Exit, Thing::Key, Thing::Monster, Thing::Item, Thing::Trap, Thing::Decoration];

    /// Returns the number in the upper half of a cell. Of two things in a cell, the one with the
    /// larger number is shown.
    pub(super) const fn rank(self) -> u8 {
        (Thing::ALL.len() - self as usize) as u8
    }
}

impl From<EntityKind> for Thing {
    fn from(kind: EntityKind) -> Self {
        match kind {
            EntityKind::Start => Thing::Start,
            EntityKind::Monster => Thing::Monster,
            EntityKind::Item => Thing::Item,
            EntityKind::Trap => Thing::Trap,
            EntityKind::Key => Thing::Key,
        }
    }
}

impl Cell {
    /// Solid wall: every cell before the first moment.
    pub(super) const WALL: Cell = Cell(Tile::Wall.code());
    /// The half of the byte that holds the tile.
    pub(super) const TILE: u8 = 15;

    /// Returns the byte: the code of the tile in the lower half, that of the thing in the upper. 0
    /// means no thing, and things that come first have larger codes.
    pub const fn code(self) -> u8 {
        self.0
    }

    /// Returns the tile.
    pub const fn tile(self) -> Tile {
        Tile::ALL[(self.0 & Cell::TILE) as usize].0
    }

    /// Returns the thing on the tile.
    pub const fn thing(self) -> Option<Thing> {
        match (self.0 >> 4) as usize {
            0 => None,
            rank => Some(Thing::ALL[Thing::ALL.len() - rank]),
        }
    }

    /// Returns true if [`Cell::tile`] and [`Cell::thing`] can decode the byte.
    pub(super) const fn is_known(byte: u8) -> bool {
        ((byte & Cell::TILE) as usize) < Tile::ALL.len() && (byte >> 4) as usize <= Thing::ALL.len()
    }
}

/// Iterates over all things on the map with their positions: exits, entities, decorations, in this
/// order.
pub(super) fn things(map: &Map) -> impl Iterator<Item = (crate::base::grid::Pos, Thing)> + '_ {
    let exits = map.exits.iter().map(|exit| (exit.pos, Thing::Exit));
    let entities = map.entities.iter().map(|entity| (entity.pos, entity.kind.into()));
    let decorations = map.decorations.iter().map(|decoration| (decoration.pos, Thing::Decoration));
    exits.chain(entities).chain(decorations)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_byte_holds_a_tile_and_a_thing() {
        for (tile, _) in Tile::ALL {
            assert_eq!((Cell(tile.code()).tile(), Cell(tile.code()).thing()), (tile, None));
            for thing in Thing::ALL {
                let byte = tile.code() | thing.rank() << 4;
                assert!(Cell::is_known(byte));
                assert_eq!((Cell(byte).tile(), Cell(byte).thing()), (tile, Some(thing)));
            }
        }
        assert_eq!((0..=255).filter(|&byte| Cell::is_known(byte)).count(), 12 * 8);
        assert!(Thing::Start.rank() > Thing::Decoration.rank());
    }
}
