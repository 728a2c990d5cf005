//! The overview of a campaign: all levels on one picture.

use crate::failure::Failure;
use crate::look::Drawing;
use crate::output::Output;
use mapwright::Size;
use mapwright_render::{Look, OverviewLevel, overview};
use std::io::{self, Write};

/// The most tiles of all levels together that are kept for an overview.
const MOST_TILES: u64 = 64 << 20;
/// Pixels a unit: letters are half a unit high.
const UNIT: u32 = 40;
/// The longest side of an overview as PNG, in pixels.
const LONGEST: f32 = 12_000.0;

/// Opens the file of an overview, which is a picture.
pub(crate) fn open(name: &str) -> Result<Output, Failure> {
    let output = Output::open(name, None)?;
    match output.ending() {
        "svg" | "png" | "pdf" => Ok(output),
        ending => Err(Failure::bad_input(format!("{name}: an overview is a picture (svg, png, pdf), no {ending}"))),
    }
}

/// Whether so many levels of this size are kept for an overview.
pub(crate) fn has_place(levels: usize, size: Size) -> bool {
    levels as u64 * size.width as u64 * size.height as u64 <= MOST_TILES
}

/// Draws the overview.
pub(crate) fn write(
    mut output: Output,
    levels: &[OverviewLevel<'_>],
    title: &str,
    drawing: &Drawing,
) -> Result<(), Failure> {
    let title = drawing.look.title.clone().or_else(|| (!title.is_empty()).then(|| title.to_owned()));
    let look = Look { title, ..drawing.look.clone() };
    let ending = output.ending();
    output.write_with(|to: &mut dyn Write| {
        let scene = overview(levels, &look)?;
        let longest = scene.bounds.width().max(scene.bounds.height());
        match ending {
            "png" => scene.write_png(UNIT.min((LONGEST / longest.max(1.0)) as u32).max(1), to)?,
            "pdf" => scene.write_pdf(&drawing.pdf, to)?,
            _ => scene.write_svg(UNIT, drawing.letters, to)?,
        }
        Ok::<(), io::Error>(())
    })?;
    output.finish()
}
