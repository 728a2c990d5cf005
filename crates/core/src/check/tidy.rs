//! Rules about the course of passages, if promised: around rooms, straight into them, and without
//! needless turns.

use super::block::{Block, note_first};
use super::cells::Footprint;
use super::crossings;
use super::findings::{Effort, Findings};
use super::ground::Bitmap;
use super::line::{Cell, Line, ahead, place};
use super::margins::Margins;
use super::passages::legs;
use super::{Rule, Subject};
use crate::base::grid::Dir;
use crate::base::promises::Promises;
use crate::map::{Passage, Room, RoomId, Shape};
use smallvec::SmallVec;

pub(super) fn check(subject: &Subject<'_>, found: &mut Findings) {
    let map = subject.map;
    if !map.source.promises.has(Promises::TIDY_PASSAGES) || map.passages.is_empty() {
        return;
    }
    through_rooms(subject, found);
    let shared = crossings::check(subject, found);
    let round = Round::of(subject);
    let mut margins = Margins::of(subject);
    let mut effort = Effort::on(subject.ground.size());
    for passage in &map.passages {
        let Some(line) = Line::of(passage) else { continue };
        turns(&line, passage, found);
        margins.check(&line, passage, found);
        exits(&line, passage, subject, found);
        if passage.joins.is_empty() {
            round.ends(&line, passage, &shared, &mut effort, found);
        }
    }
}

/// Returns the cells of rooms. Rooms that cover the map too many times are reported by another rule
/// and left out here.
fn cells_of<'a>(rooms: impl Iterator<Item = &'a Room>, subject: &Subject<'_>) -> Bitmap {
    let size = subject.ground.size();
    let (mut cells, mut effort) = (Bitmap::empty(size), Effort::on(size));
    for footprint in rooms.map(|room| Footprint::of_shape(&room.shape)) {
        if !effort.spend(footprint.cost(size)) {
            break;
        }
        footprint.each_word(size, |y, index, bits| *cells.word_mut(y, index) |= bits);
    }
    cells
}

fn holds(room: &Room, (x, y): Cell) -> bool {
    Footprint::of_shape(&room.shape).contains(x, y)
}

fn touches(room: &Room, end: Cell) -> bool {
    Dir::ALL.into_iter().any(|dir| holds(room, ahead(end, dir)))
}

fn through_rooms(subject: &Subject<'_>, found: &mut Findings) {
    let (map, size) = (subject.map, subject.ground.size());
    let rooms = cells_of(map.rooms.iter(), subject);
    let mut effort = Effort::on(size);
    for passage in &map.passages {
        let mut first = None;
        for leg in legs(passage) {
            if !effort.spend(leg.cost(size)) {
                return;
            }
            leg.each_word(size, |y, index, bits| note_first(&mut first, y, index, bits & rooms.word(y, index)));
        }
        if let Some(pos) = first {
            let search = if found.is_full(Rule::PassageThroughRoom) { 0 } else { map.rooms.len() };
            let room = map.rooms[..search].iter().find(|room| holds(room, (pos.x.into(), pos.y.into())));
            let (id, room) = (passage.id.0, room.map_or(0, |room| room.id.0));
            let message = format_args!("passage {id} goes through room {room} at {pos}; passages go around rooms");
            found.add(Rule::PassageThroughRoom, pos, message);
        }
    }
}

fn turns(line: &Line, passage: &Passage, found: &mut Findings) {
    for pair in line.turns().windows(2) {
        let apart = (pair[0].0 - pair[1].0).abs() + (pair[0].1 - pair[1].1).abs();
        if apart < 2 {
            let (id, one, other) = (passage.id.0, place(pair[0]), place(pair[1]));
            let message = format_args!("passage {id} turns at {one} and at {other}; turns are at least 2 cells apart");
            found.add(Rule::TurnSpacing, one, message);
        }
    }
}

/// Checks that a passage points into a room that it joins, and into the middle of a side if the
/// room is round.
fn exits(line: &Line, passage: &Passage, subject: &Subject<'_>, found: &mut Findings) {
    let room = |id: &RoomId| subject.room_ids.find(id.0).map(|index| &subject.map.rooms[index]);
    let rooms: SmallVec<[&Room; 2]> = passage.joins.iter().filter_map(room).collect();
    if rooms.is_empty() || rooms.len() < passage.joins.len() {
        return;
    }
    if line.points.len() == 1 {
        return stands_between(line, passage, &rooms, found);
    }
    let (id, mut entered) = (passage.id.0, SmallVec::<[u32; 2]>::new());
    for (end, dir) in line.ends() {
        let next = ahead(end, dir);
        match rooms.iter().find(|room| holds(room, next)) {
            Some(room) => {
                entered.push(room.id.0);
                meets_round(id, end, next, room, found);
            }
            // If it joins one room, the other end is where it continues.
            None if rooms.len() == 1 && !rooms.iter().any(|room| touches(room, end)) => {}
            None => {
                let pos = place(end);
                let message = format_args!("passage {id} ends at {pos} and does not point into a room that it joins");
                found.add(Rule::SquareExits, pos, message);
            }
        }
    }
    let both = entered.len() == 2 || rooms.len() == 1;
    for room in rooms.iter().filter(|room| both && !entered.contains(&room.id.0)) {
        let pos = place(line.points[0]);
        let message = format_args!("passage {id} from {pos} joins room {}, but no end points into it", room.id.0);
        found.add(Rule::SquareExits, pos, message);
    }
}

/// Checks that a passage of one point has the rooms that it joins on two opposite sides, or its
/// only room on any side.
fn stands_between(line: &Line, passage: &Passage, rooms: &[&Room], found: &mut Findings) {
    let (id, middle) = (passage.id.0, line.points[0]);
    let is_at = |room: &Room, dir: Dir| holds(room, ahead(middle, dir));
    let fits = |dir: &Dir| match rooms {
        [room] => is_at(room, *dir),
        [one, other] => is_at(one, *dir) && is_at(other, dir.opposite()),
        _ => false,
    };
    let Some(dir) = Dir::ALL.into_iter().find(fits) else {
        let pos = place(middle);
        let message = format_args!("passage {id} at {pos} does not lie between the rooms that it joins");
        found.add(Rule::SquareExits, pos, message);
        return;
    };
    for (room, dir) in rooms.iter().zip([dir, dir.opposite()]) {
        meets_round(id, middle, ahead(middle, dir), room, found);
    }
}

/// Reports a passage that ends at a round room but not at the middle of a side.
fn meets_round(id: u32, end: Cell, (x, y): Cell, room: &Room, found: &mut Findings) {
    let Shape::Circle(square) = room.shape else { return };
    let Block { left, top, right, bottom } = Block::of(square);
    // An even side has two cells in the middle.
    let middle = |at: i64, low: i64, past: i64| (2 * at + 1 - low - past).abs() <= 1;
    let edge = |at: i64, low: i64, past: i64| at == low || at == past - 1;
    let across = middle(x, left, right) && edge(y, top, bottom);
    let along = middle(y, top, bottom) && edge(x, left, right);
    if !across && !along {
        let (room, pos) = (room.id.0, place(end));
        let message = format_args!("passage {id} meets the round room {room} at {pos}, not at the middle of a side");
        found.add(Rule::RoundExits, pos, message);
    }
}

/// The round rooms, for passages that do not record the rooms they join.
struct Round<'a> {
    rooms: Vec<&'a Room>,
    cells: Bitmap,
    subject: &'a Subject<'a>,
}

impl<'a> Round<'a> {
    fn of(subject: &'a Subject<'a>) -> Self {
        let round = |room: &&Room| matches!(room.shape, Shape::Circle(_));
        let rooms: Vec<&Room> = subject.map.rooms.iter().filter(round).collect();
        let cells = cells_of(rooms.iter().copied(), subject);
        Round { rooms, cells, subject }
    }

    /// Checks the ends of a passage that lie in no other passage.
    fn ends(&self, line: &Line, passage: &Passage, shared: &Bitmap, effort: &mut Effort, found: &mut Findings) {
        let size = self.subject.ground.size();
        let is_in = |cells: &Bitmap, (x, y): Cell| {
            let on_map = (0..size.width.into()).contains(&x) && (0..size.height.into()).contains(&y);
            on_map && cells.word(y as usize, x as usize / 64) >> (x % 64) & 1 == 1
        };
        for (end, dir) in line.ends() {
            let next = ahead(end, dir);
            if is_in(&self.cells, next) && !is_in(shared, end) && effort.spend(self.rooms.len() as u64) {
                let room = self.rooms.iter().find(|room| holds(room, next));
                room.into_iter().for_each(|room| meets_round(passage.id.0, end, next, room, found));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::base::grid::{Pos, Rect, Size};
    use crate::base::promises::Promises;
    use crate::base::tile::Tile;
    use crate::check::check;
    use crate::map::{Map, RoomId, Shape};

    /// Two square rooms to the left and right, a round one between them below.
    fn map() -> Map {
        let mut map = Map::new(Size::new(30, 20), Tile::Wall);
        map.source.promises = Promises::TIDY_PASSAGES;
        map.dig_room(Rect::new(2, 2, 5, 5));
        map.dig_room(Rect::new(20, 2, 5, 5));
        let circle = Shape::Circle(Rect::new(11, 12, 5, 5));
        circle.positions().for_each(|pos| map.tiles[pos] = Tile::Floor);
        map.add_room(circle);
        map
    }

    fn dig(map: &mut Map, width: i32, points: &[(i32, i32)], joins: &[u32]) {
        let points: Vec<Pos> = points.iter().map(|&(x, y)| Pos::new(x, y)).collect();
        let joins: Vec<RoomId> = joins.iter().copied().map(RoomId).collect();
        map.dig_passage(width, &points, &joins);
    }

    /// The width, the points and the rooms of a passage.
    type Way<'a> = (i32, &'a [(i32, i32)], &'a [u32]);

    fn with(passages: &[Way<'_>]) -> Vec<String> {
        let mut map = map();
        passages.iter().for_each(|(width, points, joins)| dig(&mut map, *width, points, joins));
        check(&map).iter().map(|finding| format!("{} {}: {}", finding.pos, finding.rule, finding.message)).collect()
    }

    #[test]
    fn tidy_passages_are_in_order() {
        let straight: Way<'_> = (1, &[(7, 4), (19, 4)], &[0, 1]);
        assert_eq!(with(&[straight, (1, &[(13, 11), (13, 4)], &[])]), [""; 0], "one ends in the other");
        assert_eq!(with(&[straight, (1, &[(10, 1), (10, 9)], &[])]), [""; 0], "one crosses the other");
        assert_eq!(with(&[straight, (3, &[(9, 4), (16, 4)], &[])]), [""; 0], "one is widened");
        assert_eq!(with(&[(1, &[(4, 7), (4, 14), (10, 14)], &[0, 2])]), [""; 0]);
    }

    #[test]
    fn a_passage_through_a_room_is_found() {
        assert_eq!(
            with(&[(1, &[(7, 4), (26, 4)], &[])]),
            ["20,4 passage-through-room: passage 0 goes through room 1 at 20,4; passages go around rooms"]
        );
    }

    #[test]
    fn passages_that_run_into_each_other_are_found() {
        let straight: Way<'_> = (1, &[(7, 4), (19, 4)], &[0, 1]);
        let apart = |points: &[(i32, i32)]| with(&[straight, (1, points, &[])]);
        let along = ["9,4 passage-overlap: passages 0 and 1 share the cell at 9,4, not at right angles"];
        assert_eq!(apart(&[(9, 9), (9, 4), (12, 4), (12, 1)]), along, "side by side, told once");
        assert_eq!(apart(&[(9, 4), (12, 4)]), along);
        assert_eq!(apart(&[(9, 9), (9, 4), (12, 4)]), along);
        assert_eq!(apart(&[(19, 9), (19, 4)]).len(), 2, "both end there, and one runs along a wall");
        assert_eq!(apart(&[(9, 4)]), along, "a single cell of another");
        let both = with(&[straight, (1, &[(10, 1), (10, 4)], &[]), (1, &[(10, 9), (10, 4)], &[])]);
        assert_eq!(both, ["10,4 passage-overlap: passages 1 and 2 share the cell at 10,4, not at right angles"]);
    }

    #[test]
    fn a_widened_stretch_keeps_to_its_passage() {
        let straight: Way<'_> = (1, &[(7, 4), (19, 4)], &[0, 1]);
        let wide: Way<'_> = (3, &[(9, 4), (16, 4)], &[]);
        assert_eq!(
            with(&[straight, wide, (1, &[(12, 1), (12, 9)], &[])]),
            ["12,3 passage-overlap: passages 1 and 2 share the cell at 12,3, where one of them is widened"]
        );
        assert_eq!(with(&[straight, (3, &[(9, 5), (16, 5)], &[])]).len(), 1, "beside the line");
        let bent: Way<'_> = (1, &[(7, 4), (10, 4), (10, 10), (18, 10)], &[]);
        assert_eq!(
            with(&[bent, (3, &[(10, 5), (10, 10)], &[]), (3, &[(10, 10), (15, 10)], &[])]),
            [""; 0],
            "at a bend"
        );
    }

    #[test]
    fn exits_are_square() {
        assert_eq!(
            with(&[(1, &[(7, 6), (7, 8), (4, 8), (4, 7)], &[0])]),
            [
                "7,6 square-exits: passage 0 ends at 7,6 and does not point into a room that it joins",
                "7,7 passage-margin: passage 0 runs along the wall of a room at 7,7",
            ]
        );
        let mut map = map();
        map.dig_room(Rect::new(8, 2, 3, 3));
        dig(&mut map, 1, &[(7, 3)], &[0, 3]);
        assert_eq!(check(&map), []);
        map.passages[0].joins.pop();
        assert_eq!(check(&map), []);
        map.passages[0].points[0] = Pos::new(7, 5);
        map.tiles[Pos::new(7, 5)] = Tile::Floor;
        assert_eq!(check(&map), []);
        map.passages[0].joins.push(RoomId(3));
        let found: Vec<_> = check(&map).into_iter().map(|finding| finding.rule).collect();
        assert_eq!(found, ["room-graph", "square-exits"]);
    }

    #[test]
    fn both_rooms_are_entered() {
        let mut map = map();
        map.dig_room(Rect::new(8, 8, 1, 1));
        dig(&mut map, 1, &[(7, 3), (8, 3), (8, 7), (6, 7)], &[0, 3]);
        let found: Vec<_> = check(&map).into_iter().map(|finding| finding.message).collect();
        assert_eq!(found[1], "passage 0 ends at 6,7 and does not point into a room that it joins", "{found:?}");
    }

    #[test]
    fn turns_are_apart() {
        let found = with(&[(1, &[(7, 4), (9, 4), (9, 5), (19, 5)], &[0, 1])]);
        assert_eq!(found, ["9,4 turn-spacing: passage 0 turns at 9,4 and at 9,5; turns are at least 2 cells apart"]);
        assert_eq!(with(&[(1, &[(7, 3), (9, 3), (10, 3), (10, 5), (19, 5)], &[0, 1])]), [""; 0]);
    }

    #[test]
    fn round_rooms_are_met_in_the_middle() {
        let found = with(&[(1, &[(12, 11), (12, 9)], &[])]);
        assert_eq!(
            found,
            ["12,11 round-exits: passage 0 meets the round room 2 at 12,11, not at the middle of a side"]
        );
        let found = with(&[(1, &[(4, 7), (4, 13), (10, 13)], &[0, 2])]);
        assert_eq!(
            found,
            ["10,13 round-exits: passage 0 meets the round room 2 at 10,13, not at the middle of a side"]
        );
        assert_eq!(with(&[(1, &[(13, 17), (13, 18)], &[])]), [""; 0]);
    }
}
