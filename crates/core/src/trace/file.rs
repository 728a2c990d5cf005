//! Trace files: a compact binary format, read without trusting any number in it.

use super::cell::{Cell, things};
use super::stream::Reader;
use super::{Trace, cell_runs, steps_of};
use crate::base::digest::Hasher;
use crate::base::error::{Error, ErrorKind};
use crate::base::grid::Size;
use crate::map::Map;
use crate::saved;
use std::io::{self, Read, Write};
use std::sync::OnceLock;

/// The first bytes of every trace.
pub const MAGIC: &[u8] = b"mapwright-trace\n";

/// The version that is written. Every version with the same major number can be read.
pub const VERSION: (u64, u64) = (1, 0);

/// Maximum length of a label or step id, in bytes.
const MAX_TEXT: usize = 400;
/// Maximum number of labels, and of steps.
const MAX_TEXTS: usize = 4_096;
/// Limits for reading a trace. A trace that exceeds one is refused. Together they bound the memory
/// and the time: about 40 bytes per moment, a byte per byte of the file, a few per tile.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Maximum size of the file, in bytes.
    pub max_bytes: usize,
    /// Maximum number of tiles.
    pub max_tiles: usize,
    /// Maximum number of moments.
    pub max_moments: usize,
    /// Maximum number of cell changes in total.
    pub max_changes: u64,
}

/// Enough for 8 million moments on 16 million tiles.
impl Default for Limits {
    fn default() -> Self {
        Limits { max_bytes: 256 << 20, max_tiles: 1 << 24, max_moments: 1 << 23, max_changes: 1 << 30 }
    }
}

impl Limits {
    /// Returns true if the numbers are within the limits.
    pub(super) fn holds(&self, moments: usize, changes: u64, bytes: usize) -> bool {
        moments <= self.max_moments && changes <= self.max_changes && bytes <= self.max_bytes
    }

    pub(super) fn too_big(&self, what: &str, most: usize) -> Error {
        let way_out = if what == "tiles" { "use a smaller map" } else { "use a smaller map or record fewer moments" };
        Error::new(ErrorKind::TooBig, format!("the trace has more than {most} {what}; {way_out}"))
    }
}

impl Trace {
    /// Writes the trace. The writer needs no buffer of its own.
    #[doc(alias = "save")]
    pub fn write(&self, mut to: impl Write) -> io::Result<()> {
        let mut out = Vec::with_capacity(self.stream.len() + self.map.size().area() + 4096);
        out.extend_from_slice(MAGIC);
        let Size { width, height } = self.size();
        for number in [VERSION.0, VERSION.1, width as u64, height as u64] {
            cell_runs::put(number, &mut out);
        }
        for texts in [&self.labels, &steps_of(&self.map)] {
            cell_runs::put(texts.len() as u64, &mut out);
            texts.iter().for_each(|item| text(item.as_bytes(), &mut out));
        }
        cell_runs::put(self.merged, &mut out);
        cell_runs::put(self.count as u64, &mut out);
        out.extend_from_slice(&self.stream);
        text(saved::to_string(&self.map).as_bytes(), &mut out);
        let mut hasher = Hasher::default();
        hasher.bytes(&out);
        out.extend_from_slice(&hasher.digest().0.to_le_bytes());
        to.write_all(&out)?;
        to.flush()
    }

    /// Reads a trace within the limits.
    ///
    /// An invalid file gives [`BadFile`](ErrorKind::BadFile), a file over a limit
    /// [`TooBig`](ErrorKind::TooBig). A trace that was read is consistent: every moment lies on the
    /// map, and the last frame shows the final map.
    #[doc(alias = "load")]
    pub fn read(from: impl Read, limits: &Limits) -> Result<Trace, Error> {
        let mut bytes = Vec::new();
        let mut start = from.take(limits.max_bytes as u64 + 1);
        let failed = |error: io::Error| Error::new(ErrorKind::BadFile, format!("cannot be read: {error}"));
        // A file in another format is not read to its end.
        start.by_ref().take(MAGIC.len() as u64).read_to_end(&mut bytes).map_err(failed)?;
        if bytes != MAGIC {
            return Err(bad("not a trace file: it does not begin with mapwright-trace"));
        }
        start.read_to_end(&mut bytes).map_err(failed)?;
        if bytes.len() > limits.max_bytes {
            return Err(limits.too_big("bytes", limits.max_bytes));
        }
        let mut rest = &bytes[MAGIC.len()..];
        let version = (number(&mut rest)?, number(&mut rest)?);
        if version.0 != VERSION.0 {
            let (major, minor) = version;
            return Err(bad(&format!("a trace of version {major}.{minor}; this program reads version {}", VERSION.0)));
        }
        let whole = bytes.len() - 16;
        let mut hasher = Hasher::default();
        hasher.bytes(&bytes[..whole.max(MAGIC.len())]);
        if rest.len() < 16 || hasher.digest().0.to_le_bytes() != bytes[whole..] {
            return Err(bad("the trace is damaged: its checksum is wrong"));
        }
        let end = rest.len() - 16;
        Contents { rest: &rest[..end], limits }.trace()
    }
}

fn text(bytes: &[u8], out: &mut Vec<u8>) {
    cell_runs::put(bytes.len() as u64, out);
    out.extend_from_slice(bytes);
}

fn bad(what: &str) -> Error {
    Error::new(ErrorKind::BadFile, what)
}

fn number(from: &mut &[u8]) -> Result<u64, Error> {
    cell_runs::take(from).ok_or_else(|| bad("the trace is truncated or has an invalid number"))
}

/// Reads the part between the version and the checksum.
struct Contents<'a> {
    rest: &'a [u8],
    limits: &'a Limits,
}

impl<'a> Contents<'a> {
    fn trace(mut self) -> Result<Trace, Error> {
        let size = self.size()?;
        let labels = self.texts("labels")?;
        let steps = self.texts("steps")?;
        let merged = number(&mut self.rest)?;
        let moments = number(&mut self.rest)?;
        if moments > self.limits.max_moments as u64 {
            return Err(self.limits.too_big("moments", self.limits.max_moments));
        }
        let (stream, cells) = self.moments(size, moments as usize, labels.len())?;
        let map = self.bytes(self.limits.max_bytes)?;
        if !self.rest.is_empty() {
            return Err(bad("unexpected data after the map of the trace"));
        }
        let limits = saved::Limits { max_tiles: self.limits.max_tiles, ..saved::Limits::default() };
        let map = saved::read(map, &limits).map_err(|error| error.at("the map of the trace"))?;
        if map.size() != size || !shows(&cells, &map) {
            return Err(bad("the trace does not match its map: its last frame differs"));
        }
        let (stream, count) = (stream.to_vec(), moments as usize);
        let trace = Trace { labels, stream, count, merged, map, index: OnceLock::new() };
        if steps_of(trace.map()) != steps {
            return Err(bad("the trace does not match its map: the recipe has other steps"));
        }
        Ok(trace)
    }

    fn size(&mut self) -> Result<Size, Error> {
        let (width, height) = (number(&mut self.rest)?, number(&mut self.rest)?);
        let tiles = width.checked_mul(height).filter(|_| width.max(height) <= i32::MAX as u64);
        match tiles {
            None => Err(bad("the trace has an invalid map size")),
            Some(tiles) if tiles > self.limits.max_tiles as u64 => {
                Err(self.limits.too_big("tiles", self.limits.max_tiles))
            }
            Some(_) => Ok(Size { width: width as i32, height: height as i32 }),
        }
    }

    fn texts(&mut self, what: &str) -> Result<Vec<String>, Error> {
        let count = number(&mut self.rest)?;
        if count > MAX_TEXTS as u64 {
            return Err(self.limits.too_big(what, MAX_TEXTS));
        }
        let one = |reader: &mut Self| {
            let text = std::str::from_utf8(reader.bytes(MAX_TEXT)?).ok();
            let text = text.filter(|text| !text.chars().any(char::is_control));
            text.map(str::to_owned).ok_or_else(|| bad(&format!("one of its {what} is not UTF-8")))
        };
        (0..count).map(|_| one(self)).collect()
    }

    fn bytes(&mut self, most: usize) -> Result<&'a [u8], Error> {
        let length = number(&mut self.rest)?;
        let length = usize::try_from(length).ok().filter(|&length| length <= most && length <= self.rest.len());
        let (bytes, rest) = self.rest.split_at(length.ok_or_else(|| bad("the trace has a text that is too long"))?);
        self.rest = rest;
        Ok(bytes)
    }

    /// Reads and validates all encoded moments. Returns them with the final cells.
    fn moments(&mut self, size: Size, count: usize, labels: usize) -> Result<(&'a [u8], Vec<u8>), Error> {
        let mut cells = vec![Cell::WALL.0; size.area()];
        let all = self.rest;
        let mut stream = Reader::new(all, size);
        let mut changed = 0;
        for _ in 0..count {
            let found = stream.next().map_err(bad)?;
            if found.label >= labels as u64 {
                return Err(bad("the trace has a moment without a label"));
            }
            if found.step > u16::MAX.into() || found.attempt > u32::MAX.into() {
                return Err(bad("the trace has an invalid step or attempt"));
            }
            changed += change(&mut stream.rest, found.runs, &mut cells)?;
            if changed > self.limits.max_changes {
                return Err(self.limits.too_big("changes", self.limits.max_changes as usize));
            }
        }
        self.rest = stream.rest;
        Ok((&all[..all.len() - self.rest.len()], cells))
    }
}

/// Reads this many runs of changes and applies them. Returns the number of changed cells.
fn change(from: &mut &[u8], runs: u64, cells: &mut [u8]) -> Result<u64, Error> {
    let (mut last, mut changed) = (0, 0);
    for _ in 0..runs {
        let run = cell_runs::next(from, &mut last).filter(|run| run.by != 0 && run.count > 0);
        let place = run.and_then(|run| Some((cells.get_mut(run.first..run.first + run.count)?, run.by)));
        let (cells, by) = place.ok_or_else(|| bad("the trace has an invalid change, or one outside the map"))?;
        let known = cells.iter_mut().fold(true, |known, cell| {
            *cell ^= by;
            known & Cell::is_known(*cell)
        });
        if !known {
            return Err(bad("the trace has an unknown tile"));
        }
        changed += cells.len() as u64;
    }
    Ok(changed)
}

/// Returns true if these cells match the map.
fn shows(cells: &[u8], map: &Map) -> bool {
    let width = map.size().width;
    let mut expected: Vec<u8> = map.tiles.cells().iter().map(|tile| tile.code()).collect();
    for (pos, thing) in things(map).filter(|(pos, _)| map.size().contains(*pos)) {
        let cell = &mut expected[(pos.y * width + pos.x) as usize];
        *cell = *cell & Cell::TILE | (*cell >> 4).max(thing.rank()) << 4;
    }
    expected == cells
}
