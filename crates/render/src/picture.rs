//! Writes maps as picture files, drawn or as tiles.

pub(crate) mod format;
pub(crate) mod options;
pub(crate) mod request;

use crate::backend::pdf::PdfLook;
use crate::backend::svg::Letters;
use crate::backend::{layers, pdf as pdf_file, png as png_file, svg as svg_file};
use crate::compose::draw;
use crate::error::Error;
use crate::limits;
use crate::look::{Look, accepts_png, seen};
use crate::scene::{Bounds, Pixels, Scene};
use crate::term::{TermPicture, TermPixels, term_picture};
use crate::tiles::tile_png;
use mapwright::Map;
use std::io::Write;

/// Writes the map as an anti-aliased PNG with `cell` pixels per square (1 to 256).
///
/// The picture may have at most 16,384 pixels a side; the error for a larger one names the cell
/// that fits.
pub fn png(map: &Map, look: &Look, cell: u32, to: impl Write) -> Result<(), Error> {
    if let Some(tiles) = &look.tile_set {
        return tiles.png(&seen(map, look), cell, map.source.seed, to);
    }
    if look.style.tiles.on {
        let map = seen(map, look);
        return tile_png(&map, &look.tile_look(&map, cell), to);
    }
    // Check before drawing; `write` checks again with the final size.
    accepts_png(map.size(), look, cell)?;
    png_file::write(&draw(map, look)?, cell, to)
}

/// Writes the map as SVG; `cell` is the natural size of a square in pixels.
pub fn svg(map: &Map, look: &Look, cell: u32, letters: Letters, to: impl Write) -> Result<(), Error> {
    Ok(svg_file::write(&draw(map, look)?, cell as f32, letters, to)?)
}

/// Writes the map as PDF, on as many pages as it needs, always cropped.
pub fn pdf(map: &Map, look: &Look, pages: &PdfLook, to: impl Write) -> Result<(), Error> {
    let look = Look { crop: true, ..look.clone() };
    pdf_file::write(&draw(map, &look)?, pages, to)
}

/// Writes the map as a terminal picture of at most `width` by `height` pixels.
pub fn term_draw(
    map: &Map,
    look: &Look,
    how: TermPicture,
    (width, height): (u32, u32),
    to: impl Write,
) -> Result<(), Error> {
    let scene = draw(map, look)?;
    let bounds = scene.bounds;
    let cell = (width as f32 / bounds.width()).min(height as f32 / bounds.height()).min(limits::MAX_CELL as f32);
    let (width, height, rgb) = png_file::rgb(&scene, cell);
    term_picture(TermPixels { width, height, rgb: &rgb }, how, to)
}

impl Scene {
    /// Writes the scene as PNG; see [`png()`].
    pub fn write_png(&self, cell: u32, to: impl Write) -> Result<(), Error> {
        png_file::write(self, cell, to)
    }

    /// Writes the part of the scene in these bounds as PNG, pixel for pixel as in the whole
    /// picture.
    ///
    /// Bounds that reach beyond the scene show empty paper there.
    pub fn write_png_of(&self, bounds: Bounds, cell: u32, to: impl Write) -> Result<(), Error> {
        png_file::write_part(self, bounds, cell, to)
    }

    /// Draws the layers one by one and calls `each` with the name and the pixels of those on which
    /// there is anything, from back to front. The paper is the first one, named `paper`.
    ///
    /// Blended over each other, they give the picture that [`Scene::write_png`] writes. That keeps a
    /// few rows in memory, this all pixels of a layer.
    pub fn draw_layers<E: From<Error>>(
        &self,
        cell: u32,
        each: impl FnMut(&'static str, Pixels) -> Result<(), E>,
    ) -> Result<(), E> {
        layers::draw(self, cell, each)
    }

    /// Writes the scene as SVG; see [`svg()`].
    pub fn write_svg(&self, cell: u32, letters: Letters, to: impl Write) -> Result<(), Error> {
        Ok(svg_file::write(self, cell as f32, letters, to)?)
    }

    /// Writes the scene as PDF; see [`pdf()`].
    pub fn write_pdf(&self, pages: &PdfLook, to: impl Write) -> Result<(), Error> {
        pdf_file::write(self, pages, to)
    }
}

impl Pixels {
    /// Writes the pixels as PNG, with their opacity.
    pub fn write_png(&self, to: impl Write) -> Result<(), Error> {
        png_file::rgba(self, to)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::ErrorKind;
    use crate::style::Style;
    use mapwright::{Size, Tile};

    #[test]
    fn a_map_without_squares_is_refused_in_every_format() {
        for style in ["ink", "tiles"].map(|name| Style::named(name).unwrap()) {
            let look = Look { style, ..Look::default() };
            for size in [Size::new(0, 0), Size::new(0, 7), Size::new(7, 0)] {
                let map = Map::new(size, Tile::Wall);
                let mut bytes = Vec::new();
                let results = [
                    png(&map, &look, 40, &mut bytes),
                    svg(&map, &look, 40, Letters::Outlines, &mut bytes),
                    pdf(&map, &look, &PdfLook::default(), &mut bytes),
                    term_draw(&map, &look, TermPicture::HalfBlocks, (80, 50), &mut bytes),
                ];
                for result in results {
                    assert_eq!(result.unwrap_err().kind(), ErrorKind::Invalid, "{size}");
                }
                assert!(bytes.is_empty(), "{size}");
            }
        }
    }

    #[test]
    fn danger_tints_the_walls_of_tiles() {
        let file = |danger: Option<u32>, found: Option<i64>, style: &str| {
            let mut map = Map::from_ascii("\n####\n#..#\n####").unwrap();
            map.stats.extend(found.map(|found| ("danger".to_owned(), found)));
            let look = Look { style: Style::named(style).unwrap(), danger, ..Look::default() };
            let mut bytes = Vec::new();
            png(&map, &look, 8, &mut bytes).unwrap();
            bytes
        };
        for style in ["tiles", "ink"] {
            assert_eq!(file(None, None, style), file(Some(0), None, style), "{style}");
            assert_ne!(file(None, None, style), file(Some(20), None, style), "{style}");
            assert_eq!(file(None, Some(20), style), file(Some(20), None, style), "{style}: the danger of the map");
        }
    }

    #[test]
    fn pdf_files_are_always_cropped() {
        let rock = " ".repeat(60);
        let map = Map::from_ascii(&format!("###{rock}\n#.#{rock}\n###{rock}")).unwrap();
        let file = |crop: bool| {
            let mut bytes = Vec::new();
            pdf(&map, &Look { crop, ..Look::default() }, &PdfLook::default(), &mut bytes).unwrap();
            bytes
        };
        assert_eq!(file(false), file(true));
    }
}
