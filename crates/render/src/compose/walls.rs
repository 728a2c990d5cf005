//! The walls: the outline of the floor.

use super::Plan;
use crate::scene::{Group, Stroke};

/// Where there is so much danger, walls have the colour of danger.
const MOST: f32 = 25.0;

pub(super) fn draw(plan: &Plan<'_>, group: &mut Group) {
    let (colors, walls) = (&plan.style.colors, &plan.style.walls);
    let danger = plan.map.stats.get("danger").map_or(0.0, |&danger| danger as f32);
    let color = colors.wall.toward(colors.danger, danger / MOST);
    group.stroke(plan.floor.path.clone(), Stroke::new(color, walls.width).sharp());
}
