//! Locks doors on the path to a goal, and places their keys.

use super::put;
use crate::base::error::Error;
use crate::base::grid::{Pos, Rect};
use crate::base::promises::Promises;
use crate::base::rng::Rng;
use crate::generator::{Context, Entry, Generator, Kind};
use crate::map::{CellSet, DoorId, DoorKind, DoorState, EntityKind, Level, Lock, Map, Mission, RoomId, Shape};
use crate::place::placement_index::PlacementIndex;
use crate::spatial::ground::Ground;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Registry entry of the step.
pub const ENTRY: Entry =
    Entry::new::<Keys>("keys", Kind::Place).revision(3).preserving(Promises::ALL.without(Promises::FINISHABLE));

/// Locks doors on the path to a goal and places their keys, on any map with doors.
///
/// The goal is the room of the boss, the treasure or the stairs down, or else the room farthest
/// from the start. Only doors without a detour are locked (a secret door is none), and every key
/// can be reached before its door is opened, preferably off the main path. On a map with doors but
/// no rooms, the area behind the last lock becomes a room. Locked doors without a key become closed
/// doors. An existing mission is kept.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Keys {
    /// Maximum number of doors to lock.
    #[schemars(range(min = 0, max = 20))]
    pub locks: u32,
}

impl Default for Keys {
    fn default() -> Self {
        Keys { locks: 1 }
    }
}

impl Generator for Keys {
    fn generate(&self, map: &mut Map, cx: &mut Context<'_>) -> Result<(), Error> {
        if map.mission.is_some() || self.locks == 0 {
            return Ok(());
        }
        unlock(map);
        let mut survey = PlacementIndex::take(map, cx)?;
        cx.spend(survey.ground.len() as u64)?;
        let locked = self.lock(map, &mut survey, &mut cx.rng("keys"));
        let why = match locked {
            Err(why) => why,
            Ok(_) => "no other door blocks the only way to the goal",
        };
        let locked = locked.unwrap_or(0);
        if locked < self.locks {
            cx.note(map, "locks", self.locks.into(), locked.into(), why);
        }
        map.recount();
        cx.step("keys", map);
        super::promise(map, &survey);
        survey.leave(cx);
        Ok(())
    }
}

/// Turns locked doors for which the mission has no key into closed doors.
pub(super) fn unlock(map: &mut Map) {
    let kept: Vec<DoorId> = map.mission.iter().flat_map(|mission| &mission.locks).map(|lock| lock.door).collect();
    let size = map.size();
    for door in map.doors.iter_mut().filter(|door| door.state == DoorState::Locked && !kept.contains(&door.id)) {
        door.state = DoorState::Closed;
        if size.contains(door.pos) {
            map.tiles[door.pos] = door.tile();
        }
    }
}

/// Parts of the map between doors. Doors without a detour join the parts like the edges of a tree.
struct Parts {
    /// Part of every open cell; doors have none.
    of: Vec<u32>,
    count: usize,
    /// Doors that lead from one part to another: index in the map's list and the two parts.
    doors: Vec<(usize, [usize; 2])>,
}

const NONE: u32 = u32::MAX;

impl Parts {
    fn of(map: &Map, survey: &PlacementIndex) -> Parts {
        let ground = &survey.ground;
        let mut of = vec![NONE; ground.len()];
        let mut count = 0;
        let open =
            |cell: usize| ground.marks(cell) & (Ground::OPEN | Ground::FLOOR) != 0 && !ground.is(cell, Ground::DOOR);
        let mut stack = Vec::new();
        for start in ground.cells() {
            if !open(start) || of[start] != NONE {
                continue;
            }
            of[start] = count;
            stack.push(start);
            while let Some(cell) = stack.pop() {
                for near in ground.beside(cell) {
                    if open(near) && of[near] == NONE {
                        of[near] = count;
                        stack.push(near);
                    }
                }
            }
            count += 1;
        }
        let mut doors = Vec::new();
        for (index, door) in map.doors.iter().enumerate().filter(|(_, door)| map.size().contains(door.pos)) {
            let sides = [door.facing, door.facing.opposite()].map(|dir| of[ground.step(ground.index(door.pos), dir)]);
            if !sides.contains(&NONE) && door.kind != DoorKind::Secret {
                doors.push((index, sides.map(|part| part as usize)));
            }
        }
        Parts { of, count: count as usize, doors }
    }

    /// Returns the doors without a detour, as seen from a part.
    fn gates(&self, from: usize) -> Gates {
        let mut ways: Vec<Vec<(usize, usize)>> = vec![Vec::new(); self.count];
        for (at, &(_, [a, b])) in self.doors.iter().enumerate().filter(|(_, (_, [a, b]))| a != b) {
            ways[a].push((at, b));
            ways[b].push((at, a));
        }
        // Depth first: a door is a gate (a bridge of the graph) if nothing beyond it leads back.
        let mut gates = Gates { came: vec![None; self.count], depth: vec![NONE; self.count], open: Vec::new() };
        gates.open.resize(self.doors.len(), false);
        let (mut order, mut low, mut next) = (vec![NONE; self.count], vec![NONE; self.count], vec![0; self.count]);
        let mut is_gate = vec![false; self.doors.len()];
        let mut visited = vec![from];
        let mut stack = vec![from];
        (order[from], low[from]) = (0, 0);
        while let Some(&part) = stack.last() {
            let through = gates.came[part].map(|(door, _)| door);
            match ways[part].get(next[part]) {
                Some(&(door, other)) => {
                    next[part] += 1;
                    if Some(door) == through {
                        continue;
                    }
                    if order[other] == NONE {
                        (order[other], low[other]) = (visited.len() as u32, visited.len() as u32);
                        gates.came[other] = Some((door, part));
                        visited.push(other);
                        stack.push(other);
                    } else {
                        low[part] = low[part].min(order[other]);
                    }
                }
                None => {
                    stack.pop();
                    if let Some((door, before)) = gates.came[part] {
                        low[before] = low[before].min(low[part]);
                        is_gate[door] = low[part] > order[before];
                    }
                }
            }
        }
        gates.depth[from] = 0;
        for &part in &visited[1..] {
            let Some((door, before)) = gates.came[part] else { continue };
            gates.depth[part] = gates.depth[before] + u32::from(is_gate[door]);
        }
        gates
    }
}

/// Path to every part of the map, with the number of gates on it.
struct Gates {
    /// Door through which each part is entered, and the part before it.
    came: Vec<Option<(usize, usize)>>,
    depth: Vec<u32>,
    /// For every door, true if it is on the way to an entrance and stays open.
    open: Vec<bool>,
}

impl Gates {
    /// Leaves the gates on the path to a part open.
    fn keep_open(&mut self, part: usize) {
        for gate in self.to(part) {
            self.open[gate] = true;
        }
    }

    /// Returns true if the last gate on the path to a part may be locked.
    fn can_shut(&self, part: usize) -> bool {
        let mut at = part;
        while let Some((door, before)) = self.came[at] {
            if self.depth[at] > self.depth[before] {
                return !self.open[door];
            }
            at = before;
        }
        false
    }

    /// Returns the number of gates on the path to a part that may be locked; 0 if it cannot be
    /// reached.
    fn before(&self, part: usize) -> u32 {
        match self.depth[part] {
            NONE => 0,
            _ if self.open.contains(&true) => self.to(part).iter().filter(|gate| !self.open[**gate]).count() as u32,
            depth => depth,
        }
    }

    /// Returns the gates on the path to a part, in walking order.
    fn to(&self, part: usize) -> Vec<usize> {
        let mut gates = Vec::new();
        let mut at = part;
        while let Some((door, before)) = self.came[at] {
            if self.depth[at] > self.depth[before] {
                gates.push(door);
            }
            at = before;
        }
        gates.reverse();
        gates
    }
}

/// Rank of a goal: number of gates before it, purpose, distance, and a random tie-breaker.
type Rank = (u32, u32, u32, u32);

impl Keys {
    /// Locks as many doors as possible. Returns the number of locks, or the reason why there is
    /// none.
    fn lock(&self, map: &mut Map, survey: &mut PlacementIndex, rng: &mut Rng) -> Result<u32, &'static str> {
        if map.doors.is_empty() {
            return Err("the map has no doors");
        }
        let start = map.way_in().filter(|&pos| map.size().contains(pos));
        let Some(start) = start else { return Err("the map has no start, exit or stairs") };
        let parts = Parts::of(map, survey);
        let from = parts.of[survey.ground.index(start)];
        if from == NONE {
            return Err("the start is in a door");
        }
        let mut gates = parts.gates(from as usize);
        // Nothing that leads in is behind a lock.
        let ways_in = map.ways_in().map(|pos| parts.of[survey.ground.index(pos)]).filter(|&part| part != NONE);
        ways_in.for_each(|part| gates.keep_open(part as usize));
        let Some((room, goal)) = self.goal(map, survey, &parts, &gates, start, rng) else {
            return Err("every door has a detour");
        };
        let (gates, open) = (gates.to(goal as usize), gates.open);
        let lockable = |gate: &&usize| {
            let door = &map.doors[parts.doors[**gate].0];
            let leaf = matches!(door.kind, DoorKind::Door | DoorKind::Double) && door.state != DoorState::Locked;
            (leaf || door.kind == DoorKind::Archway) && !open[**gate]
        };
        let mut chosen: Vec<usize> = gates.iter().filter(lockable).copied().collect();
        let last = gates.last().copied();
        // The goal stays closed until the last lock is opened, so the last gate must be locked.
        if chosen.last().copied() != last || chosen.is_empty() {
            return Err("the last door before the goal cannot be locked");
        }
        while chosen.len() > self.locks as usize {
            let index = rng.below(chosen.len() as u32 - 1) as usize;
            chosen.remove(index);
        }
        let added = room.is_none();
        let room = room.unwrap_or_else(|| {
            let cells =
                survey.ground.cells().filter(|&cell| parts.of[cell] == goal).map(|cell| survey.ground.pos(cell));
            let cells = CellSet::filtered(cells, |pos| map.tiles[pos].is_walkable());
            let id = map.add_room(cells.map_or(Shape::Rect(Rect::new(start.x, start.y, 1, 1)), Shape::of));
            map.rooms.iter_mut().filter(|room| room.id == id).for_each(|room| room.tags.push("goal".into()));
            // Furniture may stand where the new room has its entrances.
            map.source.promises = map.source.promises - Promises::FURNISHED;
            id
        });
        // From the last lock to the first, so that a lock that fails is the nearest to the start.
        let before = (map.doors.clone(), map.entities.len());
        while !chosen.is_empty() {
            if let Some(locks) = self.lay_keys(map, survey, &parts, from as usize, &chosen, rng) {
                map.mission = Some(Mission { goal: room, locks });
                if map.mission.as_ref().is_some_and(|mission| mission.holds(map)) {
                    return Ok(chosen.len() as u32);
                }
            }
            map.mission = None;
            for entity in map.entities.drain(before.1..) {
                let cell = survey.ground.index(entity.pos);
                survey.unblock(cell);
            }
            map.doors.clone_from(&before.0);
            map.doors.iter().for_each(|door| map.tiles[door.pos] = door.tile());
            chosen.remove(0);
        }
        if added {
            map.rooms.retain(|it| it.id != room);
        }
        Err("no key can be placed before its door")
    }

    /// Returns the goal room, if there are rooms, and the part of the map that contains it.
    fn goal(
        &self,
        map: &Map,
        survey: &mut PlacementIndex,
        parts: &Parts,
        gates: &Gates,
        start: Pos,
        rng: &mut Rng,
    ) -> Option<(Option<RoomId>, u32)> {
        let start = survey.ground.index(start);
        survey.measure(&[start]);
        let down = map.stairs.iter().find(|stairs| stairs.dir == Level::Down).map(|stairs| stairs.pos);
        let mut best: Option<(Rank, Option<RoomId>, u32)> = None;
        let mut offer = |rank: (u32, u32, u32), room: Option<RoomId>, part: u32| {
            // The requested number of locks matters more than anything else.
            let (gates, can_shut) = (gates.before(part as usize), gates.can_shut(part as usize));
            let rank = (gates.min(self.locks), rank.0, rank.1, rank.2);
            if gates > 0 && can_shut && best.as_ref().is_none_or(|(most, _, _)| rank > *most) {
                best = Some((rank, room, part));
            }
        };
        for room in &map.rooms {
            let Some(pos) = room
                .shape
                .positions()
                .find(|&pos| map.size().contains(pos) && parts.of[survey.ground.index(pos)] != NONE)
            else {
                continue;
            };
            let cell = survey.ground.index(pos);
            let meant = room.tags.iter().any(|tag| ["boss", "sanctum", "goal", "treasure"].contains(&&**tag));
            let stairs = down.is_some_and(|down| room.shape.contains(down));
            offer(
                (u32::from(stairs) * 2 + u32::from(meant), far(survey, cell), rng.below(1 << 16)),
                Some(room.id),
                parts.of[cell],
            );
        }
        if map.rooms.is_empty() {
            let mut first: BTreeMap<u32, usize> = BTreeMap::new();
            survey.ground.cells().filter(|&cell| parts.of[cell] != NONE).for_each(|cell| {
                first.entry(parts.of[cell]).or_insert(cell);
            });
            let down = down.map(|down| parts.of[survey.ground.index(down)]);
            for (part, cell) in first {
                offer((u32::from(down == Some(part)), far(survey, cell), rng.below(1 << 16)), None, part);
            }
        }
        best.map(|(_, room, part)| (room, part))
    }

    /// Locks these doors and places a key for each where it can be reached before the door is
    /// opened.
    fn lay_keys(
        &self,
        map: &mut Map,
        survey: &mut PlacementIndex,
        parts: &Parts,
        from: usize,
        chosen: &[usize],
        rng: &mut Rng,
    ) -> Option<Vec<Lock>> {
        let mut locks = Vec::with_capacity(chosen.len());
        let mut known = vec![false; parts.count];
        for (opened, &gate) in chosen.iter().enumerate() {
            let shut = &chosen[opened..];
            let reached = spread(parts, from, |door| {
                !shut.contains(&door) && map.doors[parts.doors[door].0].kind != DoorKind::OneWay
            });
            // The area opened by the previous lock comes first, so that the player has to go there.
            let fresh = |cell: usize| {
                let part = parts.of[cell];
                part != NONE && reached[part as usize] && !known[part as usize]
            };
            let cell = key_place(survey, fresh, rng).or_else(|| {
                key_place(survey, |cell| parts.of[cell] != NONE && reached[parts.of[cell] as usize], rng)
            })?;
            let pos = survey.ground.pos(cell);
            survey.block(cell);
            let index = parts.doors[gate].0;
            put(map, EntityKind::Key, pos, format!("key {}", opened + 1).into());
            let door = &mut map.doors[index];
            if door.kind == DoorKind::Archway {
                door.kind = DoorKind::Door;
            }
            door.state = DoorState::Locked;
            (map.tiles[door.pos], known) = (door.tile(), reached);
            locks.push(Lock { door: door.id, key: pos });
        }
        Some(locks)
    }
}

fn far(survey: &PlacementIndex, cell: usize) -> u32 {
    survey.steps(cell).unwrap_or(0)
}

/// Returns the parts that can be reached through the open doors.
fn spread(parts: &Parts, from: usize, open: impl Fn(usize) -> bool) -> Vec<bool> {
    let mut reached = vec![false; parts.count];
    reached[from] = true;
    let mut grown = true;
    while grown {
        grown = false;
        for (at, &(_, [a, b])) in parts.doors.iter().enumerate() {
            if reached[a] != reached[b] && open(at) {
                (reached[a], reached[b], grown) = (true, true, true);
            }
        }
    }
    reached
}

/// Returns a cell for a key: of several candidates the one farthest off the path.
fn key_place(survey: &PlacementIndex, allowed: impl Fn(usize) -> bool, rng: &mut Rng) -> Option<usize> {
    let will_do = |cell: &usize| allowed(*cell) && survey.has_place(*cell);
    let places: Vec<usize> = survey.ground.cells().filter(will_do).collect();
    let away: Vec<usize> = places.iter().copied().filter(|&cell| !survey.is_home(cell)).collect();
    let places = if away.is_empty() { places } else { away };
    let looked_at: Vec<usize> = (0..12).filter_map(|_| rng.pick(&places).copied()).collect();
    looked_at.into_iter().max_by_key(|&cell| (far(survey, cell) / 8, survey.walls(cell)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::rng::Seed;
    use crate::place::tests::faults;

    fn locked(text: &str, locks: u32, rooms: &[Rect]) -> Map {
        let mut map = Map::from_ascii(text).unwrap();
        map.source.promises = Promises::NONE;
        rooms.iter().for_each(|&room| {
            map.add_room(Shape::Rect(room));
        });
        Keys { locks }.generate(&mut map, &mut Context::new(Seed::new(5))).unwrap();
        assert_eq!(faults(&map), [""; 0], "{}", map.to_ascii_with_entities());
        map
    }

    const ROW: &str = "\
        \n\
        ####################\n\
        #....#....#....#...#\n\
        #.@..+....+....+...#\n\
        #....#....#....#...#\n\
        ####################";

    #[test]
    fn doors_without_a_way_round_are_locked_in_order() {
        let rooms = [1, 6, 11].map(|x| Rect::new(x, 1, 4, 3));
        let rooms = [rooms[0], rooms[1], rooms[2], Rect::new(16, 1, 3, 3)];
        for (asked, locks) in [(1, 1), (2, 2), (3, 3), (5, 3)] {
            let map = locked(ROW, asked, &rooms);
            let mission = map.mission.as_ref().unwrap();
            assert_eq!(mission.locks.len(), locks, "{}", map.to_ascii_with_entities());
            assert_eq!(mission.goal, map.rooms[3].id);
            assert_eq!(map.notes.len(), usize::from(asked == 5));
        }
    }

    #[test]
    fn without_rooms_the_place_behind_the_lock_becomes_one() {
        let map = locked(ROW, 1, &[]);
        assert_eq!((map.rooms.len(), map.mission.as_ref().unwrap().locks.len()), (1, 1));
        assert_eq!(map.rooms[0].shape.bounds(), Rect::new(16, 1, 3, 3));
    }

    #[test]
    fn a_way_round_leaves_nothing_to_lock() {
        let round = "\n###########\n#@...#....#\n#....+....#\n####.###.##\n####.....##\n###########";
        let map = locked(round, 1, &[]);
        assert_eq!((map.mission, map.notes.len()), (None, 1));
        for text in ["#", ".", "\n####\n#@.#\n####"] {
            let map = locked(text, 1, &[]);
            assert_eq!((map.mission.is_none(), map.notes.len()), (true, 1));
        }
    }
}
