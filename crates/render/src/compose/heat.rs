//! [`heat()`]: values over a map, as colours with a scale.

use super::legend::Ink;
use super::{Plan, tiles, with_plan};
use crate::band;
use crate::compose::scale::Scale;
use crate::error::{Error, ErrorKind};
use crate::limits;
use crate::look::Look;
use crate::look::seen;
use crate::scene::{Bounds, Color, Group, Path, Point, Scene, Stroke, pt};
use crate::style::Style;
use crate::style::ramp::{Levels, Ramp};
use crate::text::Font;
use mapwright::{BitGrid, Grid, Map, Pos, Size, outlines};

/// Values of the cells of a map, for [`heat()`].
#[derive(Clone, Copy, Debug)]
pub struct HeatLayer<'a> {
    /// Name of the values: `Distance from the start`.
    pub title: &'a str,
    /// Unit of the values: `steps`; empty if they have none.
    pub unit: &'a str,
    /// One value per cell; `None` for cells without one.
    pub cells: &'a Grid<Option<u32>>,
}

/// Opacity of the colours over tiles, so that the tiles show through.
const TILE_OPACITY: f32 = 0.72;
/// Maps with more cells than this are drawn without hatching.
const MAX_HATCHED_AREA: usize = 1 << 17;
/// Overlap between neighbouring colours, in squares; hides the seam between them.
const OVERLAP: f32 = 0.02;

/// Draws a map with values as colours on its floor, and a scale below it.
///
/// The map is drawn as the look says, but paler and without furniture. Room numbers are drawn only
/// if the look asks for them. Walls, doors and entities are drawn above the colours. The scale has
/// at most 32 colours. In the player view, hidden cells have no colour and do not count for the
/// scale.
///
/// ```
/// use mapwright::{Grid, Map};
/// use mapwright_render::{HeatLayer, Look, heat};
/// let map = Map::from_ascii("#####\n#...#\n#####")?;
/// let cells = (0..15).map(|cell| (6..9).contains(&cell).then(|| cell - 6)).collect();
/// let cells = Grid::from_cells(map.size(), cells).ok_or("as many cells as the map has")?;
/// let steps = HeatLayer { title: "Distance from the left", unit: "steps", cells: &cells };
/// let mut picture = Vec::new();
/// heat(&map, &Look::default(), &steps)?.write_png(20, &mut picture)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn heat(map: &Map, look: &Look, values: &HeatLayer<'_>) -> Result<Scene, Error> {
    if !look.is_tiles() {
        limits::drawn(map.size())?;
    }
    if values.cells.size() != map.size() {
        let message = format!("the heat layer has {} cells, but the map has {}", values.cells.size(), map.size());
        return Err(Error::new(ErrorKind::Invalid, message));
    }
    let calm = calm_look(look, map.size());
    let ramp = Ramp::under(&calm.style);
    let (mut scene, levels) = match look.is_tiles() {
        true => over_tiles(map, look, values.cells, ramp)?,
        false => with_plan(map, &calm, |plan: &Plan<'_>| over_drawing(plan, values.cells, ramp))?,
    };
    let over = (look.style.colors.floor, if look.is_tiles() { TILE_OPACITY } else { 1.0 });
    let letters = ((scene.bounds.width() * scene.bounds.height()).sqrt() * 0.016).max(0.75);
    let scale = Scale { title: values.title, unit: values.unit, levels, ramp, over, letters };
    add_scale(&mut scene, &scale, &look.style);
    Ok(scene)
}

/// Layers drawn below the colours.
const BELOW: [&str; 4] = ["hatch", "shadow", "floor", "themes"];

fn over_drawing(plan: &Plan<'_>, cells: &Grid<Option<u32>>, ramp: Ramp) -> (Scene, Option<Levels>) {
    let mut scene = plan.scene();
    let values = open_cells(plan.map, cells);
    let levels = Levels::of(values.cells().iter().flatten().copied());
    let mut group = Group { clip: Some(plan.floor.path.clone()), ..Group::named("heat") };
    let value = |part: Pos| under_walls(plan.map, &values, part);
    for (color, path) in levels.iter().flat_map(|levels| color_paths(plan.map, PARTS_PER_SIDE, levels, ramp, value)) {
        group.shape(path, Some(color), Some(Stroke::new(color, 2.0 * OVERLAP).sharp()));
    }
    let at = scene.layers.iter().position(|layer| !BELOW.contains(&layer.name)).unwrap_or(scene.layers.len());
    scene.layers.insert(at, group);
    (scene, levels)
}

fn over_tiles(map: &Map, look: &Look, cells: &Grid<Option<u32>>, ramp: Ramp) -> Result<(Scene, Option<Levels>), Error> {
    let mut scene = tiles::scene(map, look)?;
    let map = seen(map, look);
    let mut values = open_cells(&map, cells);
    let levels = Levels::of(values.cells().iter().flatten().copied());
    // Doors are recognised by their own colours.
    for (value, tile) in values.cells_mut().iter_mut().zip(map.tiles.cells()) {
        *value = value.filter(|_| !tile.is_door());
    }
    let mut group = Group::named("heat");
    for (color, path) in levels.iter().flat_map(|levels| color_paths(&map, 1, levels, ramp, |pos| values[pos])) {
        group.fill(path, color.faded(TILE_OPACITY));
    }
    scene.layers.push(group);
    scene.bounds = scene.bounds.grown(look.margin);
    scene.paper = if look.layers.has("paper") { look.style.colors.paper } else { scene.paper };
    Ok((scene, levels))
}

/// Returns the look with less on the paper: no decorations, and paler colours for everything but
/// the floor.
fn calm_look(look: &Look, size: Size) -> Look {
    let mut calm = look.clone();
    let colors = &mut calm.style.colors;
    let pale = |color: Color, to: Color| Color { a: color.a, ..color.toward(to, 0.6) };
    (colors.hatch, colors.hatch_ground) = (pale(colors.hatch, colors.paper), pale(colors.hatch_ground, colors.paper));
    (colors.water, colors.water_deep) = (pale(colors.water, colors.floor), pale(colors.water_deep, colors.floor));
    colors.shadow = colors.shadow.faded(0.4);
    colors.floor_shade = colors.floor;
    // Mid-tone lines would disappear on some of the colours.
    let legible = |color: Color| match color.lightness() {
        60..200 => color.toward(Color::rgb(0, 0, 0), 0.75),
        _ => color,
    };
    (colors.wall, colors.line) = (legible(colors.wall), legible(colors.line));
    colors.grid = colors.wall.faded(0.25);
    // Strokes finer than a pixel would only make the file larger.
    let strokes = (size.area() > MAX_HATCHED_AREA).then_some("hatch");
    for layer in ["decorations", "themes"].into_iter().chain(strokes) {
        calm.layers = calm.layers.without(layer).expect("a layer of that name");
    }
    calm.furnish = false;
    calm.numbers = Some(look.numbers.unwrap_or(false));
    calm
}

/// Returns the values of the cells that are open on this map. The player map has fewer of them.
fn open_cells(map: &Map, cells: &Grid<Option<u32>>) -> Grid<Option<u32>> {
    let mut values = cells.clone();
    for (value, &tile) in values.cells_mut().iter_mut().zip(map.tiles.cells()) {
        *value = value.filter(|_| band::is_open(tile));
    }
    values
}

/// Parts along each side of a cell.
const PARTS_PER_SIDE: i32 = 2;

/// Returns the value of one part of a cell.
///
/// Colours continue under adjacent walls, because the round walls of caves leave a little of their
/// cells to the floor. Each quarter of a wall takes the value of a cell it touches, so that a thin
/// wall separates the values on its two sides.
fn under_walls(map: &Map, values: &Grid<Option<u32>>, part: Pos) -> Option<u32> {
    let pos = Pos::new(part.x / PARTS_PER_SIDE, part.y / PARTS_PER_SIDE);
    if values[pos].is_some() || band::is_open(map.tiles[pos]) {
        return values[pos];
    }
    let (x, y) = (2 * (part.x % PARTS_PER_SIDE) - 1, 2 * (part.y % PARTS_PER_SIDE) - 1);
    let beside = |(x, y): (i32, i32)| values.get(pos + Pos::new(x, y)).copied().flatten();
    [(x, 0), (0, y), (x, y)].into_iter().find_map(beside)
}

/// Returns one path per colour, made of its cells or parts of cells.
fn color_paths(
    map: &Map,
    parts: i32,
    levels: &Levels,
    ramp: Ramp,
    value: impl Fn(Pos) -> Option<u32>,
) -> Vec<(Color, Path)> {
    let size = Size::new(map.size().width * parts, map.size().height * parts);
    let mut sets = vec![BitGrid::new(size); levels.count];
    for pos in size.rect().positions() {
        if let Some(value) = value(pos) {
            sets[levels.level(value)].insert(pos);
        }
    }
    let wash = |(level, set): (usize, BitGrid)| {
        let mut path = Path::new();
        for line in outlines(&set) {
            let line: Vec<Point> = line.into_iter().map(|pos| Point::from(pos) * (1.0 / parts as f32)).collect();
            path.append(&Path::polygon(&line));
        }
        (levels.color(level, ramp), path)
    };
    sets.into_iter().enumerate().map(wash).filter(|(_, path)| !path.is_empty()).collect()
}

/// Adds the scale below the picture and extends the picture to hold it.
fn add_scale(scene: &mut Scene, scale: &Scale<'_>, style: &Style) {
    let (letters, edge) = (scale.letters, 0.8 * scale.letters);
    let missing = 16.0 * letters + 2.0 * edge - scene.bounds.width();
    if missing > 0.0 {
        let Bounds { from, to } = &mut scene.bounds;
        (from.x, to.x) = (from.x - missing / 2.0, to.x + missing / 2.0);
    }
    let width = (scene.bounds.width() - 2.0 * edge).min(28.0 * letters);
    let at = pt(scene.bounds.from.x + edge, scene.bounds.to.y);
    let mut font = Font::of(style.text.font);
    let group = scale.draw(at, width, &Ink::on_paper(style), &mut font);
    scene.layers.push(group);
    scene.bounds.to.y += scale.height() + edge;
}

#[cfg(test)]
mod tests;
