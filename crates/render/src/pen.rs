//! [`Pen`]: draws a small thing in its own place, whichever way it is turned.

mod hand;

pub(crate) use hand::{arc, blunt, polar};

use crate::scene::{Color, Group, Path, Point, Stroke, Turned};
use crate::style::{Material, Style};
use mapwright::{Dir, Rng, Seed};

/// How heavy a line is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Weight {
    /// For what only adds to a surface: the grain of wood, the ridge of a stone. It may be lost in small pictures.
    Hair,
    /// For parts of things: planks, rims, steps.
    Fine,
    /// For the outlines of things.
    Line,
    /// For what matters: the leaves of doors.
    Bold,
}

/// Draws in the squares of one thing: its upper left corner is at 0, 0 while it faces south, and one unit is a square.
///
/// The pen turns and moves all of it, and knows the colours. Whatever is drawn stays within the footprint.
pub(crate) struct Pen<'a> {
    style: &'a Style,
    group: &'a mut Group,
    turned: Turned,
    /// How much larger it is drawn than it is, along and across.
    scale: Point,
    /// How large the thing is while it faces south.
    pub(crate) width: f32,
    pub(crate) height: f32,
    /// For what differs from one to the next; nothing else may decide by chance.
    pub(crate) rng: Rng,
}

impl<'a> Pen<'a> {
    /// A pen for a thing of this size that faces south, in squares, with its upper left corner at `at` once it is turned to `facing`.
    pub(crate) fn new(
        style: &'a Style,
        group: &'a mut Group,
        size: (f32, f32),
        at: Point,
        facing: Dir,
        seed: Seed,
    ) -> Self {
        Pen::scaled(style, group, size, Point { x: 1.0, y: 1.0 }, at, facing, seed)
    }

    /// The same for a thing that is drawn larger or smaller than it is, to the side and down while it faces south.
    pub(crate) fn scaled(
        style: &'a Style,
        group: &'a mut Group,
        (width, height): (f32, f32),
        scale: Point,
        at: Point,
        facing: Dir,
        seed: Seed,
    ) -> Self {
        // Turned to the right around its corner, the thing leaves its place; this brings it back.
        let (across, down) = (width * scale.x, height * scale.y);
        let (quarters, back) = match facing {
            Dir::South => (0, Point { x: 0.0, y: 0.0 }),
            Dir::West => (1, Point { x: down, y: 0.0 }),
            Dir::North => (2, Point { x: across, y: down }),
            Dir::East => (3, Point { x: 0.0, y: across }),
        };
        Pen { style, group, turned: Turned { quarters, to: at + back }, scale, width, height, rng: seed.rng() }
    }

    /// A random number from `low` up to `high`.
    pub(crate) fn between(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * self.rng.below(1 << 16) as f32 / 65536.0
    }

    /// An area in a colour, without an outline.
    pub(crate) fn fill(&mut self, path: &Path, material: Material) {
        let color = self.style.material(material);
        self.group.fill(self.placed(path), color);
    }

    /// A line.
    pub(crate) fn line(&mut self, path: &Path, weight: Weight) {
        let stroke = Stroke::new(self.style.colors.line, self.style.weight(weight));
        self.group.stroke(self.placed(path), stroke);
    }

    /// An area with its outline.
    pub(crate) fn shape(&mut self, path: &Path, material: Material, weight: Weight) {
        let color = self.style.material(material);
        let stroke = Stroke::new(self.style.colors.line, self.style.weight(weight));
        self.group.shape(self.placed(path), Some(color), Some(stroke));
    }

    /// An area with its outline, which throws a shadow to the lower right of the page, however it is turned.
    pub(crate) fn standing(&mut self, path: &Path, material: Material, weight: Weight) {
        self.shadow(path);
        self.shape(path, material, weight);
    }

    /// The shadow of something that stands, which is for it to draw next.
    pub(crate) fn shadow(&mut self, path: &Path) {
        let by = self.style.shadow.prop;
        let color = self.style.colors.prop_shadow;
        let path = self.placed(path).mapped(|p| p + Point { x: by, y: by });
        self.group.fill(path, color);
    }

    /// An area in any colour.
    pub(crate) fn tint(&mut self, path: &Path, color: Color) {
        self.group.fill(self.placed(path), color);
    }

    /// An area in the colour of lines: arrow heads, letters, dots.
    pub(crate) fn ink(&mut self, path: &Path) {
        self.tint(path, self.style.colors.line);
    }

    /// The distance within the thing that shows as this one on the page.
    pub(crate) fn page(&self, distance: Point) -> Point {
        Turned { quarters: (4 - self.turned.quarters) % 4, to: Point::default() }.point(distance)
    }

    /// A distance towards the light, which comes from the upper left of the page. Where a style has no shadows, there is none.
    pub(crate) fn light(&self, by: f32) -> Point {
        let by = by * (self.style.shadow.prop / 0.06).min(1.0) * std::f32::consts::FRAC_1_SQRT_2;
        self.page(Point { x: -by, y: -by })
    }

    /// The colours and weights.
    pub(crate) fn style(&self) -> &'a Style {
        self.style
    }

    fn placed(&self, path: &Path) -> Path {
        path.mapped(|p| self.turned.point(Point { x: p.x * self.scale.x, y: p.y * self.scale.y }))
    }
}
