//! Crypts: coffins along the walls, one of them in the place of honour.

use super::arrangement::Arrangement;
use super::frame::Form;
use super::scene::{Item, Scene};
use crate::base::grid::Dir;

/// Coffins in rows along both walls, heads to the wall.
pub(super) const CRYPT: Arrangement = Arrangement { form: Form::Long, least: (2, 3), round: 5, furnish: crypt };

fn crypt(scene: &mut Scene<'_, '_>) {
    let kind = scene.one_of(&["coffin", "casket"]);
    if scene.is_round() {
        // One great tomb in the middle.
        let middle = scene.depth() / 2;
        scene.put_middle("casket", middle - 1, Dir::South);
        scene.put_both(Item("brazier", scene.width() / 2 - 2, middle, Dir::South));
        return;
    }
    let honoured = scene.is_odd() && scene.width() >= 5 && scene.likely(60);
    if honoured {
        scene.put_middle("casket", if scene.depth() >= 7 { 1 } else { 0 }, Dir::South);
    }
    let gaps = scene.rng.percent(30);
    let (width, depth) = (scene.width(), scene.depth());
    // Head to the wall if there is space between the rows, along the wall otherwise.
    if width >= if honoured { 7 } else { 5 } {
        for row in (0..depth).step_by(2) {
            if !gaps || scene.rng.percent(75) {
                scene.put_both(Item(kind, 0, row, Dir::East));
            }
        }
    } else if width >= 4 {
        for row in (0..depth - 1).step_by(3) {
            scene.put_both(Item(kind, 0, row, Dir::South));
        }
    } else {
        // A chamber: coffins on one side only, which leaves space for mourners, and one at the back
        // if neither side is free.
        let side = if scene.rng.percent(50) { 0 } else { width - 1 };
        for row in (0..depth - 1).step_by(3) {
            if !scene.put(Item(kind, side, row, Dir::South))
                && !scene.put(Item(kind, width - 1 - side, row, Dir::South))
            {
                scene.put(Item(kind, 0, row, Dir::East));
            }
        }
    }
}
