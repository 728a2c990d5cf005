//! Writing maps to files and stdout.

use crate::failure::{Failure, eprint_line};
use crate::out_file::OutFile;
use crate::printable::printable;
use mapwright::{Map, Size, did_you_mean};
use mapwright_export::{ExportOptions, Format, SideFile, write, write_archive};
use mapwright_render::View;
use std::io::{self, Write};
use std::path::Path;

/// Returns the names of the formats of maps, in the order in which messages list them.
fn names() -> impl Iterator<Item = &'static str> + Clone {
    Format::ALL.into_iter().filter(|format| format.holds_a_map()).map(Format::name)
}

fn list_of_names(separator: &str) -> String {
    names().collect::<Vec<_>>().join(separator)
}

/// Refuses a map size that cannot be written in this format.
pub(crate) fn accepts(format: Format, size: Size, options: &ExportOptions) -> Result<(), Failure> {
    match format.picture() {
        Some(picture) => Ok(options.picture.accepts(size, picture)?),
        None => Ok(()),
    }
}

/// Returns the format of maps with this name.
pub(crate) fn format(name: &str) -> Result<Format, Failure> {
    Format::named(name).filter(|format| format.holds_a_map()).ok_or_else(|| unknown_format(name))
}

fn unknown_format(name: &str) -> Failure {
    let hint = did_you_mean(name, names());
    Failure::bad_input(format!("unknown format {name:?}; {hint}"))
}

/// Returns the format of a file with this extension. `named` is the format that the user named.
pub(crate) fn format_of_file(extension: &str, named: Option<Format>) -> Result<Format, Failure> {
    if let Some(format) = named.filter(|format| format.extensions().contains(&extension)) {
        return Ok(format);
    }
    if let Some(format) = Format::of_extension(extension).filter(|format| format.holds_a_map()) {
        return Ok(format);
    }
    match named {
        Some(format) => Ok(format),
        None if extension == "zip" => {
            let archives = Format::ALL.into_iter().filter(|format| format.extensions().contains(&"zip"));
            let archives = archives.map(Format::name).collect::<Vec<_>>().join("|");
            Err(Failure::bad_input(format!("a .zip file needs a format: add --as {archives}, or any other format")))
        }
        None => Err(Format::named(extension).map_or_else(|| unknown_format(extension), misplaced)),
    }
}

/// Returns the error for the name of a format that is not the extension of its files, or that holds
/// no map.
fn misplaced(format: Format) -> Failure {
    let (name, extension) = (format.name(), format.extension());
    Failure::bad_input(match format.holds_a_map() {
        true => format!("files of the format {name} end in .{extension}: use -o FILE.{extension} --as {name}"),
        false if format.is_recording() => format!("{name} shows a run: use `mapwright replay`"),
        false => format!("{name} holds a campaign: use `mapwright campaign`"),
    })
}

/// Returns the extension of a file name, in lower case.
pub(crate) fn extension_of(name: &str) -> Option<String> {
    Path::new(name).extension().map(|extension| extension.to_string_lossy().to_lowercase())
}

/// Options for output files of maps.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct OutputArgs {
    #[arg(short, long = "output", value_name = "FILE", help = output_help())]
    output: Vec<String>,
    #[arg(long = "as", value_name = "FORMAT", help = format_help())]
    format: Option<String>,
}

fn output_help() -> String {
    let mut extensions: Vec<&str> = Vec::new();
    for extension in Format::ALL.into_iter().filter(|format| format.holds_a_map()).flat_map(Format::extensions) {
        if !extensions.contains(extension) {
            extensions.push(extension);
        }
    }
    let known = extensions.join(", ");
    format!("Write to a file, or to stdout with -; the extension selects the format ({known}); may be repeated")
}

fn format_help() -> String {
    let shared = Format::ALL
        .into_iter()
        .filter(|format| format.holds_a_map() && Format::of_extension(format.extension()) != Some(*format));
    let shared = shared.map(Format::name).collect::<Vec<_>>().join(", ");
    format!("Format of stdout and of files whose extension does not tell: any extension, or {shared}")
}

impl OutputArgs {
    /// Opens all files before the run, so that errors show up early. Empty without `-o`. With
    /// `is_vtt`, PNG files are pictures for virtual tables.
    pub(crate) fn open(&self, is_vtt: bool) -> Result<Vec<Output>, Failure> {
        let format = self.format.as_deref().map(format).transpose()?;
        if format.is_some() && self.output.is_empty() {
            return Err(Failure::bad_input("--as needs an output: add -o - or -o FILE"));
        }
        let mut outputs: Vec<Output> = Vec::new();
        for name in &self.output {
            let mut output = Output::open(name, format)?;
            if is_vtt && output.format == Format::Png {
                output.format = Format::Vtt;
            }
            if outputs.iter().any(|other| other.is_same(&output)) {
                return Err(Failure::bad_input(format!("-o {name} is given twice")));
            }
            outputs.push(output);
        }
        if let Some(format) = format
            && outputs.iter().all(|output| !matches(output.format, format))
        {
            let (name, extension) = (format.name(), format.extension());
            return Err(Failure::bad_input(format!(
                "--as {name} fits no output: use a file name ending in .{extension}"
            )));
        }
        // Files first: a broken pipe on stdout must not lose them.
        outputs.sort_by_key(|output| output.file.is_stdout());
        Ok(outputs)
    }
}

/// Returns true if a file of this format is what the user named. A picture for virtual tables is a
/// PNG file.
fn matches(format: Format, named: Format) -> bool {
    format == named || (format == Format::Vtt && named == Format::Png)
}

/// Open file for a map, with the files that belong beside it.
pub(crate) struct Output {
    format: Format,
    /// Packs the file and those beside it into an archive.
    is_packed: bool,
    file: OutFile,
    sides: Vec<OutFile>,
}

impl Output {
    /// Opens a file, or stdout for `-`. The extension selects the format; `named` is the format
    /// that the user named, for extensions that several formats share or none has.
    pub(crate) fn open(name: &str, named: Option<Format>) -> Result<Output, Failure> {
        let path = Path::new(name);
        let extension = extension_of(name);
        let format = match (extension.as_deref(), named) {
            (None, None) if name == "-" => {
                return Err(Failure::bad_input(format!("-o - needs a format: add --as {}", list_of_names("|"))));
            }
            (Some(extension), _) => format_of_file(extension, named).map_err(|failure| failure.at(name))?,
            (None, Some(format)) => format,
            (None, None) if path.is_dir() => {
                return Err(Failure::cannot_write(name, &io::Error::from(io::ErrorKind::IsADirectory)));
            }
            (None, None) => {
                let way_out = "add an extension like .json, or --as FORMAT";
                return Err(Failure::bad_input(format!("{name:?} has no extension to select a format: {way_out}")));
            }
        };
        let is_packed = extension.as_deref() == Some("zip") && !format.extensions().contains(&"zip");
        Ok(Output { format, is_packed, file: OutFile::open(name)?, sides: Vec::new() })
    }

    /// Refuses a map size that cannot be written in the format of this file.
    pub(crate) fn accept(&self, size: Size, options: &ExportOptions) -> Result<(), Failure> {
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

    /// Returns true for an archive of a format that is no archive itself.
    pub(crate) const fn is_packed(&self) -> bool {
        self.is_packed
    }

    /// Returns the name of the file without folder and extension, for the files beside it.
    pub(crate) fn stem(&self) -> String {
        let stem = Path::new(self.file.name()).file_stem().map(|stem| stem.to_string_lossy().into_owned());
        stem.filter(|_| !self.file.is_stdout()).unwrap_or_else(|| "map".to_owned())
    }

    /// Writes the map, and the files that belong beside it.
    pub(crate) fn write(&mut self, map: &Map, options: &ExportOptions) -> Result<(), Failure> {
        let (format, is_packed) = (self.format, self.is_packed);
        let stem = self.stem();
        let mut sides = Vec::new();
        self.file.write_with(|to| {
            if is_packed {
                write_archive(map, format, &stem, options, to)?;
            } else {
                sides = write(map, format, &stem, options, to)?;
            }
            Ok(())
        })?;
        self.write_sides(&sides)
    }

    /// Writes the files that belong beside the main one, into the same folder.
    pub(crate) fn write_sides(&mut self, sides: &[SideFile]) -> Result<(), Failure> {
        if self.file.is_stdout() {
            for side in sides {
                eprint_line(&format!("note: {} belongs beside the map: use -o FILE to get both", side.name));
            }
            return Ok(());
        }
        for side in sides {
            let path = Path::new(self.file.name()).with_file_name(&side.name);
            let mut file = OutFile::open(&path.to_string_lossy())?;
            file.write_with(|to| to.write_all(&side.bytes))?;
            self.sides.push(file);
        }
        Ok(())
    }

    /// Calls a function that writes the contents.
    pub(crate) fn write_with(&mut self, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Failure> {
        self.file.write_with(write)
    }

    /// Moves the complete files into place.
    pub(crate) fn finish(self) -> Result<(), Failure> {
        self.sides.into_iter().try_for_each(OutFile::finish)?;
        self.file.finish()
    }
}

/// Writes all outputs. None replaces an older file before all are complete. A broken pipe on stdout
/// does not affect the files.
pub(crate) fn write_all(mut outputs: Vec<Output>, map: &Map, options: &ExportOptions) -> Result<(), Failure> {
    if options.picture.look.view == View::Player
        && let Some(output) = outputs.iter().find(|output| output.format == Format::Json)
    {
        eprint_line(&format!(
            "note: {} contains everything, secrets too; --view player affects all other formats",
            output.file.name()
        ));
    }
    if outputs.iter().any(|output| output.format.picture().is_some())
        && let Some(number) = options.picture.first_renumbered(map)
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
