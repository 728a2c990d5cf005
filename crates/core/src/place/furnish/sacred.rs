//! Places to pray: the nave of a temple, a small shrine.

use super::arrangement::Arrangement;
use super::columns::columns;
use super::frame::Form;
use super::scene::{Item, Scene};
use crate::base::grid::Dir;

/// Columns on both sides lead to an altar or a dais at the far end.
pub(super) const NAVE: Arrangement = Arrangement { form: Form::Long, least: (5, 7), round: 7, furnish: nave };

/// A holy thing at the far wall between two fires.
pub(super) const SHRINE: Arrangement = Arrangement { form: Form::Any, least: (3, 4), round: 5, furnish: shrine };

fn nave(scene: &mut Scene<'_, '_>) {
    head(scene);
    let kind = scene.one_of(&["column-round", "column-round", "column-square"]);
    columns(scene, if scene.is_odd() { 2 } else { 3 }, kind);
}

fn shrine(scene: &mut Scene<'_, '_>) {
    if scene.width() >= 5 && scene.rng.percent(60) {
        head(scene);
        return;
    }
    let holy = if scene.is_odd() { "statue" } else { "altar" };
    scene.put_middle(holy, 0, Dir::South);
    if scene.width() >= 5 && scene.likely(50) {
        let beside = scene.one_of(&["brazier", "statue"]);
        scene.put_both(Item(beside, 0, 0, Dir::South));
    }
}

/// Furnishes the holy end of a room: a dais where the room has a middle column, an altar where it
/// does not.
fn head(scene: &mut Scene<'_, '_>) {
    let middle = scene.width() / 2;
    let beside = scene.one_of(&["brazier", "brazier", "statue"]);
    if scene.is_odd() {
        if scene.put_middle("dais", 0, Dir::South) {
            scene.put_both(Item(beside, (middle - 3).max(0), 0, Dir::South));
        } else {
            scene.put_middle("statue", 0, Dir::South);
        }
        return;
    }
    let row = i32::from(scene.depth() >= 6);
    if scene.put_middle("altar", row, Dir::South) {
        scene.put_both(Item(beside, (middle - 3).max(0), row, Dir::South));
        if scene.depth() >= 7 && scene.likely(50) {
            scene.put_middle("rug", row + 1, Dir::South);
        }
    }
}
