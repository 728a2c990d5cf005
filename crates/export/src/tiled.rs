//! Tiled: maps as XML (TMX) or JSON (TMJ) with their tile set, and worlds of several maps.
//!
//! Tiled itself reads these files, and so do Godot, Unity, GameMaker, Phaser, Bevy, Defold, Arcade
//! and most other engines, some of them with a plugin. Both kinds of file hold one model
//! ([`TiledMap`]), so they never disagree.
//!
//! A file has the tile layers `ground`, `walls`, `rugs`, `fittings` (doors and stairs) and
//! `decorations`, and the object layers `zones`, `rooms`, `passages`, `doors`, `stairs`, `exits`,
//! `entities` and `labels`. The tile set is embedded; its picture is the side file
//! `STEM-tiles.png`. Classes of tiles are those of [`SheetTile`](mapwright_render::SheetTile);
//! walls and water are Wang sets, to go on painting. No tile is flipped or turned. Objects refer to
//! each other with properties of the type `object`: a door to the rooms and passages it joins, and
//! to its key.
//!
//! What it tells: title, program and everything that is on the map; for game masters seed, recipe
//! and danger as well. Files for players have neither these nor the tags of rooms, and room numbers
//! only if they were asked for.

mod json;
mod model;
mod objects;
mod world;
mod xml;

use crate::error::Error;
use crate::job::{CampaignEntry, CampaignJob, Job, SideFile};
use mapwright_render::TileSheet;
use model::TiledMap;
use std::io::{self, BufWriter, Write};

/// Writes the map as XML.
pub(crate) fn write_tmx(job: &Job<'_>, to: &mut dyn Write) -> Result<Vec<SideFile>, Error> {
    write_with_sheet(job, to, xml::write)
}

/// Writes the map as JSON.
pub(crate) fn write_tmj(job: &Job<'_>, to: &mut dyn Write) -> Result<Vec<SideFile>, Error> {
    write_with_sheet(job, to, json::write)
}

/// Writes a map.
type WriteMap = fn(&TiledMap<'_>, &mut dyn Write) -> io::Result<()>;

fn write_with_sheet(job: &Job<'_>, to: &mut dyn Write, write: WriteMap) -> Result<Vec<SideFile>, Error> {
    let sheet = job.tile_sheet()?;
    let image = sheet_file(job.stem, &sheet)?;
    // Both formats consist of very many short pieces.
    let mut to = BufWriter::new(to);
    write(&TiledMap::of(job, &sheet, &image.name), &mut to)?;
    to.flush()?;
    Ok(vec![image])
}

/// Writes all levels of a campaign: a world beside one file per level, with one tile set.
pub(crate) fn write_campaign(
    levels: &[CampaignEntry<'_>],
    _campaign: &CampaignJob<'_>,
    stem: &str,
    to: &mut dyn Write,
) -> Result<Vec<SideFile>, Error> {
    let Some(first) = levels.first() else { return Err(Error::invalid("a campaign without levels has no world")) };
    let sheet = first.job.tile_sheet()?;
    let mut files = vec![sheet_file(stem, &sheet)?];
    for level in levels {
        let mut bytes = Vec::new();
        xml::write(&TiledMap::of(&level.job, &sheet, &files[0].name), &mut bytes)?;
        files.push(SideFile { name: world::file_name(level), bytes });
    }
    world::write(levels, sheet.tile(), to)?;
    Ok(files)
}

fn sheet_file(stem: &str, sheet: &TileSheet) -> Result<SideFile, Error> {
    let mut bytes = Vec::new();
    sheet.write_png(&mut bytes)?;
    Ok(SideFile { name: format!("{stem}-tiles.png"), bytes })
}
