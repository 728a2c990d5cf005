//! The tile set: an atlas with terrain, collision, navigation and custom data.

use super::text::quoted;
use mapwright_render::{SheetTile, TileSheet};
use std::io::{self, Write};

/// Variant of a tile without its navigation polygon.
pub(super) const NO_NAVIGATION: u16 = 1;

/// Sides and corners in the order of [`SheetTile::wang`].
const NEIGHBORS: [&str; 8] = [
    "top_side",
    "top_right_corner",
    "right_side",
    "bottom_right_corner",
    "bottom_side",
    "bottom_left_corner",
    "left_side",
    "top_left_corner",
];

/// The terrains with their names and colours, by the terrain of a tile.
const TERRAINS: [(&str, &str, &str); 2] =
    [("wall", "Wall", "Color(0.6, 0.5, 0.4, 1)"), ("water", "Water", "Color(0.2, 0.4, 0.7, 1)")];

/// Returns true if agents can walk over the tile.
pub(super) fn is_walkable(tile: &SheetTile) -> bool {
    !tile.blocks && matches!(tile.class, "floor" | "door" | "stairs" | "bridge")
}

/// Writes the resources of the tile set.
pub(super) fn write(sheet: &TileSheet, to: &mut impl Write) -> io::Result<()> {
    let half = sheet.tile() as f32 / 2.0;
    let square = format!("PackedVector2Array({half}, {half}, -{half}, {half}, -{half}, -{half}, {half}, -{half})");
    writeln!(to, "[sub_resource type=\"NavigationPolygon\" id=\"NavigationPolygon_tile\"]")?;
    writeln!(to, "vertices = {square}")?;
    writeln!(to, "polygons = Array[PackedInt32Array]([PackedInt32Array(0, 1, 2, 3)])")?;
    writeln!(to, "outlines = Array[PackedVector2Array]([{square}])")?;
    writeln!(to, "agent_radius = 0.0\n")?;

    writeln!(to, "[sub_resource type=\"TileSetAtlasSource\" id=\"TileSetAtlasSource_tiles\"]")?;
    writeln!(to, "texture = ExtResource(\"1_tiles\")")?;
    writeln!(to, "texture_region_size = Vector2i({0}, {0})", sheet.tile())?;
    for (index, tile) in sheet.tiles().iter().enumerate() {
        let (x, y) = (index as u32 % sheet.columns(), index as u32 / sheet.columns());
        let walkable = is_walkable(tile);
        if walkable {
            writeln!(to, "{x}:{y}/next_alternative_id = {}", NO_NAVIGATION + 1)?;
        }
        write_tile(to, &format!("{x}:{y}/0"), 0, tile, &square)?;
        if walkable {
            writeln!(to, "{x}:{y}/0/navigation_layer_0/polygon = SubResource(\"NavigationPolygon_tile\")")?;
            write_tile(to, &format!("{x}:{y}/{NO_NAVIGATION}"), NO_NAVIGATION, tile, &square)?;
        }
    }

    writeln!(to, "\n[sub_resource type=\"TileSet\" id=\"TileSet_map\"]")?;
    writeln!(to, "tile_size = Vector2i({0}, {0})", sheet.tile())?;
    writeln!(to, "physics_layer_0/collision_layer = 1")?;
    // Corners and sides are matched.
    writeln!(to, "terrain_set_0/mode = 0")?;
    for (index, (_, name, color)) in TERRAINS.into_iter().enumerate() {
        writeln!(to, "terrain_set_0/terrain_{index}/name = \"{name}\"")?;
        writeln!(to, "terrain_set_0/terrain_{index}/color = {color}")?;
    }
    writeln!(to, "navigation_layer_0/layers = 1")?;
    for (index, name) in ["name", "class"].into_iter().enumerate() {
        writeln!(to, "custom_data_layer_{index}/name = \"{name}\"")?;
        writeln!(to, "custom_data_layer_{index}/type = 4")?;
    }
    writeln!(to, "sources/0 = SubResource(\"TileSetAtlasSource_tiles\")\n")
}

/// Writes a variant of a tile, without its navigation polygon.
fn write_tile(to: &mut impl Write, key: &str, variant: u16, tile: &SheetTile, square: &str) -> io::Result<()> {
    writeln!(to, "{key} = {variant}")?;
    let terrain = TERRAINS.iter().position(|(name, _, _)| tile.terrain == Some(*name));
    if let (Some(terrain), Some(wang)) = (terrain, tile.wang) {
        writeln!(to, "{key}/terrain_set = 0")?;
        writeln!(to, "{key}/terrain = {terrain}")?;
        for (neighbor, _) in NEIGHBORS.into_iter().zip(wang).filter(|(_, continues)| *continues) {
            writeln!(to, "{key}/terrains_peering_bit/{neighbor} = {terrain}")?;
        }
    }
    if tile.blocks {
        writeln!(to, "{key}/physics_layer_0/polygon_0/points = {square}")?;
    }
    writeln!(to, "{key}/custom_data_0 = {}", quoted(&tile.name))?;
    writeln!(to, "{key}/custom_data_1 = {}", quoted(tile.class))
}
