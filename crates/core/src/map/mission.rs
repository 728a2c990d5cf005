//! Missions: locks to open, keys to find, a room to reach.

use super::{Door, DoorId, DoorKind, DoorState, EntityKind, Level, Map, RoomId};
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
    /// the goal needs all of them, no lock can be bypassed, no secret door is needed, and no
    /// one-way door leads into an area without another way back. Players who find a secret door may
    /// bypass a lock.
    ///
    /// The player begins at the start, or at the first exit or stairs if there is no start. Nothing
    /// else that leads in, such as an exit or stairs up, is behind a lock.
    pub fn holds(&self, map: &Map) -> bool {
        let Some(goal) = map.room(self.goal) else { return false };
        let mut doors = Vec::with_capacity(self.locks.len());
        for lock in &self.locks {
            let is_key = map.entities.iter().any(|entity| entity.kind == EntityKind::Key && entity.pos == lock.key);
            match map.doors.iter().find(|door| door.id == lock.door) {
                Some(door) if is_key && door.state == DoorState::Locked => doors.push((door.pos, door.facing)),
                _ => return false,
            }
        }
        let Some(start) = map.way_in() else { return false };
        let before_locks = self.before_locks(map, start);
        if map.ways_in().any(|pos| !before_locks.contains(pos)) {
            return false;
        }
        let mut strict = Walk::new(map.walkable());
        let of_kind = |kind: DoorKind| map.doors.iter().filter(move |door| door.kind == kind).map(|door| door.pos);
        of_kind(DoorKind::Secret).chain(doors.iter().map(|(pos, _)| *pos)).for_each(|pos| strict.left.remove(pos));
        let mut loose = strict.clone();
        let one_way: Vec<Pos> = of_kind(DoorKind::OneWay).filter(|&pos| loose.left.contains(pos)).collect();
        one_way.iter().for_each(|&pos| strict.left.remove(pos));
        // Players may come in anywhere, and must not be past a lock then.
        let mut anywhere = strict.clone();
        map.ways_in().for_each(|pos| anywhere.enter(pos));
        let first = anywhere.clone();
        strict.enter(start);
        loose.enter(start);
        let nobody_is_stranded = |strict: &Walk, loose: &Walk| {
            let passed = one_way.iter().filter(|&&pos| loose.reached.contains(pos)).count();
            strict.reached.count() + passed == loose.reached.count()
        };
        let at_goal = |walk: &Walk| goal.shape.positions().any(|pos| walk.reached.contains(pos));
        for (lock, &(door, facing)) in self.locks.iter().zip(&doors) {
            let last = Some(lock) == self.locks.last();
            let bypassed = [facing, facing.opposite()].iter().all(|&dir| anywhere.reached.contains(door.step(dir)));
            if last && at_goal(&anywhere) || bypassed {
                return false;
            }
            let at_door = Dir::ALL.into_iter().any(|dir| strict.reached.contains(door.step(dir)));
            if !at_door || !strict.reached.contains(lock.key) || !nobody_is_stranded(&strict, &loose) {
                return false;
            }
            for walk in [&mut strict, &mut loose, &mut anywhere] {
                walk.left.insert(door);
                walk.enter(door);
            }
        }
        nobody_is_stranded(&strict, &loose) && at_goal(&strict) && self.needs_all(&doors, first, at_goal)
    }

    /// Returns true if the goal cannot be reached while any one of the locks stays shut and the
    /// others are opened as their keys are found. `first` is what is reached before any lock.
    fn needs_all(&self, doors: &[(Pos, Dir)], first: Walk, at_goal: impl Fn(&Walk) -> bool) -> bool {
        // Before the only lock, the goal is closed.
        let locks: Vec<(Pos, Pos)> = self.locks.iter().zip(doors).map(|(lock, &(door, _))| (door, lock.key)).collect();
        locks.len() < 2
            || (0..locks.len()).all(|kept| {
                let mut walk = first.clone();
                let mut shut: Vec<(Pos, Pos)> =
                    locks.iter().enumerate().filter(|(index, _)| *index != kept).map(|(_, &lock)| lock).collect();
                loop {
                    let opens = |&(door, key): &(Pos, Pos)| {
                        walk.reached.contains(key)
                            && Dir::ALL.into_iter().any(|dir| walk.reached.contains(door.step(dir)))
                    };
                    let Some(next) = shut.iter().position(opens) else { break !at_goal(&walk) };
                    let (door, _) = shut.swap_remove(next);
                    walk.left.insert(door);
                    walk.enter(door);
                }
            })
    }

    /// Returns the cells that can be reached from there while all locks are shut and all other
    /// doors are open.
    fn before_locks(&self, map: &Map, from: Pos) -> BitGrid {
        self.flood(map, from, |_| false)
    }

    /// Returns the cells where another way in bypasses no lock: those that can be reached from
    /// there without locks, secret doors and one-way doors.
    pub(crate) fn free_cells(&self, map: &Map, from: Pos) -> BitGrid {
        self.flood(map, from, |kind| matches!(kind, DoorKind::Secret | DoorKind::OneWay))
    }

    fn flood(&self, map: &Map, from: Pos, is_shut: impl Fn(DoorKind) -> bool) -> BitGrid {
        let mut open = map.walkable();
        let is_lock = |door: &&Door| self.locks.iter().any(|lock| lock.door == door.id);
        map.doors.iter().filter(|door| is_shut(door.kind) || is_lock(door)).for_each(|door| open.remove(door.pos));
        open.flood(from)
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

    /// Iterates over everything that leads into the map: the start, exits and stairs up. Of a map
    /// without any of these, the first stairs lead in.
    pub(crate) fn ways_in(&self) -> impl Iterator<Item = Pos> + '_ {
        let up = self.stairs.iter().filter(|stairs| stairs.dir == Level::Up).map(|stairs| stairs.pos);
        let all = self.way_in().into_iter().chain(self.exits.iter().map(|exit| exit.pos)).chain(up);
        all.filter(|&pos| self.tiles.get(pos).is_some_and(|tile| tile.is_walkable()))
    }

    /// Unlocks the doors of a mission and removes its keys. On a symmetrical map, the images of a
    /// lock become plain doors as well. Returns true if anything changed.
    pub(crate) fn unlock(&mut self, mission: &Mission) -> bool {
        let (locks, before) = (&mission.locks, self.entities.len());
        self.entities.retain(|it| it.kind != EntityKind::Key || locks.iter().all(|lock| lock.key != it.pos));
        let mut changed = self.entities.len() < before;
        let locked = |door: &&Door| door.state == DoorState::Locked && locks.iter().any(|lock| lock.door == door.id);
        let mut cells: Vec<Pos> = self.doors.iter().filter(locked).map(|door| door.pos).collect();
        if let Some(symmetry) = &self.symmetry {
            let image = |&pos: &Pos| symmetry.by.turns().iter().map(move |&turn| symmetry.pos(turn, pos));
            cells = cells.iter().flat_map(image).collect();
        }
        for door in self.doors.iter_mut().filter(|door| cells.contains(&door.pos)) {
            if self.tiles.get(door.pos) == Some(&door.tile()) {
                (door.kind, door.state) = (DoorKind::Door, DoorState::Closed);
                (self.tiles[door.pos], changed) = (door.tile(), true);
            }
        }
        if changed {
            self.divide_regions(&cells);
            self.recount();
        }
        changed
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
    fn the_goal_needs_every_lock() {
        // The first lock guards the second key, and a corridor leads round it once it is dug.
        let two = |text: &str| {
            let mut map = Map::from_ascii(text).unwrap();
            map.add_room(crate::map::Shape::Rect(Rect::new(8, 1, 2, 1)));
            let doors = map.doors.iter().map(|door| door.id).collect::<Vec<_>>();
            let keys = map.entities.iter().filter(|it| it.kind == EntityKind::Key).map(|it| it.pos);
            let locks = doors.into_iter().zip(keys).map(|(door, key)| Lock { door, key }).collect();
            let mission = Mission::new(RoomId(0), locks);
            mission.holds(&map)
        };
        assert!(two("\n###########\n#@kL.kL...#\n###########"));
        let needless = "\n###########\n#@.k..L...#\n#.#########\n#L..k######\n###########";
        let mut map = Map::from_ascii(needless).unwrap();
        map.add_room(crate::map::Shape::Rect(Rect::new(8, 1, 2, 1)));
        let door = |x: i32, y: i32| map.doors.iter().find(|door| door.pos == Pos::new(x, y)).unwrap().id;
        let lock = |door: DoorId, x: i32, y: i32| Lock { door, key: Pos::new(x, y) };
        let (side, last) = (door(1, 3), door(6, 1));
        let in_turn = Mission::new(RoomId(0), vec![lock(side, 3, 1), lock(last, 4, 3)]);
        assert!(in_turn.holds(&map), "the second key lies behind the first lock");
        map.entities.push(crate::Entity::new(EntityKind::Key, Pos::new(4, 1), ""));
        let beside = Mission::new(RoomId(0), vec![lock(side, 3, 1), lock(last, 4, 1)]);
        assert!(!beside.holds(&map), "the first lock guards nothing");
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
