//! Writes scenes as SVG: compact, without scripts, and with all text escaped.
//!
//! A square is a hundred units, so that all numbers are whole and paths consist of small relative
//! steps. Fills and strokes are CSS classes, and consecutive strokes with the same class share a
//! path.

use crate::error::Error;
use crate::error::parse_choice::parse_choice;
use crate::scene::{Color, Ends, Group, Image, Lines, Node, Path, Point, Scene, Segment, Shape, Stroke, Text};
use base64::Engine;
use mapwright::Hasher;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{self, Write};
use std::str::FromStr;

/// Units per square.
const UNITS: f32 = 100.0;
/// Paths with more segments than this are written once and shared.
const MAX_UNSHARED: usize = 200;

/// Form of the letters in an SVG.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Letters {
    /// Outlines, which look the same everywhere.
    #[default]
    Outlines,
    /// Text in a font the viewer must have; it can be searched, copied and edited.
    Text,
}

impl Letters {
    /// All variants with their names.
    pub const ALL: [(Letters, &'static str); 2] = [(Letters::Outlines, "outlines"), (Letters::Text, "text")];
}

impl FromStr for Letters {
    type Err = Error;
    fn from_str(name: &str) -> Result<Self, Error> {
        parse_choice("kind of letters", name, &Letters::ALL)
    }
}

/// Writes the scene as SVG; `cell` is the default side of a square in pixels.
pub(crate) fn write(scene: &Scene, cell: f32, letters: Letters, mut to: impl Write) -> io::Result<()> {
    let mut writer =
        Writer { body: String::new(), styles: Vec::new(), clips: 0, letters, shared: BTreeMap::new(), pending: None };
    for layer in &scene.layers {
        writer.group(layer);
    }
    let [x, y] = units(scene.bounds.from);
    let [right, bottom] = units(scene.bounds.to);
    let (width, height) = (right - x, bottom - y);
    let mut head = String::from("<svg xmlns=\"http://www.w3.org/2000/svg\"");
    if writer.body.contains("xlink:href") {
        head.push_str(" xmlns:xlink=\"http://www.w3.org/1999/xlink\"");
    }
    let pixels = |units: i32| number(units as f32 / UNITS * cell);
    let _ = writeln!(
        head,
        " width=\"{}\" height=\"{}\" viewBox=\"{x} {y} {width} {height}\">",
        pixels(width),
        pixels(height)
    );
    if !scene.title.is_empty() {
        let _ = writeln!(head, "<title>{}</title>", escaped(&scene.title));
    }
    head.push_str("<style>");
    for (index, look) in writer.styles.iter().enumerate() {
        let _ = write!(head, ".{}{{{look}}}", class(index));
    }
    head.push_str("</style>\n");
    if scene.paper.is_seen() {
        let _ = writeln!(head, "<path fill=\"{}\" d=\"M{x} {y}h{width}v{height}h{}z\"/>", opaque(scene.paper), -width);
    }
    to.write_all(head.as_bytes())?;
    to.write_all(writer.body.as_bytes())?;
    to.write_all(b"</svg>\n")?;
    to.flush()
}

struct Writer {
    body: String,
    /// CSS of the classes, each once.
    styles: Vec<String>,
    clips: usize,
    letters: Letters,
    /// Numbers of the long paths written so far, by the digest of their data, for reuse.
    shared: BTreeMap<u128, usize>,
    /// Class of the unfinished path and the current point.
    pending: Option<(usize, [i32; 2])>,
}

impl Writer {
    fn group(&mut self, group: &Group) {
        if group.nodes.is_empty() {
            return;
        }
        self.end_path();
        self.body.push_str("<g");
        if !group.name.is_empty() {
            let _ = write!(self.body, " id=\"{}\"", escaped(group.name));
        }
        if let Some(clip) = &group.clip {
            let id = self.clips;
            self.clips += 1;
            let (defined, path) = self.share_path(clip);
            let _ = write!(self.body, " clip-path=\"url(#c{id})\">{defined}<clipPath id=\"c{id}\">{path}/></clipPath");
        }
        self.body.push_str(">\n");
        for node in &group.nodes {
            match node {
                Node::Shape(shape) => self.shape(shape),
                Node::Lines(lines) => self.lines(lines),
                Node::Text(text) => self.text(text),
                Node::Image(image) => self.image(image),
                Node::Group(group) => self.group(group),
            }
        }
        self.end_path();
        self.body.push_str("</g>\n");
    }

    fn shape(&mut self, Shape { path, fill, stroke }: &Shape) {
        if path.segments().len() > MAX_UNSHARED {
            self.end_path();
            let (defined, shown) = self.share_path(path);
            let class = class(self.class_of(look(*fill, *stroke)));
            let _ = writeln!(self.body, "{defined}{shown} class=\"{class}\"/>");
            return;
        }
        // Strokes of one opaque colour may share a path; fills would cut holes into each other.
        let may_share = fill.is_none() && stroke.is_some_and(|stroke| stroke.color.a == 255);
        let at = self.begin_path(look(*fill, *stroke), may_share);
        let at = self.data(path, at);
        self.moved(at);
    }

    /// Shares a path. Returns its definition, empty if it was defined before, and an unclosed
    /// element that shows it.
    fn share_path(&mut self, path: &Path) -> (String, String) {
        let before = std::mem::take(&mut self.body);
        self.data(path, [0; 2]);
        let data = std::mem::replace(&mut self.body, before);
        let mut hasher = Hasher::default();
        hasher.text(&data);
        let next = self.shared.len();
        let id = *self.shared.entry(hasher.digest().0).or_insert(next);
        let mut defined = String::new();
        if id == next {
            defined = format!("<defs><path id=\"p{id}\" d=\"{data}\"/></defs>");
        }
        (defined, format!("<use xlink:href=\"#p{id}\""))
    }

    fn lines(&mut self, Lines { lines, stroke }: &Lines) {
        let mut at = self.begin_path(look(None, Some(*stroke)), stroke.color.a == 255);
        for &[from, to] in lines {
            let (from, to) = (units(from), units(to));
            if from != to || stroke.ends == Ends::Round {
                self.step('m', &[from], at);
                self.straight(from, to);
                at = to;
            }
        }
        self.moved(at);
    }

    fn text(&mut self, text: &Text) {
        if self.letters == Letters::Outlines {
            if let Some((color, width)) = text.halo {
                self.shape(&Shape {
                    path: text.outline.clone(),
                    fill: None,
                    stroke: Some(Stroke::new(color, 2.0 * width)),
                });
            }
            self.shape(&Shape { path: text.outline.clone(), fill: Some(text.color), stroke: None });
            return;
        }
        self.end_path();
        let [x, y] = units(text.at);
        let size = number(text.size * UNITS);
        let halo = text.halo.map(|(color, width)| {
            format!(
                ";paint-order:stroke;stroke:{};stroke-width:{};stroke-linejoin:round",
                opaque(color),
                number(2.0 * width * UNITS)
            )
        });
        let look = format!(
            "font-family:'{}',cursive;font-size:{size}px;fill:{}{}",
            text.family,
            opaque(text.color),
            halo.unwrap_or_default()
        );
        let class = class(self.class_of(look));
        let _ = writeln!(self.body, "<text class=\"{class}\" x=\"{x}\" y=\"{y}\">{}</text>", escaped(&text.text));
    }

    fn image(&mut self, image: &Image) {
        self.end_path();
        let [x, y] = units(image.bounds.from);
        let [right, bottom] = units(image.bounds.to);
        let mut bytes = Vec::new();
        super::png::rgba(&image.pixels, &mut bytes).expect("memory takes all bytes");
        let data = base64::engine::general_purpose::STANDARD.encode(bytes);
        let _ = writeln!(
            self.body,
            "<image x=\"{x}\" y=\"{y}\" width=\"{}\" height=\"{}\" preserveAspectRatio=\"none\" \
             image-rendering=\"pixelated\" \
             xlink:href=\"data:image/png;base64,{data}\"/>",
            right - x,
            bottom - y
        );
    }

    /// Returns the class of this CSS, adding it if it is new.
    fn class_of(&mut self, look: String) -> usize {
        self.styles.iter().position(|known| *known == look).unwrap_or_else(|| {
            self.styles.push(look);
            self.styles.len() - 1
        })
    }

    /// Starts a path with this CSS, or continues the previous one if both may share a path. Returns
    /// the current point.
    fn begin_path(&mut self, look: String, may_share: bool) -> [i32; 2] {
        let class_index = self.class_of(look);
        match self.pending {
            Some((pending, at)) if pending == class_index && may_share => at,
            _ => {
                self.end_path();
                let _ = write!(self.body, "<path class=\"{}\" d=\"", class(class_index));
                self.pending = Some((class_index, [0; 2]));
                [0; 2]
            }
        }
    }

    fn moved(&mut self, to: [i32; 2]) {
        if let Some((_, at)) = &mut self.pending {
            *at = to;
        }
    }

    fn end_path(&mut self) {
        if self.pending.take().is_some() {
            self.body.push_str("\"/>\n");
        }
    }

    /// Writes the segments of a path and returns the current point.
    fn data(&mut self, path: &Path, mut at: [i32; 2]) -> [i32; 2] {
        let mut start = at;
        // Control point of the previous curve, if there was one.
        let mut control: Option<[i32; 2]> = None;
        for segment in path.segments() {
            match *segment {
                Segment::Move(p) => {
                    let p = units(p);
                    self.step('m', &[p], at);
                    (at, start) = (p, p);
                }
                Segment::Line(p) => {
                    let p = units(p);
                    self.straight(at, p);
                    at = p;
                }
                Segment::Quad(a, p) => {
                    let (a, p) = (units(a), units(p));
                    // SVG infers a control point that mirrors the previous one.
                    let mirrored = control.map(|control| [2 * at[0] - control[0], 2 * at[1] - control[1]]);
                    match mirrored.filter(|image| image[0].abs_diff(a[0]).max(image[1].abs_diff(a[1])) <= 1) {
                        Some(image) => {
                            self.step('t', &[p], at);
                            control = Some(image);
                        }
                        None => {
                            self.step('q', &[a, p], at);
                            control = Some(a);
                        }
                    }
                    at = p;
                    continue;
                }
                Segment::Cubic(a, b, p) => {
                    self.step('c', &[units(a), units(b), units(p)], at);
                    at = units(p);
                }
                Segment::Close => {
                    self.body.push('z');
                    at = start;
                }
            }
            control = None;
        }
        at
    }

    fn straight(&mut self, at: [i32; 2], to: [i32; 2]) {
        let (dx, dy) = (to[0] - at[0], to[1] - at[1]);
        match (dx, dy) {
            (0, 0) => self.body.push_str("h0"),
            (_, 0) => {
                self.body.push('h');
                self.integer(dx, true);
            }
            (0, _) => {
                self.body.push('v');
                self.integer(dy, true);
            }
            _ => self.step('l', &[to], at),
        }
    }

    fn step(&mut self, command: char, points: &[[i32; 2]], at: [i32; 2]) {
        self.body.push(command);
        for (index, point) in points.iter().enumerate() {
            self.integer(point[0] - at[0], index == 0);
            self.integer(point[1] - at[1], false);
        }
    }

    /// Writes an integer. A sign separates it from the number before; the first number needs no
    /// separator.
    fn integer(&mut self, value: i32, first: bool) {
        if !first && value >= 0 {
            self.body.push(' ');
        }
        let mut digits = [0; 11];
        let mut rest = value.unsigned_abs();
        let mut start = digits.len();
        loop {
            start -= 1;
            digits[start] = b'0' + (rest % 10) as u8;
            rest /= 10;
            if rest == 0 {
                break;
            }
        }
        if value < 0 {
            self.body.push('-');
        }
        self.body.extend(digits[start..].iter().map(|&digit| digit as char));
    }
}

fn units(p: Point) -> [i32; 2] {
    [p.x, p.y].map(|value| (value * UNITS).round() as i32)
}

/// Formats with at most two decimal places.
fn number(value: f32) -> String {
    let text = format!("{value:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

fn class(index: usize) -> String {
    let letter = |i: usize| (b'a' + (i % 26) as u8) as char;
    if index < 26 { letter(index).to_string() } else { format!("{}{}", letter(index / 26 - 1), letter(index)) }
}

fn opaque(color: Color) -> String {
    let Color { r, g, b, .. } = color;
    let short = [r, g, b].iter().all(|part| part % 17 == 0);
    if short { format!("#{:x}{:x}{:x}", r / 17, g / 17, b / 17) } else { format!("#{r:02x}{g:02x}{b:02x}") }
}

fn look(fill: Option<Color>, stroke: Option<Stroke>) -> String {
    let opacity = |name: &str, color: Color| match color.a {
        255 => String::new(),
        a => format!(";{name}-opacity:{}", number(f32::from(a) / 255.0)),
    };
    let mut look = match fill {
        Some(color) => format!("fill:{}{}", opaque(color), opacity("fill", color)),
        None => "fill:none".to_owned(),
    };
    if let Some(Stroke { color, width, ends, dash }) = stroke {
        let _ = write!(
            look,
            ";stroke:{}{};stroke-width:{}",
            opaque(color),
            opacity("stroke", color),
            number(width * UNITS)
        );
        if ends == Ends::Round {
            look.push_str(";stroke-linecap:round;stroke-linejoin:round");
        }
        if let Some([on, off]) = dash {
            let _ = write!(look, ";stroke-dasharray:{} {}", number(on * UNITS), number(off * UNITS));
        }
    }
    look
}

/// Escapes all markup characters and drops the characters XML does not allow.
pub(crate) fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            '\t' | '\n' | '\r' => escaped.push(' '),
            '\u{0}'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => {}
            c => escaped.push(c),
        }
    }
    escaped
}
