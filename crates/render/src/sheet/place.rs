//! Places tiles: turns a map into layers of tile numbers.

use super::blob::ALL_SIDES;
use super::catalog::{Catalog, FLOORS};
use super::{LAYER_NAMES, SheetLayer};
use crate::band::{self, Band, side};
use crate::compose::decorations::away_from_wall;
use crate::geometry::opening::Opening;
use crate::props;
use mapwright::{BitGrid, Decoration, Dir, Grid, Level, Map, Pos, Rect, Tile, decor};

/// Decorations that lie below all others.
const RUGS: [&str; 2] = ["rug", "dais"];

/// Returns the layers of a map, from bottom to top.
pub(super) fn layers(catalog: &Catalog, map: &Map) -> Vec<SheetLayer> {
    let mut layers = LAYER_NAMES.map(|name| SheetLayer { name, tiles: Grid::new(map.size(), 0) });
    let [ground, walls, rugs, fittings, decorations] = &mut layers;
    for (y, band) in (0..).zip(Band::all(map)) {
        let (ground, walls) = (ground.tiles.row_mut(y), walls.tiles.row_mut(y));
        let fittings = fittings.tiles.row_mut(y);
        for (x, &tile) in band.tiles().iter().enumerate() {
            let pos = Pos::new(x as i32, y);
            match tile {
                Tile::Void => walls[x] = 1 + catalog.void(),
                Tile::Wall => walls[x] = 1 + catalog.wall(band.around(x, is_rock)),
                Tile::Water => ground[x] = 1 + water(catalog, pos, band.around(x, is_wet)),
                Tile::Bridge => ground[x] = 1 + catalog.bridge(band.axis(x)),
                _ => ground[x] = 1 + catalog.floor(variant(pos), shade(band.around(x, is_rock))),
            }
            let level = match tile {
                Tile::StairsUp => Level::Up,
                Tile::StairsDown => Level::Down,
                _ => continue,
            };
            fittings[x] = 1 + catalog.stairs(level, flight(band, x));
        }
    }
    for door in Opening::all(map) {
        fittings.tiles[door.pos] = 1 + catalog.door(door.kind, door.state, door.facing);
    }
    place_decorations(catalog, map, (&mut rugs.tiles, &mut decorations.tiles));
    layers.into()
}

fn is_rock(tile: Tile) -> bool {
    !band::is_open(tile)
}

/// Returns whether no shore is drawn towards the tile. Water goes on below walls.
fn is_wet(tile: Tile) -> bool {
    matches!(tile, Tile::Water | Tile::Bridge | Tile::Wall | Tile::Void)
}

/// Returns a number for a position, evenly spread.
fn hash(pos: Pos) -> u32 {
    let mut bits = (pos.x as u32).wrapping_mul(0x9e37_79b1) ^ (pos.y as u32).wrapping_mul(0x85eb_ca77);
    bits = (bits ^ bits >> 15).wrapping_mul(0x2c1b_3c6d);
    bits = (bits ^ bits >> 12).wrapping_mul(0x297a_2d39);
    bits ^ bits >> 15
}

/// Returns the floor variant of a position: mostly the plain one.
fn variant(pos: Pos) -> u32 {
    let number = hash(pos) % 100;
    if number < 85 { 0 } else { 1 + (number - 85) % (FLOORS - 1) }
}

/// Returns the walls that shade a floor tile: those above and to the left.
fn shade(rock: u8) -> u8 {
    let beside = rock & (side::N | side::W);
    if beside == 0 { rock & side::NW } else { beside }
}

fn water(catalog: &Catalog, pos: Pos, wet: u8) -> u16 {
    let has_waves = wet == ALL_SIDES && hash(pos) % 100 < 22;
    if has_waves { catalog.waves() } else { catalog.water(wet) }
}

/// Returns the direction in which stairs are walked, or `None` for a spiral, where there is room to
/// turn.
fn flight(band: Band<'_>, x: usize) -> Option<Dir> {
    let bit = |dir: Dir| 1 << (2 * dir as u8);
    let (open, walks) = (band.around(x, band::is_open), band.around(x, Tile::is_walkable));
    if Dir::ALL.into_iter().filter(|&dir| open & bit(dir) != 0).count() > 2 {
        return None;
    }
    let can_walk = |dir: Dir| walks & bit(dir) != 0;
    let count = |dir: Dir| u8::from(can_walk(dir)) + u8::from(can_walk(dir.opposite()));
    let line = if count(Dir::East) > count(Dir::South) { Dir::East } else { Dir::South };
    // Steps lead away from the side people come from.
    Some(if can_walk(line) && !can_walk(line.opposite()) { line.opposite() } else { line })
}

/// Places decorations; of several in a cell, the one that stands is seen.
fn place_decorations(catalog: &Catalog, map: &Map, (rugs, others): (&mut Grid<u16>, &mut Grid<u16>)) {
    let mut pieces = BitGrid::new(map.size());
    let is_standing = |decoration: &&Decoration| decor::blocks(decoration);
    let flat = map.decorations.iter().filter(|decoration| !is_standing(decoration));
    for decoration in flat.chain(map.decorations.iter().filter(is_standing)) {
        let name = props::known_as(&decoration.kind);
        let Some(kind) = decor::ALL.iter().position(|kind| kind.name == name) else { continue };
        let layer = if RUGS.contains(&name) { &mut *rugs } else { &mut *others };
        let Pos { x, y } = decoration.pos;
        match decor::facing(decoration) {
            Some(facing) => {
                let size = decor::ALL[kind].turned(facing);
                let area = Rect::new(x, y, size.width, size.height);
                if map.size().rect().encloses(area) {
                    let tiles = catalog.decoration(kind, facing);
                    area.positions().zip(tiles).for_each(|(pos, tile)| layer[pos] = 1 + tile);
                }
            }
            None if !map.size().contains(decoration.pos) => {}
            None if name == "rug" => pieces.insert(decoration.pos),
            None => layer[decoration.pos] = 1 + catalog.small(kind, away_from_wall(map, decoration.pos)),
        }
    }
    for pos in pieces.iter() {
        let continues = |dir: Dir| map.size().contains(pos.step(dir)) && pieces.contains(pos.step(dir));
        let sides = Dir::ALL.into_iter().fold(0, |sides, dir| sides | u8::from(continues(dir)) << dir as u8);
        rugs[pos] = 1 + catalog.rug_piece(sides);
    }
}
