//! Meaning of the characters of a drawing.

use crate::base::nearest::hint;
use crate::base::tile::Tile;
use crate::map::{DoorKind, DoorState, EntityKind};
use crate::params::schema::printable;
use std::borrow::Cow;

/// Storage of words: those of the shipped prefabs live as long as the program and are never copied.
pub(super) type KeepWord = fn(String) -> Cow<'static, str>;

/// Maximum number of texts in a choice.
const MAX_CHOICES: usize = 20;
/// Maximum length of a text in a legend, in characters.
const MAX_TEXT: usize = 200;

/// Meaning of one character: one thing, or several of which one is picked at random for every cell.
#[derive(Clone, Debug)]
pub(super) struct Symbol {
    pub(super) things: Vec<CellContents>,
}

/// One thing that a cell may be.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct CellContents {
    /// Tile, or `None` if the existing tile stays.
    pub(super) tile: Option<Tile>,
    pub(super) door: Leaf,
    /// True for the floor of a passage, which belongs to no room.
    pub(super) way: bool,
    pub(super) anchor: bool,
    pub(super) contents: Vec<Content>,
}

/// Contents of a cell.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Content {
    Entity(EntityKind, Cow<'static, str>),
    Decoration(Cow<'static, str>),
    Exit,
    /// Tag of the room.
    Tag(Cow<'static, str>),
}

/// Kind and state of a door; `None` for other tiles.
type Leaf = Option<(DoorKind, DoorState)>;

/// Returns the entry of a door in the list of tiles.
const fn door(word: &'static str, kind: DoorKind, state: DoorState) -> (&'static str, Tile, Leaf) {
    (word, kind.tile(state), Some((kind, state)))
}

/// Tiles that a legend may name.
const TILES: [(&str, Tile, Leaf); 16] = [
    ("floor", Tile::Floor, None),
    ("wall", Tile::Wall, None),
    ("void", Tile::Void, None),
    ("water", Tile::Water, None),
    ("bridge", Tile::Bridge, None),
    ("stairs up", Tile::StairsUp, None),
    ("stairs down", Tile::StairsDown, None),
    door("door", DoorKind::Door, DoorState::Closed),
    door("closed door", DoorKind::Door, DoorState::Closed),
    door("open door", DoorKind::Door, DoorState::Open),
    door("archway", DoorKind::Archway, DoorState::Open),
    door("double door", DoorKind::Double, DoorState::Closed),
    door("locked door", DoorKind::Door, DoorState::Locked),
    door("secret door", DoorKind::Secret, DoorState::Closed),
    door("portcullis", DoorKind::Portcullis, DoorState::Closed),
    ("passage", Tile::Floor, None),
];
/// Entities that a legend may name, with or without a name of their own.
const ENTITIES: [(&str, EntityKind); 5] = [
    ("start", EntityKind::Start),
    ("monster", EntityKind::Monster),
    ("item", EntityKind::Item),
    ("trap", EntityKind::Trap),
    ("key", EntityKind::Key),
];

/// Characters that have a meaning without a legend, with the equivalent legend text.
const KNOWN: [(char, &str); 21] = [
    ('#', "wall"),
    ('.', "floor"),
    (',', "passage"),
    ('~', "water"),
    ('=', "bridge"),
    ('+', "closed door"),
    ('\'', "archway"),
    ('L', "locked door"),
    ('S', "secret door"),
    ('|', "portcullis"),
    ('<', "stairs up"),
    ('>', "stairs down"),
    ('E', "exit"),
    ('@', "start"),
    ('m', "monster"),
    ('$', "item"),
    ('^', "trap"),
    ('k', "key"),
    ('*', "anchor"),
    ('?', "anything"),
    (' ', "anything"),
];

impl Symbol {
    /// Returns the meaning of the character without a legend.
    pub(super) fn known(c: char) -> Option<Symbol> {
        let (_, text) = KNOWN.into_iter().find(|(known, _)| *known == c)?;
        Symbol::read(&[text], Cow::Owned).ok()
    }

    /// Returns the characters that have a meaning without a legend, except the space.
    pub(super) fn all_known() -> String {
        KNOWN.into_iter().map(|(c, _)| c).filter(|&c| c != ' ').collect()
    }

    /// Reads these texts, each of which is one choice.
    pub(super) fn read(texts: &[&str], keep: KeepWord) -> Result<Symbol, String> {
        if texts.is_empty() || texts.len() > MAX_CHOICES {
            return Err(format!("a list of {}, where 1 to {MAX_CHOICES} texts are expected", texts.len()));
        }
        let things =
            texts.iter().map(|text| CellContents::read(text, keep)).collect::<Result<Vec<CellContents>, String>>()?;
        let symbol = Symbol { things };
        let first = &symbol.things[0];
        for other in &symbol.things[1..] {
            let alike = other.is_walkable() == first.is_walkable()
                && (other.anchor, other.way) == (first.anchor, first.way)
                && other.tile.is_some();
            if !alike || first.tile.is_none() {
                return Err("the choices of a list must be all walkable or all solid, all anchors or none, and never \
                            anything"
                    .to_owned());
            }
        }
        let has_word = |thing: &CellContents| thing.contents.iter().any(|content| matches!(content, Content::Tag(_)));
        if (symbol.is_door() || symbol.is_way()) && symbol.things.iter().any(has_word) {
            return Err("room needs a floor tile; doors and passages belong to no room".to_owned());
        }
        Ok(symbol)
    }

    /// Returns true if the existing cell stays.
    pub(super) fn is_nothing(&self) -> bool {
        self.things[0].tile.is_none()
    }

    pub(super) fn is_walkable(&self) -> bool {
        self.things[0].is_walkable()
    }

    pub(super) fn is_way(&self) -> bool {
        self.things[0].way
    }

    pub(super) fn is_anchor(&self) -> bool {
        self.things[0].anchor
    }

    /// Returns true if it may be a door.
    pub(super) fn is_door(&self) -> bool {
        self.things.iter().any(|thing| thing.door.is_some())
    }

    /// Returns true if it is never solid, so a room may cover it.
    pub(super) fn is_open(&self) -> bool {
        self.things.iter().all(|thing| !matches!(thing.tile, None | Some(Tile::Wall | Tile::Void)))
    }

    pub(super) fn has(&self, kind: EntityKind) -> bool {
        let mut contents = self.things.iter().flat_map(|thing| &thing.contents);
        contents.any(|content| matches!(content, Content::Entity(other, _) if *other == kind))
    }
}

impl CellContents {
    fn is_walkable(&self) -> bool {
        self.tile.is_some_and(Tile::is_walkable)
    }

    fn read(text: &str, keep: KeepWord) -> Result<CellContents, String> {
        if text.chars().count() > MAX_TEXT || text.chars().any(char::is_control) {
            return Err(format!("{:?} is too long or not plain text; at most {MAX_TEXT} characters", printable(text)));
        }
        let mut thing = CellContents { tile: None, door: None, way: false, anchor: false, contents: Vec::new() };
        let mut nothing = false;
        for part in text.split(',').map(str::trim) {
            let (word, name) = part.split_once(' ').map_or((part, ""), |(word, name)| (word, name.trim()));
            if let Some((_, tile, door)) = TILES.into_iter().find(|(known, ..)| *known == part) {
                if thing.tile.is_some() {
                    return Err(format!("{:?} names two tiles; a cell has one", printable(text)));
                }
                (thing.tile, thing.door, thing.way) = (Some(tile), door, part == "passage");
            } else if part == "anything" {
                nothing = true;
            } else if part == "anchor" {
                thing.anchor = true;
            } else if part == "exit" {
                thing.contents.push(Content::Exit);
            } else if let Some((_, kind)) = ENTITIES.into_iter().find(|(known, _)| *known == word) {
                thing.contents.push(Content::Entity(kind, keep(name.to_owned())));
            } else if word == "decoration" && !name.is_empty() {
                thing.contents.push(Content::Decoration(keep(name.to_owned())));
            } else if word == "room" && !name.is_empty() {
                thing.contents.push(Content::Tag(keep(name.to_owned())));
            } else {
                let known = TILES.iter().map(|(word, ..)| *word);
                let known = known.chain(ENTITIES.iter().map(|(word, _)| *word));
                let known = known.chain(["anything", "anchor", "exit", "decoration NAME", "room WORD"]);
                return Err(format!("{:?} means nothing; {}", printable(part), hint(part, known)));
            }
        }
        if nothing {
            let alone = thing.tile.is_none() && !thing.anchor && thing.contents.is_empty();
            return if alone { Ok(thing) } else { Err("anything cannot be combined with other things".to_owned()) };
        }
        thing.tile.get_or_insert(Tile::Floor);
        thing.consistent().map_err(|why| format!("{:?}: {why}", printable(text)))?;
        Ok(thing)
    }

    /// Checks that the things in one cell can be combined.
    fn consistent(&self) -> Result<(), String> {
        let stands = |content: &Content| !matches!(content, Content::Decoration(_));
        if !self.is_walkable() && self.contents.iter().any(stands) {
            return Err("only a decoration can be on a tile that is not walkable".to_owned());
        }
        if self.anchor && (!self.contents.is_empty() || self.way || !self.is_walkable()) {
            return Err("an anchor is an opening or a door and must be empty".to_owned());
        }
        let sort = |content: &Content| match content {
            Content::Entity(EntityKind::Start, _) | Content::Exit => Some(0),
            Content::Entity(kind, _) => Some(*kind as u8),
            Content::Decoration(_) | Content::Tag(_) => None,
        };
        let mut sorts: Vec<u8> = self.contents.iter().filter_map(sort).collect();
        sorts.sort_unstable();
        if sorts.windows(2).any(|pair| pair[0] == pair[1]) {
            return Err("two of a kind, or a start and an exit, in one cell".to_owned());
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prefab::{Library, Prefab};

    fn read(texts: &[&str]) -> Result<Symbol, String> {
        Symbol::read(texts, Cow::Owned)
    }

    #[test]
    fn every_known_character_means_something() {
        for (c, _) in KNOWN {
            assert!(Symbol::known(c).is_some(), "{c:?}");
        }
        for (tile, c) in Tile::ALL.into_iter().filter(|(tile, _)| *tile != Tile::Void) {
            assert_eq!(Symbol::known(c).unwrap().things[0].tile, Some(tile), "the same as in every text map");
        }
        for (kind, c) in EntityKind::ALL {
            assert!(Symbol::known(c).unwrap().has(kind));
        }
    }

    #[test]
    fn several_things_share_a_cell() {
        let symbol = read(&["bridge, monster old troll, decoration rope"]).unwrap();
        assert_eq!(symbol.things[0].tile, Some(Tile::Bridge));
        assert_eq!(symbol.things[0].contents[0], Content::Entity(EntityKind::Monster, "old troll".into()));
        assert!(read(&["wall, decoration torch"]).is_ok());
        assert_eq!(read(&["floor", "monster rat"]).unwrap().things.len(), 2);
    }

    #[test]
    fn nonsense_is_named() {
        let error = |texts: &[&str]| read(texts).unwrap_err();
        assert!(error(&["wal"]).ends_with("\"wal\" means nothing; did you mean wall?"), "{}", error(&["wal"]));
        assert!(error(&["throne"]).contains("decoration NAME"));
        assert!(error(&["floor, water"]).contains("two tiles"));
        assert!(error(&["wall, monster"]).contains("not walkable"));
        assert!(error(&["start, exit"]).contains("two of a kind"));
        assert!(error(&["anchor, item"]).contains("must be empty"));
        assert!(error(&["wall", "floor"]).contains("all walkable or all solid"));
        assert!(error(&["floor", "anything"]).contains("all walkable or all solid"));
        assert!(error(&["passage, room hall"]).contains("belong to no room"));
        assert!(error(&["door", "floor, room hall"]).contains("belong to no room"));
        assert!(error(&[]).contains("a list of 0"));
        assert!(error(&["decoration \u{1b}"]).contains("not plain text"));
        assert!(read(&["a"; 21]).is_err());
    }

    #[test]
    fn the_page_explains_every_character_and_every_word() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/prefabs.md");
        let page = std::fs::read_to_string(path).expect("the page about prefabs");
        for (c, text) in KNOWN.into_iter().filter(|(c, _)| *c != ' ') {
            let escape = if c == '|' { "\\" } else { "" };
            let row = format!("| `{escape}{c}` | `{text}` |");
            assert!(page.contains(&row), "no row begins with {row}");
        }
        for (word, ..) in TILES {
            assert!(page.contains(&format!("`{word}`")), "{word}");
        }
        for (word, kind) in ENTITIES {
            let name = if kind == EntityKind::Start { "" } else { " NAME" };
            assert!(page.contains(&format!("`{word}{name}`")), "{word}");
        }
        let rows = page.lines().filter(|line| line.starts_with("| `") && line.ends_with(" |")).count();
        let keys = ["name", "tags", "weight", "depth", "turns", "mirrors", "legend", "map"];
        for key in keys {
            assert!(page.contains(&format!("| `{key}` | ")), "{key}");
        }
        assert_eq!(rows, KNOWN.len() - 1 + keys.len(), "no row for what does not exist");
        let (side, text) = (Prefab::MAX_SIDE, Prefab::MAX_TEXT);
        let limits =
            format!("over {side}x{side}, files over {text} characters, folders over {} files, ", Library::MAX_TEXTS);
        assert!(page.contains(&limits), "{limits}");
        let limits = format!("{} prefabs or {} characters in all", Library::MAX_PREFABS, Library::MAX_CHARACTERS);
        assert!(page.contains(&limits), "{limits}");
    }
}
