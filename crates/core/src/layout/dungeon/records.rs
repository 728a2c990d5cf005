//! Records of a dungeon on the map: the mission, and the symmetry.

use super::mission;
use super::orbit::Group;
use super::placement::Site;
use super::style::Style;
use crate::base::grid::Pos;
use crate::base::tile::Tile;
use crate::map::{Door, DoorId, DoorState, Entity, EntityKind, Extra, Lock, Map, Mission, RoomId, Symmetry};
use smallvec::SmallVec;

/// Puts the keys on the map, each near the middle of its room, and returns the mission. `proof` is
/// the order in which the locks are opened. The caller keeps the mission until all doors are final.
pub(super) fn mission(
    locks: &[mission::Lock],
    proof: &[usize],
    (doors, sites): (&[DoorId], &[Site]),
    goal: RoomId,
    map: &mut Map,
) -> Mission {
    let mut mission = Mission { goal, locks: Vec::new() };
    for (number, &index) in (1..).zip(proof) {
        let mission::Lock { door, room } = locks[index];
        let rect = sites[room].rect;
        let taken =
            |pos: Pos| map.exits.iter().any(|exit| exit.pos == pos) || mission.locks.iter().any(|lock| lock.key == pos);
        let free = |pos: &Pos| map.tiles[*pos] == Tile::Floor && !taken(*pos);
        let spot = rect.positions().filter(free).min_by_key(|pos| (pos.manhattan(rect.center()), *pos));
        let Some(key) = spot else { continue };
        let name = format!("key-{number}").into();
        map.entities.push(Entity { kind: EntityKind::Key, pos: key, name, extra: Extra::default() });
        mission.locks.push(Lock { door: doors[door], key });
    }
    // A lock without a key is unlocked.
    for lock in locks.iter().filter(|lock| mission.locks.iter().all(|known| known.door != doors[lock.door])) {
        unlock(map, |door| door.id == doors[lock.door]);
    }
    mission
}

/// Unlocks these doors.
pub(super) fn unlock(map: &mut Map, which: impl Fn(&Door) -> bool) {
    for door in map.doors.iter_mut().filter(|door| door.state == DoorState::Locked && which(door)) {
        door.state = DoorState::Closed;
        map.tiles[door.pos] = door.tile();
    }
}

/// Returns the symmetry of the rooms; `None` where the dungeon is not symmetrical. `ids` has the
/// ids of the dug rooms.
pub(super) fn symmetry(style: &Style, group: Group, sites: &[Site], ids: &[Option<RoomId>]) -> Option<Symmetry> {
    let by = style.symmetry.movement()?;
    let mut images: Vec<SmallVec<[RoomId; 4]>> = Vec::new();
    for (first, site) in sites.iter().enumerate() {
        let orbit = || sites.iter().zip(ids).filter(|(other, _)| other.orbit == site.orbit);
        let is_first = sites.iter().position(|other| other.orbit == site.orbit) == Some(first);
        // When a room was dropped, its images have lost their counterpart.
        if is_first && !site.free {
            images.extend(orbit().map(|(_, id)| *id).collect::<Option<SmallVec<[RoomId; 4]>>>());
        }
    }
    // Dropped rooms may have left their images behind.
    let all = ids.iter().flatten().count() as u32;
    let free = all - images.iter().map(|list| list.len() as u32).sum::<u32>();
    let allowed = (all * style.symmetry_break).div_ceil(100);
    let free_percent = if free > allowed { (free * 100).div_ceil(all) } else { style.symmetry_break };
    Some(Symmetry { by, area: group.area, free_percent, images })
}
