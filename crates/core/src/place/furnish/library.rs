//! Libraries.

use super::arrangement::Arrangement;
use super::frame::Form;
use super::scene::{Item, Scene};
use crate::base::grid::Dir;

/// Shelves along the walls, and a table to read at.
pub(super) const LIBRARY: Arrangement = Arrangement { form: Form::Any, least: (4, 4), round: 0, furnish: library };

fn library(scene: &mut Scene<'_, '_>) {
    let (width, depth) = (scene.width(), scene.depth());
    // From the corners towards the middle, so that both halves are alike.
    for column in (0..width / 2 - 1).step_by(2) {
        scene.put_both(Item("bookshelf", column, 0, Dir::South));
    }
    if width % 4 == 2 {
        scene.put_middle("bookshelf", 0, Dir::South);
    }
    if width >= 5 {
        for row in (2..depth - 2).step_by(3) {
            scene.put_both(Item("bookshelf", 0, row, Dir::East));
        }
    }
    if width < 5 || depth < 5 {
        return;
    }
    let row = depth / 2;
    if scene.is_odd() {
        let column = width / 2;
        let seat = Item("chair", column, row + 1, Dir::North);
        scene.put_all(&[Item("table-round", column, row, Dir::South), seat]);
    } else {
        let column = width / 2 - 1;
        let seat = Item("chair", column + scene.rng.range(0, 1), row + 1, Dir::North);
        scene.put_all(&[Item("table", column, row, Dir::South), seat]);
    }
}
