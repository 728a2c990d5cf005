//! Finds the natural corners of an outline, as in caves, and rounds them.

use crate::scene::Point;
use mapwright::Pos;

/// Number of corners to look at on either side.
const REACH: usize = 8;

/// Returns for every corner whether the outline is natural there: many short steps back and forth,
/// as in caves. Rooms, corridors and mazes have long lines, or corners that turn the same way.
pub(crate) fn corners(line: &[Pos]) -> Vec<bool> {
    let count = line.len();
    let turns_right = |i: usize| {
        let (before, at, after) = (line[(i + count - 1) % count], line[i], line[(i + 1) % count]);
        (at.x - before.x) * (after.y - at.y) - (at.y - before.y) * (after.x - at.x) > 0
    };
    let turns: Vec<bool> = (0..count).map(turns_right).collect();
    // For every edge: its length, and whether it is a step of a staircase.
    let edges: Vec<(i32, i32)> = (0..count)
        .map(|i| {
            let next = (i + 1) % count;
            let length = line[i].manhattan(line[next]);
            (length, i32::from(length == 1 && turns[i] != turns[next]))
        })
        .collect();
    let window = (2 * REACH).min(count);
    let from = |i: usize| (i + count - window / 2) % count;
    let (mut length, mut steps) = (0, 0);
    for k in 0..window {
        let (edge, step) = edges[(from(0) + k) % count];
        length += edge;
        steps += step;
    }
    let mut natural = Vec::with_capacity(count);
    for i in 0..count {
        // At least a quarter of the edges are steps, and the mean length is at most 2.6 squares.
        natural.push(4 * steps >= window as i32 && 10 * length <= 26 * window as i32);
        let (leaving, entering) = (edges[from(i)], edges[(from(i) + window) % count]);
        length += entering.0 - leaving.0;
        steps += entering.1 - leaving.1;
    }
    natural
}

/// Rounds an outline, with a point at every corner of a cell. `is_free` says which points may move:
/// these are pulled towards the middle of their neighbours, and then their corners are cut
/// (Chaikin's algorithm).
pub(crate) fn rounded(line: &[Pos], is_free: impl Fn(usize, Pos) -> bool) -> Vec<Point> {
    let count = line.len();
    let mut points: Vec<(Point, bool)> = Vec::new();
    for (i, &from) in line.iter().enumerate() {
        let to = line[(i + 1) % count];
        let steps = from.manhattan(to).max(1);
        let free_line = is_free(i, from) || is_free((i + 1) % count, to);
        for step in 0..steps {
            let at = Pos::new(from.x + (to.x - from.x) / steps * step, from.y + (to.y - from.y) / steps * step);
            let free = if step == 0 { is_free(i, at) } else { free_line && is_free(i, at) };
            points.push((at.into(), free));
        }
    }
    let count = points.len();
    let before: Vec<Point> = points.iter().map(|(p, _)| *p).collect();
    // A single cell would become a speck.
    let is_small = count <= 8;
    for (i, (point, free)) in points.iter_mut().enumerate() {
        if *free && !is_small {
            let (a, b) = (before[(i + count - 1) % count], before[(i + 1) % count]);
            *point = before[i].toward(a.toward(b, 0.5), 0.6);
        }
    }
    let mut rounded = Vec::with_capacity(2 * count);
    for i in 0..count {
        let (at, free) = points[i];
        if free {
            let (before, after) = (points[(i + count - 1) % count].0, points[(i + 1) % count].0);
            rounded.push(at.toward(before, 0.25));
            rounded.push(at.toward(after, 0.25));
        } else {
            rounded.push(at);
        }
    }
    straightened(rounded)
}

/// Removes the points in the middle of straight lines.
fn straightened(points: Vec<Point>) -> Vec<Point> {
    let count = points.len();
    let at = |i: usize| points[i % count];
    let bends = |i: &usize| {
        let (a, b) = (at(*i) - at(i + count - 1), at(i + 1) - at(*i));
        (a.x * b.y - a.y * b.x).abs() > 1e-4 || a.x * b.x + a.y * b.y < 0.0
    };
    (0..count).filter(bends).map(at).collect()
}
