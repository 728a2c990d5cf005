//! Metrics against the plainest implementation of their definition, on small maps.

use mapwright::metrics::{Metrics, critical_path};
use mapwright::{Map, Pos, Rng, Seed, Shape, Tile};
use std::collections::{BTreeMap, BTreeSet};

/// Returns a small random map with doors, water, stairs and rooms that may overlap.
fn scribble(rng: &mut Rng) -> Map {
    let (width, height, open) = (rng.range(1, 13), rng.range(1, 13), rng.range(30, 95) as u32);
    let mut text = String::new();
    for _ in 0..height {
        text.extend((0..width).map(|_| match (rng.percent(open), rng.below(20)) {
            (false, _) => '#',
            (true, 0) => '+',
            (true, 1) => '~',
            (true, 2) => '\'',
            (true, _) => '.',
        }));
        text.push('\n');
    }
    for mark in ["@", ">", ">", "E"] {
        let floor: Vec<usize> = text.match_indices('.').map(|(at, _)| at).collect();
        if let Some(&at) = rng.pick(&floor).filter(|_| mark == "@" || rng.percent(50)) {
            text.replace_range(at..=at, mark);
        }
    }
    let mut map = Map::from_ascii(&text).expect("a map");
    for _ in 0..rng.below(6) {
        let size = (rng.range(1, 4), rng.range(1, 4));
        let (x, y) = (rng.range(0, width - 1), rng.range(0, height - 1));
        map.add_room(Shape::Rect(mapwright::Rect::new(x, y, size.0, size.1)));
    }
    map
}

/// Returns the steps from these tiles to all others.
fn steps(map: &Map, from: impl Iterator<Item = Pos>) -> BTreeMap<Pos, u32> {
    let floor: BTreeSet<Pos> = map.floor_positions().collect();
    let mut known: BTreeMap<Pos, u32> = from.filter(|pos| floor.contains(pos)).map(|pos| (pos, 0)).collect();
    let mut round: Vec<Pos> = known.keys().copied().collect();
    for away in 1.. {
        let beside = round.iter().flat_map(|&pos| mapwright::Dir::ALL.map(|dir| pos.step(dir)));
        let next: BTreeSet<Pos> = beside.filter(|pos| floor.contains(pos) && !known.contains_key(pos)).collect();
        if next.is_empty() {
            break;
        }
        known.extend(next.iter().map(|&pos| (pos, away)));
        round = next.into_iter().collect();
    }
    known
}

fn longest_path(map: &Map) -> Option<f64> {
    let all = map.floor_positions().map(|pos| steps(map, std::iter::once(pos)).into_values().max().unwrap_or(0));
    all.max().map(f64::from)
}

/// Returns mean degree and diameter of the rooms.
fn room_graph(map: &Map) -> [Option<f64>; 2] {
    let rooms = map.rooms.len();
    if rooms == 0 {
        return [None; 2];
    }
    let away: Vec<BTreeMap<Pos, u32>> = map.rooms.iter().map(|room| steps(map, room.shape.positions())).collect();
    let owners = |pos: Pos| -> BTreeSet<usize> {
        let least = away.iter().filter_map(|away| away.get(&pos)).min();
        (0..rooms).filter(|&room| least.is_some() && away[room].get(&pos) == least).collect()
    };
    let mut apart = vec![vec![rooms; rooms]; rooms];
    for pos in map.floor_positions() {
        for near in mapwright::Dir::ALL.map(|dir| pos.step(dir)).into_iter().chain([pos]) {
            if map.size().contains(near) && map.tiles[near].is_walkable() {
                for a in owners(pos) {
                    owners(near).into_iter().for_each(|b| apart[a][b] = 1);
                }
            }
        }
    }
    (0..rooms).for_each(|room| apart[room][room] = 0);
    let degree = apart.iter().flatten().filter(|&&steps| steps == 1).count();
    for through in 0..rooms {
        for a in 0..rooms {
            for b in 0..rooms {
                apart[a][b] = apart[a][b].min(apart[a][through] + apart[through][b]);
            }
        }
    }
    let longest = apart.iter().flatten().filter(|&&steps| steps < rooms).max().copied().unwrap_or(0);
    [Some(degree as f64 / rooms as f64), Some(longest as f64)]
}

/// Returns the tiles in view of a tile, by walking along the line to each.
fn visible_area(map: &Map) -> Option<f64> {
    let hides = |pos: Pos| {
        matches!(map.tiles[pos], Tile::Wall | Tile::Void | Tile::DoorClosed | Tile::DoorLocked | Tile::DoorSecret)
    };
    let sees = |a: Pos, b: Pos| {
        let (dx, dy) = (b.x - a.x, b.y - a.y);
        let steps = dx.abs().max(dy.abs());
        // Where the line passes exactly between two cells, it keeps to one side all along.
        let free = |up: bool| {
            let round = |part: i32| {
                let twice = 2 * part;
                if up { (twice + steps).div_euclid(2 * steps) } else { -(steps - twice).div_euclid(2 * steps) }
            };
            (1..steps).all(|step| !hides(Pos::new(a.x + round(dx * step), a.y + round(dy * step))))
        };
        dx * dx + dy * dy <= 110 && (steps < 2 || free(true) || free(false))
    };
    let tiles: Vec<Pos> = map.floor_positions().collect();
    let pairs = tiles.iter().flat_map(|&a| tiles.iter().map(move |&b| (a, b))).filter(|&(a, b)| sees(a, b)).count();
    (!tiles.is_empty()).then(|| pairs as f64 / tiles.len() as f64)
}

/// Returns the percentage of rooms on the shortest paths to the goal, which ends where the critical
/// path does or as far away.
fn linearity(map: &Map) -> Option<f64> {
    let path = critical_path(map);
    let (&first, &last) = (path.first()?, path.last()?);
    let out = steps(map, std::iter::once(first));
    let reached: Vec<Pos> = out.keys().copied().filter(|pos| out[pos] == out[&last]).collect();
    let goals: Vec<Pos> = match map.tiles[last] {
        Tile::StairsDown => reached.into_iter().filter(|&pos| map.tiles[pos] == Tile::StairsDown).collect(),
        _ if map.exits.iter().any(|exit| exit.pos != first) => {
            reached.into_iter().filter(|&pos| map.exits.iter().any(|exit| exit.pos == pos)).collect()
        }
        _ => reached,
    };
    let mut on_path: BTreeSet<Pos> = BTreeSet::new();
    for goal in goals {
        let back = steps(map, std::iter::once(goal));
        on_path.extend(out.keys().filter(|pos| out[pos] + back[pos] == out[&goal]));
    }
    let passed = map.rooms.iter().filter(|room| room.shape.positions().any(|pos| on_path.contains(&pos))).count();
    let whole = if map.rooms.is_empty() { (path.len(), out.len()) } else { (passed, map.rooms.len()) };
    Some((100 * whole.0) as f64 / whole.1 as f64)
}

#[test]
fn metrics_equal_their_plainest_implementation() {
    let mut rng = Seed::new(21).rng();
    let mut with_rooms = 0;
    for _ in 0..600 {
        let map = scribble(&mut rng);
        let metrics = Metrics::of(&map);
        let text = format!("{}\n{:?}", map.to_ascii_with_entities(), map.rooms);
        assert_eq!(metrics.get("longest-path"), longest_path(&map), "{text}");
        assert_eq!(metrics.get("visible-area"), visible_area(&map), "{text}");
        assert_eq!(metrics.get("linearity"), linearity(&map), "{text}");
        assert_eq!(["room-degree", "diameter"].map(|name| metrics.get(name)), room_graph(&map), "{text}");
        super::laws::hold(&map, &text);
        with_rooms += usize::from(map.rooms.len() > 2);
    }
    assert!(with_rooms > 100, "{with_rooms} maps with rooms");
}
