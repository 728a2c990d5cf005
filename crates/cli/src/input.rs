//! Reading what people name: files and stdin, bounded.

use crate::failure::Failure;
use mapwright::trace::{self, MAGIC, Trace};
use mapwright::{Map, Recipe, saved};
use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::Path;

/// The longest recipe or text map that is read.
const MAX_TEXT: u64 = 64 << 20;

/// A file, or stdin for `-`.
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

/// The whole text of a file.
pub(crate) fn text(name: &str) -> Result<String, Failure> {
    text_within(name, MAX_TEXT, "text")
}

/// The whole text of a campaign or a table; of one that is too long no more is read than it takes to know.
pub(crate) fn toml(name: &str) -> Result<String, Failure> {
    text_within(name, Recipe::MAX_BYTES as u64, "TOML")
}

fn text_within(name: &str, most: u64, what: &str) -> Result<String, Failure> {
    let mut bytes = Vec::new();
    let cannot = |error: io::Error| Failure::bad_input(format!("cannot read {name}: {error}"));
    open(name)?.take(most + 1).read_to_end(&mut bytes).map_err(cannot)?;
    if bytes.len() as u64 > most {
        return Err(Failure::bad_input(format!("{name}: more than {most} bytes, which is the limit for {what}")));
    }
    String::from_utf8(bytes).map_err(|error| {
        Failure::bad_input(format!("{name}: not text: byte {} is no UTF-8", error.utf8_error().valid_up_to()))
    })
}

/// A saved map (`.json`), or one drawn as text (`.txt`).
pub(crate) fn map(name: &str) -> Result<Map, Failure> {
    let map = if Path::new(name).extension().is_some_and(|ending| ending == "txt") {
        Map::from_ascii(&text(name)?)
    } else {
        saved::read(BufReader::with_capacity(1 << 16, open(name)?), &saved::Limits::default())
    };
    map.map_err(|error| Failure::from(error).at(name))
}

/// Whether it is a trace, going by how the file begins; or by its name, so that one that was cut off is told for what it is.
pub(crate) fn is_trace(name: &str) -> bool {
    let path = Path::new(name);
    if path.extension().is_some_and(|ending| ending == "trace") {
        return true;
    }
    // A pipe can be read only once.
    if !path.is_file() {
        return false;
    }
    let mut start = [0; MAGIC.len()];
    File::open(path).and_then(|mut file| file.read_exact(&mut start)).is_ok() && start == MAGIC
}

/// A trace that was kept.
pub(crate) fn trace(name: &str) -> Result<Trace, Failure> {
    let file = BufReader::with_capacity(1 << 16, open(name)?);
    Trace::read(file, &trace::Limits::default()).map_err(|error| Failure::from(error).at(name))
}
