//! Writing maps: one list of formats.

use crate::failure::{Failure, say};
use crate::out_file::OutFile;
use mapwright::{Map, Size, did_you_mean, saved, share};
use mapwright_render::{Format, PictureOptions, View};
use std::io::{self, Write};
use std::path::Path;

/// The formats that a map is written in, in the order in which messages name them.
const FORMATS: [Format; 6] = [Format::Json, Format::Txt, Format::Png, Format::Svg, Format::Pdf, Format::Share];

fn names() -> [&'static str; FORMATS.len()] {
    FORMATS.map(Format::name)
}

/// Refuses a map of a size that cannot be written in this format.
pub(crate) fn accepts(format: Format, size: Size, options: &PictureOptions) -> Result<(), Failure> {
    match format.picture() {
        Some(picture) => options.accepts(size, picture).map_err(|error| Failure::bad_input(error.to_string())),
        None => Ok(()),
    }
}

fn write(map: &Map, format: Format, options: &PictureOptions, to: &mut dyn Write) -> io::Result<()> {
    match (format.picture(), format) {
        (Some(picture), _) => Ok(options.write(map, picture, to)?),
        (None, Format::Txt) => options.write_text(map, to),
        (None, Format::Share) => write_share(map, to),
        (None, _) => saved::write(map, to),
    }
}

fn write_share(map: &Map, to: &mut dyn Write) -> io::Result<()> {
    match share::code(map) {
        Some(code) => writeln!(to, "{code}"),
        None => Err(io::Error::other("a map that was drawn by hand has no share code")),
    }
}

/// The format with this name, or for files with this ending.
pub(crate) fn format(name: &str) -> Result<Format, Failure> {
    FORMATS.into_iter().find(|format| format.name() == name).ok_or_else(|| {
        let hint = did_you_mean(name, names());
        Failure::bad_input(format!("no format is called {name:?}; {hint}"))
    })
}

/// Where maps are to go.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Outputs {
    #[arg(short, long = "output", value_name = "FILE", help = output_help())]
    output: Vec<String>,
    /// The format, where no ending tells it
    #[arg(long = "as", value_name = "FORMAT")]
    format: Option<String>,
}

fn output_help() -> String {
    let known = names().join(", ");
    format!("Write to this file; may be given several times; the ending picks the format ({known}), - is stdout")
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
    format: Format,
    file: OutFile,
}

impl Output {
    /// Opens `-` or a file; the ending picks the format, `given` is for those that have none.
    pub(crate) fn open(name: &str, given: Option<Format>) -> Result<Output, Failure> {
        let path = Path::new(name);
        let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase());
        let format = match (ending.as_deref().map(format), given) {
            (None, None) if name == "-" => {
                return Err(Failure::bad_input(format!("-o - needs --as with one of {}", names().join(", "))));
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
    pub(crate) fn accept(&self, size: Size, options: &PictureOptions) -> Result<(), Failure> {
        accepts(self.format, size, options).map_err(|failure| failure.at(self.file.name()))
    }

    /// Whether both go to the same place.
    pub(crate) fn is_same(&self, other: &Output) -> bool {
        self.is_at(&other.file)
    }

    /// Whether it goes to this file.
    pub(crate) fn is_at(&self, file: &OutFile) -> bool {
        self.file.is_same(file)
    }

    /// Writes the map.
    pub(crate) fn write(&mut self, map: &Map, options: &PictureOptions) -> Result<(), Failure> {
        let format = self.format;
        self.write_with(|to| write(map, format, options, to))
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
pub(crate) fn write_all(mut outputs: Vec<Output>, map: &Map, options: &PictureOptions) -> Result<(), Failure> {
    if options.look.view == View::Player
        && let Some(output) = outputs.iter().find(|output| output.format == Format::Json)
    {
        say(&format!(
            "note: {} holds everything, secrets too; --view player is for pictures and text",
            output.file.name()
        ));
    }
    let mut gone = None;
    for output in &mut outputs {
        match output.write(map, options) {
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
