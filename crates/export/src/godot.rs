//! Godot 4.3 or newer: a scene with a tile map.
//!
//! The file is a scene in Godot's text format. Its tile set has the picture beside it as atlas, with
//! a terrain for the walls, collision polygons on tiles that block, navigation polygons on tiles
//! that can be walked on, and name and class of every tile as custom data. The scene has one
//! `TileMapLayer` for every layer of tiles, and markers with metadata for rooms, doors, stairs,
//! exits, decorations, zones, the start, monsters, items, traps, keys and notes. Keys and doors
//! refer to each other by node path.
//!
//! A cell has one navigation polygon at most: where a tile blocks, the tiles below it are the
//! variants without one.
//!
//! Files for players have no monsters, items, traps, keys, notes and locks, no tags of rooms, room
//! numbers only if they were asked for, and no seed.

mod cells;
mod markers;
mod text;
mod tile_set;

use crate::error::{Error, ErrorKind};
use crate::job::{Job, SideFile};
use mapwright_render::TileSheet;
use std::io::{self, BufWriter, Write};
use text::{node_name, quoted};

/// Largest width and height: positions of cells have 16 bits.
const MAX_SIDE: i32 = 32_768;

/// Writes the map.
pub(crate) fn write(job: &Job<'_>, to: &mut dyn Write) -> Result<Vec<SideFile>, Error> {
    let size = job.map.size();
    if size.width > MAX_SIDE || size.height > MAX_SIDE {
        let why = format!("Godot's tile maps have {MAX_SIDE} columns and rows at most; the map is {size}");
        return Err(Error::new(ErrorKind::TooBig, why));
    }
    let sheet = job.tile_sheet()?;
    let side = format!("{}-tiles.png", job.stem);
    let mut to = BufWriter::with_capacity(1 << 16, to);
    write_scene(job, &sheet, &side, &mut to)?;
    to.flush()?;
    let mut bytes = Vec::new();
    sheet.write_png(&mut bytes)?;
    Ok(vec![SideFile { name: side, bytes }])
}

fn write_scene(job: &Job<'_>, sheet: &TileSheet, picture: &str, to: &mut impl Write) -> io::Result<()> {
    // A picture, the navigation polygon, the atlas and the tile set, and the scene itself.
    writeln!(to, "[gd_scene load_steps=5 format=4]\n")?;
    writeln!(to, "[ext_resource type=\"Texture2D\" path={} id=\"1_tiles\"]\n", quoted(picture))?;
    tile_set::write(sheet, to)?;
    writeln!(to, "[node name={} type=\"Node2D\"]", quoted(&node_name(job.title())))?;
    let size = job.map.size();
    writeln!(to, "metadata/title = {}", quoted(job.title()))?;
    writeln!(to, "metadata/size = Vector2i({}, {})", size.width, size.height)?;
    writeln!(to, "metadata/tile = {}", sheet.tile())?;
    if let Some(seed) = job.seed() {
        // As text: a script reads numbers with 63 bits only.
        writeln!(to, "metadata/seed = {}", quoted(&seed.number().to_string()))?;
        writeln!(to, "metadata/program = {}", quoted(&job.map.source.origin.program))?;
    }
    writeln!(to)?;
    cells::write_layers(job.map, sheet, to)?;
    markers::write(job, sheet.tile() as i32, to)
}
