//! Columns: rows along a hall, a ring in a round room.

use super::arrangement::Arrangement;
use super::frame::Form;
use super::scene::{Item, Scene, spread};
use crate::base::grid::Dir;

/// A hall with columns on both sides, and sometimes something in the middle to walk around.
pub(super) const COLONNADE: Arrangement = Arrangement { form: Form::Long, least: (5, 6), round: 7, furnish: colonnade };

fn colonnade(scene: &mut Scene<'_, '_>) {
    let kind = scene.one_of(&["column-round", "column-square"]);
    columns(scene, 0, kind);
    let middle = scene.depth() / 2;
    if scene.depth() % 2 == 1 && scene.width() >= 7 && scene.likely(30) {
        let piece = scene.one_of(&["statue", "brazier", "well"]);
        scene.put_middle(piece, middle, Dir::South);
    } else if scene.depth() % 2 == 0 && scene.width() >= 8 && scene.likely(30) {
        scene.put_middle("fountain", middle - 1, Dir::South);
    }
}

/// Places columns on both sides from this row on.
pub(super) fn columns(scene: &mut Scene<'_, '_>, from: i32, kind: &'static str) {
    if scene.is_round() {
        return ring(scene, kind);
    }
    let inset = ((scene.width() - 1) / 4).clamp(1, 4);
    let length = scene.depth() - from;
    for row in spread(length, if length >= 9 && inset > 1 { 2 } else { 1 }) {
        scene.put_both(Item(kind, inset, from + row, Dir::South));
    }
}

/// Places eight columns in a ring, or four in a small room. The directions are those of a triangle
/// with the sides 5, 12 and 13.
fn ring(scene: &mut Scene<'_, '_>, kind: &'static str) {
    let size = scene.width();
    // Distances of the columns from the sides, the nearest and the others: the ring has seven
    // tenths of the radius.
    let (near, far) = (((size - 1) * 35 + 100) / 200, ((size - 1) * 73 + 100) / 200);
    let corners = if size < 7 { vec![(near, near)] } else { vec![(near, far), (far, near)] };
    for (column, row) in corners {
        let front = size - 1 - row;
        let (back, front) = (Item(kind, column, row, Dir::South), Item(kind, column, front, Dir::South));
        let [back_image, front_image] = [back, front].map(|item| scene.image(item));
        scene.put_all(&[back, back_image, front, front_image]);
    }
}
