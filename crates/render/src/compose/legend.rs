//! The frame around a map: its title, a compass rose, a scale and the meaning of the symbols.

mod rose;

use crate::scene::{Bounds, Color, Group, Node, Path, Point, Stroke, Text, pt};
use crate::style::Style;
use crate::text::{Anchor, Font};
use mapwright::{Map, Pos, Tile};

/// Draws a symbol into a square whose upper left corner is at the given point.
pub(crate) type Drawing<'a> = Box<dyn Fn(&mut Group, Point) + 'a>;

/// Parts of the legend to draw.
#[derive(Default)]
pub(crate) struct LegendParts<'a> {
    /// Title at the top; empty for none.
    pub(crate) title: &'a str,
    /// If true, draws a compass rose.
    pub(crate) compass: bool,
    /// If true, draws a scale.
    pub(crate) scale: bool,
    /// Symbols on the map: the meaning of each and the function that draws it.
    pub(crate) symbols: &'a [(String, Drawing<'a>)],
}

/// The drawn legend and the space it takes.
#[derive(Debug)]
pub(crate) struct Legend {
    pub(crate) group: Group,
    /// Height added above the picture.
    pub(crate) top: f32,
    /// Height added below the picture.
    pub(crate) bottom: f32,
}

/// Side of a square, in feet.
const FEET_PER_SQUARE: i32 = 5;
/// Maximum length of the scale, in squares.
const MAX_SCALE: i32 = 6;
/// Margin at the edges, in squares.
const MARGIN: f32 = 0.6;
/// Font size.
const FONT_SIZE: f32 = 0.85;
/// Distance between two lines of symbols.
const LINE_HEIGHT: f32 = 1.35;
/// Gap between a symbol and its name.
const GAP: f32 = 0.3;
/// Gap between a name and the next symbol.
const COLUMN_GAP: f32 = 0.9;

/// Lays out the wanted parts around a map whose drawing has these bounds.
///
/// The title goes above, the scale and the symbols below. The compass takes the corner with the
/// least floor around it. If every corner has floor, it goes above the map, at the end of the
/// title's line.
pub(crate) fn legend(map: &Map, drawing: Bounds, parts: &LegendParts<'_>, style: &Style, font: &mut Font) -> Legend {
    let mut legend = Legend { group: Group::named("legend"), top: 0.0, bottom: 0.0 };
    let inside = Bounds { from: drawing.from + pt(MARGIN, MARGIN), to: drawing.to - pt(MARGIN, MARGIN) };
    let ink = Ink::on_paper(style);
    let radius = (drawing.width().min(drawing.height()) * 0.07).clamp(0.9, 2.5);
    let corner = if parts.compass { free_corner(map, drawing, radius) } else { None };
    let rose_above = parts.compass && corner.is_none();
    let mut title_room = inside.width();
    if rose_above {
        legend.top = 2.0 * radius + MARGIN;
        title_room -= 2.0 * radius + GAP;
        let at = pt(inside.to.x - radius, drawing.from.y - legend.top + MARGIN + radius);
        rose::draw(&mut legend.group, at, radius, &ink, font);
    }
    if let Some(at) = corner {
        rose::draw(&mut legend.group, at, radius, &ink, font);
    }
    legend.title(parts.title, drawing, title_room, rose_above, &ink, font);
    let mut bottom = drawing.to.y;
    if parts.scale {
        bottom = legend.scale(pt(inside.from.x, bottom), inside.width(), &ink, font);
    }
    if !parts.symbols.is_empty() {
        bottom = legend.symbols(parts.symbols, pt(inside.from.x, bottom), inside.width(), &ink, font);
    }
    if bottom > drawing.to.y {
        legend.bottom = bottom + MARGIN - drawing.to.y;
    }
    legend
}

/// Colours that stand out from the paper.
pub(crate) struct Ink {
    pub(crate) line: Color,
    pub(crate) text: Color,
    pub(crate) paper: Color,
}

impl Ink {
    /// Picks the colours of the style if they contrast with its paper. They are chosen for its
    /// floor, so on paper that is equally dark the style's most contrasting colour replaces them.
    pub(crate) fn on_paper(style: &Style) -> Ink {
        let colors = &style.colors;
        let paper = colors.paper;
        let readable = |color: Color| {
            let apart = |other: Color| (other.lightness() - paper.lightness()).abs();
            if apart(color) >= 90 {
                color
            } else {
                [colors.halo, colors.light, colors.dark, color]
                    .into_iter()
                    .fold(color, |best, next| if apart(next) > apart(best) { next } else { best })
            }
        };
        Ink { line: readable(colors.line), text: readable(colors.text), paper }
    }
}

/// Returns the centre of a compass in the corner with the least floor near it, or `None` if it
/// would touch floor in every corner.
fn free_corner(map: &Map, drawing: Bounds, radius: f32) -> Option<Point> {
    let off = MARGIN + radius;
    let Bounds { from, to } = drawing;
    let corners = [
        pt(to.x - off, from.y + off),
        pt(from.x + off, from.y + off),
        pt(to.x - off, to.y - off),
        pt(from.x + off, to.y - off),
    ];
    let floor = |at: Point, reach: f32| {
        let cells = |low: f32, high: f32, size: i32| (low.floor() as i32).max(0)..(high.ceil() as i32).min(size);
        let columns = cells(at.x - reach, at.x + reach, map.size().width);
        let rows = cells(at.y - reach, at.y + reach, map.size().height);
        let is_floor = |pos: Pos| !matches!(map.tiles[pos], Tile::Void | Tile::Wall);
        rows.flat_map(|y| columns.clone().map(move |x| Pos::new(x, y))).filter(|&pos| is_floor(pos)).count()
    };
    // The wall around the floor and its hatching must stay free too.
    let free = corners.into_iter().filter(|&at| floor(at, radius + 1.0) == 0);
    free.enumerate().min_by_key(|&(order, at)| (floor(at, 3.0 * radius), order)).map(|(_, at)| at)
}

impl Legend {
    fn title(&mut self, title: &str, drawing: Bounds, room: f32, beside: bool, ink: &Ink, font: &mut Font) {
        // As large as suits a map of this width, and smaller if it does not fit.
        let largest = (drawing.width() * 0.06).clamp(0.9, 2.6);
        let width = font.width(title, largest);
        if width <= 0.0 || room <= 0.0 {
            return;
        }
        let size = (largest * room / width).clamp(largest * 0.5, largest);
        let shown = font.shortened(title, size, room);
        let height = size * 1.25;
        self.top = self.top.max(height + MARGIN);
        let left = drawing.from.x + MARGIN;
        let middle = if beside { left + room / 2.0 } else { drawing.center().x };
        let at = pt(middle, drawing.from.y - (self.top - MARGIN - height) / 2.0 - 0.35 * size);
        self.write(font.text(&shown, Anchor::Middle, at, size, ink.text));
    }

    /// Draws a ruler below `at` and the length of a square. Returns its lower edge.
    fn scale(&mut self, at: Point, room: f32, ink: &Ink, font: &mut Font) -> f32 {
        // An even number of squares, so that the labels are multiples of 10 feet.
        let squares = ((room as i32).min(MAX_SCALE) / 2 * 2).max(1);
        let (height, left) = (0.22, at.x + 0.2);
        let top = at.y + 0.25 + FONT_SIZE;
        let bottom = top + height;
        for square in 0..squares {
            let x = left + square as f32;
            let path = Path::rect(x, top, 1.0, height);
            let fill = if square % 2 == 0 { ink.line } else { ink.paper };
            self.group.shape(path, Some(fill), Some(Stroke::new(ink.line, 0.05).sharp()));
        }
        let size = FONT_SIZE * 0.85;
        let line = top - 0.15;
        let mut end = left;
        for square in (0..=squares).step_by(2) {
            let text = font.text(
                &(square * FEET_PER_SQUARE).to_string(),
                Anchor::Middle,
                pt(left + square as f32, line),
                size,
                ink.text,
            );
            end = text.at.x + font.width(&text.text, size);
            self.write(text);
        }
        let unit = font.shortened("feet", size, (at.x + room - end - 0.2).max(0.0));
        self.write(font.text(&unit, Anchor::Left, pt(end + 0.18, line), size, ink.text));
        let words = format!("One square is {FEET_PER_SQUARE} feet");
        let beside = end + 0.18 + font.width(&unit, size) + COLUMN_GAP;
        let fits = beside + font.width(&words, size) <= at.x + room;
        let (x, y) = if fits { (beside, line) } else { (left, bottom + size) };
        let words = font.shortened(&words, size, at.x + room - x);
        self.write(font.text(&words, Anchor::Left, pt(x, y), size, ink.text));
        y.max(bottom) + 0.35
    }

    /// Draws the symbols in columns, read downwards. Returns their lower edge.
    fn symbols(&mut self, symbols: &[(String, Drawing<'_>)], at: Point, room: f32, ink: &Ink, font: &mut Font) -> f32 {
        let widest = symbols.iter().map(|(name, _)| font.width(name, FONT_SIZE)).fold(0.0, f32::max);
        let letters = widest.min((room - 1.0 - GAP).max(0.0));
        let column = 1.0 + GAP + letters;
        let columns = (((room + COLUMN_GAP) / (column + COLUMN_GAP)) as usize).clamp(1, symbols.len());
        let lines = symbols.len().div_ceil(columns);
        let top = at.y + 0.35;
        for (index, (name, draw)) in symbols.iter().enumerate() {
            let corner =
                pt(at.x + (index / lines) as f32 * (column + COLUMN_GAP), top + (index % lines) as f32 * LINE_HEIGHT);
            draw(&mut self.group, corner);
            let name = font.shortened(name, FONT_SIZE, letters);
            self.write(font.text(
                &name,
                Anchor::Left,
                corner + pt(1.0 + GAP, 0.5 + 0.33 * FONT_SIZE),
                FONT_SIZE,
                ink.text,
            ));
        }
        top + lines as f32 * LINE_HEIGHT
    }

    fn write(&mut self, text: Text) {
        if !text.outline.is_empty() {
            self.group.nodes.push(Node::Text(text));
        }
    }
}

#[cfg(test)]
mod tests;
