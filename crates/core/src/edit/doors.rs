//! Adding, changing and removing doors.

use super::free;
use crate::base::error::{Error, ErrorKind};
use crate::base::grid::{Dir, Pos};
use crate::base::tile::Tile;
use crate::map::{Door, DoorId, DoorKind, DoorState, EntityKind, Extra, Map, Place};
use crate::spatial::room_index::RoomIndex;
use smallvec::SmallVec;

/// Puts a door, or changes the existing one.
pub(super) fn put(map: &mut Map, pos: Pos, kind: DoorKind, state: Option<DoorState>) -> Result<(), Error> {
    let state = if kind == DoorKind::Archway { DoorState::Open } else { state.unwrap_or(DoorState::Closed) };
    if let Some(door) = map.doors.iter_mut().find(|door| door.pos == pos) {
        (door.kind, door.state) = (kind, state);
        map.tiles[pos] = door.tile();
        map.settle();
        return Ok(());
    }
    let Some(facing) = opening(map, pos) else {
        let message = format!("{pos} is no place for a door: it needs a wall with open floor on both sides");
        return Err(Error::new(ErrorKind::Invalid, message).within("/at"));
    };
    if !matches!(map.tiles[pos], Tile::Floor | Tile::Wall | Tile::Void) || stands_on(map, pos) {
        let message = format!("something else is at {pos}");
        return Err(Error::new(ErrorKind::Invalid, message).within("/at"));
    }
    let id = next_id(map);
    let places = RoomIndex::of(map);
    hang(map, &places, Door { id, pos, facing, kind, state, joins: SmallVec::new(), extra: Extra::default() });
    map.settle();
    Ok(())
}

/// Removes a door and leaves its opening.
pub(super) fn remove(map: &mut Map, pos: Pos) -> Result<(), Error> {
    if !map.doors.iter().any(|door| door.pos == pos) {
        return Err(Error::new(ErrorKind::Invalid, format!("there is no door at {pos}")).within("/at"));
    }
    map.doors.retain(|door| door.pos != pos);
    map.tiles[pos] = Tile::Floor;
    map.settle();
    Ok(())
}

/// Returns the id for a new door.
pub(super) fn next_id(map: &Map) -> DoorId {
    DoorId(free(map.doors.iter().map(|door| door.id.0), 0))
}

/// Puts a door into an opening and connects it to the places on its sides.
pub(super) fn hang(map: &mut Map, places: &RoomIndex, mut door: Door) {
    door.joins = joined(map, places, door.pos, door.facing);
    map.tiles[door.pos] = door.tile();
    map.doors.push(door);
}

/// Returns the direction of passage through a cell that has open ground on exactly two opposite
/// sides.
pub(super) fn opening(map: &Map, pos: Pos) -> Option<Dir> {
    let open = |dir: Dir| map.tiles.get(pos.step(dir)).is_some_and(|tile| tile.is_walkable());
    let leads = |dir: &Dir| open(*dir) && open(dir.opposite()) && !open(dir.right()) && !open(dir.right().opposite());
    [Dir::East, Dir::South].into_iter().find(leads)
}

/// Returns the rooms and passages on both sides of a door.
fn joined(map: &Map, places: &RoomIndex, pos: Pos, facing: Dir) -> SmallVec<[Place; 2]> {
    let mut joins: SmallVec<[Place; 2]> = SmallVec::new();
    for side in [facing, facing.opposite()].map(|dir| pos.step(dir)) {
        let passes = |cell: Pos| map.passages.iter().find(|it| it.legs().any(|leg| leg.contains(cell)));
        let passage = || passes(side).or_else(|| passes(pos)).map(|passage| Place::Passage(passage.id));
        if let Some(place) = places.room(side).map(Place::Room).or_else(passage)
            && !joins.contains(&place)
        {
            joins.push(place);
        }
    }
    joins
}

/// Returns true if there is a creature or thing in the cell of the door.
fn stands_on(map: &Map, pos: Pos) -> bool {
    let entity = map.entities.iter().any(|entity| entity.pos == pos && entity.kind != EntityKind::Trap);
    entity || map.exits.iter().any(|exit| exit.pos == pos)
}
