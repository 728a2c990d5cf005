//! Casts light over exported walls and over tiles, and compares what is lit.
//!
//! The rays, the tiles and the distances here share nothing with the code that makes the walls.

#[path = "vtt/file.rs"]
#[expect(dead_code, reason = "only walls and doors are read here")]
mod file;

use file::{P, file, options};
use mapwright::{BitGrid, Map, Plan, Pos, Rect, Run, Seed, Shape, Tile, registry};
use mapwright_render::View;
use serde_json::json;

/// Maps of each kind.
const MAPS: u64 = 25;
/// Points in each map that light is cast from.
const POINTS: usize = 200;
/// Rays from each point.
const RAYS: u32 = 12;
/// Width of a drawn wall, in squares.
const WALL: f64 = 0.12;
/// Width of the jambs of a door, in squares.
const JAMB: f64 = 0.28;
/// Distance of a round wall from its cells: corners of cells are cut, and notches are filled.
const ROUND: f64 = 0.75;

/// A map with what light meets there.
struct Lit {
    name: String,
    map: Map,
    /// Walls and closed doors as exported, by the rows of cells that they touch.
    segments: Vec<[P; 2]>,
    rows: Vec<Vec<usize>>,
    /// True for cells near walls that are drawn round.
    round: BitGrid,
}

impl Lit {
    fn new(id: &str, with: serde_json::Value, seed: u64) -> Lit {
        let entry = registry::find(registry::ALL, id).unwrap();
        let plan = Plan::of(entry, &with).unwrap();
        let map = plan.run(Run::new(Seed::new(seed)).size(40, 32)).unwrap();
        let file = file(&map, &options(View::Gm));
        let mut segments = file.walls();
        segments.extend(file.portals());
        let mut rows = vec![Vec::new(); map.size().height as usize];
        for (index, [a, b]) in segments.iter().enumerate() {
            let row = |y: f64| (y.floor().max(0.0) as usize).min(rows.len() - 1);
            let (first, last) = (row(a[1].min(b[1]) - 0.01), row(a[1].max(b[1]) + 0.01));
            rows[first..=last].iter_mut().for_each(|row| row.push(index));
        }
        let is_cave = id == "cellular";
        let mut round = BitGrid::from_fn(map.size(), |_| is_cave);
        for room in &map.rooms {
            if let Shape::Circle(square) = room.shape {
                let around = Rect::new(square.x - 1, square.y - 1, square.width + 2, square.height + 2);
                round.fill_rect(around.intersection(map.size().rect()), true);
            }
        }
        Lit { name: format!("mapwright generate {id} --seed {seed} --size 40x32"), map, segments, rows, round }
    }

    fn is_open(&self, pos: Pos) -> bool {
        self.map.tiles.get(pos).is_some_and(|tile| !matches!(tile, Tile::Wall | Tile::Void))
    }

    /// Returns whether light passes the cell: floor, and doors that are open.
    fn lets_light_through(&self, pos: Pos) -> bool {
        let shut = [Tile::DoorClosed, Tile::DoorLocked, Tile::DoorSecret, Tile::Portcullis];
        self.is_open(pos) && self.map.tiles.get(pos).is_some_and(|tile| !shut.contains(tile))
    }

    /// Returns how far a ray gets over the exported walls, as a share of the way.
    fn reach(&self, [from, to]: [P; 2]) -> f64 {
        let (dx, dy) = (to[0] - from[0], to[1] - from[1]);
        let row = |y: f64| (y.floor().max(0.0) as usize).min(self.rows.len() - 1);
        let (first, last) = (row(from[1].min(to[1])), row(from[1].max(to[1])));
        let mut nearest = f64::INFINITY;
        for &index in self.rows[first..=last].iter().flatten() {
            let [a, b] = self.segments[index];
            let (ex, ey) = (b[0] - a[0], b[1] - a[1]);
            let turn = dx * ey - dy * ex;
            if turn == 0.0 {
                continue;
            }
            let (ax, ay) = (a[0] - from[0], a[1] - from[1]);
            let (along, across) = ((ax * ey - ay * ex) / turn, (ax * dy - ay * dx) / turn);
            if along >= 0.0 && (0.0..=1.0).contains(&across) {
                nearest = nearest.min(along);
            }
        }
        nearest
    }

    /// Returns the distance of a point from the nearest cell of which `is` is true, up to 2.
    fn distance(&self, p: P, is: impl Fn(Pos) -> bool) -> f64 {
        let (x, y) = (p[0].floor() as i32, p[1].floor() as i32);
        let mut nearest: f64 = 2.0;
        for pos in (y - 1..=y + 1).flat_map(|y| (x - 1..=x + 1).map(move |x| Pos::new(x, y))).filter(|&pos| is(pos)) {
            let off = |p: f64, cell: i32| (f64::from(cell) - p).max(p - f64::from(cell + 1)).max(0.0);
            nearest = nearest.min(off(p[0], pos.x).hypot(off(p[1], pos.y)));
        }
        nearest
    }

    /// Returns how far the drawn wall may be from the cells around a point.
    fn width(&self, p: P) -> f64 {
        let pos = Pos::new(p[0].floor() as i32, p[1].floor() as i32);
        let is_door = |pos: Pos| self.map.tiles.get(pos).is_some_and(|tile| tile.is_door());
        match self.map.tiles.get(pos) {
            Some(_) if self.round.contains(pos) => ROUND,
            _ if self.distance(p, is_door) < WALL => JAMB,
            _ => WALL,
        }
    }

    /// Returns random points on the floor, farther from walls than their drawing may be.
    fn points(&self) -> Vec<P> {
        let mut rng = self.map.source.seed.child("light").rng();
        let floor: Vec<Pos> = self.map.size().rect().positions().filter(|&pos| self.lets_light_through(pos)).collect();
        let mut inside = |cell: i32| f64::from(cell) + 0.3 + 0.4 * f64::from(rng.below(1000)) / 1000.0;
        let mut points = Vec::new();
        let mut index = 0;
        while points.len() < POINTS && index < 40 * POINTS && !floor.is_empty() {
            let pos = floor[(index * 7919) % floor.len()];
            index += 1;
            let p = [inside(pos.x), inside(pos.y)];
            if self.distance(p, |pos| !self.lets_light_through(pos)) > self.width(p) {
                points.push(p);
            }
        }
        points
    }
}

/// Returns the ends of rays from a point, beyond the map.
fn rays(from: P, turn: f64) -> impl Iterator<Item = [P; 2]> {
    (0..RAYS).map(move |ray| {
        let angle = (f64::from(ray) + turn) * std::f64::consts::TAU / f64::from(RAYS);
        [from, [from[0] + 100.0 * angle.cos(), from[1] + 100.0 * angle.sin()]]
    })
}

fn maps() -> impl Iterator<Item = Lit> {
    let dungeons = (0..MAPS).map(|seed| Lit::new("dungeon", json!({ "secret": 20 }), seed));
    dungeons.chain((0..MAPS).map(|seed| Lit::new("cellular", json!({}), seed)))
}

#[test]
fn light_reaches_what_it_reaches_over_the_tiles() {
    let (mut lit, mut dark) = (0, 0);
    for place in maps() {
        for (number, from) in place.points().into_iter().enumerate() {
            for ray @ [_, to] in rays(from, number as f64 / 7.0) {
                let reach = 100.0 * place.reach(ray);
                assert!(reach < 100.0, "{}: light from {from:?} towards {to:?} leaves the map", place.name);
                let at =
                    |way: f64| [from[0] + (to[0] - from[0]) * way / 100.0, from[1] + (to[1] - from[1]) * way / 100.0];
                // All that is lit is floor, or no farther from it than the drawn wall.
                let mut way = 0.0;
                while way < reach {
                    let off = place.distance(at(way), |pos| place.is_open(pos));
                    let wall = place.width(at(way));
                    assert!(off <= wall, "{}: {:?} is in a wall, but lit from {from:?}", place.name, at(way));
                    way += 0.25;
                    lit += 1;
                }
                // Light ends at a wall or a closed door.
                let end = at(reach);
                let off = place.distance(end, |pos| !place.lets_light_through(pos));
                assert!(off <= place.width(end), "{}: light from {from:?} ends at {end:?} in the open", place.name);
                dark += 1;
            }
        }
    }
    assert!(lit > 200_000 && dark > 50_000, "{lit} {dark}");
}

#[test]
fn no_light_leaves_a_closed_room() {
    for place in maps() {
        let size = place.map.size();
        let open = BitGrid::from_fn(size, |pos| place.lets_light_through(pos));
        for (number, from) in place.points().into_iter().enumerate().step_by(4) {
            let start = Pos::new(from[0].floor() as i32, from[1].floor() as i32);
            let room = open.flood(start);
            // Doors themselves may be lit up to their leaf.
            let is_near = |p: P| place.distance(p, |pos| size.contains(pos) && room.contains(pos)) <= 0.75;
            // Towards the ends of walls, where two of them meet: there light would leak.
            let ends = place
                .segments
                .iter()
                .map(|segment| segment[0])
                .filter(|end| (end[0] - from[0]).hypot(end[1] - from[1]) < 12.0);
            let towards = ends.flat_map(|end| {
                [-1e-7, 1e-7].map(|turn| {
                    let (dx, dy) = (end[0] - from[0], end[1] - from[1]);
                    [from, [from[0] + 40.0 * (dx - turn * dy), from[1] + 40.0 * (dy + turn * dx)]]
                })
            });
            let around = rays(from, number as f64 / 3.0);
            for ray @ [_, to] in around.chain(towards.step_by(5)) {
                let reach = place.reach(ray);
                let end = [from[0] + (to[0] - from[0]) * reach, from[1] + (to[1] - from[1]) * reach];
                assert!(is_near(end), "{}: light from {from:?} gets to {end:?}", place.name);
            }
        }
    }
}
