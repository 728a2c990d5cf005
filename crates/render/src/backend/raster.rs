//! Pixels from scenes, a band of rows at a time, so that the size of a picture is no matter.

mod fill;
mod line;

use crate::scene::{Bounds, Color, Ends, Group, Image, Lines, Node, Path, Pixels, Point, Scene, Segment, Stroke};
use fill::{Edges, Sums};
use std::sync::Arc;
use tiny_skia::{
    FilterQuality, LineCap, LineJoin, Mask, Paint, PathBuilder, Pattern, Pixmap, PixmapPaint, PixmapRef, Rect,
    SpreadMode, StrokeDash, Transform,
};

/// A scene in pixels, ready to be drawn.
pub(crate) struct Raster {
    pub(crate) width: u32,
    pub(crate) height: u32,
    paper: Color,
    ops: Vec<Op>,
}

/// Something to draw, with the rows that it touches.
struct Op {
    top: f32,
    bottom: f32,
    act: Act,
}

enum Act {
    Fill(Edges, Color),
    Lines(Vec<[Point; 2]>, Stroke),
    Image(Bounds, Arc<Pixels>),
    /// Whatever comes until the end of the group is clipped.
    Clip(Edges),
    EndClip,
}

impl Raster {
    /// What of the scene lies in the bounds, at so many pixels a square.
    pub(crate) fn new(scene: &Scene, bounds: Bounds, cell: f32) -> Self {
        let pixels = |units: f32| (units * cell).round().max(1.0) as u32;
        let mut raster = Raster {
            width: pixels(bounds.width()),
            height: pixels(bounds.height()),
            paper: scene.paper,
            ops: Vec::new(),
        };
        let place = Place { from: bounds.from, to: bounds.to, cell };
        for layer in &scene.layers {
            raster.group(layer, place);
        }
        raster
    }

    /// Whether nothing in it has a hue.
    pub(crate) fn is_grey(&self) -> bool {
        let is_grey = |color: Color| color.r == color.g && color.g == color.b;
        let act = |op: &Op| match &op.act {
            Act::Fill(_, color) => is_grey(*color),
            Act::Lines(_, stroke) => is_grey(stroke.color),
            Act::Image(..) => false,
            Act::Clip(_) | Act::EndClip => true,
        };
        is_grey(self.paper) && self.ops.iter().all(act)
    }

    fn group(&mut self, group: &Group, place: Place) {
        let clip = group.clip.as_ref().map(|clip| place.path(clip));
        if let Some(clip) = &clip {
            let Some(clip) = clip else { return };
            self.push((f32::MIN, f32::MAX), Act::Clip(Edges::of(clip)));
        }
        for node in &group.nodes {
            match node {
                Node::Shape(shape) => {
                    if !place.sees(&shape.path, shape.stroke.map_or(0.0, |stroke| stroke.width)) {
                        continue;
                    }
                    let Some(path) = place.path(&shape.path) else { continue };
                    if let Some(color) = shape.fill {
                        self.fill(&path, color);
                    }
                    if let Some(stroke) = shape.stroke {
                        self.stroke(path, place.stroke(stroke));
                    }
                }
                Node::Lines(Lines { lines, stroke }) => self.lines(lines, place, place.stroke(*stroke)),
                Node::Text(text) => {
                    if !place.sees(&text.outline, text.halo.map_or(0.0, |(_, width)| 2.0 * width)) {
                        continue;
                    }
                    let Some(path) = place.path(&text.outline) else { continue };
                    if let Some((color, width)) = text.halo {
                        self.stroke(path.clone(), place.stroke(Stroke::new(color, 2.0 * width)));
                    }
                    self.fill(&path, text.color);
                }
                Node::Image(Image { bounds, pixels }) => {
                    let bounds = Bounds { from: place.point(bounds.from), to: place.point(bounds.to) };
                    self.push((bounds.from.y, bounds.to.y), Act::Image(bounds, Arc::clone(pixels)));
                }
                Node::Group(group) => self.group(group, place),
            }
        }
        if clip.is_some() {
            self.push((f32::MIN, f32::MAX), Act::EndClip);
        }
    }

    /// The area that the stroke covers, found once for all bands.
    fn stroke(&mut self, path: tiny_skia::Path, stroke: Stroke) {
        // Thinner than a pixel is a pixel, only fainter.
        let share = stroke.width.min(1.0);
        let stroke = Stroke { width: stroke.width.max(1.0), color: stroke.color.faded(share), ..stroke };
        let dashed = pen_dash(&stroke).and_then(|dash| path.dash(&dash, 1.0));
        let Some(area) = dashed.unwrap_or(path).stroke(&pen(&stroke), 1.0) else { return };
        self.fill(&area, stroke.color);
    }

    fn fill(&mut self, path: &tiny_skia::Path, color: Color) {
        let edges = Edges::of(path);
        self.push((edges.top, edges.bottom), Act::Fill(edges, color));
    }

    /// In bins of rows, so that a band draws little more than its own.
    fn lines(&mut self, lines: &[[Point; 2]], place: Place, stroke: Stroke) {
        const ROWS: f32 = 128.0;
        let bins = (self.height as f32 / ROWS) as usize + 1;
        let mut binned: Vec<Vec<[Point; 2]>> = vec![Vec::new(); bins];
        let seen = place.seen(stroke.width / place.cell);
        let is_seen = |line: &&[Point; 2]| Bounds::around(**line).is_some_and(|bounds| seen.overlaps(bounds));
        for line in lines.iter().filter(is_seen) {
            let line = line.map(|p| place.point(p));
            let bin = (line[0].y.min(line[1].y) / ROWS).clamp(0.0, (bins - 1) as f32) as usize;
            binned[bin].push(line);
        }
        for lines in binned.into_iter().filter(|lines| !lines.is_empty()) {
            let ys = || lines.iter().flatten().map(|p| p.y);
            let (low, high) = (ys().fold(f32::MAX, f32::min), ys().fold(f32::MIN, f32::max));
            self.push((low - stroke.width - 1.0, high + stroke.width + 1.0), Act::Lines(lines, stroke));
        }
    }

    fn push(&mut self, (top, bottom): (f32, f32), act: Act) {
        self.ops.push(Op { top, bottom, act });
    }

    /// Draws the rows from `top` on into the pixels, which are overwritten.
    pub(crate) fn draw(&self, top: u32, to: &mut Pixmap) {
        let Color { r, g, b, a } = self.paper;
        to.fill(tiny_skia::Color::from_rgba8(r, g, b, a));
        let (first, last) = (top as f32, (top + to.height()) as f32);
        let mut sums = Sums::new(to.width(), to.height());
        let mut masks: Vec<Mask> = Vec::new();
        for op in self.ops.iter().filter(|op| op.top < last && op.bottom > first) {
            let mask = masks.last();
            match &op.act {
                Act::Fill(edges, color) => sums.fill(edges, *color, first, to, mask),
                Act::Lines(lines, stroke) => line::draw(lines, stroke, first, to, mask),
                Act::Image(bounds, pixels) => image(*bounds, pixels, first, to, mask),
                Act::Clip(edges) => {
                    let mut inner = sums.mask(edges, first);
                    if let Some(outer) = mask {
                        let both = inner.data_mut().iter_mut().zip(outer.data());
                        both.for_each(|(a, b)| *a = (u16::from(*a) * u16::from(*b) / 255) as u8);
                    }
                    masks.push(inner);
                }
                Act::EndClip => {
                    masks.pop();
                }
            }
        }
    }
}

/// Where squares are in pixels.
#[derive(Clone, Copy)]
struct Place {
    from: Point,
    to: Point,
    cell: f32,
}

impl Place {
    /// What is drawn, and as far around it as a line of this width, in squares, reaches; a pixel more, since none is thinner.
    fn seen(self, width: f32) -> Bounds {
        // A corner of a thick line sticks out by up to four times its half.
        Bounds { from: self.from, to: self.to }.grown(2.0 * width + 2.0 / self.cell)
    }

    /// Whether anything of the path can be seen.
    fn sees(self, path: &Path, width: f32) -> bool {
        let points = path.segments().iter().flat_map(|segment| match *segment {
            Segment::Move(p) | Segment::Line(p) => [Some(p), None, None],
            Segment::Quad(a, p) => [Some(a), Some(p), None],
            Segment::Cubic(a, b, p) => [Some(a), Some(b), Some(p)],
            Segment::Close => [None; 3],
        });
        // A curve lies within its points.
        Bounds::around(points.flatten()).is_some_and(|bounds| self.seen(width).overlaps(bounds))
    }

    fn point(self, p: Point) -> Point {
        (p - self.from) * self.cell
    }

    fn stroke(self, stroke: Stroke) -> Stroke {
        Stroke {
            width: stroke.width * self.cell,
            dash: stroke.dash.map(|dash| dash.map(|part| part * self.cell)),
            ..stroke
        }
    }

    /// `None` for a path that shows nothing.
    fn path(self, path: &Path) -> Option<tiny_skia::Path> {
        let mut builder = PathBuilder::with_capacity(path.segments().len(), path.segments().len());
        let at = |p| self.point(p);
        let mut last = Point::default();
        for segment in path.segments() {
            let from = last;
            if let Segment::Move(p) | Segment::Line(p) | Segment::Quad(_, p) | Segment::Cubic(_, _, p) = *segment {
                last = at(p);
            }
            match *segment {
                Segment::Move(p) => builder.move_to(at(p).x, at(p).y),
                Segment::Line(p) => builder.line_to(at(p).x, at(p).y),
                // A bend of less than a quarter of a pixel is a line.
                Segment::Quad(a, p) if (from + at(p) - at(a) * 2.0).length() < 1.0 => builder.line_to(at(p).x, at(p).y),
                Segment::Quad(a, p) => builder.quad_to(at(a).x, at(a).y, at(p).x, at(p).y),
                Segment::Cubic(a, b, p) => {
                    builder.cubic_to(at(a).x, at(a).y, at(b).x, at(b).y, at(p).x, at(p).y);
                }
                Segment::Close => builder.close(),
            }
        }
        builder.finish()
    }
}

fn pen(stroke: &Stroke) -> tiny_skia::Stroke {
    let (line_cap, line_join) = match stroke.ends {
        Ends::Round => (LineCap::Round, LineJoin::Round),
        Ends::Sharp => (LineCap::Butt, LineJoin::Miter),
    };
    tiny_skia::Stroke { width: stroke.width, line_cap, line_join, ..tiny_skia::Stroke::default() }
}

fn pen_dash(stroke: &Stroke) -> Option<StrokeDash> {
    stroke.dash.and_then(|dash| StrokeDash::new(dash.to_vec(), 0.0))
}

/// Whole pixels stay crisp; others are smoothed.
fn image(bounds: Bounds, pixels: &Pixels, top: f32, to: &mut Pixmap, mask: Option<&Mask>) {
    let premultiplied: Vec<u8> = pixels
        .rgba
        .chunks_exact(4)
        .flat_map(|p| {
            let by = |c: u8| (u16::from(c) * u16::from(p[3]) / 255) as u8;
            [by(p[0]), by(p[1]), by(p[2]), p[3]]
        })
        .collect();
    let Some(source) = PixmapRef::from_bytes(&premultiplied, pixels.width, pixels.height) else { return };
    let (sx, sy) = (bounds.width() / pixels.width as f32, bounds.height() / pixels.height as f32);
    let quality = if sx >= 1.0 && sx.fract() == 0.0 { FilterQuality::Nearest } else { FilterQuality::Bilinear };
    let placed = Transform::from_row(sx, 0.0, 0.0, sy, bounds.from.x, bounds.from.y - top);
    let pattern = Pattern::new(source, SpreadMode::Pad, quality, PixmapPaint::default().opacity, placed);
    let area = Rect::from_xywh(bounds.from.x, bounds.from.y - top, bounds.width(), bounds.height());
    if let Some(area) = area {
        to.fill_rect(area, &Paint { shader: pattern, ..Paint::default() }, Transform::identity(), mask);
    }
}
