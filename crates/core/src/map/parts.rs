//! The records of a map other than rooms: passages, doors, stairs, exits, entities, decorations,
//! labels and notes.

use super::{DoorId, Extra, PassageId, RoomId, Tags};
use crate::base::grid::{Dir, Pos, Rect};
use crate::base::tile::Tile;
use crate::base::words::words;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use std::borrow::Cow;

/// A corridor that the algorithm dug between rooms.
#[doc(alias = "corridor")]
#[doc(alias = "tunnel")]
#[doc(alias = "hallway")]
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Passage {
    /// Id that doors refer to; unique on the map.
    pub id: PassageId,
    /// Width in cells.
    pub width: i32,
    /// The centre line. Consecutive points share a row or a column.
    pub points: SmallVec<[Pos; 3]>,
    /// The rooms that it connects.
    pub joins: SmallVec<[RoomId; 2]>,
    /// The passage in which it ends, if it joins only one room;
    /// [`Map::settle`](crate::Map::settle) keeps it up to date.
    #[doc(alias = "junction")]
    pub ends_in: Option<PassageId>,
    /// Keys that another program wrote.
    pub extra: Extra,
}

impl Passage {
    /// Creates a passage along these points that connects these rooms.
    /// [`Map::dig_passage`](crate::Map::dig_passage) also lays its floor.
    pub fn new(id: PassageId, width: i32, points: &[Pos], joins: &[RoomId]) -> Self {
        let (points, joins) = (SmallVec::from_slice(points), SmallVec::from_slice(joins));
        Passage { id, width, points, joins, ends_in: None, extra: Extra::default() }
    }

    /// Returns how many cells a passage of this width extends to the left of (or above) its centre
    /// line, and to the right (or below).
    pub const fn reach(width: i32) -> (i32, i32) {
        ((width - 1) / 2, width / 2)
    }

    /// Returns the points of a passage along these cells, each next to the one before: its ends and
    /// its bends.
    ///
    /// ```
    /// use mapwright::{Passage, Pos};
    /// let line = [(1, 1), (2, 1), (3, 1), (3, 2)].map(|(x, y)| Pos::new(x, y));
    /// assert_eq!(Passage::corners(&line)[..], [line[0], line[2], line[3]]);
    /// assert_eq!(Passage::corners(&line[..1])[..], [line[0]]);
    /// ```
    pub fn corners(line: &[Pos]) -> SmallVec<[Pos; 3]> {
        let bends = line.windows(3).filter(|three| three[0].x != three[2].x && three[0].y != three[2].y);
        let mut points: SmallVec<[Pos; 3]> = line.first().into_iter().copied().collect();
        points.extend(bends.map(|three| three[1]));
        points.extend(line.last().filter(|_| line.len() > 1).copied());
        points
    }

    /// Returns the smallest rectangle around the passage, or `None` if it has no points.
    pub fn bounds(&self) -> Option<Rect> {
        self.legs().reduce(Rect::around)
    }

    /// Iterates over the rectangles that make up the passage, one per segment. A passage with a
    /// single point is a square.
    pub fn legs(&self) -> impl Iterator<Item = Rect> + '_ {
        let (before, after) = Passage::reach(self.width);
        let leg = move |a: Pos, b: Pos| {
            let line = Rect::spanning(a, b);
            Rect::new(line.x - before, line.y - before, line.width + before + after, line.height + before + after)
        };
        let single = (self.points.len() == 1).then(|| leg(self.points[0], self.points[0]));
        self.points.windows(2).map(move |ends| leg(ends[0], ends[1])).chain(single)
    }
}

/// A door. It occupies a cell of its own between the places it connects.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Door {
    /// Id; unique on the map.
    pub id: DoorId,
    /// The cell of the door.
    pub pos: Pos,
    /// Direction that the door faces. Creatures pass it in this direction or the opposite one.
    pub facing: Dir,
    /// Construction of the door.
    pub kind: DoorKind,
    /// Current state of the door.
    pub state: DoorState,
    /// The places on its two sides, if the algorithm knows them.
    pub joins: SmallVec<[Place; 2]>,
    /// Keys that another program wrote.
    pub extra: Extra,
}

impl Door {
    /// Creates a door that connects these places. [`Map::add_door`](crate::Map::add_door) also lays
    /// its tile.
    pub fn new(id: DoorId, pos: Pos, facing: Dir, kind: DoorKind, state: DoorState, joins: &[Place]) -> Self {
        Door { id, pos, facing, kind, state, joins: SmallVec::from_slice(joins), extra: Extra::default() }
    }

    /// Returns the tile of the door.
    pub const fn tile(&self) -> Tile {
        self.kind.tile(self.state)
    }
}

/// The construction of a door.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum DoorKind {
    /// An opening without a leaf; never closed.
    Archway = 0,
    /// A single leaf.
    Door = 1,
    /// Two leaves.
    Double = 2,
    /// Looks like wall until it is found.
    Secret = 3,
    /// A grating that can be raised and lowered.
    Portcullis = 4,
    /// Can be passed only in the direction it faces.
    OneWay = 5,
    /// Barred on the side it faces.
    Barred = 6,
}

impl DoorKind {
    /// All kinds, in the order of their codes.
    pub const ALL: [DoorKind; 7] = [
        DoorKind::Archway,
        DoorKind::Door,
        DoorKind::Double,
        DoorKind::Secret,
        DoorKind::Portcullis,
        DoorKind::OneWay,
        DoorKind::Barred,
    ];

    /// Returns the tile of a door of this kind in this state.
    ///
    /// ```
    /// use mapwright::{DoorKind, DoorState, Tile};
    /// assert_eq!(DoorKind::Double.tile(DoorState::Locked), Tile::DoorLocked);
    /// assert_eq!(DoorKind::Secret.tile(DoorState::Open), Tile::DoorOpen);
    /// ```
    pub const fn tile(self, state: DoorState) -> Tile {
        match (self, state) {
            (DoorKind::Secret, DoorState::Closed | DoorState::Locked) => Tile::DoorSecret,
            (DoorKind::Portcullis, DoorState::Closed | DoorState::Locked) => Tile::Portcullis,
            (DoorKind::Archway, _) | (_, DoorState::Open) => Tile::DoorOpen,
            (_, DoorState::Locked) => Tile::DoorLocked,
            (_, DoorState::Closed) => Tile::DoorClosed,
        }
    }

    /// Returns the simplest door that looks like this tile, or `None` if the tile is no door. An
    /// open door is taken for an archway.
    pub const fn of_tile(tile: Tile) -> Option<(DoorKind, DoorState)> {
        match tile {
            Tile::DoorClosed => Some((DoorKind::Door, DoorState::Closed)),
            Tile::DoorOpen => Some((DoorKind::Archway, DoorState::Open)),
            Tile::DoorLocked => Some((DoorKind::Door, DoorState::Locked)),
            Tile::DoorSecret => Some((DoorKind::Secret, DoorState::Closed)),
            Tile::Portcullis => Some((DoorKind::Portcullis, DoorState::Closed)),
            _ => None,
        }
    }
}

/// The state of a door.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum DoorState {
    /// Open.
    Open = 0,
    /// Closed; opens by hand.
    Closed = 1,
    /// Locked; needs a key.
    Locked = 2,
}

words!(DoorKind, "kind of door", {
    Archway => "archway",
    Door => "door",
    Double => "double",
    Secret => "secret",
    Portcullis => "portcullis",
    OneWay => "one-way",
    Barred => "barred",
});
words!(DoorState, "state of a door", { Open => "open", Closed => "closed", Locked => "locked" });

impl DoorState {
    /// All states, in the order of their codes.
    pub const ALL: [DoorState; 3] = [DoorState::Open, DoorState::Closed, DoorState::Locked];
}

/// One side of a door.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Place {
    /// A room.
    Room(RoomId),
    /// A passage.
    Passage(PassageId),
}

/// Stairs to another level.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Stairs {
    /// The cell of the stairs.
    pub pos: Pos,
    /// Direction: up or down.
    pub dir: Level,
    /// Keys that another program wrote.
    pub extra: Extra,
}

impl Stairs {
    /// Creates stairs. The caller lays their tile.
    pub fn new(pos: Pos, dir: Level) -> Self {
        Stairs { pos, dir, extra: Extra::default() }
    }

    /// Returns the tile of the stairs.
    pub const fn tile(&self) -> Tile {
        match self.dir {
            Level::Up => Tile::StairsUp,
            Level::Down => Tile::StairsDown,
        }
    }
}

/// The level that stairs lead to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Level {
    /// The level above.
    Up = 0,
    /// The level below.
    Down = 1,
}

words!(Level, "direction of stairs", { Up => "up", Down => "down" });

/// An exit from the map.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Exit {
    /// The cell of the exit.
    pub pos: Pos,
    /// Keys that another program wrote.
    pub extra: Extra,
}

impl Exit {
    /// Creates an exit.
    pub fn new(pos: Pos) -> Self {
        Exit { pos, extra: Extra::default() }
    }
}

/// A creature or thing that the game puts on the map.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Entity {
    /// Kind of entity.
    pub kind: EntityKind,
    /// The cell of the entity.
    pub pos: Pos,
    /// Name, for example `goblin` or `potion`; empty if unspecified.
    pub name: Cow<'static, str>,
    /// Keys that another program wrote.
    pub extra: Extra,
}

impl Entity {
    /// Creates an entity.
    pub fn new(kind: EntityKind, pos: Pos, name: impl Into<Cow<'static, str>>) -> Self {
        Entity { kind, pos, name: name.into(), extra: Extra::default() }
    }
}

/// The kind of an entity.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum EntityKind {
    /// The start position of the player.
    Start = 0,
    /// A monster.
    Monster = 1,
    /// An item to pick up.
    Item = 2,
    /// A trap.
    Trap = 3,
    /// A key that opens a lock.
    Key = 4,
}

words!(EntityKind, "kind of entity", {
    Start => "start",
    Monster => "monster",
    Item => "item",
    Trap => "trap",
    Key => "key",
});

impl EntityKind {
    /// All kinds with their characters in text maps.
    pub const ALL: [(EntityKind, char); 5] = [
        (EntityKind::Start, '@'),
        (EntityKind::Monster, 'm'),
        (EntityKind::Item, '$'),
        (EntityKind::Trap, '^'),
        (EntityKind::Key, 'k'),
    ];

    /// Returns the character of this kind in text maps.
    pub const fn to_char(self) -> char {
        EntityKind::ALL[self as usize].1
    }
}

/// Furniture and dressing, for renderers to draw.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Decoration {
    /// Kind of decoration, for example `altar` or `rubble`.
    pub kind: Cow<'static, str>,
    /// Its top-left cell.
    pub pos: Pos,
    /// Tags that describe it, for example its facing.
    pub tags: Tags,
    /// Keys that another program wrote.
    pub extra: Extra,
}

impl Decoration {
    /// Creates a decoration without tags.
    pub fn new(kind: impl Into<Cow<'static, str>>, pos: Pos) -> Self {
        Decoration { kind: kind.into(), pos, tags: Tags::new(), extra: Extra::default() }
    }
}

/// A note of the game master, written on the map.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Label {
    /// The cell that it belongs to.
    pub pos: Pos,
    /// Text of the note.
    pub text: String,
    /// Keys that another program wrote.
    pub extra: Extra,
}

impl Label {
    /// Creates a note.
    pub fn new(pos: Pos, text: impl Into<String>) -> Self {
        Label { pos, text: text.into(), extra: Extra::default() }
    }
}

/// A request that could not be met in full, or a remark about the map.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Note {
    /// Id of the step that wrote the note.
    pub step: String,
    /// Subject in a few words: `rooms`, `floor`, …
    pub what: String,
    /// Requested amount; 0 in a remark, like `delivered`.
    pub asked: i64,
    /// Delivered amount.
    pub delivered: i64,
    /// Reason, in a sentence.
    pub why: String,
}

impl Note {
    /// Creates a note. Steps write theirs with [`Context::note`](crate::Context::note).
    pub fn new(
        step: impl Into<String>,
        what: impl Into<String>,
        asked: i64,
        delivered: i64,
        why: impl Into<String>,
    ) -> Self {
        Note { step: step.into(), what: what.into(), asked, delivered, why: why.into() }
    }

    /// Returns true if nothing is missing and the note is for information only.
    pub const fn is_remark(&self) -> bool {
        self.asked == 0 && self.delivered == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn doors_and_tiles_correspond() {
        for (tile, _) in Tile::ALL {
            let door = DoorKind::of_tile(tile);
            assert_eq!(door.is_some(), tile.is_door(), "{tile}");
            assert!(door.is_none_or(|(kind, state)| kind.tile(state) == tile), "{tile}");
        }
        for kind in DoorKind::ALL {
            assert!(DoorState::ALL.into_iter().all(|state| kind.tile(state).is_door()));
            assert_eq!(kind.tile(DoorState::Open), Tile::DoorOpen);
        }
    }

    #[test]
    fn words_are_those_of_saved_maps() {
        for kind in DoorKind::ALL {
            assert_eq!(serde_json::to_value(kind).unwrap(), kind.to_string());
            assert_eq!(kind.word().parse::<DoorKind>().unwrap(), kind);
        }
        for state in DoorState::ALL {
            assert_eq!(serde_json::to_value(state).unwrap(), state.to_string());
            assert_eq!(state.word().parse::<DoorState>().unwrap(), state);
        }
        for (kind, _) in EntityKind::ALL {
            assert_eq!(serde_json::to_value(kind).unwrap(), kind.to_string());
            assert_eq!(kind.word().parse::<EntityKind>().unwrap(), kind);
        }
        for level in [Level::Up, Level::Down] {
            assert_eq!(serde_json::to_value(level).unwrap(), level.to_string());
            assert_eq!(level.word().parse::<Level>().unwrap(), level);
        }
        let error = "monter".parse::<EntityKind>().unwrap_err();
        assert_eq!(error.to_string(), "no kind of entity is called \"monter\"; did you mean monster?");
    }
}
