//! Rechecks the guarantees of a map after a part of it was edited.
//!
//! An edit that keeps a map connected only keeps its part connected: a path through the part may
//! have been the connection of the rest. So every guarantee that depends on more than the part is
//! checked again.

use crate::base::bits::BitGrid;
use crate::base::promises::Promises;
use crate::map::Map;
use crate::spatial::region::is_one_piece;
use crate::spatial::secrets;

/// Returns the guarantees of the map that still hold.
pub(crate) fn recheck_promises(map: &Map) -> Promises {
    let promises = map.source.promises;
    let floor = map.walkable();
    let broken = |promise: Promises, holds: fn(&BitGrid) -> bool| {
        if promises.has(promise) && !holds(&floor) { promise } else { Promises::NONE }
    };
    let hidden = promises.has(Promises::FINISHABLE) && !secrets::is_finishable(map);
    promises
        - if hidden { Promises::FINISHABLE } else { Promises::NONE }
        - broken(Promises::CONNECTED, is_one_piece)
        - broken(Promises::CLOSED_BORDER, is_closed)
        - broken(Promises::NO_2X2, has_no_square)
}

/// Returns true if no cell lies on the edge.
fn is_closed(floor: &BitGrid) -> bool {
    let mut edge = floor.clone();
    edge.fill_rect(floor.size().rect().grown(-1), false);
    edge.is_empty()
}

/// Returns true if no four cells form a square.
fn has_no_square(floor: &BitGrid) -> bool {
    let mut pairs = floor.clone();
    pairs &= &floor.shifted(0, 1);
    let beside = pairs.shifted(1, 0);
    pairs &= &beside;
    pairs.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn broken_promises_are_dropped() {
        let lost = |text: &str| {
            let mut map = Map::from_ascii(text).unwrap();
            map.source.promises = Promises::ALL;
            (Promises::ALL - recheck_promises(&map)).names().collect::<Vec<_>>()
        };
        assert_eq!(lost("\n#####\n#...#\n###.#\n#####"), [""; 0]);
        assert_eq!(lost("\n#####\n#..##\n#...#\n#####"), ["no-2x2"]);
        assert_eq!(lost("\n#####\n#....\n#####"), ["closed-border"]);
        assert_eq!(lost("\n######\n#.##.#\n######"), ["connected"]);
        assert_eq!(lost("\n######\n#@.S>#\n######"), ["finishable"]);
    }
}
