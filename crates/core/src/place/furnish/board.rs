//! [`Board`]: where furniture may stand on a map, and where it stands already.

use crate::base::bits::BitGrid;
use crate::base::grid::{Dir, Pos, Rect};
use crate::base::tile::Tile;
use crate::map::decor::{self, Against, DecorKind};
use crate::map::{Decoration, Extra, Map, Room, Shape};

/// Maximum size of a room to search for a detour, in cells. In larger rooms, furniture is left out
/// if the adjacent cells do not settle the question.
const MAX_SEARCH_CELLS: usize = 4096;

/// Map that is being furnished.
pub(super) struct Board<'a> {
    pub(super) map: &'a Map,
    /// Cells that furniture may cover: unoccupied plain floor outside entrances.
    allowed: BitGrid,
    /// Cells covered by a decoration.
    covered: BitGrid,
    /// Cells that are walkable now.
    walk: BitGrid,
    /// Cells behind the entrances: blocking furniture avoids them, though it is not required to.
    lanes: BitGrid,
    /// Cells of all rooms.
    pub(super) rooms: BitGrid,
    pub(super) placed: Vec<Decoration>,
}

/// Entrance of a room: the cell, and the direction in which it is open.
pub(super) type Entrance = (Pos, Dir);

impl<'a> Board<'a> {
    /// Returns the board of a map, and the entrances of all its rooms.
    pub(super) fn of(map: &'a Map) -> (Self, Vec<Vec<Entrance>>) {
        let size = map.size();
        let mut allowed = map.cells_of(|tile| tile == Tile::Floor);
        // There may be more map past the edge: a step limited to part of a map sees only that part.
        let mut inner = BitGrid::new(size);
        inner.fill_rect(size.rect().grown(-1), true);
        allowed &= &inner;
        let ways = map.doors.iter().map(|door| door.pos).chain(map.stairs.iter().map(|stairs| stairs.pos));
        for pos in ways {
            allowed.fill_rect(Rect::new(pos.x - 1, pos.y, 3, 1), false);
            allowed.fill_rect(Rect::new(pos.x, pos.y - 1, 1, 3), false);
        }
        let things = map.exits.iter().map(|exit| exit.pos).chain(map.entities.iter().map(|entity| entity.pos));
        for pos in things {
            allowed.fill_rect(Rect::new(pos.x, pos.y, 1, 1), false);
        }
        let mut covered = BitGrid::new(size);
        for decoration in &map.decorations {
            covered.fill_rect(decor::footprint(decoration), true);
        }
        let mut board = Board {
            map,
            allowed,
            covered,
            walk: map.walkable(),
            lanes: BitGrid::new(size),
            rooms: BitGrid::new(size),
            placed: Vec::new(),
        };
        let entrances = map.rooms.iter().map(|room| board.enter(room)).collect();
        (board, entrances)
    }

    /// Finds the entrances of a room and keeps them clear.
    fn enter(&mut self, room: &Room) -> Vec<Entrance> {
        let mut entrances = Vec::new();
        let bounds = room.shape.bounds();
        // A hand-made map may have a room outside its bounds; the checker reports it.
        if !self.map.size().rect().encloses(bounds) {
            return entrances;
        }
        let whole = matches!(room.shape, Shape::Rect(_));
        if whole {
            self.rooms.fill_rect(bounds, true);
        }
        let inner = bounds.grown(-1);
        for y in bounds.y..bounds.bottom() {
            let mut x = bounds.x;
            while x < bounds.right() {
                let pos = Pos::new(x, y);
                // The inside of a rectangle has no entrance.
                x = if whole && inner.contains(pos) { inner.right() } else { x + 1 };
                if whole && inner.contains(pos) || !room.shape.contains(pos) {
                    continue;
                }
                if !whole {
                    self.rooms.insert(pos);
                }
                for dir in Dir::ALL {
                    let next = pos.step(dir);
                    if self.walk.contains(next) && !room.shape.contains(next) {
                        entrances.push((pos, dir));
                    }
                }
            }
        }
        for &(pos, dir) in &entrances {
            self.allowed.fill_rect(Rect::new(pos.x, pos.y, 1, 1), false);
            let behind = pos.step(dir.opposite());
            self.lanes.fill_rect(Rect::new(behind.x, behind.y, 1, 1), true);
        }
        entrances
    }

    /// Returns true if all cells of the rectangle may be covered.
    fn is_clear(&self, rect: Rect) -> bool {
        rect.positions().all(|pos| self.allowed.contains(pos)) && self.covered.is_clear(rect)
    }

    /// Returns all cells that may be covered now.
    pub(super) fn clear_cells(&self) -> BitGrid {
        let mut cells = self.allowed.clone();
        cells.subtract(&self.covered);
        cells
    }

    /// Returns true if the cell is walkable and has no decoration.
    pub(super) fn is_open(&self, pos: Pos) -> bool {
        self.walk.contains(pos) && !self.covered.contains(pos)
    }

    /// Returns true if the cell is covered by a decoration.
    pub(super) fn is_covered(&self, pos: Pos) -> bool {
        self.covered.contains(pos)
    }

    /// Returns true if the cell was never walkable.
    pub(super) fn is_wall(&self, pos: Pos) -> bool {
        self.map.tiles.get(pos).is_some_and(|tile| matches!(tile, Tile::Wall | Tile::Void))
    }

    /// Places a decoration if all rules allow it there; `within` is the room or the surrounding
    /// area.
    pub(super) fn place(&mut self, kind: &'static DecorKind, rect: Rect, facing: Dir, within: Rect) -> bool {
        if !self.is_clear(rect) || !self.belongs(kind.against, rect, facing) {
            return false;
        }
        if kind.blocks {
            if !self.lanes.is_clear(rect) || !self.leaves_ways(rect, within) {
                return false;
            }
            self.walk.fill_rect(rect, false);
        }
        self.covered.fill_rect(rect, true);
        let (pos, tags) = (rect.origin(), vec![decor::word(facing).into()]);
        self.placed.push(Decoration { kind: kind.name.into(), pos, tags, extra: Extra::default() });
        true
    }

    /// Removes the latest decorations until `count` are left.
    pub(super) fn take_back(&mut self, count: usize) {
        for decoration in self.placed.drain(count..) {
            let rect = decor::footprint(&decoration);
            self.covered.fill_rect(rect, false);
            self.walk.fill_rect(rect, true);
        }
    }

    fn belongs(&self, against: Against, rect: Rect, facing: Dir) -> bool {
        let walled = |dir: Dir| {
            let beyond = |pos: &Pos| !rect.contains(*pos);
            rect.positions().map(|pos| pos.step(dir)).filter(beyond).all(|pos| self.is_wall(pos))
        };
        match against {
            Against::Anywhere => true,
            Against::Wall => walled(facing.opposite()),
            Against::Corner => walled(facing.opposite()) && walled(facing.right()),
        }
    }

    /// Returns true if all cells beside the rectangle, at least one, stay connected with each
    /// other.
    ///
    /// All paths over the rectangle used these cells, so everything that was connected stays
    /// connected. Usually the cells around the rectangle decide; otherwise the room is searched.
    fn leaves_ways(&self, rect: Rect, within: Rect) -> bool {
        let ring = ring(rect);
        let free = |pos: Pos| self.walk.contains(pos);
        let beside = |pos: Pos| {
            (pos.x >= rect.x && pos.x < rect.right() || pos.y >= rect.y && pos.y < rect.bottom()) && free(pos)
        };
        let Some(first) = ring.iter().position(|&pos| beside(pos)) else { return false };
        // Stretches of the ring, beginning after a gap, that contain cells beside the rectangle.
        let Some(gap) = ring.iter().position(|&pos| !free(pos)) else { return true };
        let (mut stretches, mut counted) = (0, false);
        for offset in 1..=ring.len() {
            let pos = ring[(gap + offset) % ring.len()];
            if !free(pos) {
                counted = false;
            } else if beside(pos) && !counted {
                (stretches, counted) = (stretches + 1, true);
            }
        }
        if stretches <= 1 {
            return true;
        }
        let within = within.grown(1).intersection(self.map.size().rect());
        if within.size().area() > MAX_SEARCH_CELLS {
            return false;
        }
        let mut left = self.walk.part(within);
        left.fill_rect(rect.moved(Pos::new(-within.x, -within.y)), false);
        let reached = left.flood(ring[first] - within.origin());
        ring.iter().filter(|&&pos| beside(pos)).all(|&pos| reached.contains(pos - within.origin()))
    }
}

/// Returns the cells around a rectangle in order.
fn ring(rect: Rect) -> Vec<Pos> {
    let Rect { x, y, width, height } = rect.grown(1);
    let (right, bottom) = (x + width - 1, y + height - 1);
    let top = (x..right).map(|x| Pos::new(x, y));
    let east = (y..bottom).map(|y| Pos::new(right, y));
    let below = (x + 1..=right).rev().map(|x| Pos::new(x, bottom));
    let west = (y + 1..=bottom).rev().map(|y| Pos::new(x, y));
    top.chain(east).chain(below).chain(west).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::map::decor::find;

    fn try_at(map: &Map, kind: &str, rect: Rect, facing: Dir) -> bool {
        let (mut board, _) = Board::of(map);
        board.place(find(kind).unwrap(), rect, facing, map.size().rect())
    }

    #[test]
    fn nothing_is_blocked() {
        let map = Map::from_ascii("\n#######\n#.....#\n#.###.#\n#...#.#\n#######").unwrap();
        let corner = Rect::new(1, 1, 1, 1);
        assert!(!try_at(&map, "statue", corner, Dir::South), "a way that bends");
        assert!(try_at(&map, "rubble", corner, Dir::South), "one can walk over it");
        assert!(try_at(&map, "statue", Rect::new(3, 3, 1, 1), Dir::South), "a dead end");
        let round = Map::from_ascii("\n#######\n#.....#\n#.###.#\n#.....#\n#######").unwrap();
        assert!(try_at(&round, "statue", corner, Dir::South), "there is another way");
        let alone = Map::from_ascii("\n###\n#.#\n###").unwrap();
        assert!(!try_at(&alone, "statue", corner, Dir::South), "nowhere to stand");
    }

    #[test]
    fn ways_in_stay_clear() {
        let mut map = Map::from_ascii("\n########\n#.....##\n#.....+.\n#.....##\n#....>##\n########").unwrap();
        map.add_room(Shape::Rect(Rect::new(1, 1, 5, 4)));
        let places = |kind: &str| -> Vec<Pos> {
            let rect = |pos: Pos| Rect::new(pos.x, pos.y, 1, 1);
            map.size().rect().positions().filter(|&pos| !try_at(&map, kind, rect(pos), Dir::South)).collect()
        };
        let floor = |pos: &Pos| map.tiles[*pos] == Tile::Floor && pos.x < 7;
        let flat: Vec<Pos> = places("cracks").into_iter().filter(floor).collect();
        assert_eq!(flat, [Pos::new(5, 2), Pos::new(5, 3), Pos::new(4, 4)], "before the door and the stairs");
        let solid: Vec<Pos> = places("statue").into_iter().filter(floor).collect();
        assert_eq!(solid, [Pos::new(4, 2), Pos::new(5, 2), Pos::new(5, 3), Pos::new(4, 4)], "and one further");
    }

    #[test]
    fn backs_are_to_the_wall() {
        let map = Map::from_ascii("\n######\n#....#\n#....#\n#....#\n######").unwrap();
        assert!(try_at(&map, "bed", Rect::new(2, 1, 1, 2), Dir::South));
        assert!(!try_at(&map, "bed", Rect::new(2, 1, 1, 2), Dir::North));
        assert!(try_at(&map, "bed", Rect::new(3, 2, 2, 1), Dir::West));
        let corners = [(1, 1), (4, 1), (4, 3), (1, 3)].map(|(x, y)| Rect::new(x, y, 1, 1));
        for (rect, facing) in corners.into_iter().zip([Dir::South, Dir::West, Dir::North, Dir::East]) {
            let fits = Dir::ALL.map(|dir| try_at(&map, "cobweb", rect, dir));
            assert_eq!(fits, Dir::ALL.map(|dir| dir == facing), "{rect:?}");
        }
    }

    #[test]
    fn the_ring_goes_once_round() {
        let cells = ring(Rect::new(4, 4, 2, 1));
        assert_eq!(cells.len(), 10);
        assert!(cells.windows(2).all(|pair| pair[0].manhattan(pair[1]) == 1));
        assert_eq!(cells[0].manhattan(cells[9]), 1);
    }
}
