//! Abandoned rooms.

use super::arrangement::Arrangement;
use super::frame::Form;
use super::scene::{Item, Scene, spread};
use crate::base::grid::{Dir, Pos};

/// Rubble in place of columns, cracks, sometimes a hole in the floor.
pub(super) const RUIN: Arrangement = Arrangement { form: Form::Long, least: (3, 3), round: 4, furnish: ruin };

fn ruin(scene: &mut Scene<'_, '_>) {
    let (width, depth) = (scene.width(), scene.depth());
    if width >= 5 && depth >= 6 && !scene.is_round() && scene.rng.percent(60) {
        let inset = ((width - 1) / 4).clamp(1, 4);
        for row in spread(depth, 1) {
            for column in [inset, width - 1 - inset] {
                let stands = scene.rng.percent(40);
                scene.put(Item(if stands { "column-round" } else { "rubble" }, column, row, Dir::South));
            }
        }
    }
    if width.min(depth) >= 5 && scene.rng.percent(25) {
        let at = Pos::new(scene.rng.range(1, width - 2), scene.rng.range(1, depth - 2));
        scene.put(Item("pit", at.x, at.y, Dir::South));
    }
    let pieces = (width * depth / 12).clamp(1, 12);
    for _ in 0..pieces {
        let at = Pos::new(scene.rng.range(0, width - 1), scene.rng.range(0, depth - 1));
        let kind = scene.one_of(&["rubble", "rubble", "cracks", "rocks"]);
        let facing = Dir::ALL[scene.rng.below(4) as usize];
        scene.put(Item(kind, at.x, at.y, facing));
    }
}
