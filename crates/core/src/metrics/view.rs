//! The number of tiles visible at once.

use super::{Id, Metrics, Terrain};
use crate::base::bits::{BitGrid, ones};
use crate::base::grid::Pos;
use crate::game::Sight;

/// Radius of the field of view.
pub(crate) const RADIUS: u32 = 10;
/// Number of tiles to look from.
const PLACES: usize = 24;

pub(super) fn measure(terrain: &Terrain<'_>, metrics: &mut Metrics) {
    let mut views = Views::of(terrain);
    let places = sample(terrain.walkable());
    let seen: usize = places.iter().map(|&pos| views.count(pos)).sum();
    metrics.ratio(Id::VisibleArea, seen, places.len());
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

/// Returns tiles from all over the map, each the middle one of an equal share in reading order, or
/// all tiles if there are few.
fn sample(walkable: &BitGrid) -> Vec<Pos> {
    let all = walkable.count();
    let wanted = all.min(PLACES);
    let mut places = Vec::with_capacity(wanted);
    let mut before = 0;
    for y in 0..walkable.size().height {
        for (i, &word) in walkable.row(y).iter().enumerate() {
            while places.len() < wanted {
                let rank = (2 * places.len() + 1) * all / (2 * wanted);
                let Some(bit) = ones(word).nth(rank - before) else { break };
                places.push(Pos::new(64 * i as i32 + bit, y));
            }
            before += word.count_ones() as usize;
        }
    }
    places
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

    #[test]
    fn places_are_spread_evenly() {
        let row = |width: i32, height: i32| BitGrid::from_fn(crate::Size::new(width, height), |_| true);
        assert_eq!(
            sample(&row(48, 1)).iter().map(|pos| pos.x).collect::<Vec<_>>(),
            (0..24).map(|i| 2 * i + 1).collect::<Vec<_>>()
        );
        assert_eq!(sample(&row(5, 1)).len(), 5);
        assert_eq!(
            sample(&row(1, 240)).iter().map(|pos| pos.y).collect::<Vec<_>>(),
            (0..24).map(|i| 10 * i + 5).collect::<Vec<_>>()
        );
        assert_eq!(sample(&row(0, 0)), []);
    }
}
