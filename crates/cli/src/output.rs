//! Writing maps: one list of formats.

use crate::failure::{Failure, say};
use crate::look::Drawing;
use crate::out_file::OutFile;
use mapwright::{Map, Size, did_you_mean, saved, share};
use mapwright_render::{View, accepts, accepts_png, pdf, png, svg};
use std::io::{self, Write};
use std::path::Path;

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
    Format { ending: "share", accept: any_size, write: write_share },
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

fn write_share(map: &Map, _: &Drawing, to: &mut dyn Write) -> io::Result<()> {
    match share::code(map) {
        Some(code) => writeln!(to, "{code}"),
        None => Err(io::Error::other("a map that was drawn by hand has no share code")),
    }
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
    /// Write to this file; may be given several times; the ending picks the format (json, txt, png, svg, pdf, share), - is stdout
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
            if outputs.iter().any(|other| other.is_same(&output)) {
                return Err(Failure::bad_input(format!("-o {name} is given twice, but it holds only one map")));
            }
            outputs.push(output);
        }
        // The reader of stdout may go away at any time; the files come first.
        outputs.sort_by_key(|output| output.file.is_stdout());
        Ok(outputs)
    }
}

/// One of them.
pub(crate) struct Output {
    format: &'static Format,
    file: OutFile,
}

impl Output {
    /// Opens `-` or a file; the ending picks the format, `given` is for those that have none.
    pub(crate) fn open(name: &str, given: Option<&'static Format>) -> Result<Output, Failure> {
        let path = Path::new(name);
        let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase());
        let format = match (ending.as_deref().map(format), given) {
            (None, None) if name == "-" => {
                let known: Vec<&str> = FORMATS.iter().map(|format| format.ending).collect();
                return Err(Failure::bad_input(format!("-o - needs --as with one of {}", known.join(", "))));
            }
            (Some(Ok(format)), _) | (_, Some(format)) => format,
            (Some(Err(failure)), None) => return Err(failure.at(name)),
            (None, None) if path.is_dir() => {
                return Err(Failure::cannot_write(name, &io::Error::from(io::ErrorKind::IsADirectory)));
            }
            (None, None) => {
                let way_out = "give the file one (map.json) or name the format with --as";
                return Err(Failure::bad_input(format!("{name:?}: the ending picks the format: {way_out}")));
            }
        };
        Ok(Output { format, file: OutFile::open(name)? })
    }

    /// Whether a map of this size can be written there at all, before it is made.
    pub(crate) fn accept(&self, size: Size, look: &Drawing) -> Result<(), Failure> {
        self.format.accepts(size, look).map_err(|failure| failure.at(self.file.name()))
    }

    /// Whether both go to the same place.
    pub(crate) fn is_same(&self, other: &Output) -> bool {
        self.is_at(&other.file)
    }

    /// Whether it goes to this file.
    pub(crate) fn is_at(&self, file: &OutFile) -> bool {
        self.file.is_same(file)
    }

    /// The ending of its format.
    pub(crate) fn ending(&self) -> &'static str {
        self.format.ending
    }

    /// Writes the map.
    pub(crate) fn write(&mut self, map: &Map, look: &Drawing) -> Result<(), Failure> {
        let format = self.format;
        self.write_with(|to| (format.write)(map, look, to))
    }

    /// Writes whatever is put there.
    pub(crate) fn write_with(&mut self, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Failure> {
        self.file.write_with(write)
    }

    /// Puts the finished file in its place.
    pub(crate) fn finish(self) -> Result<(), Failure> {
        self.file.finish()
    }
}

/// Writes to all outputs, and only then puts any of them in its place. A reader of stdout that went away takes nothing with it.
pub(crate) fn write_all(mut outputs: Vec<Output>, map: &Map, look: &Drawing) -> Result<(), Failure> {
    if look.look.view == View::Player
        && let Some(output) = outputs.iter().find(|output| output.format.ending == "json")
    {
        say(&format!(
            "note: {} holds everything, secrets too; --view player is for pictures and text",
            output.file.name()
        ));
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
