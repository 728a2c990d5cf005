//! Pathfinding for corridors through rock and existing corridors, with few bends and around rooms.

use crate::base::bits::BitGrid;
use crate::base::error::Error;
use crate::base::grid::{Dir, Pos};
use crate::base::tile::Tile;
use crate::generator::Context;
use crate::map::{Map, Shape};
use crate::spatial::room_index::RoomIndex;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};

/// The cost of a cell, and the surcharges: for a turn, for taking the opening of a door, for
/// breaking into a room that the path does not belong to, for passing right beside one, for
/// crossing water, for a turn in the wall of the destination, and for a corner between a round room
/// and the square around it, where a corridor would touch the room from the side.
const CELL: u32 = 2;
const TURN: u32 = 6;
const SPOILED: u32 = 80;
const ROOM: u32 = 120;
const BESIDE: u32 = 12;
const WATER: u32 = 8;
const CROOKED: u32 = 30;
const CORNER: u32 = 60;

/// The direction of a start: not entered from anywhere.
const START: usize = 4;

/// A path that was found.
pub(super) struct Found {
    /// Its cells, without the ends.
    pub(super) cells: Vec<Pos>,
    /// The cell where it starts.
    pub(super) from: Pos,
    /// The cell where it ends.
    pub(super) to: Pos,
}

/// A possible start of a path: the cell, the cost paid so far, and the current direction.
pub(super) struct Start {
    pub(super) pos: Pos,
    pub(super) paid: u32,
    pub(super) heading: Option<Dir>,
}

impl Start {
    /// A start in any direction.
    pub(super) const fn at(pos: Pos) -> Start {
        Start { pos, paid: 0, heading: None }
    }

    /// Returns the cells of an existing line as starts. Following it costs half as much as digging
    /// it, so that the path leaves it only where that saves a bend or a detour.
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

/// Returns the direction from a cell to its neighbour.
fn toward(from: Pos, to: Pos) -> Option<Dir> {
    Dir::ALL.into_iter().find(|&dir| from.step(dir) == to)
}

/// Returns the cheapest path from one of these cells to one that `there` accepts, or `None` if
/// there is no path. Rooms for which `own` returns true are no obstacle. The edge of the map stays
/// closed. Ties are always broken in the same way.
pub(super) fn way(
    map: &Map,
    places: &RoomIndex,
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
    let corners = corners_of(map);
    let aim = |pos: Pos| size.contains(pos) && there(pos);
    let toll = |pos: Pos| {
        let foreign = |pos: Pos| places.room(pos).is_some() && !own(pos) && !aim(pos);
        let near = !aim(pos) && Dir::ALL.into_iter().map(|dir| pos.step(dir)).any(|near| foreign(near) || aim(near));
        let more = [
            (SPOILED, by_doors.contains(&pos)),
            (ROOM, foreign(pos)),
            (BESIDE, near),
            (WATER, map.tiles[pos] == Tile::Water),
            (CORNER, corners.contains(pos)),
        ];
        CELL + more.into_iter().filter(|(_, holds)| *holds).map(|(cost, _)| cost).sum::<u32>()
    };
    let headings: BTreeMap<Pos, Option<Dir>> = starts.iter().map(|start| (start.pos, start.heading)).collect();
    let bend = |pos: Pos, came: usize, dir: Dir| match came {
        START => headings.get(&pos).copied().flatten().is_some_and(|heading| heading != dir),
        came => Dir::ALL[came] != dir,
    };
    // A door can only stand where the path comes straight through the wall.
    let crooked = |pos: Pos, dir: Dir| if !aim(pos) && aim(pos.step(dir)) { CROOKED } else { 0 };
    let turn = |pos: Pos, came: usize, dir: Dir| if bend(pos, came, dir) { TURN + crooked(pos, dir) } else { 0 };
    // The cost of each cell, by the direction in which it was entered.
    let mut costs = vec![[u32::MAX; 5]; size.area()];
    let mut queue = BinaryHeap::new();
    for &Start { pos, paid, .. } in starts.iter().filter(|start| size.contains(start.pos)) {
        costs[index(pos)][START] = paid;
        queue.push(Reverse((paid, pos, START)));
    }
    let end = loop {
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
    Ok(Some(retrace(end, |pos| &costs[index(pos)], turn)))
}

/// Returns the cells between round rooms and the squares around them.
fn corners_of(map: &Map) -> BitGrid {
    let mut corners = BitGrid::new(map.size());
    for shape in map.rooms.iter().map(|room| &room.shape).filter(|shape| matches!(shape, Shape::Circle(_))) {
        let cells = shape.bounds().intersection(map.size().rect()).positions();
        cells.filter(|&pos| !shape.contains(pos)).for_each(|pos| corners.insert(pos));
    }
    corners
}

/// Walks back along the cheapest path from its end, a cell and the direction in which it was
/// entered. The predecessor of a cell is the one that explains its cost.
fn retrace<'a>(
    (to, entered): (Pos, usize),
    costs: impl Fn(Pos) -> &'a [u32; 5],
    turn: impl Fn(Pos, usize, Dir) -> u32,
) -> Found {
    let (mut pos, mut came, mut cells) = (to, entered, Vec::new());
    loop {
        let dir = Dir::ALL[came];
        let before = pos.step(dir.opposite());
        let here = costs(before);
        let known = (0..=START).rev().filter(|&entered| here[entered] != u32::MAX);
        // Every entered cell has a predecessor.
        came = known.min_by_key(|&entered| here[entered] + turn(before, entered, dir)).unwrap_or(START);
        if came == START {
            cells.reverse();
            return Found { cells, from: before, to };
        }
        cells.push(before);
        pos = before;
    }
}
