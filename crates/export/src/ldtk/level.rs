//! The levels of a project with their layers, written row by row.

use super::defs::{BACKGROUND, Content, FIRST_LEVEL_UID, LAYERS, LayerKind, TILE_SET_UID, layer_uid};
use super::entities::{FieldInstance, FieldValue, Instance, Instances};
use super::ids::{Ids, Iid};
use super::kinds::{Field, LEVEL_FIELDS, level_field_uid};
use crate::job::Job;
use mapwright::{Grid, Tile};
use mapwright_render::{SheetLayer, TileSheet};
use serde::ser::SerializeSeq;
use serde::{Serialize, Serializer};

/// A level, to be serialized.
pub(super) struct LevelOut<'a> {
    pub(super) job: &'a Job<'a>,
    pub(super) number: u32,
    /// Depth in the world: 0 at the top, negative below.
    pub(super) depth: i32,
    pub(super) title: String,
    pub(super) entities: Vec<Instance>,
    pub(super) ids: &'a Ids,
    pub(super) sheet: &'a TileSheet,
    /// File name of the picture of the tile set.
    pub(super) picture: &'a str,
    /// Numbers of the levels directly above and below.
    pub(super) above: Option<u32>,
    pub(super) below: Option<u32>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Level<'a> {
    identifier: String,
    iid: Iid,
    uid: u32,
    world_x: i32,
    world_y: i32,
    world_depth: i32,
    px_wid: u32,
    px_hei: u32,
    #[serde(rename = "__bgColor")]
    background: &'static str,
    bg_color: (),
    use_auto_identifier: bool,
    bg_rel_path: (),
    bg_pos: (),
    bg_pivot_x: f32,
    bg_pivot_y: f32,
    #[serde(rename = "__smartColor")]
    smart_color: &'static str,
    #[serde(rename = "__bgPos")]
    placed_background: (),
    external_rel_path: (),
    field_instances: Vec<FieldInstance>,
    layer_instances: Layers<'a>,
    #[serde(rename = "__neighbours")]
    neighbours: Vec<Neighbour>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Neighbour {
    level_iid: Iid,
    dir: &'static str,
}

impl LevelOut<'_> {
    /// Returns the unique number of the level.
    fn uid(&self) -> u32 {
        FIRST_LEVEL_UID + self.number
    }

    fn fields(&self) -> Vec<FieldInstance> {
        let program = &self.job.map.source.origin.program;
        let mut values = vec![FieldValue::Int(Some(self.number.into())), FieldValue::Text(self.title.clone())];
        if let Some(seed) = self.job.seed() {
            values.extend([FieldValue::Text(seed.number().to_string()), FieldValue::Text(program.clone())]);
        }
        let all = LEVEL_FIELDS.iter().zip(&values).enumerate();
        let instance = |(at, (field, value)): (usize, (&Field, &FieldValue))| FieldInstance {
            identifier: field.identifier,
            of: field.of.word(),
            value: value.value(),
            tile: (),
            def_uid: level_field_uid(at),
            editor_values: value.editor_values(),
        };
        all.map(instance).collect()
    }
}

impl Serialize for LevelOut<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let (size, tile) = (self.job.map.size(), self.sheet.tile());
        let beside = [(self.above, ">"), (self.below, "<")].into_iter();
        let neighbour = |(number, dir): (Option<u32>, &'static str)| {
            Some(Neighbour { level_iid: self.ids.iid(number?, "Level", 0), dir })
        };
        let level = Level {
            identifier: format!("Level_{}", self.number),
            iid: self.ids.iid(self.number, "Level", 0),
            uid: self.uid(),
            world_x: 0,
            world_y: 0,
            world_depth: self.depth,
            px_wid: size.width as u32 * tile,
            px_hei: size.height as u32 * tile,
            background: BACKGROUND,
            bg_color: (),
            use_auto_identifier: false,
            bg_rel_path: (),
            bg_pos: (),
            bg_pivot_x: 0.5,
            bg_pivot_y: 0.5,
            smart_color: "#868688",
            placed_background: (),
            external_rel_path: (),
            field_instances: self.fields(),
            layer_instances: Layers(self),
            neighbours: beside.filter_map(neighbour).collect(),
        };
        level.serialize(to)
    }
}

/// The layers of a level. The tiles are chosen while they are written.
struct Layers<'a>(&'a LevelOut<'a>);

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct LayerInstance<'a> {
    #[serde(rename = "__identifier")]
    identifier: &'static str,
    #[serde(rename = "__type")]
    of: &'static str,
    #[serde(rename = "__cWid")]
    columns: i32,
    #[serde(rename = "__cHei")]
    rows: i32,
    #[serde(rename = "__gridSize")]
    grid_size: u32,
    #[serde(rename = "__opacity")]
    opacity: u8,
    #[serde(rename = "__pxTotalOffsetX")]
    total_offset_x: u8,
    #[serde(rename = "__pxTotalOffsetY")]
    total_offset_y: u8,
    #[serde(rename = "__tilesetDefUid")]
    tile_set: Option<u32>,
    #[serde(rename = "__tilesetRelPath")]
    picture: Option<&'a str>,
    iid: Iid,
    level_id: u32,
    layer_def_uid: u32,
    px_offset_x: u8,
    px_offset_y: u8,
    visible: bool,
    optional_rules: [u8; 0],
    int_grid_csv: Cells<'a>,
    auto_layer_tiles: [u8; 0],
    seed: u8,
    override_tileset_uid: (),
    grid_tiles: Painted<'a>,
    entity_instances: Instances<'a>,
}

impl Serialize for Layers<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let level = self.0;
        let (size, tile) = (level.job.map.size(), level.sheet.tile());
        let painted = level.sheet.layers(level.job.map);
        let mut list = to.serialize_seq(Some(LAYERS.len()))?;
        for (index, LayerKind { identifier, content }) in LAYERS.iter().enumerate() {
            let tiles = match content {
                Content::Tiles(name) => painted.iter().find(|layer| layer.name == *name),
                _ => None,
            };
            let cells = (*content == Content::IntGrid).then_some(&level.job.map.tiles);
            let entities: &[Instance] = if *content == Content::Entities { &level.entities } else { &[] };
            list.serialize_element(&LayerInstance {
                identifier,
                of: content.word(),
                columns: size.width,
                rows: size.height,
                grid_size: tile,
                opacity: 1,
                total_offset_x: 0,
                total_offset_y: 0,
                tile_set: content.is_painted().then_some(TILE_SET_UID),
                picture: content.is_painted().then_some(level.picture),
                iid: level.ids.iid(level.number, identifier, 0),
                level_id: level.uid(),
                layer_def_uid: layer_uid(index),
                px_offset_x: 0,
                px_offset_y: 0,
                visible: true,
                optional_rules: [],
                int_grid_csv: Cells(cells),
                auto_layer_tiles: [],
                seed: 0,
                override_tileset_uid: (),
                grid_tiles: Painted { layer: tiles, sheet: level.sheet },
                entity_instances: Instances(entities, tile),
            })?;
        }
        list.end()
    }
}

/// The codes of all tiles, row by row.
struct Cells<'a>(Option<&'a Grid<Tile>>);

impl Serialize for Cells<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(self.0.into_iter().flat_map(Grid::cells).map(|tile| tile.code()))
    }
}

/// The painted tiles of a layer, row by row.
struct Painted<'a> {
    layer: Option<&'a SheetLayer>,
    sheet: &'a TileSheet,
}

/// A painted tile: its place in the layer and in the picture, its number and its cell.
#[derive(Serialize)]
struct PaintedTile {
    px: [u32; 2],
    src: [u32; 2],
    f: u8,
    t: u32,
    d: [usize; 1],
    a: u8,
}

impl Serialize for Painted<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let (tile, columns) = (self.sheet.tile(), self.sheet.columns());
        let layer = self.layer.into_iter().flat_map(|layer| {
            let width = layer.tiles.size().width as usize;
            layer.tiles.cells().iter().enumerate().map(move |(cell, &number)| (cell, width, number))
        });
        to.collect_seq(layer.filter(|(_, _, number)| *number > 0).map(|(cell, width, number)| {
            let t = u32::from(number) - 1;
            let px = [(cell % width) as u32 * tile, (cell / width) as u32 * tile];
            let src = [t % columns * tile, t / columns * tile];
            PaintedTile { px, src, f: 0, t, d: [cell], a: 1 }
        }))
    }
}
