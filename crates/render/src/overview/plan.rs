//! [`Plan`]: a map drawn so small that only its shape is left.

use crate::band;
use crate::ground::Grounds;
use crate::look::Look;
use crate::scene::{Bounds, Color, Group, Path, Point, Stroke, pt};
use crate::style::Style;
use mapwright::{BitGrid, Grid, Map, Pos, Size, Tile, outlines};

/// Maximum cells per side. Larger maps are drawn in blocks, because more detail would be invisible.
const MAX_SIDE: i32 = 300;

/// Content of a cell of the plan: what most of its block of the map is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Block {
    Rock,
    Floor,
    Water,
    Door,
}

/// A map in its frame.
pub(crate) struct Plan {
    blocks: Grid<Block>,
    /// Grounds of the map, and the cells per side of a block.
    grounds: Option<(Grounds, i32)>,
    /// Map cells per side of a block.
    step: i32,
    /// Position of the map's corner, and size of one of its cells.
    from: Point,
    pub(super) scale: f32,
    /// Area the plan may fill.
    pub(super) frame: Bounds,
}

impl Plan {
    /// Returns the plan of a map, centred in a frame.
    pub(crate) fn of(map: &Map, frame: Bounds) -> Plan {
        let Size { width, height } = map.size();
        let step = (width.max(height) + MAX_SIDE - 1) / MAX_SIDE;
        let blocks = |cells: i32| (cells + step - 1) / step;
        let size = Size::new(blocks(width), blocks(height));
        let block = |at: Pos| block(map, at, step);
        let cells = size.rect().positions().map(block).collect();
        let blocks = Grid::from_cells(size, cells).expect("a block for every place");
        // Small maps are not enlarged to the size of large ones.
        let scale = (frame.width() / width as f32).min(frame.height() / height as f32).min(0.3);
        let from = frame.center() - pt(width as f32, height as f32) * (scale / 2.0);
        let grounds = Grounds::of(map).map(|grounds| (grounds, step));
        Plan { blocks, grounds, step, from, scale, frame }
    }

    /// Returns the position of a point of the map.
    pub(super) fn place(&self, p: Point) -> Point {
        self.from + p * self.scale
    }

    fn outline(&self, is_in: impl Fn(Pos) -> bool) -> Path {
        let set = BitGrid::from_fn(self.blocks.size(), is_in);
        let mut path = Path::new();
        for line in outlines(&set) {
            let line: Vec<Point> =
                line.into_iter().map(|pos| self.place(Point::from(pos) * self.step as f32)).collect();
            path.append(&Path::polygon(&line));
        }
        path
    }

    /// Draws floor and walls, each into its group.
    pub(crate) fn draw(&self, style: &Style, danger: f32, look: &Look, [floors, walls]: [&mut Group; 2]) {
        let colors = &style.colors;
        let floor = self.outline(|pos| self.blocks[pos] != Block::Rock);
        floors.fill(floor.clone(), colors.floor);
        if let Some((grounds, step)) = self.grounds.as_ref().filter(|_| look.layers.has("themes")) {
            for (number, ground) in (1..).zip(&grounds.all) {
                let Some(tint) = ground.tint else { continue };
                let is_in = |pos: Pos| {
                    self.blocks[pos] != Block::Rock && grounds.number(Pos::new(pos.x * step, pos.y * step)) == number
                };
                floors.fill(self.outline(is_in), tint.faded(style.themes.tint));
            }
        }
        if look.layers.has("water") {
            floors.fill(self.outline(|pos| self.blocks[pos] == Block::Water), colors.water_deep);
        }
        let color = colors.wall.toward(colors.danger, danger);
        // As wide as in other pictures, but never too thin to see.
        let width = (2.2 * style.walls.width * self.scale).clamp(0.03, 0.07);
        walls.stroke(floor, Stroke::new(color, width).sharp());
        let doors = self.blocks.cells().iter().zip(self.blocks.size().rect().positions());
        let doors = doors.filter(|(block, _)| **block == Block::Door).map(|(_, pos)| self.leaf(pos)).collect();
        walls.lines(doors, Stroke::new(color, width));
    }

    /// Returns the line of a door across its passage.
    fn leaf(&self, pos: Pos) -> [Point; 2] {
        let is_open =
            |x: i32, y: i32| self.blocks.get(Pos::new(pos.x + x, pos.y + y)).is_some_and(|b| *b != Block::Rock);
        let across = usize::from(is_open(-1, 0)) + usize::from(is_open(1, 0));
        let along = usize::from(is_open(0, -1)) + usize::from(is_open(0, 1));
        let [from, to] = if across >= along { [pt(0.5, 0.0), pt(0.5, 1.0)] } else { [pt(0.0, 0.5), pt(1.0, 0.5)] };
        [from, to].map(|p| self.place((Point::from(pos) + p) * self.step as f32))
    }
}

/// Returns the colour around the floor of a plan: the paper with the wash that is below the
/// hatching elsewhere.
pub(crate) fn ground(style: &Style) -> Color {
    let wash = style.colors.hatch_ground;
    style.colors.paper.toward(wash, f32::from(wash.a) / 255.0)
}

/// Returns the content of a block of the map. A block that is half open counts as open, so thin
/// walls disappear first: floor matters more.
fn block(map: &Map, at: Pos, step: i32) -> Block {
    let tile = |tile: Tile| match tile {
        Tile::Water => Block::Water,
        tile if tile.is_door() => Block::Door,
        tile if band::is_open(tile) => Block::Floor,
        _ => Block::Rock,
    };
    if step == 1 {
        return tile(map.tiles[at]);
    }
    let cells = mapwright::Rect::new(at.x * step, at.y * step, step, step).intersection(map.size().rect());
    let (mut open, mut wet) = (0, 0);
    for pos in cells.positions() {
        let block = tile(map.tiles[pos]);
        open += i32::from(block != Block::Rock);
        wet += i32::from(block == Block::Water);
    }
    match (2 * open >= cells.width * cells.height, 2 * wet > open) {
        (false, _) => Block::Rock,
        (true, true) => Block::Water,
        (true, false) => Block::Floor,
    }
}
