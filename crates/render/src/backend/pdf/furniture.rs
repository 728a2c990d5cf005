//! [`Ink`]: draws the content of a page: the picture, crop marks around it, and text.

use super::sheets::{OVERLAP, Sheets, Tile};
use super::{FONT_NAME, MAP_NAME, mm, thousandths};
use crate::scene::{Color, Point, pt};
use pdf_writer::types::TextRenderingMode;
use pdf_writer::{Content, Settings, Str};

pub(super) const BLACK: Color = Color::rgb(0, 0, 0);
const GREY: Color = Color::rgb(140, 140, 140);

/// Drawing commands of one page, in points from its lower left corner.
pub(super) struct Ink(Content);

impl Ink {
    pub(super) fn new() -> Self {
        Ink(Content::with_settings(Settings { pretty: false }))
    }

    pub(super) fn finish(self) -> Vec<u8> {
        self.0.finish().into_vec()
    }

    /// Draws the part of the picture that a page shows.
    pub(super) fn picture(&mut self, sheets: &Sheets, tile: &Tile) {
        let size = pt(tile.shown.width(), tile.shown.height()) * sheets.square;
        self.0.save_state();
        self.rect(pt(sheets.corner.x, sheets.corner.y - size.y), size);
        self.0.clip_nonzero().end_path();
        self.map(tile.shown.from, sheets.corner, sheets.square);
        self.0.restore_state();
    }

    /// Draws the whole picture so that the point `of` in squares is at `at` on the page.
    pub(super) fn map(&mut self, of: Point, at: Point, square: f32) {
        let (x, y) = (at.x - of.x * square, at.y + of.y * square);
        self.0.save_state();
        // The side of a square is not rounded: the error would be visible over a hundred squares.
        self.0.transform([square, 0.0, 0.0, square, thousandths(x), thousandths(y)]);
        self.0.x_object(MAP_NAME);
        self.0.restore_state();
    }

    /// Draws crop marks, and marks where the next pages begin.
    pub(super) fn marks(&mut self, sheets: &Sheets, tile: &Tile) {
        const GAP: f32 = mm(1.0);
        const LONG: f32 = mm(6.0);
        const SHORT: f32 = mm(3.5);
        let (width, height) = (tile.shown.width() * sheets.square, tile.shown.height() * sheets.square);
        let (left, top) = (sheets.corner.x, sheets.corner.y);
        let (right, bottom) = (left + width, top - height);
        self.pen(BLACK, 0.4);
        for x in [left, right] {
            self.line(pt(x, top + GAP), pt(x, top + LONG));
            self.line(pt(x, bottom - GAP), pt(x, bottom - LONG));
        }
        for y in [top, bottom] {
            self.line(pt(left - GAP, y), pt(left - LONG, y));
            self.line(pt(right + GAP, y), pt(right + LONG, y));
        }
        self.pen(GREY, 0.4);
        if tile.column + 1 < sheets.columns {
            let x = right - OVERLAP;
            self.line(pt(x, top + GAP), pt(x, top + SHORT));
            self.line(pt(x, bottom - GAP), pt(x, bottom - SHORT));
        }
        if tile.row + 1 < sheets.rows {
            let y = bottom + OVERLAP;
            self.line(pt(left - GAP, y), pt(left - SHORT, y));
            self.line(pt(right + GAP, y), pt(right + SHORT, y));
        }
    }

    /// Writes text in the margin below the picture.
    pub(super) fn below(&mut self, sheets: &Sheets, words: &str) {
        self.words(pt(sheets.corner.x + mm(3.0), mm(4.5)), 8.0, words);
    }

    /// Sets the colour and width of the following lines.
    pub(super) fn pen(&mut self, color: Color, width: f32) {
        let [r, g, b] = parts(color);
        self.0.set_stroke_rgb(r, g, b).set_line_width(width);
    }

    pub(super) fn line(&mut self, from: Point, to: Point) {
        let [x, y, u, v] = [from.x, from.y, to.x, to.y].map(thousandths);
        self.0.move_to(x, y).line_to(u, v).stroke();
    }

    /// Outlines a rectangle with the current pen.
    pub(super) fn frame(&mut self, from: Point, size: Point) {
        self.rect(from, size);
        self.0.stroke();
    }

    fn rect(&mut self, from: Point, size: Point) {
        let [x, y, width, height] = [from.x, from.y, size.x, size.y].map(thousandths);
        self.0.rect(x, y, width, height);
    }

    /// Writes black text.
    pub(super) fn words(&mut self, at: Point, size: f32, words: &str) {
        self.letters(at, size, BLACK, TextRenderingMode::Fill, words);
    }

    /// Writes text centred on a point, with a white outline, so that it is legible on any
    /// background.
    pub(super) fn sign(&mut self, middle: Point, size: f32, color: Color, words: &str) {
        let at = pt(middle.x - width(size, words) / 2.0, middle.y - 0.36 * size);
        self.pen(Color::rgb(255, 255, 255), 0.25 * size);
        self.letters(at, size, color, TextRenderingMode::Stroke, words);
        self.letters(at, size, color, TextRenderingMode::Fill, words);
    }

    fn letters(&mut self, at: Point, size: f32, color: Color, mode: TextRenderingMode, words: &str) {
        let [r, g, b] = parts(color);
        self.0.set_fill_rgb(r, g, b);
        self.0.begin_text().set_font(FONT_NAME, thousandths(size)).set_text_rendering_mode(mode);
        self.0.next_line(thousandths(at.x), thousandths(at.y)).show(Str(&encoded(words))).end_text();
    }
}

/// Returns the approximate width of the text: exact for digits, an estimate for other characters.
pub(super) fn width(size: f32, words: &str) -> f32 {
    let wide = |c: char| match c {
        'A'..='Z' | '%' | '@' => 0.7,
        'i' | 'j' | 'l' | ' ' | '.' | ',' | ':' | '(' | ')' => 0.29,
        _ => 0.556,
    };
    size * words.chars().map(wide).sum::<f32>()
}

/// Returns red, green and blue, each from 0 to 1.
pub(super) fn parts(color: Color) -> [f32; 3] {
    [color.r, color.g, color.b].map(|part| thousandths(f32::from(part) / 255.0))
}

/// Encodes text in WinAnsi, the encoding of the standard font of all PDF readers. Characters it
/// lacks become question marks.
fn encoded(words: &str) -> Vec<u8> {
    let encode = |c: char| match c {
        ' '..='~' | '\u{a0}'..='\u{ff}' => c as u8,
        '…' => 0x85,
        '‘' => 0x91,
        '’' => 0x92,
        '“' => 0x93,
        '”' => 0x94,
        '•' => 0x95,
        '–' => 0x96,
        '—' => 0x97,
        '€' => 0x80,
        _ => b'?',
    };
    words.chars().map(encode).collect()
}
