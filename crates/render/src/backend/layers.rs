//! Draws the layers of a scene one by one, with their opacity.

use super::png::find_opacity;
use super::raster::Raster;
use crate::error::Error;
use crate::limits;
use crate::scene::{Bounds, Color, Group, Pixels, Scene};
use tiny_skia::Pixmap;

/// Calls `each` with the name and the pixels of every layer, from back to front; the paper is the
/// first one, if there is any. All of them cover the whole picture.
///
/// Blending the layers in this order gives the whole picture. Every layer makes up for what was
/// rounded in those behind it: a dozen of them would add up to visible differences otherwise.
pub(crate) fn draw<E: From<Error>>(
    scene: &Scene,
    cell: u32,
    mut each: impl FnMut(&'static str, Pixels) -> Result<(), E>,
) -> Result<(), E> {
    let (width, height) = limits::pixels(scene.bounds.width(), scene.bounds.height(), cell)?;
    let paper = Color { a: 255, ..scene.paper };
    let whole = || Pixmap::new(width, height).expect("a picture is not empty");
    // The picture up to a layer, and the layers so far, blended with 8 bits as by most programs.
    let (mut picture, mut blended) = (whole(), whole());
    for pixmap in [&mut picture, &mut blended] {
        pixmap.fill(tiny_skia::Color::from_rgba8(paper.r, paper.g, paper.b, 255));
    }
    if scene.paper.is_seen() {
        let rgba = [paper.r, paper.g, paper.b, scene.paper.a].repeat(width as usize * height as usize);
        each("paper", Pixels { width, height, rgba })?;
    }
    for layer in &scene.layers {
        let alone = alone(layer, scene.bounds);
        let raster = Raster::new(&alone, scene.bounds, cell as f32);
        if raster.is_empty() {
            continue;
        }
        let (mut pixels, mut on_white) = (whole(), whole());
        raster.draw_over(Color::rgb(0, 0, 0), 0, &mut pixels);
        raster.draw_over(Color::rgb(255, 255, 255), 0, &mut on_white);
        raster.draw_on_top(0, &mut picture);
        let drawn = pixels.data_mut().as_chunks_mut::<4>().0.iter_mut();
        let on_white = on_white.data().as_chunks::<4>().0;
        let (wanted, below) = (picture.data().as_chunks::<4>().0, blended.data_mut().as_chunks_mut::<4>().0);
        for (((pixel, on_white), wanted), below) in drawn.zip(on_white).zip(wanted).zip(below) {
            find_opacity(pixel, on_white);
            if pixel[3] > 0 {
                blend(pixel, wanted, below);
            }
        }
        each(layer.name, Pixels { width, height, rgba: pixels.take() })?;
    }
    Ok(())
}

/// Blends a pixel over the pixel below. A colour that would miss the wanted one by more than can be
/// seen is adjusted.
fn blend(pixel: &mut [u8; 4], wanted: &[u8; 4], below: &mut [u8; 4]) {
    let share = f32::from(pixel[3]) / 255.0;
    for channel in 0..3 {
        let behind = f32::from(below[channel]);
        let over = |color: u8| (behind + (f32::from(color) - behind) * share).round() as u8;
        if over(pixel[channel]).abs_diff(wanted[channel]) > 1 {
            let color = (f32::from(wanted[channel]) - behind * (1.0 - share)) / share;
            pixel[channel] = color.clamp(0.0, 255.0).round() as u8;
        }
        below[channel] = over(pixel[channel]);
    }
}

/// Returns a scene with one layer and no paper.
fn alone(layer: &Group, bounds: Bounds) -> Scene {
    Scene { bounds, layers: vec![layer.clone()], ..Scene::default() }
}
