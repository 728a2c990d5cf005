//! [`descend`]: takes the player from one level to the next, with stairs up where the stairs down
//! were.

use super::{Costs, DistanceField, Steps, Walker};
use crate::base::bits::BitGrid;
use crate::base::error::{Error, ErrorKind};
use crate::base::grid::{Dir, Grid, Pos};
use crate::base::promises::Promises;
use crate::base::tile::Tile;
use crate::map::decor;
use crate::map::{DoorState, Entity, EntityKind, Extra, Level, Map, Stairs};
use crate::spatial::frontier::Frontier;
use crate::spatial::recheck;
use crate::spatial::region::keep_largest;
use std::borrow::Cow;

/// Takes the stairs down at this position to the level below, and returns the position of arrival:
/// the same coordinates.
///
/// The level below is adapted. If its own stairs up are at the position, they are used. On plain
/// floor, stairs are put there. In rock, stairs are put there with the shortest tunnel (a bridge
/// over water) to the entrance of that level, never along the edge of a map with a closed border.
/// Other stairs up of that level, to which no stairs lead from above, become floor. The start moves
/// to the stairs; entities in that cell move aside and decorations are removed. Stairs down in that
/// cell move to the farthest floor. Then the map settles, guarantees that no longer hold are
/// dropped, and the locks of a mission that can no longer be completed are unlocked. Calling it
/// again changes nothing.
///
/// # Errors
///
/// Fails if there are no stairs down at the position, if the position lies outside the level below
/// or on its closed edge, or if that level has no floor at all. The level below is then unchanged.
///
/// ```
/// use mapwright::game::descend;
/// use mapwright::{Map, Pos};
/// let above = Map::from_ascii("#@....>#")?;
/// let mut below = Map::from_ascii("#..#####")?;
/// assert_eq!(descend(&above, Pos::new(6, 0), &mut below)?, Pos::new(6, 0));
/// assert_eq!(below.to_ascii(), "#.....<#\n");
/// # Ok::<(), mapwright::Error>(())
/// ```
pub fn descend(above: &Map, stairs: Pos, below: &mut Map) -> Result<Pos, Error> {
    let leads_down = |pos: Pos| above.tiles.get(pos) == Some(&Tile::StairsDown);
    if !leads_down(stairs) {
        let down = above.stairs.iter().filter(|stairs| stairs.dir == Level::Down);
        let places: Vec<String> = down.take(5).map(|stairs| stairs.pos.to_string()).collect();
        let known = match &places[..] {
            [] => "the level has no stairs down".to_owned(),
            _ => format!("the stairs down are at {}", places.join(" and ")),
        };
        return Err(Error::new(ErrorKind::Invalid, format!("no stairs lead down at {stairs}; {known}")));
    }
    let size = below.size();
    let refuse = |why: String| Err(Error::new(ErrorKind::DoesNotFit, format!("the stairs at {stairs} {why}")));
    if !size.contains(stairs) {
        return refuse(format!("lie outside the level below, which is {size}"));
    }
    let within = ground_to_dig(below);
    if !within.contains(stairs) {
        return refuse(format!("lie on the edge of the level below, which is {size} and closed"));
    }
    let Some(beginning) = beginning(below) else {
        return refuse("lead to a level without floor".to_owned());
    };
    let tunnel = tunnel(below, stairs, &beginning, &within);

    let was = below.tiles[stairs];
    // Stairs in place of a door join what the door kept apart.
    let mut dug = !was.is_walkable() || was.is_door();
    for pos in tunnel {
        let tile = &mut below.tiles[pos];
        dug |= !tile.is_walkable();
        match *tile {
            Tile::Wall | Tile::Void => *tile = Tile::Floor,
            Tile::Water => *tile = Tile::Bridge,
            _ => {}
        }
    }
    for other in below.stairs.iter().filter(|other| other.dir == Level::Up && !leads_down(other.pos)) {
        below.tiles[other.pos] = Tile::Floor;
    }
    if was != Tile::StairsUp || below.start() != Some(stairs) {
        below.source.promises = below.source.promises - Promises::POPULATED;
    }
    if was != Tile::StairsUp {
        below.tiles[stairs] = Tile::StairsUp;
        below.stairs.retain(|other| other.pos != stairs);
        below.stairs.push(Stairs { pos: stairs, dir: Level::Up, extra: Extra::default() });
        below.decorations.retain(|decoration| !decor::footprint(decoration).contains(stairs));
        below.source.promises = below.source.promises - Promises::FURNISHED;
    }
    if was == Tile::StairsDown {
        move_stairs_down(below, stairs);
    }
    clear_the_way(below, stairs);
    start_at(below, stairs);
    settle(below);
    if dug {
        below.source.promises = below.source.promises - Promises::FORM;
    }
    below.source.promises = recheck::recheck_promises(below);
    Ok(stairs)
}

/// Returns the cells that may be dug: all, or all but the edge if the edge has no walkable tile.
fn ground_to_dig(map: &Map) -> BitGrid {
    let size = map.size();
    let inner = size.rect().grown(-1);
    let mut edge = map.walkable();
    edge.fill_rect(inner, false);
    let mut ground = BitGrid::new(size);
    ground.fill_rect(if edge.is_empty() { inner } else { size.rect() }, true);
    ground
}

/// Returns true for tiles that can be walked without a key and without searching.
fn is_free(tile: Tile) -> bool {
    tile.is_walkable() && !matches!(tile, Tile::DoorLocked | Tile::DoorSecret)
}

/// Returns the cells that can be walked freely from the entrance of the level or, if it has none,
/// from any cell of its largest floor.
fn beginning(map: &Map) -> Option<BitGrid> {
    let mut free = map.cells_of(is_free);
    match map.way_in().filter(|&pos| free.contains(pos)) {
        Some(start) => Some(free.flood(start)),
        None if free.is_empty() => None,
        None => {
            keep_largest(&mut free);
            Some(free)
        }
    }
}

/// Returns the cells of a path from the stairs to the beginning that digs the fewest cells.
fn tunnel(map: &Map, stairs: Pos, beginning: &BitGrid, ground: &BitGrid) -> Vec<Pos> {
    let size = map.size();
    let cell = |pos: Pos| pos.y as usize * size.width as usize + pos.x as usize;
    let place = |cell: usize| Pos::new((cell % size.width as usize) as i32, (cell / size.width as usize) as i32);
    let mut known: Grid<(u32, Option<Dir>)> = Grid::new(size, (u32::MAX, None));
    known[stairs] = (0, None);
    let mut frontier = Frontier::new(1);
    frontier.put(0, cell(stairs));
    while let Some((so_far, at)) = frontier.take() {
        let mut pos = place(at);
        if beginning.contains(pos) {
            let mut way = Vec::new();
            while let Some(back) = known[pos].1 {
                way.push(pos);
                pos = pos.step(back);
            }
            return way;
        }
        if known[pos].0 < so_far {
            continue;
        }
        for dir in Dir::ALL {
            let next = pos.step(dir);
            let Some(&tile) = map.tiles.get(next) else { continue };
            let dig = match tile {
                _ if is_free(tile) => 0,
                Tile::Wall | Tile::Void | Tile::Water if ground.contains(next) => 1,
                _ => continue,
            };
            if so_far + dig < known[next].0 {
                known[next] = (so_far + dig, Some(dir.opposite()));
                frontier.put(so_far + dig, cell(next));
            }
        }
    }
    Vec::new()
}

/// Returns true for plain floor without any creature or thing on it.
fn is_vacant(map: &Map, pos: Pos) -> bool {
    map.tiles[pos] == Tile::Floor
        && map.entities.iter().all(|entity| entity.pos != pos)
        && map.exits.iter().all(|exit| exit.pos != pos)
        && map.decorations.iter().all(|decoration| !decor::footprint(decoration).contains(pos))
}

/// Returns the distances to the stairs in steps, through every door.
fn distances(map: &Map, to: Pos) -> DistanceField {
    let walker = Walker { steps: Steps::Four, unlocks: true, knows_secrets: true, ..Walker::default() };
    DistanceField::toward(&Costs::of(map, &walker), [to])
}

/// Moves the stairs down away from the stairs up that took their place, as far as possible.
fn move_stairs_down(map: &mut Map, from: Pos) {
    let distances = distances(map, from);
    let far =
        map.floor_positions().filter(|&pos| is_vacant(map, pos)).filter_map(|pos| Some((distances.get(pos)?, pos)));
    if let Some((_, pos)) = far.max() {
        map.tiles[pos] = Tile::StairsDown;
        map.stairs.push(Stairs { pos, dir: Level::Down, extra: Extra::default() });
    }
}

/// Moves everything at this position to the nearest vacant floor. Anything that finds no floor is
/// removed.
fn clear_the_way(map: &mut Map, from: Pos) {
    let moves = |entity: &Entity| entity.pos == from && entity.kind != EntityKind::Start;
    if !map.entities.iter().any(moves) {
        return;
    }
    let distances = distances(map, from);
    let mut near: Vec<(u32, Pos)> = map.floor_positions().filter_map(|pos| Some((distances.get(pos)?, pos))).collect();
    near.sort_unstable();
    let vacant = near.iter().map(|&(_, pos)| pos).find(|&pos| is_vacant(map, pos));
    let Some(to) = vacant else {
        map.entities.retain(|entity| !moves(entity));
        return;
    };
    map.entities.iter_mut().filter(|entity| moves(entity)).for_each(|entity| entity.pos = to);
    for lock in map.mission.iter_mut().flat_map(|mission| &mut mission.locks).filter(|lock| lock.key == from) {
        lock.key = to;
    }
}

/// Settles the map. If that breaks its mission, the locks are unlocked and the keys removed, so
/// that the player is never locked out for good.
fn settle(map: &mut Map) {
    let mission = map.mission.clone();
    map.settle();
    let Some(mission) = mission.filter(|_| map.mission.is_none()) else { return };
    for door in map.doors.iter_mut().filter(|door| mission.locks.iter().any(|lock| lock.door == door.id)) {
        door.state = DoorState::Closed;
        map.tiles[door.pos] = door.tile();
    }
    let is_key = |entity: &Entity| entity.kind == EntityKind::Key;
    map.entities.retain(|entity| !(is_key(entity) && mission.locks.iter().any(|lock| lock.key == entity.pos)));
    map.recount();
}

/// Moves the start there, or creates one.
fn start_at(map: &mut Map, pos: Pos) {
    match map.entities.iter_mut().find(|entity| entity.kind == EntityKind::Start) {
        Some(start) => start.pos = pos,
        None => {
            let start = Entity { kind: EntityKind::Start, pos, name: Cow::Borrowed(""), extra: Extra::default() };
            map.entities.insert(0, start);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::grid::Size;
    use crate::base::rng::Seed;
    use crate::check::check;
    use crate::{generate, registry};

    fn down(above: &str, below: &str) -> Result<String, Error> {
        let above = Map::from_ascii(above)?;
        let stairs = above.stairs.iter().find(|stairs| stairs.dir == Level::Down).map_or(Pos::new(0, 0), |s| s.pos);
        let mut below = Map::from_ascii(below)?;
        let before = below.clone();
        match descend(&above, stairs, &mut below) {
            Ok(pos) => assert_eq!(pos, stairs),
            Err(error) => {
                assert_eq!(below, before);
                return Err(error);
            }
        }
        assert_eq!(check(&below), [], "{}", below.to_ascii());
        let once = below.clone();
        descend(&above, stairs, &mut below)?;
        assert_eq!(below, once, "once is enough");
        below.entities.retain(|entity| entity.kind != EntityKind::Start);
        Ok(format!("\n{}", below.to_ascii_with_entities()))
    }

    #[test]
    fn stairs_are_put_on_floor_and_others_go() {
        let above = "\n#######\n#...>.#\n#######";
        assert_eq!(down(above, "\n#######\n#.....#\n#######").unwrap(), "\n#######\n#...<.#\n#######\n");
        assert_eq!(down(above, "\n#######\n#<....#\n#######").unwrap(), "\n#######\n#...<.#\n#######\n");
        assert_eq!(down(above, "\n#######\n#>..<.#\n#######").unwrap(), "\n#######\n#>..<.#\n#######\n");
        let two = "\n#######\n#>..>.#\n#######";
        assert_eq!(down(two, "\n#######\n#<...>#\n#######").unwrap(), "\n#######\n#<...>#\n#######\n", "both lead up");
    }

    #[test]
    fn a_shortest_tunnel_leads_to_where_one_begins() {
        let above = "\n#######\n#.....#\n#####>#\n#######";
        let below = "\n#######\n#@.####\n#######\n#######";
        assert_eq!(down(above, below).unwrap(), "\n#######\n#..####\n##...<#\n#######\n");
        let parted = "\n########\n#@.##.##\n########\n########";
        let dug = down(above, parted).unwrap();
        assert_eq!(dug.matches('#').count(), 32 - 6, "{dug}");
        let above = "\n#####\n#..>#\n#####";
        assert_eq!(down(above, "\n#####\n#.~~#\n#####").unwrap(), "\n#####\n#.=<#\n#####\n");
    }

    #[test]
    fn a_closed_border_stays_closed() {
        let above = "\n#######\n###..>#\n#######\n#######\n#######";
        let below = "\n#######\n#######\n#######\n#....##\n#######";
        assert_eq!(down(above, below).unwrap(), "\n#######\n#####<#\n#####.#\n#.....#\n#######\n");
        let error = down("\n##>\n##.", "\n###\n#.#\n###").unwrap_err();
        assert_eq!(error.to_string(), "the stairs at 2,0 lie on the edge of the level below, which is 3x3 and closed");
    }

    #[test]
    fn entities_make_room() {
        let above = "\n#######\n#...>.#\n#######";
        assert_eq!(down(above, "\n#######\n#...m.#\n#######").unwrap(), "\n#######\n#..m<.#\n#######\n");
        assert_eq!(down(above, "\n#######\n#.E.>.#\n#######").unwrap(), "\n#######\n#>E.<.#\n#######\n");
        let locked = down(above, "\n#######\n#.L.k.#\n#######").unwrap();
        assert_eq!(locked, "\n#######\n#.Lk<.#\n#######\n");
    }

    #[test]
    fn impossible_descents_are_reported() {
        let said = |above, below| down(above, below).unwrap_err().to_string();
        assert_eq!(said("\n...", "\n..."), "no stairs lead down at 0,0; the level has no stairs down");
        assert_eq!(said("\n...>", "\n..."), "the stairs at 3,0 lie outside the level below, which is 3x1");
        assert_eq!(said("\n###\n#>#\n###", "\n###\n###\n###"), "the stairs at 1,1 lead to a level without floor");
    }

    #[test]
    fn a_broken_mission_unlocks_its_doors() {
        let above = Map::from_ascii("\n########\n#.....>#\n########").unwrap();
        let mut below = Map::from_ascii("\n########\n#@.kL..#\n########").unwrap();
        let goal = below.add_room(crate::Shape::Rect(crate::Rect::new(5, 1, 2, 1)));
        let lock = crate::Lock { door: below.doors[0].id, key: Pos::new(3, 1) };
        below.mission = Some(crate::Mission { goal, locks: vec![lock] });
        assert_eq!(check(&below), []);
        descend(&above, Pos::new(6, 1), &mut below).unwrap();
        assert_eq!((below.mission.as_ref(), check(&below)), (None, vec![]));
        assert!(!below.to_ascii().contains('L'), "{}", below.to_ascii());
    }

    #[test]
    fn promises_that_are_broken_are_taken_away() {
        let above = Map::from_ascii("\n#####\n#..>#\n#####").unwrap();
        let mut below = Map::from_ascii("\n#####\n#.###\n#..##\n#####").unwrap();
        below.source.promises = Promises::ALL;
        descend(&above, Pos::new(3, 1), &mut below).unwrap();
        let kept: Vec<&str> = below.source.promises.names().collect();
        assert_eq!(kept, ["connected", "closed-border", "rooms-disjoint"], "{}", below.to_ascii());
    }

    #[test]
    fn every_level_can_lie_below_every_other() {
        let size = Size::new(40, 30);
        let levels: Vec<Map> = registry::ALL
            .iter()
            .filter(|entry| entry.kind == crate::Kind::Layout)
            .flat_map(|entry| (0..2).filter_map(|seed| generate(entry.id, size, Seed::new(seed)).ok()))
            .collect();
        assert!(levels.len() > 10);
        let mut rng = Seed::new(3).rng();
        for level in &levels {
            for _ in 0..12 {
                let mut above = Map::new(size, Tile::Floor);
                let pos = Pos::new(rng.range(1, 38), rng.range(1, 28));
                above.tiles[pos] = Tile::StairsDown;
                let mut below = level.clone();
                match descend(&above, pos, &mut below) {
                    Ok(arrived) => assert_eq!(below.way_in(), Some(arrived)),
                    Err(error) => panic!("{error}"),
                }
                assert_eq!(check(&below), [], "{pos}\n{}\n{}", level.to_ascii(), below.to_ascii());
                assert_eq!(below.tiles[pos], Tile::StairsUp);
            }
        }
    }
}
