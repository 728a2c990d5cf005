//! Stores and treasuries.

use super::arrangement::Arrangement;
use super::frame::Form;
use super::scene::{Item, Scene};
use crate::base::grid::Dir;

/// Barrels and crates, piled up in the corners and along the far wall.
pub(super) const STORE: Arrangement = Arrangement { form: Form::Any, least: (3, 3), round: 5, furnish: store };

/// Chests at the far wall, guarded by a statue.
pub(super) const TREASURY: Arrangement = Arrangement { form: Form::Any, least: (3, 3), round: 5, furnish: treasury };

fn store(scene: &mut Scene<'_, '_>) {
    let usual = scene.one_of(&["barrels", "crates"]);
    let (width, depth) = (scene.width(), scene.depth());
    let wine = usual == "barrels" && width >= 4 && scene.rng.percent(35);
    if wine {
        // A cellar: all along the far wall, with an occasional gap.
        for column in 0..width {
            if scene.rng.percent(85) {
                scene.put(Item("barrels", column, 0, Dir::South));
            }
        }
    }
    let left = scene.rng.percent(50);
    let corners = [(0, 0), (width - 1, 0), (0, depth - 1), (width - 1, depth - 1)];
    let mut order = if left { [0, 1, 2, 3] } else { [1, 0, 3, 2] };
    if scene.rng.percent(40) {
        order.swap(1, 2);
    }
    let piles = if width * depth >= 30 && scene.likely(60) { 2 } else { 1 };
    for &corner in order.iter().take(piles) {
        pile(scene, corners[corner], usual);
    }
}

/// Places a few things in a corner, the highest part of the pile in the corner itself.
fn pile(scene: &mut Scene<'_, '_>, (column, row): (i32, i32), usual: &'static str) {
    let (right, down) = (if column == 0 { 1 } else { -1 }, if row == 0 { 1 } else { -1 });
    let large = scene.width().min(scene.depth()) >= 5;
    let pile = [((0, 0), 100), ((1, 0), 80), ((0, 1), 75), ((1, 1), 30), ((2, 0), 40), ((0, 2), 35)];
    for ((across, along), percent) in pile {
        if across + along == 2 && !large {
            break;
        }
        if scene.rng.percent(percent) {
            let kind = if scene.rng.percent(70) { usual } else { scene.one_of(&["barrels", "crates"]) };
            scene.put(Item(kind, column + right * across, row + down * along, Dir::South));
        }
    }
}

fn treasury(scene: &mut Scene<'_, '_>) {
    let (width, depth) = (scene.width(), scene.depth());
    if scene.is_odd() {
        scene.put_middle("chest", 0, Dir::South);
        if scene.likely(50) {
            scene.put_both(Item("chest", width / 2 - 1, 0, Dir::South));
        }
    } else {
        scene.put_both(Item("chest", width / 2 - 1, 0, Dir::South));
    }
    if width >= 5 && scene.likely(70) {
        let watcher = scene.one_of(&["statue", "statue", "brazier"]);
        scene.put_both(Item(watcher, 0, 0, Dir::South));
    }
    if width >= 5 && depth >= 6 && scene.likely(30) {
        scene.put_both(Item("statue", 0, depth - 1, Dir::North));
    }
    if !scene.is_odd() && width >= 4 && depth >= 6 && scene.likely(40) {
        scene.put_middle("rug", 1, Dir::South);
    }
}
