//! Maps without rooms: zones, or the areas between doors, and where they meet.

use super::features::{LockKeys, Places};
use super::model::{Edge, EdgeDoor, Graph, Node, NodeKind};
use mapwright::{Dir, Map, Pos};
use std::collections::{BTreeMap, BTreeSet};

/// Adds a node for every area, and edges between areas that border on each other or have a door
/// between them.
pub(super) fn add(graph: &mut Graph, map: &Map, keys: &LockKeys) -> Places {
    let mut places = Places::new(map);
    if map.zones.is_empty() {
        add_areas(graph, map, &mut places);
    } else {
        for zone in &map.zones {
            let index = graph.nodes.len();
            zone.cells.positions().for_each(|pos| places.put(pos, index));
            let middle = nearest(zone.cells.positions(), zone.cells.bounds().center());
            let node = Node::new(format!("area-{}", index + 1), NodeKind::Area, middle);
            let tags = zone.tags.iter().map(|tag| tag.clone().into_owned()).collect();
            graph.nodes.push(Node { squares: Some(zone.cells.count()), tags, ..node });
        }
    }
    join(graph, map, keys, &places);
    places
}

/// Adds the connected pieces of the floor without doors, in reading order.
fn add_areas(graph: &mut Graph, map: &Map, places: &mut Places) {
    let doors: BTreeSet<Pos> = map.doors.iter().map(|door| door.pos).collect();
    let is_free = |pos: Pos| map.tiles.get(pos).is_some_and(|tile| tile.is_walkable()) && !doors.contains(&pos);
    for first in map.floor_positions().filter(|&pos| is_free(pos)) {
        if places.at(first).is_some() {
            continue;
        }
        let index = graph.nodes.len();
        places.put(first, index);
        let (mut left, mut count) = (vec![first], 0);
        while let Some(pos) = left.pop() {
            count += 1;
            for next in Dir::ALL.map(|dir| pos.step(dir)) {
                if is_free(next) && places.at(next).is_none() {
                    places.put(next, index);
                    left.push(next);
                }
            }
        }
        let node = Node::new(format!("area-{}", index + 1), NodeKind::Area, first);
        graph.nodes.push(Node { squares: Some(count), ..node });
    }
}

/// Returns the cell nearest to a place, the first one of several.
fn nearest(cells: impl Iterator<Item = Pos>, to: Pos) -> Pos {
    cells.min_by_key(|pos| pos.manhattan(to)).unwrap_or(to)
}

fn join(graph: &mut Graph, map: &Map, keys: &LockKeys, places: &Places) {
    let doors: BTreeSet<Pos> = map.doors.iter().map(|door| door.pos).collect();
    let mut borders: BTreeMap<(usize, usize), i32> = BTreeMap::new();
    for pos in map.floor_positions().filter(|pos| !doors.contains(pos)) {
        for next in [Dir::East, Dir::South].map(|dir| pos.step(dir)) {
            if let (Some(one), Some(other)) = (places.at(pos), places.at(next))
                && one != other
                && !doors.contains(&next)
            {
                *borders.entry((one.min(other), one.max(other))).or_default() += 1;
            }
        }
    }
    let id = |index: usize| graph.nodes[index].id.clone();
    let mut edges = Vec::new();
    for ((one, other), width) in borders {
        edges.push(Edge { from: id(one), to: id(other), doors: Vec::new(), width: Some(width), length: None });
    }
    for door in &map.doors {
        let sides = [door.facing.opposite(), door.facing].map(|dir| places.at(door.pos.step(dir)));
        if let [Some(from), Some(to)] = sides
            && from != to
        {
            let doors = vec![EdgeDoor::of(door, keys.of_door(door.id))];
            edges.push(Edge { from: id(from), to: id(to), doors, width: Some(1), length: Some(1) });
        }
    }
    graph.edges = edges;
}
