//! Secret doors on the only way to stairs, exits, and the goal and keys of a mission.
//!
//! A player who finds no secret door must be able to finish a map. [`blocking`] finds a small set
//! of secret doors without which everything important can be reached, and [`reveal`] turns them
//! into plain doors. Both use no random numbers, so that maps without the fault stay as they are.

use crate::base::grid::{Dir, Pos};
use crate::map::{DoorKind, DoorState, Map};
use crate::spatial::region::regions_at;
use std::collections::{BTreeMap, VecDeque};

/// Returns true if no secret door stands on the only way from the entrance to stairs, exits, or the
/// goal and the keys of the mission.
pub(crate) fn is_finishable(map: &Map) -> bool {
    blocking(map).is_empty()
}

/// Turns secret doors on the only way to something important into plain doors, and on a symmetrical
/// map their images too. Returns true if there were any.
pub(crate) fn reveal(map: &mut Map) -> bool {
    let doors = blocking(map);
    let mut cells: Vec<Pos> = doors.iter().map(|&door| map.doors[door].pos).collect();
    if let Some(symmetry) = &map.symmetry {
        let image = |&pos: &Pos| symmetry.by.turns().iter().map(move |&turn| symmetry.pos(turn, pos));
        cells = cells.iter().flat_map(image).collect();
    }
    for door in map.doors.iter_mut().filter(|door| is_hidden(door.kind, door.state) && cells.contains(&door.pos)) {
        (door.kind, door.state) = (DoorKind::Door, DoorState::Closed);
        map.tiles[door.pos] = door.tile();
    }
    if !doors.is_empty() {
        map.recount();
    }
    !doors.is_empty()
}

/// Returns true for a secret door that looks like wall.
fn is_hidden(kind: DoorKind, state: DoorState) -> bool {
    kind == DoorKind::Secret && state != DoorState::Open
}

/// Returns the indices of the secret doors to reveal: none of them can be left out, and each place
/// is reached through as few as possible.
fn blocking(map: &Map) -> Vec<usize> {
    let Some(from) = map.way_in() else { return Vec::new() };
    let hidden = |&door: &usize| {
        let door = &map.doors[door];
        is_hidden(door.kind, door.state) && map.size().contains(door.pos)
    };
    let doors: Vec<usize> = (0..map.doors.len()).filter(hidden).collect();
    if doors.is_empty() {
        return Vec::new();
    }
    if is_open(map, &doors, from) {
        return Vec::new();
    }
    let graph = SecretGraph::of(map, &doors, from);
    let mut shown = vec![false; doors.len()];
    while let Some(path) = graph.nearest_hidden(&shown) {
        path.into_iter().for_each(|door| shown[door] = true);
    }
    for door in 0..doors.len() {
        if std::mem::take(&mut shown[door]) {
            shown[door] = graph.nearest_hidden(&shown).is_some();
        }
    }
    doors.into_iter().zip(shown).filter(|(_, shown)| *shown).map(|(door, _)| door).collect()
}

/// Returns true if every place can be reached while these doors are walls: the usual case, found
/// out faster than by the graph.
fn is_open(map: &Map, doors: &[usize], from: Pos) -> bool {
    let mut open = map.walkable();
    doors.iter().for_each(|&door| open.remove(map.doors[door].pos));
    let reached = open.flood(from);
    let mut ways = map.stairs.iter().map(|stairs| stairs.pos).chain(map.exits.iter().map(|exit| exit.pos));
    map.mission.is_none() && ways.all(|pos| reached.contains(pos))
}

/// The secret doors and the parts of the map between them. Each is a node, doors before parts.
struct SecretGraph {
    doors: usize,
    ways: Vec<Vec<usize>>,
    start: Option<usize>,
    /// The places to reach, each as the nodes that it touches.
    places: Vec<Vec<usize>>,
}

impl SecretGraph {
    fn of(map: &Map, doors: &[usize], from: Pos) -> SecretGraph {
        let mut open = map.walkable();
        doors.iter().for_each(|&door| open.remove(map.doors[door].pos));
        let mut groups: Vec<Vec<Pos>> = vec![vec![from]];
        groups.extend(doors.iter().map(|&door| Dir::ALL.map(|dir| map.doors[door].pos.step(dir)).to_vec()));
        groups.extend(
            map.stairs
                .iter()
                .map(|stairs| stairs.pos)
                .chain(map.exits.iter().map(|exit| exit.pos))
                .map(|pos| vec![pos]),
        );
        if let Some(mission) = &map.mission {
            groups.extend(mission.locks.iter().map(|lock| vec![lock.key]));
            groups.extend(map.room(mission.goal).map(|goal| goal.shape.positions().collect()));
        }
        let cells: Vec<Pos> = groups.iter().flatten().copied().collect();
        let at: BTreeMap<Pos, usize> = (0..).zip(doors).map(|(node, &door)| (map.doors[door].pos, node)).collect();
        let mut names: BTreeMap<u32, usize> = BTreeMap::new();
        let mut nodes = cells.iter().zip(regions_at(&open, &cells)).map(|(pos, region)| {
            let next = doors.len() + names.len();
            at.get(pos).copied().or_else(|| region.map(|region| *names.entry(region).or_insert(next)))
        });
        let mut groups: VecDeque<Vec<usize>> =
            groups.iter().map(|group| nodes.by_ref().take(group.len()).flatten().collect()).collect();
        drop(nodes);
        let mut ways = vec![Vec::new(); doors.len() + names.len()];
        let start = groups.pop_front().and_then(|group| group.first().copied());
        for (door, beside) in groups.drain(..doors.len()).enumerate() {
            for near in beside {
                ways[door].push(near);
                ways[near].push(door);
            }
        }
        SecretGraph { doors: doors.len(), ways, start, places: groups.into() }
    }

    /// Returns the hidden doors on the way to the nearest place that cannot be reached without
    /// them, counted in hidden doors.
    fn nearest_hidden(&self, shown: &[bool]) -> Option<Vec<usize>> {
        let hidden = |node: usize| node < self.doors && !shown[node];
        let mut costs: Vec<Option<usize>> = vec![None; self.ways.len()];
        let mut before: Vec<usize> = (0..self.ways.len()).collect();
        let mut queue: VecDeque<usize> = self.start.into_iter().collect();
        self.start.into_iter().for_each(|start| costs[start] = Some(0));
        while let Some(node) = queue.pop_front() {
            for &near in &self.ways[node] {
                let cost = costs[node].unwrap_or(0) + usize::from(hidden(near));
                if costs[near].is_none_or(|known| cost < known) {
                    (costs[near], before[near]) = (Some(cost), node);
                    if hidden(near) { queue.push_back(near) } else { queue.push_front(near) }
                }
            }
        }
        let nearest = |place: &Vec<usize>| place.iter().filter_map(|&node| Some((costs[node]?, node))).min();
        let (_, mut node) = self.places.iter().filter_map(nearest).filter(|(cost, _)| *cost > 0).min()?;
        let mut path = Vec::new();
        loop {
            if hidden(node) {
                path.push(node);
            }
            if before[node] == node {
                return Some(path);
            }
            node = before[node];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn revealed(text: &str) -> String {
        let mut map = Map::from_ascii(text).unwrap();
        let fine = is_finishable(&map);
        assert_eq!(reveal(&mut map), !fine);
        assert!(is_finishable(&map) && !reveal(&mut map));
        map.to_ascii_with_entities()
    }

    #[test]
    fn doors_on_the_only_way_are_revealed() {
        assert_eq!(revealed("\n#########\n#@.S.S.>#\n#########"), "#########\n#@.+.+.>#\n#########\n");
        assert_eq!(revealed("\n#########\n#@..>.S.#\n#########"), "#########\n#@..>.S.#\n#########\n");
        assert_eq!(revealed("\n#########\n#..S.S.>#\n#########"), "#########\n#..S.S.>#\n#########\n", "no other way");
    }

    #[test]
    fn as_few_as_possible_are_revealed() {
        let ring = "#########\n#@S.S..>#\n#.#####.#\n#...S...#\n#########\n";
        assert_eq!(revealed(ring), ring.replace("#...S...#", "#...+...#"));
        let detour = "#########\n#@S.S..>#\n#.#####.#\n#.......#\n#########\n";
        assert_eq!(revealed(detour), detour);
    }

    #[test]
    fn places_behind_each_other_share_their_doors() {
        let row = "###########\n#E.S.>.S.E#\n#####S#####\n#.........#\n###########\n";
        assert_eq!(revealed(row), row.replace("#E.S.>.S.E#", "#E.+.>.+.E#"));
    }

    #[test]
    fn images_are_revealed_with_their_originals() {
        let mut map = Map::from_ascii("\n###########\n#>S..@..S.#\n###########").unwrap();
        let by = crate::map::Movement::Mirror;
        map.symmetry = Some(crate::map::Symmetry { by, area: map.size().rect(), free_percent: 0, images: Vec::new() });
        assert!(reveal(&mut map));
        assert_eq!(map.to_ascii(), "###########\n#>+.....+.#\n###########\n");
    }
}
