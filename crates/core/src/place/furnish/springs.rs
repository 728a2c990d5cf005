//! Water in the middle: a fountain or a well.

use super::arrangement::Arrangement;
use super::frame::Form;
use super::scene::{Item, Scene};
use crate::base::grid::Dir;

/// A fountain if both sides of the room are even, a well otherwise, and sometimes something in the
/// corners.
pub(super) const SPRING: Arrangement = Arrangement { form: Form::Long, least: (5, 5), round: 5, furnish: spring };

fn spring(scene: &mut Scene<'_, '_>) {
    let (width, depth) = (scene.width(), scene.depth());
    let placed = match (scene.is_odd(), depth % 2 == 1) {
        (false, false) => scene.put_middle("fountain", depth / 2 - 1, Dir::South),
        (true, true) => scene.put_middle("well", depth / 2, Dir::South),
        // Without a middle cell it stands at the far wall.
        (true, false) => scene.put_middle("well", 1, Dir::South),
        (false, true) => scene.put_middle("fountain", 0, Dir::South),
    };
    if !placed || scene.is_round() || width.min(depth) < 6 || !scene.likely(50) {
        return;
    }
    let kind = scene.one_of(&["column-round", "statue", "brazier"]);
    let [back, front] = [Item(kind, 1, 1, Dir::South), Item(kind, 1, depth - 2, Dir::North)];
    let [back_image, front_image] = [back, front].map(|item| scene.image(item));
    scene.put_all(&[back, back_image, front, front_image]);
}
