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
//! The keys are always there, in this order: `format`, `version`, `size`, `seed`, `source`, `tiles`, `rooms`, `passages`,
//! `doors`, `stairs`, `exits`, `zones`, `entities`, `decorations`, `labels` (where there are some), `grid`, `mission` and `symmetry` (where there is one), `edits`
//! (where there are some), `stats`, `notes`; then those that another program added.
//! Every row of tiles and every record has a line of its own. The seed is a text, because JavaScript rounds past 2^53.
//!
//! A file may have its keys in any order. `format`, `version`, `size` and `tiles` are needed; a list that is missing is
//! empty. A key that is given twice is refused.
//!
//! Unknown keys are kept, and written after the known ones, at the top level and on rooms, passages, doors, stairs, exits,
//! zones, entities, decorations and labels. Their numbers are kept as a double holds them where they are not 64-bit integers.
//! Everywhere else (`size`, `source`, `shape`, `mission`, `symmetry`, `edits`, `notes`) unknown keys are refused, because the map has no
//! place to keep them.
//!
//! # Versions
//!
//! A minor version only adds keys where unknown ones are kept; anything else is a new major version. So 1.7 is read, and
//! written again as 1.2 with the added keys in place: that is what the file then is. 2.0 is refused by name. 1.1 added
//! `mission` and `symmetry`, 1.2 `labels` and `edits`.
//!
//! # What is refused
//!
//! Files are read as they come, within [`Limits`]: nothing is allocated because a number in the file says so. A map that
//! was read has every record inside its tiles, so that others may use the positions without looking. Whether a map makes
//! sense (rooms that overlap, doors in the middle of a hall, ids used twice) is for [`check()`](crate::check()) to say.

mod bounded;
mod keys;
mod place;
mod read;
mod records;
mod rows;
mod scan;
mod values;
mod write;

use crate::error::Error;
use crate::map::Map;
use crate::plan::Run;
use std::io;

/// What the key `format` says in every saved map.
pub const FORMAT: &str = "mapwright-map";

/// The version that is written. Every version with the same first number is read.
pub const VERSION: &str = "1.2";

/// What a file may ask for before it is refused.
///
/// Together they bound the memory: a tile takes one byte, the masks of rooms and zones at most eight for every tile that is
/// allowed, an entry of a list about 100 and a value under an unknown key about 250, however short their texts are; texts
/// as much as in the file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Limits {
    /// The most tiles.
    pub max_tiles: usize,
    /// The most bytes of text in all.
    pub max_bytes: u64,
    /// The most entries of all lists together: rooms and their tags, passages and their points, numbers, notes, …
    pub max_records: usize,
    /// The most values under unknown keys and in the recipe together, counting those inside others.
    pub max_values: usize,
    /// The most bytes of one text (a name, a tag, a key), rows of tiles aside.
    pub max_text: usize,
    /// The most lists and objects inside each other; more than 128 counts as 128.
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

/// Writes the map as it goes, without a copy of it in memory. The writer needs no buffer of its own.
pub fn write(map: &Map, mut to: impl io::Write) -> io::Result<()> {
    write::map(map, &mut to)?;
    to.flush()
}

/// The map as text.
pub fn to_string(map: &Map) -> String {
    let mut text = Vec::with_capacity(map.size().area() + 4096);
    write(map, &mut text).expect("memory takes what is written to it");
    String::from_utf8(text).expect("JSON is UTF-8")
}

/// Reads a map as it comes. The reader needs no buffer of its own.
///
/// Anything wrong ends in [`BadFile`](crate::ErrorKind::BadFile), anything over a limit in
/// [`TooBig`](crate::ErrorKind::TooBig): one line with the place, what is wrong there and what is expected.
pub fn read(mut from: impl io::Read, limits: &Limits) -> Result<Map, Error> {
    read::map(&mut bounded::Input::new(&mut from, limits))
}

/// Reads a map from text, within the usual [`Limits`].
pub fn from_str(text: &str) -> Result<Map, Error> {
    read(text.as_bytes(), &Limits::default())
}
