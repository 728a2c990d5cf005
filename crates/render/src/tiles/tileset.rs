//! [`TileSet`]: custom pictures of tiles, instead of the shipped ones.

mod kind;
mod picture;
mod read;

use crate::error::Error;
use crate::error::io_error::keep_io_error;
use crate::ground::Grounds;
use crate::scene::{Group, Image, Node, Pixels};
use crate::tiles::tile_pixels;
use ::png::{BitDepth, ColorType, DeflateCompression, Encoder, Filter};
use kind::Kind;
use mapwright::{Map, Pos, Rect, Seed};
use picture::Picture;
use std::io::Write;
use std::sync::Arc;

/// Pictures of tiles, all of one size, with optional variants.
///
/// A tile set is a folder of PNG files. Each file is named after the tile it shows; variants have a
/// number or any word after the name: `floor.png`, `floor-2.png`, `floor-mossy.png`. Files in a
/// folder named after a tile may have any names: `floors/cracked.png`, `walls/old/7.png`.
///
/// | name | shows | if missing |
/// |---|---|---|
/// | `floor` | open ground | required |
/// | `wall` | rock or masonry | required |
/// | `stairs-up`, `stairs-down` | stairs, over floor | each other; one is required |
/// | `door` | a closed door, over floor | floor |
/// | `door-open`, `door-locked`, `door-secret`, `portcullis` | other doors, over floor | `door` |
/// | `water` | water | floor with a tint |
/// | `bridge` | a bridge, over water | floor |
/// | `void` | the outside of the map | transparent |
#[derive(Clone, Debug)]
pub struct TileSet {
    /// Side of a tile, in pixels.
    side: u32,
    /// Pictures of every kind, in the order of the kinds.
    kinds: Vec<Vec<Picture>>,
}

/// Maximum side of an image in a scene, in pixels: viewers fail on larger ones.
const IMAGE_SIDE: u32 = 4096;

impl TileSet {
    /// Reads a tile set from files, given by name and content, in any order. A name may contain
    /// folders, separated by `/`.
    ///
    /// Text files beside the pictures (`.txt`, `.md`, names without an extension, hidden files) are
    /// ignored. Any other file that is not a tile is an error that names the file, the problem and
    /// the solution.
    pub fn read(files: impl IntoIterator<Item = (String, Vec<u8>)>) -> Result<TileSet, Error> {
        read::read(files)
    }

    /// Returns the side of its tiles, in pixels.
    pub fn side(&self) -> u32 {
        self.side
    }

    /// Writes the map as PNG at `cell` pixels per tile; the limits are those of
    /// [`png()`](crate::png()).
    ///
    /// Multiples of [`TileSet::side`] are crisp; other sizes are averaged. The seed selects the
    /// variants.
    pub fn png(&self, map: &Map, cell: u32, seed: Seed, to: impl Write) -> Result<(), Error> {
        let (width, height) = tile_pixels(map.size(), cell)?;
        let set = self.scaled(cell);
        keep_io_error(to, |to| {
            let mut encoder = Encoder::new(to, width, height);
            encoder.set_color(ColorType::Rgba);
            encoder.set_depth(BitDepth::Eight);
            encoder.set_deflate_compression(DeflateCompression::Level(1));
            encoder.set_filter(Filter::Up);
            let mut writer = encoder.write_header()?;
            let mut stream = writer.stream_writer()?;
            set.rows(map, map.size().rect(), seed, |row| Ok(stream.write_all(row)?))?;
            stream.finish()?;
            Ok(writer.finish()?)
        })
    }

    /// Returns the map as a few large images at the tiles' own size, or at the largest size within
    /// the limits.
    pub fn images(&self, map: &Map, seed: Seed) -> Result<Group, Error> {
        let cell = (1..=self.side).rev().find(|&cell| tile_pixels(map.size(), cell).is_ok());
        let cell = cell.map_or_else(|| tile_pixels(map.size(), 1).map(|_| 1), Ok)?;
        let set = self.scaled(cell);
        let step = (IMAGE_SIDE / cell) as i32;
        let mut group = Group::named("tiles");
        let size = map.size();
        for y in (0..size.height).step_by(step as usize) {
            for x in (0..size.width).step_by(step as usize) {
                let area = Rect::new(x, y, step, step).intersection(size.rect());
                let mut rgba = Vec::with_capacity(area.size().area() * (cell * cell * 4) as usize);
                set.rows(map, area, seed, |row| {
                    rgba.extend_from_slice(row);
                    Ok(())
                })?;
                let (width, height) = (area.width as u32 * cell, area.height as u32 * cell);
                let pixels = Arc::new(Pixels { width, height, rgba });
                group.nodes.push(Node::Image(Image { bounds: area.into(), pixels }));
            }
        }
        Ok(group)
    }

    fn scaled(&self, side: u32) -> TileSet {
        let scaled = |pictures: &Vec<Picture>| pictures.iter().map(|picture| picture.scaled(side)).collect();
        TileSet { side, kinds: self.kinds.iter().map(scaled).collect() }
    }

    /// Passes on the rows of pixels of a part of the map, from top to bottom.
    fn rows(
        &self,
        map: &Map,
        area: Rect,
        seed: Seed,
        mut emit: impl FnMut(&[u8]) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let seed = seed.child("tiles");
        let grounds = Grounds::of(map);
        let tint = |pos: Pos| {
            let is_floor = Kind::of(map.tiles[pos]).0 == Kind::Floor;
            let grounds = grounds.as_ref().filter(|_| is_floor)?;
            grounds.all.get(usize::from(grounds.number(pos)).wrapping_sub(1))?.tint
        };
        let bytes = 4 * self.side as usize;
        let mut row = vec![0; bytes * area.width as usize];
        for y in area.y..area.bottom() {
            let cells = (area.x..area.right()).map(|x| Pos::new(x, y));
            let places: Vec<_> = cells.map(|pos| (self.at(map, pos, seed), tint(pos))).collect();
            for line in 0..self.side {
                for (pixels, ((ground, top), tint)) in row.chunks_exact_mut(bytes).zip(&places) {
                    match ground {
                        Some(ground) => pixels.copy_from_slice(ground.row(line)),
                        None => pixels.fill(0),
                    }
                    if let Some(tint) = tint {
                        picture::tint_row(pixels, *tint);
                    }
                    if let Some(top) = top {
                        picture::draw_over(pixels, top.row(line));
                    }
                }
                emit(&row)?;
            }
        }
        Ok(())
    }

    /// Returns the pictures of a cell: its ground, and what lies over it. A cell has the same
    /// pictures in every part of the map.
    fn at(&self, map: &Map, pos: Pos, seed: Seed) -> (Option<&Picture>, Option<&Picture>) {
        let (ground, top) = Kind::of(map.tiles[pos]);
        let chance = seed.nth(pos.y as u64).nth(pos.x as u64);
        let pick = |kind: Kind, chance: Seed| {
            let pictures = &self.kinds[kind as usize];
            pictures.get((chance.number() % pictures.len().max(1) as u64) as usize)
        };
        (pick(ground, chance), top.and_then(|top| pick(top, chance.child("top"))))
    }
}

#[cfg(test)]
mod tests;
