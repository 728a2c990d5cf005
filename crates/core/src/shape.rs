//! Steps that edit an existing map, one file each.

pub mod border;
pub mod connect;
pub mod dead_ends;
pub mod doors;
pub mod fill_unreachable;
pub mod keep_largest;
pub mod lake;
pub mod loops;
pub mod mirror;
pub mod section;
pub mod smooth;
pub mod vaults;
pub mod void;
pub mod widen;
pub mod zones;

use crate::base::bits::BitGrid;
use crate::base::grid::{Pos, Rect};
use crate::base::tile::Tile;
use crate::map::Map;

/// Fills these cells with wall, or with water where a bridge was, and removes their decorations.
/// Doors, rooms and entities are updated by [`Map::settle`].
fn fill(map: &mut Map, cells: &BitGrid) {
    for y in 0..cells.size().height {
        for (first, past) in cells.runs(y) {
            map.tiles.row_mut(y)[first as usize..past as usize].iter_mut().for_each(fill_tile);
        }
    }
    map.decorations.retain(|decoration| !cells.contains(decoration.pos));
}

fn fill_tile(tile: &mut Tile) {
    *tile = if *tile == Tile::Bridge { Tile::Water } else { Tile::Wall };
}

/// Opens the solid cells among these: floor, or a bridge over water. Void beside them becomes wall.
fn dig(map: &mut Map, cells: &BitGrid) {
    cells.iter().for_each(|pos| dig_tile(map, pos));
}

pub(crate) fn dig_tile(map: &mut Map, pos: Pos) {
    match map.tiles[pos] {
        Tile::Water => map.tiles[pos] = Tile::Bridge,
        Tile::Wall | Tile::Void => {
            map.tiles[pos] = Tile::Floor;
            let around = Rect::new(pos.x - 1, pos.y - 1, 3, 3).intersection(map.size().rect());
            for near in around.positions() {
                if map.tiles[near] == Tile::Void {
                    map.tiles[near] = Tile::Wall;
                }
            }
        }
        _ => {}
    }
}
