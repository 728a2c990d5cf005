//! Walls: the outline of the drawn floor, cut where doors are shut.

use super::grid_point::GridPoint;
use mapwright::Pos;
use mapwright_render::PlanDoor;
use mapwright_render::scene::Point;
use std::collections::BTreeMap;

/// Farthest a wall is from the middle of a door's cell, beyond the side of the cell.
const REACH: i32 = 250;

/// Walls cut at doors, and the ends of these doors.
pub(super) struct CutWalls {
    pub(super) lines: Vec<Wall>,
    /// Ends of each door, left and right in the direction that it faces.
    pub(super) ends: Vec<[GridPoint; 2]>,
}

/// A part of the outline.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Wall {
    /// Points; a closed line does not repeat its first one.
    pub(super) points: Vec<GridPoint>,
    pub(super) closed: bool,
}

/// A place where a door cuts an outline: an edge, by its first point, and the point on it.
type Cut = (usize, GridPoint);

/// A door that is shut, and the place of its leaf.
pub(super) struct ShutDoor {
    pub(super) door: PlanDoor,
    /// Distance of the leaf from the middle of its cell, in the direction that the door faces.
    pub(super) depth: i32,
}

/// Cuts the closed lines of an outline on the line of every door's leaf.
pub(super) fn cut(outline: &[Vec<Point>], doors: &[ShutDoor]) -> CutWalls {
    let rings: Vec<Vec<GridPoint>> = outline.iter().map(|line| ring(line)).collect();
    let mut by_cell: BTreeMap<Pos, Vec<usize>> = BTreeMap::new();
    doors.iter().enumerate().for_each(|(index, shut)| by_cell.entry(shut.door.pos).or_default().push(index));
    // For every door and side: the nearest point on a wall, and its place in the rings.
    let mut nearest: Vec<[Option<(i32, usize, Cut)>; 2]> = vec![[None; 2]; doors.len()];
    for (ring, points) in rings.iter().enumerate().filter(|_| !doors.is_empty()) {
        for (edge, &from) in points.iter().enumerate() {
            let to = points[(edge + 1) % points.len()];
            for cell in cells_along(from, to) {
                for &index in by_cell.get(&cell).into_iter().flatten() {
                    let Some((along, at)) = crossing(from, to, &doors[index]) else { continue };
                    let side = usize::from(along > 0);
                    let found = &mut nearest[index][side];
                    if found.is_none_or(|(distance, ..)| along.abs() < distance) {
                        *found = Some((along.abs(), ring, (edge, at)));
                    }
                }
            }
        }
    }
    let mut cuts: Vec<Vec<Cut>> = vec![Vec::new(); rings.len()];
    let ends = doors.iter().zip(&nearest).map(|(door, sides)| {
        [0, 1].map(|side| {
            // Beyond the side of the cell is the cell of another door, or open floor.
            let limit = if door.door.walls[side] { 500 + REACH } else { 500 };
            match sides[side].filter(|(distance, ..)| *distance <= limit) {
                Some((_, ring, cut)) => {
                    cuts[ring].push(cut);
                    cut.1
                }
                None => on_leaf(door, if side == 0 { -500 } else { 500 }),
            }
        })
    });
    let ends = ends.collect();
    let lines = rings.into_iter().zip(cuts).flat_map(|(ring, cuts)| divided(ring, cuts)).collect();
    CutWalls { lines, ends }
}

/// Returns a line on the grid, without points that fall together.
fn ring(line: &[Point]) -> Vec<GridPoint> {
    let mut points: Vec<GridPoint> = line.iter().map(|&p| GridPoint::near(p)).collect();
    points.dedup();
    while points.len() > 1 && points.first() == points.last() {
        points.pop();
    }
    points
}

/// Returns the cells of doors that an edge may border.
fn cells_along(from: GridPoint, to: GridPoint) -> impl Iterator<Item = Pos> {
    let cells = |a: i32, b: i32| (a.min(b) - REACH).div_euclid(1000)..=(a.max(b) + REACH).div_euclid(1000);
    cells(from.y, to.y).flat_map(move |y| cells(from.x, to.x).map(move |x| Pos::new(x, y)))
}

/// Returns where an edge crosses the line of a door's leaf: how far to the right of its middle, and
/// the point.
fn crossing(from: GridPoint, to: GridPoint, door: &ShutDoor) -> Option<(i32, GridPoint)> {
    let middle = on_leaf(door, 0);
    let (dx, dy) = door.door.facing.right().delta();
    // Coordinates along the leaf and across it.
    let along = |p: GridPoint| (p.x - middle.x) * dx + (p.y - middle.y) * dy;
    let across = |p: GridPoint| (p.y - middle.y) * dx - (p.x - middle.x) * dy;
    let (a, b) = (across(from), across(to));
    if (a <= 0) == (b <= 0) {
        return None;
    }
    let share = f64::from(a) / (f64::from(a) - f64::from(b));
    let place = f64::from(along(from)) + share * f64::from(along(to) - along(from));
    let place = place.round() as i32;
    (place.abs() <= 500 + REACH).then(|| (place, on_leaf(door, place)))
}

/// Returns the point on the line of a door's leaf, this far to the right of its middle.
fn on_leaf(shut: &ShutDoor, along: i32) -> GridPoint {
    let PlanDoor { pos, facing, .. } = shut.door;
    let ((ahead_x, ahead_y), (right_x, right_y)) = (facing.delta(), facing.right().delta());
    let middle = |cell: i32| 1000 * cell + 500;
    GridPoint {
        x: middle(pos.x) + shut.depth * ahead_x + along * right_x,
        y: middle(pos.y) + shut.depth * ahead_y + along * right_y,
    }
}

/// Divides a closed line at its cuts.
fn divided(ring: Vec<GridPoint>, mut cuts: Vec<Cut>) -> Vec<Wall> {
    if ring.len() < 2 {
        return Vec::new();
    }
    if cuts.is_empty() {
        return vec![Wall { points: ring, closed: true }];
    }
    cuts.sort_by_key(|&(edge, at)| (edge, ring[edge].squared_distance(at)));
    cuts.dedup();
    let count = ring.len();
    let mut walls = Vec::new();
    for (index, &(edge, at)) in cuts.iter().enumerate() {
        let (last, end) = cuts[(index + 1) % cuts.len()];
        let mut points = vec![at];
        // From one cut to the next; the last one is followed by the first, once around.
        let steps = if index + 1 < cuts.len() { last - edge } else { last + count - edge };
        points.extend((1..=steps).map(|step| ring[(edge + step) % count]));
        points.push(end);
        points.dedup();
        if points.len() > 1 {
            walls.push(Wall { points, closed: false });
        }
    }
    walls
}

#[cfg(test)]
mod tests {
    use super::*;
    use mapwright::{Dir, DoorKind, DoorState};

    /// A corridor from west to east, one square wide.
    fn corridor() -> Vec<Vec<Point>> {
        let at = |(x, y): (i32, i32)| GridPoint { x: 1000 * x, y: 1000 * y }.point();
        vec![[(0, 0), (9, 0), (9, 1), (0, 1)].map(at).to_vec()]
    }

    fn shut(x: i32, depth: i32) -> ShutDoor {
        let (kind, state) = (DoorKind::Door, DoorState::Closed);
        ShutDoor { door: PlanDoor { pos: Pos::new(x, 0), facing: Dir::East, kind, state, walls: [true; 2] }, depth }
    }

    #[test]
    fn a_door_cuts_the_walls_on_both_sides() {
        let CutWalls { lines, ends } = cut(&corridor(), &[shut(3, 0), shut(6, 400)]);
        let at = |x: i32, y: i32| GridPoint { x, y };
        assert_eq!(ends, [[at(3500, 0), at(3500, 1000)], [at(6900, 0), at(6900, 1000)]]);
        assert_eq!(lines.len(), 4);
        for end in ends.into_iter().flatten() {
            let touches = |line: &&Wall| line.points[0] == end || line.points[line.points.len() - 1] == end;
            assert_eq!(lines.iter().filter(touches).count(), 2, "{end:?}");
        }
    }

    #[test]
    fn walls_without_doors_stay_closed() {
        let CutWalls { lines, ends } = cut(&corridor(), &[]);
        assert!(lines.len() == 1 && lines[0].closed && ends.is_empty());
    }

    #[test]
    fn a_door_without_walls_beside_it_spans_its_cell() {
        let mut free = shut(3, 0);
        free.door.pos = Pos::new(3, 5);
        free.door.walls = [false; 2];
        let CutWalls { lines, ends } = cut(&corridor(), &[free]);
        assert_eq!(ends, [[GridPoint { x: 3500, y: 5000 }, GridPoint { x: 3500, y: 6000 }]]);
        assert!(lines[0].closed);
    }
}
