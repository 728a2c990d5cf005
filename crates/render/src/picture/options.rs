//! [`PictureOptions`]: the validated options of a picture file.

use super::format::PictureFormat;
use super::{pdf, png, svg};
use crate::backend::pdf::PdfLook;
use crate::backend::svg::Letters;
use crate::error::Error;
use crate::look::view::{View, first_renumbered, player_map};
use crate::look::{Look, accepts, accepts_png};
use crate::scene::Scene;
use mapwright::{Map, Size};
use std::borrow::Cow;
use std::io::{self, Write};

/// The options of a picture file, ready to draw any map.
#[derive(Clone, Debug, Default)]
pub struct PictureOptions {
    /// Options of the drawing.
    pub look: Look,
    /// Pixels per square; `None` is [`Look::default_cell`].
    pub cell: Option<u32>,
    /// Paper, scale and pages of a PDF.
    pub pdf: PdfLook,
    /// The letters of an SVG.
    pub letters: Letters,
    /// Exits and entities in text files.
    pub entities: bool,
}

impl PictureOptions {
    /// Returns the pixels per square for a map of this size.
    pub fn cell(&self, size: Size) -> u32 {
        self.cell.unwrap_or_else(|| self.look.default_cell(size))
    }

    /// Returns the map as the viewer of the picture sees it.
    pub fn seen<'a>(&self, map: &'a Map) -> Cow<'a, Map> {
        match self.look.view {
            View::Gm => Cow::Borrowed(map),
            View::Player => Cow::Owned(player_map(map)),
        }
    }

    /// Returns the map's number of the first room that has another number in the picture, because
    /// players see no numbers of hidden rooms and no gaps.
    pub fn first_renumbered(&self, map: &Map) -> Option<u32> {
        let is_numbered = self.look.view == View::Player && self.look.numbers == Some(true);
        if is_numbered { first_renumbered(map) } else { None }
    }

    /// Checks that a map of this size fits the format, as far as is known before it is drawn.
    pub fn accepts(&self, size: Size, format: PictureFormat) -> Result<(), Error> {
        match format {
            PictureFormat::Png => accepts_png(size, &self.look, self.cell(size)),
            PictureFormat::Svg | PictureFormat::Pdf => accepts(size, &self.look),
        }
    }

    /// Draws the map and writes it.
    pub fn write(&self, map: &Map, format: PictureFormat, to: impl Write) -> Result<(), Error> {
        match format {
            PictureFormat::Png => png(map, &self.look, self.cell(map.size()), to),
            PictureFormat::Svg => svg(map, &self.look, self.cell(map.size()), self.letters, to),
            PictureFormat::Pdf => pdf(map, &self.look, &self.pdf, to),
        }
    }

    /// Writes a scene with `cell` pixels per unit.
    pub fn write_scene(&self, scene: &Scene, cell: u32, format: PictureFormat, to: impl Write) -> Result<(), Error> {
        match format {
            PictureFormat::Png => scene.write_png(cell, to),
            PictureFormat::Svg => scene.write_svg(cell, self.letters, to),
            PictureFormat::Pdf => scene.write_pdf(&self.pdf, to),
        }
    }

    /// Writes the map as text, one character per tile.
    pub fn write_text(&self, map: &Map, mut to: impl Write) -> io::Result<()> {
        let map = self.seen(map);
        if self.entities {
            return to.write_all(map.to_ascii_with_entities().as_bytes());
        }
        // Row by row, to keep no second copy of a large map in memory.
        let mut line = Vec::with_capacity(map.size().width as usize + 1);
        for row in map.tiles.rows() {
            line.clear();
            line.extend(row.iter().map(|tile| tile.to_char() as u8));
            line.push(b'\n');
            to.write_all(&line)?;
        }
        Ok(())
    }
}
