//! [`Edit`]: a change made by hand, as data that the map stores.

use super::{DoorKind, DoorState};
use crate::base::rng::Seed;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};

/// A cell: x and y.
pub type Cell = [i32; 2];
/// A rectangle of cells: x, y, width and height.
pub type Area = [i32; 4];

/// A change made by hand.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Edit {
    /// Paints cells and rectangles with a tile.
    Paint {
        /// The new tile.
        tile: Paint,
        /// Single cells.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        cells: Vec<Cell>,
        /// Whole rectangles.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        rects: Vec<Area>,
    },
    /// Digs a room in solid rock and connects it to the nearest room or passage.
    AddRoom {
        /// The floor of the room.
        #[schemars(schema_with = "room_rect")]
        rect: Area,
        /// Digs a circle in the middle of the rectangle instead.
        #[serde(default, skip_serializing_if = "is_false")]
        circle: bool,
    },
    /// Moves a room with its contents. Its passages follow.
    MoveRoom {
        /// The id of the room.
        room: u32,
        /// Offset, in tiles.
        by: Cell,
    },
    /// Gives a room a new rectangle. Contents outside of it are removed.
    ResizeRoom {
        /// The id of the room.
        room: u32,
        /// The new floor of the room.
        #[schemars(schema_with = "room_rect")]
        rect: Area,
    },
    /// Fills in a room and its passages.
    RemoveRoom {
        /// The id of the room.
        room: u32,
    },
    /// Puts a door into an opening or breaks one through a wall, or changes an existing door.
    Door {
        /// The cell of the door.
        at: Cell,
        /// Construction of the door.
        kind: DoorKind,
        /// State of the door. Default: closed. An archway is always open.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        state: Option<DoorState>,
    },
    /// Removes a door and leaves its opening.
    RemoveDoor {
        /// The cell of the door.
        at: Cell,
    },
    /// Writes a note for the game master on the map. An empty text removes the note.
    Label {
        /// The cell of the note.
        at: Cell,
        /// Text of the note: one line.
        #[schemars(schema_with = "label_text")]
        text: String,
    },
    /// Makes everything again with another seed, around the rooms in `keep`.
    Reroll {
        /// A number or a word.
        #[schemars(schema_with = "seed_word")]
        seed: String,
        /// Ids of the rooms that stay, at most 1000.
        #[schemars(length(max = 1000))]
        keep: Vec<u32>,
    },
}

/// Tiles that can be painted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Paint {
    /// Open ground.
    Floor,
    /// Solid rock.
    Wall,
    /// Water too deep to walk in.
    Water,
    /// A bridge over water.
    Bridge,
    /// Nothing.
    Void,
}

/// Maximum length of a label, in characters.
pub const MAX_LABEL_CHARS: usize = 200;

/// Maximum of the numbers of a room's rectangle, and of their distance from 0: larger than any map.
pub(crate) const MAX_RECT_NUMBER: i32 = 1 << 20;

/// Schema of a room's rectangle: x and y, then width and height.
fn room_rect(_: &mut SchemaGenerator) -> Schema {
    let place = json_schema!({"type": "integer", "minimum": -MAX_RECT_NUMBER, "maximum": MAX_RECT_NUMBER});
    let side = json_schema!({"type": "integer", "minimum": 1, "maximum": MAX_RECT_NUMBER});
    json_schema!({"type": "array", "prefixItems": [place, place, side, side], "minItems": 4, "maxItems": 4})
}

/// Schema of a text without control characters.
fn label_text(_: &mut SchemaGenerator) -> Schema {
    json_schema!({"type": "string", "maxLength": MAX_LABEL_CHARS, "pattern": "^[^\\u0000-\\u001f\\u007f-\\u009f]*$"})
}

/// Schema of a seed as a number or a word.
fn seed_word(_: &mut SchemaGenerator) -> Schema {
    json_schema!({"type": "string", "maxLength": Seed::MAX_WORD_CHARS, "pattern": Seed::word_pattern()})
}

/// Skips flags that are not set when writing.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands references")]
fn is_false(flag: &bool) -> bool {
    !flag
}
