//! Writing maps: one list of formats, and files that are written whole or not at all.

use crate::failure::Failure;
use crate::interrupt::{Stoppable, is_stop};
use mapwright::{Map, did_you_mean, saved};
use mapwright_render::{TileLook, png};
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// How pictures look.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "How it looks")]
pub(crate) struct Look {
    /// Pixels a tile in pictures
    #[arg(long, value_name = "PX", default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=256))]
    pub(crate) cell: u32,
    /// Draw exits and entities in text files too
    #[arg(long)]
    pub(crate) entities: bool,
}

/// A way to write a map.
pub(crate) struct Format {
    /// The ending of its files, and its name for `--as`.
    pub(crate) ending: &'static str,
    write: fn(&Map, &Look, &mut dyn Write) -> io::Result<()>,
}

/// Every format. To add one, write its function and add its line.
pub(crate) static FORMATS: &[Format] = &[
    Format { ending: "json", write: write_json },
    Format { ending: "txt", write: write_txt },
    Format { ending: "png", write: write_png },
];

fn write_json(map: &Map, _: &Look, to: &mut dyn Write) -> io::Result<()> {
    saved::write(map, to)
}

fn write_txt(map: &Map, look: &Look, to: &mut dyn Write) -> io::Result<()> {
    if look.entities {
        return to.write_all(map.to_ascii_with_entities().as_bytes());
    }
    // Row by row: a large map is not held twice.
    let mut line = Vec::with_capacity(map.size().width as usize + 1);
    for row in map.tiles.rows() {
        line.clear();
        line.extend(row.iter().map(|tile| tile.to_char() as u8));
        line.push(b'\n');
        to.write_all(&line)?;
    }
    Ok(())
}

fn write_png(map: &Map, look: &Look, to: &mut dyn Write) -> io::Result<()> {
    let tiles = TileLook { cell: look.cell, ..TileLook::default() };
    Ok(png(map, &tiles, to)?)
}

/// The format with this name, or for files with this ending.
pub(crate) fn format(name: &str) -> Result<&'static Format, Failure> {
    FORMATS.iter().find(|format| format.ending == name).ok_or_else(|| {
        let hint = did_you_mean(name, FORMATS.iter().map(|format| format.ending));
        Failure::bad_input(format!("no format is called {name:?}; {hint}"))
    })
}

/// Where a map is to go. Opened before the long run, so that a bad place is told at once.
pub(crate) struct Output {
    name: String,
    format: &'static Format,
    place: Place,
}

enum Place {
    Stdout,
    /// A new file beside the old one, which it replaces when it is complete.
    Beside(NamedTempFile, PathBuf),
    /// A device or a pipe: nothing to replace.
    Device(File),
}

impl Output {
    /// Opens `-` or a file; `format` wins over the ending.
    pub(crate) fn open(name: &str, format: Option<&'static Format>) -> Result<Output, Failure> {
        let cannot = |error: io::Error| Failure::cannot_write(name, &error);
        if name == "-" {
            let Some(format) = format else {
                let known: Vec<&str> = FORMATS.iter().map(|format| format.ending).collect();
                return Err(Failure::bad_input(format!("-o - needs --as with one of {}", known.join(", "))));
            };
            return Ok(Output { name: "stdout".to_owned(), format, place: Place::Stdout });
        }
        let path = Path::new(name);
        let format = match (format, path.extension()) {
            (Some(format), _) => format,
            (None, Some(ending)) => self::format(&ending.to_string_lossy()).map_err(|failure| failure.at(name))?,
            (None, None) if path.is_dir() => {
                return Err(cannot(io::Error::from(io::ErrorKind::IsADirectory)));
            }
            (None, None) => {
                return Err(Failure::bad_input(format!(
                    "{name}: the ending picks the format: write {name}.json or name one with --as"
                )));
            }
        };
        // Through a link to the file itself, so that the link stays.
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let place = match fs::metadata(&path) {
            Ok(about) if about.is_dir() => {
                return Err(cannot(io::Error::from(io::ErrorKind::IsADirectory)));
            }
            Ok(about) if !about.is_file() => Place::Device(OpenOptions::new().write(true).open(&path).map_err(cannot)?),
            Ok(about) if about.permissions().readonly() => {
                return Err(cannot(io::Error::from(io::ErrorKind::PermissionDenied)));
            }
            _ => {
                let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
                Place::Beside(new_file(folder).map_err(cannot)?, path)
            }
        };
        Ok(Output { name: name.to_owned(), format, place })
    }

    /// Whether the map goes to stdout.
    pub(crate) fn is_stdout(&self) -> bool {
        matches!(self.place, Place::Stdout)
    }

    /// Writes the map.
    pub(crate) fn write(&mut self, map: &Map, look: &Look) -> Result<(), Failure> {
        let done = match &mut self.place {
            Place::Stdout => put(&mut io::stdout().lock(), self.format, map, look),
            Place::Device(file) => put(file, self.format, map, look),
            Place::Beside(file, _) => put(file, self.format, map, look).and_then(|()| file.as_file().sync_all()),
        };
        done.map_err(|error| self.failure(&error))
    }

    /// Puts the finished file in its place.
    pub(crate) fn finish(self) -> Result<(), Failure> {
        let Place::Beside(file, path) = self.place else { return Ok(()) };
        let done = file.persist(&path).map_err(|error| error.error).and_then(|_| sync_folder(&path));
        done.map_err(|error| Failure::cannot_write(&self.name, &error))
    }

    fn failure(&self, error: &io::Error) -> Failure {
        match error.kind() {
            _ if is_stop(error) => Failure::cannot_write(&self.name, &io::Error::from(io::ErrorKind::Interrupted)),
            io::ErrorKind::InvalidInput => Failure::bad_input(error.to_string()).at(&self.name),
            _ => Failure::cannot_write(&self.name, error),
        }
    }
}

fn put(to: &mut dyn Write, format: &Format, map: &Map, look: &Look) -> io::Result<()> {
    let mut buffered = BufWriter::with_capacity(1 << 16, Stoppable(to));
    (format.write)(map, look, &mut buffered)?;
    buffered.flush()
}

#[cfg(unix)]
fn new_file(folder: &Path) -> io::Result<NamedTempFile> {
    use std::os::unix::fs::PermissionsExt;
    // What any new file gets; the system takes away what the user's mask says.
    let usual = fs::Permissions::from_mode(0o666);
    tempfile::Builder::new().prefix(".mapwright-").permissions(usual).tempfile_in(folder)
}

#[cfg(not(unix))]
fn new_file(folder: &Path) -> io::Result<NamedTempFile> {
    tempfile::Builder::new().prefix(".mapwright-").tempfile_in(folder)
}

/// Makes the new name itself safe against a power cut; elsewhere than on Unix there is nothing to do.
fn sync_folder(path: &Path) -> io::Result<()> {
    if cfg!(unix) {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        File::open(folder)?.sync_all()?;
    }
    Ok(())
}

/// Writes to all outputs, and only then puts any of them in its place.
pub(crate) fn write_all(mut outputs: Vec<Output>, map: &Map, look: &Look) -> Result<(), Failure> {
    outputs.iter_mut().try_for_each(|output| output.write(map, look))?;
    outputs.into_iter().try_for_each(Output::finish)
}

/// Text for stdout; a reader that went away is no failure.
pub(crate) fn print(text: &str) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes()).and_then(|()| out.flush()).map_err(|error| Failure::cannot_write("stdout", &error))
}
