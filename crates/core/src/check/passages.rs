//! Rules about passages: their segments, and the rooms that they join.

use super::block::{Block, note_first};
use super::cells::Footprint;
use super::findings::{Effort, Findings};
use super::{Rule, Subject};
use crate::base::grid::Pos;
use crate::map::{Passage, Room};

pub(super) fn check(subject: &Subject<'_>, found: &mut Findings) {
    let passages = &subject.map.passages;
    for (id, index) in subject.passage_ids.repeated() {
        let message = format_args!("passage id {id} is used more than once");
        found.add(Rule::Passages, first_point(&passages[index]), message);
    }
    let mut effort = Effort::on(subject.ground.size());
    let mut looking_on = Effort::on(subject.ground.size());
    for passage in passages {
        form(passage, found);
        joins(passage, subject, found);
        junction(passage, subject, &mut looking_on, found);
        graph(passage, subject, &mut looking_on, found);
    }
    for passage in passages {
        if !course(passage, subject, &mut effort, found) {
            let (id, pos) = (passage.id.0, first_point(passage));
            let message = format_args!("the passages up to passage {id} are too long; later ones are not checked");
            found.add(Rule::Passages, pos, message);
            return;
        }
    }
}

fn first_point(passage: &Passage) -> Pos {
    passage.points.first().copied().unwrap_or_default()
}

/// Iterates over the segments: lines between consecutive points, or the single point, at the full
/// width of the passage.
pub(super) fn legs(passage: &Passage) -> impl Iterator<Item = Block> + '_ {
    let single = if passage.points.len() == 1 { &passage.points[..] } else { &[] };
    let single = single.iter().map(|&point| (point, point));
    let lines = passage.points.windows(2).map(|ends| (ends[0], ends[1])).filter(|(a, b)| a.x == b.x || a.y == b.y);
    lines.chain(single).map(|(a, b)| Block::of_leg(a, b, passage.width))
}

fn form(passage: &Passage, found: &mut Findings) {
    let (id, pos) = (passage.id.0, first_point(passage));
    if passage.points.is_empty() {
        found.add(Rule::Passages, pos, format_args!("passage {id} has no point; it needs at least one"));
    }
    if passage.width < 1 {
        let width = passage.width;
        found.add(Rule::Passages, pos, format_args!("passage {id} is {width} wide; it must be at least 1"));
    }
    for ends in passage.points.windows(2) {
        let (a, b) = (ends[0], ends[1]);
        if a.x != b.x && a.y != b.y {
            let message = format_args!("passage {id} runs diagonally from {a} to {b}; it must follow rows and columns");
            found.add(Rule::Passages, a, message);
        }
    }
}

/// Checks every cell. Returns false if the work would exceed the limit.
fn course(passage: &Passage, subject: &Subject<'_>, effort: &mut Effort, found: &mut Findings) -> bool {
    let (size, walkable) = (subject.ground.size(), &subject.ground.walkable);
    let (mut blocked, mut outside) = (None, false);
    for leg in legs(passage) {
        if !effort.spend(leg.cost(size)) {
            return false;
        }
        outside |= !leg.is_on(size);
        leg.each_word(size, |y, index, bits| {
            note_first(&mut blocked, y, index, bits & !walkable.word(y, index));
        });
    }
    let id = passage.id.0;
    if outside {
        let pos = first_point(passage);
        found.add(Rule::Passages, pos, format_args!("passage {id} leaves the map of {size} after {pos}"));
    }
    if let Some(pos) = blocked {
        let tile = subject.ground.tile(pos).unwrap_or_default();
        found.add(Rule::Passages, pos, format_args!("passage {id} is blocked by {tile} at {pos}"));
    }
    true
}

fn joins(passage: &Passage, subject: &Subject<'_>, found: &mut Findings) {
    let (id, pos) = (passage.id.0, first_point(passage));
    for room in passage.joins.iter().filter(|room| subject.room_ids.find(room.0).is_none()) {
        let message = format_args!("passage {id} joins room {}, which does not exist", room.0);
        found.add(Rule::Passages, pos, message);
    }
    let mut sorted = passage.joins.clone();
    sorted.sort_unstable();
    for pair in sorted.windows(2).filter(|pair| pair[0] == pair[1]) {
        found.add(Rule::Passages, pos, format_args!("passage {id} joins room {} more than once", pair[0].0));
    }
}

/// Checks that the passage in which another one ends exists, and contains an end of it.
fn junction(passage: &Passage, subject: &Subject<'_>, effort: &mut Effort, found: &mut Findings) {
    let Some(host) = passage.ends_in else { return };
    let (id, pos, host_id) = (passage.id.0, first_point(passage), host.0);
    let Some(index) = subject.passage_ids.find(host_id) else {
        let message = format_args!("passage {id} ends in passage {host_id}, which does not exist");
        found.add(Rule::Passages, pos, message);
        return;
    };
    let other = &subject.map.passages[index];
    if !effort.spend(2 * other.points.len() as u64 + 1) {
        return;
    }
    let ends = [passage.points.first(), passage.points.last()].into_iter().flatten();
    let mut ends = ends.filter(|end| legs(other).any(|leg| leg.contains(end.x.into(), end.y.into())));
    if host == passage.id || ends.next().is_none() {
        let message = format_args!("passage {id} is recorded as ending in passage {host_id}, but no end lies in it");
        found.add(Rule::Passages, pos, message);
    } else if passage.joins.len() != 1 {
        let message = format_args!(
            "passage {id} ends in passage {host_id} and joins {} rooms; it must be 1",
            passage.joins.len()
        );
        found.add(Rule::Passages, pos, message);
    }
}

/// Checks that every joined room is at an end of the passage, and every end is at a joined room. If
/// only one room is joined, the other end may lie in another passage or at an exit.
fn graph(passage: &Passage, subject: &Subject<'_>, effort: &mut Effort, found: &mut Findings) {
    let (Some(&first), Some(&last)) = (passage.points.first(), passage.points.last()) else {
        return;
    };
    let id = passage.id.0;
    let (mut at_first, mut at_last) = (passage.joins.is_empty(), passage.joins.is_empty());
    for join in &passage.joins {
        let Some(room) = subject.room(join.0) else { continue };
        let touched = (room.touches(first), room.touches(last));
        if touched == (false, false) {
            let message =
                format_args!("passage {id} joins room {} but ends at {first} and {last}, away from it", join.0);
            found.add(Rule::RoomGraph, first, message);
        }
        at_first |= touched.0;
        at_last |= touched.1;
    }
    let ends = [(at_first, first), (at_last, last)];
    for (_, end) in ends.into_iter().filter(|(touched, _)| !touched) {
        if passage.joins.len() == 1 && leads_on(passage, end, subject, effort) {
            continue;
        }
        found.add(Rule::RoomGraph, end, format_args!("passage {id} ends at {end}, away from the rooms that it joins"));
    }
}

/// Returns true if an end of the passage continues: out of the map, or in another passage.
fn leads_on(passage: &Passage, end: Pos, subject: &Subject<'_>, effort: &mut Effort) -> bool {
    let map = subject.map;
    if !effort.spend((map.exits.len() + map.rooms.len()) as u64 + 1) {
        return false;
    }
    // An end in a room that it does not join is a mistake.
    let within = |room: &Room| Footprint::of_shape(&room.shape).contains(end.x.into(), end.y.into());
    if map.rooms.iter().any(within) {
        return false;
    }
    if map.exits.iter().any(|exit| exit.pos == end) {
        return true;
    }
    for other in map.passages.iter().filter(|other| other.id != passage.id) {
        if !effort.spend(other.points.len() as u64 + 1) {
            return false;
        }
        if legs(other).any(|leg| leg.contains(end.x.into(), end.y.into())) {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use crate::base::grid::{Pos, Rect};
    use crate::check::check;
    use crate::map::{Map, RoomId};
    use smallvec::smallvec;

    /// Two rooms and a bent passage between them.
    fn map() -> Map {
        let mut map =
            Map::from_ascii("\n##########\n#..#######\n#.....####\n#####.##.#\n#####....#\n##########").unwrap();
        let rooms = [Rect::new(1, 1, 2, 2), Rect::new(8, 3, 1, 2)].map(|rect| map.dig_room(rect));
        map.dig_passage(1, &[Pos::new(2, 2), Pos::new(5, 2), Pos::new(5, 4), Pos::new(7, 4)], &rooms);
        map
    }

    fn messages(map: &Map) -> Vec<String> {
        check(map).iter().map(|finding| format!("{} {}: {}", finding.pos, finding.rule, finding.message)).collect()
    }

    #[test]
    fn a_passage_begins_in_a_room_or_beside_it() {
        assert_eq!(check(&map()), []);
    }

    #[test]
    fn a_passage_through_rock_is_found() {
        let mut map = map();
        map.passages[0].width = 2;
        assert_eq!(messages(&map), ["6,2 passages: passage 0 is blocked by wall at 6,2"]);
        map.passages[0].width = i32::MAX;
        assert_eq!(messages(&map)[0], "2,2 passages: passage 0 leaves the map of 10x6 after 2,2");
    }

    #[test]
    fn the_form_of_a_passage_is_looked_at() {
        let mut map = map();
        map.passages[0].width = 0;
        map.passages[0].points[1] = Pos::new(5, 1);
        let found = messages(&map);
        assert_eq!(found[0], "2,2 passages: passage 0 is 0 wide; it must be at least 1");
        assert_eq!(
            found[1],
            "2,2 passages: passage 0 runs diagonally from 2,2 to 5,1; it must follow rows and columns"
        );
        assert_eq!(found[2], "5,1 passages: passage 0 is blocked by wall at 5,1");
        map.passages[0].points.clear();
        map.passages[0].width = 1;
        assert_eq!(messages(&map), ["0,0 passages: passage 0 has no point; it needs at least one"]);
    }

    #[test]
    fn joins_name_rooms_once() {
        let mut map = map();
        map.passages[0].joins = smallvec![RoomId(0), RoomId(9), RoomId(1), RoomId(0)];
        let found = messages(&map);
        assert_eq!(found[0], "2,2 passages: passage 0 joins room 9, which does not exist");
        assert_eq!(found[1], "2,2 passages: passage 0 joins room 0 more than once");
        assert_eq!(found.len(), 2);
    }

    #[test]
    fn ends_are_at_the_rooms_they_join() {
        let mut map = map();
        map.dig_room(Rect::new(5, 2, 1, 1));
        map.passages[0].joins = smallvec![RoomId(0), RoomId(2)];
        let found = messages(&map);
        assert_eq!(found.len(), 2);
        assert_eq!(found[0], "2,2 room-graph: passage 0 joins room 2 but ends at 2,2 and 7,4, away from it");
        assert_eq!(found[1], "7,4 room-graph: passage 0 ends at 7,4, away from the rooms that it joins");
        map.passages[0].joins.clear();
        assert_eq!(check(&map), [], "a passage may keep to itself which rooms it joins");
    }

    #[test]
    fn a_passage_of_one_room_ends_in_another_passage_or_at_an_exit() {
        let mut map = map();
        map.dig_passage(1, &[Pos::new(3, 2), Pos::new(5, 2)], &[RoomId(0)]);
        assert_eq!(messages(&map).len(), 0, "it ends in the middle of the first");
        map.passages.remove(0);
        assert_eq!(messages(&map), ["5,2 room-graph: passage 1 ends at 5,2, away from the rooms that it joins"]);
        map.exits.push(crate::map::Exit { pos: Pos::new(5, 2), extra: Default::default() });
        assert_eq!(messages(&map).len(), 0, "it leads out");
    }

    #[test]
    fn a_passage_of_one_point_is_a_square() {
        let mut map = map();
        map.dig_passage(1, &[Pos::new(5, 3)], &[]);
        assert_eq!(check(&map), []);
        map.passages[1].width = 2;
        assert_eq!(messages(&map), ["6,3 passages: passage 1 is blocked by wall at 6,3"]);
    }
}
