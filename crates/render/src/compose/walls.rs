//! The walls: the outline of the floor.

use super::Plan;
use crate::scene::{Group, Stroke};

/// Where there is so much danger, walls have the colour of danger.
const MOST: f64 = 25.0;

pub(super) fn draw(plan: &Plan<'_>, group: &mut Group) {
    let (colors, walls) = (&plan.style.colors, &plan.style.walls);
    let told = plan.look.danger.map(f64::from);
    let danger = told.or(plan.map.stats.get("danger").map(|&danger| danger as f64)).unwrap_or(0.0);
    let color = colors.wall.toward(colors.danger, (danger / MOST).min(1.0) as f32);
    group.stroke(plan.floor.path.clone(), Stroke::new(color, walls.width).sharp());
}
