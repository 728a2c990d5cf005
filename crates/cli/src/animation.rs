//! Options of `replay -o`: animations and data of a run.

use crate::failure::Failure;
use crate::look::{style, style_help};
use crate::out_file::OutFile;
use crate::replay::{Times, write_path};
use clap::value_parser;
use mapwright::trace::Trace;
use mapwright_render::{FilmLook, MAX_CELL, apng, gif};
use std::path::Path;

/// Options of animations.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Animation")]
pub(crate) struct AnimationArgs {
    /// Write the run instead of opening the viewer: .gif, .png (animated PNG) or .json (every step
    /// as data), or stdout with -; may be repeated
    #[arg(short, long = "output", value_name = "FILE")]
    output: Vec<String>,
    /// Format of stdout and of files without an extension: gif, png or json; without -o, writes to
    /// stdout
    #[arg(long = "as", value_name = "FORMAT", value_parser = ["gif", "png", "json"])]
    format: Option<String>,
    /// Add the time of each step since the start to JSON, in milliseconds
    #[arg(long)]
    times: bool,
    #[arg(long, value_name = "NAME", default_value = "parchment", requires = "output", help = style_help())]
    style: String,
    /// Pixels per tile, 1 to 256 [default: 12, less for large maps]
    #[arg(
        long,
        value_name = "PX",
        requires = "output",
        value_parser = value_parser!(u32).range(1..=i64::from(MAX_CELL))
    )]
    cell: Option<u32>,
    /// Frames per second, 1 to 50 [default: fast enough for about eight seconds]
    #[arg(long, value_name = "N", requires = "output", value_parser = value_parser!(u32).range(1..=50))]
    speed: Option<u32>,
    /// Maximum length in seconds, 1 to 600; longer runs skip frames evenly
    #[arg(
        long,
        value_name = "N",
        requires = "output",
        default_value_t = 20,
        value_parser = value_parser!(u32).range(1..=600)
    )]
    seconds: u32,
    /// Seconds to show the last frame, 0 to 60
    #[arg(
        long,
        value_name = "N",
        requires = "output",
        default_value_t = 3,
        value_parser = value_parser!(u32).range(0..=60)
    )]
    hold: u32,
    /// Leave out the caption below the map
    #[arg(long, requires = "output")]
    no_caption: bool,
}

/// Open files for a run, with their options.
pub(crate) struct Animations {
    files: Vec<(OutFile, Kind)>,
    look: FilmLook,
    cell: Option<u32>,
    times: bool,
}

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Gif,
    Png,
    Json,
}

impl Kind {
    /// Returns the kind with this name or file extension.
    fn named(name: &str) -> Option<Kind> {
        match name {
            "gif" => Some(Kind::Gif),
            "png" | "apng" => Some(Kind::Png),
            "json" => Some(Kind::Json),
            _ => None,
        }
    }
}

impl AnimationArgs {
    /// Returns true if files are to be written.
    pub(crate) fn is_requested(&self) -> bool {
        !self.output.is_empty() || self.format.is_some()
    }

    /// Opens all files, before the run starts.
    pub(crate) fn open(&self) -> Result<Animations, Failure> {
        let mut files: Vec<(OutFile, Kind)> = Vec::new();
        let names = if self.output.is_empty() && self.format.is_some() { &["-".to_owned()][..] } else { &self.output };
        for name in names {
            let extension = Path::new(name).extension().map(|extension| extension.to_string_lossy().to_lowercase());
            let kind = extension.as_deref().and_then(Kind::named);
            let Some(kind) = kind.or_else(|| Kind::named(self.format.as_deref()?)) else {
                let message = format!("{name}: a run is a .gif, .png or .json file; or add --as FORMAT");
                return Err(Failure::bad_input(message));
            };
            let file = OutFile::open(name)?;
            if files.iter().any(|(other, _)| other.is_same(&file)) {
                return Err(Failure::bad_input(format!("-o {name} is given twice")));
            }
            files.push((file, kind));
        }
        if self.times && !files.iter().any(|(_, kind)| *kind == Kind::Json) {
            return Err(Failure::bad_input("--times needs JSON: add --as json or -o FILE.json"));
        }
        let look = FilmLook {
            style: style(&self.style)?,
            speed: self.speed,
            seconds: self.seconds,
            hold: 10 * self.hold,
            caption: !self.no_caption,
            ..FilmLook::default()
        };
        Ok(Animations { files, look, cell: self.cell, times: self.times })
    }
}

impl Animations {
    /// Writes all files. None replaces an older file before all are complete.
    pub(crate) fn write(mut self, trace: &Trace, times: Option<&Times>) -> Result<(), Failure> {
        if self.times && times.is_none() {
            return Err(Failure::bad_input("--times: a trace file has no times; give an algorithm, recipe or map"));
        }
        let times = times.filter(|_| self.times);
        let cell = self.cell.unwrap_or_else(|| FilmLook::default_cell(trace.size()));
        let look = FilmLook { cell, ..self.look };
        for (file, kind) in &mut self.files {
            let kind = *kind;
            file.write_with(|to| {
                match kind {
                    Kind::Gif => gif(trace, &look, to)?,
                    Kind::Png => apng(trace, &look, to)?,
                    Kind::Json => write_path(trace, times, to)?,
                }
                Ok(())
            })?;
        }
        self.files.into_iter().try_for_each(|(file, _)| file.finish())
    }
}
