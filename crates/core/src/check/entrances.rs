//! The rule about entrances: a room that is tagged as one has a way in.

use super::cells::Footprint;
use super::findings::{Effort, Findings};
use super::{Rule, Subject};
use crate::base::grid::Pos;
use crate::map::{EntityKind, Passage, Room};

pub(super) fn check(subject: &Subject<'_>, found: &mut Findings) {
    let map = subject.map;
    let is_tagged = |room: &&Room| room.tags.iter().any(|tag| tag == "entrance");
    if !map.rooms.iter().any(|room| is_tagged(&room)) {
        return;
    }
    let starts = map.entities.iter().filter(|entity| entity.kind == EntityKind::Start).map(|start| start.pos);
    let stairs = map.stairs.iter().map(|stairs| stairs.pos);
    let mut ways: Vec<Pos> = map.exits.iter().map(|exit| exit.pos).chain(stairs).chain(starts).collect();
    ways.sort_unstable();
    let leads_out = |passage: &&Passage| {
        let mut ends = [passage.points.first(), passage.points.last()].into_iter().flatten();
        ends.any(|end| ways.binary_search(end).is_ok())
    };
    let mut joined: Vec<u32> =
        map.passages.iter().filter(leads_out).flat_map(|passage| &passage.joins).map(|room| room.0).collect();
    joined.sort_unstable();
    let mut effort = Effort::on(subject.ground.size());
    for room in map.rooms.iter().filter(is_tagged) {
        let footprint = Footprint::of_shape(&room.shape);
        if joined.binary_search(&room.id.0).is_ok() {
            continue;
        }
        if !effort.spend(ways.len() as u64 + 1) {
            return;
        }
        if !ways.iter().any(|&way| footprint.touches(way)) {
            let (id, pos) = (room.id.0, room.shape.bounds().origin());
            let message = format_args!("room {id} at {pos} is tagged entrance but has no way in");
            found.add(Rule::Entrances, pos, message);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::base::grid::{Pos, Rect};
    use crate::check::check;
    use crate::map::{Exit, Map};

    #[test]
    fn an_entrance_leads_in() {
        let mut map = Map::from_ascii("\n##########\n#...######\n#.......##\n#...######\n##########").unwrap();
        let room = map.dig_room(Rect::new(1, 1, 3, 3));
        map.rooms[0].tags.push("entrance".into());
        let found = check(&map);
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].rule, found[0].pos), ("entrances", Pos::new(1, 1)));
        assert_eq!(found[0].message, "room 0 at 1,1 is tagged entrance but has no way in");
        map.exits.push(Exit::new(Pos::new(7, 2)));
        assert_eq!(check(&map).len(), 1, "the way to the exit is not the room's");
        map.dig_passage(1, &[Pos::new(4, 2), Pos::new(7, 2)], &[room]);
        assert_eq!(check(&map), []);
        map.passages.clear();
        map.exits[0].pos = Pos::new(2, 2);
        assert_eq!(check(&map), [], "the exit is in the room");
    }
}
