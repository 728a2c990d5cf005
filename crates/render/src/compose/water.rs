//! Water with its shores and ripples.

use super::Plan;
use crate::scene::{Group, Stroke};

pub(super) fn draw(plan: &Plan<'_>, group: &mut Group) {
    let Some(water) = &plan.water else { return };
    let (colors, lines) = (&plan.style.colors, &plan.style.lines);
    if plan.style.water.fill {
        group.fill(water.shore.clone(), colors.water);
        group.fill(water.deep.clone(), colors.water_deep);
    }
    group.stroke(water.ripples.clone(), Stroke::new(colors.ripple, lines.fine));
    group.stroke(water.shore.clone(), Stroke::new(colors.shore, lines.fine * 1.2));
    group.stroke(water.heavy.clone(), Stroke::new(colors.shore, lines.width * 0.8));
}
