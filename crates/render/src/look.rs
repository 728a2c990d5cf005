//! [`Look`]: all that decides how a map is drawn.

use crate::error::{Error, ErrorKind};
use crate::style::Style;
use crate::tileset::TileSet;
use crate::view::View;
use crate::water::WaterLevel;
use mapwright::did_you_mean;
use std::sync::Arc;

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

impl Look {
    /// Whether tiles are drawn, and not lines.
    pub fn is_tiles(&self) -> bool {
        self.tile_set.is_some() || self.style.tiles.on
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
