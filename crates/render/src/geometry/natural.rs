//! Which corners of an outline look as if nobody had built them, and how those are rounded.

use crate::scene::Point;
use mapwright::Pos;

/// How many corners on either side are looked at.
const AROUND: usize = 8;

/// For every corner whether the outline is natural there: many short steps that go one way and back, as in caves; rooms, corridors
/// and mazes have long lines, or corners that turn the same way.
pub(crate) fn corners(line: &[Pos]) -> Vec<bool> {
    let count = line.len();
    let turns_right = |i: usize| {
        let (before, at, after) = (line[(i + count - 1) % count], line[i], line[(i + 1) % count]);
        (at.x - before.x) * (after.y - at.y) - (at.y - before.y) * (after.x - at.x) > 0
    };
    let turns: Vec<bool> = (0..count).map(turns_right).collect();
    // From every corner to the next: how long, and whether it is a step of a stair.
    let edges: Vec<(i32, i32)> = (0..count)
        .map(|i| {
            let next = (i + 1) % count;
            let length = line[i].manhattan(line[next]);
            (length, i32::from(length == 1 && turns[i] != turns[next]))
        })
        .collect();
    let window = (2 * AROUND).min(count);
    let from = |i: usize| (i + count - window / 2) % count;
    let (mut length, mut steps) = (0, 0);
    for k in 0..window {
        let (edge, step) = edges[(from(0) + k) % count];
        length += edge;
        steps += step;
    }
    let mut natural = Vec::with_capacity(count);
    for i in 0..count {
        // A quarter of the lines are steps, and a line is not much more than two squares long.
        natural.push(4 * steps >= window as i32 && 10 * length <= 26 * window as i32);
        let (gone, come) = (edges[from(i)], edges[(from(i) + window) % count]);
        length += come.0 - gone.0;
        steps += come.1 - gone.1;
    }
    natural
}

/// The outline with a point at every corner of a cell, where `is_free` says which of them may move; those are drawn to the middle of their
/// neighbours, and then every corner that is left is cut (Chaikin).
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

/// Without the points in the middle of straight lines.
fn straightened(points: Vec<Point>) -> Vec<Point> {
    let count = points.len();
    let at = |i: usize| points[i % count];
    let bends = |i: &usize| {
        let (a, b) = (at(*i) - at(i + count - 1), at(i + 1) - at(*i));
        (a.x * b.y - a.y * b.x).abs() > 1e-4 || a.x * b.x + a.y * b.y < 0.0
    };
    (0..count).filter(bends).map(at).collect()
}
