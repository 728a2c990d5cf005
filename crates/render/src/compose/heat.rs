//! [`heat()`]: numbers over a map, as colours with a scale.

use super::legend::Ink;
use super::{Plan, planned, tiles};
use crate::band;
use crate::error::{Error, ErrorKind};
use crate::limits;
use crate::look::Look;
use crate::ramp::{Levels, Ramp};
use crate::scale::Scale;
use crate::scene::{Bounds, Color, Group, Path, Point, Scene, Stroke, pt};
use crate::style::Style;
use crate::text::Font;
use crate::view::seen;
use mapwright::{BitGrid, Grid, Map, Pos, Size, outlines};

/// Numbers of the cells of a map.
#[derive(Clone, Copy, Debug)]
pub struct HeatLayer<'a> {
    /// What they are: `Distance from the start`.
    pub title: &'a str,
    /// In what they are counted: `steps`; empty if it is nothing that has a name.
    pub unit: &'a str,
    /// One for every cell that has any.
    pub cells: &'a Grid<Option<u32>>,
}

/// Where tiles are drawn, so much of the colours is seen: what stands there must show through.
const OVER_TILES: f32 = 0.72;
/// Larger maps have no strokes around their floor.
const LARGE: usize = 1 << 17;
/// Colours reach so far under their neighbours, so that nothing shines through between them.
const LAP: f32 = 0.02;

/// The map with numbers as colours on its floor, and a scale below it that says what they stand for.
///
/// The map is drawn as the look says, only paler and without furniture, and rooms have their numbers only where that is asked for. Walls,
/// doors and whoever is there stay above the colours. At most 32 colours are told apart. What players do not see has no colour for
/// them, and does not count for the scale.
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
        let message = format!("{} cells of heat do not belong to a map of {}", values.cells.size(), map.size());
        return Err(Error::new(ErrorKind::Invalid, message));
    }
    let calm = calm(look, map.size());
    let ramp = Ramp::under(&calm.style);
    let (mut scene, levels) = match look.is_tiles() {
        true => over_tiles(map, look, values.cells, ramp)?,
        false => planned(map, &calm, |plan: &Plan<'_>| over_drawing(plan, values.cells, ramp)),
    };
    let over = (look.style.colors.floor, if look.is_tiles() { OVER_TILES } else { 1.0 });
    let letters = ((scene.bounds.width() * scene.bounds.height()).sqrt() * 0.016).max(0.75);
    let scale = Scale { title: values.title, unit: values.unit, levels, ramp, over, letters };
    put_below(&mut scene, &scale, &look.style);
    Ok(scene)
}

/// What lies below the colours.
const BELOW: [&str; 4] = ["hatch", "shadow", "floor", "themes"];

fn over_drawing(plan: &Plan<'_>, cells: &Grid<Option<u32>>, ramp: Ramp) -> (Scene, Option<Levels>) {
    let mut scene = plan.scene();
    let values = open_cells(plan.map, cells);
    let levels = Levels::of(values.cells().iter().flatten().copied());
    let mut group = Group { clip: Some(plan.floor.path.clone()), ..Group::named("heat") };
    let value = |part: Pos| under_walls(plan.map, &values, part);
    for (color, path) in levels.iter().flat_map(|levels| washes(plan.map, PARTS, levels, ramp, value)) {
        group.shape(path, Some(color), Some(Stroke::new(color, 2.0 * LAP).sharp()));
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
    // Doors are told by their colours.
    for (value, tile) in values.cells_mut().iter_mut().zip(map.tiles.cells()) {
        *value = value.filter(|_| !tile.is_door());
    }
    let mut group = Group::named("heat");
    for (color, path) in levels.iter().flat_map(|levels| washes(&map, 1, levels, ramp, |pos| values[pos])) {
        group.fill(path, color.faded(OVER_TILES));
    }
    scene.layers.push(group);
    scene.bounds = scene.bounds.grown(look.margin);
    scene.paper = if look.layers.has("paper") { look.style.colors.paper } else { scene.paper };
    Ok((scene, levels))
}

/// The same look with less on the paper: whatever is only decoration goes, and what is not floor turns pale.
fn calm(look: &Look, size: Size) -> Look {
    let mut calm = look.clone();
    let colors = &mut calm.style.colors;
    let pale = |color: Color, to: Color| Color { a: color.a, ..color.toward(to, 0.6) };
    (colors.hatch, colors.hatch_ground) = (pale(colors.hatch, colors.paper), pale(colors.hatch_ground, colors.paper));
    (colors.water, colors.water_deep) = (pale(colors.water, colors.floor), pale(colors.water_deep, colors.floor));
    colors.shadow = colors.shadow.faded(0.4);
    colors.floor_shade = colors.floor;
    // Lines that are neither dark nor light would be lost on some of the colours.
    let firm = |color: Color| match color.lightness() {
        60..200 => color.toward(Color::rgb(0, 0, 0), 0.75),
        _ => color,
    };
    (colors.wall, colors.line) = (firm(colors.wall), firm(colors.line));
    colors.grid = colors.wall.faded(0.25);
    // Strokes that are finer than a pixel only make the file large.
    let strokes = (size.area() > LARGE).then_some("hatch");
    for layer in ["decorations", "themes"].into_iter().chain(strokes) {
        calm.layers = calm.layers.without(layer).expect("a layer of that name");
    }
    calm.furnish = false;
    calm.numbers = Some(look.numbers.unwrap_or(false));
    calm
}

/// The numbers of those cells that are open on this map: on the players' there are fewer.
fn open_cells(map: &Map, cells: &Grid<Option<u32>>) -> Grid<Option<u32>> {
    let mut values = cells.clone();
    for (value, &tile) in values.cells_mut().iter_mut().zip(map.tiles.cells()) {
        *value = value.filter(|_| band::is_open(tile));
    }
    values
}

/// How many parts a side of a cell has.
const PARTS: i32 = 2;

/// Colours go on under the walls beside them: those of caves are round, and leave a little of their cells to the floor. A quarter of a wall
/// has the number of a cell that it touches, so that thin walls part what lies on their two sides.
fn under_walls(map: &Map, values: &Grid<Option<u32>>, part: Pos) -> Option<u32> {
    let pos = Pos::new(part.x / PARTS, part.y / PARTS);
    if values[pos].is_some() || band::is_open(map.tiles[pos]) {
        return values[pos];
    }
    let (x, y) = (2 * (part.x % PARTS) - 1, 2 * (part.y % PARTS) - 1);
    let beside = |(x, y): (i32, i32)| values.get(pos + Pos::new(x, y)).copied().flatten();
    [(x, 0), (0, y), (x, y)].into_iter().find_map(beside)
}

/// The cells of every colour, or parts of them, as one path each.
fn washes(
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

/// Puts the scale below everything else; the picture grows for it.
fn put_below(scene: &mut Scene, scale: &Scale<'_>, style: &Style) {
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
