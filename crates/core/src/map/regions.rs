//! Regions: the areas between doors that are not open, as zones.

use super::{CellSet, DoorState, Map, Zone, ZoneId};
use crate::base::grid::Pos;
use crate::base::tile::Tile;
use std::cmp::Reverse;

impl Map {
    /// Stores the regions separated by closed doors as zones, the largest first. Other zones stay.
    /// Water separates nothing: it lies in the room that it floods.
    pub(crate) fn find_regions(&mut self) {
        let mut open = self.cells_of(|tile| !matches!(tile, Tile::Wall | Tile::Void));
        self.doors.iter().filter(|door| door.state != DoorState::Open).for_each(|door| open.remove(door.pos));
        let mut regions: Vec<(usize, CellSet)> = Vec::new();
        loop {
            let Some(start) = open.iter().next() else { break };
            let region = open.flood(start);
            open.subtract(&region);
            if let Some(bounds) = region.bounds() {
                regions.push((region.count(), CellSet::new(bounds.origin(), region.part(bounds))));
            }
        }
        regions.sort_by_key(|(count, _)| Reverse(*count));
        self.zones.retain(|zone| !zone.is_region());
        let first = self.zones.iter().map(|zone| zone.id.0.saturating_add(1)).max().unwrap_or(0);
        let regions = (first..).zip(regions);
        self.zones
            .extend(regions.map(|(id, (_, cells))| Zone::new(ZoneId(id), cells).with_tags(vec![Zone::REGION.into()])));
    }

    /// Finds the regions anew if one of these cells, where a door was closed, lies in a region.
    pub(crate) fn divide_regions(&mut self, closed: &[Pos]) {
        let is_stale = |zone: &Zone| zone.is_region() && closed.iter().any(|&pos| zone.cells.contains(pos));
        if self.zones.iter().any(is_stale) {
            self.find_regions();
            self.find_elements();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::map::{Lock, Mission, Movement, RoomId, Symmetry};

    const HALLS: &str = "\n###########\n#...L.'...#\n###########";

    #[test]
    fn regions_lie_between_doors_that_are_not_open() {
        let mut map = Map::from_ascii(HALLS).unwrap();
        map.zones.push(Zone::new(ZoneId(4), CellSet::filtered([Pos::new(1, 1)].into_iter(), |_| true).unwrap()));
        map.find_regions();
        map.find_regions();
        let zones: Vec<(u32, usize)> =
            map.zones.iter().map(|zone| (zone.id.0, zone.cells.positions().count())).collect();
        assert_eq!(zones, [(4, 1), (5, 5), (6, 3)]);
    }

    #[test]
    fn the_image_of_a_lock_divides_a_region_when_it_is_closed() {
        let mut map = Map::from_ascii(HALLS).unwrap();
        map.find_regions();
        let locks = vec![Lock { door: map.doors[0].id, key: Pos::new(1, 1) }];
        let mission = Mission { goal: RoomId(0), locks };
        let area = map.size().rect();
        map.symmetry = Some(Symmetry { by: Movement::Mirror, area, free_percent: 0, images: Vec::new() });
        assert!(map.unlock(&mission));
        assert_eq!(map.to_ascii(), "###########\n#...+.+...#\n###########\n");
        let sizes: Vec<usize> = map.zones.iter().map(|zone| zone.cells.positions().count()).collect();
        assert_eq!(sizes, [3, 3, 1]);
    }
}
