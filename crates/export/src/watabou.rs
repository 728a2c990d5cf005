//! The format of watabou's One Page Dungeon, written and read.
//!
//! A file is a JSON object: `rects` cover the floor (rooms, corridors, and every door as a square of
//! its own), `doors` say what stands in such a square, and `notes`, `columns` and `water` lie on
//! top. Importers for virtual tables and tools for solo play read it.
//!
//! What it tells: floor, rooms, doors, stairs, exits, columns, deep water, the goal of the mission
//! (or the room farthest from the start), the start, and the texts of the game master. A file for
//! players has no texts, no start and no goal of the mission. Locks, monsters and items have no
//! place in the format; the texts of rooms name what is in them.
//!
//! Our files have keys that other readers ignore: `room` of a rect is the number of its room, so that
//! a room of any shape is one room again; `rooms` is the number of rooms, because a cave has none;
//! `leads` of a door is `up`, `down` or `out`, because the format has no stairs up; and `start` is the
//! start of the players.

mod bounded;
mod build;
mod corridors;
mod detect;
mod divide;
mod entries;
mod read;
mod room_notes;
mod water;
mod write;

pub use detect::is_watabou;
pub use read::read_watabou;
pub(crate) use write::write;

use mapwright::{DoorKind, DoorState};

/// Maximum size of a file of One Page Dungeon, in bytes.
pub const WATABOU_MAX_BYTES: usize = 16 << 20;
/// Maximum number of rects.
const MAX_RECTS: usize = 262_144;
/// Maximum number of doors, and of notes.
const MAX_DOORS: usize = 65_536;
/// Maximum number of squares that a dungeon spans, and of squares with water.
const MAX_SQUARES: usize = 2_000_000;

/// The types of doors, in the order of their numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum DoorType {
    /// An opening without anything in it.
    Open,
    /// A single leaf.
    Door,
    /// A narrow opening.
    Archway,
    /// Leads out of the dungeon.
    Entrance,
    /// A grating.
    Portcullis,
    /// Two leaves.
    Double,
    /// Looks like wall from the side that it faces.
    Secret,
    /// A door of steel, which opens from one side only.
    OneWay,
    /// Stairs to the level below.
    StairsDown,
    /// A few steps between two parts of the level.
    Steps,
}

impl DoorType {
    const ALL: [DoorType; 10] = [
        DoorType::Open,
        DoorType::Door,
        DoorType::Archway,
        DoorType::Entrance,
        DoorType::Portcullis,
        DoorType::Double,
        DoorType::Secret,
        DoorType::OneWay,
        DoorType::StairsDown,
        DoorType::Steps,
    ];

    /// Returns the type for a door of this kind. A barred door becomes a one-way door, which opens
    /// from one side as well.
    const fn of(kind: DoorKind) -> DoorType {
        match kind {
            DoorKind::Archway => DoorType::Archway,
            DoorKind::Double => DoorType::Double,
            DoorKind::Secret => DoorType::Secret,
            DoorKind::Portcullis => DoorType::Portcullis,
            DoorKind::OneWay | DoorKind::Barred => DoorType::OneWay,
            _ => DoorType::Door,
        }
    }

    /// Returns the door of this type, or `None` if it is an opening, a way out, stairs or steps.
    const fn door(self) -> Option<(DoorKind, DoorState)> {
        match self {
            DoorType::Open | DoorType::Entrance | DoorType::StairsDown | DoorType::Steps => None,
            DoorType::Archway => Some((DoorKind::Archway, DoorState::Open)),
            DoorType::Door => Some((DoorKind::Door, DoorState::Closed)),
            DoorType::Portcullis => Some((DoorKind::Portcullis, DoorState::Closed)),
            DoorType::Double => Some((DoorKind::Double, DoorState::Closed)),
            DoorType::Secret => Some((DoorKind::Secret, DoorState::Closed)),
            DoorType::OneWay => Some((DoorKind::OneWay, DoorState::Closed)),
        }
    }
}

/// Where a door leads that is stairs or a way out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Leads {
    /// To the level above.
    Up,
    /// To the level below.
    Down,
    /// Out of the map.
    Out,
}

impl Leads {
    /// All values with their words.
    const ALL: [(Leads, &'static str); 3] = [(Leads::Up, "up"), (Leads::Down, "down"), (Leads::Out, "out")];

    const fn word(self) -> &'static str {
        Leads::ALL[self as usize].1
    }
}

/// The decoration that stands for [`DoorType::Steps`]; its tag says which way is down.
const STEPS: &str = "steps";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_door_is_read_as_the_kind_that_was_written() {
        for kind in DoorKind::ALL {
            let read = DoorType::of(kind).door().unwrap().0;
            assert_eq!(read, if kind == DoorKind::Barred { DoorKind::OneWay } else { kind });
        }
    }

    #[test]
    fn types_and_words_are_in_order() {
        for (index, kind) in DoorType::ALL.into_iter().enumerate() {
            assert_eq!(kind as usize, index);
        }
        for (leads, word) in Leads::ALL {
            assert_eq!(leads.word(), word);
        }
    }
}
