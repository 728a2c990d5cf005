//! [`Style`]: the look of a picture, as data. The shipped styles are in `styles/`; users can write
//! their own files.

pub(crate) mod palette;
pub(crate) mod ramp;
mod read;

use crate::scene::Color;
use serde::Deserialize;

/// Look of a picture.
///
/// ```
/// use mapwright_render::Style;
/// let style = Style::named("parchment")?;
/// assert!(style.summary.contains("parchment"));
/// let mine = Style::from_toml("extends = 'blueprint'\n[colors]\nline = '#ffffff'")?;
/// assert_eq!(mine.colors.line.to_string(), "#ffffff");
/// # Ok::<(), mapwright_render::Error>(())
/// ```
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[non_exhaustive]
pub struct Style {
    /// Summary in one line.
    pub summary: String,
    /// Its colours.
    pub colors: Colors,
    /// Walls.
    pub walls: Walls,
    /// Line widths, in squares.
    pub lines: LineWidths,
    /// Hatching around the floor.
    pub hatch: Hatch,
    /// Shadows of walls and things.
    pub shadow: Shadow,
    /// Grid on the floor.
    pub grid: GridLines,
    /// Water.
    pub water: WaterLook,
    /// Ground of themes.
    pub themes: ThemeLook,
    /// Letters and numbers.
    pub text: TextLook,
    /// Tiles instead of lines.
    pub tiles: Tiles,
}

macro_rules! colors {
    ($($(#[$doc:meta])* $name:ident)*) => {
        /// The colours of a style.
        #[derive(Clone, PartialEq, Debug, Deserialize)]
        #[non_exhaustive]
        pub struct Colors {
            $($(#[$doc])* #[serde(deserialize_with = "read::color")] pub $name: Color,)*
        }
    };
}

colors! {
    /// Background below everything.
    paper
    /// Floor of rooms and passages.
    floor
    /// Outlines of things, doors and stairs.
    line
    /// Walls on a map without danger.
    wall
    /// Walls at full danger.
    danger
    /// Hatching around the floor.
    hatch
    /// Wash below the hatching.
    hatch_ground
    /// Shadow of the walls on the outside; drawn in several layers over each other.
    shadow
    /// Shadow of the walls on the floor.
    floor_shade
    /// Grid lines.
    grid
    /// Water near its shore.
    water
    /// Water far from the shore.
    water_deep
    /// Line between water and floor.
    shore
    /// Ripples along the shore.
    ripple
    /// Letters and numbers.
    text
    /// Halo around letters and numbers.
    halo
    /// Shadow of things on the floor.
    prop_shadow
    /// Light parts of things, and things of no particular material.
    light
    /// Stone.
    stone
    /// Shaded parts of things.
    shade
    /// Wood.
    wood
    /// Metal.
    metal
    /// Cloth.
    cloth
    /// Gold.
    gold
    /// Holes.
    dark
    /// Fire and light.
    glow
    /// Leaves.
    leaf
    /// Strokes that texture the ground of a theme.
    pattern
}

/// Look of walls.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[non_exhaustive]
pub struct Walls {
    /// Line width.
    pub width: f32,
    /// Amplitude of the wobble.
    pub wobble: f32,
    /// Walls to round.
    pub smooth: Smooth,
}

/// Walls to round.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Smooth {
    /// Walls that look natural, as in caves.
    Auto,
    /// All walls.
    Always,
    /// No walls.
    Never,
}

/// Line widths.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[non_exhaustive]
pub struct LineWidths {
    /// Outlines of things.
    pub width: f32,
    /// Texture.
    pub fine: f32,
    /// Important lines, such as doors.
    pub bold: f32,
}

/// Hatching around the floor.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[non_exhaustive]
pub struct Hatch {
    /// Width of a stroke.
    pub width: f32,
    /// Distance the hatching reaches from the walls.
    pub reach: f32,
    /// Distance between strokes.
    pub spacing: f32,
    /// Distance between patches of strokes.
    pub patch: f32,
}

/// Shadows.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[non_exhaustive]
pub struct Shadow {
    /// Length of the walls' shadow on the outside.
    pub reach: f32,
    /// Length of the walls' shadow on the floor.
    pub inside: f32,
    /// Length of the shadow of things.
    pub prop: f32,
}

/// Grid on the floor.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[non_exhaustive]
pub struct GridLines {
    /// Kind of lines.
    pub kind: GridKind,
    /// Line width.
    pub width: f32,
}

/// Kind of grid lines.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum GridKind {
    /// Dotted lines.
    Dots,
    /// Solid lines.
    Lines,
    /// No grid.
    None,
}

/// Look of water.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[non_exhaustive]
pub struct WaterLook {
    /// If true, fills it; otherwise only lines are drawn.
    pub fill: bool,
    /// Number of ripples along the shore, 0.3 squares apart, as far as the water is wide enough.
    pub ripples: u32,
}

/// Look of the ground of themes.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[non_exhaustive]
pub struct ThemeLook {
    /// Opacity of a theme's colour on the floor, from 0 to 1.
    pub tint: f32,
    /// Share of a theme's colour in its strokes.
    pub hue: f32,
    /// Number of strokes, as a multiple of the usual one.
    pub pattern: f32,
}

/// Letters and numbers.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[non_exhaustive]
pub struct TextLook {
    /// Font.
    pub font: FontName,
    /// Size of numbers, in squares.
    pub number: f32,
}

/// Shipped fonts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FontName {
    /// Neat handwriting.
    Hand,
    /// An old printed book.
    Book,
    /// Capitals carved in stone.
    Carved,
}

/// Tiles instead of a drawing.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[non_exhaustive]
pub struct Tiles {
    /// If true, draws tiles.
    pub on: bool,
}

/// Material of a thing; the style sets its colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Material {
    Light,
    Stone,
    Shade,
    Wood,
    Metal,
    Cloth,
    Gold,
    Dark,
    Water,
    Glow,
    Leaf,
}

/// Weight of a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Weight {
    /// Surface texture: the grain of wood, the ridge of a stone. May vanish in small pictures.
    Hair,
    /// Parts of things: planks, rims, steps.
    Fine,
    /// Outlines of things.
    Line,
    /// Emphasis: the leaves of doors.
    Bold,
}

impl Style {
    /// Returns the colour of a material.
    pub(crate) fn material(&self, material: Material) -> Color {
        let colors = &self.colors;
        match material {
            Material::Light => colors.light,
            Material::Stone => colors.stone,
            Material::Shade => colors.shade,
            Material::Wood => colors.wood,
            Material::Metal => colors.metal,
            Material::Cloth => colors.cloth,
            Material::Gold => colors.gold,
            Material::Dark => colors.dark,
            Material::Water => colors.water,
            Material::Glow => colors.glow,
            Material::Leaf => colors.leaf,
        }
    }

    /// Returns the width of a line.
    pub(crate) fn weight(&self, weight: Weight) -> f32 {
        match weight {
            Weight::Hair => self.lines.fine * 0.65,
            Weight::Fine => self.lines.fine,
            Weight::Line => self.lines.width,
            Weight::Bold => self.lines.bold,
        }
    }
}
