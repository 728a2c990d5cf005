//! What stands around a map: its title, a compass rose, a scale, and what the symbols mean.

mod rose;

use crate::scene::{Bounds, Color, Group, Node, Path, Point, Stroke, Text, pt};
use crate::style::Style;
use crate::text::{Anchor, Font};
use mapwright::{Map, Pos, Tile};

/// Draws a symbol into a square whose upper left corner is at the point.
pub(crate) type Drawing<'a> = Box<dyn Fn(&mut Group, Point) + 'a>;

/// What is wanted around the map.
#[derive(Default)]
pub(crate) struct Wanted<'a> {
    /// On top; empty is none.
    pub(crate) title: &'a str,
    /// Whether there is a compass rose.
    pub(crate) compass: bool,
    /// Whether there is a scale.
    pub(crate) scale: bool,
    /// The symbols that are on the map: what each means, and how it is drawn.
    pub(crate) symbols: &'a [(String, Drawing<'a>)],
}

/// What stands around the map, and how much room it takes.
#[derive(Debug)]
pub(crate) struct Legend {
    pub(crate) group: Group,
    /// How much the picture grows above.
    pub(crate) top: f32,
    /// How much it grows below.
    pub(crate) bottom: f32,
}

/// What a side of a square stands for, in feet.
const FEET: i32 = 5;
/// The most squares that the scale shows.
const SCALE: i32 = 6;
/// Free room at the edges, in squares.
const EDGE: f32 = 0.6;
/// The size of letters.
const LETTERS: f32 = 0.85;
/// From one line of symbols to the next.
const LINE: f32 = 1.35;
/// From a symbol to its name.
const GAP: f32 = 0.3;
/// From a name to the next symbol.
const COLUMN_GAP: f32 = 0.9;

/// Lays out what is wanted around a map whose drawing takes this part of the plane.
///
/// The title goes above, scale and symbols go below. The compass takes the corner with the most rock around it; where every
/// corner has floor, it stands above the map, at the end of the title's line.
pub(crate) fn legend(map: &Map, drawing: Bounds, wanted: &Wanted<'_>, style: &Style, font: &mut Font) -> Legend {
    let mut legend = Legend { group: Group::named("legend"), top: 0.0, bottom: 0.0 };
    let inside = Bounds { from: drawing.from + pt(EDGE, EDGE), to: drawing.to - pt(EDGE, EDGE) };
    let ink = Ink::on_paper(style);
    let radius = (drawing.width().min(drawing.height()) * 0.07).clamp(0.9, 2.5);
    let corner = if wanted.compass { free_corner(map, drawing, radius) } else { None };
    let rose_above = wanted.compass && corner.is_none();
    let mut title_room = inside.width();
    if rose_above {
        legend.top = 2.0 * radius + EDGE;
        title_room -= 2.0 * radius + GAP;
        let at = pt(inside.to.x - radius, drawing.from.y - legend.top + EDGE + radius);
        rose::draw(&mut legend.group, at, radius, &ink, font);
    }
    if let Some(at) = corner {
        rose::draw(&mut legend.group, at, radius, &ink, font);
    }
    legend.title(wanted.title, drawing, title_room, rose_above, &ink, font);
    let mut bottom = drawing.to.y;
    if wanted.scale {
        bottom = legend.scale(pt(inside.from.x, bottom), inside.width(), &ink, font);
    }
    if !wanted.symbols.is_empty() {
        bottom = legend.symbols(wanted.symbols, pt(inside.from.x, bottom), inside.width(), &ink, font);
    }
    if bottom > drawing.to.y {
        legend.bottom = bottom + EDGE - drawing.to.y;
    }
    legend
}

/// Colours that can be told from the paper.
pub(crate) struct Ink {
    pub(crate) line: Color,
    pub(crate) text: Color,
    pub(crate) paper: Color,
}

impl Ink {
    /// The style's colours are made for its floor. Where its paper is as dark as they are, the lightest takes their place.
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

/// The middle of a compass in the corner with the least floor near it; `None` where it would lie on floor everywhere.
fn free_corner(map: &Map, drawing: Bounds, radius: f32) -> Option<Point> {
    let off = EDGE + radius;
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
    // The wall around floor, with its hatching, is no place for it either.
    let free = corners.into_iter().filter(|&at| floor(at, radius + 1.0) == 0);
    free.enumerate().min_by_key(|&(order, at)| (floor(at, 3.0 * radius), order)).map(|(_, at)| at)
}

impl Legend {
    fn title(&mut self, title: &str, drawing: Bounds, room: f32, beside: bool, ink: &Ink, font: &mut Font) {
        // As large as a map of this width bears, and smaller where it does not fit.
        let largest = (drawing.width() * 0.06).clamp(0.9, 2.6);
        let width = font.width(title, largest);
        if width <= 0.0 || room <= 0.0 {
            return;
        }
        let size = (largest * room / width).clamp(largest * 0.5, largest);
        let shown = font.shortened(title, size, room);
        let height = size * 1.25;
        self.top = self.top.max(height + EDGE);
        let left = drawing.from.x + EDGE;
        let middle = if beside { left + room / 2.0 } else { drawing.center().x };
        let at = pt(middle, drawing.from.y - (self.top - EDGE - height) / 2.0 - 0.35 * size);
        self.write(font.text(&shown, Anchor::Middle, at, size, ink.text));
    }

    /// A ruler below `at`, and what a square is. Returns where it ends below.
    fn scale(&mut self, at: Point, room: f32, ink: &Ink, font: &mut Font) -> f32 {
        // An even number of squares, so that they divide into tens of feet.
        let squares = ((room as i32).min(SCALE) / 2 * 2).max(1);
        let (height, left) = (0.22, at.x + 0.2);
        let top = at.y + 0.25 + LETTERS;
        let bottom = top + height;
        for square in 0..squares {
            let x = left + square as f32;
            let path = Path::rect(x, top, 1.0, height);
            let fill = if square % 2 == 0 { ink.line } else { ink.paper };
            self.group.shape(path, Some(fill), Some(Stroke::new(ink.line, 0.05).sharp()));
        }
        let size = LETTERS * 0.85;
        let line = top - 0.15;
        let mut end = left;
        for square in (0..=squares).step_by(2) {
            let text =
                font.text(&(square * FEET).to_string(), Anchor::Middle, pt(left + square as f32, line), size, ink.text);
            end = text.at.x + font.width(&text.text, size);
            self.write(text);
        }
        let unit = font.shortened("feet", size, (at.x + room - end - 0.2).max(0.0));
        self.write(font.text(&unit, Anchor::Left, pt(end + 0.18, line), size, ink.text));
        let words = format!("One square is {FEET} feet");
        let beside = end + 0.18 + font.width(&unit, size) + COLUMN_GAP;
        let fits = beside + font.width(&words, size) <= at.x + room;
        let (x, y) = if fits { (beside, line) } else { (left, bottom + size) };
        let words = font.shortened(&words, size, at.x + room - x);
        self.write(font.text(&words, Anchor::Left, pt(x, y), size, ink.text));
        y.max(bottom) + 0.35
    }

    /// The symbols in columns, read downwards. Returns where they end below.
    fn symbols(&mut self, symbols: &[(String, Drawing<'_>)], at: Point, room: f32, ink: &Ink, font: &mut Font) -> f32 {
        let widest = symbols.iter().map(|(name, _)| font.width(name, LETTERS)).fold(0.0, f32::max);
        let letters = widest.min((room - 1.0 - GAP).max(0.0));
        let column = 1.0 + GAP + letters;
        let columns = (((room + COLUMN_GAP) / (column + COLUMN_GAP)) as usize).clamp(1, symbols.len());
        let lines = symbols.len().div_ceil(columns);
        let top = at.y + 0.35;
        for (index, (name, draw)) in symbols.iter().enumerate() {
            let corner = pt(at.x + (index / lines) as f32 * (column + COLUMN_GAP), top + (index % lines) as f32 * LINE);
            draw(&mut self.group, corner);
            let name = font.shortened(name, LETTERS, letters);
            self.write(font.text(&name, Anchor::Left, corner + pt(1.0 + GAP, 0.5 + 0.33 * LETTERS), LETTERS, ink.text));
        }
        top + lines as f32 * LINE
    }

    fn write(&mut self, text: Text) {
        if !text.outline.is_empty() {
            self.group.nodes.push(Node::Text(text));
        }
    }
}

#[cfg(test)]
mod tests;
