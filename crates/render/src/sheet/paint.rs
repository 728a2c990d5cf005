//! Paints tiles: [`Painter`] draws each one by itself, so that nothing reaches into the next.

use super::catalog::Art;
use super::{ground, overlay, rock};
use crate::backend::raster::Raster;
use crate::band::{Axis, side};
use crate::error::Error;
use crate::scene::{Bounds, Color, Group, Path, Scene};
use crate::style::Style;
use crate::style::palette::{Hue, Palette, Tone};
use crate::tiles::sprite::Sprites;
use mapwright::{Dir, Seed, Tile};
use std::borrow::Cow;
use tiny_skia::Pixmap;

/// Draws the tiles of a style.
pub(super) struct Painter<'a> {
    /// Style of everything that is drawn with lines.
    style: Cow<'a, Style>,
    hatching: rock::Hatching,
    /// Colours of pixel-exact ground and walls, for a style of tiles.
    crisp: Option<Vec<u8>>,
    tile: u32,
}

impl<'a> Painter<'a> {
    pub(super) fn new(style: &'a Style, tile: u32) -> Result<Painter<'a>, Error> {
        let is_crisp = style.tiles.on;
        // A style of tiles has no colours for things: they are those of full colour.
        let style = if is_crisp { Cow::Owned(Style::named("colour")?) } else { Cow::Borrowed(style) };
        let hatching = rock::Hatching::of(&style, Seed::new(0).child("sheet"));
        let crisp = is_crisp.then(|| Palette::default().table(std::iter::empty()));
        Ok(Painter { style, hatching, crisp, tile })
    }

    /// Returns red, green, blue and opacity of all pixels of a tile.
    pub(super) fn paint(&self, art: Art) -> Vec<u8> {
        if let Some(table) = &self.crisp
            && let Some((tile, around, is_odd)) = crisp(art)
        {
            let mut inks = Sprites::of_tile(self.tile as usize, tile, around, is_odd);
            if let Art::Floor { variant, .. } = art {
                speckle(&mut inks, self.tile as usize, variant);
            }
            return inks.into_iter().flat_map(|ink| opaque(&table[3 * usize::from(ink)..][..3])).collect();
        }
        let style = &*self.style;
        let mut group = Group::default();
        match art {
            Art::Floor { variant, shade } => ground::floor(style, variant, shade, &mut group),
            Art::Void => group.fill(Path::rect(0.0, 0.0, 1.0, 1.0), style.colors.paper),
            Art::Wall(mask) => rock::draw(style, &self.hatching, mask, &mut group),
            Art::Water(mask) => ground::water(style, mask, &mut group),
            Art::Waves => ground::waves(style, &mut group),
            Art::Bridge(axis) => {
                let line = if axis == Axis::EastWest { Dir::East } else { Dir::South };
                ground::bridge(style, line, &mut group);
            }
            _ => overlay::draw(style, art, &mut group),
        }
        let mut pixels = self.raster(group);
        if self.crisp.is_some() {
            pixels.iter_mut().skip(3).step_by(4).for_each(|opacity| *opacity = if *opacity < 128 { 0 } else { 255 });
        }
        pixels
    }

    fn raster(&self, group: Group) -> Vec<u8> {
        let bounds = Bounds::new(0.0, 0.0, 1.0, 1.0);
        let paper = Color::default();
        let scene = Scene { bounds, paper, title: String::new(), layers: vec![group] };
        let raster = Raster::new(&scene, bounds, self.tile as f32);
        let mut pixmap = Pixmap::new(self.tile, self.tile).expect("a tile is not empty");
        raster.draw(0, &mut pixmap);
        let straight = |pixel: &tiny_skia::PremultipliedColorU8| {
            let color = pixel.demultiply();
            [color.red(), color.green(), color.blue(), color.alpha()]
        };
        pixmap.pixels().iter().flat_map(straight).collect()
    }
}

/// Draws the marks of a variant on crisp floor, on a grid of sixteen by sixteen.
fn speckle(inks: &mut [u8], side: usize, variant: u32) {
    let marks: &[(usize, usize)] = match variant {
        1 => &[(4, 5), (5, 5), (11, 9), (7, 12)],
        2 => &[(4, 4), (5, 5), (6, 5), (7, 6), (7, 7), (8, 8), (9, 8), (10, 9), (6, 8), (5, 9)],
        3 => &[(9, 4), (10, 4), (9, 5), (10, 5), (4, 10), (5, 10), (11, 11)],
        _ => &[],
    };
    let ink = Hue::Floor.tone(Tone::Soft).0;
    for (x, y) in marks {
        let [left, right, top, bottom] = [*x, x + 1, *y, y + 1].map(|at| at * side / 16);
        inks.chunks_exact_mut(side).take(bottom).skip(top).for_each(|row| row[left..right].fill(ink));
    }
}

fn opaque(rgb: &[u8]) -> [u8; 4] {
    [rgb[0], rgb[1], rgb[2], 255]
}

/// Returns tile, surroundings and parity of a sprite of pixel-exact tiles that shows it, if one
/// does.
fn crisp(art: Art) -> Option<(Tile, u8, bool)> {
    const STRAIGHT: u8 = side::N | side::E | side::S | side::W;
    Some(match art {
        Art::Floor { shade, .. } => (Tile::Floor, shade, false),
        Art::Void => (Tile::Void, 0, false),
        Art::Wall(mask) => {
            let beside = !mask & STRAIGHT;
            // Any open corner makes the wall visible.
            (Tile::Wall, if mask != 255 && beside == 0 { side::NW } else { beside }, false)
        }
        Art::Water(mask) => (Tile::Water, mask & STRAIGHT, false),
        Art::Waves => (Tile::Water, STRAIGHT, true),
        Art::Bridge(Axis::EastWest) => (Tile::Bridge, side::E | side::W, false),
        Art::Bridge(Axis::NorthSouth) => (Tile::Bridge, side::N | side::S, false),
        _ => return None,
    })
}
