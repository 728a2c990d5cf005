//! The walls: the outline of the floor.

use super::Plan;
use crate::scene::{Group, Stroke};

pub(super) fn draw(plan: &Plan<'_>, group: &mut Group) {
    let (colors, walls) = (&plan.style.colors, &plan.style.walls);
    let color = colors.wall.toward(colors.danger, plan.look.danger_share(plan.map));
    group.stroke(plan.floor.path.clone(), Stroke::new(color, walls.width).sharp());
}
