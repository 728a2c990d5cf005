//! Algorithms that start from solid wall, one file each.

pub mod arena;
pub mod bsp;
pub mod cellular;
pub mod prefab;
pub mod rooms_corridors;

use crate::grid::{Pos, Rect};
use crate::map::Passage;
use crate::rng::Rng;
use smallvec::{SmallVec, smallvec};

/// The cell of the room nearest its middle from which a passage of this width stays inside the room.
fn doorstep(room: Rect, width: i32) -> Pos {
    let (before, after) = Passage::reach(width);
    let middle = room.center();
    let within = |middle: i32, first: i32, past: i32| middle.min(past - 1 - after).max(first + before);
    Pos::new(within(middle.x, room.x, room.right()), within(middle.y, room.y, room.bottom()))
}

/// The way from one cell to the other with one bend, along the row or along the column first as the dice say.
fn bend(from: Pos, to: Pos, rng: &mut Rng) -> SmallVec<[Pos; 3]> {
    let row_first = rng.percent(50);
    if from.x == to.x || from.y == to.y {
        smallvec![from, to]
    } else if row_first {
        smallvec![from, Pos::new(to.x, from.y), to]
    } else {
        smallvec![from, Pos::new(from.x, to.y), to]
    }
}

/// What the sizes of rooms and corridors must have to do with each other.
fn room_conflicts(min_room: i32, max_room: i32, corridor_width: i32) -> Vec<(&'static str, String)> {
    let mut conflicts = Vec::new();
    if min_room > max_room {
        conflicts.push(("min_room", format!("{min_room} is larger than max_room, which is {max_room}")));
    }
    if corridor_width > min_room {
        conflicts.push(("corridor_width", format!("{corridor_width} is larger than min_room, which is {min_room}")));
    }
    conflicts
}
