//! Furniture and dressing, each thing in its place.

use super::Plan;
use crate::pen::Pen;
use crate::props;
use crate::scene::Group;
use mapwright::{Decoration, Dir, decor};

pub(super) fn draw(plan: &Plan<'_>, group: &mut Group) {
    let is_flat = |decoration: &&Decoration| !decor::blocks(decoration);
    // What lies on the floor first: shadows of what stands may fall on it.
    for decoration in plan.map.decorations.iter().filter(is_flat) {
        thing(plan, decoration, group);
    }
    for decoration in plan.map.decorations.iter().filter(|decoration| !is_flat(decoration)) {
        thing(plan, decoration, group);
    }
}

fn thing(plan: &Plan<'_>, decoration: &Decoration, group: &mut Group) {
    let Some(draw) = props::find(&decoration.kind) else { return };
    let facing = decor::facing(decoration).unwrap_or(Dir::South);
    let size = decor::find(&decoration.kind).map_or((1.0, 1.0), |kind| (kind.size.width as f32, kind.size.height as f32));
    let seed = plan.seed_at("decoration", decoration.pos);
    draw(&mut Pen::new(plan.style, group, size, decoration.pos.into(), facing, seed));
}
