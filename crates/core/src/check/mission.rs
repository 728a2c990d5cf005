//! The rule about keys: the mission can be completed lock by lock.
//!
//! The cells between the relevant doors are grouped: one sweep finds the connected parts, and after
//! that only these few parts and the doors between them are examined.

use super::cells::Footprint;
use super::findings::Findings;
use super::ids::Ids;
use super::regions::{Sweep, root};
use super::row_runs::Runs;
use super::{Rule, Subject};
use crate::base::grid::{Dir, Pos};
use crate::map::{DoorKind, DoorState, EntityKind, Level, Mission};
use std::collections::BTreeMap;

pub(super) fn check(subject: &Subject<'_>, found: &mut Findings) {
    let Some(mission) = &subject.map.mission else { return };
    let Some(doors) = records(mission, subject, found) else { return };
    let Some(start) = start(subject) else {
        let message = format_args!("a mission begins at a start, an exit or stairs, and there is none");
        found.add(Rule::Keys, Pos::new(0, 0), message);
        return;
    };
    carry_out(mission, &doors, start, subject, found);
}

/// Checks the records that the mission names. Returns the indices of its doors if all exist.
fn records(mission: &Mission, subject: &Subject<'_>, found: &mut Findings) -> Option<Vec<usize>> {
    let map = subject.map;
    let ids = Ids::of(map.doors.iter().map(|door| door.id.0));
    let keys = map.entities.iter().filter(|entity| entity.kind == EntityKind::Key);
    let mut keys: Vec<Pos> = keys.map(|key| key.pos).collect();
    keys.sort_unstable();
    let mut whole = true;
    if subject.room_ids.find(mission.goal.0).is_none() {
        let message = format_args!("the goal is room {}, which does not exist", mission.goal.0);
        found.add(Rule::Keys, Pos::new(0, 0), message);
        whole = false;
    }
    let mut doors = Vec::with_capacity(mission.locks.len());
    for lock in &mission.locks {
        let (id, key) = (lock.door.0, lock.key);
        if keys.binary_search(&key).is_err() {
            found.add(Rule::Keys, key, format_args!("there is no key at {key} for door {id}"));
            whole = false;
        }
        match ids.find(id) {
            None => {
                found.add(Rule::Keys, key, format_args!("the key at {key} is for door {id}, which does not exist"));
                whole = false;
            }
            Some(index) => {
                if map.doors[index].state != DoorState::Locked {
                    let pos = map.doors[index].pos;
                    found.add(Rule::Keys, pos, format_args!("door {id} at {pos} has a key but is not locked"));
                    whole = false;
                }
                doors.push(index);
            }
        }
    }
    let mut sorted = doors.clone();
    sorted.sort_unstable();
    for pair in sorted.windows(2).filter(|pair| pair[0] == pair[1]) {
        let door = &map.doors[pair[0]];
        found.add(Rule::Keys, door.pos, format_args!("door {} has more than one lock", door.id.0));
        whole = false;
    }
    whole.then_some(doors)
}

/// Returns the position where the player begins: the start, or else the first exit, or else the
/// first stairs.
fn start(subject: &Subject<'_>) -> Option<Pos> {
    let map = subject.map;
    let start = map.entities.iter().find(|entity| entity.kind == EntityKind::Start).map(|start| start.pos);
    let exit = || map.exits.first().map(|exit| exit.pos);
    start.or_else(exit).or_else(|| map.stairs.first().map(|stairs| stairs.pos))
}

/// Number of locks above which it is not checked that each of them is needed.
const MAX_LOCKS: usize = 64;

/// A door that is closed at first. Of several in one cell, the first in this order counts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Shut {
    /// Until its key is found.
    Locked,
    /// For good.
    Secret,
    /// In one direction.
    OneWay,
}

/// Opens lock by lock, and checks what can be reached before each of them and in the end.
fn carry_out(mission: &Mission, doors: &[usize], start: Pos, subject: &Subject<'_>, found: &mut Findings) {
    let map = subject.map;
    let places = LockedParts::of(mission, doors, start, subject);
    let Some(first) = places.at(start) else {
        found.add(Rule::Keys, start, format_args!("the start at {start} is not walkable"));
        return;
    };
    let (mut strict, mut loose) = (Groups::new(&places), Groups::new(&places));
    places.one_way().for_each(|node| loose.open(node, &places));
    let mut anywhere = Groups::new(&places);
    ways_in(&places, first, &mut anywhere, subject, found);
    let before = anywhere.clone();
    let mut stranded = false;
    let mut look = |strict: &mut Groups, loose: &mut Groups, opened: usize, found: &mut Findings| {
        if !stranded && strict.size(first) != loose.size(first) {
            stranded = true;
            let mut gained = |near: u32| loose.same(near, first) && !strict.same(near, first);
            let door = places.one_way().find(|&node| places.beside(node).any(&mut gained));
            let pos = door.map_or(start, |node| places.doors[node as usize].0);
            let message =
                format_args!("players can be trapped behind the one-way door at {pos} with {opened} locks open");
            found.add(Rule::Keys, pos, message);
        }
    };
    for (opened, (lock, &door)) in mission.locks.iter().zip(doors).enumerate() {
        look(&mut strict, &mut loose, opened, found);
        let last = opened + 1 == mission.locks.len();
        if last && places.goal.iter().any(|&node| anywhere.same(node, first)) {
            let message =
                format_args!("room {} is the goal and can be reached before the last lock is opened", mission.goal.0);
            found.add(Rule::Keys, map.doors[door].pos, message);
        }
        let (id, key, pos) = (lock.door.0, lock.key, map.doors[door].pos);
        if !places.at(key).is_some_and(|node| strict.same(node, first)) {
            let message = format_args!("the key at {key} cannot be reached before its door {id} is opened");
            found.add(Rule::Keys, key, message);
        }
        let Some(node) = places.at(pos) else { continue };
        let facing = map.doors[door].facing;
        let sides = [facing, facing.opposite()].map(|dir| step(pos, dir).and_then(|pos| places.at(pos)));
        if sides.iter().all(|side| side.is_some_and(|side| anywhere.same(side, first))) {
            found.add(Rule::Keys, pos, format_args!("door {id} at {pos} is locked, but players can walk round it"));
        }
        for reach in [&mut strict, &mut loose, &mut anywhere] {
            reach.open(node, &places);
        }
        if !strict.same(node, first) {
            let message = format_args!("door {id} at {pos} cannot be reached after the locks before it are opened");
            found.add(Rule::Keys, pos, message);
        }
    }
    look(&mut strict, &mut loose, mission.locks.len(), found);
    needless_locks(mission, doors, &before, first, &places, subject, found);
    if !places.goal.iter().any(|&node| strict.same(node, first)) {
        let message = format_args!("room {} is the goal and cannot be reached with all locks open", mission.goal.0);
        found.add(Rule::Keys, start, message);
    }
}

/// Checks that the goal cannot be reached while one of several locks stays shut and the others are
/// opened as their keys are found. `before` is what is joined before any lock is opened.
fn needless_locks(
    mission: &Mission,
    doors: &[usize],
    before: &Groups,
    first: u32,
    places: &LockedParts,
    subject: &Subject<'_>,
    found: &mut Findings,
) {
    let door = |index: usize| &subject.map.doors[doors[index]];
    // A mission with other faults needs no second finding about the same lock.
    if doors.len() < 2 || doors.len() > MAX_LOCKS || found.has(Rule::Keys) {
        return;
    }
    for kept in 0..doors.len() {
        let mut reach = before.clone();
        let mut shut: Vec<usize> = (0..doors.len()).filter(|&index| index != kept).collect();
        let at_first = |reach: &mut Groups, pos: Pos| places.at(pos).is_some_and(|node| reach.same(node, first));
        while let Some(next) = shut.iter().position(|&index| {
            let beside = Dir::ALL.into_iter().filter_map(|dir| step(door(index).pos, dir));
            at_first(&mut reach, mission.locks[index].key) && beside.into_iter().any(|pos| at_first(&mut reach, pos))
        }) {
            let index = shut.swap_remove(next);
            places.at(door(index).pos).into_iter().for_each(|node| reach.open(node, places));
        }
        if places.goal.iter().any(|&node| reach.same(node, first)) {
            let (id, pos) = (door(kept).id.0, door(kept).pos);
            let message = format_args!("door {id} at {pos} is locked, but the goal can be reached without it");
            found.add(Rule::Keys, pos, message);
        }
    }
}

/// Checks that nothing that leads in is behind a lock, and joins all of it: players may come in
/// anywhere.
fn ways_in(places: &LockedParts, first: u32, anywhere: &mut Groups, subject: &Subject<'_>, found: &mut Findings) {
    let mut unlocked = Groups::new(places);
    let free = (0..).zip(&places.doors).filter(|(_, (_, shut))| *shut != Shut::Locked);
    free.for_each(|(node, _)| unlocked.open(node, places));
    for (pos, what) in entrances(subject) {
        let Some(node) = places.at(pos) else { continue };
        if !unlocked.same(node, first) {
            let message = format_args!("the {what} at {pos} must be in front of the locks of the mission");
            found.add(Rule::Keys, pos, message);
        }
        anywhere.join(node, first);
    }
}

/// Iterates over exits and stairs up, which lead in like the start.
fn entrances<'a>(subject: &Subject<'a>) -> impl Iterator<Item = (Pos, &'static str)> + use<'a> {
    let map = subject.map;
    let up = map.stairs.iter().filter(|stairs| stairs.dir == Level::Up).map(|stairs| (stairs.pos, "stairs up"));
    map.exits.iter().map(|exit| (exit.pos, "exit")).chain(up)
}

/// The doors that are closed at first, and the parts of the map between them. Each has a number,
/// doors before parts.
struct LockedParts {
    /// In reading order, one per cell.
    doors: Vec<(Pos, Shut)>,
    /// The numbers of the parts by cell, for relevant cells only.
    parts: BTreeMap<Pos, u32>,
    count: u32,
    /// All parts and doors in the goal room.
    goal: Vec<u32>,
}

impl LockedParts {
    fn of(mission: &Mission, locked: &[usize], start: Pos, subject: &Subject<'_>) -> LockedParts {
        let (map, ground) = (subject.map, &subject.ground);
        let secret = map.doors.iter().filter(|door| door.kind == DoorKind::Secret).map(|door| (door.pos, Shut::Secret));
        let one_way = map.doors.iter().filter(|door| door.kind == DoorKind::OneWay);
        let one_way = one_way.map(|door| (door.pos, Shut::OneWay));
        let locked = locked.iter().map(|&index| (map.doors[index].pos, Shut::Locked));
        let walkable = |(pos, _): &(Pos, Shut)| ground.is_walkable(pos.x.into(), pos.y.into());
        let mut doors: Vec<(Pos, Shut)> = locked.chain(secret).chain(one_way).filter(walkable).collect();
        doors.sort_unstable();
        doors.dedup_by_key(|(pos, _)| *pos);
        let beside = doors.iter().flat_map(|(pos, _)| Dir::ALL.map(|dir| step(*pos, dir))).flatten();
        let mut wanted: Vec<Pos> = beside.chain(mission.locks.iter().map(|lock| lock.key)).chain([start]).collect();
        wanted.extend(entrances(subject).map(|(pos, _)| pos));
        wanted.sort_unstable();
        wanted.dedup();
        let goal = subject.room(mission.goal.0);
        let (mut marks, mut goal_marks) = (Vec::new(), Vec::new());
        let (mut sweep, mut next, mut door) = (Sweep::default(), 0, 0);
        for y in 0..ground.size().height {
            let mut row = ground.walkable.row(y as usize).to_vec();
            while let Some((pos, _)) = doors.get(door).filter(|(pos, _)| pos.y == y) {
                row[pos.x as usize / 64] &= !(1 << (pos.x % 64));
                door += 1;
            }
            sweep.row(y, &row);
            while let Some(&pos) = wanted.get(next).filter(|pos| pos.y <= y) {
                marks.extend(sweep.mark(pos.x).filter(|_| pos.y == y).map(|mark| (pos, mark)));
                next += 1;
            }
            if let Some(goal) = goal {
                let inside = goal_row(goal, y, row);
                goal_marks.extend(Runs::of(&inside).filter_map(|(start, _)| sweep.mark(start as i32)));
            }
        }
        let first = doors.len() as u32;
        let mut names: BTreeMap<u32, u32> = BTreeMap::new();
        let mut name = |mark: u32| {
            let (region, next) = (sweep.region(mark), first + names.len() as u32);
            *names.entry(region).or_insert(next)
        };
        let parts = marks.into_iter().map(|(pos, mark)| (pos, name(mark))).collect();
        let mut goal: Vec<u32> = goal_marks.into_iter().map(&mut name).collect();
        goal.sort_unstable();
        goal.dedup();
        LockedParts { count: first + names.len() as u32, doors, parts, goal }
    }

    /// Returns the number of the part or door in the cell, or `None` if the cell is not walkable.
    fn at(&self, pos: Pos) -> Option<u32> {
        match self.doors.binary_search_by_key(&pos, |(pos, _)| *pos) {
            Ok(index) => Some(index as u32),
            Err(_) => self.parts.get(&pos).copied(),
        }
    }

    /// Iterates over the parts beside a door.
    fn beside(&self, door: u32) -> impl Iterator<Item = u32> + '_ {
        let pos = self.doors[door as usize].0;
        Dir::ALL.into_iter().filter_map(move |dir| self.at(step(pos, dir)?))
    }

    fn one_way(&self) -> impl Iterator<Item = u32> + '_ {
        (0..).zip(&self.doors).filter(|(_, (_, shut))| *shut == Shut::OneWay).map(|(node, _)| node)
    }
}

/// Returns the next cell, unless its coordinates overflow.
fn step(pos: Pos, dir: Dir) -> Option<Pos> {
    let (dx, dy) = dir.delta();
    Some(Pos::new(pos.x.checked_add(dx)?, pos.y.checked_add(dy)?))
}

/// Returns the cells of a row that belong to the room.
fn goal_row(goal: Footprint<'_>, y: i32, mut row: Vec<u64>) -> Vec<u64> {
    (0..).zip(&mut row).for_each(|(index, word)| *word &= goal.word(y as usize, index));
    row
}

/// The connected groups of places.
#[derive(Clone)]
struct Groups {
    groups: Vec<u32>,
    /// Number of places in every group, except one-way doors.
    sizes: Vec<u32>,
    open: Vec<bool>,
}

impl Groups {
    fn new(places: &LockedParts) -> Groups {
        let sizes = (0..places.count as usize).map(|node| match places.doors.get(node) {
            Some((_, Shut::OneWay)) => 0,
            _ => 1,
        });
        let open = (0..places.count as usize).map(|node| node >= places.doors.len()).collect();
        Groups { groups: (0..places.count).collect(), sizes: sizes.collect(), open }
    }

    /// Opens a door.
    fn open(&mut self, door: u32, places: &LockedParts) {
        self.open[door as usize] = true;
        for near in places.beside(door) {
            if self.open[near as usize] {
                self.join(door, near);
            }
        }
    }

    /// Joins two places as if a way led from one to the other.
    fn join(&mut self, a: u32, b: u32) {
        let (a, b) = (root(&mut self.groups, a), root(&mut self.groups, b));
        if a != b {
            self.groups[a.max(b) as usize] = a.min(b);
            self.sizes[a.min(b) as usize] += self.sizes[a.max(b) as usize];
        }
    }

    fn same(&mut self, a: u32, b: u32) -> bool {
        root(&mut self.groups, a) == root(&mut self.groups, b)
    }

    /// Returns the number of places connected to this one.
    fn size(&mut self, node: u32) -> u32 {
        self.sizes[root(&mut self.groups, node) as usize]
    }
}

#[cfg(test)]
mod tests {
    use crate::base::grid::Pos;
    use crate::check::check;
    use crate::map::{Door, DoorId, DoorKind, DoorState, Lock, Map, Mission, RoomId, Shape};

    /// The hall with the first key, two vaults behind two locks, a side room.
    const TEXT: &str = "\n#############\n#@.kL..kL...#\n#.###########\n#+#.........#\n#.+.........#\n#############";

    fn map(text: &str) -> Map {
        let mut map = Map::from_ascii(text).unwrap();
        map.add_room(Shape::Rect(crate::Rect::new(9, 1, 3, 1)));
        let locked = map.doors.iter().filter(|door| door.state == DoorState::Locked);
        let keys = map.entities.iter().filter(|entity| entity.kind == crate::EntityKind::Key);
        let locks = locked.zip(keys).map(|(door, key)| Lock { door: door.id, key: key.pos }).collect();
        map.mission = Some(Mission { goal: RoomId(0), locks });
        map
    }

    fn messages(map: &Map) -> Vec<String> {
        check(map).iter().map(|finding| format!("{} {}: {}", finding.pos, finding.rule, finding.message)).collect()
    }

    fn damaged(damage: impl Fn(&mut Map)) -> Vec<String> {
        let mut map = map(TEXT);
        damage(&mut map);
        map.doors.iter().for_each(|door| map.tiles[door.pos] = door.tile());
        messages(&map)
    }

    fn door(map: &mut Map, x: i32, y: i32) -> &mut Door {
        map.doors.iter_mut().find(|door| door.pos == Pos::new(x, y)).unwrap()
    }

    #[test]
    fn a_mission_that_can_be_carried_out_is_in_order() {
        assert_eq!(check(&map(TEXT)), []);
    }

    #[test]
    fn missions_name_existing_rooms_and_doors() {
        assert_eq!(
            damaged(|map| map.mission.as_mut().unwrap().goal = RoomId(9)),
            ["0,0 keys: the goal is room 9, which does not exist"]
        );
        assert_eq!(
            damaged(|map| map.entities.retain(|entity| entity.pos != Pos::new(3, 1))),
            ["3,1 keys: there is no key at 3,1 for door 0"]
        );
        assert_eq!(
            damaged(|map| map.mission.as_mut().unwrap().locks[1].door = DoorId(77)),
            ["7,1 keys: the key at 7,1 is for door 77, which does not exist"]
        );
        assert_eq!(
            damaged(|map| door(map, 4, 1).state = DoorState::Closed),
            ["4,1 keys: door 0 at 4,1 has a key but is not locked"]
        );
        let twice = damaged(|map| map.mission.as_mut().unwrap().locks[1].door = DoorId(0));
        assert_eq!(twice, ["4,1 keys: door 0 has more than one lock"]);
        let nowhere = damaged(|map| map.entities.retain(|entity| entity.kind == crate::EntityKind::Key));
        assert_eq!(nowhere, ["0,0 keys: a mission begins at a start, an exit or stairs, and there is none"]);
    }

    #[test]
    fn a_key_behind_its_door_is_found() {
        let swapped = damaged(|map| map.mission.as_mut().unwrap().locks.reverse());
        assert_eq!(swapped[0], "7,1 keys: the key at 7,1 cannot be reached before its door 1 is opened");
        assert_eq!(swapped[1], "8,1 keys: door 1 at 8,1 cannot be reached after the locks before it are opened");
        let mixed = damaged(|map| {
            let locks = &mut map.mission.as_mut().unwrap().locks;
            (locks[0].key, locks[1].key) = (locks[1].key, locks[0].key);
        });
        assert_eq!(mixed, ["7,1 keys: the key at 7,1 cannot be reached before its door 0 is opened"]);
    }

    #[test]
    fn the_goal_is_reached() {
        let away = damaged(|map| {
            map.mission.as_mut().unwrap().locks.pop();
            door(map, 8, 1).kind = DoorKind::Secret;
            door(map, 8, 1).state = DoorState::Closed;
        });
        assert_eq!(away, ["1,1 keys: room 0 is the goal and cannot be reached with all locks open"]);
    }

    #[test]
    fn rooms_are_reachable_without_secret_doors() {
        let shut = damaged(|map| door(map, 1, 3).kind = DoorKind::Secret);
        assert_eq!(shut, [""; 0], "what the mission does not need may be secret");
        let stranded = damaged(|map| door(map, 1, 3).kind = DoorKind::OneWay);
        assert_eq!(stranded, ["1,3 keys: players can be trapped behind the one-way door at 1,3 with 0 locks open"]);
        let way_round = damaged(|map| {
            map.tiles[Pos::new(2, 2)] = crate::Tile::Floor;
            door(map, 1, 3).kind = DoorKind::OneWay;
            map.tiles[Pos::new(3, 2)] = crate::Tile::Floor;
        });
        assert_eq!(way_round, [""; 0]);
        let needed = damaged(|map| {
            map.entities[0].pos = Pos::new(1, 4);
            door(map, 1, 3).kind = DoorKind::Secret;
        });
        assert!(needed[0].contains("the key at 3,1 cannot be reached"), "{needed:?}");
    }

    #[test]
    fn nothing_leads_in_behind_a_lock() {
        let exit = damaged(|map| map.exits.push(crate::Exit::new(Pos::new(6, 1))));
        assert_eq!(exit[0], "6,1 keys: the exit at 6,1 must be in front of the locks of the mission");
        let up = damaged(|map| {
            map.tiles[Pos::new(10, 1)] = crate::Tile::StairsUp;
            map.stairs.push(crate::Stairs::new(Pos::new(10, 1), crate::Level::Up));
        });
        assert_eq!(up[0], "10,1 keys: the stairs up at 10,1 must be in front of the locks of the mission");
        assert!(up[1].ends_with("room 0 is the goal and can be reached before the last lock is opened"), "{up:?}");
        let down = damaged(|map| {
            map.tiles[Pos::new(10, 1)] = crate::Tile::StairsDown;
            map.stairs.push(crate::Stairs::new(Pos::new(10, 1), crate::Level::Down));
        });
        assert_eq!(down, [""; 0], "stairs down lead out");
    }

    #[test]
    fn locks_cannot_be_walked_round() {
        let round = damaged(|map| map.tiles[Pos::new(6, 2)] = crate::Tile::Floor);
        assert_eq!(round, ["4,1 keys: door 0 at 4,1 is locked, but players can walk round it"]);
    }

    #[test]
    fn doors_side_by_side_are_passed_one_after_the_other() {
        let mut map = map("\n#############\n#@kkL.......#\n#############");
        map.source.promises = crate::Promises::NONE;
        map.add_door(Pos::new(5, 1), crate::Dir::East, DoorKind::Door, DoorState::Locked, &[]);
        map.mission.as_mut().unwrap().locks.push(Lock { door: DoorId(1), key: Pos::new(3, 1) });
        assert_eq!(check(&map), []);
        map.mission.as_mut().unwrap().locks.reverse();
        assert_eq!(messages(&map), ["5,1 keys: door 1 at 5,1 cannot be reached after the locks before it are opened"]);
    }
}
