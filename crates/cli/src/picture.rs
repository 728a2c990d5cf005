//! Pictures that are no map alone: overviews, plots, heat maps. They are drawn as a scene and written in any format of a picture.

use crate::failure::Failure;
use crate::look::Drawing;
use crate::output::Output;
use mapwright_render::scene::Scene;
use std::io::Write;

/// Pixels a unit of an overview or a plot: letters are half a unit high.
pub(crate) const UNIT: u32 = 40;
/// The longest side as PNG, in pixels.
const LONGEST: f32 = 12_000.0;

/// The file of a picture.
pub(crate) struct Picture(Output);

impl Picture {
    /// Opens it; `what` is what it shows.
    pub(crate) fn open(name: &str, what: &str) -> Result<Picture, Failure> {
        let output = Output::open(name, None)?;
        match output.ending() {
            "svg" | "png" | "pdf" => Ok(Picture(output)),
            ending => Err(Failure::bad_input(format!("{name}: {what} is a picture (svg, png, pdf), no {ending}"))),
        }
    }

    /// Draws the scene, with so many pixels a unit, or fewer where it would become too large.
    pub(crate) fn write(mut self, scene: &Scene, unit: u32, drawing: &Drawing) -> Result<(), Failure> {
        let ending = self.0.ending();
        self.0.write_with(|to: &mut dyn Write| {
            let longest = scene.bounds.width().max(scene.bounds.height());
            match ending {
                "png" => scene.write_png(unit.min((LONGEST / longest.max(1.0)) as u32).max(1), to)?,
                "pdf" => scene.write_pdf(&drawing.pdf, to)?,
                _ => scene.write_svg(unit, drawing.letters, to)?,
            }
            Ok(())
        })?;
        self.0.finish()
    }
}

/// Draws the scene into all files.
pub(crate) fn write_all(files: Vec<Picture>, scene: &Scene, unit: u32, drawing: &Drawing) -> Result<(), Failure> {
    files.into_iter().try_for_each(|file| file.write(scene, unit, drawing))
}
