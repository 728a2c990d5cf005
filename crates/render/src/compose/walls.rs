//! The walls: the outline of the floor.

use super::Plan;
use crate::scene::{Group, Stroke};

/// Danger at which walls are drawn fully in the danger colour.
const FULL_DANGER: f64 = 25.0;

pub(super) fn draw(plan: &Plan<'_>, group: &mut Group) {
    let (colors, walls) = (&plan.style.colors, &plan.style.walls);
    let given = plan.look.danger.map(f64::from);
    let danger = given.or(plan.map.stats.get("danger").map(|&danger| danger as f64)).unwrap_or(0.0);
    let color = colors.wall.toward(colors.danger, (danger / FULL_DANGER).min(1.0) as f32);
    group.stroke(plan.floor.path.clone(), Stroke::new(color, walls.width).sharp());
}
