//! Guarantees of generators about their maps.

use std::fmt;
use std::ops::{BitAnd, BitOr, Sub};

/// A set of guarantees about a map.
///
/// Tests verify the guarantees of every registry entry over all sizes, seeds and parameters, and
/// the checker verifies the guarantees that a map's steps gave.
#[doc(alias = "Guarantees")]
#[doc(alias = "invariants")]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Promises(u16);

impl Promises {
    /// No guarantees.
    pub const NONE: Promises = Promises(0);
    /// Every walkable tile can be reached from every other along rows and columns.
    pub const CONNECTED: Promises = Promises(1);
    /// No walkable tile lies on the edge of the map.
    pub const CLOSED_BORDER: Promises = Promises(2);
    /// No two rooms share a cell.
    pub const ROOMS_DISJOINT: Promises = Promises(4);
    /// No four walkable tiles form a square: corridors are one tile wide.
    pub const NO_2X2: Promises = Promises(8);
    /// The corners and sides of rooms lie on multiples of the map's grid, and so do passage ends
    /// inside rooms.
    pub const GRID_ALIGNED: Promises = Promises(16);
    /// Passages go around rooms, meet only at right angles, enter rooms at right angles and have no
    /// needless bends.
    pub const TIDY_PASSAGES: Promises = Promises(32);
    /// Rooms, passages and doors have mirror images, according to the map's symmetry.
    pub const SYMMETRIC: Promises = Promises(64);
    /// Decorations with a facing keep clear of doors, passages and each other, and block nothing.
    pub const FURNISHED: Promises = Promises(128);
    /// No monster is near the start, no two things share a cell, and no obstacle cuts off part of
    /// the map.
    pub const POPULATED: Promises = Promises(256);
    /// No secret door stands on the only way from the entrance to stairs, exits, or the goal and
    /// the keys of a mission. The run of a recipe keeps it: it turns such doors into plain ones.
    #[doc(alias = "solvable")]
    #[doc(alias = "completable")]
    pub const FINISHABLE: Promises = Promises(512);
    /// The guarantees about the form of a layout. A step that digs or fills loses them.
    pub const FORM: Promises = Promises::GRID_ALIGNED
        .and(Promises::TIDY_PASSAGES)
        .and(Promises::SYMMETRIC)
        .and(Promises::FURNISHED)
        .and(Promises::POPULATED)
        .and(Promises::FINISHABLE);
    /// All guarantees. A map without any floor keeps all of them.
    pub const ALL: Promises = Promises(1023);

    const NAMES: [(Promises, &str); 10] = [
        (Promises::CONNECTED, "connected"),
        (Promises::CLOSED_BORDER, "closed-border"),
        (Promises::ROOMS_DISJOINT, "rooms-disjoint"),
        (Promises::NO_2X2, "no-2x2"),
        (Promises::GRID_ALIGNED, "grid-aligned"),
        (Promises::TIDY_PASSAGES, "tidy-passages"),
        (Promises::SYMMETRIC, "symmetric"),
        (Promises::FURNISHED, "furnished"),
        (Promises::POPULATED, "populated"),
        (Promises::FINISHABLE, "finishable"),
    ];

    /// Returns true if this set contains all of `other`.
    pub const fn has(self, other: Promises) -> bool {
        self.0 & other.0 == other.0
    }

    /// Returns the union of both sets, like `|`, but usable in constants.
    #[must_use]
    pub const fn and(self, other: Promises) -> Promises {
        Promises(self.0 | other.0)
    }

    /// Returns this set without the guarantees in `other`, like `-`, but usable in constants.
    #[must_use]
    pub const fn without(self, other: Promises) -> Promises {
        Promises(self.0 & !other.0)
    }

    /// Iterates over the names of the guarantees, for lists and files.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        Promises::NAMES.into_iter().filter(move |(promise, _)| self.has(*promise)).map(|(_, name)| name)
    }

    /// Returns the guarantee with this name.
    pub fn from_name(name: &str) -> Option<Promises> {
        Promises::NAMES.into_iter().find(|(_, known)| *known == name).map(|(promise, _)| promise)
    }
}

impl BitOr for Promises {
    type Output = Promises;
    fn bitor(self, other: Promises) -> Promises {
        self.and(other)
    }
}

impl BitAnd for Promises {
    type Output = Promises;
    fn bitand(self, other: Promises) -> Promises {
        Promises(self.0 & other.0)
    }
}

impl Sub for Promises {
    type Output = Promises;
    fn sub(self, other: Promises) -> Promises {
        self.without(other)
    }
}

impl fmt::Debug for Promises {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.names()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_lists_every_named_flag() {
        let named = Promises::NAMES.into_iter().fold(Promises::NONE, |all, (promise, _)| all | promise);
        assert_eq!(named, Promises::ALL);
        assert_eq!(Promises::NAMES.map(|(promise, name)| Promises::from_name(name) == Some(promise)), [true; 10]);
    }
}
