//! Walls and doors of a scene.

use super::document::{Document, Empty};
use super::ids::{Id, Ids};
use super::pixels::Pixels;
use crate::sight::{Sight, SightDoor};
use mapwright::{DoorKind, DoorState, Size};
use serde::Serialize;
use std::collections::BTreeSet;

/// A line that blocks.
#[derive(Clone, Serialize)]
pub(crate) struct Wall {
    #[serde(rename = "_id")]
    id: Id,
    /// Its ends: x and y of the first, x and y of the second, in pixels.
    c: [i32; 4],
    light: u8,
    #[serde(rename = "move")]
    movement: u8,
    sight: u8,
    sound: u8,
    /// The side from which it blocks.
    dir: u8,
    /// Kind of door.
    door: u8,
    /// State of the door.
    ds: u8,
    threshold: Threshold,
    flags: Empty,
}

/// Distances from which proximity walls block. There are no such walls.
#[derive(Clone, Copy, Serialize)]
struct Threshold {
    light: Option<u32>,
    sight: Option<u32>,
    sound: Option<u32>,
    attenuation: bool,
}

/// What a sense does at a wall.
mod sense {
    /// It passes.
    pub(super) const NONE: u8 = 0;
    /// It passes one such wall and stops at the next.
    pub(super) const LIMITED: u8 = 10;
    /// It stops.
    pub(super) const NORMAL: u8 = 20;
}

/// The side from which a wall blocks: left of the line from its first end to its second.
const FROM_THE_LEFT: u8 = 1;

impl Document for Wall {
    fn id(&self) -> Id {
        self.id
    }
}

/// A kind of wall, before it has its place.
#[derive(Clone, Copy)]
struct Kind {
    light: u8,
    sight: u8,
    sound: u8,
    dir: u8,
    door: u8,
    ds: u8,
}

impl Kind {
    /// Masonry.
    const WALL: Kind =
        Kind { light: sense::NORMAL, sight: sense::NORMAL, sound: sense::NORMAL, dir: 0, door: 0, ds: 0 };
    /// The outline of a column or statue: it can be seen, but not what is behind it.
    const OBJECT: Kind = Kind { light: sense::LIMITED, sight: sense::LIMITED, sound: sense::NONE, ..Kind::WALL };

    /// Returns the wall of a door.
    fn of_door(kind: DoorKind, state: DoorState) -> Kind {
        let ds = match state {
            DoorState::Closed => 0,
            DoorState::Open => 1,
            DoorState::Locked => 2,
        };
        let door = Kind { door: 1, ds, ..Kind::WALL };
        let is_open = state == DoorState::Open;
        match kind {
            DoorKind::Secret => Kind { door: 2, ..door },
            DoorKind::Portcullis => {
                // A grating keeps nobody from looking; it is raised by a lever, not by hand.
                let ds = if is_open { 1 } else { 2 };
                Kind { ds, sight: sense::NONE, light: sense::NONE, sound: sense::NONE, ..door }
            }
            DoorKind::Barred => Kind { ds: if is_open { 1 } else { 2 }, ..door },
            DoorKind::OneWay => Kind { dir: FROM_THE_LEFT, ..door },
            _ => door,
        }
    }
}

/// Returns the walls of a scene, doors last.
pub(crate) fn walls(sight: &Sight, pixels: Pixels, ids: &Ids) -> Vec<Wall> {
    let mut list = List { walls: Vec::new(), known: BTreeSet::new(), ids };
    let doors: Vec<[[i32; 2]; 2]> = sight.doors.iter().map(|door| door_ends(door, pixels, sight.size)).collect();
    let joints: BTreeSet<[i32; 2]> = doors.iter().flatten().copied().collect();
    for (lines, kind) in [(&sight.walls, Kind::WALL), (&sight.objects, Kind::OBJECT)] {
        for line in lines {
            let points = line.iter().map(|&point| pixels.point_inside(point, sight.size));
            let points = straightened(points, &joints);
            points.windows(2).for_each(|ends| list.add([ends[0], ends[1]], kind));
        }
    }
    for (door, ends) in sight.doors.iter().zip(doors) {
        list.add(ends, Kind::of_door(door.kind, door.state));
    }
    list.walls
}

/// Returns the ends of a door so that the side that it faces is on the left.
fn door_ends(door: &SightDoor, pixels: Pixels, size: Size) -> [[i32; 2]; 2] {
    let [a, b] = door.ends.map(|point| pixels.point_inside(point, size));
    let (dx, dy) = door.facing.delta();
    // With y down, the direction to the left of (x, y) is (y, -x).
    let leftward = (b[1] - a[1]) * dx - (b[0] - a[0]) * dy;
    if leftward < 0 { [b, a] } else { [a, b] }
}

struct List<'a> {
    walls: Vec<Wall>,
    known: BTreeSet<[[i32; 2]; 2]>,
    ids: &'a Ids,
}

impl List<'_> {
    /// Adds a wall, unless it is a point or there already.
    fn add(&mut self, [a, b]: [[i32; 2]; 2], kind: Kind) {
        if a == b || !self.known.insert([a.min(b), a.max(b)]) {
            return;
        }
        let Kind { light, sight, sound, dir, door, ds } = kind;
        self.walls.push(Wall {
            id: self.ids.id("wall", self.walls.len()),
            c: [a[0], a[1], b[0], b[1]],
            light,
            movement: 20,
            sight,
            sound,
            dir,
            door,
            ds,
            threshold: Threshold { light: None, sight: None, sound: None, attenuation: false },
            flags: Empty {},
        });
    }
}

/// Removes repeated points, and points in the middle of a straight line unless they are joints, the
/// seam of a closed line included.
fn straightened(points: impl Iterator<Item = [i32; 2]>, joints: &BTreeSet<[i32; 2]>) -> Vec<[i32; 2]> {
    let mut kept: Vec<[i32; 2]> = Vec::new();
    let is_free = |a, b, c| goes_on(a, b, c) && !joints.contains(&b);
    for point in points {
        if kept.last() == Some(&point) {
            continue;
        }
        while let [.., a, b] = kept[..]
            && is_free(a, b, point)
        {
            kept.pop();
        }
        kept.push(point);
    }
    if let [first, second, .., before, last] = kept[..]
        && first == last
        && is_free(before, first, second)
    {
        kept.pop();
        kept[0] = before;
    }
    kept
}

/// Returns true if the way from `a` over `b` to `c` is straight.
fn goes_on(a: [i32; 2], b: [i32; 2], c: [i32; 2]) -> bool {
    let step = |from: [i32; 2], to: [i32; 2]| [i64::from(to[0] - from[0]), i64::from(to[1] - from[1])];
    let ([ax, ay], [bx, by]) = (step(a, b), step(b, c));
    ax * by == ay * bx && ax * bx + ay * by > 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use mapwright::{Dir, Map, Pos};
    use mapwright_render::scene::Point;

    fn door(kind: DoorKind, state: DoorState, facing: Dir) -> Wall {
        let (x, y) = (3.0, 5.0);
        let across = matches!(facing, Dir::North | Dir::South);
        let (dx, dy) = if across { (1.0, 0.0) } else { (0.0, 1.0) };
        let ends = [Point { x, y }, Point { x: x + dx, y: y + dy }];
        let door = SightDoor { ends, pos: Pos::new(3, 5), facing, kind, state };
        let size = Size::new(9, 9);
        let sight = Sight { size, walls: Vec::new(), objects: Vec::new(), doors: vec![door], lights: Vec::new() };
        let ids = Ids::new("", [&Map::new(size, mapwright::Tile::Floor)]);
        walls(&sight, Pixels::new(70), &ids).remove(0)
    }

    /// Returns the direction from which a wall blocks.
    fn blocks_from(wall: &Wall) -> Option<Dir> {
        let [ax, ay, bx, by] = wall.c;
        let left = (by - ay, ax - bx);
        let along = |dir: &Dir| left.0.signum() == dir.delta().0 && left.1.signum() == dir.delta().1;
        (wall.dir == FROM_THE_LEFT).then(|| Dir::ALL.into_iter().find(along)).flatten()
    }

    #[test]
    fn every_door_has_its_kind_and_state() {
        use DoorKind::{Barred, Door, Double, OneWay, Portcullis, Secret};
        use DoorState::{Closed, Locked, Open};
        let cases = [
            (Door, Closed, (1, 0)),
            (Door, Open, (1, 1)),
            (Door, Locked, (1, 2)),
            (Double, Closed, (1, 0)),
            (Secret, Closed, (2, 0)),
            (Secret, Locked, (2, 2)),
            (Portcullis, Closed, (1, 2)),
            (Portcullis, Open, (1, 1)),
            (Barred, Closed, (1, 2)),
            (OneWay, Closed, (1, 0)),
        ];
        for (kind, state, expected) in cases {
            let wall = door(kind, state, Dir::North);
            assert_eq!((wall.door, wall.ds), expected, "{kind} {state}");
            assert_eq!((wall.dir != 0, wall.sight == 0), (kind == OneWay, kind == Portcullis), "{kind}");
            assert_eq!((wall.light, wall.movement), (wall.sight, 20), "{kind}");
        }
    }

    #[test]
    fn one_way_doors_block_from_the_side_they_face() {
        for facing in Dir::ALL {
            assert_eq!(blocks_from(&door(DoorKind::OneWay, DoorState::Closed, facing)), Some(facing));
        }
    }

    #[test]
    fn straight_walls_are_one_wall() {
        let free = |points: &[[i32; 2]]| straightened(points.iter().copied(), &BTreeSet::new());
        let square = [[5, 0], [9, 0], [9, 0], [9, 9], [0, 9], [0, 0], [2, 0], [5, 0]];
        assert_eq!(free(&square), [[0, 0], [9, 0], [9, 9], [0, 9], [0, 0]]);
        let back = [[0, 0], [5, 0], [2, 0]];
        assert_eq!(free(&back), back, "a line that turns back stays");
        assert_eq!(free(&[[1, 1], [1, 1]]), [[1, 1]]);
    }

    #[test]
    fn walls_end_where_doors_end() {
        let line = [[0, 0], [5, 0], [9, 0]];
        assert_eq!(straightened(line.into_iter(), &BTreeSet::from([[5, 0]])), line);
    }
}
