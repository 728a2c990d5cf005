//! Finds the passages of a dungeon: lines of floor between the rooms.

use super::build::Ground;
use mapwright::{BitGrid, Dir, Grid, Map, Pos, RoomId, Size};

/// Maximum number of passages to record. A file with more is a maze, and its corridors are floor.
const MAX_PASSAGES: usize = 8_192;

/// Records the corridors as passages, straight on through crossings, and returns the passage of
/// every square plus one.
///
/// Corridors are the squares outside of rooms, except where they are two squares wide, and except
/// for deep water.
pub(super) fn record(map: &mut Map, ground: &Ground, deep: &BitGrid) -> Grid<u32> {
    let size = map.size();
    let mut corridors = squares(size, ground);
    corridors.subtract(deep);
    let lines = lines(&corridors);
    let mut passages = Grid::new(size, 0);
    if lines.len() > MAX_PASSAGES {
        return passages;
    }
    for line in lines {
        let joins = joins(&line, ground);
        let id = map.dig_passage(1, &mapwright::Passage::corners(&line), &joins);
        for pos in line {
            // Where two passages meet, the square belongs to the one that goes straight on.
            if passages[pos] == 0 {
                passages[pos] = id.0 + 1;
            }
        }
    }
    passages
}

/// Returns the squares of corridors.
fn squares(size: Size, ground: &Ground) -> BitGrid {
    let outside = BitGrid::from_fn(size, |pos| ground.is_floor(pos) && ground.room_at(pos).is_none());
    let is_block =
        |pos: Pos| [(0, 0), (1, 0), (0, 1), (1, 1)].iter().all(|&(x, y)| outside.contains(pos + Pos::new(x, y)));
    let is_wide = |pos: Pos| [(0, 0), (-1, 0), (0, -1), (-1, -1)].iter().any(|&(x, y)| is_block(pos + Pos::new(x, y)));
    BitGrid::from_fn(size, |pos| outside.contains(pos) && !is_wide(pos))
}

/// Divides the squares into lines, each as long as it goes straight on or has no other way.
fn lines(corridors: &BitGrid) -> Vec<Vec<Pos>> {
    let size = corridors.size();
    let (mut east, mut south) = (BitGrid::new(size), BitGrid::new(size));
    let mut lines = Vec::new();
    for pos in corridors.iter() {
        let is_alone = Dir::ALL.into_iter().all(|dir| !corridors.contains(pos.step(dir)));
        if is_alone {
            lines.push(vec![pos]);
        }
        for dir in [Dir::East, Dir::South] {
            let is_known = if dir == Dir::East { east.contains(pos) } else { south.contains(pos) };
            if is_known || !corridors.contains(pos.step(dir)) {
                continue;
            }
            let mut line = Vec::new();
            // Backwards first, so that the line can be turned around and continued forwards.
            follow(corridors, pos.step(dir), dir.opposite(), &mut line, (&mut east, &mut south));
            line.reverse();
            if let Some(on) = onward(corridors, pos.step(dir), dir) {
                let mut rest = Vec::new();
                follow(corridors, pos.step(dir), on, &mut rest, (&mut east, &mut south));
                line.extend(rest.into_iter().skip(1));
            }
            lines.push(line);
        }
    }
    lines
}

/// Follows a corridor from a square, over steps that were not taken before.
fn follow(
    corridors: &BitGrid,
    mut pos: Pos,
    mut dir: Dir,
    line: &mut Vec<Pos>,
    (east, south): (&mut BitGrid, &mut BitGrid),
) {
    line.push(pos);
    loop {
        let next = pos.step(dir);
        let (taken, from) = match dir {
            Dir::East => (&mut *east, pos),
            Dir::West => (&mut *east, next),
            Dir::South => (&mut *south, pos),
            Dir::North => (&mut *south, next),
        };
        if taken.contains(from) {
            return;
        }
        taken.insert(from);
        line.push(next);
        pos = next;
        match onward(corridors, pos, dir) {
            Some(on) => dir = on,
            None => return,
        }
    }
}

/// Returns the direction in which a line that comes in this direction goes on.
fn onward(corridors: &BitGrid, pos: Pos, dir: Dir) -> Option<Dir> {
    let is_open = |dir: Dir| corridors.contains(pos.step(dir));
    if is_open(dir) {
        return Some(dir);
    }
    match [dir.right(), dir.right().opposite()].map(|side| is_open(side).then_some(side)) {
        [Some(side), None] | [None, Some(side)] => Some(side),
        _ => None,
    }
}

/// Returns the rooms at the ends of a line, each once.
fn joins(line: &[Pos], ground: &Ground) -> Vec<RoomId> {
    let ahead = |from: Pos, to: Pos| Dir::ALL.into_iter().find(|dir| from.step(*dir) == to);
    let (first, last) = (line[0], line[line.len() - 1]);
    let ways = match line {
        [_] => [(first, None), (last, None)],
        _ => [(first, ahead(line[1], first)), (last, ahead(line[line.len() - 2], last))],
    };
    let mut joins: Vec<RoomId> = Vec::new();
    for (pos, ahead) in ways {
        let mut rooms = ahead.into_iter().chain(Dir::ALL).filter_map(|dir| ground.room_at(pos.step(dir)));
        // A passage of one square has one room on each side.
        let found = if ahead.is_some() { rooms.next() } else { rooms.find(|room| !joins.contains(room)) };
        joins.extend(found.filter(|room| !joins.contains(room)));
    }
    joins
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<Vec<(i32, i32)>> {
        let map = Map::from_ascii(text).unwrap();
        let lines = lines(&map.walkable());
        lines.iter().map(|line| mapwright::Passage::corners(line).iter().map(|pos| (pos.x, pos.y)).collect()).collect()
    }

    #[test]
    fn corridors_are_lines_with_bends() {
        assert_eq!(found("\n#####\n#...#\n###.#\n#####"), [[(1, 1), (3, 1), (3, 2)]]);
        assert_eq!(found("\n###\n#.#\n###"), [[(1, 1)]]);
    }

    #[test]
    fn crossings_are_passed_straight_on() {
        let cross = found("\n##.##\n##.##\n.....\n##.##");
        assert_eq!(cross, [vec![(2, 0), (2, 3)], vec![(0, 2), (4, 2)]]);
        let ends_in = found("\n.....\n##.##\n##.##");
        assert_eq!(ends_in, [vec![(0, 0), (4, 0)], vec![(2, 0), (2, 2)]]);
    }

    #[test]
    fn a_ring_is_one_line() {
        let ring = found("\n...\n.#.\n...");
        assert_eq!(ring.len(), 1);
        assert_eq!(ring[0].first(), ring[0].last());
    }
}
