//! The numbers of rooms: in the order in which one comes upon them.

use super::network::Link;
use super::placement::Site;
use crate::grid::{Dir, Pos};

/// The rooms in the order of their numbers: the entrance first, then branch by branch, straight on first and the others
/// clockwise, each to its end before the next begins. `entrance` is a room and the direction in which one comes in.
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

/// Straight on comes first, then the other sides clockwise; on a side what one passes first going round.
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
