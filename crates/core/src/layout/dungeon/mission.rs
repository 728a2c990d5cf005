//! Locks and keys on the path to the last room.
//!
//! Every lock stands on the only path to the rooms behind it, and its key lies on another branch:
//! behind the previous lock, or in the open for the first. A key opens only its own lock, so the
//! party can never get stuck, whatever the order of opening.

use super::fittings::{Fitting, Graph};
use crate::base::rng::Rng;
use crate::map::{DoorKind, DoorState};

/// A lock and the room of its key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Lock {
    /// Index of the door in the list of doors.
    pub(super) door: usize,
    /// Room of the key.
    pub(super) room: usize,
}

/// Chooses the goal, the first of `ends` that a door can shut off, and up to this many locks, of
/// which the one before the goal is opened last; and locks their doors. No lock stands between the
/// entrances. `None` when no keys are requested, or when no door is the only path to a place.
pub(super) fn lock(
    keys: u32,
    graph: &Graph,
    fittings: &mut [Fitting],
    (ways_in, ends): (&[usize], &[usize]),
    rng: &mut Rng,
) -> Option<(usize, Vec<Lock>)> {
    let &entrance = ways_in.first().filter(|_| keys > 0)?;
    // A lock without a key would be a dead end for players who look for one.
    for fitting in fittings.iter_mut().filter(|fitting| fitting.state == DoorState::Locked) {
        fitting.state = DoorState::Closed;
    }
    let whole = graph.reached(&[], fittings, entrance);
    let behind: Vec<Vec<usize>> = (0..fittings.len())
        .map(|door| {
            let open = graph.reached(&[door], fittings, entrance);
            // A lock that can be bypassed through another entrance is useless.
            let shut = ways_in.iter().all(|&room| open[room]);
            (0..whole.len()).filter(|&room| shut && whole[room] && !open[room]).collect()
        })
        .collect();
    // The lock before the goal has few rooms behind it, so that many are left for the keys.
    let before = |goal: usize| {
        (0..fittings.len()).filter(|&door| behind[door].contains(&goal)).min_by_key(|&door| (behind[door].len(), door))
    };
    let (goal, last) = ends.iter().find_map(|&goal| Some((goal, before(goal)?)))?;
    let mut locked: Vec<usize> = vec![last];
    let mut others: Vec<usize> = (0..fittings.len()).filter(|&door| !behind[door].is_empty()).collect();
    rng.shuffle(&mut others);
    for door in others {
        let apart = |&other: &usize| behind[other].iter().all(|room| !behind[door].contains(room));
        if locked.len() < keys as usize && locked.iter().all(apart) {
            locked.push(door);
        }
    }
    // The first lock has its key in the open, every other one behind the previous lock.
    locked.reverse();
    let mut locks: Vec<Lock> = Vec::new();
    for (index, &door) in locked.iter().enumerate() {
        let open = |room: usize| whole[room] && locked.iter().all(|&lock| !behind[lock].contains(&room));
        let rooms: Vec<usize> = match index {
            0 => {
                // On another branch, if there is one: not on the direct path to the lock.
                let rooms: Vec<usize> = (0..whole.len()).filter(|&room| room != entrance && open(room)).collect();
                let aside: Vec<usize> = rooms
                    .iter()
                    .copied()
                    .filter(|&room| {
                        let around = graph.reached_around(Some(room), &[], fittings, entrance);
                        behind[door].iter().any(|&room| around[room])
                    })
                    .collect();
                if aside.is_empty() { rooms } else { aside }
            }
            _ => behind[locked[index - 1]].clone(),
        };
        let Some(&room) = rng.pick(&rooms).or((index == 0).then_some(&entrance)) else { break };
        locks.push(Lock { door, room });
    }
    for lock in &locks {
        (fittings[lock.door].kind, fittings[lock.door].state) = (DoorKind::Door, DoorState::Locked);
    }
    unstrand(graph, fittings, &locks, entrance);
    Some((goal, locks))
}

/// Turns one-way doors into plain doors where they could lead to a place with only a locked door
/// out.
fn unstrand(graph: &Graph, fittings: &mut [Fitting], locks: &[Lock], entrance: usize) {
    let one_way: Vec<usize> = (0..fittings.len()).filter(|&door| fittings[door].kind == DoorKind::OneWay).collect();
    let strands = (0..locks.len()).any(|opened| {
        let shut: Vec<usize> = locks[opened..].iter().map(|lock| lock.door).collect();
        let without: Vec<usize> = shut.iter().chain(&one_way).copied().collect();
        graph.reached(&shut, fittings, entrance) != graph.reached(&without, fittings, entrance)
    });
    if strands {
        one_way.into_iter().for_each(|door| fittings[door].kind = DoorKind::Door);
    }
}

/// Returns the order in which the keys can be found, starting at the entrance; `None` if the goal
/// is unreachable.
pub(super) fn solve(
    graph: &Graph,
    fittings: &[Fitting],
    locks: &[Lock],
    (entrance, goal): (usize, usize),
) -> Option<Vec<usize>> {
    let mut order: Vec<usize> = Vec::new();
    loop {
        let closed: Vec<usize> =
            (0..locks.len()).filter(|index| !order.contains(index)).map(|index| locks[index].door).collect();
        let reached = graph.reached(&closed, fittings, entrance);
        let next = (0..locks.len()).find(|index| !order.contains(index) && reached[locks[*index].room]);
        match next {
            Some(index) => order.push(index),
            None => return (reached[goal] && closed.is_empty()).then_some(order),
        }
    }
}
