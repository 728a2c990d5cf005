//! [`Cell`]: what is at a place at some moment, in one byte.

use crate::map::{EntityKind, Map};
use crate::tile::Tile;

/// What is at a cell at some moment: the tile, and what stands on it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cell(pub(super) u8);

/// What stands on a tile; of several things the one that comes first here.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Thing {
    /// Where the player begins.
    Start,
    /// A way out of the map.
    Exit,
    /// Something that opens a lock.
    Key,
    /// Somebody to meet.
    Monster,
    /// Something to take.
    Item,
    /// Something to avoid.
    Trap,
    /// Furniture and dressing.
    Decoration,
}

impl Thing {
    /// All of them, by rank.
    pub const ALL: [Thing; 7] =
        [Thing::Start, Thing::Exit, Thing::Key, Thing::Monster, Thing::Item, Thing::Trap, Thing::Decoration];

    /// Its number in the upper half of a cell; of two things on a cell the larger one is shown.
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
    /// Solid wall: what every map is before the first moment.
    pub(super) const WALL: Cell = Cell(Tile::Wall.code());
    /// The half that holds the tile.
    pub(super) const TILE: u8 = 15;

    /// Its byte: the code of the tile in the lower half, that of the thing in the upper; 0 is no thing, and things that come first have
    /// the larger codes.
    pub const fn code(self) -> u8 {
        self.0
    }

    /// What the place means.
    pub const fn tile(self) -> Tile {
        Tile::ALL[(self.0 & Cell::TILE) as usize].0
    }

    /// What stands there.
    pub const fn thing(self) -> Option<Thing> {
        match (self.0 >> 4) as usize {
            0 => None,
            rank => Some(Thing::ALL[Thing::ALL.len() - rank]),
        }
    }

    /// Whether the byte is one that [`Cell::tile`] and [`Cell::thing`] can read.
    pub(super) const fn is_known(byte: u8) -> bool {
        ((byte & Cell::TILE) as usize) < Tile::ALL.len() && (byte >> 4) as usize <= Thing::ALL.len()
    }
}

/// All things on the map, each with its place: exits, entities, decorations, in this order.
pub(super) fn things(map: &Map) -> impl Iterator<Item = (crate::grid::Pos, Thing)> + '_ {
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
