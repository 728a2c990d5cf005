//! Files for overviews, plots and heat maps, as SVG, PNG or PDF.

use crate::failure::Failure;
use crate::out_file::OutFile;
use crate::output::{Output, extension_of};
use mapwright_export::Format;
use mapwright_render::scene::Scene;
use mapwright_render::{PictureFormat, PictureOptions};
use std::io::Write;

/// Pixels per unit of an overview or a plot. Letters are half a unit high.
pub(crate) const UNIT: u32 = 40;
/// Maximum side of a PNG, in pixels.
const MAX_PNG_SIDE: f32 = 12_000.0;

/// Open file for a picture.
pub(crate) struct PictureFile {
    output: Output,
    format: PictureFormat,
}

impl PictureFile {
    /// Opens a file. `what` names the kind of picture in error messages.
    pub(crate) fn open(name: &str, what: &str) -> Result<PictureFile, Failure> {
        let format =
            extension_of(name).and_then(|extension| Format::of_extension(&extension)).and_then(Format::picture);
        match format {
            Some(format) => Ok(PictureFile { output: Output::open(name, None)?, format }),
            None => {
                Err(Failure::bad_input(format!("{name}: {what} is a picture: use a file name with .svg, .png or .pdf")))
            }
        }
    }

    /// Opens several files and refuses a file that is given twice.
    pub(crate) fn open_all(names: &[String], what: &str) -> Result<Vec<PictureFile>, Failure> {
        let mut files: Vec<PictureFile> = Vec::new();
        for name in names {
            let file = PictureFile::open(name, what)?;
            if files.iter().any(|other| other.output.is_same(&file.output)) {
                return Err(Failure::bad_input(format!("{name} is given twice")));
            }
            files.push(file);
        }
        Ok(files)
    }

    /// Returns true if the picture goes to this file.
    pub(crate) fn is_at(&self, file: &OutFile) -> bool {
        self.output.is_at(file)
    }

    /// Draws the scene with `unit` pixels per unit, or fewer if the PNG would be too large.
    pub(crate) fn write(mut self, scene: &Scene, unit: u32, options: &PictureOptions) -> Result<(), Failure> {
        self.draw(scene, unit, options)?;
        self.output.finish()
    }

    fn draw(&mut self, scene: &Scene, unit: u32, options: &PictureOptions) -> Result<(), Failure> {
        let format = self.format;
        let longest = scene.bounds.width().max(scene.bounds.height());
        let cell = match format {
            PictureFormat::Png => unit.min((MAX_PNG_SIDE / longest.max(1.0)) as u32).max(1),
            PictureFormat::Svg | PictureFormat::Pdf => unit,
        };
        self.output.write_with(|to: &mut dyn Write| Ok(options.write_scene(scene, cell, format, to)?))
    }
}

/// Draws the scene into all files. None replaces an older file before all are complete.
pub(crate) fn write_all(
    mut files: Vec<PictureFile>,
    scene: &Scene,
    unit: u32,
    options: &PictureOptions,
) -> Result<(), Failure> {
    files.iter_mut().try_for_each(|file| file.draw(scene, unit, options))?;
    files.into_iter().try_for_each(|file| file.output.finish())
}
