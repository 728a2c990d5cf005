//! Saved maps: one JSON object that people can read and compare, and that programs can add to.
//!
//! ```
//! use mapwright::{Map, saved};
//! let map = Map::from_ascii("####\n#..#\n####")?;
//! let text = saved::to_string(&map);
//! assert_eq!(saved::from_str(&text)?, map);
//! # Ok::<(), mapwright::Error>(())
//! ```
//!
//! # The format
//!
//! The keys are written in this order: `format`, `version`, `size`, `seed`, `source`, `tiles`,
//! `rooms`, `passages`, `doors`, `stairs`, `exits`, `zones`, `entities`, `decorations`, `labels`
//! (if any), `grid`, `mission`, `symmetry` and `setting` (if present), `themes` and `edits` (if
//! any), `stats`, `notes`; then the keys that another program added. Every row of tiles and every
//! record has a line of its own. The seed is a text, because JavaScript rounds numbers past 2^53.
//!
//! A file may have its keys in any order. `format`, `version`, `size` and `tiles` are required; a
//! missing list is empty. A key that is given twice is refused.
//!
//! Unknown keys are preserved, and written after the known ones, at the top level and on rooms,
//! passages, doors, stairs, exits, zones, entities, decorations and labels. Their numbers are
//! stored as doubles unless they are 64-bit integers. Everywhere else (`size`, `source`, `shape`,
//! `mission`, `symmetry`, `themes`, `edits`, `notes`) unknown keys are refused, because the map has
//! no place to store them.
//!
//! A `Map` also implements `Serialize` and `Deserialize`, for games that keep it in a save file of
//! their own: as an object of this format in formats for people, as its text in binary ones.
//!
//! # Versions
//!
//! A minor version only adds keys where unknown ones are preserved; any other change is a new major
//! version. So 1.7 can be read, and is written again as 1.4 with the added keys in place. 2.0 is
//! refused with a message that names the version. 1.1 added `mission` and `symmetry`, 1.2 `labels`
//! and `edits`, 1.3 `setting` and `themes`, 1.4 `elements` of zones and `ends_in` of passages. A
//! file with neither `setting` nor `themes` takes them from its recipe.
//!
//! # Untrusted files
//!
//! Files are read piece by piece, within [`Limits`]: no number in the file can cause a large
//! allocation by itself. Every record of a map that was read lies inside its tiles, so that callers
//! may use the positions without checking them. [`check()`](crate::check()) reports whether a map
//! makes sense (rooms that overlap, doors in the middle of a hall, ids used twice).

mod bounded;
mod inside;
mod keys;
mod read;
mod records;
mod rows;
mod scan;
mod serial;
mod values;
mod write;

use crate::base::error::Error;
use crate::map::Map;
use crate::run::plan::Run;
use std::io;

/// Value of the key `format` in every saved map.
pub const FORMAT: &str = "mapwright-map";

/// The version that is written. Every version with the same major number can be read.
pub const VERSION: &str = "1.4";

/// Limits for reading a file. A file that exceeds one is refused.
///
/// Together they bound the memory: a tile takes one byte, the masks of rooms and zones at most
/// eight for every allowed tile, an entry of a list about 100 and a value under an unknown key
/// about 250, however short their texts are; texts take as much as in the file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Maximum number of tiles.
    pub max_tiles: usize,
    /// Maximum size of the file, in bytes.
    pub max_bytes: u64,
    /// Maximum number of entries of all lists together: rooms and their tags, passages and their
    /// points, numbers, notes, …
    pub max_records: usize,
    /// Maximum number of values under unknown keys, in the recipe, in themes and in edits together,
    /// including nested ones.
    pub max_values: usize,
    /// Maximum length of one text (a name, a tag, a key) in bytes, except for rows of tiles.
    pub max_text: usize,
    /// Maximum nesting depth of lists and objects; values above 128 count as 128.
    pub max_depth: usize,
}

/// Enough for every map that can be made here.
impl Default for Limits {
    fn default() -> Self {
        Limits {
            max_tiles: Run::MAX_TILES,
            max_bytes: 4 << 30,
            max_records: 16_000_000,
            max_values: 4_000_000,
            max_text: 1 << 20,
            max_depth: 64,
        }
    }
}

/// Writes the map piece by piece, without a copy of it in memory. The writer needs no buffer of its
/// own.
#[doc(alias = "save")]
#[doc(alias = "serialize")]
pub fn write(map: &Map, mut to: impl io::Write) -> io::Result<()> {
    write::map(map, &mut to)?;
    to.flush()
}

/// Returns the map as text.
pub fn to_string(map: &Map) -> String {
    let mut text = Vec::with_capacity(map.size().area() + 4096);
    write(map, &mut text).expect("memory takes what is written to it");
    String::from_utf8(text).expect("JSON is UTF-8")
}

/// Reads a map piece by piece. The reader needs no buffer of its own.
///
/// An invalid file gives [`BadFile`](crate::ErrorKind::BadFile), a file over a limit
/// [`TooBig`](crate::ErrorKind::TooBig): one line with the place, the problem and what is expected.
#[doc(alias = "load")]
#[doc(alias = "deserialize")]
pub fn read(mut from: impl io::Read, limits: &Limits) -> Result<Map, Error> {
    read::map(&mut bounded::Input::new(&mut from, limits))
}

/// Reads a map from text, within the default [`Limits`].
pub fn from_str(text: &str) -> Result<Map, Error> {
    read(text.as_bytes(), &Limits::default())
}
