//! Pathfinding for passages between rooms.

use super::occupancy::{BESIDE, BLOCKED, DOOR, MARGIN, NOBODY, Occupancy, PASSAGE, ROOM};
use super::placement::Site;
use crate::base::grid::{Dir, Pos};
use crate::layout::alignment::Alignment;
use crate::spatial::frontier::Frontier;
use crate::spatial::value_noise::ValueNoise;

const STEP: u32 = 2;
const TURN: u32 = 8;
const CROSSING: u32 = 14;
/// Cost of every cell between a door and the middle of its side.
const OFF_CENTRE: u32 = 1;
/// Cost of a door that leads into the corner of a room.
const CORNER: u32 = 8;
/// Maximum cost of a step, including noise.
const MAX_STEP_COST: u32 = 96;

/// All tables begin as 0, so that a large map needs memory only where there are paths.
const UNKNOWN: u8 = 0;

/// A path that was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Route {
    /// Its cells, each adjacent to the previous one.
    pub(super) line: Vec<Pos>,
    /// Directions in which it leaves the first room and enters the second; `None` where it ends in
    /// a passage.
    pub(super) out: Dir,
    pub(super) into: Option<Dir>,
    /// Cell of another passage in which it ends.
    pub(super) junction: Option<Pos>,
}

/// The pathfinder.
pub(super) struct Router {
    /// For every cell and direction: the lowest cost so far, and the round in which it was found.
    costs: Vec<(u32, u32)>,
    /// Predecessor of each state: the previous direction in two bits, and above them the number of
    /// steps in the new direction.
    came: Vec<u8>,
    /// Number of cells of the path to each state.
    lengths: Vec<u32>,
    /// True if the path to the state crosses a passage, if that is limited.
    crossed: Vec<bool>,
    round: u32,
    frontier: Frontier,
    /// Crookedness of the paths, from 0 to 100.
    winding: u32,
    /// Grid whose lines the paths follow.
    lanes: Alignment,
    /// Hardness of the rock as a step cost, inverted; [`UNKNOWN`] where it is not computed yet.
    inverted_hardness: Vec<u8>,
    pub(super) effort: u64,
}

impl Router {
    /// Creates a pathfinder. With `single_crossing` a path crosses at most one passage.
    pub(super) fn new(occupancy: &Occupancy, winding: u32, lanes: Alignment, single_crossing: bool) -> Router {
        let states = occupancy.size.area() * 4;
        Router {
            costs: vec![(0, 0); states],
            came: vec![0; states],
            lengths: vec![0; states],
            crossed: if single_crossing { vec![false; states] } else { Vec::new() },
            round: 0,
            frontier: Frontier::new(2 * MAX_STEP_COST),
            winding,
            lanes,
            inverted_hardness: vec![UNKNOWN; occupancy.size.area()],
            effort: 0,
        }
    }

    /// Finds the cheapest path between two rooms: short, with few turns, of at most `longest`
    /// cells. Where `joins` is a passage, the path may also end in it.
    ///
    /// A state is a cell and the direction in which it was entered. A passage is crossed in one
    /// move, wall, passage and wall, so that it is met at right angles and two of them are never
    /// crossed in a row. A turn is a move of two steps.
    pub(super) fn find(
        &mut self,
        occupancy: &Occupancy,
        grain: &ValueNoise,
        [from, to]: [&Site; 2],
        longest: u32,
        joins: impl Fn(u32) -> bool,
    ) -> Option<Route> {
        self.round += 1;
        self.frontier.clear();
        // Median step cost: with this heuristic few cells are examined, and the paths are hardly
        // longer.
        let ahead = STEP + self.winding / 11;
        let left = |pos: Pos| {
            let dx = (to.rect.x - pos.x).max(pos.x - to.rect.right() + 1).max(0);
            let dy = (to.rect.y - pos.y).max(pos.y - to.rect.bottom() + 1).max(0);
            (dx + dy) as u32
        };
        let starts: Vec<(u32, usize)> = self.starts(occupancy, from).collect();
        // Costs are relative to the best doorstep; doorsteps far behind it are of no use.
        let whole = |(cost, state): (u32, usize)| cost + left(occupancy.pos(state / 4)) * ahead;
        let base = starts.iter().map(|&start| whole(start)).min().unwrap_or(0);
        for (cost, state) in starts.into_iter().filter(|&start| whole(start) <= base + MAX_STEP_COST) {
            self.reach(state, cost, whole((cost, state)) - base, (1, false), None);
        }
        while let Some((_, state)) = self.frontier.take() {
            self.effort += 1;
            let (pos, dir) = (occupancy.pos(state / 4), Dir::ALL[state % 4]);
            let cost = self.costs[state].0;
            let next_cell = pos.step(dir);
            if to.rect.contains(next_cell) && self.enters(occupancy, to, pos, dir) {
                return Some(self.way(occupancy, state, Some(dir), None));
            }
            if occupancy.at(next_cell) & PASSAGE != 0
                && occupancy.at(pos) & (PASSAGE | MARGIN) == 0
                && occupancy.is_crossed_by(next_cell, dir)
                && joins(occupancy.owner(next_cell))
                && occupancy.owner(next_cell) != NOBODY
            {
                return Some(self.way(occupancy, state, None, Some(next_cell)));
            }
            let straight_on = occupancy.at(pos) & (MARGIN | BESIDE) != 0;
            for next in [dir, dir.right(), dir.right().opposite()] {
                // A path leaves a room, or the side of a passage, in a straight line.
                if next != dir && straight_on {
                    continue;
                }
                let turn = if next == dir { 0 } else { 1 + TURN * (100 - self.winding) / 100 };
                let near = pos.step(next);
                let Some((steps, end)) = self.advance(occupancy, to, (pos, dir), next) else { continue };
                let crosses = occupancy.at(near) & PASSAGE != 0;
                let before = self.crossed.get(state) == Some(&true);
                if crosses && before {
                    continue;
                }
                let mut next_cost =
                    cost + turn + STEP * u32::from(steps) + self.noise(grain, end, occupancy.index(end));
                if crosses {
                    next_cost += CROSSING;
                }
                if occupancy.at(end) & MARGIN != 0 {
                    next_cost += off_centre(to, end, next);
                }
                let length = self.lengths[state] + u32::from(steps);
                if length + left(end).saturating_sub(1) > longest {
                    continue;
                }
                let next_state = occupancy.index(end) * 4 + next as usize;
                let whole = whole((next_cost, next_state)).saturating_sub(base);
                self.reach(next_state, next_cost, whole, (length, crosses || before), Some((dir, steps)));
            }
        }
        None
    }

    /// Returns the number of steps of a move in the direction `next` and the cell where it ends, or
    /// `None` if the path cannot go there.
    #[inline]
    fn advance(&self, occupancy: &Occupancy, to: &Site, (pos, dir): (Pos, Dir), next: Dir) -> Option<(u8, Pos)> {
        let near = pos.step(next);
        let far = near.step(next);
        if next != dir && !is_lane(self.lanes, pos, next) {
            return None;
        }
        if next == dir && self.crosses(occupancy, near, next) {
            // From the wall of the passage straight through and out of its other wall.
            Some((2, far))
        } else if !self.may_enter(occupancy, to, pos, near, next) {
            None
        } else if next == dir || occupancy.at(near) & (MARGIN | BESIDE) != 0 {
            Some((1, near))
        } else {
            // Two turns never follow each other directly.
            self.may_enter(occupancy, to, near, far, next).then_some((2, far))
        }
    }

    /// Returns the doorsteps of a room, with the cost of starting there instead of in the middle of
    /// a side.
    fn starts<'a>(&'a self, occupancy: &'a Occupancy, from: &'a Site) -> impl Iterator<Item = (u32, usize)> + 'a {
        Dir::ALL.into_iter().flat_map(move |dir| {
            let lanes = occupancy.doorsteps(from, dir).filter(move |&pos| is_lane(self.lanes, pos, dir));
            let free = lanes.filter(move |&pos| self.free_start(occupancy, pos, dir));
            free.map(move |pos| (off_centre(from, pos, dir), occupancy.index(pos) * 4 + dir as usize))
        })
    }

    /// Returns the hardness of the rock as a step cost.
    fn noise(&mut self, grain: &ValueNoise, pos: Pos, index: usize) -> u32 {
        if self.winding == 0 {
            return 0;
        }
        let known = &mut self.inverted_hardness[index];
        if *known == UNKNOWN {
            *known = !((grain.at(pos) * self.winding * 20 / 25_500) as u8);
        }
        u32::from(!*known)
    }

    /// Returns whether the cell is a passage that may be crossed here: rock behind it, and at right
    /// angles.
    fn crosses(&self, occupancy: &Occupancy, pos: Pos, dir: Dir) -> bool {
        let behind = occupancy.at(pos.step(dir));
        occupancy.is_crossed_by(pos, dir) && behind & (ROOM | BLOCKED | DOOR | PASSAGE | MARGIN) == 0
    }

    /// Returns whether a path to this room may continue to the cell: rock, the wall of a passage to
    /// meet, or the doorstep.
    fn may_enter(&self, occupancy: &Occupancy, to: &Site, from: Pos, pos: Pos, dir: Dir) -> bool {
        let flags = occupancy.at(pos);
        if flags & (ROOM | BLOCKED | DOOR | PASSAGE) != 0 {
            return false;
        }
        if flags & MARGIN != 0 {
            return to.rect.contains(pos.step(dir)) && self.free_start(occupancy, pos, dir.opposite());
        }
        flags & BESIDE == 0 || self.may_touch(occupancy, from, pos, dir)
    }

    /// Returns whether a path may run beside a passage here: only to cross it, to end in it, or to
    /// leave it.
    fn may_touch(&self, occupancy: &Occupancy, from: Pos, pos: Pos, dir: Dir) -> bool {
        let ahead = pos.step(dir);
        let towards = occupancy.at(ahead) & PASSAGE != 0 && occupancy.is_crossed_by(ahead, dir);
        let sides = [dir.right(), dir.right().opposite()].map(|side| occupancy.at(pos.step(side)) & PASSAGE != 0);
        towards && !sides[0] && !sides[1] && occupancy.at(from) & BESIDE == 0
    }

    /// Returns whether a door may stand on this doorstep: no passage ahead or on either side of it.
    fn free_start(&self, occupancy: &Occupancy, pos: Pos, dir: Dir) -> bool {
        let open = |dir: Dir| occupancy.at(pos.step(dir)) & PASSAGE != 0;
        !open(dir) && !open(dir.right()) && !open(dir.right().opposite())
    }

    /// Returns whether the room may be entered from this doorstep in this direction.
    fn enters(&self, occupancy: &Occupancy, to: &Site, pos: Pos, dir: Dir) -> bool {
        occupancy.doorsteps(to, dir.opposite()).any(|step| step == pos)
    }

    fn reach(&mut self, state: usize, cost: u32, whole: u32, (length, crossed): (u32, bool), came: Option<(Dir, u8)>) {
        let (known, round) = self.costs[state];
        if round == self.round && known <= cost {
            return;
        }
        self.costs[state] = (cost, self.round);
        self.lengths[state] = length;
        if let Some(known) = self.crossed.get_mut(state) {
            *known = crossed;
        }
        // A path starts in the direction in which it continues; nothing else marks its first cell.
        let (before, steps) = came.unwrap_or((Dir::ALL[state % 4].opposite(), 0));
        self.came[state] = before as u8 | steps << 2;
        self.frontier.put(whole, state);
    }

    fn way(&self, occupancy: &Occupancy, last: usize, into: Option<Dir>, junction: Option<Pos>) -> Route {
        let mut line = Vec::new();
        let mut state = last;
        loop {
            let (pos, dir) = (occupancy.pos(state / 4), Dir::ALL[state % 4]);
            line.push(pos);
            let (before, steps) = (Dir::ALL[usize::from(self.came[state] % 4)], self.came[state] >> 2);
            if before == dir.opposite() {
                line.reverse();
                return Route { line, out: dir, into, junction };
            }
            let mut back = pos.step(dir.opposite());
            for _ in 1..steps {
                line.push(back);
                back = back.step(dir.opposite());
            }
            state = occupancy.index(back) * 4 + before as usize;
        }
    }
}

/// Returns whether a path through this cell in this direction follows a line of the grid.
pub(super) fn is_lane(lanes: Alignment, pos: Pos, dir: Dir) -> bool {
    match dir {
        Dir::North | Dir::South => pos.x % lanes.x.spacing() == 0,
        Dir::East | Dir::West => pos.y % lanes.y.spacing() == 0,
    }
}

/// Returns the cost of a door that is not in the middle of a side, passed in this direction or
/// against it.
fn off_centre(site: &Site, pos: Pos, dir: Dir) -> u32 {
    let (rect, middle) = (site.rect, site.rect.center());
    let (off, ends) = match dir {
        Dir::North | Dir::South => {
            (pos.x.abs_diff(middle.x), rect.width > 2 && [rect.x, rect.right() - 1].contains(&pos.x))
        }
        Dir::East | Dir::West => {
            (pos.y.abs_diff(middle.y), rect.height > 2 && [rect.y, rect.bottom() - 1].contains(&pos.y))
        }
    };
    off * OFF_CENTRE + if ends { CORNER } else { 0 }
}
