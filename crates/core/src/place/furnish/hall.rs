//! Rooms to sit together: dining halls, guard rooms, throne rooms.

use super::arrangement::Arrangement;
use super::columns::columns;
use super::frame::Form;
use super::scene::{Item, Scene};
use crate::base::grid::Dir;

/// A long table with chairs on both sides, and a fire at the far wall.
pub(super) const DINING: Arrangement = Arrangement { form: Form::Long, least: (5, 5), round: 0, furnish: dining };

/// A small table to play at, a fire, something to drink.
pub(super) const GUARD: Arrangement = Arrangement { form: Form::Any, least: (4, 4), round: 5, furnish: guard };

/// A throne at the far wall, or two, and columns that lead to it.
pub(super) const THRONE: Arrangement = Arrangement { form: Form::Long, least: (5, 6), round: 7, furnish: throne };

fn dining(scene: &mut Scene<'_, '_>) {
    let (width, depth) = (scene.width(), scene.depth());
    // Along the room if it has a middle column, across it otherwise; in both cases one long table.
    let (facing, step, column) =
        if scene.is_odd() { (Dir::East, 2, width / 2) } else { (Dir::South, 1, width / 2 - 1) };
    let (left, right) = (column - 1, if scene.is_odd() { column + 1 } else { column + 2 });
    let length = (depth - 4).clamp(2, 6) / step * step;
    let first = ((depth - length) / 2).max(2).min(depth - length - 1);
    for row in (first..first + length).step_by(step as usize) {
        if !scene.put(Item("table", column, row, facing)) {
            break;
        }
        for at in row..row + step {
            if scene.likely(85) {
                scene.put(Item("chair", left, at, Dir::East));
            }
            if scene.likely(85) {
                scene.put(Item("chair", right, at, Dir::West));
            }
        }
    }
    if scene.likely(60) {
        scene.put_both(Item("brazier", 0, 0, Dir::South));
    }
    if depth >= 8 && scene.likely(40) {
        scene.put(Item("barrels", 0, depth - 1, Dir::South));
    }
}

fn guard(scene: &mut Scene<'_, '_>) {
    let (width, depth) = (scene.width(), scene.depth());
    let left = scene.rng.percent(50);
    let (column, row) = (if left { 1 } else { width - 2 }, 1);
    let column = if scene.is_round() { width / 2 } else { column };
    if scene.put(Item("table-round", column, row, Dir::South)) {
        let seats = [(-1, 0, Dir::East), (1, 0, Dir::West), (0, 1, Dir::North)];
        for (across, along, facing) in seats {
            if scene.likely(80) {
                scene.put(Item("chair", column + across, row + along, facing));
            }
        }
    }
    let other = if left { width - 1 } else { 0 };
    if scene.likely(60) {
        let thing = scene.one_of(&["brazier", "barrels", "chest"]);
        scene.put(Item(thing, other, 0, Dir::South));
    }
    if depth >= 5 && scene.likely(40) {
        scene.put(Item("barrels", if left { 0 } else { width - 1 }, depth - 1, Dir::South));
    }
}

fn throne(scene: &mut Scene<'_, '_>) {
    let middle = scene.width() / 2;
    // One throne, or a pair.
    let seated = if scene.is_odd() {
        scene.put_middle("throne", 0, Dir::South)
    } else {
        scene.put_both(Item("throne", middle - 1, 0, Dir::South))
    };
    if seated {
        let beside = scene.one_of(&["statue", "brazier"]);
        scene.put_both(Item(beside, if scene.is_odd() { middle - 2 } else { middle - 3 }.max(0), 0, Dir::South));
        if !scene.is_odd() && scene.likely(80) {
            scene.put_middle("rug", 1, Dir::South);
        }
    }
    let kind = scene.one_of(&["column-round", "column-square"]);
    columns(scene, if scene.depth() % 2 == 1 { 2 } else { 1 }, kind);
}
