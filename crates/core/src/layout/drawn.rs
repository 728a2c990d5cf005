//! Finishing steps for a map whose algorithm has drawn only the tiles.

use crate::base::error::Error;
use crate::base::grid::{Dir, Grid, Pos, Rect};
use crate::base::tile::Tile;
use crate::generator::Context;
use crate::map::{DoorKind, DoorState, Map, facing};
use crate::spatial::region::{Join, tidy};

/// Joins separate areas. Tunnels cross water on bridges, and get walls where they cross the void.
pub(super) fn join(map: &mut Map, join: Join, cx: &mut Context<'_>) -> Result<(), Error> {
    if join == Join::None {
        return Ok(());
    }
    let before = map.walkable();
    let mut dug = before.clone();
    tidy(&mut dug, 1, join, cx)?;
    dug.subtract(&before);
    for pos in dug.iter() {
        map.tiles[pos] = if map.tiles[pos] == Tile::Water { Tile::Bridge } else { Tile::Floor };
    }
    for pos in dug.iter() {
        for near in Rect::new(pos.x - 1, pos.y - 1, 3, 3).positions() {
            if map.tiles.get(near) == Some(&Tile::Void) {
                map.tiles[near] = Tile::Wall;
            }
        }
    }
    Ok(())
}

/// Records the doors. Doors that do not stand in an opening become floor.
pub(super) fn hang_doors(map: &mut Map) {
    let width = map.size().width as usize;
    for index in 0..map.tiles.cells().len() {
        let (kind, state) = match map.tiles.cells()[index] {
            Tile::DoorClosed => (DoorKind::Door, DoorState::Closed),
            Tile::DoorOpen => (DoorKind::Archway, DoorState::Open),
            Tile::DoorLocked => (DoorKind::Door, DoorState::Locked),
            Tile::DoorSecret => (DoorKind::Secret, DoorState::Closed),
            Tile::Portcullis => (DoorKind::Portcullis, DoorState::Closed),
            _ => continue,
        };
        let pos = Pos::new((index % width) as i32, (index / width) as i32);
        if is_opening(&map.tiles, pos) {
            let facing = facing(&map.tiles, pos);
            map.add_door(pos, facing, kind, state, &[]);
        } else {
            map.tiles[pos] = Tile::Floor;
        }
    }
}

/// Returns whether a door can stand there: passable along a row or along a column, but not both.
pub(super) fn is_opening(tiles: &Grid<Tile>, pos: Pos) -> bool {
    let open = |dir: Dir| tiles.get(pos.step(dir)).is_some_and(|tile| tile.is_walkable());
    let [north, east, south, west] = Dir::ALL.map(open);
    north == south && east == west && north != east
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::rng::Seed;
    use crate::check::check;

    #[test]
    fn tunnels_cross_water_on_bridges_and_the_void_between_walls() {
        let mut map = Map::from_ascii("\n#########\n#.#~#   #\n#.#~# #.#\n#.#~#   #\n#########").unwrap();
        join(&mut map, Join::All, &mut Context::new(Seed::new(1))).unwrap();
        assert_eq!(map.to_ascii(), "#########\n#.#~#####\n#..=....#\n#.#~#####\n#########\n");
    }

    #[test]
    fn doors_hang_in_openings() {
        let mut map = Map::from_ascii("\n#######\n#.+.S.#\n#.###.#\n#+...'#\n#######").unwrap();
        map.doors.clear();
        hang_doors(&mut map);
        assert_eq!(map.to_ascii(), "#######\n#.+.S.#\n#.###.#\n#.....#\n#######\n");
        assert_eq!(check(&map), []);
        assert_eq!(map.doors.len(), 2);
    }
}
