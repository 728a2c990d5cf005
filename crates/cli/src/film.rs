//! Moving pictures of runs: what people type, and the files.

use crate::failure::Failure;
use crate::look::{style, style_help};
use crate::out_file::OutFile;
use mapwright::trace::Trace;
use mapwright_render::{FilmLook, MAX_CELL, apng, gif};
use std::path::Path;

/// How moving pictures look.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Moving pictures")]
pub(crate) struct FilmArgs {
    /// Write a moving picture instead of showing it: .gif or .png (animated); may be given several times
    #[arg(short, long = "output", value_name = "FILE")]
    output: Vec<String>,
    #[arg(long, value_name = "NAME", default_value = "parchment", requires = "output", help = style_help())]
    style: String,
    /// Pixels a square, 1 to 256; 12 where the picture does not become too large
    #[arg(long, value_name = "PX", requires = "output", value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_CELL)))]
    cell: Option<u32>,
    /// Frames a second, 1 to 50; without a number, as many as make about eight seconds
    #[arg(long, value_name = "N", requires = "output", value_parser = clap::value_parser!(u32).range(1..=50))]
    speed: Option<u32>,
    /// The most seconds, 1 to 600; moments that do not fit are left out, evenly
    #[arg(long, value_name = "N", requires = "output", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=600))]
    seconds: u32,
    /// For how many seconds the end is held, 0 to 60
    #[arg(long, value_name = "N", requires = "output", default_value_t = 3, value_parser = clap::value_parser!(u32).range(0..=60))]
    hold: u32,
    /// No words below the map
    #[arg(long, requires = "output")]
    no_caption: bool,
}

/// What they mean, with all files open.
pub(crate) struct Films {
    files: Vec<(OutFile, Kind)>,
    look: FilmLook,
    cell: Option<u32>,
}

#[derive(Clone, Copy)]
enum Kind {
    Gif,
    Png,
}

impl FilmArgs {
    /// Whether a moving picture is asked for.
    pub(crate) fn is_asked(&self) -> bool {
        !self.output.is_empty()
    }

    /// Opens all files before the long run.
    pub(crate) fn open(&self) -> Result<Films, Failure> {
        let mut files: Vec<(OutFile, Kind)> = Vec::new();
        for name in &self.output {
            let ending = Path::new(name).extension().map(|ending| ending.to_string_lossy().to_lowercase());
            let kind = match ending.as_deref() {
                Some("gif") => Kind::Gif,
                Some("png" | "apng") => Kind::Png,
                _ => return Err(Failure::bad_input(format!("{name}: a moving picture is a .gif or a .png"))),
            };
            let file = OutFile::open(name)?;
            if files.iter().any(|(other, _)| other.is_same(&file)) {
                return Err(Failure::bad_input(format!("-o {name} is given twice")));
            }
            files.push((file, kind));
        }
        let look = FilmLook {
            style: style(&self.style)?,
            speed: self.speed,
            seconds: self.seconds,
            hold: 10 * self.hold,
            caption: !self.no_caption,
            ..FilmLook::default()
        };
        Ok(Films { files, look, cell: self.cell })
    }
}

impl Films {
    /// Writes all of them, and only then puts any of them in its place.
    pub(crate) fn write(mut self, trace: &Trace) -> Result<(), Failure> {
        let cell = self.cell.unwrap_or_else(|| FilmLook::default_cell(trace.size()));
        let look = FilmLook { cell, ..self.look };
        for (file, kind) in &mut self.files {
            let kind = *kind;
            file.write_with(|to| {
                match kind {
                    Kind::Gif => gif(trace, &look, to)?,
                    Kind::Png => apng(trace, &look, to)?,
                }
                Ok(())
            })?;
        }
        self.files.into_iter().try_for_each(|(file, _)| file.finish())
    }
}
