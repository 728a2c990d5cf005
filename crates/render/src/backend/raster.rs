//! Rasterises scenes, a band of rows at a time, so that memory does not limit the size of a
//! picture.

mod fill;
mod line;

use crate::scene::{Bounds, Color, Ends, Group, Image, Lines, Node, Path, Pixels, Point, Scene, Segment, Stroke};
use fill::{Coverage, Edges};
use std::sync::Arc;
use tiny_skia::{
    FilterQuality, LineCap, LineJoin, Mask, Paint, PathBuilder, Pattern, Pixmap, PixmapPaint, PixmapRef, Rect,
    SpreadMode, StrokeDash, Transform,
};

/// A scene in pixels, ready to draw.
pub(crate) struct Raster {
    pub(crate) width: u32,
    pub(crate) height: u32,
    paper: Color,
    ops: Vec<Op>,
}

/// A drawing operation and the rows it touches.
struct Op {
    top: f32,
    bottom: f32,
    kind: OpKind,
}

enum OpKind {
    Fill(Edges, Color),
    Lines(Vec<[Point; 2]>, Stroke),
    Image(Bounds, Arc<Pixels>),
    /// Clips everything up to the end of the group.
    Clip(Edges),
    EndClip,
}

impl Raster {
    /// Converts the part of the scene inside the bounds, at `cell` pixels per square.
    pub(crate) fn new(scene: &Scene, bounds: Bounds, cell: f32) -> Self {
        let pixels = |units: f32| (units * cell).round().max(1.0) as u32;
        let mut raster = Raster {
            width: pixels(bounds.width()),
            height: pixels(bounds.height()),
            paper: scene.paper,
            ops: Vec::new(),
        };
        let transform = PixelTransform { from: bounds.from, to: bounds.to, cell };
        for layer in &scene.layers {
            raster.group(layer, transform);
        }
        raster
    }

    /// Returns whether the whole scene is grey.
    pub(crate) fn is_grey(&self) -> bool {
        let is_grey = |color: Color| color.r == color.g && color.g == color.b;
        let kind = |op: &Op| match &op.kind {
            OpKind::Fill(_, color) => is_grey(*color),
            OpKind::Lines(_, stroke) => is_grey(stroke.color),
            OpKind::Image(..) => false,
            OpKind::Clip(_) | OpKind::EndClip => true,
        };
        is_grey(self.paper) && self.ops.iter().all(kind)
    }

    fn group(&mut self, group: &Group, transform: PixelTransform) {
        let clip = group.clip.as_ref().map(|clip| transform.path(clip));
        if let Some(clip) = &clip {
            let Some(clip) = clip else { return };
            self.push((f32::MIN, f32::MAX), OpKind::Clip(Edges::of(clip)));
        }
        for node in &group.nodes {
            match node {
                Node::Shape(shape) => {
                    if !transform.shows(&shape.path, shape.stroke.map_or(0.0, |stroke| stroke.width)) {
                        continue;
                    }
                    let Some(path) = transform.path(&shape.path) else { continue };
                    if let Some(color) = shape.fill {
                        self.fill(&path, color);
                    }
                    if let Some(stroke) = shape.stroke {
                        self.stroke(path, transform.stroke(stroke));
                    }
                }
                Node::Lines(Lines { lines, stroke }) => self.lines(lines, transform, transform.stroke(*stroke)),
                Node::Text(text) => {
                    if !transform.shows(&text.outline, text.halo.map_or(0.0, |(_, width)| 2.0 * width)) {
                        continue;
                    }
                    let Some(path) = transform.path(&text.outline) else { continue };
                    if let Some((color, width)) = text.halo {
                        self.stroke(path.clone(), transform.stroke(Stroke::new(color, 2.0 * width)));
                    }
                    self.fill(&path, text.color);
                }
                Node::Image(Image { bounds, pixels }) => {
                    let bounds = Bounds { from: transform.point(bounds.from), to: transform.point(bounds.to) };
                    self.push((bounds.from.y, bounds.to.y), OpKind::Image(bounds, Arc::clone(pixels)));
                }
                Node::Group(group) => self.group(group, transform),
            }
        }
        if clip.is_some() {
            self.push((f32::MIN, f32::MAX), OpKind::EndClip);
        }
    }

    /// Computes the area of a stroke once for all bands.
    fn stroke(&mut self, path: tiny_skia::Path, stroke: Stroke) {
        // A stroke thinner than a pixel is drawn one pixel wide, but fainter.
        let share = stroke.width.min(1.0);
        let stroke = Stroke { width: stroke.width.max(1.0), color: stroke.color.faded(share), ..stroke };
        let dashed = pen_dash(&stroke).and_then(|dash| path.dash(&dash, 1.0));
        let Some(area) = dashed.unwrap_or(path).stroke(&pen(&stroke), 1.0) else { return };
        self.fill(&area, stroke.color);
    }

    fn fill(&mut self, path: &tiny_skia::Path, color: Color) {
        let edges = Edges::of(path);
        self.push((edges.top, edges.bottom), OpKind::Fill(edges, color));
    }

    /// Sorts the lines into bins of rows, so that a band draws few lines beyond its own.
    fn lines(&mut self, lines: &[[Point; 2]], transform: PixelTransform, stroke: Stroke) {
        const ROWS: f32 = 128.0;
        let bins = (self.height as f32 / ROWS) as usize + 1;
        let mut binned: Vec<Vec<[Point; 2]>> = vec![Vec::new(); bins];
        let visible = transform.visible(stroke.width / transform.cell);
        let is_seen = |line: &&[Point; 2]| Bounds::around(**line).is_some_and(|bounds| visible.overlaps(bounds));
        for line in lines.iter().filter(is_seen) {
            let line = line.map(|p| transform.point(p));
            let bin = (line[0].y.min(line[1].y) / ROWS).clamp(0.0, (bins - 1) as f32) as usize;
            binned[bin].push(line);
        }
        for lines in binned.into_iter().filter(|lines| !lines.is_empty()) {
            let ys = || lines.iter().flatten().map(|p| p.y);
            let (low, high) = (ys().fold(f32::MAX, f32::min), ys().fold(f32::MIN, f32::max));
            self.push((low - stroke.width - 1.0, high + stroke.width + 1.0), OpKind::Lines(lines, stroke));
        }
    }

    fn push(&mut self, (top, bottom): (f32, f32), kind: OpKind) {
        self.ops.push(Op { top, bottom, kind });
    }

    /// Returns whether nothing is drawn at all.
    pub(crate) fn is_empty(&self) -> bool {
        self.ops.is_empty()
    }

    /// Returns whether anything below the picture shows through its paper.
    pub(crate) fn is_clear(&self) -> bool {
        self.paper.a < 255
    }

    /// Draws the rows from `top` on into the pixmap, overwriting it.
    pub(crate) fn draw(&self, top: u32, to: &mut Pixmap) {
        self.draw_on(self.paper, top, to);
    }

    /// Draws the rows from `top` on into the pixmap, with the paper over an opaque background.
    pub(crate) fn draw_over(&self, background: Color, top: u32, to: &mut Pixmap) {
        let paper = Color { a: 255, ..self.paper };
        self.draw_on(background.toward(paper, f32::from(self.paper.a) / 255.0), top, to);
    }

    fn draw_on(&self, paper: Color, top: u32, to: &mut Pixmap) {
        let Color { r, g, b, a } = paper;
        to.fill(tiny_skia::Color::from_rgba8(r, g, b, a));
        self.draw_on_top(top, to);
    }

    /// Draws the rows from `top` on over what is in the pixmap.
    pub(crate) fn draw_on_top(&self, top: u32, to: &mut Pixmap) {
        let (first, last) = (top as f32, (top + to.height()) as f32);
        let mut coverage = Coverage::new(to.width(), to.height());
        let mut masks: Vec<Mask> = Vec::new();
        for op in self.ops.iter().filter(|op| op.top < last && op.bottom > first) {
            let mask = masks.last();
            match &op.kind {
                OpKind::Fill(edges, color) => coverage.fill(edges, *color, first, to, mask),
                OpKind::Lines(lines, stroke) => line::draw(lines, stroke, first, to, mask),
                OpKind::Image(bounds, pixels) => image(*bounds, pixels, first, to, mask),
                OpKind::Clip(edges) => {
                    let mut inner = coverage.mask(edges, first);
                    if let Some(outer) = mask {
                        let both = inner.data_mut().iter_mut().zip(outer.data());
                        both.for_each(|(a, b)| *a = (u16::from(*a) * u16::from(*b) / 255) as u8);
                    }
                    masks.push(inner);
                }
                OpKind::EndClip => {
                    masks.pop();
                }
            }
        }
    }
}

/// Transform from squares to pixels.
#[derive(Clone, Copy)]
struct PixelTransform {
    from: Point,
    to: Point,
    cell: f32,
}

impl PixelTransform {
    /// Returns the visible bounds, grown by the reach of a line of this width in squares, and by a
    /// pixel, the minimum width.
    fn visible(self, width: f32) -> Bounds {
        // A miter corner extends up to four times half the line width.
        Bounds { from: self.from, to: self.to }.grown(2.0 * width + 2.0 / self.cell)
    }

    /// Returns whether any part of the path may be visible.
    fn shows(self, path: &Path, width: f32) -> bool {
        let points = path.segments().iter().flat_map(|segment| match *segment {
            Segment::Move(p) | Segment::Line(p) => [Some(p), None, None],
            Segment::Quad(a, p) => [Some(a), Some(p), None],
            Segment::Cubic(a, b, p) => [Some(a), Some(b), Some(p)],
            Segment::Close => [None; 3],
        });
        // A curve lies within the bounds of its control points.
        Bounds::around(points.flatten()).is_some_and(|bounds| self.visible(width).overlaps(bounds))
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

    /// Converts a path to pixels; `None` if it is empty.
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
                // A curve that deviates by less than a quarter of a pixel is drawn as a line.
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

/// Draws an image: crisp at whole scales, smoothed at others.
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
