//! The room graph: rooms are neighbours if they are adjacent on foot.
//!
//! It is derived from the tiles and not from the passage records, which some layouts lack and which
//! crossing corridors do not fit. All rooms spread at once over the walkable cells; where the areas
//! of two rooms meet, the rooms are neighbours. A cell that several rooms reach at the same time
//! belongs to all of them, so the order of the rooms does not matter.

use super::diameter::{Search, diameter};
use super::room_sets::RoomSets;
use super::terrain::positions;
use super::{Id, Metrics, Terrain};
use crate::spatial::breadth_first::breadth_first;
use crate::spatial::ground::Ground;

pub(super) fn measure(terrain: &Terrain<'_>, metrics: &mut Metrics) {
    let rooms = terrain.map.rooms.len();
    let (neighbours, diameter) = match rooms {
        0 => return,
        // A single room has no neighbours.
        1 => (0, 0),
        _ => {
            let Some(graph) = Graph::of(terrain) else { return };
            (graph.neighbours.len(), graph.diameter())
        }
    };
    metrics.ratio(Id::RoomDegree, neighbours, rooms);
    metrics.count(Id::Diameter, diameter);
}

/// Marks a cell that no room has reached, and a room that a search has not found.
const NOBODY: u32 = u32::MAX;

/// The neighbours of every room.
struct Graph {
    /// Index of the first neighbour of each room, and the end of the last list.
    begins: Vec<u32>,
    neighbours: Vec<u32>,
}

impl Graph {
    /// Returns `None` if rooms lie in heaps, which the checker reports.
    fn of(terrain: &Terrain<'_>) -> Option<Graph> {
        let ground = terrain.ground();
        // Every cell may belong to two rooms, or some to many.
        let mut left = ground.len() + (1 << 16);
        let areas = Areas::of(terrain, ground, &mut left)?;
        let mut pairs = areas.meetings(ground, &mut left)?;
        pairs.extend_from_within(..);
        let half = pairs.len() / 2;
        pairs[half..].iter_mut().for_each(|pair| *pair = (pair.1, pair.0));
        pairs.sort_unstable();
        let begin = |room: usize| pairs.partition_point(|pair| (pair.0 as usize) < room) as u32;
        let begins = (0..=terrain.map.rooms.len()).map(begin).collect();
        Some(Graph { begins, neighbours: pairs.into_iter().map(|pair| pair.1).collect() })
    }

    fn of_room(&self, room: u32) -> &[u32] {
        &self.neighbours[self.begins[room as usize] as usize..self.begins[room as usize + 1] as usize]
    }

    /// Returns the largest number of steps between two rooms.
    fn diameter(&self) -> usize {
        let rooms = self.begins.len() - 1;
        let mut walk = RoomWalk { graph: self, steps: vec![NOBODY; rooms], queue: Vec::new() };
        let mut met = vec![false; rooms];
        let mut longest = 0;
        for room in 0..rooms as u32 {
            if !met[room as usize] {
                longest = diameter(&mut walk, room, longest);
                // Every search of this part finds all rooms of it.
                walk.found().iter().for_each(|&room| met[room as usize] = true);
            }
        }
        longest as usize
    }
}

/// Walks from room to room.
struct RoomWalk<'a> {
    graph: &'a Graph,
    steps: Vec<u32>,
    queue: Vec<u32>,
}

impl Search for RoomWalk<'_> {
    fn search(&mut self, from: u32) {
        let RoomWalk { graph, steps, queue } = self;
        queue.drain(..).for_each(|room| steps[room as usize] = NOBODY);
        queue.push(from);
        steps[from as usize] = 0;
        breadth_first(queue, |room, queue| {
            for &near in graph.of_room(room) {
                if steps[near as usize] == NOBODY {
                    steps[near as usize] = steps[room as usize] + 1;
                    queue.push(near);
                }
            }
        });
    }

    fn found(&self) -> &[u32] {
        &self.queue
    }

    fn distance(&self, room: u32) -> u32 {
        self.steps[room as usize]
    }
}

/// Rooms may cover the map this many times.
const COVERED: usize = 8;
/// The level of a cell that no room has reached. The others are counted modulo 3, which tells the
/// levels of neighbours apart.
const UNREACHED: u8 = u8::MAX;

/// The rooms of each walkable cell: those that contain it, or those that are nearest on foot.
struct Areas {
    owners: Vec<u32>,
    sets: RoomSets,
}

impl Areas {
    fn of(terrain: &Terrain<'_>, ground: &Ground, left: &mut usize) -> Option<Areas> {
        let (mut areas, mut queue) = Areas::before_spreading(terrain, ground, left)?;
        let mut levels = vec![UNREACHED; ground.len()];
        queue.iter().for_each(|&cell| levels[cell as usize] = 0);
        let mut next = 0;
        while let Some(&cell) = queue.get(next) {
            next += 1;
            let beside = ground.beside(cell as usize);
            let level = levels[cell as usize];
            if areas.owners[cell as usize] == NOBODY {
                let nearer = beside.map(|near| levels[near] == (level + 2) % 3);
                areas.owners[cell as usize] = areas.shared(beside, nearer, left)?;
            }
            for near in beside {
                if ground.is(near, Ground::OPEN) && levels[near] == UNREACHED {
                    levels[near] = (level + 1) % 3;
                    queue.push(near as u32);
                }
            }
        }
        Some(areas)
    }

    /// Gives the cells of every room to it, and returns these cells too.
    fn before_spreading(terrain: &Terrain<'_>, ground: &Ground, left: &mut usize) -> Option<(Areas, Vec<u32>)> {
        let rooms = &terrain.map.rooms;
        let mut owners = vec![NOBODY; ground.len()];
        let (mut queue, mut again): (Vec<u32>, Vec<(u32, u32)>) = (Vec::new(), Vec::new());
        let covered = |shape: &crate::map::Shape| shape.bounds().intersection(terrain.size().rect()).size().area();
        if rooms.iter().map(|room| covered(&room.shape)).sum::<usize>() > COVERED * ground.len() {
            return None;
        }
        for (room, shape) in (0..).zip(rooms.iter().map(|room| &room.shape)) {
            for cell in positions(shape, terrain.size()).map(|pos| ground.index(pos)) {
                if !ground.is(cell, Ground::OPEN) {
                    continue;
                }
                if owners[cell] == NOBODY {
                    owners[cell] = room;
                    queue.push(cell as u32);
                } else {
                    *left = left.checked_sub(1)?;
                    again.push((cell as u32, room));
                }
            }
        }
        let mut areas = Areas { owners, sets: RoomSets::of(rooms.len()) };
        again.sort_unstable();
        for shared in again.chunk_by(|a, b| a.0 == b.0) {
            let cell = shared[0].0 as usize;
            let mut all: Vec<u32> =
                std::iter::once(areas.owners[cell]).chain(shared.iter().map(|pair| pair.1)).collect();
            all.sort_unstable();
            areas.owners[cell] = areas.sets.union(&all, left)?;
        }
        Some((areas, queue))
    }

    /// Returns the rooms that come from these neighbours.
    #[inline]
    fn shared(&mut self, beside: [usize; 4], nearer: [bool; 4], left: &mut usize) -> Option<u32> {
        let mut from = [NOBODY; 4];
        let mut count = 0;
        for near in beside.into_iter().zip(nearer).filter(|(_, nearer)| *nearer).map(|(near, _)| near) {
            let owner = self.owners[near];
            if !from[..count].contains(&owner) {
                from[count] = owner;
                count += 1;
            }
        }
        from[..count].sort_unstable();
        self.sets.union(&from[..count], left)
    }

    /// Returns the pairs of rooms whose areas meet, in ascending order.
    fn meetings(&self, ground: &Ground, left: &mut usize) -> Option<Vec<(u32, u32)>> {
        let mut met: Vec<(u32, u32)> = Vec::new();
        for cell in ground.cells().filter(|&cell| self.owners[cell] != NOBODY) {
            let [_, east, south, _] = ground.beside(cell);
            for other in [self.owners[east], self.owners[south]] {
                let pair = (self.owners[cell].min(other), self.owners[cell].max(other));
                if other != NOBODY && pair.0 != pair.1 && met.last() != Some(&pair) {
                    met.push(pair);
                }
            }
        }
        // Rooms that share a cell meet there.
        met.extend((0..self.sets.len() as u32).map(|set| (set, set)).filter(|&(set, _)| self.sets.size(set) > 1));
        met.sort_unstable();
        met.dedup();
        let mut pairs = Vec::with_capacity(met.len());
        for (a, b) in met {
            *left = left.checked_sub(self.sets.size(a) * self.sets.size(b))?;
            self.sets.with(a, |a| {
                self.sets.with(b, |b| {
                    let all = a.iter().flat_map(|&a| b.iter().map(move |&b| (a.min(b), a.max(b))));
                    pairs.extend(all.filter(|pair| pair.0 != pair.1));
                });
            });
        }
        pairs.sort_unstable();
        pairs.dedup();
        Some(pairs)
    }
}

#[cfg(test)]
mod tests {
    use crate::base::grid::Rect;
    use crate::map::Map;
    use crate::metrics::Metrics;
    use crate::metrics::terrain::tests::numbers;

    /// Returns mean degree and diameter of a drawn map with these rooms.
    fn graph(text: &str, rooms: &[Rect]) -> [Option<f64>; 2] {
        let mut map = Map::from_ascii(text).unwrap();
        for &rect in rooms {
            map.dig_room(rect);
        }
        let metrics = Metrics::of(&map);
        ["room-degree", "diameter"].map(|name| metrics.get(name))
    }

    #[test]
    fn rooms_in_a_row_are_neighbours_two_by_two() {
        let text = "\n#############\n#..#..#.....#\n#..+..+..#..#\n#..#..#..#..#\n#############";
        let rooms = [1, 4, 7, 10].map(|x| Rect::new(x, 1, 2, 3));
        assert_eq!(graph(text, &rooms), [Some(1.5), Some(3.0)]);
        assert_eq!(graph(&text.replace('+', "#"), &rooms), [Some(0.5), Some(1.0)], "only the last two are joined");
        assert_eq!(graph(text, &rooms[..1]), [Some(0.0), Some(0.0)]);
        assert_eq!(numbers(text, ["room-degree", "diameter"]), [None, None]);
    }

    #[test]
    fn where_corridors_cross_all_rooms_around_are_neighbours() {
        let text = "\n###.###\n###.###\n###.###\n.......\n###.###\n###.###\n###.###";
        let rooms = [(3, 0), (0, 3), (6, 3), (3, 6)].map(|(x, y)| Rect::new(x, y, 1, 1));
        assert_eq!(graph(text, &rooms), [Some(3.0), Some(1.0)], "all reach the crossing at the same time");
        let far = text.replacen("###.###\n", "###.###\n###.###\n", 1);
        let rooms = [(3, 0), (0, 4), (6, 4), (3, 7)].map(|(x, y)| Rect::new(x, y, 1, 1));
        assert_eq!(graph(&far, &rooms), [Some(3.0), Some(1.0)], "three reach it, and meet the fourth together");
        let near = [(3, 2), (0, 4), (6, 4), (3, 7)].map(|(x, y)| Rect::new(x, y, 1, 1));
        assert_eq!(graph(&far, &near), [Some(1.5), Some(2.0)], "one reaches it first, and meets the others");
    }

    #[test]
    fn rooms_that_share_cells_are_neighbours() {
        let rooms = [(0, 3), (2, 3), (6, 1)].map(|(x, width)| Rect::new(x, 0, width, 1));
        for order in [[0, 1, 2], [2, 1, 0], [1, 0, 2]] {
            assert_eq!(graph(".......", &order.map(|room| rooms[room])), [Some(4.0 / 3.0), Some(2.0)]);
        }
    }

    #[test]
    fn heaps_of_rooms_have_no_graph() {
        let heap = |rooms: usize| graph("....", &vec![Rect::new(0, 0, 4, 1); rooms]);
        assert_eq!(heap(20), [Some(19.0), Some(1.0)]);
        assert_eq!(heap(50), [None, None]);
    }

    #[test]
    fn a_ring_of_rooms_is_half_as_long_around() {
        let text = "\n.....\n.###.\n.###.\n.###.\n.....";
        let corners = [(0, 0), (4, 0), (4, 4), (0, 4)].map(|(x, y)| Rect::new(x, y, 1, 1));
        assert_eq!(graph(text, &corners), [Some(2.0), Some(2.0)]);
    }

    #[test]
    fn rooms_off_the_map_have_no_neighbours() {
        let mut map = Map::from_ascii("....").unwrap();
        map.dig_room(Rect::new(0, 0, 2, 1));
        map.add_room(crate::Shape::Rect(Rect::new(-9, 90, 3, 3)));
        let metrics = Metrics::of(&map);
        assert_eq!((metrics.get("room-degree"), metrics.get("diameter")), (Some(0.0), Some(0.0)));
    }
}
