//! Rules about symmetry, if it is promised: rooms, passages and doors have their images.

use super::block::Block;
use super::cells::Footprint;
use super::findings::{Counted, Effort, Findings};
use super::line::{Cell, place};
use super::{Rule, Subject};
use crate::base::grid::{Dir, Pos};
use crate::base::promises::Promises;
use crate::map::{Door, DoorKind, Movement, Passage, Place, RoomId, Shape, Symmetry};
use std::cmp::Ordering;

pub(super) fn check(subject: &Subject<'_>, found: &mut Findings) {
    let map = subject.map;
    if !map.source.promises.has(Promises::SYMMETRIC) {
        return;
    }
    let Some(symmetry) = &map.symmetry else {
        if !map.rooms.is_empty() || !map.passages.is_empty() {
            let message = format_args!("the map promises symmetry but has no symmetry record");
            found.add(Rule::Symmetry, Pos::new(0, 0), message);
        }
        return;
    };
    let area = Block::of(symmetry.area);
    let (pos, size) = (symmetry.area.origin(), subject.ground.size());
    let square = area.right - area.left == area.bottom - area.top;
    if area.is_empty() || !area.is_on(size) || symmetry.by == Movement::QuarterTurn && !square {
        let message = format_args!("the symmetrical area at {pos} does not fit the map of {size}");
        found.add(Rule::Symmetry, pos, message);
        return;
    }
    let mut images = Images { subject, symmetry, area, listed: vec![false; map.rooms.len()] };
    images.rooms(found);
    let corresponds: Vec<bool> = images.passages_that_correspond();
    images.passages(&corresponds, found);
    images.doors(&corresponds, found);
}

/// A movement of the area onto itself, other than the identity.
#[derive(Clone, Copy, Debug)]
enum Way {
    Mirror,
    Half,
    Quarter,
    ThreeQuarters,
}

/// Returns the results of repeating a movement.
const fn ways(by: Movement) -> &'static [Way] {
    match by {
        Movement::Mirror => &[Way::Mirror],
        Movement::HalfTurn => &[Way::Half],
        Movement::QuarterTurn => &[Way::Quarter, Way::Half, Way::ThreeQuarters],
    }
}

impl Way {
    /// Returns the image of a cell. The area is given by its corners, where `right` is exclusive.
    fn cell(self, area: Block, (x, y): Cell) -> Cell {
        let Block { left, top, right, bottom } = area;
        match self {
            Way::Mirror => (left + right - 1 - x, y),
            Way::Half => (left + right - 1 - x, top + bottom - 1 - y),
            // Clockwise: the top moves to the right.
            Way::Quarter => (left + bottom - 1 - y, top + x - left),
            Way::ThreeQuarters => (left + y - top, top + right - 1 - x),
        }
    }

    fn block(self, area: Block, block: Block) -> Block {
        let (one, other) =
            (self.cell(area, (block.left, block.top)), self.cell(area, (block.right - 1, block.bottom - 1)));
        Block {
            left: one.0.min(other.0),
            top: one.1.min(other.1),
            right: one.0.max(other.0) + 1,
            bottom: one.1.max(other.1) + 1,
        }
    }

    const fn dir(self, dir: Dir) -> Dir {
        match (self, dir) {
            (Way::Mirror, Dir::North | Dir::South) => dir,
            (Way::Mirror | Way::Half, _) => dir.opposite(),
            (Way::Quarter, _) => dir.right(),
            (Way::ThreeQuarters, _) => dir.right().opposite(),
        }
    }
}

struct Images<'a> {
    subject: &'a Subject<'a>,
    symmetry: &'a Symmetry,
    area: Block,
    /// True for rooms that are in a list of images.
    listed: Vec<bool>,
}

impl Images<'_> {
    fn ways(&self) -> &'static [Way] {
        ways(self.symmetry.by)
    }

    /// Checks that every room is in at most one list, every list holds a room and all its images,
    /// and not too many rooms are in none.
    fn rooms(&mut self, found: &mut Findings) {
        let rooms = &self.subject.map.rooms;
        let mut effort = Effort::on(self.subject.ground.size());
        for list in &self.symmetry.images {
            let mut indices = Vec::with_capacity(list.len());
            for &RoomId(id) in list {
                let Some(index) = self.subject.room_ids.find(id) else {
                    let message = format_args!("room {id} is listed as an image but does not exist");
                    found.add(Rule::Symmetry, Pos::new(0, 0), message);
                    continue;
                };
                if std::mem::replace(&mut self.listed[index], true) {
                    let pos = rooms[index].shape.bounds().origin();
                    found.add(Rule::Symmetry, pos, format_args!("room {id} is listed as an image more than once"));
                }
                indices.push(index);
            }
            if !self.orbit(&indices, &mut effort, found) {
                let message = format_args!("the images of rooms have too many cells; the rest is not checked");
                found.add(Rule::Symmetry, Pos::new(0, 0), message);
                return;
            }
        }
        let free = self.listed.iter().filter(|listed| !**listed).count() as u64;
        let percent = u64::from(self.symmetry.free_percent);
        let most = (rooms.len() as u64 * percent).div_ceil(100);
        if free > most {
            let first = self.listed.iter().position(|listed| !listed).unwrap_or(0);
            let pos = rooms[first].shape.bounds().origin();
            let free = Counted(free, "room");
            let message = format_args!("{free} without an image; at most {most} may be free ({percent} %)");
            found.add(Rule::Symmetry, pos, message);
        }
    }

    /// Checks that the images of the first room of a list are the rooms of the list. Returns false
    /// if the work would exceed the limit.
    fn orbit(&self, list: &[usize], effort: &mut Effort, found: &mut Findings) -> bool {
        let rooms = &self.subject.map.rooms;
        let Some(&first) = list.first() else { return true };
        let (id, pos) = (rooms[first].id.0, rooms[first].shape.bounds().origin());
        if list.len() > self.ways().len() + 1 {
            let count = list.len();
            let message = format_args!("room {id} is listed with {count} images, more than the symmetry allows");
            found.add(Rule::Symmetry, pos, message);
            return true;
        }
        let mut met = vec![first];
        for &way in self.ways() {
            let mut image = None;
            for &index in list {
                let Some(alike) = self.is_image(way, &rooms[first].shape, &rooms[index].shape, effort) else {
                    return false;
                };
                if alike {
                    image = Some(index);
                    break;
                }
            }
            match image {
                Some(index) => met.push(index),
                None => {
                    let at = place(way.cell(self.area, (pos.x.into(), pos.y.into())));
                    let message = format_args!("room {id} at {pos} has no image about {at}");
                    found.add(Rule::Symmetry, pos, message);
                }
            }
        }
        for room in list.iter().filter(|index| !met.contains(index)).map(|&index| &rooms[index]) {
            let (other, pos) = (room.id.0, room.shape.bounds().origin());
            found.add(Rule::Symmetry, pos, format_args!("room {other} at {pos} is no image of room {id}"));
        }
        true
    }

    /// Returns true if one shape is the image of the other, or `None` if the work would exceed the
    /// limit.
    fn is_image(&self, way: Way, one: &Shape, other: &Shape, effort: &mut Effort) -> Option<bool> {
        Some(match (one, other) {
            (Shape::Rect(one), Shape::Rect(other)) | (Shape::Circle(one), Shape::Circle(other)) => {
                way.block(self.area, Block::of(*one)) == Block::of(*other)
            }
            (Shape::Cells(one), Shape::Cells(other)) => {
                let cells = (one.count() + other.count()) as u64;
                if !effort.spend(cells + one.mask().size().area() as u64 / 64) {
                    return None;
                }
                let (x, y) = (i64::from(one.bounds().x), i64::from(one.bounds().y));
                let footprint = Footprint::of_cells(other);
                let goes_there = |pos: Pos| {
                    let (x, y) = way.cell(self.area, (x + i64::from(pos.x), y + i64::from(pos.y)));
                    footprint.contains(x, y)
                };
                one.count() == other.count() && one.mask().iter().all(goes_there)
            }
            _ => false,
        })
    }

    fn is_listed(&self, id: RoomId) -> bool {
        self.subject.room_ids.find(id.0).is_some_and(|index| self.listed[index])
    }

    /// Returns the passages that need images: those between rooms that have some. Passages that
    /// join one room or none need an image if no room is free, except entrances from outside, which
    /// have an exit at an end.
    fn passages_that_correspond(&self) -> Vec<bool> {
        let map = self.subject.map;
        let mut exits: Vec<Pos> = map.exits.iter().map(|exit| exit.pos).collect();
        exits.sort_unstable();
        let leads_out = |passage: &Passage| {
            let ends = [passage.points.first(), passage.points.last()];
            ends.into_iter().flatten().any(|end| exits.binary_search(end).is_ok())
        };
        let corresponds = |passage: &Passage| match passage.joins.len() {
            0 | 1 => self.symmetry.free_percent == 0 && !leads_out(passage),
            _ => passage.joins.iter().all(|&id| self.is_listed(id)),
        };
        map.passages.iter().map(corresponds).collect()
    }

    fn passages(&self, corresponds: &[bool], found: &mut Findings) {
        let passages = &self.subject.map.passages;
        let mut known: Vec<Route> = passages.iter().map(Route::of).collect();
        known.sort_unstable_by(Route::order);
        for (passage, _) in passages.iter().zip(corresponds).filter(|(_, corresponds)| **corresponds) {
            for &way in self.ways() {
                let points = passage.points.iter().map(|pos| way.cell(self.area, (pos.x.into(), pos.y.into())));
                let image = Route::new(passage.width, points.collect());
                if known.binary_search_by(|route| route.order(&image)).is_err() {
                    let (id, pos) = (passage.id.0, passage.points.first().copied().unwrap_or_default());
                    let at = image.points.first().map_or(pos, |&cell| place(cell));
                    let message = format_args!("passage {id} from {pos} has no image at {at}");
                    found.add(Rule::Symmetry, pos, message);
                }
            }
        }
    }

    fn doors(&self, corresponds: &[bool], found: &mut Findings) {
        let doors = &self.subject.map.doors;
        let key = |door: &Door, pos: Cell, facing: Dir| (pos, facing as u8, door.kind as u8, door.state as u8);
        let own = |door: &Door| (i64::from(door.pos.x), i64::from(door.pos.y));
        let mut known: Vec<_> = doors.iter().map(|door| key(door, own(door), door.facing)).collect();
        known.sort_unstable();
        let has_image = |place: &Place| match *place {
            Place::Room(id) => self.is_listed(id),
            Place::Passage(id) => self.subject.passage_ids.find(id.0).is_some_and(|index| corresponds[index]),
        };
        let needs_one = |door: &&Door| match door.joins.is_empty() {
            true => self.symmetry.free_percent == 0,
            false => door.joins.iter().all(has_image),
        };
        // The lock of a mission is unique, and so is its key.
        let mut locks: Vec<u32> =
            self.subject.map.mission.iter().flat_map(|it| &it.locks).map(|lock| lock.door.0).collect();
        locks.sort_unstable();
        let is_lock = |door: &Door| locks.binary_search(&door.id.0).is_ok();
        let mut locked: Vec<Cell> = doors.iter().filter(|door| is_lock(door)).map(own).collect();
        locked.sort_unstable();
        for door in doors.iter().filter(needs_one).filter(|door| !is_lock(door)) {
            for &way in self.ways() {
                if locked.binary_search(&way.cell(self.area, own(door))).is_ok() {
                    continue;
                }
                let (at, facing) = (way.cell(self.area, own(door)), way.dir(door.facing));
                // A door that can be passed in both directions faces both: it may be its own image.
                let both_ways = !matches!(door.kind, DoorKind::OneWay | DoorKind::Barred);
                let itself = at == own(door) && both_ways && facing == door.facing.opposite();
                if !itself && known.binary_search(&key(door, at, facing)).is_err() {
                    let (id, pos, at) = (door.id.0, door.pos, place(at));
                    let message = format_args!("door {id} at {pos} has no matching image at {at}");
                    found.add(Rule::Symmetry, pos, message);
                }
            }
        }
    }
}

/// The width and the points of a passage, starting at the end that sorts first.
struct Route {
    width: i32,
    points: Vec<Cell>,
}

impl Route {
    fn of(passage: &Passage) -> Route {
        Route::new(passage.width, passage.points.iter().map(|pos| (pos.x.into(), pos.y.into())).collect())
    }

    fn new(width: i32, mut points: Vec<Cell>) -> Route {
        if points.iter().rev().lt(points.iter()) {
            points.reverse();
        }
        Route { width, points }
    }

    fn order(&self, other: &Route) -> Ordering {
        self.width.cmp(&other.width).then_with(|| self.points.cmp(&other.points))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::bits::BitGrid;
    use crate::base::grid::{Rect, Size};
    use crate::base::tile::Tile;
    use crate::check::check;
    use crate::map::{CellSet, DoorState, Exit, Extra, Map, RoomId, Turn};
    use smallvec::smallvec;

    /// An independent implementation of the model's movements.
    #[test]
    fn cells_and_directions_go_where_the_model_says() {
        for (by, area) in [
            (Movement::Mirror, Rect::new(2, 1, 7, 4)),
            (Movement::HalfTurn, Rect::new(2, 1, 6, 5)),
            (Movement::QuarterTurn, Rect::new(2, 1, 6, 6)),
        ] {
            assert_eq!(by.turns()[0], Turn::Same);
            for (&turn, &way) in by.turns()[1..].iter().zip(ways(by)) {
                for pos in area.positions() {
                    let to = turn.pos(area, pos);
                    assert_eq!(way.cell(Block::of(area), (pos.x.into(), pos.y.into())), (to.x.into(), to.y.into()));
                }
                Dir::ALL.into_iter().for_each(|dir| assert_eq!(way.dir(dir), turn.dir(dir)));
                let rect = Rect::new(3, 2, 2, 1);
                assert_eq!(way.block(Block::of(area), Block::of(rect)), Block::of(turn.rect(area, rect)));
            }
        }
    }

    /// Rooms of all shapes to the left and right of a hall, passages to them, a door on each.
    fn map() -> Map {
        let mut map = Map::new(Size::new(31, 20), Tile::Wall);
        map.source.promises = Promises::SYMMETRIC;
        let mask = BitGrid::from_fn(Size::new(3, 3), |pos| pos.x + pos.y > 0);
        let flipped = BitGrid::from_fn(Size::new(3, 3), |pos| 2 - pos.x + pos.y > 0);
        let cells = |x, mask| Shape::Cells(Box::new(CellSet::new(Pos::new(x, 13), mask)));
        let shapes = [
            Shape::Rect(Rect::new(13, 1, 5, 16)),
            Shape::Rect(Rect::new(2, 2, 4, 3)),
            Shape::Rect(Rect::new(25, 2, 4, 3)),
            Shape::Circle(Rect::new(2, 7, 5, 5)),
            Shape::Circle(Rect::new(24, 7, 5, 5)),
            cells(2, mask),
            cells(26, flipped),
        ];
        for shape in shapes {
            shape.positions().for_each(|pos| map.tiles[pos] = Tile::Floor);
            map.add_room(shape);
        }
        for (index, (near, far, y)) in [(6, 12, 3), (7, 12, 9), (5, 12, 14)].into_iter().enumerate() {
            for (side, flip) in [(1, false), (2, true)] {
                let at = |x: i32| Pos::new(if flip { 30 - x } else { x }, y);
                let (room, hall) = (RoomId(index as u32 * 2 + side), RoomId(0));
                let ends = if flip { [at(far), at(near)] } else { [at(near), at(far)] };
                let passage = map.dig_passage(1, &ends, &[room, hall]);
                let facing = if flip { Dir::East } else { Dir::West };
                let joins = [Place::Room(room), Place::Passage(passage)];
                map.add_door(at(near), facing, DoorKind::OneWay, DoorState::Closed, &joins);
            }
        }
        let list = |rooms: &[u32]| rooms.iter().copied().map(RoomId).collect();
        let images = vec![list(&[0]), list(&[1, 2]), list(&[4, 3]), list(&[5, 6])];
        map.symmetry = Some(Symmetry { by: Movement::Mirror, area: Rect::new(1, 1, 29, 18), free_percent: 0, images });
        map
    }

    fn messages(map: &Map) -> Vec<String> {
        check(map).iter().map(|finding| format!("{} {}: {}", finding.pos, finding.rule, finding.message)).collect()
    }

    fn damaged(damage: fn(&mut Map, &mut Symmetry)) -> Vec<String> {
        let mut map = map();
        let mut symmetry = map.symmetry.take().unwrap();
        damage(&mut map, &mut symmetry);
        map.symmetry = Some(symmetry);
        messages(&map)
    }

    #[test]
    fn symmetrical_maps_have_no_findings() {
        assert_eq!(check(&map()), []);
    }

    #[test]
    fn a_symmetrical_map_says_how() {
        let mut map = map();
        map.symmetry = None;
        let expected = "0,0 symmetry: the map promises symmetry but has no symmetry record";
        assert_eq!(messages(&map), [expected]);
        map.source.promises = Promises::NONE;
        assert_eq!(check(&map), []);
    }

    #[test]
    fn rooms_without_images_are_found() {
        assert_eq!(
            damaged(|_, symmetry| _ = symmetry.images.remove(0)),
            ["13,1 symmetry: 1 room without an image; at most 0 may be free (0 %)"]
        );
        let free = damaged(|_, symmetry| {
            symmetry.images.truncate(2);
            symmetry.free_percent = 50;
        });
        assert_eq!(free, [""; 0], "four of seven, rounded up");
        assert_eq!(
            damaged(|_, symmetry| symmetry.images[1] = smallvec![RoomId(1)]).first().unwrap(),
            "2,2 symmetry: room 1 at 2,2 has no image about 28,2"
        );
        let swapped = damaged(|_, symmetry| symmetry.images[1] = smallvec![RoomId(1), RoomId(4)]);
        assert!(swapped.iter().any(|message| message.ends_with("room 4 at 24,7 is no image of room 1")), "{swapped:?}");
        assert!(swapped.iter().any(|message| message.ends_with("room 4 is listed as an image more than once")));
        let grown = damaged(|map, _| map.rooms[4].shape = Shape::Rect(Rect::new(25, 8, 3, 3)));
        let about_it = |message: &&String| message.contains("symmetry: room 4 at 25,8 has no image about 5,8");
        assert_eq!(grown.iter().filter(about_it).count(), 1, "{grown:?}");
        let cells = damaged(|map, _| {
            let mask = BitGrid::from_fn(Size::new(3, 3), |pos| pos.y > 0 || pos.x == 1);
            map.rooms[6].shape = Shape::Cells(Box::new(CellSet::new(Pos::new(26, 13), mask)));
        });
        assert!(cells[0].starts_with("2,13 symmetry: room 5 at 2,13 has no image"), "{cells:?}");
        assert_eq!(damaged(|_, symmetry| symmetry.images[0].push(RoomId(77))).len(), 1);
        let many = damaged(|_, symmetry| symmetry.images[0].extend([0, 0].map(RoomId)));
        let last = many.last().unwrap();
        assert!(last.ends_with("room 0 is listed with 3 images, more than the symmetry allows"), "{many:?}");
    }

    #[test]
    fn an_area_lies_on_the_map() {
        let area = damaged(|_, symmetry| symmetry.area.width = i32::MAX);
        assert_eq!(area, ["1,1 symmetry: the symmetrical area at 1,1 does not fit the map of 31x20"]);
        assert_eq!(damaged(|_, symmetry| symmetry.by = Movement::QuarterTurn).len(), 1);
        assert!(damaged(|_, symmetry| symmetry.by = Movement::HalfTurn).len() > 6);
    }

    #[test]
    fn passages_and_doors_without_images_are_found() {
        let gone = damaged(|map, _| {
            map.passages.remove(1);
            map.doors[1].joins.pop();
        });
        assert_eq!(gone, ["6,3 symmetry: passage 0 from 6,3 has no image at 18,3"]);
        let wide = damaged(|map, _| map.passages[3].points[0].x += 1);
        assert_eq!(wide.iter().filter(|message| message.contains("symmetry")).count(), 2, "{wide:?}");
        let kind = damaged(|map, _| map.doors[0].kind = DoorKind::Barred);
        assert_eq!(kind[0], "6,3 symmetry: door 0 at 6,3 has no matching image at 24,3");
        assert_eq!(kind.len(), 2);
        assert_eq!(damaged(|map, _| map.doors[0].facing = Dir::East).len(), 2);
    }

    #[test]
    fn entrances_and_free_rooms_need_no_image() {
        let stub = |map: &mut Map| {
            map.dig_passage(1, &[Pos::new(4, 5), Pos::new(4, 6)], &[]);
        };
        let mut map = map();
        stub(&mut map);
        assert_eq!(check(&map).len(), 1);
        map.exits.push(Exit { pos: Pos::new(4, 6), extra: Extra::default() });
        assert_eq!(check(&map), []);
        map.exits.clear();
        map.symmetry.as_mut().unwrap().free_percent = 1;
        assert_eq!(check(&map), []);
    }
}
