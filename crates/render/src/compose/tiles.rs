//! Tiles instead of a drawing, as a few large images, for file formats without rows of pixels.

use crate::error::Error;
use crate::look::Look;
use crate::look::seen;
use crate::scene::{Bounds, Group, Image, Node, Pixels, Scene};
use crate::tiles::{TileLook, tile_png};
use mapwright::{Map, Rect};
use std::io::Cursor;
use std::sync::Arc;

/// Side of an image in tiles, and of a tile in pixels.
const IMAGE_TILES: i32 = 256;
const TILE_PIXELS: u32 = 16;

pub(super) fn scene(map: &Map, look: &Look) -> Result<Scene, Error> {
    let shown = seen(map, look);
    let layer = match &look.tile_set {
        Some(tiles) => tiles.images(&shown, map.source.seed)?,
        None => images(&shown, &look.tile_look(&shown, TILE_PIXELS))?,
    };
    let paper = look.style.colors.paper.faded(0.0);
    let title = look.title.clone().unwrap_or_default();
    Ok(Scene { bounds: Bounds::from(map.size().rect()), paper, title, layers: vec![layer] })
}

/// Draws the shipped tiles as images.
fn images(map: &Map, look: &TileLook) -> Result<Group, Error> {
    let mut group = Group::named("tiles");
    let size = map.size();
    for y in (0..size.height).step_by(IMAGE_TILES as usize) {
        for x in (0..size.width).step_by(IMAGE_TILES as usize) {
            let area = Rect::new(x, y, IMAGE_TILES, IMAGE_TILES).intersection(size.rect());
            let mut bytes = Vec::new();
            tile_png(&map.part(area), look, &mut bytes)?;
            group.nodes.push(Node::Image(Image { bounds: area.into(), pixels: Arc::new(decoded(&bytes)?) }));
        }
    }
    Ok(group)
}

/// Decodes a picture that was just written.
fn decoded(bytes: &[u8]) -> Result<Pixels, Error> {
    let mut decoder = png::Decoder::new(Cursor::new(bytes));
    decoder.set_transformations(png::Transformations::EXPAND | png::Transformations::ALPHA);
    let broken = |error: png::DecodingError| Error::from(std::io::Error::other(error));
    let mut reader = decoder.read_info().map_err(broken)?;
    let mut rgba = vec![0; reader.output_buffer_size().unwrap_or(0)];
    let info = reader.next_frame(&mut rgba).map_err(broken)?;
    Ok(Pixels { width: info.width, height: info.height, rgba })
}
