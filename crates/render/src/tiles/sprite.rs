//! [`Sprites`]: the pixels of every tile.
//!
//! Shapes are rectangles on a grid of 16 by 16, at every tile size. They are rounded to whole
//! pixels symmetrically, so that nothing is blurred and symmetric shapes stay symmetric.

use crate::band::{Axis, Band, axis, is_open, side};
use crate::style::palette::{Hue, Ink, Tone};
use crate::tiles::art::{self, Art};
use mapwright::Tile;

/// Minimum tile size in pixels for shapes; smaller tiles are plain squares.
const MIN_SHAPES: i32 = 4;
/// Minimum tile size for lines between floor tiles.
const MIN_LINES: i32 = 6;
/// Minimum tile size for rims of things.
const MIN_RIMS: i32 = 8;
/// Minimum tile size for bricks in walls.
const MIN_BRICKS: i32 = 16;

/// Cache of the pixels of every tile in the picture, each drawn at its first use.
pub(crate) struct Sprites {
    cell: usize,
    pixels: Vec<u8>,
    /// Start of each sprite, by tile, surroundings and parity.
    starts: Vec<Option<usize>>,
}

impl Sprites {
    pub(crate) fn new(cell: usize) -> Self {
        Sprites { cell, pixels: Vec::new(), starts: vec![None; Tile::ALL.len() << 9] }
    }

    /// Returns the start of the sprite of the tile in this column and row, for [`Sprites::row`].
    pub(crate) fn find(&mut self, band: Band<'_>, x: usize, y: usize) -> usize {
        let tile = band.tiles()[x];
        let around = surroundings(band, x, tile);
        let odd = tile == Tile::Water && (x + y) % 2 == 1;
        let key = usize::from(tile.code()) << 9 | usize::from(around) << 1 | usize::from(odd);
        if let Some(start) = self.starts[key] {
            return start;
        }
        let start = self.pixels.len();
        self.pixels.extend(Sprites::of_tile(self.cell, tile, around, odd));
        self.starts[key] = Some(start);
        start
    }

    /// Returns the pixels of a tile in these surroundings, row by row.
    pub(crate) fn of_tile(cell: usize, tile: Tile, around: u8, odd: bool) -> Vec<u8> {
        let mut canvas = Canvas::new(cell, flat(tile, around));
        if canvas.cell >= MIN_SHAPES {
            draw_tile(&mut canvas, tile, around, odd);
        }
        canvas.pixels
    }

    /// Returns one row of pixels of a sprite.
    pub(crate) fn row(&self, start: usize, line: usize) -> &[u8] {
        &self.pixels[start + line * self.cell..][..self.cell]
    }
}

/// Stands for any open corner of a wall: the wall is visible, no matter from which side.
const CORNER: u8 = side::NW;

/// Returns only the neighbours that change the look of a tile, so that few sprites serve a whole
/// map.
fn surroundings(band: Band<'_>, x: usize, tile: Tile) -> u8 {
    const STRAIGHT: u8 = side::N | side::E | side::S | side::W;
    match tile {
        Tile::Void => 0,
        Tile::Wall | Tile::DoorSecret => {
            let open = band.around(x, is_open);
            let beside = open & STRAIGHT;
            if open != 0 && beside == 0 { CORNER } else { beside }
        }
        Tile::Floor | Tile::StairsUp | Tile::StairsDown => {
            let walls = band.around(x, looks_like_wall);
            let beside = walls & (side::N | side::W);
            if beside == 0 { walls & side::NW } else { beside }
        }
        Tile::Water => band.around(x, |tile| matches!(tile, Tile::Water | Tile::Bridge)) & STRAIGHT,
        _ => band.around(x, Tile::is_walkable) & STRAIGHT,
    }
}

/// Returns whether it looks like wall.
fn looks_like_wall(tile: Tile) -> bool {
    matches!(tile, Tile::Wall | Tile::DoorSecret)
}

/// Returns the colour of a tile too small for shapes, which is also the ground below shapes.
fn flat(tile: Tile, around: u8) -> Ink {
    let hue = match tile {
        Tile::Void => Hue::Void,
        Tile::Wall if around == 0 => Hue::Rock,
        Tile::Wall => Hue::Wall,
        Tile::Floor => Hue::Floor,
        Tile::DoorClosed => Hue::Door,
        Tile::DoorOpen => return Hue::Door.tone(Tone::Light),
        Tile::DoorLocked => Hue::Locked,
        Tile::DoorSecret => Hue::Secret,
        Tile::Portcullis => Hue::Portcullis,
        Tile::Water => Hue::Water,
        Tile::Bridge => Hue::Bridge,
        Tile::StairsUp => Hue::StairsUp,
        Tile::StairsDown => Hue::StairsDown,
    };
    hue.pure()
}

fn draw_tile(on: &mut Canvas, tile: Tile, around: u8, odd: bool) {
    match tile {
        Tile::Void => {}
        Tile::Wall => wall(on, around),
        Tile::Floor => floor(on, around),
        Tile::Water => water(on, around, odd),
        Tile::Bridge => bridge(on, axis(around)),
        Tile::StairsUp | Tile::StairsDown => {
            floor(on, around);
            on.draw_art(if tile == Tile::StairsUp { &art::STAIRS_UP } else { &art::STAIRS_DOWN });
        }
        Tile::DoorSecret => {
            wall(on, around);
            on.turn(axis(around));
            on.board([4, 2, 12, 14], Hue::Secret);
        }
        Tile::DoorClosed | Tile::DoorOpen | Tile::DoorLocked | Tile::Portcullis => {
            floor(on, !around & (side::N | side::W));
            on.turn(axis(around));
            door(on, tile);
        }
    }
}

/// Draws stone: a dark top with a rim towards open cells, and a bright face towards the south.
fn wall(on: &mut Canvas, open: u8) {
    if open == 0 {
        on.fill(Hue::Rock.pure());
        return;
    }
    on.fill(Hue::Wall.pure());
    let (rim, face) = (Hue::Wall.tone(Tone::Shade), Hue::Wall.tone(Tone::Light));
    if on.cell >= MIN_RIMS {
        for (bit, from, to) in [(side::N, [0, 0], [16, 0]), (side::W, [0, 0], [0, 16]), (side::E, [16, 0], [16, 16])] {
            if open & bit != 0 {
                on.hair(from, to, rim);
            }
        }
    }
    if open & side::S != 0 {
        on.rect([0, 8, 16, 16], face);
        if on.cell >= MIN_BRICKS {
            let joint = Hue::Wall.pure();
            on.hair([0, 12], [16, 12], joint);
            on.hair([4, 8], [4, 12], joint);
            on.hair([12, 12], [12, 16], joint);
        }
    }
}

/// Draws floor: a line to the next tile, and the shadow of a wall above or to the left.
fn floor(on: &mut Canvas, walls: u8) {
    on.fill(Hue::Floor.pure());
    if on.cell >= MIN_LINES {
        on.hair([16, 0], [16, 16], Hue::Floor.tone(Tone::Soft));
        on.hair([0, 16], [16, 16], Hue::Floor.tone(Tone::Soft));
    }
    let shade = Hue::Floor.tone(Tone::Shade);
    if walls & side::N != 0 {
        on.rect([0, 0, 16, 3], shade);
    }
    if walls & side::W != 0 {
        on.rect([0, 0, 2, 16], shade);
    }
    if walls & side::NW != 0 {
        on.rect([0, 0, 2, 3], shade);
    }
}

/// Draws water: darker along its bank, with short waves that alternate from tile to tile.
fn water(on: &mut Canvas, wet: u8, odd: bool) {
    let (wave, bank) = (Hue::Water.tone(Tone::Light), Hue::Water.tone(Tone::Shade));
    if wet & side::N == 0 {
        on.rect([0, 0, 16, 3], bank);
    }
    if wet & side::W == 0 {
        on.rect([0, 0, 2, 16], bank);
    }
    if odd {
        on.hair([3, 6], [9, 6], wave);
    } else {
        on.hair([7, 11], [14, 11], wave);
    }
}

/// Draws planks across the passage, with a rail on both sides.
fn bridge(on: &mut Canvas, axis: Axis) {
    on.turn(axis);
    let (cell, thin) = (on.cell, on.thin());
    let planks = (cell / 4).clamp(1, 4);
    for plank in 1..=planks {
        let end = plank * cell / planks;
        on.block([end - thin, 0, end, cell], Hue::Bridge.tone(Tone::Shade));
    }
    let rail = Hue::Bridge.tone(if cell < MIN_RIMS { Tone::Shade } else { Tone::Deep });
    on.hair([0, 0], [16, 0], rail);
    on.hair([0, 16], [16, 16], rail);
}

/// Draws a board across the passage, seen from above, between two posts.
fn door(on: &mut Canvas, tile: Tile) {
    let hue = match tile {
        Tile::DoorOpen => {
            on.board([4, 0, 12, 4], Hue::Door);
            on.board([4, 12, 12, 16], Hue::Door);
            return;
        }
        Tile::Portcullis => return grating(on),
        Tile::DoorLocked => Hue::Locked,
        _ => Hue::Door,
    };
    on.board([4, 0, 12, 16], hue);
    on.board([3, 0, 13, 2], Hue::Wall);
    on.board([3, 14, 13, 16], Hue::Wall);
    if tile == Tile::DoorLocked && on.cell >= MIN_RIMS {
        on.rect([6, 6, 10, 10], Hue::Key.pure());
    }
}

/// Draws bars along the passage, held by a rail across it.
fn grating(on: &mut Canvas) {
    let cell = on.cell;
    let bars = if cell < MIN_RIMS { 2 } else { 4 };
    let [left, right] = [4, 12].map(|at| on.pixel(at));
    let thick = (cell / 8).max(1);
    on.rect([7, 0, 9, 16], Hue::Portcullis.tone(Tone::Shade));
    for bar in 0..bars {
        let top = bar * cell / bars + (cell / bars - thick) / 2;
        on.block([left, top, right, top + thick], Hue::Portcullis.tone(Tone::Deep));
    }
}

/// A square of pixels.
struct Canvas {
    cell: i32,
    turned: bool,
    pixels: Vec<u8>,
}

impl Canvas {
    fn new(cell: usize, ground: Ink) -> Self {
        Canvas { cell: cell as i32, turned: false, pixels: vec![ground.0; cell * cell] }
    }

    /// Rotates the following shapes, which are designed for a passage from left to right, to this
    /// axis.
    fn turn(&mut self, axis: Axis) {
        self.turned = axis == Axis::NorthSouth;
    }

    fn fill(&mut self, ink: Ink) {
        self.pixels.fill(ink.0);
    }

    /// Fills a rectangle from left and top to right and bottom, in sixteenths.
    fn rect(&mut self, corners: [i32; 4], ink: Ink) {
        self.block(corners.map(|at| self.pixel(at)), ink);
    }

    /// Fills a rectangle, with a dark line on its left and right side if there is space.
    fn board(&mut self, corners: [i32; 4], hue: Hue) {
        let [left, top, right, bottom] = corners.map(|at| self.pixel(at));
        let rim = if self.cell < MIN_RIMS { 0 } else { self.thin() };
        self.block([left, top, right, bottom], hue.tone(Tone::Deep));
        self.block([left + rim, top, right - rim, bottom], hue.pure());
    }

    /// Draws a picture in the middle.
    fn draw_art(&mut self, art: &Art) {
        let cell = self.cell as usize;
        if let Some((side, margin)) = art::side(cell) {
            for line in 0..side {
                art.draw(line, side, &mut self.pixels[(margin + line) * cell + margin..]);
            }
        }
    }

    /// Draws the thinnest visible line between two points in one row or column; 16 is the last row
    /// or column of the tile.
    fn hair(&mut self, from: [i32; 2], to: [i32; 2], ink: Ink) {
        let thin = self.thin();
        let [left, top] = from.map(|at| self.pixel(at).min(self.cell - thin));
        let [right, bottom] = to.map(|at| self.pixel(at));
        self.block([left, top, right.max(left + thin), bottom.max(top + thin)], ink);
    }

    fn thin(&self) -> i32 {
        (self.cell / 16).max(1)
    }

    /// Returns the pixel at which a sixteenth begins, rounded symmetrically.
    fn pixel(&self, at: i32) -> i32 {
        if at <= 8 { (at * self.cell + 8) / 16 } else { self.cell - ((16 - at) * self.cell + 8) / 16 }
    }

    fn block(&mut self, [left, top, right, bottom]: [i32; 4], ink: Ink) {
        let [left, top, right, bottom] =
            if self.turned { [top, left, bottom, right] } else { [left, top, right, bottom] };
        for row in self.pixels.chunks_mut(self.cell as usize).take(bottom as usize).skip(top as usize) {
            row[left as usize..right as usize].fill(ink.0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounding_is_symmetric() {
        for cell in 1..=256 {
            let canvas = Canvas::new(cell, Hue::Void.pure());
            let cell = cell as i32;
            assert_eq!((canvas.pixel(0), canvas.pixel(16)), (0, cell));
            for at in (0..=16).filter(|at| *at != 8) {
                assert_eq!(canvas.pixel(at) + canvas.pixel(16 - at), cell, "{at}/16 of {cell}");
                assert!(at == 0 || canvas.pixel(at) >= canvas.pixel(at - 1));
            }
        }
    }

    #[test]
    fn every_tile_can_be_drawn_at_every_size_in_all_surroundings() {
        for cell in (1..=40).chain([256]) {
            for (tile, _) in Tile::ALL {
                for around in [0, side::N, side::N | side::S, side::E | side::W, side::NW, 0xff] {
                    for odd in [false, true] {
                        draw_tile(&mut Canvas::new(cell, flat(tile, around)), tile, around, odd);
                    }
                }
            }
        }
    }
}
