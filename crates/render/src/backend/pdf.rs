//! Writes scenes as PDF: vectors in true size, on as many sheets of paper as needed.
//!
//! The scene is written once, as a form; every page shows a part of it, so twelve pages are hardly
//! larger than one. The file contains no date and no random id, so the same scene gives the same
//! bytes.

mod cover;
mod furniture;
mod picture;
mod sheets;

use crate::error::Error;
use crate::error::parse_choice::parse_choice;
use crate::scene::Scene;
use furniture::Ink;
use pdf_writer::types::PageLayout;
use pdf_writer::{Filter, Finish, Name, Pdf, Rect, Ref, Settings, TextStr};
use picture::Picture;
use sheets::Sheets;
use std::io::Write;
use std::str::FromStr;

/// Layout of a map on paper.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PdfLook {
    /// Paper size.
    pub paper: Paper,
    /// Side of a square on paper.
    pub square: Square,
    /// Layout of a map larger than one page. Ignored for [`Paper::Fit`].
    pub pages: Pages,
}

/// Paper size. Portrait or landscape is chosen so that fewer sheets are needed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Paper {
    /// 210 x 297 mm.
    #[default]
    A4,
    /// 8.5 x 11 inches.
    Letter,
    /// 297 x 420 mm.
    A3,
    /// A single page exactly as large as the picture, without margins: for plotters and screens.
    Fit,
}

/// Side of a square on paper.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Square {
    /// One inch, the usual scale of miniatures.
    #[default]
    Inch,
    /// 25 mm.
    Mm25,
}

/// Layout of a map that is larger than the paper.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Pages {
    /// Many pages to glue together, after a cover page with their plan. Squares are exact.
    #[default]
    Tiled,
    /// One page, as large as possible. Squares are not exact; their size is printed below.
    OnePage,
}

impl Paper {
    /// All paper sizes with their names.
    pub const ALL: [(Paper, &'static str); 4] =
        [(Paper::A4, "a4"), (Paper::Letter, "letter"), (Paper::A3, "a3"), (Paper::Fit, "fit")];
}

impl Square {
    /// All square sizes with their names.
    pub const ALL: [(Square, &'static str); 2] = [(Square::Inch, "inch"), (Square::Mm25, "25mm")];

    /// Returns the side in points.
    fn points(self) -> f32 {
        match self {
            Square::Inch => 72.0,
            Square::Mm25 => mm(25.0),
        }
    }
}

impl Pages {
    /// All page layouts with their names.
    pub const ALL: [(Pages, &'static str); 2] = [(Pages::Tiled, "tiled"), (Pages::OnePage, "one")];
}

impl FromStr for Paper {
    type Err = Error;
    fn from_str(name: &str) -> Result<Self, Error> {
        parse_choice("paper", name, &Paper::ALL)
    }
}

impl FromStr for Square {
    type Err = Error;
    fn from_str(name: &str) -> Result<Self, Error> {
        parse_choice("square size", name, &Square::ALL)
    }
}

impl FromStr for Pages {
    type Err = Error;
    fn from_str(name: &str) -> Result<Self, Error> {
        parse_choice("page layout", name, &Pages::ALL)
    }
}

/// Converts millimetres to points.
const fn mm(millimetres: f32) -> f32 {
    millimetres * 72.0 / 25.4
}

/// Rounds to a thousandth; of a point, that is a third of a micrometre.
fn thousandths(value: f32) -> f32 {
    (value * 1000.0).round() / 1000.0
}

const CATALOG: Ref = Ref::new(1);
const PAGES: Ref = Ref::new(2);
const INFO: Ref = Ref::new(3);
const FONT: Ref = Ref::new(4);
const MAP: Ref = Ref::new(5);
/// Names of the font and the map in the resources of pages.
const FONT_NAME: Name<'static> = Name(b"H");
const MAP_NAME: Name<'static> = Name(b"M");

/// Writes the scene as PDF.
///
/// Tiled pages always form a full rectangle, even if some of them show nothing but paper: a hole in
/// the glued map would look like a lost page. The plan on the cover shows which pages can be left
/// out.
pub(crate) fn write(scene: &Scene, look: &PdfLook, mut to: impl Write) -> Result<(), Error> {
    let sheets = Sheets::of(scene.bounds, look)?;
    let mut next = MAP.get();
    let mut next_ref = || {
        next += 1;
        Ref::new(next)
    };
    let mut file = Pdf::with_settings(Settings { pretty: false });
    file.set_version(1, 7);
    Picture::of(scene).write(&mut file, MAP, &mut next_ref);

    let mut pages = Vec::new();
    for content in contents(scene, look, &sheets) {
        let (page, stream) = (next_ref(), next_ref());
        pages.push(page);
        file.stream(stream, &compressed(&content)).filter(Filter::FlateDecode);
        let mut page = file.page(page);
        page.parent(PAGES).contents(stream);
        page.media_box(Rect::new(0.0, 0.0, thousandths(sheets.paper[0]), thousandths(sheets.paper[1])));
        page.group().transparency().color_space().device_rgb();
        let mut resources = page.resources();
        resources.x_objects().pair(MAP_NAME, MAP);
        resources.fonts().pair(FONT_NAME, FONT);
    }
    let count = i32::try_from(pages.len()).expect("pages are limited");
    file.pages(PAGES).kids(pages).count(count);
    file.type1_font(FONT).base_font(Name(b"Helvetica")).encoding_predefined(Name(b"WinAnsiEncoding"));
    let mut catalog = file.catalog(CATALOG);
    catalog.pages(PAGES).page_layout(PageLayout::SinglePage);
    let mut preferences = catalog.viewer_preferences();
    preferences.display_doc_title(!scene.title.is_empty());
    // Printers must not scale exact squares.
    preferences.pair(Name(b"PrintScaling"), Name(b"None"));
    preferences.finish();
    catalog.finish();
    let mut info = file.document_info(INFO);
    if !scene.title.is_empty() {
        info.title(TextStr(&scene.title));
    }
    info.producer(TextStr("Mapwright"));
    info.finish();
    to.write_all(&file.finish())?;
    to.flush()?;
    Ok(())
}

/// Returns the content of each page.
fn contents(scene: &Scene, look: &PdfLook, sheets: &Sheets) -> Vec<Vec<u8>> {
    let mut contents = Vec::new();
    if sheets.are_tiled {
        contents.push(cover::draw(scene, look, sheets));
    }
    let total = sheets.count();
    for tile in sheets.tiles() {
        let mut ink = Ink::new();
        ink.picture(sheets, &tile);
        if sheets.are_tiled {
            ink.marks(sheets, &tile);
            let label = format!("{} (page {} of {total})", tile.label(), contents.len() + 1);
            ink.below(sheets, &label);
        } else if look.paper != Paper::Fit {
            ink.below(sheets, &format!("1 square = {:.2} mm", sheets.square / mm(1.0)));
        }
        contents.push(ink.finish());
    }
    contents
}

/// Compresses with a fixed compressor, so that the bytes are the same on every platform, whichever
/// backend other crates select for `flate2`.
fn compressed(bytes: &[u8]) -> Vec<u8> {
    miniz_oxide::deflate::compress_to_vec_zlib(bytes, 6)
}

#[cfg(test)]
mod tests;
