//! [`Look`]: all that decides how a map is drawn.

pub(crate) mod view;

use crate::error::{Error, ErrorKind};
use crate::geometry::water::WaterLevel;
use crate::limits;
use crate::style::Style;
use crate::tiles::tileset::TileSet;
use mapwright::{Map, Size, did_you_mean};
use std::borrow::Cow;
use std::sync::Arc;
use view::{View, player_map};

/// How a map is drawn.
///
/// ```
/// use mapwright_render::{Look, Style};
/// let look = Look { style: Style::named("parchment")?, title: Some("The Old Keep".to_owned()), ..Look::default() };
/// assert!(look.layers.has("grid"));
/// # Ok::<(), mapwright_render::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Look {
    /// Colours, lines, fonts.
    pub style: Style,
    /// For whom it is.
    pub view: View,
    /// What is drawn at all.
    pub layers: Layers,
    /// Whether rooms have their numbers; if nobody says, the game master's have.
    pub numbers: Option<bool>,
    /// Whether bare maps are furnished for the picture.
    pub furnish: bool,
    /// Shallow water for the picture.
    pub water: WaterLevel,
    /// How dangerous it is there, which colours the walls: 0 is not at all, 25 and more is most. If nobody says, the map may.
    pub danger: Option<u32>,
    /// A title above the map.
    pub title: Option<String>,
    /// Whether a compass is drawn.
    pub compass: bool,
    /// Whether a scale is drawn.
    pub scale: bool,
    /// Whether the symbols that are used are explained below the map.
    pub legend: bool,
    /// Squares of paper around the map.
    pub margin: f32,
    /// Whether paper without anything on it is cut away around the map.
    pub crop: bool,
    /// Somebody's own tiles, drawn in place of everything.
    pub tile_set: Option<Arc<TileSet>>,
}

impl Default for Look {
    fn default() -> Self {
        Look {
            style: Style::default(),
            view: View::Gm,
            layers: Layers::default(),
            numbers: None,
            furnish: true,
            water: WaterLevel::Dry,
            danger: None,
            title: None,
            compass: false,
            scale: false,
            legend: false,
            margin: 1.0,
            crop: false,
            tile_set: None,
        }
    }
}

/// The longest side of a picture with the default cell, in pixels.
const DEFAULT_MAX_SIDE: u32 = 6_000;

impl Look {
    /// Whether tiles are drawn, and not lines.
    pub fn is_tiles(&self) -> bool {
        self.tile_set.is_some() || self.style.tiles.on
    }

    /// Pixels per square of a picture for which the user asks for no size: 40, 8 for tiles, or the side of the user's own tiles, and fewer
    /// where the picture would become too large.
    pub fn default_cell(&self, size: Size) -> u32 {
        let usual = match &self.tile_set {
            Some(tiles) => tiles.side(),
            None if self.is_tiles() => 8,
            None => 40,
        };
        let longest = size.width.max(size.height).max(1) as u32 + 2;
        usual.min(DEFAULT_MAX_SIDE / longest).max(1)
    }
}

/// The layers that are drawn; all of them unless some are switched off.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Layers(u16);

/// The names of all layers, from back to front.
pub const LAYERS: [&str; 12] = [
    "paper",
    "hatch",
    "shadow",
    "floor",
    "themes",
    "grid",
    "water",
    "decorations",
    "walls",
    "doors",
    "labels",
    "legend",
];

impl Default for Layers {
    fn default() -> Self {
        Layers((1 << LAYERS.len()) - 1)
    }
}

impl Layers {
    /// Whether this layer is drawn.
    pub fn has(self, name: &str) -> bool {
        LAYERS.iter().position(|layer| *layer == name).is_some_and(|at| self.0 >> at & 1 == 1)
    }

    /// The same layers without this one.
    pub fn without(self, name: &str) -> Result<Layers, Error> {
        let Some(at) = LAYERS.iter().position(|layer| *layer == name) else {
            let message = format!("no layer is called {name:?}; {}", did_you_mean(name, LAYERS));
            return Err(Error::new(ErrorKind::Invalid, message));
        };
        Ok(Layers(self.0 & !(1 << at)))
    }
}

/// The map as it is to be seen in tiles.
pub(crate) fn seen<'a>(map: &'a Map, look: &Look) -> Cow<'a, Map> {
    let mut seen = match look.view {
        View::Gm => Cow::Borrowed(map),
        View::Player => Cow::Owned(player_map(map)),
    };
    // Tiles have no layers. Without zones there are no themes.
    if !look.layers.has("themes") && !seen.zones.is_empty() {
        seen.to_mut().zones.clear();
    }
    seen
}

/// Whether a map of this size can be written as PNG, as far as that is known before it is drawn.
pub fn accepts_png(size: Size, look: &Look, cell: u32) -> Result<(), Error> {
    accepts(size, look)?;
    let around = if look.is_tiles() || look.crop { 0.0 } else { 2.0 * look.margin };
    limits::pixels(size.width as f32 + around, size.height as f32 + around, cell).map(|_| ())
}

/// Whether a map of this size can be drawn: lines need much more memory than tiles, so there is a limit for them.
pub fn accepts(size: Size, look: &Look) -> Result<(), Error> {
    if look.is_tiles() { limits::some(size) } else { limits::drawn(size) }
}
