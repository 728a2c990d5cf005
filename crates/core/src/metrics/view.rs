//! The number of tiles visible at once.

use super::lines::visible_pairs;
use super::{Id, Metrics, Terrain};
use crate::base::bits::BitGrid;
use crate::base::grid::Pos;
use crate::game::Sight;

/// Radius of the field of view.
pub(crate) const RADIUS: u32 = 10;

pub(super) fn measure(terrain: &Terrain<'_>, metrics: &mut Metrics) {
    let walkable = terrain.walkable();
    let tiles = walkable.count();
    let open = terrain.map.cells_of(|tile| !Sight::is_blocked_by(tile));
    let pairs = visible_pairs(walkable, &open) as usize;
    metrics.ratio(Id::VisibleArea, tiles + 2 * pairs, tiles);
}

/// Counts the walkable tiles visible from a cell.
pub(crate) struct Views<'a> {
    walkable: &'a BitGrid,
    sight: Sight,
    /// Always empty between two calls.
    seen: BitGrid,
}

impl<'a> Views<'a> {
    pub(crate) fn of(terrain: &'a Terrain<'_>) -> Views<'a> {
        Views { walkable: terrain.walkable(), sight: Sight::of(terrain.map), seen: BitGrid::new(terrain.size()) }
    }

    /// Returns the number of walkable tiles visible from there, including the cell itself.
    pub(crate) fn count(&mut self, from: Pos) -> usize {
        self.sight.cast(from, RADIUS, &mut self.seen);
        let reach = Sight::reach(self.seen.size(), from, RADIUS);
        if reach.is_empty() {
            return 0;
        }
        let words = reach.x as usize / 64..=(reach.right() as usize - 1) / 64;
        let mut count = 0;
        for y in reach.y..reach.bottom() {
            let seen = &mut self.seen.row_mut(y)[words.clone()];
            let open = &self.walkable.row(y)[words.clone()];
            count += seen.iter().zip(open).map(|(seen, open)| (seen & open).count_ones()).sum::<u32>() as usize;
            seen.fill(0);
        }
        count
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::map::Map;
    use crate::metrics::terrain::tests::{known, numbers};

    #[test]
    fn a_hall_is_seen_whole_and_a_wall_hides_half() {
        assert_eq!(known("\n....\n....\n....", ["visible-area"]), [12.0]);
        assert_eq!(known("..+..", ["visible-area"]), [(3.0 * 4.0 + 5.0) / 5.0], "a door is seen from both sides");
        assert_eq!(known("..|..", ["visible-area"]), [5.0], "one looks through a grating");
        assert_eq!(known(".~.", ["visible-area"]), [2.0], "and over water, which is not counted");
        assert_eq!(known(".", ["visible-area"]), [1.0]);
        assert_eq!(numbers("#", ["visible-area"]), [None]);
    }

    #[test]
    fn sight_is_limited_to_ten_tiles() {
        let hall = format!("{}\n", ".".repeat(200)).repeat(200);
        let map = Map::from_ascii(&hall).unwrap();
        let terrain = Terrain::of(&map);
        let circle =
            (-10i32..=10).flat_map(|y| (-10i32..=10).map(move |x| x * x + y * y)).filter(|&far| far <= 110).count();
        assert_eq!(Views::of(&terrain).count(Pos::new(100, 100)), circle);
        assert_eq!(Views::of(&terrain).count(Pos::new(100, 100)), 349);
    }
}
