//! Sleeping quarters: barracks, and a chamber for one or two.

use super::arrangement::Arrangement;
use super::frame::Form;
use super::scene::{Item, Scene};
use crate::base::grid::Dir;

/// Beds in a row, heads to the wall, a chest beside each.
pub(super) const BARRACKS: Arrangement = Arrangement { form: Form::Broad, least: (4, 4), round: 0, furnish: barracks };

/// A bed, a chest, a rug, perhaps a table.
pub(super) const BEDCHAMBER: Arrangement =
    Arrangement { form: Form::Any, least: (3, 4), round: 0, furnish: bedchamber };

fn barracks(scene: &mut Scene<'_, '_>) {
    let (width, depth) = (scene.width(), scene.depth());
    let opposite = depth >= 6 && scene.likely(80);
    for column in (0..width).step_by(2) {
        row_of_one(scene, column, 0, Dir::South);
        if opposite {
            row_of_one(scene, column, depth - 2, Dir::North);
        }
    }
    if depth >= 7 && width >= 6 && scene.likely(60) {
        let (column, row) = (width / 2 - 1, depth / 2);
        let table = Item("table", column, row, Dir::South);
        scene.put_all(&[table, Item("chair", column - 1, row, Dir::East), Item("chair", column + 2, row, Dir::West)]);
    }
}

/// Places a bed with its head to the wall behind it, and a chest on its left.
fn row_of_one(scene: &mut Scene<'_, '_>, column: i32, row: i32, facing: Dir) {
    let wall = if facing == Dir::South { row } else { row + 1 };
    if scene.put(Item("bed", column, row, facing)) && scene.likely(55) {
        scene.put(Item("chest", column + 1, wall, facing));
    }
}

fn bedchamber(scene: &mut Scene<'_, '_>) {
    let (width, depth) = (scene.width(), scene.depth());
    let left = scene.rng.percent(50);
    // A coin toss decides whether the two sides are swapped.
    let side = |scene: &Scene<'_, '_>, item: Item| if left { item } else { scene.image(item) };
    let column = i32::from(width >= 5);
    scene.put(side(scene, Item("bed", column, 0, Dir::South)));
    if width >= 6 && scene.likely(40) {
        scene.put(side(scene, Item("bed", column + 2, 0, Dir::South)));
    }
    scene.put(side(scene, Item("chest", column + 1, 0, Dir::South)));
    if width >= 4 && scene.likely(60) {
        let (table, chair) = (Item("table-round", width - 1, 1, Dir::South), Item("chair", width - 1, 2, Dir::North));
        scene.put_all(&[side(scene, table), side(scene, chair)]);
    }
    if width >= 5 && depth >= 6 && scene.likely(60) {
        scene.put(side(scene, Item("rug", (width - 2) / 2, depth - 4, Dir::South)));
    }
    if depth >= 6 && scene.likely(30) {
        scene.put(side(scene, Item("bookshelf", 0, 3, Dir::East)));
    }
}
