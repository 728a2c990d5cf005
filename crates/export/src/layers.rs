//! The layers of the picture, one transparent PNG each, as an archive.
//!
//! `offsets.json` lists the pictures from back to front. Every picture is trimmed to what is drawn
//! on it; at its `x`,`y` on a canvas of `width` by `height` pixels, one over the other, they give the
//! whole picture. A layer without anything on it has no picture. `origin` is the corner of the map
//! on the canvas, so that a square of the map is at `origin + cell * square`.
//!
//! What it tells: what the picture tells. A file for players shows their picture, cropped, and no
//! origin, which would tell them how much of the map they do not see.

use crate::archive::zip;
use crate::error::{Error, ErrorKind};
use crate::job::{Job, SideFile};
use mapwright_render::scene::Pixels;
use mapwright_render::{Look, View, draw};
use serde::Serialize;
use std::io::Write;

/// Maximum number of pixels of the canvas: a layer is kept in memory.
const MAX_PIXELS: u64 = 100_000_000;

/// The file `offsets.json`.
#[derive(Serialize)]
struct Offsets {
    width: u32,
    height: u32,
    cell: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    origin: Option<Offset>,
    layers: Vec<LayerFile>,
}

#[derive(Serialize)]
struct Offset {
    x: i64,
    y: i64,
}

/// A layer in `offsets.json`.
#[derive(Serialize)]
struct LayerFile {
    name: &'static str,
    file: String,
    x: u32,
    y: u32,
    width: u32,
    height: u32,
}

/// Writes the map.
pub(crate) fn write(job: &Job<'_>, to: &mut dyn Write) -> Result<Vec<SideFile>, Error> {
    let look = &job.options.picture.look;
    // Players get the crop of their picture.
    let view = if job.is_for_players { View::Player } else { look.view };
    let look = Look { view, ..look.clone() };
    let cell = job.options.picture.cell(job.map.size());
    let scene = draw(job.map, &look)?;
    let side = |squares: f32| (f64::from(squares) * f64::from(cell)).round().max(1.0) as u64;
    let (width, height) = (side(scene.bounds.width()), side(scene.bounds.height()));
    if width * height > MAX_PIXELS {
        let message =
            format!("layers of {width}x{height} pixels, the limit is {MAX_PIXELS} in all: use a smaller cell");
        return Err(Error::new(ErrorKind::TooBig, message));
    }
    let from = scene.bounds.from;
    let origin = [from.x, from.y].map(|squares| (f64::from(-squares) * f64::from(cell)).round() as i64);
    let mut offsets = Offsets {
        width: width as u32,
        height: height as u32,
        cell,
        origin: (!job.is_for_players).then_some(Offset { x: origin[0], y: origin[1] }),
        layers: Vec::new(),
    };
    let mut files = Vec::new();
    scene.draw_layers(cell, |name, pixels| {
        let Some((x, y, trimmed)) = trimmed(&pixels) else { return Ok(()) };
        let file = format!("{:02}-{name}.png", files.len() + 1);
        let (width, height) = (trimmed.width, trimmed.height);
        let mut bytes = Vec::new();
        trimmed.write_png(&mut bytes)?;
        files.push(SideFile { name: file.clone(), bytes });
        offsets.layers.push(LayerFile { name, file, x, y, width, height });
        Ok::<(), Error>(())
    })?;
    let mut list = serde_json::to_vec_pretty(&offsets).map_err(std::io::Error::from)?;
    list.push(b'\n');
    files.insert(0, SideFile { name: "offsets.json".to_owned(), bytes: list });
    to.write_all(&zip(&files)?)?;
    Ok(Vec::new())
}

/// Returns the smallest part of the pixels that holds everything visible, with its position.
fn trimmed(pixels: &Pixels) -> Option<(u32, u32, Pixels)> {
    let row_bytes = 4 * pixels.width as usize;
    let rows = || pixels.rgba.chunks_exact(row_bytes).enumerate();
    let is_seen = |pixel: &[u8]| pixel[3] != 0;
    let columns_of = |row: &[u8]| {
        let first = row.chunks_exact(4).position(is_seen)?;
        Some((first, row.chunks_exact(4).rposition(is_seen)?))
    };
    let mut bounds: Option<(usize, usize, usize, usize)> = None;
    for (y, row) in rows() {
        if let Some((first, last)) = columns_of(row) {
            let (left, top, right, _) = bounds.unwrap_or((first, y, last, y));
            bounds = Some((left.min(first), top, right.max(last), y));
        }
    }
    let (left, top, right, bottom) = bounds?;
    let shown = rows().skip(top).take(bottom - top + 1);
    let rgba = shown.flat_map(|(_, row)| &row[4 * left..4 * (right + 1)]).copied().collect();
    let (width, height) = ((right - left + 1) as u32, (bottom - top + 1) as u32);
    Some((left as u32, top as u32, Pixels { width, height, rgba }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_are_trimmed_to_what_is_seen() {
        let mut pixels = Pixels { width: 5, height: 4, rgba: vec![0; 80] };
        assert_eq!(trimmed(&pixels), None);
        for (x, y) in [(1, 2), (3, 1)] {
            pixels.rgba[4 * (5 * y + x)..][..4].copy_from_slice(&[9, 8, 7, x as u8]);
        }
        let (x, y, part) = trimmed(&pixels).unwrap();
        assert_eq!((x, y, part.width, part.height), (1, 1, 3, 2));
        assert_eq!(part.rgba[8..12], [9, 8, 7, 3]);
        assert_eq!(part.rgba[12..16], [9, 8, 7, 1]);
        assert_eq!(part.rgba.iter().filter(|byte| **byte != 0).count(), 8);
    }
}
