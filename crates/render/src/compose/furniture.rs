//! Furniture for maps without any, in the drawing only.

use crate::band;
use crate::look::view::player_map;
use mapwright::place::furnish::furnished;
use mapwright::{BitGrid, Decoration, Dir, Map, Pos, Rect, Seed, decor};
use std::borrow::Cow;

/// Returns the map with the furniture of its drawing, for files of other programs that show the
/// map as well. Maps that have furniture, and maps without rooms, stay as they are.
pub fn with_furniture(map: &Map) -> Cow<'_, Map> {
    let seed = map.source.seed.child("picture");
    if map.rooms.is_empty() || !is_bare(map) {
        return Cow::Borrowed(map);
    }
    let players = player_map(map);
    let furniture = for_game_master(map, &players, &for_players(&players, seed), seed);
    let mut map = Cow::Borrowed(map);
    if !furniture.is_empty() {
        map.to_mut().decorations.extend(furniture);
    }
    map
}

/// Returns furniture for the map of the players, if it has none.
pub(super) fn for_players(seen: &Map, seed: Seed) -> Vec<Decoration> {
    if is_bare(seen) { furnished(seen, seed) } else { Vec::new() }
}

/// Returns furniture for the map of the game master: that of the players, as far as it leaves space
/// for what they do not know, and more in the hidden rooms.
pub(super) fn for_game_master(map: &Map, seen: &Map, known: &[Decoration], seed: Seed) -> Vec<Decoration> {
    let size = map.size();
    let is_open = |map: &Map, pos: Pos| band::is_open(map.tiles[pos]);
    let hidden = BitGrid::from_fn(size, |pos| is_open(map, pos) && !is_open(seen, pos));
    // Creatures, items and traps, furniture that came with the map, and the floor in front of
    // secret doors.
    let mut taken = BitGrid::new(size);
    map.entities.iter().for_each(|entity| taken.fill_rect(Rect::new(entity.pos.x, entity.pos.y, 1, 1), true));
    map.decorations.iter().for_each(|decoration| taken.fill_rect(decor::footprint(decoration), true));
    let mut thresholds = BitGrid::new(size);
    for pos in hidden.iter().flat_map(|pos| Dir::ALL.map(|dir| pos.step(dir))) {
        thresholds.fill_rect(Rect::new(pos.x, pos.y, 1, 1), true);
    }
    let has_space = |decoration: &&Decoration| {
        let area = decor::footprint(decoration);
        taken.is_clear(area) && (!decor::blocks(decoration) || thresholds.is_clear(area))
    };
    let mut furniture: Vec<Decoration> = known.iter().filter(has_space).cloned().collect();
    if is_bare(map) && !hidden.is_empty() {
        let is_hidden = |area: Rect| area.positions().all(|pos| hidden.contains(pos));
        furniture.extend(furnished(map, seed).into_iter().filter(|thing| is_hidden(decor::footprint(thing))));
    }
    furniture
}

/// Returns true if no furniture was placed on the map.
///
/// Furniture that was placed has a facing. Decorations of prefabs have none, and the other rooms of
/// those maps are bare.
fn is_bare(map: &Map) -> bool {
    map.decorations.iter().all(|decoration| decor::facing(decoration).is_none())
}

#[cfg(test)]
mod tests {
    use super::*;
    use mapwright::{EntityKind, Plan, Run, registry};
    use serde_json::json;

    fn dungeons(keys: u32) -> impl Iterator<Item = Map> {
        let entry = registry::find(registry::ALL, "dungeon").unwrap();
        let plan = Plan::of(entry, &json!({ "secret": 60, "hidden_rooms": true, "keys": keys })).unwrap();
        (0..12).map(move |seed| plan.run(Run::new(Seed::new(seed))).unwrap())
    }

    #[test]
    fn furniture_beside_the_map_is_that_of_the_drawing() {
        for map in dungeons(2) {
            let furnished = with_furniture(&map);
            assert!(furnished.decorations.len() > map.decorations.len());
            assert_eq!(furnished.decorations[..map.decorations.len()], map.decorations);
            assert_eq!(furnished.tiles, map.tiles);
            assert!(matches!(with_furniture(&furnished), Cow::Borrowed(_)), "it is furnished already");
        }
    }

    #[test]
    fn the_game_master_sees_the_furniture_of_the_players() {
        let (mut kept, mut all, mut hidden) = (0, 0, 0);
        for map in dungeons(0) {
            let (seen, seed) = (player_map(&map), Seed::new(1));
            let players = for_players(&seen, seed);
            let own = for_game_master(&map, &seen, &players, seed);
            for decoration in &own {
                let is_seen = band::is_open(seen.tiles[decoration.pos]);
                assert_eq!(is_seen, players.contains(decoration), "{decoration:?}");
                hidden += usize::from(!is_seen);
            }
            kept += own.iter().filter(|decoration| players.contains(decoration)).count();
            all += players.len();
        }
        assert!(10 * kept > 9 * all, "{kept} of {all} things of the players");
        assert!(hidden > 0, "hidden rooms are furnished too");
    }

    #[test]
    fn furniture_leaves_space_for_secrets() {
        for map in dungeons(0).chain(dungeons(2)) {
            let seen = player_map(&map);
            let own = for_game_master(&map, &seen, &for_players(&seen, Seed::new(1)), Seed::new(1));
            for decoration in own.iter().filter(|decoration| decor::blocks(decoration)) {
                let area = decor::footprint(decoration);
                let keys = map.entities.iter().filter(|entity| entity.kind == EntityKind::Key);
                assert!(keys.into_iter().all(|key| !area.contains(key.pos)), "{decoration:?}");
                let beside = area.positions().flat_map(|pos| Dir::ALL.map(|dir| pos.step(dir)));
                let is_secret = |pos: Pos| map.tiles.get(pos) == Some(&mapwright::Tile::DoorSecret);
                assert!(!beside.into_iter().any(is_secret), "{decoration:?} stands before a secret door");
            }
        }
    }
}
