//! Writing maps: one list of formats, and files that are written whole or not at all.

use crate::failure::{Failure, say};
use crate::interrupt::{Stoppable, is_stop};
use crate::look::Drawing;
use mapwright::{Map, Size, did_you_mean, saved};
use mapwright_render::{View, accepts, accepts_png, pdf, png, svg};
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// A way to write a map.
pub(crate) struct Format {
    /// The ending of its files, and its name for `--as`.
    pub(crate) ending: &'static str,
    /// Why a map of this size cannot be written, if it cannot.
    accept: fn(Size, &Drawing) -> Result<(), String>,
    write: fn(&Map, &Drawing, &mut dyn Write) -> io::Result<()>,
}

impl Format {
    /// Whether a map of this size can be written at all.
    pub(crate) fn accepts(&self, size: Size, look: &Drawing) -> Result<(), Failure> {
        (self.accept)(size, look).map_err(Failure::bad_input)
    }
}

/// Every format. To add one, write its function and add its line.
pub(crate) static FORMATS: &[Format] = &[
    Format { ending: "json", accept: any_size, write: write_json },
    Format { ending: "txt", accept: any_size, write: write_txt },
    Format { ending: "png", accept: png_size, write: write_png },
    Format { ending: "svg", accept: drawn_size, write: write_svg },
    Format { ending: "pdf", accept: drawn_size, write: write_pdf },
];

fn any_size(_: Size, _: &Drawing) -> Result<(), String> {
    Ok(())
}

fn drawn_size(size: Size, drawing: &Drawing) -> Result<(), String> {
    accepts(size, &drawing.look).map_err(|error| error.to_string())
}

fn png_size(size: Size, drawing: &Drawing) -> Result<(), String> {
    accepts_png(size, &drawing.look, drawing.cell(size)).map_err(|error| error.to_string())
}

fn write_json(map: &Map, _: &Drawing, to: &mut dyn Write) -> io::Result<()> {
    saved::write(map, to)
}

fn write_txt(map: &Map, drawing: &Drawing, to: &mut dyn Write) -> io::Result<()> {
    let map = drawing.seen(map);
    if drawing.entities {
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

fn write_png(map: &Map, drawing: &Drawing, to: &mut dyn Write) -> io::Result<()> {
    Ok(png(map, &drawing.look, drawing.cell(map.size()), to)?)
}

fn write_svg(map: &Map, drawing: &Drawing, to: &mut dyn Write) -> io::Result<()> {
    Ok(svg(map, &drawing.look, drawing.cell(map.size()), drawing.letters, to)?)
}

fn write_pdf(map: &Map, drawing: &Drawing, to: &mut dyn Write) -> io::Result<()> {
    Ok(pdf(map, &drawing.look, &drawing.pdf, to)?)
}

/// The format with this name, or for files with this ending.
pub(crate) fn format(name: &str) -> Result<&'static Format, Failure> {
    FORMATS.iter().find(|format| format.ending == name).ok_or_else(|| {
        let hint = did_you_mean(name, FORMATS.iter().map(|format| format.ending));
        Failure::bad_input(format!("no format is called {name:?}; {hint}"))
    })
}

/// Where maps are to go.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Outputs {
    /// Write to this file; may be given several times; the ending picks the format (json, txt, png, svg, pdf), - is stdout
    #[arg(short, long = "output", value_name = "FILE")]
    output: Vec<String>,
    /// The format, where no ending tells it
    #[arg(long = "as", value_name = "FORMAT")]
    format: Option<String>,
}

impl Outputs {
    /// Opens all of them before the long run, so that a bad place is told at once; empty when the map is to be shown.
    pub(crate) fn open(&self) -> Result<Vec<Output>, Failure> {
        let format = self.format.as_deref().map(format).transpose()?;
        if format.is_some() && self.output.is_empty() {
            return Err(Failure::bad_input("--as needs an output: add -o - or -o FILE"));
        }
        let mut outputs: Vec<Output> = Vec::new();
        for name in &self.output {
            let output = Output::open(name, format)?;
            if outputs.iter().any(|other| other.place.is_same(&output.place)) {
                return Err(Failure::bad_input(format!("-o {name} is given twice, but it holds only one map")));
            }
            outputs.push(output);
        }
        // The reader of stdout may go away at any time; the files come first.
        outputs.sort_by_key(Output::is_stdout);
        Ok(outputs)
    }
}

/// One of them.
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

impl Place {
    fn is_same(&self, other: &Place) -> bool {
        match (self, other) {
            (Place::Stdout, Place::Stdout) => true,
            (Place::Beside(_, a), Place::Beside(_, b)) => a == b,
            _ => false,
        }
    }
}

impl Output {
    /// Opens `-` or a file; the ending picks the format, `given` is for those that have none.
    pub(crate) fn open(name: &str, given: Option<&'static Format>) -> Result<Output, Failure> {
        let cannot = |error: io::Error| Failure::cannot_write(name, &error);
        if name == "-" {
            let Some(format) = given else {
                let known: Vec<&str> = FORMATS.iter().map(|format| format.ending).collect();
                return Err(Failure::bad_input(format!("-o - needs --as with one of {}", known.join(", "))));
            };
            return Ok(Output { name: "stdout".to_owned(), format, place: Place::Stdout });
        }
        let path = Path::new(name);
        let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase());
        let format = match (ending.as_deref().map(format), given) {
            (Some(Ok(format)), _) | (_, Some(format)) => format,
            (Some(Err(failure)), None) => return Err(failure.at(name)),
            (None, None) if path.is_dir() => return Err(cannot(io::Error::from(io::ErrorKind::IsADirectory))),
            (None, None) => {
                let way_out = "give the file one (map.json) or name the format with --as";
                return Err(Failure::bad_input(format!("{name:?}: the ending picks the format: {way_out}")));
            }
        };
        let path = behind_links(path);
        let place = match fs::metadata(&path) {
            Ok(about) if about.is_dir() => return Err(cannot(io::Error::from(io::ErrorKind::IsADirectory))),
            Ok(about) if !about.is_file() => Place::Device(OpenOptions::new().write(true).open(&path).map_err(cannot)?),
            Ok(about) if about.permissions().readonly() => {
                return Err(cannot(io::Error::from(io::ErrorKind::PermissionDenied)));
            }
            older => {
                let file = new_file(folder_of(&path)).map_err(cannot)?;
                if let Ok(older) = older {
                    fs::set_permissions(file.path(), older.permissions()).map_err(cannot)?;
                }
                Place::Beside(file, path)
            }
        };
        Ok(Output { name: name.to_owned(), format, place })
    }

    /// Whether a map of this size can be written there at all, before it is made.
    pub(crate) fn accept(&self, size: Size, look: &Drawing) -> Result<(), Failure> {
        self.format.accepts(size, look).map_err(|failure| failure.at(&self.name))
    }

    /// The ending of its format.
    pub(crate) fn ending(&self) -> &'static str {
        self.format.ending
    }

    /// Whether the map goes to stdout.
    fn is_stdout(&self) -> bool {
        matches!(self.place, Place::Stdout)
    }

    /// Writes the map.
    pub(crate) fn write(&mut self, map: &Map, look: &Drawing) -> Result<(), Failure> {
        let format = self.format;
        self.write_with(|to| (format.write)(map, look, to))
    }

    /// Writes whatever is put there.
    pub(crate) fn write_with(&mut self, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Failure> {
        let done = match &mut self.place {
            Place::Stdout => put(&mut io::stdout().lock(), write),
            Place::Device(file) => put(file, write),
            Place::Beside(file, _) => put(file, write).and_then(|()| file.as_file().sync_all()),
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

fn put(to: &mut dyn Write, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let mut buffered = BufWriter::with_capacity(1 << 16, Stoppable(to));
    write(&mut buffered)?;
    buffered.flush()
}

#[cfg(unix)]
fn new_file(folder: &Path) -> io::Result<NamedTempFile> {
    use std::os::unix::fs::PermissionsExt;
    // What any new file gets; the system takes away what the user's mask says.
    let usual = fs::Permissions::from_mode(0o666);
    if !folder.is_dir() {
        return Err(io::Error::new(io::ErrorKind::NotFound, "its folder does not exist"));
    }
    tempfile::Builder::new().prefix(".mapwright-").permissions(usual).tempfile_in(folder)
}

#[cfg(not(unix))]
fn new_file(folder: &Path) -> io::Result<NamedTempFile> {
    tempfile::Builder::new().prefix(".mapwright-").tempfile_in(folder)
}

/// Makes the new name itself safe against a power cut; elsewhere than on Unix there is nothing to do.
fn sync_folder(path: &Path) -> io::Result<()> {
    if cfg!(unix) {
        File::open(folder_of(path))?.sync_all()?;
    }
    Ok(())
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// The file that a link leads to, there or not yet there, so that the link stays; any other path as it is.
fn behind_links(path: &Path) -> PathBuf {
    match (fs::canonicalize(path), fs::read_link(path)) {
        (Ok(file), _) => file,
        (Err(_), Ok(target)) => folder_of(path).join(target),
        // A new file: its folder in one form, so that two names of it are seen to be one.
        (Err(_), Err(_)) => match (fs::canonicalize(folder_of(path)), path.file_name()) {
            (Ok(folder), Some(name)) => folder.join(name),
            _ => path.to_owned(),
        },
    }
}

/// Writes to all outputs, and only then puts any of them in its place. A reader of stdout that went away takes nothing with it.
pub(crate) fn write_all(mut outputs: Vec<Output>, map: &Map, look: &Drawing) -> Result<(), Failure> {
    if look.look.view == View::Player
        && let Some(output) = outputs.iter().find(|output| output.format.ending == "json")
    {
        say(&format!("note: {} holds everything, secrets too; --view player is for pictures and text", output.name));
    }
    let mut gone = None;
    for output in &mut outputs {
        match output.write(map, look) {
            Err(failure) if failure.is_broken_pipe() => gone = Some(failure),
            done => done?,
        }
    }
    outputs.into_iter().try_for_each(Output::finish)?;
    gone.map_or(Ok(()), Err)
}

/// Text for stdout; a reader that went away is no failure.
pub(crate) fn print(text: &str) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes()).and_then(|()| out.flush()).map_err(|error| Failure::cannot_write("stdout", &error))
}
