//! Hatching around the floor, on a wash that fades out.

use super::Plan;
use crate::geometry::hatch;
use crate::scene::{Group, Stroke};

pub(super) fn draw(plan: &Plan<'_>, group: &mut Group) {
    let look = &plan.style.hatch;
    if look.reach <= 0.0 {
        return;
    }
    let wash = plan.style.colors.hatch_ground;
    for (share, strength) in [(0.55, 0.3), (0.34, 0.3)] {
        group.stroke(plan.floor.soft.clone(), Stroke::new(wash.faded(strength), 2.0 * look.reach * share));
    }
    let distances = plan.inside.distances(look.reach + 0.5);
    let strokes = hatch::strokes(look, plan.map.size(), &distances, plan.seed);
    group.lines(strokes, Stroke::new(plan.style.colors.hatch, look.width));
}
