//! The floor and the shade along the inside of its walls.

use super::Plan;
use crate::scene::{Group, Node, Point, Stroke};

pub(super) fn draw(plan: &Plan<'_>, group: &mut Group) {
    let (style, path) = (plan.style, &plan.floor.path);
    let reach = style.shadow.inside;
    if reach <= 0.0 || style.colors.floor_shade == style.colors.floor {
        group.fill(path.clone(), style.colors.floor);
        return;
    }
    group.fill(path.clone(), style.colors.floor);
    // The outline of the wall, offset to the lower right and clipped to the floor.
    let by = Point { x: reach, y: reach };
    let mut shade = Group { clip: Some(path.clone()), ..Group::default() };
    let width = style.walls.width + reach;
    shade.stroke(path.mapped(|p| p + by * 0.5), Stroke::new(style.colors.floor_shade, width));
    group.nodes.push(Node::Group(shade));
}
