//! [`TiledMap`]: the contents of a file, whether it is written as XML or as JSON.

use super::objects;
use crate::job::Job;
use mapwright::Size;
use mapwright_render::{SheetLayer, SheetTile, TileSheet};

/// A map with its tile set, layers and objects.
pub(super) struct TiledMap<'a> {
    /// Size in tiles.
    pub(super) size: Size,
    pub(super) properties: Vec<Property>,
    pub(super) sheet: &'a TileSheet,
    /// File name of the picture of the tile set.
    pub(super) image: &'a str,
    pub(super) wang_sets: Vec<WangSet>,
    pub(super) tile_layers: Vec<SheetLayer>,
    pub(super) object_layers: Vec<ObjectLayer>,
}

/// A set of tiles for painting a terrain.
pub(super) struct WangSet {
    pub(super) name: &'static str,
    /// Colour of the terrain in Tiled's menus.
    pub(super) color: &'static str,
    /// Tile that stands for the set.
    pub(super) tile: usize,
    /// Tiles, with 1 for every neighbour of the terrain, clockwise from the top.
    pub(super) tiles: Vec<(usize, [u8; 8])>,
}

/// A property of a map or an object.
pub(super) struct Property {
    pub(super) name: String,
    pub(super) value: Value,
}

/// Value of a property.
pub(super) enum Value {
    Text(String),
    Int(i64),
    Bool(bool),
    /// Number of an object.
    Object(u32),
}

/// A layer of objects.
pub(super) struct ObjectLayer {
    pub(super) name: &'static str,
    pub(super) objects: Vec<Object>,
}

/// An object; all lengths are in pixels.
pub(super) struct Object {
    pub(super) id: u32,
    pub(super) name: String,
    pub(super) class: &'static str,
    pub(super) at: (f64, f64),
    pub(super) size: (f64, f64),
    pub(super) outline: Outline,
    pub(super) properties: Vec<Property>,
}

/// Shape of an object.
pub(super) enum Outline {
    Rect,
    Ellipse,
    Point,
    /// Corners, as seen from the object's position.
    Polygon(Vec<(f64, f64)>),
    /// Points of an open line, as seen from the object's position.
    Polyline(Vec<(f64, f64)>),
}

/// Version of the format.
pub(super) const VERSION: &str = "1.10";
/// Version of Tiled that writes this format.
pub(super) const TILED_VERSION: &str = "1.10.2";

impl<'a> TiledMap<'a> {
    pub(super) fn of(job: &Job<'_>, sheet: &'a TileSheet, image: &'a str) -> TiledMap<'a> {
        TiledMap {
            size: job.map.size(),
            properties: properties(job),
            sheet,
            image,
            wang_sets: wang_sets(sheet),
            tile_layers: sheet.layers(job.map),
            object_layers: objects::layers(job, f64::from(sheet.tile())),
        }
    }

    /// Returns the number of the first object layer; tile layers count from 1.
    pub(super) fn first_object_layer(&self) -> usize {
        self.tile_layers.len() + 1
    }

    /// Returns the number for the next layer that a user adds.
    pub(super) fn next_layer(&self) -> usize {
        self.first_object_layer() + self.object_layers.len()
    }

    /// Returns the number for the next object that a user adds.
    pub(super) fn next_object(&self) -> u32 {
        1 + self.object_layers.iter().flat_map(|layer| &layer.objects).map(|object| object.id).max().unwrap_or(0)
    }
}

impl Property {
    pub(super) fn new(name: impl Into<String>, value: impl Into<Value>) -> Property {
        Property { name: name.into(), value: value.into() }
    }
}

impl Value {
    /// Returns the name of the type, if it is not a string.
    pub(super) fn kind(&self) -> &'static str {
        match self {
            Value::Text(_) => "string",
            Value::Int(_) => "int",
            Value::Bool(_) => "bool",
            Value::Object(_) => "object",
        }
    }
}

impl From<String> for Value {
    fn from(text: String) -> Value {
        Value::Text(text)
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Value {
        Value::Text(text.to_owned())
    }
}

impl From<bool> for Value {
    fn from(value: bool) -> Value {
        Value::Bool(value)
    }
}

impl From<i64> for Value {
    fn from(number: i64) -> Value {
        Value::Int(number)
    }
}

/// Returns what the file tells about the whole map.
fn properties(job: &Job<'_>) -> Vec<Property> {
    let source = &job.map.source;
    let mut properties = vec![Property::new("title", job.title())];
    let mut add = |name: &str, value: Value| properties.push(Property::new(name, value));
    if !source.origin.program.is_empty() {
        add("program", source.origin.program.as_str().into());
    }
    if let Some(seed) = job.seed() {
        // Tiled has numbers of 32 bits only, and JSON readers lose digits.
        add("seed", seed.number().to_string().into());
        if let Some(recipe) = &source.origin.recipe {
            add("recipe", recipe.title.as_str().into());
        }
        if let Some(&danger) = job.map.stats.get("danger") {
            add("danger", danger.into());
        }
    }
    properties
}

fn wang_sets(sheet: &TileSheet) -> Vec<WangSet> {
    let set = |(name, color): (&'static str, &'static str)| {
        let of_terrain = sheet.tiles().iter().enumerate().filter(|(_, tile)| tile.terrain == Some(name));
        let tiles: Vec<(usize, [u8; 8])> =
            of_terrain.filter_map(|(index, tile)| Some((index, tile.wang?.map(u8::from)))).collect();
        let tile = tiles.iter().find(|(_, wang)| *wang == [1; 8]).map_or(0, |(index, _)| *index);
        WangSet { name, color, tile, tiles }
    };
    [("wall", "#434a59"), ("water", "#3d7ca8")].map(set).into()
}

/// Returns what programs know about a tile.
pub(super) fn tile_properties(tile: &SheetTile) -> Vec<Property> {
    let shown = tile.tile.map(|tile| Property::new("tile", tile.to_string()));
    let always = [Property::new("blocks", tile.blocks), Property::new("name", tile.name.as_str())];
    always.into_iter().chain(shown).collect()
}

/// Writes a number as short as possible: all lengths are whole or half pixels.
pub(super) fn short(number: f64) -> String {
    if number.fract() == 0.0 { format!("{}", number as i64) } else { format!("{number:.1}") }
}
