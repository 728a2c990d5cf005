//! Writing maps to files and stdout.

use crate::failure::{Failure, eprint_line};
use crate::out_file::OutFile;
use crate::printable::printable;
use mapwright::{Map, Size, did_you_mean, saved, share};
use mapwright_render::{Format, PictureOptions, View};
use std::io::{self, Write};
use std::path::Path;

/// Formats of maps, in the order in which messages list them.
const FORMATS: [Format; 6] = [Format::Json, Format::Txt, Format::Png, Format::Svg, Format::Pdf, Format::Share];

fn names() -> [&'static str; FORMATS.len()] {
    FORMATS.map(Format::name)
}

/// Refuses a map size that cannot be written in this format.
pub(crate) fn accepts(format: Format, size: Size, options: &PictureOptions) -> Result<(), Failure> {
    match format.picture() {
        Some(picture) => Ok(options.accepts(size, picture)?),
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
        None => Err(io::Error::other("a hand-drawn map has no share code")),
    }
}

/// Returns the format of this name or file extension.
pub(crate) fn format(name: &str) -> Result<Format, Failure> {
    FORMATS.into_iter().find(|format| format.name() == name).ok_or_else(|| {
        let hint = did_you_mean(name, names());
        Failure::bad_input(format!("unknown format {name:?}; {hint}"))
    })
}

/// Options for output files of maps.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct OutputArgs {
    #[arg(short, long = "output", value_name = "FILE", help = output_help())]
    output: Vec<String>,
    /// Format of stdout and of files without an extension
    #[arg(long = "as", value_name = "FORMAT")]
    format: Option<String>,
}

fn output_help() -> String {
    let known = names().join(", ");
    format!("Write to a file, or to stdout with -; the extension selects the format ({known}); may be repeated")
}

impl OutputArgs {
    /// Opens all files before the run, so that errors show up early. Empty without `-o`.
    pub(crate) fn open(&self) -> Result<Vec<Output>, Failure> {
        let format = self.format.as_deref().map(format).transpose()?;
        if format.is_some() && self.output.is_empty() {
            return Err(Failure::bad_input("--as needs an output: add -o - or -o FILE"));
        }
        let mut outputs: Vec<Output> = Vec::new();
        for name in &self.output {
            let output = Output::open(name, format)?;
            if outputs.iter().any(|other| other.is_same(&output)) {
                return Err(Failure::bad_input(format!("-o {name} is given twice")));
            }
            outputs.push(output);
        }
        // Files first: a broken pipe on stdout must not lose them.
        outputs.sort_by_key(|output| output.file.is_stdout());
        Ok(outputs)
    }
}

/// Open file for a map.
pub(crate) struct Output {
    format: Format,
    file: OutFile,
}

impl Output {
    /// Opens a file, or stdout for `-`. The extension selects the format; `default` is for names
    /// without a known extension.
    pub(crate) fn open(name: &str, default: Option<Format>) -> Result<Output, Failure> {
        let path = Path::new(name);
        let extension = path.extension().map(|extension| extension.to_string_lossy().to_lowercase());
        let format = match (extension.as_deref().map(format), default) {
            (None, None) if name == "-" => {
                return Err(Failure::bad_input(format!("-o - needs a format: add --as {}", names().join("|"))));
            }
            (Some(Ok(format)), _) | (_, Some(format)) => format,
            (Some(Err(failure)), None) => return Err(failure.at(name)),
            (None, None) if path.is_dir() => {
                return Err(Failure::cannot_write(name, &io::Error::from(io::ErrorKind::IsADirectory)));
            }
            (None, None) => {
                let way_out = "add an extension like .json, or --as FORMAT";
                return Err(Failure::bad_input(format!("{name:?} has no extension to select a format: {way_out}")));
            }
        };
        Ok(Output { format, file: OutFile::open(name)? })
    }

    /// Refuses a map size that cannot be written in the format of this file.
    pub(crate) fn accept(&self, size: Size, options: &PictureOptions) -> Result<(), Failure> {
        accepts(self.format, size, options).map_err(|failure| failure.at(self.file.name()))
    }

    /// Returns true if both write to the same file.
    pub(crate) fn is_same(&self, other: &Output) -> bool {
        self.is_at(&other.file)
    }

    /// Returns true if the map goes to this file.
    pub(crate) fn is_at(&self, file: &OutFile) -> bool {
        self.file.is_same(file)
    }

    /// Writes the map.
    pub(crate) fn write(&mut self, map: &Map, options: &PictureOptions) -> Result<(), Failure> {
        let format = self.format;
        self.write_with(|to| write(map, format, options, to))
    }

    /// Calls a function that writes the contents.
    pub(crate) fn write_with(&mut self, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Failure> {
        self.file.write_with(write)
    }

    /// Moves the complete file into place.
    pub(crate) fn finish(self) -> Result<(), Failure> {
        self.file.finish()
    }
}

/// Writes all outputs. None replaces an older file before all are complete. A broken pipe on stdout
/// does not affect the files.
pub(crate) fn write_all(mut outputs: Vec<Output>, map: &Map, options: &PictureOptions) -> Result<(), Failure> {
    if options.look.view == View::Player
        && let Some(output) = outputs.iter().find(|output| output.format == Format::Json)
    {
        eprint_line(&format!(
            "note: {} contains everything, secrets too; --view player affects only pictures and text",
            output.file.name()
        ));
    }
    if outputs.iter().any(|output| output.format.picture().is_some())
        && let Some(number) = options.first_renumbered(map)
    {
        eprint_line(&format!(
            "note: hidden rooms have no number for players, so their numbers differ from the map's from room {number} on"
        ));
    }
    let mut broken_pipe = None;
    for output in &mut outputs {
        match output.write(map, options) {
            Err(failure) if failure.is_broken_pipe() => broken_pipe = Some(failure),
            done => done?,
        }
    }
    outputs.into_iter().try_for_each(Output::finish)?;
    broken_pipe.map_or(Ok(()), Err)
}

/// Prints text to stdout, with control characters escaped. A broken pipe ends the program silently.
pub(crate) fn print(text: &str) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    out.write_all(printable(text).as_bytes())
        .and_then(|()| out.flush())
        .map_err(|error| Failure::cannot_write("stdout", &error))
}
