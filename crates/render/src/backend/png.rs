//! Scenes as PNG.

use super::raster::Raster;
use crate::error::Error;
use crate::scene::{Pixels, Scene};
use ::png::{BitDepth, ColorType, Encoder, Filter};
use std::io::Write;
use tiny_skia::Pixmap;

/// How many pixels are drawn at a time.
const BAND: u32 = 4 << 20;

/// Writes the scene at so many pixels a square. The limits are for the caller to check.
pub fn write(scene: &Scene, cell: f32, to: impl Write) -> Result<(), Error> {
    let raster = Raster::new(scene, cell);
    let (width, height) = (raster.width, raster.height);
    let mut encoder = Encoder::new(to, width, height);
    encoder.set_color(ColorType::Rgb);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_compression(::png::Compression::Fast);
    encoder.set_filter(Filter::Up);
    let mut writer = encoder.write_header()?;
    let mut stream = writer.stream_writer()?;
    let rows = (BAND / width).clamp(1, height);
    let mut band = Pixmap::new(width, rows).expect("a band is not empty");
    let mut line = vec![0; 3 * width as usize];
    for top in (0..height).step_by(rows as usize) {
        let count = rows.min(height - top);
        if count < rows {
            band = Pixmap::new(width, count).expect("a band is not empty");
        }
        raster.draw(top, &mut band);
        for row in band.data().chunks_exact(4 * width as usize) {
            for (to, from) in line.as_chunks_mut::<3>().0.iter_mut().zip(row.as_chunks::<4>().0) {
                *to = [from[0], from[1], from[2]];
            }
            stream.write_all(&line)?;
        }
    }
    stream.finish()?;
    Ok(writer.finish()?)
}

/// Pixels with their opacity.
pub(crate) fn rgba(pixels: &Pixels, to: impl Write) -> Result<(), Error> {
    let mut encoder = Encoder::new(to, pixels.width, pixels.height);
    encoder.set_color(ColorType::Rgba);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_compression(::png::Compression::Fast);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&pixels.rgba)?;
    Ok(writer.finish()?)
}
