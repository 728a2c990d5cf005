//! [`Pen`]: draws a small thing in its own coordinates, in any direction.

mod hand;

pub(crate) use crate::style::Weight;
pub(crate) use hand::{arc, blunt, polar};

use crate::scene::{Color, Group, Path, Point, Stroke, Turned};
use crate::style::{Material, Style};
use mapwright::{Dir, Rng, Seed};

/// Draws in the squares of one thing. While the thing faces south, its upper left corner is at 0,
/// 0, and one unit is a square.
///
/// The pen turns and moves everything, and knows the colours. Drawings must stay within the
/// footprint.
pub(crate) struct Pen<'a> {
    style: &'a Style,
    group: &'a mut Group,
    turned: Turned,
    /// Scale along x and y.
    scale: Point,
    /// Size of the thing while it faces south.
    pub(crate) width: f32,
    pub(crate) height: f32,
    /// Random numbers for the differences between things of one kind; drawings must use no others.
    pub(crate) rng: Rng,
}

impl<'a> Pen<'a> {
    /// Creates a pen for a thing of this size in squares while it faces south. Once it is turned to
    /// `facing`, its upper left corner is at `at`.
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

    /// Creates a pen for a thing that is scaled along x and y while it faces south.
    pub(crate) fn scaled(
        style: &'a Style,
        group: &'a mut Group,
        (width, height): (f32, f32),
        scale: Point,
        at: Point,
        facing: Dir,
        seed: Seed,
    ) -> Self {
        let turned = turned((width * scale.x, height * scale.y), at, facing);
        Pen { style, group, turned, scale, width, height, rng: seed.rng() }
    }

    /// Returns a random number from `low` up to `high`.
    pub(crate) fn between(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * self.rng.below(1 << 16) as f32 / 65536.0
    }

    /// Fills an area without an outline.
    pub(crate) fn fill(&mut self, path: &Path, material: Material) {
        let color = self.style.material(material);
        self.group.fill(self.placed(path), color);
    }

    /// Draws a line.
    pub(crate) fn line(&mut self, path: &Path, weight: Weight) {
        let stroke = Stroke::new(self.style.colors.line, self.style.weight(weight));
        self.group.stroke(self.placed(path), stroke);
    }

    /// Fills an area and draws its outline.
    pub(crate) fn shape(&mut self, path: &Path, material: Material, weight: Weight) {
        let color = self.style.material(material);
        let stroke = Stroke::new(self.style.colors.line, self.style.weight(weight));
        self.group.shape(self.placed(path), Some(color), Some(stroke));
    }

    /// Draws a shape with a shadow to the lower right of the page, in every direction.
    pub(crate) fn standing(&mut self, path: &Path, material: Material, weight: Weight) {
        self.shadow(path);
        self.shape(path, material, weight);
    }

    /// Draws the shadow of a standing thing, which must be drawn next.
    pub(crate) fn shadow(&mut self, path: &Path) {
        let by = self.style.shadow.prop;
        let color = self.style.colors.prop_shadow;
        let path = self.placed(path).mapped(|p| p + Point { x: by, y: by });
        self.group.fill(path, color);
    }

    /// Fills an area with any colour.
    pub(crate) fn tint(&mut self, path: &Path, color: Color) {
        self.group.fill(self.placed(path), color);
    }

    /// Fills an area with the colour of lines: arrow heads, letters, dots.
    pub(crate) fn ink(&mut self, path: &Path) {
        self.tint(path, self.style.colors.line);
    }

    /// Converts a distance on the page to the thing's own coordinates.
    pub(crate) fn page(&self, distance: Point) -> Point {
        Turned { quarters: (4 - self.turned.quarters) % 4, to: Point::default() }.point(distance)
    }

    /// Returns a distance towards the light, which comes from the upper left of the page; 0 if the
    /// style has no shadows.
    pub(crate) fn light(&self, by: f32) -> Point {
        let by = by * (self.style.shadow.prop / 0.06).min(1.0) * std::f32::consts::FRAC_1_SQRT_2;
        self.page(Point { x: -by, y: -by })
    }

    /// Returns the colours and weights.
    pub(crate) fn style(&self) -> &'a Style {
        self.style
    }

    fn placed(&self, path: &Path) -> Path {
        path.mapped(|p| self.turned.point(Point { x: p.x * self.scale.x, y: p.y * self.scale.y }))
    }
}

/// Turns a thing of this size to a direction. Its area then begins at `at`.
pub(crate) fn turned((across, down): (f32, f32), at: Point, facing: Dir) -> Turned {
    // Rotating clockwise around the corner moves the thing out of its area; this moves it back.
    let (quarters, back) = match facing {
        Dir::South => (0, Point { x: 0.0, y: 0.0 }),
        Dir::West => (1, Point { x: down, y: 0.0 }),
        Dir::North => (2, Point { x: across, y: down }),
        Dir::East => (3, Point { x: 0.0, y: across }),
    };
    Turned { quarters, to: at + back }
}
