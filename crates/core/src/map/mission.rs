//! Missions: locks to open, keys to find, a room to reach.

use super::{DoorId, DoorKind, DoorState, EntityKind, Map, RoomId};
use crate::base::bits::BitGrid;
use crate::base::grid::{Dir, Pos};

/// The goal of a map, and the locks on the way to it.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Mission {
    /// The room to reach.
    pub goal: RoomId,
    /// The locks, in an order in which they can be opened: every key is found before its lock.
    pub locks: Vec<Lock>,
}

/// A locked door and its key.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct Lock {
    /// The locked door.
    pub door: DoorId,
    /// The cell of the key, an entity of kind [`EntityKind::Key`].
    pub key: Pos,
}

impl Lock {
    /// Creates the lock of a door whose key lies in this cell.
    pub const fn new(door: DoorId, key: Pos) -> Self {
        Lock { door, key }
    }
}

impl Mission {
    /// Creates a mission.
    pub const fn new(goal: RoomId, locks: Vec<Lock>) -> Self {
        Mission { goal, locks }
    }

    /// Returns true if the mission can be completed on the map: the locks can be opened in order,
    /// the goal stays closed until the last lock is open, no secret door is needed, and no one-way
    /// door leads into an area without another way back.
    ///
    /// The player begins at the start, or at the first exit or stairs if there is no start.
    pub fn holds(&self, map: &Map) -> bool {
        let Some(goal) = map.room(self.goal) else { return false };
        let mut doors = Vec::with_capacity(self.locks.len());
        for lock in &self.locks {
            let is_key = map.entities.iter().any(|entity| entity.kind == EntityKind::Key && entity.pos == lock.key);
            match map.doors.iter().find(|door| door.id == lock.door) {
                Some(door) if is_key && door.state == DoorState::Locked => doors.push(door.pos),
                _ => return false,
            }
        }
        let Some(start) = map.way_in() else { return false };
        let mut strict = Walk::new(map.walkable());
        let of_kind = |kind: DoorKind| map.doors.iter().filter(move |door| door.kind == kind).map(|door| door.pos);
        of_kind(DoorKind::Secret).chain(doors.iter().copied()).for_each(|pos| strict.left.remove(pos));
        let mut loose = strict.clone();
        let one_way: Vec<Pos> = of_kind(DoorKind::OneWay).filter(|&pos| loose.left.contains(pos)).collect();
        one_way.iter().for_each(|&pos| strict.left.remove(pos));
        strict.enter(start);
        loose.enter(start);
        let nobody_is_stranded = |strict: &Walk, loose: &Walk| {
            let passed = one_way.iter().filter(|&&pos| loose.reached.contains(pos)).count();
            strict.reached.count() + passed == loose.reached.count()
        };
        let at_goal = |walk: &Walk| goal.shape.positions().any(|pos| walk.reached.contains(pos));
        for (lock, &door) in self.locks.iter().zip(&doors) {
            let last = Some(lock) == self.locks.last();
            if last && at_goal(&strict) {
                return false;
            }
            let at_door = Dir::ALL.into_iter().any(|dir| strict.reached.contains(door.step(dir)));
            if !at_door || !strict.reached.contains(lock.key) || !nobody_is_stranded(&strict, &loose) {
                return false;
            }
            for walk in [&mut strict, &mut loose] {
                walk.left.insert(door);
                walk.enter(door);
            }
        }
        nobody_is_stranded(&strict, &loose) && at_goal(&strict)
    }
}

/// The cells reached so far, and the doors that may be opened later.
#[derive(Clone)]
struct Walk {
    reached: BitGrid,
    left: BitGrid,
}

impl Walk {
    fn new(open: BitGrid) -> Walk {
        Walk { reached: BitGrid::new(open.size()), left: open }
    }

    /// Visits every cell that can be reached from there.
    fn enter(&mut self, from: Pos) {
        let found = self.left.flood(from);
        self.left.subtract(&found);
        self.reached |= &found;
    }
}

impl Map {
    /// Returns the position of the start.
    pub fn start(&self) -> Option<Pos> {
        self.entities.iter().find(|entity| entity.kind == EntityKind::Start).map(|start| start.pos)
    }

    /// Returns the position where the player enters: the start, or else the first exit, or else the
    /// first stairs.
    pub fn way_in(&self) -> Option<Pos> {
        let exit = || self.exits.first().map(|exit| exit.pos);
        self.start().or_else(exit).or_else(|| self.stairs.first().map(|stairs| stairs.pos))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::grid::Rect;

    /// A key in the hall; the lock is between the hall and the vault.
    fn map(text: &str) -> Map {
        let mut map = Map::from_ascii(text).unwrap();
        map.add_room(crate::map::Shape::Rect(Rect::new(5, 1, 2, 1)));
        let lock = |door: &crate::map::Door| door.state == DoorState::Locked;
        let door = map.doors.iter().find(|door| lock(door)).map_or(DoorId(99), |door| door.id);
        let key =
            map.entities.iter().find(|entity| entity.kind == EntityKind::Key).map_or(Pos::new(0, 0), |key| key.pos);
        map.mission = Some(Mission { goal: RoomId(0), locks: vec![Lock { door, key }] });
        map
    }

    fn holds(text: &str) -> bool {
        let map = map(text);
        map.mission.as_ref().unwrap().holds(&map)
    }

    #[test]
    fn a_key_lies_before_its_lock() {
        assert!(holds("\n########\n#@.kL..#\n########"));
        assert!(!holds("\n########\n#@..Lk.#\n########"), "behind its lock");
        assert!(!holds("\n########\n#@..L..#\n########"), "no key");
        assert!(!holds("\n########\n#@.k+..#\n########"), "no lock");
        assert!(!holds("\n########\n#..kL..#\n########"), "no beginning");
        assert!(!holds("\n########\n#@SkL..#\n########"), "a secret door in between");
    }

    #[test]
    fn one_way_doors_lead_nowhere_else() {
        let mut map = map("\n########\n#@.kL..#\n##+#####\n##.#####\n########");
        assert!(map.mission.as_ref().unwrap().holds(&map));
        map.doors.iter_mut().filter(|door| door.state == DoorState::Closed).for_each(|d| d.kind = DoorKind::OneWay);
        assert!(!map.mission.as_ref().unwrap().holds(&map), "no way back");
    }

    #[test]
    fn settling_drops_a_mission_that_cannot_be_carried_out() {
        let text = "\n########\n#@.kL..#\n########";
        let edited = |edit: fn(&mut Map)| {
            let mut map = map(text);
            edit(&mut map);
            map.settle();
            map.mission.is_some()
        };
        assert!(edited(|_| ()));
        assert!(!edited(|map| map.rooms.clear()));
        assert!(!edited(|map| map.doors.clear()));
        assert!(!edited(|map| map.entities.retain(|entity| entity.kind != EntityKind::Key)));
        assert!(!edited(|map| map.tiles[Pos::new(2, 1)] = crate::Tile::Wall), "walled up");
    }
}
