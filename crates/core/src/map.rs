//! [`Map`]: the tiles, and the structure that the algorithm recorded: rooms, passages, doors and
//! more.

mod contents;
pub mod decor;
mod digest;
pub(crate) mod edits;
mod mission;
mod parts;
mod regions;
mod room;
mod source;
mod symmetry;
mod text;
mod theme;

pub(crate) use contents::Contents;
pub use mission::{Lock, Mission};
pub use parts::{
    Decoration, Door, DoorKind, DoorState, Entity, EntityKind, Exit, Label, Level, Note, Passage, Place, Stairs,
};
pub use room::{CellSet, Room, Shape, Zone};
pub use source::{Origin, Source};
pub use symmetry::{Movement, Symmetry, Turn};
pub(crate) use text::facing;
pub use theme::Theme;

use crate::base::bits::BitGrid;
use crate::base::grid::{Dir, Grid, Pos, Rect, Size};
use crate::base::tile::Tile;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use std::borrow::Cow;
use std::collections::BTreeMap;

/// Words that describe the purpose of something.
pub type Tags = Vec<Cow<'static, str>>;

/// Keys of a saved map that this version does not know. They are preserved unchanged.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Extra(Option<Box<serde_json::Map<String, serde_json::Value>>>);

impl Extra {
    /// Returns true if there are no unknown keys.
    pub fn is_empty(&self) -> bool {
        self.0.is_none()
    }

    /// Returns the value of a key.
    pub fn get(&self, key: &str) -> Option<&serde_json::Value> {
        self.0.as_ref()?.get(key)
    }

    /// Adds a key with its value.
    pub fn insert(&mut self, key: String, value: serde_json::Value) {
        self.0.get_or_insert_default().insert(key, value);
    }

    /// Iterates over the keys and their values, in their original order.
    pub fn iter(&self) -> impl Iterator<Item = (&String, &serde_json::Value)> {
        self.0.iter().flat_map(|map| map.iter())
    }
}

/// Gives records a method that sets the keys of another program.
macro_rules! with_extra {
    ($($record:ident),+) => {
        $(impl $record {
            /// Sets the keys that another program wrote.
            #[must_use]
            pub fn with_extra(mut self, extra: Extra) -> Self {
                self.extra = extra;
                self
            }
        })+
    };
}
with_extra!(Decoration, Door, Entity, Exit, Label, Passage, Room, Stairs, Zone);

/// Gives records a method that sets their tags.
macro_rules! with_tags {
    ($($record:ident),+) => {
        $(impl $record {
            /// Sets the tags.
            #[must_use]
            pub fn with_tags(mut self, tags: Tags) -> Self {
                self.tags = tags;
                self
            }
        })+
    };
}
with_tags!(Decoration, Room, Zone);

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(pub u32);
    };
}
id!(
    /// The id of a room.
    RoomId
);
id!(
    /// The id of a passage.
    PassageId
);
id!(
    /// The id of a door.
    DoorId
);
id!(
    /// The id of a zone.
    ZoneId
);

/// A map: its tiles, the structure that the algorithm recorded, and its source.
///
/// ```
/// use mapwright::{Map, Pos, Tile};
/// let map = Map::from_ascii("
/// #####
/// #.+.#
/// #####")?;
/// assert_eq!(map.tiles[Pos::new(2, 1)], Tile::DoorClosed);
/// assert_eq!(map.floor_positions().count(), 3);
/// # Ok::<(), mapwright::Error>(())
/// ```
#[doc(alias = "dungeon")]
#[doc(alias = "level")]
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Map {
    /// The meaning of every cell.
    pub tiles: Grid<Tile>,
    /// Rooms, if the algorithm makes rooms.
    pub rooms: Vec<Room>,
    /// Passages between rooms.
    pub passages: Vec<Passage>,
    /// Doors.
    pub doors: Vec<Door>,
    /// Stairs to other levels.
    pub stairs: Vec<Stairs>,
    /// Exits from the map.
    pub exits: Vec<Exit>,
    /// Compact parts of the floor, the largest first.
    pub zones: Vec<Zone>,
    /// Start, monsters, items, traps and keys.
    pub entities: Vec<Entity>,
    /// Furniture and dressing.
    pub decorations: Vec<Decoration>,
    /// Notes of the game master, written on the map.
    pub labels: Vec<Label>,
    /// The grid that rooms and passages are aligned to, if the algorithm aligns them.
    pub grid: Option<Size>,
    /// The goal and its locks, if the algorithm sets a goal.
    pub mission: Option<Mission>,
    /// The symmetry of the layout, if it has one.
    pub symmetry: Option<Symmetry>,
    /// The archetype of the layout, or the algorithm that made it, for example `temple` or `house`;
    /// decides how rooms are furnished.
    pub setting: Option<Cow<'static, str>>,
    /// The user's own themes, which replace shipped themes of the same name. Each name is unique.
    pub themes: Vec<Theme>,
    /// Statistics of the run that the generator recorded.
    pub stats: BTreeMap<String, i64>,
    /// Requests that could not be met in full, and remarks.
    pub notes: Vec<Note>,
    /// Everything needed to make the map again.
    pub source: Source,
    /// Top-level keys of a saved map that another program wrote.
    pub extra: Extra,
}

impl Map {
    /// Creates a map that consists of this tile only.
    pub fn new(size: Size, tile: Tile) -> Self {
        Map::with_tiles(Grid::new(size, tile))
    }

    /// Creates a hand-drawn map from its tiles.
    pub fn with_tiles(tiles: Grid<Tile>) -> Self {
        Map::from_source(tiles, Source::default())
    }

    pub(crate) fn from_source(tiles: Grid<Tile>, source: Source) -> Self {
        Map {
            tiles,
            rooms: Vec::new(),
            passages: Vec::new(),
            doors: Vec::new(),
            stairs: Vec::new(),
            exits: Vec::new(),
            zones: Vec::new(),
            entities: Vec::new(),
            decorations: Vec::new(),
            labels: Vec::new(),
            grid: None,
            mission: None,
            symmetry: None,
            setting: None,
            themes: Vec::new(),
            stats: BTreeMap::new(),
            notes: Vec::new(),
            source,
            extra: Extra::default(),
        }
    }

    /// Returns the width and height of the map.
    pub fn size(&self) -> Size {
        self.tiles.size()
    }

    /// Iterates over the walkable tiles in reading order.
    pub fn floor_positions(&self) -> impl Iterator<Item = Pos> + '_ {
        let width = self.size().width as usize;
        self.tiles
            .cells()
            .iter()
            .enumerate()
            .filter(|(_, tile)| tile.is_walkable())
            .map(move |(index, _)| Pos::new((index % width) as i32, (index / width) as i32))
    }

    /// Returns the walkable tiles as a set.
    pub fn walkable(&self) -> BitGrid {
        self.cells_of(Tile::is_walkable)
    }

    /// Returns the cells whose tile passes the test, as a set.
    #[inline]
    pub(crate) fn cells_of(&self, test: impl Fn(Tile) -> bool) -> BitGrid {
        let mut set = BitGrid::new(self.size());
        for y in 0..self.size().height {
            for (word, tiles) in set.row_mut(y).iter_mut().zip(self.tiles.row(y).chunks(64)) {
                let mut flags = [0; 64];
                flags.iter_mut().zip(tiles).for_each(|(flag, &tile)| *flag = u8::from(test(tile)));
                // The product moves the lowest bit of every byte to its position in the top byte.
                let gather = |eight: [u8; 8]| u64::from_le_bytes(eight).wrapping_mul(0x0102_0408_1020_4080) >> 56;
                *word = flags.as_chunks().0.iter().rev().fold(0, |bits, &eight| bits << 8 | gather(eight));
            }
        }
        set
    }

    /// Sets every tile to floor where the set has a cell, and to wall everywhere else.
    pub fn lay_floor(&mut self, floor: &BitGrid) {
        assert_eq!(self.size(), floor.size(), "a floor for another map");
        /// The eight tiles for every byte of the set.
        static TILES: [[Tile; 8]; 256] = {
            let mut tiles = [[Tile::Wall; 8]; 256];
            let mut byte = 0;
            while byte < 256 {
                let mut bit = 0;
                while bit < 8 {
                    if byte >> bit & 1 == 1 {
                        tiles[byte][bit] = Tile::Floor;
                    }
                    bit += 1;
                }
                byte += 1;
            }
            tiles
        };
        for y in 0..self.size().height {
            let bytes = floor.row(y).iter().flat_map(|word| word.to_le_bytes());
            let (whole, rest) = self.tiles.row_mut(y).as_chunks_mut::<8>();
            let mut bytes = bytes.map(|byte| &TILES[byte as usize]);
            whole.iter_mut().zip(&mut bytes).for_each(|(tiles, eight)| *tiles = *eight);
            if let Some(eight) = bytes.next() {
                rest.copy_from_slice(&eight[..rest.len()]);
            }
        }
    }

    /// Returns the room with this id.
    pub fn room(&self, id: RoomId) -> Option<&Room> {
        self.rooms.get(id.0 as usize).filter(|room| room.id == id).or_else(|| self.rooms.iter().find(|r| r.id == id))
    }

    /// Adds a room with the next free id and number. The caller lays its floor.
    #[inline]
    pub fn add_room(&mut self, shape: Shape) -> RoomId {
        let id = RoomId(self.rooms.last().map_or(0, |room| room.id.0 + 1));
        let number = self.rooms.last().map_or(1, |room| room.number + 1);
        self.rooms.push(Room { id, number, shape, tags: Tags::new(), extra: Extra::default() });
        id
    }

    /// Adds a passage with the next free id and lays its floor.
    #[inline]
    pub fn dig_passage(&mut self, width: i32, points: &[Pos], joins: &[RoomId]) -> PassageId {
        let id = PassageId(self.passages.last().map_or(0, |passage| passage.id.0 + 1));
        let passage = Passage {
            id,
            width,
            points: SmallVec::from_slice(points),
            joins: SmallVec::from_slice(joins),
            ends_in: None,
            extra: Extra::default(),
        };
        for leg in passage.legs() {
            self.tiles.fill_rect(leg, Tile::Floor);
        }
        self.passages.push(passage);
        id
    }

    /// Adds a rectangular room and lays its floor.
    #[inline]
    pub fn dig_room(&mut self, rect: Rect) -> RoomId {
        self.tiles.fill_rect(rect, Tile::Floor);
        self.add_room(Shape::Rect(rect))
    }

    /// Adds a door with the next free id and lays its tile.
    pub fn add_door(&mut self, pos: Pos, facing: Dir, kind: DoorKind, state: DoorState, joins: &[Place]) -> DoorId {
        let id = DoorId(self.doors.last().map_or(0, |door| door.id.0 + 1));
        let door = Door { id, pos, facing, kind, state, joins: SmallVec::from_slice(joins), extra: Extra::default() };
        self.tiles[pos] = door.tile();
        self.doors.push(door);
        id
    }

    /// Opens, closes or locks the door in this cell: changes its record and its tile together.
    /// Returns false, and changes nothing, if there is no door in this cell or it is an archway,
    /// which is always open.
    ///
    /// The map keeps its mission as it was made, so [`check()`](crate::check()) reports a lock of
    /// the mission whose door was unlocked.
    ///
    /// ```
    /// use mapwright::{DoorState, Map, Pos, Tile};
    /// let mut map = Map::from_ascii("
    /// #####
    /// #.+.#
    /// #####")?;
    /// assert!(map.set_door(Pos::new(2, 1), DoorState::Open));
    /// assert_eq!((map.tiles[Pos::new(2, 1)], map.doors[0].state), (Tile::DoorOpen, DoorState::Open));
    /// assert!(!map.set_door(Pos::new(1, 1), DoorState::Open), "there is no door");
    /// # Ok::<(), mapwright::Error>(())
    /// ```
    #[doc(alias = "open_door")]
    #[doc(alias = "close_door")]
    pub fn set_door(&mut self, pos: Pos, state: DoorState) -> bool {
        let door = self.doors.iter_mut().find(|door| door.pos == pos && door.kind != DoorKind::Archway);
        let Some(door) = door.filter(|_| self.tiles.size().contains(pos)) else { return false };
        door.state = state;
        self.tiles[pos] = door.tile();
        self.recount();
        true
    }

    /// Adds themes of the user. A theme whose name the map knows already is ignored.
    pub(crate) fn add_themes(&mut self, themes: impl IntoIterator<Item = Theme>) {
        for theme in themes {
            if self.themes.iter().all(|known| known.name != theme.name) {
                self.themes.push(theme);
            }
        }
    }
}
