//! [`TileSheet`]: the tile set of a style, for game engines and map editors.
//!
//! A sheet is one picture with all tiles in rows, and the rules that place them: [`TileSheet::layers`]
//! turns a map into layers of tile numbers, and the picture of these tiles is the map.

use crate::error::Error;
use crate::style::Style;
use crate::style::palette::Palette;
use mapwright::{Grid, Map, Tile};
use std::io::Write;

/// All tiles of a style as one picture.
#[derive(Clone, Debug)]
pub struct TileSheet {
    tile: u32,
    columns: u32,
    tiles: Vec<SheetTile>,
    rgba: Vec<u8>,
}

/// A tile of a sheet.
#[derive(Clone, PartialEq, Debug)]
pub struct SheetTile {
    /// Name, unique in the sheet, like `floor-2` or `wall-13`.
    pub name: String,
    /// Class of the tile for programs: `floor`, `wall`, `water`, `door`, `stairs`, `bridge` or
    /// `decoration`.
    pub class: &'static str,
    /// True if nobody can walk over it.
    pub blocks: bool,
    /// Which corners and edges are wall, for tools that place walls themselves: top, top-right,
    /// right, bottom-right, bottom, bottom-left, left, top-left. `None` for other tiles.
    pub wang: Option<[bool; 8]>,
}

/// A layer of tiles.
#[derive(Clone, PartialEq, Debug)]
pub struct SheetLayer {
    /// Name: `ground`, `walls` or `decorations`.
    pub name: &'static str,
    /// For every cell the index of a tile plus one, or 0 for no tile.
    pub tiles: Grid<u16>,
}

impl TileSheet {
    /// Draws the sheet of a style, with `tile` pixels per tile side.
    pub fn draw(_style: &Style, tile: u32) -> Result<TileSheet, Error> {
        let palette = Palette::default();
        let colors = Tile::ALL.map(|(tile, _)| if tile.is_walkable() { palette.floor } else { palette.wall });
        let columns = colors.len() as u32;
        let tiles = Tile::ALL.map(|(tile, _)| SheetTile {
            name: tile.to_string(),
            class: if tile.is_walkable() { "floor" } else { "wall" },
            blocks: !tile.is_walkable(),
            wang: None,
        });
        let row: Vec<u8> = colors.iter().flat_map(|c| [c.0, c.1, c.2, 255].repeat(tile as usize)).collect();
        Ok(TileSheet { tile, columns, tiles: tiles.into(), rgba: row.repeat(tile as usize) })
    }

    /// Returns the pixels per tile side.
    pub fn tile(&self) -> u32 {
        self.tile
    }

    /// Returns the number of tiles per row of the picture.
    pub fn columns(&self) -> u32 {
        self.columns
    }

    /// Returns all tiles, in the order of their indices.
    pub fn tiles(&self) -> &[SheetTile] {
        &self.tiles
    }

    /// Returns width and height of the picture, in pixels.
    pub fn size(&self) -> (u32, u32) {
        (self.columns * self.tile, (self.tiles.len() as u32).div_ceil(self.columns) * self.tile)
    }

    /// Returns the layers of a map, from bottom to top.
    pub fn layers(&self, map: &Map) -> Vec<SheetLayer> {
        let number = |tile: Tile| Tile::ALL.iter().position(|(known, _)| *known == tile).unwrap_or(0) as u16 + 1;
        let mut tiles = Grid::new(map.size(), 0);
        map.size().rect().positions().for_each(|pos| tiles[pos] = number(map.tiles[pos]));
        vec![SheetLayer { name: "ground", tiles }]
    }

    /// Writes the picture as PNG with transparency.
    pub fn write_png(&self, to: impl Write) -> Result<(), Error> {
        let (width, height) = self.size();
        let mut encoder = ::png::Encoder::new(to, width, height);
        encoder.set_color(::png::ColorType::Rgba);
        let mut writer = encoder.write_header()?;
        writer.write_image_data(&self.rgba)?;
        Ok(writer.finish()?)
    }
}
