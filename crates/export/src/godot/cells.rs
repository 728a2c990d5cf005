//! The layers of tiles, as base64 of twelve bytes per cell.

use super::text::quoted;
use super::tile_set::{NO_NAVIGATION, is_walkable};
use base64::engine::general_purpose::STANDARD;
use base64::write::EncoderWriter;
use mapwright::{BitGrid, Map, Pos};
use mapwright_render::{SheetLayer, SheetTile, TileSheet};
use std::io::{self, Write};

/// Version of the list of cells.
const CELL_FORMAT: u16 = 0;

/// Writes one `TileMapLayer` per layer of the sheet, from bottom to top.
pub(super) fn write_layers(map: &Map, sheet: &TileSheet, to: &mut impl Write) -> io::Result<()> {
    let layers = sheet.layers(map);
    let mut blocked = BitGrid::from_fn(map.size(), |pos| !map.tiles[pos].is_walkable());
    for layer in &layers {
        for pos in filled(layer).filter_map(|(pos, number)| tile(sheet, number).blocks.then_some(pos)) {
            blocked.insert(pos);
        }
    }
    writeln!(to, "[node name=\"Layers\" type=\"Node2D\" parent=\".\"]\n")?;
    for layer in &layers {
        let mut chars = layer.name.chars();
        let name: String = chars.next().into_iter().flat_map(char::to_uppercase).chain(chars).collect();
        writeln!(to, "[node name={} type=\"TileMapLayer\" parent=\"Layers\"]", quoted(&name))?;
        write!(to, "tile_map_data = PackedByteArray(\"")?;
        write_cells(layer, sheet, &mut blocked, to)?;
        writeln!(to, "\")\ntile_set = SubResource(\"TileSet_map\")\n")?;
    }
    Ok(())
}

fn tile(sheet: &TileSheet, number: u16) -> &SheetTile {
    &sheet.tiles()[usize::from(number) - 1]
}

/// Iterates over the cells that have a tile, row by row.
fn filled(layer: &SheetLayer) -> impl Iterator<Item = (Pos, u16)> + '_ {
    let row = |(y, row): (usize, &'_ [u16])| {
        let cells = row.iter().enumerate().filter(|(_, number)| **number > 0);
        cells.map(|(x, number)| (Pos::new(x as i32, y as i32), *number)).collect::<Vec<_>>()
    };
    layer.tiles.rows().enumerate().flat_map(row)
}

/// Writes the cells of a layer. Cells that get a navigation polygon are marked, so that the layers
/// above give them none.
fn write_cells(layer: &SheetLayer, sheet: &TileSheet, taken: &mut BitGrid, to: &mut impl Write) -> io::Result<()> {
    let mut to = EncoderWriter::new(to, &STANDARD);
    to.write_all(&CELL_FORMAT.to_le_bytes())?;
    for (pos, number) in filled(layer) {
        let walkable = is_walkable(tile(sheet, number));
        let variant = if walkable && taken.contains(pos) { NO_NAVIGATION } else { 0 };
        if walkable {
            taken.insert(pos);
        }
        let index = u32::from(number) - 1;
        let (column, row) = ((index % sheet.columns()) as u16, (index / sheet.columns()) as u16);
        let mut cell = [0; 12];
        // The source of all tiles is atlas 0.
        let numbers = [pos.x as u16, pos.y as u16, 0, column, row, variant];
        cell.chunks_exact_mut(2).zip(numbers).for_each(|(bytes, number)| bytes.copy_from_slice(&number.to_le_bytes()));
        to.write_all(&cell)?;
    }
    to.finish().map(drop)
}
