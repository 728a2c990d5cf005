//! [`View`]: the map for the game master or for players.

use crate::band;
use crate::error::Error;
use crate::error::parse_choice::parse_choice;
use mapwright::themes::Themes;
use mapwright::{
    BitGrid, CellSet, Dir, DoorKind, DoorState, Level, Map, Pos, Rect, Room, RoomId, Shape, Tile, Zone, decor,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::str::FromStr;

/// The audience of a picture.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum View {
    /// The game master: everything.
    #[default]
    Gm,
    /// Players: hides secret doors and rooms behind them, traps, creatures and items.
    Player,
}

impl View {
    /// All views with their names.
    pub const ALL: [(View, &'static str); 2] = [(View::Gm, "gm"), (View::Player, "player")];
}

impl FromStr for View {
    type Err = Error;
    fn from_str(name: &str) -> Result<Self, Error> {
        parse_choice("view", name, &View::ALL)
    }
}

/// Returns the map as players see it: the map in which everything hidden was never dug.
///
/// A secret door is wall, and rooms, passages and things behind it are gone. So are traps,
/// creatures, items and notes. Room numbers count the visible rooms from 1, so that no gap tells
/// of a hidden one. Whatever is drawn from this map depends on nothing that players do not know.
pub fn player_map(map: &Map) -> Map {
    let mut seen = map.clone();
    seen.entities.clear();
    seen.decorations.retain(|decoration| decoration.kind != "trap");
    seen.mission = None;
    seen.labels.clear();
    seen.source.edits.clear();
    let gone = hidden(map);
    seen.zones = themed(map, &gone);
    if !gone.is_empty() {
        fill(&mut seen, &gone);
    }
    drop_hidden_records(&mut seen, &gone);
    for door in &mut seen.doors {
        // A visible secret door looks like a normal door, and a locked door like a closed one.
        if door.kind == DoorKind::Secret {
            door.kind = DoorKind::Door;
        }
        if door.state == DoorState::Locked {
            door.state = DoorState::Closed;
            seen.tiles[door.pos] = door.tile();
        }
    }
    for tile in seen.tiles.cells_mut() {
        if *tile == Tile::DoorLocked {
            *tile = Tile::DoorClosed;
        }
    }
    seen
}

/// Returns the number of the first room that has another number for players, if there is one.
pub(crate) fn first_renumbered(map: &Map) -> Option<u32> {
    let seen: BTreeMap<RoomId, u32> = player_map(map).rooms.iter().map(|room| (room.id, room.number)).collect();
    let renumbered = |room: &&Room| seen.get(&room.id).is_some_and(|&number| number != room.number);
    map.rooms.iter().filter(renumbered).map(|room| room.number).min()
}

/// Removes the records of everything that is not on the visible floor, and numbers the rooms anew.
fn drop_hidden_records(seen: &mut Map, gone: &BitGrid) {
    let open = BitGrid::from_fn(seen.size(), |pos| band::is_open(seen.tiles[pos]));
    let mut closed = open.clone();
    closed.invert();
    let whole = seen.size().rect();
    let is_seen = |pos: Pos| open.contains(pos);
    let is_all_seen = |rect: Rect| whole.encloses(rect) && closed.is_clear(rect);
    let any =
        |shape: &Shape, of: &BitGrid| !of.is_clear(shape.bounds()) && shape.positions().any(|pos| of.contains(pos));
    seen.rooms.retain(|room| any(&room.shape, &open));
    for room in seen.rooms.iter_mut().filter(|room| any(&room.shape, gone)) {
        if let Some(cells) = CellSet::filtered(room.shape.positions(), |pos| !gone.contains(pos)) {
            room.shape = Shape::Cells(Box::new(cells));
        }
    }
    let rooms: BTreeSet<RoomId> = seen.rooms.iter().map(|room| room.id).collect();
    seen.passages.retain(|passage| passage.legs().all(is_all_seen));
    seen.passages.iter_mut().for_each(|passage| passage.joins.retain(|id| rooms.contains(id)));
    if let Some(symmetry) = &mut seen.symmetry {
        symmetry.images.iter_mut().for_each(|images| images.retain(|id| rooms.contains(id)));
        symmetry.images.retain(|images| !images.is_empty());
    }
    seen.stairs.retain(|stairs| is_seen(stairs.pos));
    seen.exits.retain(|exit| is_seen(exit.pos));
    seen.doors.retain(|door| is_seen(door.pos));
    seen.decorations.retain(|decoration| is_all_seen(decor::footprint(decoration)));
    let mut by_number: Vec<&mut Room> = seen.rooms.iter_mut().collect();
    by_number.sort_by_key(|room| room.number);
    (1..).zip(by_number).for_each(|(number, room)| room.number = number);
}

/// Returns the visible part of the themed zones, with no tag but the theme.
fn themed(map: &Map, gone: &BitGrid) -> Vec<Zone> {
    let themes = Themes::of(map);
    let zones = map.zones.iter().filter(|zone| themes.at(zone).is_some());
    let seen = |zone: &Zone| {
        let cells = CellSet::filtered(zone.cells.positions(), |pos| !gone.contains(pos))?;
        Some(Zone::new(zone.id, cells).with_tags(zone.tags.first().cloned().into_iter().collect()))
    };
    zones.filter_map(seen).collect()
}

/// Returns where players come in, the surest first: their start, the exits, stairs up, stairs down.
/// An exit that they reach through a secret door only is one of the secrets.
fn ways_in(map: &Map) -> [Vec<Pos>; 4] {
    let stairs = |dir: Level| map.stairs.iter().filter(move |stairs| stairs.dir == dir).map(|stairs| stairs.pos);
    [
        map.start().into_iter().collect(),
        map.exits.iter().map(|exit| exit.pos).collect(),
        stairs(Level::Up).collect(),
        stairs(Level::Down).collect(),
    ]
}

/// Returns the secret doors, everything behind them, and corridors that lead nowhere else.
fn hidden(map: &Map) -> BitGrid {
    let is_secret = |pos: Pos| map.tiles[pos] == Tile::DoorSecret;
    let mut gone = BitGrid::from_fn(map.size(), is_secret);
    if gone.is_empty() {
        return gone;
    }
    let secrets: Vec<Pos> = gone.iter().collect();
    let mut open = BitGrid::from_fn(map.size(), |pos| band::is_open(map.tiles[pos]) && !is_secret(pos));
    let mut known = BitGrid::new(map.size());
    for ways_in in ways_in(map) {
        for pos in ways_in {
            if open.contains(pos) && !known.contains(pos) {
                open.flood(pos).iter().for_each(|pos| known.insert(pos));
            }
        }
        if !known.is_empty() {
            break;
        }
    }
    let beside = |pos: Pos| Dir::ALL.map(|dir| pos.step(dir));
    if known.is_empty() {
        // Without an entrance, players know the largest part.
        let parts = secrets.iter().flat_map(|&pos| beside(pos)).filter(|&pos| open.contains(pos));
        let mut largest: Option<BitGrid> = None;
        for pos in parts {
            if largest.as_ref().is_none_or(|part| !part.contains(pos)) {
                let part = open.flood(pos);
                largest = largest.filter(|largest| largest.count() >= part.count()).or(Some(part));
            }
        }
        known = largest.unwrap_or(known);
    }
    for pos in secrets.iter().flat_map(|&pos| beside(pos)) {
        if open.contains(pos) && !known.contains(pos) && !gone.contains(pos) {
            open.flood(pos).iter().for_each(|pos| gone.insert(pos));
        }
    }
    open.subtract(&gone);
    let mut rooms = BitGrid::new(map.size());
    for room in &map.rooms {
        match room.shape {
            Shape::Rect(rect) => rooms.fill_rect(rect, true),
            _ => room.shape.positions().for_each(|pos| rooms.insert(pos)),
        }
    }
    map.exits.iter().map(|exit| exit.pos).chain(map.stairs.iter().map(|stairs| stairs.pos)).for_each(|pos| {
        if map.size().contains(pos) {
            rooms.insert(pos);
        }
    });
    for pos in secrets.iter().flat_map(|&pos| beside(pos)) {
        let mut at = pos;
        while open.contains(at) && !rooms.contains(at) {
            let mut exits = beside(at).into_iter().filter(|&pos| open.contains(pos));
            let (next, other) = (exits.next(), exits.next());
            if other.is_some() {
                break;
            }
            open.remove(at);
            gone.insert(at);
            match next {
                Some(next) => at = next,
                None => break,
            }
        }
    }
    gone
}

/// Replaces the hidden cells by walls, or by rock where no visible floor is next to them.
fn fill(map: &mut Map, gone: &BitGrid) {
    let rock = rock(map);
    let open = BitGrid::from_fn(map.size(), |pos| band::is_open(map.tiles[pos]) && !gone.contains(pos));
    let seen = open.grown(1);
    for pos in gone.grown(1).iter() {
        let is_wall = map.tiles[pos] == Tile::Wall;
        if gone.contains(pos) || is_wall {
            map.tiles[pos] = if seen.contains(pos) { Tile::Wall } else { rock };
        }
    }
}

/// Returns the tile of the rock that touches no floor: void or wall, whichever there is more of.
fn rock(map: &Map) -> Tile {
    let touched = BitGrid::from_fn(map.size(), |pos| band::is_open(map.tiles[pos])).grown(1);
    let cells = || map.tiles.cells().iter().zip(map.size().rect().positions());
    let count = |rock: Tile| cells().filter(|(tile, pos)| **tile == rock && !touched.contains(*pos)).count();
    if count(Tile::Void) > count(Tile::Wall) { Tile::Void } else { Tile::Wall }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn player(text: &str) -> String {
        player_map(&Map::from_ascii(text).unwrap()).to_ascii()
    }

    #[test]
    fn rooms_behind_secret_doors_become_rock() {
        let map = "\n########\n#..S...#\n#E.#...#\n########\n";
        assert_eq!(player(map), "########\n#..#####\n#..#####\n########\n");
    }

    #[test]
    fn players_know_the_side_of_their_way_in() {
        let left = "########\n#..#####\n#<.#####\n########\n";
        for (map, shown) in [
            ("\n########\n#..S...#\n#<.#...#\n########\n", left),
            ("\n########\n#..S...#\n#<.#..>#\n########\n", left),
            ("\n########\n#..S..E#\n#@.#...#\n########\n", &left.replace('<', ".")),
        ] {
            assert_eq!(player(map), shown, "{map}");
        }
    }

    #[test]
    fn walls_around_hidden_rooms_disappear() {
        let map = "\n#########\n#..S....#\n#E.######\n####     \n";
        assert_eq!(player(map), "####     \n#..#     \n#..#     \n####     \n");
    }

    #[test]
    fn corridors_to_secret_doors_disappear() {
        let map = "\n###########\n#E..+...S.#\n#...#####.#\n#...'.....#\n###########\n";
        let shown = player(map);
        assert!(!shown.contains('S') && !shown.contains('+'), "{shown}");
    }

    #[test]
    fn a_map_without_secrets_keeps_its_tiles() {
        let map = Map::from_ascii("\n#####\n#@^m#\n#.L.#\n#####\n").unwrap();
        let shown = player_map(&map);
        assert!(shown.entities.is_empty());
        assert_eq!(shown.to_ascii(), "#####\n#...#\n#.+.#\n#####\n");
    }
}
