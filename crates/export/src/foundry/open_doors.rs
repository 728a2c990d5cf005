//! Open doors, which other tables get as gaps and Foundry VTT as doors that stand open.

use crate::error::Error;
use crate::options::ExportOptions;
use crate::sight::Sight;
use mapwright::{DoorKind, DoorState, Map, Pos};
use std::collections::BTreeMap;

/// Finds walls, doors and lights, open doors included.
pub(crate) fn sight(map: &Map, options: &ExportOptions) -> Result<Sight, Error> {
    let is_open = |door: &&mapwright::Door| door.state == DoorState::Open && door.kind != DoorKind::Archway;
    let open: BTreeMap<Pos, DoorKind> = map.doors.iter().filter(is_open).map(|door| (door.pos, door.kind)).collect();
    if open.is_empty() {
        return Sight::of(map, options);
    }
    let mut shut = map.clone();
    // A secret door that stands open is not wall, as a closed one would be.
    let secret = |door: &&mut mapwright::Door| door.kind == DoorKind::Secret && open.contains_key(&door.pos);
    shut.doors.iter_mut().filter(secret).for_each(|door| door.kind = DoorKind::Door);
    for &pos in open.keys() {
        shut.set_door(pos, DoorState::Closed);
    }
    let mut sight = Sight::of(&shut, options)?;
    for door in &mut sight.doors {
        if let Some(&kind) = open.get(&door.pos) {
            (door.kind, door.state) = (kind, DoorState::Open);
        }
    }
    Ok(sight)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn open_doors_are_doors() {
        let mut map = Map::from_ascii("\n###########\n#@.+..S..'.#\n###########").unwrap();
        map.set_door(Pos::new(3, 1), DoorState::Open);
        map.set_door(Pos::new(6, 1), DoorState::Open);
        let doors = sight(&map, &ExportOptions::default()).unwrap().doors;
        let found: Vec<_> = doors.iter().map(|door| (door.pos.x, door.kind, door.state)).collect();
        assert_eq!(found, [(3, DoorKind::Door, DoorState::Open), (6, DoorKind::Secret, DoorState::Open)]);
    }
}
