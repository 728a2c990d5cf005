//! Water with its shores and ripples.

use crate::geometry::area::{Area, bend};
use crate::geometry::contour;
use crate::geometry::field::{FINE, Field, MARGIN};
use crate::geometry::floor::Floor;
use crate::geometry::wobble::Wobble;
use crate::scene::{Path, Point};
use mapwright::{BitGrid, Map, Pos, Seed, Size, Tile};

/// Amount of shallow water on the floor of the picture, besides the deep water on the map.
pub use mapwright::layout::dungeon::Water as WaterLevel;

/// Returns the floor area per basin in squares, and the width of a basin: little water is spread
/// over many small places.
const fn basins(level: WaterLevel) -> (u32, f32) {
    match level {
        WaterLevel::Dry | WaterLevel::Puddles => (40, 1.6),
        WaterLevel::Pools => (90, 2.6),
        WaterLevel::Lakes => (160, 4.0),
        WaterLevel::Flooded => (200, 5.0),
    }
}

/// Noise above which the outermost ripples are drawn.
const MAX_GAP: f32 = 0.5;

/// The water of a picture.
pub(crate) struct Water {
    /// All of the water.
    pub(crate) area: Area,
    /// Water far from the shore.
    pub(crate) deep: Path,
    /// Line between water and floor.
    pub(crate) shore: Path,
    /// Heavier parts of that line.
    pub(crate) heavy: Path,
    /// Lines that follow the shore.
    pub(crate) ripples: Path,
}

impl Water {
    /// Returns the water on the map and on its floor, or `None` if it is dry.
    ///
    /// The water level depends on the known part only, which is a map and the samples on its floor:
    /// pictures for the game master and for players show the same pools, and no pool tells of a
    /// hidden room.
    pub(crate) fn of(
        map: &Map,
        known: (&Map, &Field<bool>),
        floor: &Floor,
        level: WaterLevel,
        ripples: u32,
        seed: Seed,
    ) -> Option<Water> {
        let sway = Wobble::new(seed.child("water"));
        let mut field = Field::new(map.size(), -1.0f32);
        let mut is_wet = add_deep_water(map, sway, &mut field);
        if level != WaterLevel::Dry {
            is_wet |= add_basins(map, known, level, (sway, seed), &mut field);
        }
        if !is_wet {
            return None;
        }
        dry_edge(&mut field);
        let mut area = contour::area_above(&field, 0.0);
        area.lines.iter_mut().for_each(|line| *line = contour::smoothed(contour::thinned(line, 0.3), 1));
        let mut area = area.intersection(&floor.area);
        area.lines.retain(|line| !is_sliver(line));
        if area.lines.is_empty() {
            return None;
        }
        let mut wet = Field::inside(map.size(), &area);
        wet.values.iter_mut().for_each(|value| *value = !*value);
        let shores = wet.distances(2f32.max(0.3 * ripples as f32 + 0.5));
        let mut path = Path::new();
        for ripple in 0..ripples {
            let lines = contour::area_above(&shores, 0.3 + 0.3 * ripple as f32).lines;
            // The farther from the shore, the less of the line is drawn, but always some of it.
            let drawn = (-0.1 + 0.3 * ripple as f32).min(MAX_GAP);
            for line in lines {
                let line = contour::smoothed(contour::thinned(&line, 0.4), 1);
                add_pieces(
                    &line,
                    |p| sway.at(p * 0.55 + Point { x: 7.7 * ripple as f32, y: 3.0 }).x > drawn,
                    &mut path,
                );
            }
        }
        let mut deep = contour::area_above(&shores, 0.8);
        deep.lines.iter_mut().for_each(|line| *line = contour::smoothed(contour::thinned(line, 0.5), 2));
        let mut heavy = Path::new();
        for line in &area.lines {
            add_pieces(
                &contour::thinned(line, 0.2),
                |p| sway.at(p * 0.8 + Point { x: 0.0, y: 90.0 }).y > 0.15,
                &mut heavy,
            );
        }
        Some(Water { deep: deep.to_path(), shore: area.to_path(), area, heavy, ripples: path })
    }
}

impl Water {
    /// Returns the cells that hold any water, however little.
    pub(crate) fn cells(&self, size: Size) -> BitGrid {
        let inside = Field::inside(size, &self.area);
        BitGrid::from_fn(size, |pos| {
            let (x, y) = ((pos.x + MARGIN) * FINE, (pos.y + MARGIN) * FINE);
            (0..FINE).any(|dy| inside.row(y + dy)[x as usize..][..FINE as usize].contains(&true))
        })
    }
}

/// Removes the water at the edge of the field, where no contour could enclose it.
fn dry_edge(field: &mut Field<f32>) {
    let last = field.height - 1;
    field.row_mut(0).fill(-1.0);
    field.row_mut(last).fill(-1.0);
    for y in 0..=last {
        let row = field.row_mut(y);
        (row[0], row[row.len() - 1]) = (-1.0, -1.0);
    }
}

/// Returns whether a line encloses hardly any area.
fn is_sliver(line: &[Point]) -> bool {
    let (mut perimeter, mut doubled_area) = (0.0, 0.0);
    for (a, b) in line.iter().zip(line.iter().cycle().skip(1)) {
        perimeter += a.distance(*b);
        doubled_area += a.x * b.y - b.x * a.y;
    }
    doubled_area.abs() < 0.2 * perimeter
}

/// Adds the parts of a closed line where `is_drawn` is true.
fn add_pieces(line: &[Point], is_drawn: impl Fn(Point) -> bool, path: &mut Path) {
    let mut piece: Vec<Point> = Vec::new();
    for &p in line {
        if is_drawn(p) {
            piece.push(p);
        } else {
            if piece.len() > 2 {
                bend(&piece, false, path);
            }
            piece.clear();
        }
    }
    if piece.len() > 2 {
        bend(&piece, false, path);
    }
}

/// Adds the deep water of the map, a little rounder than its squares; it continues under adjacent
/// walls.
fn add_deep_water(map: &Map, sway: Wobble, field: &mut Field<f32>) -> bool {
    let is_water = |tile: Tile| matches!(tile, Tile::Water | Tile::Bridge);
    if !map.tiles.cells().iter().any(|&tile| is_water(tile)) {
        return false;
    }
    let size = map.size();
    for y in -1..=size.height {
        for x in -1..=size.width {
            let around = || (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| Pos::new(x + dx, y + dy)));
            let tile = |pos: Pos| map.tiles.get(pos).copied().filter(|tile| crate::band::is_open(*tile));
            if !around().filter_map(tile).any(is_water) {
                continue;
            }
            for sample in 0..FINE * FINE {
                let (sx, sy) = ((x + MARGIN) * FINE + sample % FINE, (y + MARGIN) * FINE + sample / FINE);
                let at = Field::<f32>::point(sx, sy);
                let (mut wet, mut all) = (0.0, 0.0);
                for (pos, tile) in around().filter_map(|pos| Some((pos, tile(pos)?))) {
                    let middle = Point { x: pos.x as f32 + 0.5, y: pos.y as f32 + 0.5 };
                    let weight = (1.45 - middle.distance(at)).max(0.0);
                    all += weight * weight;
                    wet += if is_water(tile) { weight * weight } else { 0.0 };
                }
                let rough = 0.16 * sway.at(at * 1.3).x;
                field.row_mut(sy)[sx as usize] = if all > 0.0 { wet / all - 0.5 + rough } else { -1.0 };
            }
        }
    }
    true
}

/// Adds shallow water in basins and hollows, as much as the level asks for.
fn add_basins(
    map: &Map,
    (known, inside): (&Map, &Field<bool>),
    level: WaterLevel,
    (sway, seed): (Wobble, Seed),
    field: &mut Field<f32>,
) -> bool {
    let floor: Vec<Pos> = known.floor_positions().filter(|&pos| known.tiles[pos] == Tile::Floor).collect();
    if floor.is_empty() {
        return false;
    }
    let mut depth = Field::new(map.size(), 0.0f32);
    let mut rng = seed.child("basins").rng();
    let (squares, width) = basins(level);
    for _ in 0..=floor.len() as u32 / squares {
        let middle: Point = floor[rng.below(floor.len() as u32) as usize].into();
        let radius = width * (0.6 + 0.8 * rng.below(1 << 12) as f32 / 4096.0);
        let reach = (3.0 * radius * FINE as f32) as i32;
        let (cx, cy) = ((middle.x as i32 + MARGIN) * FINE, (middle.y as i32 + MARGIN) * FINE);
        for y in (cy - reach).max(0)..(cy + reach).min(depth.height) {
            let row = depth.row_mut(y);
            for x in (cx - reach).max(0)..(cx + reach).min(row.len() as i32) {
                let away = Field::<f32>::point(x, y).distance(middle) / radius;
                let bowl = 1.0 / (1.0 + away * away);
                row[x as usize] = row[x as usize].max(bowl * bowl);
            }
        }
    }
    const BINS: usize = 2048;
    let mut bins = [0u32; BINS];
    let mut count = 0u32;
    for y in 0..depth.height {
        for x in 0..depth.width {
            let index = y as usize * depth.width as usize + x as usize;
            let rough = sway.fractal(Field::<f32>::point(x, y) * 0.45);
            let value = 0.55 * depth.values[index] + 0.45 * rough;
            depth.values[index] = value;
            if inside.values[index] {
                bins[((value * BINS as f32) as usize).min(BINS - 1)] += 1;
                count += 1;
            }
        }
    }
    let samples = |pos: Pos| {
        let (x, y) = ((pos.x + MARGIN) * FINE, (pos.y + MARGIN) * FINE);
        let width = inside.width;
        (0..FINE * FINE).map(move |sample| ((y + sample / FINE) * width + x + sample % FINE) as usize)
    };
    for index in dry(known).into_iter().flat_map(samples).filter(|&index| inside.values[index]) {
        bins[((depth.values[index] * BINS as f32) as usize).min(BINS - 1)] -= 1;
    }
    // The threshold of depth that puts just enough of the floor under water.
    let target = (u64::from(count) * u64::from(level.percent()) / 100) as u32;
    let mut wet = 0;
    let at = (0..BINS).rev().find(|&bin| {
        wet += bins[bin];
        wet >= target
    });
    let surface = at.unwrap_or(0) as f32 / BINS as f32;
    for (field, depth) in field.values.iter_mut().zip(&depth.values) {
        *field = field.max(depth - surface);
    }
    for index in dry(map).into_iter().flat_map(samples) {
        field.values[index] = -0.05;
    }
    true
}

/// Returns the cells that stay dry: doors, stairs and entrances.
fn dry(map: &Map) -> Vec<Pos> {
    let is_fitting = |tile: Tile| tile.is_door() || matches!(tile, Tile::StairsUp | Tile::StairsDown);
    let width = map.size().width;
    let fittings = map.tiles.cells().iter().enumerate().filter(|(_, tile)| is_fitting(**tile));
    let places = fittings.map(|(index, _)| Pos::new(index as i32 % width, index as i32 / width));
    let dry = places.chain(map.exits.iter().map(|exit| exit.pos)).filter(|&pos| map.size().contains(pos));
    let mut dry: Vec<Pos> = dry.collect();
    dry.sort_unstable();
    dry.dedup();
    dry
}

#[cfg(test)]
mod tests;
