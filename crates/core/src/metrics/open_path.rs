//! The path to the goal for players who find no secret door.

use super::{Id, Metrics, Terrain, critical_path};
use crate::base::tile::Tile;

/// Measures the critical path on a copy of the map whose secret doors are walls.
pub(super) fn measure(terrain: &Terrain<'_>, metrics: &mut Metrics) {
    let map = terrain.map;
    let entrance = terrain.way_in();
    let mut secret = map.cells_of(|tile| tile == Tile::DoorSecret);
    // An entrance in a door counts as open.
    entrance.into_iter().for_each(|pos| secret.remove(pos));
    let path = if secret.is_empty() {
        critical_path(map)
    } else {
        let mut open = map.clone();
        secret.iter().for_each(|pos| open.tiles[pos] = Tile::Wall);
        critical_path(&open)
    };
    if let Some(steps) = path.len().checked_sub(1) {
        metrics.count(Id::PathLengthOpen, steps);
    }
}

#[cfg(test)]
mod tests {
    use crate::metrics::terrain::tests::numbers;

    #[test]
    fn secret_doors_are_walls() {
        let lengths = |text: &str| numbers(text, ["path-length", "path-length-open"]);
        assert_eq!(lengths("\n@.S.>"), [Some(4.0), None]);
        assert_eq!(lengths("\n@S>\n.#.\n..."), [Some(2.0), Some(6.0)], "the long way round");
        assert_eq!(lengths("\n@.+.>"), [Some(4.0), Some(4.0)], "other doors open");
        assert_eq!(lengths("\n>S@.>"), [Some(2.0), Some(2.0)], "the other stairs");
        assert_eq!(lengths("\n..S.."), [None, None], "no entrance");
    }
}
