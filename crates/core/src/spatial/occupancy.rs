//! [`Map::occupancy`]: the use of every cell, derived from the records of the map.

use crate::base::grid::{Dir, Grid, Pos, Rect};
use crate::map::{Map, Room, Shape};
use std::collections::BTreeMap;

/// Use of a cell.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
#[non_exhaustive]
pub enum CellUse {
    /// No record covers the cell.
    #[default]
    Empty,
    /// Margin of a room: the ring of cells around it, where doors stand.
    Reserved,
    /// No passage belongs here: the corners of a room, the ring of a round room except in the
    /// middle of its sides, and both sides of a path out of it.
    Blocked,
    /// Part of a passage.
    Passage,
    /// Part of a room.
    Room,
    /// A door, in a passage or alone.
    Door,
}

/// Use of a cell, and what is special about it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub struct OccupiedCell {
    /// Use of the cell.
    pub is: CellUse,
    /// True where two passages cross, or one ends in the other.
    pub junction: bool,
    /// True where there are stairs.
    pub stairs: bool,
    /// True where there is an exit.
    pub exit: bool,
}

impl Map {
    /// Returns the use of every cell: where rooms, passages and doors are, and which cells are kept
    /// clear of passages. For placing rooms and passages of your own beside those of a layout.
    ///
    /// Of several uses the last in the order of [`CellUse`] counts. Floor that no record covers,
    /// as in caves, is [`CellUse::Empty`]; look at [`Map::tiles`] for what is dug.
    ///
    /// ```
    /// use mapwright::{CellUse, Seed, Size, generate};
    /// let map = generate("dungeon", Size::new(52, 44), Seed::new(7))?;
    /// let occupancy = map.occupancy();
    /// let door = &map.doors[0];
    /// assert_eq!(occupancy[door.pos].is, CellUse::Door);
    /// assert_eq!(occupancy[door.pos.step(door.facing)].is, CellUse::Room);
    /// # Ok::<(), mapwright::Error>(())
    /// ```
    #[doc(alias = "collision")]
    pub fn occupancy(&self) -> Grid<OccupiedCell> {
        let mut cells = Grid::new(self.size(), OccupiedCell::default());
        self.rooms.iter().for_each(|room| keep_clear(room, &mut cells));
        for (pos, passages) in self.passage_cells() {
            claim(&mut cells, pos, CellUse::Passage);
            cells[pos].junction = passages > 1;
        }
        for pos in self.rooms.iter().flat_map(|room| room.shape.positions()) {
            claim(&mut cells, pos, CellUse::Room);
        }
        self.doors.iter().for_each(|door| claim(&mut cells, door.pos, CellUse::Door));
        let is_on_map = |pos: &Pos| self.size().contains(*pos);
        self.stairs.iter().map(|it| it.pos).filter(is_on_map).for_each(|pos| cells[pos].stairs = true);
        self.exits.iter().map(|it| it.pos).filter(is_on_map).for_each(|pos| cells[pos].exit = true);
        cells
    }

    /// Returns the cells of all passages, with the number of passages in each. A stretch of a
    /// passage that is wider has a record of its own, which does not count.
    fn passage_cells(&self) -> BTreeMap<Pos, u32> {
        let mut cells: BTreeMap<Pos, u32> = BTreeMap::new();
        for passage in &self.passages {
            let counts = u32::from(passage.width == 1 || !passage.joins.is_empty());
            let legs = passage.legs().map(|leg| leg.intersection(self.size().rect()));
            let mut own: Vec<Pos> = legs.flat_map(Rect::positions).collect();
            own.sort_unstable();
            own.dedup();
            own.into_iter().for_each(|pos| *cells.entry(pos).or_default() += counts);
        }
        cells
    }
}

fn claim(cells: &mut Grid<OccupiedCell>, pos: Pos, usage: CellUse) {
    if cells.size().contains(pos) {
        cells[pos].is = cells[pos].is.max(usage);
    }
}

/// Marks the cells around a room.
fn keep_clear(room: &Room, cells: &mut Grid<OccupiedCell>) {
    let bounds = room.shape.bounds();
    let is_straight = matches!(room.shape, Shape::Rect(_));
    let middles = Dir::ALL.map(|dir| middle(bounds, dir));
    for pos in bounds.grown(1).positions().filter(|&pos| !bounds.contains(pos)) {
        let beside = (bounds.x..bounds.right()).contains(&pos.x) || (bounds.y..bounds.bottom()).contains(&pos.y);
        let is_entered = if is_straight { beside } else { middles.contains(&pos) };
        claim(cells, pos, if is_entered { CellUse::Reserved } else { CellUse::Blocked });
    }
    if matches!(room.shape, Shape::Circle(_)) {
        for dir in Dir::ALL {
            let beyond = middle(bounds, dir).step(dir);
            for side in [dir.right(), dir.right().opposite()] {
                claim(cells, beyond.step(side), CellUse::Blocked);
            }
        }
    }
}

/// Returns the cell outside the middle of a side.
fn middle(bounds: Rect, dir: Dir) -> Pos {
    let (x, y) = (bounds.x + bounds.width / 2, bounds.y + bounds.height / 2);
    match dir {
        Dir::North => Pos::new(x, bounds.y - 1),
        Dir::South => Pos::new(x, bounds.bottom()),
        Dir::West => Pos::new(bounds.x - 1, y),
        Dir::East => Pos::new(bounds.right(), y),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::grid::Size;
    use crate::base::tile::Tile;
    use crate::map::{DoorKind, DoorState, Exit, Level, RoomId, Stairs};

    /// Draws the uses as characters, lower case at special cells.
    fn drawn(map: &Map) -> String {
        let cells = map.occupancy();
        let letter = |cell: &OccupiedCell| match (cell.junction || cell.stairs || cell.exit, cell.is) {
            (true, CellUse::Passage) => '+',
            (true, _) => '!',
            (_, CellUse::Empty) => '.',
            (_, CellUse::Reserved) => 'R',
            (_, CellUse::Blocked) => 'B',
            (_, CellUse::Passage) => 'p',
            (_, CellUse::Room) => '#',
            (_, CellUse::Door) => 'D',
        };
        cells.rows().map(|row| row.iter().map(letter).collect::<String>() + "\n").collect()
    }

    #[test]
    fn a_round_room_is_left_straight() {
        let mut map = Map::new(Size::new(9, 9), Tile::Wall);
        map.add_room(Shape::Circle(Rect::new(3, 3, 3, 3)));
        let expected = "\
            .........\n\
            ...B.B...\n\
            ..BBRBB..\n\
            .BB###BB.\n\
            ..R###R..\n\
            .BB###BB.\n\
            ..BBRBB..\n\
            ...B.B...\n\
            .........\n";
        assert_eq!(drawn(&map), expected);
    }

    #[test]
    fn every_use_is_shown() {
        let mut map = Map::new(Size::new(12, 6), Tile::Wall);
        map.dig_room(Rect::new(1, 1, 3, 3));
        map.dig_passage(1, &[Pos::new(4, 2), Pos::new(10, 2)], &[RoomId(0)]);
        map.dig_passage(1, &[Pos::new(7, 0), Pos::new(7, 5)], &[]);
        map.add_door(Pos::new(4, 2), Dir::West, DoorKind::Door, DoorState::Closed, &[]);
        map.exits.push(Exit::new(Pos::new(10, 2)));
        map.stairs.push(Stairs::new(Pos::new(2, 2), Level::Down));
        map.stairs.push(Stairs::new(Pos::new(-3, 99), Level::Down));
        let expected = "\
            BRRRB..p....\n\
            R###R..p....\n\
            R#!#Dpp+pp+.\n\
            R###R..p....\n\
            BRRRB..p....\n\
            .......p....\n";
        assert_eq!(drawn(&map), expected);
    }
}
