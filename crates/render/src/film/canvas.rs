//! [`Canvas`]: the current frame and its difference to the frame before.

use super::inks::{self, Ground, Ink, UNCHANGED, WARMEST};
use crate::band::is_open;
use mapwright::trace::{Cell, Thing};
use mapwright::{Dir, Grid, Pos, Size, Tile};

/// Minimum cell size in pixels at which doors, stairs and things have shapes; below, they fill
/// their tile.
const MIN_SHAPE_CELL: i32 = 4;

/// Minimum side of the walker, in pixels.
const MIN_WALKER_SIDE: i32 = 7;

/// The changed rectangle of a frame; some of its pixels may be unchanged.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Patch {
    pub(super) left: u32,
    pub(super) top: u32,
    pub(super) width: u32,
    pub(super) height: u32,
    pub(super) pixels: Vec<Ink>,
    /// Display time of the frame, in hundredths of a second.
    pub(super) hundredths: u16,
}

/// The current frame.
pub(super) struct Canvas {
    size: Size,
    cell: i32,
    width: usize,
    pixels: Vec<Ink>,
    /// Pixels on screen after the last patch.
    shown: Vec<Ink>,
    /// Cells as last drawn; `None` before the first frame.
    cells: Option<Grid<Cell>>,
    /// Remaining glow of each cell, and the cells that still glow.
    warmth: Grid<u8>,
    warm: Vec<Pos>,
    walker: Option<Pos>,
    /// Areas drawn since the last patch: left, top, right, bottom.
    drawn: Vec<[usize; 4]>,
}

impl Canvas {
    pub(super) fn new(size: Size, cell: u32, (width, height): (u32, u32)) -> Canvas {
        let area = width as usize * height as usize;
        Canvas {
            size,
            cell: cell as i32,
            width: width as usize,
            pixels: vec![inks::paper()[0]; area],
            shown: vec![UNCHANGED; area],
            cells: None,
            warmth: Grid::new(size, 0),
            warm: Vec::new(),
            walker: None,
            drawn: vec![[0, 0, width as usize, height as usize]],
        }
    }

    /// Draws the cells at a moment. Cells that changed since the last frame glow, and fade from
    /// frame to frame.
    pub(super) fn draw(&mut self, cells: &Grid<Cell>, walker: Option<Pos>) {
        self.update(cells, walker, WARMEST);
    }

    /// Draws the final cells, without glow and walker.
    pub(super) fn finish(&mut self, cells: &Grid<Cell>) {
        self.update(cells, None, 0);
    }

    fn update(&mut self, cells: &Grid<Cell>, walker: Option<Pos>, warmest: u8) {
        let mut redraw: Vec<Pos> = self.warm.clone();
        // The cells the walker covered.
        redraw.extend(self.walker.into_iter().flat_map(|pos| around(pos, self.reach())));
        self.walker = walker.filter(|&pos| self.size.contains(pos));
        for &pos in &self.warm {
            self.warmth[pos] = self.warmth[pos].saturating_sub(1).min(warmest);
        }
        match &mut self.cells {
            None => {
                self.cells = Some(cells.clone());
                redraw = self.size.rect().positions().collect();
            }
            Some(before) => {
                let all = self.size.rect().positions().zip(before.cells_mut()).zip(cells.cells());
                for ((pos, before), now) in all.filter(|((_, before), now)| before != now) {
                    *before = *now;
                    self.warmth[pos] = warmest;
                    self.warm.push(pos);
                    // Walls around it may have become visible, and doors may change direction.
                    redraw.extend(around(pos, 1));
                }
            }
        }
        self.warm.retain(|&pos| self.warmth[pos] > 0);
        redraw.sort_unstable_by_key(|pos| (pos.y, pos.x));
        redraw.dedup();
        redraw.retain(|&pos| self.size.contains(pos));
        for pos in redraw {
            self.draw_cell(cells, pos);
        }
        if let Some(pos) = self.walker {
            self.draw_walker(pos);
        }
    }

    /// Returns how many cells the walker covers on each side of its own.
    fn reach(&self) -> i32 {
        (walker_side(self.cell) - self.cell + 2 * self.cell - 1) / (2 * self.cell)
    }

    /// Draws the walker: a disc with a rim, larger than its cell if cells are small.
    fn draw_walker(&mut self, pos: Pos) {
        let side = walker_side(self.cell);
        let middle = |at: i32| at * self.cell + (self.cell - side) / 2;
        let (left, top) = (middle(pos.x), middle(pos.y));
        let (right, bottom) = (self.size.width * self.cell, self.size.height * self.cell);
        for (x, y) in (0..side).flat_map(|y| (0..side).map(move |x| (x, y))) {
            let inside = (0..right).contains(&(left + x)) && (0..bottom).contains(&(top + y));
            if inside && is_in_disc(x, y, side, 100) {
                let ink = inks::walker()[usize::from(!is_in_disc(x, y, side, 68))];
                self.pixels[(top + y) as usize * self.width + (left + x) as usize] = ink;
            }
        }
        let part = [left.max(0), top.max(0), (left + side).min(right), (top + side).min(bottom)];
        self.drawn.push(part.map(|side| side as usize));
    }

    fn draw_cell(&mut self, cells: &Grid<Cell>, pos: Pos) {
        let cell = self.cell;
        let look = Look {
            ground: ground(cells, pos),
            shape: shape(cells, pos),
            thing: cells[pos].thing(),
            warmth: self.warmth[pos],
        };
        let (left, top) = ((pos.x * cell) as usize, (pos.y * cell) as usize);
        for y in 0..cell {
            let row = (top + y as usize) * self.width + left;
            for (x, pixel) in (0..cell).zip(&mut self.pixels[row..row + cell as usize]) {
                *pixel = look.pixel(x, y, cell);
            }
        }
        self.drawn.push([left, top, left + cell as usize, top + cell as usize]);
    }

    /// Sets the pixels of an area, row by row.
    pub(super) fn set(&mut self, [left, top, right, bottom]: [usize; 4], ink: impl Fn(usize, usize) -> Ink) {
        for y in top..bottom {
            for x in left..right {
                self.pixels[y * self.width + x] = ink(x - left, y - top);
            }
        }
        self.drawn.push([left, top, right, bottom]);
    }

    /// Returns the changes since the last patch.
    pub(super) fn patch(&mut self, hundredths: u16) -> Patch {
        let width = self.width;
        let mut bounds: Option<[usize; 4]> = None;
        for &[left, top, right, bottom] in &self.drawn {
            for y in top..bottom {
                let row = y * width;
                let (now, before) = (&self.pixels[row + left..row + right], &self.shown[row + left..row + right]);
                let Some(first) = now.iter().zip(before).position(|(now, before)| now != before) else { continue };
                let last = now.iter().zip(before).rposition(|(now, before)| now != before).unwrap_or(first);
                let [l, t, r, b] = bounds.unwrap_or([usize::MAX, usize::MAX, 0, 0]);
                bounds = Some([l.min(left + first), t.min(y), r.max(left + last + 1), b.max(y + 1)]);
            }
        }
        self.drawn.clear();
        // A frame has at least one pixel.
        let [left, top, right, bottom] = bounds.unwrap_or([0, 0, 1, 1]);
        let mut pixels = Vec::with_capacity((right - left) * (bottom - top));
        for y in top..bottom {
            let row = y * width + left..y * width + right;
            let (now, before) = (&self.pixels[row.clone()], &mut self.shown[row]);
            pixels.extend(now.iter().zip(&*before).map(|(now, before)| if now == before { UNCHANGED } else { *now }));
            before.copy_from_slice(now);
        }
        let [left, top, right, bottom] = [left, top, right, bottom].map(|side| side as u32);
        Patch { left, top, width: right - left, height: bottom - top, pixels, hundredths }
    }
}

/// Returns a cell and its neighbours within this distance.
fn around(pos: Pos, reach: i32) -> impl Iterator<Item = Pos> {
    (-reach..=reach).flat_map(move |y| (-reach..=reach).map(move |x| pos + Pos::new(x, y)))
}

/// Returns the side of the walker in pixels: the side of a cell, but never so small that it gets
/// lost. It has the parity of the cell, to stay centred.
fn walker_side(cell: i32) -> i32 {
    if cell >= MIN_WALKER_SIDE { cell } else { MIN_WALKER_SIDE + (MIN_WALKER_SIDE - cell) % 2 }
}

/// Returns whether a pixel lies in the centred disc that takes this percentage of the side.
fn is_in_disc(x: i32, y: i32, side: i32, percent: i32) -> bool {
    let (dx, dy) = (2 * x + 1 - side, 2 * y + 1 - side);
    10_000 * (dx * dx + dy * dy) <= (percent * side) * (percent * side)
}

/// Shape of a tile on its ground.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    /// Fills the cell.
    Plain,
    /// A leaf across a passage from left to right.
    Vertical,
    /// A leaf across a passage from top to bottom.
    Horizontal,
    /// Treads.
    Steps,
}

fn ground(cells: &Grid<Cell>, pos: Pos) -> Ground {
    match cells[pos].tile() {
        Tile::Void => Ground::Void,
        Tile::Wall => {
            let is_seen = around(pos, 1).any(|pos| cells.get(pos).is_some_and(|cell| is_open(cell.tile())));
            if is_seen { Ground::Wall } else { Ground::Rock }
        }
        Tile::Floor => Ground::Floor,
        Tile::DoorClosed => Ground::Door,
        Tile::DoorOpen => Ground::OpenDoor,
        Tile::DoorLocked => Ground::Locked,
        Tile::DoorSecret => Ground::Secret,
        Tile::Portcullis => Ground::Portcullis,
        Tile::Water => Ground::Water,
        Tile::Bridge => Ground::Bridge,
        Tile::StairsUp | Tile::StairsDown => Ground::Stairs,
    }
}

fn shape(cells: &Grid<Cell>, pos: Pos) -> Shape {
    match cells[pos].tile() {
        Tile::StairsUp | Tile::StairsDown => Shape::Steps,
        tile if tile.is_door() => {
            let walks = |dir: Dir| cells.get(pos.step(dir)).is_some_and(|cell| cell.tile().is_walkable());
            let count = |a: Dir, b: Dir| usize::from(walks(a)) + usize::from(walks(b));
            let across = count(Dir::East, Dir::West) >= count(Dir::North, Dir::South);
            if across { Shape::Vertical } else { Shape::Horizontal }
        }
        _ => Shape::Plain,
    }
}

/// Everything the pixels of a cell depend on.
struct Look {
    ground: Ground,
    shape: Shape,
    thing: Option<Thing>,
    warmth: u8,
}

impl Look {
    fn pixel(&self, x: i32, y: i32, cell: i32) -> Ink {
        let small = cell < MIN_SHAPE_CELL;
        // Offset from the middle, in half pixels.
        let (dx, dy) = (2 * x + 1 - cell, 2 * y + 1 - cell);
        if let Some(thing) = self.thing {
            let is_in = match thing {
                Thing::Start | Thing::Monster => is_in_disc(x, y, cell, 72),
                Thing::Exit | Thing::Key | Thing::Item | Thing::Trap => 100 * (dx.abs() + dy.abs()) <= 85 * cell,
                Thing::Decoration => 100 * dx.abs().max(dy.abs()) <= 50 * cell,
            };
            if small || is_in {
                return inks::mark(thing);
            }
        }
        let is_in = match self.shape {
            _ if small => true,
            Shape::Plain => true,
            Shape::Vertical => 100 * dx.abs() <= 50 * cell,
            Shape::Horizontal => 100 * dy.abs() <= 50 * cell,
            Shape::Steps => 6 * y / cell % 2 == 0,
        };
        if is_in { self.ground.ink(self.warmth) } else { Ground::Floor.ink(self.warmth) }
    }
}
