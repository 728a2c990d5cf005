//! Pictures that are no map alone: overviews, plots, heat maps. They are drawn as a scene and written in any format of a picture.

use crate::failure::Failure;
use crate::out_file::OutFile;
use crate::output::{self, Output};
use mapwright_render::scene::Scene;
use mapwright_render::{Format, PictureFormat, PictureOptions};
use std::io::Write;
use std::path::Path;

/// Pixels a unit of an overview or a plot: letters are half a unit high.
pub(crate) const UNIT: u32 = 40;
/// The longest side as PNG, in pixels.
const LONGEST: f32 = 12_000.0;

/// The file of a picture.
pub(crate) struct Picture {
    output: Output,
    format: PictureFormat,
}

impl Picture {
    /// Opens it; `what` is what it shows.
    pub(crate) fn open(name: &str, what: &str) -> Result<Picture, Failure> {
        let ending = Path::new(name).extension().map(|ending| ending.to_string_lossy().to_lowercase());
        let format = ending.and_then(|ending| output::format(&ending).ok()).and_then(Format::picture);
        match format {
            Some(format) => Ok(Picture { output: Output::open(name, None)?, format }),
            None => {
                Err(Failure::bad_input(format!("{name}: {what} is a picture: a file that ends in .svg, .png or .pdf")))
            }
        }
    }

    /// Opens all of them, each another file.
    pub(crate) fn open_all(names: &[String], what: &str) -> Result<Vec<Picture>, Failure> {
        let mut files: Vec<Picture> = Vec::new();
        for name in names {
            let file = Picture::open(name, what)?;
            if files.iter().any(|other| other.output.is_same(&file.output)) {
                return Err(Failure::bad_input(format!("{name} is given twice")));
            }
            files.push(file);
        }
        Ok(files)
    }

    /// Whether it goes to this file.
    pub(crate) fn is_at(&self, file: &OutFile) -> bool {
        self.output.is_at(file)
    }

    /// Draws the scene, with so many pixels a unit, or fewer where it would become too large.
    pub(crate) fn write(mut self, scene: &Scene, unit: u32, options: &PictureOptions) -> Result<(), Failure> {
        self.draw(scene, unit, options)?;
        self.output.finish()
    }

    fn draw(&mut self, scene: &Scene, unit: u32, options: &PictureOptions) -> Result<(), Failure> {
        let format = self.format;
        let longest = scene.bounds.width().max(scene.bounds.height());
        let cell = match format {
            PictureFormat::Png => unit.min((LONGEST / longest.max(1.0)) as u32).max(1),
            PictureFormat::Svg | PictureFormat::Pdf => unit,
        };
        self.output.write_with(|to: &mut dyn Write| Ok(options.write_scene(scene, cell, format, to)?))
    }
}

/// Draws the scene into all files, and only then puts any of them in its place.
pub(crate) fn write_all(
    mut files: Vec<Picture>,
    scene: &Scene,
    unit: u32,
    options: &PictureOptions,
) -> Result<(), Failure> {
    files.iter_mut().try_for_each(|file| file.draw(scene, unit, options))?;
    files.into_iter().try_for_each(|file| file.output.finish())
}
