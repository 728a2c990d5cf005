//! Reading files and stdin, with size limits.

use crate::failure::Failure;
use mapwright::trace::{self, MAGIC, Trace};
use mapwright::{Map, Recipe, saved};
use mapwright_export::{WATABOU_MAX_BYTES, is_watabou, read_watabou};
use std::fs::File;
use std::io::{self, BufReader, Cursor, Read};
use std::path::Path;

/// Maximum length of a text, in bytes.
const MAX_TEXT: u64 = 64 << 20;

/// Opens a file, or stdin for `-`.
pub(crate) fn open(name: &str) -> Result<Box<dyn Read>, Failure> {
    if name == "-" {
        return Ok(Box::new(io::stdin().lock()));
    }
    let cannot = |error: io::Error| Failure::bad_input(format!("cannot read {name}: {error}"));
    if Path::new(name).is_dir() {
        return Err(Failure::bad_input(format!("cannot read {name}: it is a folder")));
    }
    Ok(Box::new(File::open(name).map_err(cannot)?))
}

/// Reads a text file.
pub(crate) fn text(name: &str) -> Result<String, Failure> {
    text_within(name, MAX_TEXT, "text")
}

/// Reads a TOML file. A file that is too long is refused without reading all of it.
pub(crate) fn toml(name: &str) -> Result<String, Failure> {
    text_within(name, Recipe::MAX_BYTES as u64, "TOML")
}

fn text_within(name: &str, max_bytes: u64, what: &str) -> Result<String, Failure> {
    let mut bytes = Vec::new();
    let cannot = |error: io::Error| Failure::bad_input(format!("cannot read {name}: {error}"));
    open(name)?.take(max_bytes + 1).read_to_end(&mut bytes).map_err(cannot)?;
    if bytes.len() as u64 > max_bytes {
        return Err(Failure::bad_input(format!("{name}: longer than {max_bytes} bytes, the limit for {what}")));
    }
    String::from_utf8(bytes).map_err(|error| {
        Failure::bad_input(format!("{name}: not a text file: byte {} is not UTF-8", error.utf8_error().valid_up_to()))
    })
}

/// Reads a saved map or a One Page Dungeon (`.json`), or a text map (`.txt`).
pub(crate) fn map(name: &str) -> Result<Map, Failure> {
    if Path::new(name).extension().is_some_and(|extension| extension == "txt") {
        return Map::from_ascii(&text(name)?).map_err(|error| Failure::from(error).at(name));
    }
    let mut file = open(name)?;
    let start = start_of(&mut file, name)?;
    if is_watabou(&start) {
        return one_page_dungeon(start, file, name);
    }
    let whole = BufReader::with_capacity(1 << 16, Cursor::new(start).chain(file));
    saved::read(whole, &saved::Limits::default()).map_err(|error| Failure::from(error).at(name))
}

/// Reads a file of watabou's One Page Dungeon; `None` if it is something else.
pub(crate) fn dungeon(name: &str) -> Result<Option<Map>, Failure> {
    // A pipe can be read only once.
    let path = Path::new(name);
    if !path.is_file() || path.extension().is_none_or(|extension| extension != "json") {
        return Ok(None);
    }
    let mut file = open(name)?;
    let start = start_of(&mut file, name)?;
    if is_watabou(&start) { one_page_dungeon(start, file, name).map(Some) } else { Ok(None) }
}

/// Reads as much of a file as is needed to tell its format.
fn start_of(file: &mut dyn Read, name: &str) -> Result<Vec<u8>, Failure> {
    let mut start = Vec::new();
    let cannot = |error: io::Error| Failure::bad_input(format!("cannot read {name}: {error}"));
    file.take(1 << 20).read_to_end(&mut start).map_err(cannot)?;
    Ok(start)
}

/// Reads the rest of a One Page Dungeon.
fn one_page_dungeon(mut bytes: Vec<u8>, rest: impl Read, name: &str) -> Result<Map, Failure> {
    let cannot = |error: io::Error| Failure::bad_input(format!("cannot read {name}: {error}"));
    rest.take(WATABOU_MAX_BYTES as u64).read_to_end(&mut bytes).map_err(cannot)?;
    read_watabou(&bytes).map_err(|error| Failure::bad_input(error.to_string()).at(name))
}

/// Returns true for a trace: a file that begins like one, or a file named `.trace`, so that a
/// truncated trace gets the right error.
pub(crate) fn is_trace(name: &str) -> bool {
    let path = Path::new(name);
    if path.extension().is_some_and(|extension| extension == "trace") {
        return true;
    }
    // A pipe can be read only once.
    if !path.is_file() {
        return false;
    }
    let mut start = [0; MAGIC.len()];
    File::open(path).and_then(|mut file| file.read_exact(&mut start)).is_ok() && start == MAGIC
}

/// Reads a trace.
pub(crate) fn trace(name: &str) -> Result<Trace, Failure> {
    let file = BufReader::with_capacity(1 << 16, open(name)?);
    Trace::read(file, &trace::Limits::default()).map_err(|error| Failure::from(error).at(name))
}
