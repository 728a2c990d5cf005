//! Copies of the records (rooms, passages, doors, zones, contents) of the kept part.

use super::rooms::Rooms;
use super::symmetry::Mirroring;
use crate::base::bits::BitGrid;
use crate::base::grid::{Dir, Pos, Rect};
use crate::base::tile::Tile;
use crate::map::{
    CellSet, Decoration, Door, DoorId, Entity, EntityKind, Map, Passage, PassageId, Place, Room, RoomId, Zone, ZoneId,
};
use crate::spatial::settle::{stands, touches};
use smallvec::SmallVec;
use std::collections::BTreeMap;

/// Mirrors everything that stands on the tiles, which are mirrored already. Kept records keep their
/// ids and copies get the next free ones. Dangling references are left to [`Map::settle`].
pub(super) fn mirror(map: &mut Map, kept: &BitGrid, symmetry: &Mirroring) {
    let rooms = Rooms::of(&map.rooms, map.size(), symmetry);
    let passages = passages(map, &rooms, symmetry);
    doors(map, &rooms, &passages, symmetry);
    map.rooms = rooms.rooms;
    zones(map, kept, symmetry);
    contents(map, symmetry);
}

/// New id of a passage for every turn.
type PassageNames = BTreeMap<(PassageId, usize), PassageId>;

/// Copies the passages of the kept part. A passage that crosses the axis of a mirror continues as
/// its own mirror image.
fn passages(map: &mut Map, rooms: &Rooms, symmetry: &Mirroring) -> PassageNames {
    let mut names = PassageNames::new();
    let (mut stay, mut whole, mut more) = (Vec::new(), Vec::new(), Vec::new());
    for mut passage in std::mem::take(&mut map.passages) {
        if passage.legs().all(|leg| is_kept(leg, symmetry)) {
            names.insert((passage.id, 0), passage.id);
            whole.push(passage.clone());
            passage.joins = renamed(&passage, 0, rooms);
            stay.push(passage);
            continue;
        }
        let backwards = Passage { points: passage.points.iter().rev().copied().collect(), ..passage.clone() };
        let ways = [passage, backwards];
        let mut across = ways.iter().filter_map(|way| across_the_axis(way, &map.rooms, rooms, symmetry));
        if let Some(first) = across.next() {
            (0..symmetry.count()).for_each(|turn| _ = names.insert((first.id, turn), first.id));
            stay.push(first);
        }
        more.extend(across);
    }
    let mut next = stay.iter().map(|passage| passage.id.0 + 1).max().unwrap_or(0);
    let mut take = || {
        next += 1;
        PassageId(next - 1)
    };
    more.iter_mut().for_each(|passage| passage.id = take());
    map.passages = stay;
    map.passages.append(&mut more);
    for passage in &whole {
        for turn in 1..symmetry.count() {
            let Some(points) = turned_points(passage, turn, symmetry) else { continue };
            if points == passage.points || points.iter().rev().eq(&passage.points) {
                names.insert((passage.id, turn), passage.id);
                continue;
            }
            let id = take();
            names.insert((passage.id, turn), id);
            map.passages.push(Passage { id, points, joins: renamed(passage, turn, rooms), ..passage.clone() });
        }
    }
    names
}

fn is_kept(rect: Rect, symmetry: &Mirroring) -> bool {
    rect.positions().all(|pos| symmetry.is_kept(pos))
}

/// Returns the rooms that the passage joins after a turn.
fn renamed(passage: &Passage, turn: usize, rooms: &Rooms) -> SmallVec<[RoomId; 2]> {
    each_once(passage.joins.iter().filter_map(|&id| rooms.names.get(&(id, turn)).copied()))
}

fn each_once(ids: impl Iterator<Item = RoomId>) -> SmallVec<[RoomId; 2]> {
    let mut list = SmallVec::new();
    ids.for_each(|id| {
        if !list.contains(&id) {
            list.push(id);
        }
    });
    list
}

/// Returns the square that a passage covers at a point.
fn square_at(point: Pos, width: i32) -> Rect {
    let (before, _) = Passage::reach(width);
    Rect::new(point.x - before, point.y - before, width, width)
}

/// Returns the middle line after a turn. With an even width, the extra tile moves to the other side
/// of the line.
fn turned_points(passage: &Passage, turn: usize, symmetry: &Mirroring) -> Option<SmallVec<[Pos; 3]>> {
    let (before, _) = Passage::reach(passage.width);
    let turned = |&point: &Pos| {
        let square = symmetry.turned_rect(square_at(point, passage.width), turn)?;
        Some(square.origin() + Pos::new(before, before))
    };
    passage.points.iter().map(turned).collect()
}

/// Returns the passage from its beginning to the axis and on as its mirror image, if it begins in
/// the kept part and crosses the axis.
fn across_the_axis(way: &Passage, old: &[Room], rooms: &Rooms, symmetry: &Mirroring) -> Option<Passage> {
    let across = symmetry.flips()?;
    let first = *way.points.first().filter(|&&point| is_kept(square_at(point, way.width), symmetry))?;
    let mut half = Passage { points: SmallVec::from_slice(&[first]), ..way.clone() };
    for &point in &way.points[1..] {
        half.points.push(point);
        if !half.legs().last().is_some_and(|leg| is_kept(leg, symmetry)) {
            half.points.pop();
            let last = *half.points.last()?;
            let straight = if across == Dir::East { point.y == last.y } else { point.x == last.x };
            let image = turned_points(&half, 1, symmetry).filter(|image| straight && *image != half.points)?;
            half.points.extend(image.into_iter().rev());
            half.points.dedup();
            let near = |id: &&RoomId| old.iter().any(|room| room.id == **id && touches(&room.shape, first));
            let near: SmallVec<[RoomId; 2]> = way.joins.iter().filter(near).copied().collect();
            let names = (0..symmetry.count()).flat_map(|turn| near.iter().map(move |&id| (id, turn)));
            half.joins = each_once(names.filter_map(|name| rooms.names.get(&name).copied()));
            return Some(half);
        }
    }
    None
}

fn doors(map: &mut Map, rooms: &Rooms, passages: &PassageNames, symmetry: &Mirroring) {
    let renamed = |joins: &[Place], turn: usize| {
        let place = |place: &Place| match *place {
            Place::Room(id) => rooms.names.get(&(id, turn)).copied().map(Place::Room),
            Place::Passage(id) => passages.get(&(id, turn)).copied().map(Place::Passage),
        };
        joins.iter().filter_map(place).collect::<SmallVec<[Place; 2]>>()
    };
    let tiles = &mut map.tiles;
    map.doors.retain_mut(|door| {
        let kept = symmetry.is_kept(door.pos);
        // Two doors back to back would be one too many, but keeping only one would break the
        // symmetry: remove both.
        let twins = |door: &Door| {
            let before_and_behind = [door.facing, door.facing.opposite()].map(|dir| door.pos.step(dir));
            symmetry.copies(door.pos).any(|(_, pos)| before_and_behind.contains(&pos))
        };
        if kept && (!stands(tiles, door) || twins(door)) {
            for (_, pos) in symmetry.copies(door.pos) {
                if tiles[pos].is_door() {
                    tiles[pos] = Tile::Floor;
                }
            }
            return false;
        }
        kept
    });
    let kept = map.doors.clone();
    map.doors.iter_mut().for_each(|door| door.joins = renamed(&door.joins, 0));
    let mut next = kept.iter().map(|door| door.id.0 + 1).max().unwrap_or(0);
    for door in &kept {
        for (turn, pos) in symmetry.copies(door.pos).filter(|(turn, _)| *turn > 0) {
            let id = DoorId(next);
            next += 1;
            let (facing, joins) = (symmetry.turned_dir(door.facing, turn), renamed(&door.joins, turn));
            map.doors.push(Door { id, pos, facing, joins, ..door.clone() });
        }
    }
}

/// Copies the kept parts of the zones.
fn zones(map: &mut Map, kept: &BitGrid, symmetry: &Mirroring) {
    let mut copies = Vec::new();
    map.zones.retain_mut(|zone| {
        let Some(kept) = zone.cells.within(kept).largest_piece() else { return false };
        for turn in 1..symmetry.count() {
            let turned = kept.positions().filter_map(|pos| symmetry.copy(pos, turn));
            let copy = CellSet::filtered(turned, |_| true).and_then(|cells| cells.largest_piece());
            copies.extend(copy.map(|cells| Zone { cells, ..zone.clone() }));
        }
        zone.cells = kept;
        true
    });
    let next = map.zones.iter().map(|zone| zone.id.0 + 1).max().unwrap_or(0);
    copies.iter_mut().zip(next..).for_each(|(zone, id)| zone.id = ZoneId(id));
    map.zones.append(&mut copies);
}

/// Copies entities and decorations; start, stairs and exits are not duplicated.
fn contents(map: &mut Map, symmetry: &Mirroring) {
    let is_start = |entity: &Entity| entity.kind == EntityKind::Start;
    map.entities.retain(|entity| is_start(entity) || symmetry.is_kept(entity.pos));
    for index in 0..map.entities.len() {
        let entity = map.entities[index].clone();
        if !is_start(&entity) {
            let copies = symmetry.copies(entity.pos).filter(|(turn, _)| *turn > 0);
            map.entities.extend(copies.map(|(_, pos)| Entity { pos, ..entity.clone() }));
        }
    }
    map.decorations.retain(|decoration| symmetry.is_kept(decoration.pos));
    for index in 0..map.decorations.len() {
        let decoration = map.decorations[index].clone();
        let copies = symmetry.copies(decoration.pos).filter(|(turn, _)| *turn > 0);
        map.decorations.extend(copies.map(|(_, pos)| Decoration { pos, ..decoration.clone() }));
    }
    for stairs in map.stairs.iter().filter(|stairs| !symmetry.is_kept(stairs.pos)) {
        if map.tiles.get(stairs.pos) == Some(&Tile::Floor) {
            map.tiles[stairs.pos] = stairs.tile();
        }
    }
}
