//! Numbers of rooms, in the order of exploration.

use super::network::Link;
use super::placement::Site;
use crate::base::grid::{Dir, Pos};

/// Returns the rooms in the order of their numbers: the entrance first, then branch by branch,
/// straight on first and the others clockwise, each to its end before the next begins. `entrance`
/// is a room and the direction in which it is entered.
pub(super) fn order(sites: &[Site], links: &[Link], entrance: (usize, Dir)) -> Vec<usize> {
    let mut order = Vec::with_capacity(sites.len());
    let mut seen = vec![false; sites.len()];
    let mut open = vec![entrance];
    while let Some((room, heading)) = open.pop() {
        if std::mem::replace(&mut seen[room], true) {
            continue;
        }
        order.push(room);
        let mut exits: Vec<((usize, i32), usize, Dir)> = Vec::new();
        for link in links {
            let [from, to] = link.rooms;
            let way = &link.way;
            let last = way.line[way.line.len() - 1];
            if from == room {
                exits.push((clockwise(heading, way.out, way.line[0]), to, way.into.unwrap_or(way.out)));
            } else if to == room {
                let out = way.into.map_or(heading, Dir::opposite);
                exits.push((clockwise(heading, out, last), from, way.out.opposite()));
            }
        }
        exits.sort_by_key(|&(key, room, _)| (key, room));
        open.extend(exits.into_iter().rev().map(|(_, room, heading)| (room, heading)));
    }
    order.extend((0..sites.len()).filter(|&room| !seen[room]));
    order
}

/// Returns a sort key: straight on first, then the other sides clockwise; within a side in
/// clockwise order.
fn clockwise(heading: Dir, out: Dir, pos: Pos) -> (usize, i32) {
    let side = (out as usize + 4 - heading as usize) % 4;
    let along = match out {
        Dir::North => pos.x,
        Dir::East => pos.y,
        Dir::South => -pos.x,
        Dir::West => -pos.y,
    };
    (side, along)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::grid::Rect;
    use crate::layout::dungeon::placement::{Form, Site};
    use crate::layout::dungeon::route::Route;

    fn link(rooms: [usize; 2], line: &[(i32, i32)], out: Dir, into: Dir) -> Link {
        let line = line.iter().map(|&(x, y)| Pos::new(x, y)).collect();
        Link {
            rooms,
            way: Route { line, out, into: Some(into), junction: None },
            orbit: 0,
            joins: None,
            turns_round: false,
        }
    }

    /// A hub with rooms on all sides, one of which has another behind it.
    #[test]
    fn straight_on_comes_first_then_clockwise_and_branch_by_branch() {
        let at = |x: i32, y: i32| Site::new(Rect::new(x, y, 3, 3), Form::Straight);
        let [entrance, hub, west, east, north, beyond] = [0, 1, 2, 3, 4, 5];
        let sites = [at(10, 20), at(10, 10), at(0, 10), at(20, 10), at(10, 0), at(30, 10)];
        let links = [
            link([hub, west], &[(9, 11), (3, 11)], Dir::West, Dir::West),
            link([east, beyond], &[(23, 11), (29, 11)], Dir::East, Dir::East),
            link([north, hub], &[(11, 3), (11, 9)], Dir::South, Dir::South),
            link([hub, east], &[(13, 11), (19, 11)], Dir::East, Dir::East),
            link([entrance, hub], &[(11, 19), (11, 13)], Dir::North, Dir::North),
        ];
        assert_eq!(order(&sites, &links, (entrance, Dir::North)), [entrance, hub, north, east, beyond, west]);
        assert_eq!(order(&sites, &links, (west, Dir::East)), [west, hub, east, beyond, entrance, north]);
    }
}
