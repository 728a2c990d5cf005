//! [`Sheet`]: the paper of a plot, which grows with the text around its frame.

use super::axis::{Axis, FONT_SIZE};
use crate::compose::legend::Ink;
use crate::compose::scale::write;
use crate::scene::{Bounds, Color, Group, Path, Point, Scene, Stroke, Text, pt};
use crate::style::Style;
use crate::style::ramp::Ramp;
use crate::text::{Anchor, Font};

/// Margin of paper around everything.
const MARGIN: f32 = 0.7;
/// Font size of a plot's title.
const TITLE_SIZE: f32 = 0.72;
/// Widths of grid lines, and of axes and marks.
const GRID_LINE: f32 = 0.025;
pub(super) const LINE: f32 = 0.05;

/// Point of a text that is placed at a position.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    Left,
    Middle,
    Right,
}

/// Symbol in the key of a plot.
pub(super) enum Sign {
    Stroke(Stroke),
    Fill(Color),
    Dot(Color),
}

/// A plot in progress.
pub(super) struct Sheet<'a> {
    pub(super) style: &'a Style,
    pub(super) ink: Ink,
    /// Background of the values: the paper, or a darker colour on mid-tone paper, where half of all
    /// colours would be illegible.
    pub(super) ground: Color,
    pub(super) font: Font,
    /// Area of the values.
    pub(super) frame: Bounds,
    /// Layers below the values and for text.
    below: Group,
    text: Group,
    /// Bounds of everything drawn so far.
    pub(super) taken: Bounds,
}

impl<'a> Sheet<'a> {
    pub(super) fn new(style: &'a Style, width: f32, height: f32) -> Sheet<'a> {
        let frame = Bounds::new(0.0, 0.0, width, height);
        let ink = Ink::on_paper(style);
        let ground = match ink.paper.lightness() {
            50..200 => ink.paper.toward(Color::rgb(0, 0, 0), 0.65),
            _ => ink.paper,
        };
        let mut below = Group::named("axes");
        if ground != ink.paper {
            below.fill(Path::rect(0.0, 0.0, width, height), ground);
        }
        Sheet {
            style,
            ink,
            ground,
            font: Font::of(style.text.font),
            frame,
            below,
            text: Group::named("labels"),
            taken: frame,
        }
    }

    fn is_light(&self) -> bool {
        self.ground.lightness() >= 128
    }

    /// Returns the colours for counts: the higher, the more contrast to the paper.
    pub(super) fn ramp(&self) -> Ramp {
        if self.is_light() { Ramp::Darkening } else { Ramp::UnderDark }
    }

    /// Returns the colour of bars and bands.
    pub(super) fn accent(&self) -> Color {
        Ramp::UnderDark.at(if self.is_light() { 0.3 } else { 0.75 })
    }

    /// Extends the bounds by something that is drawn there.
    pub(super) fn take(&mut self, bounds: Bounds) {
        let Bounds { from, to } = self.taken;
        self.taken = Bounds::new(
            from.x.min(bounds.from.x),
            from.y.min(bounds.from.y),
            to.x.max(bounds.to.x),
            to.y.max(bounds.to.y),
        );
    }

    /// Writes text, shortened to the available width, and returns its width.
    pub(super) fn write(&mut self, words: &str, side: Side, at: Point, size: f32, room: f32) -> f32 {
        let words = self.font.shortened(words, size, room);
        let width = self.font.width(&words, size);
        let left = match side {
            Side::Left => 0.0,
            Side::Middle => width / 2.0,
            Side::Right => width,
        };
        let at = at - pt(left, 0.0);
        self.take(Bounds::new(at.x, at.y - 0.8 * size, at.x + width, at.y + 0.3 * size));
        let text = self.font.text(&words, Anchor::Left, at, size, self.ink.text);
        // Lines to small pictures may pass below the text.
        let halo = Some((self.ink.paper, 0.3 * size));
        write(&mut self.text, Text { halo, ..text });
        width
    }

    /// Draws the labels and the name of the horizontal axis below the frame.
    pub(super) fn below(&mut self, axis: &Axis, name: &str) {
        let bottom = self.frame.to.y;
        for (at, label) in &axis.ticks {
            let x = axis.place(*at);
            self.mark(x);
            self.write(label, Side::Middle, pt(x, bottom + 0.2 + FONT_SIZE), FONT_SIZE, f32::MAX);
        }
        self.name_below(name);
    }

    /// Draws a tick on the lower edge of the frame.
    pub(super) fn mark(&mut self, x: f32) {
        let bottom = self.frame.to.y;
        self.below.lines(vec![[pt(x, bottom), pt(x, bottom + 0.14)]], Stroke::new(self.ink.line, LINE));
    }

    /// Writes the name of the horizontal axis below its labels.
    pub(super) fn name_below(&mut self, name: &str) {
        let at = pt(self.frame.center().x, self.taken.to.y + 1.15 * FONT_SIZE);
        self.write(name, Side::Middle, at, 1.1 * FONT_SIZE, self.frame.width());
    }

    /// Draws the labels of the vertical axis to the left of the frame, grid lines through it, and
    /// its name above, so that the name can be read without turning the head.
    pub(super) fn left(&mut self, axis: &Axis, name: &str) {
        let Bounds { from, to } = self.frame;
        let lines = axis.ticks.iter().map(|(at, _)| [pt(from.x, axis.place(*at)), pt(to.x, axis.place(*at))]).collect();
        self.below.lines(lines, Stroke::new(self.ink.line.faded(0.22), GRID_LINE));
        for (at, label) in &axis.ticks {
            self.write(label, Side::Right, pt(from.x - 0.22, axis.place(*at) + 0.33 * FONT_SIZE), FONT_SIZE, f32::MAX);
        }
        let left = self.taken.from.x;
        self.write(name, Side::Left, pt(left, from.y - 0.35), 1.1 * FONT_SIZE, to.x - left);
    }

    /// Returns the lines of the two axes, along the frame.
    pub(super) fn axes(&self) -> Group {
        let Bounds { from, to } = self.frame;
        let mut group = Group::named("axes");
        let path = Path::polyline(&[from, pt(from.x, to.y), to]);
        group.stroke(path, Stroke::new(self.ink.line, LINE).sharp());
        group
    }

    /// Draws symbols with their meaning, in a row above everything drawn so far.
    pub(super) fn key(&mut self, entries: &[(Sign, String)]) {
        let base = self.taken.from.y - 0.45;
        let (mut x, end) = (self.taken.from.x, self.taken.to.x);
        let mut signs = Group::named("key");
        for (sign, words) in entries {
            let room = end - x - 0.95;
            // Less space would leave nothing legible.
            if room < 2.0 {
                break;
            }
            let (left, right, middle) = (x, x + 0.75, base - 0.3 * FONT_SIZE);
            match sign {
                Sign::Stroke(stroke) => signs.lines(vec![[pt(left, middle), pt(right, middle)]], *stroke),
                Sign::Fill(color) => signs.fill(Path::rect(left, middle - 0.17, 0.75, 0.34), *color),
                Sign::Dot(color) => signs.fill(Path::circle(pt(left + 0.4, middle), 0.09), *color),
            }
            x = right + 0.2 + self.write(words, Side::Left, pt(right + 0.2, base), FONT_SIZE, room) + 0.7;
        }
        self.text.nodes.append(&mut signs.nodes);
    }

    /// Writes the title above everything.
    pub(super) fn title(&mut self, title: &str) {
        let width = self.taken.width();
        let size = TITLE_SIZE * (width / self.font.width(title, TITLE_SIZE).max(0.1)).clamp(0.6, 1.0);
        self.write(title, Side::Left, pt(self.taken.from.x, self.taken.from.y - 0.5), size, width);
    }

    /// Returns the finished plot, with these layers between paper and text.
    pub(super) fn finished(self, title: &str, layers: Vec<Group>) -> Scene {
        let axes = self.axes();
        let mut all = vec![self.below];
        all.extend(layers);
        all.extend([axes, self.text]);
        Scene { bounds: self.taken.grown(MARGIN), paper: self.ink.paper, title: title.to_owned(), layers: all }
    }
}
