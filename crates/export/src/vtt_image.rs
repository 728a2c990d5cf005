//! A picture for virtual tables: exact squares, no margin, no grid.
//!
//! Roll20, Owlbear Rodeo and every other table that takes a background picture use it: the grid of
//! the table fits if it is set to the same number of pixels per square. Game master and players
//! get the same canvas, so that one picture can replace the other.
//!
//! *What it tells.* For the game master: everything that the map's picture shows, secret doors,
//! room numbers, notes, traps and creatures included. For players: what
//! [`player_map`](mapwright_render::player_map) leaves. The seed is not in the file.

use crate::error::Error;
use crate::job::{Job, SideFile};
use crate::options::SecretDoors;
use crate::table::{disguise_doors, table_map};
use mapwright::Size;
use mapwright_render::scene::{Bounds, Point};
use mapwright_render::{Look, draw, png};
use std::borrow::Cow;
use std::io::Write;

/// Usual pixels per square.
const CELL: u32 = 100;
/// Maximum pixels per side, unless the user asks for a number of pixels per square: tables and
/// browsers have trouble with larger pictures.
const MAX_SIDE: u32 = 8192;

/// The viewer of a picture for virtual tables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum VttAudience {
    /// The game master, who prepares with it: secrets, numbers and creatures are drawn.
    GameMaster,
    /// Everyone at the table: the picture is what players see where the fog lifts. Secret doors
    /// are wall, although the rooms behind them are drawn, and nothing is drawn that moves.
    Table,
}

/// A picture for virtual tables.
pub(crate) struct VttPicture {
    /// The file.
    pub(crate) png: Vec<u8>,
    /// Width in pixels: that of the map, plus padding.
    pub(crate) width: u32,
    /// Height in pixels: that of the map, plus padding.
    pub(crate) height: u32,
    /// Pixels per square.
    pub(crate) cell: u32,
}

/// Writes the map.
pub(crate) fn write(job: &Job<'_>, to: &mut dyn Write) -> Result<Vec<SideFile>, Error> {
    to.write_all(&picture(job, VttAudience::GameMaster)?.png)?;
    Ok(Vec::new())
}

/// Draws the map: squares of whole pixels, without margin, grid, title and legend.
pub(crate) fn picture(job: &Job<'_>, audience: VttAudience) -> Result<VttPicture, Error> {
    let size = job.map.size();
    let cell = cell(job, size);
    let (map, look) = match audience {
        VttAudience::GameMaster => (Cow::Borrowed(job.map), look(job, &["grid", "legend"])?),
        VttAudience::Table => {
            let look = look(job, &["grid", "legend", "labels"])?;
            let mut table = table_map(job.map, &look, SecretDoors::Wall);
            disguise_doors(&mut table);
            (Cow::Owned(table), Look { furnish: false, ..look })
        }
    };
    let squares = canvas(job, size);
    let mut bytes = Vec::new();
    if squares == size {
        png(&map, &look, cell, &mut bytes)?;
    } else {
        let mut scene = draw(&map, &look)?;
        let to = Point { x: squares.width as f32, y: squares.height as f32 };
        scene.bounds = Bounds { to, ..scene.bounds };
        scene.paper = look.style.colors.paper;
        scene.write_png(cell, &mut bytes)?;
    }
    Ok(VttPicture { png: bytes, width: squares.width as u32 * cell, height: squares.height as u32 * cell, cell })
}

/// Returns the size of the picture in squares: that of the map, or the square around it.
pub(crate) fn canvas(job: &Job<'_>, size: Size) -> Size {
    let side = size.width.max(size.height);
    if job.options.pad_square { Size::new(side, side) } else { size }
}

/// Returns the pixels per square.
pub(crate) fn cell(job: &Job<'_>, size: Size) -> u32 {
    let side = size.width.max(size.height).max(1) as u32;
    job.options.vtt.unwrap_or_else(|| CELL.min(MAX_SIDE / side).max(1))
}

/// Returns the look of the picture: that of the user's, on exactly the squares of the map.
fn look(job: &Job<'_>, hidden: &[&str]) -> Result<Look, Error> {
    let mut look = Look {
        margin: 0.0,
        crop: false,
        title: None,
        compass: false,
        scale: false,
        legend: false,
        ..job.options.picture.look.clone()
    };
    for layer in hidden {
        look.layers = look.layers.without(layer)?;
    }
    Ok(look)
}
