//! [`Sheets`]: distributes the picture over the pages.

use super::{Pages, Paper, PdfLook, mm};
use crate::error::{Error, ErrorKind};
use crate::scene::{Bounds, Point, pt};

/// White margin around the picture, because printers cannot reach the edges.
pub(super) const MARGIN: f32 = mm(10.0);
/// Width of the strip that neighbouring pages both show, for gluing.
pub(super) const OVERLAP: f32 = mm(10.0);
/// Maximum side of a page, as limited by the PDF format.
const MAX_PAGE_SIDE: f32 = 14_400.0;
/// Maximum number of pages.
const MAX_PAGES: f32 = 500.0;

/// A layout of the picture on pages. Lengths are in points unless noted.
#[derive(Clone, Debug)]
pub(super) struct Sheets {
    /// Width and height of every page.
    pub(super) paper: [f32; 2],
    /// Side of a square.
    pub(super) square: f32,
    /// Upper left corner of the picture on every page, from the page's lower left.
    pub(super) corner: Point,
    /// Bounds of the picture, in squares.
    pub(super) bounds: Bounds,
    /// Distance from one page to the next, in whole squares, so that seams hide in the grid.
    pub(super) step: [f32; 2],
    /// Maximum area shown on one page, in squares.
    page_area: [f32; 2],
    pub(super) columns: u32,
    pub(super) rows: u32,
    /// True if there are pages to glue together, and a cover with their plan.
    pub(super) are_tiled: bool,
}

/// One page of a tiled picture.
pub(super) struct Tile {
    pub(super) column: u32,
    pub(super) row: u32,
    /// Part of the picture it shows, in squares.
    pub(super) shown: Bounds,
}

impl Tile {
    /// Returns the label of the page: a letter for the column and a number for the row.
    pub(super) fn label(&self) -> String {
        let mut letters = String::new();
        let mut rest = self.column + 1;
        while rest > 0 {
            letters.insert(0, (b'A' + ((rest - 1) % 26) as u8) as char);
            rest = (rest - 1) / 26;
        }
        format!("{letters}{}", self.row + 1)
    }
}

impl Sheets {
    /// Returns the layout with the fewest pages or the largest picture.
    pub(super) fn of(bounds: Bounds, look: &PdfLook) -> Result<Self, Error> {
        let (width, height) = (bounds.width(), bounds.height());
        if !(width > 0.0 && height > 0.0 && width.is_finite() && height.is_finite()) {
            return Err(Error::new(ErrorKind::Invalid, "the picture has no area, so there is nothing to print"));
        }
        let Some(portrait) = paper(look.paper) else {
            return Sheets::fit(bounds, look);
        };
        let orientations = [portrait, [portrait[1], portrait[0]]];
        match look.pages {
            Pages::Tiled => {
                let [portrait, landscape] = orientations.map(|paper| Sheets::tiled(bounds, look, paper));
                let best = if landscape.tile_count() < portrait.tile_count() { landscape } else { portrait };
                let needed = best.tile_count() + 1.0;
                if needed > MAX_PAGES {
                    let message = format!(
                        "{width} x {height} squares need {needed} pages, but at most {MAX_PAGES} are allowed; \
                         choose larger paper, one page for the whole map, or a part of the map"
                    );
                    return Err(Error::new(ErrorKind::TooBig, message));
                }
                Ok(best)
            }
            Pages::OnePage => {
                let [portrait, landscape] = orientations.map(|paper| Sheets::one(bounds, paper));
                Ok(if landscape.square > portrait.square { landscape } else { portrait })
            }
        }
    }

    fn fit(bounds: Bounds, look: &PdfLook) -> Result<Self, Error> {
        let square = look.square.points();
        let paper = [bounds.width() * square, bounds.height() * square];
        let longer = paper[0].max(paper[1]);
        if longer > MAX_PAGE_SIDE {
            let message = format!(
                "a page can be at most {MAX_PAGE_SIDE} points long ({} squares), but this one would need {longer:.0}; \
                 choose a4, letter or a3 with tiled pages, or a part of the map",
                (MAX_PAGE_SIDE / square) as u32
            );
            return Err(Error::new(ErrorKind::TooBig, message));
        }
        Ok(Sheets { corner: pt(0.0, paper[1]), ..Sheets::whole(bounds, paper, square) })
    }

    fn one(bounds: Bounds, paper: [f32; 2]) -> Self {
        let [across, down] = paper.map(|side| side - 2.0 * MARGIN);
        let square = (across / bounds.width()).min(down / bounds.height());
        Sheets::whole(bounds, paper, square)
    }

    /// Lays out everything on one page, centred.
    fn whole(bounds: Bounds, paper: [f32; 2], square: f32) -> Self {
        let page_area = [bounds.width(), bounds.height()];
        let sheets = Sheets {
            paper,
            square,
            corner: Point::default(),
            bounds,
            step: page_area,
            page_area,
            columns: 1,
            rows: 1,
            are_tiled: false,
        };
        sheets.centered()
    }

    fn tiled(bounds: Bounds, look: &PdfLook, paper: [f32; 2]) -> Self {
        let square = look.square.points();
        let overlap = OVERLAP / square;
        let step = paper.map(|side| ((side - 2.0 * MARGIN) / square - overlap).floor());
        // The last strip is already shown in the overlap of the page before and needs no page of
        // its own.
        let count = |length: f32, step: f32| ((length - overlap) / step - 1e-3).ceil().max(1.0) as u32;
        Sheets {
            step,
            page_area: step.map(|step| step + overlap),
            columns: count(bounds.width(), step[0]),
            rows: count(bounds.height(), step[1]),
            are_tiled: true,
            ..Sheets::whole(bounds, paper, square)
        }
        .centered()
    }

    fn centered(self) -> Self {
        let used = |page_area: f32, length: f32| page_area.min(length) * self.square;
        let (width, height) =
            (used(self.page_area[0], self.bounds.width()), used(self.page_area[1], self.bounds.height()));
        Sheets { corner: pt((self.paper[0] - width) / 2.0, (self.paper[1] + height) / 2.0), ..self }
    }

    fn tile_count(&self) -> f32 {
        self.columns as f32 * self.rows as f32
    }

    /// Returns the number of all pages, including the cover.
    pub(super) fn count(&self) -> u32 {
        self.columns * self.rows + u32::from(self.are_tiled)
    }

    /// Returns the pages of the picture, row by row.
    pub(super) fn tiles(&self) -> impl Iterator<Item = Tile> + '_ {
        (0..self.rows).flat_map(move |row| (0..self.columns).map(move |column| self.tile(column, row)))
    }

    fn tile(&self, column: u32, row: u32) -> Tile {
        let Bounds { from, to } = self.bounds;
        let from = from + pt(column as f32 * self.step[0], row as f32 * self.step[1]);
        let to = pt(to.x.min(from.x + self.page_area[0]), to.y.min(from.y + self.page_area[1]));
        Tile { column, row, shown: Bounds { from, to } }
    }
}

/// Returns width and height of the paper in portrait, or `None` for paper that fits the picture.
fn paper(paper: Paper) -> Option<[f32; 2]> {
    match paper {
        Paper::A4 => Some([mm(210.0), mm(297.0)]),
        Paper::Letter => Some([612.0, 792.0]),
        Paper::A3 => Some([mm(297.0), mm(420.0)]),
        Paper::Fit => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::backend::pdf::Square;

    fn sheets(width: f32, height: f32, look: PdfLook) -> Sheets {
        Sheets::of(Bounds::new(0.0, 0.0, width, height), &look).unwrap()
    }

    #[test]
    fn pages_cover_everything_and_overlap() {
        for (paper, _) in &Paper::ALL[..3] {
            for (square, _) in Square::ALL {
                let look = PdfLook { paper: *paper, square, pages: Pages::Tiled };
                for (width, height) in [(1.0, 1.0), (7.3, 10.3), (7.5, 30.0), (40.0, 21.0), (63.2, 64.0)] {
                    let sheets = sheets(width, height, look);
                    let overlap = OVERLAP / sheets.square;
                    for tile in sheets.tiles() {
                        let Bounds { from, to } = tile.shown;
                        assert_eq!((from.x.fract(), from.y.fract()), (0.0, 0.0), "seams lie in the grid");
                        let is_last = tile.column + 1 == sheets.columns;
                        let expected = if is_last { width } else { from.x + sheets.step[0] + overlap };
                        assert!((to.x - expected).abs() < 1e-3, "{width} x {height} on {paper:?}: {:?}", tile.shown);
                        assert!(tile.shown.width() > overlap || sheets.columns == 1, "every page shows something new");
                        assert!(tile.shown.width() * sheets.square <= sheets.paper[0] - 2.0 * MARGIN + 0.01);
                        assert!(tile.shown.height() * sheets.square <= sheets.paper[1] - 2.0 * MARGIN + 0.01);
                    }
                    let last = sheets.tiles().last().unwrap().shown.to;
                    assert_eq!((last.x, last.y), (width, height));
                }
            }
        }
    }

    #[test]
    fn paper_is_turned_if_that_saves_pages() {
        let portrait = sheets(7.0, 10.0, PdfLook::default());
        let landscape = sheets(10.0, 7.0, PdfLook::default());
        assert_eq!((portrait.tile_count(), landscape.tile_count()), (1.0, 1.0));
        assert!(portrait.paper[0] < portrait.paper[1] && landscape.paper[0] > landscape.paper[1]);
        assert_eq!([landscape.paper[1], landscape.paper[0]], portrait.paper);
    }

    #[test]
    fn labels_are_letters_and_numbers() {
        let label = |column, row| Tile { column, row, shown: Bounds::default() }.label();
        let labels = [label(0, 0), label(1, 4), label(25, 9), label(26, 0), label(52, 1), label(498, 0)];
        assert_eq!(labels, ["A1", "B5", "Z10", "AA1", "BA2", "SE1"]);
    }
}
