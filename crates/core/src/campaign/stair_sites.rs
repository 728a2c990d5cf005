//! Positions for stairs on a layout.

use crate::base::bits::BitGrid;
use crate::base::grid::Pos;
use crate::map::decor;
use crate::map::{Entity, EntityKind, Map};
use crate::place::placement_index::DOORSTEP;
use crate::spatial::distance::Distances;
use crate::spatial::ground::Ground;
use crate::spatial::region;

/// Cells of a layout that are suitable for stairs.
pub(super) struct Sites {
    ground: Ground,
    /// Best cells for stairs: unoccupied plain floor of the largest region that blocks no path and
    /// is not in a corridor or beside a door.
    pub(super) good: BitGrid,
    /// The best cells that can be reached before the first lock of the layout's own mission.
    pub(super) arrival: BitGrid,
    /// All unoccupied plain floor of the largest region, for layouts without better cells.
    pub(super) floor: BitGrid,
    /// Rooms with monsters, items or traps of a hand-drawn layout, and cells a few steps from its
    /// monsters: a player should not arrive here.
    pub(super) guarded: BitGrid,
}

/// Mark of a cell with something on it or with furniture beside it.
const TAKEN: u8 = Ground::FREE_1;

impl Sites {
    pub(super) fn of(map: &Map) -> Sites {
        let mut ground = Ground::of(map);
        for decoration in &map.decorations {
            let footprint = decor::footprint(decoration);
            ground.mark_rect(footprint.grown(1), TAKEN);
        }
        let things = map.entities.iter().map(|entity| entity.pos).chain(map.exits.iter().map(|exit| exit.pos));
        for pos in things.filter(|&pos| map.size().contains(pos)) {
            let cell = ground.index(pos);
            ground.set(cell, TAKEN);
        }
        let mut region = map.walkable();
        region::keep_largest(&mut region);
        let (mut good, mut floor) = (BitGrid::new(map.size()), BitGrid::new(map.size()));
        for pos in region.iter() {
            let cell = ground.index(pos);
            if !ground.is(cell, Ground::FLOOR) || ground.is(cell, TAKEN) {
                continue;
            }
            floor.insert(pos);
            // Stairs in a dead end block no path either: mazes have no other cells.
            let apart = ground.is_loose(cell) && (ground.is_roomy(cell) || ground.ways(cell) == 1);
            if apart && !ground.beside(cell).into_iter().any(|near| ground.is(near, Ground::DOOR)) {
                good.insert(pos);
            }
        }
        let free_cells = map.mission.as_ref().zip(map.way_in()).map(|(mission, from)| mission.free_cells(map, from));
        let arrival = match free_cells {
            Some(open) => {
                let mut arrival = good.clone();
                arrival &= &open;
                arrival
            }
            None => good.clone(),
        };
        let guarded = guarded(map, &ground);
        Sites { ground, good, arrival, floor, guarded }
    }

    /// Measures the number of steps from this cell to all others.
    pub(super) fn steps_from(&self, from: Pos) -> StepCounts<'_> {
        let mut distances = Distances::on(&self.ground);
        let cell = self.ground.index(from);
        distances.walk(&self.ground, Ground::OPEN, [cell], |_| ());
        StepCounts { ground: &self.ground, distances }
    }
}

/// Returns the cells where a monster, item or trap of the layout is too near for an arrival.
fn guarded(map: &Map, ground: &Ground) -> BitGrid {
    let mut guarded = BitGrid::new(map.size());
    let placed = |kind| matches!(kind, EntityKind::Monster | EntityKind::Item | EntityKind::Trap);
    let things = map.entities.iter().filter(|entity| placed(entity.kind) && map.size().contains(entity.pos));
    let things: Vec<&Entity> = things.collect();
    if things.is_empty() {
        return guarded;
    }
    for room in map.rooms.iter().filter(|room| things.iter().any(|thing| room.shape.contains(thing.pos))) {
        room.shape.positions().filter(|&pos| map.size().contains(pos)).for_each(|pos| guarded.insert(pos));
    }
    let monsters = things.iter().filter(|thing| thing.kind == EntityKind::Monster);
    let mut distances = Distances::on(ground);
    let mut near = Vec::new();
    distances.walk(ground, Ground::OPEN, monsters.map(|monster| ground.index(monster.pos)), |cell| near.push(cell));
    near.retain(|&cell| distances.to(cell) <= DOORSTEP);
    near.into_iter().for_each(|cell| guarded.insert(ground.pos(cell)));
    guarded
}

/// Steps from one cell to all others.
pub(super) struct StepCounts<'a> {
    ground: &'a Ground,
    distances: Distances,
}

impl StepCounts<'_> {
    /// Returns the number of steps to this cell; 0 if it cannot be reached.
    pub(super) fn to(&self, pos: Pos) -> u32 {
        match self.distances.to(self.ground.index(pos)) {
            Distances::UNREACHED => 0,
            steps => steps,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::grid::Rect;
    use crate::map::{Lock, Mission, RoomId, Shape};

    fn shown(cells: &BitGrid) -> String {
        let size = cells.size();
        let row =
            |y| (0..size.width).map(|x| if cells.contains(Pos::new(x, y)) { 'x' } else { '-' }).collect::<String>();
        (0..size.height).map(row).collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn stairs_block_no_passage() {
        let map =
            Map::from_ascii("\n############\n#....#.....#\n#.E..+.....#\n#....###.###\n######.....#\n############")
                .unwrap();
        assert_eq!(
            shown(&Sites::of(&map).good),
            "------------\n-xxxx-xxxxx-\n-x-x---x-xx-\n-xxxx-------\n------x---x-\n------------",
        );
    }

    #[test]
    fn the_entrance_lies_before_the_first_lock() {
        let mut map = Map::from_ascii("\n#########\n#@..L...#\n#.k.#...#\n#########").unwrap();
        map.add_room(Shape::Rect(Rect::new(5, 1, 3, 2)));
        map.mission =
            Some(Mission { goal: RoomId(0), locks: vec![Lock { door: map.doors[0].id, key: Pos::new(2, 2) }] });
        let sites = Sites::of(&map);
        assert_eq!(shown(&sites.good), "---------\n--x---xx-\n-x-x-xxx-\n---------");
        assert_eq!(shown(&sites.arrival), "---------\n--x------\n-x-x-----\n---------");
    }

    #[test]
    fn rooms_with_drawn_things_and_cells_near_drawn_monsters_are_guarded() {
        let mut map =
            Map::from_ascii("\n##############\n#..$.#.......#\n#....#.......#\n#............m\n##############")
                .unwrap();
        assert_eq!(shown(&Sites::of(&map).guarded).matches('x').count(), 10);
        map.add_room(Shape::Rect(Rect::new(1, 1, 4, 3)));
        assert_eq!(
            shown(&Sites::of(&map).guarded),
            "--------------\n-xxxx------xx-\n-xxxx-----xxx-\n-xxxx----xxxxx\n--------------",
        );
        map.entities.clear();
        assert!(Sites::of(&map).guarded.is_empty());
    }

    #[test]
    fn steps_are_those_on_foot() {
        let map = Map::from_ascii("\n#####\n#.#.#\n#.#.#\n#...#\n#####").unwrap();
        let sites = Sites::of(&map);
        let steps = sites.steps_from(Pos::new(1, 1));
        assert_eq!((steps.to(Pos::new(1, 1)), steps.to(Pos::new(3, 1)), steps.to(Pos::new(2, 1))), (0, 6, 0));
    }
}
