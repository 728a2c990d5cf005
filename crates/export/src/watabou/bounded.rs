//! Reads the entries of a file within limits: its size, its depth, and the length of every list.

use super::entries::{DoorEntry, Entry, NoteEntry, RectEntry, bad};
use super::{MAX_DOORS, MAX_RECTS, MAX_SQUARES, WATABOU_MAX_BYTES};
use crate::error::{Error, ErrorKind};
use mapwright::Pos;
use serde::de::{self, DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::Value;
use std::fmt;

/// Maximum nesting depth of lists and objects.
const MAX_DEPTH: usize = 64;
/// Maximum number of values of the whole file.
const MAX_VALUES: usize = 8_000_000;

/// The entries of a file.
#[derive(Default, Debug)]
pub(super) struct Entries {
    pub(super) title: String,
    pub(super) story: String,
    pub(super) rects: Vec<RectEntry>,
    pub(super) doors: Vec<DoorEntry>,
    pub(super) notes: Vec<NoteEntry>,
    pub(super) columns: Vec<(f64, f64)>,
    pub(super) water: Vec<Pos>,
    /// In files of ours.
    pub(super) start: Option<Pos>,
    /// Number of rooms, in files of ours: all other rects belong to no room.
    pub(super) rooms: Option<u32>,
}

/// Reads all entries.
pub(super) fn entries(bytes: &[u8]) -> Result<Entries, Error> {
    if bytes.len() > WATABOU_MAX_BYTES {
        let message = format!("the file has {} bytes; the limit is {WATABOU_MAX_BYTES}", bytes.len());
        return Err(Error::new(ErrorKind::TooBig, message));
    }
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    scan(bytes)?;
    let mut failure = None;
    let mut deserializer = serde_json::Deserializer::from_slice(bytes);
    let read = deserializer.deserialize_map(FileVisitor { failure: &mut failure });
    let read = read.and_then(|entries| deserializer.end().map(|()| entries));
    read.map_err(|error| {
        failure.unwrap_or_else(|| Error::new(ErrorKind::BadFile, format!("not a One Page Dungeon: {error}")))
    })
}

/// Checks the depth and the number of values, before anything is allocated for them.
fn scan(bytes: &[u8]) -> Result<(), Error> {
    let (mut depth, mut values, mut in_text, mut is_escaped) = (0usize, 0usize, false, false);
    for (at, byte) in bytes.iter().enumerate() {
        if in_text {
            in_text = is_escaped || *byte != b'"';
            is_escaped = !is_escaped && *byte == b'\\';
            continue;
        }
        match byte {
            b'"' => in_text = true,
            b'[' | b'{' => {
                (depth, values) = (depth + 1, values + 1);
                if depth > MAX_DEPTH {
                    let message = format!("byte {at}: lists in lists, {depth} deep; the limit is {MAX_DEPTH}");
                    return Err(Error::new(ErrorKind::TooBig, message));
                }
            }
            b']' | b'}' => depth = depth.saturating_sub(1),
            b',' => values += 1,
            _ => {}
        }
        if values > MAX_VALUES {
            return Err(Error::new(ErrorKind::TooBig, format!("byte {at}: more than {MAX_VALUES} values")));
        }
    }
    Ok(())
}

struct FileVisitor<'a> {
    /// The error of an entry, which serde cannot carry.
    failure: &'a mut Option<Error>,
}

impl<'de> Visitor<'de> for FileVisitor<'_> {
    type Value = Entries;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object with the lists `rects` and `doors`")
    }

    #[expect(clippy::redundant_closure_for_method_calls, reason = "the path of a method stands for one lifetime only")]
    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Entries, A::Error> {
        let mut entries = Entries::default();
        let mut seen: Vec<String> = Vec::new();
        let failure = self.failure;
        while let Some(key) = map.next_key::<String>()? {
            let known = ["rects", "doors", "notes", "columns", "water", "title", "story", "start", "rooms"];
            if known.contains(&key.as_str()) {
                if seen.contains(&key) {
                    return Err(keep(failure, bad(&key, "appears more than once")));
                }
                seen.push(key.clone());
            }
            match key.as_str() {
                "rects" => {
                    entries.rects = map.next_value_seed(List::new("rects", MAX_RECTS, |it| it.rect(), failure))?;
                }
                "doors" => {
                    entries.doors = map.next_value_seed(List::new("doors", MAX_DOORS, |it| it.door(), failure))?;
                }
                "notes" => {
                    entries.notes = map.next_value_seed(List::new("notes", MAX_DOORS, |it| it.note(), failure))?;
                }
                "columns" => {
                    entries.columns = map.next_value_seed(List::new("columns", MAX_DOORS, |it| it.point(), failure))?;
                }
                "water" => {
                    entries.water = map.next_value_seed(List::new("water", MAX_SQUARES, |it| it.pos(), failure))?;
                }
                "title" => entries.title = single(&mut map, "title", |it| it.text(), failure)?.unwrap_or_default(),
                "story" => entries.story = single(&mut map, "story", |it| it.text(), failure)?.unwrap_or_default(),
                "start" => entries.start = single(&mut map, "start", |it| it.pos(), failure)?,
                "rooms" => entries.rooms = single(&mut map, "rooms", |it| it.room_count(), failure)?,
                _ => drop(map.next_value::<IgnoredAny>()?),
            }
        }
        for key in ["rects", "doors"] {
            if !seen.iter().any(|seen| seen == key) {
                return Err(keep(failure, bad(key, "the list is missing; a One Page Dungeon has rects and doors")));
            }
        }
        Ok(entries)
    }
}

/// Reads a value that is no list; `null` is as good as none.
fn single<'de, A: MapAccess<'de>, T>(
    map: &mut A,
    key: &str,
    read: fn(&Entry<'_>) -> Result<T, Error>,
    failure: &mut Option<Error>,
) -> Result<Option<T>, A::Error> {
    let value = map.next_value::<Value>()?;
    if value.is_null() {
        return Ok(None);
    }
    read(&Entry::new(key.to_owned(), &value)).map(Some).map_err(|error| keep(failure, error))
}

/// Keeps the error of an entry, and returns one for serde.
fn keep<E: de::Error>(failure: &mut Option<Error>, error: Error) -> E {
    let message = error.to_string();
    *failure = Some(error);
    E::custom(message)
}

/// A list whose entries are read one at a time.
struct List<'a, T> {
    name: &'static str,
    max_entries: usize,
    read: fn(&Entry<'_>) -> Result<T, Error>,
    failure: &'a mut Option<Error>,
}

impl<'a, T> List<'a, T> {
    fn new(
        name: &'static str,
        max_entries: usize,
        read: fn(&Entry<'_>) -> Result<T, Error>,
        failure: &'a mut Option<Error>,
    ) -> Self {
        List { name, max_entries, read, failure }
    }
}

impl<'de, T> DeserializeSeed<'de> for List<'_, T> {
    type Value = Vec<T>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Vec<T>, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de, T> Visitor<'de> for List<'_, T> {
    type Value = Vec<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` to be a list", self.name)
    }

    fn visit_unit<E>(self) -> Result<Vec<T>, E> {
        Ok(Vec::new())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Vec<T>, A::Error> {
        let mut entries = Vec::new();
        while let Some(value) = list.next_element::<Value>()? {
            if entries.len() == self.max_entries {
                let message = format!("{}: more than {} entries, the limit", self.name, self.max_entries);
                return Err(keep(self.failure, Error::new(ErrorKind::TooBig, message)));
            }
            let entry = Entry::new(format!("{}[{}]", self.name, entries.len()), &value);
            entries.push((self.read)(&entry).map_err(|error| keep(self.failure, error))?);
        }
        Ok(entries)
    }
}
