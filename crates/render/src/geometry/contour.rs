//! Contour lines of a field, by marching squares.

use super::area::Area;
use super::field::Field;
use crate::scene::Point;

/// The edge between two neighbouring samples: twice the index of the first, plus one if the second
/// is below it.
type Edge = u32;

/// Returns the area where the field is at least `level`, with clockwise outlines.
pub(crate) fn area_above(field: &Field<f32>, level: f32) -> Area {
    let (width, height) = (field.width, field.height);
    let edge = |x: i32, y: i32, below: bool| 2 * (y * width + x) as Edge + Edge::from(below);
    let mut steps: Vec<(Edge, Edge)> = Vec::new();
    for y in 0..height - 1 {
        let (upper, lower) = (field.row(y), field.row(y + 1));
        for x in 0..width - 1 {
            let i = x as usize;
            let corner = |value: f32, bit: u8| u8::from(value >= level) * bit;
            let case = corner(upper[i], 1) | corner(upper[i + 1], 2) | corner(lower[i + 1], 4) | corner(lower[i], 8);
            if case == 0 || case == 15 {
                continue;
            }
            let (top, bottom) = (edge(x, y, false), edge(x, y + 1, false));
            let (left, right) = (edge(x, y, true), edge(x + 1, y, true));
            // With the high samples on the right-hand side.
            let segments: &[(Edge, Edge)] = match case {
                1 => &[(top, left)],
                2 => &[(right, top)],
                3 => &[(right, left)],
                4 => &[(bottom, right)],
                5 => &[(top, left), (bottom, right)],
                6 => &[(bottom, top)],
                7 => &[(bottom, left)],
                8 => &[(left, bottom)],
                9 => &[(top, bottom)],
                10 => &[(right, top), (left, bottom)],
                11 => &[(right, bottom)],
                12 => &[(left, right)],
                13 => &[(top, right)],
                _ => &[(left, top)],
            };
            steps.extend_from_slice(segments);
        }
    }
    steps.sort_unstable();
    let mut used = vec![false; steps.len()];
    let mut lines = Vec::new();
    for start in 0..steps.len() {
        let mut line = Vec::new();
        let mut at = start;
        while !used[at] {
            used[at] = true;
            line.push(crossing(field, level, steps[at].0));
            match steps.binary_search_by_key(&steps[at].1, |step| step.0) {
                Ok(next) => at = next,
                // The line ends at the edge of the field.
                Err(_) => break,
            }
        }
        if line.len() > 2 {
            lines.push(line);
        }
    }
    Area { lines }
}

/// Returns the point where the field crosses the level between two samples.
fn crossing(field: &Field<f32>, level: f32, edge: Edge) -> Point {
    let index = (edge / 2) as i32;
    let (x, y) = (index % field.width, index / field.width);
    let (dx, dy) = if edge % 2 == 1 { (0, 1) } else { (1, 0) };
    let value = |x: i32, y: i32| field.values[(y * field.width + x) as usize];
    let (a, b) = (value(x, y), value(x + dx, y + dy));
    let share = if a == b { 0.5 } else { ((level - a) / (b - a)).clamp(0.0, 1.0) };
    Field::<f32>::point(x, y).toward(Field::<f32>::point(x + dx, y + dy), share)
}

/// Cuts all corners of a closed line this many times (Chaikin's algorithm).
pub(crate) fn smoothed(mut line: Vec<Point>, times: u32) -> Vec<Point> {
    for _ in 0..times {
        let next = line.iter().cycle().skip(1);
        line = line.iter().zip(next).flat_map(|(a, b)| [a.toward(*b, 0.25), a.toward(*b, 0.75)]).collect();
    }
    line
}

/// Drops points that are closer than `apart` to the last remaining one.
pub(crate) fn thinned(line: &[Point], apart: f32) -> Vec<Point> {
    let mut thinned_line: Vec<Point> = Vec::with_capacity(line.len());
    for &p in line {
        if thinned_line.last().is_none_or(|last| last.distance(p) >= apart) {
            thinned_line.push(p);
        }
    }
    thinned_line
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::pt;
    use mapwright::Size;

    #[test]
    fn islands_and_holes_are_found() {
        let mut field = Field::new(Size::new(4, 4), 0.0f32);
        for y in 8..24 {
            for x in 8..24 {
                let hole = (12..18).contains(&x) && (12..18).contains(&y);
                field.row_mut(y)[x as usize] = if hole { 0.0 } else { 1.0 };
            }
        }
        let area = area_above(&field, 0.5);
        assert_eq!(area.lines.len(), 2);
        let twice = |line: &Vec<Point>| -> f32 {
            let next = line.iter().cycle().skip(1);
            line.iter().zip(next).map(|(a, b)| a.x * b.y - b.x * a.y).sum()
        };
        assert!((twice(&area.lines[0]) - 2.0 * 16.0).abs() < 0.2, "the outline, clockwise");
        assert!((twice(&area.lines[1]) + 2.0 * 2.25).abs() < 0.2, "the hole, counterclockwise");
    }

    #[test]
    fn cutting_corners_keeps_the_line_closed_and_inside() {
        let square = vec![pt(0.0, 0.0), pt(4.0, 0.0), pt(4.0, 4.0), pt(0.0, 4.0)];
        let round = smoothed(square, 3);
        assert_eq!(round.len(), 32);
        assert!(round.iter().all(|p| (0.0..=4.0).contains(&p.x) && (0.0..=4.0).contains(&p.y)));
        assert_eq!(thinned(&round, 100.0).len(), 1);
    }
}
