//! What a generator guarantees about its maps.

use std::fmt;
use std::ops::{BitAnd, BitOr, Sub};

/// A set of guarantees. Tests hold every registry entry to its own over all sizes, seeds and parameters, and the checker
/// holds every map to what its steps promised.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Promises(u16);

impl Promises {
    /// Nothing.
    pub const NONE: Promises = Promises(0);
    /// Every walkable tile can be reached from every other along rows and columns.
    pub const CONNECTED: Promises = Promises(1);
    /// No walkable tile lies on the edge of the map.
    pub const CLOSED_BORDER: Promises = Promises(2);
    /// No two rooms share a cell.
    pub const ROOMS_DISJOINT: Promises = Promises(4);
    /// Nowhere do four walkable tiles make a square: corridors are one tile wide.
    pub const NO_2X2: Promises = Promises(8);
    /// The corners and sides of rooms lie on multiples of the map's grid, and so do the ends of passages that begin inside them.
    pub const GRID_ALIGNED: Promises = Promises(16);
    /// Passages go around rooms, meet at right angles alone, enter rooms squarely and do not fidget.
    pub const TIDY_PASSAGES: Promises = Promises(32);
    /// Rooms, passages and doors have their images, as the map's symmetry says.
    pub const SYMMETRIC: Promises = Promises(64);
    /// Decorations that say where they face stand clear of doors, ways and each other, and block nothing.
    pub const FURNISHED: Promises = Promises(128);
    /// Nobody is met at the start, nothing stands on anything else, and nothing is cut off by what is in the way.
    pub const POPULATED: Promises = Promises(256);
    /// What depends on how everything was laid out: whatever digs or fills loses it.
    pub const FORM: Promises = Promises::GRID_ALIGNED
        .and(Promises::TIDY_PASSAGES)
        .and(Promises::SYMMETRIC)
        .and(Promises::FURNISHED)
        .and(Promises::POPULATED);
    /// Every promise there is: a map without any floor keeps them all.
    pub const ALL: Promises = Promises(511);

    const NAMES: [(Promises, &str); 9] = [
        (Promises::CONNECTED, "connected"),
        (Promises::CLOSED_BORDER, "closed-border"),
        (Promises::ROOMS_DISJOINT, "rooms-disjoint"),
        (Promises::NO_2X2, "no-2x2"),
        (Promises::GRID_ALIGNED, "grid-aligned"),
        (Promises::TIDY_PASSAGES, "tidy-passages"),
        (Promises::SYMMETRIC, "symmetric"),
        (Promises::FURNISHED, "furnished"),
        (Promises::POPULATED, "populated"),
    ];

    /// Whether all of those are among these.
    pub const fn has(self, other: Promises) -> bool {
        self.0 & other.0 == other.0
    }

    /// All of both; `|` for constants.
    #[must_use]
    pub const fn and(self, other: Promises) -> Promises {
        Promises(self.0 | other.0)
    }

    /// These but for those; `-` for constants.
    #[must_use]
    pub const fn without(self, other: Promises) -> Promises {
        Promises(self.0 & !other.0)
    }

    /// Their names, for lists and files.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        Promises::NAMES.into_iter().filter(move |(promise, _)| self.has(*promise)).map(|(_, name)| name)
    }

    /// The promise with this name.
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
    fn all_is_all_that_have_names() {
        let named = Promises::NAMES.into_iter().fold(Promises::NONE, |all, (promise, _)| all | promise);
        assert_eq!(named, Promises::ALL);
        assert_eq!(Promises::NAMES.map(|(promise, name)| Promises::from_name(name) == Some(promise)), [true; 9]);
    }
}
