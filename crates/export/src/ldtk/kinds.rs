//! The kinds of entities with their fields, and the enums of these fields.

use mapwright::{Dir, DoorKind, DoorState};

/// Unique number of the first enum.
pub(super) const FIRST_ENUM_UID: u32 = 30;
/// Unique number of the first field of levels.
pub(super) const FIRST_LEVEL_FIELD_UID: u32 = 50;
/// Unique number of the first kind of entity. Its fields follow, and `KIND_UIDS` later the next
/// kind.
const FIRST_KIND_UID: u32 = 100;
const KIND_UIDS: u32 = 20;

/// The type of a field.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum FieldType {
    Int,
    Bool,
    Text,
    Texts,
    Points,
    /// One of the values of an enum, by its place in [`ENUMS`].
    Choice(usize),
    /// A reference to an entity with a tag; to any entity if the tag is empty.
    Ref(&'static str),
    Refs(&'static str),
}

impl FieldType {
    pub(super) const fn is_list(self) -> bool {
        matches!(self, FieldType::Texts | FieldType::Points | FieldType::Refs(_))
    }

    /// Returns the name of the type in instances.
    pub(super) fn word(self) -> String {
        let item = match self {
            FieldType::Int => "Int".to_owned(),
            FieldType::Bool => "Bool".to_owned(),
            FieldType::Text | FieldType::Texts => "String".to_owned(),
            FieldType::Points => "Point".to_owned(),
            FieldType::Choice(index) => format!("LocalEnum.{}", ENUMS[index]),
            FieldType::Ref(_) | FieldType::Refs(_) => "EntityRef".to_owned(),
        };
        if self.is_list() { format!("Array<{item}>") } else { item }
    }

    /// Returns the name of the type in definitions.
    pub(super) fn editor_word(self) -> String {
        match self {
            FieldType::Int => "F_Int".to_owned(),
            FieldType::Bool => "F_Bool".to_owned(),
            FieldType::Text | FieldType::Texts => "F_String".to_owned(),
            FieldType::Points => "F_Point".to_owned(),
            FieldType::Choice(index) => format!("F_Enum({})", FIRST_ENUM_UID + index as u32),
            FieldType::Ref(_) | FieldType::Refs(_) => "F_EntityRef".to_owned(),
        }
    }
}

/// A field of a kind of entity, or of levels.
pub(super) struct Field {
    pub(super) identifier: &'static str,
    pub(super) of: FieldType,
    pub(super) about: &'static str,
}

const fn field(identifier: &'static str, of: FieldType, about: &'static str) -> Field {
    Field { identifier, of, about }
}

/// A kind of entity.
pub(super) struct Kind {
    pub(super) identifier: &'static str,
    pub(super) color: &'static str,
    pub(super) tags: &'static [&'static str],
    pub(super) fields: &'static [Field],
    /// True if instances have a size of their own, in whole tiles.
    pub(super) is_area: bool,
    /// True if the table of contents lists all instances.
    pub(super) is_in_toc: bool,
    pub(super) about: &'static str,
}

const KIND_OF_DOOR: usize = 0;
const STATE_OF_DOOR: usize = 1;
pub(super) const FACING: usize = 2;
const LEVEL: usize = 3;

/// The enums; [`choices`] returns their values.
pub(super) const ENUMS: [&str; 4] = ["DoorKind", "DoorState", "Facing", "StairsTo"];

/// Returns the values of an enum.
pub(super) fn choices(index: usize) -> Vec<String> {
    let words: Vec<String> = match index {
        KIND_OF_DOOR => DoorKind::ALL.map(|kind| kind.to_string()).to_vec(),
        STATE_OF_DOOR => DoorState::ALL.map(|state| state.to_string()).to_vec(),
        FACING => Dir::ALL.map(|dir| dir.word().to_owned()).to_vec(),
        _ => ["up", "down"].map(str::to_owned).to_vec(),
    };
    words.iter().map(|word| identifier(word)).collect()
}

/// Returns a word with only letters that identifiers may have.
pub(super) fn identifier(word: &str) -> String {
    word.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect()
}

const NAME: Field = field("name", FieldType::Text, "Name; empty if the game decides");
const TAGS: Field = field("tags", FieldType::Texts, "Words that describe it");
const KEY: &[Field] = &[NAME, field("opens", FieldType::Refs("door"), "The doors that it opens")];
const LABEL: &[Field] = &[field("text", FieldType::Text, "Text of the note")];

/// Number of kinds of entities.
pub(super) const KIND_COUNT: usize = 14;

/// The kinds of entities, those that cover most first.
pub(super) static KINDS: [Kind; KIND_COUNT] = [
    Kind {
        identifier: "Zone",
        color: "#5A7D4F",
        tags: &["area"],
        fields: &[TAGS, field("cells", FieldType::Int, "Number of cells; the size is that of the rectangle around")],
        is_area: true,
        is_in_toc: false,
        about: "A compact part of the floor",
    },
    Kind {
        identifier: "Passage",
        color: "#7A8290",
        tags: &["area"],
        fields: &[
            field("points", FieldType::Points, "The centre line"),
            field("breadth", FieldType::Int, "Width in tiles"),
            field("joins", FieldType::Refs("room"), "The rooms that it connects"),
        ],
        is_area: true,
        is_in_toc: false,
        about: "A corridor between rooms",
    },
    Kind {
        identifier: "Room",
        color: "#C9B37E",
        tags: &["room", "area"],
        fields: &[field("number", FieldType::Int, "Number shown to people; nothing if players see none"), TAGS],
        is_area: true,
        is_in_toc: false,
        about: "A room: the rectangle around its floor",
    },
    Kind {
        identifier: "Decoration",
        color: "#8C6A48",
        tags: &["thing"],
        fields: &[
            field("kind", FieldType::Text, "What it is: altar, rubble, …"),
            field("facing", FieldType::Choice(FACING), "Direction that it faces"),
            TAGS,
            field("blocks", FieldType::Bool, "True if it blocks movement"),
        ],
        is_area: true,
        is_in_toc: false,
        about: "Furniture or dressing",
    },
    Kind {
        identifier: "Door",
        color: "#96602F",
        tags: &["door", "fitting"],
        fields: &[
            field("kind", FieldType::Choice(KIND_OF_DOOR), "Construction"),
            field("state", FieldType::Choice(STATE_OF_DOOR), "Open, closed or locked"),
            field("facing", FieldType::Choice(FACING), "Direction that it faces; creatures pass it along this line"),
            field("joins", FieldType::Refs(""), "The rooms and passages on its two sides"),
            field("key", FieldType::Ref("key"), "The key that opens it"),
        ],
        is_area: false,
        is_in_toc: false,
        about: "A door in a cell of its own",
    },
    Kind {
        identifier: "Stairs",
        color: "#D2BE78",
        tags: &["stairs", "way"],
        fields: &[
            field("to", FieldType::Choice(LEVEL), "Up or down"),
            field("leads_to", FieldType::Ref("stairs"), "The stairs of the other level"),
        ],
        is_area: false,
        is_in_toc: true,
        about: "Stairs to another level",
    },
    plain("Exit", "#E0D6B8", &["way"], true, &[], "An exit from the map"),
    plain("Start", "#5FBF6B", &["way"], true, &[], "Where the player begins"),
    plain("Monster", "#B43030", &["creature"], false, &[NAME], "A monster"),
    plain("Item", "#4FA3C7", &["thing"], false, &[NAME], "Something to pick up"),
    plain("Trap", "#C75FA8", &["hazard"], false, &[NAME], "A trap"),
    plain("Key", "#E8C33C", &["key", "thing"], true, KEY, "A key"),
    plain("Label", "#9AA0B4", &["note"], false, LABEL, "A note"),
    plain("Thing", "#808080", &["thing"], false, &[NAME], "Something of a kind that this program does not know"),
];

/// Returns a kind of entity that is one tile large.
const fn plain(
    identifier: &'static str,
    color: &'static str,
    tags: &'static [&'static str],
    is_in_toc: bool,
    fields: &'static [Field],
    about: &'static str,
) -> Kind {
    Kind { identifier, color, tags, fields, is_area: false, is_in_toc, about }
}

/// Returns the place of a kind in [`KINDS`], by its identifier.
pub(super) fn kind_index(identifier: &str) -> usize {
    KINDS.iter().position(|kind| kind.identifier == identifier).unwrap_or(KINDS.len() - 1)
}

/// Returns the unique number of a kind, by its place in [`KINDS`].
pub(super) const fn kind_uid(index: usize) -> u32 {
    FIRST_KIND_UID + KIND_UIDS * index as u32
}

/// Returns the unique number of a field of a kind.
pub(super) const fn field_uid(kind: usize, field: usize) -> u32 {
    kind_uid(kind) + 1 + field as u32
}

/// The fields of levels. Files for players have the first two only.
pub(super) static LEVEL_FIELDS: [Field; 4] = [
    field("number", FieldType::Int, "Number of the level, from 1 at the top"),
    field("title", FieldType::Text, "Title of the map"),
    field("seed", FieldType::Text, "Seed of the map, as text because it has 64 bits"),
    field("program", FieldType::Text, "Program that made the map"),
];
/// Number of fields of levels in files for players.
pub(super) const PLAYER_LEVEL_FIELDS: usize = 2;

/// Returns the unique number of a field of levels.
pub(super) const fn level_field_uid(index: usize) -> u32 {
    FIRST_LEVEL_FIELD_UID + index as u32
}
