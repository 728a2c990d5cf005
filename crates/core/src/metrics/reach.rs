//! The tiles that can be reached from the entrance, with and without keys and secret doors.

use super::{Id, Metrics, Terrain};
use crate::base::bits::BitGrid;
use crate::base::tile::Tile;
use crate::map::DoorState;
use crate::spatial::region;

pub(super) fn measure(terrain: &Terrain<'_>, metrics: &mut Metrics) {
    let (Some(way_in), Some(trek)) = (terrain.way_in(), terrain.trek()) else { return };
    let map = terrain.map;
    let with_everything = trek.walk.tiles;
    let without = |closed: &BitGrid| {
        if closed.is_empty() {
            return with_everything;
        }
        let mut open = terrain.walkable().clone();
        open.subtract(closed);
        // An entrance in a door counts as open.
        open.insert(way_in);
        region::keep_reached(&mut open, [way_in]);
        open.count()
    };
    let secret = map.cells_of(|tile| tile == Tile::DoorSecret);
    // Gratings and secret doors may be locked as well, which their tiles do not show.
    let mut locked = map.cells_of(|tile| tile == Tile::DoorLocked);
    let doors = map.doors.iter().filter(|door| door.state == DoorState::Locked).map(|door| door.pos);
    doors.filter(|&pos| map.size().contains(pos)).for_each(|pos| locked.insert(pos));
    let all = terrain.walkable().count();
    metrics.percent(Id::Reachable, with_everything, all);
    metrics.percent(Id::ReachableWithoutSecrets, without(&secret), all);
    metrics.percent(Id::ReachableWithoutKeys, without(&locked), all);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::map::Map;
    use crate::metrics::terrain::tests::{known, numbers};

    const NAMES: [&str; 3] = ["reachable", "reachable-without-secrets", "reachable-without-keys"];

    #[test]
    fn doors_part_what_is_reached() {
        assert_eq!(known("\n@..S.L.#..", NAMES), [100.0 * 7.0 / 9.0, 100.0 * 3.0 / 9.0, 100.0 * 5.0 / 9.0]);
        assert_eq!(known("\n@+.|.'.<.", NAMES), [100.0; 3], "other doors open by hand");
        assert_eq!(known("@", NAMES), [100.0; 3]);
    }

    #[test]
    fn the_entrance_is_the_start_an_exit_or_stairs() {
        assert_eq!(known("\n.#E..", NAMES), [75.0; 3]);
        assert_eq!(known("\n>#...", NAMES), [25.0; 3]);
        assert_eq!(known("\n>#@..", NAMES), [75.0; 3]);
        assert_eq!(numbers("\n.....", NAMES), [None; 3], "nobody comes in");
    }

    #[test]
    fn a_grating_may_be_locked() {
        let mut map = Map::from_ascii("@.|.").unwrap();
        map.doors[0].state = DoorState::Locked;
        assert_eq!(Metrics::of(&map).get("reachable-without-keys"), Some(50.0));
    }
}
