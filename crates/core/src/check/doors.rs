//! Rules about doors and stairs, which are both tiles and records.

use super::block::beside;
use super::findings::{Effort, Findings};
use super::ids::Ids;
use super::passages::legs;
use super::{Rule, Subject};
use crate::base::grid::{Dir, Pos};
use crate::base::tile::Tile;
use crate::map::{Door, DoorKind, DoorState, Level, Place};

pub(super) fn check(subject: &Subject<'_>, found: &mut Findings) {
    doors(subject, found);
    stairs(subject, found);
}

fn doors(subject: &Subject<'_>, found: &mut Findings) {
    let doors = &subject.map.doors;
    for (id, index) in Ids::of(doors.iter().map(|door| door.id.0)).repeated() {
        found.add(Rule::Doors, doors[index].pos, format_args!("door id {id} is used more than once"));
    }
    let mut effort = Effort::on(subject.ground.size());
    for door in doors {
        stands(door, subject, found);
    }
    for door in doors {
        if !joins(door, subject, &mut effort, found) {
            let (id, pos) = (door.id.0, door.pos);
            let message = format_args!("the passages up to door {id} are too long; later doors are not checked");
            found.add(Rule::Doors, pos, message);
            break;
        }
    }
    let is_door = |tile| {
        matches!(tile, Tile::DoorClosed | Tile::DoorOpen | Tile::DoorLocked | Tile::DoorSecret | Tile::Portcullis)
    };
    let places = doors.iter().map(|door| door.pos).collect();
    one_record_a_tile(Rule::Doors, "door", places, is_door, subject, found);
}

fn stairs(subject: &Subject<'_>, found: &mut Findings) {
    for stairs in &subject.map.stairs {
        let meant = match stairs.dir {
            Level::Up => Tile::StairsUp,
            Level::Down => Tile::StairsDown,
        };
        looks_like(Rule::Stairs, format_args!("stairs"), stairs.pos, meant, subject, found);
    }
    let is_stairs = |tile| matches!(tile, Tile::StairsUp | Tile::StairsDown);
    let places = subject.map.stairs.iter().map(|stairs| stairs.pos).collect();
    one_record_a_tile(Rule::Stairs, "stairs", places, is_stairs, subject, found);
}

/// Checks that the tile is the expected one. Returns false if the cell lies outside the map.
fn looks_like(
    rule: Rule,
    what: std::fmt::Arguments<'_>,
    pos: Pos,
    meant: Tile,
    subject: &Subject<'_>,
    found: &mut Findings,
) -> bool {
    let size = subject.ground.size();
    match subject.ground.tile(pos) {
        None => found.add(rule, pos, format_args!("{what} at {pos} is outside the map of {size}")),
        Some(tile) if tile != meant => {
            found.add(rule, pos, format_args!("{what} at {pos} is on a tile of {tile}; it should be {meant}"));
        }
        Some(_) => return true,
    }
    subject.ground.tile(pos).is_some()
}

/// Checks that no two records share a cell, and that every tile has a record.
fn one_record_a_tile(
    rule: Rule,
    what: &'static str,
    mut places: Vec<Pos>,
    is_meant: impl Fn(Tile) -> bool,
    subject: &Subject<'_>,
    found: &mut Findings,
) {
    places.sort_unstable();
    for pair in places.windows(2).filter(|pair| pair[0] == pair[1]) {
        let pos = pair[0];
        found.add(rule, pos, format_args!("more than one record of {what} is at {pos}"));
    }
    for &y in &subject.ground.furnished_rows {
        for (x, tile) in (0..).zip(subject.ground.tiles.row(y)).filter(|(_, tile)| is_meant(**tile)) {
            let pos = Pos::new(x, y);
            if places.binary_search(&pos).is_err() {
                found.add(rule, pos, format_args!("the tile at {pos} is {tile}, but there is no record of {what}"));
            }
        }
    }
}

/// Returns the tile of a door of this kind in this state. An open door looks open, whatever its
/// kind.
fn tile_of(kind: DoorKind, state: DoorState) -> Tile {
    if kind == DoorKind::Archway || state == DoorState::Open {
        return Tile::DoorOpen;
    }
    match kind {
        DoorKind::Secret => Tile::DoorSecret,
        DoorKind::Portcullis => Tile::Portcullis,
        _ if state == DoorState::Locked => Tile::DoorLocked,
        _ => Tile::DoorClosed,
    }
}

/// Checks the door's tile and the four tiles around it.
fn stands(door: &Door, subject: &Subject<'_>, found: &mut Findings) {
    let (id, pos) = (door.id.0, door.pos);
    if door.kind == DoorKind::Archway && door.state != DoorState::Open {
        let message = format_args!("door {id} at {pos} is an archway, which has no leaf to close; it should be open");
        found.add(Rule::Doors, pos, message);
    }
    if !looks_like(Rule::Doors, format_args!("door {id}"), pos, tile_of(door.kind, door.state), subject, found) {
        return;
    }
    let [_, north, east, south, west] = beside(pos).map(|(x, y)| subject.ground.is_walkable(x, y));
    let (line, along, across) = match door.facing {
        Dir::North | Dir::South => ("north and south", [north, south], [east, west]),
        Dir::East | Dir::West => ("west and east", [east, west], [north, south]),
    };
    if along != [true, true] {
        found.add(
            Rule::Doors,
            pos,
            format_args!("door {id} at {pos} must have walkable tiles to {line}, where it leads"),
        );
    }
    if across != [false, false] {
        found.add(
            Rule::Doors,
            pos,
            format_args!("door {id} at {pos} leads {line}; its two other sides must be blocked"),
        );
    }
}

/// Checks the places that the door joins. Returns false if the work would exceed the limit.
fn joins(door: &Door, subject: &Subject<'_>, effort: &mut Effort, found: &mut Findings) -> bool {
    let (id, pos) = (door.id.0, door.pos);
    if door.joins.len() > 2 {
        let count = door.joins.len();
        found.add(Rule::Doors, pos, format_args!("door {id} at {pos} joins {count} places; it has two sides"));
    }
    for place in &door.joins {
        let (what, number) = match place {
            Place::Room(room) => ("room", room.0),
            Place::Passage(passage) => ("passage", passage.0),
        };
        let wrong = match touches(*place, pos, subject, effort) {
            Touch::Yes => continue,
            Touch::No => "which it does not touch",
            Touch::Nowhere => "which does not exist",
            Touch::TooMuch => return false,
        };
        found.add(Rule::Doors, pos, format_args!("door {id} at {pos} joins {what} {number}, {wrong}"));
    }
    true
}

enum Touch {
    Yes,
    No,
    /// The place does not exist.
    Nowhere,
    /// Unknown: looking would exceed the work limit.
    TooMuch,
}

/// Checks whether the cell is in the place or next to it.
fn touches(place: Place, pos: Pos, subject: &Subject<'_>, effort: &mut Effort) -> Touch {
    let touched = match place {
        Place::Room(id) => match subject.room(id.0) {
            Some(room) => room.touches(pos),
            None => return Touch::Nowhere,
        },
        Place::Passage(id) => match subject.passage_ids.find(id.0) {
            Some(index) => {
                let passage = &subject.map.passages[index];
                if !effort.spend(passage.points.len() as u64) {
                    return Touch::TooMuch;
                }
                legs(passage).any(|leg| beside(pos).into_iter().any(|(x, y)| leg.contains(x, y)))
            }
            None => return Touch::Nowhere,
        },
    };
    if touched { Touch::Yes } else { Touch::No }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::grid::Rect;
    use crate::check::check;
    use crate::map::{DoorId, Map, PassageId, RoomId};
    use smallvec::smallvec;

    /// A room, a door, a passage.
    fn map() -> Map {
        let mut map = Map::from_ascii("\n########\n#..#...#\n#..+...#\n#..#.>##\n########").unwrap();
        map.dig_room(Rect::new(1, 1, 2, 3));
        map.dig_passage(1, &[Pos::new(4, 2), Pos::new(6, 2)], &[]);
        map.doors[0].joins = smallvec![Place::Room(RoomId(0)), Place::Passage(PassageId(0))];
        map
    }

    fn messages(map: &Map) -> Vec<String> {
        check(map).iter().map(|finding| format!("{} {}: {}", finding.pos, finding.rule, finding.message)).collect()
    }

    #[test]
    fn a_door_between_its_places_is_in_order() {
        assert_eq!(check(&map()), []);
    }

    #[test]
    fn the_tile_is_the_one_of_kind_and_state() {
        for kind in DoorKind::ALL {
            for state in DoorState::ALL {
                let mut map = map();
                (map.doors[0].kind, map.doors[0].state) = (kind, state);
                map.tiles[Pos::new(3, 2)] = map.doors[0].tile();
                let closed_archway = kind == DoorKind::Archway && state != DoorState::Open;
                assert_eq!(check(&map).len(), usize::from(closed_archway), "{kind:?} {state:?}");
                map.tiles[Pos::new(3, 2)] = Tile::Floor;
                assert_eq!(check(&map).len(), 1 + usize::from(closed_archway), "{kind:?} {state:?}");
            }
        }
    }

    #[test]
    fn a_door_stands_in_an_opening() {
        let mut map = map();
        map.doors[0].facing = Dir::North;
        let found = messages(&map);
        assert_eq!(found[0], "3,2 doors: door 0 at 3,2 must have walkable tiles to north and south, where it leads");
        assert_eq!(found[1], "3,2 doors: door 0 at 3,2 leads north and south; its two other sides must be blocked");
        map.doors[0].facing = Dir::West;
        assert_eq!(check(&map), []);
        map.tiles[Pos::new(3, 1)] = Tile::Floor;
        assert_eq!(check(&map).len(), 1);
    }

    #[test]
    fn tiles_and_records_go_together() {
        let mut map = map();
        let mut door = map.doors[0].clone();
        door.id = DoorId(1);
        map.doors.push(door);
        map.stairs[0].dir = Level::Up;
        assert_eq!(
            messages(&map),
            [
                "3,2 doors: more than one record of door is at 3,2",
                "5,3 stairs: stairs at 5,3 is on a tile of stairs down; it should be stairs up",
            ]
        );
        map.doors.clear();
        map.stairs[0].pos = Pos::new(i32::MIN, i32::MAX);
        let found = messages(&map);
        assert_eq!(found[0], "3,2 doors: the tile at 3,2 is closed door, but there is no record of door");
        assert!(found[1].contains("stairs at -2147483648,2147483647 is outside the map of 8x5"), "{found:?}");
        assert_eq!(found[2], "5,3 stairs: the tile at 5,3 is stairs down, but there is no record of stairs");
    }

    #[test]
    fn joins_are_beside_the_door() {
        let mut map = map();
        map.passages[0].points[0] = Pos::new(5, 2);
        map.doors[0].joins.push(Place::Room(RoomId(7)));
        assert_eq!(
            messages(&map),
            [
                "3,2 doors: door 0 at 3,2 joins 3 places; it has two sides",
                "3,2 doors: door 0 at 3,2 joins passage 0, which it does not touch",
                "3,2 doors: door 0 at 3,2 joins room 7, which does not exist",
            ]
        );
    }
}
