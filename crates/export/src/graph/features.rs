//! Start, exits, stairs and keys.

use super::model::{Graph, Node, NodeKind};
use mapwright::{Dir, DoorId, EntityKind, Grid, Level, Map, Pos};
use std::collections::BTreeMap;

/// The keys of the locked doors.
pub(super) struct LockKeys {
    /// Places of keys, in the order of their numbers.
    keys: Vec<Pos>,
    of_doors: BTreeMap<DoorId, Pos>,
}

impl LockKeys {
    pub(super) fn of(map: &Map) -> Self {
        let keys = map.entities.iter().filter(|entity| entity.kind == EntityKind::Key).map(|key| key.pos).collect();
        let locks = map.mission.iter().flat_map(|mission| &mission.locks);
        LockKeys { keys, of_doors: locks.map(|lock| (lock.door, lock.key)).collect() }
    }

    /// Returns the id of the node of the key that opens a door.
    pub(super) fn of_door(&self, door: DoorId) -> Option<String> {
        let pos = self.of_doors.get(&door)?;
        self.keys.iter().position(|key| key == pos).map(key_id)
    }
}

fn key_id(index: usize) -> String {
    format!("key-{}", index + 1)
}

/// The nodes at the squares of the map.
pub(super) struct Places {
    /// Index of the node plus one.
    squares: Grid<u32>,
}

impl Places {
    /// Creates the places of a map whose squares belong to no node yet.
    pub(super) fn new(map: &Map) -> Self {
        Places { squares: Grid::new(map.size(), 0) }
    }

    /// Gives a square to a node, unless it belongs to another one already.
    pub(super) fn put(&mut self, pos: Pos, node: usize) {
        if self.squares.get(pos) == Some(&0) {
            self.squares[pos] = node as u32 + 1;
        }
    }

    /// Returns the index of the node at a square.
    pub(super) fn at(&self, pos: Pos) -> Option<usize> {
        self.squares.get(pos)?.checked_sub(1).map(|index| index as usize)
    }

    /// Returns the index of the node at a square or beside it.
    fn near(&self, pos: Pos) -> Option<usize> {
        self.at(pos).or_else(|| Dir::ALL.into_iter().find_map(|dir| self.at(pos.step(dir))))
    }
}

/// Adds nodes for the start, exits, stairs and keys.
pub(super) fn add(graph: &mut Graph, map: &Map, keys: &LockKeys, places: &Places) {
    let mut found: Vec<(String, NodeKind, Pos)> = Vec::new();
    found.extend(map.start().map(|pos| ("start".to_owned(), NodeKind::Start, pos)));
    let exits = map.exits.iter().enumerate();
    found.extend(exits.map(|(index, exit)| (format!("exit-{}", index + 1), NodeKind::Exit, exit.pos)));
    for (index, stairs) in map.stairs.iter().enumerate() {
        let kind = if stairs.dir == Level::Up { NodeKind::StairsUp } else { NodeKind::StairsDown };
        found.push((format!("stairs-{}", index + 1), kind, stairs.pos));
    }
    found.extend(keys.keys.iter().enumerate().map(|(index, &pos)| (key_id(index), NodeKind::Key, pos)));
    for (id, kind, pos) in found {
        let within = places.near(pos).map(|index| graph.nodes[index].id.clone());
        graph.nodes.push(Node { within, ..Node::new(id, kind, pos) });
    }
}
