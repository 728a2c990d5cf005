//! The definitions of a project: layers, kinds of entities with their fields, enums, tile set.

use super::kinds::{
    ENUMS, FACING, FIRST_ENUM_UID, Field, FieldType, KINDS, Kind, LEVEL_FIELDS, choices, field_uid, identifier,
    kind_uid, level_field_uid,
};
use mapwright::Tile;
use mapwright_render::TileSheet;
use serde_json::{Value, json};

/// Unique number of the tile set.
pub(super) const TILE_SET_UID: u32 = 1;
/// Unique number of the first layer; those below follow.
const FIRST_LAYER_UID: u32 = 10;
/// Unique numbers of levels begin here.
pub(super) const FIRST_LEVEL_UID: u32 = 1000;

/// Colour behind all layers.
pub(super) const BACKGROUND: &str = "#0D0E13";

/// The layers, from top to bottom: entities, painted tiles, and below them the meaning of every
/// cell.
pub(super) static LAYERS: [LayerKind; 7] = [
    LayerKind { identifier: "Entities", content: Content::Entities },
    LayerKind { identifier: "Decorations", content: Content::Tiles("decorations") },
    LayerKind { identifier: "Fittings", content: Content::Tiles("fittings") },
    LayerKind { identifier: "Rugs", content: Content::Tiles("rugs") },
    LayerKind { identifier: "Walls", content: Content::Tiles("walls") },
    LayerKind { identifier: "Ground", content: Content::Tiles("ground") },
    LayerKind { identifier: "Cells", content: Content::IntGrid },
];

/// A layer of every level.
pub(super) struct LayerKind {
    pub(super) identifier: &'static str,
    pub(super) content: Content,
}

/// What a layer holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Content {
    /// Entities.
    Entities,
    /// Tiles of the sheet's layer with this name.
    Tiles(&'static str),
    /// A number for the kind of every cell.
    IntGrid,
}

impl Content {
    /// Returns the name of the type of layer.
    pub(super) const fn word(self) -> &'static str {
        match self {
            Content::Entities => "Entities",
            Content::Tiles(_) => "Tiles",
            Content::IntGrid => "IntGrid",
        }
    }

    /// Returns true if the layer is painted with the tile set.
    pub(super) const fn is_painted(self) -> bool {
        matches!(self, Content::Tiles(_))
    }
}

/// Returns the unique number of a layer, by its place in [`LAYERS`].
pub(super) const fn layer_uid(index: usize) -> u32 {
    FIRST_LAYER_UID + index as u32
}

/// Returns all definitions.
pub(super) fn definitions(sheet: &TileSheet, picture: &str, level_fields: usize) -> Value {
    let tile = sheet.tile();
    let kinds = KINDS.iter().enumerate().map(|(index, kind)| kind_def(index, kind, tile));
    let fields = LEVEL_FIELDS.iter().take(level_fields).enumerate();
    json!({
        "layers": LAYERS.iter().enumerate().map(|(index, layer)| layer_def(index, layer, tile)).collect::<Vec<_>>(),
        "entities": kinds.collect::<Vec<_>>(),
        "tilesets": [tile_set_def(sheet, picture)],
        "enums": (0..ENUMS.len()).map(enum_def).collect::<Vec<_>>(),
        "externalEnums": [],
        "levelFields": fields.map(|(index, field)| field_def(level_field_uid(index), field)).collect::<Vec<_>>(),
    })
}

fn layer_def(index: usize, layer: &LayerKind, tile: u32) -> Value {
    let values = Tile::ALL.into_iter().filter(|_| layer.content == Content::IntGrid).map(|(tile, _)| tile);
    let values = values.filter(|tile| *tile != Tile::Void).map(|tile| {
        json!({
            "value": tile.code(),
            "identifier": identifier(&tile.to_string()),
            "color": color_of(tile),
            "tile": null,
            "groupUid": 0,
        })
    });
    json!({
        "__type": layer.content.word(),
        "identifier": layer.identifier,
        "type": layer.content.word(),
        "uid": layer_uid(index),
        "doc": null,
        "uiColor": null,
        "gridSize": tile,
        "guideGridWid": 0,
        "guideGridHei": 0,
        "displayOpacity": 1,
        "inactiveOpacity": 1,
        "hideInList": false,
        "hideFieldsWhenInactive": true,
        "canSelectWhenInactive": true,
        "renderInWorldView": true,
        "pxOffsetX": 0,
        "pxOffsetY": 0,
        "parallaxFactorX": 0,
        "parallaxFactorY": 0,
        "parallaxScaling": true,
        "requiredTags": [],
        "excludedTags": [],
        "autoTilesKilledByOtherLayerUid": null,
        "uiFilterTags": [],
        "useAsyncRender": false,
        "intGridValues": values.collect::<Vec<_>>(),
        "intGridValuesGroups": [],
        "autoRuleGroups": [],
        "autoSourceLayerDefUid": null,
        "tilesetDefUid": layer.content.is_painted().then_some(TILE_SET_UID),
        "tilePivotX": 0,
        "tilePivotY": 0,
        "biomeFieldUid": null,
    })
}

/// Returns the colour of a kind of cell in the editor.
fn color_of(tile: Tile) -> &'static str {
    match tile {
        Tile::Void => BACKGROUND,
        Tile::Wall => "#6E645C",
        Tile::Floor => "#C8BFA8",
        Tile::DoorClosed => "#96602F",
        Tile::DoorOpen => "#C58F55",
        Tile::DoorLocked => "#B43030",
        Tile::DoorSecret => "#8F4FA3",
        Tile::Portcullis => "#8A93A3",
        Tile::Water => "#305C96",
        Tile::Bridge => "#A57B43",
        Tile::StairsUp => "#E8DCA0",
        Tile::StairsDown => "#B8A45C",
    }
}

fn kind_def(index: usize, kind: &Kind, tile: u32) -> Value {
    let fields = kind.fields.iter().enumerate().map(|(place, field)| field_def(field_uid(index, place), field));
    let least = kind.is_area.then_some(tile);
    json!({
        "identifier": kind.identifier,
        "uid": kind_uid(index),
        "tags": kind.tags,
        "exportToToc": kind.is_in_toc,
        "allowOutOfBounds": false,
        "doc": kind.about,
        "width": tile,
        "height": tile,
        "resizableX": kind.is_area,
        "resizableY": kind.is_area,
        "minWidth": least,
        "maxWidth": null,
        "minHeight": least,
        "maxHeight": null,
        "keepAspectRatio": false,
        "tileOpacity": 1,
        "fillOpacity": if kind.is_area { 0.08 } else { 0.6 },
        "lineOpacity": if kind.is_area { 0.5 } else { 1.0 },
        "hollow": kind.is_area,
        "color": kind.color,
        "renderMode": "Rectangle",
        "showName": !kind.is_area,
        "tilesetId": null,
        "tileRenderMode": "FitInside",
        "tileRect": null,
        "uiTileRect": null,
        "nineSliceBorders": [],
        "maxCount": 0,
        "limitScope": "PerLevel",
        "limitBehavior": "MoveLastOne",
        "pivotX": 0,
        "pivotY": 0,
        "fieldDefs": fields.collect::<Vec<_>>(),
    })
}

fn field_def(uid: u32, field: &Field) -> Value {
    let tags: Vec<&str> = match field.of {
        FieldType::Ref(tag) | FieldType::Refs(tag) if !tag.is_empty() => vec![tag],
        _ => Vec::new(),
    };
    let is_ref = matches!(field.of, FieldType::Ref(_) | FieldType::Refs(_));
    let mode = match field.of {
        FieldType::Points => "PointPath",
        _ if is_ref => "RefLinkBetweenCenters",
        _ => "Hidden",
    };
    let mut def = json!({
        "identifier": field.identifier,
        "doc": field.about,
        "__type": field.of.word(),
        "uid": uid,
        "type": field.of.editor_word(),
        "isArray": field.of.is_list(),
        "canBeNull": matches!(field.of, FieldType::Choice(FACING) | FieldType::Ref(_)) || field.identifier == "number",
        "arrayMinLength": null,
        "arrayMaxLength": null,
        "editorDisplayMode": mode,
        "editorDisplayScale": 1,
        "editorDisplayPos": "Above",
        "editorLinkStyle": "CurvedArrow",
        "editorDisplayColor": null,
        "editorAlwaysShow": false,
        "editorShowInWorld": false,
        "editorCutLongValues": true,
        "editorTextSuffix": null,
        "editorTextPrefix": null,
        "useForSmartColor": false,
        "exportToToc": false,
        "searchable": matches!(field.identifier, "name" | "kind" | "number"),
        "min": null,
        "max": null,
        "regex": null,
        "acceptFileTypes": null,
        "defaultOverride": null,
        "textLanguageMode": null,
        "symmetricalRef": false,
        "autoChainRef": false,
        "allowOutOfLevelRef": field.identifier == "leads_to",
    });
    let more = json!({
        // Older readers know no reference to one kind.
        "allowedRefs": if tags.is_empty() { "Any" } else { "OnlyTags" },
        "allowedRefsEntityUid": null,
        "allowedRefTags": tags,
        "tilesetUid": null,
    });
    if let (Some(def), Value::Object(more)) = (def.as_object_mut(), more) {
        def.extend(more);
    }
    def
}

fn enum_def(index: usize) -> Value {
    let values = choices(index).into_iter().map(|id| json!({ "id": id, "tileRect": null, "color": 0xC8BFA8 }));
    json!({
        "identifier": ENUMS[index],
        "uid": FIRST_ENUM_UID + index as u32,
        "values": values.collect::<Vec<_>>(),
        "iconTilesetUid": null,
        "externalRelPath": null,
        "externalFileChecksum": null,
        "tags": [],
    })
}

fn tile_set_def(sheet: &TileSheet, picture: &str) -> Value {
    let (width, height) = sheet.size();
    let tile = sheet.tile();
    let named = sheet.tiles().iter().enumerate();
    let named = named.map(|(index, tile)| json!({ "tileId": index, "data": tile.name }));
    json!({
        "__cWid": width / tile,
        "__cHei": height / tile,
        "identifier": "Tiles",
        "uid": TILE_SET_UID,
        "relPath": picture,
        "embedAtlas": null,
        "pxWid": width,
        "pxHei": height,
        "tileGridSize": tile,
        "spacing": 0,
        "padding": 0,
        "tags": [],
        "tagsSourceEnumUid": null,
        "enumTags": [],
        "customData": named.collect::<Vec<_>>(),
        "savedSelections": [],
        "cachedPixelData": null,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn unique_numbers_are_unique() {
        let kinds = (0..KINDS.len()).map(kind_uid);
        let fields =
            KINDS.iter().enumerate().flat_map(|(kind, it)| (0..it.fields.len()).map(move |at| field_uid(kind, at)));
        let layers = (0..LAYERS.len()).map(layer_uid);
        let enums = (0..ENUMS.len()).map(|index| FIRST_ENUM_UID + index as u32);
        let level_fields = (0..LEVEL_FIELDS.len()).map(level_field_uid);
        let all: Vec<u32> = [TILE_SET_UID]
            .into_iter()
            .chain(kinds)
            .chain(fields)
            .chain(layers)
            .chain(enums)
            .chain(level_fields)
            .collect();
        assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), all.len(), "{all:?}");
        assert!(all.iter().all(|&uid| uid < FIRST_LEVEL_UID), "{all:?}");
    }

    #[test]
    fn enums_have_a_value_for_every_word() {
        for (index, name) in ENUMS.into_iter().enumerate() {
            let values = choices(index);
            assert_eq!(values.iter().collect::<BTreeSet<_>>().len(), values.len(), "{name}");
            assert!(values.iter().all(|value| value.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')), "{name}");
        }
        assert_eq!(identifier("one-way"), "one_way");
    }
}
