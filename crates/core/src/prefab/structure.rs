//! Structure of a drawing: its rooms, passages, doors and entrances.

use super::legend::Symbol;
use crate::base::bits::BitGrid;
use crate::base::grid::{Dir, Grid, Pos, Rect, Size};
use crate::map::{CellSet, EntityKind, Passage, Shape};
use smallvec::SmallVec;

/// Rooms, passages, doors and entrances of a drawing in its drawn orientation.
#[derive(Clone, Debug)]
pub(super) struct Structure {
    pub(super) rooms: Vec<Shape>,
    pub(super) passages: Vec<Way>,
    pub(super) doors: Vec<DoorSpot>,
    /// Openings and doors at the edge that are walled up if unused.
    pub(super) anchors: Vec<Entrance>,
    /// Floor cells at the edge, open to the surroundings of the drawing.
    pub(super) open_edge: Vec<Entrance>,
    /// Walkable cells, without anchors.
    pub(super) floor: BitGrid,
    /// Sides with floor at the very edge of the drawing: north, east, south, west.
    pub(super) bare: [bool; 4],
    /// Cells that the tiles alone do not describe, in reading order, with the room of each.
    pub(super) special: Vec<(Pos, Option<u32>)>,
}

/// Passage through its own cells.
#[derive(Clone, Debug)]
pub(super) struct Way {
    pub(super) points: SmallVec<[Pos; 3]>,
    /// Indices of the rooms at its ends, if both ends have one.
    pub(super) joins: SmallVec<[u32; 2]>,
}

/// Possible position of a door.
#[derive(Clone, Debug)]
pub(super) struct DoorSpot {
    pub(super) pos: Pos,
    pub(super) facing: Dir,
    pub(super) joins: SmallVec<[Side; 2]>,
}

/// One side of a door.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Side {
    Room(u32),
    Way(u32),
}

/// Cell at the edge and the direction that leads out of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Entrance {
    pub(crate) pos: Pos,
    pub(crate) out: Dir,
}

/// Drawing and the meaning of its cells.
#[derive(Clone, Copy)]
struct Drawing<'a> {
    cells: &'a Grid<u8>,
    symbols: &'a [Symbol],
}

impl<'a> Drawing<'a> {
    /// Returns the symbol of the cell; `None` where the drawing defines nothing.
    fn at(self, pos: Pos) -> Option<&'a Symbol> {
        self.cells.get(pos).map(|&code| &self.symbols[code as usize]).filter(|symbol| !symbol.is_nothing())
    }

    fn walkable(self, pos: Pos) -> bool {
        self.at(pos).is_some_and(Symbol::is_walkable)
    }

    fn size(self) -> Size {
        self.cells.size()
    }

    fn set(self, member: impl Fn(&Symbol) -> bool) -> BitGrid {
        BitGrid::from_fn(self.size(), |pos| self.at(pos).is_some_and(&member))
    }

    /// Returns true if the cells on both sides of this direction are not walkable.
    fn framed(self, pos: Pos, dir: Dir) -> bool {
        [dir.right(), dir.right().opposite()].into_iter().all(|side| !self.walkable(pos.step(side)))
    }

    /// Returns the direction that leads out of the drawing here, with floor behind it; doors need a
    /// frame.
    fn way_out(self, pos: Pos, floor: impl Fn(Pos) -> bool) -> Option<Dir> {
        let door = self.at(pos).is_some_and(Symbol::is_door);
        let leads = |dir: Dir| self.at(pos.step(dir)).is_none() && floor(pos.step(dir.opposite()));
        Dir::ALL.into_iter().find(|&dir| leads(dir) && (!door || self.framed(pos, dir)))
    }

    /// Returns the direction through a door here, from floor to floor.
    fn way_through(self, pos: Pos, floor: impl Fn(Pos) -> bool) -> Option<Dir> {
        let leads = |dir: Dir| floor(pos.step(dir)) && floor(pos.step(dir.opposite()));
        [Dir::East, Dir::South].into_iter().find(|&dir| leads(dir) && self.framed(pos, dir))
    }

    /// Returns the reason why no door or anchor can be here.
    fn why_closed(self, pos: Pos) -> String {
        let walkable = |pos: Pos| self.walkable(pos);
        let door = self.at(pos).is_some_and(Symbol::is_door);
        let what = if self.way_out(pos, walkable).or(self.way_through(pos, walkable)).is_some() {
            "it leads only to an anchor or a door at the edge, and those are walled up where they are not used; \
             draw floor between the two"
        } else if door {
            "a door must stand in an opening: walkable tiles on two opposite sides (or the edge on one of them) and \
             walls on the others"
        } else {
            "an anchor must lie at the edge, with a walkable tile behind it"
        };
        what.to_owned()
    }
}

impl Structure {
    /// Reads the structure of the drawing, or returns the position and cause of an error.
    pub(super) fn of(cells: &Grid<u8>, symbols: &[Symbol]) -> Result<Structure, (Pos, String)> {
        let drawing = Drawing { cells, symbols };
        let (spots, anchors) = openings(drawing)?;
        one_start(drawing)?;
        let mut floor = drawing.set(Symbol::is_walkable);
        anchors.iter().for_each(|anchor| floor.remove(anchor.pos));
        in_one_piece(&floor)?;
        let mut place = CellOwners::new(drawing);
        place.rooms(drawing, &anchors);
        // Openings that may be walled up are not part of a passage.
        let inner: Vec<(Pos, Dir)> =
            spots.iter().copied().filter(|(pos, _)| anchors.iter().all(|anchor| anchor.pos != *pos)).collect();
        place.ways(drawing, &inner);
        let doors = spots.into_iter().map(|(pos, facing)| {
            let sides = [pos.step(facing.opposite()), pos.step(facing)];
            let joins = sides.into_iter().filter_map(|side| place.at(side));
            DoorSpot { pos, facing, joins: joins.collect() }
        });
        let mut open_edge = Vec::new();
        for pos in floor.iter() {
            let out = Dir::ALL.into_iter().filter(|dir| drawing.at(pos.step(*dir)).is_none());
            open_edge.extend(out.map(|out| Entrance { pos, out }));
        }
        let told = |symbol: &Symbol| {
            let plain = symbol.things.len() == 1 && symbol.things[0].contents.is_empty();
            plain && !symbol.is_door() && !symbol.is_anchor()
        };
        let stairs = |symbol: &Symbol| symbol.things[0].tile.is_some_and(|tile| STAIRS.contains(&tile));
        let special = drawing.set(|symbol| !told(symbol) || stairs(symbol));
        Ok(Structure {
            doors: doors.collect(),
            anchors,
            open_edge,
            bare: bare_sides(&floor),
            floor,
            special: special.iter().map(|pos| (pos, place.room(pos))).collect(),
            rooms: place.rooms,
            passages: place.ways,
        })
    }
}

const STAIRS: [crate::base::tile::Tile; 2] = [crate::base::tile::Tile::StairsUp, crate::base::tile::Tile::StairsDown];

type Openings = (Vec<(Pos, Dir)>, Vec<Entrance>);

/// Finds the possible doors with their directions, and the openings that are anchors.
///
/// Anchors are found first: an unused one is wall, so no door can lead to it.
fn openings(drawing: Drawing<'_>) -> Result<Openings, (Pos, String)> {
    let walkable = |pos: Pos| drawing.walkable(pos);
    let is_anchor = |&pos: &Pos| {
        let marked = drawing.at(pos).is_some_and(Symbol::is_anchor);
        marked || drawing.way_out(pos, walkable).is_some()
    };
    let all: Vec<Pos> = drawing.set(|symbol| symbol.is_door() || symbol.is_anchor()).iter().collect();
    let mut closing = BitGrid::new(drawing.size());
    all.iter().copied().filter(is_anchor).for_each(|pos| closing.insert(pos));
    let stays = |pos: Pos| drawing.walkable(pos) && !closing.contains(pos);
    let (mut doors, mut anchors) = (Vec::new(), Vec::new());
    for pos in all {
        let door = drawing.at(pos).is_some_and(Symbol::is_door);
        let facing = if closing.contains(pos) {
            let out = drawing.way_out(pos, stays).ok_or_else(|| (pos, drawing.why_closed(pos)))?;
            anchors.push(Entrance { pos, out });
            out
        } else {
            drawing.way_through(pos, stays).ok_or_else(|| (pos, drawing.why_closed(pos)))?
        };
        if door {
            doors.push((pos, facing));
        }
    }
    Ok((doors, anchors))
}

fn one_start(drawing: Drawing<'_>) -> Result<(), (Pos, String)> {
    let starts = drawing.set(|symbol| symbol.has(EntityKind::Start));
    match starts.iter().nth(1) {
        Some(pos) => Err((pos, "a second start; one is enough".to_owned())),
        None => Ok(()),
    }
}

fn in_one_piece(floor: &BitGrid) -> Result<(), (Pos, String)> {
    let Some(first) = floor.iter().next() else {
        return Err((Pos::new(0, 0), "no walkable tile; draw some floor".to_owned()));
    };
    let mut rest = floor.clone();
    rest.subtract(&floor.flood(first));
    match rest.iter().next() {
        Some(pos) => {
            let what = "cannot be reached from the first floor tile of the drawing; every walkable tile must be \
                        reachable without the anchors";
            Err((pos, what.to_owned()))
        }
        None => Ok(()),
    }
}

/// Rooms and passages found so far, and the owner of each cell.
struct CellOwners {
    rooms: Vec<Shape>,
    ways: Vec<Way>,
    cells: Grid<Option<Side>>,
}

impl CellOwners {
    fn new(drawing: Drawing<'_>) -> CellOwners {
        CellOwners { rooms: Vec::new(), ways: Vec::new(), cells: Grid::new(drawing.size(), None) }
    }

    fn at(&self, pos: Pos) -> Option<Side> {
        self.cells.get(pos).copied().flatten()
    }

    /// Returns the room of a cell.
    fn room(&self, pos: Pos) -> Option<u32> {
        match self.at(pos) {
            Some(Side::Room(room)) => Some(room),
            _ => None,
        }
    }

    /// Adds the rooms: all open cells between walls, doors, anchors and passages, including water.
    fn rooms(&mut self, drawing: Drawing<'_>, anchors: &[Entrance]) {
        let mut open = drawing.set(|symbol| symbol.is_open() && !symbol.is_door() && !symbol.is_way());
        anchors.iter().for_each(|anchor| open.remove(anchor.pos));
        loop {
            let Some(start) = open.iter().next() else { return };
            let piece = open.flood(start);
            open.subtract(&piece);
            if !piece.iter().any(|pos| drawing.walkable(pos)) {
                continue;
            }
            for pos in piece.iter() {
                self.cells[pos] = Some(Side::Room(self.rooms.len() as u32));
            }
            if let Some(cells) = CellSet::filtered(piece.iter(), |_| true) {
                let full = cells.count() == cells.bounds().size().area();
                self.rooms.push(if full { Shape::Rect(cells.bounds()) } else { Shape::Cells(Box::new(cells)) });
            }
        }
    }

    /// Follows passages from fork to fork, through the doors in them and into the doors at their
    /// ends.
    fn ways(&mut self, drawing: Drawing<'_>, doors: &[(Pos, Dir)]) {
        let mut net = drawing.set(Symbol::is_way);
        if net.is_empty() {
            return;
        }
        // A door is part of the network in its direction if there is a passage on at least one
        // side.
        let mut leads = Grid::new(drawing.size(), None);
        for &(pos, facing) in doors {
            if [facing, facing.opposite()].iter().any(|&dir| net.contains(pos.step(dir))) {
                leads[pos] = Some(facing);
            }
        }
        let is_door = |pos: Pos| leads.get(pos).copied().flatten();
        drawing.size().rect().positions().filter(|&pos| is_door(pos).is_some()).for_each(|pos| net.insert(pos));
        let goes = |pos: Pos, dir: Dir| {
            let along = |pos: Pos| is_door(pos).is_none_or(|facing| facing == dir || facing == dir.opposite());
            let next = pos.step(dir);
            let way = is_door(pos).is_none() || is_door(next).is_none();
            net.contains(pos) && net.contains(next) && way && along(pos) && along(next)
        };
        let forks = |pos: Pos| Dir::ALL.into_iter().filter(|&dir| goes(pos, dir)).count() != 2;
        let mut walked = Grid::new(drawing.size(), [false; 4]);
        let starts = net.iter().filter(|&pos| forks(pos)).chain(net.iter().filter(|&pos| !forks(pos)));
        for start in starts {
            if Dir::ALL.into_iter().all(|dir| !goes(start, dir)) {
                self.add_way(&[start]);
            }
            for dir in Dir::ALL {
                if !goes(start, dir) || walked[start][dir as usize] {
                    continue;
                }
                let (mut line, mut here, mut heading) = (vec![start], start, dir);
                loop {
                    walked[here][heading as usize] = true;
                    here = here.step(heading);
                    walked[here][heading.opposite() as usize] = true;
                    line.push(here);
                    if here == start || forks(here) {
                        break;
                    }
                    let on = Dir::ALL.into_iter().find(|&dir| dir != heading.opposite() && goes(here, dir));
                    let Some(on) = on else { break };
                    heading = on;
                }
                self.add_way(&line);
            }
        }
    }

    /// Adds the passage through these cells, each adjacent to the one before.
    fn add_way(&mut self, line: &[Pos]) {
        let ends =
            [line[0], line[line.len() - 1]].map(|end| Dir::ALL.into_iter().find_map(|dir| self.room(end.step(dir))));
        let mut joins = SmallVec::new();
        if let [Some(first), Some(last)] = ends {
            joins.push(first);
            if last != first {
                joins.push(last);
            }
        }
        for &pos in line {
            self.cells[pos].get_or_insert(Side::Way(self.ways.len() as u32));
        }
        self.ways.push(Way { points: Passage::corners(line), joins });
    }
}

fn bare_sides(floor: &BitGrid) -> [bool; 4] {
    let (width, height) = (floor.size().width, floor.size().height);
    let sides = [
        Rect::new(0, 0, width, 1),
        Rect::new(width - 1, 0, 1, height),
        Rect::new(0, height - 1, width, 1),
        Rect::new(0, 0, 1, height),
    ];
    sides.map(|side| side.positions().any(|pos| floor.contains(pos)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prefab::Prefab;

    fn structure(text: &str) -> Structure {
        Prefab::read(text).unwrap().remove(0).structure
    }

    #[test]
    fn doors_and_passages_part_rooms() {
        let plan = structure("#########\n#..+,,#.#\n#..##,+.#\n##*######");
        assert_eq!(plan.rooms.len(), 2);
        assert_eq!(plan.rooms[0], Shape::Rect(Rect::new(1, 1, 2, 2)));
        let [way] = &plan.passages[..] else { panic!("{:?}", plan.passages) };
        assert_eq!(way.points[..], [Pos::new(3, 1), Pos::new(5, 1), Pos::new(5, 2), Pos::new(6, 2)]);
        assert_eq!(way.joins[..], [0, 1]);
        assert_eq!(plan.doors.len(), 2);
        assert_eq!(plan.doors[0].joins[..], [Side::Room(0), Side::Way(0)]);
        assert_eq!(plan.doors[0].facing, Dir::East);
    }

    #[test]
    fn passages_part_at_forks() {
        let plan = structure("###.###\n#,,,,,#\n###,###\n  #,#");
        assert_eq!(plan.passages.len(), 3);
        assert!(plan.passages.iter().all(|way| way.joins.is_empty()));
        let ring = structure("#####\n#,,,#\n#,#,#\n#,,,#\n#####");
        assert_eq!(ring.passages.len(), 1);
        assert_eq!(ring.passages[0].points.len(), 5, "round and back to the first: {:?}", ring.passages);
    }

    #[test]
    fn doors_at_the_edge_are_anchors() {
        let plan = structure("##*##\n#...+\n#...#\n##L##");
        let outs: Vec<Dir> = plan.anchors.iter().map(|anchor| anchor.out).collect();
        assert_eq!(outs, [Dir::North, Dir::East, Dir::South]);
        assert_eq!(plan.doors.len(), 2);
        assert!(plan.open_edge.is_empty());
        assert_eq!(plan.bare, [false; 4]);
        let open = structure("?..\n.#.\n...");
        assert_eq!(open.bare, [true; 4]);
        assert!(open.anchors.is_empty() && open.open_edge.len() == 12, "{:?}", open.open_edge);
    }
}
