//! Counts of tiles and records.

use super::{Id, Metrics, Terrain};
use crate::base::tile::Tile;
use crate::map::EntityKind;

pub(super) fn measure(terrain: &Terrain<'_>, metrics: &mut Metrics) {
    let cells = terrain.map.tiles.cells();
    // One pass per kind, many tiles at a time, is faster than one pass that sorts them.
    let counts = Tile::ALL.map(|(kind, _)| count(cells, kind));
    let sum = |test: fn(Tile) -> bool| {
        Tile::ALL.iter().zip(counts).filter(|((tile, _), _)| test(*tile)).map(|(_, count)| count).sum::<usize>()
    };
    let walkable = sum(Tile::is_walkable);
    metrics.count(Id::Tiles, cells.len());
    metrics.count(Id::Walkable, walkable);
    metrics.percent(Id::Openness, walkable, cells.len());
    for (id, tile) in [
        (Id::Floor, Tile::Floor),
        (Id::Walls, Tile::Wall),
        (Id::Void, Tile::Void),
        (Id::Water, Tile::Water),
        (Id::Bridges, Tile::Bridge),
        (Id::LockedDoors, Tile::DoorLocked),
        (Id::SecretDoors, Tile::DoorSecret),
    ] {
        metrics.count(id, counts[tile.code() as usize]);
    }
    metrics.count(Id::Doors, sum(Tile::is_door));
    metrics.count(Id::Stairs, sum(|tile| matches!(tile, Tile::StairsUp | Tile::StairsDown)));
}

/// Returns the number of tiles of this kind. The sums use bytes as far as these suffice, which is
/// what machines are fastest at.
fn count(cells: &[Tile], kind: Tile) -> usize {
    let pieces = cells.chunks(usize::from(u8::MAX));
    pieces.map(|tiles| usize::from(tiles.iter().map(|&tile| u8::from(tile == kind)).sum::<u8>())).sum()
}

pub(super) fn count_records(terrain: &Terrain<'_>, metrics: &mut Metrics) {
    let map = terrain.map;
    let of_kind = |kind: EntityKind| map.entities.iter().filter(|entity| entity.kind == kind).count();
    metrics.count(Id::Rooms, map.rooms.len());
    metrics.count(Id::Passages, map.passages.len());
    metrics.count(Id::Exits, map.exits.len());
    metrics.count(Id::Monsters, of_kind(EntityKind::Monster));
    metrics.count(Id::Items, of_kind(EntityKind::Item));
    metrics.count(Id::Traps, of_kind(EntityKind::Trap));
    metrics.count(Id::Keys, of_kind(EntityKind::Key));
}

#[cfg(test)]
mod tests {
    use crate::base::grid::Rect;
    use crate::map::Map;
    use crate::metrics::Metrics;
    use crate::metrics::terrain::tests::{known, numbers};

    #[test]
    fn tiles_are_counted_by_kind() {
        let text = "\n#########\n#.+.L.S.#\n#'##|##~#\n#.<.>..= \n#########";
        let counts = known(text, ["tiles", "walkable", "floor", "walls", "void", "water", "bridges", "stairs"]);
        assert_eq!(counts, [45.0, 16.0, 8.0, 27.0, 1.0, 1.0, 1.0, 2.0]);
        assert_eq!(known(text, ["doors", "locked-doors", "secret-doors"]), [5.0, 1.0, 1.0]);
        assert_eq!(known("\n....\n....\n..##\n####", ["openness"]), [62.5]);
        assert_eq!(numbers("#", ["openness", "walkable"]), [Some(0.0), Some(0.0)]);
    }

    #[test]
    fn records_are_counted() {
        let text = "\n#########\n#@mm$^kE#\n#...E...#\n#########";
        let counts = known(text, ["monsters", "items", "traps", "keys", "exits", "rooms", "passages"]);
        assert_eq!(counts, [2.0, 1.0, 1.0, 1.0, 2.0, 0.0, 0.0]);
        let mut map = Map::from_ascii(text).unwrap();
        let room = map.dig_room(Rect::new(1, 1, 2, 2));
        map.dig_passage(1, &[crate::Pos::new(3, 1), crate::Pos::new(5, 1)], &[room]);
        let metrics = Metrics::of(&map);
        assert_eq!((metrics.get("rooms"), metrics.get("passages")), (Some(1.0), Some(1.0)));
    }
}
