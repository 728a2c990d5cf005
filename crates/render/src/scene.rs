//! [`Scene`]: what a picture is made of, between the map and the files. Everything is resolved: places, colours, outlines.
//!
//! One unit is the side of a square of the map, x grows to the right and y down, and the map's upper left corner is at 0, 0.
//! Backends see nothing but this.

mod color;
mod path;

pub use color::Color;
pub(crate) use path::pt;
pub use path::{Bounds, Path, Point, Segment, Turned};

/// A picture that is ready to be written in any format.
#[derive(Clone, Debug, Default)]
pub struct Scene {
    /// What the picture shows of the plane.
    pub bounds: Bounds,
    /// What lies under everything.
    pub paper: Color,
    /// A name for the picture, where the file can hold one.
    pub title: String,
    /// The parts of the picture, from back to front.
    pub layers: Vec<Group>,
}

/// Things that belong together.
#[derive(Clone, Debug, Default)]
pub struct Group {
    /// What it is: the name of a layer, or empty.
    pub name: &'static str,
    /// Nothing outside of this is seen.
    pub clip: Option<Path>,
    /// From back to front.
    pub nodes: Vec<Node>,
}

/// One thing of a scene.
#[derive(Clone, Debug)]
pub enum Node {
    /// An area, a line, or both.
    Shape(Shape),
    /// Very many straight strokes of the same pen.
    Lines(Lines),
    /// Words, with the outlines of their letters.
    Text(Text),
    /// A picture of pixels.
    Image(Image),
    /// Things that belong together.
    Group(Group),
}

/// A path, filled or stroked or both. What it winds around is inside, whichever way.
#[derive(Clone, Debug, Default)]
pub struct Shape {
    /// Where it runs.
    pub path: Path,
    /// The colour of its inside.
    pub fill: Option<Color>,
    /// The line along it, over the fill.
    pub stroke: Option<Stroke>,
}

/// How a line is drawn.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Stroke {
    /// Its colour.
    pub color: Color,
    /// Its width, in squares.
    pub width: f32,
    /// How its ends and corners look.
    pub ends: Ends,
    /// Drawn and left out in turns, in squares.
    pub dash: Option<[f32; 2]>,
}

/// How the ends and corners of lines look.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Ends {
    /// As by a round nib.
    #[default]
    Round,
    /// Sharp corners, and ends cut off straight.
    Sharp,
}

/// Straight strokes, each from one point to the other.
#[derive(Clone, Debug)]
pub struct Lines {
    /// The strokes.
    pub lines: Vec<[Point; 2]>,
    /// The pen.
    pub stroke: Stroke,
}

/// A line of text.
#[derive(Clone, Debug)]
pub struct Text {
    /// What it says.
    pub text: String,
    /// The family of its font, for viewers that have it.
    pub family: &'static str,
    /// Where its first letter stands on its line.
    pub at: Point,
    /// The size of the letters, in squares.
    pub size: f32,
    /// Its colour.
    pub color: Color,
    /// A rim around the letters that keeps them legible: its colour and width.
    pub halo: Option<(Color, f32)>,
    /// The outlines of its letters, in place.
    pub outline: Path,
}

/// A picture of pixels, as large as its bounds.
#[derive(Clone, Debug)]
pub struct Image {
    /// Where it lies.
    pub bounds: Bounds,
    /// The pixels, shared by all places that show them.
    pub pixels: std::sync::Arc<Pixels>,
}

/// Rows of red, green, blue and opacity, from the top left.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pixels {
    /// Pixels in a row.
    pub width: u32,
    /// Rows.
    pub height: u32,
    /// Four bytes a pixel, not multiplied by the opacity.
    pub rgba: Vec<u8>,
}

impl Stroke {
    /// A line as by a round nib.
    pub fn new(color: Color, width: f32) -> Self {
        Stroke { color, width, ends: Ends::Round, dash: None }
    }

    /// The same line with sharp corners and ends.
    #[must_use]
    pub fn sharp(self) -> Self {
        Stroke { ends: Ends::Sharp, ..self }
    }
}

impl Group {
    /// An empty layer.
    pub fn named(name: &'static str) -> Self {
        Group { name, ..Group::default() }
    }

    /// Adds an area.
    pub fn fill(&mut self, path: Path, color: Color) {
        self.shape(path, Some(color), None);
    }

    /// Adds a line.
    pub fn stroke(&mut self, path: Path, stroke: Stroke) {
        self.shape(path, None, Some(stroke));
    }

    /// Adds a shape, if it has anything to show.
    pub fn shape(&mut self, path: Path, fill: Option<Color>, stroke: Option<Stroke>) {
        let fill = fill.filter(|color| color.is_seen());
        let stroke = stroke.filter(|stroke| stroke.color.is_seen() && stroke.width > 0.0);
        if !path.is_empty() && (fill.is_some() || stroke.is_some()) {
            self.nodes.push(Node::Shape(Shape { path, fill, stroke }));
        }
    }

    /// Adds straight strokes.
    pub fn lines(&mut self, lines: Vec<[Point; 2]>, stroke: Stroke) {
        if !lines.is_empty() && stroke.color.is_seen() {
            self.nodes.push(Node::Lines(Lines { lines, stroke }));
        }
    }
}
