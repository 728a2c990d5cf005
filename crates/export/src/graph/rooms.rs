//! Maps with rooms: rooms, corridors where ways meet, and the ways between them.
//!
//! Rooms, corridors, doors and other floor are joined as their records say ([`Map::elements`]), and
//! where their squares lie side by side. Then doors, and corridors that just lead from one place to
//! another, become edges. Corridors that meet others, branch, or have an exit or stairs in them stay
//! nodes; a dead end with nothing in it disappears.

use super::features::{LockKeys, Places};
use super::model::{Edge, EdgeDoor, Graph, Node, NodeKind};
use mapwright::{Dir, Door, DoorId, Element, Grid, Map, Passage, PassageId, Pos, Rect, Room, RoomId};
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// Adds nodes and edges.
pub(super) fn add(graph: &mut Graph, map: &Map, keys: &LockKeys, is_for_players: bool) -> Places {
    let web = Web::of(map);
    let mut places = Places::new(map);
    let mut ids: BTreeMap<Part, String> = BTreeMap::new();
    for room in &map.rooms {
        let node = room_node(room, map, is_for_players);
        room.shape.positions().for_each(|pos| places.put(pos, graph.nodes.len()));
        ids.insert(Part::Room(room.id), node.id.clone());
        graph.nodes.push(node);
    }
    for (&id, passage) in web.passages.iter().filter(|(id, _)| web.junctions.contains(id)) {
        let cells = squares(passage, map);
        let Some(middle) = cells.get(cells.len() / 2) else { continue };
        cells.iter().for_each(|&pos| places.put(pos, graph.nodes.len()));
        let node = Node::new(format!("corridor-{}", id.0), NodeKind::Corridor, *middle);
        ids.insert(Part::Passage(id), node.id.clone());
        graph.nodes.push(Node { squares: Some(cells.len()), ..node });
    }
    for (index, cells) in (0..).zip(&web.areas) {
        cells.iter().for_each(|&pos| places.put(pos, graph.nodes.len()));
        let node = Node::new(format!("area-{}", index + 1), NodeKind::Area, cells[0]);
        ids.insert(Part::Area(index), node.id.clone());
        graph.nodes.push(Node { squares: Some(cells.len()), ..node });
    }
    let mut seen: BTreeSet<(Part, Part, Vec<Part>)> = BTreeSet::new();
    for &from in ids.keys() {
        for way in web.ways(from) {
            let to = way.to;
            let mut via = way.via.clone();
            via.sort_unstable();
            // Every way is found from both of its ends.
            if !ids.contains_key(&to) || !seen.insert((from.min(to), from.max(to), via)) {
                continue;
            }
            graph.edges.push(web.edge(&way, (&ids[&from], &ids[&to]), map, keys));
        }
    }
    places
}

fn room_node(room: &Room, map: &Map, is_for_players: bool) -> Node {
    let node = Node::new(format!("room-{}", room.number), NodeKind::Room, room.shape.bounds().center());
    let tags = room.tags.iter().filter(|_| !is_for_players).map(|tag| tag.clone().into_owned()).collect();
    Node {
        number: Some(room.number),
        squares: Some(room.shape.positions().count()),
        tags,
        goal: map.mission.as_ref().is_some_and(|mission| mission.goal == room.id),
        ..node
    }
}

/// A part of the floor, or a door.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Part {
    Room(RoomId),
    Passage(PassageId),
    /// Floor that belongs to no room and no passage.
    Area(u32),
    Door(DoorId),
}

impl From<Element> for Part {
    fn from(element: Element) -> Self {
        match element {
            Element::Room(id) => Part::Room(id),
            Element::Passage(id) => Part::Passage(id),
            Element::Door(id) => Part::Door(id),
        }
    }
}

/// The parts of a map with their neighbours, and the passages that are nodes.
struct Web<'a> {
    near: BTreeMap<Part, BTreeSet<Part>>,
    passages: BTreeMap<PassageId, &'a Passage>,
    doors: BTreeMap<DoorId, &'a Door>,
    areas: Vec<Vec<Pos>>,
    junctions: BTreeSet<PassageId>,
}

/// A way from a node to another one, and what it leads through.
struct Way {
    to: Part,
    via: Vec<Part>,
}

impl<'a> Web<'a> {
    fn of(map: &'a Map) -> Self {
        let mut web = Web {
            near: BTreeMap::new(),
            passages: map.passages.iter().map(|passage| (passage.id, passage)).collect(),
            doors: map.doors.iter().map(|door| (door.id, door)).collect(),
            areas: Vec::new(),
            junctions: BTreeSet::new(),
        };
        web.join_records(map);
        web.join_squares(map);
        let things = map.exits.iter().map(|exit| exit.pos).chain(map.stairs.iter().map(|stairs| stairs.pos));
        let things: Vec<Pos> = things.chain(map.start()).collect();
        let is_junction = |id: &PassageId, passage: &Passage| {
            let near = web.neighbours(Part::Passage(*id));
            let meets = near.clone().any(|part| matches!(part, Part::Passage(_)));
            let holds = || things.iter().any(|&pos| passage.legs().any(|leg| leg.contains(pos)));
            meets || near.count() > 2 || holds()
        };
        let found = web.passages.iter().filter(|(id, passage)| is_junction(id, passage)).map(|(id, _)| *id);
        web.junctions = found.collect();
        web
    }

    /// Joins what the records of the map join.
    fn join_records(&mut self, map: &Map) {
        let elements = map.elements();
        let rooms = map.rooms.iter().map(|room| Element::Room(room.id));
        let passages = map.passages.iter().map(|passage| Element::Passage(passage.id));
        for element in rooms.chain(passages).chain(map.doors.iter().map(|door| Element::Door(door.id))) {
            let near = elements.neighbours(element).iter().map(|&near| Part::from(near));
            self.near.entry(element.into()).or_default().extend(near);
        }
    }

    /// Joins parts whose squares lie side by side, without a door between them.
    fn join_squares(&mut self, map: &Map) {
        let mut owners: Grid<Option<Part>> = Grid::new(map.size(), None);
        let mut put = |pos: Pos, part: Part| {
            if map.tiles.get(pos).is_some_and(|tile| tile.is_walkable()) && owners[pos].is_none() {
                owners[pos] = Some(part);
            }
        };
        map.doors.iter().for_each(|door| put(door.pos, Part::Door(door.id)));
        for room in &map.rooms {
            room.shape.positions().for_each(|pos| put(pos, Part::Room(room.id)));
        }
        for passage in &map.passages {
            let legs = passage.legs().map(|leg| leg.intersection(map.size().rect()));
            legs.flat_map(Rect::positions).for_each(|pos| put(pos, Part::Passage(passage.id)));
        }
        for first in map.floor_positions() {
            if owners[first].is_some() {
                continue;
            }
            let area = Part::Area(self.areas.len() as u32);
            owners[first] = Some(area);
            let (mut cells, mut next) = (vec![first], 0);
            while let Some(&pos) = cells.get(next) {
                next += 1;
                for near in Dir::ALL.map(|dir| pos.step(dir)) {
                    let is_free = map.tiles.get(near).is_some_and(|tile| tile.is_walkable());
                    if is_free && owners[near].is_none() {
                        owners[near] = Some(area);
                        cells.push(near);
                    }
                }
            }
            self.areas.push(cells);
        }
        for pos in map.floor_positions() {
            for next in [Dir::East, Dir::South].map(|dir| pos.step(dir)) {
                let (Some(one), Some(Some(other))) = (owners[pos], owners.get(next).copied()) else { continue };
                let is_door = |part: Part| matches!(part, Part::Door(_));
                let is_area = |part: Part| matches!(part, Part::Area(_));
                // The records say what doors join, except for areas, which have no record.
                if one != other && (is_area(one) || is_area(other) || !is_door(one) && !is_door(other)) {
                    self.near.entry(one).or_default().insert(other);
                    self.near.entry(other).or_default().insert(one);
                }
            }
        }
    }

    fn neighbours(&self, part: Part) -> impl Iterator<Item = Part> + Clone + '_ {
        self.near.get(&part).into_iter().flatten().copied()
    }

    fn is_node(&self, part: Part) -> bool {
        match part {
            Part::Room(_) | Part::Area(_) => true,
            Part::Passage(id) => self.junctions.contains(&id),
            Part::Door(_) => false,
        }
    }

    /// Returns the ways from a node to the next nodes. Every door and every corridor that is no node
    /// is on one way only, so that the work stays small on any map.
    fn ways(&self, from: Part) -> Vec<Way> {
        let mut found = Vec::new();
        let mut taken: BTreeSet<Part> = BTreeSet::new();
        let mut open: VecDeque<Way> = self.neighbours(from).map(|to| Way { to, via: Vec::new() }).collect();
        while let Some(way) = open.pop_front() {
            if self.is_node(way.to) {
                found.push(way);
            } else if taken.insert(way.to) {
                let via: Vec<Part> = way.via.into_iter().chain([way.to]).collect();
                let next = self.neighbours(way.to).filter(|&next| next != from);
                open.extend(next.map(|to| Way { to, via: via.clone() }));
            }
        }
        found
    }

    fn edge(&self, way: &Way, (from, to): (&str, &str), map: &Map, keys: &LockKeys) -> Edge {
        let mut edge = Edge { from: from.to_owned(), to: to.to_owned(), doors: Vec::new(), width: None, length: None };
        for &part in &way.via {
            match part {
                Part::Door(id) => {
                    edge.doors.extend(self.doors.get(&id).map(|door| EdgeDoor::of(door, keys.of_door(id))));
                }
                Part::Passage(id) => {
                    if let Some(passage) = self.passages.get(&id) {
                        edge.width = Some(edge.width.map_or(passage.width, |width| width.min(passage.width)));
                        let outside = squares(passage, map).into_iter().filter(|pos| !in_room(map, passage, *pos));
                        edge.length = Some(edge.length.unwrap_or(0) + outside.count());
                    }
                }
                Part::Room(_) | Part::Area(_) => {}
            }
        }
        edge
    }
}

/// Returns true if one of the rooms that a passage joins holds the square.
fn in_room(map: &Map, passage: &Passage, pos: Pos) -> bool {
    passage.joins.iter().any(|&id: &RoomId| map.room(id).is_some_and(|room| room.shape.contains(pos)))
}

/// Returns the squares of the centre line, as far as they lie on the map, from end to end.
fn squares(passage: &Passage, map: &Map) -> Vec<Pos> {
    let mut squares: Vec<Pos> = Vec::new();
    let single = passage.points.first().map(|&point| (point, point)).filter(|_| passage.points.len() == 1);
    for (from, to) in passage.points.windows(2).map(|ends| (ends[0], ends[1])).chain(single) {
        let mut leg: Vec<Pos> = Rect::spanning(from, to).intersection(map.size().rect()).positions().collect();
        if to < from {
            leg.reverse();
        }
        // A bend belongs to two legs.
        let is_bend = squares.last().is_some_and(|last| leg.first() == Some(last));
        squares.extend(leg.into_iter().skip(usize::from(is_bend)));
    }
    squares
}
