//! [`Look`]: the options of a drawing.

pub(crate) mod view;

use crate::error::{Error, ErrorKind};
use crate::geometry::water::WaterLevel;
use crate::limits;
use crate::style::Style;
use crate::style::palette::Palette;
use crate::tiles::TileLook;
use crate::tiles::tileset::TileSet;
use mapwright::{Map, Size, did_you_mean};
use std::borrow::Cow;
use std::sync::Arc;
use view::{View, player_map};

/// Options of a drawing of a map.
///
/// ```
/// use mapwright_render::{Look, Style};
/// let look = Look { style: Style::named("parchment")?, title: Some("The Old Keep".to_owned()), ..Look::default() };
/// assert!(look.layers.has("grid"));
/// # Ok::<(), mapwright_render::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Look {
    /// Colours, lines and fonts.
    pub style: Style,
    /// The audience: game master or players.
    pub view: View,
    /// The layers to draw.
    pub layers: Layers,
    /// Draws room numbers. Default: only for the game master.
    pub numbers: Option<bool>,
    /// Adds furniture to maps without decorations, in the drawing only.
    pub furnish: bool,
    /// Adds shallow water, in the drawing only.
    pub water: WaterLevel,
    /// Danger from 0 to 25, which tints the walls. Default: the danger of the map, if it has one.
    pub danger: Option<u32>,
    /// Title above the map.
    pub title: Option<String>,
    /// Draws a compass.
    pub compass: bool,
    /// Draws a scale bar.
    pub scale: bool,
    /// Draws a legend of the symbols below the map.
    pub legend: bool,
    /// Margin around the map, in squares.
    pub margin: f32,
    /// Crops the empty paper around the map.
    pub crop: bool,
    /// The user's own tile set, which replaces the drawing.
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

/// Danger at which walls have the danger colour and nothing of their own.
const FULL_DANGER: f64 = 25.0;

impl Look {
    /// Returns the look of pictures of tiles with `cell` pixels per tile: walls are tinted by the
    /// danger of the map.
    pub(crate) fn tile_look(&self, map: &Map, cell: u32) -> TileLook {
        let palette = Palette::default().with_walls_toward(self.style.colors.danger, self.danger_share(map));
        TileLook { cell, palette, ..TileLook::default() }
    }

    /// Returns the share of the danger colour in the walls of a map, at most 1.
    pub(crate) fn danger_share(&self, map: &Map) -> f32 {
        let given = self.danger.map(f64::from);
        let danger = given.or(map.stats.get("danger").map(|&danger| danger as f64)).unwrap_or(0.0);
        (danger / FULL_DANGER).min(1.0) as f32
    }

    /// Returns the options that are set and have no effect, because a picture of tiles shows
    /// neither letters nor layers. Empty for a drawing.
    ///
    /// ```
    /// use mapwright_render::{Look, Style};
    /// let look = Look { style: Style::named("tiles")?, title: Some("The Keep".into()), ..Look::default() };
    /// assert_eq!(look.without_effect(), ["title"]);
    /// assert_eq!(Look { style: Style::default(), ..look }.without_effect(), [""; 0]);
    /// # Ok::<(), mapwright_render::Error>(())
    /// ```
    pub fn without_effect(&self) -> Vec<&'static str> {
        let hides = |layer: &str| layer != "themes" && !self.layers.has(layer);
        let options = [
            ("title", self.title.is_some()),
            ("compass", self.compass),
            ("scale", self.scale),
            ("legend", self.legend),
            ("numbers", self.numbers == Some(true)),
            ("water", self.water != WaterLevel::Dry),
            ("without", LAYERS.iter().any(|layer| hides(layer))),
            ("danger", self.danger.is_some() && self.tile_set.is_some()),
        ];
        options.into_iter().filter(|(_, is_set)| *is_set && self.is_tiles()).map(|(name, _)| name).collect()
    }

    /// Returns true if the rooms are numbered.
    pub(crate) fn has_numbers(&self) -> bool {
        self.numbers.unwrap_or(self.view == View::Gm)
    }

    /// Returns true if the map is drawn with tiles instead of lines.
    pub fn is_tiles(&self) -> bool {
        self.tile_set.is_some() || self.style.tiles.on
    }

    /// Returns the default number of pixels per square for a map of this size.
    ///
    /// 40 for drawings, 8 for tiles, the side of a tile for the user's own tile set; fewer if the
    /// picture would become too large.
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

/// The set of layers to draw; all of them by default.
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
    /// Returns true if this layer is drawn.
    pub fn has(self, name: &str) -> bool {
        LAYERS.iter().position(|layer| *layer == name).is_some_and(|at| self.0 >> at & 1 == 1)
    }

    /// Returns these layers without the named one.
    pub fn without(self, name: &str) -> Result<Layers, Error> {
        let Some(at) = LAYERS.iter().position(|layer| *layer == name) else {
            let message = format!("unknown layer {name:?}; {}", did_you_mean(name, LAYERS));
            return Err(Error::new(ErrorKind::Invalid, message));
        };
        Ok(Layers(self.0 & !(1 << at)))
    }
}

/// Returns the map as a picture of tiles shows it.
pub(crate) fn seen<'a>(map: &'a Map, look: &Look) -> Cow<'a, Map> {
    let mut seen = match look.view {
        View::Gm => Cow::Borrowed(map),
        View::Player => Cow::Owned(player_map(map)),
    };
    // Pictures of tiles have no layers: remove the zones to hide the themes.
    if !look.layers.has("themes") && !seen.zones.is_empty() {
        seen.to_mut().zones.clear();
    }
    seen
}

/// Checks that a map of this size can be written as PNG, as far as is known before it is drawn.
pub fn accepts_png(size: Size, look: &Look, cell: u32) -> Result<(), Error> {
    accepts(size, look)?;
    let around = if look.is_tiles() || look.crop { 0.0 } else { 2.0 * look.margin };
    limits::pixels(size.width as f32 + around, size.height as f32 + around, cell).map(|_| ())
}

/// Checks that a map of this size can be drawn; drawings need more memory than tiles and have a
/// lower limit.
pub fn accepts(size: Size, look: &Look) -> Result<(), Error> {
    if look.is_tiles() { limits::some(size) } else { limits::drawn(size) }
}
