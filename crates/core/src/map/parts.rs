//! What else stands on a map: passages, doors, stairs, exits, entities, decorations, labels, notes.

use super::{DoorId, Extra, PassageId, RoomId, Tags};
use crate::grid::{Dir, Pos, Rect};
use crate::tile::Tile;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use std::borrow::Cow;

/// A way that the algorithm dug from room to room.
#[derive(Clone, PartialEq, Debug)]
pub struct Passage {
    /// Its name for doors; unique on the map.
    pub id: PassageId,
    /// How many cells wide it is.
    pub width: i32,
    /// Its middle line: neighbouring points share a row or a column.
    pub points: SmallVec<[Pos; 3]>,
    /// The rooms that it joins.
    pub joins: SmallVec<[RoomId; 2]>,
    /// Keys that another program wrote.
    pub extra: Extra,
}

impl Passage {
    /// How far a passage of this width reaches to the left of (or above) its middle line, and to the right (or below).
    pub const fn reach(width: i32) -> (i32, i32) {
        ((width - 1) / 2, width / 2)
    }

    /// The points of a passage along these cells, each beside the one before: its ends and its bends.
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

    /// The smallest rectangle around it; none for a passage without a point.
    pub fn bounds(&self) -> Option<Rect> {
        self.legs().reduce(Rect::around)
    }

    /// The rectangles it is made of, one a leg; a passage of one point is a square.
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

/// A door: it stands in a cell of its own, between what it joins.
#[derive(Clone, PartialEq, Debug)]
pub struct Door {
    /// Its name; unique on the map.
    pub id: DoorId,
    /// The cell it stands in.
    pub pos: Pos,
    /// The side it faces: one walks through it in this direction or against it.
    pub facing: Dir,
    /// How it is built.
    pub kind: DoorKind,
    /// Whether one can walk through it now.
    pub state: DoorState,
    /// The places on its two sides, where the algorithm knows them.
    pub joins: SmallVec<[Place; 2]>,
    /// Keys that another program wrote.
    pub extra: Extra,
}

impl Door {
    /// The tile that stands for it.
    pub const fn tile(&self) -> Tile {
        match (self.kind, self.state) {
            (DoorKind::Secret, DoorState::Closed | DoorState::Locked) => Tile::DoorSecret,
            (DoorKind::Portcullis, DoorState::Closed | DoorState::Locked) => Tile::Portcullis,
            (DoorKind::Archway, _) | (_, DoorState::Open) => Tile::DoorOpen,
            (_, DoorState::Locked) => Tile::DoorLocked,
            (_, DoorState::Closed) => Tile::DoorClosed,
        }
    }
}

/// How a door is built.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum DoorKind {
    /// An opening without a leaf; never closed.
    Archway = 0,
    /// A single leaf.
    Door = 1,
    /// Two leaves.
    Double = 2,
    /// Looks like wall until it is found.
    Secret = 3,
    /// A grating that is raised and lowered.
    Portcullis = 4,
    /// Lets through in the direction it faces, not back.
    OneWay = 5,
    /// Held by a bar on the side it faces.
    Barred = 6,
}

/// Whether one can walk through a door.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum DoorState {
    /// It stands open.
    Open = 0,
    /// It is shut and opens by hand.
    Closed = 1,
    /// It is shut and needs a key.
    Locked = 2,
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
pub struct Stairs {
    /// The cell they stand in.
    pub pos: Pos,
    /// Where they lead.
    pub dir: Level,
    /// Keys that another program wrote.
    pub extra: Extra,
}

impl Stairs {
    /// The tile that stands for them.
    pub const fn tile(&self) -> Tile {
        match self.dir {
            Level::Up => Tile::StairsUp,
            Level::Down => Tile::StairsDown,
        }
    }
}

/// Which level stairs lead to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Level {
    /// The one above.
    Up = 0,
    /// The one below.
    Down = 1,
}

/// A way out of the map.
#[derive(Clone, PartialEq, Debug)]
pub struct Exit {
    /// The cell it is in.
    pub pos: Pos,
    /// Keys that another program wrote.
    pub extra: Extra,
}

/// Somebody or something that a game puts on the map.
#[derive(Clone, PartialEq, Debug)]
pub struct Entity {
    /// What it is.
    pub kind: EntityKind,
    /// The cell it is in.
    pub pos: Pos,
    /// Which one: `goblin`, `potion`, …; empty when nobody said.
    pub name: Cow<'static, str>,
    /// Keys that another program wrote.
    pub extra: Extra,
}

/// What an entity is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EntityKind {
    /// Where the player begins.
    Start = 0,
    /// Somebody to meet.
    Monster = 1,
    /// Something to take.
    Item = 2,
    /// Something to avoid.
    Trap = 3,
    /// Something that opens a lock.
    Key = 4,
}

impl EntityKind {
    /// Every kind with its character in text maps.
    pub const ALL: [(EntityKind, char); 5] = [
        (EntityKind::Start, '@'),
        (EntityKind::Monster, 'm'),
        (EntityKind::Item, '$'),
        (EntityKind::Trap, '^'),
        (EntityKind::Key, 'k'),
    ];

    /// Its character in text maps.
    pub const fn to_char(self) -> char {
        EntityKind::ALL[self as usize].1
    }
}

/// Furniture and dressing: something to see, for renderers to draw.
#[derive(Clone, PartialEq, Debug)]
pub struct Decoration {
    /// What it is: `altar`, `rubble`, …
    pub kind: Cow<'static, str>,
    /// Its top-left cell.
    pub pos: Pos,
    /// What it is like.
    pub tags: Tags,
    /// Keys that another program wrote.
    pub extra: Extra,
}

/// What somebody wrote on the map, for the game master.
#[derive(Clone, PartialEq, Debug)]
pub struct Label {
    /// The cell it is about.
    pub pos: Pos,
    /// What it says.
    pub text: String,
    /// Keys that another program wrote.
    pub extra: Extra,
}

/// Something that was asked for and not delivered in full, or a remark for whoever asked.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Note {
    /// The id of the step that says so.
    pub step: String,
    /// What it is about, in a few words: `rooms`, `floor`, …
    pub what: String,
    /// How much was asked for; 0 in a remark, and so is what there is.
    pub asked: i64,
    /// How much there is.
    pub delivered: i64,
    /// Why, in a sentence.
    pub why: String,
}

impl Note {
    /// Whether nothing is missing, and this is only worth knowing.
    pub const fn is_remark(&self) -> bool {
        self.asked == 0 && self.delivered == 0
    }
}
