//! Doors.

use super::network::Link;
use super::style::Style;
use crate::base::error::Error;
use crate::base::grid::{Dir, Pos};
use crate::base::rng::Rng;
use crate::generator::Context;
use crate::map::{Door, DoorKind, DoorState, Map};
use crate::spatial::region::find;
use std::ops::Range;

/// A planned door.
#[derive(Clone, Debug)]
pub(super) struct Fitting {
    pub(super) link: usize,
    /// Number shared with its images.
    pub(super) orbit: (usize, u64),
    pub(super) pos: Pos,
    /// Direction into the room.
    pub(super) facing: Dir,
    pub(super) kind: DoorKind,
    pub(super) state: DoorState,
    /// Rooms on its sides: one, or two where the passage is no longer than the door.
    pub(super) rooms: Vec<usize>,
}

/// The kinds in the order of their weights.
const KINDS: [(DoorKind, DoorState); 8] = [
    (DoorKind::Archway, DoorState::Open),
    (DoorKind::Door, DoorState::Closed),
    (DoorKind::Double, DoorState::Closed),
    (DoorKind::Door, DoorState::Locked),
    (DoorKind::Portcullis, DoorState::Closed),
    (DoorKind::OneWay, DoorState::Closed),
    (DoorKind::Barred, DoorState::Closed),
    (DoorKind::Door, DoorState::Open),
];

/// Number of kinds that let everyone through.
const PASSABLE: usize = 3;
/// Indices of the kinds with two different sides.
const TWO_SIDED: Range<usize> = 5..7;

/// Plans a door where every passage meets a room, equal for all images of a passage. A short
/// passage gets only one.
pub(super) fn choose(style: &Style, links: &[Link], cx: &Context<'_>) -> Vec<Fitting> {
    let seed = cx.seed("doors");
    let mut fittings: Vec<Fitting> = Vec::new();
    for (index, link) in links.iter().enumerate() {
        let line = &link.way.line;
        let ends = [(0, Some(link.way.out.opposite())), (1, link.way.into)];
        for (end, facing) in ends.into_iter().filter_map(|(end, facing)| Some((end, facing?))) {
            // One door is enough for a short passage. A passage that is its own image, end for end,
            // has two or none; two doors in a row would be one too many.
            let needless = if link.turns_round { line.len() == 2 } else { end == 1 && line.len() < 4 };
            if needless || end == 1 && line.len() == 1 {
                continue;
            }
            // Ends that are images of each other get equal doors.
            let orbit = (link.orbit, if link.turns_round { 0 } else { end });
            let mut rng = seed.nth(orbit.0 as u64 * 2 + orbit.1).rng();
            let mut weights = style.doors;
            if link.turns_round && line.len() == 1 {
                // A door with two different sides cannot be its own image.
                weights[TWO_SIDED].fill(0);
            }
            let (kind, state) = rng.weighted(&weights).map_or(KINDS[0], |kind| KINDS[kind]);
            let pos = if end == 0 { line[0] } else { line[line.len() - 1] };
            let rooms = if line.len() == 1 { link.rooms.to_vec() } else { vec![link.rooms[end as usize]] };
            fittings.push(Fitting { link: index, orbit, pos, facing, kind, state, rooms });
        }
    }
    fittings
}

/// Plans a door at the entrance that lets people in.
pub(super) fn front_door(style: &Style, rng: &mut Rng) -> (DoorKind, DoorState) {
    let open = &style.doors[..PASSABLE];
    let shut = style.doors.iter().any(|weight| *weight > 0);
    rng.weighted(open).map_or(KINDS[usize::from(shut)], |kind| KINDS[kind])
}

/// Final changes to the doors of a finished map.
pub(super) struct Hide {
    /// Maximum percentage of secret doors.
    pub(super) percent: u32,
    /// True if secret doors may block the only path to a room.
    pub(super) anywhere: bool,
    /// True if locked doors have keys.
    pub(super) mission: bool,
}

impl Hide {
    /// Replaces one-way doors on the only path to a place, and makes some doors secret as long as
    /// there is another path: all places stay reachable without secret and one-way doors.
    /// Reachability is checked on the map itself, including water. `orbits` has for every door of
    /// the map the number shared with its images; `spared` doors stay visible.
    pub(super) fn doors(
        &self,
        orbits: &[(usize, u64)],
        spared: impl Fn(Pos) -> bool,
        map: &mut Map,
        cx: &mut Context<'_>,
    ) -> Result<(), Error> {
        let mut order: Vec<(usize, u64)> = orbits.to_vec();
        order.sort_unstable();
        order.dedup();
        cx.rng("secrets").shuffle(&mut order);
        let mut open = map.walkable();
        let whole = open.count();
        for one_way in [true, false] {
            let mut wanted = if one_way { usize::MAX } else { (orbits.len() * self.percent as usize).div_ceil(100) };
            for &orbit in &order {
                let doors: Vec<usize> = (0..orbits.len()).filter(|&door| orbits[door] == orbit).collect();
                let any = |test: fn(&Door) -> bool| doors.iter().any(|&door| test(&map.doors[door]));
                let is_one_way = any(|door| door.kind == DoorKind::OneWay);
                // A lock that has a key stays unchanged, and so do its images.
                let is_lock = self.mission && any(|door| door.state == DoorState::Locked);
                let in_sight = spared(map.doors[doors[0]].pos);
                if wanted == 0 || one_way != is_one_way || (is_lock || in_sight) && !one_way {
                    continue;
                }
                cx.spend(map.size().height as u64)?;
                doors.iter().for_each(|&door| open.remove(map.doors[door].pos));
                let start = open.iter().next().unwrap_or_default();
                let shut = whole - open.count();
                if open.flood(start).count() + shut == whole || self.anywhere && !one_way {
                    if !one_way {
                        doors.iter().for_each(|&door| set(map, door, DoorKind::Secret));
                        wanted = wanted.saturating_sub(doors.len());
                    }
                } else {
                    doors.iter().for_each(|&door| open.insert(map.doors[door].pos));
                    if one_way {
                        let turned = |door: &&usize| map.doors[**door].kind == DoorKind::OneWay;
                        let doors: Vec<usize> = doors.iter().filter(turned).copied().collect();
                        doors.iter().for_each(|&door| set(map, door, DoorKind::Door));
                    }
                }
            }
        }
        Ok(())
    }
}

fn set(map: &mut Map, door: usize, kind: DoorKind) {
    (map.doors[door].kind, map.doors[door].state) = (kind, DoorState::Closed);
    map.tiles[map.doors[door].pos] = map.doors[door].tile();
}

/// Rooms and passages as a graph.
pub(super) struct Graph {
    rooms: usize,
    links: usize,
    /// Passages that cross or end in each other.
    meetings: Vec<(usize, usize)>,
    /// For every passage, the rooms at its ends that it enters itself.
    ends: Vec<[Option<usize>; 2]>,
}

impl Graph {
    pub(super) fn of(rooms: usize, links: &[Link]) -> Graph {
        let mut cells: Vec<(Pos, usize)> = links
            .iter()
            .enumerate()
            .flat_map(|(index, link)| link.way.line.iter().map(move |&pos| (pos, index)))
            .collect();
        cells.sort_unstable();
        let mut meetings: Vec<(usize, usize)> =
            cells.windows(2).filter(|pair| pair[0].0 == pair[1].0).map(|pair| (pair[0].1, pair[1].1)).collect();
        meetings.extend(links.iter().enumerate().filter_map(|(index, link)| Some((index, link.joins?))));
        let ends = links.iter().map(|link| [Some(link.rooms[0]), link.way.into.map(|_| link.rooms[1])]).collect();
        Graph { rooms, links: links.len(), meetings, ends }
    }

    /// Returns the rooms that can be reached from the entrance when these doors stay shut.
    pub(super) fn reached(&self, shut: &[usize], fittings: &[Fitting], entrance: usize) -> Vec<bool> {
        self.reached_around(None, shut, fittings, entrance)
    }

    /// Returns the rooms that can be reached without passing through a certain room.
    pub(super) fn reached_around(
        &self,
        avoided: Option<usize>,
        shut: &[usize],
        fittings: &[Fitting],
        entrance: usize,
    ) -> Vec<bool> {
        let mut groups: Vec<u32> = (0..(self.rooms + self.links) as u32).collect();
        let mut join = |a: usize, b: usize| {
            let (a, b) = (find(&mut groups, a as u32), find(&mut groups, b as u32));
            groups[a.max(b) as usize] = a.min(b);
        };
        for (link, ends) in self.ends.iter().enumerate() {
            for room in ends.iter().flatten() {
                let is_shut = |&door: &usize| fittings[door].link == link && fittings[door].rooms.contains(room);
                if avoided != Some(*room) && !shut.iter().any(is_shut) {
                    join(self.rooms + link, *room);
                }
            }
        }
        self.meetings.iter().for_each(|&(a, b)| join(self.rooms + a, self.rooms + b));
        let first = find(&mut groups, entrance as u32);
        (0..self.rooms as u32).map(|room| find(&mut groups, room) == first).collect()
    }
}
