//! Where stairs may stand on a layout.

use crate::bits::BitGrid;
use crate::decor;
use crate::distance::Distances;
use crate::grid::Pos;
use crate::ground::Ground;
use crate::map::{DoorKind, Map};
use crate::region;

/// What the stairs of a campaign want to know about a layout.
pub(super) struct Sites {
    ground: Ground,
    /// Cells where stairs stand well: plain floor of the largest region with nothing on it, in nobody's way, not in a corridor, not beside
    /// a door.
    pub(super) good: BitGrid,
    /// Those of them where one can be before the first lock of the layout's own mission.
    pub(super) arrival: BitGrid,
    /// All plain floor of the largest region with nothing on it, for layouts where nothing is better.
    pub(super) floor: BitGrid,
}

impl Sites {
    pub(super) fn of(map: &Map) -> Sites {
        let mut ground = Ground::of(map);
        for decoration in &map.decorations {
            let footprint = decor::footprint(decoration);
            ground.mark_rect(footprint.grown(1), Ground::MARK);
        }
        let things = map.entities.iter().map(|entity| entity.pos).chain(map.exits.iter().map(|exit| exit.pos));
        for pos in things.filter(|&pos| map.size().contains(pos)) {
            let cell = ground.index(pos);
            ground.set(cell, Ground::MARK);
        }
        let mut region = map.walkable();
        region::keep_largest(&mut region);
        let (mut good, mut floor) = (BitGrid::new(map.size()), BitGrid::new(map.size()));
        for pos in region.iter() {
            let cell = ground.index(pos);
            if !ground.is(cell, Ground::FLOOR) || ground.is(cell, Ground::MARK) {
                continue;
            }
            floor.insert(pos);
            // A dead end is in nobody's way either: mazes have nothing else.
            let apart = ground.is_loose(cell) && (ground.is_roomy(cell) || ground.ways(cell) == 1);
            if apart && !ground.beside(cell).into_iter().any(|near| ground.is(near, Ground::DOOR)) {
                good.insert(pos);
            }
        }
        let arrival = match before_locks(map) {
            Some(open) => {
                let mut arrival = good.clone();
                arrival &= &open;
                arrival
            }
            None => good.clone(),
        };
        Sites { ground, good, arrival, floor }
    }

    /// How many steps it is from there to every cell.
    pub(super) fn steps_from(&self, from: Pos) -> Steps<'_> {
        let mut distances = Distances::on(&self.ground);
        let cell = self.ground.index(from);
        distances.walk(&self.ground, Ground::OPEN, [cell], |_| ());
        Steps { ground: &self.ground, distances }
    }
}

/// Steps from one place to all others.
pub(super) struct Steps<'a> {
    ground: &'a Ground,
    distances: Distances,
}

impl Steps<'_> {
    /// How many steps it is to this cell; 0 where no way leads.
    pub(super) fn to(&self, pos: Pos) -> u32 {
        match self.distances.to(self.ground.index(pos)) {
            Distances::UNREACHED => 0,
            steps => steps,
        }
    }
}

/// Where one can be without opening a lock of the mission, finding a secret door or going through one that does not lead back.
fn before_locks(map: &Map) -> Option<BitGrid> {
    let mission = map.mission.as_ref()?;
    let start = map.way_in()?;
    let mut open = map.walkable();
    let shut = map.doors.iter().filter(|door| {
        matches!(door.kind, DoorKind::Secret | DoorKind::OneWay)
            || mission.locks.iter().any(|lock| lock.door == door.id)
    });
    shut.for_each(|door| open.remove(door.pos));
    Some(open.flood(start))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Rect;
    use crate::map::{Lock, Mission, RoomId, Shape};

    fn shown(cells: &BitGrid) -> String {
        let size = cells.size();
        let row =
            |y| (0..size.width).map(|x| if cells.contains(Pos::new(x, y)) { 'x' } else { '-' }).collect::<String>();
        (0..size.height).map(row).collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn stairs_stand_in_nobodys_way() {
        let map =
            Map::from_ascii("\n############\n#....#.....#\n#.E..+.....#\n#....###.###\n######.....#\n############")
                .unwrap();
        assert_eq!(
            shown(&Sites::of(&map).good),
            "------------\n-xxxx-xxxxx-\n-x-x---x-xx-\n-xxxx-------\n------x---x-\n------------",
        );
    }

    #[test]
    fn one_arrives_before_the_first_lock() {
        let mut map = Map::from_ascii("\n#########\n#@..L...#\n#.k.#...#\n#########").unwrap();
        map.add_room(Shape::Rect(Rect::new(5, 1, 3, 2)));
        map.mission =
            Some(Mission { goal: RoomId(0), locks: vec![Lock { door: map.doors[0].id, key: Pos::new(2, 2) }] });
        let sites = Sites::of(&map);
        assert_eq!(shown(&sites.good), "---------\n--x---xx-\n-x-x-xxx-\n---------");
        assert_eq!(shown(&sites.arrival), "---------\n--x------\n-x-x-----\n---------");
    }

    #[test]
    fn steps_are_those_on_foot() {
        let map = Map::from_ascii("\n#####\n#.#.#\n#.#.#\n#...#\n#####").unwrap();
        let sites = Sites::of(&map);
        let steps = sites.steps_from(Pos::new(1, 1));
        assert_eq!((steps.to(Pos::new(1, 1)), steps.to(Pos::new(3, 1)), steps.to(Pos::new(2, 1))), (0, 6, 0));
    }
}
