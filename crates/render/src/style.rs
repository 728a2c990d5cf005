//! [`Style`]: how a picture looks, as data. Shipped ones lie in `styles/`; people bring their own files.

mod read;

use crate::pen::Weight;
use crate::scene::Color;
use serde::Deserialize;

/// How a picture looks.
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
    /// What it is like, in a line.
    pub summary: String,
    /// Its colours.
    pub colors: Colors,
    /// How walls are drawn.
    pub walls: Walls,
    /// How wide lines are, in squares.
    pub lines: LineWidths,
    /// The strokes around the floor.
    pub hatch: Hatch,
    /// Shadows of walls and things.
    pub shadow: Shadow,
    /// The squares on the floor.
    pub grid: GridLines,
    /// How water is drawn.
    pub water: WaterLook,
    /// How the ground of themes is drawn.
    pub themes: ThemeLook,
    /// Letters and numbers.
    pub text: TextLook,
    /// Whether tiles are drawn in place of lines.
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
    /// Under everything.
    paper
    /// The ground of rooms and passages.
    floor
    /// Things, doors, steps.
    line
    /// Walls where there is no danger.
    wall
    /// Walls where there is much.
    danger
    /// The strokes around the floor.
    hatch
    /// A wash under them.
    hatch_ground
    /// What walls throw outside; several steps of it lie over each other.
    shadow
    /// What walls throw on the floor.
    floor_shade
    /// The lines of the squares.
    grid
    /// Water near its shore.
    water
    /// Water far from it.
    water_deep
    /// The line between water and floor.
    shore
    /// The lines that follow the shore.
    ripple
    /// Letters and numbers.
    text
    /// A rim around them.
    halo
    /// What things throw on the floor.
    prop_shadow
    /// Things of no special stuff.
    light
    /// Stone.
    stone
    /// What lies in the shade.
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
    /// The strokes that tell what the ground of a theme is like.
    pattern
}

/// How walls are drawn.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[non_exhaustive]
pub struct Walls {
    /// The width of the line.
    pub width: f32,
    /// How far it strays from the straight.
    pub wobble: f32,
    /// Which walls are rounded.
    pub smooth: Smooth,
}

/// Which walls are rounded.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Smooth {
    /// Those that look as if nobody built them.
    Auto,
    /// All.
    Always,
    /// None.
    Never,
}

/// How wide lines are.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[non_exhaustive]
pub struct LineWidths {
    /// Outlines of things.
    pub width: f32,
    /// Texture.
    pub fine: f32,
    /// What matters.
    pub bold: f32,
}

/// The strokes around the floor.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[non_exhaustive]
pub struct Hatch {
    /// The width of a stroke.
    pub width: f32,
    /// How far they go from the walls.
    pub reach: f32,
    /// From stroke to stroke.
    pub spacing: f32,
    /// From patch to patch of strokes.
    pub patch: f32,
}

/// Shadows.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[non_exhaustive]
pub struct Shadow {
    /// How far that of the walls goes outside.
    pub reach: f32,
    /// How far it goes on the floor.
    pub inside: f32,
    /// How far that of things goes.
    pub prop: f32,
}

/// The squares on the floor.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[non_exhaustive]
pub struct GridLines {
    /// How their lines look.
    pub kind: GridKind,
    /// How wide they are.
    pub width: f32,
}

/// How the lines of the squares look.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum GridKind {
    /// Dotted.
    Dots,
    /// Drawn through.
    Lines,
    /// Not at all.
    None,
}

/// How water is drawn.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[non_exhaustive]
pub struct WaterLook {
    /// Whether it is coloured, and not only lines.
    pub fill: bool,
    /// How many lines follow the shore.
    pub ripples: u32,
}

/// How the ground of themes is drawn.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[non_exhaustive]
pub struct ThemeLook {
    /// How strong the colour of a theme lies on the floor: 0 is not at all, 1 hides the floor.
    pub tint: f32,
    /// How much of a theme's colour is in its strokes.
    pub hue: f32,
    /// How many strokes there are, beside the usual number.
    pub pattern: f32,
}

/// Letters and numbers.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[non_exhaustive]
pub struct TextLook {
    /// Whose letters.
    pub font: FontName,
    /// The size of numbers, in squares.
    pub number: f32,
}

/// The shipped fonts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FontName {
    /// Neat handwriting.
    Hand,
    /// An old printed book.
    Book,
    /// Capitals cut in stone.
    Carved,
}

/// Tiles in place of a drawing.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[non_exhaustive]
pub struct Tiles {
    /// Whether tiles are drawn.
    pub on: bool,
}

/// What a thing is made of; the style says what colour that is.
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

impl Style {
    /// The colour of a material.
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

    /// The width of a line.
    pub(crate) fn weight(&self, weight: Weight) -> f32 {
        match weight {
            Weight::Hair => self.lines.fine * 0.65,
            Weight::Fine => self.lines.fine,
            Weight::Line => self.lines.width,
            Weight::Bold => self.lines.bold,
        }
    }
}
