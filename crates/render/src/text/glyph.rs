//! [`Face`]: a font file, and [`Glyph`]: the outline of a character.

use crate::scene::{Path, pt};
use skrifa::instance::{LocationRef, Size};
use skrifa::outline::{DrawSettings, OutlinePen};
use skrifa::{FontRef, MetadataProvider};

/// A font file.
#[derive(Clone)]
pub(super) struct Face {
    font: FontRef<'static>,
    /// Size of a font unit if letters have size one.
    unit: f32,
}

/// A character at size one, with its baseline at the origin.
pub(super) struct Glyph {
    pub(super) outline: Path,
    /// Distance to the next glyph.
    pub(super) advance: f32,
}

macro_rules! faces {
    ($($name:ident = $file:literal;)*) => {
        impl Face {
            $(pub(super) fn $name() -> Face {
                Face::read(include_bytes!(concat!("../../fonts/", $file)))
            })*
        }
    };
}

faces! {
    hand = "patrick-hand.ttf";
    hand_extended = "patrick-hand-ext.ttf";
    book = "im-fell-english.ttf";
    carved = "cinzel.ttf";
}

impl Face {
    fn read(file: &'static [u8]) -> Face {
        let font = FontRef::new(file).expect("the shipped fonts are tested");
        let units = font.metrics(Size::unscaled(), LocationRef::default()).units_per_em;
        Face { font, unit: 1.0 / f32::from(units.max(1)) }
    }

    /// Returns the glyph of a character, or `None` if the font lacks it.
    pub(super) fn glyph(&self, c: char) -> Option<Glyph> {
        let id = self.font.charmap().map(c).filter(|id| id.to_u32() != 0)?;
        let advance = self.font.glyph_metrics(Size::unscaled(), LocationRef::default()).advance_width(id)?;
        let mut pen = OutlineRecorder { path: Path::new(), unit: self.unit };
        let settings = DrawSettings::unhinted(Size::unscaled(), LocationRef::default());
        self.font.outline_glyphs().get(id)?.draw(settings, &mut pen).ok()?;
        // A glyph without ink is only valid for a space.
        (c == ' ' || !pen.path.is_empty()).then_some(Glyph { outline: pen.path, advance: advance * self.unit })
    }
}

/// Records an outline and flips it vertically: in fonts, y grows upwards.
struct OutlineRecorder {
    path: Path,
    unit: f32,
}

impl OutlineRecorder {
    fn at(&self, x: f32, y: f32) -> crate::scene::Point {
        pt(x * self.unit, -y * self.unit)
    }
}

impl OutlinePen for OutlineRecorder {
    fn move_to(&mut self, x: f32, y: f32) {
        let p = self.at(x, y);
        self.path.move_to(p);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        let p = self.at(x, y);
        self.path.line_to(p);
    }

    fn quad_to(&mut self, cx: f32, cy: f32, x: f32, y: f32) {
        let (by, p) = (self.at(cx, cy), self.at(x, y));
        self.path.quad_to(by, p);
    }

    fn curve_to(&mut self, ax: f32, ay: f32, bx: f32, by: f32, x: f32, y: f32) {
        let (a, b, p) = (self.at(ax, ay), self.at(bx, by), self.at(x, y));
        self.path.cubic_to(a, b, p);
    }

    fn close(&mut self) {
        self.path.close();
    }
}
