//! [`Sheets`]: which part of the picture lies where on which page.

use super::{Pages, Paper, PdfLook, mm};
use crate::error::{Error, ErrorKind};
use crate::scene::{Bounds, Point, pt};

/// White around the picture, for printers cannot reach the edges.
pub(super) const MARGIN: f32 = mm(10.0);
/// What neighbouring pages both show, to be glued upon each other.
pub(super) const OVERLAP: f32 = mm(10.0);
/// No page may be longer than this, says the format.
const LONGEST: f32 = 14_400.0;
/// Nobody glues together more.
const MOST_PAGES: f32 = 500.0;

/// A way to lay out the picture. Lengths are points unless they say squares.
#[derive(Clone, Debug)]
pub(super) struct Sheets {
    /// Width and height of every page.
    pub(super) paper: [f32; 2],
    /// The side of a square.
    pub(super) square: f32,
    /// Where the picture's upper left is on every page, from the page's lower left.
    pub(super) corner: Point,
    /// What the picture shows, in squares.
    pub(super) bounds: Bounds,
    /// From one page to the next, in squares: whole ones, so that seams hide in the grid.
    pub(super) step: [f32; 2],
    /// What a page shows at most, in squares.
    shows: [f32; 2],
    pub(super) columns: u32,
    pub(super) rows: u32,
    /// Whether there are pages to be glued, and a plan of them.
    pub(super) are_tiled: bool,
}

/// One page of the picture.
pub(super) struct Tile {
    pub(super) column: u32,
    pub(super) row: u32,
    /// What it shows, in squares.
    pub(super) shown: Bounds,
}

impl Tile {
    /// Columns are letters and rows are numbers.
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
    /// The layout with the fewest pages, or the largest picture.
    pub(super) fn of(bounds: Bounds, look: &PdfLook) -> Result<Self, Error> {
        let (width, height) = (bounds.width(), bounds.height());
        if !(width > 0.0 && height > 0.0 && width.is_finite() && height.is_finite()) {
            return Err(Error::new(ErrorKind::Invalid, "the picture has no area, so there is nothing to print"));
        }
        let Some(standing) = paper(look.paper) else {
            return Sheets::fit(bounds, look);
        };
        let ways = [standing, [standing[1], standing[0]]];
        match look.pages {
            Pages::Tiled => {
                let [portrait, landscape] = ways.map(|paper| Sheets::tiled(bounds, look, paper));
                let best = if landscape.tile_count() < portrait.tile_count() { landscape } else { portrait };
                let needed = best.tile_count() + 1.0;
                if needed > MOST_PAGES {
                    let message = format!(
                        "{width} x {height} squares are {needed} pages, and at most {MOST_PAGES} can be written; \
                         choose a larger paper, one page for all, or a part of the map"
                    );
                    return Err(Error::new(ErrorKind::TooBig, message));
                }
                Ok(best)
            }
            Pages::OnePage => {
                let [portrait, landscape] = ways.map(|paper| Sheets::one(bounds, paper));
                Ok(if landscape.square > portrait.square { landscape } else { portrait })
            }
        }
    }

    fn fit(bounds: Bounds, look: &PdfLook) -> Result<Self, Error> {
        let square = look.square.points();
        let paper = [bounds.width() * square, bounds.height() * square];
        let longer = paper[0].max(paper[1]);
        if longer > LONGEST {
            let message = format!(
                "a page can be at most {LONGEST} points long ({} squares), and this one would be {longer:.0}; \
                 choose a4, letter or a3 and many pages, or a part of the map",
                (LONGEST / square) as u32
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

    /// All on one page, in its middle.
    fn whole(bounds: Bounds, paper: [f32; 2], square: f32) -> Self {
        let shows = [bounds.width(), bounds.height()];
        let sheets = Sheets {
            paper,
            square,
            corner: Point::default(),
            bounds,
            step: shows,
            shows,
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
        // What the page before shows of the next in its overlap needs no page.
        let count = |length: f32, step: f32| ((length - overlap) / step - 1e-3).ceil().max(1.0) as u32;
        Sheets {
            step,
            shows: step.map(|step| step + overlap),
            columns: count(bounds.width(), step[0]),
            rows: count(bounds.height(), step[1]),
            are_tiled: true,
            ..Sheets::whole(bounds, paper, square)
        }
        .centered()
    }

    fn centered(self) -> Self {
        let used = |shows: f32, length: f32| shows.min(length) * self.square;
        let (width, height) = (used(self.shows[0], self.bounds.width()), used(self.shows[1], self.bounds.height()));
        Sheets { corner: pt((self.paper[0] - width) / 2.0, (self.paper[1] + height) / 2.0), ..self }
    }

    fn tile_count(&self) -> f32 {
        self.columns as f32 * self.rows as f32
    }

    /// How many pages there are in all.
    pub(super) fn count(&self) -> u32 {
        self.columns * self.rows + u32::from(self.are_tiled)
    }

    /// The pages of the picture, row by row.
    pub(super) fn tiles(&self) -> impl Iterator<Item = Tile> + '_ {
        (0..self.rows).flat_map(move |row| (0..self.columns).map(move |column| self.tile(column, row)))
    }

    fn tile(&self, column: u32, row: u32) -> Tile {
        let Bounds { from, to } = self.bounds;
        let from = from + pt(column as f32 * self.step[0], row as f32 * self.step[1]);
        let to = pt(to.x.min(from.x + self.shows[0]), to.y.min(from.y + self.shows[1]));
        Tile { column, row, shown: Bounds { from, to } }
    }
}

/// Width and height of a standing sheet.
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
                        let wanted = if is_last { width } else { from.x + sheets.step[0] + overlap };
                        assert!((to.x - wanted).abs() < 1e-3, "{width} x {height} on {paper:?}: {:?}", tile.shown);
                        assert!(tile.shown.width() > overlap || sheets.columns == 1, "a page shows something new");
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
    fn paper_is_turned_where_that_saves_pages() {
        let standing = sheets(7.0, 10.0, PdfLook::default());
        let lying = sheets(10.0, 7.0, PdfLook::default());
        assert_eq!((standing.tile_count(), lying.tile_count()), (1.0, 1.0));
        assert!(standing.paper[0] < standing.paper[1] && lying.paper[0] > lying.paper[1]);
        assert_eq!([lying.paper[1], lying.paper[0]], standing.paper);
    }

    #[test]
    fn labels_are_letters_and_numbers() {
        let label = |column, row| Tile { column, row, shown: Bounds::default() }.label();
        let labels = [label(0, 0), label(1, 4), label(25, 9), label(26, 0), label(52, 1), label(498, 0)];
        assert_eq!(labels, ["A1", "B5", "Z10", "AA1", "BA2", "SE1"]);
    }
}
