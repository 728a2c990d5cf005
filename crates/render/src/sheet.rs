//! [`TileSheet`]: the tile set of a style, for game engines and map editors.
//!
//! A sheet is one picture with all tiles in rows, and the rules that place them: [`TileSheet::layers`]
//! turns a map into layers of tile numbers, and the picture of these tiles is the map. Walls and
//! water are blob sets of 47 tiles, one for every set of neighbours, as tools for painting expect
//! them.
//!
//! Tiles with their places do not depend on the style: a file with another picture looks different
//! and stays the same map.

mod blob;
mod catalog;
mod ground;
mod outline;
mod overlay;
mod paint;
mod place;
mod rock;

use crate::error::{Error, ErrorKind};
use crate::limits::MAX_CELL;
use crate::style::Style;
use catalog::Catalog;
use mapwright::{Grid, Map, Tile};
use paint::Painter;
use std::io::Write;

/// Tiles per row of the picture.
const COLUMNS: u32 = 24;
/// Minimum pixels per tile side, below which nothing could be recognized.
const MIN_TILE: u32 = 8;

/// Names of the layers, from bottom to top.
const LAYER_NAMES: [&str; 5] = ["ground", "walls", "rugs", "fittings", "decorations"];

/// All tiles of a style as one picture.
///
/// ```
/// use mapwright::Map;
/// use mapwright_render::{Style, TileSheet};
/// let sheet = TileSheet::draw(&Style::named("parchment")?, 32)?;
/// let map = Map::from_ascii("
/// #####
/// #.+.#
/// #####")?;
/// let layers = sheet.layers(&map);
/// assert_eq!(layers[0].name, "ground");
/// let number = layers[0].tiles[mapwright::Pos::new(1, 1)];
/// assert_eq!(sheet.tiles()[usize::from(number) - 1].class, "floor");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct TileSheet {
    tile: u32,
    tiles: Vec<SheetTile>,
    catalog: Catalog,
    rgba: Vec<u8>,
}

/// A tile of a sheet.
#[derive(Clone, PartialEq, Debug)]
pub struct SheetTile {
    /// Name, unique in the sheet, like `floor-2` or `wall-13`.
    pub name: String,
    /// Class of the tile for programs: `floor`, `void`, `wall`, `water`, `bridge`, `stairs`, `door`
    /// or `decoration`.
    pub class: &'static str,
    /// True if nothing can walk over it.
    pub blocks: bool,
    /// Terrain that the tile belongs to, for tools that paint: `wall` or `water`.
    pub terrain: Option<&'static str>,
    /// Which neighbours belong to the terrain as well: top, top-right, right, bottom-right, bottom,
    /// bottom-left, left, top-left. `None` for tiles without terrain.
    pub wang: Option<[bool; 8]>,
    /// The tile of the map that it shows; `None` for decorations.
    pub tile: Option<Tile>,
}

/// A layer of tiles.
#[derive(Clone, PartialEq, Debug)]
pub struct SheetLayer {
    /// Name: `ground` (floor, water and bridges), `walls` (with the outside), `rugs` (with daises),
    /// `fittings` (doors and stairs) or `decorations`. Only ground and walls are opaque.
    pub name: &'static str,
    /// For every cell the index of a tile plus one, or 0 for no tile.
    pub tiles: Grid<u16>,
}

impl TileSheet {
    /// Draws the sheet of a style, with `tile` pixels per tile side, from 8 to 256.
    ///
    /// Floor and walls of the style `tiles` are crisp at multiples of 16.
    pub fn draw(style: &Style, tile: u32) -> Result<TileSheet, Error> {
        if !(MIN_TILE..=MAX_CELL).contains(&tile) {
            let message = format!("tile: {tile} is not in {MIN_TILE}..={MAX_CELL}");
            return Err(Error::new(ErrorKind::Invalid, message));
        }
        let catalog = Catalog::new();
        let painter = Painter::new(style, tile)?;
        let line = 4 * tile as usize;
        let row = line * COLUMNS as usize;
        let rows = catalog.arts.len().div_ceil(COLUMNS as usize);
        let mut rgba = vec![0; row * tile as usize * rows];
        for (index, &art) in catalog.arts.iter().enumerate() {
            let (x, y) = (index % COLUMNS as usize, index / COLUMNS as usize);
            let corner = y * tile as usize * row + x * line;
            for (y, pixels) in painter.paint(art).chunks_exact(line).enumerate() {
                rgba[corner + y * row..][..line].copy_from_slice(pixels);
            }
        }
        Ok(TileSheet { tile, tiles: catalog.arts.iter().map(|art| art.tile()).collect(), catalog, rgba })
    }

    /// Returns the pixels per tile side.
    pub fn tile(&self) -> u32 {
        self.tile
    }

    /// Returns the number of tiles per row of the picture.
    pub fn columns(&self) -> u32 {
        COLUMNS
    }

    /// Returns all tiles, in the order of their indices.
    pub fn tiles(&self) -> &[SheetTile] {
        &self.tiles
    }

    /// Returns width and height of the picture, in pixels.
    pub fn size(&self) -> (u32, u32) {
        (COLUMNS * self.tile, (self.tiles.len() as u32).div_ceil(COLUMNS) * self.tile)
    }

    /// Returns the pixels of the picture: red, green, blue and opacity, row by row.
    pub fn rgba(&self) -> &[u8] {
        &self.rgba
    }

    /// Returns the layers of a map, from bottom to top: always the same ones, even if they are
    /// empty.
    pub fn layers(&self, map: &Map) -> Vec<SheetLayer> {
        place::layers(&self.catalog, map)
    }

    /// Writes the picture as PNG with transparency.
    pub fn write_png(&self, to: impl Write) -> Result<(), Error> {
        let (width, height) = self.size();
        let mut encoder = ::png::Encoder::new(to, width, height);
        encoder.set_color(::png::ColorType::Rgba);
        encoder.set_compression(::png::Compression::Fast);
        let mut writer = encoder.write_header()?;
        writer.write_image_data(&self.rgba)?;
        Ok(writer.finish()?)
    }
}

#[cfg(test)]
mod tests;
