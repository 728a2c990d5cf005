//! [`Picture`]: a scene as PDF drawing commands.

use super::furniture::parts;
use super::{compressed, thousandths};
use crate::scene::{Bounds, Color, Ends, Group, Image, Lines, Node, Path, Pixels, Point, Scene, Segment, Stroke, Text};
use pdf_writer::types::{LineCapStyle, LineJoinStyle};
use pdf_writer::writers::ExtGraphicsState;
use pdf_writer::{Content, Dict, Filter, Finish, Name, Pdf, Rect, Ref, Settings};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Units per square, so that numbers are whole: one unit is 0.025 mm on paper, finer than any
/// printer.
const UNITS: f32 = 1000.0;

/// Drawing commands and the resources they refer to.
pub(super) struct Picture {
    content: Content,
    bounds: Bounds,
    state: State,
    /// Opacities of the fills and strokes so far. Each needs a named graphics state.
    fills: BTreeSet<u8>,
    strokes: BTreeSet<u8>,
    images: Vec<Arc<Pixels>>,
    /// Index of every image in the list, by its address in memory.
    image_indices: BTreeMap<*const Pixels, usize>,
}

/// Current graphics state, so that commands that change nothing can be left out.
#[derive(Clone, Copy)]
struct State {
    fill: Color,
    pen: Stroke,
    /// True if the pen of the file is known. Before the first stroke, caps and dashes are not.
    is_pen_set: bool,
}

impl Picture {
    pub(super) fn of(scene: &Scene) -> Self {
        let black = Color::rgb(0, 0, 0);
        let mut picture = Picture {
            content: Content::with_settings_and_capacity(Settings { pretty: false }, 1 << 16),
            bounds: scene.bounds,
            state: State { fill: black, pen: Stroke::new(black, 0.0), is_pen_set: false },
            fills: BTreeSet::new(),
            strokes: BTreeSet::new(),
            images: Vec::new(),
            image_indices: BTreeMap::new(),
        };
        // White paper needs no fill.
        if scene.paper.is_seen() && scene.paper != Color::rgb(255, 255, 255) {
            let Bounds { from, .. } = scene.bounds;
            picture.fill(&Path::rect(from.x, from.y, scene.bounds.width(), scene.bounds.height()), scene.paper);
        }
        for layer in &scene.layers {
            picture.group(layer);
        }
        picture
    }

    /// Writes the commands as a form whose unit is a square, with y growing upwards as on pages.
    pub(super) fn write(self, file: &mut Pdf, form: Ref, next_ref: &mut impl FnMut() -> Ref) {
        let images: Vec<Ref> = self.images.iter().map(|pixels| write_image(pixels, file, next_ref)).collect();
        let content = compressed(&self.content.finish());
        let [left, top] = units(self.bounds.from);
        let [right, bottom] = units(self.bounds.to);
        let mut form = file.form_xobject(form, &content);
        form.filter(Filter::FlateDecode);
        form.bbox(Rect::new(left, top, right, bottom));
        form.matrix([1.0 / UNITS, 0.0, 0.0, -1.0 / UNITS, 0.0, 0.0]);
        let mut resources = form.resources();
        if !images.is_empty() {
            let mut named = resources.x_objects();
            for (index, image) in images.iter().enumerate() {
                named.pair(Name(image_name(index).as_bytes()), *image);
            }
        }
        if !(self.fills.is_empty() && self.strokes.is_empty()) {
            let mut states = resources.ext_g_states();
            for &opacity in &self.fills {
                state(&mut states, 'f', opacity).non_stroking_alpha(alpha(opacity));
            }
            for &opacity in &self.strokes {
                state(&mut states, 's', opacity).stroking_alpha(alpha(opacity));
            }
        }
        resources.finish();
        form.finish();
    }

    fn group(&mut self, group: &Group) {
        let Some(clip) = &group.clip else {
            self.nodes(&group.nodes);
            return;
        };
        // An empty clip hides everything.
        if clip.is_empty() || group.nodes.is_empty() {
            return;
        }
        let outside = self.state;
        self.content.save_state();
        self.path(clip);
        self.content.clip_nonzero().end_path();
        self.nodes(&group.nodes);
        self.content.restore_state();
        self.state = outside;
    }

    fn nodes(&mut self, nodes: &[Node]) {
        for node in nodes {
            match node {
                Node::Shape(shape) => {
                    if let Some(color) = shape.fill {
                        self.fill(&shape.path, color);
                    }
                    if let Some(stroke) = shape.stroke {
                        self.stroke(&shape.path, stroke);
                    }
                }
                Node::Lines(lines) => self.lines(lines),
                Node::Text(text) => self.text(text),
                Node::Image(image) => self.image(image),
                Node::Group(group) => self.group(group),
            }
        }
    }

    /// Fills a path. Fill and stroke of a shape are separate paths: one command for both would hide
    /// the fill below a translucent stroke.
    fn fill(&mut self, path: &Path, color: Color) {
        if path.is_empty() || !color.is_seen() {
            return;
        }
        self.fill_with(color);
        self.path(path);
        self.content.fill_nonzero();
    }

    fn stroke(&mut self, path: &Path, stroke: Stroke) {
        if path.is_empty() || !stroke.color.is_seen() {
            return;
        }
        self.stroke_with(stroke);
        self.path(path);
        self.content.stroke();
    }

    fn lines(&mut self, Lines { lines, stroke }: &Lines) {
        if lines.is_empty() || !stroke.color.is_seen() {
            return;
        }
        self.stroke_with(*stroke);
        for line in lines {
            let [[x, y], to] = line.map(units);
            self.content.move_to(x, y).line_to(to[0], to[1]);
        }
        self.content.stroke();
    }

    fn text(&mut self, text: &Text) {
        if let Some((color, width)) = text.halo {
            self.stroke(&text.outline, Stroke::new(color, 2.0 * width));
        }
        self.fill(&text.outline, text.color);
    }

    fn image(&mut self, Image { bounds, pixels }: &Image) {
        let count = pixels.width as usize * pixels.height as usize;
        if count == 0 || pixels.rgba.len() != 4 * count {
            return;
        }
        let index = *self.image_indices.entry(Arc::as_ptr(pixels)).or_insert_with(|| {
            self.images.push(Arc::clone(pixels));
            self.images.len() - 1
        });
        let ([left, top], [right, bottom]) = (units(bounds.from), units(bounds.to));
        // The opacity of fills applies to images too.
        self.fill_with(Color { a: 255, ..self.state.fill });
        self.content.save_state();
        self.content.transform([right - left, 0.0, 0.0, top - bottom, left, bottom]);
        self.content.x_object(Name(image_name(index).as_bytes()));
        self.content.restore_state();
    }

    fn fill_with(&mut self, color: Color) {
        let before = self.state.fill;
        if parts(before) != parts(color) {
            let [r, g, b] = parts(color);
            self.content.set_fill_rgb(r, g, b);
        }
        if before.a != color.a {
            self.fills.insert(color.a);
            self.content.set_parameters(Name(state_name('f', color.a).as_bytes()));
        }
        self.state.fill = color;
    }

    fn stroke_with(&mut self, pen: Stroke) {
        let State { pen: before, is_pen_set, .. } = self.state;
        if parts(before.color) != parts(pen.color) {
            let [r, g, b] = parts(pen.color);
            self.content.set_stroke_rgb(r, g, b);
        }
        if before.color.a != pen.color.a {
            self.strokes.insert(pen.color.a);
            self.content.set_parameters(Name(state_name('s', pen.color.a).as_bytes()));
        }
        // A width of 0 would mean the thinnest line of the device.
        let width = |width: f32| (width * UNITS).round().max(1.0);
        if !is_pen_set || before.width != pen.width {
            self.content.set_line_width(width(pen.width));
        }
        if !is_pen_set || before.ends != pen.ends {
            match pen.ends {
                Ends::Round => {
                    self.content.set_line_cap(LineCapStyle::RoundCap).set_line_join(LineJoinStyle::RoundJoin);
                }
                // The miter limit of SVG.
                Ends::Sharp => {
                    self.content.set_line_cap(LineCapStyle::ButtCap).set_line_join(LineJoinStyle::MiterJoin);
                    self.content.set_miter_limit(4.0);
                }
            }
        }
        if before.dash != pen.dash {
            // A dash pattern of zeros only is not allowed.
            let dash = pen.dash.map(|dash| dash.map(|part| (part.max(0.0) * UNITS).round()));
            let dash = dash.filter(|[on, off]| on + off > 0.0);
            self.content.set_dash_pattern(dash.into_iter().flatten(), 0.0);
        }
        self.state.pen = pen;
        self.state.is_pen_set = true;
    }

    fn path(&mut self, path: &Path) {
        let (mut at, mut start) = (Point::default(), Point::default());
        for segment in path.segments() {
            match *segment {
                Segment::Move(p) => {
                    let [x, y] = units(p);
                    self.content.move_to(x, y);
                    (at, start) = (p, p);
                }
                Segment::Line(p) => {
                    let [x, y] = units(p);
                    self.content.line_to(x, y);
                    at = p;
                }
                // PDF has no quadratic curves. A cubic one with its control points at two thirds of
                // the way is the same curve.
                Segment::Quad(by, p) => {
                    self.cubic(at.toward(by, 2.0 / 3.0), p.toward(by, 2.0 / 3.0), p);
                    at = p;
                }
                Segment::Cubic(a, b, p) => {
                    self.cubic(a, b, p);
                    at = p;
                }
                Segment::Close => {
                    self.content.close_path();
                    at = start;
                }
            }
        }
    }

    fn cubic(&mut self, a: Point, b: Point, p: Point) {
        let ([ax, ay], [bx, by], [x, y]) = (units(a), units(b), units(p));
        self.content.cubic_to(ax, ay, bx, by, x, y);
    }
}

fn write_image(pixels: &Pixels, file: &mut Pdf, next_ref: &mut impl FnMut() -> Ref) -> Ref {
    let image = next_ref();
    let (width, height) = (pixels.width as i32, pixels.height as i32);
    let colors: Vec<u8> = pixels.rgba.as_chunks::<4>().0.iter().flat_map(|&[r, g, b, _]| [r, g, b]).collect();
    let opacity: Vec<u8> = pixels.rgba.as_chunks::<4>().0.iter().map(|&[.., a]| a).collect();
    let mask = opacity.iter().any(|&a| a < 255).then(next_ref);
    let colors = compressed(&colors);
    let mut object = file.image_xobject(image, &colors);
    object.filter(Filter::FlateDecode);
    object.width(width).height(height).bits_per_component(8);
    object.color_space().device_rgb();
    if let Some(mask) = mask {
        object.s_mask(mask);
    }
    object.finish();
    if let Some(mask) = mask {
        let opacity = compressed(&opacity);
        let mut object = file.image_xobject(mask, &opacity);
        object.filter(Filter::FlateDecode);
        object.width(width).height(height).bits_per_component(8);
        object.color_space().device_gray();
    }
    image
}

fn units(p: Point) -> [f32; 2] {
    [p.x, p.y].map(|value| (value * UNITS).round())
}

fn image_name(index: usize) -> String {
    format!("i{index}")
}

fn state_name(kind: char, opacity: u8) -> String {
    format!("{kind}{opacity}")
}

fn state<'a>(states: &'a mut Dict<'_>, kind: char, opacity: u8) -> ExtGraphicsState<'a> {
    states.insert(Name(state_name(kind, opacity).as_bytes())).start()
}

fn alpha(opacity: u8) -> f32 {
    thousandths(f32::from(opacity) / 255.0)
}
