//! Writes maps as JSON (TMJ).

use super::model::{
    Object, ObjectLayer, Outline, Property, TILED_VERSION, TiledMap, VERSION, Value, WangSet, tile_properties,
};
use mapwright_render::{SheetLayer, TileSheet};
use serde::ser::{SerializeMap, SerializeSeq};
use serde::{Serialize, Serializer};
use std::io::{self, Write};

/// Writes a map.
pub(super) fn write(map: &TiledMap<'_>, to: &mut dyn Write) -> io::Result<()> {
    serde_json::to_writer(&mut *to, map)?;
    to.write_all(b"\n")
}

impl Serialize for TiledMap<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut fields = to.serialize_map(None)?;
        fields.serialize_entry("type", "map")?;
        fields.serialize_entry("version", VERSION)?;
        fields.serialize_entry("tiledversion", TILED_VERSION)?;
        fields.serialize_entry("orientation", "orthogonal")?;
        fields.serialize_entry("renderorder", "right-down")?;
        fields.serialize_entry("width", &self.size.width)?;
        fields.serialize_entry("height", &self.size.height)?;
        fields.serialize_entry("tilewidth", &self.sheet.tile())?;
        fields.serialize_entry("tileheight", &self.sheet.tile())?;
        fields.serialize_entry("infinite", &false)?;
        fields.serialize_entry("compressionlevel", &-1)?;
        fields.serialize_entry("nextlayerid", &self.next_layer())?;
        fields.serialize_entry("nextobjectid", &self.next_object())?;
        fields.serialize_entry("properties", &self.properties)?;
        fields.serialize_entry("tilesets", &[TileSet { map: self, sheet: self.sheet }])?;
        fields.serialize_entry("layers", &Layers(self))?;
        fields.end()
    }
}

struct Layers<'a>(&'a TiledMap<'a>);

impl Serialize for Layers<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let map = self.0;
        let mut layers = to.serialize_seq(None)?;
        for (id, layer) in (1..).zip(&map.tile_layers) {
            layers.serialize_element(&TileLayer { id, layer })?;
        }
        for (id, layer) in (map.first_object_layer()..).zip(&map.object_layers) {
            layers.serialize_element(&Objects { id, layer })?;
        }
        layers.end()
    }
}

struct TileLayer<'a> {
    id: usize,
    layer: &'a SheetLayer,
}

impl Serialize for TileLayer<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut fields = to.serialize_map(None)?;
        layer_fields(&mut fields, self.id, "tilelayer", self.layer.name)?;
        fields.serialize_entry("width", &self.layer.tiles.size().width)?;
        fields.serialize_entry("height", &self.layer.tiles.size().height)?;
        fields.serialize_entry("data", self.layer.tiles.cells())?;
        fields.end()
    }
}

struct Objects<'a> {
    id: usize,
    layer: &'a ObjectLayer,
}

impl Serialize for Objects<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut fields = to.serialize_map(None)?;
        layer_fields(&mut fields, self.id, "objectgroup", self.layer.name)?;
        fields.serialize_entry("draworder", "topdown")?;
        fields.serialize_entry("objects", &self.layer.objects)?;
        fields.end()
    }
}

fn layer_fields<M: SerializeMap>(fields: &mut M, id: usize, kind: &str, name: &str) -> Result<(), M::Error> {
    fields.serialize_entry("id", &id)?;
    fields.serialize_entry("type", kind)?;
    fields.serialize_entry("name", name)?;
    fields.serialize_entry("x", &0)?;
    fields.serialize_entry("y", &0)?;
    fields.serialize_entry("opacity", &1)?;
    fields.serialize_entry("visible", &true)
}

impl Serialize for Object {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut fields = to.serialize_map(None)?;
        fields.serialize_entry("id", &self.id)?;
        fields.serialize_entry("name", &self.name)?;
        fields.serialize_entry("type", self.class)?;
        fields.serialize_entry("x", &Short(self.at.0))?;
        fields.serialize_entry("y", &Short(self.at.1))?;
        fields.serialize_entry("width", &Short(self.size.0))?;
        fields.serialize_entry("height", &Short(self.size.1))?;
        fields.serialize_entry("rotation", &0)?;
        fields.serialize_entry("visible", &true)?;
        match &self.outline {
            Outline::Rect => {}
            Outline::Ellipse => fields.serialize_entry("ellipse", &true)?,
            Outline::Point => fields.serialize_entry("point", &true)?,
            Outline::Polygon(points) => fields.serialize_entry("polygon", &Points(points))?,
            Outline::Polyline(points) => fields.serialize_entry("polyline", &Points(points))?,
        }
        fields.serialize_entry("properties", &self.properties)?;
        fields.end()
    }
}

struct Points<'a>(&'a [(f64, f64)]);

impl Serialize for Points<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct At {
            x: Short,
            y: Short,
        }
        to.collect_seq(self.0.iter().map(|&(x, y)| At { x: Short(x), y: Short(y) }))
    }
}

/// A number that is written without decimals if it has none.
struct Short(f64);

impl Serialize for Short {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        if self.0.fract() == 0.0 { to.serialize_i64(self.0 as i64) } else { to.serialize_f64(self.0) }
    }
}

impl Serialize for Property {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut fields = to.serialize_map(Some(3))?;
        fields.serialize_entry("name", &self.name)?;
        fields.serialize_entry("type", self.value.kind())?;
        match &self.value {
            Value::Text(text) => fields.serialize_entry("value", text)?,
            Value::Int(number) => fields.serialize_entry("value", number)?,
            Value::Bool(value) => fields.serialize_entry("value", value)?,
            Value::Object(number) => fields.serialize_entry("value", number)?,
        }
        fields.end()
    }
}

struct TileSet<'a> {
    map: &'a TiledMap<'a>,
    sheet: &'a TileSheet,
}

impl Serialize for TileSet<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Tile<'a> {
            id: usize,
            r#type: &'a str,
            properties: Vec<Property>,
        }
        let (width, height) = self.sheet.size();
        let mut fields = to.serialize_map(None)?;
        fields.serialize_entry("firstgid", &1)?;
        fields.serialize_entry("name", "Mapwright")?;
        fields.serialize_entry("tilewidth", &self.sheet.tile())?;
        fields.serialize_entry("tileheight", &self.sheet.tile())?;
        fields.serialize_entry("tilecount", &self.sheet.tiles().len())?;
        fields.serialize_entry("columns", &self.sheet.columns())?;
        fields.serialize_entry("margin", &0)?;
        fields.serialize_entry("spacing", &0)?;
        fields.serialize_entry("image", self.map.image)?;
        fields.serialize_entry("imagewidth", &width)?;
        fields.serialize_entry("imageheight", &height)?;
        let tiles = self.sheet.tiles().iter().enumerate().map(|(id, tile)| Tile {
            id,
            r#type: tile.class,
            properties: tile_properties(tile),
        });
        fields.serialize_entry("tiles", &tiles.collect::<Vec<_>>())?;
        fields.serialize_entry("wangsets", &self.map.wang_sets)?;
        fields.end()
    }
}

impl Serialize for WangSet {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Color<'a> {
            name: &'a str,
            color: &'a str,
            tile: usize,
            probability: u8,
        }
        #[derive(Serialize)]
        struct Tile {
            tileid: usize,
            wangid: [u8; 8],
        }
        let (name, color, tile) = (self.name, self.color, self.tile);
        let tiles = self.tiles.iter().map(|&(tileid, wangid)| Tile { tileid, wangid });
        let mut fields = to.serialize_map(None)?;
        fields.serialize_entry("name", name)?;
        fields.serialize_entry("type", "mixed")?;
        fields.serialize_entry("tile", &tile)?;
        fields.serialize_entry("colors", &[Color { name, color, tile, probability: 1 }])?;
        fields.serialize_entry("wangtiles", &tiles.collect::<Vec<_>>())?;
        fields.end()
    }
}
