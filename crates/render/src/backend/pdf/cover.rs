//! The cover page of a tiled map: the plan of the pages, how to print and glue them, and a ruler to
//! check the printer.

use super::furniture::{BLACK, Ink, width};
use super::sheets::{MARGIN, OVERLAP, Sheets};
use super::{Paper, PdfLook, Square, mm};
use crate::scene::{Color, Point, Scene, pt};

const MARGIN_WITH_GAP: f32 = MARGIN + mm(5.0);
const LABEL: Color = Color::rgb(190, 20, 20);

/// Returns the content of the cover page.
pub(super) fn draw(scene: &Scene, look: &PdfLook, sheets: &Sheets) -> Vec<u8> {
    let mut ink = Ink::new();
    let [page_width, page_height] = sheets.paper;
    let mut y = page_height - MARGIN_WITH_GAP;
    if !scene.title.is_empty() {
        y -= 16.0;
        ink.words(pt(MARGIN_WITH_GAP, y), 20.0, &shortened(&scene.title, 20.0, page_width - 2.0 * MARGIN_WITH_GAP));
        y -= 8.0;
    }
    for line in instructions(look, sheets) {
        y -= 13.0;
        ink.words(pt(MARGIN_WITH_GAP, y), 9.0, &line);
    }
    plan(&mut ink, sheets, pt(MARGIN_WITH_GAP, MARGIN_WITH_GAP + mm(24.0)), pt(page_width - MARGIN_WITH_GAP, y - 12.0));
    ruler(&mut ink, pt(MARGIN_WITH_GAP, MARGIN_WITH_GAP));
    ink.finish()
}

fn instructions(look: &PdfLook, sheets: &Sheets) -> [String; 3] {
    let paper = match look.paper {
        Paper::A4 => "A4",
        Paper::Letter => "Letter",
        Paper::A3 => "A3",
        Paper::Fit => unreachable!("its only page is the picture"),
    };
    let orientation = if sheets.paper[0] > sheets.paper[1] { "landscape" } else { "portrait" };
    let square = match look.square {
        Square::Inch => "1 inch (25.4 mm)",
        Square::Mm25 => "25 mm",
    };
    let tiles = sheets.count() - 1;
    let pages = if tiles == 1 { "page" } else { "pages" };
    [
        format!("This plan and {tiles} {pages} of the map on {paper} {orientation}. One square is {square}."),
        "Print at 100 % (“actual size”), not fitted to the page, and hold a ruler against the one below.".to_owned(),
        format!(
            "Pages overlap by {:.0} mm: cut along the upper and left marks, \
             lay over the strip of the page before, glue.",
            OVERLAP / mm(1.0)
        ),
    ]
}

/// Draws the whole map, scaled down, with the seams and labels of the pages.
fn plan(ink: &mut Ink, sheets: &Sheets, from: Point, to: Point) {
    let bounds = sheets.bounds;
    let square = ((to.x - from.x) / bounds.width()).min((to.y - from.y) / bounds.height()).min(sheets.square);
    let size = pt(bounds.width(), bounds.height()) * square;
    let corner = pt((from.x + to.x - size.x) / 2.0, (from.y + to.y + size.y) / 2.0);
    let bottom = corner.y - size.y;
    ink.map(bounds.from, corner, square);
    let step = pt(sheets.step[0], sheets.step[1]) * square;
    // White below the colour, so that the seams are visible on any background.
    for (color, width) in [(Color::rgb(255, 255, 255), 1.8), (LABEL, 0.6)] {
        ink.pen(color, width);
        for x in (1..sheets.columns).map(|column| corner.x + column as f32 * step.x) {
            ink.line(pt(x, corner.y), pt(x, bottom));
        }
        for y in (1..sheets.rows).map(|row| corner.y - row as f32 * step.y) {
            ink.line(pt(corner.x, y), pt(corner.x + size.x, y));
        }
        ink.frame(pt(corner.x, bottom), size);
    }
    for tile in sheets.tiles() {
        let (left, top) = (tile.column as f32 * step.x, tile.row as f32 * step.y);
        let seen = pt(step.x.min(size.x - left), step.y.min(size.y - top));
        let label = tile.label();
        // As large as fits, up to a limit.
        let letters = (0.8 * seen.x / width(1.0, &label)).min(0.7 * seen.y).min(18.0);
        if letters >= 2.0 {
            ink.sign(pt(corner.x + left + seen.x / 2.0, corner.y - top - seen.y / 2.0), letters, LABEL, &label);
        }
    }
}

/// Draws a ruler: 100 millimetres above a line and four inches below it.
fn ruler(ink: &mut Ink, from: Point) {
    const INCHES: u16 = 4;
    const EIGHTHS: u16 = 8 * INCHES;
    let base = from.y + mm(7.0);
    let at = |along: f32, up: f32| pt(from.x + along, base + up);
    ink.pen(BLACK, 0.5);
    ink.line(at(0.0, 0.0), at(f32::from(INCHES) * 72.0, 0.0));
    for step in 0..=100_u16 {
        let long = if step % 10 == 0 {
            4.0
        } else if step % 5 == 0 {
            3.0
        } else {
            2.0
        };
        let x = mm(f32::from(step));
        ink.line(at(x, 0.0), at(x, mm(long)));
        if step % 10 == 0 {
            let words = step.to_string();
            ink.words(at(x - width(6.0, &words) / 2.0, mm(4.8)), 6.0, &words);
        }
    }
    for step in 0..=EIGHTHS {
        let long = if step % 8 == 0 {
            4.0
        } else if step % 4 == 0 {
            3.0
        } else {
            2.0
        };
        let x = f32::from(step) * 9.0;
        ink.line(at(x, 0.0), at(x, -mm(long)));
        if step % 8 == 0 {
            let words = (step / 8).to_string();
            ink.words(at(x - width(6.0, &words) / 2.0, -mm(6.6)), 6.0, &words);
        }
    }
    let beside = f32::from(INCHES) * 72.0 + mm(5.0);
    ink.words(at(beside, mm(2.0)), 7.0, "From 0 to 100 must be 100 millimetres.");
    ink.words(at(beside, -mm(4.0)), 7.0, "From 0 to 4 must be 4 inches.");
}

/// Shortens the text to the available width.
fn shortened(words: &str, size: f32, room: f32) -> String {
    if width(size, words) <= room {
        return words.to_owned();
    }
    let mut short = String::new();
    for c in words.chars() {
        short.push(c);
        if width(size, &short) > room - size {
            break;
        }
    }
    short + "…"
}
