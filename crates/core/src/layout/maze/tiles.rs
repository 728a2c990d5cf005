//! Conversion of cells and openings to tiles.

use super::passages::{Change, EAST, Link, Passages, SOUTH};
use crate::base::grid::{Rect, Size};
use crate::base::tile::Tile;
use crate::generator::Context;
use crate::map::Map;

/// Positions of the cells: squares of floor, with walls between and around them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    /// Side of a cell.
    cell: i32,
    /// Distance from one cell to the next.
    pitch: i32,
    /// First tile of the first cell.
    left: i32,
    top: i32,
    /// Number of cells.
    pub(super) cells: Size,
}

impl Frame {
    /// Fits as many cells as possible with walls on all sides, centred on the map. Leftover tiles
    /// go to the outer walls.
    pub(super) fn new(size: Size, cell: i32, wall: i32) -> Self {
        let pitch = cell + wall;
        let fit = |side: i32| ((side - wall) / pitch).max(1);
        let start = |side: i32| (side - (fit(side) * pitch - wall)) / 2;
        let cells = Size::new(fit(size.width), fit(size.height));
        Frame { cell, pitch, left: start(size.width), top: start(size.height), cells }
    }

    /// Returns the floor of a cell.
    fn cell(&self, x: usize, y: usize) -> Rect {
        Rect::new(self.left + x as i32 * self.pitch, self.top + y as i32 * self.pitch, self.cell, self.cell)
    }

    /// Returns the wall between two cells.
    fn link(&self, maze: &Passages, link: Link) -> Rect {
        let (x, y) = maze.position(link as usize / 2);
        let cell = self.cell(x, y);
        let wall = self.pitch - self.cell;
        if link & 1 == 0 {
            Rect { x: cell.right(), width: wall, ..cell }
        } else {
            Rect { y: cell.bottom(), height: wall, ..cell }
        }
    }

    /// Lays the whole maze at once.
    pub(super) fn lay(&self, maze: &Passages, map: &mut Map) {
        if self.pitch == 2 {
            return self.lay_narrow(maze, map);
        }
        let stride = map.size().width as usize;
        let (cell, pitch) = (self.cell as usize, self.pitch as usize);
        for y in 0..maze.height() {
            let first = (self.top as usize + y * pitch) * stride;
            let from = first + self.left as usize;
            let tiles = map.tiles.cells_mut();
            for (x, &bits) in maze.row(y).iter().enumerate() {
                let width = if bits & EAST != 0 { pitch } else { cell };
                tiles[from + x * pitch..][..width].fill(Tile::Floor);
            }
            (1..cell).for_each(|down| tiles.copy_within(first..first + stride, first + down * stride));
            let first = first + cell * stride;
            let from = first + self.left as usize;
            for (x, _) in maze.row(y).iter().enumerate().filter(|(_, bits)| **bits & SOUTH != 0) {
                tiles[from + x * pitch..][..cell].fill(Tile::Floor);
            }
            if y + 1 < maze.height() {
                (1..pitch - cell).for_each(|down| tiles.copy_within(first..first + stride, first + down * stride));
            }
        }
    }

    /// Fast path for corridors and walls of one tile: two tiles per cell, many at a time.
    fn lay_narrow(&self, maze: &Passages, map: &mut Map) {
        for y in 0..maze.height() {
            let row = self.top + 2 * y as i32;
            let cells = maze.row(y);
            let mut pairs = |row: i32, pair: fn(u8) -> [Tile; 2]| {
                let tiles = &mut map.tiles.row_mut(row)[self.left as usize..][..2 * cells.len()];
                tiles.as_chunks_mut::<2>().0.iter_mut().zip(cells).for_each(|(tiles, &bits)| *tiles = pair(bits));
            };
            pairs(row, |bits| [Tile::Floor, if bits & EAST != 0 { Tile::Floor } else { Tile::Wall }]);
            pairs(row + 1, |bits| [if bits & SOUTH != 0 { Tile::Floor } else { Tile::Wall }, Tile::Wall]);
        }
    }

    /// Replays the construction of the maze on a map of solid wall.
    pub(super) fn show(&self, maze: &Passages, braids: usize, map: &mut Map, cx: &mut Context<'_>) {
        let log = maze.log();
        // Algorithms that draw walls start from an open space.
        let links = (0..maze.height()).flat_map(|y| (0..maze.width()).map(move |x| (x, y)));
        if matches!(log.first(), Some(Change::Close(_))) {
            for (x, y) in links {
                map.tiles.fill_rect(self.cell(x, y), Tile::Floor);
                let link = 2 * maze.index(x, y) as Link;
                let inside = [(x + 1 < maze.width(), link), (y + 1 < maze.height(), link + 1)];
                for (_, link) in inside.into_iter().filter(|(inside, _)| *inside) {
                    map.tiles.fill_rect(self.link(maze, link), Tile::Floor);
                }
            }
            cx.step("clear", map);
        }
        for (index, &change) in log.iter().enumerate() {
            let label = if index < log.len() - braids { "open" } else { "braid" };
            match change {
                Change::Open(link) => {
                    let (a, b) = maze.ends(link);
                    let [a, b] = [a, b].map(|end| maze.position(end)).map(|(x, y)| self.cell(x, y));
                    // The end that is already open comes first, so that the walker continues from
                    // it.
                    let (from, to) = if map.tiles[a.origin()] == Tile::Floor { (a, b) } else { (b, a) };
                    for rect in [from, self.link(maze, link), to] {
                        fill(rect, Tile::Floor, label, map, cx);
                    }
                }
                Change::Close(link) => fill(self.link(maze, link), Tile::Wall, "wall", map, cx),
            }
        }
    }
}

/// Sets the tiles of the rectangle to this kind and traces the step, unless they have it already.
fn fill(rect: Rect, tile: Tile, label: &'static str, map: &mut Map, cx: &mut Context<'_>) {
    let at = rect.origin();
    if map.tiles[at] == tile {
        return;
    }
    map.tiles.fill_rect(rect, tile);
    cx.step_around(label, at, rect, map);
}
