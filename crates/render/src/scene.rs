//! [`Scene`]: the elements of a picture, between the map and the files. Everything is resolved:
//! positions, colours, outlines.
//!
//! One unit is the side of a map square, x grows to the right and y down, and the upper left corner
//! of the map is at 0, 0. Backends see nothing else.

mod color;
mod path;

pub use color::Color;
pub(crate) use path::pt;
pub use path::{Bounds, Path, Point, Segment, Turned};

/// A picture, ready to be written in any format.
#[derive(Clone, Debug, Default)]
pub struct Scene {
    /// Visible part of the plane.
    pub bounds: Bounds,
    /// Background colour.
    pub paper: Color,
    /// Title of the picture, for formats that can store one.
    pub title: String,
    /// Layers, from back to front.
    pub layers: Vec<Group>,
}

/// A group of nodes.
#[derive(Clone, Debug, Default)]
pub struct Group {
    /// Name of the layer, or empty.
    pub name: &'static str,
    /// Clip path. Nothing outside of it is visible.
    pub clip: Option<Path>,
    /// Nodes, from back to front.
    pub nodes: Vec<Node>,
}

/// An element of a scene.
#[derive(Clone, Debug)]
pub enum Node {
    /// A filled area, a line, or both.
    Shape(Shape),
    /// Very many straight lines with one stroke.
    Lines(Lines),
    /// Text, with the outlines of its letters.
    Text(Text),
    /// A pixel image.
    Image(Image),
    /// A group of nodes.
    Group(Group),
}

/// A path with a fill, a stroke or both. Fills use the non-zero winding rule.
#[derive(Clone, Debug, Default)]
pub struct Shape {
    /// Outline.
    pub path: Path,
    /// Fill colour.
    pub fill: Option<Color>,
    /// Stroke, drawn over the fill.
    pub stroke: Option<Stroke>,
}

/// Style of a line.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Stroke {
    /// Colour.
    pub color: Color,
    /// Width, in squares.
    pub width: f32,
    /// Caps and joins.
    pub ends: Ends,
    /// Lengths of dashes and gaps, in squares.
    pub dash: Option<[f32; 2]>,
}

/// Caps and joins of lines.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Ends {
    /// Round caps and joins.
    #[default]
    Round,
    /// Butt caps and mitered joins.
    Sharp,
}

/// Straight lines with one stroke.
#[derive(Clone, Debug)]
pub struct Lines {
    /// Start and end of every line.
    pub lines: Vec<[Point; 2]>,
    /// Stroke of all lines.
    pub stroke: Stroke,
}

/// A line of text.
#[derive(Clone, Debug)]
pub struct Text {
    /// Content.
    pub text: String,
    /// Font family, for viewers that have it.
    pub family: &'static str,
    /// Start of the baseline.
    pub at: Point,
    /// Font size, in squares.
    pub size: f32,
    /// Colour.
    pub color: Color,
    /// Colour and width of the halo that keeps the letters legible.
    pub halo: Option<(Color, f32)>,
    /// Outlines of the letters, in position.
    pub outline: Path,
}

/// A pixel image, scaled to its bounds.
#[derive(Clone, Debug)]
pub struct Image {
    /// Position and size.
    pub bounds: Bounds,
    /// Pixels, shared by all images that show them.
    pub pixels: std::sync::Arc<Pixels>,
}

/// Rows of red, green, blue and opacity, from the top left.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pixels {
    /// Pixels per row.
    pub width: u32,
    /// Number of rows.
    pub height: u32,
    /// Four bytes per pixel, not premultiplied.
    pub rgba: Vec<u8>,
}

impl Stroke {
    /// Creates a solid stroke with round caps and joins.
    pub fn new(color: Color, width: f32) -> Self {
        Stroke { color, width, ends: Ends::Round, dash: None }
    }

    /// Returns the stroke with butt caps and mitered joins.
    #[must_use]
    pub fn sharp(self) -> Self {
        Stroke { ends: Ends::Sharp, ..self }
    }
}

impl Group {
    /// Creates an empty layer.
    pub fn named(name: &'static str) -> Self {
        Group { name, ..Group::default() }
    }

    /// Adds a filled area.
    pub fn fill(&mut self, path: Path, color: Color) {
        self.shape(path, Some(color), None);
    }

    /// Adds a stroked path.
    pub fn stroke(&mut self, path: Path, stroke: Stroke) {
        self.shape(path, None, Some(stroke));
    }

    /// Adds a shape if any of it is visible.
    pub fn shape(&mut self, path: Path, fill: Option<Color>, stroke: Option<Stroke>) {
        let fill = fill.filter(|color| color.is_seen());
        let stroke = stroke.filter(|stroke| stroke.color.is_seen() && stroke.width > 0.0);
        if !path.is_empty() && (fill.is_some() || stroke.is_some()) {
            self.nodes.push(Node::Shape(Shape { path, fill, stroke }));
        }
    }

    /// Adds straight lines if any of them are visible.
    pub fn lines(&mut self, lines: Vec<[Point; 2]>, stroke: Stroke) {
        if !lines.is_empty() && stroke.color.is_seen() {
            self.nodes.push(Node::Lines(Lines { lines, stroke }));
        }
    }
}
