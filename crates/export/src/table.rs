//! Maps as a virtual table shows them: what players see where the fog lifts.

use crate::options::SecretDoors;
use mapwright::{DoorKind, DoorState, Map, Tile};
use mapwright_render::{Look, furnished_map};

/// Returns the map with the furniture of its drawing, and without creatures, items, traps and
/// notes. Secret doors are wall, unless the table gets them as doors.
pub(crate) fn table_map(map: &Map, look: &Look, secret: SecretDoors) -> Map {
    let mut table = furnished_map(map, look).into_owned();
    table.entities.clear();
    table.labels.clear();
    table.decorations.retain(|decoration| decoration.kind != "trap");
    if secret == SecretDoors::Wall {
        table.doors.retain(|door| table.tiles.get(door.pos) != Some(&Tile::DoorSecret));
        table
            .tiles
            .cells_mut()
            .iter_mut()
            .filter(|tile| **tile == Tile::DoorSecret)
            .for_each(|tile| *tile = Tile::Wall);
    }
    table
}

/// Makes all doors look as they do to players, who see neither locks nor that a door was secret.
pub(crate) fn disguise_doors(table: &mut Map) {
    for door in &mut table.doors {
        if door.kind == DoorKind::Secret {
            door.kind = DoorKind::Door;
        }
        if door.state == DoorState::Locked {
            door.state = DoorState::Closed;
        }
    }
    table
        .tiles
        .cells_mut()
        .iter_mut()
        .filter(|tile| **tile == Tile::DoorLocked)
        .for_each(|tile| *tile = Tile::DoorClosed);
}

#[cfg(test)]
mod tests {
    use super::*;
    use mapwright::Decoration;
    use mapwright::Pos;

    const MAP: &str = "\n#########\n#..S..m.#\n#E.#.L.k#\n#########\n";

    #[test]
    fn secret_doors_are_wall_unless_the_table_gets_them() {
        let map = Map::from_ascii(MAP).unwrap();
        let text = |secret: SecretDoors| table_map(&map, &Look::default(), secret).to_ascii();
        assert_eq!(text(SecretDoors::Wall), "#########\n#..#....#\n#..#.L..#\n#########\n");
        assert_eq!(text(SecretDoors::Door), "#########\n#..S....#\n#..#.L..#\n#########\n");
    }

    #[test]
    fn creatures_traps_and_locks_are_not_seen() {
        let mut map = Map::from_ascii(MAP).unwrap();
        map.decorations.push(Decoration::new("trap", Pos::new(2, 2)));
        let mut table = table_map(&map, &Look::default(), SecretDoors::Wall);
        disguise_doors(&mut table);
        assert!(table.entities.is_empty() && table.decorations.iter().all(|thing| thing.kind != "trap"));
        assert!(!table.to_ascii().contains('L') && table.to_ascii().contains('+'));
    }
}
