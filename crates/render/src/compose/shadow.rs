//! The shadow of the rooms on the surrounding rock, with a soft edge.

use super::Plan;
use crate::scene::{Group, Point, Stroke};

/// Number of steps from dark to transparent.
const STEPS: u32 = 3;

pub(super) fn draw(plan: &Plan<'_>, group: &mut Group) {
    let (reach, color) = (plan.style.shadow.reach, plan.style.colors.shadow);
    if reach <= 0.0 {
        return;
    }
    // The light comes from the upper left.
    let by = Point { x: 0.3 * reach, y: 0.3 * reach };
    let path = plan.floor.soft.mapped(|p| p + by);
    for step in (1..=STEPS).rev() {
        let width = 2.0 * reach * step as f32 / STEPS as f32;
        group.stroke(path.clone(), Stroke::new(color.faded(0.8), width));
    }
}
