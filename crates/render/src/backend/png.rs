//! Writes scenes as PNG.

use super::raster::Raster;
use crate::error::Error;
use crate::error::io_error::keep_io_error;
use crate::limits::pixels;
use crate::scene::{Bounds, Pixels, Scene};
use ::png::{BitDepth, ColorType, Encoder, Filter};
use std::io::Write;
use tiny_skia::Pixmap;

/// Maximum pixels per band, and the minimum that is worth a thread.
const MAX_BAND: u32 = 2 << 20;
const MIN_BAND: u32 = 1 << 16;
/// Maximum number of bands of a picture for a screen.
const MAX_PARTS: u64 = 4;

/// Division of a picture into bands of rows.
#[derive(Clone, Copy)]
struct Bands {
    /// Rows per band.
    rows: u32,
    /// Extra rows drawn above and below: strokes cut off by the edge of a band are slightly
    /// inaccurate there.
    margin: u32,
}

/// Writes the scene at `cell` pixels per square, a band of rows at a time. The bytes are the same
/// on every machine.
pub(crate) fn write(scene: &Scene, cell: u32, to: impl Write) -> Result<(), Error> {
    write_in(scene, scene.bounds, cell, |raster| Bands { rows: MAX_BAND / raster.width, margin: 0 }, to)
}

/// Writes the part of the scene inside the bounds. Meant for interactive use: even small pictures
/// are drawn in parallel.
pub(crate) fn write_part(scene: &Scene, bounds: Bounds, cell: u32, to: impl Write) -> Result<(), Error> {
    let divide = |raster: &Raster| {
        let pixels = u64::from(raster.width) * u64::from(raster.height);
        // Depends on the number of pixels and not on the number of cores, so that the bytes are the
        // same everywhere.
        let parts = (pixels / u64::from(MIN_BAND)).clamp(1, MAX_PARTS) as u32;
        Bands { rows: raster.height.div_ceil(parts).min(MAX_BAND / raster.width), margin: 2 }
    };
    write_in(scene, bounds, cell, divide, to)
}

fn write_in(
    scene: &Scene,
    bounds: Bounds,
    cell: u32,
    bands: impl FnOnce(&Raster) -> Bands,
    to: impl Write,
) -> Result<(), Error> {
    pixels(bounds.width(), bounds.height(), cell)?;
    keep_io_error(to, |to| {
        let raster = Raster::new(scene, bounds, cell as f32);
        encode(&raster, bands(&raster), to)
    })
}

fn encode(raster: &Raster, Bands { rows, margin }: Bands, to: impl Write) -> Result<(), Error> {
    let (width, height) = (raster.width, raster.height);
    let mut encoder = Encoder::new(to, width, height);
    let is_grey = raster.is_grey();
    encoder.set_color(if is_grey { ColorType::Grayscale } else { ColorType::Rgb });
    encoder.set_depth(BitDepth::Eight);
    encoder.set_compression(::png::Compression::Fast);
    encoder.set_filter(Filter::Up);
    let mut writer = encoder.write_header()?;
    let mut stream = writer.stream_writer()?;
    let rows = rows.clamp(1, height);
    let tops: Vec<u32> = (0..height).step_by(rows as usize).collect();
    let mut line = vec![0; if is_grey { 1 } else { 3 } * width as usize];
    for tops in tops.chunks(workers()) {
        for (band, &top) in draw_bands(raster, tops, Bands { rows, margin }).iter().zip(tops) {
            let shown = rows.min(height - top) as usize;
            for row in band.data().chunks_exact(4 * width as usize).skip(top.min(margin) as usize).take(shown) {
                if is_grey {
                    // All three channels are equal.
                    line.iter_mut().zip(row.as_chunks::<4>().0).for_each(|(to, from)| *to = from[0]);
                } else {
                    drop_opacity(row, &mut line);
                }
                stream.write_all(&line)?;
            }
        }
    }
    stream.finish()?;
    Ok(writer.finish()?)
}

/// Returns the number of bands to draw at a time; the picture does not depend on it.
fn workers() -> usize {
    std::thread::available_parallelism().map_or(1, |count| count.get().min(4))
}

/// Draws the bands that begin at these rows in parallel, with their margins.
fn draw_bands(raster: &Raster, tops: &[u32], Bands { rows, margin }: Bands) -> Vec<Pixmap> {
    let draw = |top: u32| {
        let first = top.saturating_sub(margin);
        let past = (top + rows + margin).min(raster.height);
        let mut band = Pixmap::new(raster.width, past - first).expect("a band is not empty");
        raster.draw(first, &mut band);
        band
    };
    std::thread::scope(|scope| {
        let others: Vec<_> = tops[1..].iter().map(|&top| scope.spawn(move || draw(top))).collect();
        let mut bands = vec![draw(tops[0])];
        bands.extend(others.into_iter().map(|band| band.join().expect("drawing does not fail")));
        bands
    })
}

/// Copies RGBA to RGB: four pixels at a time, as whole words.
fn drop_opacity(rgba: &[u8], rgb: &mut [u8]) {
    let (fours, rest) = rgba.as_chunks::<16>();
    let (twelves, last) = rgb.as_chunks_mut::<12>();
    for (from, to) in fours.iter().zip(twelves) {
        let pixels = from.as_chunks::<4>().0;
        let [a, b, c, d] = [0, 1, 2, 3].map(|i| u32::from_le_bytes(pixels[i]) & 0xff_ffff);
        let words = [a | b << 24, b >> 8 | c << 16, c >> 16 | d << 8];
        for (word, to) in words.iter().zip(to.as_chunks_mut::<4>().0) {
            *to = word.to_le_bytes();
        }
    }
    for (from, to) in rest.as_chunks::<4>().0.iter().zip(last.as_chunks_mut::<3>().0) {
        to.copy_from_slice(&from[..3]);
    }
}

/// Writes pixels with their opacity.
pub(crate) fn rgba(pixels: &Pixels, to: impl Write) -> Result<(), Error> {
    let mut encoder = Encoder::new(to, pixels.width, pixels.height);
    encoder.set_color(ColorType::Rgba);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_compression(::png::Compression::Fast);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&pixels.rgba)?;
    Ok(writer.finish()?)
}

/// Draws the whole scene at once as RGB, for small pictures like those in terminals.
pub(crate) fn rgb(scene: &Scene, cell: f32) -> (u32, u32, Vec<u8>) {
    let raster = Raster::new(scene, scene.bounds, cell);
    let mut pixels = Pixmap::new(raster.width, raster.height).expect("a picture is not empty");
    raster.draw(0, &mut pixels);
    let mut rgb = vec![0; 3 * raster.width as usize * raster.height as usize];
    drop_opacity(pixels.data(), &mut rgb);
    (raster.width, raster.height, rgb)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Look, draw};
    use mapwright::{Recipe, Seed, registry};

    #[test]
    fn bands_are_invisible() {
        for style in ["ink", "parchment", "colour"] {
            let recipe = Recipe::of("dungeon", serde_json::Map::new());
            let map = recipe.plan(registry::ALL).unwrap().run(Seed::new(7)).unwrap();
            let look = Look { style: crate::Style::named(style).unwrap(), ..Look::default() };
            let scene = draw(&map, &look).unwrap();
            let raster = Raster::new(&scene, scene.bounds, 9.0);
            let pixels = |rows: u32| {
                let mut bytes = Vec::new();
                encode(&raster, Bands { rows, margin: 2 }, &mut bytes).unwrap();
                let mut reader = ::png::Decoder::new(std::io::Cursor::new(bytes)).read_info().unwrap();
                let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
                reader.next_frame(&mut pixels).unwrap();
                pixels
            };
            let whole = pixels(u32::MAX);
            for rows in [7, 50, raster.height - 1] {
                let off = pixels(rows).iter().zip(&whole).map(|(a, b)| a.abs_diff(*b)).max();
                assert!(off <= Some(2), "{style}: bands of {rows} rows are visible: {off:?}");
            }
        }
    }
}
