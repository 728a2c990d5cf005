//! The grid on the floor.

use super::Plan;
use crate::geometry::field::{FINE, MARGIN};
use crate::scene::{Group, Point, Stroke, pt};
use crate::style::GridKind;

pub(super) fn draw(plan: &Plan<'_>, group: &mut Group) {
    let look = &plan.style.grid;
    let dash = match look.kind {
        GridKind::None => return,
        GridKind::Lines => None,
        // Eight round dots per square.
        GridKind::Dots => Some([0.001, 0.124]),
    };
    let stroke = Stroke { dash, ..Stroke::new(plan.style.colors.grid, look.width) };
    group.lines(lines(plan), stroke);
}

/// Returns the grid lines, wherever there is floor on both sides of them.
fn lines(plan: &Plan<'_>) -> Vec<[Point; 2]> {
    let (size, inside) = (plan.map.size(), &plan.inside);
    let mut lines = Vec::new();
    let mut add = |count: i32, is_floor: &dyn Fn(i32) -> bool, point: &dyn Fn(f32) -> Point| {
        let mut start = None;
        for sample in 0..=count * FINE {
            let floor = sample < count * FINE && is_floor(sample + MARGIN * FINE);
            match (floor, start) {
                (true, None) => start = Some(sample),
                (false, Some(from)) => {
                    // Lines shorter than half a square would look like specks.
                    if sample - from >= FINE / 2 {
                        lines.push([point(from as f32 / FINE as f32), point(sample as f32 / FINE as f32)]);
                    }
                    start = None;
                }
                _ => {}
            }
        }
    };
    for y in 1..size.height {
        let row = (y + MARGIN) * FINE;
        let (above, below) = (inside.row(row - 1), inside.row(row));
        let is_floor = |x: i32| above[x as usize] && below[x as usize];
        add(size.width, &is_floor, &|x| pt(x, y as f32));
    }
    for x in 1..size.width {
        let column = ((x + MARGIN) * FINE) as usize;
        let is_floor = |y: i32| {
            let row = inside.row(y);
            row[column - 1] && row[column]
        };
        add(size.height, &is_floor, &|y| pt(x as f32, y));
    }
    lines
}
