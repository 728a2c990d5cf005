//! The room graph: rooms are neighbours if they are adjacent on foot.
//!
//! It is derived from the tiles and not from the passage records, which some layouts lack and which
//! crossing corridors do not fit. All rooms spread at once over the walkable cells; where the areas
//! of two rooms meet, the rooms are neighbours.

use super::terrain::positions;
use super::{Id, Metrics, Terrain};
use crate::spatial::breadth_first::breadth_first;
use crate::spatial::ground::Ground;

pub(super) fn measure(terrain: &Terrain<'_>, metrics: &mut Metrics) {
    let (neighbours, diameter) = match terrain.map.rooms.len() {
        0 => return,
        // A single room has no neighbours.
        1 => (0, 0),
        _ => {
            let graph = Graph::of(terrain);
            (graph.neighbours.len(), graph.diameter())
        }
    };
    metrics.ratio(Id::RoomDegree, neighbours, terrain.map.rooms.len());
    metrics.count(Id::Diameter, diameter);
}

/// Marks a cell that no room has reached.
const NOBODY: u32 = u32::MAX;

/// The neighbours of every room.
struct Graph {
    /// Index of the first neighbour of each room, and the end of the last list.
    begins: Vec<u32>,
    neighbours: Vec<u32>,
}

impl Graph {
    fn of(terrain: &Terrain<'_>) -> Graph {
        let ground = terrain.ground();
        let owners = owners(terrain, ground);
        let mut pairs: Vec<(u32, u32)> = Vec::new();
        for cell in ground.cells().filter(|&cell| owners[cell] != NOBODY) {
            let [_, east, south, _] = ground.beside(cell);
            for other in [owners[east], owners[south]] {
                let pair = (owners[cell].min(other), owners[cell].max(other));
                if other != NOBODY && pair.0 != pair.1 && pairs.last() != Some(&pair) {
                    pairs.push(pair);
                }
            }
        }
        pairs.sort_unstable();
        pairs.dedup();
        pairs.extend_from_within(..);
        let half = pairs.len() / 2;
        pairs[half..].iter_mut().for_each(|pair| *pair = (pair.1, pair.0));
        pairs.sort_unstable();
        let begin = |room: usize| pairs.partition_point(|pair| (pair.0 as usize) < room) as u32;
        let begins = (0..=terrain.map.rooms.len()).map(begin).collect();
        Graph { begins, neighbours: pairs.into_iter().map(|pair| pair.1).collect() }
    }

    fn of_room(&self, room: u32) -> &[u32] {
        &self.neighbours[self.begins[room as usize] as usize..self.begins[room as usize + 1] as usize]
    }

    /// Returns the largest number of steps between two rooms, found like the longest path: out to
    /// the farthest room, and from there to the farthest again.
    fn diameter(&self) -> usize {
        let rooms = self.begins.len() - 1;
        let (mut there, mut back) = (vec![NOBODY; rooms], vec![NOBODY; rooms]);
        let mut queue = Vec::new();
        let mut longest = 0;
        for room in 0..rooms as u32 {
            if there[room as usize] == NOBODY {
                let end = self.walk(room, &mut there, &mut queue);
                let other = self.walk(end, &mut back, &mut queue);
                longest = longest.max(back[other as usize]);
            }
        }
        longest as usize
    }

    /// Visits all rooms that can be reached, and returns the last.
    fn walk(&self, from: u32, steps: &mut [u32], queue: &mut Vec<u32>) -> u32 {
        queue.clear();
        queue.push(from);
        steps[from as usize] = 0;
        breadth_first(queue, |room, queue| {
            for &near in self.of_room(room) {
                if steps[near as usize] == NOBODY {
                    steps[near as usize] = steps[room as usize] + 1;
                    queue.push(near);
                }
            }
        });
        queue.last().copied().unwrap_or(from)
    }
}

/// Rooms may cover the map this many times. Further rooms own no cells; the checker reports them.
const COVERED: usize = 8;

/// Returns the room of each walkable cell: the one that contains it, or the nearest on foot.
fn owners(terrain: &Terrain<'_>, ground: &Ground) -> Vec<u32> {
    let mut owners = vec![NOBODY; ground.len()];
    let mut queue: Vec<u32> = Vec::new();
    let mut left = COVERED * ground.len();
    for (room, shape) in terrain.map.rooms.iter().map(|room| &room.shape).enumerate() {
        let covered = shape.bounds().intersection(terrain.size().rect()).size().area();
        let Some(rest) = left.checked_sub(covered) else { break };
        left = rest;
        for cell in positions(shape, terrain.size()).map(|pos| ground.index(pos)) {
            if ground.is(cell, Ground::OPEN) && owners[cell] == NOBODY {
                owners[cell] = room as u32;
                queue.push(cell as u32);
            }
        }
    }
    breadth_first(&mut queue, |cell, queue| {
        for near in ground.beside(cell as usize) {
            if ground.is(near, Ground::OPEN) && owners[near] == NOBODY {
                owners[near] = owners[cell as usize];
                queue.push(near as u32);
            }
        }
    });
    owners
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
        // The room that reaches the crossing first owns it, and meets all others there.
        assert_eq!(graph(text, &rooms), [Some(1.5), Some(2.0)]);
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
