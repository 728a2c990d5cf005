//! Writes scenes as PNG.

use super::raster::Raster;
use crate::error::Error;
use crate::error::io_error::keep_io_error;
use crate::limits::pixels;
use crate::scene::{Bounds, Color, Pixels, Scene};
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
    let channels = Channels::of(raster);
    encoder.set_color(channels.color_type());
    encoder.set_depth(BitDepth::Eight);
    encoder.set_compression(::png::Compression::Fast);
    encoder.set_filter(Filter::Up);
    let mut writer = encoder.write_header()?;
    let mut stream = writer.stream_writer()?;
    let rows = rows.clamp(1, height);
    let tops: Vec<u32> = (0..height).step_by(rows as usize).collect();
    let mut line = vec![0; channels.color_type().samples() * width as usize];
    for tops in tops.chunks(workers()) {
        for (band, &top) in draw_bands(raster, tops, Bands { rows, margin }).iter().zip(tops) {
            let shown = rows.min(height - top) as usize;
            for row in band.data().chunks_exact(4 * width as usize).skip(top.min(margin) as usize).take(shown) {
                match channels {
                    // All three channels are equal.
                    Channels::Grey => {
                        line.iter_mut().zip(row.as_chunks::<4>().0).for_each(|(to, from)| *to = from[0]);
                    }
                    Channels::Rgb => drop_opacity(row, &mut line),
                    Channels::Rgba => line.copy_from_slice(row),
                }
                stream.write_all(&line)?;
            }
        }
    }
    stream.finish()?;
    Ok(writer.finish()?)
}

/// The channels of a picture.
#[derive(Clone, Copy)]
enum Channels {
    Grey,
    Rgb,
    /// Colour and opacity, for a picture without paper.
    Rgba,
}

impl Channels {
    fn of(raster: &Raster) -> Channels {
        match (raster.is_clear(), raster.is_grey()) {
            (true, _) => Channels::Rgba,
            (false, true) => Channels::Grey,
            (false, false) => Channels::Rgb,
        }
    }

    const fn color_type(self) -> ColorType {
        match self {
            Channels::Grey => ColorType::Grayscale,
            Channels::Rgb => ColorType::Rgb,
            Channels::Rgba => ColorType::Rgba,
        }
    }
}

/// Returns the number of bands to draw at a time; the picture does not depend on it.
fn workers() -> usize {
    std::thread::available_parallelism().map_or(1, |count| count.get().min(4))
}

/// Draws the bands that begin at these rows in parallel, with their margins. The pixels of a
/// picture without paper have their opacity, and are not premultiplied.
fn draw_bands(raster: &Raster, tops: &[u32], Bands { rows, margin }: Bands) -> Vec<Pixmap> {
    let draw = |top: u32| {
        let first = top.saturating_sub(margin);
        let past = (top + rows + margin).min(raster.height);
        let mut band = Pixmap::new(raster.width, past - first).expect("a band is not empty");
        if raster.is_clear() {
            let mut on_white = band.clone();
            raster.draw_over(Color::rgb(0, 0, 0), first, &mut band);
            raster.draw_over(Color::rgb(255, 255, 255), first, &mut on_white);
            let pixels = band.data_mut().as_chunks_mut::<4>().0.iter_mut();
            pixels.zip(on_white.data().as_chunks::<4>().0).for_each(|(pixel, on_white)| find_opacity(pixel, on_white));
        } else {
            raster.draw(first, &mut band);
        }
        band
    };
    std::thread::scope(|scope| {
        let others: Vec<_> = tops[1..].iter().map(|&top| scope.spawn(move || draw(top))).collect();
        let mut bands = vec![draw(tops[0])];
        bands.extend(others.into_iter().map(|band| band.join().expect("drawing does not fail")));
        bands
    })
}

/// Computes colour and opacity of a pixel from how it looks on black and on white. What is drawn
/// opaque looks alike on both; where nothing is drawn, the difference is that of the backgrounds.
///
/// Drawing twice takes twice as long as keeping the opacity while drawing, but every drawing
/// operation stays as simple and fast as it is for opaque pictures.
pub(super) fn find_opacity(pixel: &mut [u8; 4], on_white: &[u8; 4]) {
    let shines_through: u32 = (0..3).map(|c| u32::from(on_white[c].saturating_sub(pixel[c]))).sum();
    let opacity = 255 - (shines_through + 1) / 3;
    for (on_black, on_white) in pixel.iter_mut().zip(on_white).take(3) {
        // The mean of what both backgrounds tell, because each was rounded.
        let twice = (u32::from(*on_black) + u32::from(*on_white) + opacity).saturating_sub(255);
        *on_black = if opacity == 0 { 0 } else { ((twice * 255 + opacity) / (2 * opacity)).min(255) as u8 };
    }
    pixel[3] = opacity as u8;
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
    use mapwright::{Map, Recipe, Seed, registry};

    #[test]
    fn colour_and_opacity_are_found_from_two_backgrounds() {
        let found = |color: [u8; 3], opacity: u32| {
            let over = |background: u32| {
                color.map(|c| ((u32::from(c) * opacity + background * (255 - opacity) + 127) / 255) as u8)
            };
            let ([r, g, b], [x, y, z]) = (over(0), over(255));
            let mut pixel = [r, g, b, 255];
            find_opacity(&mut pixel, &[x, y, z, 255]);
            pixel
        };
        assert_eq!(found([10, 20, 30], 255), [10, 20, 30, 255]);
        assert_eq!(found([10, 20, 30], 0), [0; 4]);
        assert_eq!(found([255, 0, 100], 128), [255, 0, 100, 128]);
    }

    #[test]
    fn pictures_without_paper_are_transparent_there() {
        let map = Map::from_ascii("\n#####\n#...#\n#...#\n#####").unwrap();
        let picture = |layers: crate::Layers| {
            let scene = draw(&map, &Look { layers, ..Look::default() }).unwrap();
            let mut bytes = Vec::new();
            write(&scene, 12, &mut bytes).unwrap();
            let mut reader = ::png::Decoder::new(std::io::Cursor::new(bytes)).read_info().unwrap();
            let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
            let info = reader.next_frame(&mut pixels).unwrap();
            (info.color_type, pixels)
        };
        let all = crate::Layers::default();
        let (kind, clear) = picture(all.without("paper").unwrap());
        assert_eq!(kind, ColorType::Rgba);
        assert_eq!(clear[..4], [0; 4], "a corner of the paper");
        let middle = 4 * (7 * 12 * 30 + 42);
        assert_eq!(clear[middle + 3], 255, "the floor is opaque");
        assert_ne!(picture(all).0, ColorType::Rgba);
    }

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
