//! Rules about rooms: their cells, ids and numbers, and that they do not overlap.

use super::block::note_first;
use super::cells::Footprint;
use super::findings::{Effort, Findings};
use super::ground::Bitmap;
use super::ids::Ids;
use super::{Rule, Subject};
use crate::base::grid::Pos;
use crate::base::promises::Promises;
use crate::map::{Room, Shape};

pub(super) fn check(subject: &Subject<'_>, found: &mut Findings) {
    let rooms = &subject.map.rooms;
    if rooms.is_empty() {
        return;
    }
    names(subject, found);
    let disjoint = subject.map.source.promises.has(Promises::ROOMS_DISJOINT);
    let mut taken = disjoint.then(|| Taken { cells: Bitmap::empty(subject.ground.size()), effort: effort(subject) });
    let mut effort = effort(subject);
    for (index, room) in rooms.iter().enumerate() {
        let footprint = Footprint::of_shape(&room.shape);
        if !form(room, footprint, subject, found) {
            continue;
        }
        if !effort.spend(footprint.cost(subject.ground.size())) {
            let (id, pos) = (room.id.0, corner(room));
            let message =
                format_args!("the rooms before room {id} cover the map too often; later rooms are not checked");
            found.add(Rule::Rooms, pos, message);
            return;
        }
        if cells(room, footprint, subject, taken.as_mut(), found) {
            pairs(index, subject, taken.as_mut(), found);
        }
    }
}

fn effort(subject: &Subject<'_>) -> Effort {
    Effort::on(subject.ground.size())
}

fn corner(room: &Room) -> Pos {
    let bounds = room.shape.bounds();
    Pos::new(bounds.x, bounds.y)
}

fn names(subject: &Subject<'_>, found: &mut Findings) {
    let rooms = &subject.map.rooms;
    for (id, index) in subject.room_ids.repeated() {
        found.add(Rule::Rooms, corner(&rooms[index]), format_args!("room id {id} is used more than once"));
    }
    for (number, index) in Ids::of(rooms.iter().map(|room| room.number)).repeated() {
        found.add(Rule::Rooms, corner(&rooms[index]), format_args!("room number {number} is used more than once"));
    }
    for room in rooms.iter().filter(|room| room.number == 0) {
        let message = format_args!("room {} has number 0; numbers begin at 1", room.id.0);
        found.add(Rule::Rooms, corner(room), message);
    }
}

/// Checks the shape alone. Returns true if there are cells to check.
fn form(room: &Room, footprint: Footprint<'_>, subject: &Subject<'_>, found: &mut Findings) -> bool {
    let (id, pos, size) = (room.id.0, corner(room), subject.ground.size());
    if footprint.is_empty() {
        found.add(Rule::Rooms, pos, format_args!("room {id} at {pos} has no cell"));
        return false;
    }
    if let Shape::Circle(square) = &room.shape
        && square.width != square.height
    {
        let (width, height) = (square.width, square.height);
        let message = format_args!("room {id} at {pos} is a circle in {width}x{height}, which is not square");
        found.add(Rule::Rooms, pos, message);
    }
    if !footprint.is_on(size) {
        found.add(Rule::Rooms, pos, format_args!("room {id} at {pos} is not on the map of {size}"));
    }
    true
}

/// The cells of the rooms so far.
struct Taken {
    cells: Bitmap,
    effort: Effort,
}

/// Checks and takes every cell. Returns true if one was taken before.
fn cells(
    room: &Room,
    footprint: Footprint<'_>,
    subject: &Subject<'_>,
    taken: Option<&mut Taken>,
    found: &mut Findings,
) -> bool {
    let (size, open) = (subject.ground.size(), subject.ground.open());
    let (mut solid, mut shared) = (None, 0);
    match taken {
        Some(Taken { cells: taken, .. }) => footprint.each_word(size, |y, index, bits| {
            note_first(&mut solid, y, index, bits & !open.word(y, index));
            let taken = taken.word_mut(y, index);
            shared |= bits & *taken;
            *taken |= bits;
        }),
        None => footprint.each_word(size, |y, index, bits| {
            note_first(&mut solid, y, index, bits & !open.word(y, index));
        }),
    }
    if let Some(pos) = solid {
        let (id, tile) = (room.id.0, subject.ground.tile(pos).unwrap_or_default());
        found.add(Rule::Rooms, pos, format_args!("room {id} covers {tile} at {pos}; rooms must be open"));
    }
    shared != 0
}

/// Reports the earlier rooms that share cells with this one. Only called for rooms known to share
/// some.
fn pairs(index: usize, subject: &Subject<'_>, taken: Option<&mut Taken>, found: &mut Findings) {
    let Some(Taken { effort, .. }) = taken else { return };
    let (rooms, size) = (&subject.map.rooms, subject.ground.size());
    let room = &rooms[index];
    let mut named = false;
    if !found.is_full(Rule::RoomsDisjoint) {
        let footprint = Footprint::of_shape(&room.shape);
        for other in &rooms[..index] {
            let before = Footprint::of_shape(&other.shape);
            let near = footprint.bounds().meets(before.bounds());
            if !near || !effort.spend(footprint.cost(size)) {
                continue;
            }
            if let Some(pos) = footprint.first_shared(before, size) {
                let message = format_args!("rooms {} and {} share the cell at {pos}", other.id.0, room.id.0);
                found.add(Rule::RoomsDisjoint, pos, message);
                named = true;
            }
        }
    }
    if !named {
        let (id, pos) = (room.id.0, corner(room));
        found.add(Rule::RoomsDisjoint, pos, format_args!("room {id} at {pos} shares cells with rooms before it"));
    }
}

#[cfg(test)]
mod tests {
    use crate::base::bits::BitGrid;
    use crate::base::grid::{Pos, Rect, Size};
    use crate::base::promises::Promises;
    use crate::check::check;
    use crate::map::{CellSet, Map, RoomId, Shape};

    fn hall() -> Map {
        Map::from_ascii("\n##########\n#........#\n#........#\n#...~....#\n#........#\n##########").unwrap()
    }

    fn messages(map: &Map) -> Vec<String> {
        check(map).iter().map(|finding| format!("{} {}: {}", finding.pos, finding.rule, finding.message)).collect()
    }

    #[test]
    fn rooms_side_by_side_are_in_order() {
        let mut map = hall();
        map.add_room(Shape::Rect(Rect::new(1, 1, 3, 4)));
        map.add_room(Shape::Circle(Rect::new(4, 1, 4, 4)));
        map.add_room(Shape::Cells(Box::new(CellSet::new(Pos::new(8, 1), BitGrid::from_fn(Size::new(1, 4), |_| true)))));
        assert_eq!(check(&map), [], "water is no wall");
    }

    #[test]
    fn rooms_in_rock_are_found() {
        let mut map = hall();
        map.add_room(Shape::Rect(Rect::new(5, 2, 5, 2)));
        assert_eq!(messages(&map), ["9,2 rooms: room 0 covers wall at 9,2; rooms must be open"]);
        map.rooms[0].shape = Shape::Rect(Rect::new(8, 4, 3, 9));
        assert_eq!(messages(&map)[0], "8,4 rooms: room 0 at 8,4 is not on the map of 10x6");
    }

    #[test]
    fn shapes_must_make_sense() {
        let mut map = hall();
        map.add_room(Shape::Rect(Rect::new(3, 3, 0, 2)));
        map.add_room(Shape::Circle(Rect::new(2, 1, 3, 2)));
        map.add_room(Shape::Cells(Box::new(CellSet::new(Pos::new(1, 1), BitGrid::new(Size::new(4, 4))))));
        assert_eq!(
            messages(&map),
            [
                "3,3 rooms: room 0 at 3,3 has no cell",
                "2,1 rooms: room 1 at 2,1 is a circle in 3x2, which is not square",
                "1,1 rooms: room 2 at 1,1 has no cell",
            ]
        );
    }

    #[test]
    fn ids_and_numbers_are_given_once() {
        let mut map = hall();
        for y in 1..5 {
            map.add_room(Shape::Rect(Rect::new(1, y, 2, 1)));
        }
        map.rooms[3].id = RoomId(1);
        map.rooms[2].number = 0;
        map.rooms[1].number = 4;
        let found = messages(&map);
        assert_eq!(found[0], "1,4 rooms: room id 1 is used more than once");
        assert_eq!(found[1], "1,4 rooms: room number 4 is used more than once");
        assert_eq!(found[2], "1,3 rooms: room 2 has number 0; numbers begin at 1");
        assert_eq!(found.len(), 3);
    }

    #[test]
    fn every_pair_that_shares_cells_is_named() {
        let mut map = hall();
        map.add_room(Shape::Rect(Rect::new(1, 1, 3, 3)));
        map.add_room(Shape::Rect(Rect::new(5, 1, 3, 3)));
        map.add_room(Shape::Rect(Rect::new(3, 2, 3, 1)));
        map.add_room(Shape::Circle(Rect::new(2, 1, 4, 4)));
        assert_eq!(messages(&map).len(), 5);
        assert_eq!(messages(&map)[0], "3,2 rooms-disjoint: rooms 0 and 2 share the cell at 3,2");
        map.source.promises = Promises::NONE;
        assert_eq!(check(&map), []);
    }

    #[test]
    fn rooms_without_end_are_given_up_on() {
        let mut map = Map::new(Size::new(400, 400), crate::Tile::Floor);
        map.source.promises = Promises::CONNECTED | Promises::ROOMS_DISJOINT;
        for _ in 0..20_000 {
            map.add_room(Shape::Rect(Rect::new(0, 0, 400, 400)));
        }
        let found = check(&map);
        assert!(found.iter().any(|finding| finding.message.ends_with("too often; later rooms are not checked")));
        assert!(found.len() < 110);
    }
}
