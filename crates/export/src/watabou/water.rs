//! Water: deep, so that it needs bridges where it would cut the dungeon into pieces.

use mapwright::{BitGrid, Dir, Grid, Map, Pos, Tile};
use std::collections::VecDeque;

/// Floods these squares of floor.
///
/// In a One Page Dungeon people wade, but water tiles are too deep for that. So there are bridges: on
/// squares that have to stay walkable, such as passages, and along short ways between pieces of floor
/// that the water would cut off from each other.
pub(super) fn flood(map: &mut Map, water: &BitGrid, dry: &BitGrid) {
    for pos in water.iter() {
        map.tiles[pos] = match map.tiles[pos] {
            Tile::Floor if dry.contains(pos) => Tile::Bridge,
            Tile::Floor => Tile::Water,
            other => other,
        };
    }
    for pos in bridges(map) {
        map.tiles[pos] = Tile::Bridge;
    }
    // A dungeon that is nothing but water.
    if map.floor_positions().next().is_none()
        && let Some(first) = water.iter().next()
    {
        map.tiles[first] = Tile::Bridge;
    }
}

/// Returns the squares of water that join all pieces of floor that water joins: a spanning tree of
/// the pieces, with the shortest ways first.
fn bridges(map: &Map) -> Vec<Pos> {
    let (size, floor) = (map.size(), map.walkable());
    let mut pieces: Grid<u32> = Grid::new(size, 0);
    let mut from: Grid<Option<Dir>> = Grid::new(size, None);
    let mut steps: Grid<u32> = Grid::new(size, 0);
    let mut queue: VecDeque<Pos> = VecDeque::new();
    let mut count = 0;
    for start in floor.iter() {
        if pieces[start] != 0 {
            continue;
        }
        count += 1;
        pieces[start] = count;
        let mut left = vec![start];
        while let Some(pos) = left.pop() {
            queue.push_back(pos);
            for next in Dir::ALL.map(|dir| pos.step(dir)) {
                if floor.contains(next) && pieces[next] == 0 {
                    pieces[next] = count;
                    left.push(next);
                }
            }
        }
    }
    if count < 2 {
        return Vec::new();
    }
    // Every piece spreads over the water; where two of them meet, there may be a bridge.
    let mut meetings: Vec<(u32, Pos, Dir)> = Vec::new();
    while let Some(pos) = queue.pop_front() {
        for dir in Dir::ALL {
            let next = pos.step(dir);
            if !size.contains(next) || map.tiles[next] != Tile::Water && !floor.contains(next) {
                continue;
            }
            if pieces[next] == 0 {
                pieces[next] = pieces[pos];
                from[next] = Some(dir.opposite());
                steps[next] = steps[pos] + 1;
                queue.push_back(next);
            } else if pieces[next] != pieces[pos] {
                meetings.push((steps[pos] + steps[next], pos, dir));
            }
        }
    }
    meetings.sort_unstable_by_key(|(length, pos, dir)| (*length, *pos, *dir as u8));
    let mut roots: Vec<u32> = (0..=count).collect();
    let mut laid = Vec::new();
    for (_, pos, dir) in meetings {
        let next = pos.step(dir);
        let (one, other) = (root(&mut roots, pieces[pos]), root(&mut roots, pieces[next]));
        if one == other {
            continue;
        }
        roots[one as usize] = other;
        for mut at in [pos, next] {
            while let Some(back) = from[at] {
                laid.push(at);
                at = at.step(back);
            }
        }
    }
    laid
}

/// Returns the piece that stands for all pieces joined with this one.
fn root(roots: &mut [u32], mut piece: u32) -> u32 {
    while roots[piece as usize] != piece {
        roots[piece as usize] = roots[roots[piece as usize] as usize];
        piece = roots[piece as usize];
    }
    piece
}

#[cfg(test)]
mod tests {
    use super::*;

    fn flooded(text: &str, is_dry: impl Fn(Pos) -> bool) -> String {
        let mut map = Map::from_ascii(&text.replace('w', ".")).unwrap();
        let marks: Vec<&str> = text.trim_start_matches('\n').lines().collect();
        let water = BitGrid::from_fn(map.size(), |pos| marks[pos.y as usize].as_bytes()[pos.x as usize] == b'w');
        let dry = BitGrid::from_fn(map.size(), is_dry);
        flood(&mut map, &water, &dry);
        map.to_ascii()
    }

    #[test]
    fn water_that_cuts_nothing_off_is_deep() {
        assert_eq!(flooded("\n#####\n#.ww#\n#...#\n#####", |_| false), "#####\n#.~~#\n#...#\n#####\n");
    }

    #[test]
    fn pieces_are_joined_by_the_shortest_bridges() {
        let text = "\n########\n#.wwww.#\n#.wwww.#\n###ww###\n###..###\n########";
        assert_eq!(flooded(text, |_| false).matches('=').count(), 6, "two bridges of three squares");
        let map = Map::from_ascii(&flooded(text, |_| false)).unwrap();
        assert_eq!(mapwright::check(&map), []);
    }

    #[test]
    fn dry_squares_get_a_bridge() {
        assert_eq!(flooded("\n#####\n#www#\n#...#\n#####", |pos| pos.x == 2), "#####\n#~=~#\n#...#\n#####\n");
    }
}
