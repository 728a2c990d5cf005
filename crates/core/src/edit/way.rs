//! The way from one place to another through rock and corridors, with few bends and around rooms.

use crate::error::Error;
use crate::generator::Context;
use crate::grid::{Dir, Pos};
use crate::map::Map;
use crate::places::Places;
use crate::tile::Tile;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};

/// What a cell costs, and what comes on top: to turn, to take a door its opening, to break into a room that is none of our business, to
/// pass right beside one, to cross water, and to turn in the very wall of where one is going.
const CELL: u32 = 2;
const TURN: u32 = 6;
const SPOILED: u32 = 80;
const ROOM: u32 = 120;
const BESIDE: u32 = 12;
const WATER: u32 = 8;
const CROOKED: u32 = 30;

/// Not entered from anywhere: where a way sets out.
const START: usize = 4;

/// A way that was found.
pub(super) struct Found {
    /// Its cells, without those at its ends.
    pub(super) cells: Vec<Pos>,
    /// The cell from which it set out.
    pub(super) from: Pos,
    /// The cell at which it arrived.
    pub(super) to: Pos,
}

/// Where a way may set out: the cell, what was paid to be there, and in which direction one stands.
pub(super) struct Start {
    pub(super) pos: Pos,
    pub(super) paid: u32,
    pub(super) heading: Option<Dir>,
}

impl Start {
    /// A cell to set out from in any direction.
    pub(super) const fn at(pos: Pos) -> Start {
        Start { pos, paid: 0, heading: None }
    }

    /// The cells of a line that is there already: it costs half of what it would cost to dig it, so that it is left where that saves a
    /// bend or a detour, and not otherwise.
    pub(super) fn along(line: &[Pos]) -> Vec<Start> {
        let mut paid = 0;
        let mut heading = None;
        let mut starts = Vec::with_capacity(line.len());
        for (index, &pos) in line.iter().enumerate() {
            let came = index.checked_sub(1).and_then(|before| toward(line[before], pos));
            paid += CELL / 2 + if index > 1 && came != heading { TURN } else { 0 };
            heading = came;
            starts.push(Start { pos, paid, heading });
        }
        starts
    }
}

/// The direction from a cell to one beside it.
fn toward(from: Pos, to: Pos) -> Option<Dir> {
    Dir::ALL.into_iter().find(|&dir| from.step(dir) == to)
}

/// The cheapest way from one of these cells to one that `there` accepts; `None` where there is none. Rooms for which `own` speaks are no
/// obstacle. The edge of the map stays closed. Of equal ways the same one is found always.
pub(super) fn way(
    map: &Map,
    places: &Places,
    starts: &[Start],
    own: impl Fn(Pos) -> bool,
    there: impl Fn(Pos) -> bool,
    cx: &mut Context<'_>,
) -> Result<Option<Found>, Error> {
    let size = map.size();
    let (width, inside) = (size.width, size.rect().grown(-1));
    cx.spend(size.area() as u64)?;
    let index = |pos: Pos| (pos.y * width + pos.x) as usize;
    let by_doors: BTreeSet<Pos> = map
        .doors
        .iter()
        .flat_map(|door| Dir::ALL.map(|dir| door.pos.step(dir)))
        .filter(|&pos| map.tiles.get(pos).is_some_and(|tile| !tile.is_walkable()))
        .collect();
    let aim = |pos: Pos| size.contains(pos) && there(pos);
    let toll = |pos: Pos| {
        let foreign = |pos: Pos| places.room(pos).is_some() && !own(pos) && !aim(pos);
        let near = !aim(pos) && Dir::ALL.into_iter().map(|dir| pos.step(dir)).any(|near| foreign(near) || aim(near));
        let more = [
            (SPOILED, by_doors.contains(&pos)),
            (ROOM, foreign(pos)),
            (BESIDE, near),
            (WATER, map.tiles[pos] == Tile::Water),
        ];
        CELL + more.into_iter().filter(|(_, holds)| *holds).map(|(cost, _)| cost).sum::<u32>()
    };
    let headings: BTreeMap<Pos, Option<Dir>> = starts.iter().map(|start| (start.pos, start.heading)).collect();
    let bend = |pos: Pos, came: usize, dir: Dir| match came {
        START => headings.get(&pos).copied().flatten().is_some_and(|heading| heading != dir),
        came => Dir::ALL[came] != dir,
    };
    // A door can stand only where one comes straight through the wall.
    let crooked = |pos: Pos, dir: Dir| if !aim(pos) && aim(pos.step(dir)) { CROOKED } else { 0 };
    let turn = |pos: Pos, came: usize, dir: Dir| if bend(pos, came, dir) { TURN + crooked(pos, dir) } else { 0 };
    // The cost of each cell by the direction in which it was entered.
    let mut costs = vec![[u32::MAX; 5]; size.area()];
    let mut queue = BinaryHeap::new();
    for &Start { pos, paid, .. } in starts.iter().filter(|start| size.contains(start.pos)) {
        costs[index(pos)][START] = paid;
        queue.push(Reverse((paid, pos, START)));
    }
    let (mut pos, mut came) = loop {
        let Some(Reverse((cost, pos, came))) = queue.pop() else { return Ok(None) };
        cx.spend(1)?;
        if cost > costs[index(pos)][came] {
            continue;
        }
        if came != START && there(pos) {
            break (pos, came);
        }
        for (entered, dir) in Dir::ALL.into_iter().enumerate() {
            let next = pos.step(dir);
            if !inside.contains(next) && !aim(next) {
                continue;
            }
            let total = cost + toll(next) + turn(pos, came, dir);
            let known = &mut costs[index(next)][entered];
            if total < *known {
                *known = total;
                queue.push(Reverse((total, next, entered)));
            }
        }
    };
    // Back along the cheapest: what led to a cell is what made it cost so little.
    let (to, mut cells) = (pos, Vec::new());
    loop {
        let dir = Dir::ALL[came];
        let before = pos.step(dir.opposite());
        let here = &costs[index(before)];
        let known = (0..=START).rev().filter(|&entered| here[entered] != u32::MAX);
        // Whatever was entered was entered from somewhere.
        came = known.min_by_key(|&entered| here[entered] + turn(before, entered, dir)).unwrap_or(START);
        if came == START {
            cells.reverse();
            return Ok(Some(Found { cells, from: before, to }));
        }
        cells.push(before);
        pos = before;
    }
}
