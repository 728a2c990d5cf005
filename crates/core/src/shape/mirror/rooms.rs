//! Rooms of a symmetrical map.

use super::symmetry::Mirroring;
use crate::base::grid::{Dir, Grid, Pos, Size};
use crate::map::{CellSet, Room, RoomId, Shape};
use crate::spatial::region::find;
use std::collections::BTreeMap;

/// Rooms of the symmetrical map.
pub(super) struct Rooms {
    pub(super) rooms: Vec<Room>,
    /// New id of a room for every turn.
    pub(super) names: BTreeMap<(RoomId, usize), RoomId>,
}

/// Owner of cells that belong to no copy.
const NO_OWNER: u32 = u32::MAX;

impl Rooms {
    /// Copies the kept parts of the rooms; copies that touch become one room.
    pub(super) fn of(old: &[Room], size: Size, symmetry: &Mirroring) -> Rooms {
        let mut made = Rooms { rooms: Vec::new(), names: BTreeMap::new() };
        if old.is_empty() {
            return made;
        }
        let mut copies = Copies::of(old, size, symmetry);
        copies.unite_across_the_seam();
        let (mut next_id, mut next_number) = (0, 1);
        // Groups that contain an original room come first.
        for (first, mut cells) in copies.groups() {
            let (room, turn) = (&old[first % old.len()], first / old.len());
            let (id, number) = if turn == 0 { (room.id, room.number) } else { (RoomId(next_id), next_number) };
            (next_id, next_number) = (next_id.max(id.0 + 1), next_number.max(number + 1));
            let members = cells.iter().map(|(copy, _)| (old[copy % old.len()].id, copy / old.len()));
            made.names.extend(members.map(|name| (name, id)));
            let all: Vec<Pos> = cells.drain(..).flat_map(|(_, cells)| cells).collect();
            let shape = shape_of(&all, &room.shape, turn, symmetry);
            let mut room = Room { id, number, shape, ..room.clone() };
            // Exits are not copied, so only the original leads outside.
            if turn > 0 {
                room.tags.retain(|tag| *tag != "entrance");
            }
            made.rooms.push(room);
        }
        made
    }
}

/// Every room at every turn, numbered by turn and then by room.
struct Copies {
    rooms: usize,
    cells: Vec<Vec<Pos>>,
    /// Copy that owns each cell.
    owners: Grid<u32>,
    /// Union-find: the parent of each copy, which is a smaller number or the copy itself.
    parents: Vec<u32>,
}

impl Copies {
    fn of(old: &[Room], size: Size, symmetry: &Mirroring) -> Copies {
        let count = old.len() * symmetry.count();
        let mut copies = Copies {
            rooms: old.len(),
            cells: vec![Vec::new(); count],
            owners: Grid::new(size, NO_OWNER),
            parents: (0..count as u32).collect(),
        };
        for (index, room) in old.iter().enumerate() {
            for pos in room.shape.positions().filter(|&pos| symmetry.is_kept(pos)) {
                for (turn, to) in symmetry.copies(pos) {
                    let copy = turn * old.len() + index;
                    copies.cells[copy].push(to);
                    copies.owners[to] = copy as u32;
                }
            }
        }
        copies
    }

    fn unite(&mut self, a: u32, b: u32) -> bool {
        let (a, b) = (find(&mut self.parents, a), find(&mut self.parents, b));
        self.parents[a.max(b) as usize] = a.min(b);
        a != b
    }

    /// Unites touching copies of different turns. Copies of one turn are separate like their
    /// originals.
    fn unite_across_the_seam(&mut self) {
        let rooms = self.rooms as u32;
        for pos in self.owners.size().rect().positions() {
            for dir in [Dir::East, Dir::South] {
                let (here, there) = (self.owners[pos], self.owners.get(pos.step(dir)).copied().unwrap_or(NO_OWNER));
                if here != NO_OWNER && there != NO_OWNER && here / rooms != there / rooms {
                    self.unite(here, there);
                }
            }
        }
        // Rooms united at one turn are united at every turn.
        let mut changed = true;
        while std::mem::take(&mut changed) {
            for room in 0..rooms {
                let first = find(&mut self.parents, room);
                for turn in (rooms..self.parents.len() as u32).step_by(self.rooms).filter(|_| first != room) {
                    changed |= self.unite(turn + room, turn + first);
                }
            }
        }
    }

    /// Returns the copies of each united room with their cells, by the first copy.
    fn groups(mut self) -> BTreeMap<usize, Vec<(usize, Vec<Pos>)>> {
        let mut groups: BTreeMap<usize, Vec<(usize, Vec<Pos>)>> = BTreeMap::new();
        for (copy, cells) in self.cells.into_iter().enumerate().filter(|(_, cells)| !cells.is_empty()) {
            let first = find(&mut self.parents, copy as u32) as usize;
            groups.entry(first).or_default().push((copy, cells));
        }
        groups
    }
}

/// Returns the shape of these cells; a circle that was copied as a whole stays a circle.
fn shape_of(cells: &[Pos], before: &Shape, turn: usize, symmetry: &Mirroring) -> Shape {
    if let Shape::Circle(square) = before
        && let Some(turned) = symmetry.turned_rect(*square, turn).map(Shape::Circle)
        && turned.positions().count() == cells.len()
        && cells.iter().all(|&pos| turned.contains(pos))
    {
        return turned;
    }
    CellSet::filtered(cells.iter().copied(), |_| true).map_or_else(|| before.clone(), Shape::of)
}
